//! The short way past the most common command of all: a line for a log. What it accepts can do no
//! more than print and append, so the long way finds nothing in it (a property test holds them side
//! by side); anything else goes the long way.

use tacklebox_machine::cut::Cut;

/// Whether the text is one `echo` of plain words, `"texts with $(date)"`, and a file they go to.
pub(super) fn is_log_line(text: &str) -> bool {
    let Some(mut rest) = text.strip_prefix("echo ") else { return false };
    loop {
        rest = rest.trim_start_matches(' ');
        if let Some(file) = rest.strip_prefix('>') {
            return is_file(file.strip_prefix('>').unwrap_or(file).trim_matches(' '));
        }
        let end = match rest.strip_prefix('"') {
            Some(inside) => match quoted(inside) {
                Some(length) => length.saturating_add(1),
                None => return false,
            },
            None => rest.find(|c: char| !is_plain(c)).unwrap_or(rest.len()),
        };
        rest = rest.cut(end..);
        if rest.is_empty() {
            return true;
        }
        if end == 0 || !rest.starts_with(' ') {
            return false;
        }
    }
}

/// So many bytes, up to and including the closing quote.
fn quoted(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = text.cut(at..);
        if let Some(command) = rest.strip_prefix("$(date") {
            let end = command.find(')')?;
            let known = end == 0 || command.starts_with(' ');
            if !known
                || !command.cut(..end).chars().all(|c| is_plain(c) || matches!(c, ' ' | '+' | '%'))
            {
                return None;
            }
            at = at.saturating_add("$(date".len().saturating_add(end).saturating_add(1));
            continue;
        }
        match rest.chars().next()? {
            '"' => return Some(at.saturating_add(1)),
            c if is_plain(c) || matches!(c, ' ' | '+' | '%' | '(' | ')' | '[' | ']') => {
                at = at.saturating_add(1)
            }
            _ => return None,
        }
    }
}

/// A file below the home or the folder, and no device.
fn is_file(text: &str) -> bool {
    let inside = text.strip_prefix("~/").unwrap_or(text);
    inside.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '.')
        && inside.chars().all(|c| is_plain(c) && c != ':')
        && !inside.contains("..")
}

/// Means itself, wherever it is.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '-' | '_' | ':' | ',')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::is_log_line;
    use crate::code::shell::Scan;

    #[test]
    fn what_counts_as_a_line_for_a_log() {
        for (text, quiet) in [
            (r#"echo "$(date -Iseconds) tool called" >> ~/tool_log.log"#, true),
            (r#"echo "$(date +%H:%M): done" > logs/today.txt"#, true),
            ("echo done", true),
            ("echo done >> /dev/sda", false),
            ("echo done >> ../../dev/sda", false),
            ("echo done; reboot", false),
            ("echo done | sh", false),
            ("echo done\nreboot", false),
            (r#"echo "$(datex)""#, false),
            (r#"echo "$(date; reboot)""#, false),
            (r#"echo "$(date)"#, false),
            (r#"echo "$HOME""#, false),
            ("echo `date`", false),
            ("echo", false),
        ] {
            assert_eq!(is_log_line(text), quiet, "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn the_long_way_finds_nothing_either(
            words in prop::collection::vec(prop_oneof![
                4 => r#"[a-z0-9./:,_-]{1,8}"#,
                2 => r#""[a-z0-9 .%+()\[\]-]{0,8}(\$\(date[ a-z+%:-]{0,6}\))?[a-z /]{0,4}""#,
                2 => r#">{1,2} ?(~/)?[a-z0-9./_-]{1,10}"#,
                1 => prop::sample::select(vec![
                    "rm -rf /", "/dev/sda", "/dev/tcp/1.2.3.4/80", "sh", "mkfs.ext4", "eval", "> /dev/sda", "nc -e",
                    "~", "$0", "&", "|", ";", "{a,b}", "base64 -d", "\"$(sh)\"", "curl x",
                ]).prop_map(String::from),
            ], 0..6)
        ) {
            let text = format!("echo {}", words.join(" "));
            if is_log_line(&text) {
                prop_assert_eq!(Scan::findings(&text, "HOOK.toml", 1), vec![], "{}", text);
            }
        }
    }
}
