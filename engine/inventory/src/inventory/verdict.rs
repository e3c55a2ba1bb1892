//! The state of a hook, once it is known what is missing and which others have its name.

use std::path::Path;

use super::action;
use super::settings::{Fixed, enabled, fixed};
use crate::acts::{is_serious, was_changed};
use crate::discover::{Candidate, Kind, Module};
use crate::notes;
use crate::plain;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::hook::{Hook, Missing, MissingKind, Row, Source, State};
use tacklebox_agents::in_force::HookRuntime;
use tacklebox_agents::manifest::Action;
use tacklebox_agents::moment;
use tacklebox_audit::Finding;
use tacklebox_machine::words;

/// What a hook lacks that `max_hooks` leaves out.
pub(super) fn over_limit(limit: usize) -> Missing {
    Missing {
        kind: MissingKind::Config,
        names: vec!["hooks.max_hooks".into()],
        message: "Config missing: hooks.max_hooks".into(),
        sentence: format!(
            "Beyond the limit of {}: hooks with higher priority come first",
            words::count(limit, "hook")
        ),
    }
}

/// The audit found something, and nobody accepted it.
pub fn refused(agent: &Agent, candidate: &Candidate) -> bool {
    refused_for(agent, candidate).is_some()
}

/// What the agent's own audit refuses it for.
fn refused_for<'a>(agent: &Agent, candidate: &'a Candidate) -> Option<&'a Finding> {
    let seen = |finding: &&Finding| {
        !agent.dialect.rules.audits_names_only
            || matches!(&*finding.rule, "symlink" | "large-file") && !finding.file.contains('/')
    };
    let found = candidate.findings.iter().find(seen)?;
    (agent.dialect.audited && !candidate.skips_audit(agent)).then_some(found)
}

/// Its id: stable, and unique on this computer.
pub(super) fn id(agent: &Agent, candidate: &Candidate) -> String {
    let (name, tag) = (&candidate.dir_name, &candidate.tag);
    let mark = if tag.is_empty() { "" } else { "@" };
    format!("{}/{}/{name}{mark}{tag}", agent.id(), candidate.source.as_str())
}

/// Why a module that never loads does not.
pub(super) const WAITS: &str = "it waits for a promise that nothing can settle.";

/// Why it is broken.
pub(super) fn error(agent: &Agent, candidate: &Candidate) -> Option<String> {
    let manifest = match candidate.effective() {
        Ok(manifest) => manifest,
        Err(broken) => return Some(broken.to_string()),
    };
    let blank = manifest.action.as_ref().and_then(Action::blank);
    let needed = agent.dialect.rules.needs_command && enabled(agent, candidate);
    if let Some(blank) = blank.filter(|_| needed) {
        return Some(format!("It is on and its {blank} is not filled in."));
    }
    if let Some(trouble) = &candidate.trouble {
        return Some(trouble.message().to_owned());
    }
    match &candidate.module {
        Module::Fails(why) => return Some(format!("Its handler cannot be loaded: {why}.")),
        Module::Ends(None) => {
            return Some(format!("Its handler ends {} when it is loaded.", agent.dialect.title));
        }
        Module::Ends(Some(why)) => {
            let title = agent.dialect.title;
            return Some(format!("Its handler ends {title} right after it is loaded: {why}."));
        }
        Module::Waits => {
            return Some(format!("Its handler is never loaded: {WAITS}"));
        }
        Module::NotRead
        | Module::Loads
        | Module::InVain(_)
        | Module::Stays(_)
        | Module::Unknown
        | Module::Doubtful(_) => {}
    }
    if let Some(first) = refused_for(agent, candidate) {
        return Some(format!("Refused by the safety check. {}", first.why));
    }
    if manifest.events.is_empty() && agent.dialect.rules.needs_events {
        if let Some(lost) = super::runtime::lost_events(agent, candidate) {
            return Some(lost);
        }
        return Some(match (&manifest.foreign, &candidate.manifest) {
            (Some(key), _) => notes::foreign(agent.dialect, key),
            // The version in force reads past it, and finds no event for that reason.
            (None, Err(broken)) => plain::says(agent.dialect.title, broken),
            (None, Ok(_)) if manifest.unknown_events.is_empty() => {
                "It names no event, so it would never run.".to_owned()
            }
            (None, Ok(_)) => format!(
                "It waits for {}, which {} does not have, so it would never run.",
                words::all_of(manifest.unknown_events.clone()),
                agent.dialect.title
            ),
        });
    }
    None
}

/// The first state that applies.
pub(super) fn state(agent: &Agent, hook: &Hook, missing: &[Missing]) -> State {
    if hook.error.is_some() {
        State::Broken
    } else if hook.replaced_by.is_some() {
        State::Replaced
    } else if missing.iter().any(|m| m.kind == MissingKind::Os) {
        State::CannotRunHere
    } else if !hook.enabled || !agent.hooks_on() {
        State::Off
    } else if !missing.is_empty() {
        State::NeedsSetup
    } else {
        State::Ready
    }
}

/// Why it does not run, in one short sentence.
pub(super) fn reason(agent: &Agent, candidate: &Candidate, hook: &Hook) -> Option<String> {
    match hook.state {
        State::Ready => None,
        State::NotCalled => Some(
            super::runtime::unread(agent, hook.source)
                .map_or_else(|| super::runtime::never(agent, candidate, hook), str::to_owned),
        ),
        State::Broken => plain::why(agent.dialect.title, candidate, hook),
        State::Replaced => Some(match hook.replaced_by {
            Some(Source::Workspace) => "Replaced by the one in your workspace".into(),
            Some(Source::Managed) => "Replaced by the installed one".into(),
            _ => "Replaced by another hook of this name".to_owned(),
        }),
        State::Off if hook.enabled => Some(format!("All hooks of {} are off", agent.dialect.title)),
        State::Off => match fixed(agent, candidate)? {
            Fixed::OffBy(setting) => Some(format!("{setting} in its config leaves it out")),
            Fixed::OffByVariable(name) => Some(format!("{name} in its environment leaves it out")),
            Fixed::On(_) => None,
        },
        State::CannotRunHere | State::NeedsSetup => {
            let first = hook.missing.first()?.sentence.clone();
            Some(match hook.missing.len() {
                1 => first,
                n => format!("{first}, and {} more", words::count(n.saturating_sub(1), "thing")),
            })
        }
    }
}

/// Whether somebody has to look at it before all else.
pub(super) fn is_alarming(hook: &Hook) -> bool {
    let runs = hook.enabled && hook.state != State::Replaced;
    is_serious(hook) || (runs && was_changed(hook))
}

/// The hook without a verdict: what its own folder says.
pub(super) fn blank(agent: &Agent, candidate: &Candidate) -> Hook {
    let manifest = candidate.shown();
    let name = candidate.name().to_owned();
    let read = action::said(candidate);
    let key = read.and_then(|m| m.hook_key.clone());
    let hook_key = key.unwrap_or_else(|| name.clone());
    let events = manifest.map(|m| m.events.clone()).unwrap_or_default();
    let inside = |dir: &Path| dir.starts_with(&agent.workspace) && agent.workspace != agent.home;
    Hook {
        id: id(agent, candidate),
        agent: agent.id(),
        title: match (manifest.and_then(|m| m.heading.clone()), name.trim()) {
            (Some(heading), _) => heading,
            // A name may be empty in some versions; its place has a name.
            (None, "") => candidate.dir_name.clone(),
            (None, _) => words::short(&name),
        },
        name,
        hook_key,
        workspace: candidate
            .dir
            .as_deref()
            .filter(|dir| inside(dir))
            .map(|_| agent.workspace.clone()),
        project: None,
        description: manifest.map(|m| m.description.clone()).unwrap_or_default(),
        emoji: manifest.and_then(|m| m.emoji.clone()),
        homepage: manifest.and_then(|m| m.homepage.clone()),
        source: candidate.source,
        dir: candidate.dir.clone(),
        manifest: candidate.manifest_path.clone(),
        handler: candidate.handler.clone(),
        action: action::of(candidate),
        conditions: read.and_then(|m| m.conditions.as_ref()).map(|conditions| {
            conditions.told(events.iter().any(|key| candidate.for_nobody(agent, key).is_some()))
        }),
        timeout_secs: action::timeout_secs(agent, candidate),
        when: match candidate.kind {
            Kind::Gateway => moment::when_in(moment::Keys::Plugin, &events),
            _ => moment::when(agent.id(), &events),
        },
        events,
        priority: manifest.and_then(|m| m.priority).unwrap_or(0),
        enabled: enabled(agent, candidate),
        draft: manifest.is_some_and(|m| m.draft) && !enabled(agent, candidate),
        eligible: false,
        state: State::Broken,
        row: Row::Broken,
        switchable: false,
        can_try: false,
        reason: None,
        missing: Vec::new(),
        notes: Vec::new(),
        findings: u32::try_from(candidate.findings.len()).unwrap_or(u32::MAX),
        replaced_by: None,
        replaced_by_id: None,
        error: None,
        changed: Vec::new(),
        danger: None,
        warning: None,
        turned_off: None,
        installed: false,
        serious_change: None,
        alarming: false,
        runtime: HookRuntime::unknown(agent.runtime.runtime.version, agent.runtime.basis),
        called_for_real: None,
    }
}

#[cfg(test)]
mod tests;
