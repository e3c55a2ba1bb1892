//! An inventory as text: one block a hook, only what is said of it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use tacklebox_engine::agent::Options;
use tacklebox_engine::apply;
use tacklebox_engine::check;
use tacklebox_engine::dialect::DOCUMENTED;
use tacklebox_engine::hook::{AgentId, Handler, Hook};
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::repair;

use crate::setup::Computer;

fn options(computer: &Computer, agent: AgentId) -> Options {
    Options {
        workspace: computer.workspace.clone(),
        runtimes: [(agent, computer.runtime.clone())].into(),
        ..Options::default()
    }
}

/// Every way out that is offered, each taken; and what is listed then, of which nothing may be broken.
pub fn repaired(computer: &Computer, agent: AgentId) -> String {
    let (machine, options) = (&computer.machine, options(computer, agent));
    let mut text = String::new();
    let mut undo = Vec::new();
    let before = files(computer);
    loop {
        let inventory = Inventory::scan(machine, agent, &options);
        let Some(way) = repair::of_all(machine, &inventory).into_iter().next() else { break };
        let view = way.view(machine);
        writeln!(text, "{} · {}: {}", view.hooks.join(", "), view.id, view.title).unwrap();
        writeln!(text, "    {}", view.says).unwrap();
        for step in &view.plan.steps {
            writeln!(text, "    {step}").unwrap();
        }
        for file in &view.plan.files {
            writeln!(text, "{}", file.diff.trim_end()).unwrap();
        }
        text.push('\n');
        undo.push(apply::apply(machine, &way.plan).unwrap().undo.unwrap());
        assert!(undo.len() < 20, "it goes on for ever:\n{text}");
    }
    assert!(!undo.is_empty(), "nothing is offered");
    for hook in Inventory::scan(machine, agent, &options).hooks() {
        assert_eq!(hook.error, None, "{}", hook.id);
        writeln!(text, "{}: {:?}", hook.name, hook.state).unwrap();
    }
    // What was repaired can be taken back, byte for byte.
    for id in undo.iter().rev() {
        apply::undo(machine, Some(id)).unwrap();
    }
    assert_eq!(files(computer), before);
    plain(computer, &text)
}

/// Every file of the home but our own, with its bytes.
fn files(computer: &Computer) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut todo = vec![computer.root.path().join("home")];
    while let Some(dir) = todo.pop() {
        for entry in fs::read_dir(dir).unwrap().flatten() {
            let path = entry.path();
            let own = path.ends_with(".local") || path.ends_with(".hooks-reload-stamp");
            match path.is_dir() {
                _ if own => {}
                true => todo.push(path),
                false => {
                    found.insert(path.clone(), fs::read(path).unwrap());
                }
            }
        }
    }
    found
}

/// The listing of all hooks, and what `check` counts.
pub fn of(computer: &Computer, agent: AgentId) -> (String, String) {
    let options = options(computer, agent);
    let inventory = Inventory::scan(&computer.machine, agent, &options);
    let mut hooks = String::new();
    if !inventory.agent().found {
        hooks.push_str("(agent not found)\n\n");
    }
    for listed in inventory.hooks() {
        hook(&mut hooks, &listed);
    }
    if inventory.hooks().is_empty() {
        hooks.push_str("(no hooks)\n");
    }
    let plain = |text: String| plain(computer, &text);
    (plain(hooks), plain(checked(&inventory)))
}

/// Without the temporary folder: the home is `~`, the rest `$ROOT`, and what tells two folders apart
/// in ids (a hash of their places) is counted.
fn plain(computer: &Computer, text: &str) -> String {
    let root = computer.root.path();
    let real = root.canonicalize().unwrap();
    let mut text = text.to_owned();
    for dir in [real.as_path(), root] {
        text = text
            .replace(&*dir.join("home").to_string_lossy(), "~")
            .replace(&*dir.to_string_lossy(), "$ROOT");
    }
    let hash = regex::Regex::new("@([0-9a-f]{6})").unwrap();
    let mut seen: Vec<String> = Vec::new();
    hash.replace_all(&text, |found: &regex::Captures<'_>| {
        let place = seen.iter().position(|hash| *hash == found[1]).unwrap_or_else(|| {
            seen.push(found[1].to_owned());
            seen.len() - 1
        });
        format!("@#{}", place + 1)
    })
    .into_owned()
}

fn hook(text: &mut String, hook: &Hook) {
    let yes = |value: bool| if value { "yes" } else { "no" };
    let mut line = |label: &str, value: &str| writeln!(text, "{label}{value}").unwrap();
    line("", &format!("{}: {}", hook.id, word(&hook.state)));
    let folder = hook.id.rsplit('/').next().unwrap_or_default();
    if hook.name != folder {
        line("  name: ", &hook.name);
    }
    if hook.hook_key != hook.name {
        line("  key: ", &hook.hook_key);
    }
    line("  eligible: ", &format!("{}, enabled: {}", yes(hook.eligible), yes(hook.enabled)));
    if !hook.events.is_empty() {
        line("  events: ", &hook.events.join(", "));
    }
    if hook.priority != 0 {
        line("  priority: ", &hook.priority.to_string());
    }
    match &hook.handler {
        None => {}
        Some(Handler::Module { path, export }) => {
            line("  module: ", &format!("{} ({export})", path.display()));
        }
        Some(Handler::Shell { command, timeout_secs }) => {
            line("  shell: ", &format!("{command} ({timeout_secs} s)"));
        }
        Some(Handler::Http { method, url }) => line("  http: ", &format!("{method} {url}")),
        Some(Handler::Prompt { position }) => line("  prompt: ", position),
    }
    if let Some(error) = &hook.error {
        line("  error: ", error);
    }
    if let Some(by) = &hook.replaced_by {
        line(
            "  replaced by: ",
            &format!("{} ({})", by.as_str(), hook.replaced_by_id.as_deref().unwrap_or_default()),
        );
    }
    if hook.reason.is_some() && hook.reason != hook.error {
        line("  reason: ", hook.reason.as_deref().unwrap_or_default());
    }
    for missing in &hook.missing {
        line("  missing: ", &missing.message);
    }
    if hook.findings > 0 {
        line("  findings: ", &hook.findings.to_string());
    }
    let runtime = &hook.runtime;
    if runtime.version != DOCUMENTED {
        let loads = runtime.loads.map_or("not known", yes);
        line(
            "  loads: ",
            &format!(
                "{loads}; registered: [{}]; called: [{}]",
                runtime.registered.join(", "),
                runtime.called.join(", ")
            ),
        );
        if !runtime.because.is_empty() {
            line("  because: ", &runtime.because.join(", "));
        }
    }
    for note in &hook.notes {
        line("  note: ", &note.id);
    }
}

/// The word that a value has in JSON.
fn word(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).unwrap().as_str().unwrap_or_default().to_owned()
}

fn checked(inventory: &Inventory) -> String {
    let report = check::check(inventory);
    let mut text = format!(
        "discovered {}, eligible {}, registered {}\n",
        report.discovered, report.eligible, report.registered
    );
    for line in &report.skipped {
        writeln!(text, "skipped: {line}").unwrap();
    }
    for line in &report.failed {
        writeln!(text, "failed: {line}").unwrap();
    }
    for problem in &report.problems {
        let path = problem.path.to_string_lossy();
        writeln!(text, "{}: {path}: {}", word(&problem.severity), problem.message).unwrap();
    }
    text
}
