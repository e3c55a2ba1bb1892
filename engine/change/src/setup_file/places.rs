//! The order of a hook as people say it: which it is among the hooks of the same moment.

use super::file::AgentSetup;
use crate::order;
use tacklebox_agents::dialect::policy::Order;
use tacklebox_agents::hook::{Hook, Source};
use tacklebox_agents::moment;
use tacklebox_inventory::inventory::Inventory;

/// Where a hook runs here and in the set-up, behind what people call the moment: by its place at the first moment where
/// that differs, else by its number.
pub(super) fn told(
    inventory: &Inventory,
    setup: &AgentSetup,
    hook: &Hook,
) -> (Option<String>, Option<String>, Option<String>) {
    if let Some((moment, here, there)) = places(inventory, setup, hook) {
        return (Some(moment), Some(here), Some(there));
    }
    let number = |order: i32| Some(format!("with order {order}"));
    (None, number(hook.priority), number(wanted(setup, hook)))
}

/// What the set-up has for it.
fn wanted(setup: &AgentSetup, hook: &Hook) -> i32 {
    let named = setup.hooks.iter().find(|named| named.name == hook.name);
    named.and_then(|named| named.order).unwrap_or_default()
}

/// What people call the moment, and the places. None where no moment of it has another order: it is alone there, or its
/// number is another one and its place is not.
fn places(
    inventory: &Inventory,
    setup: &AgentSetup,
    hook: &Hook,
) -> Option<(String, String, String)> {
    let agent = inventory.agent().id();
    hook.events.iter().filter(|key| order::fixed(inventory, key).is_none()).find_map(|key| {
        let (policy, _) = inventory.agent().dialect.dispatch_of(key)?;
        let place = |number: &dyn Fn(&Hook, i32) -> i32| {
            let all = inventory.in_load_order();
            let mut all: Vec<(i64, &Hook)> = all
                .filter(|(_, one)| one.enabled && one.events.contains(key) || one.id == hook.id)
                .map(|(candidate, one)| {
                    let number = number(one, inventory.priority(candidate, one));
                    (i64::from(number), one)
                })
                .collect();
            all.sort_by_key(|(number, _)| match policy.order {
                Order::LowestFirst => *number,
                _ => number.saturating_neg(),
            });
            all.iter().position(|(_, one)| one.id == hook.id)
        };
        let here = place(&|_, number| number)?;
        let there = place(&|one, number| {
            let named = setup.hooks.iter().any(|named| named.name == one.name);
            match named && one.source == Source::Managed {
                true => wanted(setup, one),
                false => number,
            }
        })?;
        (here != there).then(|| (moment::trigger(agent, key).label, said(here), said(there)))
    })
}

fn said(place: usize) -> String {
    const SMALL: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
    let nth = place.saturating_add(1);
    let ending = match (nth % 10, nth % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    SMALL.get(place).map_or_else(|| format!("{nth}{ending}"), |&word| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::said;

    #[test]
    fn a_place_is_said_in_words() {
        let said: Vec<String> = [0, 4, 5, 10, 11, 20, 21, 22, 110].into_iter().map(said).collect();
        assert_eq!(
            said,
            ["first", "fifth", "6th", "11th", "12th", "21st", "22nd", "23rd", "111th"]
        );
    }
}
