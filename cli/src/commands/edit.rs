//! `hooks edit`: values of a hook, changed in place.

use tacklebox_engine::amend::{self, Change, Key};
use tacklebox_engine::ops::OpError;

use super::change::{self, Diff};
use crate::Outcome;
use crate::args::{DryRun, EditWhat};
use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::resolve;
use crate::session::Session;

pub fn run(
    session: &Session,
    output: &mut Output,
    name: &str,
    what: &EditWhat,
    dry: DryRun,
) -> Result<Outcome, Failure> {
    let (inventory, hook) = resolve::hook(session, name)?;
    let (_, candidate) = inventory
        .find(&hook.id)
        .ok_or_else(|| Failure::new(Code::NotFound, format!("There is no hook {name}.")))?;
    let form = amend::form(inventory.agent(), &hook, candidate)?;
    let mut changes = Vec::new();
    for (key, value) in &what.set {
        let key = known(form, key)?;
        let value = amend::parsed(&key, value)?;
        changes.push(Change { key, value: Some(value) });
    }
    for key in &what.unset {
        changes.push(Change { key: known(form, key)?, value: None });
    }
    let file = hook.manifest.clone().unwrap_or_else(|| inventory.agent().config.path.clone());
    change::edit(session, output, &inventory, &file, Diff::Shown, dry.into(), |inventory| {
        amend::plan(&session.machine, inventory, &hook.id, &changes)
    })
}

/// The key of this name.
pub fn known(form: amend::Form, name: &str) -> Result<Key, OpError> {
    if name.split('.').next() == Some("install")
        && matches!(form, amend::Form::Yaml | amend::Form::TomlFront)
    {
        return Err(OpError::BadValue {
            message: "How a program is installed is a list of its own: change it in the file."
                .to_owned(),
            hint: Some("`tacklebox hooks info NAME` says which file that is.".to_owned()),
        });
    }
    let known = || form.keys().iter().map(|key| (*key).to_owned()).collect::<Vec<_>>();
    Key::named(name).ok_or_else(|| OpError::UnknownKey {
        key: name.to_owned(),
        known: tacklebox_engine::words::all_of(known()),
    })
}
