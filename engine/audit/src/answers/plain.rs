//! Shell text in which every word stands for itself: no quotes, variables, patterns, redirects or parentheses. Most
//! commands of hooks are one path, and to parse that as shell takes longer than to read the hook.

use super::Answers;

/// Words of the shell that may have another command behind them.
const KEYWORDS: [&str; 16] = [
    "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "in",
    "select", "then", "until", "while",
];

/// What such a text answers; none where it is not of that kind, or has `exit` in another place than at the
/// beginning of a line.
pub(super) fn answers(text: &str) -> Option<Answers> {
    let mut answers = Answers::default();
    for (at, line) in text.split('\n').enumerate() {
        if at == 0 && line.starts_with("#!") {
            continue;
        }
        if !line.bytes().all(is_plain) {
            return None;
        }
        let mut words = line.split(' ').filter(|word| !word.is_empty());
        let Some(program) = words.next() else { continue };
        if KEYWORDS.contains(&program) || program == "time" {
            return None;
        }
        let status = words.next();
        if program == "exit" {
            answers.exits.extend(status.and_then(|status| status.parse::<u32>().ok()));
        } else if program.contains("xit") {
            return None;
        }
        // To find `exit` behind a program that starts others is for the grammar.
        if status.into_iter().chain(words).any(|word| word.contains("xit")) {
            return None;
        }
    }
    Some(answers)
}

const fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'.' | b'/' | b'_' | b'-')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::by_grammar;
    use super::*;

    fn word() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec![
            "exit",
            "exit",
            "0",
            "1",
            "2",
            "-1",
            "007",
            "4294967296",
            "./handler.sh",
            "/bin/exit",
            "echo",
            "sudo",
            "exec",
            "env",
            "bash",
            "-c",
            "node",
            "python3",
            "jq",
            "then",
            "if",
            "fi",
            "for",
            "do",
            "done",
            "time",
            "true",
            "exits",
            "x",
            ".",
            "-",
            "",
            "command",
            "case",
            "in",
            "esac",
            "while",
            "function",
            "_exit",
            "nohup",
            "xargs",
            "set",
            "-e",
        ])
    }

    fn text() -> impl Strategy<Value = String> {
        let line = prop::collection::vec(word(), 0..5).prop_map(|words| words.join(" "));
        (any::<bool>(), prop::collection::vec(line, 0..5)).prop_map(|(marked, lines)| {
            let text = lines.join("\n");
            if marked { format!("#!/bin/sh\n{text}") } else { text }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn what_is_plain_answers_as_the_grammar_has_it(text in text()) {
            if let Some(answers) = answers(&text) {
                prop_assert_eq!(answers, by_grammar(&text), "{}", text);
            }
        }
    }

    #[test]
    fn most_commands_are_plain() {
        for text in ["./handler.sh", "bash ./run.sh --all", "#!/bin/sh\nexit 0\n", "exit 2"] {
            assert!(answers(text).is_some(), "{text}");
        }
        for text in ["echo 'exit 2'", "sudo exit 2", "if true", "a; exit 3", "e\\xit 3", "$A 3"] {
            assert!(answers(text).is_none(), "{text}");
        }
    }
}
