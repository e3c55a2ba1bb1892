//! A new hook, as a draft: the plan that puts its manifest and its handler into the agent's
//! folder (`hooks new`, rules ).

pub mod entry;
pub mod template;

use serde_json::json;

use self::template::Template;
use crate::amend::{self, Change, Key};
use crate::blank;
use crate::install::included;
pub(crate) use crate::names::{check_plain_name, title_of};
pub use crate::names::{folder_name, is_reserved};
use crate::ops::{self, OpError, Others, draft};
use crate::plan::{NewFile, Plan, Step};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::Edit;
pub use tacklebox_agents::dialect::HandlerKind;
use tacklebox_agents::dialect::{Dialect, Format, Switch};
use tacklebox_agents::hook::{self, AgentId};
use tacklebox_agents::manifest::{self, Action};
use tacklebox_agents::moment::{self, Keys};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::seen::Heard;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// The event that a new hook listens to where none is named: the first that the agent really sends.
pub fn usual_event(machine: &Machine, agent: &Agent) -> Option<&'static str> {
    let heard = Heard::read(machine, agent.id());
    let family = Keys::of(agent.id());
    let mut own = moment::keys_of(agent.id()).filter(|key| moment::find(family, key).is_some());
    own.find(|key| heard.is_sent(agent, key))
}

/// What a new hook is to be.
#[derive(Clone, Debug, Default)]
pub struct New {
    pub name: String,
    pub event: String,
    /// None takes the agent's usual one, or the one that `changes` are about.
    pub kind: Option<HandlerKind>,
    /// What it says beside that.
    pub changes: Vec<Change>,
    /// What it does before anybody has written a line; none: it only says that it was called.
    pub template: Option<&'static Template>,
    /// Whether it is on at once, and no draft.
    pub on: bool,
}

/// The plan of a new hook. It starts as a draft, which its agent does not run.
///
/// # Errors
/// [`OpError`] where the name is none or is taken, the agent has no such event, handler or value, or it is
/// to be on and something is not filled in.
pub fn plan(machine: &Machine, inventory: &Inventory, new: &New) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let (name, event) = (new.name.as_str(), new.event.as_str());
    check_name(inventory, name)?;
    ops::check_event(agent, event)?;
    new.template.map_or(Ok(()), |template| template.check(agent, event))?;
    let kind = kind_of(agent, new)?;
    if kind == HandlerKind::Prompt {
        amend::prompt_works(agent, std::slice::from_ref(&new.event))?;
    }
    let title = title_of(name);
    let mut plan = Plan::new(
        agent.id(),
        format!("Create {title} for {}", agent.dialect.title),
        match new.on {
            true => format!("{title} was created."),
            false => format!("{title} was created. It is a draft: it is off."),
        },
    )
    .about(hook::managed_id(agent.id(), name));
    let files = written(agent, &title, new, kind)?;
    plan.steps.push(Step::Place { dir: agent.managed.join(name), files });
    let key = new.changes.iter().find(|change| change.key == Key::HookKey);
    let key = key.and_then(|change| change.value.as_ref()?.as_str()).unwrap_or(name);
    if key != name {
        amend::check_free(inventory, key)?;
    } else if let Some(other) =
        ops::with_key(machine, inventory, (name, key), &agent.managed.join(name))
    {
        let of = other.project.as_ref().map(|it| format!(" in {}", it.title)).unwrap_or_default();
        let (title, what) = match agent.dialect.switch {
            Switch::ConfigEntry => (&other.title, "that name as its key"),
            _ => (&other.title, "that name"),
        };
        return Err(OpError::Refused(format!(
            "{title}{of} has {what} already: one of the two could not be turned off without the other. Choose another name.",
        )));
    }
    match (new.on, &agent.dialect.switch) {
        (true, _) => plan.steps.extend(included::switch_on(agent, name, key)?),
        (false, Switch::Manifest) => {}
        (false, Switch::DisabledList(file)) => {
            plan.steps.push(ops::switch_in_list(agent, file, name, false)?);
        }
        (false, Switch::ConfigEntry) => {
            let path = ops::entry_path(agent, key).join("enabled");
            let off = Edit::Set { path, value: false.into() };
            // Nobody asked for the others.
            ops::edit_config(inventory, &mut plan, key, &[off], Others::Keep)?;
        }
    }
    plan.steps.retain(Step::changes);
    ops::finish(agent, &mut plan)?;
    Ok(plan)
}

fn kind_of(agent: &Agent, new: &New) -> Result<HandlerKind, OpError> {
    let kinds = agent.dialect.kinds;
    let about = |change: &Change| {
        let action = change.key.action()?;
        HandlerKind::ALL.into_iter().find(|kind| kind.action() == Some(action))
    };
    let policy = agent.dialect.policy(agent.dialect.family);
    let adds = policy.and_then(|policy| policy.adds_to(&new.event));
    let usual = match adds == Some("prompt") && kinds.contains(&HandlerKind::Prompt) {
        true => HandlerKind::Prompt,
        false => kinds.first().copied().unwrap_or(HandlerKind::Shell),
    };
    let template = new.template.and_then(|template| template.kind(agent.dialect));
    let kind =
        template.or(new.kind).or_else(|| new.changes.iter().find_map(about)).unwrap_or(usual);
    if kinds.contains(&kind) {
        return Ok(kind);
    }
    let known = words::any_of(kinds.iter().map(|kind| kind.as_str().to_owned()));
    Err(OpError::Refused(format!(
        "{} has no hooks with a {} handler; there is {known}.",
        agent.dialect.title,
        kind.as_str()
    )))
}

/// The files of a new hook with what was said of it; what was not said of its action is empty.
///
/// # Errors
/// [`OpError::BadValue`], also where it is to be on and something is still empty.
pub fn written(
    agent: &Agent,
    title: &str,
    new: &New,
    kind: HandlerKind,
) -> Result<Vec<NewFile>, OpError> {
    let mut files = files(agent.dialect, title, &new.name, &new.event, kind);
    let form = amend::Form::of_format(agent.dialect.format);
    let mut changes = new.changes.clone();
    if let Some(template) = new.template {
        template.fill(&mut files, agent, title, new);
        let more = template.changes(agent.dialect, form).into_iter();
        changes.extend(more.filter(|more| !new.changes.iter().any(|it| it.key == more.key)));
    }
    let dialect = agent.dialect;
    let Some(file) = files.iter_mut().find(|file| file.path == dialect.manifest_file()) else {
        return Ok(files);
    };
    let text = String::from_utf8_lossy(&file.bytes).into_owned();
    // An example of ours is not what somebody wished.
    let empty = match kind {
        HandlerKind::Http => Some(Key::Url),
        HandlerKind::Prompt => Some(Key::Content),
        HandlerKind::Module | HandlerKind::Shell => None,
    };
    if let Some(key) = empty.filter(|key| !changes.iter().any(|change| change.key == *key)) {
        if new.on {
            return Err(OpError::not_filled(&key.name()));
        }
        changes.push(Change { key, value: Some("".into()) });
    }
    // Marked first: only a draft may have something empty.
    let text = draft::marked(agent, &text)?;
    let text = amend::revised(agent, form, &text, &changes)?;
    let said = manifest::parse(dialect.format, dialect.metadata_keys, text.as_bytes());
    let action = said.ok().and_then(|manifest| manifest.action);
    if let Some(blank) = action.as_ref().and_then(Action::blank).filter(|_| new.on) {
        return Err(OpError::not_filled(blank));
    }
    let text = match new.on {
        true => draft::turned_on(agent, &text)?,
        false => text,
    };
    file.bytes = text.into_bytes();
    // A command of one's own starts something else than the script of ours.
    if let Some(Action::Shell { command, .. }) = &action {
        files.retain(|file| !file.executable || command.contains(file.path.as_str()));
    }
    if new.on
        && let Some(blank) = blank::in_new(&files)
    {
        return Err(OpError::not_filled(blank));
    }
    Ok(files)
}

/// Whether a hook of this agent can have this name.
///
/// # Errors
/// Where it is none, or is taken.
pub(crate) fn check_name(inventory: &Inventory, name: &str) -> Result<(), OpError> {
    check_plain_name(name)?;
    let agent = inventory.agent();
    if agent.dialect.rules.seed(name).is_some() {
        return Err(OpError::Refused(format!(
            "{} writes a hook of its own into the folder {name} when it is started: choose another name.",
            agent.runtime.named()
        )));
    }
    let dir = agent.managed.join(name);
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

/// A text of ours with the words of one hook in it.
fn filled(text: &str, agent: AgentId, title: &str, name: &str, event: &str) -> String {
    text.replace("{title}", title)
        .replace("{name}", name)
        .replace("{event}", event)
        .replace("{when}", &moment::when(agent, &[event.to_owned()]))
        .replace("{agent}", agent.as_str())
}

/// What a new hook consists of. All of these words end up in scripts: none may come from a stranger as it is.
pub fn files(
    dialect: &Dialect,
    title: &str,
    name: &str,
    event: &str,
    kind: HandlerKind,
) -> Vec<NewFile> {
    let fill = |template: &str| filled(template, dialect.agent, title, name, event);
    let (limit, shell) = (dialect.default_timeout_secs, dialect.shell());
    let rules = |template: &str| {
        fill(template)
            .replace("{command}", dialect.starts_script)
            .replace("{limit}", &limit.to_string())
            .replace("{proceeds}", &shell.proceeds.to_string())
            .replace("{blocks}", &shell.blocks.to_string())
            .replace("{modify}", shell.modify)
    };
    let file = |path: &str, text: String| NewFile {
        path: path.to_owned(),
        executable: text.starts_with("#!"),
        bytes: text.into_bytes(),
    };
    let manifest = dialect.manifest_file();
    match kind {
        HandlerKind::Module => {
            let own = dialect.metadata_keys.first().copied().unwrap_or_default();
            // One line of strict JSON: what every shipped runtime of the family reads.
            let metadata = json!({ own: { "emoji": "🪝", "events": [event] } });
            let text =
                fill(include_str!("create/module.md")).replace("{metadata}", &metadata.to_string());
            let handler = dialect.handler_files.first().copied().unwrap_or("handler.ts");
            let script = match handler.ends_with(".ts") {
                true => include_str!("create/handler.ts"),
                false => include_str!("create/handler.mjs"),
            };
            vec![file(manifest, text.replace("{handler}", handler)), file(handler, fill(script))]
        }
        HandlerKind::Shell => {
            let (text, script) = match dialect.format {
                Format::TomlFront => (include_str!("create/front.md"), "handler.sh"),
                Format::HookToml | Format::Yaml => (include_str!("create/command.toml"), "run.sh"),
            };
            vec![
                file(manifest, rules(text)),
                file(
                    script,
                    match shell.told || shell.obeyed {
                        true => rules(include_str!("create/command.sh")),
                        false => fill(include_str!("create/alone.sh")),
                    },
                ),
            ]
        }
        HandlerKind::Prompt => vec![file(manifest, fill(include_str!("create/prompt.toml")))],
        HandlerKind::Http => {
            let sent = match shell.told {
                true => "The event is sent there as JSON, where no `body` is given.",
                false => {
                    "What is sent there is the `body` that is given, and nothing of the event."
                }
            };
            let text = fill(include_str!("create/http.toml")).replace("{sent}", sent);
            vec![file(manifest, text)]
        }
    }
}

#[cfg(test)]
mod tests;
