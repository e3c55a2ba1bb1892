//! Programs and shells that a script starts.

use super::Script;
use super::calls::Call;
use super::value::Value;
use crate::code::shell::{Scan, Started};
use crate::deeds::{Deed, shown};
use crate::inline;
use crate::marks::{self, DECODED, DOWNLOADED, UNKNOWN};
use crate::reach::{PROGRAM, SHELL_TEXT};

/// Take a text for a shell.
const SHELLS: [&str; 7] = [
    "os.system",
    "os.popen",
    "subprocess.getoutput",
    "subprocess.getstatusoutput",
    "commands.getoutput",
    "asyncio.create_subprocess_shell",
    "pexpect.run",
];
/// Take a program and its words, in a list or one by one.
const STARTS: [&str; 8] = [
    "subprocess.run",
    "subprocess.call",
    "subprocess.check_call",
    "subprocess.check_output",
    "subprocess.Popen",
    "asyncio.create_subprocess_exec",
    "pty.spawn",
    "pexpect.spawn",
];
const BARE_SHELLS: [&str; 6] = ["sh", "bash", "zsh", "dash", "ksh", "cmd.exe"];

impl<'t> Script<'t> {
    pub(super) fn on_programs(&mut self, call: &Call<'t>) -> Option<Value> {
        let name = call.name.as_str();
        if name == "os.dup2" {
            self.handed_over = Some(call.node);
            return None;
        }
        let by_words = name.starts_with("os.exec")
            || name.starts_with("os.spawn")
            || name.starts_with("os.posix_spawn");
        if SHELLS.contains(&name) {
            let mut printed = String::new();
            for text in call.first_texts() {
                printed += &self.shell_text(call, &text);
            }
            return Some(Self::process(name, &printed));
        }
        if !STARTS.contains(&name) && !by_words {
            return None;
        }
        let first = call.given(0, "args").cloned().unwrap_or_default();
        let mut printed = String::new();
        if call.is_yes("shell") {
            let texts = match first.items.is_empty() {
                true => first.known(),
                false => vec![first.items.iter().map(Value::first).collect::<Vec<_>>().join(" ")],
            };
            for text in texts {
                printed += &self.shell_text(call, &text);
            }
        } else {
            let mut words: Vec<String> = match first.items.is_empty() {
                true => first.first().split(' ').map(str::to_owned).collect(),
                false => first.items.iter().map(Value::first).collect(),
            };
            if by_words || name.ends_with("_exec") {
                words = call
                    .positional
                    .iter()
                    .flat_map(|value| match value.items.is_empty() {
                        true => vec![value.first()],
                        false => value.items.iter().map(Value::first).collect(),
                    })
                    .collect();
                words.retain(|word| !word.starts_with("os.P_"));
            }
            printed += &self.words(call, &words);
        }
        Some(Self::process(name, &printed))
    }

    fn process(name: &str, printed: &str) -> Value {
        Value::named(format!("{name}()")).with_texts(vec![marks::taint(printed)])
    }

    fn shell_text(&mut self, call: &Call<'t>, text: &str) -> String {
        if text.contains(UNKNOWN) && !text.contains([DOWNLOADED, DECODED]) {
            self.say(Deed::plain(&SHELL_TEXT), call.node);
        }
        self.started(call, Started::Text(text))
    }

    fn words(&mut self, call: &Call<'t>, words: &[String]) -> String {
        let program = words.first().map(String::as_str).unwrap_or_default();
        let name = program.rsplit('/').next().unwrap_or_default();
        let commands = words.iter().skip(1).filter(|word| *word != "-i").count();
        if BARE_SHELLS.contains(&name) && commands == 0 {
            // Without a command it takes them from its input.
            match call.given(usize::MAX, "input").map(Value::all) {
                Some(input) => return self.started(call, Started::Text(&input)),
                None => self.handed_over = Some(call.node),
            }
        }
        if crate::wrappers::hands_a_shell_unknown(words) {
            self.say(Deed::plain(&SHELL_TEXT), call.node);
        }
        self.started(call, Started::Words(words))
    }

    fn started(&mut self, call: &Call<'t>, started: Started) -> String {
        let written = &self.written;
        let Some(seen) = inline::deeper(|| Scan::started(started, written)) else {
            return UNKNOWN.into();
        };
        self.adopt(seen.found, call.node);
        self.written.extend(seen.wrote);
        for words in seen.commands {
            let Some(program) =
                words.first().filter(|program| !crate::wrappers::is_shell_word(program))
            else {
                continue;
            };
            let known = !program.is_empty() && !program.starts_with([UNKNOWN, DOWNLOADED, DECODED]);
            let deed = match known {
                true => {
                    let what = shown(program);
                    let why = Some(format!("It starts the program {what}."));
                    Deed { rule: &PROGRAM, what, why }
                }
                false => Deed { what: "?".to_owned(), ..Deed::plain(&PROGRAM) },
            };
            self.say(deed, call.node);
        }
        seen.printed
    }
}
