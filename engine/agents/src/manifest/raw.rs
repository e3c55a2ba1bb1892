//! What `HOOK.md` front matter says, as read by serde from YAML, JSON or JSON5 alike. Fields are read
//! typed, so that YAML does not turn a name `no` into a boolean.

use std::fmt;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use super::front::TOO_DEEP;
use super::unclosed::{self, Flow};
use crate::hook::InstallSpec;

/// The fields of the front matter that count; all others are skipped.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Front {
    pub(super) name: Option<String>,
    pub(super) description: Option<String>,
    pub(super) homepage: Option<String>,
    pub(super) emoji: Option<String>,
    pub(super) version: Option<String>,
    pub(super) metadata: Option<Metadata>,
}

/// The `metadata` value, as far as one agent is concerned.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Metadata {
    /// What is under the agent's own key, the first of them that is there.
    pub(super) own: Option<Own>,
    /// The keys of other agents whose value has `events`, in the order of the text.
    pub(super) others: Vec<String>,
}

/// `metadata.<agent>`.
#[derive(Debug, Default, PartialEq, serde::Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Own {
    pub(super) always: Option<bool>,
    pub(super) draft: Option<bool>,
    pub(super) hook_key: Option<String>,
    pub(super) emoji: Option<String>,
    pub(super) homepage: Option<String>,
    pub(super) events: Texts,
    pub(super) export: Option<String>,
    pub(super) os: Texts,
    pub(super) requires: Option<Requires>,
    pub(super) install: Option<Vec<Install>>,
    /// A map of notes; whatever else it is, it says nothing and harms nothing.
    pub(super) keys: Option<serde_json::Value>,
}

#[derive(Debug, Default, PartialEq, serde::Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Requires {
    pub(super) bins: Texts,
    pub(super) any_bins: Texts,
    pub(super) env: Texts,
    pub(super) config: Texts,
}

#[derive(Debug, Default, PartialEq, serde::Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Install {
    id: Option<String>,
    kind: Option<String>,
    label: Option<String>,
    bins: Texts,
    os: Texts,
    formula: Option<String>,
    package: Option<String>,
    module: Option<String>,
    url: Option<String>,
    archive: Option<String>,
    extract: Option<bool>,
    strip_components: Option<u32>,
    target_dir: Option<String>,
    sha256: Option<String>,
}

impl From<Install> for InstallSpec {
    fn from(spec: Install) -> Self {
        Self {
            id: spec.id,
            kind: spec.kind.unwrap_or_default(),
            label: spec.label,
            bins: spec.bins.items,
            os: spec.os.items,
            formula: spec.formula,
            package: spec.package,
            module: spec.module,
            url: spec.url,
            archive: spec.archive,
            extract: spec.extract,
            strip_components: spec.strip_components,
            target_dir: spec.target_dir,
            sha256: spec.sha256,
        }
    }
}

/// A list of texts; a lone text stands for a list of one.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Texts {
    pub(super) items: Vec<String>,
    pub(super) lone: bool,
    /// Blanks were left out.
    pub(super) trimmed: bool,
}

impl Texts {
    fn push(&mut self, text: &str) {
        let trimmed = text.trim();
        self.trimmed |= trimmed.is_empty() || trimmed.len() < text.len();
        if !trimmed.is_empty() {
            self.items.push(trimmed.to_owned());
        }
    }
}

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Texts;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a list of texts")
            }
            fn visit_unit<E: Error>(self) -> Result<Texts, E> {
                Ok(Texts::default())
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Texts, E> {
                let mut texts = Texts { lone: true, ..Texts::default() };
                texts.push(text);
                Ok(texts)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Texts, A::Error> {
                let mut texts = Texts::default();
                while let Some(item) = items.next_element::<Option<String>>()? {
                    texts.push(item.as_deref().unwrap_or_default());
                }
                Ok(texts)
            }
        }
        source.deserialize_any(List)
    }
}

/// Reads [`Front`]; holds the agent's names in `metadata`, the current one first.
#[derive(Clone, Copy)]
pub(super) struct FrontSeed<'k>(pub(super) &'k [&'k str]);

impl<'de> DeserializeSeed<'de> for FrontSeed<'_> {
    type Value = Front;
    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<Front, D::Error> {
        source.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for FrontSeed<'_> {
    type Value = Front;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("fields such as `name: my-hook`")
    }

    fn visit_unit<E: Error>(self) -> Result<Front, E> {
        Ok(Front::default())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Front, A::Error> {
        let mut front = Front::default();
        let mut seen = Vec::with_capacity(6);
        while let Some(key) = map.next_key::<String>()? {
            let field = match key.as_str() {
                "name" => &mut front.name,
                "description" => &mut front.description,
                "homepage" => &mut front.homepage,
                "emoji" => &mut front.emoji,
                "version" => &mut front.version,
                "metadata" => {
                    once(&mut seen, &key)?;
                    front.metadata = map.next_value_seed(MetadataSeed(self.0))?;
                    continue;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            *field = map.next_value()?;
            once(&mut seen, &key)?;
        }
        Ok(front)
    }
}

/// A field given twice is refused: which of the two would count differs between readers.
fn once<E: Error>(seen: &mut Vec<String>, key: &str) -> Result<(), E> {
    if seen.iter().any(|other| other == key) {
        return Err(E::custom(format!("`{key}` is given twice")));
    }
    seen.push(key.to_owned());
    Ok(())
}

/// Reads [`Metadata`] from a map, or from a text that holds one as JSON.
#[derive(Clone, Copy)]
pub(super) struct MetadataSeed<'k>(pub(super) &'k [&'k str]);

impl<'de> DeserializeSeed<'de> for MetadataSeed<'_> {
    type Value = Option<Metadata>;
    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<Self::Value, D::Error> {
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for MetadataSeed<'_> {
    type Value = Option<Metadata>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object with one key per agent")
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        if text.trim().is_empty() {
            return Ok(None);
        }
        json5(self, text).map_err(E::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut metadata = Metadata::default();
        let mut seen = Vec::new();
        let mut best = usize::MAX;
        while let Some(key) = map.next_key::<String>()? {
            if let Some(rank) = self.0.iter().position(|own| *own == key) {
                once(&mut seen, &key)?;
                let own = map.next_value::<Option<Own>>()?;
                if rank < best {
                    best = rank;
                    metadata.own = Some(own.unwrap_or_default());
                }
            } else if map.next_value::<HasEvents>()?.0 {
                metadata.others.push(key);
            }
        }
        Ok(Some(metadata))
    }
}

/// `metadata` that is strict JSON; none where it is not.
pub(super) fn strict(seed: MetadataSeed, text: &str) -> Option<Option<Metadata>> {
    let mut strict = serde_json::Deserializer::from_str(text);
    let metadata = seed.deserialize(&mut strict).ok()?;
    strict.end().is_ok().then_some(metadata)
}

/// Reads `metadata` from JSON, or JSON5. The error is a sentence.
pub(super) fn json5(seed: MetadataSeed, text: &str) -> Result<Option<Metadata>, String> {
    if let Some(metadata) = strict(seed, text) {
        return Ok(metadata);
    }
    let start = text.len().saturating_sub(text.trim_start().len());
    if matches!(unclosed::flow(text, start), Flow::TooDeep(_)) {
        return Err(TOO_DEEP.to_owned());
    }
    let value: serde_json::Value =
        ::json5::from_str(text).map_err(|_| "the text of `metadata` is not JSON".to_owned())?;
    if !value.is_object() {
        return Err("the text of `metadata` is not a JSON object".to_owned());
    }
    seed.deserialize(value).map_err(|error| error.to_string())
}

/// Whether any value at all is an object with `events`.
struct HasEvents(bool);

impl<'de> Deserialize<'de> for HasEvents {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        struct Probe;
        impl<'de> Visitor<'de> for Probe {
            type Value = bool;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("any value")
            }
            fn visit_bool<E>(self, _: bool) -> Result<bool, E> {
                Ok(false)
            }
            fn visit_i64<E>(self, _: i64) -> Result<bool, E> {
                Ok(false)
            }
            fn visit_i128<E>(self, _: i128) -> Result<bool, E> {
                Ok(false)
            }
            fn visit_u64<E>(self, _: u64) -> Result<bool, E> {
                Ok(false)
            }
            fn visit_u128<E>(self, _: u128) -> Result<bool, E> {
                Ok(false)
            }
            fn visit_f64<E>(self, _: f64) -> Result<bool, E> {
                Ok(false)
            }
            fn visit_str<E>(self, _: &str) -> Result<bool, E> {
                Ok(false)
            }
            fn visit_bytes<E>(self, _: &[u8]) -> Result<bool, E> {
                Ok(false)
            }
            fn visit_unit<E>(self) -> Result<bool, E> {
                Ok(false)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<bool, A::Error> {
                while items.next_element::<IgnoredAny>()?.is_some() {}
                Ok(false)
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<bool, A::Error> {
                let mut found = false;
                while let Some((key, _)) = map.next_entry::<String, IgnoredAny>()? {
                    found |= key == "events";
                }
                Ok(found)
            }
        }
        source.deserialize_any(Probe).map(HasEvents)
    }
}
