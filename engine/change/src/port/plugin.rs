//! A command of Moltis or ZeroClaw that guards tools or messages, as a plugin: OpenClaw's hooks with a
//! `HOOK.md` are not asked about those. The command and its files stay as they are.

use serde_json::{Map, Value, json};

use super::Draft;
use super::origin::Origin;
use super::shell;
use super::write;
use crate::plan::NewFile;
use tacklebox_agents::dialect::policy::Shape;
use tacklebox_agents::dialect::typed::{Merge, TypedHook, typed_hook};
use tacklebox_agents::dialect::{Dialect, PluginRules};
use tacklebox_inventory::counterparts::{self, Pair};
use tacklebox_machine::words;

/// Where the original's files go in the plugin's folder.
const FOLDER: &str = "hook";

/// A copy that is a plugin.
#[derive(Debug)]
pub(super) struct AsPlugin {
    pub id: String,
    pub title: String,
    pub version: String,
    pub files: Vec<NewFile>,
    pub draft: Draft,
}

/// The hook as a plugin; None where it is not for that: it has no command, the other agent has no plugins,
/// or its hooks with a manifest are asked just as well.
pub(super) fn of(origin: &Origin<'_>, to: &'static Dialect) -> Option<Result<AsPlugin, String>> {
    let rules = to.plugins.as_ref()?;
    let (command, limit, workdir) = origin.command()?;
    let pairs = counterparts::plugin_pairs(origin.dialect(), &origin.manifest.events);
    let known: Vec<Pair> =
        pairs.into_iter().filter(|pair| typed_hook(&typed(&pair.to)).is_some()).collect();
    let decides = |pair: &Pair| typed_hook(&typed(&pair.to)).is_some_and(TypedHook::modifying);
    let others = counterparts::pairs(origin.dialect(), to, &origin.manifest.events);
    let wanted = known.iter().any(decides) || !known.is_empty() && others.is_empty();
    wanted.then(|| draft(origin, (to, rules), command, limit, workdir, &known))
}

/// `before-tool-call` → `before_tool_call`
fn typed(key: &str) -> String {
    key.replace('-', "_")
}

fn draft(
    origin: &Origin<'_>,
    (to, rules): (&'static Dialect, &PluginRules),
    command: &str,
    limit: Option<u32>,
    workdir: Option<&str>,
    pairs: &[Pair],
) -> Result<AsPlugin, String> {
    let (from, manifest) = (origin.dialect(), origin.manifest);
    let mut draft = Draft { lost: origin.left.clone(), ..Draft::default() };
    let lost =
        manifest.events.iter().filter(|event| !pairs.iter().any(|pair| pair.from == **event));
    let lost: Vec<String> = lost.cloned().collect();
    if !lost.is_empty() {
        draft.lost.push(format!(
            "Plugins of {} have no hook for {}: the copy is not called there.",
            to.title,
            words::all_of(lost)
        ));
    }
    let mut told = counterparts::Told::default();
    for pair in pairs {
        let key = typed(&pair.to);
        let counts = !asked(&key).1.is_empty();
        counterparts::of_answers(from, to, (&pair.from, &key), Some(counts), &mut told);
    }
    draft.lost.extend(told.lost);
    draft.changed.extend(told.changed);
    draft.changed.push(format!(
        "It becomes a plugin: {} asks its hooks with a manifest about neither tools nor answers.",
        to.title
    ));
    let limit = shell::timeout(origin.inventory.agent(), to, limit, &mut draft);
    if let Some(conditions) = &manifest.conditions {
        draft.lost.extend(shell::without_conditions(conditions, to));
    }
    let mut variables: Vec<&String> = manifest.env.keys().chain(&manifest.requires.env).collect();
    variables.sort();
    variables.dedup();
    if !variables.is_empty() {
        draft.changed.push(format!(
            "{} {} of the copy, to be filled in: values are not copied.",
            words::all_of(variables.iter().map(|name| (*name).clone())),
            if variables.len() == 1 { "becomes a setting" } else { "become settings" }
        ));
    }
    let id = match from.plain_names {
        true => write::plain_name(&manifest.name),
        false => write::slug(&manifest.name),
    };
    let title = write::harmless(&origin.hook.title);
    let folder = match (origin.hook.dir.as_deref(), workdir) {
        // None of its own came along, so there is no folder of it.
        (Some(_), None | Some("." | "./")) if origin.files.is_empty() => {
            "fileURLToPath(new URL(\"./\", import.meta.url))".to_owned()
        }
        (Some(_), None | Some("." | "./")) => {
            format!("fileURLToPath(new URL(\"./{FOLDER}/\", import.meta.url))")
        }
        (Some(dir), Some(workdir)) => {
            text(&dir.join(origin.machine.expand(workdir)).to_string_lossy())
        }
        (None, _) => {
            let config = &origin.inventory.agent().config.path;
            text(&config.parent().unwrap_or(config).to_string_lossy())
        }
    };
    let module = Module { id: &id, title: &title, origin, folder: &folder, command, limit };
    let version = manifest.version.clone().unwrap_or_else(|| "1.0.0".to_owned());
    let describe = json!({
        "id": id, "name": title, "description": manifest.description, "version": version,
        "activation": { "onStartup": true },
        "configSchema": schema(&variables), "uiHints": hints(&variables),
    });
    let package = json!({
        "name": id, "version": version, "private": true, "type": "module",
        (rules.package_key): { "extensions": ["./index.js"] },
    });
    let mut files = vec![
        file("index.js", module.text(pairs, !variables.is_empty())),
        file(rules.manifest, pretty(&describe)),
        file("package.json", pretty(&package)),
    ];
    files.extend(
        origin
            .files
            .iter()
            .map(|file| NewFile { path: format!("{FOLDER}/{}", file.path), ..file.clone() }),
    );
    Ok(AsPlugin { id, title, version, files, draft })
}

fn file(path: &str, text: String) -> NewFile {
    NewFile { path: path.to_owned(), bytes: text.into_bytes(), executable: false }
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

/// A text as JavaScript writes it.
fn text(text: &str) -> String {
    Value::from(text).to_string()
}

/// One setting for each variable, in a group of its own.
fn schema(variables: &[&String]) -> Value {
    let each: Map<String, Value> =
        variables.iter().map(|name| ((*name).clone(), json!({ "type": "string" }))).collect();
    let mut properties = Map::new();
    if !each.is_empty() {
        let env = json!({ "type": "object", "additionalProperties": false, "properties": each });
        properties.insert("env".to_owned(), env);
    }
    json!({ "type": "object", "additionalProperties": false, "properties": properties })
}

fn hints(variables: &[&String]) -> Value {
    let hint = |name: &&String| {
        (format!("env.{name}"), json!({ "label": words::variable(name), "sensitive": true }))
    };
    variables.iter().map(hint).collect::<Map<String, Value>>().into()
}

struct Module<'a> {
    id: &'a str,
    title: &'a str,
    origin: &'a Origin<'a>,
    folder: &'a str,
    command: &'a str,
    limit: u32,
}

impl Module<'_> {
    fn text(&self, pairs: &[Pair], env: bool) -> String {
        let from = self.origin.dialect();
        let shell = from.shell();
        let note = format!("Copied from {}.", self.origin.hook.id);
        let hooks: String = pairs.iter().map(|pair| self.hook(pair)).collect();
        let input = match from.payload() {
            Shape::Apart => format!(
                "{{ event, name: {}, data, timestamp: new Date().toISOString() }}",
                text(&self.origin.manifest.name)
            ),
            // Of the others, only those that send this have commands.
            Shape::Among | Shape::Flat | Shape::Family | Shape::Plugin => "{ ...data, tool_name: data.tool, event, data, session_id: session, session_key: session, timestamp: new Date().toISOString() }".to_owned(),
        };
        let environment = match env {
            true => "\n    env: { ...process.env, ...api.pluginConfig?.env },",
            false => "",
        };
        include_str!("plugin/index.js")
            .replace("{note}", &write::in_comment("//", &note))
            .replace("{from}", from.title)
            .replace("{proceeds}", &shell.proceeds.to_string())
            .replace("{blocks}", &shell.blocks.to_string())
            .replace("{modify}", &text(shell.modify))
            .replace("{limit}", &(u64::from(self.limit) * 1000).to_string())
            .replace("{payload}", &input)
            .replace("{env}", environment)
            .replace("{id_text}", &text(self.id))
            .replace("{id}", self.id)
            .replace("{title_text}", &text(self.title))
            .replace("{folder}", self.folder)
            .replace("{hooks}", &hooks)
            // Last: it is a stranger's, and nothing in it is replaced.
            .replacen("{command}", &text(self.command), 1)
    }

    /// The registration of one hook, its name in plain text.
    fn hook(&self, pair: &Pair) -> String {
        let (key, event) = (typed(&pair.to), text(&pair.from));
        let (data, answer) = asked(&key);
        let sync = typed_hook(&key).is_some_and(|hook| matches!(hook.merge, Merge::Sync { .. }));
        let kind = if sync { "" } else { "async " };
        let call = format!("run(api, {event}, {data}, context)");
        let body = match answer {
            "" => format!("        {call};\n"),
            answer => format!("        const answer = {call};\n        {answer}\n"),
        };
        let priority = self.origin.manifest.priority.unwrap_or(0);
        format!(
            "    api.on(\n      \"{key}\",\n      {kind}(event, context) => {{\n{body}      }},\n      {{ priority: {priority} }},\n    );\n"
        )
    }
}

/// What a hook of plugins hands to the command, and what becomes of its answer: nothing, where that does not count.
fn asked(key: &str) -> (&'static str, &'static str) {
    match key {
        "before_tool_call" => (
            "{ tool: event.toolName, arguments: event.params }",
            "if (answer?.no !== undefined) return { block: true, blockReason: answer.no };\n        if (answer?.changed) return { params: answer.changed.arguments ?? answer.changed };",
        ),
        "after_tool_call" => (
            "{ tool: event.toolName, arguments: event.params, success: event.error === undefined, result: event.result, duration_ms: event.durationMs }",
            "",
        ),
        "tool_result_persist" => (
            "{ tool: event.toolName, result: event.message?.content ?? event.result }",
            "if (answer?.no !== undefined) return { message: { ...event.message, content: [{ type: \"text\", text: answer.no }] } };\n        if (answer?.changed) return { message: { ...event.message, content: answer.changed.result ?? answer.changed } };",
        ),
        "message_sending" => (
            "{ content: event.content, to: event.to, channel: context?.channelId }",
            "if (answer?.no !== undefined) return { cancel: true, cancelReason: answer.no };\n        if (answer?.changed) return { content: answer.changed.content ?? event.content };",
        ),
        "message_received" | "message_sent" => (
            "{ content: event.content, user: event.from ?? event.to, channel: context?.channelId }",
            "",
        ),
        _ => ("{ ...event }", ""),
    }
}
