//! Files that hold data, as modules: what is in them is their default, and bun makes an export of each of their keys.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use serde_json::Value;
use tacklebox_agents::config::{self, Syntax};
use tacklebox_audit::module::{Facts, Kind};

/// The kinds that are read.
const ENDINGS: [&str; 7] = ["json", "jsonc", "json5", "toml", "yaml", "yml", "txt"];
/// Of one with more keys than these, they are not told one by one.
const MOST_KEYS: usize = 32;
/// How a program for Node begins, on each system.
const PROGRAMS: [&[u8]; 6] = [
    b"\x7fELF",
    b"MZ",
    b"\xcf\xfa\xed\xfe",
    b"\xce\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
    b"\xbe\xba\xfe\xca",
];

pub(super) fn is_data(ending: &str) -> bool {
    ENDINGS.contains(&ending)
}

/// What a file with this ending says as a module; none for what is not data.
pub(super) fn facts(ending: &str, text: &str) -> Option<Facts> {
    // The mark of an editor is taken by both.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut facts = Facts { linked: true, ..Facts::default() };
    facts.exports.push(("default".to_owned(), Kind::Other));
    let value = match ending {
        "json" => json(text, &mut facts),
        "jsonc" | "json5" => loose(config::value(text).ok(), &mut facts),
        "toml" => loose(config::parse(Syntax::Toml, text).ok(), &mut facts),
        "yaml" | "yml" => loose(None, &mut facts),
        "txt" => None,
        _ => return None,
    };
    if let Some(Value::Object(map)) = value {
        match map.len() > MOST_KEYS {
            true => facts.more_exports = true,
            false => {
                let keys = map.into_iter().map(|(key, _)| key).filter(|key| key != "default");
                facts.exports.extend(keys.map(|key| (key, Kind::Unknown)));
            }
        }
    }
    Some(facts)
}

fn json(text: &str, facts: &mut Facts) -> Option<Value> {
    let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(text) else {
        let value = serde_json::from_str(text).ok();
        // What is deeper than that is read all the same, but not here.
        facts.more_exports = value.is_none();
        return value;
    };
    let why = format!("line {}: this is not JSON", error.line());
    facts.more_exports = true;
    match config::value(text) {
        // bun takes some of them with comments.
        Ok(_) => {
            facts.early.doubt = true;
            facts.early.node = Some(why);
        }
        Err(_) => facts.syntax = Some(why),
    }
    None
}

/// Of what bun alone reads. Where it is read in another way here, nothing is said.
fn loose(value: Option<Value>, facts: &mut Facts) -> Option<Value> {
    facts.early.doubt = value.is_none();
    facts.more_exports = value.is_none();
    value
}

/// Why a file that is not a text surely is none of its kind.
pub(super) fn not_of_its_kind(place: &Path, ending: &str) -> Option<&'static str> {
    let mut begin = Vec::new();
    File::open(place).ok()?.take(4).read_to_end(&mut begin).ok()?;
    match ending {
        "wasm" if begin != b"\0asm" => Some("is not WebAssembly"),
        "node" if !PROGRAMS.iter().any(|program| begin.starts_with(program)) => {
            Some("is not a program for Node")
        }
        _ => None,
    }
}
