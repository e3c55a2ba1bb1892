//! Who is called at a moment, hooks and plugins together, in which order, and who of them can stop it.

use serde::Serialize;

use crate::fire;
use tacklebox_agents::dialect::policy::{Order, Pace, Policy};
use tacklebox_agents::hook::{ActionKind, Hook, HookAction, State};
use tacklebox_agents::moment;
use tacklebox_inventory::discover::Candidate;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::{PluginState, PluginView};

/// One that is called at a moment.
#[derive(Debug)]
pub struct Turn<'a> {
    pub who: Who<'a>,
    /// Fractions count for the order.
    pub priority: f64,
    /// Whether it can change what happens.
    pub can_change: bool,
    /// Whether it can stop it, too.
    pub can_stop: bool,
}

#[derive(Debug)]
pub enum Who<'a> {
    Hook(&'a Candidate, &'a Hook),
    /// And whether its agent lets it be called there.
    Plugin(&'a PluginView, bool),
}

impl Turn<'_> {
    /// Whether it listens to what is called first: the whole category of an event, or the single event.
    fn is_of_the_first(&self, policy: &Policy, key: &str) -> bool {
        let first = match key.split_once(':') {
            Some((category, _)) if policy.general_first => category,
            _ => key,
        };
        match self.who {
            Who::Hook(candidate, hook) => candidate.events(hook).iter().any(|own| own == first),
            Who::Plugin(..) => !policy.general_first,
        }
    }

    fn neighbour(&self) -> Neighbour {
        let (id, title) = match self.who {
            Who::Hook(_, hook) => (&hook.id, &hook.title),
            Who::Plugin(plugin, _) => (&plugin.hook_id, &plugin.name),
        };
        Neighbour { id: id.clone(), title: title.clone() }
    }
}

/// The events of an agent in the order of the table; then those that only its hooks name.
pub fn keys(inventory: &Inventory) -> Vec<String> {
    let dialect = inventory.agent().dialect;
    let known = moment::keys_of(dialect.agent).map(str::to_owned);
    let mut keys: Vec<String> = known.collect();
    for event in inventory.candidates().flat_map(|(_, hook)| &hook.events) {
        if !keys.contains(event) && dialect.dispatch_of(event).is_some() {
            keys.push(event.clone());
        }
    }
    keys
}

/// All that are called at a moment, in the order of the version in force.
pub fn turns<'a>(
    inventory: &'a Inventory,
    plugins: &'a [PluginView],
    key: &'a str,
) -> Vec<Turn<'a>> {
    let dialect = inventory.agent().dialect;
    let words = inventory.heard().told(moment::trigger_of(dialect.agent, key).by(dialect));
    let answers = inventory.agent().answers();
    let mut turns: Vec<Turn<'a>> = Vec::new();
    for hook in fire::listeners(inventory, key) {
        if matches!(hook.state, State::Off | State::Broken | State::CannotRunHere) {
            continue;
        }
        let Some((_, candidate)) = inventory.find(&hook.id) else { continue };
        let can = words.clone().done_by(hook.action.as_ref(), answers);
        turns.push(Turn {
            who: Who::Hook(candidate, hook),
            priority: inventory.priority(candidate, hook).into(),
            can_change: can.modifying,
            can_stop: can.can_stop,
        });
    }
    let can = words.done_by(Some(&HookAction::of(ActionKind::Module)), answers);
    for plugin in plugins.iter().filter(|plugin| plugin.state == PluginState::On) {
        for listens in plugin.listens.keys.iter().filter(|it| it.moment.as_deref() == Some(key)) {
            let called = !listens.not_allowed;
            turns.push(Turn {
                who: Who::Plugin(plugin, called),
                priority: listens.priority.unwrap_or_default(),
                can_change: can.modifying && called,
                can_stop: can.can_stop && called,
            });
        }
    }
    let policy = dialect.dispatch_of(key).map(|(policy, _)| policy);
    if let Some(policy) = policy.filter(|policy| policy.general_too) {
        turns.sort_by_key(|turn| !turn.is_of_the_first(policy, key));
    }
    match policy.map_or(Order::Registration, |policy| policy.order) {
        Order::Registration => {}
        Order::HighestFirst => turns.sort_by(|one, other| other.priority.total_cmp(&one.priority)),
        Order::LowestFirst => turns.sort_by(|one, other| one.priority.total_cmp(&other.priority)),
    }
    turns
}

/// Another hook or plugin of the same moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Neighbour {
    pub id: String,
    pub title: String,
}

/// The others of the moments of one hook that have a say in whether it runs.
#[derive(Debug, Default)]
pub struct Neighbours {
    /// Those before it that may stop what happens, so that it is not called.
    pub stopped_by: Vec<Neighbour>,
    /// Those that run at the same time: nothing says which is first.
    pub unordered: Vec<Neighbour>,
}

/// The neighbours of the hook of this id, where it is called at all.
pub fn neighbours(inventory: &Inventory, plugins: &[PluginView], id: &str) -> Neighbours {
    let mut all = Neighbours::default();
    for key in keys(inventory) {
        let turns = turns(inventory, plugins, &key);
        let is_it = |turn: &Turn<'_>| matches!(turn.who, Who::Hook(_, hook) if hook.id == id);
        let Some(own) = turns.iter().position(is_it) else { continue };
        let rule = inventory.agent().dialect.dispatch_of(&key);
        let in_turn =
            rule.is_some_and(|(it, modifying)| matches!(it.pace(modifying), Pace::InTurn { .. }));
        let others = turns.iter().enumerate().filter(|(_, turn)| !is_it(turn));
        for (at, other) in others {
            let list = match in_turn {
                true if at < own && other.can_stop => &mut all.stopped_by,
                true => continue,
                false => &mut all.unordered,
            };
            let other = other.neighbour();
            if !list.contains(&other) {
                list.push(other);
            }
        }
    }
    all
}
