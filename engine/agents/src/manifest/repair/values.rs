//! Values of the wrong kind in a manifest in TOML: a text for a list, a number in quotes, a limit of nothing,
//! an event that the agent does not have.

use serde_json::{Value, json};

use super::{Attempt, Slip};
use crate::dialect::Format;
use crate::moment::{self, Keys};
use tacklebox_machine::cut::Cut;

/// What a setting has to be.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    List,
    Number,
    /// Seconds: 0 leaves no time at all.
    Seconds,
    Switch,
    Address,
    Position,
}

type Known = (&'static [&'static str], Kind);

const MOLTIS: &[Known] = &[
    (&["name"], Kind::Text),
    (&["description"], Kind::Text),
    (&["version"], Kind::Text),
    (&["emoji"], Kind::Text),
    (&["homepage"], Kind::Text),
    (&["command"], Kind::Text),
    (&["events"], Kind::List),
    (&["timeout"], Kind::Seconds),
    (&["priority"], Kind::Number),
    (&["requires", "os"], Kind::List),
    (&["requires", "bins"], Kind::List),
    (&["requires", "any_bins"], Kind::List),
    (&["requires", "env"], Kind::List),
    (&["requires", "config"], Kind::List),
];

const ZEROCLAW: &[Known] = &[
    (&["hook", "name"], Kind::Text),
    (&["hook", "description"], Kind::Text),
    (&["hook", "version"], Kind::Text),
    (&["hook", "event"], Kind::Text),
    (&["hook", "priority"], Kind::Number),
    (&["hook", "enabled"], Kind::Switch),
    (&["hook", "action", "shell", "command"], Kind::Text),
    (&["hook", "action", "shell", "workdir"], Kind::Text),
    (&["hook", "action", "shell", "timeout_secs"], Kind::Seconds),
    (&["hook", "action", "http", "url"], Kind::Address),
    (&["hook", "action", "http", "method"], Kind::Text),
    (&["hook", "action", "http", "body"], Kind::Text),
    (&["hook", "action", "http", "timeout_secs"], Kind::Seconds),
    (&["hook", "action", "prompt_inject", "content"], Kind::Text),
    (&["hook", "action", "prompt_inject", "position"], Kind::Position),
    (&["hook", "conditions", "channels"], Kind::List),
    (&["hook", "conditions", "users"], Kind::List),
    (&["hook", "conditions", "pattern"], Kind::Text),
];

impl Slip<'_> {
    pub(super) fn values(&self, all: &mut Vec<Attempt>) {
        let known = match self.dialect.format {
            Format::HookToml => ZEROCLAW,
            _ => MOLTIS,
        };
        for (path, kind) in known {
            let Some(value) = self.value(path) else { continue };
            let name = path.last().copied().unwrap_or_default();
            let limit = self.dialect.default_timeout_secs;
            let Some(right) = right(*kind, &value, limit).filter(|right| *right != value) else {
                continue;
            };
            let (id, title) = match (kind, &right) {
                (Kind::Seconds, _) if value == 0 || value == "0" => {
                    ("no-time", format!("Give it {right} seconds instead of none"))
                }
                (Kind::List, _) => ("wrong-kind", format!("Make {name} a list")),
                (Kind::Address, right) => {
                    let scheme = right.as_str().and_then(|it| it.split_once("://"));
                    let scheme = scheme.map_or("https", |(scheme, _)| scheme);
                    ("wrong-kind", format!("Write the address with {scheme}://"))
                }
                (_, right) => ("wrong-kind", format!("Write {name} as {right}")),
            };
            self.set(all, path, right, id, &title);
        }
        self.event_names(all);
    }

    fn event_names(&self, all: &mut Vec<Attempt>) {
        if !self.says("there is no event") {
            return;
        }
        let family = Keys::of(self.dialect.agent);
        let named: Vec<String> = match self.dialect.format {
            Format::HookToml => self.value(&["hook", "event"]).into_iter().collect(),
            _ => self
                .value(&["events"])
                .and_then(|list| list.as_array().cloned())
                .unwrap_or_default(),
        }
        .into_iter()
        .filter_map(|event| event.as_str().map(str::to_owned))
        .collect();
        for event in named.iter().filter(|event| moment::find(family, event).is_none()) {
            let Some(near) = moment::nearest(event, moment::keys(family)) else { continue };
            let Some((start, end)) = self.range() else { continue };
            for quote in ['"', '\''] {
                let written = format!("{quote}{event}{quote}");
                if let Some(at) = self.text.cut(start..end).find(&written) {
                    let mut text = self.text.to_owned();
                    let at = start.saturating_add(at).saturating_add(1);
                    text.replace_range(at..at.saturating_add(event.len()), near);
                    let title = format!("Listen to {near} instead of {event}");
                    all.push(Attempt::new("unknown-event", title, text));
                }
            }
        }
    }
}

/// A value as it has to be; none where nobody can say.
fn right(kind: Kind, value: &Value, limit: u32) -> Option<Value> {
    match (kind, value) {
        (Kind::List, Value::String(text)) => {
            let items: Vec<&str> =
                text.split(',').map(str::trim).filter(|text| !text.is_empty()).collect();
            Some(json!(items))
        }
        (Kind::Text | Kind::Address, Value::Number(number)) => Some(json!(number.to_string())),
        (Kind::Text, Value::Bool(yes)) => Some(json!(yes.to_string())),
        (Kind::Text, Value::Array(items)) if items.len() == 1 => items.first().cloned(),
        (Kind::Number, Value::String(text)) => text.trim().parse::<i32>().ok().map(Value::from),
        (Kind::Number, Value::Number(number)) => {
            number.as_f64().filter(|number| number.fract() == 0.0).map(|n| json!(n as i64))
        }
        (Kind::Seconds, Value::Number(number)) => {
            let secs = number.as_f64()?;
            Some(if secs <= 0.0 { json!(limit) } else { json!(secs.ceil() as u32) })
        }
        (Kind::Seconds, Value::String(text)) => {
            let text = text.trim();
            let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
            let number = digits.parse::<u32>().ok()?;
            let secs = match text.cut(digits.len()..).trim() {
                "" | "s" | "sec" | "secs" | "seconds" => number,
                "ms" => number.div_ceil(1000),
                "m" | "min" | "minutes" => number.checked_mul(60)?,
                _ => return None,
            };
            Some(json!(if secs == 0 { limit } else { secs }))
        }
        (Kind::Switch, Value::String(text)) => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "yes" | "y" | "on" | "1" => Some(json!(true)),
            "false" | "no" | "n" | "off" | "0" => Some(json!(false)),
            _ => None,
        },
        (Kind::Address, Value::String(text)) if !text.contains("://") => {
            let host = text.trim().trim_start_matches('/');
            (host.contains('.') && !host.contains(char::is_whitespace))
                .then(|| json!(format!("https://{host}")))
        }
        (Kind::Address, Value::String(text)) => {
            let (scheme, rest) = text.trim().split_once("://")?;
            let scheme = scheme.to_ascii_lowercase();
            let known = ["https", "http"];
            let near =
                moment::slip(&scheme, known).filter(|_| !known.contains(&scheme.as_str()))?;
            Some(json!(format!("{near}://{rest}")))
        }
        (Kind::Position, Value::String(text)) => match text.trim().to_ascii_lowercase().as_str() {
            "prepend" | "before" | "start" | "top" | "first" | "prefix" => Some(json!("prepend")),
            "append" | "after" | "end" | "bottom" | "last" | "suffix" => Some(json!("append")),
            other => moment::slip(other, ["prepend", "append"]).map(|near| json!(near)),
        },
        _ => None,
    }
}
