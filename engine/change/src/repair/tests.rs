mod config;
mod lines;
mod table;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use super::*;
use crate::apply;
use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::{AgentId, Row};
use tacklebox_machine::machine::Platform;

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

    #[expect(
        clippy::disallowed_methods,
        reason = "plays an author, whose editor writes as it likes"
    )]
    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn scan(&self, agent: AgentId) -> Inventory {
        Inventory::scan(&self.machine, agent, &Options::documented())
    }
}

#[test]
fn one_slip_in_a_config_is_one_way_out_however_many_hooks_it_breaks() {
    let home = Home::new();
    for number in 0..9 {
        home.write(
            &format!(".moltis/hooks/h{number}/HOOK.md"),
            &format!("+++\nname = \"h{number}\"\nevents = [\"SessionEnd\"]\ncommand = \"true\"\ntimeout = 9\n+++\n"),
        );
    }
    home.write(".config/moltis/moltis.toml", "# mine\n[[hooks]\nname = \"x\"\n");
    let inventory = home.scan(AgentId::Moltis);
    let all = of_all(&home.machine, &inventory);
    assert_eq!(all.iter().map(|repair| repair.id.as_str()).collect::<Vec<_>>(), ["config-slip"]);
    assert_eq!(all[0].hooks.len(), 9);
    assert!(!all[0].says.contains('`'), "{}", all[0].says);
    // From each of the hooks the same one is reached.
    let id = &inventory.hooks()[0].id;
    let plan = plan(&home.machine, &inventory, Some(id), "config-slip").unwrap();
    apply::apply(&home.machine, &plan).unwrap();
    let text = fs::read_to_string(home.path(".config/moltis/moltis.toml")).unwrap();
    assert_eq!(text, "# mine\n[[hooks]]\nname = \"x\"\n");
}

#[test]
fn a_repair_says_where_its_hook_is_off_afterwards() {
    let home = Home::new();
    let manifest = |name: &str| {
        format!(
            "---\nname: {name}\ndescription: Says: hello\nmetadata:\n  openclaw:\n    events: [command:new]\n---\n"
        )
    };
    for name in ["on", "off"] {
        home.write(&format!(".openclaw/hooks/{name}/HOOK.md"), &manifest(name));
        home.write(&format!(".openclaw/hooks/{name}/handler.ts"), "export default () => {};\n");
    }
    home.write(
        ".openclaw/openclaw.json",
        "{ hooks: { internal: { enabled: true, entries: { on: { enabled: true }, off: { enabled: false } } } } }\n",
    );
    let inventory = home.scan(AgentId::Openclaw);
    let all = of_all(&home.machine, &inventory);
    for (name, stays) in [("on", &[][..]), ("off", &["It is off then, until you turn it on."])] {
        let way = all.iter().find(|way| way.hooks == [name]).unwrap();
        assert!(way.cures, "{way:?}");
        assert_eq!(way.plan.stays, stays);
    }
}

#[test]
fn what_cannot_be_repaired_is_told_in_words_with_a_letter_to_its_author() {
    let home = Home::new();
    home.write(
        ".zeroclaw/workspace/hooks/x/HOOK.toml",
        "[hook]\nname = \"x\"\nevent = \"whenever\"\n[hook.action.shell]\ncommand = \"true\"\n",
    );
    let inventory = home.scan(AgentId::Zeroclaw);
    let id = inventory.hooks()[0].id.clone();
    let ways = of_hook(&home.machine, &inventory, &id).unwrap();
    assert!(ways.is_empty());
    let trouble = trouble(&home.machine, &inventory, &id, &ways).unwrap();
    assert_eq!(trouble.says, "It waits for whenever, which ZeroClaw does not have (line 3).");
    assert_eq!((trouble.file.as_deref(), trouble.line), (Some("HOOK.toml"), Some(3)));
    assert!(trouble.letter.contains("    event = \"whenever\"\n"), "{}", trouble.letter);
    let none = plan(&home.machine, &inventory, Some(&id), "slip");
    assert!(matches!(none, Err(OpError::NoSuchRepair(_))), "{none:?}");
}

#[test]
fn what_is_called_and_fails_each_time_is_told_with_its_way_out() {
    let home = Home::new();
    let front =
        "+++\nname = \"x\"\nevents = [\"Command\"]\ncommand = \"./gone.sh\"\ntimeout = 5\n+++\n";
    home.write(".moltis/hooks/x/HOOK.md", front);
    home.write(".moltis/hooks/x/handler.sh", "#!/bin/sh\n");
    let class = "---\nname: x\nmetadata: {\"milady\":{\"events\":[\"gateway:startup\"]}}\n---\n";
    home.write(".milady/hooks/x/HOOK.md", class);
    home.write(".milady/hooks/x/handler.ts", "export default class {}\n");
    for (agent, place, ways) in [
        (AgentId::Moltis, (Some("HOOK.md"), Some(4)), &["no-handler"][..]),
        (AgentId::Milady, (Some("handler.ts"), None), &[]),
    ] {
        let inventory = Inventory::scan(&home.machine, agent, &Options::default());
        let hook = inventory.hooks().into_iter().find(|hook| hook.name == "x").unwrap();
        assert_eq!((hook.state, hook.row), (State::Ready, Row::NoEffect), "{hook:?}");
        let found = of_hook(&home.machine, &inventory, &hook.id).unwrap();
        assert_eq!(found.iter().map(|way| way.id.as_str()).collect::<Vec<_>>(), ways);
        let told = trouble(&home.machine, &inventory, &hook.id, &found).unwrap();
        assert_eq!(Some(&told.says), hook.warning.as_ref());
        assert_eq!((told.file.as_deref(), told.line), place);
        assert!(told.letter.starts_with("x does nothing in "), "{}", told.letter);
    }
}

#[test]
fn every_word_to_a_layman_is_free_of_a_programmers_signs() {
    let family = "metadata: {\"milady\":{\"events\":[\"command:new\"]}}";
    for front in [
        "description: a: b",
        "metadata: [",
        "name: x\nname: y",
        "metadata: {\"milady\":{\"events\":[1,2}}",
        "\tname: x",
        "metadata: 5",
        "name: [x]",
        "metadata: {\"milady\":{\"requires\":5}}",
    ] {
        let home = Home::new();
        home.write(".milady/hooks/x/HOOK.md", &format!("---\nname: x\n{front}\n{family}\n---\n"));
        home.write(".milady/hooks/x/handler.ts", "");
        let inventory = home.scan(AgentId::Milady);
        let id = inventory.hooks()[0].id.clone();
        let ways = of_hook(&home.machine, &inventory, &id).unwrap();
        if let Some(trouble) = trouble(&home.machine, &inventory, &id, &ways) {
            assert!(!trouble.says.contains(['`', '{', '[']), "{}", trouble.says);
            assert!(
                trouble.says.ends_with('.') && !trouble.says.ends_with(".."),
                "{}",
                trouble.says
            );
        }
    }
}

#[test]
fn a_file_that_another_program_wrote_meanwhile_is_not_written_over() {
    let home = Home::new();
    let file = ".milady/hooks/x/HOOK.md";
    home.write(file, "---\nname: x\ndescription: a: b\nmetadata: {\"milady\":{\"events\":[\"command:new\"]}}\n---\n");
    home.write(".milady/hooks/x/handler.ts", "");
    let inventory = home.scan(AgentId::Milady);
    let id = inventory.hooks()[0].id.clone();
    let plan = plan(&home.machine, &inventory, Some(&id), "unquoted-text").unwrap();
    home.write(file, "theirs");
    assert_eq!(
        apply::apply(&home.machine, &plan).unwrap_err().code(),
        tacklebox_machine::failure::Code::ChangedMeanwhile
    );
    assert_eq!(fs::read_to_string(home.path(file)).unwrap(), "theirs");
}

/// A config of Moltis in the place where it looks.
const MOLTIS: &str = ".config/moltis/moltis.toml";

#[test]
fn a_list_of_hooks_in_the_wrong_place_is_one_way_out_for_all_of_them() {
    let home = Home::new();
    let entry = |number: u8| {
        format!(
            "[[hooks]]\nname = \"h{number}\"\nevents = [\"Command\"]\ncommand = \"true\"\ntimeout = 9\n\n"
        )
    };
    let text: String = (0..5).map(entry).collect();
    home.write(MOLTIS, &text);
    let inventory = home.scan(AgentId::Moltis);
    let all = of_all(&home.machine, &inventory);
    let ids: Vec<_> = all.iter().map(|way| (way.id.as_str(), way.hook.is_none())).collect();
    assert_eq!(ids, [("moltis-config-table", true)]);
    assert_eq!(all[0].hooks, ["h0", "h1", "h2", "h3", "h4"]);
    let made = plan(&home.machine, &inventory, None, "moltis-config-table").unwrap();
    apply::apply(&home.machine, &made).unwrap();
    let now = fs::read_to_string(home.path(MOLTIS)).unwrap();
    assert_eq!(now, text.replace("[[hooks]]", "[[hooks.hooks]]"));
    assert!(of_all(&home.machine, &home.scan(AgentId::Moltis)).is_empty());
}

#[test]
fn an_entry_of_a_config_is_repaired_in_place() {
    let home = Home::new();
    let text = "# mine\n[[hooks.hooks]]\nname = \"a\" # first\nevents = [\"before_toolcall\", \"Command\"]\ncommand = \"true\"\ntimeot = 9\n\n[[hooks.hooks]]\nname = \"b\"\nevents = \"Comand\"\ncommnad = \"true\"\ntimeout = 9\n";
    home.write(MOLTIS, text);
    let ways = |inventory: &Inventory| -> Vec<(String, String)> {
        let all = of_all(&home.machine, inventory);
        all.into_iter().map(|way| (way.hook.unwrap_or_default(), way.id)).collect()
    };
    let way = |hook: &str, id: &str| (format!("moltis/config/{hook}"), id.to_owned());
    let inventory = home.scan(AgentId::Moltis);
    let (_, a) = inventory.candidates().find(|(_, hook)| hook.name == "a").unwrap();
    let said: Vec<_> = a.notes.iter().map(|note| note.sentence.as_str()).collect();
    assert!(
        said.contains(
            &"Moltis has no event before_toolcall, so it never fires. Did you mean BeforeToolCall?"
        ),
        "{said:?}"
    );
    assert!(
        said.iter().any(|note| note
            .starts_with("Moltis does not read timeot (line 6): timeout was probably meant.")),
        "{said:?}"
    );
    let first = ways(&inventory);
    assert!(first.contains(&way("a", "unknown-event")), "{first:?}");
    assert!(first.contains(&way("a", "misspelt-key")), "{first:?}");
    assert!(first.contains(&way("b", "misspelt-key")), "{first:?}");
    for (hook, id) in [
        ("a", "unknown-event"),
        ("a", "misspelt-key"),
        ("b", "misspelt-key"),
        ("b", "unknown-event"),
    ] {
        let inventory = home.scan(AgentId::Moltis);
        let hook = format!("moltis/config/{hook}");
        let made = plan(&home.machine, &inventory, Some(&hook), id).unwrap();
        apply::apply(&home.machine, &made).unwrap();
    }
    let now = fs::read_to_string(home.path(MOLTIS)).unwrap();
    let wished = text
        .replace("before_toolcall", "BeforeToolCall")
        .replace("timeot", "timeout")
        .replace("Comand", "Command")
        .replace("commnad", "command");
    assert_eq!(now, wished, "every other byte stays");
    assert_eq!(ways(&home.scan(AgentId::Moltis)), []);
}

#[test]
fn an_entry_whose_script_is_absent_gets_one_beside_the_config() {
    let home = Home::new();
    home.write(MOLTIS, "[[hooks]]\nname = \"a\"\nevents = [\"Command\"]\ncommand = \"./a.sh\"\n");
    let inventory = home.scan(AgentId::Moltis);
    let id = "moltis/config/a";
    let ways = of_hook(&home.machine, &inventory, id).unwrap();
    let shown: Vec<_> = ways.iter().map(|way| (way.id.as_str(), way.helps())).collect();
    // What is about something else comes after what brings it back.
    assert_eq!(shown[0], ("no-handler", true), "{shown:?}");
    assert!(shown[1..].iter().all(|(_, helps)| !helps), "{shown:?}");
    let table = "Today's Moltis reads [[hooks.hooks]] in its config, not [[hooks]].";
    assert_eq!(ways[0].leaves.as_deref(), Some(table));
    let made = plan(&home.machine, &inventory, Some(id), "no-handler").unwrap();
    apply::apply(&home.machine, &made).unwrap();
    assert!(fs::read_to_string(home.path(".config/moltis/a.sh")).unwrap().starts_with("#!/bin/sh"));
    let (hook, _) =
        home.scan(AgentId::Moltis).find(id).map(|(h, c)| (h.clone(), c.clone())).unwrap();
    assert_eq!(hook.error, None);
}

#[test]
fn an_event_that_nobody_has_says_so_by_the_text_and_by_what_ships() {
    let home = Home::new();
    home.write(
        MOLTIS,
        "[[hooks.hooks]]\nname = \"a\"\nevents = [\"whenever\"]\ncommand = \"true\"\n",
    );
    let hook = |inventory: &Inventory| inventory.find("moltis/config/a").unwrap().0.clone();
    let text = hook(&home.scan(AgentId::Moltis));
    assert_eq!(
        text.reason.as_deref(),
        Some("It waits for whenever, which Moltis does not have, so it would never run.")
    );
    let ships = hook(&Inventory::scan(&home.machine, AgentId::Moltis, &Options::default()));
    assert_eq!(ships.reason.as_deref(), Some("It names no event that Moltis has"), "{ships:?}");
}

#[test]
fn a_program_that_cannot_be_read_is_opened_at_its_line_and_a_note_does_not_mend_it() {
    let home = Home::new();
    let folder = ".milady/hooks/x";
    home.write(
        &format!("{folder}/HOOK.md"),
        "---\nname: x\ndescription: d\nmetadata: {\"milady\":{\"events\":[\"sesion:start\"]}}\n---\n",
    );
    home.write(
        &format!("{folder}/handler.ts"),
        "// first\nexport default async () => {\n  if (true) {\n};\n",
    );
    // What is told of no version reads no module.
    let inventory = Inventory::scan(&home.machine, AgentId::Milady, &Options::default());
    let hook = inventory.hooks().remove(0);
    let ways = of_hook(&home.machine, &inventory, &hook.id).unwrap();
    assert!(!ways.is_empty() && ways.iter().all(|way| !way.helps()), "{ways:?}");
    let trouble = trouble(&home.machine, &inventory, &hook.id, &ways).unwrap();
    assert_eq!(trouble.file.as_deref(), Some("handler.ts"));
    let line = trouble.line.unwrap();
    assert!(trouble.says.starts_with(&format!(
        "Its program handler.ts cannot be understood (line {line}): a sign is missing"
    )));
    assert!(trouble.technical.is_some_and(|said| said.starts_with("Its handler cannot be loaded")));
    assert!(!trouble.letter.contains("This repairs it"), "{}", trouble.letter);
}

#[test]
fn a_row_says_what_its_page_says() {
    let milady = |front: &str| format!("---\nname: x\ndescription: d\n{front}\n---\n");
    let moltis = |front: &str| format!("+++\nname = \"x\"\ndescription = \"d\"\n{front}\n+++\n");
    let zeroclaw = |front: &str| format!("[hook]\nname = \"x\"\n{front}\n");
    let (family, shell, own) = (AgentId::Milady, AgentId::Moltis, AgentId::Zeroclaw);
    for (agent, text, said) in [
        (
            family,
            milady("metadata: {\"milady\":{\"events\":[\"command:new\"]}"),
            "never closed (line 4)",
        ),
        (family, milady("metadata: {milady: {events: 3}}"), "(line 4)"),
        (family, milady("events: a: b"), "has to be in quotes (line 4)"),
        (family, milady("description: again"), "description is there twice (line 4)"),
        (family, String::new(), "The manifest is empty"),
        (family, "# X\n".to_owned(), "at the very top"),
        (family, "---\nname: x\n".to_owned(), "are not closed (line 1)"),
        (family, "---\ndescription: d\n---\n".to_owned(), "does not say its name"),
        (family, milady("metadata:\n\tmilady: {}"), "begins with tabs"),
        (
            shell,
            moltis("events = [\"Comand\"]\ncommand = \"true\""),
            "Command was probably meant (line 4)",
        ),
        (shell, moltis("events = [\"Command\"]"), "what to start"),
        (shell, moltis("events = [\"Command\"\ncommand = 3"), "never closed (line 4)"),
        (own, zeroclaw("event = \"on_message_received\""), "what to do"),
        (own, zeroclaw("event == 1"), "(line 3)"),
    ] {
        let home = Home::new();
        let (folder, file) = match agent {
            AgentId::Zeroclaw => (".zeroclaw/workspace/hooks/x", "HOOK.toml"),
            AgentId::Moltis => (".moltis/hooks/x", "HOOK.md"),
            _ => (".milady/hooks/x", "HOOK.md"),
        };
        home.write(&format!("{folder}/{file}"), &text);
        home.write(&format!("{folder}/handler.ts"), "export default async () => {};\n");
        let inventory = Inventory::scan(&home.machine, agent, &Options::documented());
        // Some agents have hooks of their own.
        let hook = inventory.hooks().into_iter().find(|hook| hook.dir.is_some()).unwrap();
        let ways = of_hook(&home.machine, &inventory, &hook.id).unwrap();
        let trouble = trouble(&home.machine, &inventory, &hook.id, &ways).unwrap();
        assert!(trouble.says.contains(said), "{}", trouble.says);
        for word in ["YAML", "TOML", "JSON", "front matter", "`"] {
            assert!(!trouble.says.contains(word), "{}", trouble.says);
        }
        assert_eq!(hook.reason, Some(trouble.says));
        // What the reader says itself is a detail.
        assert_eq!(hook.error, trouble.technical);
    }
}

/// A version that reads past a slip has another trouble, and that is what is told.
#[test]
fn what_a_version_reads_past_is_not_what_is_wrong() {
    let home = Home::new();
    let text = "---\nname: x\ndescription: Runs on: new session\nmetadata: {\"milady\":{\"events\":[\"gateway:startup\"]}}\n---\n";
    home.write(".milady/hooks/x/HOOK.md", text);
    home.write(".milady/hooks/x/handler.ts", "export const other = 1;\n");
    let inventory = Inventory::scan(&home.machine, AgentId::Milady, &Options::default());
    let hook = inventory.hooks().remove(0);
    assert_eq!(
        hook.reason.as_deref(),
        Some("Its handler cannot be loaded: it has no export default.")
    );
    let trouble = trouble(&home.machine, &inventory, &hook.id, &[]).unwrap();
    assert_eq!(hook.reason, Some(trouble.says));
    assert_eq!(trouble.file.as_deref(), Some("handler.ts"));
}
