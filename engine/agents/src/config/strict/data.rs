//! The schemas as they are compiled in, each read once when it is first asked for.

use std::sync::LazyLock;

use serde_json::Value;

use super::Schema;

type Read = LazyLock<Option<Schema>>;
type ReadPart = LazyLock<Value>;

macro_rules! schema {
    ($version:literal) => {{
        static READ: Read = LazyLock::new(|| {
            let text = include_str!(concat!("openclaw-", $version, ".json"));
            let root = serde_json::from_str(text).ok()?;
            static CHANNELS: ReadPart = LazyLock::new(|| {
                let text = include_str!(concat!("openclaw-", $version, "-channels.json"));
                serde_json::from_str(text).unwrap_or_default()
            });
            static PLUGINS: ReadPart = LazyLock::new(|| {
                let text = include_str!(concat!("openclaw-", $version, "-plugins.json"));
                serde_json::from_str(text).unwrap_or_default()
            });
            Some(Schema { version: $version, root, channels: &CHANNELS, plugins: &PLUGINS })
        });
        ($version, &READ)
    }};
}

pub(super) static VERSIONS: [(&str, &Read); 3] =
    [schema!("2026.9.6"), schema!("2026.8.1"), schema!("2026.7.35")];

pub(super) fn of(version: &str) -> Option<&'static Schema> {
    let (_, schema) = VERSIONS.iter().find(|(known, _)| *known == version)?;
    schema.as_ref()
}
