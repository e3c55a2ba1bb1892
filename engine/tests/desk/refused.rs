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

#[test]
fn what_the_agent_takes_for_granted_and_what_it_does_not_hand_over_is_said_in_setup()
-> Result<(), Error> {
    let hook = |agent: &str, requires: &str| {
        format!(
            "---\nname: a\nmetadata: {{\"{agent}\":{{\"events\":[\"gateway:startup\"],\"requires\":{{{requires}}}}}}}\n---\n"
        )
    };
    let runtimes =
        [(AgentId::Openclaw, "2026.9.6".to_owned()), (AgentId::Milady, "2026-03-01".to_owned())];
    let options = Options { runtimes: runtimes.into(), ..Options::default() };
    let module = "export default async () => { console.log(process.env.A_TOKEN); };\n";
    let own = "{hooks: {internal: {enabled: true, entries: {a: {env: {A_TOKEN: 'x'}}}}}}";
    let window = Window::with(
        &[
            (".openclaw/openclaw.json", "{hooks: {internal: {enabled: true}}}"),
            (".openclaw/hooks/a/HOOK.md", &hook("openclaw", "\"config\":[\"workspace.dir\"]")),
            (".openclaw/hooks/a/handler.js", module),
            (".milady/milady.json", own),
            (".milady/hooks/a/HOOK.md", &hook("milady", "\"env\":[\"A_TOKEN\"]")),
            (".milady/hooks/a/handler.ts", module),
        ],
        options,
    )?;
    for (id, sentence, detail) in [
        ("openclaw/managed/a", "OpenClaw takes it as set", false),
        (A, "Saved in Milady's settings. Milady does not hand it to the hook", true),
    ] {
        let detail_of = window.desk.hook(id)?;
        let [item] = &detail_of.setup[..] else { return Err("one thing to set up".into()) };
        assert_eq!((item.met, &*item.sentence), (true, sentence), "{item:?}");
        assert_eq!(item.detail.is_some(), detail, "{item:?}");
    }
    Ok(())
}
