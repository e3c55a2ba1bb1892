//! A plugin made from one sentence: "Before a tool runs, if its text matches rm -rf: block it with …". The sentence
//! is data beside a small program that is the same for all of its kind, and is read back from there. Where somebody
//! changed the program it is theirs, and no sentence any more.

mod pattern;

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{NewPlugin, find, make, place, rules};
use crate::names::{check_plain_name, title_of};
use crate::ops::{self, OpError, Problem};
use crate::plan::{NewFile, Plan, Step};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::Syntax;
use tacklebox_agents::dialect::PluginRules;
use tacklebox_agents::dialect::typed::{Merge, TypedHook};
use tacklebox_agents::manifest::is_web_address;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::Plugin;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

const DATA: &str = "sentence.json";
const PROGRAM: &str = "index.js";
/// Longer files are not ours.
const LENGTH: u64 = 256 * 1024;
const MOST_CHARS: usize = 4000;

/// What a sentence does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Act {
    /// It stops what was about to happen, with a reason.
    Block,
    /// It runs a command.
    Run,
    /// It sends what happens to an address.
    Post,
}

/// A plugin as one sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PluginSentence {
    /// The hook that it listens to.
    pub event: String,
    /// The tools that it is about; empty: all of them.
    pub tools: Vec<String>,
    /// A regular expression that the text has to match; empty: any text.
    pub pattern: String,
    pub act: Act,
    /// The reason, the command or the address.
    pub with: String,
    /// Seconds; ten where none are named.
    pub timeout: Option<i32>,
    pub priority: Option<i32>,
}

/// What a plugin's files say of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    Sentence(PluginSentence),
    /// It was made from one, and somebody changed its program or its data since.
    ByHand,
}

/// What a handler answers to stop what is about to happen; none where nobody asks.
pub fn stops(hook: &TypedHook) -> Option<&'static str> {
    Some(match hook.name {
        "before_tool_call" | "before_install" => "{ block: true, blockReason: sentence.with }",
        "message_sending" => "{ cancel: true, cancelReason: sentence.with }",
        "reply_payload_sending" => "{ cancel: true, reason: sentence.with }",
        "before_agent_run" => "{ outcome: \"block\", reason: sentence.with }",
        "before_message_write" => "{ block: true }",
        _ => return None,
    })
}

/// Whether a hook is about one tool.
pub fn about_tools(hook: &TypedHook) -> bool {
    ["before_tool_call", "after_tool_call", "tool_result_persist"].contains(&hook.name)
}

impl PluginSentence {
    /// As a person reads it.
    pub fn words(&self) -> String {
        let when = make::named(&self.event).map_or("when it happens", |hook| hook.when);
        let mut text = words::capital(when);
        if !self.tools.is_empty() {
            text.push_str(&format!(", for {}", words::any_of(self.tools.clone())));
        }
        if !self.pattern.is_empty() {
            text.push_str(&format!(", if the text matches {}", self.pattern));
        }
        let with = self.with.trim();
        text.push_str(&match self.act {
            Act::Block => format!(": block it with “{with}”"),
            Act::Run => format!(": run {with}"),
            Act::Post => format!(": post it to {with}"),
        });
        text
    }

    /// # Errors
    /// The first thing that is wrong with it, in a sentence.
    pub fn check(&self, agent: &str) -> Result<&'static TypedHook, OpError> {
        let hook = make::hook(agent, &self.event)?;
        match self.wrong(hook).into_iter().next() {
            Some((_, why)) => Err(OpError::Refused(why)),
            None => Ok(hook),
        }
    }

    /// Everything that is wrong with it, each with the blank that it is about.
    pub fn problems(&self, agent: &str) -> Vec<Problem> {
        let said = |(field, message): (&str, String)| Problem {
            field: field.to_owned(),
            message,
            hint: None,
        };
        match make::hook(agent, &self.event) {
            Ok(hook) => self.wrong(hook).into_iter().map(said).collect(),
            Err(error) => vec![said(("event", error.to_string()))],
        }
    }

    fn wrong(&self, hook: &TypedHook) -> Vec<(&'static str, String)> {
        let mut found = Vec::new();
        let mut no = |field: &'static str, why: &str| found.push((field, why.to_owned()));
        if self.act == Act::Block && stops(hook).is_none() {
            let or = "Run a command or post to an address there.";
            no("act", &format!("Nothing can be blocked {}. {or}", hook.when));
        }
        let mut text = |field: &'static str, text: &str| {
            if text.chars().count() > MOST_CHARS {
                let most = format!("A part of the sentence has at most {MOST_CHARS} characters.");
                no(field, &most);
            } else if text.contains(char::is_control) {
                no(field, "A part of the sentence is one line of text.");
            }
        };
        self.tools.iter().for_each(|tool| text("tools", tool));
        text("pattern", &self.pattern);
        text("with", &self.with);
        let (when, with) = (hook.when, self.with.trim());
        if !self.tools.is_empty() && !about_tools(hook) {
            no("tools", &format!("No tool is known {when}: leave the tools out."));
        }
        if self.tools.iter().any(|tool| tool.trim().is_empty()) {
            no("tools", "The name of a tool is empty.");
        }
        if let Some(why) = pattern::not_both(&self.pattern) {
            no("pattern", &why);
        }
        match self.act {
            Act::Block if with.is_empty() => {
                no("with", "Say why it is blocked: the agent reads it.");
            }
            Act::Run if with.is_empty() => no("with", "Name the command that is to run."),
            Act::Post if !is_web_address(with) => {
                no("with", "The address begins with http:// or https:// and names a host.");
            }
            _ => {}
        }
        if self.timeout.is_some_and(|secs| !(1..=600).contains(&secs)) {
            no("timeout", "The time limit is between 1 and 600 seconds.");
        }
        found
    }
}

/// What a plugin of a sentence consists of. The sentence was checked.
fn made(
    rules: &PluginRules,
    name: &str,
    sentence: &PluginSentence,
    hook: &TypedHook,
) -> Vec<NewFile> {
    let file = |path: &str, text: String| NewFile {
        path: path.to_owned(),
        bytes: text.into_bytes(),
        executable: false,
    };
    let manifest = serde_json::json!({
        "id": name, "name": title_of(name), "description": sentence.words(), "version": "0.1.0",
        "activation": { "onStartup": true },
        "configSchema": { "type": "object", "additionalProperties": false, "properties": {} },
    });
    let package = serde_json::json!({
        "name": name, "version": "0.1.0", "private": true, "type": "module",
        (rules.package_key): { "extensions": [format!("./{PROGRAM}")] },
    });
    vec![
        file(PROGRAM, program(name, sentence.act, hook)),
        file(DATA, data(sentence)),
        file(rules.manifest, pretty(&manifest)),
        file("package.json", pretty(&package)),
    ]
}

/// The files of a plugin that does what a sentence says; nothing is written.
///
/// # Errors
/// [`OpError`] where the name is none, or the sentence cannot be.
pub fn files(
    agent: &Agent,
    name: &str,
    sentence: &PluginSentence,
) -> Result<Vec<NewFile>, OpError> {
    let rules = rules(agent)?;
    check_plain_name(name)?;
    Ok(made(rules, name, sentence, sentence.check(agent.dialect.title)?))
}

fn pretty(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

fn data(sentence: &PluginSentence) -> String {
    pretty(sentence)
}

/// The program of a kind of sentence: of the sentence it has the name and the hook, so that its code says which.
fn program(name: &str, act: Act, hook: &TypedHook) -> String {
    let template = match act {
        Act::Block => include_str!("sentence/block.js"),
        Act::Run => include_str!("sentence/run.js"),
        Act::Post => include_str!("sentence/post.js"),
    };
    let waits = !matches!(hook.merge, Merge::Sync { .. });
    let of_tool = ["before_tool_call", "after_tool_call"].contains(&hook.name);
    template
        .replace("{what}", if of_tool { "event.params" } else { "event" })
        .replace("{no}", stops(hook).unwrap_or("undefined"))
        .replace("{wait}", if waits { "return " } else { "" })
        .replace("{title}", &title_of(name))
        .replace("{name}", name)
        .replace("{event}", hook.name)
}

/// The sentence that a plugin is; none for one that was not made from one.
pub fn of(plugin: &Plugin) -> Option<Told> {
    if plugin.single.is_some() {
        return None;
    }
    let text = text(&plugin.dir, DATA)?;
    let sentence: PluginSentence = match serde_json::from_str(&text) {
        Ok(sentence) => sentence,
        Err(_) => return Some(Told::ByHand),
    };
    let Some(hook) = make::named(&sentence.event).filter(|hook| sentence.wrong(hook).is_empty())
    else {
        return Some(Told::ByHand);
    };
    let same = self::text(&plugin.dir, PROGRAM)
        .is_some_and(|found| found == program(&plugin.id, sentence.act, hook));
    Some(if same { Told::Sentence(sentence) } else { Told::ByHand })
}

fn text(dir: &Path, name: &str) -> Option<String> {
    let (bytes, _) = files::read(&dir.join(name), LENGTH).ok()?;
    String::from_utf8(bytes?).ok()
}

/// The plan of a new plugin that does what a sentence says. It starts off, unless `on`.
///
/// # Errors
/// [`OpError`] where the name is none or is taken, or the sentence cannot be.
pub fn new(
    machine: &Machine,
    inventory: &Inventory,
    name: &str,
    sentence: &PluginSentence,
    on: bool,
) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let files = files(agent, name, sentence)?;
    make::sent(agent, make::hook(agent.dialect.title, &sentence.event)?)?;
    let title = title_of(name);
    let off = if on { "" } else { " It is off." };
    place(
        machine,
        inventory,
        NewPlugin { id: name, folder: name, title: &title, files, from: None, on },
        format!("Create the plugin {title} for {}", agent.dialect.title),
        format!("The plugin {title} was created.{off}"),
    )
}

/// What a plugin says now.
///
/// # Errors
/// [`OpError::Refused`] where it is not a sentence, or not any more.
pub fn current(plugin: &Plugin) -> Result<PluginSentence, OpError> {
    let why = match of(plugin) {
        Some(Told::Sentence(sentence)) => return Ok(sentence),
        Some(Told::ByHand) => "was changed by hand, so it is not a sentence any more",
        None => "was not made from a sentence",
    };
    Err(OpError::Refused(format!("{} {why}. Edit its files.", plugin.name)))
}

/// The plan that makes a plugin say something else. Empty where it says that already.
///
/// # Errors
/// [`OpError`] where it is not a sentence any more, or the new one cannot be.
pub fn change(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    sentence: &PluginSentence,
) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let rules = rules(agent)?;
    let plugin = find(machine, agent, id)?;
    let hook = sentence.check(agent.dialect.title)?;
    let before = current(&plugin)?;
    let (title, done) =
        (format!("Change {}", plugin.name), format!("{} was changed.", plugin.name));
    let mut plan = Plan::new(agent.id(), title, done).about(&plugin.hook_id);
    if before == *sentence {
        return Ok(plan);
    }
    let old = make::hook(agent.dialect.title, &before.event)?;
    let was = made(rules, &plugin.id, &before, old);
    for (new, was) in made(rules, &plugin.id, sentence, hook).into_iter().zip(was) {
        let path = plugin.dir.join(&new.path);
        let (bytes, stamp) = files::read(&path, LENGTH).map_err(|error| {
            OpError::Refused(format!("{} cannot be read: {error}", machine.show(&path)))
        })?;
        let now = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        // What a person changed in the manifest or the package stays.
        if new.bytes == was.bytes
            || (new.path != DATA && now.as_deref().map(str::as_bytes) != Some(was.bytes.as_slice()))
        {
            continue;
        }
        let after = String::from_utf8_lossy(&new.bytes).into_owned();
        plan.steps.push(Step::Edit { path, syntax: Syntax::Json5, stamp, before: now, after });
    }
    plan.steps.retain(Step::changes);
    ops::finish(agent, &mut plan)?;
    Ok(plan)
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
