//! Who can change or stop what happens at a moment: each hook alone, and by the version in force.

use tacklebox_engine::agent::{Agent, Options};
use tacklebox_engine::hook::{AgentId, State};
use tacklebox_inventory::plugins::{self, Seen};

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
fn what_a_version_reads_has_a_switch_whatever_the_documentation_says_of_it() -> Result<(), Error> {
    let manifest = |more: &str| {
        format!("+++\nname = \"odd\"\nevents = [\"Command\"]\ncommand = \"true\"\n{more}+++\n")
    };
    for (version, more, blocked) in [
        ("2026-08-21", "version = 2\n", false),
        ("documented", "version = 2\n", true),
        ("2026-08-21", "emoji = 2\n", true),
    ] {
        let runtimes = [(AgentId::Moltis, version.to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let text = manifest(more);
        let window = Window::with(&[(".moltis/hooks/odd/HOOK.md", &text)], options)?;
        let detail = window.desk.hook("moltis/managed/odd")?;
        assert_eq!(detail.switch_blocked.is_some(), blocked, "{version} {more}");
        if !blocked {
            window.desk.set_enabled("moltis/managed/odd", false, true)?;
            assert!(!window.desk.hook("moltis/managed/odd")?.hook.enabled);
        }
    }
    Ok(())
}

/// Moltis of 2026-08-21 lets the answer of a model be stopped and not changed, and the rest as its events have it.
#[test]
fn what_takes_no_change_can_only_be_stopped() -> Result<(), Error> {
    let text = "+++\nname = \"x\"\nevents = [\"AfterLLMCall\", \"BeforeCompaction\", \"BeforeToolCall\"]\ncommand = \"true\"\ntimeout = 5\n+++\n";
    for (version, key, expected) in [
        ("2026-08-21", "AfterLLMCall", (false, true)),
        ("2026-08-21", "BeforeCompaction", (false, false)),
        ("2026-08-21", "BeforeToolCall", (true, true)),
        ("documented", "AfterLLMCall", (true, true)),
        ("documented", "BeforeCompaction", (true, true)),
    ] {
        let runtimes = [(AgentId::Moltis, version.to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let window = Window::with(&[(".moltis/hooks/x/HOOK.md", text)], options)?;
        let all = can(&window, AgentId::Moltis, key)?;
        let own = all.into_iter().find(|(title, ..)| title == "x").ok_or("not called")?;
        assert_eq!((own.1, own.2), expected, "{version} {key}");
        let detail = window.desk.hook("moltis/managed/x")?;
        let trigger = detail.triggers.iter().find(|it| it.key == key).ok_or("no event")?;
        assert_eq!((trigger.modifying, trigger.can_stop), expected, "{version} {key}");
    }
    Ok(())
}

#[test]
fn what_an_agent_brings_in_its_program_changes_nothing() -> Result<(), Error> {
    let runtimes = [(AgentId::Moltis, "2026-08-21".to_owned())].into();
    let options = Options { runtimes, ..Options::default() };
    let window = Window::with(&[(".moltis/disabled_hooks.json", "[]")], options)?;
    let all = can(&window, AgentId::Moltis, "BeforeToolCall")?;
    assert_eq!(all, said(&[("Checkpoints", false, false)]));
    assert_eq!(on_page(&window, "auto-checkpoint")?, (false, false));
    Ok(())
}

#[test]
fn each_hook_of_a_moment_says_for_whom_it_is_called() -> Result<(), Error> {
    let of = |name: &str, conditions: &str| {
        let text = hook(TOOL, "shell]\ncommand = \"true\"").replacen("\"x\"", name, 1);
        (
            format!(".zeroclaw/workspace/hooks/{}/HOOK.toml", name.trim_matches('"')),
            text + conditions,
        )
    };
    let files = [
        of(
            "\"some\"",
            "\n[hook.conditions]\nchannels = [\"telegram\", \"discord\"]\nusers = [\"admin\"]\npattern = \"rm -rf\"\n",
        ),
        of("\"one\"", "\n[hook.conditions]\nusers = [\"ana\"]\n"),
        of("\"all\"", ""),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    let window = Window::with(&files, Options::documented())?;
    let moments = window.desk.timeline(AgentId::Zeroclaw)?;
    let moment = moments.into_iter().find(|moment| moment.key == TOOL).ok_or("no such moment")?;
    let mut said: Vec<_> = moment.hooks.into_iter().map(|hook| (hook.title, hook.only)).collect();
    said.sort();
    let said: Vec<_> = said.iter().map(|(title, only)| (&**title, only.as_deref())).collect();
    let some = "telegram or discord, admin, “rm -rf”";
    assert_eq!(said, [("all", None), ("one", Some("ana")), ("some", Some(some))]);
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

#[test]
fn a_plugin_is_at_the_moments_that_its_code_names_and_cannot_be_moved() -> Result<(), Error> {
    let module = "export default { id: \"guard\", register(api) { api.on(\"before_tool_call\", () => ({ block: true })); api.on(\"before_agent_run\", () => {}); } };\n";
    let files = |id: &str| {
        let package =
            format!("{{\"name\": \"{id}\", \"openclaw\": {{\"extensions\": [\"./index.js\"]}}}}");
        let manifest = format!(
            "{{\"id\": \"{id}\", \"configSchema\": {{\"type\": \"object\"}}, \"activation\": {{\"onStartup\": true}}}}"
        );
        [
            ("package.json".to_owned(), package),
            ("openclaw.plugin.json".to_owned(), manifest),
            ("index.js".to_owned(), module.replace("guard", id)),
        ]
        .map(|(name, text)| (format!(".openclaw/extensions/{id}/{name}"), text))
    };
    let config = "{plugins: {entries: {guard: {enabled: true}, off: {enabled: false}}}}".to_owned();
    let all: Vec<(String, String)> = files("guard")
        .into_iter()
        .chain(files("off"))
        .chain([(".openclaw/openclaw.json".to_owned(), config)])
        .collect();
    let files: Vec<(&str, &str)> = all.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    let window = Window::with(&files, Options::default())?;
    let moments = window.desk.timeline(AgentId::Openclaw)?;
    let of = |key: &str| moments.iter().find(|moment| moment.key == key);
    let moment = of("before-tool-call").ok_or("no such moment")?;
    let hooks: Vec<_> = moment
        .hooks
        .iter()
        .map(|hook| (&*hook.id, &*hook.title, hook.can_stop, hook.movable))
        .collect();
    assert_eq!(hooks, [("openclaw/plugin/guard", "guard", true, false)]);
    assert_eq!(moment.hooks[0].plugin, Some(tacklebox_engine::plugins::Grade::Named));
    assert_eq!(moment.fixed.as_deref(), Some("Each plugin says its place in its own code."));
    assert_eq!(moment.pace, "one after the other; after a stop, the rest is skipped");
    // It sees conversations, and nobody allowed that: it is there, and is not called.
    let private = of("before-agent-run").ok_or("no such moment")?;
    let called: Vec<_> = private.hooks.iter().map(|hook| (hook.state, hook.can_stop)).collect();
    assert_eq!(called, [(State::NotCalled, false)]);
    Ok(())
}

/// OpenClaw calls hooks of a whole category first, Milady those of the single event.
#[test]
fn the_hooks_of_a_category_are_where_the_agent_calls_them() -> Result<(), Error> {
    for (agent, key, version, order) in [
        (AgentId::Openclaw, "openclaw", "2026.9.6", ["whole", "single"]),
        (AgentId::Openclaw, "openclaw", "2026.7.35", ["whole", "single"]),
        (AgentId::Milady, "milady", "2026-03-01", ["single", "whole"]),
    ] {
        let file = |dir: &str, name: &str, event: &str| {
            let text = format!(
                "---\nname: {name}\ndescription: d\nmetadata: {{\"{key}\":{{\"events\":[\"{event}\"]}}}}\n---\n"
            );
            let module = "export default async () => {};\n".to_owned();
            let dir = format!(".{key}/hooks/{dir}");
            [(format!("{dir}/HOOK.md"), text), (format!("{dir}/handler.ts"), module)]
        };
        let config = "{hooks: {internal: {enabled: true}}}".to_owned();
        // By their names they come the other way round.
        let (one, two) = match order {
            ["whole", _] => (("a", "single", "gateway:startup"), ("b", "whole", "gateway")),
            _ => (("a", "whole", "gateway"), ("b", "single", "gateway:startup")),
        };
        let all: Vec<(String, String)> = [(format!(".{key}/{key}.json"), config)]
            .into_iter()
            .chain(file(one.0, one.1, one.2))
            .chain(file(two.0, two.1, two.2))
            .collect();
        let files: Vec<(&str, &str)> = all.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
        let runtimes = [(agent, version.to_owned())].into();
        let window = Window::with(&files, Options { runtimes, ..Options::default() })?;
        let moments = window.desk.timeline(agent)?;
        let moment = moments.iter().find(|moment| moment.key == "gateway:startup");
        let hooks = moment.ok_or("no such moment")?.hooks.iter();
        let titles: Vec<&str> = hooks.map(|hook| &*hook.title).collect();
        assert_eq!(titles, order, "{agent} {version}");
    }
    Ok(())
}

#[test]
fn how_hooks_follow_each_other_is_that_of_the_version_in_force() -> Result<(), Error> {
    let hook = |name: &str| {
        format!(
            "+++\nname = \"{name}\"\nevents = [\"BeforeToolCall\", \"SessionEnd\"]\ncommand = \"true\"\n+++\n"
        )
    };
    let (a, b) = (hook("a"), hook("b"));
    let files = [(".moltis/hooks/a/HOOK.md", a.as_str()), (".moltis/hooks/b/HOOK.md", b.as_str())];
    let said = |options: Options| -> Result<_, Error> {
        let window = Window::with(&files, options)?;
        let moments = window.desk.timeline(AgentId::Moltis)?;
        let of = |key: &str| {
            let moment = moments.iter().find(|moment| moment.key == key);
            moment.map(|moment| (moment.pace.clone(), moment.breaks.clone()))
        };
        Ok([of("BeforeToolCall").ok_or("none")?, of("SessionEnd").ok_or("none")?])
    };
    let breaks = |failures: u32| {
        Some(format!("After {failures} failures in a row, Moltis leaves a hook out for 60 seconds"))
    };
    let together = "all at the same time".to_owned();
    assert_eq!(
        said(Options::documented())?,
        [
            ("one after the other; after a stop, the rest is skipped".to_owned(), breaks(5)),
            (together.clone(), breaks(5)),
        ]
    );
    let mut ships = Options::documented();
    ships.runtimes.insert(AgentId::Moltis, "2026-08-21".to_owned());
    assert_eq!(
        said(ships)?,
        [
            (
                "each sees the original; the last change counts; after a stop, the rest is skipped"
                    .to_owned(),
                breaks(3)
            ),
            (together, breaks(3)),
        ]
    );
    Ok(())
}

#[test]
fn fractions_of_priorities_count_for_the_order_of_plugins() -> Result<(), Error> {
    let file = |id: &str, name: &str| format!(".openclaw/extensions/{id}/{name}");
    let manifest =
        |id: &str| format!("{{id: '{id}', configSchema: {{}}, activation: {{onStartup: true}}}}");
    let module = "export default { register(api) { api.on('before_tool_call', () => {}); } };";
    let ids = ["a", "b"];
    let mut files: Vec<(String, String)> = ids
        .iter()
        .flat_map(|id| {
            [
                (file(id, "openclaw.plugin.json"), manifest(id)),
                (file(id, "index.js"), module.to_owned()),
            ]
        })
        .collect();
    let config = "{plugins: {entries: {a: {enabled: true}, b: {enabled: true}}}}";
    files.push((".openclaw/openclaw.json".to_owned(), config.to_owned()));
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    let window = Window::with(&files, Options::default())?;
    let machine = super::machine(&window.home);
    let agent = Agent::locate(&machine, AgentId::Openclaw, &Options::default());
    for (plugin, priority) in plugins::list(&machine, &agent).iter().zip([0.4, 0.6]) {
        let hooks = vec![("before_tool_call".to_owned(), priority)];
        let seen = Seen { hash: plugins::hash(plugin), hooks, ..Seen::default() };
        plugins::keep(&machine, plugin, seen)?;
    }
    let moments = window.desk.timeline(AgentId::Openclaw)?;
    let moment = moments.iter().find(|it| it.key == "before-tool-call").ok_or("no such moment")?;
    let titles: Vec<_> = moment.hooks.iter().map(|hook| &*hook.title).collect();
    assert_eq!(titles, ["b", "a"], "the higher one comes first");
    Ok(())
}

#[test]
fn a_moment_says_when_it_was_really_sent() -> Result<(), Error> {
    let module = "export default { id: \"guard\", register(api) { api.on(\"before_tool_call\", () => {}); } };\n";
    let window = Window::with(
        &[
            (".openclaw/openclaw.json", "{plugins: {entries: {guard: {enabled: true}}}}"),
            (".openclaw/extensions/guard/index.js", module),
            (
                ".openclaw/extensions/guard/package.json",
                "{\"name\": \"guard\", \"openclaw\": {\"extensions\": [\"./index.js\"]}}",
            ),
            (
                ".openclaw/extensions/guard/openclaw.plugin.json",
                "{\"id\": \"guard\", \"configSchema\": {\"type\": \"object\"}, \"activation\": {\"onStartup\": true}}",
            ),
        ],
        Options::default(),
    )?;
    let heard =
        "{\"agent\":\"openclaw\",\"key\":\"before_tool_call\",\"at\":\"2099-02-01T10:00:00Z\"}\n";
    super::write(&window.data().join("seen/openclaw.jsonl"), heard)?;
    let again = super::Desk::open(super::machine(&window.home), Options::default(), |_| {});
    let moments = again.timeline(AgentId::Openclaw)?;
    let of = |key: &str| moments.iter().find(|moment| moment.key == key).map(|it| it.heard.clone());
    // The plugin wrote the name that plugins have for it.
    assert_eq!(of("before-tool-call"), Some(Some("2099-02-01T10:00:00Z".to_owned())));
    assert_eq!(of("command:new"), Some(None));
    Ok(())
}
