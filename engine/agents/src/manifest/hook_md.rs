//! `HOOK.md` with YAML front matter: Milady, Eliza, OpenClaw (rules R-2).

use super::front::{self, Front};
use super::raw::{self, FrontSeed};
use super::{Broken, KeyNote, Manifest, Requires, body, nested, quick, shape, yaml};
use crate::dialect::family_keys;

pub(super) fn parse(own_keys: &[&str], text: &str) -> Result<Manifest, Broken> {
    of_front(own_keys, &front::split(text, front::YAML)?)
}

pub(super) fn of_front(own_keys: &[&str], front: &Front<'_>) -> Result<Manifest, Broken> {
    let seed = FrontSeed(own_keys);
    if let Some((raw, json)) = quick::read(seed, front.text) {
        return manifest(front, raw, json);
    }
    let raw = match nested::read(seed, front.text) {
        Some(raw) => raw,
        None => yaml::read(own_keys, front.text).map_err(|broken| Broken {
            line: broken.line.map(|line| line.saturating_add(front.first_line).saturating_sub(1)),
            name: front::guess_name(front.text, ':').map(str::to_owned),
            ..broken
        })?,
    };
    manifest(front, raw, None)
}

/// `json` is its `metadata` where that is written plainly.
fn manifest(front: &Front, raw: raw::Front, json: Option<&str>) -> Result<Manifest, Broken> {
    let untrimmed = raw.name.as_ref().map_or(0, String::len);
    let name = raw.name.unwrap_or_default().trim().to_owned();
    if name.is_empty() {
        return Err(Broken::new(None, "the manifest has no `name`"));
    }
    let description = raw.description.unwrap_or_default();
    let mut shape = shape::of(front, &name, json.is_some());
    shape.has_metadata = raw.metadata.is_some();
    let metadata = raw.metadata.unwrap_or_default();
    let foreign = match metadata.own {
        Some(_) => None,
        None => sister(metadata.others),
    };
    let own = metadata.own.unwrap_or_default();
    let requires = own.requires.unwrap_or_default();
    let lists =
        [&own.events, &own.os, &requires.bins, &requires.any_bins, &requires.env, &requires.config];
    shape.lone_strings = lists.iter().any(|texts| texts.lone);
    let padded = |text: &Option<String>| {
        text.as_ref().is_some_and(|text| text.is_empty() || text.trim() != text)
    };
    shape.plain = untrimmed == name.len()
        && !own.events.items.is_empty()
        && own.always != Some(true)
        && !lists.iter().any(|texts| texts.lone || texts.trimmed)
        && !padded(&own.hook_key)
        && !padded(&own.export)
        && json.is_some_and(|json| shape::is_plain(front, &name, json));
    Ok(Manifest {
        name,
        description,
        heading: body::heading(front.body),
        homepage: filled(own.homepage).or_else(|| filled(raw.homepage)),
        emoji: filled(own.emoji).or_else(|| filled(raw.emoji)),
        hook_key: filled(own.hook_key),
        version: filled(raw.version),
        always: own.always.unwrap_or_default(),
        draft: own.draft.unwrap_or_default(),
        events: own.events.items,
        export: filled(own.export),
        requires: Requires {
            os: own.os.items,
            bins: requires.bins.items,
            any_bins: requires.any_bins.items,
            env: requires.env.items,
            config: requires.config.items,
        },
        install: own.install.unwrap_or_default().into_iter().map(Into::into).collect(),
        keys: keys(own.keys),
        foreign,
        shape,
        ..Manifest::default()
    })
}

/// What the author says of variables. What is of another kind says nothing.
fn keys(value: Option<serde_json::Value>) -> std::collections::BTreeMap<String, KeyNote> {
    value.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default()
}

/// Of the agents the hook was written for, the one that is named: one of the family before a fork.
fn sister(others: Vec<String>) -> Option<String> {
    let known = family_keys().into_iter().find(|key| others.iter().any(|other| other == key));
    known.map(str::to_owned).or_else(|| others.into_iter().next())
}

fn filled(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}

#[cfg(test)]
mod tests;
