use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::apply;
use tacklebox_agents::agent::Options;
use tacklebox_agents::dialect::Format;
use tacklebox_agents::moment::{self, Keys};
use tacklebox_machine::machine::Platform;

mod entry;

fn machine(home: &std::path::Path) -> Machine {
    Machine::new(Platform::Linux, home, BTreeMap::new()).with_path(Vec::new())
}

fn scan(machine: &Machine, agent: AgentId) -> Inventory {
    Inventory::scan(machine, agent, &Options::documented())
}

/// What a new hook has of its own where a sentence says nothing.
fn filled(sentence: &Sentence, read: &Sentence) -> Sentence {
    let mut sentence = sentence.clone();
    if sentence.description.is_empty() {
        sentence.description.clone_from(&read.description);
    }
    if sentence.command.is_empty() {
        sentence.command.clone_from(&read.command);
    }
    if sentence.method.is_empty() {
        sentence.method.clone_from(&read.method);
    }
    if sentence.emoji.is_empty() {
        sentence.emoji.clone_from(&read.emoji);
    }
    // What its script starts.
    if sentence.template.take().is_some() {
        let lists = [(&mut sentence.bins, &read.bins), (&mut sentence.any_bins, &read.any_bins)];
        for (own, read) in lists.into_iter().filter(|(own, _)| own.is_empty()) {
            own.clone_from(read);
        }
    }
    sentence.timeout = sentence.timeout.or(read.timeout);
    sentence.priority = sentence.priority.or(read.priority);
    sentence
}

/// Only what the kind and the format can say.
fn fitting(agent: AgentId, mut sentence: Sentence) -> Sentence {
    let none = new_of(agent);
    // What is asked of a person as a key is not shown again.
    sentence.env.retain(|variable| !sentence.needs_env.contains(&variable.name));
    if sentence.kind != HandlerKind::Shell {
        sentence.command = none.command.clone();
    }
    if sentence.kind != HandlerKind::Http {
        (sentence.url, sentence.method, sentence.body) = Default::default();
        sentence.headers = Vec::new();
    }
    if sentence.kind == HandlerKind::Prompt {
        sentence.events = vec!["before_prompt_build".to_owned()];
        sentence.timeout = None;
    } else {
        (sentence.content, sentence.position) = (String::new(), none.position);
    }
    match agent.dialect().format {
        Format::HookToml => {
            without_needs(&mut sentence);
            (sentence.emoji, sentence.homepage) = Default::default();
            sentence.keys = Vec::new();
        }
        Format::Yaml | Format::TomlFront => {
            (sentence.channels, sentence.users, sentence.pattern) = Default::default();
        }
    }
    if agent.dialect().format != Format::TomlFront {
        sentence.env = Vec::new();
    }
    if agent.dialect().format != Format::HookToml || sentence.kind != HandlerKind::Shell {
        sentence.workdir = String::new();
    }
    match agent.dialect().format {
        Format::Yaml => (sentence.timeout, sentence.priority) = (None, None),
        _ => without_module(&mut sentence),
    }
    sentence
}

fn without_needs(sentence: &mut Sentence) {
    let Sentence { bins, any_bins, needs_env, config, os, .. } = sentence;
    for list in [bins, any_bins, needs_env, config, os] {
        list.clear();
    }
}

fn without_module(sentence: &mut Sentence) {
    (sentence.always, sentence.hook_key, sentence.export) = Default::default();
}

fn new_of(agent: AgentId) -> Sentence {
    let tmp = tempfile::tempdir().unwrap();
    let inventory = scan(&machine(tmp.path()), agent);
    let event = match agent {
        AgentId::Zeroclaw => "on_message_received",
        AgentId::Moltis => "BeforeToolCall",
        _ => "command:new",
    };
    Sentence { name: "mine".to_owned(), method: String::new(), ..new(inventory.agent(), event) }
}

/// Some of an agent's own moments: at least one, and only one where a hook has no more.
fn events(agent: AgentId, picked: &[usize]) -> Vec<String> {
    let own = moment::keys_of(agent).filter(|key| moment::find(Keys::of(agent), key).is_some());
    let own: Vec<&str> = own.collect();
    let most = if agent == AgentId::Zeroclaw { 1 } else { usize::MAX };
    let mut events: Vec<String> = Vec::new();
    for event in picked.iter().map(|at| own[at % own.len()]) {
        if events.len() < most && !events.iter().any(|known| known == event) {
            events.push(event.to_owned());
        }
    }
    events
}

/// Those of which the value may be shown.
fn pairs<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<Header> {
    let shown = |name: &str, value: &str| !config::is_secret(name) && !config::looks_secret(value);
    pairs
        .filter(|(name, value)| shown(name, value))
        .map(|(name, value)| Header { name: name.to_owned(), value: Some(value.to_owned()) })
        .collect()
}

/// Letters of all kinds, quotes, backslashes and what other programs read as a variable.
fn any_text() -> impl Strategy<Value = String> {
    const SIGNS: [&str; 9] =
        ["${HOME}", "$HOME", "{{x}}", "\\", "\"", "\"\"\"", "\u{27}\u{27}\u{27}", "\\u0041", "]#"];
    let part = prop_oneof![
        3 => "[ -~äß日\u{1F600}]{1,4}",
        1 => prop::sample::select(&SIGNS[..]).prop_map(str::to_owned),
    ];
    prop::collection::vec(part, 0..4).prop_map(|parts| parts.concat())
}

/// Begins with one of the starting points of the agent, where there is one of its kind.
fn started(machine: &Machine, inventory: &Inventory, sentence: Sentence, pick: usize) -> Sentence {
    let offers = create::template::offers(machine, inventory.agent());
    let fit: Vec<_> = offers.into_iter().filter(|it| it.kind == sentence.kind).collect();
    let Some(offer) = pick.checked_rem(fit.len()).and_then(|at| fit.into_iter().nth(at)) else {
        return sentence;
    };
    let (events, template) = (vec![offer.event], Some(offer.id));
    // Its script is the command.
    Sentence { events, template, command: String::new(), ..sentence }
}

prop_compose! {
    fn sentences()(
        of in 0usize..7,
        picked in prop::collection::vec(0usize..64, 1..4),
        description in "[ -~äß\u{1F600}]{0,30}",
        command in "[ -~ä\n]{0,30}x",
        url in "https://[a-z]{1,8}\\.example/[a-z?=&]{0,12}",
        method in prop::sample::select(vec!["", "GET", "POST", "PUT"]),
        headers in prop::collection::btree_map(
            prop::sample::select(vec!["Accept", "X-Any", "X-Other", "X-Third"]), any_text(), 0..4,
        ),
        body in "[ -~\n]{0,20}",
        names in prop::collection::vec(any_text().prop_map(|it| it.trim().to_owned() + "x"), 0..3),
        // What has a meaning of its own in a pattern, and the same as a text.
        pattern in prop_oneof![
            any_text().prop_map(|text| regex::escape(&text)),
            r#"([a-zä][+?]?|\\[swdb]|\[["'a-z]{1,3}\]|\.\*|\\\$\\\{){0,6}"#,
        ],
        limits in (prop::option::of(1i32..86_400), prop::option::of(any::<i32>())),
        append in any::<bool>(),
        about in ("[ -~äß\u{1F600}]{0,6}", "(https://[a-z]{1,8}\\.example/[a-z?=&#: ]{0,6}[a-z])?"),
        needs in (
            prop::collection::vec("[!-~ä]{1,10}", 0..3),
            prop::collection::vec("[A-Z_][A-Z0-9_]{0,9}", 0..3),
            prop::collection::vec("[a-z]{1,4}(\\.[a-z]{1,4}){0,2}", 0..3),
            prop::sample::subsequence(vec!["darwin", "linux", "win32"], 0..3),
        ),
        sets in prop::collection::btree_map("[A-Z_][A-Z0-9_]{0,9}", "[ -~ä]{0,12}", 0..3),
        module in (any::<bool>(), "([a-z][a-z0-9-]{0,8})?", "([a-z][a-zA-Z0-9]{0,8})?"),
        version in "([!-~ä][ -~]{0,6}[!-~])?",
        keys in prop::collection::btree_map(
            "[A-Z_][A-Z0-9_]{0,9}", ("[!-~ä][ -~ä]{0,12}[!-~]", "(https://[a-z]{1,8}\\.example/[a-z?=&#]{0,6})?", "[a-z:]{0,6}"), 0..3,
        ),
    ) -> Sentence {
        use HandlerKind::{Http, Module, Prompt, Shell};
        let (agent, kind) = [
            (AgentId::Zeroclaw, Shell),
            (AgentId::Zeroclaw, Http),
            (AgentId::Zeroclaw, Prompt),
            (AgentId::Moltis, Shell),
            (AgentId::Milady, Module),
            (AgentId::Eliza, Module),
            (AgentId::Openclaw, Module),
        ][of];
        let text = |text: &str| text.to_owned();
        fitting(agent, Sentence {
            kind,
            description: text(description.trim()),
            command: command.clone(),
            url,
            method: text(method),
            headers: pairs(headers.iter().map(|(name, value)| (*name, value.trim()))),
            events: events(agent, &picked),
            body,
            content: command,
            position: text(if append { "append" } else { "prepend" }),
            channels: names.clone(),
            users: names.clone(),
            bins: names,
            pattern,
            timeout: limits.0,
            priority: limits.1,
            workdir: about.0.trim().to_owned(),
            emoji: about.0.trim().to_owned(),
            homepage: about.1.replace(' ', "-"),
            any_bins: needs.0,
            needs_env: needs.1,
            config: needs.2,
            os: needs.3.into_iter().map(text).collect(),
            env: pairs(sets.iter().map(|(name, value)| (name.as_str(), value.as_str()))),
            always: module.0,
            hook_key: module.1,
            export: module.2,
            version,
            keys: keys
                .into_iter()
                .map(|(name, (purpose, get, rights))| KeySaid { name, purpose, get, rights })
                .collect(),
            ..new_of(agent)
        })
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_sentence_is_read_back_as_it_was_made_and_can_become_every_other(
        first in sentences(), second in sentences(), start in prop::option::of(0usize..12),
    ) {
        let tmp = tempfile::tempdir().unwrap();
        let machine = machine(tmp.path());
        let agent = first.agent;
        let empty = scan(&machine, agent);
        let first = match start {
            Some(pick) => started(&machine, &empty, first, pick),
            None => first,
        };
        let (_, made) = self::made(&machine, &empty, &first).unwrap();
        apply::apply(&machine, &made).unwrap();
        let read = |inventory: &Inventory| {
            let (candidate, hook) =
                inventory.candidates().find(|(_, hook)| hook.name == "mine").unwrap();
            of(inventory.agent(), hook, candidate).unwrap().0
        };
        let inventory = scan(&machine, agent);
        let back = read(&inventory);
        let wish = Sentence { hook: back.hook.clone(), ..filled(&first, &back) };
        prop_assert_eq!(&back, &wish);
        prop_assert!(plan(&machine, &inventory, &back).unwrap().is_empty());

        // A person writes beside it, wherever that changes nothing.
        let own = inventory.find(back.hook.as_deref().unwrap()).unwrap().0;
        let file = own.manifest.clone().unwrap();
        let mut text = std::fs::read_to_string(&file).unwrap();
        let mut kept = Vec::new();
        for number in 0..text.lines().count() {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            let (bare, comment) = (lines[number].clone(), format!("# kept {number}."));
            lines[number] = format!("{bare} {comment}");
            let with = lines.join("\n") + "\n";
            write(&file, &with);
            let then = scan(&machine, agent);
            let same = then.candidates().any(|(candidate, hook)| {
                hook.name == "mine" && of(then.agent(), hook, candidate).is_ok_and(|it| it.0 == back)
            });
            if same && !bare.is_empty() {
                kept.push((bare, comment));
                text = with;
            }
        }
        write(&file, &text);
        prop_assert!(kept.iter().any(|(bare, _)| bare.contains("mine")), "{}", text);
        let inventory = scan(&machine, agent);

        // Edited into another one of the same agent.
        let second = fitting(agent, Sentence {
            agent,
            events: if agent == second.agent { second.events.clone() } else { back.events.clone() },
            kind: if agent == second.agent { second.kind } else { back.kind },
            hook: back.hook.clone(),
            command: second.content.clone() + "true",
            ..second
        });
        let second = match second.kind {
            HandlerKind::Http if second.url.is_empty() => {
                Sentence { url: "https://other.example".to_owned(), ..second }
            }
            HandlerKind::Prompt if second.content.is_empty() => {
                Sentence { content: "Be short.".to_owned(), position: "append".to_owned(), ..second }
            }
            _ => second,
        };
        let second_kind = second.kind;
        if second.kind != HandlerKind::Prompt || back.kind == HandlerKind::Prompt {
            let edit = plan(&machine, &inventory, &second).unwrap();
            apply::apply(&machine, &edit).unwrap();
            let after = read(&scan(&machine, agent));
            let limit = if second.kind == HandlerKind::Prompt { after.timeout } else { second.timeout };
            let wish = Sentence { timeout: limit, name: after.name.clone(), ..second };
            prop_assert_eq!(after, wish);
            // What stays has its comment still.
            let text = std::fs::read_to_string(&file).unwrap();
            for (bare, comment) in kept.iter().filter(|_| second_kind == back.kind) {
                let lost = text.lines().any(|line| line == bare) && !text.contains(comment.as_str());
                prop_assert!(!lost, "{bare} {comment}: {text}");
            }
        }
    }
}

/// As an editor saves it.
fn write(file: &std::path::Path, text: &str) {
    let (_, stamp) = tacklebox_machine::files::read(file, 1 << 20).unwrap();
    tacklebox_machine::files::save(file, text.as_bytes(), &stamp, 0o644).unwrap();
}

/// A saved value that is secret is not in the sentence, and stays; a name that is not listed any more goes.
#[test]
fn a_secret_variable_stays_unseen_until_it_is_taken_away() {
    let tmp = tempfile::tempdir().unwrap();
    let machine = machine(tmp.path());
    let pair = |name: &str, value: Option<&str>| Header {
        name: name.to_owned(),
        value: value.map(str::to_owned),
    };
    let save = |sentence: &Sentence| {
        let made = plan(&machine, &scan(&machine, sentence.agent), sentence).unwrap();
        apply::apply(&machine, &made).unwrap();
        let inventory = scan(&machine, sentence.agent);
        let found = inventory.candidates().find(|(_, hook)| hook.name == "mine");
        let (candidate, hook) = found.unwrap();
        let back = of(inventory.agent(), hook, candidate).unwrap().0;
        (back, candidate.manifest.clone().unwrap().env)
    };
    let env = vec![pair("PLACE", Some("here")), pair("A_TOKEN", Some("s3cret-value"))];
    let first = Sentence { command: "true".to_owned(), env, ..new_of(AgentId::Moltis) };
    let (back, said) = save(&first);
    assert_eq!(said["A_TOKEN"], "s3cret-value");
    assert!(back.env.contains(&pair("A_TOKEN", None)), "{:?}", back.env);
    let env = vec![pair("A_TOKEN", None), pair("OTHER", Some("x"))];
    let (back, said) = save(&Sentence { env, ..back });
    let said: Vec<_> = said.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(said, [("A_TOKEN", "s3cret-value"), ("OTHER", "x")]);
    // What it needs is a key, whatever it is called.
    let env = vec![pair("CREDS", Some("hunter2"))];
    let needs_env = vec!["CREDS".to_owned()];
    let (back, said) = save(&Sentence { env, needs_env, ..back });
    assert_eq!((&*said["CREDS"], &back.env), ("hunter2", &vec![pair("CREDS", None)]));
    let (_, said) = save(&Sentence { env: Vec::new(), ..back });
    assert!(said.is_empty(), "{said:?}");
}

#[test]
fn each_kind_of_action_says_at_which_moments_and_with_what_it_goes() {
    let tmp = tempfile::tempdir().unwrap();
    let machine = machine(tmp.path());
    let of = |agent: AgentId, version: &str| {
        let options =
            Options { runtimes: [(agent, version.to_owned())].into(), ..Options::default() };
        let inventory = Inventory::scan(&machine, agent, &options);
        says(inventory.agent(), form_of_new(inventory.agent(), false)).kinds
    };
    let all = of(AgentId::Zeroclaw, "documented");
    let kinds: Vec<_> = all.iter().map(|it| it.kind).collect();
    assert_eq!(kinds, [HandlerKind::Shell, HandlerKind::Prompt, HandlerKind::Http]);
    let (shell, prompt, http) = (&all[0], &all[1], &all[2]);
    assert_eq!(prompt.events, Some(vec!["before_prompt_build".to_owned()]));
    assert_eq!((&shell.events, &http.events), (&None, &None));
    assert_eq!((shell.timeout, prompt.timeout, http.timeout), (true, false, true));
    assert_eq!((shell.workdir, prompt.workdir, http.workdir), (true, false, false));
    assert_eq!((shell.request, prompt.request, http.request), (false, false, true));
    // Another version adds a text at more moments.
    let fork = of(AgentId::Zeroclaw, "0.1.6-hooks");
    let more = ["before_prompt_build", "on_message_sending"].map(str::to_owned).to_vec();
    assert_eq!(fork[1].events, Some(more));
    let module = &of(AgentId::Milady, "documented")[0];
    assert!(!module.timeout && !module.workdir && !module.request && module.events.is_none());
    let moltis = &of(AgentId::Moltis, "documented")[0];
    assert!(moltis.timeout && !moltis.workdir && moltis.events.is_none());
}
