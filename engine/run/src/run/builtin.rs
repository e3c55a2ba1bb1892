//! Moltis' own hooks (rules ). They are shown as `builtin` and run by *Try it*.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

use serde_json::{Map, Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;

use crate::runtime::outcome::{Answer, Ran, Seen};
use tacklebox_agents::config::may_be_secret;
use tacklebox_machine::machine::Machine;

/// How much of `BOOT.md` is handed over, in bytes.
const LARGEST_BOOT: u64 = 64 * 1024;

/// The size at which the log starts over, in bytes. One earlier file is kept.
const LARGEST_LOG: u64 = 5 * 1024 * 1024;

/// How many of a session's last messages are kept.
const MOST_MESSAGES: usize = 50;

/// What a built-in hook works on: the agent's home and workspace, and one event.
pub struct Call<'a> {
    pub machine: &'a Machine,
    pub home: &'a Path,
    pub workspace: &'a Path,
    /// The event's name as Moltis has it: `GatewayStart`, `Command`.
    pub event: &'a str,
    /// The whole payload, as a shell hook would get it.
    pub payload: &'a Value,
}

/// Runs the built-in hook of this name. On events that are not its own it does nothing.
pub fn run(name: &str, call: &Call<'_>) -> Ran {
    let done = match (name, call.event) {
        ("boot-md", "GatewayStart") => boot_md(call),
        ("command-logger", "Command") => command_logger(call),
        ("session-memory", "Command") => session_memory(call),
        // A try writes no file of which a copy would be kept.
        ("boot-md" | "command-logger" | "session-memory" | "auto-checkpoint", _) => {
            Ok(Ran::default())
        }
        _ => return Ran::failed(format!("there is no built-in hook {name}")),
    };
    done.unwrap_or_else(Ran::failed)
}

/// Hands over the workspace's `BOOT.md`; missing or empty: nothing.
fn boot_md(call: &Call<'_>) -> Result<Ran, String> {
    let path = call.workspace.join("BOOT.md");
    // A folder or a pipe of that name counts as missing.
    if !path.is_file() {
        return Ok(Ran::default());
    }
    let failed =
        |error: io::Error| format!("{} could not be read: {error}", call.machine.show(&path));
    let mut bytes = Vec::new();
    let file = File::open(&path).map_err(failed)?;
    file.take(LARGEST_BOOT + 1).read_to_end(&mut bytes).map_err(failed)?;
    let cut = bytes.len() as u64 > LARGEST_BOOT;
    if cut {
        bytes.pop();
    }
    let mut text = String::from_utf8_lossy(&bytes).trim().to_owned();
    if text.is_empty() {
        return Ok(Ran::default());
    }
    if cut {
        text.push_str("\n\n(BOOT.md is longer than 64 KiB. The rest was left out.)");
    }
    Ok(Ran { messages: vec![text], ..Ran::default() })
}

/// One JSON line in `logs/commands.log`. What follows the command's name is never written: it may
/// hold a key.
fn command_logger(call: &Call<'_>) -> Result<Ran, String> {
    let folder = call.home.join("logs");
    let path = folder.join("commands.log");
    let line = json!({
        "timestamp": time_of(call).format(&Rfc3339).unwrap_or_default(),
        "action": call.field(&["action", "command", "name"]).map(|name| bare(&name).to_owned()),
        "sessionKey": call.field(&["session_key", "session_id", "sessionKey"]),
        "sender": call.field(&["senderId", "sender_id", "sender", "user", "from"]),
        "source": call.field(&["commandSource", "source", "channel"]),
    });
    let written = private_folder(&folder).and_then(|()| {
        if fs::metadata(&path).is_ok_and(|log| log.len() > LARGEST_LOG) {
            fs::rename(&path, folder.join("commands.log.1"))?;
        }
        let mut log = private(OpenOptions::new().append(true).create(true)).open(&path)?;
        log.write_all(format!("{line}\n").as_bytes())
    });
    written
        .map_err(|error| format!("{} could not be written: {error}", call.machine.show(&path)))?;
    Ok(said(format!("Added a line to {}", call.machine.show(&path))))
}

/// On `new` and `reset`: what the event says about the session, as a file of the workspace's `memory/`.
fn session_memory(call: &Call<'_>) -> Result<Ran, String> {
    let action = call.field(&["action", "command", "name"]).unwrap_or_default();
    if !matches!(bare(&action), "new" | "reset") {
        return Ok(Ran::default());
    }
    let folder = call.workspace.join("memory");
    let time = time_of(call);
    let stamp = time
        .format(format_description!("[year]-[month]-[day]-[hour][minute][second]"))
        .unwrap_or_default();
    let text = memory(call, bare(&action), time);
    let failed =
        |error: io::Error| format!("{} could not be written: {error}", call.machine.show(&folder));
    private_folder(&folder).map_err(failed)?;
    // An earlier memory is never overwritten, not even by two sessions within a second.
    for count in 1..1000 {
        let name = if count == 1 { format!("{stamp}.md") } else { format!("{stamp}-{count}.md") };
        let path = folder.join(name);
        match private(OpenOptions::new().write(true).create_new(true)).open(&path) {
            Ok(mut file) => {
                file.write_all(text.as_bytes()).map_err(failed)?;
                return Ok(said(format!("Saved {}", call.machine.show(&path))));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed(error)),
        }
    }
    Err(failed(io::ErrorKind::AlreadyExists.into()))
}

fn memory(call: &Call<'_>, action: &str, time: OffsetDateTime) -> String {
    let date = time
        .format(format_description!("[year]-[month]-[day] [hour]:[minute]:[second]"))
        .unwrap_or_default();
    let mut lines = vec![format!("# Session of {date} UTC"), String::new()];
    if let Some(key) = call.field(&["session_key", "session_id", "sessionKey"]) {
        lines.push(format!("- session key: `{}`", inline(&key)));
    }
    lines.push(format!("- ended by: `/{}`", inline(action)));
    let none = Map::new();
    let data = call.data().unwrap_or(&none);
    for (name, value) in data {
        if may_be_secret(name) || matches!(name.as_str(), "action" | "messages" | "history") {
            continue;
        }
        if let Some(value) = short(value).filter(|value| !value.is_empty()) {
            lines.push(format!("- {}: `{}`", inline(name), inline(&value)));
        }
    }
    let said = ["messages", "history"].iter().find_map(|name| data.get(*name)?.as_array());
    if let Some(said) = said.filter(|said| !said.is_empty()) {
        lines.extend([String::new(), "## Conversation".to_owned()]);
        for message in said.iter().skip(said.len().saturating_sub(MOST_MESSAGES)) {
            let who = message.get("role").and_then(short).unwrap_or_else(|| "message".to_owned());
            let text = message.get("content").or(message.get("text")).unwrap_or(message);
            let text = match text.as_array() {
                // A list of parts, of which those with a text count.
                Some(parts) => {
                    let texts = parts.iter().filter_map(|part| short(part.get("text")?));
                    texts.collect::<Vec<_>>().join("\n")
                }
                None => short(text).unwrap_or_default(),
            };
            if text.trim().is_empty() {
                continue;
            }
            // Quoted, so that a heading inside a message is none of this file.
            let quoted: Vec<_> = text.trim().lines().map(|line| format!("> {line}")).collect();
            lines.extend([String::new(), format!("**{}**", inline(&who)), quoted.join("\n")]);
        }
    }
    lines.join("\n") + "\n"
}

impl Call<'_> {
    fn data(&self) -> Option<&Map<String, Value>> {
        self.payload.get("data").and_then(Value::as_object)
    }

    /// The first of these fields that has a text, in the event's data and then beside them.
    fn field(&self, names: &[&str]) -> Option<String> {
        let places = [self.data(), self.payload.as_object()];
        places
            .into_iter()
            .flatten()
            .find_map(|place| names.iter().find_map(|name| short(place.get(*name)?)))
    }
}

fn time_of(call: &Call<'_>) -> OffsetDateTime {
    let said = call.payload.get("timestamp").and_then(Value::as_str);
    said.and_then(|text| OffsetDateTime::parse(text, &Rfc3339).ok())
        .unwrap_or_else(|| call.machine.now())
        .to_offset(time::UtcOffset::UTC)
}

/// A name, a number or a switch as text; a list or a table is not worth guessing about.
fn short(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.chars().take(4000).collect()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(switch) => Some(switch.to_string()),
        _ => None,
    }
}

/// `/new with arguments` → `new`.
fn bare(action: &str) -> &str {
    action.trim().trim_start_matches('/').split_whitespace().next().unwrap_or_default()
}

fn inline(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('`', "'")
}

fn said(what: String) -> Ran {
    let seen = Seen { stdout: what, ..Seen::default() };
    Ran { seen: Some(Box::new(seen)), ..Ran::of(Answer::Continue) }
}

/// What is said to an agent is nobody else's affair.
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

#[cfg(test)]
mod tests;
