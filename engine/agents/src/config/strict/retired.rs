//! Settings that OpenClaw has retired. It refuses a config that has one, as every one that it does not know; but its
//! gateway moves such settings to their new place when it is started, or takes them out, where nothing else is wrong. So it
//! does with some of what it checks in code of its own.

use std::collections::BTreeSet;

use serde_json::Value;
use tacklebox_machine::words::js_trim;

use super::Fault;
use super::code::{self, In};
use crate::config::path::{ConfigPath, Segment};

/// Since 2026.8.
const EIGHT: [&str; 35] = [
    "agents.defaults.cliBackends",
    "agents.defaults.compaction.truncateAfterCompaction",
    "agents.defaults.memorySearch",
    "agents.defaults.silentReplyRewrite",
    "agents.defaults.systemPromptOverride",
    "channels.telegram.requireMention",
    "channels.webchat",
    "commands.modelsWrite",
    "crestodian",
    "cron.runLog",
    "cron.webhook",
    "defaultModel",
    "gateway.tailscale.serviceName",
    "gateway.webchat",
    "heartbeat",
    "hooks.internal.handlers",
    "hooks.internal.installs",
    "memory.backend",
    "memory.qmd",
    "memory.search.qmd",
    "memory.search.store.path",
    "memorySearch",
    "messages.messagePrefix",
    "messages.tts",
    "models.pricing",
    "session.maintenance.pruneDays",
    "session.resetByType.dm",
    "session.typingMode",
    "skills.workshop.autonomous.enabled",
    "talk.realtime.voice",
    "tools.experimental",
    "tools.media.asyncCompletion",
    "tools.message.allowCrossContextSend",
    "tui",
    "ui.assistant",
];

/// Since 2026.9.
const NINE: [&str; 6] = [
    "gateway.controlUi.toolTitles",
    "messages.suppressToolErrors",
    "skills.workshop.allowSymlinkTargetWrites",
    "tools.codeMode.languages",
    "tools.codeMode.runtime",
    "wizard.localModelLeanAutoModel",
];

/// In 2026.8 alone: the next does not start with them.
const ONLY_EIGHT: [&str; 5] =
    ["talk.apiKey", "talk.modelId", "talk.outputFormat", "talk.voiceAliases", "talk.voiceId"];

/// Since 2026.8, wherever they are; a `*` is any key.
const ANYWHERE: [&str; 6] = [
    "agents.defaults.runRetries",
    "agents.list.*.runRetries",
    "agents.list.*.tools.loopDetection",
    "browser.profiles.*.color",
    "meta.lastTouchedAt",
    "tools.loopDetection",
];

/// Whether this version has retired a setting.
pub fn is_retired(version: &str, path: &ConfigPath) -> bool {
    let (eight, nine) = (In::SinceEight.has(version), In::SinceNine.has(version));
    let lists: [(bool, &[&str]); 4] =
        [(eight, &EIGHT), (eight, &ANYWHERE), (nine, &NINE), (eight && !nine, &ONLY_EIGHT)];
    lists.iter().any(|(has, all)| *has && all.iter().any(|at| is_at(path, at)))
}

/// Where, and of what value or for which reason alone.
type Settled = (In, &'static str, fn(&Fault, &Value) -> bool);

/// What it checks in code of its own and puts in order itself; a `*` is any key.
const SETTLED: [Settled; 18] = [
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
    (In::SinceNine, "tools.web.search", |fault, _| fault.message == code::SEARCH_KEY),
    (In::SinceNine, "tools.web.search", |fault, search| {
        fault.message == code::SEARCH_KEYS && search.as_object().is_some_and(can_move)
    }),
    (In::SinceNine, "agents.ownership", |fault, _| fault.message == code::NO_DEFAULT),
    (In::SinceNine, "agents.list", always),
    (In::SinceEight, "agents.list", |_, list| differ(list)),
    (In::SinceEight, "mcp.servers.*.disabled", |_, value| value.is_boolean()),
    (In::SinceEight, "mcp.servers.*.*", |fault, _| {
        fault.message.starts_with("There is no such setting")
            && !matches!(fault.path.0.last(), Some(Segment::Key(key)) if key == "disabled")
    }),
    (In::SinceEight, "session.maintenance.*", |fault, _| fault.message == code::NO_TIME),
];

/// Whether each agent of a list has an id of its own.
fn differ(list: &Value) -> bool {
    let ids = list.as_array().into_iter().flatten().map(|it| it.get("id").and_then(Value::as_str));
    let mut seen = BTreeSet::new();
    ids.into_iter().all(|id| id.is_some_and(|id| seen.insert(js_trim(id).to_lowercase())))
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
pub(super) fn is_settled(version: &str, fault: &Fault, config: &Value) -> bool {
    let value = fault.path.get(config).unwrap_or(&Value::Null);
    let settled = SETTLED.iter().filter(|(of, at, _)| of.has(version) && is_at(&fault.path, at));
    settled.into_iter().any(|(_, _, so)| so(fault, value))
}

fn is_at(path: &ConfigPath, at: &str) -> bool {
    let mut keys = path.0.iter();
    let each = at
        .split('.')
        .all(|of| matches!(keys.next(), Some(Segment::Key(key)) if of == "*" || key == of));
    each && keys.next().is_none()
}
