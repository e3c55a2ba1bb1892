//! Sentences made, read back, changed and taken back.

use std::collections::BTreeMap;
use std::fs;

use proptest::prelude::*;

use super::pattern::not_both;
use super::*;
use crate::apply;
use tacklebox_agents::agent::Options;
use tacklebox_agents::dialect::typed::TYPED_HOOKS;
use tacklebox_agents::hook::AgentId;
use tacklebox_inventory::plugins::PluginState;
use tacklebox_machine::machine::Platform;

struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir_all(home.path().join(".openclaw")).unwrap();
        Self(home)
    }

    fn machine(&self) -> Machine {
        Machine::new(Platform::Linux, self.0.path(), BTreeMap::new())
    }

    fn inventory(&self) -> Inventory {
        let runtimes = [(AgentId::Openclaw, "2026.9.6".to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        Inventory::scan(&self.machine(), AgentId::Openclaw, &options)
    }

    fn make(&self, sentence: &PluginSentence) -> Plugin {
        let plan = new(&self.machine(), &self.inventory(), "guard", sentence, false).unwrap();
        apply::apply(&self.machine(), &plan).unwrap();
        self.plugin()
    }

    fn plugin(&self) -> Plugin {
        find(&self.machine(), self.inventory().agent(), "guard").unwrap()
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(".openclaw/extensions/guard").join(name)).unwrap()
    }

    fn put(&self, name: &str, text: &str) {
        let path = self.0.path().join(".openclaw/extensions/guard").join(name);
        let (_, stamp) = files::read(&path, LENGTH).unwrap();
        files::save(&path, text.as_bytes(), &stamp, 0o644).unwrap();
    }
}

fn block() -> PluginSentence {
    PluginSentence {
        event: "before_tool_call".into(),
        tools: vec!["exec".into()],
        pattern: "rm -rf".into(),
        act: Act::Block,
        with: "Not here".into(),
        timeout: None,
        priority: Some(100),
    }
}

fn run(event: &str) -> PluginSentence {
    let (tools, pattern) = (Vec::new(), String::new());
    let with = "cat > /tmp/x".to_owned();
    PluginSentence {
        event: event.into(),
        tools,
        pattern,
        act: Act::Run,
        with,
        timeout: Some(3),
        priority: None,
    }
}

#[test]
fn one_is_made_off_changed_in_place_and_taken_back() {
    let home = Home::new();
    let plugin = home.make(&block());
    assert_eq!((plugin.state(), of(&plugin)), (PluginState::Off, Some(Told::Sentence(block()))));
    assert_eq!(
        plugin.description.as_deref(),
        Some("Before a tool runs, for exec, if the text matches rm -rf: block it with “Not here”")
    );
    let other = run("message_received");
    let plan = change(&home.machine(), &home.inventory(), "guard", &other).unwrap();
    let shown = plan.view(&home.machine());
    let paths: Vec<_> =
        shown.files.iter().map(|file| file.path.rsplit('/').next().unwrap()).collect();
    assert_eq!(paths, ["index.js", "sentence.json", "openclaw.plugin.json"]);
    assert!(shown.files[1].diff.contains("Not here"), "{}", shown.files[1].diff);
    let done = apply::apply(&home.machine(), &plan).unwrap();
    assert_eq!(of(&home.plugin()), Some(Told::Sentence(other.clone())));
    assert!(change(&home.machine(), &home.inventory(), "guard", &other).unwrap().steps.is_empty());
    apply::undo(&home.machine(), done.undo.as_deref()).unwrap();
    assert_eq!(of(&home.plugin()), Some(Told::Sentence(block())));
}

#[test]
fn what_a_person_changed_is_theirs() {
    let home = Home::new();
    home.make(&block());
    let manifest = home.text("openclaw.plugin.json").replace("0.1.0", "0.2.0");
    home.put("openclaw.plugin.json", &manifest);
    let sentence = PluginSentence { with: "Never".into(), ..block() };
    let plan = change(&home.machine(), &home.inventory(), "guard", &sentence).unwrap();
    apply::apply(&home.machine(), &plan).unwrap();
    assert_eq!(home.text("openclaw.plugin.json"), manifest, "it was changed by hand");
    let program = home.text(PROGRAM);
    for (name, text) in
        [(PROGRAM, program.replace("meant(event)", "true")), (DATA, "{}".to_owned())]
    {
        let before = home.text(name);
        home.put(name, &text);
        assert_eq!(of(&home.plugin()), Some(Told::ByHand), "{name}");
        let why = change(&home.machine(), &home.inventory(), "guard", &block()).unwrap_err();
        assert!(why.to_string().contains("changed by hand"), "{why}");
        home.put(name, &before);
    }
    assert_eq!(of(&home.plugin()), Some(Told::Sentence(sentence)));
    home.put(PROGRAM, &program);
    fs::remove_file(home.plugin().dir.join(DATA)).unwrap();
    assert_eq!(of(&home.plugin()), None);
}

#[test]
fn what_cannot_be_said_says_why() {
    let why = |change: fn(&mut PluginSentence)| {
        let mut sentence = block();
        change(&mut sentence);
        sentence.check("OpenClaw").map(|hook| hook.name).unwrap_err().to_string()
    };
    assert!(
        why(|it| it.event = "before_tol_call".into()).contains("did you mean before_tool_call?")
    );
    assert!(
        why(|it| it.event = "agent_end".into())
            .contains("Nothing can be blocked when the agent is done")
    );
    assert!(why(|it| it.event = "message_sending".into()).contains("leave the tools out"));
    assert!(why(|it| it.with = " ".into()).contains("Say why"));
    assert!(why(|it| it.with = "a\nb".into()).contains("one line"));
    assert!(why(|it| it.with = "é".repeat(MOST_CHARS + 1)).contains("at most 4000 characters"));
    assert!(PluginSentence { with: "é".repeat(MOST_CHARS), ..block() }.check("OpenClaw").is_ok());
    assert!(why(|it| it.act = Act::Post).contains("http://"));
    assert!(why(|it| it.timeout = Some(0)).contains("between 1 and 600"));
    assert!(why(|it| it.pattern = "(".into()).contains("not a valid regular expression"));
    for pattern in [
        "(?i)rm",
        "\\Arm",
        "[[:alpha:]]",
        "[a-z&&b]",
        "\\pL",
        "$+",
        "a**",
        "\\<rm",
        "[]a]",
        "[^]a]",
        "a{2, 5}",
        "a{ 2}",
        "[😀]",
    ] {
        assert!(not_both(pattern).is_some_and(|it| it.contains("JavaScript")), "{pattern}");
    }
    for pattern in [
        "rm\\s+-rf",
        "(?:a|b)+",
        "\\.env\\b",
        "[^/]\\-x",
        "a{2,3}?",
        "",
        "git push.* --force",
        "^a+?$",
        "(a|b)*",
        "[-a]+",
    ] {
        assert_eq!(not_both(pattern), None, "{pattern}");
    }
}

prop_compose! {
    /// A sentence that can be said.
    fn sentences()(
        at in 0..TYPED_HOOKS.len(), tools in prop::collection::vec("[a-z_é\"'$ {}\\\\]{0,8}[a-z]", 0..3),
        pattern in prop_oneof![
            "([a-z .\"'`-][+]?){0,6}[$]?",
            "[ -~éß“]{0,12}".prop_map(|text| regex::escape(&text)),
        ],
        act in 0..3usize, with in "[ -~é“\u{1F600}]{1,40}",
        timeout in prop::option::of(1i32..600), priority in prop::option::of(any::<i32>()),
    ) -> PluginSentence {
        let hook = &TYPED_HOOKS[at];
        let act = [Act::Block, Act::Run, Act::Post][act];
        let act = if act == Act::Block && stops(hook).is_none() { Act::Run } else { act };
        let tools = if about_tools(hook) { tools } else { Vec::new() };
        let with = if act == Act::Post { format!("https://example.com/{}", with.trim().replace(' ', "")) } else { with };
        PluginSentence { event: hook.name.into(), tools, pattern, act, with, timeout, priority }
    }
}

fn said() -> impl Strategy<Value = PluginSentence> {
    let home = Home::new();
    let agent = home.inventory();
    sentences().prop_filter("it cannot be said", move |it| {
        it.check("OpenClaw").is_ok_and(|hook| make::sent(agent.agent(), hook).is_ok())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn every_sentence_is_read_back_as_it_was_made_and_becomes_every_other(first in said(), second in said()) {
        let home = Home::new();
        let plugin = home.make(&first);
        prop_assert_eq!(of(&plugin), Some(Told::Sentence(first.clone())));
        let words = first.words();
        prop_assert_eq!(plugin.description.as_deref(), Some(words.as_str()));
        let files = [PROGRAM, DATA, "openclaw.plugin.json", "package.json"];
        let before = files.map(|file| home.text(file));
        let program = &before[0];
        prop_assert!(["what", "no", "wait", "title", "name", "event"]
            .iter().all(|it| !program.contains(&format!("{{{it}}}"))), "{}", program);

        let plan = change(&home.machine(), &home.inventory(), "guard", &second).unwrap();
        prop_assert_eq!(plan.steps.is_empty(), first == second);
        let done = apply::apply(&home.machine(), &plan).unwrap();
        prop_assert_eq!(of(&home.plugin()), Some(Told::Sentence(second)));
        apply::undo(&home.machine(), done.undo.as_deref()).unwrap();
        prop_assert_eq!(files.map(|file| home.text(file)), before);
        prop_assert_eq!(of(&home.plugin()), Some(Told::Sentence(first)));
    }
}
