//! The order in which the hooks of one moment run, changed by their priorities: as few of them as possible.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Deserialize;

use crate::amend::{self, Change, Form, Key};
use crate::ops::OpError;
use crate::plan::Plan;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::policy::{Order, Pace};
use tacklebox_agents::hook::Hook;
use tacklebox_agents::moment::{self, Keys};
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
        if policy.keys == Keys::Plugin {
            return Some("Each plugin says its place in its own code.".to_owned());
        }
        return Some(format!("{title} goes by where hooks are, and then by the names of folders."));
    }
    unread(agent)
}

/// That the version in force does not look at the order number of a hook; none where it does.
pub fn unread(agent: &Agent) -> Option<String> {
    (!agent.dialect.rules.orders).then(|| {
        let named = agent.runtime.named();
        let goes = match agent.runtime.takes_as_listed() {
            true => "takes folders as the disk lists them",
            false => "goes by folder name",
        };
        format!("{named} does not look at order numbers: it {goes}.")
    })
}

/// The order in which hooks are to run at a moment. They are all that run there.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct MomentOrder {
    /// The event's key.
    pub key: String,
    /// The ids of the hooks.
    pub ids: Vec<String>,
}

/// New numbers of hooks, by their ids.
type Numbers<'a> = BTreeMap<&'a str, (&'a Hook, i32)>;

/// The plan after which hooks run in these orders, each with its place among equals as it is now.
///
/// # Errors
/// [`OpError::Refused`] where an order is not theirs to change, or one hook would need two numbers.
pub fn plan(
    machine: &Machine,
    inventory: &Inventory,
    orders: &[MomentOrder],
) -> Result<Plan, OpError> {
    let mut numbers = Numbers::new();
    for order in orders {
        let more = wanted(inventory, order, &numbers)?;
        numbers.extend(more);
    }
    for order in orders {
        if let Some((hook, _)) = wanted(inventory, order, &numbers)?.into_values().next() {
            return Err(OpError::Refused(format!(
                "{} has one number for all of its moments, and these orders need two. \
                 Change one of them back, then save.",
                hook.title
            )));
        }
    }
    let id = inventory.agent().id();
    let labels = words::all_of(orders.iter().map(|order| moment::trigger(id, &order.key).label));
    let mut plan = Plan::new(
        id,
        format!("Change the order: {labels}"),
        format!("The order was changed: {labels}."),
    );
    let mut changes = Vec::new();
    for (hook_id, (hook, number)) in &numbers {
        changes
            .push((*hook_id, vec![Change { key: Key::Priority, value: Some((*number).into()) }]));
        let also: Vec<String> = hook
            .events
            .iter()
            .filter(|event| !orders.iter().any(|order| order.key == **event))
            .map(|event| moment::trigger(id, event).label)
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

/// The numbers that have to change for an order, where those that are given have changed before.
fn wanted<'a>(
    inventory: &'a Inventory,
    order: &MomentOrder,
    given: &Numbers<'a>,
) -> Result<Numbers<'a>, OpError> {
    if let Some(why) = fixed(inventory, &order.key) {
        return Err(OpError::Refused(why));
    }
    let lowest = inventory
        .agent()
        .dialect
        .dispatch_of(&order.key)
        .is_some_and(|(it, _)| it.order == Order::LowestFirst);
    let mut hooks = Vec::new();
    let mut places = Vec::new();
    let turns: Vec<&Hook> = inventory.in_load_order().map(|(_, hook)| hook).collect();
    for id in &order.ids {
        let at = turns.iter().position(|hook| hook.id == *id);
        let (hook, candidate) =
            inventory.find(id).ok_or_else(|| OpError::NoSuchHook(id.clone()))?;
        let number =
            given.get(id.as_str()).map_or_else(|| inventory.priority(candidate, hook), |it| it.1);
        let rank = if lowest { number.saturating_neg() } else { number };
        hooks.push(hook);
        places.push(Place { rank: rank.into(), turn: at.unwrap_or_default() });
    }
    let ranks = ranked(&places);
    let changed = hooks.into_iter().zip(&places).zip(ranks);
    let changed = changed.filter(|((_, place), rank)| place.rank != *rank);
    changed
        .map(|((hook, _), rank)| {
            let number = if lowest { rank.saturating_neg() } else { rank };
            let number = i32::try_from(number).map_err(|_| {
                OpError::Refused(format!(
                    "The number of {} would be too large. Nothing was changed. \
                     Lower the numbers of the hooks beside it first.",
                    hook.title
                ))
            })?;
            Ok((hook.id.as_str(), (hook, number)))
        })
        .collect()
}

/// Where a hook is now: higher ranks first, and among equals who was loaded first.
#[derive(Clone, Copy, Debug)]
struct Place {
    rank: i64,
    turn: usize,
}

/// How far apart new numbers are, where there is room.
const STEP: i64 = 10;

/// The largest number that every agent reads, with either sign.
const LARGEST: u64 = i32::MAX as u64;

/// The ranks after which the places follow each other as listed, with as many as possible as they are.
fn ranked(places: &[Place]) -> Vec<i64> {
    // How much lower `b` has to be than `a`: equal ones follow each other by their turns.
    let falls = |a: usize, b: usize| -> i64 {
        let pairs = places.get(a..=b).unwrap_or_default().windows(2);
        let down = pairs.filter(|pair| matches!(pair, [one, next] if one.turn > next.turn));
        i64::try_from(down.count()).unwrap_or(i64::MAX)
    };
    // Whether `b` may stay behind `a` with the ones between them put in between.
    let follows = |a: usize, b: usize| -> bool {
        let (Some(first), Some(second)) = (places.get(a), places.get(b)) else { return false };
        first.rank.saturating_sub(second.rank) >= falls(a, b)
    };
    // The longest chain that ends at each place, and what comes before it there.
    let mut best: Vec<(usize, Option<usize>)> = Vec::new();
    for at in 0..places.len() {
        let before = (0..at)
            .filter(|before| follows(*before, at))
            .filter_map(|before| Some((best.get(before)?.0, before)))
            .max_by_key(|(length, before)| (*length, Reverse(*before)));
        best.push(match before {
            Some((length, before)) => (length.saturating_add(1), Some(before)),
            None => (1, None),
        });
    }
    let last = best.iter().enumerate().max_by_key(|(at, (length, _))| (*length, Reverse(*at)));
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
    let apart = |from: usize, to: usize| far(from, to).saturating_mul(STEP);
    for (at, made) in ranks.iter_mut().enumerate() {
        *made = if kept.contains(&at) {
            continue;
        } else if at < first {
            rank(first).saturating_add(apart(at, first))
        } else if at > last {
            rank(last).saturating_sub(apart(last, at))
        } else {
            let above = kept.iter().copied().filter(|it| *it < at).max().unwrap_or(first);
            let below = kept.iter().copied().find(|it| *it > at).unwrap_or(last);
            let (gap, steps) = (rank(above).saturating_sub(rank(below)), far(above, below));
            let part = match gap < steps {
                true => falls(above, at),
                false => gap.saturating_mul(far(above, at)).checked_div(steps).unwrap_or_default(),
            };
            rank(above).saturating_sub(part)
        };
    }
    // Either sign of a rank is a number, so that the agents that go by the lowest first have the same room.
    if ranks.iter().all(|rank| rank.unsigned_abs() <= LARGEST) {
        return ranks;
    }
    // Beyond the largest number there is none: all of them get small ones.
    (0..places.len()).rev().map(|at| apart(0, at)).collect()
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

    /// How many of them can stay at most: every choice is tried.
    fn most_kept(list: &[(i64, usize)]) -> usize {
        let falls = |a: usize, b: usize| (a..b).filter(|at| list[*at].1 > list[at + 1].1).count();
        // Between two that stay there has to be a number for each of the others.
        let fits = |kept: &[usize]| {
            kept.windows(2).all(|pair| {
                let (a, b) = (pair[0], pair[1]);
                list[a].0 - list[b].0 >= i64::try_from(falls(a, b)).unwrap()
            })
        };
        let choices = (0..1_u32 << list.len())
            .map(|choice| (0..list.len()).filter(|at| choice >> at & 1 == 1).collect::<Vec<_>>());
        choices.filter(|kept| fits(kept)).map(|kept| kept.len()).max().unwrap_or_default()
    }

    proptest! {
        #[test]
        fn as_many_as_can_stay_as_they_are(list in prop::collection::vec(-6i64..6, 0..8).prop_flat_map(|ranks| {
            let turns: Vec<usize> = (0..ranks.len()).collect();
            (Just(ranks), Just(turns).prop_shuffle())
        })) {
            let list: Vec<(i64, usize)> = list.0.into_iter().zip(list.1).collect();
            let ranks = of(&list);
            let kept = ranks.iter().zip(&list).filter(|(rank, place)| **rank == place.0).count();
            prop_assert_eq!(kept, most_kept(&list), "{:?} {:?}", list, ranks);
        }

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
