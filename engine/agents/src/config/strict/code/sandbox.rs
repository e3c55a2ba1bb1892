//! What an agent's sandbox may not have: ways out of it, and variables that its container cannot be given.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use tacklebox_machine::words::js_trim;

use super::Fault;
use super::rule::{self, AGENTS, In, Rule};
use super::secrets::is_on_drive;
use crate::config::ConfigPath;

const BIND: &str = "It must begin with the absolute path of a folder here, as in /data:/data:ro.";
const SPACE: &str = "It must not begin with a space.";
const HOST: &str = "It must not be host. Choose bridge, or a network of your own.";
const UNCONFINED: &str = "It must not be unconfined. Name a profile, or leave it out.";

/// Counted from a sandbox.
const RULES: [Rule; 10] = [
    Rule::text(In::All, &["docker", "binds", "*"], is_bind, BIND),
    Rule::text(In::All, &["browser", "binds", "*"], is_bind, BIND),
    Rule::text(In::SinceNine, &["docker", "binds", "*"], has_no_space, SPACE),
    Rule::text(In::SinceNine, &["browser", "binds", "*"], has_no_space, SPACE),
    Rule::text(In::All, &["docker", "network"], |text| !is(text, "host"), HOST),
    Rule::text(In::All, &["browser", "network"], |text| !is(text, "host"), HOST),
    Rule::text(In::All, &["docker", "seccompProfile"], |text| !is(text, "unconfined"), UNCONFINED),
    Rule::text(In::All, &["docker", "apparmorProfile"], |text| !is(text, "unconfined"), UNCONFINED),
    Rule::object(
        In::All,
        &["docker"],
        |docker| !joins(docker) || may_join(docker),
        "Its network must not be that of another container, unless dangerouslyAllowContainerNamespaceJoin is true.",
    ),
    Rule::object(
        In::All,
        &[],
        |sandbox| {
            let of = |key: &str| sandbox.get(key).and_then(Value::as_object);
            !of("browser").is_some_and(joins) || of("docker").is_some_and(may_join)
        },
        "The network of its browser must not be that of another container, unless docker.dangerouslyAllowContainerNamespaceJoin is true.",
    ),
];

pub(super) fn faults(version: &str, config: &Value) -> Vec<Fault> {
    let mut found = Vec::new();
    for agent in AGENTS {
        let at = [agent, &["sandbox"]].concat();
        found.extend(rule::faults_in(&at, &RULES, version, config));
    }
    if In::SinceEight.has(version) {
        variables(config, &mut found);
    }
    found
}

fn is(text: &str, word: &str) -> bool {
    js_trim(text).eq_ignore_ascii_case(word)
}

fn joins(container: &Map<String, Value>) -> bool {
    let network = container.get("network").and_then(Value::as_str).unwrap_or_default();
    js_trim(network).to_lowercase().starts_with("container:")
}

fn may_join(docker: &Map<String, Value>) -> bool {
    docker.get("dangerouslyAllowContainerNamespaceJoin") == Some(&Value::Bool(true))
}

/// Whether the source of `source:target:options` is an absolute path.
fn is_bind(bind: &str) -> bool {
    let bind = js_trim(bind);
    let source = bind.split(':').next().unwrap_or_default().trim();
    // Windows's prefix for a path as it is.
    let is_absolute = match source.strip_prefix("//?/") {
        Some(rest) => rest.starts_with('/') || rest.to_uppercase().starts_with("UNC/"),
        None => source.strip_prefix("\\\\?\\").unwrap_or(source).starts_with('/'),
    };
    is_on_drive(bind) || is_absolute
}

fn has_no_space(bind: &str) -> bool {
    !is_bind(bind) || !bind.starts_with(char::is_whitespace)
}

/// A container is given them in a file of lines. An agent's own go before those of all, unless all share one sandbox.
fn variables(config: &Value, found: &mut Vec<Fault>) {
    let none = Value::Null;
    let all = config.pointer("/agents/defaults/sandbox").unwrap_or(&none);
    let mut agents: Vec<(Vec<String>, &Value)> = Vec::new();
    for at in [&["agents", "entries", "*"], &["agents", "list", "*"]] {
        if agents.is_empty() {
            rule::each(config, at, &mut |path, agent| agents.push((path.to_vec(), agent)));
        }
    }
    if agents.is_empty() {
        agents.push((Vec::new(), &none));
    }
    fn env(sandbox: &Value) -> impl Iterator<Item = (&String, &Value)> {
        sandbox.pointer("/docker/env").and_then(Value::as_object).into_iter().flatten()
    }
    let bad = |of: &Value| -> Vec<(String, &'static str)> {
        env(of).filter_map(|(name, value)| Some((name.clone(), wrong(name, value)?))).collect()
    };
    let (usual, of_all) = (["agents", "defaults"].map(str::to_owned).to_vec(), bad(all));
    let mut seen = BTreeSet::new();
    let mut say = |agent: &[String], (name, says): &(String, &'static str)| {
        let keys = agent.iter().map(String::as_str);
        let path = ConfigPath::of(keys.chain(["sandbox", "docker", "env", name.as_str()]));
        found.push(Fault { path, message: (*says).to_owned() });
    };
    for (path, agent) in agents {
        let own = agent.get("sandbox").unwrap_or(&none);
        let said = |key: &str| [own, all].into_iter().find_map(|sandbox| word(sandbox, key));
        if !matches!(said("backend"), None | Some("docker" | "podman")) {
            continue;
        }
        let own = if said("scope") == Some("shared") { &none } else { own };
        bad(own).iter().for_each(|it| say(&path, it));
        let own = own.pointer("/docker/env");
        for it in of_all.iter().filter(|(name, _)| own.is_none_or(|own| own.get(name).is_none())) {
            if seen.insert(&it.0) {
                say(&usual, it);
            }
        }
    }
}

fn word<'v>(sandbox: &'v Value, key: &str) -> Option<&'v str> {
    sandbox.get(key)?.as_str().map(js_trim).filter(|text| !text.is_empty())
}

fn wrong(name: &str, value: &Value) -> Option<&'static str> {
    let value = value.as_str()?;
    let begins = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if !begins || !name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_') {
        return Some(
            "Its name must be of letters, digits and _, without a digit first, as a container has it.",
        );
    }
    value.contains(['\r', '\n', '\0']).then_some(
        "It must be one line, without NUL, as a container has it. Bring what is longer in by a file that is mounted.",
    )
}
