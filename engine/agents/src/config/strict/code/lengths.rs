//! Texts and names that may not be blank: their length is measured without the blanks around them, which no schema says.

use tacklebox_machine::words::js_trim;

use super::rule::{In, Rule};

pub(super) const RULES: [Rule; 21] = [
    blank(&["tools", "media", "*", "preferredModel"]),
    blank(&["agents", "defaults", "heartbeat", "agentId"]),
    blank(&["agents", "list", "*", "heartbeat", "agentId"]),
    blank(&["agents", "entries", "*", "heartbeat", "agentId"]),
    blank(&["agents", "defaults", "systemAgent", "agentId"]),
    blank(&["agents", "defaults", "authInheritance", "agentId"]),
    blank(&["agents", "defaults", "sessionStore", "agentId"]),
    blank(&["talk", "agentId"]),
    blank(&["mcp", "servers", "*", "oauth", "authProfileId"]),
    blank(&["mcp", "servers", "*", "oauth", "scope"]),
    blank(&["mcp", "servers", "*", "toolFilter", "include", "*"]),
    blank(&["mcp", "servers", "*", "toolFilter", "exclude", "*"]),
    blank(&["hooks", "mappings", "*", "channel"]),
    blank(&["nodeHost", "workerRuns", "containerImage"]),
    blank(&["gateway", "controlUi", "environment", "label"]),
    blank(&["tools", "github", "gitAuthor", "name"]),
    blank(&["cloudWorkers", "profiles", "*", "provider"]),
    blank(&["gateway", "roles", "definitions", "*", "accessPolicyPlugin"]),
    blank(&["gateway", "auth", "trustedProxy", "cloudflareAccessOidc", "providerId"]),
    blank(&["memory", "qmd", "searchTool"]),
    Rule::keys(
        In::All,
        &["gateway", "roles", "definitions"],
        is_something,
        "A role may not have a blank name.",
    ),
];

const fn blank(at: &'static [&'static str]) -> Rule {
    Rule::text(In::All, at, is_something, "It may not be blank.")
}

pub(super) fn is_something(text: &str) -> bool {
    !js_trim(text).is_empty()
}
