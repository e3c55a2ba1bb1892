//! Starting points for new hooks: each does something real as it is, for every agent whose version in force
//! sends its moment, and obeys it where that is the point.

use serde::Serialize;

use super::{HandlerKind, New, filled};
use crate::amend::{Change, Form, Key};
use crate::ops::OpError;
use crate::plan::NewFile;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::Dialect;
use tacklebox_agents::moment;
use tacklebox_inventory::seen::Heard;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// What a hook of this kind needs of its agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    Nothing,
    /// It is told what happened.
    Told,
    /// It can stop what is about to happen, or change it.
    Obeyed,
}

/// One starting point.
#[derive(Debug)]
pub struct Template {
    pub id: &'static str,
    title: &'static str,
    says: &'static str,
    /// The usual one first; an agent has some of them.
    events: &'static [&'static str],
    need: Need,
    module: Option<&'static str>,
    script: Option<&'static str>,
    /// Where a manifest can hold a request, it is that and no script.
    request: bool,
    /// Programs that its script starts.
    bins: &'static [&'static str],
    /// Programs of which it starts the one that is there, be it a script or a module.
    any_bins: &'static [&'static str],
}

const PLAIN: Template = Template {
    id: "",
    title: "",
    says: "",
    events: &[],
    need: Need::Nothing,
    module: None,
    script: None,
    request: false,
    bins: &[],
    any_bins: &[],
};

/// What shows a notification.
const NOTIFIERS: &[&str] = &["notify-send", "osascript"];

/// All of them, in the order in which they are offered.
pub const ALL: [Template; 12] = [
    Template {
        id: "log-commands",
        title: "Append each command to a file",
        says: "One line a command, in log.txt beside the hook.",
        events: &["command", "command:new", "Command"],
        need: Need::Told,
        module: Some(include_str!("template/log.ts")),
        script: Some(include_str!("template/log.sh")),
        ..PLAIN
    },
    Template {
        id: "log-messages",
        title: "Append each message to a file",
        says: "One line for each message that arrives, in log.txt beside the hook.",
        events: &["message:received", "MessageReceived", "on_message_received"],
        need: Need::Told,
        module: Some(include_str!("template/log.ts")),
        script: Some(include_str!("template/log.sh")),
        ..PLAIN
    },
    Template {
        id: "log-tools",
        title: "Append each use of a tool to a file",
        says: "One line a tool, with what it was given and what came of it, in log.txt beside the hook.",
        events: &["AfterToolCall", "on_after_tool_call"],
        need: Need::Told,
        script: Some(include_str!("template/log.sh")),
        ..PLAIN
    },
    Template {
        id: "note-starts",
        title: "Write down when the agent starts",
        says: "The date and the time of each start, in starts.txt beside the hook.",
        events: &["gateway:startup", "GatewayStart", "on_gateway_start"],
        module: Some(include_str!("template/note.ts")),
        script: Some(include_str!("template/note.sh")),
        ..PLAIN
    },
    Template {
        id: "notify-start",
        title: "Desktop notification when the agent starts",
        says: "A notification on this computer's desktop (macOS, and Linux with notify-send).",
        events: &["gateway:startup", "GatewayStart", "on_gateway_start"],
        module: Some(include_str!("template/notify.ts")),
        script: Some(include_str!("template/notify.sh")),
        any_bins: NOTIFIERS,
        ..PLAIN
    },
    Template {
        id: "notify-end",
        title: "Desktop notification when a conversation ends",
        says: "A notification on this computer's desktop (macOS, and Linux with notify-send).",
        events: &["session:end", "command:new", "SessionEnd", "on_session_end"],
        module: Some(include_str!("template/notify.ts")),
        script: Some(include_str!("template/notify.sh")),
        any_bins: NOTIFIERS,
        ..PLAIN
    },
    Template {
        id: "block-tool",
        title: "Block a tool by its name",
        says: "The tool that runs commands, or the one whose name you write into the script, is never run.",
        events: &["BeforeToolCall", "before_tool_call"],
        need: Need::Obeyed,
        script: Some(include_str!("template/block-tool.sh")),
        ..PLAIN
    },
    Template {
        id: "limit-tools",
        title: "Stop after so many uses of tools in one hour",
        says: "60, or the number that you write into the script.",
        events: &["BeforeToolCall", "before_tool_call"],
        need: Need::Obeyed,
        script: Some(include_str!("template/limit-tools.sh")),
        ..PLAIN
    },
    Template {
        id: "block-words",
        title: "Do not send answers with certain words",
        says: "The words are in the script.",
        events: &["MessageSending", "on_message_sending"],
        need: Need::Obeyed,
        script: Some(include_str!("template/block-words.sh")),
        ..PLAIN
    },
    Template {
        id: "quiet-hours",
        title: "Send no answers at night",
        says: "Between 22 and 7 o'clock, or the hours that you write into the script.",
        events: &["MessageSending", "on_message_sending"],
        need: Need::Obeyed,
        script: Some(include_str!("template/quiet-hours.sh")),
        ..PLAIN
    },
    Template {
        id: "date-in-prompt",
        title: "Add the date to the prompt",
        says: "The model is told which day it is.",
        events: &["agent:bootstrap", "BeforeLLMCall", "before_prompt_build"],
        need: Need::Obeyed,
        module: Some(include_str!("template/date.ts")),
        script: Some(include_str!("template/date.sh")),
        bins: &["python3"],
        ..PLAIN
    },
    Template {
        id: "post-to-address",
        title: "Send it to a web address",
        says: "What happened goes to an address of yours, as JSON. Fill in the address.",
        events: &[
            "command",
            "gateway:startup",
            "SessionEnd",
            "on_session_end",
            "on_message_received",
        ],
        need: Need::Told,
        module: Some(include_str!("template/post.ts")),
        script: Some(include_str!("template/post.sh")),
        request: true,
        bins: &["curl"],
        ..PLAIN
    },
];

/// A starting point as it is offered for an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TemplateOffer {
    pub id: String,
    /// "Block a tool by its name"
    pub title: String,
    pub says: String,
    pub event: String,
    pub kind: HandlerKind,
}

/// What an agent can be offered: what its version in force would call, and obey where that is the point.
pub fn offers(machine: &Machine, agent: &Agent) -> Vec<TemplateOffer> {
    let heard = Heard::read(machine, agent.id());
    ALL.iter().filter_map(|template| template.offer(&heard, agent)).collect()
}

/// The one of this id, as it is offered.
///
/// # Errors
/// [`OpError::Refused`] with those that there are.
pub fn find(
    machine: &Machine,
    agent: &Agent,
    id: &str,
) -> Result<(&'static Template, TemplateOffer), OpError> {
    let heard = Heard::read(machine, agent.id());
    let offered = |template: &'static Template| Some((template, template.offer(&heard, agent)?));
    let mut all: Vec<_> = ALL.iter().filter_map(offered).collect();
    let Some(at) = all.iter().position(|(template, _)| template.id == id) else {
        let title = agent.dialect.title;
        let known = words::all_of(all.into_iter().map(|(_, offer)| offer.id));
        return Err(OpError::Refused(match known.as_str() {
            "" => format!("There is no template for {title} in this version."),
            known => format!("There is no template {id} for {title}; there is {known}."),
        }));
    };
    Ok(all.swap_remove(at))
}

/// Whether the agent has this event.
fn own(agent: &Agent, key: &str) -> bool {
    moment::keys_of(agent.id()).any(|known| known == key)
}

impl Template {
    fn offer(&self, heard: &Heard, agent: &Agent) -> Option<TemplateOffer> {
        let answers = agent.answers();
        let can = match self.need {
            Need::Nothing => true,
            Need::Told => answers.told,
            Need::Obeyed => answers.told && answers.obeyed,
        };
        let own = |key: &&&str| own(agent, key);
        let sent = |key: &&&str| heard.is_sent(agent, key);
        let event = self.events.iter().filter(own).find(sent).filter(|_| can)?;
        Some(TemplateOffer {
            id: self.id.to_owned(),
            title: self.title.to_owned(),
            says: self.says.to_owned(),
            event: (*event).to_owned(),
            kind: self.kind(agent.dialect)?,
        })
    }

    pub(super) fn kind(&self, dialect: &Dialect) -> Option<HandlerKind> {
        let kinds = dialect.kinds;
        let has = |kind: HandlerKind, is: bool| (is && kinds.contains(&kind)).then_some(kind);
        has(HandlerKind::Module, self.module.is_some())
            .or_else(|| has(HandlerKind::Http, self.request))
            .or_else(|| has(HandlerKind::Shell, self.script.is_some()))
    }

    /// # Errors
    /// Where it would do nothing at this event.
    pub(super) fn check(&self, agent: &Agent, event: &str) -> Result<(), OpError> {
        if self.events.contains(&event) {
            return Ok(());
        }
        let events = self.events.iter().filter(|key| own(agent, key)).map(|key| (*key).to_owned());
        Err(OpError::Refused(format!(
            "The template {} works at {} only: choose that event, or another template.",
            self.id,
            words::any_of(events)
        )))
    }

    /// Puts its handler in the place of the one that every new hook begins with.
    pub(super) fn fill(&self, files: &mut [NewFile], agent: &Agent, title: &str, new: &New) {
        let (name, event) = (new.name.as_str(), new.event.as_str());
        let dialect = agent.dialect;
        let text = match self.kind(dialect) {
            Some(HandlerKind::Module) => self.module,
            Some(HandlerKind::Shell) => self.script,
            _ => None,
        };
        let handler = files.iter_mut().find(|file| file.path != dialect.manifest_file());
        let (Some(text), Some(handler)) = (text, handler) else { return };
        let words = moment::trigger(agent.id(), event).by(dialect);
        let text = text.replace("{label}", &words.label);
        let text = text.replace("{tool}", moment::command_tool(dialect.family));
        handler.bytes = filled(&text, agent.id(), title, name, event).into_bytes();
    }

    /// What its manifest says beside that.
    pub(super) fn changes(&self, dialect: &Dialect, form: Form) -> Vec<Change> {
        // A module starts none of the first.
        let bins = (Key::Bins, self.bins, form != Form::Yaml);
        let any = (Key::AnyBins, self.any_bins, dialect.rules.any_bins);
        let says = |(key, bins, is): (Key, &[&str], bool)| {
            let has = is && !bins.is_empty() && form.keys().contains(&key.name().as_str());
            let value = || bins.iter().map(|bin| serde_json::Value::from(*bin)).collect();
            has.then(|| Change { key, value: Some(value()) })
        };
        [bins, any].into_iter().filter_map(says).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_a_name_of_its_own_and_something_for_every_event() {
        for template in &ALL {
            assert_eq!(ALL.iter().filter(|it| it.id == template.id).count(), 1);
            assert!(template.module.is_some() || template.script.is_some(), "{}", template.id);
            assert!(template.says.ends_with('.') && !template.title.ends_with('.'));
            for event in template.events {
                let known = tacklebox_agents::hook::AgentId::ALL;
                let known = known.iter().flat_map(|agent| moment::events(*agent));
                assert!(known.into_iter().any(|row| row.key == *event), "{event}");
            }
        }
    }
}
