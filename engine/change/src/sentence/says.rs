//! What of a sentence can be said in a hook's format, and with each kind of action. What cannot is not offered.

use serde::Serialize;

use crate::amend::{About, Form, Key};
use crate::create::HandlerKind;
use tacklebox_agents::agent::Agent;

/// What of a sentence can be said in a hook's format. What cannot is not offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Says {
    /// The usual one first.
    pub kinds: Vec<KindSays>,
    pub several_events: bool,
    pub conditions: bool,
    pub priority: bool,
    /// That the version in force does not look at that number; none where it does.
    pub unordered: Option<String>,
    pub bins: bool,
    /// One of several programs, variables, settings and systems.
    pub needs: bool,
    /// An emoji and a homepage.
    pub about: bool,
    pub env: bool,
    /// Whether it always runs, its key in the config, and what of its module is called.
    pub module: bool,
    pub version: bool,
    /// What each variable is for, where one gets it, and which rights it needs.
    pub keys: bool,
}

/// What can be said with one kind of action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct KindSays {
    pub kind: HandlerKind,
    /// The moments at which it does anything; none: all.
    pub events: Option<Vec<String>>,
    pub timeout: bool,
    pub workdir: bool,
    /// The headers and the body of a request.
    pub request: bool,
}

fn kind_says(agent: &Agent, form: Form, kind: HandlerKind) -> KindSays {
    let has = |key: &Key| form.has(key) && key.fits(kind.action());
    let adds_at = || agent.answers().adds_at.iter().map(|key| (*key).to_owned()).collect();
    KindSays {
        kind,
        events: (kind == HandlerKind::Prompt).then(adds_at),
        timeout: has(&Key::Timeout),
        workdir: has(&Key::Workdir),
        request: has(&Key::Body),
    }
}

/// What can be said in a hook of this form.
pub fn says(agent: &Agent, form: Form) -> Says {
    let has = |key: &str| form.keys().contains(&key);
    Says {
        kinds: match form {
            Form::Entry => &[HandlerKind::Shell],
            _ => agent.dialect.kinds,
        }
        .iter()
        .map(|kind| kind_says(agent, form, *kind))
        .collect(),
        several_events: has("events"),
        conditions: has("channel"),
        priority: has("priority"),
        unordered: crate::order::unread(agent),
        bins: has("bins"),
        needs: has("any_bins"),
        about: has("emoji"),
        env: has("env.NAME"),
        module: has("export"),
        version: has("version"),
        keys: form.has(&Key::Note(String::new(), About::For)),
    }
}
