//! What hooks are told when an event is tried: what the version in force sends (rule ).

use super::*;

const TELLS: &str = "export default (event) => {
    console.log(JSON.stringify({ ...event.context, of: event.sessionKey, key: process.env.TOLD_KEY }));
    if (event.context.cfg) event.context.seen = true;
};\n";

const HIDDEN: &str = "hidden-0123456789abcdef";

/// A hook that tells what it was told, and a config with a key that the hook asks for.
fn home(agent: &str, event: &str) -> Home {
    let metadata = json!({agent: {"events": [event], "requires": {"env": ["TOLD_KEY"]}}});
    let manifest = format!("---\nname: tells\ndescription: d\nmetadata: {metadata}\n---\n");
    let config = json!({
        "env": {"vars": {"TOLD_KEY": HIDDEN}},
        "hooks": {"internal": {"enabled": true, "entries": {"tells": {"enabled": true}}}},
    });
    Home::new()
        .with(&format!(".{agent}/hooks/tells/HOOK.md"), &manifest)
        .with(&format!(".{agent}/hooks/tells/handler.js"), TELLS)
        .with(&format!(".{agent}/hooks/tells/handler.ts"), TELLS)
        .with(&format!(".{agent}/{agent}.json"), &config.to_string())
}

impl Home {
    async fn hears(&self, agent: AgentId, version: &str, request: &Request) -> (Value, Report) {
        let options =
            Options { runtimes: [(agent, version.to_owned())].into(), ..Options::default() };
        let inventory = Inventory::scan(&self.machine, agent, &options);
        let (watch, cancel) = (Watch::default(), CancellationToken::new());
        let runner = Runner::new(&self.machine);
        let report =
            fire(&runner, &self.machine, &inventory, request, &watch, &cancel).await.unwrap();
        let [run] = &report.fired.runs[..] else { panic!("{report:?}") };
        (serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{run:?}")), report)
    }
}

fn names(told: &Value) -> Vec<&str> {
    told.as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .filter(|it| *it != "of" && *it != "key")
        .collect()
}

#[tokio::test]
async fn the_start_of_milady_and_eliza_carries_their_config_alone() {
    for (agent, version) in [(AgentId::Milady, "2026-03-01"), (AgentId::Eliza, "2.0.0-beta.2")] {
        let home = home(agent.as_str(), "gateway:startup");
        let (told, report) = home.hears(agent, version, &request("gateway:startup")).await;
        assert_eq!((names(&told), &told["of"]), (vec!["cfg"], &json!("system")));
        assert_eq!(told["cfg"]["env"]["vars"]["TOLD_KEY"], "••••••");
        assert_eq!(told["key"], HIDDEN, "the start of {agent:?} sets what the config says");
        assert_eq!(report.fired.data, json!({"cfg": {}, "seen": true}), "the config is not shown");

        let boxed = crate::boxed::Boxed::new(&home.machine, home.inventory(agent).agent(), false);
        let boxed = boxed.unwrap();
        let in_box = Request { boxed: Some(Arc::clone(&boxed)), ..request("gateway:startup") };
        let (told, report) = home.hears(agent, version, &in_box).await;
        assert_eq!(told["cfg"].get("agents"), None, "the config does not say it");
        assert_eq!(boxed.workspace(), boxed.state().join("workspace"), "it is in its home");
        assert_eq!(report.fired.data, json!({"cfg": {}, "seen": true}));

        let (told, _) = home.hears(agent, "documented", &request("gateway:startup")).await;
        assert_eq!((names(&told), &told["of"]), (vec!["port", "version"], &json!(SESSION)));
    }
}

#[tokio::test]
async fn events_of_openclaw_carry_what_it_sends_with_them() {
    let own = |key: &str| home("openclaw", key);
    let at = |home: &Home| home.tmp.path().join(".openclaw/workspace");
    for version in ["2026.7.35", "2026.8.1", "2026.9.6"] {
        let home = own("gateway");
        let (told, _) = home.hears(AgentId::Openclaw, version, &request("gateway:startup")).await;
        let known = (vec!["cfg", "deps", "workspaceDir"], &json!("gateway:startup"));
        assert_eq!((names(&told), &told["of"]), known, "{version}");
        assert_eq!(told["workspaceDir"].as_str(), at(&home).to_str());

        let home = own("message:received");
        let (told, _) = home.hears(AgentId::Openclaw, version, &request("message:received")).await;
        assert_eq!((&told["workspaceDir"], &told["of"]), (&Value::Null, &json!(SESSION)));
        assert_eq!(told["metadata"]["senderUsername"], "admin");

        // What a person gives is as it is given.
        let home = own("command:new");
        let given = Request { data: Some(json!({"a": 1})), ..request("command:new") };
        let (told, _) = home.hears(AgentId::Openclaw, version, &given).await;
        assert_eq!(names(&told), ["a"], "{version}");
    }
}

/// A program that stands for bun, which Milady runs on, and says so.
const BUN: &str = "#!/bin/sh\nshift\nOWN=bun exec node \"$@\"\n";

#[tokio::test]
async fn a_module_runs_on_what_the_agent_itself_would_use_and_else_that_is_said() {
    let text = "module.exports = () => console.log(JSON.stringify({ on: process.env.OWN ?? 'another' }));\n";
    let metadata = json!({"milady": {"events": ["gateway:startup"]}});
    let manifest = format!("---\nname: tells\ndescription: d\nmetadata: {metadata}\n---\n");
    let mut home = Home::new()
        .with(".milady/hooks/tells/HOOK.md", &manifest)
        .with(".milady/hooks/tells/handler", text)
        .with("bin/.keep", "");
    let programs = home.tmp.path().join("bin");
    for program in ["sh", "node"] {
        let found = home.machine.program(program).unwrap();
        std::os::unix::fs::symlink(found, programs.join(program)).unwrap();
    }
    let path = [("PATH".to_owned(), programs.to_string_lossy().into_owned())];
    let machine = |home: &Home| {
        Machine::new(Platform::Linux, home.tmp.path(), path.clone().into_iter().collect())
    };
    home.machine = machine(&home);
    let (agent, version) = (AgentId::Milady, "2026-03-01");
    let (told, report) = home.hears(agent, version, &request("gateway:startup")).await;
    assert_eq!(told["on"], "another");
    let said = report.ran_elsewhere(&home.machine, agent).unwrap();
    assert!(said.starts_with("Tried with node "), "{said}");
    assert!(said.ends_with("not with Milady's own runtime: no bun was found on PATH."), "{said}");

    home.write("bin/bun", BUN);
    home.machine = machine(&home);
    let (told, report) = home.hears(agent, version, &request("gateway:startup")).await;
    assert_eq!((&told["on"], &report.loaded_by), (&json!("bun"), &None));
    let boxed = crate::boxed::Boxed::new(&home.machine, home.inventory(agent).agent(), false);
    let in_box = Request { boxed: Some(boxed.unwrap()), ..request("gateway:startup") };
    let (told, _) = home.hears(agent, version, &in_box).await;
    assert_eq!(told["on"], "bun", "in a box, too");
    let (told, _) = home.hears(agent, "documented", &request("gateway:startup")).await;
    assert_eq!(told["on"], "bun", "the first of all");
}

/// A moment that is sent has a sample of its own in every version.
#[test]
fn each_event_that_a_version_sends_has_what_it_carries() {
    for agent in [AgentId::Milady, AgentId::Eliza, AgentId::Openclaw] {
        for runtime in agent.runtimes() {
            let dialect = &runtime.dialect;
            for key in dialect.rules.sends.into_iter().flatten() {
                let own = dialect.dispatch.iter().flat_map(|policy| policy.samples);
                let own = own.into_iter().any(|(event, _)| event == key);
                assert!(own, "{key} of {}", runtime.version);
                assert!(dialect.sample(key).is_object(), "{key} of {}", runtime.version);
            }
        }
    }
}

#[tokio::test]
async fn an_error_that_nobody_catches_is_not_said_to_go_on() {
    let late = "export default async () => {\n    setTimeout(() => { throw new Error('late'); }, 1);\n    await new Promise((done) => setTimeout(done, 5000));\n};\n";
    let manifest = "---\nname: late\ndescription: d\nmetadata: {\"milady\":{\"events\":[\"gateway:startup\"]}}\n---\n";
    let home = Home::new()
        .with(".milady/hooks/late/HOOK.md", manifest)
        .with(".milady/hooks/late/handler.ts", late);
    let agent = AgentId::Milady;
    let runtimes = [(agent, "2026-03-01".to_owned())].into();
    let options = Options { runtimes, ..Options::default() };
    let inventory = Inventory::scan(&home.machine, agent, &options);
    let (watch, cancel) = (Watch::default(), CancellationToken::new());
    let runner = Runner::new(&home.machine);
    let asked = request("gateway:startup");
    let report = fire(&runner, &home.machine, &inventory, &asked, &watch, &cancel).await.unwrap();
    assert_eq!(report.end, "Nothing in Milady catches such an error: it would end Milady itself.");
}

/// As the agent's loader does: a hook that replaces another one takes its place, and what the config registers comes last.
#[tokio::test]
async fn hooks_are_called_in_the_order_in_which_the_agent_loads_them() {
    let manifest = |name: &str| {
        format!(
            "---\nname: {name}\ndescription: d\nmetadata: {{\"milady\":{{\"events\":[\"gateway:startup\"]}}}}\n---\n"
        )
    };
    let mut home = Home::new();
    for (dir, name) in [
        (".milady/extra/b-twin", "twin"),
        (".milady/extra/c-last", "last"),
        (".milady/hooks/a-own", "own"),
        (".milady/hooks/z-twin", "twin"),
    ] {
        home = home
            .with(&format!("{dir}/HOOK.md"), &manifest(name))
            .with(&format!("{dir}/handler.ts"), "export default () => {};\n");
    }
    let config = json!({"hooks": {"internal": {
        "load": {"extraDirs": [home.machine.home().join(".milady/extra")]},
        "handlers": [{"event": "gateway:startup", "module": home.machine.home().join(".milady/hooks/direct.mjs")}],
    }}});
    let home = home
        .with(".milady/hooks/direct.mjs", "export default () => {};\n")
        .with(".milady/milady.json", &config.to_string());
    let agent = AgentId::Milady;
    let runtimes = [(agent, "2026-03-01".to_owned())].into();
    let options = Options { runtimes, ..Options::default() };
    let inventory = Inventory::scan(&home.machine, agent, &options);
    let (watch, cancel) = (Watch::default(), CancellationToken::new());
    let runner = Runner::new(&home.machine);
    let asked = request("gateway:startup");
    let report = fire(&runner, &home.machine, &inventory, &asked, &watch, &cancel).await.unwrap();
    let called: Vec<_> = report.fired.runs.iter().map(|run| run.hook.as_str()).collect();
    let own = called.iter().position(|it| *it == "own").unwrap();
    let at = |name: &str| called.iter().position(|it| it.contains(name)).unwrap();
    assert_eq!(called.len(), 4, "{called:?}");
    assert_eq!((at("twin"), at("last"), own), (0, 1, 2), "{called:?}");
    assert!(called[3].contains("direct.mjs"), "{called:?}");
}
