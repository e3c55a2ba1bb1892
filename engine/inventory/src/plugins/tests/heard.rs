//! Which names the version in force calls plugins for.

use super::*;
use tacklebox_agents::hook::Note;

fn listed(version: &str, module: &str) -> (Machine, Home, Agent, Plugin) {
    let home = Home::new()
        .with(".openclaw/extensions/own/openclaw.plugin.json", "{id: 'own', configSchema: {}}")
        .with(".openclaw/extensions/own/index.js", module);
    let machine = Machine::new(Platform::Linux, home.0.path(), BTreeMap::new());
    let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
    let options = Options { runtimes, ..Options::default() };
    let agent = Agent::locate(&machine, AgentId::Openclaw, &options);
    let plugin = list(&machine, &agent).swap_remove(0);
    (machine, home, agent, plugin)
}

fn told(view: &PluginView) -> (Vec<&str>, Vec<&str>) {
    let keys = view.listens.keys.iter().map(|it| &*it.key).collect();
    let note = |note: &Note| note.id == "ignored-name";
    let notes = view.notes.iter().filter(|it| note(it)).map(|it| &*it.sentence).collect();
    (keys, notes)
}

#[test]
fn a_name_that_the_version_does_not_have_does_not_count_as_heard() {
    let module = "export default { register(api) {
        api.on('before-tool-call', h); api.on('before_agent_start', h); api.on('session_start', h); api.on('deactivate', h);
        api.registerHook(['command:new', 'before_tool_call'], h, { name: 'x' });
        process.on('exit', h); api.on('made_up', h);
    } };";
    let (machine, _home, agent, plugin) = listed("2026.9.6", module);
    let view = view(&machine, &agent, &plugin);
    let (keys, notes) = told(&view);
    assert_eq!(keys, ["command:new", "session_start"]);
    assert_eq!(
        notes,
        [
            "OpenClaw 2026.9.6 has no event before-tool-call, and ignores it. Did you mean before_tool_call?",
            "OpenClaw 2026.9.6 has no event before_agent_start, and ignores it. Other versions have it.",
            "OpenClaw 2026.9.6 has no event deactivate, and ignores it. Other versions have it.",
            "OpenClaw 2026.9.6 never calls what registerHook adds for before_tool_call. Did you mean api.on(\"before_tool_call\")?",
        ]
    );
    assert_eq!(view.names.hooks, keys);

    let (machine, _home, agent, plugin) = listed("2026.7.35", module);
    let older = super::view(&machine, &agent, &plugin);
    let (keys, _) = told(&older);
    assert_eq!(keys, ["before_agent_start", "command:new", "deactivate", "session_start"]);
}

#[test]
fn of_what_was_seen_only_names_that_the_version_has_count() {
    let (machine, _home, agent, plugin) =
        listed("2026.9.6", "export default { register(api) { add(api); } };");
    let named = |name: &str| (name.to_owned(), 0.0);
    let seen = Seen {
        hash: hash(&plugin),
        hooks: ["made_up", "command:new", "session_end", "command:reset"].map(named).to_vec(),
        internal: vec!["command:new".into()],
        ..Seen::default()
    };
    keep(&machine, &plugin, seen).unwrap();
    let view = view(&machine, &agent, &plugin);
    let (keys, notes) = told(&view);
    assert_eq!(keys, ["command:new", "session_end"]);
    assert_eq!(
        notes,
        [
            "OpenClaw 2026.9.6 has no event command:reset, and ignores it.",
            "OpenClaw 2026.9.6 has no event made_up, and ignores it.",
        ]
    );
    let unnamed: Vec<_> = view.findings.iter().filter(|it| it.rule == "plugin-unnamed").collect();
    assert!(!unnamed[0].why.contains("made_up"), "{unnamed:?}");
}
