//! What differs between a set-up and a computer, and how it is told.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::file::{OF_THE_AGENT, ONLY_HERE};
use crate::install::included;
use crate::receipt::Receipt;
use tacklebox_agents::hook::AgentId;

/// What differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// The hook is not here.
    Missing,
    /// Its files are others.
    Files,
    /// Something that the hook needs of the agent's config, or settings of a plugin. Before the switch: an agent may
    /// refuse a plugin that is on without them.
    Setting,
    Order,
    /// On here and off there, or the other way round.
    Switch,
    /// One of the agent's own settings.
    AgentSetting,
    /// It is on here, and not in the set-up.
    Other,
}

impl What {
    /// Something has to be placed for it.
    pub(super) const fn is_placing(self) -> bool {
        matches!(self, Self::Missing | Self::Files)
    }

    /// As in JSON, and at the end of an id.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Files => "files",
            Self::Setting => "setting",
            Self::Order => "order",
            Self::Switch => "switch",
            Self::AgentSetting => "agent-setting",
            Self::Other => "other",
        }
    }
}

/// One thing that is not here as it is in the set-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Difference {
    /// Names it for whoever chooses among them: `milady/greeter/switch`.
    pub id: String,
    pub agent: AgentId,
    /// None for a setting of the agent, and for a plugin.
    pub hook: Option<String>,
    /// The id of the plugin, where it is one.
    pub plugin: Option<String>,
    /// What people call it.
    pub title: String,
    pub emoji: Option<String>,
    pub what: What,
    /// A setting's path, the files that differ, or the moment with another order.
    pub detail: Option<String>,
    pub here: Option<String>,
    pub there: Option<String>,
    /// Where a hook comes from that is not here or has other files: `included`, an address.
    pub source: Option<String>,
    /// It comes from elsewhere: it is looked at before it is installed.
    pub foreign: bool,
    /// Why it cannot be carried out from here; none where it can.
    pub blocked: Option<String>,
    /// What else holds of what is not here, once it is: "off", "order 5", "region is eu".
    pub afterwards: Vec<String>,
}

/// A key that is still to be typed: no set-up holds one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Needed {
    pub agent: AgentId,
    pub hook: String,
    /// The id of the hook, or of the plugin, where it is here.
    pub id: Option<String>,
    pub title: String,
    pub emoji: Option<String>,
    /// The variable, or the path of a plugin's setting.
    pub env: String,
    /// What people call it: "GitHub token".
    pub name: String,
}

/// A set-up beside a computer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Comparison {
    pub same: bool,
    pub differences: Vec<Difference>,
    pub needed: Vec<Needed>,
    /// What is on here and not in the set-up, of the agents that it names. No difference: it is left alone, unless it is
    /// chosen. Then it is turned off.
    pub also_here: Vec<Difference>,
    /// How many hooks the set-up names.
    pub hooks: u32,
    /// How many of them are here just so.
    pub alike: u32,
    /// How many plugins the set-up names, and how many of them are here just so.
    pub plugins: u32,
    pub plugins_alike: u32,
}

/// Why something is not installed from a set-up.
pub(super) const NO_SOURCE: &str = "The set-up does not say where its files come from. Add an address or ./folder there, and open it again.";

impl Difference {
    /// One of something with this name, of which nothing more is known yet.
    pub(super) fn of(agent: AgentId, id: String, name: &str, source: &str, what: What) -> Self {
        let from = what.is_placing();
        Self {
            id,
            agent,
            hook: None,
            plugin: None,
            title: name.to_owned(),
            emoji: None,
            what,
            detail: None,
            here: None,
            there: None,
            source: from.then(|| source.to_owned()),
            foreign: from && is_elsewhere(source),
            blocked: None,
            afterwards: Vec::new(),
        }
    }
}

/// Why the files that are here are not replaced by those of the set-up; none where they are.
pub(super) fn blocked_files(
    receipt: Option<&Receipt>,
    one: &Difference,
    source: &str,
) -> Option<String> {
    match receipt {
        None => Some("It was not installed here from anywhere: none of it is replaced.".to_owned()),
        Some(receipt) if !receipt.changed_brought().is_empty() => Some(
            "Its files were changed here. Put them back on its page, or keep them as they are."
                .to_owned(),
        ),
        Some(receipt) if receipt.source == included::SOURCE && one.here != one.there => {
            Some(format!("This version of Tacklebox brings {}.", included::VERSION))
        }
        Some(_) if source == ONLY_HERE => {
            Some("The set-up does not say where its files come from.".to_owned())
        }
        Some(_) => None,
    }
}

/// Where something is that is not here, after "not here; ": by the word of the set-up, as somebody on another computer
/// has to understand it.
pub fn whence(agent: AgentId, source: &str) -> String {
    match source {
        included::SOURCE => "included with Tacklebox".to_owned(),
        ONLY_HERE => "its files are only on the computer of the set-up".to_owned(),
        OF_THE_AGENT => format!("{} brings it itself", agent.dialect().title),
        inside if inside.starts_with("./") => format!("from {inside} beside the set-up"),
        elsewhere => format!("from {elsewhere}"),
    }
}

/// Whether a source is neither Tacklebox, nor the agent, nor this computer.
fn is_elsewhere(source: &str) -> bool {
    ![included::SOURCE, ONLY_HERE, OF_THE_AGENT].contains(&source)
}

pub(super) fn on_off(on: bool) -> String {
    if on { "on" } else { "off" }.to_owned()
}

/// "region is eu", of each.
pub(super) fn settings_said(settings: &BTreeMap<String, Value>) -> Vec<String> {
    settings.iter().map(|(path, value)| format!("{path} is {}", said(value))).collect()
}

/// A value in few words.
pub(super) fn said(value: &Value) -> String {
    match value {
        Value::Bool(true) => "on".to_owned(),
        Value::Bool(false) => "off".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
