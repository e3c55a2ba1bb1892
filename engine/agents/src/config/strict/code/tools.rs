//! What agents may use: settings that exclude each other, and how often something is tried.

use serde_json::{Map, Value};

use super::Fault;
use super::rule::{self, In, Rule};

type Object = Map<String, Value>;

const BOTH: &str =
    "It may not have both allow and alsoAllow. Put all into allow, or take that out.";
const MODE: &str = "It may not have security or ask beside mode. Take these out.";
const LOOPS: &str = "Its warningThreshold must be below criticalThreshold, and that below globalCircuitBreakerThreshold.";
const RETRIES: &str = "Its max may not be below its min.";
pub(in super::super) const KEYS: &str = "It holds what one provider is set to. Put that under plugins.entries, at config.webSearch of the provider's plugin.";
pub(in super::super) const API_KEY: &str = "It may not have apiKey. Put that under plugins.entries, at config.webSearch of the provider's plugin.";

pub(super) const RULES: [Rule; 5] = [
    Rule::object(In::All, SEARCH, no_provider, KEYS),
    Rule::object(In::SinceEight, SEARCH, |it| !it.contains_key("apiKey"), API_KEY),
    both(&["tools", "subagents", "tools"]),
    Rule::object(In::Seven, &["agents", "defaults", "runRetries"], enough, RETRIES),
    Rule::object(In::Seven, &["agents", "list", "*", "runRetries"], enough, RETRIES),
];
/// What holds for all agents, and for each.
const EACH: [Rule; 6] = [
    both(&["tools"]),
    both(&["tools", "byProvider", "*"]),
    both(&["tools", "sandbox", "tools"]),
    both(&["tools", "toolsBySender", "*"]),
    Rule::object(In::All, &["tools", "exec"], one_mode, MODE),
    Rule::object(In::Seven, &["tools", "loopDetection"], in_order, LOOPS),
];

pub(super) fn faults(version: &str, config: &Value) -> Vec<Fault> {
    let all: [&[&str]; 3] = [&[], &["agents", "list", "*"], &["agents", "entries", "*"]];
    all.into_iter().flat_map(|at| rule::faults_in(at, &EACH, version, config)).collect()
}

const SEARCH: &[&str] = &["tools", "web", "search"];
/// Whose settings an older version kept there. Names that every object of a script has are refused, too.
const PROVIDERS: [&str; 12] = [
    "brave",
    "duckduckgo",
    "exa",
    "firecrawl",
    "gemini",
    "grok",
    "kimi",
    "minimax",
    "ollama",
    "perplexity",
    "searxng",
    "tavily",
];

const fn both(at: &'static [&'static str]) -> Rule {
    Rule::object(In::All, at, |it| !(is_filled(it, "allow") && is_filled(it, "alsoAllow")), BOTH)
}

fn is_filled(it: &Object, key: &str) -> bool {
    it.get(key).and_then(Value::as_array).is_some_and(|all| !all.is_empty())
}

fn one_mode(exec: &Object) -> bool {
    !exec.contains_key("mode") || !exec.contains_key("security") && !exec.contains_key("ask")
}

fn no_provider(search: &Object) -> bool {
    let inherited =
        ["__proto__", "prototype", "constructor"].iter().any(|key| search.contains_key(*key));
    let old = |key: &&str| search.get(*key).is_some_and(Value::is_object);
    !inherited && !PROVIDERS.iter().any(old)
}

/// Whether each of them that is set is below the next.
fn in_order(loops: &Object) -> bool {
    let of = |key: &str| loops.get(key).and_then(Value::as_f64);
    let below = |one: &str, other: &str| match (of(one), of(other)) {
        (Some(one), Some(other)) => one < other,
        _ => true,
    };
    below("warningThreshold", "criticalThreshold")
        && below("criticalThreshold", "globalCircuitBreakerThreshold")
}

fn enough(retries: &Object) -> bool {
    let of = |key: &str| retries.get(key).and_then(Value::as_f64);
    match (of("min"), of("max")) {
        (Some(min), Some(max)) => min <= max,
        _ => true,
    }
}
