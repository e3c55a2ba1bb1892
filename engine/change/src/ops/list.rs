//! A name put on an agent's list of hooks that are off, or taken from it (Moltis).

use std::path::Path;

use crate::plan::Step;
use tacklebox_agents::config::Syntax;
use tacklebox_agents::switches::Disabled;

/// The step after which `name` is off, or is not.
pub fn switch(mut list: Disabled, path: &Path, name: &str, on: bool) -> Step {
    list.names.retain(|listed| listed != name);
    if !on {
        list.names.push(name.to_owned());
    }
    step(list, path)
}

/// The step after which the switch of `from` is that of `to`.
pub fn rename(mut list: Disabled, path: &Path, from: &str, to: &str) -> Step {
    list.names.retain(|listed| listed != to);
    for listed in list.names.iter_mut().filter(|listed| *listed == from) {
        to.clone_into(listed);
    }
    step(list, path)
}

/// The step after which all of these are off.
pub(crate) fn switch_off(mut list: Disabled, path: &Path, names: &[&str]) -> Step {
    for name in names {
        if !list.names.iter().any(|listed| listed == name) {
            list.names.push((*name).to_owned());
        }
    }
    step(list, path)
}

fn step(list: Disabled, path: &Path) -> Step {
    let after = serde_json::to_string_pretty(&list.names).unwrap_or_default() + "\n";
    Step::Edit {
        path: path.to_owned(),
        syntax: Syntax::Json5,
        stamp: list.stamp,
        before: list.text,
        after,
    }
}
