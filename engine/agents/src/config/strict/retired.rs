//! Settings that OpenClaw has retired. It refuses a config that has one, as every one that it does not know; but its
//! gateway moves such settings to their new place when it is started, or takes them out, where nothing else is wrong. So it
//! does with some of what it checks in code of its own.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Value, json};

use super::code::{self, In};
use super::{Fault, Judged, Schema, check, data, roster};
use crate::config::path::{ConfigPath, Segment};

/// By the path of a setting, in which a `*` is any key: what of it each version puts in order. Recorded by
/// `tests/agents/retired.mjs`.
static RETIRED: LazyLock<BTreeMap<String, BTreeMap<String, Which>>> =
    LazyLock::new(|| serde_json::from_str(include_str!("retired.json")).unwrap_or_default());

#[derive(Deserialize)]
#[serde(untagged)]
enum Which {
    /// Whatever it is.
    Any(Any),
    These(These),
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Any {
    Any,
}

/// These alone.
#[derive(Default, Deserialize)]
#[serde(default)]
struct These {
    /// What an earlier version takes there.
    right: bool,
    /// What is of one of these kinds, as JavaScript calls them.
    kinds: Vec<String>,
    values: Vec<Value>,
}

/// What it moves to another place or another name, of what can be long.
const KEPT: [&str; 13] = [
    "agents.defaults.memorySearch",
    "agents.list.*.memorySearch",
    "browser.ssrfPolicy.hostnameAllowlist",
    "env.*",
    "gateway.nodes.*",
    "mcp.servers.*.*",
    "messages.tts",
    "messages.tts.*",
    "talk.*",
    "talk.realtime.*",
    "tools.web.search.*",
    "heartbeat",
    "memorySearch",
];

/// What a heartbeat shows.
const SHOWN: [&str; 3] = ["showOk", "showAlerts", "useIndicator"];

/// What a plugin takes of a setting that it is given.
const PERSONALITIES: [&str; 3] = ["friendly", "on", "off"];

/// Groups that it makes again where they are not groups and something beside them is moved into them.
const MADE: [&str; 2] = ["env.vars", "gateway.nodes.commands"];

/// What it takes out whatever it is: where this is set beside it, or always.
const TAKEN: [(&str, Option<&str>); 5] = [
    ("secrets.egressProxy.*.*", None),
    ("tools.exec.ask", Some("mode")),
    ("tools.exec.security", Some("mode")),
    ("agents.list.*.tools.exec.ask", Some("mode")),
    ("agents.list.*.tools.exec.security", Some("mode")),
];

/// What was a group of settings and is one setting now.
const GROUP: &str = "diagnostics.otel.captureContent";

/// What has been moved to where a version takes it, or has retired it there.
const MOVED: [(In, &str, &str); 4] = [
    (
        In::Eight,
        "plugins.entries.memory-wiki.config.bridge.readMemoryCore",
        "plugins.entries.memory-wiki.config.bridge.readMemoryArtifacts",
    ),
    (In::SinceEight, "heartbeat", "agents.defaults.heartbeat"),
    (In::SinceEight, "memorySearch", "agents.defaults.memorySearch"),
    (
        In::SinceNine,
        "agents.list.*.tools.exec.timeoutSec",
        "agents.entries.main.tools.exec.timeoutSeconds",
    ),
];

/// Whether this version has retired a setting.
pub fn is_retired(version: &str, path: &ConfigPath) -> bool {
    let mut of_version = RETIRED.iter().filter(|(_, of)| of.contains_key(version));
    of_version.any(|(at, _)| is_at(path, at))
        || MOVED.iter().any(|(of, at, _)| of.has(version) && is_at(path, at))
}

/// Whether nothing is left of a setting once its gateway put it in order.
pub(crate) fn is_taken_out(path: &ConfigPath) -> bool {
    !KEPT.iter().any(|at| is_at(path, at))
}

/// What a version puts in order itself of one config.
pub(crate) struct Settles<'c> {
    schema: &'static Schema,
    config: &'c Value,
    /// Where each earlier version finds something wrong with it, and all that is around that.
    earlier: OnceCell<Vec<[HashSet<ConfigPath>; 2]>>,
}

impl<'c> Settles<'c> {
    pub(crate) const fn new(schema: &'static Schema, config: &'c Value) -> Self {
        Self { schema, config, earlier: OnceCell::new() }
    }

    /// Whether its gateway does so with all of this when it is started, and there is some.
    pub(crate) fn all(&self, judged: &[Judged]) -> bool {
        !judged.is_empty() && judged.iter().all(|it| self.settles(it))
    }

    /// Whether its gateway does so with this, if nothing else is wrong.
    pub(crate) fn settles(&self, Judged { fault, in_code }: &Judged) -> bool {
        match in_code {
            true => is_settled(self.schema.version, fault, self.config),
            false => {
                let is_unknown =
                    fault.message.starts_with(check::UNKNOWN) || is_at(&fault.path, GROUP);
                let has_retired = |it| self.has_retired(&fault.path, it, is_unknown);
                fault.path.get(self.config).is_some_and(has_retired) || self.goes(&fault.path)
            }
        }
    }

    /// Whether what is beside a setting replaces it.
    fn goes(&self, path: &ConfigPath) -> bool {
        let Some((_, above)) = path.0.split_last() else { return false };
        let above = ConfigPath(above.to_vec());
        let Some(beside) = above.get(self.config) else { return false };
        let is_taken = |(at, by): &(&str, Option<&str>)| {
            is_at(path, at) && by.is_none_or(|by| beside.get(by).is_some())
        };
        // That one is still there, beside what is moved.
        let mut moved =
            beside.as_object().into_iter().flatten().filter(|(key, _)| *key != "shellEnv");
        In::SinceEight.has(self.schema.version)
            && (TAKEN.iter().any(is_taken)
                || MADE.iter().any(|at| is_at(path, at))
                    && !path.get(self.config).is_none_or(Value::is_object)
                    && moved.any(|(key, it)| self.has_retired(&above.join(key), it, false)))
    }

    /// Whether it has retired a setting, or all that is in one that it does not know.
    fn has_retired(&self, path: &ConfigPath, value: &Value, is_unknown: bool) -> bool {
        let has = |of: In| of.has(self.schema.version);
        let moved = MOVED.iter().find(|(of, at, _)| has(*of) && is_at(path, at));
        if let Some((_, _, to)) = moved {
            let mut value = value.clone();
            if is_at(path, "heartbeat")
                && let Some(fields) = value.as_object_mut()
            {
                // What it shows goes to another place.
                fields.retain(|key, it| !(SHOWN.contains(&key.as_str()) && it.is_boolean()));
            }
            let moved = to.rsplit('.').fold(value, |value, key| json!({ key: value }));
            let judged = self.schema.judged(&moved);
            let takes = judged.is_empty() || Settles::new(self.schema, &moved).all(&judged);
            return takes && self.schema.part_faults(&moved).is_empty();
        }
        if In::SinceEight.has(self.schema.version)
            && let Some(settles) = self.as_a_whole(path, value)
        {
            return settles;
        }
        let of_version = |(at, of): (&String, &'static BTreeMap<String, Which>)| {
            of.get(self.schema.version).filter(|_| is_at(path, at))
        };
        match RETIRED.iter().find_map(of_version) {
            Some(Which::Any(_)) => true,
            Some(Which::These(these))
                if these.values.contains(value)
                    || these.kinds.iter().any(|it| it == kind(value))
                    || these.right && self.was_right(path) =>
            {
                true
            }
            _ => value.as_object().filter(|_| is_unknown).is_some_and(|fields| {
                let mut all = fields.iter();
                !fields.is_empty()
                    && all.all(|(key, it)| self.has_retired(&path.join(key), it, true))
            }),
        }
    }

    /// Whether it puts in order what its code looks at as a whole, whatever else is in it; `None` of all other settings.
    fn as_a_whole(&self, path: &ConfigPath, value: &Value) -> Option<bool> {
        let has = |at: &str| self.config.pointer(at).is_some();
        match path {
            _ if is_at(path, "agents.defaults.promptOverlays") => {
                let personality = value.pointer("/gpt5/personality");
                let is_known = |it: &Value| PERSONALITIES.iter().any(|known| it == known);
                Some(personality.is_none_or(|it| {
                    is_known(it) || has("/plugins/entries/openai/config/personality")
                }))
            }
            _ if is_at(path, "gateway.nodes.skills") => {
                value.get("enabled").map(|it| it.is_boolean() || has("/gateway/nodes/allowSkills"))
            }
            _ if is_at(path, "models.providers.*.models.*.compat.thinkingFormat") => {
                Some(value.is_string())
            }
            _ => None,
        }
    }

    /// Whether an earlier version took it.
    fn was_right(&self, path: &ConfigPath) -> bool {
        let earlier = self.earlier.get_or_init(|| {
            let known = data::VERSIONS.iter().map(|(version, _)| *version);
            let earlier = known.skip_while(|it| *it != self.schema.version).skip(1);
            let faults = earlier.filter_map(Schema::of).map(|it| it.all_faults(self.config));
            let wrong = faults.map(|all| all.into_iter().map(|it| it.path).collect::<HashSet<_>>());
            let around = |wrong: &HashSet<_>| wrong.iter().flat_map(up).collect();
            wrong.map(|wrong| [around(&wrong), wrong]).collect()
        });
        let is_wrong = |[around, wrong]: &[HashSet<ConfigPath>; 2]| {
            around.contains(path) || up(path).any(|it| wrong.contains(&it))
        };
        earlier.iter().any(|it| !is_wrong(it))
    }
}

/// A path and all that is above it.
fn up(path: &ConfigPath) -> impl Iterator<Item = ConfigPath> {
    (0..=path.0.len()).map(|long| ConfigPath(path.0.iter().take(long).cloned().collect()))
}

/// Where, and of what value or for which reason alone.
type Settled = (In, &'static str, fn(&Fault, &Value) -> bool);

/// What it checks in code of its own and puts in order itself; a `*` is any key.
const SETTLED: [Settled; 20] = [
    (In::SinceEight, "secrets.egressProxy.*.*", always),
    (In::SinceEight, "tools.exec", always),
    (In::SinceEight, "agents.*.*.tools.exec", always),
    (In::SinceNine, "tools", always),
    (In::SinceNine, "tools.byProvider.*", always),
    (In::SinceNine, "tools.subagents.tools", always),
    (In::SinceNine, "tools.toolsBySender.*", always),
    (In::SinceNine, "agents.*.*.tools", always),
    (In::SinceNine, "agents.*.*.tools.byProvider.*", always),
    (In::SinceNine, "agents.*.*.tools.toolsBySender.*", always),
    (In::SinceEight, "tools.web.search", |fault, _| fault.message == code::SEARCH_KEY),
    (In::SinceNine, "tools.web.search", |fault, search| {
        fault.message == code::SEARCH_KEYS && search.as_object().is_some_and(can_move)
    }),
    (In::SinceNine, "agents.ownership", |fault, _| fault.message == code::NO_DEFAULT),
    (In::Eight, "agents.list", always),
    (In::SinceNine, "agents.list", |fault, _| fault.message != roster::NOBODY),
    (In::SinceEight, "mcp.servers.*.disabled", |_, value| value.is_boolean()),
    (In::SinceEight, "mcp.servers.*.*", is_old_of_server),
    (In::SinceEight, "nodeHost.mcp.servers.*.disabled", |_, value| value.is_boolean()),
    (In::SinceEight, "nodeHost.mcp.servers.*.*", is_old_of_server),
    (In::SinceEight, "session.maintenance.*", |fault, _| fault.message == code::NO_TIME),
];

/// Whether it is a setting of a server that has another name now.
fn is_old_of_server(fault: &Fault, _: &Value) -> bool {
    fault.message.starts_with(check::UNKNOWN)
        && !matches!(fault.path.0.last(), Some(Segment::Key(key)) if key == "disabled")
}

/// Whether what is set for providers there can be moved: not what is empty, nor a name that every object has.
fn can_move(search: &serde_json::Map<String, Value>) -> bool {
    let is_empty = |it: &Value| it.as_object().is_some_and(serde_json::Map::is_empty);
    !search.values().any(is_empty)
        && !["__proto__", "prototype", "constructor"].iter().any(|key| search.contains_key(*key))
}

const fn always(_: &Fault, _: &Value) -> bool {
    true
}

/// Whether its gateway puts in order itself what its code finds wrong there.
fn is_settled(version: &str, fault: &Fault, config: &Value) -> bool {
    let value = fault.path.get(config).unwrap_or(&Value::Null);
    let settled = SETTLED.iter().filter(|(of, at, _)| of.has(version) && is_at(&fault.path, at));
    settled.into_iter().any(|(_, _, so)| so(fault, value))
}

const fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn is_at(path: &ConfigPath, at: &str) -> bool {
    let mut pairs = path.0.iter().zip(at.split('.'));
    // What a list of agents says of one, and later their entries.
    let is = |key: &str, of| of == "*" || key == of || (key, of) == ("entries", "list");
    path.0.len() == at.split('.').count()
        && pairs.all(|(key, of)| matches!(key, Segment::Key(key) if is(key, of)))
}
