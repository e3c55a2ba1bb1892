//! An agent's config edited as text: opened with a mark of what was there, saved as a plan, and three
//! versions side by side where another program wrote in between.
//!
//! A person who edits a config sees all of it. So its texts and diffs are not masked here, as they are
//! everywhere else; they go to the editor and nowhere further.

use std::path::Path;

use serde::Serialize;

use crate::ops::{self, OpError};
use crate::plan::{FileDiff, Plan, PlanView, Step};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::text::{self, TextProblem};
use tacklebox_agents::config::{self, MAX_BYTES, Syntax};
use tacklebox_agents::hook::AgentId;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::data;
use tacklebox_machine::files::{self, Stamp};
use tacklebox_machine::machine::Machine;

/// A config as it was opened. What is called `raw` is a file's own text, every character of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ConfigText {
    pub agent: AgentId,
    /// Where it is, with `~`.
    pub file: String,
    pub syntax: SyntaxName,
    pub exists: bool,
    /// No byte-order mark, `\n` at the end of every line. A save writes both as they were.
    pub raw: String,
    /// What a save must find unchanged.
    pub stamp: String,
    pub problems: Vec<TextProblem>,
    /// Why nothing can be saved at all.
    pub read_only: Option<String>,
}

/// The syntax of a config, for an editor's colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
pub enum SyntaxName {
    Json5,
    Toml,
    Yaml,
}

/// Another program wrote between opening and saving. Nothing of anybody's is lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Conflict {
    /// What is on the disk now; none where the file is gone.
    pub raw_theirs: Option<String>,
    /// One text with both changes, where they are about different lines.
    pub raw_merged: Option<String>,
    /// What a save that knows of theirs must find unchanged.
    pub stamp: String,
    /// What the other program changed, as a unified diff of the opened text.
    pub theirs: String,
    /// What was changed in the editor, the same way.
    pub mine: String,
}

/// What to do with an edited text.
pub enum Prepared {
    Plan(Box<Plan>),
    Conflict(Box<Conflict>),
}

struct OnDisk {
    text: Option<String>,
    stamp: Stamp,
}

fn read(path: &Path) -> Result<OnDisk, OpError> {
    let unreadable = |message| OpError::Unreadable { path: path.to_owned(), message };
    let (bytes, stamp) =
        files::read(path, MAX_BYTES).map_err(|error| unreadable(error.to_string()))?;
    let text = bytes.map(String::from_utf8).transpose();
    let text = text.map_err(|_| {
        unreadable("it is not UTF-8 text, and saving it as such would harm it.".into())
    })?;
    Ok(OnDisk { text, stamp })
}

/// The agent's config as it is on the disk now.
///
/// # Errors
/// [`OpError::Unreadable`] for a folder, a link to nowhere, bytes that are not text, too many of them.
pub fn open(machine: &Machine, agent: &Agent) -> Result<ConfigText, OpError> {
    let now = read(&agent.config.path)?;
    let raw = text::as_edited(now.text.as_deref().unwrap_or_default());
    Ok(ConfigText {
        agent: agent.id(),
        file: machine.show(&agent.config.path),
        syntax: match agent.config.syntax {
            Syntax::Json5 | Syntax::Json => SyntaxName::Json5,
            Syntax::Toml => SyntaxName::Toml,
            Syntax::Yaml => SyntaxName::Yaml,
        },
        exists: now.text.is_some(),
        problems: text::check(agent.id(), &agent.config, &raw, &|it| agent.refuses(it)),
        raw,
        stamp: now.stamp.to_string(),
        read_only: read_only(machine, agent),
    })
}

/// Why a text of its config would not be saved.
fn read_only(machine: &Machine, agent: &Agent) -> Option<String> {
    let data = data::check(machine).err().map(|error| error.to_string());
    let written = || ops::may_be_written(agent, &agent.config.path);
    data.or_else(|| written().err().map(|error| error.to_string()))
}

/// The three versions, where the config is no longer the one that was opened as `base`.
///
/// # Errors
/// As [`open`].
pub fn conflict(
    agent: &Agent,
    base: &str,
    stamp: &str,
    mine: &str,
) -> Result<Option<Conflict>, OpError> {
    let now = read(&agent.config.path)?;
    Ok((now.stamp.to_string() != stamp).then(|| versions(agent, &now, base, mine)))
}

fn versions(agent: &Agent, now: &OnDisk, base: &str, mine: &str) -> Conflict {
    let theirs = now.text.as_deref().map(text::as_edited);
    let shown = theirs.as_deref().unwrap_or_default();
    let syntax = agent.config.syntax;
    Conflict {
        // Where the file is gone, there is nothing to bring together.
        raw_merged: theirs.as_ref().and_then(|theirs| text::merged(syntax, base, mine, theirs)),
        stamp: now.stamp.to_string(),
        theirs: config::unified(base, shown),
        mine: config::unified(base, mine),
        raw_theirs: theirs,
    }
}

/// The plan that saves an edited text, or the three versions where the config is no longer the one
/// that was opened. A text that does not parse is refused, unless the file did not parse before
/// either: then a person is fixing it, step by step.
///
/// # Errors
/// [`OpError::DoesNotParse`] with the line, and as [`open`].
pub fn prepare(
    machine: &Machine,
    inventory: &Inventory,
    base: &str,
    stamp: &str,
    mine: &str,
) -> Result<Prepared, OpError> {
    let agent = inventory.agent();
    let config = &agent.config;
    let now = read(&config.path)?;
    if now.stamp.to_string() != stamp {
        return Ok(Prepared::Conflict(Box::new(versions(agent, &now, base, mine))));
    }
    let title = agent.dialect.title;
    let mut plan = Plan::new(
        agent.id(),
        format!("Save the config of {title}"),
        format!("The config of {title} was edited."),
    );
    let before = now.text.as_deref().unwrap_or_default();
    let mut after = text::written_like(before, mine);
    if let Err(error) = text::parse(config.syntax, mine) {
        let broken = text::parse(config.syntax, before).is_err();
        let too_large = after.len() as u64 > MAX_BYTES;
        if !broken || too_large {
            return Err(OpError::DoesNotParse { agent: title, error });
        }
        plan.stays.push(format!(
            "It cannot be read yet (line {}): {} {title} ignores all of it until that is fixed.",
            error.line, error.message
        ));
    }
    let step = |after: &str| Step::Edit {
        path: config.path.clone(),
        syntax: config.syntax,
        stamp: now.stamp,
        before: now.text.clone(),
        after: after.to_owned(),
    };
    let also = ops::also_switched(inventory, &[], &[step(&after)]);
    if !also.is_empty() && text::parse(config.syntax, &after).is_ok() {
        after = ops::keep_others(inventory, &[], after)?;
        plan.also = also;
    }
    // An empty text where there is no file changes nothing.
    plan.steps.extend(Some(step(&after)).filter(Step::changes));
    ops::may_write(agent, &plan)?;
    plan.stays.extend(ops::warning(machine, inventory, &plan));
    ops::tell(agent, &mut plan);
    Ok(Prepared::Plan(Box::new(plan)))
}

/// The plan as the editor shows it.
pub fn view(machine: &Machine, plan: &Plan) -> PlanView {
    let plain = |step: &Step| match step {
        Step::Edit { path, before, after, .. } => Some(FileDiff {
            path: machine.show(path),
            diff: config::unified(
                &text::as_edited(before.as_deref().unwrap_or_default()),
                &text::as_edited(after),
            ),
        }),
        _ => None,
    };
    PlanView { files: plan.steps.iter().filter_map(plain).collect(), ..plan.view(machine) }
}
