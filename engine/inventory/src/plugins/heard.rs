//! Whether the version in force calls a plugin for a name that it registers: the others it ignores (rule ).

use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::typed::typed_hook;
use tacklebox_agents::moment::{self, Keys};

/// By which call a plugin registers for a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// `api.on`.
    On,
    /// `registerHook`.
    Hook,
}

impl By {
    /// By the name of the function; none where it registers no hook.
    pub fn of(call: &str) -> Option<Self> {
        match call {
            "on" => Some(Self::On),
            "registerHook" => Some(Self::Hook),
            _ => None,
        }
    }
}

/// Whether the version in force has what is registered for.
pub(super) fn is_heard(agent: &Agent, by: By, name: &str) -> bool {
    let dialect = agent.dialect;
    let typed = dialect.rules.typed;
    let family = dialect.dispatch_of(name).map(|(policy, _)| policy.keys);
    match by {
        // The text says nothing of either call: what any version knows may be heard.
        _ if !typed.is_shipped() => typed_hook(name).is_some() || family.is_some(),
        By::On => typed.named(name).is_some(),
        By::Hook => family == Some(Keys::of(dialect.agent)),
    }
}

/// Whether somebody who wrote this name meant a hook that plugins have, in any version or spelling.
pub(super) fn is_meant(agent: &Agent, name: &str) -> bool {
    typed_hook(name).is_some() || agent.dialect.dispatch_of(name).is_some()
}

/// Why a name is ignored, with the one that may be meant. Of what is not ignored nothing is to be said by it.
pub fn ignored(agent: &Agent, by: By, name: &str) -> String {
    let typed = agent.dialect.rules.typed;
    let hooks = typed.hooks().iter().map(|hook| hook.name);
    let (title, named) = (agent.dialect.title, agent.runtime.named());
    match by {
        _ if !typed.is_shipped() => {
            let near = moment::nearest(name, moment::keys(Keys::Plugin));
            format!("{title} has no event {name}.{}", meant(near))
        }
        By::On => {
            let near = match typed_hook(name) {
                Some(_) => " Other versions have it.".to_owned(),
                None => meant(moment::nearest(name, hooks)),
            };
            format!("{named} has no event {name}, and ignores it.{near}")
        }
        By::Hook => {
            let near = moment::nearest(name, hooks).map(|near| format!("api.on(\"{near}\")"));
            format!(
                "{named} never calls what registerHook adds for {name}.{}",
                meant(near.as_deref())
            )
        }
    }
}

fn meant(near: Option<&str>) -> String {
    near.map(|near| format!(" Did you mean {near}?")).unwrap_or_default()
}
