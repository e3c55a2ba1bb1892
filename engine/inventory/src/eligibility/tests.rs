//! What counts as met, by the rules of each agent and version: tables in which each row differs from its neighbour by
//! one thing alone.
#![expect(clippy::disallowed_methods, reason = "plays other programs, which take no care")]

mod variables;

use std::collections::BTreeMap;
use std::fs;

use super::*;
use crate::inventory::Inventory;
use crate::variables::{EnvFrom, env_value};
use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::AgentId;
use tacklebox_agents::manifest::Requires;

const MILADY: (AgentId, &str) = (AgentId::Milady, "2026-03-01");
const ELIZA: (AgentId, &str) = (AgentId::Eliza, "2.0.0-beta.2");
const OPENCLAW_7: (AgentId, &str) = (AgentId::Openclaw, "2026.7.35");
const OPENCLAW_9: (AgentId, &str) = (AgentId::Openclaw, "2026.9.6");
const MOLTIS: (AgentId, &str) = (AgentId::Moltis, "2026-08-21");

const fn text(agent: AgentId) -> (AgentId, &'static str) {
    (agent, "documented")
}

/// A computer with a few files, and what is said of one hook there.
struct Computer {
    home: tempfile::TempDir,
    machine: Machine,
    inventory: Inventory,
}

impl Computer {
    fn new(
        (agent, version): (AgentId, &str),
        files: &[(&str, &str)],
        env: &[(&str, &str)],
    ) -> Self {
        let home = tempfile::tempdir().unwrap();
        for (path, content) in files {
            let path = home.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, content).unwrap();
        }
        let env = env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let machine = Machine::new(Platform::Linux, home.path(), env.collect());
        let options =
            Options { runtimes: [(agent, version.to_owned())].into(), ..Options::documented() };
        let inventory = Inventory::scan(&machine, agent, &options);
        Self { home, machine, inventory }
    }

    fn with_config(of: (AgentId, &str), config: &str) -> Self {
        let path = match of.0 {
            AgentId::Milady => ".milady/milady.json",
            AgentId::Eliza => ".eliza/eliza.json",
            AgentId::Openclaw => ".openclaw/openclaw.json",
            _ => ".moltis/moltis.toml",
        };
        Self::new(of, &[(path, config)], &[])
    }

    fn agent(&self) -> &Agent {
        self.inventory.agent()
    }

    /// Where a variable comes from, and its value.
    fn variable(&self, manifest: &Manifest, name: &str) -> (Option<EnvFrom>, Option<String>) {
        let from = env_from(&self.machine, self.agent(), manifest, name);
        (from, env_value(&self.machine, self.agent(), manifest, name))
    }
}

fn manifest() -> Manifest {
    Manifest { name: "a".to_owned(), ..Manifest::default() }
}

#[test]
fn a_setting_is_true_as_each_version_has_it() {
    // The config, the path; whether it is set by the text of Milady, its loader, and OpenClaw.
    let rows: &[(&str, &str, [bool; 3])] = &[
        ("{}", "a", [false, false, false]),
        ("{ a: null }", "a", [false, false, false]),
        ("{ a: false }", "a", [false, false, false]),
        ("{ a: 0 }", "a", [false, false, false]),
        ("{ a: '' }", "a", [false, false, false]),
        ("{ a: true }", "a", [true, true, true]),
        ("{ a: 2 }", "a", [true, true, true]),
        ("{ a: 'no' }", "a", [true, true, true]),
        ("{ a: [] }", "a", [true, true, true]),
        ("{ a: {} }", "a", [true, true, true]),
        // OpenClaw reads past blanks, in the value and in the path.
        ("{ a: ' ' }", "a", [true, true, false]),
        ("{ a: { b: 1 } }", "a..b", [false, false, true]),
        ("{ a: { b: 1 } }", "a.b", [true, true, true]),
        // Only the text finds a hook's settings where they were moved to.
        (
            "{ hooks: { internal: { entries: { x: { k: 1 } } } } }",
            "hooks.entries.x.k",
            [true, false, false],
        ),
        (
            "{ hooks: { internal: { entries: { x: { k: 0 } } } } }",
            "hooks.entries.x.k",
            [false, false, false],
        ),
        ("{ hooks: { entries: { x: { k: 1 } } } }", "hooks.entries.x.k", [true, true, true]),
        (
            "{ hooks: { entries: { x: { k: 1 } }, internal: { entries: { x: { k: 0 } } } } }",
            "hooks.entries.x.k",
            [true, true, true],
        ),
        (
            "{ hooks: { entries: { x: { k: 0 } }, internal: { entries: { x: { k: 1 } } } } }",
            "hooks.entries.x.k",
            [true, false, false],
        ),
        // What is nowhere and counts as set.
        ("{}", "workspace.dir", [false, false, true]),
        ("{ workspace: { dir: false } }", "workspace.dir", [false, false, false]),
        ("{}", "browser.enabled", [false, false, true]),
        ("{ browser: { enabled: false } }", "browser.enabled", [false, false, false]),
        // What is not a number counts as set in JavaScript's configs of the family: a lost value, not an empty one.
        ("{ a: NaN }", "a", [false, true, false]),
        // What every object has, and every list; OpenClaw goes past what all objects share.
        ("{ a: {} }", "a.toString", [false, true, true]),
        ("{ a: {} }", "a.constructor", [false, true, false]),
        ("{ a: [] }", "a.map", [false, true, true]),
        ("{ a: [] }", "a.length", [false, false, false]),
        ("{ a: [1] }", "a.length", [false, true, true]),
        ("{ a: {} }", "a.map", [false, false, false]),
        ("{ a: {} }", "a.toString.name", [false, false, false]),
    ];
    for (config, path, expected) in rows {
        for (of, expected) in [text(AgentId::Milady), MILADY, OPENCLAW_9].into_iter().zip(expected)
        {
            let computer = Computer::with_config(of, config);
            assert_eq!(
                config_is_set(computer.agent(), path),
                *expected,
                "{of:?}: {path} in {config}"
            );
        }
    }
    let openclaw = Computer::with_config(text(AgentId::Openclaw), "{}");
    assert!(
        !config_is_set(openclaw.agent(), "browser.enabled"),
        "the text knows one default alone"
    );
    assert!(config_is_set(openclaw.agent(), "workspace.dir"));
}

#[test]
fn a_setting_that_the_start_fills_counts_though_nobody_wrote_it() {
    for (of, config, path, set) in [
        (MILADY, "{}", "logging", true),
        (MILADY, "{}", "logging.level", true),
        (MILADY, "{}", "logg", false),
        (MILADY, "{}", "logging.level.more", false),
        (MILADY, "{ logging: { level: '' } }", "logging.level", false),
        (text(AgentId::Milady), "{}", "logging.level", false),
        // Only where what it is part of is there.
        (OPENCLAW_7, "{}", "logging.redactSensitive", false),
        (OPENCLAW_7, "{ logging: {} }", "logging.redactSensitive", true),
        (OPENCLAW_7, "{ logging: {} }", "logging.file", false),
        (OPENCLAW_9, "{ logging: {} }", "logging.redactSensitive", false),
    ] {
        let computer = Computer::with_config(of, config);
        assert_eq!(config_is_set(computer.agent(), path), set, "{of:?}: {path} in {config}");
    }
}

#[test]
fn what_is_missing_is_each_need_that_is_not_met() {
    let requires = |bin: &str| Requires {
        bins: vec![bin.to_owned()],
        config: vec!["a.b".to_owned()],
        env: vec!["A_KEY".to_owned()],
        ..Requires::default()
    };
    let kinds = |config: &str, env: &[(&str, &str)], always: bool, bin: &str| {
        let own = serde_json::json!({ "events": ["gateway:startup"], "always": always, "requires": requires(bin) });
        let front =
            format!("---\nname: a\nmetadata: {}\n---\n", serde_json::json!({ "milady": own }));
        let files = [
            (".milady/milady.json", config),
            (".milady/hooks/a/HOOK.md", &front),
            (".milady/hooks/a/handler.ts", "export default () => {}\n"),
        ];
        let computer = Computer::new(text(AgentId::Milady), &files, env);
        let hook = computer.inventory.hooks().remove(0);
        hook.missing.iter().map(|one| one.kind).collect::<Vec<_>>()
    };
    let (bin, env, config) = (MissingKind::Bin, MissingKind::Env, MissingKind::Config);
    let path = &[("PATH", "/bin:/usr/bin")][..];
    let all = &[("PATH", "/bin:/usr/bin"), ("A_KEY", "x")][..];
    for (text, env_of, always, of, expected) in [
        ("{}", path, false, "absent", vec![bin, env, config]),
        ("{}", path, false, "sh", vec![env, config]),
        ("{}", all, false, "sh", vec![config]),
        ("{ a: { b: 1 } }", all, false, "sh", vec![]),
        ("{ a: { b: 1 } }", path, false, "sh", vec![env]),
        ("{}", path, true, "absent", vec![]),
    ] {
        assert_eq!(kinds(text, env_of, always, of), expected, "{text} {env_of:?} {of}");
    }
}

#[cfg(unix)]
#[test]
fn openclaw_looks_for_programs_behind_path_where_package_managers_put_them() {
    use std::os::unix::fs::PermissionsExt as _;
    let files = [".local/bin/one", ".bun/bin/two", "pnpm/three", ".openclaw/bin/other"];
    for (of, looks) in
        [(OPENCLAW_9, true), (OPENCLAW_7, true), (text(AgentId::Openclaw), false), (MILADY, false)]
    {
        let mut computer = Computer::new(of, &files.map(|file| (file, "")), &[]);
        let home = computer.home.path();
        for file in files {
            fs::set_permissions(home.join(file), fs::Permissions::from_mode(0o755)).unwrap();
        }
        let pnpm = home.join("pnpm").display().to_string();
        let env = [("PATH".to_owned(), "/no/such".to_owned()), ("PNPM_HOME".to_owned(), pnpm)];
        computer.machine = Machine::new(Platform::Linux, home, env.into());
        for (name, there) in [("one", true), ("two", true), ("three", true), ("other", false)] {
            let passes = passes(&computer.machine, computer.agent(), &[name.to_owned()], false);
            assert_eq!(passes, looks && there, "{of:?}: {name}");
        }
    }
}

#[cfg(unix)]
#[test]
fn what_lies_on_the_path_is_a_program_as_each_version_has_it() {
    use std::os::unix::fs::PermissionsExt as _;
    // Whether a file that may be run, one that may not, and a folder pass for a program.
    for (of, expected) in [
        (text(AgentId::Milady), [true, false, false]),
        (MILADY, [true, true, true]),
        (OPENCLAW_9, [true, false, true]),
    ] {
        let mut computer = Computer::new(of, &[("bin/run", "")], &[]);
        let bin = computer.home.path().join("bin");
        fs::write(bin.join("kept"), "").unwrap();
        fs::create_dir(bin.join("folder")).unwrap();
        fs::set_permissions(bin.join("run"), fs::Permissions::from_mode(0o755)).unwrap();
        fs::set_permissions(bin.join("kept"), fs::Permissions::from_mode(0o644)).unwrap();
        let env = BTreeMap::from([("PATH".to_owned(), bin.display().to_string())]);
        computer.machine = Machine::new(Platform::Linux, computer.home.path(), env);
        let of_one = |bins: &[&str], any_bins: &[&str]| {
            let all = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
            let requires =
                Requires { bins: all(bins), any_bins: all(any_bins), ..Requires::default() };
            let manifest = Manifest { requires, ..manifest() };
            let needs = programs(&computer.machine, computer.agent(), &manifest);
            needs.iter().map(|need| (need.passes, need.found.is_some())).collect::<Vec<_>>()
        };
        for (name, expected) in ["run", "kept", "folder"].into_iter().zip(expected) {
            assert_eq!(of_one(&[name], &[]), [(expected, name == "run")], "{of:?}: {name}");
            assert_eq!(of_one(&[], &["absent", name]), [(expected, name == "run")], "{of:?}");
        }
        assert_eq!(of_one(&["absent", "run"], &[]), [(false, false), (true, true)], "{of:?}");
        assert!(of_one(&[], &[]).is_empty(), "{of:?}");
        // Scripts join the texts; what they leave again need not be there.
        let of_scripts = of != text(AgentId::Milady);
        assert_eq!(of_one(&["./absent/../run"], &[]), [(of_scripts, false)], "{of:?}");
        assert_eq!(of_one(&["run/"], &[]), [(false, false)], "{of:?}");
        assert_eq!(of_one(&["folder/"], &[]), [(of_scripts, false)], "{of:?}");
        // A whole path is not the name of a program; only the loader of the family takes it for one.
        let whole = bin.join("run").display().to_string();
        assert_eq!(of_one(&[&whole], &[]), [(of == MILADY, false)], "{of:?}");
    }
    let moltis = Computer::new(MOLTIS, &[], &[]);
    let requires = Requires { any_bins: vec!["absent".to_owned()], ..Requires::default() };
    let manifest = Manifest { requires, ..manifest() };
    let needs = programs(&moltis.machine, moltis.agent(), &manifest);
    assert!(needs[0].passes && needs[0].any, "it does not look at several");
}

#[test]
fn a_hook_of_another_system_is_not_for_this_one() {
    let os = |names: &[&str]| names.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    assert!(runs_on(&os(&[]), Platform::Linux));
    assert!(runs_on(&os(&["darwin", "linux"]), Platform::Linux));
    assert!(!runs_on(&os(&["darwin", "win32"]), Platform::Linux));
    assert!(!runs_on(&os(&["macos"]), Platform::Darwin));
    let moltis = Computer::new(MOLTIS, &[], &[]);
    let rules = &moltis.agent().dialect.rules;
    assert!(admits(&os(&["macos"]), rules, Platform::Darwin), "its own name");
    assert!(!admits(&os(&["darwin"]), rules, Platform::Darwin));
}

#[test]
fn a_program_of_another_system_is_not_asked_for() {
    let of = |platform, names: &[&str]| {
        let machine = Machine::new(platform, "/nowhere", Default::default());
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        of_this_system(&machine, &names).join(" ")
    };
    let all = ["notify-send", "osascript", "powershell"];
    assert_eq!(of(Platform::Linux, &all), "notify-send");
    assert_eq!(of(Platform::Darwin, &all), "osascript");
    assert_eq!(of(Platform::Win32, &all), "powershell");
    assert_eq!(of(Platform::Linux, &["jq", "osascript"]), "jq");
    // That is all there is, so it is said.
    assert_eq!(of(Platform::Linux, &["osascript"]), "osascript");
}
