//! Avatars of agents: an address, or a file in the agent's own workspace.

use serde_json::Value;
use tacklebox_machine::words::js_trim;

use super::Fault;
use super::rule;
use super::secrets::is_on_drive;
use crate::config::{ConfigPath, names};

pub(super) fn faults(config: &Value) -> Vec<Fault> {
    let mut found = Vec::new();
    let usual = config.pointer("/agents/defaults/workspace").and_then(Value::as_str).map(js_trim);
    for at in [["agents", "list", "*"], ["agents", "entries", "*"]] {
        rule::each(config, &at, &mut |path, agent| {
            let avatar = agent.pointer("/identity/avatar").and_then(Value::as_str);
            let avatar = avatar.unwrap_or_default().trim();
            let home = Home {
                own: agent.get("workspace").and_then(Value::as_str).map(js_trim).filter(is_said),
                usual: usual.filter(is_said),
                id: agent.get("id").and_then(Value::as_str).or(path.last().map(String::as_str)),
            };
            if let Some(says) = wrong(avatar, &home) {
                let path = path.iter().map(String::as_str).chain(["identity", "avatar"]);
                found.push(Fault { path: ConfigPath::of(path), message: says.to_owned() });
            }
        });
    }
    found
}

fn is_said(text: &&str) -> bool {
    !text.is_empty()
}

fn wrong(avatar: &str, home: &Home<'_>) -> Option<&'static str> {
    let lower = avatar.to_lowercase();
    let is_address = ["data:", "http://", "https://"].iter().any(|it| lower.starts_with(it));
    if avatar.is_empty() || is_address {
        return None;
    }
    if avatar.starts_with('~') || has_scheme(avatar) && !is_on_drive(avatar) {
        return Some(
            "It must be a path in the agent's workspace, or an address of http, https or data.",
        );
    }
    leaves(avatar, home).then_some(
        "It must stay in the agent's workspace. Put the file there, and name it from there.",
    )
}

fn has_scheme(text: &str) -> bool {
    let Some((scheme, _)) = text.split_once(':') else { return false };
    scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.chars().all(|it| it.is_ascii_alphanumeric() || "+.-".contains(it))
}

/// What the config tells of where an agent's workspace is.
struct Home<'c> {
    own: Option<&'c str>,
    usual: Option<&'c str>,
    id: Option<&'c str>,
}

impl Home<'_> {
    /// Whether the workspace may have this name.
    fn may_be(&self, name: &str) -> bool {
        let last = |path: &str| path.trim_end_matches('/').rsplit('/').next() == Some(name);
        match (self.own, self.usual) {
            (Some(own), _) => last(own),
            (None, Some(usual)) => {
                last(usual) || self.id.is_some_and(|id| js_trim(id).eq_ignore_ascii_case(name))
            }
            (None, None) => name.starts_with("workspace"),
        }
    }

    /// Whether its name is told: not by `~` or `..`, nor by what is written another way.
    fn is_told(&self) -> bool {
        self.own.or(self.usual).is_none_or(|path| {
            let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
            !["", ".", "..", "~"].contains(&last)
                && !path.contains('\\')
                && names::references(path).next().is_none()
        })
    }
}

/// Whether a path certainly leads out of the workspace.
fn leaves(path: &str, home: &Home<'_>) -> bool {
    let (mut inside, mut out) = (Vec::new(), path.starts_with('/'));
    for part in path.split('/').filter(|part| !part.is_empty() && *part != ".") {
        match part {
            ".." => out |= inside.pop().is_none(),
            part => inside.push(part),
        }
    }
    let is_known = home.own.is_some() || home.usual.is_some();
    // The environment may name a workspace where the config does not.
    let is_certain = is_known || !path.starts_with('/') || inside.len() <= 1;
    let comes_back = inside.iter().any(|part| home.may_be(part));
    out && is_certain && home.is_told() && !path.contains('\\') && !comes_back
}
