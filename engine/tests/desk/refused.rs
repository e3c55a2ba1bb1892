//! What a hook's page says while its agent cannot do with its config, or with its own state.

use super::*;
use tacklebox_engine::agent::Options;

#[test]
fn no_hook_is_ready_while_its_agents_config_cannot_be_read() -> Result<(), Error> {
    let window = Window::open(&[
        (".milady/milady.json", "{ env: { A_TOKEN: 'x' }, a: { b: true } }"),
        (".milady/hooks/a/HOOK.md", HOOK),
        (".milady/hooks/a/handler.ts", ""),
    ])?;
    assert_eq!(window.state(A), Some(State::Ready));
    // In one piece: a file that is empty for a moment can be read, and the hook needs its key then.
    let (half, config) =
        (window.home.path().join("half"), window.home.path().join(".milady/milady.json"));
    write(&half, "{ env: ")?;
    fs::rename(half, config)?;
    window.told(|changed| changed.upserted.iter().any(|hook| hook.state != State::Ready))?;
    let detail = window.desk.hook(A)?;
    assert_eq!(detail.hook.state, State::NeedsSetup);
    let item = detail.setup.iter().find(|item| item.in_config).ok_or("nothing leads out")?;
    assert!(!item.met && item.sentence.contains("~/.milady/milady.json"), "{item:?}");
    Ok(())
}

#[test]
fn a_page_says_why_it_waits_while_its_agent_takes_no_config() -> Result<(), Error> {
    let runtimes = [(AgentId::Openclaw, "2026.9.6".to_owned())].into();
    let manifest = HOOK.replace("\"milady\"", "\"openclaw\"");
    let config =
        "{hooks: {internal: {enabled: true, installs: {}}}, env: {A_TOKEN: 'x'}, a: {b: 1}}";
    let window = Window::with(
        &[
            (".openclaw/openclaw.json", config),
            (".openclaw/hooks/a/HOOK.md", &manifest),
            (".openclaw/hooks/a/handler.js", "export default async () => {};\n"),
        ],
        Options { runtimes, ..Options::default() },
    )?;
    let detail = window.desk.hook("openclaw/managed/a")?;
    assert_eq!(detail.hook.state, State::NeedsSetup);
    let item = detail.setup.iter().find(|item| item.in_config).ok_or("nothing leads out")?;
    assert!(!item.met && item.title == "A config that OpenClaw takes", "{item:?}");
    let why = "OpenClaw 2026.9.6 refuses openclaw.json: hooks.internal.installs: There is no such setting.";
    assert_eq!(item.sentence, why);
    Ok(())
}

#[test]
fn what_an_included_file_says_is_not_looked_for_in_the_config() -> Result<(), Error> {
    let runtimes = [(AgentId::Openclaw, "2026.9.6".to_owned())].into();
    let files = [
        (".openclaw/openclaw.json", "{hooks: {$include: './more.json5'}}"),
        (".openclaw/more.json5", "{internal: {enabled: true, installs: {}}}"),
    ];
    let window = Window::with(&files, Options { runtimes, ..Options::default() })?;
    let agents = window.desk.overview().agents;
    let of = agents.into_iter().find(|view| view.agent == AgentId::Openclaw).ok_or("no agent")?;
    let blocked = of.blocked.ok_or("it is taken")?;
    assert!(blocked.elsewhere && blocked.message.contains("It is in more.json5"), "{blocked:?}");
    Ok(())
}
