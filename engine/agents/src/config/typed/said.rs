//! Values and what is wanted instead of them, in words.

use serde_json::Value;

use super::{Kind, behind};
use crate::config::toml;
use tacklebox_machine::words;

impl Kind {
    pub(super) fn in_words(&self) -> String {
        match self {
            Self::Text => "a text".to_owned(),
            Self::Zone => "the name of a time zone, such as Europe/Berlin".to_owned(),
            Self::Switch => "true or false".to_owned(),
            Self::Whole(u64::MAX) => "a whole number, 0 or more".to_owned(),
            Self::Whole(most) => format!("a whole number from 0 to {most}"),
            Self::Integer => "a whole number".to_owned(),
            Self::Number => "a number".to_owned(),
            Self::From(least, most) if *most == i128::from(u64::MAX) => {
                format!("a whole number, {least} or more")
            }
            Self::From(least, most) => format!("a whole number from {least} to {most}"),
            Self::Filled => "a text that is not empty".to_owned(),
            Self::Like(form) => form.wanted.clone(),
            Self::Proxy => behind::PROXY.to_owned(),
            Self::OneOf(texts) => words::any_of(texts.clone()),
            Self::List(kind) if matches!(**kind, Self::Text) => "a list of texts".to_owned(),
            Self::List(_) => "a list".to_owned(),
            Self::Each(_) | Self::Table(_) => "a group of settings".to_owned(),
            Self::Maybe(kind) => kind.in_words(),
            Self::Either(kinds) => words::any_of(kinds.iter().map(Self::in_words)),
            Self::Any => "something else".to_owned(),
        }
    }
}

/// What a value is; a text of a person's may be a secret.
pub(super) fn value(value: &Value) -> String {
    match value {
        Value::Null => "empty".to_owned(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(_) => "a text".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(map) if map.contains_key(toml::DATE) => "a date or a time".to_owned(),
        Value::Object(_) => "a group of settings".to_owned(),
    }
}
