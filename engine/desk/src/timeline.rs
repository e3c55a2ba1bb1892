//! All moments of an agent on one screen: which hooks run, in which order, for whom, and who can stop it.

use serde::Serialize;

use super::{Desk, Outcome};
use tacklebox_agents::dialect::policy::Pace;
use tacklebox_agents::hook::{AgentId, HookConditions, State};
use tacklebox_agents::moment;
use tacklebox_change::order::{self, MomentOrder};
use tacklebox_inventory::discover::Kind;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::{Grade, PluginView};
use tacklebox_machine::failure::Failure;
use tacklebox_machine::words;
use tacklebox_run::turns::{Turn, Who, keys, turns};

/// A moment, and who listens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TimelineMoment {
    pub key: String,
    pub label: String,
    pub sentence: String,
    /// How they follow each other: "one after the other; after a stop, the rest is skipped".
    pub pace: String,
    /// When one that keeps failing is left out for a while; none where that never happens.
    pub breaks: Option<String>,
    pub in_turn: bool,
    /// Whether the version in force ever sends it.
    pub sent: bool,
    /// When Roll call heard it last.
    pub heard: Option<String>,
    /// Since when Roll call listens and did not hear it.
    pub unheard_since: Option<String>,
    /// Why their order cannot be changed; none where it can.
    pub fixed: Option<String>,
    /// In the order in which they run.
    pub hooks: Vec<TimelineHook>,
}

/// A hook at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TimelineHook {
    pub id: String,
    pub title: String,
    pub emoji: Option<String>,
    pub state: State,
    /// For whom: "telegram, “deploy”"; none: every time.
    pub only: Option<String>,
    /// Whether it can change what happens.
    pub can_change: bool,
    /// Whether it can stop it, too.
    pub can_stop: bool,
    /// It has a number in a text of its own, which can be another one.
    pub movable: bool,
    pub priority: i32,
    /// How that is known of a plugin; none for a hook.
    pub plugin: Option<Grade>,
}

impl Desk {
    /// The moments of an agent in the order of its life.
    ///
    /// # Errors
    /// Never in practice: all five agents are known.
    pub fn timeline(&self, agent: AgentId) -> Result<Vec<TimelineMoment>, Failure> {
        let plugins = self.plugins(agent)?;
        let state = self.state();
        let inventory = state.inventory(agent)?;
        let mut keys = keys(inventory);
        let listens = plugins.iter().flat_map(|plugin| &plugin.listens.keys);
        for key in listens.filter_map(|listens| listens.moment.as_ref()) {
            if !keys.contains(key) {
                keys.push(key.clone());
            }
        }
        Ok(keys.into_iter().map(|key| one(inventory, &plugins, key)).collect())
    }

    /// Lets hooks run in these orders, after the plan was shown: one change, however many moments it is about.
    ///
    /// # Errors
    /// Where an order is not theirs to change, two contradict each other, or a manifest cannot be edited.
    pub fn set_orders(
        &self,
        agent: AgentId,
        orders: &[MomentOrder],
        confirmed: bool,
    ) -> Result<Outcome, Failure> {
        self.shown_first(confirmed, |state| {
            Ok(order::plan(&state.machine, state.inventory(agent)?, orders)?)
        })
    }
}

fn one(inventory: &Inventory, plugins: &[PluginView], key: String) -> TimelineMoment {
    let dialect = inventory.agent().dialect;
    let words = inventory.heard().told(moment::trigger_of(dialect.agent, &key).by(dialect));
    let rule = dialect.dispatch_of(&key);
    let pace = rule.map(|(policy, modifying)| policy.pace(modifying));
    let in_turn = matches!(pace, Some(Pace::InTurn { .. }));
    let answers = inventory.agent().answers();
    let fixed = order::fixed(inventory, &key);
    let shown = |turn: &Turn<'_>| {
        let Turn { who, priority, can_change, can_stop } = turn;
        let base = TimelineHook {
            id: String::new(),
            title: String::new(),
            emoji: None,
            state: State::Ready,
            only: None,
            can_change: *can_change,
            can_stop: *can_stop,
            movable: false,
            priority: priority.round() as i32,
            plugin: None,
        };
        match who {
            Who::Hook(candidate, hook) => TimelineHook {
                id: hook.id.clone(),
                title: hook.title.clone(),
                emoji: hook.emoji.clone(),
                state: hook.state,
                only: hook.conditions.as_ref().and_then(only),
                movable: fixed.is_none() && hook.manifest.is_some() && candidate.kind == Kind::Hook,
                ..base
            },
            Who::Plugin(plugin, called) => TimelineHook {
                id: plugin.hook_id.clone(),
                title: plugin.name.clone(),
                state: if *called { State::Ready } else { State::NotCalled },
                plugin: Some(plugin.listens.grade),
                ..base
            },
        }
    };
    let hooks = turns(inventory, plugins, &key).iter().map(shown).collect();
    let chained = rule.is_none_or(|(policy, _)| policy.chained);
    TimelineMoment {
        label: words.label,
        sentence: words.sentence,
        pace: pace_of(in_turn, words.modifying && !chained, words.can_stop && answers.obeyed),
        breaks: rule.and_then(|(policy, _)| policy.breaker).map(|it| it.says(dialect.title)),
        in_turn,
        sent: words.sent,
        heard: words.heard,
        unheard_since: words.unheard_since,
        fixed,
        hooks,
        key,
    }
}

/// How hooks follow each other, by what the version in force does.
fn pace_of(in_turn: bool, alone: bool, stops: bool) -> String {
    let how = match (in_turn, alone) {
        (true, true) => "each sees the original; the last change counts",
        (true, false) => "one after the other",
        (false, _) => return "all at the same time".to_owned(),
    };
    match stops {
        true => format!("{how}; after a stop, the rest is skipped"),
        false => how.to_owned(),
    }
}

fn only(conditions: &HookConditions) -> Option<String> {
    let listed = |list: &[String]| (!list.is_empty()).then(|| words::any_of(list.iter().cloned()));
    let pattern = conditions.pattern.as_ref().map(|pattern| format!("“{pattern}”"));
    let nobody = conditions.nobody.then(|| "nobody".to_owned());
    let parts = [nobody, listed(&conditions.channels), listed(&conditions.users), pattern];
    let said: Vec<String> = parts.into_iter().flatten().collect();
    (!said.is_empty()).then(|| said.join(", "))
}
