//! Hooks that are entries of a config: new ones and those that are there.

use super::*;

/// Only what an entry of a config can say, with a command.
fn of_entry(wish: Sentence) -> Sentence {
    let mut wish = Sentence {
        agent: AgentId::Moltis,
        kind: HandlerKind::Shell,
        events: match wish.agent {
            AgentId::Moltis => wish.events.clone(),
            _ => vec!["BeforeToolCall".to_owned()],
        },
        command: wish.content.clone() + "true",
        content: String::new(),
        position: new_of(AgentId::Moltis).position,
        url: String::new(),
        method: String::new(),
        headers: Vec::new(),
        body: String::new(),
        channels: Vec::new(),
        users: Vec::new(),
        pattern: String::new(),
        workdir: String::new(),
        emoji: String::new(),
        homepage: String::new(),
        version: String::new(),
        keys: Vec::new(),
        ..wish
    };
    without_module(&mut wish);
    wish
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A new entry is added below what is there, and is a draft whose name is on the list of what is off.
    #[test]
    fn every_sentence_is_read_back_from_a_new_entry_of_a_config(wish in sentences()) {
        const BEFORE: &str = "# Of Ana.\n[server]\nport = 1 # why\n\n[[hooks]]\nname = \"other\" # hers\ncommand = \"true\"\nevents = [\"Command\"]\n";
        let tmp = tempfile::tempdir().unwrap();
        let machine = machine(tmp.path());
        let config = tmp.path().join(".moltis/moltis.toml");
        std::fs::create_dir_all(config.parent().unwrap()).unwrap();
        let stamp = tacklebox_machine::files::Stamp::Absent;
        tacklebox_machine::files::save(&config, BEFORE.as_bytes(), &stamp, 0o600).unwrap();
        let scan = || scan(&machine, AgentId::Moltis);
        let wish = Sentence { entry: true, ..of_entry(wish) };
        prop_assert_eq!(problems(&scan(), &wish), []);
        let blank = Sentence { command: " ".to_owned(), ..wish.clone() };
        prop_assert!(plan(&machine, &scan(), &blank).is_err(), "an entry without a command is none");
        let (told, made) = self::made(&machine, &scan(), &wish).unwrap();
        prop_assert!(told.manifest.action.is_some());
        let done = apply::apply(&machine, &made).unwrap();
        let inventory = scan();
        let (hook, candidate) = inventory.find("moltis/config/mine").unwrap();
        prop_assert_eq!((hook.draft, hook.enabled, made.hook.as_ref()), (true, false, Some(&hook.id)));
        let (back, form) = of(inventory.agent(), hook, candidate).unwrap();
        let wish = Sentence { entry: false, hook: back.hook.clone(), ..wish };
        prop_assert_eq!((&back, form), (&filled(&wish, &back), Form::Entry));
        prop_assert!(std::fs::read_to_string(&config).unwrap().starts_with(BEFORE));
        apply::undo(&machine, done.undo.as_deref()).unwrap();
        prop_assert_eq!(std::fs::read_to_string(&config).unwrap(), BEFORE);
    }

    /// An entry of a config has no file of its own: all that is around it stays as it is.
    #[test]
    fn every_sentence_is_read_back_from_an_entry_of_a_config(first in sentences(), second in sentences()) {
        const BEFORE: &str = "# Of Ana.\n[server]\nport = 1 # why\n\n[[hooks]]\nname = \"mine\"\n";
        const AFTER: &str = "\n[[hooks]]\nname = \"other\" # hers\ncommand = \"true\"\nevents = [\"Command\"]\n";
        let tmp = tempfile::tempdir().unwrap();
        let machine = machine(tmp.path());
        let config = tmp.path().join(".moltis/moltis.toml");
        std::fs::create_dir_all(config.parent().unwrap()).unwrap();
        let entry = "# above\ncommand = \"cat\" # it\nevents = [\"Command\"] # when\n";
        let text = format!("{BEFORE}{entry}{AFTER}");
        let stamp = tacklebox_machine::files::Stamp::Absent;
        tacklebox_machine::files::save(&config, text.as_bytes(), &stamp, 0o600).unwrap();
        let read = || {
            let inventory = scan(&machine, AgentId::Moltis);
            let (hook, candidate) = inventory.find("moltis/config/mine").unwrap();
            (of(inventory.agent(), hook, candidate).unwrap(), inventory)
        };
        prop_assert_eq!(read().0.1, Form::Entry);
        for wish in [first, second] {
            let ((back, _), inventory) = read();
            let wish = Sentence { hook: back.hook.clone(), position: back.position.clone(), ..of_entry(wish) };
            let edit = plan(&machine, &inventory, &wish).unwrap();
            apply::apply(&machine, &edit).unwrap();
            let ((after, _), inventory) = read();
            prop_assert_eq!(&after, &wish);
            prop_assert!(plan(&machine, &inventory, &after).unwrap().is_empty());
            let text = std::fs::read_to_string(&config).unwrap();
            prop_assert!(text.starts_with(BEFORE) && text.ends_with(AFTER), "{}", text);
            for comment in ["\n# above\n", " # it\n", " # when\n"] {
                prop_assert!(text.contains(comment), "{}: {}", comment, text);
            }
        }
    }
}
