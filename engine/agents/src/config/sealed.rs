//! Texts of a config that only the key beside it opens (rule ): a version that cannot open one does not start.
//! Whether a key that is there is the right one is not tried.

use std::path::Path;

use serde_json::Value;

use super::Config;
use super::path::ConfigPath;
use super::strict::Fault;
use super::typed::Types;
use tacklebox_machine::files;

/// Where a version keeps such texts, and the key to them.
#[derive(Debug, PartialEq, Eq)]
pub struct Sealed {
    /// The file of the key, in the folder of the config.
    pub key: &'static str,
    /// The settings. A star is any key.
    pub places: &'static [&'static [&'static str]],
}

/// What ZeroClaw's fork opens before it checks anything.
pub static ZEROCLAW_FORK: Sealed = Sealed {
    key: ".secret_key",
    places: &[
        &["api_key"],
        &["composio", "api_key"],
        &["browser", "computer_use", "api_key"],
        &["web_search", "brave_api_key"],
        &["storage", "provider", "config", "db_url"],
        &["storage", "provider", "config", "dbURL"],
        &["storage", "provider", "config", "database_url"],
        &["storage", "provider", "config", "databaseUrl"],
        &["agents", "*", "api_key"],
        &["channels_config", "nostr", "private_key"],
    ],
};

/// Before the text of today's cipher, and of the one before it.
const TODAY: &str = "enc2:";
const BEFORE: &str = "enc:";
/// The bytes of its key, and those around each text of today's.
const KEY: usize = 32;
const AROUND: usize = 12 + 16;
/// A file of a key is far smaller.
const MOST: u64 = 64 * 1024;

impl Sealed {
    /// The config with what is wrong in it, these texts among it.
    pub(crate) fn opened(&self, mut config: Config, types: &Types) -> Config {
        let sealed = self.faults(&config.value, &config.path);
        if !sealed.is_empty() {
            let known = config.filled.take();
            let known = known.unwrap_or_else(|| types.faults(&config.as_typed(), config.syntax));
            config.filled = Some(known.into_iter().chain(sealed).collect());
        }
        config
    }

    /// The texts that cannot be opened on this computer. None of them is told.
    fn faults(&self, config: &Value, path: &Path) -> Vec<Fault> {
        let mut found = Vec::new();
        for place in self.places {
            within(config, place, &ConfigPath::default(), &mut found);
        }
        if found.is_empty() {
            return Vec::new();
        }
        let key = path.with_file_name(self.key);
        let key = match files::read(&key, MOST) {
            Ok((Some(text), _)) => {
                Key::Is(std::str::from_utf8(&text).ok().and_then(|it| bytes(it.trim())))
            }
            Ok((None, _)) => Key::Missing,
            Err(_) => Key::Is(None),
        };
        let said = |(path, text): (ConfigPath, &str)| {
            let why = self.why_not(text, &key)?;
            let message = format!(
                "It is encrypted, and cannot be read: {why} Write the key itself in its place, not encrypted."
            );
            Some(Fault { path, message })
        };
        found.into_iter().filter_map(said).collect()
    }

    fn why_not(&self, text: &str, key: &Key) -> Option<String> {
        let (sealed, least) = match text.strip_prefix(TODAY) {
            Some(sealed) => (sealed, AROUND),
            None => (text.strip_prefix(BEFORE)?, 0),
        };
        let key_file = self.key;
        match (bytes(sealed), key) {
            (Some(sealed), _) if sealed.len() < least => {
                Some("a part of it is missing.".to_owned())
            }
            (None, _) => Some("a part of it is missing, or changed.".to_owned()),
            // Nothing is opened by any key.
            (Some(sealed), Key::Missing) if sealed.is_empty() => None,
            (_, Key::Missing) => Some(format!(
                "its key, {key_file} beside the config, is not there. It may be on the computer that the config is from."
            )),
            (_, Key::Is(Some(key))) if key.len() == KEY || least == 0 => None,
            (_, Key::Is(_)) => Some(format!("its key, {key_file} beside the config, is broken.")),
        }
    }
}

enum Key {
    Missing,
    /// Its bytes; none where it cannot be read.
    Is(Option<Vec<u8>>),
}

/// The texts at a place that are encrypted.
fn within<'v>(
    value: &'v Value,
    place: &[&str],
    path: &ConfigPath,
    found: &mut Vec<(ConfigPath, &'v str)>,
) {
    let Some((step, rest)) = place.split_first() else {
        let text = value.as_str().filter(|it| it.starts_with(TODAY) || it.starts_with(BEFORE));
        found.extend(text.map(|text| (path.clone(), text)));
        return;
    };
    for (key, value) in value.as_object().into_iter().flatten() {
        if *step == "*" || step == key {
            within(value, rest, &path.join(key), found);
        }
    }
}

/// What two letters each say. Rust reads a plus sign before a digit.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let pairs = (0..text.len()).step_by(2);
    pairs.map(|at| u8::from_str_radix(text.get(at..at.saturating_add(2))?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use serde_json::json;

    use super::ZEROCLAW_FORK;

    fn faults(text: &str, key: Option<&str>) -> Vec<String> {
        let tmp = tempfile::tempdir().unwrap();
        let config =
            json!({ "api_key": "plain", "agents": { "a": { "api_key": text } }, "other": text });
        if let Some(key) = key {
            let mut file = std::fs::File::create(tmp.path().join(".secret_key")).unwrap();
            file.write_all(key.as_bytes()).unwrap();
        }
        let found = ZEROCLAW_FORK.faults(&config, &tmp.path().join("config.toml"));
        found.iter().map(|it| format!("{}: {}", it.path, it.message)).collect()
    }

    #[test]
    fn a_text_that_no_key_opens_is_known() {
        let whole = format!("enc2:{}", "0a".repeat(29));
        let key = Some("0101010101010101010101010101010101010101010101010101010101010101\n");
        let torn = "a part of it is missing";
        for (text, key, why) in [
            ("sk-plain", None, None),
            (whole.as_str(), key, None),
            ("enc:0a", key, None),
            ("enc:0a", Some("01"), None),
            ("enc:", None, None),
            (&whole, None, Some("is not there")),
            ("enc:0a", None, Some("is not there")),
            (&whole, Some("x"), Some("is broken")),
            (&whole, Some("0101"), Some("is broken")),
            (&whole[..whole.len() - 1], key, Some(torn)),
            (&whole[..whole.len() - 4], key, Some(torn)),
            ("enc2:", key, Some(torn)),
            ("enc2:0g", key, Some(torn)),
            ("enc:\u{e4}\u{e4}", None, Some(torn)),
        ] {
            let found = faults(text, key);
            match (found.as_slice(), why) {
                ([], None) => {}
                ([said], Some(why)) => {
                    assert!(said.starts_with("agents.a.api_key: ") && said.contains(why), "{said}");
                    assert!(text.len() < 20 || !said.contains(&text[5..]), "{said}");
                }
                _ => panic!("{text}: {found:?}"),
            }
        }
    }
}
