//! Who can change or stop what happens at a moment: each hook by itself, and by the version in force.

use tacklebox_engine::agent::Options;
use tacklebox_engine::hook::AgentId;

use super::{Error, Window};

const TOOL: &str = "before_tool_call";
const PROMPT: &str = "before_prompt_build";

fn hook(event: &str, action: &str) -> String {
    format!("[hook]\nname = \"x\"\nevent = \"{event}\"\n\n[hook.action.{action}\n")
}

/// By title: whether it can change what happens at a moment, and whether it can stop it.
fn can(window: &Window, agent: AgentId, key: &str) -> Result<Vec<(String, bool, bool)>, Error> {
    let moments = window.desk.timeline(agent)?;
    let moment = moments.into_iter().find(|moment| moment.key == key).ok_or("no such moment")?;
    let mut can: Vec<_> =
        moment.hooks.into_iter().map(|hook| (hook.title, hook.can_change, hook.can_stop)).collect();
    can.sort();
    Ok(can)
}

/// The same on the page of a hook.
fn on_page(window: &Window, name: &str) -> Result<(bool, bool), Error> {
    let hook =
        window.desk.hooks(None).into_iter().find(|hook| hook.name == name).ok_or("no hook")?;
    let detail = window.desk.hook(&hook.id)?;
    let trigger = detail.triggers.first().ok_or("no event")?;
    Ok((trigger.modifying, trigger.can_stop))
}

fn zeroclaw(options: Options) -> Result<Window, Error> {
    let files = [
        ("shell", hook(TOOL, "shell]\ncommand = \"true\"")),
        ("http", hook(TOOL, "http]\nurl = \"https://hooks.example/\"")),
        ("prompt", hook(PROMPT, "prompt_inject]\ncontent = \"be brief\"")),
        ("text", hook(TOOL, "prompt_inject]\ncontent = \"never\"")),
    ]
    .map(|(name, text)| {
        let text = text.replacen("\"x\"", &format!("\"{name}\""), 1);
        (format!(".zeroclaw/workspace/hooks/{name}/HOOK.toml"), text)
    });
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    Window::with(&files, options)
}

fn said(rows: &[(&str, bool, bool)]) -> Vec<(String, bool, bool)> {
    rows.iter().map(|(title, change, stop)| ((*title).to_owned(), *change, *stop)).collect()
}

#[test]
fn a_request_and_a_text_stop_nothing_and_a_command_does() -> Result<(), Error> {
    let window = zeroclaw(Options::documented())?;
    let tool = can(&window, AgentId::Zeroclaw, TOOL)?;
    assert_eq!(
        tool,
        said(&[("http", false, false), ("shell", true, true), ("text", false, false)])
    );
    let prompt = can(&window, AgentId::Zeroclaw, PROMPT)?;
    assert_eq!(prompt, said(&[("prompt", true, false)]));
    assert_eq!(on_page(&window, "http")?, (false, false));
    assert_eq!(on_page(&window, "shell")?, (true, true));
    assert_eq!(on_page(&window, "prompt")?, (true, false));
    Ok(())
}

#[test]
fn where_no_answer_is_obeyed_nobody_can_stop_anything() -> Result<(), Error> {
    let mut options = Options::documented();
    options.runtimes.insert(AgentId::Zeroclaw, "0.1.6-hooks".to_owned());
    let window = zeroclaw(options)?;
    let tool = can(&window, AgentId::Zeroclaw, TOOL)?;
    assert!(tool.len() == 3 && tool.iter().all(|(_, change, stop)| !change && !stop), "{tool:?}");
    assert_eq!(on_page(&window, "shell")?, (false, false));
    Ok(())
}

#[test]
fn a_module_changes_the_files_an_agent_starts_with_and_cannot_stop_it() -> Result<(), Error> {
    let text = "---\nname: rules\ndescription: Adds rules.\nmetadata: {\"milady\":{\"events\":[\"agent:bootstrap\",\"command:new\"]}}\n---\n";
    let folder = ".milady/hooks/rules";
    let window = Window::open(&[
        (".milady/milady.json", "{ hooks: { internal: { enabled: true } } }"),
        (&format!("{folder}/HOOK.md"), text),
        (&format!("{folder}/handler.ts"), "export default async () => {};\n"),
    ])?;
    let bootstrap = can(&window, AgentId::Milady, "agent:bootstrap")?;
    assert_eq!(bootstrap, said(&[("rules", true, false)]));
    assert_eq!(can(&window, AgentId::Milady, "command:new")?, said(&[("rules", false, false)]));
    Ok(())
}
