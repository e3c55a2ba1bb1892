//! Who listens to which event key, at one moment. Events under way keep the lists that they began with.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::runtime::breaker::Breaker;
use crate::runtime::dispatch::handler::Call;
use crate::runtime::event::Event;
use tacklebox_agents::dialect::policy::{Order, Policy};
use tacklebox_agents::moment::Keys;

/// One hook as it was registered, for all of its keys.
pub(crate) struct Hooked {
    pub(super) id: u64,
    pub name: String,
    pub priority: i32,
    /// None where the handler watches its time itself.
    pub limit: Option<Duration>,
    pub call: Call,
    /// Whether its time is taken even where it answers at once. For a closure reading the clock would
    /// take longer than calling it.
    pub timed: bool,
    pub breaker: Option<Breaker>,
}

/// One hook on one event key.
#[derive(Clone)]
pub(crate) struct Registered {
    pub key: Arc<str>,
    pub hook: Arc<Hooked>,
}

type List = Arc<Vec<Registered>>;

/// From one loading of hooks to the next, or to when all are cleared.
#[derive(Clone, Default)]
pub(crate) struct Era(Arc<()>);

/// All lists, one map a family of keys.
#[derive(Clone, Default)]
pub(super) struct Snapshot {
    lists: [BTreeMap<Arc<str>, List>; 4],
    era: Era,
}

impl Snapshot {
    /// One in which nothing is registered yet.
    pub(super) fn new(era: Era) -> Self {
        Self { era, lists: Default::default() }
    }

    /// Whether it is still what was loaded then.
    pub(super) fn is_of(&self, era: &Era) -> bool {
        Arc::ptr_eq(&self.era.0, &era.0)
    }

    /// Puts a hook at its place in the list of a key: behind all that come before it or are its equals.
    pub(super) fn insert(&mut self, policy: &Policy, key: &str, hook: &Arc<Hooked>) {
        let lists = &mut self.lists[policy.keys as usize];
        let (key, list) = match lists.get_key_value(key) {
            Some((key, _)) => (Arc::clone(key), lists.entry(Arc::clone(key)).or_default()),
            None => {
                let key: Arc<str> = key.into();
                (Arc::clone(&key), lists.entry(key).or_default())
            }
        };
        let list = Arc::make_mut(list);
        let at = match policy.order {
            Order::Registration => list.len(),
            Order::LowestFirst => list.partition_point(|r| r.hook.priority <= hook.priority),
            Order::HighestFirst => list.partition_point(|r| r.hook.priority >= hook.priority),
        };
        list.insert(at, Registered { key, hook: Arc::clone(hook) });
    }

    /// Takes a hook out of all lists; whether it was in any.
    pub(super) fn remove(&mut self, id: u64) -> bool {
        let mut found = false;
        for lists in &mut self.lists {
            lists.retain(|_, list| {
                if list.iter().any(|registered| registered.hook.id == id) {
                    Arc::make_mut(list).retain(|registered| registered.hook.id != id);
                    found = true;
                }
                !list.is_empty()
            });
        }
        found
    }

    /// Who is to be called for an event.
    pub(super) fn listeners(&self, event: &Event) -> Listeners {
        let lists = &self.lists[event.family() as usize];
        let find = |key: &str| lists.get(key).map(Arc::clone);
        let kind = event.kind();
        let general_too = event.policy().general_too && kind.len() < event.key().len();
        Listeners { first: find(event.key()), then: if general_too { find(kind) } else { None } }
    }

    /// The keys that anybody listens to.
    pub(super) fn keys(&self, keys: Keys) -> impl Iterator<Item = &str> {
        self.lists[keys as usize].keys().map(AsRef::as_ref)
    }
}

/// The handlers of one event, in order: those of its very key, then those of its type.
#[derive(Default)]
pub(crate) struct Listeners {
    first: Option<List>,
    then: Option<List>,
}

impl Listeners {
    pub fn len(&self) -> usize {
        self.first.as_ref().map_or(0, |list| list.len())
            + self.then.as_ref().map_or(0, |list| list.len())
    }

    pub fn get(&self, place: usize) -> Option<&Registered> {
        let first: &[_] = self.first.as_deref().map_or(&[], Vec::as_slice);
        match first.get(place) {
            None => self.then.as_deref()?.get(place - first.len()),
            found => found,
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Registered> {
        let lists = [&self.first, &self.then];
        lists.into_iter().flatten().flat_map(|list| list.iter())
    }
}
