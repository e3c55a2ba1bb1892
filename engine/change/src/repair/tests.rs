use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use super::*;
use crate::apply;
use tacklebox_agents::agent::Options;
use tacklebox_agents::hook::AgentId;
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
    assert!(matches!(none, Err(OpError::Refused(_))), "{none:?}");
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
