//! Files that a text starts in a language by naming them to its program, whatever they are called: `sh hook.txt`,
//! `. ./settings.conf`, `cat notes | bash`, `spawn("python3", [join(dir, "data")])`.

/// The language in which a file is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    Shell,
    Python,
    Script,
}

/// What is between two words, in a command as in a call.
const BETWEEN: [char; 12] = ['\'', '"', '`', ',', '[', ']', ')', '<', '=', '+', ' ', '\t'];

/// The files that this text starts, as it names them, each with its language.
pub(super) fn started(text: &str) -> Vec<(&str, Language)> {
    let mut found = Vec::new();
    for line in text.lines() {
        let handed = line.contains("eval ") || line.contains("-c ");
        line.split([';', '&']).for_each(|commands| of_pipe(commands, handed, &mut found));
    }
    found
}

/// `handed`: what is printed becomes the text of a shell.
fn of_pipe<'t>(commands: &'t str, handed: bool, found: &mut Vec<(&'t str, Language)>) {
    let mut commands = commands.split('|').peekable();
    while let Some(command) = commands.next() {
        let next = commands.peek().and_then(|next| words(next).next());
        let handed = handed || next.and_then(language) == Some(Language::Shell);
        let mut words = words(command).peekable();
        while let Some(word) = words.next() {
            if handed && last(word.trim_start_matches("$(")) == "cat" {
                let all = words.clone().filter(|word| !word.starts_with('-'));
                found.extend(all.map(|word| (word, Language::Shell)));
            }
            let Some(language) = language(word) else { continue };
            // What is put behind the hook's own folder begins there.
            let mut own = false;
            let operand = words.clone().find(|word| {
                let before = is_before(word);
                own = own && !before || is_own_folder(word);
                !before
            });
            let within = |word: &'t str| if own { word.trim_start_matches('/') } else { word };
            found.extend(operand.map(|word| (within(word), language)));
        }
    }
}

/// The words of a command or a call. One that a call begins with keeps its bracket.
fn words(command: &str) -> impl Iterator<Item = &str> + Clone {
    let words = command.split(BETWEEN).flat_map(|word| word.split_inclusive('('));
    words.map(str::trim).filter(|word| !word.is_empty())
}

/// What may come between a program and the file that it is to run: options, and how a path is put together.
fn is_before(word: &str) -> bool {
    word.starts_with('-')
        || word.ends_with('(')
        || matches!(word, "run" | "process.cwd")
        || is_own_folder(word)
}

fn is_own_folder(word: &str) -> bool {
    matches!(word, "__dirname" | "dir" | "import.meta.dirname" | "import.meta.dir")
}

/// The names of the files that a text starts, without their folders.
pub fn starts(text: &str) -> impl Iterator<Item = &str> {
    started(text).into_iter().map(|(word, _)| last(word))
}

/// The modules that JavaScript loads from out of the folder of a hook, as it names them. `file` is its name in there.
pub(super) fn loaded_from_outside<'t>(file: &str, text: &'t str) -> Vec<&'t str> {
    let up = |path: &str| path.split('/').take_while(|part| *part == "..").count();
    let depth = file.matches('/').count();
    let mut found = Vec::new();
    for (at, _) in text.match_indices("../") {
        let before = text.get(..at).unwrap_or_default();
        let Some(quote) = before.chars().next_back().filter(|c| matches!(c, '\'' | '"' | '`'))
        else {
            continue;
        };
        let word = before.trim_end_matches(quote).trim_end();
        let word = word.strip_suffix('(').map_or(word, str::trim_end);
        if !["from", "import", "require"].iter().any(|it| word.ends_with(it)) {
            continue;
        }
        let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
        let said = ["//", "*", "/*"].iter().any(|it| line.starts_with(it));
        // Of types nothing is left when it runs.
        let statement = word.rfind("import").max(word.rfind("export"));
        let statement = statement.and_then(|at| word.get(at..)?.split_whitespace().nth(1));
        let behind = text.get(at..).and_then(|rest| rest.split_once(quote)).map_or("", |it| it.1);
        let part =
            behind.trim_start().strip_prefix(')').and_then(|it| it.trim_start().strip_prefix('.'));
        let is_type =
            statement == Some("type") || part.is_some_and(|it| it.starts_with(char::is_uppercase));
        if said || is_type {
            continue;
        }
        let path = text.get(at..).and_then(|rest| rest.split(quote).next()).unwrap_or_default();
        if up(path) > depth && !path.contains('\n') && !path.ends_with(".json") {
            found.push(path);
        }
    }
    found
}

/// Whether a path leads out of the folder of a hook, to a file of somebody: not to what the system brings.
pub(super) fn is_outside(word: &str) -> bool {
    const OUT: [&str; 6] = ["~/", "$HOME/", "${HOME}/", "../", "/", "$HOME\\"];
    const SYSTEM: [&str; 8] = [
        "/bin/",
        "/dev/",
        "/opt/homebrew/",
        "/proc/",
        "/sbin/",
        "/usr/",
        "/System/",
        "/nix/store/",
    ];
    OUT.iter().any(|out| word.starts_with(out) && word.len() > out.len())
        && !SYSTEM.iter().any(|system| word.starts_with(system))
}

/// The last part of a path.
pub(super) fn last(word: &str) -> &str {
    word.rsplit(['/', '\\']).next().unwrap_or_default()
}

fn language(word: &str) -> Option<Language> {
    let word = word.trim_start_matches("$(").trim_start_matches('(');
    match last(word) {
        "sh" | "bash" | "dash" | "zsh" | "ksh" | "ash" | "mksh" | "source" => Some(Language::Shell),
        "." if word == "." => Some(Language::Shell),
        "node" | "nodejs" | "bun" | "deno" | "tsx" | "ts-node" | "process.execPath"
        | "execPath" => Some(Language::Script),
        name if name.starts_with("python") || name.starts_with("pypy") => {
            let version = name.trim_start_matches("python").trim_start_matches("pypy");
            let is_version = version.chars().all(|c| c.is_ascii_digit() || c == '.');
            is_version.then_some(Language::Python)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(text: &str, name: &str) -> Option<Language> {
        let found = started(text).into_iter().find(|(found, _)| last(found) == name);
        found.map(|(_, language)| language)
    }

    #[test]
    fn what_is_named_to_a_program_that_runs_it_is_started() {
        for (text, name, language) in [
            ("sh hook.txt", "hook.txt", Language::Shell),
            ("bash -e \"$DIR/hook.txt\"", "hook.txt", Language::Shell),
            (". ./settings.conf", "settings.conf", Language::Shell),
            ("[ -f a ] && source ${DIR}/settings.conf", "settings.conf", Language::Shell),
            ("cat data/notes | sh", "notes", Language::Shell),
            ("eval \"$(cat notes)\"", "notes", Language::Shell),
            ("sh < notes", "notes", Language::Shell),
            ("env A=1 /bin/sh -x notes.md", "notes.md", Language::Shell),
            ("spawn('sh', [path.join(__dirname, 'hook.txt')])", "hook.txt", Language::Shell),
            ("execFileSync(\"bash\", [`${dir}/hook.txt`])", "hook.txt", Language::Shell),
            (
                "execFileSync('sh', [import.meta.dirname + '/hook.txt'])",
                "hook.txt",
                Language::Shell,
            ),
            ("subprocess.run(['python3', 'data.bin'])", "data.bin", Language::Python),
            ("python3.12 -u data.txt", "data.txt", Language::Python),
            ("spawn(process.execPath, [\"data.txt\"])", "data.txt", Language::Script),
            ("deno run -A data.txt", "data.txt", Language::Script),
        ] {
            assert_eq!(starts(text, name), Some(language), "{text}");
        }
    }

    #[test]
    fn what_a_module_loads_from_elsewhere_is_named() {
        for (file, text, expected) in [
            ("handler.ts", "import { go } from \"../../lib.mjs\";", &["../../lib.mjs"][..]),
            ("handler.ts", "import '../a.js'\nexport * from '../b.js'", &["../a.js", "../b.js"]),
            (
                "h.js",
                "const a = require ( '../a' ), b = await import(`../b.js`)",
                &["../a", "../b.js"],
            ),
            ("lib/a.js", "import '../handler.js'; import '../../x.js'", &["../../x.js"]),
            ("h.js", "import a from '../package.json'; read('../notes.txt')", &[]),
            ("h.ts", "import type { A,\n B } from '../../src/hooks.js'", &[]),
            ("h.ts", "export type { A } from \"../a.js\"; let b: import('../b.js').B", &[]),
            ("h.js", "// const a = require('../a')\n/**\n * import a from '../a'\n */", &[]),
            ("h.js", "import('../a.js').then(run)", &["../a.js"]),
        ] {
            assert_eq!(loaded_from_outside(file, text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_behind_the_own_folder_is_in_it() {
        let named = |text| started(text).first().map(|(word, _)| *word);
        assert_eq!(named("spawn('sh', [__dirname + '/a.txt'])"), Some("a.txt"));
        assert_eq!(named("spawn('sh', ['-x', '/a.txt'])"), Some("/a.txt"));
    }

    #[test]
    fn a_path_out_of_the_folder_is_told_from_one_in_it() {
        for out in ["~/bin/a.sh", "$HOME/a.sh", "../other/run.py", "/home/me/a.sh", "/opt/a/b"] {
            assert!(is_outside(out), "{out}");
        }
        for within in ["./a.sh", "a.sh", "lib/a.sh", "$DIR/a.sh", "/usr/bin/env", "/dev/stdin", "/"]
        {
            assert!(!is_outside(within), "{within}");
        }
    }

    #[test]
    fn what_a_program_only_works_with_is_not_started() {
        for (text, name) in [
            ("sh run.sh log.txt", "log.txt"),
            ("cat notes.txt", "notes.txt"),
            ("cat notes.txt | wc -l", "notes.txt"),
            ("cat notes.txt; sh run.sh", "notes.txt"),
            ("echo hello >> log.txt", "log.txt"),
            ("python3 run.py data.txt", "data.txt"),
            ("// see notes.txt.", "notes.txt"),
            ("readFileSync(join(dir, 'notes.txt'))", "notes.txt"),
            ("pythonic notes.txt", "notes.txt"),
        ] {
            assert_eq!(starts(text, name), None, "{text}");
        }
    }
}
