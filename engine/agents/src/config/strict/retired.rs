//! Settings that OpenClaw has retired. It refuses a config that has one, as every one that it does not know; but its
//! gateway moves such settings to their new place when it is started, or takes them out, where nothing else is wrong.

use crate::config::ConfigPath;

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

/// Whether this version has retired a setting.
pub fn is_retired(version: &str, path: &ConfigPath) -> bool {
    let (eight, nine) = (!version.starts_with("2026.7."), version.starts_with("2026.9."));
    let path = path.to_string();
    eight && EIGHT.contains(&path.as_str()) || nine && NINE.contains(&path.as_str())
}
