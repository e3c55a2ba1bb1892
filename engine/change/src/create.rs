//! A new hook that runs at once: the plan that puts its manifest and its handler into the agent's
//! folder (`hooks new`, rules ).

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::install::included;
pub use crate::names::is_reserved;
use crate::names::{check_plain_name, title_of};
use crate::ops::{self, OpError};
use crate::plan::{NewFile, Plan, Step};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::EventKeys;
use tacklebox_agents::dialect::Format;
use tacklebox_agents::dialect::typed::typed_hook;
use tacklebox_agents::hook::{self, AgentId};
use tacklebox_agents::moment::{self, Keys};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::seen::Heard;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// What of a new hook runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
pub enum HandlerKind {
    Module,
    Shell,
    Http,
    Prompt,
}

impl HandlerKind {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Module => "module",
            Self::Shell => "shell",
            Self::Http => "http",
            Self::Prompt => "prompt",
        }
    }
}

/// The only event at which an injected prompt does anything.
const PROMPT_EVENT: &str = "before_prompt_build";

/// The kinds of handler that an agent's manifests can name, the usual one first.
pub const fn kinds(format: Format) -> &'static [HandlerKind] {
    match format {
        Format::Yaml => &[HandlerKind::Module],
        Format::TomlFront => &[HandlerKind::Shell],
        Format::HookToml => &[HandlerKind::Shell, HandlerKind::Prompt, HandlerKind::Http],
    }
}

/// The event that a new hook listens to where none is named: the first that the agent really sends.
pub fn usual_event(machine: &Machine, agent: &Agent) -> Option<&'static str> {
    let heard = Heard::read(machine, agent.id());
    let family = Keys::of(agent.id());
    let mut own = moment::events(agent.id())
        .map(|row| row.key)
        .filter(|key| moment::find(family, key).is_some());
    own.find(|key| heard.is_sent(agent, key))
}

/// The plan of a new hook. None for `kind` takes the agent's usual one.
///
/// # Errors
/// [`OpError`] where the name is none or is taken, the agent has no such event, or no such handler.
pub fn plan(
    inventory: &Inventory,
    name: &str,
    event: &str,
    kind: Option<HandlerKind>,
) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    check_name(inventory, name)?;
    check_event(agent, event)?;
    let kinds = kinds(agent.dialect.format);
    let kind = match kind {
        Some(kind) => kind,
        None if event == PROMPT_EVENT && kinds.contains(&HandlerKind::Prompt) => {
            HandlerKind::Prompt
        }
        None => kinds[0],
    };
    if !kinds.contains(&kind) {
        let known = words::any_of(kinds.iter().map(|kind| kind.as_str().to_owned()));
        return Err(OpError::Refused(format!(
            "{} has no hooks with a {} handler; there is {known}.",
            agent.dialect.title,
            kind.as_str()
        )));
    }
    if kind == HandlerKind::Prompt && event != PROMPT_EVENT {
        return Err(OpError::Refused(format!(
            "A text for the prompt works on {PROMPT_EVENT} only: choose that event, or another handler."
        )));
    }
    let title = title_of(name);
    let mut plan = Plan::new(
        agent.id(),
        format!("Create {title} for {}", agent.dialect.title),
        format!("{title} was created."),
    )
    .about(hook::managed_id(agent.id(), name));
    let files = files(agent.id(), &title, name, event, kind);
    plan.steps.push(Step::Place { dir: agent.managed.join(name), files });
    plan.steps.extend(included::switch_on(agent, name, name)?);
    ops::finish(agent, &mut plan)?;
    Ok(plan)
}

fn check_name(inventory: &Inventory, name: &str) -> Result<(), OpError> {
    check_plain_name(name)?;
    let dir = inventory.agent().managed.join(name);
    if dir.symlink_metadata().is_ok() {
        return Err(OpError::Refused(format!(
            "{} is there already: choose another name.",
            dir.display()
        )));
    }
    let taken = inventory.candidates().find(|(_, hook)| hook.name.eq_ignore_ascii_case(name));
    match taken {
        Some((_, hook)) => Err(OpError::Refused(format!(
            "{} has a hook named {} already: choose another name.",
            inventory.agent().dialect.title,
            hook.name
        ))),
        None => Ok(()),
    }
}

fn check_event(agent: &Agent, event: &str) -> Result<(), OpError> {
    let family = Keys::of(agent.id());
    let known: Vec<&str> = moment::events(agent.id())
        .map(|row| row.key)
        .filter(|key| moment::find(family, key).is_some())
        .collect();
    // Any action is legal where the events are open: `command:digest`.
    let open = match agent.dialect.keys {
        EventKeys::Open(types) => event.split_once(':').is_some_and(|(kind, action)| {
            types.contains(&kind)
                && !action.is_empty()
                && action.chars().all(|c| c.is_ascii_alphanumeric() || "-_:.".contains(c))
        }),
        EventKeys::Closed => false,
    };
    let near = moment::nearest(event, known.iter().copied());
    // An action one letter beside a known one is a slip of the pen, but for a command's own name.
    let slip = near.is_some_and(|near| near != event && !event.starts_with("command:"));
    if known.contains(&event) || (open && !slip) {
        return Ok(());
    }
    let shown: String = event.chars().filter(|c| !c.is_control()).take(60).collect();
    // The agent has it, and asks plugins alone.
    if agent.dialect.plugins.is_some() && typed_hook(&event.replace('-', "_")).is_some() {
        return Err(OpError::Refused(format!(
            "{} asks only plugins about {shown}: make one with `tacklebox plugins new NAME --event {}`.",
            agent.dialect.title,
            event.replace('-', "_")
        )));
    }
    let hint = match near {
        Some(near) => format!("did you mean {near}?"),
        None => format!("there are {}.", words::all_of(known.iter().map(|k| (*k).to_owned()))),
    };
    Err(OpError::Refused(format!("{} has no event {shown}: {hint}", agent.dialect.title)))
}

/// What a new hook consists of. All of these words end up in scripts: none may come from a stranger as it is.
pub fn files(
    agent: AgentId,
    title: &str,
    name: &str,
    event: &str,
    kind: HandlerKind,
) -> Vec<NewFile> {
    let dialect = agent.dialect();
    let when = moment::when(agent, &[event.to_owned()]);
    let fill = |template: &str| {
        template
            .replace("{title}", title)
            .replace("{name}", name)
            .replace("{event}", event)
            .replace("{when}", &when)
            .replace("{agent}", agent.as_str())
    };
    let file = |path: &str, text: String| NewFile {
        path: path.to_owned(),
        executable: text.starts_with("#!"),
        bytes: text.into_bytes(),
    };
    match (dialect.format, kind) {
        (Format::Yaml, _) => {
            let own = dialect.metadata_keys.first().copied().unwrap_or_default();
            // One line of strict JSON: what every shipped runtime of the family reads.
            let metadata = json!({ own: { "emoji": "🪝", "events": [event] } });
            let manifest =
                fill(include_str!("create/module.md")).replace("{metadata}", &metadata.to_string());
            vec![
                file("HOOK.md", manifest),
                file("handler.ts", fill(include_str!("create/handler.ts"))),
            ]
        }
        (Format::TomlFront, _) => vec![
            file("HOOK.md", fill(include_str!("create/moltis.md"))),
            file("handler.sh", fill(include_str!("create/moltis.sh"))),
        ],
        (Format::HookToml, HandlerKind::Prompt) => {
            vec![file("HOOK.toml", fill(include_str!("create/prompt.toml")))]
        }
        (Format::HookToml, HandlerKind::Http) => {
            vec![file("HOOK.toml", fill(include_str!("create/http.toml")))]
        }
        (Format::HookToml, _) => vec![
            file("HOOK.toml", fill(include_str!("create/zeroclaw.toml"))),
            file("run.sh", fill(include_str!("create/zeroclaw.sh"))),
        ],
    }
}

#[cfg(test)]
mod tests;
