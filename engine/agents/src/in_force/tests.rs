use std::fs;
use std::io::Write as _;
use std::path::Path;

use super::*;
use crate::agent::{Agent, Options};
use tacklebox_machine::machine::Platform;

fn machine(home: &Path) -> Machine {
    Machine::new(Platform::Linux, home, BTreeMap::new()).with_path(vec![home.join("bin")])
}

fn install(home: &Path, program: &str, package: &str, version: &str) {
    let dir = home.join("lib").join(package);
    fs::create_dir_all(&dir).unwrap();
    fs::create_dir_all(home.join("bin")).unwrap();
    let text = format!(r#"{{"name": "{package}", "version": "{version}"}}"#);
    write(&dir.join("package.json"), &text);
    write(&dir.join("main.mjs"), "#!/usr/bin/env node\n");
    #[cfg(unix)]
    std::os::unix::fs::symlink(dir.join("main.mjs"), home.join("bin").join(program)).unwrap();
}

fn write(path: &Path, text: &str) {
    tacklebox_machine::files::save(
        path,
        text.as_bytes(),
        &tacklebox_machine::files::Stamp::Absent,
        0o755,
    )
    .unwrap();
}

fn in_force(home: &Path, agent: AgentId) -> (&'static str, Basis, Option<String>) {
    let it = InForce::of(&machine(home), agent, None);
    (it.runtime.version, it.basis, it.found.and_then(|found| found.version))
}

#[test]
#[cfg(unix)]
fn what_is_installed_stands_for_the_nearest_that_is_known() {
    for (agent, program, version, expected) in [
        (AgentId::Openclaw, "openclaw", "2026.9.6", ("2026.9.6", Basis::Installed)),
        (AgentId::Openclaw, "openclaw", "2026.11.2", ("2026.9.6", Basis::Installed)),
        (AgentId::Openclaw, "openclaw", "2026.8.30", ("2026.8.1", Basis::Installed)),
        (AgentId::Openclaw, "openclaw", "2026.7.40", ("2026.7.35", Basis::Installed)),
        (AgentId::Openclaw, "openclaw", "2026.2.26", ("2026.7.35", Basis::Assumed)),
        (AgentId::Milady, "miladyai", "2.0.0-alpha.83", ("2026-03-01", Basis::Installed)),
        (AgentId::Milady, "milady-autonomous", "2.0.0-alpha.85", ("2026-03-01", Basis::Installed)),
        (AgentId::Eliza, "eliza-autonomous", "2.0.0-beta.2", ("2.0.0-beta.2", Basis::Installed)),
        (AgentId::Eliza, "eliza-autonomous", "2.0.0-alpha.537", ("2.0.0-beta.2", Basis::Assumed)),
    ] {
        let home = tempfile::tempdir().unwrap();
        let package = match program {
            "eliza-autonomous" => "@elizaos/agent",
            "milady-autonomous" => "@elizaos/autonomous",
            other => other,
        };
        install(home.path(), program, package, version);
        let found = Some(version.to_owned());
        assert_eq!(in_force(home.path(), agent), (expected.0, expected.1, found), "{version}");
    }
}

#[test]
#[cfg(unix)]
fn a_package_of_another_name_above_a_program_is_not_the_agent() {
    for (name, found) in [("dotfiles", None), ("openclaw", Some("2026.7.35"))] {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir_all(home.path().join("bin")).unwrap();
        write(&home.path().join("bin/openclaw"), "#!/bin/sh\n");
        let text = format!(r#"{{"name": "{name}", "version": "2026.7.35"}}"#);
        write(&home.path().join("package.json"), &text);
        let (_, basis, version) = in_force(home.path(), AgentId::Openclaw);
        let expected = if found.is_some() { Basis::Installed } else { Basis::Assumed };
        assert_eq!((basis, version.as_deref()), (expected, found), "{name}");
    }
}

/// As pnpm writes it, and installers that fetch the source: a script that starts the program, wherever that is.
#[test]
#[cfg(unix)]
fn the_package_that_a_script_of_the_shell_starts_is_found() {
    let found = |script: &str| {
        let home = tempfile::tempdir().unwrap();
        let package = home.path().join("a place/openclaw");
        fs::create_dir_all(package.join("dist")).unwrap();
        fs::create_dir_all(home.path().join("bin")).unwrap();
        let says = r#"{"name": "openclaw", "version": "2026.8.1"}"#;
        write(&package.join("package.json"), says);
        write(&package.join("dist/entry.js"), "#!/usr/bin/env node\n");
        let script = script.replace("FULL", home.path().to_str().unwrap());
        write(&home.path().join("bin/openclaw"), &script);
        let found = InForce::of(&machine(home.path()), AgentId::Openclaw, None).found;
        found.map(|it| (it.version, it.started_by.map(|by| by.name)))
    };
    let known = Some((Some("2026.8.1".to_owned()), Some("node".to_owned())));
    for script in [
        "#!/usr/bin/env bash\nset -e\nexec node \"FULL/a place/openclaw/dist/entry.js\" \"$@\"\n",
        "#!/bin/bash\nexec node \"$HOME/a place/openclaw/dist/entry.js\" \"$@\"\n",
        "#!/bin/sh\nbasedir=$(dirname \"$0\")\nif [ -x \"$basedir/node\" ]; then\n  exec \"$basedir/node\"  \"$basedir/../a place/openclaw/dist/entry.js\" \"$@\"\nfi\n",
    ] {
        assert_eq!(found(script), known, "{script}");
    }
    for script in [
        "#!/bin/sh\necho hi\n",
        "#!/bin/sh\nexec node \"$ELSEWHERE/openclaw/dist/entry.js\"\n",
        "#!/bin/sh\nexec node '/not/there/entry.js'\n",
        "#!/usr/bin/python3\nexec node \"$HOME/a place/openclaw/dist/entry.js\"\n",
    ] {
        assert_eq!(found(script), None, "{script}");
    }
}

/// As pnpm writes it on Windows: the package is elsewhere.
#[test]
#[cfg(unix)]
fn the_package_that_a_command_file_starts_is_found() {
    let found = |line: &str| {
        let home = tempfile::tempdir().unwrap();
        let package = home.path().join("bin/global/5/a place/openclaw");
        fs::create_dir_all(&package).unwrap();
        write(&package.join("package.json"), r#"{"name": "openclaw", "version": "2026.8.1"}"#);
        write(&package.join("openclaw.mjs"), "#!/usr/bin/env node\n");
        let file = home.path().join("bin/openclaw.cmd");
        write(&file, &format!("@SETLOCAL\r\n@SET NODE_PATH=%~dp0\\x\r\n{line} %*\r\n"));
        std::os::unix::fs::symlink(file, home.path().join("bin/openclaw")).unwrap();
        in_force(home.path(), AgentId::Openclaw).2
    };
    for line in [
        r#"@"%~dp0\node.exe"  "%~dp0\global\5\a place\openclaw\openclaw.mjs""#,
        r#"  @node  "%dp0%\..\bin\global\5\a place\openclaw\openclaw.mjs""#,
    ] {
        assert_eq!(found(line).as_deref(), Some("2026.8.1"), "{line}");
    }
    assert_eq!(found(r#"@node "%ELSEWHERE%\openclaw\openclaw.mjs""#), None);
}

/// As npm lays it out on Windows: a command file, and the package below `node_modules` beside it.
#[test]
#[cfg(unix)]
fn the_package_is_found_beside_a_command_file() {
    let home = tempfile::tempdir().unwrap();
    for (program, package) in [("openclaw", "openclaw"), ("eliza-autonomous", "@elizaos/agent")] {
        let dir = home.path().join("bin/node_modules").join(package);
        fs::create_dir_all(&dir).unwrap();
        write(&home.path().join("bin").join(program), "@ECHO off\n");
        let version = if program == "openclaw" { "2026.8.1" } else { "2.0.0-beta.2" };
        write(
            &dir.join("package.json"),
            &format!(r#"{{"name": "{package}", "version": "{version}"}}"#),
        );
    }
    assert_eq!(
        in_force(home.path(), AgentId::Openclaw),
        ("2026.8.1", Basis::Installed, Some("2026.8.1".to_owned()))
    );
    assert_eq!(in_force(home.path(), AgentId::Eliza).1, Basis::Installed);
}

#[test]
fn where_nothing_is_found_the_newest_is_assumed() {
    let home = tempfile::tempdir().unwrap();
    let version = |agent| in_force(home.path(), agent);
    let named = |chosen| InForce::of(&machine(home.path()), AgentId::Openclaw, chosen).named();
    assert_eq!(named(None), "OpenClaw (taken to be 2026.9.6)");
    assert_eq!(named(Some("2026.8.1")), "OpenClaw 2026.8.1");
    assert_eq!(version(AgentId::Milady), ("2026-03-01", Basis::Assumed, None));
    assert_eq!(version(AgentId::Moltis), ("2026-08-21", Basis::Assumed, None));
    // Its own releases have no such hooks, so a person with some has the text in mind.
    assert_eq!(version(AgentId::Zeroclaw), (DOCUMENTED, Basis::Assumed, None));
}

#[test]
fn what_a_person_chose_comes_first() {
    let home = tempfile::tempdir().unwrap();
    let machine = machine(home.path());
    choose(&machine, AgentId::Openclaw, Some("2026.7.35")).unwrap();
    choose(&machine, AgentId::Milady, Some("9.9")).unwrap();
    let now = |agent, chosen| {
        let it = InForce::of(&machine, agent, chosen);
        (it.runtime.version, it.basis)
    };
    assert_eq!(now(AgentId::Openclaw, None), ("2026.7.35", Basis::Chosen));
    assert_eq!(now(AgentId::Openclaw, Some(DOCUMENTED)), (DOCUMENTED, Basis::Chosen));
    // Nobody knows it any more: as if nothing was chosen.
    assert_eq!(now(AgentId::Milady, None), ("2026-03-01", Basis::Assumed));
    choose(&machine, AgentId::Openclaw, None).unwrap();
    assert_eq!(now(AgentId::Openclaw, None), ("2026.9.6", Basis::Assumed));
}

#[test]
fn a_version_can_be_named_for_one_agent_or_for_all_that_know_it() {
    let all = parse(DOCUMENTED).unwrap();
    assert_eq!(all.len(), 5);
    assert_eq!(
        parse("2026.9.6").unwrap(),
        Versions::from([(AgentId::Openclaw, "2026.9.6".into())])
    );
    assert!(parse("openclaw=2026.8.1").unwrap().contains_key(&AgentId::Openclaw));
    assert!(parse("openclaw=1").unwrap_err().contains("2026.7.35"));
    assert!(parse("3").unwrap_err().contains("2026-08-21"));
    assert!(parse("nobody=1").unwrap_err().contains("nobody"));
}

#[test]
#[cfg(unix)]
fn what_its_program_is_started_by_says_how_modules_run() {
    let of = |line: &str| {
        let home = tempfile::tempdir().unwrap();
        install(home.path(), "eliza-autonomous", "@elizaos/agent", "2.0.0-beta.2");
        let script = home.path().join("lib/@elizaos/agent/main.mjs");
        let mut file = fs::File::create(script).unwrap();
        writeln!(file, "{line}\nimport './x.js';").unwrap();
        InForce::of(&machine(home.path()), AgentId::Eliza, None)
    };
    for (line, modules, node, bun) in [
        ("#!/usr/bin/env node", Modules::TypesLeftOut, None, None),
        ("#!/usr/bin/env -S node --no-warnings", Modules::TypesLeftOut, None, None),
        ("#!/opt/node/bin/node", Modules::TypesLeftOut, Some("/opt/node/bin/node"), None),
        ("#! /opt/bun", Modules::Whole, None, Some("/opt/bun")),
        ("#!/bin/sh", Modules::Either, None, None),
        ("// no script", Modules::Either, None, None),
    ] {
        let it = of(line);
        assert_eq!(it.modules(), modules, "{line}");
        let named = [it.interpreter("node"), it.interpreter("bun")];
        assert_eq!(named, [node.map(Path::new), bun.map(Path::new)], "{line}");
    }
    let home = tempfile::tempdir().unwrap();
    let none = InForce::of(&machine(home.path()), AgentId::Eliza, None);
    assert_eq!(none.modules(), Modules::Either);
    let told = InForce::of(&machine(home.path()), AgentId::Eliza, Some(DOCUMENTED));
    assert_eq!(told.modules(), Modules::NotRead);
}

/// Gateways that were asked: 2026.8.1 and 2026.9.6 call their hooks with `heartbeat`, and end where they may not write.
#[test]
fn a_gateway_that_may_not_write_to_its_config_puts_nothing_in_order_there() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join(".openclaw")).unwrap();
    let text = r#"{"gateway": {"mode": "local"}, "heartbeat": {"every": "1h"}}"#;
    write(&home.path().join(".openclaw/openclaw.json"), text);
    let goes_on = |version: &str, variable: &str| {
        let env = [(variable.to_owned(), "1".to_owned())].into();
        let machine = Machine::new(Platform::Linux, home.path(), env);
        let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        Agent::locate(&machine, AgentId::Openclaw, &options).config_verdict.goes_on()
    };
    let (nix, fixed) = ("OPENCLAW_NIX_MODE", "OPENCLAW_CONFIG_READONLY");
    for version in ["2026.8.1", "2026.9.6"] {
        assert!(goes_on(version, "NOTHING") && !goes_on(version, nix), "{version}");
        assert_eq!(goes_on(version, fixed), version == "2026.8.1", "{version}");
    }
}

/// None of this was run on a Mac.
#[test]
fn an_app_of_a_mac_is_found_without_running_it() {
    let info = |version| {
        format!(
            "<plist><dict><key>CFBundleShortVersionString</key><string>{version}</string></dict></plist>"
        )
    };
    let cases = [
        (AgentId::Milady, "Milady.app", info("2.0.1").into_bytes(), Some("2.0.1")),
        (AgentId::Eliza, "Eliza.app", info("2.0.0-beta.2").into_bytes(), Some("2.0.0-beta.2")),
        // The form that only the system's own programs read.
        (AgentId::Milady, "Milady.app", b"bplist00\xd1\x01\xff".to_vec(), None),
    ];
    for (agent, app, bytes, version) in cases {
        let home = tempfile::tempdir().unwrap();
        let contents = home.path().join("Applications").join(app).join("Contents");
        fs::create_dir_all(&contents).unwrap();
        let file = contents.join("Info.plist");
        fs::File::create(file).unwrap().write_all(&bytes).unwrap();
        for (platform, is_found) in [(Platform::Darwin, true), (Platform::Linux, false)] {
            let machine = Machine::new(platform, home.path(), BTreeMap::new());
            let found = InForce::of(&machine, agent, None).found;
            assert_eq!(found.is_some(), is_found, "{agent:?} {platform:?}");
            assert_eq!(found.and_then(|it| it.version).as_deref(), version.filter(|_| is_found));
        }
    }
}

#[test]
fn what_milady_leaves_in_the_home_of_eliza_is_no_sign_of_eliza() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join(".eliza")).unwrap();
    write(&home.path().join(".eliza/skills.json"), "{}");
    let found = || Agent::locate(&machine(home.path()), AgentId::Eliza, &Options::default()).found;
    assert!(!found());
    write(&home.path().join(".eliza/eliza.json"), "{}");
    assert!(found());
}
