//! A moment as the rules of a version have it.

use super::policy::{Pace, Policy};
use super::typed::{FieldRule, Merge, TypedHook};
use super::{Answers, Dialect};
use crate::hook::{ActionKind, HookAction};
use crate::moment::{Keys, Trigger};

impl TypedHook {
    /// Whether its handlers can stop what was about to happen, or take it over.
    pub fn can_stop(&self) -> bool {
        match self.merge {
            Merge::Modify(fields) | Merge::Chain(fields) => {
                self.fails_closed || fields.iter().any(|field| field.rule == FieldRule::Stop)
            }
            Merge::Decide | Merge::Claim | Merge::Sync { block: true } => true,
            _ => false,
        }
    }
}

impl Trigger {
    /// As these rules have it: whether it is sent, and whether a hook may change or stop what happens.
    #[must_use]
    pub fn by(mut self, dialect: &Dialect) -> Self {
        if let Some((policy, modifying)) = dialect.dispatch_of(&self.key) {
            self.modifying = dialect.may_change(&self.key);
            let blocks = matches!(policy.pace(modifying), Pace::InTurn { block: true });
            self.can_stop = match dialect.rules.typed.find(&self.key) {
                Some(hook) => hook.can_stop(),
                None => blocks,
            };
            self.sent = policy.keys != Keys::of(dialect.agent) || dialect.ever_sends(&self.key);
        }
        self
    }

    /// The same for a hook in a folder, which is never called for an event of plugins, whatever that can do.
    #[must_use]
    pub fn in_folder(self, dialect: &Dialect) -> Self {
        let other = |(policy, _): (&Policy, bool)| policy.keys != Keys::of(dialect.agent);
        match dialect.dispatch_of(&self.key).is_some_and(other) {
            true => Self { sent: dialect.ever_sends(&self.key), ..self },
            false => self.by(dialect),
        }
    }

    /// What of that a hook that does this can do, where a version makes this of its answers. A request only
    /// tells somebody (rule ), and a text for the prompt stops nothing (rule ).
    #[must_use]
    pub fn done_by(mut self, action: Option<&HookAction>, answers: &Answers) -> Self {
        let Some(action) = action else { return self };
        let (changes, stops) = match action.kind {
            ActionKind::Module | ActionKind::Shell => {
                (self.modifying && answers.obeyed, answers.obeyed)
            }
            ActionKind::Http => (false, false),
            ActionKind::Prompt => (answers.adds_at.contains(&self.key.as_str()), false),
            // What agents bring in their program looks on: it keeps lists and copies.
            ActionKind::Builtin => (false, false),
        };
        self.modifying = changes;
        self.can_stop &= stops;
        self
    }
}

#[cfg(test)]
mod tests {
    use crate::hook::AgentId;
    use crate::moment::{trigger, trigger_of};

    #[test]
    fn an_event_of_plugins_is_never_sent_to_a_hook_in_a_folder_which_stops_nothing_by_it() {
        let dialect = &AgentId::Openclaw.runtime("2026.9.6").unwrap().dialect;
        let key = "before_tool_call";
        let of_plugin = trigger_of(AgentId::Openclaw, key).by(dialect);
        assert!(of_plugin.sent && of_plugin.modifying && of_plugin.can_stop);
        let of_folder = trigger(AgentId::Openclaw, key).in_folder(dialect);
        assert!(!of_folder.sent && !of_folder.modifying && !of_folder.can_stop);
        assert!(trigger(AgentId::Openclaw, "command:new").in_folder(dialect).sent);
    }
}
