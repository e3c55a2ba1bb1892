//! Which names an archive may use: such that mean the same on Linux, macOS and Windows, that stay
//! below their folder, and that a person can read.

use super::{MAX_NAME, MAX_PATH, Refusal};
use tacklebox_machine::letters;

/// The parts of an entry's name. `.` and empty parts are dropped, as every unpacker does: `./a//b` is
/// `a/b`.
pub fn parts(raw: &[u8]) -> Result<Vec<String>, Refusal> {
    let Ok(name) = std::str::from_utf8(raw) else {
        return Err(Refusal::NotText(shown(&String::from_utf8_lossy(raw))));
    };
    if name.len() > MAX_PATH {
        return Err(Refusal::LongName(shown(name)));
    }
    // Before characters that nobody sees: they hide what is worse.
    if name.split('/').any(is_git) {
        return Err(Refusal::Git(shown(name)));
    }
    characters(name)?;
    if name.starts_with('/') || name.starts_with("\\\\") || is_drive(name) {
        return Err(Refusal::Absolute(shown(name)));
    }
    if name.contains('\\') {
        return Err(Refusal::Backslash(shown(name)));
    }
    let mut parts = Vec::new();
    for part in name.split('/').filter(|part| !part.is_empty() && *part != ".") {
        if part == ".." {
            return Err(Refusal::Outside(shown(name)));
        }
        if part.len() > MAX_NAME {
            return Err(Refusal::LongName(shown(name)));
        }
        if is_reserved(part) {
            return Err(Refusal::Reserved(shown(name)));
        }
        parts.push(part.to_owned());
    }
    Ok(parts)
}

/// Refuses characters that hide what a name is.
pub(super) fn characters(name: &str) -> Result<(), Refusal> {
    if name.chars().any(is_bidi) {
        return Err(Refusal::Bidi(shown(name)));
    }
    if name.chars().any(is_control) {
        return Err(Refusal::Control(shown(name)));
    }
    if letters::has_hidden(name) {
        return Err(Refusal::Hidden(shown(name)));
    }
    Ok(())
}

/// The name as a computer sees it that does not mind capitals.
pub(super) fn folded(path: &str) -> String {
    path.to_uppercase().to_lowercase()
}

/// A stranger's name for a sentence: short, and with nothing in it that could deceive.
pub fn shown(name: &str) -> String {
    const LONGEST: usize = 80;
    let mut text = printable(name.chars().take(LONGEST));
    if name.chars().nth(LONGEST).is_some() {
        text.push('…');
    }
    text
}

/// A stranger's text on one line, with nothing in it that a terminal would obey or that nobody sees.
pub fn printable(text: impl Iterator<Item = char>) -> String {
    let mut out = String::new();
    for (c, hidden) in letters::hidden(text) {
        if hidden {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

/// `C:` and what follows: on Windows a place of its own, wherever it is.
fn is_drive(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic()) && chars.next() == Some(':')
}

fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

fn is_bidi(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// What git takes for its own folder on some computer: in any capitals, under the short name that
/// Windows gives it, with characters in it that a Mac does not see. What is in such a folder is run by
/// whoever asks git for the state of the folder around it.
pub(super) fn is_git(part: &str) -> bool {
    let seen = part.chars().filter(|c| {
        !matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    });
    let name: String = seen.flat_map(char::to_lowercase).collect();
    // What Windows cuts off, it cuts off here too.
    let name = name.split(':').next().unwrap_or_default().trim_end_matches(['.', ' ']);
    let short = name.strip_prefix("git~");
    name == ".git"
        || short.is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()))
}

/// Devices by name, in any folder and with any extension; what Windows cuts off or does not take.
fn is_reserved(part: &str) -> bool {
    if part.ends_with(['.', ' ']) || part.contains(['<', '>', ':', '"', '|', '?', '*']) {
        return true;
    }
    let stem = part.split('.').next().unwrap_or(part).trim_end_matches(' ').to_ascii_uppercase();
    if matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$") {
        return true;
    }
    let port = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
    port.is_some_and(|rest| {
        let mut chars = rest.chars();
        let number = chars.next().is_some_and(|c| c.is_ascii_digit() || "¹²³".contains(c));
        number && chars.next().is_none()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_pass_and_are_tidied() {
        for (name, want) in [
            ("a", vec!["a"]),
            ("./a//b/", vec!["a", "b"]),
            ("bin/jq-1.7_x+y@z", vec!["bin", "jq-1.7_x+y@z"]),
            (".hidden/…/ünï 👩‍🚀", vec![".hidden", "…", "ünï 👩‍🚀"]),
            ("console/com/company/nullable.txt", vec!["console", "com", "company", "nullable.txt"]),
            ("./", vec![]),
            (".gitignore", vec![".gitignore"]),
            (".github/x.git", vec![".github", "x.git"]),
            ("git~/git~x/git~1x", vec!["git~", "git~x", "git~1x"]),
        ] {
            assert_eq!(parts(name.as_bytes()).unwrap(), want, "{name}");
        }
    }

    #[test]
    fn names_that_leave_or_deceive_are_refused_by_their_kind() {
        type Of = fn(String) -> Refusal;
        let cases: [(&str, Of); 33] = [
            (".git", Refusal::Git),
            ("a/.git/config", Refusal::Git),
            (".GIT/config", Refusal::Git),
            (".gIt", Refusal::Git),
            ("GIT~1/config", Refusal::Git),
            (".g\u{200c}it/config", Refusal::Git),
            (".git./config", Refusal::Git),
            ("../x", Refusal::Outside),
            ("a/../../x", Refusal::Outside),
            ("a/..", Refusal::Outside),
            ("/etc/passwd", Refusal::Absolute),
            ("C:\\x", Refusal::Absolute),
            ("c:x", Refusal::Absolute),
            ("C:/x", Refusal::Absolute),
            ("\\\\server\\share\\x", Refusal::Absolute),
            ("a\\..\\..\\x", Refusal::Backslash),
            ("..\\x", Refusal::Backslash),
            ("\\x", Refusal::Backslash),
            ("CON", Refusal::Reserved),
            ("a/nul.txt", Refusal::Reserved),
            ("aux .h", Refusal::Reserved),
            ("Com1", Refusal::Reserved),
            ("lpt¹.x", Refusal::Reserved),
            ("conin$", Refusal::Reserved),
            ("a./b", Refusal::Reserved),
            ("b ", Refusal::Reserved),
            ("file.txt:stream", Refusal::Reserved),
            ("...", Refusal::Reserved),
            ("a\u{0}b", Refusal::Control),
            ("a\nb", Refusal::Control),
            ("a\u{1b}[2Jb", Refusal::Control),
            ("a\u{85}b", Refusal::Control),
            ("gpj\u{202e}.exe", Refusal::Bidi),
        ];
        for (name, kind) in cases {
            assert_eq!(parts(name.as_bytes()), Err(kind(shown(name))), "{name:?}");
        }
        assert!(matches!(parts(b"caf\xe9"), Err(Refusal::NotText(_))));
        assert!(matches!(parts("x".repeat(256).as_bytes()), Err(Refusal::LongName(_))));
        assert!(matches!(parts("x/".repeat(600).as_bytes()), Err(Refusal::LongName(_))));
    }

    #[test]
    fn a_name_may_be_as_long_as_systems_take_it_and_not_longer() {
        let long = |name: &str| matches!(parts(name.as_bytes()), Err(Refusal::LongName(_)));
        assert!(!long(&"x".repeat(MAX_NAME)) && long(&"x".repeat(MAX_NAME + 1)));
        let path = "x/".repeat(MAX_PATH / 2);
        assert_eq!(path.len(), MAX_PATH);
        assert!(!long(&path) && long(&format!("{path}a")));
    }

    #[test]
    fn a_name_in_a_sentence_is_short_and_plain() {
        assert_eq!(shown("a\u{202e}b\n"), "a\\u{202e}b\\u{a}");
        assert_eq!(shown(&"x".repeat(500)).chars().count(), 81);
    }
}
