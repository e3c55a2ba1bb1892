//! What was really tried, and may be turned on by that.

use super::real::{ended, real, wish};
use super::*;
use tacklebox_desk::TypedPlugin;
use tacklebox_engine::agent::Options;
use tacklebox_engine::desk::{Installed, NewPluginWish, TryRequest, TryStart, TryState};
use tacklebox_engine::failure::Failure;
use tacklebox_engine::plugins::sentence::{Act, PluginSentence};

const AGENT: AgentId = AgentId::Openclaw;
const KEY: &str = "before-tool-call";

/// A desk with OpenClaw and nothing else.
struct Shop {
    home: tempfile::TempDir,
    desk: Arc<Desk>,
    events: Receiver<Event>,
}

fn no_rm(pattern: &str) -> PluginSentence {
    PluginSentence {
        event: "before_tool_call".to_owned(),
        tools: Vec::new(),
        pattern: pattern.to_owned(),
        act: Act::Block,
        with: "Not that".to_owned(),
        timeout: None,
        priority: None,
    }
}

fn of_sentence(name: &str, sentence: &PluginSentence) -> NewPluginWish {
    let (name, event) = (name.to_owned(), sentence.event.clone());
    NewPluginWish { name, event, template: None, sentence: Some(sentence.clone()) }
}

fn typed(pattern: &str) -> TryRequest {
    TryRequest {
        plugin: Some(TypedPlugin { id: "no-rm".to_owned(), sentence: no_rm(pattern) }),
        data: r#"{"toolName":"exec","params":{"command":"rm -rf /"}}"#.to_owned(),
        boxed: true,
        ..wish(AGENT, KEY)
    }
}

impl Shop {
    fn open() -> Result<Self, Error> {
        let home = tempfile::tempdir()?;
        write(&home.path().join(".openclaw/openclaw.json"), "{}\n")?;
        let runtimes = [(AGENT, "2026.9.6".to_owned())].into();
        let options = Options { runtimes, ..Options::documented() };
        let (desk, events) = real(&home, env!("PATH"), options);
        Ok(Self { home, desk, events })
    }

    fn made(&self, name: &str, event: &str, template: Option<&str>) -> Result<Installed, Failure> {
        let template = template.map(str::to_owned);
        let (name, event) = (name.to_owned(), event.to_owned());
        let wish = NewPluginWish { name, event, template, sentence: None };
        self.desk.create_plugin(AGENT, &wish)
    }

    fn sentence(&self, name: &str, sentence: &PluginSentence) -> Result<Installed, Failure> {
        self.desk.create_plugin(AGENT, &of_sentence(name, sentence))
    }

    fn untried(&self, id: &str) -> Result<bool, Error> {
        Ok(self.desk.plugin(id)?.plugin.untried)
    }

    fn tried(&self, wish: TryRequest) -> Result<TryState, Error> {
        assert!(matches!(self.desk.try_it(wish)?, TryStart::Started { .. }));
        ended(&self.events)
    }

    /// Tries the plugin as it is saved: what came of it.
    fn saved(&self, id: &str) -> Result<TryState, Error> {
        let wish = wish(AGENT, KEY);
        self.tried(TryRequest { hook: Some(id.to_owned()), confirmed: true, ..wish })
    }

    fn change(&self, id: &str, pattern: &str) -> Result<(), Error> {
        for confirmed in [false, true] {
            self.desk.change_plugin_sentence(id, &no_rm(pattern), confirmed)?;
        }
        Ok(())
    }

    /// Writes the module of a plugin with this handler.
    fn handler(&self, name: &str, body: &str) -> Result<(), Error> {
        let text = format!(
            "export default {{ register(api) {{ api.on(\"before_tool_call\", {body}); }} }};\n"
        );
        let path = self.home.path().join(format!(".openclaw/extensions/{name}/index.js"));
        fs::remove_file(&path)?;
        write(&path, &text)
    }
}

/// A plugin that is a sentence is tried as it is typed, new or over the saved one; nothing is written by that.
#[test]
fn a_plugin_is_tried_as_its_sentence_is_typed() -> Result<(), Error> {
    let shop = Shop::open()?;
    let choices = shop.desk.new_plugin_choices(AGENT)?;
    let choice = choices.iter().find(|it| it.key == "before_tool_call").ok_or("no such hook")?;
    let at = choice.tried_at.clone().ok_or("it cannot be tried")?;
    assert_eq!(at.key, KEY);
    assert!(serde_json::from_str::<serde_json::Value>(&at.sample)?.is_object());
    let said = |pattern: &str| -> Result<(String, String, String), Error> {
        let state = shop.tried(typed(pattern))?;
        assert_eq!((state.rows.len(), state.answered), (1, true), "{:?}", state.rows);
        let row = &state.rows[0];
        Ok((row.hook.clone(), row.tag.clone(), row.sentence.clone()))
    };
    let (id, tag, why) = said("rm -rf")?;
    assert_eq!((id.as_str(), tag.as_str()), ("openclaw/plugin/no-rm", "Stopped it"), "{why}");
    assert!(why.contains("Not that"), "{why}");
    assert!(!shop.home.path().join(".openclaw/extensions").exists());
    assert_eq!(fs::read_to_string(shop.home.path().join(".openclaw/openclaw.json"))?, "{}\n");
    assert_eq!(shop.desk.try_it(typed("(")).err().map(|it| it.code), Some(Code::Refused));

    // What is written is shown before, file by file, and the entry that keeps it off.
    let files = shop.desk.new_plugin_files(AGENT, &of_sentence("no-rm", &no_rm("rm -rf")))?;
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let of = |file: &str| format!("~/.openclaw/extensions/no-rm/{file}");
    let own = ["index.js", "sentence.json", "openclaw.plugin.json", "package.json"].map(of);
    assert_eq!(paths, [&own[..], &["~/.openclaw/openclaw.json".to_owned()]].concat());
    assert!(
        files[1].diff.as_deref().is_some_and(|it| it.contains("+  \"pattern\": \"rm -rf\"")),
        "{files:?}"
    );
    assert!(
        files[4].diff.as_deref().is_some_and(|it| it.contains("\"enabled\": false")),
        "{files:?}"
    );
    assert!(!shop.home.path().join(".openclaw/extensions").exists());
    let passes = shop.desk.check_plugin_sentence(AGENT, &no_rm("rm -rf"))?.passes;
    assert_eq!(passes.iter().map(|it| it.runs).collect::<Vec<_>>(), [true, false]);

    // What was tried may be turned on; another one not before it was.
    let made = shop.sentence("no-rm", &no_rm("rm -rf"))?;
    assert!(!shop.untried(&made.id)?);
    let other = shop.sentence("other", &no_rm("rm -rf"))?;
    assert!(shop.untried(&other.id)?);
    // Typed over the saved one, which says something else until that is saved.
    let (id, tag, _) = said("git push")?;
    assert_eq!((id.as_str(), tag.as_str()), (made.id.as_str(), "Let it pass"));
    assert!(!shop.untried(&made.id)?);
    shop.change(&made.id, "git pull")?;
    assert!(shop.untried(&made.id)?, "nobody tried that");
    shop.change(&made.id, "git push")?;
    assert!(!shop.untried(&made.id)?);

    // Made again by that name, it is another one.
    for confirmed in [false, true] {
        shop.desk.remove_plugin(&made.id, confirmed)?;
    }
    let again = shop.sentence("no-rm", &no_rm("curl"))?;
    assert_eq!(again.id, made.id);
    assert!(shop.untried(&again.id)?);
    Ok(())
}

/// Each is made, and tried for real: what it stops, and what it lets pass.
#[test]
fn each_starting_point_of_a_plugin_does_what_it_says() -> Result<(), Error> {
    const TOOL: &str = r#"{"toolName":"exec","params":{"command":"ls"}}"#;
    const WORDS: &str = r#"{"to":"ana","content":"my password"}"#;
    let shop = Shop::open()?;
    let choices = shop.desk.new_plugin_choices(AGENT)?;
    let mut ids = Vec::new();
    for offer in shop.desk.plugin_templates(AGENT)? {
        let (id, event) = (offer.id.as_str(), offer.event.as_str());
        let made = match &offer.sentence {
            Some(sentence) => shop.sentence(id, sentence)?,
            None => shop.made(id, event, Some(id))?,
        };
        let at = choices.iter().find(|it| it.key == event).and_then(|it| it.tried_at.clone());
        let key = at.ok_or("it cannot be tried")?.key;
        let says = |data: &str, tag: &str| -> Result<(), Error> {
            let request = wish(AGENT, &key);
            let hook = Some(made.id.clone());
            let data = data.to_owned();
            let state = shop.tried(TryRequest { hook, data, confirmed: true, ..request })?;
            assert_eq!((state.rows.len(), state.rows[0].tag.as_str()), (1, tag), "{id} {state:?}");
            Ok(())
        };
        let write_into = |from: &str, to: &str| -> Result<(), Error> {
            let path = shop.home.path().join(format!(".openclaw/extensions/{id}/index.js"));
            let text = fs::read_to_string(&path)?;
            assert!(text.contains(from), "{text}");
            fs::remove_file(&path)?;
            write(&path, &text.replace(from, to))
        };
        match id {
            "block-tool" => {
                says(TOOL, "Stopped it")?;
                says(&TOOL.replace("exec", "read"), "Let it pass")?;
            }
            "log-tools" => {
                says(TOOL, "Ran")?;
                let log = fs::read_to_string(shop.home.path().join("tools.log"))?;
                let line: serde_json::Value = serde_json::from_str(&log)?;
                assert_eq!(line["event"]["toolName"], "exec");
            }
            "block-words" => {
                says(WORDS, "Stopped it")?;
                says(&WORDS.replace("password", "hat"), "Let it pass")?;
            }
            "limit-tools" => {
                says(TOOL, "Let it pass")?;
                write_into("most = 60", "most = 0")?;
                says(TOOL, "Stopped it")?;
            }
            "quiet-hours" => {
                write_into("from = 22;\nconst until = 7", "from = 0;\nconst until = 24")?;
                says(WORDS, "Stopped it")?;
                write_into("until = 24", "until = 0")?;
                says(WORDS, "Let it pass")?;
            }
            other => return Err(format!("nobody looks at {other}").into()),
        }
        ids.push(offer.id);
    }
    assert_eq!(ids.len(), 5, "{ids:?}");
    assert!(shop.desk.plugin_templates(AgentId::Milady)?.is_empty());
    let none = shop.made("x", "before_tool_call", Some("nothing"));
    assert!(none.err().is_some_and(|it| it.message.contains("there is block-tool")));
    Ok(())
}

/// A program and a copy of one's own start as drafts, too; only an answer ends that.
#[test]
fn a_plugin_made_here_waits_until_it_answered_as_its_files_are() -> Result<(), Error> {
    let shop = Shop::open()?;
    let made = shop.made("guard", "before_tool_call", None)?;
    assert!(shop.untried(&made.id)?);

    shop.handler("guard", "() => { throw new Error(\"no\"); }")?;
    let state = shop.saved(&made.id)?;
    assert_eq!((state.rows[0].tag.as_str(), state.answered), ("Failed", false));
    assert!(shop.untried(&made.id)?);

    shop.handler("guard", "() => new Promise(() => setInterval(() => {}, 1000))")?;
    let wish = TryRequest { hook: Some(made.id.clone()), confirmed: true, ..wish(AGENT, KEY) };
    let TryStart::Started { run } = shop.desk.try_it(wish)? else { return Err("it asks".into()) };
    let state = loop {
        if let Event::Try(state) = shop.events.recv_timeout(PATIENCE)? {
            if state.rows.iter().any(|row| row.tag == "Running") {
                shop.desk.cancel_try(run);
            }
            if state.result.is_some() {
                break state;
            }
        }
    };
    let row = &state.rows[0];
    assert_eq!((row.tag.as_str(), state.answered), ("Cancelled", false), "{}", row.sentence);
    assert!(shop.untried(&made.id)?);

    shop.handler("guard", "() => {}")?;
    assert!(shop.saved(&made.id)?.answered);
    assert!(!shop.untried(&made.id)?);
    let copy = shop.desk.own_copy(&made.id)?;
    assert!(shop.untried(&copy.id)?);
    assert!(shop.saved(&copy.id)?.answered);
    assert!(!shop.untried(&copy.id)?);
    shop.handler("guard", "() => ({ block: true })")?;
    assert!(shop.untried(&made.id)?, "it was edited");
    Ok(())
}

/// Not called, and failed: neither says that the hook does what it says.
#[test]
fn a_hook_that_was_not_called_did_not_answer() -> Result<(), Error> {
    let home = tempfile::tempdir()?;
    write(&home.path().join(".zeroclaw/config.toml"), "")?;
    let (desk, events) = real(&home, "/usr/bin:/bin", Options::documented());
    let form = desk.open_sentence(AgentId::Zeroclaw, None, Some("on_message_received"))?;
    let answered = |channels: &[&str], command: &str| -> Result<(String, bool), Error> {
        let sentence = Sentence {
            name: "told".into(),
            command: command.into(),
            channels: channels.iter().map(|it| (*it).to_owned()).collect(),
            ..form.sentence.clone()
        };
        let data = r#"{"channel":"telegram","sender":"ana","content":"deploy"}"#.to_owned();
        let wish = wish(AgentId::Zeroclaw, "on_message_received");
        let wish = TryRequest { sentence: Some(sentence), data, boxed: true, ..wish };
        assert!(matches!(desk.try_it(wish)?, TryStart::Started { .. }));
        let state = ended(&events)?;
        Ok((state.rows[0].tag.clone(), state.answered))
    };
    assert_eq!(answered(&["discord"], "true")?, ("Not called".to_owned(), false));
    assert_eq!(answered(&["telegram"], "exit 7")?, ("Failed".to_owned(), false));
    let (tag, well) = answered(&["telegram"], "true")?;
    assert!(well, "{tag}");
    Ok(())
}

/// What the editor of a draft says after it was saved and left, and after a restart.
#[test]
fn a_draft_that_was_tried_is_known_to_be_until_one_byte_is_another() -> Result<(), Error> {
    const KEY: &str = "BeforeToolCall";
    let home = tempfile::tempdir()?;
    write(&home.path().join(".config/moltis/moltis.toml"), "")?;
    let open = || real(&home, "/usr/bin:/bin", Options::documented());
    let (desk, events) = open();
    let form = desk.open_sentence(AgentId::Moltis, None, Some(KEY))?;
    let named = |name: &str, command: &str| Sentence {
        name: name.into(),
        command: command.into(),
        ..form.sentence.clone()
    };
    let tried = |desk: &Desk, typed: &Sentence| -> Result<bool, Error> {
        let check = desk.check_sentence(typed, "{}")?;
        assert_eq!((&check.problems[..], &check.blank), (&[][..], &None));
        Ok(check.tried)
    };
    let saved = |desk: &Desk, id: &str| -> Result<bool, Error> {
        tried(desk, &desk.open_sentence(AgentId::Moltis, Some(id), None)?.sentence)
    };
    let answered = |wish: TryRequest| -> Result<bool, Error> {
        assert!(matches!(desk.try_it(wish)?, TryStart::Started { .. }));
        Ok(ended(&events)?.answered)
    };

    // As it is typed.
    let typed = named("stopper", "true");
    assert!(!tried(&desk, &typed)?);
    let wish = wish(AgentId::Moltis, KEY);
    let sentence = Some(typed.clone());
    assert!(answered(TryRequest { sentence, boxed: true, ..wish.clone() })?);
    assert!(tried(&desk, &typed)?);
    assert!(!tried(&desk, &named("stopper", "true "))?);
    assert!(!tried(&desk, &named("other", "true"))?);
    let id = desk.save_sentence(&typed)?.id;
    assert!(saved(&desk, &id)?);

    // Its own program.
    let other = named("program", "sh ./own.sh");
    let own = desk.save_sentence(&other)?.id;
    let script = home.path().join(".moltis/hooks/program/own.sh");
    write(&script, "exit 0\n")?;
    assert!(!saved(&desk, &own)?);
    let hook = Some(own.clone());
    assert!(answered(TryRequest { hook, confirmed: true, boxed: true, ..wish })?);
    assert!(saved(&desk, &own)?);

    let (again, _events) = open();
    assert!(saved(&again, &id)? && saved(&again, &own)?);
    fs::remove_file(&script)?;
    write(&script, "exit 1\n")?;
    assert!(!saved(&again, &own)? && saved(&again, &id)?);
    Ok(())
}
