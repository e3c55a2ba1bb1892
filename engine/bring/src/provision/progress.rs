//! How far an installer is, where it says so itself.

use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;

/// The longest line that is shown under a bar, in characters.
const MAX_TEXT: usize = 160;

/// What is known of how far it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename = "InstallProgress")]
pub struct Progress {
    /// 0 to 100; none where the output says nothing of the kind.
    pub percent: Option<u8>,
    /// The last thing that it said.
    pub text: String,
}

/// `42%`, `42.5 %`
static PERCENT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:^|[^\d.])(\d{1,3})(?:\.\d+)?\s?%").ok());

/// `3 of 7`, `(3/7)`, `[3/7]`: without brackets a slash is a date or a path.
static COUNT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\b(\d{1,6}) of (\d{1,6})\b|[(\[]\s*(\d{1,6})\s*/\s*(\d{1,6})\s*[)\]]").ok()
});

impl Progress {
    /// Takes in one more line. Says whether something is to be seen that was not.
    pub fn hear(&mut self, line: &str) -> bool {
        let line = line.trim();
        if line.is_empty() {
            return false;
        }
        let text: String = line.chars().take(MAX_TEXT).collect();
        // A line without a number belongs to the same step as the last one with it.
        let percent = percent(line).or(self.percent);
        let fresh = Self { percent, text };
        let changed = *self != fresh;
        *self = fresh;
        changed
    }
}

fn percent(line: &str) -> Option<u8> {
    let last = |regex: &LazyLock<Option<Regex>>| regex.as_ref()?.captures_iter(line).last();
    if let Some(found) = last(&PERCENT) {
        let percent: u8 = found.get(1)?.as_str().parse().ok()?;
        return (percent <= 100).then_some(percent);
    }
    let found = last(&COUNT)?;
    let number = |a, b| found.get(a).or_else(|| found.get(b))?.as_str().parse::<u32>().ok();
    let (done, all) = (number(1, 3)?, number(2, 4)?);
    if done > all {
        return None;
    }
    u8::try_from(done.saturating_mul(100).checked_div(all)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_installers_print() {
        for (line, wanted) in [
            ("########                 45.3%", Some(45)),
            ("Progress: [ 60%] [####..]", Some(60)),
            ("Downloading 12 of 21 packages", Some(57)),
            ("   Compiling serde v1.0 (21/42)", Some(50)),
            ("[3/3] Linking", Some(100)),
            ("1% then 7 %", Some(7)),
            ("Get:1 https://deb.debian.org/debian bookworm/main amd64 jq", None),
            ("released 2026/11/21, 10/12", None),
            ("5 of 0, 9 of 3", None),
            ("999%", None),
            ("(999998/999999)", Some(99)),
            ("", None),
        ] {
            assert_eq!(percent(line), wanted, "{line}");
        }
    }

    #[test]
    fn the_last_words_stand_under_the_bar() {
        let mut progress = Progress::default();
        assert!(progress.hear("Fetching 1 of 2"));
        assert!(progress.hear("  Unpacking  "));
        assert_eq!(progress, Progress { percent: Some(50), text: "Unpacking".into() });
        assert!(!progress.hear("Unpacking") && !progress.hear("   "));
    }
}
