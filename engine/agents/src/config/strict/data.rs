//! The schemas as they are compiled in, each read once when it is first asked for.

use std::sync::LazyLock;

use super::Schema;

type Read = LazyLock<Option<Schema>>;

macro_rules! schema {
    ($version:literal) => {{
        static READ: Read = LazyLock::new(|| {
            let text = include_str!(concat!("openclaw-", $version, ".json"));
            let root = serde_json::from_str(text).ok()?;
            Some(Schema { version: $version, root })
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
