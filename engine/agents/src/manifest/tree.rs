//! The front matter as JSON would say it: every key, also those that no agent of ours knows.

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use serde_saphyr::Options;
use serde_saphyr::options::NonFiniteFloatPolicy;

use super::raw::{Own, Texts};
use super::unclosed::{self, Flow};
use super::yaml;
use crate::hook::InstallSpec;

/// Why front matter cannot be said in JSON, as a sentence.
pub(super) type Reason = String;

const UNSAYABLE: &str = "its front matter holds something that JSON cannot say, or says it twice";

/// All fields of YAML front matter. Where `metadata` is JSON5 that YAML cannot read, it is null here.
pub(super) fn fields(text: &str) -> Result<Map<String, Value>, Reason> {
    match (whole(text), yaml::metadata_object(text)) {
        (Err(_), Some(cut)) => whole(&cut.rest),
        (whole, _) => whole,
    }
}

fn whole(text: &str) -> Result<Map<String, Value>, Reason> {
    yaml(text).map_err(|_| UNSAYABLE.to_owned())
}

/// All fields, as YAML alone has them; else the line of the mistake, from 1.
pub(super) fn yaml(text: &str) -> Result<Map<String, Value>, Option<usize>> {
    by(text, yaml::options())
}

/// The same in the few words of YAML 1.2 that scripts know: `1_000` is a text. What is infinite is told by its own word.
pub(super) fn core_yaml(text: &str) -> Result<Map<String, Value>, Option<usize>> {
    let mut options = yaml::options();
    options.underscored_numbers_as_strings = true;
    options.non_finite_float_policy = NonFiniteFloatPolicy::AsString;
    by(text, options)
}

fn by(text: &str, options: Options) -> Result<Map<String, Value>, Option<usize>> {
    match serde_saphyr::from_str_with_options(text, options) {
        Ok(Json(Value::Object(map))) => Ok(map),
        Ok(_) => Err(None),
        Err(error) => {
            let line = error.location().map(|at| at.line());
            Err(line.and_then(|line| usize::try_from(line).ok()))
        }
    }
}

/// All of `metadata`; none where it says nothing.
pub(super) fn metadata(text: &str) -> Result<Option<Map<String, Value>>, Reason> {
    if let Some(cut) = yaml::metadata_object(text)
        && let Ok(Value::Object(map)) = json(cut.object)
    {
        return Ok(Some(map));
    }
    let mut map = match whole(text)?.shift_remove("metadata") {
        Some(Value::Object(map)) => map,
        Some(Value::String(text)) if !text.trim().is_empty() => match json(&text)? {
            Value::Object(map) => map,
            _ => return Err("its metadata is not an object".to_owned()),
        },
        None | Some(Value::Null | Value::String(_)) => return Ok(None),
        Some(_) => return Err("its metadata is not an object".to_owned()),
    };
    for (key, value) in &mut map {
        // To YAML the event `1` is a number. A reader of typed fields sees a text, and JSON must say so.
        if let Value::Object(agent) = value
            && let Ok(front) = yaml::read(&[key.as_str()], text)
            && let Some(own) = front.metadata.and_then(|metadata| metadata.own)
        {
            as_typed(agent, own);
        }
    }
    Ok(Some(map))
}

fn json(text: &str) -> Result<Value, Reason> {
    if let Ok(Json(value)) = serde_json::from_str(text) {
        return Ok(value);
    }
    let start = text.len().saturating_sub(text.trim_start().len());
    if matches!(unclosed::flow(text, start), Flow::TooDeep(_)) {
        return Err(super::front::TOO_DEEP.to_owned());
    }
    ::json5::from_str(text).map(|Json(value)| value).map_err(|_| UNSAYABLE.to_owned())
}

/// The lists of an agent's object as they are read: a lone text is a list of one, blanks do not count.
pub(super) fn lists(agent: &mut Map<String, Value>) {
    list(agent, &["events", "os"]);
    if let Some(Value::Object(requires)) = agent.get_mut("requires") {
        list(requires, &["bins", "anyBins", "env", "config"]);
    }
    if let Some(Value::Array(specs)) = agent.get_mut("install") {
        for spec in specs.iter_mut().filter_map(Value::as_object_mut) {
            list(spec, &["bins", "os"]);
        }
    }
}

fn list(fields: &mut Map<String, Value>, keys: &[&str]) {
    for key in keys {
        let Some(value) = fields.get_mut(*key) else { continue };
        let texts = match value {
            Value::String(text) => vec![text.as_str()],
            Value::Array(items) => items.iter().filter_map(Value::as_str).collect(),
            _ => continue,
        };
        let texts = texts.into_iter().map(str::trim).filter(|text| !text.is_empty());
        *value = texts.map(Value::from).collect();
    }
}

fn as_typed(agent: &mut Map<String, Value>, own: Own) {
    put(agent, "always", own.always);
    put(agent, "draft", own.draft);
    for (key, text) in [
        ("hookKey", own.hook_key),
        ("emoji", own.emoji),
        ("homepage", own.homepage),
        ("export", own.export),
    ] {
        put(agent, key, text);
    }
    put_texts(agent, [("events", own.events), ("os", own.os)]);
    if let (Some(Value::Object(fields)), Some(requires)) = (agent.get_mut("requires"), own.requires)
    {
        let lists = [
            ("bins", requires.bins),
            ("anyBins", requires.any_bins),
            ("env", requires.env),
            ("config", requires.config),
        ];
        put_texts(fields, lists);
    }
    if let (Some(Value::Array(specs)), Some(typed)) = (agent.get_mut("install"), own.install) {
        for (spec, typed) in specs.iter_mut().filter_map(Value::as_object_mut).zip(typed) {
            put_install(spec, typed.into());
        }
    }
}

fn put_install(spec: &mut Map<String, Value>, typed: InstallSpec) {
    for (key, text) in [
        ("id", typed.id),
        ("kind", Some(typed.kind)),
        ("label", typed.label),
        ("formula", typed.formula),
        ("package", typed.package),
        ("module", typed.module),
        ("url", typed.url),
        ("archive", typed.archive),
        ("targetDir", typed.target_dir),
        ("sha256", typed.sha256),
    ] {
        put(spec, key, text);
    }
    put(spec, "extract", typed.extract);
    put(spec, "stripComponents", typed.strip_components);
    let texts = |items| Texts { items, ..Texts::default() };
    put_texts(spec, [("bins", texts(typed.bins)), ("os", texts(typed.os))]);
}

/// What is there and not null gets the type under which it is read.
fn put(fields: &mut Map<String, Value>, key: &str, typed: Option<impl Into<Value>>) {
    if let (Some(value), Some(typed)) = (fields.get_mut(key), typed)
        && !value.is_null()
    {
        *value = typed.into();
    }
}

fn put_texts<const N: usize>(fields: &mut Map<String, Value>, lists: [(&str, Texts); N]) {
    for (key, texts) in lists {
        if let Some(Value::Array(items)) = fields.get_mut(key)
            && items.iter().any(|item| !item.is_string())
        {
            *items = texts.items.into_iter().map(Value::from).collect();
        }
    }
}

/// A value without what JSON has no word for.
#[derive(Debug)]
struct Json(Value);

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Json;
            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a value that JSON can say")
            }
            fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
                Ok(Json(value.into()))
            }
            fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
                Ok(Json(value.into()))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
                Ok(Json(value.into()))
            }
            fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Json, E> {
                let number = serde_json::Number::from_f64(value);
                let number = number.ok_or_else(|| E::custom("JSON has no infinite numbers"))?;
                Ok(Json(number.into()))
            }
            fn visit_str<E>(self, value: &str) -> Result<Json, E> {
                Ok(Json(value.into()))
            }
            fn visit_unit<E>(self) -> Result<Json, E> {
                Ok(Json(Value::Null))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
                let mut list = Vec::new();
                while let Some(Json(item)) = items.next_element()? {
                    list.push(item);
                }
                Ok(Json(list.into()))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
                let mut map = Map::new();
                while let Some((key, Json(value))) = entries.next_entry::<String, Json>()? {
                    // Which of the two would count differs between readers.
                    if map.insert(key, value).is_some() {
                        return Err(A::Error::custom("a key is given twice"));
                    }
                }
                Ok(Json(map.into()))
            }
        }
        source.deserialize_any(Any)
    }
}
