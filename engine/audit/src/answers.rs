//! How a script answers the agent that runs it: the exit statuses it asks for, and whether it prints a
//! change of a tool call. Read as the audit reads, and as far as the text says.

use std::path::Path;

use super::MOST_BYTES;
use super::answer::{Answers, changes_tool};
use super::code::js;
use super::code::shell::Scan;

mod plain;
mod python;

/// The answers of a script; `name` and the first line tell its language. None for other languages.
#[must_use]
pub fn answers(name: &str, text: &str) -> Option<Answers> {
    // Most scripts have nothing of the kind, and a scan must not parse those.
    if text.len() > MOST_BYTES || !(text.contains("xit") || text.contains("modify")) {
        return Some(Answers::default());
    }
    let first = text.lines().next().filter(|line| line.starts_with("#!")).unwrap_or_default();
    let ending = Path::new(name).extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match ending.as_str() {
        "py" => Some(python::answers(text)),
        "js" | "mjs" | "cjs" | "ts" | "mts" | "cts" => Some(js::answers(text, name)),
        "sh" | "bash" | "zsh" | "ksh" => Some(command_answers(text)),
        "" if first.contains("python") => Some(python::answers(text)),
        "" if ["node", "bun", "deno"].iter().any(|runtime| first.contains(runtime)) => {
            Some(js::answers(text, name))
        }
        "" if first.is_empty() || first.contains("sh") => Some(command_answers(text)),
        _ => None,
    }
}

/// The answers of a shell command or script.
#[must_use]
pub fn command_answers(text: &str) -> Answers {
    if text.len() > MOST_BYTES {
        return Answers::default();
    }
    plain::answers(text).unwrap_or_else(|| by_grammar(text))
}

/// The same, whatever the text looks like.
fn by_grammar(text: &str) -> Answers {
    let (commands, printed) = Scan::seen(&text.replace('\0', "").replace("\r\n", "\n"));
    let mut answers = Answers { changes_tool: changes_tool(&printed), ..Answers::default() };
    for words in commands {
        let Some((program, arguments)) = words.split_first() else { continue };
        let program = program.rsplit('/').next().unwrap_or_default();
        let code = || {
            let at =
                arguments.iter().position(|word| matches!(word.as_str(), "-c" | "-e" | "--eval"));
            at.and_then(|at| arguments.get(at.saturating_add(1)))
        };
        match program {
            "exit" => answers
                .exits
                .extend(arguments.first().and_then(|status| status.parse::<u32>().ok())),
            "jq" | "gojq" | "jaq" => {
                answers.changes_tool |= arguments.iter().any(|filter| changes_tool(filter));
            }
            "node" | "bun" | "deno" => answers.add(code().map(|code| js::answers(code, "x.js"))),
            _ if program.starts_with("python") => {
                answers.add(code().map(|code| python::answers(code)));
            }
            _ => {}
        }
    }
    answers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, text: &str) -> (Vec<u32>, bool) {
        let answers = answers(name, text).unwrap();
        (answers.exits, answers.changes_tool)
    }

    #[test]
    fn exits_of_shell_scripts_are_read_and_quoted_words_are_not() {
        for (text, exits) in [
            ("#!/bin/sh\ngrep -q rm && { echo no >&2; exit 2; }\nexit 0\n", vec![2, 0]),
            ("BLOCK=2\ndeny() { exit $BLOCK; }\ndeny", vec![2, 2]),
            ("echo 'exit 2' # exit 3", vec![]),
            ("exit", vec![]),
            ("exit \"$STATUS\"", vec![]),
            ("if true; then exit 1; fi", vec![1]),
            ("bash -c 'exit 4'", vec![4]),
            ("python3 -c 'import sys; sys.exit(2)'", vec![2]),
            ("node -e 'process.exit(3)'", vec![3]),
        ] {
            assert_eq!(of("x.sh", text).0, exits, "{text}");
        }
    }

    #[test]
    fn exits_of_python_and_javascript_are_read() {
        for (name, text, exits) in [
            ("x.py", "import sys\nif bad: sys.exit(2)\nsys.exit(0)\n", vec![2, 0]),
            (
                "x.py",
                "# sys.exit(2)\nprint('sys.exit(3)')\n\"\"\"exit(4)\"\"\"\nraise SystemExit(5)\n",
                vec![5],
            ),
            ("x.py", "sys.exit('no')\nlog_exit(2)\n", vec![]),
            ("hook", "#!/usr/bin/env python3\nexit(2)", vec![2]),
            (
                "x.mjs",
                "import { exit as stop } from 'node:process'; stop(2); // process.exit(9)",
                vec![2],
            ),
            ("x.js", "const BLOCK = 2; process.exit(bad ? BLOCK : 0)", vec![2, 0]),
            ("x.ts", "process.exitCode = 2; text('process.exit(3)')", vec![2]),
        ] {
            assert_eq!(of(name, text).0, exits, "{text}");
        }
        assert_eq!(answers("x.rb", "exit 2"), None);
    }

    #[test]
    fn a_changed_tool_call_is_seen_however_it_is_printed() {
        let json = r#"{"action":"modify","data":{"tool":"exec","arguments":{"command":"ls"}}}"#;
        for (name, text) in [
            ("x.sh", format!("echo '{json}'")),
            ("x.sh", format!("cat <<EOF\n{json}\nEOF\n")),
            ("x.sh", "printf '{\"action\":\"modify\",\"data\":{\"tool\":\"%s\",\"arguments\":%s}}\\n' \"$t\" \"$a\"".into()),
            ("x.sh", "jq -c '.arguments.x = 1 | {action: \"modify\", data: {tool, arguments}}'".into()),
            ("x.sh", "out=$(jq -n --arg c \"$c\" '{action:\"modify\",data:{tool:\"exec\",arguments:{command:$c}}}')\necho \"$out\"".into()),
            ("x.py", "print(json.dumps({'action': 'modify', 'data': {'tool': t, 'arguments': {**a, 'x': (1, 2)}}}))".into()),
            ("x.js", "console.log(JSON.stringify({ action: 'modify', data: { tool: t, arguments: a } }))".into()),
            ("x.js", "const data = { tool: event.tool, arguments: a };\nconst answer = { action: 'modify', data };\nprocess.stdout.write(JSON.stringify(answer))".into()),
            ("x.mjs", format!("console.log('{json}')")),
        ] {
            assert!(of(name, &text).1, "{text}");
        }
    }

    #[test]
    fn other_answers_are_not_that() {
        for (name, text) in [
            (
                "x.sh",
                "echo '{\"action\":\"modify\",\"data\":{\"arguments\":{\"command\":\"ls\"}}}'",
            ),
            ("x.sh", "echo '{\"action\":\"modify\",\"data\":{\"content\":\"tool arguments\"}}'"),
            (
                "x.sh",
                "# {\"action\":\"modify\",\"data\":{\"tool\":1,\"arguments\":2}}\ncat > /dev/null",
            ),
            ("x.sh", "jq '.data.tool, .data.arguments' | grep modify"),
            (
                "x.sh",
                "echo '{\"action\":\"modify\",\"data\":{\"a\":{\"tool\":1,\"arguments\":2}}}'",
            ),
            (
                "x.py",
                "# {'action': 'modify', 'data': {'tool': 1, 'arguments': 2}}\nprint('modify')",
            ),
            (
                "x.js",
                "const shape = { action: 'modify', data: { tool: 1, arguments: 2 } };\nconsole.log('ok')",
            ),
            ("x.js", "console.log(JSON.stringify({ action: 'modify', data: { command: 'ls' } }))"),
        ] {
            assert!(!of(name, text).1, "{text}");
        }
    }
}
