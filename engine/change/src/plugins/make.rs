//! A new plugin that its agent loads today: a manifest, a package that names the module, and a module
//! that listens to one hook.

use super::{NewPlugin, place, rules};
use crate::blank;
use crate::names::{check_plain_name, title_of};
use crate::ops::OpError;
use crate::plan::{NewFile, Plan};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::PluginRules;
use tacklebox_agents::dialect::typed::{Merge, TYPED_HOOKS, TypedHook, typed_hook};
use tacklebox_agents::moment;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// The hook that a new plugin listens to where none is named.
pub const USUAL: &str = "before_tool_call";

/// The plan of a new plugin. It starts off, unless `on`.
///
/// # Errors
/// [`OpError`] where the name is none or is taken, or there is no such hook for plugins.
pub fn plan(
    machine: &Machine,
    inventory: &Inventory,
    name: &str,
    event: &str,
    on: bool,
) -> Result<Plan, OpError> {
    with(machine, inventory, name, event, include_str!("make/index.js"), on)
}

/// The same with this module.
///
/// # Errors
/// As [`plan`].
pub(super) fn with(
    machine: &Machine,
    inventory: &Inventory,
    name: &str,
    event: &str,
    module: &str,
    on: bool,
) -> Result<Plan, OpError> {
    let agent = inventory.agent();
    let rules = rules(agent)?;
    check_plain_name(name)?;
    let hook = sent(agent, hook(agent.dialect.title, event)?)?;
    let title = title_of(name);
    let files = written(rules, name, &title, hook, module);
    if let Some(blank) = blank::in_new(&files).filter(|_| on) {
        return Err(OpError::not_filled(blank));
    }
    let off = if on { "" } else { " It is off." };
    let new = NewPlugin { id: name, folder: name, title: &title, files, from: None, on };
    place(
        machine,
        inventory,
        new,
        format!("Create the plugin {title} for {}", agent.dialect.title),
        format!("The plugin {title} was created.{off}"),
    )
}

/// As the text about plugins spells them too.
fn spelt(event: &str) -> String {
    event.trim().replace('-', "_")
}

pub(super) fn named(event: &str) -> Option<&'static TypedHook> {
    typed_hook(&spelt(event))
}

pub(super) fn hook(agent: &str, event: &str) -> Result<&'static TypedHook, OpError> {
    named(event).ok_or_else(|| {
        let key = spelt(event);
        let shown: String = event.chars().filter(|c| !c.is_control()).take(60).collect();
        let near = moment::nearest(&key, TYPED_HOOKS.iter().map(|hook| hook.name));
        let hint = match near {
            Some(near) => format!("did you mean {near}?"),
            None => format!("there are {USUAL}, message_sending and 40 more."),
        };
        OpError::Refused(format!("{agent} has no hook {shown} for plugins: {hint}"))
    })
}

/// The same hook, where the version in force calls it: what never is called nobody makes a plugin for.
pub(super) fn sent(agent: &Agent, hook: &'static TypedHook) -> Result<&'static TypedHook, OpError> {
    let typed = agent.dialect.rules.typed;
    if !typed.is_shipped() || typed.named(hook.name).is_some() {
        return Ok(hook);
    }
    let named = agent.runtime.named();
    Err(OpError::Refused(format!("{named} never calls {}: choose another hook.", hook.name)))
}

/// What a new plugin consists of. None of these words may come from a stranger as it is.
fn written(
    rules: &PluginRules,
    name: &str,
    title: &str,
    hook: &TypedHook,
    module: &str,
) -> Vec<NewFile> {
    let fill = |template: &str| {
        template
            .replace("{answer}", answer(hook))
            .replace("{title}", title)
            .replace("{name}", name)
            .replace("{package}", rules.package_key)
            .replace("{event}", hook.name)
            .replace("{when}", hook.when)
            .replace(
                "{async}",
                if matches!(hook.merge, Merge::Sync { .. }) { "" } else { "async " },
            )
    };
    let file = |path: &str, template: &str| NewFile {
        path: path.to_owned(),
        bytes: fill(template).into_bytes(),
        executable: false,
    };
    vec![
        file("index.js", module),
        file(rules.manifest, include_str!("make/manifest.json")),
        file("package.json", include_str!("make/package.json")),
    ]
}

/// What a handler may answer, as a comment.
fn answer(hook: &TypedHook) -> &'static str {
    match (hook.name, hook.merge) {
        ("before_tool_call", _) => {
            "To stop the tool: return { block: true, blockReason: \"…\" };\n        // To change what it is given: return { params: { ...event.params } };"
        }
        ("message_sending", _) => {
            "To change the text: return { content: \"…\" };\n        // To send nothing: return { cancel: true };"
        }
        ("tool_result_persist" | "before_message_write", _) => {
            "To keep something else: return { message: { ...event.message } };\n        // It may not wait: a promise counts as no answer."
        }
        (_, Merge::Observe | Merge::Collect) => "What it returns is not looked at.",
        (_, Merge::Claim) => "To say that it is done with: return { handled: true };",
        _ => "To leave everything as it is, return nothing.",
    }
}
