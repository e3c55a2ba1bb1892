//! What looks wrong about a key, as far as that can be told without asking anybody.

use tacklebox_agents::config::may_be_secret;
use tacklebox_machine::words;

use super::{KeyPart, KeyShape, help};

/// Words that pages print before a key, for a header.
const FIRST: [&str; 3] = ["bearer", "token", "bot"];

/// What looks wrong about a value for a variable (or a setting) that holds a key. None where nothing does: nor as long
/// as what was typed may still become right, nor for what is not known to be a key.
pub fn odd(name: &str, value: &str) -> Option<String> {
    let help = help(name);
    if help.is_none() && !may_be_secret(name) {
        return None;
    }
    let text = value.trim();
    let is_quote = |sign: char| matches!(sign, '"' | '\'');
    if text.len() > 1 && text.starts_with(is_quote) && text.ends_with(is_quote) {
        return Some("Leave the quotes out.".to_owned());
    }
    if let Some((first, _)) = text.split_once(char::is_whitespace) {
        let is_left_out = FIRST.iter().any(|word| first.eq_ignore_ascii_case(word));
        return Some(match is_left_out {
            true => "Leave out the first word: only the key itself.".to_owned(),
            false => "There is a space in it, and no key has one.".to_owned(),
        });
    }
    let help = help.filter(|_| !text.is_empty())?;
    let service = help.service?;
    if let Some(shape) = help.shape.filter(|shape| !may_fit(text, shape)) {
        return Some(format!("A key of {service} looks like {}", shape.example));
    }
    let may = |start: &String| text.starts_with(start.as_str()) || start.starts_with(text);
    if help.begins.is_empty() || help.begins.iter().any(may) {
        return None;
    }
    Some(format!("A key of {service} begins with {}.", words::any_of(help.begins)))
}

/// Whether it has this shape, or may still get it.
fn may_fit(text: &str, shape: &KeyShape) -> bool {
    let typed: Vec<&str> = text.split(shape.by.as_str()).collect();
    let ended = typed.split_last().map_or(&[][..], |(_, ended)| ended);
    typed.len() <= shape.parts.len()
        && ended.iter().all(|part| !part.is_empty())
        && typed.iter().zip(&shape.parts).all(|(part, of)| of.is_of(part))
}

impl KeyPart {
    fn is_of(self, part: &str) -> bool {
        part.chars().all(|sign| match self {
            Self::Digits => sign.is_ascii_digit(),
            Self::Letters => sign.is_ascii_alphanumeric() || matches!(sign, '_' | '-'),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_cannot_be_one_is_said_while_it_is_typed() {
        for (name, value, said) in [
            ("GITHUB_TOKEN", "ghp_0123", None),
            ("GITHUB_TOKEN", "gh", None),
            ("GITHUB_TOKEN", "", None),
            ("GITHUB_TOKEN", " ghp_0123\n", None),
            (
                "GITHUB_TOKEN",
                "abc",
                Some("A key of GitHub begins with ghp_, github_pat_, gho_ or ghs_."),
            ),
            ("GITHUB_TOKEN", "'ghp_0123'", Some("Leave the quotes out.")),
            (
                "GITHUB_TOKEN",
                "\"",
                Some("A key of GitHub begins with ghp_, github_pat_, gho_ or ghs_."),
            ),
            ("MY_TOKEN", "Bearer a", Some("Leave out the first word: only the key itself.")),
            ("MY_TOKEN", "bot\ta", Some("Leave out the first word: only the key itself.")),
            ("MY_TOKEN", "a b", Some("There is a space in it, and no key has one.")),
            ("MY_TOKEN", "anything", None),
            // It may well have a space.
            ("CITY", "New York", None),
            ("TELEGRAM_BOT_TOKEN", "123456789", None),
            ("TELEGRAM_BOT_TOKEN", "123456789:", None),
            ("TELEGRAM_BOT_TOKEN", "123456789:AA_x-9", None),
            ("TELEGRAM_BOT_TOKEN", ":AA", Some("A key of Telegram looks like 123456789:AA…")),
            ("TELEGRAM_BOT_TOKEN", "12a", Some("A key of Telegram looks like 123456789:AA…")),
            ("TELEGRAM_BOT_TOKEN", "1:a:b", Some("A key of Telegram looks like 123456789:AA…")),
            // Another secret of a service whose keys have a shape.
            ("DISCORD_PUBLIC_KEY", "0a1b", None),
        ] {
            assert_eq!(odd(name, value).as_deref(), said, "{name}={value}");
        }
    }
}
