//! Single edits as steps of a plan, each on the file as it is on the disk now.

use std::borrow::Cow;
use std::path::Path;

use serde_json::{Map, Value};

use super::list;
use super::{OpError, Others, entry_path, text_of};
use crate::plan::{Also, OnOff, Plan, Step};
use crate::receipt;
use tacklebox_agents::agent::{Agent, PutsBack};
use tacklebox_agents::config::{self, Config, ConfigPath, Edit, MAX_BYTES, Syntax};
use tacklebox_agents::hook::Hook;
use tacklebox_agents::switches;
use tacklebox_inventory::discover::Candidate;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::selection;
use tacklebox_machine::cut::Cut;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

/// Edits the agent's config for the hook of this key, and works out which others that would switch.
pub(crate) fn edit_config(
    inventory: &Inventory,
    plan: &mut Plan,
    own_key: &str,
    edits: &[Edit],
    others: Others,
) -> Result<(), OpError> {
    let agent = inventory.agent();
    let mut step = edit_agents_config(agent, edits)?;
    let own = [own_key];
    plan.also = also_switched(inventory, &own, std::slice::from_ref(&step));
    if others == Others::Keep
        && !plan.also.is_empty()
        && let Step::Edit { after, .. } = &mut step
    {
        *after = keep_others(inventory, &own, std::mem::take(after))?;
        plan.also = still_switched(inventory, &own, std::slice::from_ref(&step));
    }
    plan.steps.push(step);
    say_included(agent, edits, plan);
    Ok(())
}

/// What is set in the main file, or cleared there, and is in an included one too stays there. Call
/// it when the steps are in the plan.
pub(super) fn say_included(agent: &Agent, edits: &[Edit], plan: &mut Plan) {
    let config = &agent.config;
    let Some(Step::Edit { after, .. }) = plan.steps.iter().find(|step| step.path() == config.path)
    else {
        return;
    };
    if config.includes.is_empty() {
        return;
    }
    let counts = config.with_text(after).value;
    for edit in edits {
        let in_root = |path: &ConfigPath| path.get(&config.root).is_some();
        // Of two lists all items count, each as often as it is there.
        let joined = |path: &ConfigPath, value: &Value| {
            let items = path.get(&counts).and_then(Value::as_array).into_iter().flatten();
            value.as_array().is_some_and(|own| items.into_iter().any(|it| !own.contains(it)))
        };
        plan.stays.extend(match edit {
            Edit::Set { path, value } if joined(path, value) => Some(format!(
                "{path} is also in an included file, which stays as it is: {} joins the two, so more counts than is set here. Change that file.",
                agent.dialect.title
            )),
            Edit::Set { value: Value::Array(_), .. } => None,
            Edit::Set { path, .. } if config.get(path).is_some() && !in_root(path) => {
                Some(format!(
                    "{path} is also in an included file, which stays as it is: the main file wins."
                ))
            }
            Edit::Unset { path } if in_root(path) && path.get(&counts).is_some() => Some(format!(
                "{path} is also in an included file: what that says stays, and counts."
            )),
            _ => None,
        });
    }
}

/// A text of the agent's config with the entries that keep all hooks but those of `own` keys as they are.
/// Entries may make a list where there was none, which is one more reason for entries: so it is looked
/// again. A text that does not parse stays as it is.
pub fn keep_others(
    inventory: &Inventory,
    own: &[&str],
    mut text: String,
) -> Result<String, OpError> {
    let config = &inventory.agent().config;
    if config::parse(config.syntax, &text).is_err() {
        return Ok(text);
    }
    for _ in 0..MOST_ROUNDS {
        let also = also(inventory, own, &text);
        if also.is_empty() {
            break;
        }
        let keep: Vec<Edit> = also.iter().map(|also| entry_that_keeps(inventory, also)).collect();
        text = config::edit(config.syntax, &text, &keep)
            .map_err(|source| OpError::Edit { path: config.path.clone(), source })?;
    }
    Ok(text)
}

/// The first entry may make a list, the second round has all of it.
const MOST_ROUNDS: usize = 3;

fn entry_that_keeps(inventory: &Inventory, also: &Also) -> Edit {
    let agent = inventory.agent();
    let wanted = (also.change == OnOff::Off).into();
    let key = inventory.candidates().find(|(_, hook)| hook.name == also.name);
    let key = key.map_or(&also.name, |(_, hook)| &hook.hook_key);
    // OpenClaw up to 2026.7 looks for the name alone where it selects.
    let said = agent.entry(key).and_then(|entry| entry.get("enabled")) == Some(&wanted);
    let path = entry_path(agent, if said { &also.name } else { key }).join("enabled");
    Edit::Set { path, value: wanted }
}

/// The other hooks that an agent which selects by its entries would switch along with these steps.
pub(crate) fn also_switched(inventory: &Inventory, own: &[&str], steps: &[Step]) -> Vec<Also> {
    let texts = steps.iter().filter_map(|step| match step {
        Step::Edit { after, .. } => Some(after),
        _ => None,
    });
    texts.flat_map(|text| also(inventory, own, text)).collect()
}

/// Those of them that what keeps the others did not keep.
pub(crate) fn still_switched(inventory: &Inventory, own: &[&str], steps: &[Step]) -> Vec<Also> {
    let left = also_switched(inventory, own, steps).into_iter();
    left.map(|it| Also::fixed(&it.name, it.change)).collect()
}

/// The same for a text of the agent's config.
fn also(inventory: &Inventory, own: &[&str], text: &str) -> Vec<Also> {
    let agent = inventory.agent();
    if !agent.dialect.selects {
        return Vec::new();
    }
    let hooks = selection::named(inventory).into_iter();
    // With what is included: the switch of the whole may be there, and the entries in the file itself.
    let value = agent.config.with_text(text).value;
    let (before, after) = (agent.section_of(&agent.config.value), agent.section_of(&value));
    selection::also(agent.dialect, &before, &after, own, hooks)
}

/// The step that makes these edits in the agent's config, as it is on the disk now.
pub(crate) fn edit_agents_config(agent: &Agent, edits: &[Edit]) -> Result<Step, OpError> {
    let config = &agent.config;
    edit_from(agent.dialect.writes.begins, &config.path, config.syntax, &agent.home, edits)
}

/// The step that makes these edits in a file, as it is on the disk now.
pub fn edit_file(
    path: &Path,
    syntax: Syntax,
    boundary: &Path,
    edits: &[Edit],
) -> Result<Step, OpError> {
    edit_from("", path, syntax, boundary, edits)
}

/// The same; a file that is not there begins with this.
fn edit_from(
    begins: &str,
    path: &Path,
    syntax: Syntax,
    boundary: &Path,
    edits: &[Edit],
) -> Result<Step, OpError> {
    let file: Config = config::read(path, syntax, boundary);
    let torn = file.problems.first().filter(|_| file.unparsable);
    if let Some(problem) = file.passed_over.as_ref().or(torn) {
        return Err(OpError::Unreadable { path: path.to_owned(), message: problem.to_string() });
    }
    let before = file.text.clone();
    let text = before.as_deref().unwrap_or_default();
    let is_empty = !begins.is_empty() && file.value.as_object().is_none_or(Map::is_empty);
    let from = match text.trim_end() {
        _ if !is_empty => Cow::Borrowed(text),
        "" => Cow::Borrowed(begins),
        comments => Cow::Owned(format!("{comments}\n{begins}")),
    };
    let mut after = config::edit(syntax, &from, edits)
        .map_err(|source| OpError::Edit { path: path.to_owned(), source })?;
    if after == from {
        // Nothing was to be written.
        text.clone_into(&mut after);
    }
    Ok(Step::Edit { path: path.to_owned(), syntax, stamp: file.stamp, before, after })
}

/// The step that puts a name on the agent's list of what is off, or takes it away.
pub(crate) fn switch_in_list(
    agent: &Agent,
    file: &str,
    name: &str,
    on: bool,
) -> Result<Step, OpError> {
    in_list(agent, file, |list, path| list::switch(list, path, name, on))
}

/// The step that has another name in the place of one on that list.
pub(crate) fn rename_in_list(
    agent: &Agent,
    file: &str,
    from: &str,
    to: &str,
) -> Result<Step, OpError> {
    in_list(agent, file, |list, path| list::rename(list, path, from, to))
}

fn in_list(
    agent: &Agent,
    file: &str,
    step: impl FnOnce(switches::Disabled, &Path) -> Step,
) -> Result<Step, OpError> {
    let path = agent.home.join(file);
    match switches::read(&path) {
        Ok(list) => Ok(step(list, &path)),
        Err(message) => Err(OpError::Unreadable { path, message }),
    }
}

/// The same for the TOML between the `+++` lines of a `HOOK.md`.
pub(crate) fn edit_front_matter(path: &Path, edits: &[Edit]) -> Result<Step, OpError> {
    let unreadable = |message: String| OpError::Unreadable { path: path.to_owned(), message };
    let (text, stamp) = text_of(path, tacklebox_agents::manifest::MAX_BYTES as u64)?;
    let text = text.unwrap_or_default();
    let (start, end) = tacklebox_agents::manifest::toml_front(&text)
        .ok_or_else(|| unreadable("its settings are not closed with +++.".into()))?;
    let inner = config::edit(Syntax::Toml, text.cut(start..end), edits)
        .map_err(|source| OpError::Edit { path: path.to_owned(), source })?;
    let after = format!("{}{inner}{}", text.cut(..start), text.cut(end..));
    Ok(Step::Edit { path: path.to_owned(), syntax: Syntax::Toml, stamp, before: Some(text), after })
}

/// An edit of ours in an installed hook's own file is not a change by hand: its receipt follows.
pub(crate) fn push_with_receipt(machine: &Machine, plan: &mut Plan, hook: &Hook, step: Step) {
    let records = hook.dir.as_deref().map(|dir| receipt::follows(machine, dir, &step));
    plan.steps.push(step);
    plan.steps.extend(records.unwrap_or_default());
}

/// An agent that can be told is told.
pub fn tell(agent: &Agent, plan: &mut Plan) {
    copy_too(agent, plan);
    plan.stays.extend(filled_in(agent, plan));
    plan.stays.extend(other_names(plan));
    if let Some(file) = agent.dialect.stamp()
        && !plan.is_empty()
    {
        plan.steps.push(Step::Reload { path: agent.workspace.join(file) });
    }
}

/// An agent that would take its config for damaged then, and put its copy of an earlier one in the place of it, has the same
/// in that copy.
fn copy_too(agent: &Agent, plan: &mut Plan) {
    let config = &agent.config;
    let after = plan.steps.iter().find_map(|step| match step {
        Step::Edit { path, after, .. } if *path == config.path && step.changes() => Some(after),
        _ => None,
    });
    let Some(after) = after.cloned() else { return };
    let Some(PutsBack { copy, because }) = agent.puts_back(&after) else { return };
    let Ok((before, stamp)) = text_of(&copy, MAX_BYTES) else { return };
    let (title, name) = (agent.dialect.title, tacklebox_inventory::discover::file_name(&copy));
    let mode = ConfigPath::of(["gateway", "mode"]);
    let root = config::parse(config.syntax, &after).unwrap_or_default();
    if mode.get(&root).is_none() {
        // With the same in its copy it would not start at all.
        plan.stays.push(format!(
            "{title} will think that its config is damaged, as {because}, and put {name} in its place when it is started next: this change is lost then. Set gateway.mode first."
        ));
        return;
    }
    plan.stays.push(format!(
        "{name} gets the same text: {title} would think that its config is damaged, as {because}, and put that copy in its place."
    ));
    // First: it may be started in between.
    plan.steps.insert(0, Step::Edit { path: copy, syntax: config.syntax, stamp, before, after });
}

/// That what is written into the config is not taken as it is written. It may be secret: it is not named.
fn filled_in(agent: &Agent, plan: &Plan) -> Option<String> {
    agent.dialect.rules.variables?;
    let named = |text: &str| {
        let names = text.split("${").skip(1).filter_map(|rest| rest.split_once('}'));
        names.filter(|(name, _)| !name.is_empty()).count()
    };
    let more = plan.steps.iter().any(|step| match step {
        Step::Edit { path, before, after, .. } if *path == agent.config.path => {
            named(after) > named(before.as_deref().unwrap_or_default())
        }
        _ => false,
    });
    more.then(|| {
        format!(
            "{} puts the value of a variable in the place of ${{NAME}} in its config, where a variable of that name is set.",
            agent.runtime.named()
        )
    })
}

/// A file is replaced by a new one of its name. Under another name of the same file the old one stays.
fn other_names(plan: &Plan) -> Vec<String> {
    let edited =
        plan.steps.iter().filter(|step| matches!(step, Step::Edit { .. }) && step.changes());
    let linked = edited.map(Step::path).filter(|path| files::other_names(path) > 0);
    let said = |path: &Path| {
        format!(
            "{} has another name on the disk (a hard link). What has that name stays as it is, and the two are separate files from then on.",
            tacklebox_inventory::discover::file_name(path)
        )
    };
    linked.map(said).collect()
}

/// Whether this would be read as another number than is written: JSON has no such one, and JavaScript knows whole
/// numbers up to 2^53 alone, to which the ids of chats do not keep.
pub(super) fn would_be_another(text: &str) -> bool {
    let text = text.trim();
    ["NaN", "Infinity"].contains(&text.trim_start_matches(['+', '-']))
        || text.parse().is_ok_and(|number: i128| number.unsigned_abs() > 1 << 53)
}

/// That a variable of a hook does not count where the agent asks whether it is there.
pub(super) fn not_looked_at(agent: &Agent, candidate: &Candidate, name: &str) -> Option<String> {
    let needed = candidate.effective().is_ok_and(|it| it.requires.env.iter().any(|it| it == name));
    (needed && !agent.dialect.rules.own_env_counts).then(|| {
        format!(
            "{} looks for {name} only in its own environment: the hook needs setup until it is set where {} is started.",
            agent.runtime.named(),
            agent.dialect.title
        )
    })
}

/// Says where a key that is saved may be read by others too.
pub(crate) fn say_readable(plan: &mut Plan) {
    let edited =
        plan.steps.iter().filter(|step| matches!(step, Step::Edit { .. }) && step.changes());
    let open = edited.map(Step::path).filter(|path| files::others_may_read(path));
    let said: Vec<String> = open
        .map(|path| {
            format!(
                "Other users of this computer may read {}, and with it the key. Take that right from them, for example by `chmod 600`.",
                tacklebox_inventory::discover::file_name(path)
            )
        })
        .collect();
    plan.stays.extend(said);
}

impl Step {
    /// Whether anything would be different afterwards.
    pub fn changes(&self) -> bool {
        !matches!(self, Self::Edit { before, after, .. } if before.as_deref().unwrap_or_default() == after)
    }
}
