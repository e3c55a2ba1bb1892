//! Who listens to which event key, at one moment. Events under way keep the lists that they began with.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::runtime::breaker::Breaker;
use crate::runtime::event::Event;
use crate::runtime::handler::Call;
use tacklebox_agents::dialect::policy::{Order, Policy};
use tacklebox_agents::moment::Keys;

/// One hook as it was registered, for all of its keys.
pub(crate) struct Hooked {
    pub(super) id: u64,
    pub name: String,
    pub priority: f64,
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

/// The lists of each family of keys, by its number. A family that nobody registered for has none.
#[derive(Clone, Default)]
struct Families(Vec<BTreeMap<Arc<str>, List>>);

impl Families {
    fn of(&self, family: usize) -> Option<&BTreeMap<Arc<str>, List>> {
        self.0.get(family)
    }

    #[expect(clippy::indexing_slicing, reason = "it was made long enough")]
    fn of_mut(&mut self, family: usize) -> &mut BTreeMap<Arc<str>, List> {
        if self.0.len() <= family {
            self.0.resize_with(family.saturating_add(1), BTreeMap::new);
        }
        &mut self.0[family]
    }
}

/// All lists, one map a family of keys.
#[derive(Clone, Default)]
pub(super) struct Snapshot {
    lists: Families,
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
        let lists = self.lists.of_mut(policy.keys as usize);
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
        for lists in &mut self.lists.0 {
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
        let lists = self.lists.of(event.family() as usize);
        let find = |key: &str| lists?.get(key).map(Arc::clone);
        let kind = event.kind();
        let general_too = event.policy().general_too && kind.len() < event.key().len();
        let (own, general) = (find(event.key()), if general_too { find(kind) } else { None });
        match event.policy().general_first {
            true => Listeners { first: general, then: own },
            false => Listeners { first: own, then: general },
        }
    }

    /// The keys that anybody listens to.
    pub(super) fn keys(&self, keys: Keys) -> impl Iterator<Item = &str> {
        self.lists.of(keys as usize).into_iter().flat_map(BTreeMap::keys).map(AsRef::as_ref)
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
        self.first
            .as_ref()
            .map_or(0, |list| list.len())
            .saturating_add(self.then.as_ref().map_or(0, |list| list.len()))
    }

    pub fn get(&self, place: usize) -> Option<&Registered> {
        let first: &[_] = self.first.as_deref().map_or(&[], Vec::as_slice);
        match first.get(place) {
            None => self.then.as_deref()?.get(place.saturating_sub(first.len())),
            found => found,
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Registered> {
        let lists = [&self.first, &self.then];
        lists.into_iter().flatten().flat_map(|list| list.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_that_is_new_has_its_own_lists() {
        let mut families = Families::default();
        assert!(families.of(7).is_none(), "nobody listens, and nothing ends the program");
        families.of_mut(7).insert("PreToolUse".into(), List::default());
        assert!(families.of(7).is_some_and(|lists| lists.contains_key("PreToolUse")));
        assert!(families.of(0).is_none_or(BTreeMap::is_empty));
        families.of_mut(0).insert("command".into(), List::default());
        assert_eq!(families.of(7).map(BTreeMap::len), Some(1));
    }
}
