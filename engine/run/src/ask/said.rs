//! What agents' programs print, as far as it is compared. Anything else that they print is skipped.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;

use super::Issue;
use tacklebox_agents::dialect::Tells;
use tacklebox_machine::cut::Cut;

/// A hook in the agent's own list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct HookSaid {
    pub name: String,
    pub events: Vec<String>,
    /// Switched off by the config, or by its default.
    pub off: bool,
    /// What it lacks, by the words of [`Lacks`]; none where the program does not say that.
    pub lacks: Option<Lacks>,
    /// Whether what it asks for is there.
    pub eligible: bool,
    /// Whether its own switch, its events and its needs let it load; none where the program does not say that.
    pub loadable: Option<bool>,
    /// The events that the program never sends; none where it does not say that.
    pub never: Option<Vec<String>>,
}

/// A plugin in the agent's own list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PluginSaid {
    pub id: String,
    #[serde(default)]
    pub root_dir: PathBuf,
    /// Whether the config lets it load: it lists one as loaded whose module could not be.
    pub enabled: bool,
    /// Where it is from; its own ones are not found here.
    #[serde(default)]
    pub origin: String,
}

/// The names of what a hook lacks, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Lacks {
    pub bins: Vec<String>,
    pub any_bins: Vec<String>,
    pub env: Vec<String>,
    pub config: Vec<String>,
    pub os: Vec<String>,
}

impl Lacks {
    pub(super) fn sorted(mut self) -> Self {
        for list in
            [&mut self.bins, &mut self.any_bins, &mut self.env, &mut self.config, &mut self.os]
        {
            list.sort();
            list.dedup();
        }
        self
    }
}

/// What it says of its config.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ConfigSaid {
    pub valid: bool,
    /// There is a file.
    pub exists: bool,
    pub issues: Vec<Issue>,
}

/// The first word of the answer that begins with a digit.
pub(super) fn version(text: &str) -> Option<String> {
    let digit = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    text.split_whitespace().find(digit).map(str::to_owned)
}

/// The JSON in an answer: a program may print a line of its own before it.
fn json(text: &str) -> Result<Value, String> {
    let starts = text
        .char_indices()
        .filter(|(at, c)| matches!(c, '{' | '[') && (*at == 0 || text.cut(..*at).ends_with('\n')));
    for (at, _) in starts {
        let mut values = serde_json::Deserializer::from_str(text.cut(at..)).into_iter();
        if let Some(Ok(value)) = values.next() {
            return Ok(value);
        }
    }
    Err(text.to_owned())
}

/// The hooks of an answer.
///
/// # Errors
/// The text, where it is not understood.
pub(super) fn hooks(tells: Tells, text: &str) -> Result<Vec<HookSaid>, String> {
    let value = json(text)?;
    let list = value.get("hooks").unwrap_or(&value);
    let list = list.as_array().ok_or_else(|| reason(&value, text))?;
    Ok(list.iter().filter_map(|one| hook(tells, one)).collect())
}

/// The words of an error in an answer.
fn reason(value: &Value, text: &str) -> String {
    let message = value.pointer("/error/message").or_else(|| value.get("error"));
    message.and_then(Value::as_str).unwrap_or(text).to_owned()
}

/// The plugins of an answer; none where it tells of none.
pub(super) fn plugins(text: &str) -> Option<Vec<PluginSaid>> {
    let value = json(text).ok()?;
    let list = value.get("plugins")?.as_array()?;
    Some(list.iter().filter_map(|one| PluginSaid::deserialize(one).ok()).collect())
}

fn hook(tells: Tells, value: &Value) -> Option<HookSaid> {
    let texts = |key: &str| {
        let list = value.get(key)?.as_array()?.iter();
        Some(list.filter_map(Value::as_str).map(str::to_owned).collect::<Vec<_>>())
    };
    let flag = |key: &str| value.get(key).and_then(Value::as_bool);
    let lacks = match tells {
        Tells::Requirements => {
            Some(Lacks::deserialize(value.get("missing")?).unwrap_or_default().sorted())
        }
        Tells::Eligible => None,
    };
    Some(HookSaid {
        name: value.get("name")?.as_str()?.to_owned(),
        events: texts("events").unwrap_or_default(),
        off: flag("disabled").unwrap_or_default(),
        eligible: match &lacks {
            Some(lacks) => *lacks == Lacks::default(),
            None => flag("eligible")?,
        },
        lacks,
        loadable: flag("loadable"),
        never: texts("unknownEvents"),
    })
}

/// What an answer says of the config.
///
/// # Errors
/// The text, where it is not understood.
pub(super) fn config(text: &str) -> Result<ConfigSaid, String> {
    let value = json(text)?;
    let valid = value.get("valid").and_then(Value::as_bool).ok_or_else(|| reason(&value, text))?;
    let issues = value.get("issues").and_then(Value::as_array).into_iter().flatten();
    let text = |issue: &Value, key: &str| {
        issue.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let issues = issues.map(|issue| Issue {
        path: Some(text(issue, "path")).filter(|path| path != "<root>").unwrap_or_default(),
        message: text(issue, "message"),
    });
    let issues: Vec<Issue> = issues.collect();
    let absent = reason(&value, "").contains("not found") && issues.is_empty();
    Ok(ConfigSaid { valid, exists: !absent, issues })
}
