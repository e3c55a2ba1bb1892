use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use super::*;
use crate::apply;
use crate::install::{included, receipt};
use tacklebox_agents::agent::Options;
use tacklebox_agents::config::Syntax;
use tacklebox_agents::hook::AgentId;
use tacklebox_agents::hook::State;
use tacklebox_machine::machine::Platform;

mod manifest_text;

struct Home {
    tmp: tempfile::TempDir,
    machine: Machine,
}

impl Home {
    fn new() -> Self {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        Self { tmp, machine }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.tmp.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        tacklebox_machine::files::save(
            &path,
            text.as_bytes(),
            &tacklebox_machine::files::Stamp::Absent,
            0o644,
        )
        .unwrap();
    }

    fn hook(&self, home: &str, front: &str) {
        self.write(&format!("{home}/hooks/x/HOOK.md"), front);
        self.write(&format!("{home}/hooks/x/handler.ts"), "export default () => {}\n");
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    fn scan(&self, agent: AgentId) -> Inventory {
        Inventory::scan(&self.machine, agent, &Options::documented())
    }

    fn only(&self, agent: AgentId) -> Hook {
        let hooks = self.scan(agent).hooks();
        hooks.into_iter().find(|hook| hook.source != Source::Builtin).unwrap()
    }

    fn plan(&self, agent: AgentId, note: &str) -> Result<Plan, OpError> {
        plan(&self.machine, &self.scan(agent), &self.only(agent).id, note)
    }

    /// Applies the fix: the note goes, nothing else of the verdict changes, and undo gives all back.
    fn fixes(&self, agent: AgentId, note: &str, file: &str) -> Plan {
        let text = self.read(file);
        let before = self.only(agent);
        let plan = self.plan(agent, note).unwrap();
        let change = apply::apply(&self.machine, &plan).unwrap();
        let after = self.read(file);
        let hook = self.only(agent);
        assert!(hook.notes.iter().all(|known| known.id != note), "{note} is still there: {after}");
        assert!(before.notes.iter().find(|known| known.id == note).unwrap().fixable);
        apply::undo(&self.machine, change.undo.as_deref()).unwrap();
        assert_eq!(self.read(file), text);
        apply::apply(&self.machine, &self.plan(agent, note).unwrap()).unwrap();
        assert_eq!(self.read(file), after);
        plan
    }
}

fn refusal(result: Result<Plan, OpError>) -> String {
    match result {
        Err(OpError::Refused(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_hook_is_rewritten_for_today_s_milady_and_eliza() {
    for (agent, key) in [(AgentId::Milady, "milady"), (AgentId::Eliza, "eliza")] {
        let file = format!(".{key}/hooks/x/HOOK.md");
        for (note, front) in [
            ("milady-json-metadata", format!("metadata:\n  {key}:\n    events: [command:new]\n")),
            ("milady-scalars", format!("metadata: {{\"{key}\":{{\"events\":\"command:new\"}}}}\n")),
            (
                "milady-front-matter",
                format!("description: 'hi'\nmetadata: {{{key}: {{events: [command:new]}}}}\n"),
            ),
        ] {
            let home = Home::new();
            // Quotes of a description do no harm, and go with the comment behind the name.
            let name = if note == "milady-front-matter" { "x # y" } else { "x" };
            home.hook(&format!(".{key}"), &format!("---\nname: {name}\n{front}---\n# X\n"));
            let plan = home.fixes(agent, note, &file);
            let line = format!("metadata: {{\"{key}\":{{\"events\":[\"command:new\"]}}}}\n");
            assert!(home.read(&file).contains(&line), "{}", home.read(&file));
            assert_eq!(home.only(agent).state, State::Ready);
            let diff = plan.diff(&home.machine);
            assert!(diff.contains(&format!("\n+{line}")), "{diff}");
        }
    }
}

/// What a reader sees that knows no YAML, as shipped Milady and Eliza: `key: value` on one line between
/// the dashes, and `metadata` only as strict JSON on its own line.
fn by_json_alone(text: &str, key: &str) -> serde_json::Value {
    let front = text.strip_prefix("---\n").unwrap().split("\n---").next().unwrap();
    let line = front.lines().find_map(|line| line.strip_prefix("metadata:")).unwrap();
    let metadata: serde_json::Value = serde_json::from_str(line.trim()).unwrap();
    metadata[key].clone()
}

#[test]
fn what_was_fixed_reads_the_same_in_a_reader_that_knows_json_alone() {
    for (agent, key) in [(AgentId::Milady, "milady"), (AgentId::Eliza, "eliza")] {
        for (style, metadata) in [
            (
                "block",
                format!(
                    "metadata:\n  {key}:\n    emoji: \"👋\"\n    hookKey: hi\n    export: run\n    events:\n      - command:new\n      - session # all\n    os: [linux, darwin]\n    requires:\n      bins: [git]\n      anyBins:\n        - bun\n        - npm\n      env: [\"A_KEY\"]\n      config: [a.b]\n    install:\n      - id: x\n        kind: npm\n        package: x\n        bins: [x]\n"
                ),
            ),
            (
                "flow over lines",
                format!(
                    "metadata:\n  {{ {key}: {{ emoji: '👋', hookKey: hi, export: run, # all of it\n    events: ['command:new', 'session',], os: [linux, darwin],\n    requires: {{ bins: [git], anyBins: [bun, npm], env: [A_KEY], config: ['a.b'] }},\n    install: [{{ id: x, kind: npm, package: x, bins: [x] }}], }} }}\n"
                ),
            ),
        ] {
            let home = Home::new();
            home.hook(&format!(".{key}"), &format!("---\nname: x\n{metadata}---\n# X\n"));
            let before = home.only(agent);
            let file = format!(".{key}/hooks/x/HOOK.md");
            home.fixes(agent, "milady-json-metadata", &file);
            let seen = by_json_alone(&home.read(&file), key);
            assert_eq!(
                seen,
                serde_json::json!({
                    "emoji": "👋", "hookKey": "hi", "export": "run",
                    "events": ["command:new", "session"], "os": ["linux", "darwin"],
                    "requires": {"bins": ["git"], "anyBins": ["bun", "npm"], "env": ["A_KEY"], "config": ["a.b"]},
                    "install": [{"id": "x", "kind": "npm", "package": "x", "bins": ["x"]}],
                }),
                "{style}"
            );
            let after = home.only(agent);
            assert_eq!(serde_json::json!(after.events), seen["events"]);
            let without_notes = |hook: Hook| Hook { notes: Vec::new(), ..hook };
            assert_eq!(without_notes(after), without_notes(before), "{style}");
        }
    }
}

/// Sixteen notes promise a fix; every other note is refused in a sentence.
#[test]
fn every_note_that_promises_a_fix_is_tried_here() {
    let tests = [include_str!("tests.rs"), include_str!("tests/manifest_text.rs")].concat();
    for note in ids::FIXABLE {
        assert!(tests.matches(&format!("\"{note}\"")).count() > 0, "{note}");
    }
    assert_eq!(ids::FIXABLE.len(), 16);
}

#[test]
fn a_hook_for_a_sister_agent_is_made_to_work_and_what_never_fires_is_named() {
    for (agent, home_dir, from) in [
        (AgentId::Milady, ".milady", "openclaw"),
        (AgentId::Eliza, ".eliza", "milady"),
        (AgentId::Openclaw, ".openclaw", "fork"),
    ] {
        let home = Home::new();
        home.hook(
            home_dir,
            &format!(
                "---\nname: x\nmetadata:\n  {from}:\n    events: [command:new, tool:x, odd]\n---\n"
            ),
        );
        let plan = home.fixes(agent, "foreign-metadata", &format!("{home_dir}/hooks/x/HOOK.md"));
        let title = agent.dialect().title;
        assert_eq!(plan.title, format!("Make X work with {title}").replace('X', "x"));
        assert_eq!(
            plan.stays,
            [format!("tool:x and odd are not events of {title}: there, they never fire.")]
        );
        let text = home.read(&format!("{home_dir}/hooks/x/HOOK.md"));
        assert!(text.contains(&format!("\"{from}\":{{")), "{text}");
        assert_eq!(home.only(agent).events, ["command:new", "tool:x", "odd"]);
    }
}

#[test]
fn a_fix_of_ours_is_no_change_by_hand() {
    let home = Home::new();
    let install = included::plan_install(&home.machine, &home.scan(AgentId::Milady), "welcome");
    apply::apply(&home.machine, &install.unwrap()).unwrap();
    let dir = home.path(".milady/hooks/welcome");
    let file = dir.join("HOOK.md");
    let installed = fs::read_to_string(&file).unwrap();
    let (_, stamp) = tacklebox_machine::files::read(&file, 1 << 20).unwrap();
    let edit = |text: String| Step::Edit {
        path: file.clone(),
        syntax: Syntax::Json5,
        stamp,
        before: Some(installed.clone()),
        after: text,
    };
    // As if an older Tacklebox had installed it with a byte order mark.
    let mut old = Plan::new(AgentId::Milady, "", "");
    let step = edit(format!("\u{feff}{installed}"));
    ops::push_with_receipt(&home.machine, &mut old, &home.only(AgentId::Milady), step);
    apply::apply(&home.machine, &old).unwrap();
    let fix = home.plan(AgentId::Milady, "milady-front-matter").unwrap();
    apply::apply(&home.machine, &fix).unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), installed);
    assert_eq!(receipt::read(&home.machine, &dir).unwrap().changed, [""; 0]);
}

#[test]
fn moltis_gets_both_names_of_the_mac() {
    let home = Home::new();
    let text = "+++\nname = \"x\"\nevents = [\"SessionEnd\"]\ncommand = \"true\"\n\n[requires] # mine\nos = [\"darwin\", \"linux\"]\n+++\n";
    home.write(".moltis/hooks/x/HOOK.md", text);
    home.fixes(AgentId::Moltis, "moltis-darwin", ".moltis/hooks/x/HOOK.md");
    let after = text.replace("\"linux\"]", "\"linux\", \"macos\"]");
    assert_eq!(home.read(".moltis/hooks/x/HOOK.md"), after);
}

#[test]
fn moltis_gets_its_config_table_by_the_name_it_reads() {
    let home = Home::new();
    let text = "a = 1 # kept\n[[hooks]]\nname = \"x\"\nevents = [\"SessionEnd\"]\ncommand = \"true\"\n[hooks.requires]\nos = [\"darwin\"]\n[hooked]\n";
    home.write(".config/moltis/moltis.toml", text);
    home.fixes(AgentId::Moltis, "moltis-darwin", ".config/moltis/moltis.toml");
    home.fixes(AgentId::Moltis, "moltis-config-table", ".config/moltis/moltis.toml");
    let after = text
        .replace("[[hooks]]", "[[hooks.hooks]]")
        .replace("[hooks.requires]", "[hooks.hooks.requires]")
        .replace("[\"darwin\"]", "[\"darwin\", \"macos\"]");
    assert_eq!(home.read(".config/moltis/moltis.toml"), after);
    let home = Home::new();
    home.write(
        ".config/moltis/moltis.toml",
        "hooks = [{name = \"x\", events = [\"SessionEnd\"], command = \"true\"}]\n",
    );
    let why = refusal(home.plan(AgentId::Moltis, "moltis-config-table"));
    assert!(why.ends_with("Edit it as text."), "{why}");
}

const SOUND: &str = "---\nname: x\nmetadata: {\"milady\":{\"events\":[\"command:new\"],\"requires\":{\"config\":[\"workspace.dir\"]}}}\n---\n";

#[test]
fn milady_is_told_where_its_workspace_is() {
    let home = Home::new();
    home.hook(".milady", SOUND);
    home.write(".milady/milady.json", "{\n  // mine\n  env: {},\n}\n");
    home.fixes(AgentId::Milady, "milady-workspace-dir", ".milady/milady.json");
    let workspace = home.path(".milady/workspace");
    let config = home.scan(AgentId::Milady).agent().config.value.clone();
    assert_eq!(config["workspace"]["dir"], workspace.to_str().unwrap());
    assert!(home.read(".milady/milady.json").contains("// mine"));
    assert_eq!(home.only(AgentId::Milady).state, State::Ready);
}

#[test]
fn settings_move_to_where_they_are_read_and_mean_the_same() {
    let home = Home::new();
    home.write(".milady/more/x/HOOK.md", SOUND);
    home.write(".milady/more/x/handler.ts", "");
    let text = "{
  // mine
  hooks: {
    enabled: true,
    entries: { x: { enabled: false, env: { A: '1' } }, y: { enabled: true } }, // both
    load: { extraDirs: ['~/.milady/more'] },
    internal: { entries: { x: { enabled: true } } },
  },
}
";
    home.write(".milady/milady.json", text);
    let before = home.scan(AgentId::Milady);
    home.fixes(AgentId::Milady, "milady-hooks-root", ".milady/milady.json");
    let after = home.scan(AgentId::Milady);
    assert_eq!(after.agent().section["entries"]["x"], before.agent().section["entries"]["x"]);
    assert_eq!(after.agent().section["load"], before.agent().section["load"]);
    let hooks = &after.agent().config.value["hooks"];
    assert_eq!(hooks["entries"], serde_json::json!({"y": {"enabled": true}}));
    assert_eq!(hooks["internal"]["entries"]["x"]["env"]["A"], "1");
    assert_eq!(hooks["internal"]["load"]["extraDirs"][0], "~/.milady/more");
    let text = home.read(".milady/milady.json");
    assert!(text.contains("// mine") && text.contains("// both"), "{text}");
}

#[test]
fn what_a_hook_requires_by_its_whole_path_stays_there() {
    let home = Home::new();
    let manifest = |name: &str, path: &str| {
        format!(
            "---\nname: {name}\ndescription: d\nmetadata: {{\"milady\":{{\"events\":[\"gateway:startup\"],\"requires\":{{\"config\":[\"{path}\"]}}}}}}\n---\n"
        )
    };
    home.hook(".milady", &manifest("x", "hooks.entries.x.apiKey"));
    home.write(".milady/milady.json", "{ hooks: { entries: { x: { apiKey: 's' } } } }\n");
    let hook = home.only(AgentId::Milady);
    assert_eq!(hook.state, State::Ready);
    assert!(!hook.notes.iter().any(|note| note.id == "milady-hooks-root"), "{:?}", hook.notes);
    // Another setting beside it moves, and that one stays; so does one that another hook requires.
    home.write(".milady/hooks/y/HOOK.md", &manifest("y", "hooks.entries.x.more"));
    home.write(".milady/hooks/y/handler.ts", "export default async () => {};\n");
    let text = "{ hooks: { entries: { x: { apiKey: 's', more: 1, env: { A: '1' } } } } }\n";
    fs::remove_file(home.path(".milady/milady.json")).unwrap();
    home.write(".milady/milady.json", text);
    let after =
        plan(&home.machine, &home.scan(AgentId::Milady), "milady/managed/x", "milady-hooks-root");
    apply::apply(&home.machine, &after.unwrap()).unwrap();
    let config = home.scan(AgentId::Milady).agent().config.value["hooks"].clone();
    assert_eq!(config["entries"]["x"], serde_json::json!({"apiKey": "s", "more": 1}));
    assert_eq!(config["internal"]["entries"]["x"], serde_json::json!({"env": {"A": "1"}}));
}

#[test]
fn what_a_config_includes_is_not_moved_out_of_its_file() {
    let home = Home::new();
    home.hook(".milady", SOUND);
    home.write(".milady/milady.json", "{ $include: './more.json5' }\n");
    home.write(".milady/more.json5", "{ hooks: { entries: { x: { enabled: true } } } }\n");
    let why = refusal(home.plan(AgentId::Milady, "milady-hooks-root"));
    assert_eq!(why, "hooks.entries.x is in a file that the config includes. Move it by hand.");
}

#[test]
fn what_cannot_be_fixed_is_refused_in_a_sentence() {
    let home = Home::new();
    home.hook(".milady", "---\nname: 'a: b' # c\ndescription: d\nmetadata: {\"milady\":{\"events\":[\"command:new\"]}}\n---\n");
    let inventory = home.scan(AgentId::Milady);
    let missing = plan(&home.machine, &inventory, "milady/managed/no", "milady-scalars");
    assert!(matches!(missing, Err(OpError::NoSuchHook(_))));
    for (note, why) in [
        ("milady-scalars", "a: b has no note milady-scalars."),
        (
            "milady-front-matter",
            "There is nothing to change in a: b. The name stays as it is written: on one line without quotes it would read differently.",
        ),
    ] {
        assert_eq!(refusal(home.plan(AgentId::Milady, note)), why);
    }
    let home = Home::new();
    home.write(
        ".moltis/hooks/x/HOOK.md",
        "+++\nname = \"x\"\nevents = [\"SessionEnd\"]\ncommand = \"true\"\npriority = 1\n+++\n",
    );
    let why = refusal(home.plan(AgentId::Moltis, "moltis-priority"));
    assert_eq!(why, "There is no change that Tacklebox could make about moltis-priority.");
}

/// Milady looks for the name of this system in the text; by its documentation it would be one name with a comma.
#[test]
fn what_runs_is_not_stopped_by_a_fix() {
    let home = Home::new();
    home.hook(".milady", "---\nname: x\nmetadata: {\"milady\":{\"events\":[\"gateway:startup\"],\"os\":\"linux, darwin\"}}\n---\n");
    let options = Options {
        runtimes: [(AgentId::Milady, "2026-03-01".to_owned())].into(),
        ..Options::default()
    };
    let inventory = Inventory::scan(&home.machine, AgentId::Milady, &options);
    let hook = &inventory.hooks()[0];
    assert_eq!(hook.state, State::Ready);
    let why = refusal(plan(&home.machine, &inventory, &hook.id, "milady-scalars"));
    assert!(why.starts_with("x runs as it is. After this change it would not: "), "{why}");
}

#[test]
fn what_sounds_secret_is_not_shown_in_the_change_of_a_hook() {
    let home = Home::new();
    home.hook(
        ".milady",
        "---\nname: x\nmetadata:\n  milady:\n    events: [a]\n    apiKey: abc123 # x\n    token: 'abc''123'\n---\n",
    );
    let diff = home.plan(AgentId::Milady, "milady-json-metadata").unwrap().diff(&home.machine);
    assert!(
        !diff.contains("abc") && !diff.contains("123") && diff.contains("\"events\""),
        "{diff}"
    );
}
