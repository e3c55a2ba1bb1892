//! Servers of tools (MCP): their names, how they are started, and keys that newer versions do not read any more.

use serde_json::{Map, Value};
use tacklebox_machine::words::js_trim;

use super::Fault;
use super::rule::{self, In, Rule};
use crate::config::ConfigPath;

const SERVERS: &[&str] = &["mcp", "servers"];
const NODE_SERVERS: &[&str] = &["nodeHost", "mcp", "servers"];

const RESERVED: &str = "No server may be called __proto__. Give it another name.";

pub(super) const RULES: [Rule; 3] = [
    Rule::keys(In::SinceEight, SERVERS, is_free, RESERVED),
    Rule::keys(In::SinceEight, NODE_SERVERS, is_free, RESERVED),
    Rule::keys(
        In::SinceEight,
        NODE_SERVERS,
        is_name,
        "The names of its servers may not be empty, and have no blanks around them.",
    ),
];

fn is_free(name: &str) -> bool {
    name != "__proto__"
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && js_trim(name) == name
}

/// What the newer versions refuse in a server, and what to write in place of it.
const OLD: [(&str, &str); 9] = [
    ("connectTimeout", "Set connectionTimeoutMs, in milliseconds."),
    ("connect_timeout", "Set connectionTimeoutMs, in milliseconds."),
    ("timeout", "Set requestTimeoutMs, in milliseconds."),
    ("workingDirectory", "Set cwd."),
    ("supports_parallel_tool_calls", "Set supportsParallelToolCalls."),
    ("ssl_verify", "Set sslVerify."),
    ("client_cert", "Set clientCert."),
    ("client_key", "Set clientKey."),
    ("disabled", "Set enabled to false to switch it off."),
];

pub(super) fn faults(version: &str, config: &Value) -> Vec<Fault> {
    let mut found = Vec::new();
    let newer = In::SinceEight.has(version);
    for servers in [SERVERS, NODE_SERVERS].into_iter().filter(|at| newer || *at == SERVERS) {
        let at: Vec<&str> = servers.iter().copied().chain(["*"]).collect();
        rule::each(config, &at, &mut |path, server| {
            let Value::Object(server) = server else { return };
            let mut say = |keys: &[&str], message: String| {
                let path = path.iter().map(String::as_str).chain(keys.iter().copied());
                found.push(Fault { path: ConfigPath::of(path), message });
            };
            if is(server, "transport", "stdio") && !has_command(server) {
                say(
                    &["transport"],
                    "It may be stdio only where there is a command. Set command.".to_owned(),
                );
            }
            if !newer {
                return;
            }
            for (key, instead) in OLD.iter().filter(|(key, _)| server.contains_key(*key)) {
                say(&[key], format!("There is no such setting. {instead}"));
            }
            let oauth = server.get("oauth").and_then(Value::as_object);
            if let Some(oauth) = oauth.filter(|oauth| is(oauth, "identity", "per-requester")) {
                for message in for_each_requester(server) {
                    say(&["oauth", "identity"], message.to_owned());
                }
                if oauth.contains_key("authProfileId") {
                    let message = "Nothing may be set here where identity is per-requester.";
                    say(&["oauth", "authProfileId"], message.to_owned());
                }
            }
        });
    }
    found
}

fn is(fields: &Map<String, Value>, key: &str, said: &str) -> bool {
    fields.get(key).and_then(Value::as_str) == Some(said)
}

fn has_command(server: &Map<String, Value>) -> bool {
    let command = server.get("command").and_then(Value::as_str);
    command.is_some_and(|command| !js_trim(command).is_empty())
}

/// Why not everybody who asks can have a login of their own at this server.
fn for_each_requester(server: &Map<String, Value>) -> impl Iterator<Item = &'static str> {
    let has = |key: &str| server.contains_key(key);
    [
        (!is(server, "auth", "oauth"), "It may be per-requester only where auth is oauth."),
        (!has("url"), "It may be per-requester only where the server has a url."),
        (
            has("command") || is(server, "transport", "stdio"),
            "It may be per-requester only where the server has no command and its transport is not stdio.",
        ),
    ]
    .into_iter()
    .filter_map(|(wrong, message)| wrong.then_some(message))
}
