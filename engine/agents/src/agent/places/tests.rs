//! Where agents are, by variables, files and links; asked of the agents themselves where that is said.

use super::*;
use crate::hook::Source;
use tacklebox_machine::files::{self, Stamp};
use tacklebox_machine::machine::Platform;

#[test]
fn the_config_alone_is_found_where_all_of_the_agent_is() {
    let home = tempfile::tempdir().unwrap();
    let variables = ["MILADY_NAMESPACE", "ELIZA_NAMESPACE", "ELIZA_STATE_DIR", "OPENCLAW_HOME"];
    for (at, variable) in variables.into_iter().enumerate() {
        let env = [(variable.to_owned(), format!("other{at}"))].into();
        let machine = Machine::new(Platform::Linux, home.path(), env);
        for id in AgentId::all() {
            let agent = Agent::locate(&machine, *id, &Options::default());
            assert_eq!(config_file(&machine, *id), agent.config.path, "{id} by {variable}");
        }
    }
}

/// Read in the code of Moltis: it makes a path of the text, and nothing else.
#[test]
fn moltis_takes_the_places_of_its_variables_as_they_are_written() {
    let home = tempfile::tempdir().unwrap();
    for (text, shipped, documented) in
        [("~/m", "~/m", "m"), ("m", "m", "m"), ("", ".moltis", ".moltis")]
    {
        let env = [("MOLTIS_DATA_DIR".to_owned(), text.to_owned())].into();
        let machine = Machine::new(Platform::Linux, home.path(), env);
        let of = |version: &str| {
            let runtimes = [(AgentId::Moltis, version.to_owned())].into();
            let options = Options { runtimes, ..Options::default() };
            Agent::locate(&machine, AgentId::Moltis, &options).home
        };
        assert_eq!(of("2026-08-21"), home.path().join(shipped), "{text}");
        assert_eq!(of(crate::dialect::DOCUMENTED), home.path().join(documented), "{text}");
    }
}

/// A home in which each of these files is, and the agent as this version finds it there.
struct Home(tempfile::TempDir);

impl Home {
    fn with(files: &[(&str, &str)]) -> Self {
        let home = Self(tempfile::tempdir().unwrap());
        for (path, text) in files {
            let path = home.at(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            let text = text.replace("{home}", &home.0.path().display().to_string());
            files::save(&path, text.as_bytes(), &Stamp::Absent, 0o644).unwrap();
        }
        home
    }

    fn at(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn machine(&self, env: &[(&str, &str)]) -> Machine {
        let env = env.iter().map(|(name, value)| {
            let value = value.replace("{home}", &self.0.path().display().to_string());
            ((*name).to_owned(), value)
        });
        Machine::new(Platform::Linux, self.0.path(), env.collect())
    }

    fn agent(&self, id: AgentId, version: &str, env: &[(&str, &str)]) -> Agent {
        let options = Options { runtimes: [(id, version.to_owned())].into(), ..Options::default() };
        Agent::locate(&self.machine(env), id, &options)
    }
}

/// Asked of the gateways of 2026.9.6 and 2026.8.1; that of 2026.7.35 takes the first.
#[test]
fn of_several_agents_only_one_that_alone_is_marked_gives_the_workspace() {
    let (one, two) = ("{id:'b',workspace:'~/two'}", "{id:'main',workspace:'~/one'}");
    for (agents, now, then) in [
        (format!("list:[{one},{two}]"), ".openclaw/workspace", "two"),
        (format!("list:[{one}]"), "two", "two"),
        (format!("ownership:'explicit',list:[{one}]"), "two", "two"),
        (format!("list:[{one},{{id:'m',default:true,workspace:'~/one'}}]"), "one", "one"),
        (
            format!("ownership:'explicit',list:[{one},{{id:'m',default:true,workspace:'~/one'}}]"),
            ".openclaw/workspace",
            "one",
        ),
        (format!("defaults:{{workspace:'~/all'}},list:[{one},{two}]"), "all", "two"),
    ] {
        let config = format!("{{agents:{{{agents}}}}}");
        let home = Home::with(&[(".openclaw/openclaw.json", &config)]);
        for (version, workspace) in [("2026.9.6", now), ("2026.8.1", now), ("2026.7.35", then)] {
            let agent = home.agent(AgentId::Openclaw, version, &[]);
            assert_eq!(agent.workspace, home.at(workspace), "{version} {config}");
        }
    }
}

/// Asked of the gateways of 2026.9.6 and 2026.7.35.
#[test]
fn what_openclaw_reads_beside_its_config_says_where_it_is_too() {
    for (line, home, config, workspace) in [
        ("OPENCLAW_STATE_DIR={home}/st", "st", "st/openclaw.json", "st/workspace"),
        (
            "OPENCLAW_HOME={home}/oh",
            "oh/.openclaw",
            "oh/.openclaw/openclaw.json",
            "oh/.openclaw/workspace",
        ),
        (
            "OPENCLAW_CONFIG_PATH={home}/st/openclaw.json",
            ".openclaw",
            "st/openclaw.json",
            ".openclaw/workspace",
        ),
        ("OPENCLAW_PROFILE=dev", ".openclaw", ".openclaw/openclaw.json", ".openclaw-dev/workspace"),
    ] {
        let (name, value) = line.split_once('=').unwrap();
        let by_config = format!("{{env:{{vars:{{{name}:'{value}'}}}}}}");
        let by_file = [(".openclaw/.env", line), (".openclaw/openclaw.json", "{}")];
        let by_config = [(".openclaw/openclaw.json", by_config.as_str())];
        for files in [&by_file[..], &by_config[..]] {
            let there = Home::with(files);
            let agent = there.agent(AgentId::Openclaw, "2026.9.6", &[]);
            let found = (agent.home, agent.config.path, agent.workspace);
            assert_eq!(found, (there.at(home), there.at(config), there.at(workspace)), "{files:?}");
            // What the environment says comes first.
            let agent = there.agent(AgentId::Openclaw, "2026.9.6", &[(name, "{home}/else")]);
            assert!(
                agent.home != there.at("st") && agent.config.path != there.at("st/openclaw.json")
            );
        }
        let there = Home::with(&by_file);
        let agent = there.agent(AgentId::Openclaw, "2026.7.35", &[]);
        assert_eq!((agent.home, agent.config.path), (there.at(home), there.at(config)), "{line}");
        if name == "OPENCLAW_STATE_DIR" {
            assert_eq!(agent.workspace, there.at(".openclaw/workspace"));
        }
    }
}

/// As `guardGatewayRunSelectedConfig` of 2026.9.6 has it, and asked of its gateway.
#[test]
fn openclaw_begins_anew_in_each_place_that_is_named() {
    let of = |files: &[(&str, &str)]| {
        let home = Home::with(files);
        let agent = home.agent(AgentId::Openclaw, "2026.9.6", &[]);
        (home, agent)
    };
    // What is blank names nothing.
    for name in ["STATE_DIR", "HOME", "CONFIG_PATH", "PROFILE"] {
        for value in ["", " ", "\u{a0}"] {
            let line = format!("OPENCLAW_{name}={value}\n");
            let (home, agent) = of(&[(".openclaw/.env", &line), (".openclaw/openclaw.json", "{}")]);
            assert_eq!(agent.home, home.at(".openclaw"), "{line}");
        }
    }
    // What the first file sets is kept; its config counts for nothing then.
    let both =
        "OPENCLAW_STATE_DIR={home}/st\nOPENCLAW_WORKSPACE_DIR={home}/ws\nOPENCLAW_NIX_MODE=1\n";
    let elsewhere = "{env:{vars:{OPENCLAW_CONFIG_PATH:'{home}/c.json'}}}";
    let (home, agent) = of(&[
        (".openclaw/.env", both),
        (".openclaw/openclaw.json", elsewhere),
        ("st/openclaw.json", "{}"),
    ]);
    assert_eq!((agent.home.clone(), agent.workspace.clone()), (home.at("st"), home.at("ws")));
    assert_eq!(agent.config.path, home.at("st/openclaw.json"));
    assert_eq!(agent.variable(&home.machine(&[]), "OPENCLAW_NIX_MODE").as_deref(), Some("1"));
    for file in [".openclaw/.env", ".openclaw/openclaw.json", "st/.env"] {
        assert!(agent.env_files().contains(&home.at(file)), "{file} is not watched");
    }
    // A text in place of the config is that of the last place.
    let options = Options {
        runtimes: [(AgentId::Openclaw, "2026.9.6".to_owned())].into(),
        config: Some("{gateway:{mode:'local'}}".to_owned()),
        ..Options::default()
    };
    let agent = Agent::locate(&home.machine(&[]), AgentId::Openclaw, &options);
    assert_eq!(agent.config.path, home.at("st/openclaw.json"));
    // One that is refused leads nowhere, and one that leads back ends.
    let (home, agent) =
        of(&[(".openclaw/openclaw.json", "{fooo:1,env:{vars:{OPENCLAW_STATE_DIR:'{home}/st'}}}")]);
    assert_eq!(agent.home, home.at(".openclaw"));
    let (home, agent) = of(&[
        (".openclaw/.env", "OPENCLAW_STATE_DIR={home}/st"),
        ("st/.env", "OPENCLAW_STATE_DIR={home}/.openclaw\nOPENCLAW_HOME={home}/oh"),
    ]);
    assert_eq!(agent.home, home.at("st"));
}

/// Asked of 2026.9.6, 2026.8.1 and 2026.7.35: a second config beside it would take its place.
#[test]
fn a_former_config_counts_in_a_home_that_a_variable_names() {
    let home = Home::with(&[("st/clawdbot.json", "{}")]);
    for (state, version) in [("{home}/st", "2026.9.6"), ("{home}/no/../st", "2026.7.35")] {
        let agent = home.agent(AgentId::Openclaw, version, &[("OPENCLAW_STATE_DIR", state)]);
        assert_eq!(agent.config.path, home.at("st/clawdbot.json"));
        assert_eq!(agent.managed, home.at("st/hooks"));
    }
    let agent =
        home.agent(AgentId::Eliza, "2.0.0-beta.2", &[("ELIZA_STATE_DIR", "{home}/no/../st")]);
    assert_eq!(agent.home, home.at("st"));
}

/// Asked of the loaders of both: where a variable moves the home does not count.
#[test]
fn extra_folders_have_to_be_below_the_usual_home() {
    for (id, version, name) in
        [(AgentId::Milady, "2026-03-01", "milady"), (AgentId::Eliza, "2.0.0-beta.2", "eliza")]
    {
        let config = format!(
            "{{\"hooks\":{{\"internal\":{{\"load\":{{\"extraDirs\":[\"~/st/ex\",\"~/.{name}/ex\"]}}}}}}}}"
        );
        let home = Home::with(&[(&format!("st/{name}.json"), &config)]);
        let variable = format!("{}_STATE_DIR", name.to_uppercase());
        let agent = home.agent(id, version, &[(&variable, "{home}/st")]);
        let extra = agent.roots.iter().filter(|root| root.source == Source::Extra);
        let extra: Vec<_> = extra.map(|root| root.dir.clone()).collect();
        assert_eq!(extra, [home.at(&format!(".{name}/ex"))]);
        let said: Vec<_> = agent.problems.iter().map(ToString::to_string).collect();
        assert!(said.join(" ").contains(&format!("folders under ~/.{name}")), "{said:?}");
    }
}

/// Asked of 2026.9.6, 2026.8.1 and 2026.7.35: hooks of a workspace have to be asked for by name, others do not.
#[test]
fn a_folder_that_is_also_that_of_the_workspace_is_read_as_the_other() {
    let config = "{agents:{defaults:{workspace:'~/.openclaw'}}}";
    let home =
        Home::with(&[(".openclaw/openclaw.json", config), (".openclaw/hooks/a/HOOK.md", "")]);
    let sources = |id: AgentId, version: &str| -> Vec<_> {
        let roots = home.agent(id, version, &[]).roots;
        roots.into_iter().map(|root| root.source).collect()
    };
    for version in ["2026.9.6", "2026.8.1", "2026.7.35"] {
        assert_eq!(sources(AgentId::Openclaw, version), [Source::Managed]);
    }
    assert_eq!(sources(AgentId::Openclaw, crate::dialect::DOCUMENTED), [Source::Workspace]);
}

/// Asked of the gateway of 2026.9.6.
#[test]
fn two_workspaces_of_a_profile_that_its_file_names_keep_it_from_starting() {
    let home = Home::with(&[
        (".openclaw/.env", "OPENCLAW_PROFILE=dev\n"),
        (".openclaw/openclaw.json", "{gateway:{mode:'local'}}"),
        (".openclaw/workspace-dev/AGENTS.md", ""),
        (".openclaw-dev/workspace/AGENTS.md", ""),
    ]);
    let agent = home.agent(AgentId::Openclaw, "2026.9.6", &[]);
    let why = agent.does_not_start(&home.machine(&[])).unwrap();
    assert!(why.contains("both ~/.openclaw/workspace-dev and ~/.openclaw-dev/workspace"), "{why}");
}

#[cfg(unix)]
#[test]
fn what_is_in_the_place_of_the_home_keeps_the_gateway_from_starting() {
    let home = Home::with(&[(".clawdbot/openclaw.json", "{}")]);
    std::os::unix::fs::symlink("nowhere", home.at(".openclaw")).unwrap();
    let why = |home: &Home| {
        let agent = home.agent(AgentId::Openclaw, "2026.9.6", &[]);
        assert!(agent.found && agent.home == home.at(".openclaw"));
        agent.does_not_start(&home.machine(&[])).unwrap()
    };
    assert!(why(&home).contains("a link that leads nowhere"));
    assert!(why(&Home::with(&[(".openclaw", "")])).contains("not a folder"));
}
