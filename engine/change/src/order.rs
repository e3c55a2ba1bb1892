//! The order in which the hooks of one moment run, changed by their priorities: as few of them as possible.

use crate::amend::{self, Change, Form, Key};
use crate::ops::OpError;
use crate::plan::Plan;
use tacklebox_agents::dialect::policy::{Order, Pace};
use tacklebox_agents::hook::Hook;
use tacklebox_agents::moment;
use tacklebox_inventory::discover::Candidate;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// Why the order of the hooks of an event cannot be changed; none where it can.
pub fn fixed(inventory: &Inventory, key: &str) -> Option<String> {
    let agent = inventory.agent();
    let dialect = agent.dialect;
    let Some((policy, modifying)) = dialect.dispatch_of(key) else {
        return Some(format!("{} has no such moment.", dialect.title));
    };
    let title = dialect.title;
    if matches!(policy.pace(modifying), Pace::Together { .. }) {
        return Some("They all run at the same time.".to_owned());
    }
    if !Form::of_format(dialect.format).keys().contains(&"priority")
        || policy.order == Order::Registration
    {
        return Some(format!("{title} goes by where hooks are, and then by the names of folders."));
    }
    (!dialect.rules.orders).then(|| {
        let version = agent.runtime.runtime.version;
        format!("{title} {version} does not look at order numbers: it goes by folder name.")
    })
}

/// The number that has a say in the order.
pub fn priority(candidate: &Candidate, hook: &Hook) -> i32 {
    candidate.effective().map_or(hook.priority, |manifest| manifest.priority.unwrap_or(0))
}

/// The plan after which these hooks run in this order at an event. They are all that run there, each as it
/// is now with its place among equals.
///
/// # Errors
/// [`OpError::Refused`] where the order is not theirs to change.
pub fn plan(
    machine: &Machine,
    inventory: &Inventory,
    key: &str,
    ids: &[String],
) -> Result<Plan, OpError> {
    if let Some(why) = fixed(inventory, key) {
        return Err(OpError::Refused(why));
    }
    let agent = inventory.agent();
    let lowest =
        agent.dialect.dispatch_of(key).is_some_and(|(it, _)| it.order == Order::LowestFirst);
    let mut list = Vec::new();
    for id in ids {
        let at = inventory.in_load_order().position(|(_, hook)| hook.id == *id);
        let (hook, candidate) =
            inventory.find(id).ok_or_else(|| OpError::NoSuchHook(id.clone()))?;
        let priority = priority(candidate, hook);
        let rank = if lowest { priority.saturating_neg() } else { priority };
        list.push((hook, Place { rank: rank.into(), turn: at.unwrap_or_default() }));
    }
    let places: Vec<Place> = list.iter().map(|(_, place)| *place).collect();
    let ranks = ranked(&places);
    let label = moment::trigger(agent.id(), key).label;
    let mut plan = Plan::new(
        agent.id(),
        format!("Change the order: {label}"),
        format!("The order was changed: {label}."),
    );
    let mut changes = Vec::new();
    for ((hook, place), rank) in list.iter().zip(&ranks) {
        if place.rank == *rank {
            continue;
        }
        let number = if lowest { rank.saturating_neg() } else { *rank };
        let change = Change { key: Key::Priority, value: Some(number.into()) };
        changes.push((hook.id.as_str(), vec![change]));
        let also: Vec<String> = hook
            .events
            .iter()
            .filter(|event| *event != key)
            .map(|event| moment::trigger(agent.id(), event).label)
            .collect();
        if !also.is_empty() {
            let also = words::all_of(also);
            plan.stays
                .push(format!("{} has this number at its other moments too: {also}.", hook.title));
        }
    }
    amend::fill(machine, inventory, &mut plan, &changes)?;
    Ok(plan)
}

/// Where a hook is now: higher ranks first, and among equals who was loaded first.
#[derive(Clone, Copy, Debug)]
struct Place {
    rank: i64,
    turn: usize,
}

/// How far apart new numbers are, where there is room.
const STEP: i64 = 10;

/// The ranks after which the places follow each other as listed, with as many as possible as they are.
fn ranked(places: &[Place]) -> Vec<i64> {
    // Whether `b` may stay behind `a` with the ones between them put in between.
    let follows = |a: usize, b: usize| -> bool {
        let (Some(first), Some(second)) = (places.get(a), places.get(b)) else { return false };
        let gap = first.rank - second.rank;
        let between = i64::try_from(b - a).unwrap_or(i64::MAX);
        gap >= between || b == a + 1 && gap == 0 && first.turn < second.turn
    };
    // The longest chain that ends at each place, and what comes before it there.
    let mut best: Vec<(usize, Option<usize>)> = Vec::new();
    for at in 0..places.len() {
        let before = (0..at)
            .filter(|before| follows(*before, at))
            .filter_map(|before| Some((best.get(before)?.0, before)))
            .max_by_key(|(length, before)| (*length, usize::MAX - before));
        best.push(match before {
            Some((length, before)) => (length + 1, Some(before)),
            None => (1, None),
        });
    }
    let last = best.iter().enumerate().max_by_key(|(at, (length, _))| (*length, usize::MAX - at));
    let mut kept = Vec::new();
    let mut at = last.map(|(at, _)| at);
    while let Some(here) = at {
        kept.push(here);
        at = best.get(here).and_then(|(_, before)| *before);
    }
    kept.reverse();
    let mut ranks: Vec<i64> = places.iter().map(|place| place.rank).collect();
    let rank = |at: usize| places.get(at).map_or(0, |place| place.rank);
    let (Some(first), Some(last)) = (kept.first().copied(), kept.last().copied()) else {
        return ranks;
    };
    let far = |from: usize, to: usize| i64::try_from(to.abs_diff(from)).unwrap_or(0);
    for (at, made) in ranks.iter_mut().enumerate() {
        *made = if kept.contains(&at) {
            continue;
        } else if at < first {
            rank(first) + STEP * far(at, first)
        } else if at > last {
            rank(last) - STEP * far(last, at)
        } else {
            let above = kept.iter().copied().filter(|it| *it < at).max().unwrap_or(first);
            let below = kept.iter().copied().find(|it| *it > at).unwrap_or(last);
            let (gap, steps) = (rank(above) - rank(below), far(above, below));
            rank(above) - gap * far(above, at) / steps.max(1)
        };
    }
    let limits = i64::from(i32::MIN)..=i64::from(i32::MAX);
    if ranks.iter().all(|rank| limits.contains(rank)) {
        return ranks;
    }
    // Beyond the largest number there is none: all of them get small ones.
    (0..places.len()).rev().map(|at| STEP * far(0, at)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(list: &[(i64, usize)]) -> Vec<i64> {
        ranked(
            &list.iter().map(|(rank, turn)| Place { rank: *rank, turn: *turn }).collect::<Vec<_>>(),
        )
    }

    #[test]
    fn as_few_as_possible_get_another_number() {
        assert_eq!(of(&[(5, 0), (0, 1)]), [5, 0]);
        assert_eq!(of(&[(0, 1), (0, 0)]), [0, -10], "the one that is to be last");
        assert_eq!(of(&[(1, 2), (9, 0), (5, 1)]), [19, 9, 5]);
        assert_eq!(of(&[(9, 0), (1, 2), (5, 1)]), [9, 1, -9], "one of two that would do");
        assert_eq!(of(&[(0, 0), (0, 2), (0, 1)]), [0, 0, -10]);
        assert_eq!(of(&[(i64::from(i32::MAX), 1), (i64::from(i32::MAX), 0)]).len(), 2);
        assert!(of(&[]).is_empty());
    }

    proptest! {
        #[test]
        fn they_follow_each_other_as_listed(list in prop::collection::vec(-20i64..20, 0..9).prop_flat_map(|ranks| {
            let turns: Vec<usize> = (0..ranks.len()).collect();
            (Just(ranks), Just(turns).prop_shuffle())
        })) {
            let list: Vec<(i64, usize)> = list.0.into_iter().zip(list.1).collect();
            let ranks = of(&list);
            let mut sorted: Vec<usize> = (0..list.len()).collect();
            sorted.sort_by_key(|at| (std::cmp::Reverse(ranks[*at]), list[*at].1));
            prop_assert_eq!(sorted, (0..list.len()).collect::<Vec<_>>(), "{:?}", ranks);
        }
    }
}
