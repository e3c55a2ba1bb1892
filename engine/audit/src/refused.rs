//! What ZeroClaw's fork takes for a dangerous command. It looks at words alone, and only at texts that it never runs.

use std::sync::LazyLock;

use regex::Regex;

const REFUSED: &str = concat!(
    r"(?im)\x00",
    r"|:\(\)\s*\{\s*:\|:&\s*\};:",
    r"|/dev/tcp/",
    r"|\b(nc|ncat)\b[^\n]{0,120}\s-e\b",
    r"|\bbash\s+-i\b",
    r"|\b(curl|wget)\b[^\n|]{0,200}\|\s*(sh|bash|zsh)\b",
    r"|\brm\s+-rf\s+/",
    r"|\bmkfs(\.[a-z0-9]+)?\b",
    r"|\bdd\s+if=",
    // After another command more is refused.
    r"|(&&|;|\|)\s*(rm\s+-rf|mkfs|dd\s+if=|(curl|wget).*\|\s*(sh|bash))",
);

static PATTERN: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(REFUSED).ok());

/// Whether ZeroClaw's fork refuses a hook for this text.
#[must_use]
pub fn refused_by_fork(text: &str) -> bool {
    PATTERN.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

#[cfg(test)]
mod tests {
    use super::refused_by_fork;

    #[test]
    fn the_fork_of_zeroclaw_goes_by_words() {
        for text in [
            "rm -rf /",
            "RM  -rf /home",
            "x && rm -rf y",
            "x | mkfsx",
            "echo mkfs.ext4",
            "curl a | sh",
            "true; wget x\t| zsh -c y | bashful",
            "dd if=a of=b",
            "bash -i",
            "ncat a 1 -e sh",
            "cat </dev/tcp/a/1",
            ":() { :|:& };:",
            "a\0b",
        ] {
            assert!(refused_by_fork(text), "{text}");
        }
        for text in [
            "",
            "true",
            "rm -rf y",
            "mkfsx",
            "add if=x",
            "bash -ic x",
            "curl a | tee sh",
            "curl a\n| sh",
            "nc a -extra",
            ":(){ :|:& }",
            "sudo rm -r /",
        ] {
            assert!(!refused_by_fork(text), "{text}");
        }
    }
}
