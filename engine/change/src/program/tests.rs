use std::collections::BTreeMap;
use std::fs;

use super::*;
use crate::apply;
use crate::install::included;
use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::AgentId;
use tacklebox_machine::machine::Platform;

#[expect(clippy::disallowed_methods, reason = "plays an author, whose editor writes as it likes")]
fn home() -> (tempfile::TempDir, Machine) {
    let tmp = tempfile::tempdir().unwrap();
    let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
    let dir = tmp.path().join(".milady/hooks/mine");
    fs::create_dir_all(&dir).unwrap();
    fs::write(
        dir.join("HOOK.md"),
        "---\nname: mine\nmetadata: {\"milady\":{\"events\":[\"command:new\"]}}\n---\n",
    )
    .unwrap();
    fs::write(dir.join("handler.ts"), "\u{feff}export default () => {};\r\n").unwrap();
    std::os::unix::fs::symlink("/etc/passwd", dir.join("out.ts")).unwrap();
    (tmp, machine)
}

const ID: &str = "milady/managed/mine";

fn scan(machine: &Machine) -> Inventory {
    Inventory::scan(machine, AgentId::Milady, &Options::documented())
}

#[test]
fn a_program_is_opened_checked_and_saved_with_its_line_ends() {
    let (tmp, machine) = home();
    let inventory = scan(&machine);
    let text = open(&machine, &inventory, ID, "handler.ts").unwrap();
    assert_eq!(
        (text.raw.as_str(), text.language),
        ("export default () => {};\n", Language::Typescript)
    );
    assert_eq!((text.problems.len(), text.read_only), (0, None));
    let slip =
        check(&machine, &inventory, ID, "handler.ts", "export default () => {\n  a..;\n};\n")
            .unwrap();
    assert_eq!((slip[0].line, slip[0].kind), (2, ProblemKind::Error));
    let new = "export default () => {};\n// mine\n";
    let broken = "export default () => {};\nconst = 1;\n";
    let plan = save(&machine, &inventory, ID, "handler.ts", broken, &text.stamp).unwrap();
    assert!(plan.stays[0].starts_with("It has a mistake in line 2: "), "{:?}", plan.stays);
    let plan = save(&machine, &inventory, ID, "handler.ts", new, &text.stamp).unwrap();
    assert!(plan.stays.is_empty(), "{:?}", plan.stays);
    apply::apply(&machine, &plan).unwrap();
    let file = tmp.path().join(".milady/hooks/mine/handler.ts");
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        "\u{feff}export default () => {};\r\n// mine\r\n"
    );
    // Somebody else was there: nothing is overwritten.
    let late = save(&machine, &inventory, ID, "handler.ts", "mine", &text.stamp);
    assert!(matches!(late, Err(OpError::File(FileError::Changed { .. }))), "{late:?}");
    apply::undo(&machine, None).unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "\u{feff}export default () => {};\r\n");
}

#[test]
fn a_manifest_is_checked_by_the_rules_of_its_agent() {
    let (_tmp, machine) = home();
    let inventory = scan(&machine);
    let found =
        check(&machine, &inventory, ID, "HOOK.md", "---\nname: mine\ndescription: a: b\n---\n")
            .unwrap();
    assert_eq!((found[0].line, found[0].kind), (3, ProblemKind::Error));
    let odd = "---\nname: mine\nmetadata: {\"milady\":{\"event\":[\"a\"]}}\n---\n";
    let found = check(&machine, &inventory, ID, "HOOK.md", odd).unwrap();
    assert_eq!(found[0].kind, ProblemKind::Warning);
}

#[test]
fn only_files_of_the_hook_are_opened_and_only_one_s_own_are_changed() {
    let (_tmp, machine) = home();
    let inventory = scan(&machine);
    for file in ["../../milady.json", "/etc/passwd", "out.ts", "absent.ts", ""] {
        assert!(open(&machine, &inventory, ID, file).is_err(), "{file}");
    }
    let install = included::plan_install(&machine, &inventory, "welcome").unwrap();
    apply::apply(&machine, &install).unwrap();
    let inventory = scan(&machine);
    let text = open(&machine, &inventory, "milady/managed/welcome", "HOOK.md").unwrap();
    assert!(text.read_only.is_some());
    let refused = save(&machine, &inventory, "milady/managed/welcome", "HOOK.md", "x", &text.stamp);
    assert!(matches!(refused, Err(OpError::Refused(_))), "{refused:?}");
}

fn put(home: &Path, path: &str, text: &str) {
    let path = home.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    files::save(&path, text.as_bytes(), &files::Stamp::Absent, 0o755).unwrap();
}

#[test]
fn the_program_of_one_s_own_plugin_is_edited_and_that_of_an_installed_one_is_read() {
    const PROGRAM: &str = "export default { id: \"guard\", register() {} };\n";
    let tmp = tempfile::tempdir().unwrap();
    let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
    let manifest = "{\"id\": \"guard\", \"configSchema\": {\"type\": \"object\"}}\n";
    for folder in [".openclaw/extensions/guard", ".openclaw/workspace/.openclaw/extensions/own"] {
        let id = folder.rsplit('/').next().unwrap();
        put(tmp.path(), &format!("{folder}/openclaw.plugin.json"), &manifest.replace("guard", id));
        put(tmp.path(), &format!("{folder}/index.js"), PROGRAM);
        put(tmp.path(), &format!("{folder}/HOOK.md"), "Not the manifest of a hook.\n");
    }
    put(tmp.path(), ".openclaw/openclaw.json", "{}\n");
    let dir = tmp.path().join(".openclaw/extensions/guard");
    std::os::unix::fs::symlink("/etc/passwd", dir.join("out.js")).unwrap();
    std::os::unix::fs::symlink("/etc", dir.join("etc")).unwrap();
    let scan = || Inventory::scan(&machine, AgentId::Openclaw, &Options::documented());
    let id = "openclaw/plugin/guard";
    let text = open(&machine, &scan(), id, "index.js").unwrap();
    assert_eq!((text.raw.as_str(), text.language), (PROGRAM, Language::Javascript));
    assert_eq!((text.read_only, text.problems.len()), (None, 0));
    assert_eq!(check(&machine, &scan(), id, "index.js", "a..;\n").unwrap().len(), 1);
    assert!(check(&machine, &scan(), id, "HOOK.md", "x\n").unwrap().is_empty());
    let outside = ["out.js", "etc/passwd", "../../openclaw.json", "/etc/passwd", "absent.js", ""];
    for file in outside {
        assert!(open(&machine, &scan(), id, file).is_err(), "{file}");
        assert!(save(&machine, &scan(), id, file, "x", "").is_err(), "{file}");
    }
    let plan = save(&machine, &scan(), id, "index.js", "// mine\n", &text.stamp).unwrap();
    assert_eq!(plan.hook.as_deref(), Some(id));
    apply::apply(&machine, &plan).unwrap();
    assert_eq!(fs::read_to_string(dir.join("index.js")).unwrap(), "// mine\n");
    let late = save(&machine, &scan(), id, "index.js", "x", &text.stamp);
    assert!(matches!(late, Err(OpError::File(FileError::Changed { .. }))), "{late:?}");
    apply::undo(&machine, None).unwrap();
    assert_eq!(fs::read_to_string(dir.join("index.js")).unwrap(), PROGRAM);

    // One with a receipt is somebody else's.
    let files = vec![crate::plan::NewFile {
        path: "index.js".to_owned(),
        bytes: PROGRAM.into(),
        executable: false,
    }];
    let new = plugins::NewPlugin {
        id: "theirs",
        folder: "theirs",
        title: "Theirs",
        files,
        from: Some(("npm:theirs", "1.0.0")),
        on: false,
    };
    apply::apply(&machine, &plugins::install(&machine, &scan(), new).unwrap()).unwrap();
    let id = "openclaw/plugin/theirs";
    let text = open(&machine, &scan(), id, "index.js").unwrap();
    assert!(
        text.read_only.as_deref().is_some_and(|why| why.contains("Make a copy of your own")),
        "{text:?}"
    );
    let refused = save(&machine, &scan(), id, "index.js", "x", &text.stamp);
    assert!(matches!(refused, Err(OpError::Refused(_))), "{refused:?}");
}

const CONFIG: &str = "[[hooks]]\nname = \"audit\"\nevents = [\"Command\"]\ncommand = \"./x.sh credentials.json ./moltis.toml ./out.sh ./far/x.sh ./hooks/guard/handler.sh\"\n";

#[test]
fn the_script_beside_a_config_that_an_entry_starts_is_edited_and_nothing_else_there() {
    let (tmp, away) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
    put(tmp.path(), ".moltis/moltis.toml", CONFIG);
    for (file, text) in [
        ("x.sh", "#!/bin/sh\necho a\n"),
        ("other.sh", "#!/bin/sh\n"),
        ("credentials.json", "{\"key\": \"secret\"}\n"),
    ] {
        put(tmp.path(), &format!(".moltis/{file}"), text);
    }
    put(away.path(), "x.sh", "#!/bin/sh\n");
    let config = tmp.path().join(".moltis");
    std::os::unix::fs::symlink(away.path().join("x.sh"), config.join("out.sh")).unwrap();
    std::os::unix::fs::symlink(away.path(), config.join("far")).unwrap();
    let scan = || Inventory::scan(&machine, AgentId::Moltis, &Options::documented());
    let id = "moltis/config/audit";
    let text = open(&machine, &scan(), id, "x.sh").unwrap();
    assert_eq!((text.language, text.read_only), (Language::Shell, None));
    let detail = crate::detail::detail(&machine, &scan(), id).unwrap();
    let names: Vec<_> = detail.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(names, ["x.sh"], "what is listed is what can be opened");
    for file in [
        "other.sh",
        "credentials.json",
        "moltis.toml",
        "out.sh",
        "far/x.sh",
        "../.moltis/x.sh",
        "./x.sh",
        "/etc/passwd",
        "",
    ] {
        assert!(open(&machine, &scan(), id, file).is_err(), "{file}");
        assert!(save(&machine, &scan(), id, file, "x", "").is_err(), "{file}");
    }
    let new = "#!/bin/sh\necho b\n";
    let plan = save(&machine, &scan(), id, "x.sh", new, &text.stamp).unwrap();
    apply::apply(&machine, &plan).unwrap();
    assert_eq!(fs::read_to_string(config.join("x.sh")).unwrap(), new);
    assert!(files::is_executable(&config.join("x.sh")));
    let late = save(&machine, &scan(), id, "x.sh", "x", &text.stamp);
    assert!(matches!(late, Err(OpError::File(FileError::Changed { .. }))), "{late:?}");
    apply::undo(&machine, None).unwrap();
    assert!(fs::read_to_string(config.join("x.sh")).unwrap().contains("echo a"));
}

#[test]
fn a_script_of_an_installed_hook_is_not_changed_through_an_entry_that_starts_it() {
    let tmp = tempfile::tempdir().unwrap();
    let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
    put(tmp.path(), ".moltis/moltis.toml", "");
    let scan = || Inventory::scan(&machine, AgentId::Moltis, &Options::documented());
    let install = included::plan_install(&machine, &scan(), "tool-logger").unwrap();
    apply::apply(&machine, &install).unwrap();
    let script = detail_scripts(&scan(), "moltis/managed/tool-logger");
    let entry = format!(
        "[[hooks]]\nname = \"twice\"\nevents = [\"Command\"]\ncommand = \"./hooks/tool-logger/{script}\"\n"
    );
    let config = tmp.path().join(".moltis/moltis.toml");
    let stamp = files::read(&config, u64::MAX).unwrap().1;
    files::save(&config, entry.as_bytes(), &stamp, 0o600).unwrap();
    let file = format!("hooks/tool-logger/{script}");
    let text = open(&machine, &scan(), "moltis/config/twice", &file).unwrap();
    assert!(text.read_only.is_some(), "{text:?}");
}

fn detail_scripts(inventory: &Inventory, id: &str) -> String {
    crate::detail::starts(inventory.find(id).unwrap().0).remove(0)
}
