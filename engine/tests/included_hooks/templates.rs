//! What a new hook can begin with: each is made for every agent that it is offered for, and does what it says.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::thread::JoinHandle;

use serde_json::{Value, json};
use tacklebox_change::create::template::ALL;
use tacklebox_engine::amend::{Change, Key};
use tacklebox_engine::apply;
use tacklebox_engine::create::template::{self, TemplateOffer};
use tacklebox_engine::create::{self, HandlerKind};
use tacklebox_engine::dispatch::Verdict;
use tacklebox_engine::examine;
use tacklebox_engine::fire::Report;
use tacklebox_engine::hook::{AgentId, Severity, State};
use tacklebox_engine::ops::{self, Others};

use super::home::Home;

/// A hook that was made from a template.
struct Made {
    home: Home,
    agent: AgentId,
    offer: TemplateOffer,
}

impl Made {
    fn new(home: Home, agent: AgentId, id: &str, url: Option<&str>) -> Self {
        let note = home.path("notified").display().to_string();
        home.program("notify-send", &format!("#!/bin/sh\nprintf '%s\\n' \"$@\" > '{note}'\n"));
        let inventory = home.scan(agent);
        let (template, offer) = template::find(home.machine(), inventory.agent(), id).unwrap();
        let url = url.filter(|_| offer.kind == HandlerKind::Http);
        let url_is_known = url.is_some();
        let url = url.map(|url| Change { key: Key::Url, value: Some(url.into()) });
        let wish = create::New {
            name: "mine".into(),
            event: offer.event.clone(),
            changes: url.into_iter().collect(),
            template: Some(template),
            // What it needs and has not got yet keeps it off.
            on: url_is_known || id != "post-to-address",
            ..create::New::default()
        };
        let plan = create::plan(home.machine(), &inventory, &wish).unwrap();
        apply::apply(home.machine(), &plan).unwrap();
        let made = Self { home, agent, offer };
        let dir = made.home.hook(agent, "mine").dir.unwrap();
        let findings = examine::folder(&dir).unwrap().findings;
        let high: Vec<_> =
            findings.iter().filter(|finding| finding.severity == Severity::High).collect();
        assert!(high.is_empty(), "{agent} {id}: {high:#?}");
        made
    }

    /// Writes something else into its program.
    fn with(self, from: &str, to: &str) -> Self {
        let dir = self.home.hook(self.agent, "mine").dir.unwrap();
        for file in ["handler.ts", "handler.sh", "run.sh"] {
            let path = dir.join(file);
            if let Ok(text) = std::fs::read_to_string(&path) {
                assert!(text.contains(from), "{text}");
                let changed = text.replace(from, to);
                std::fs::File::create(path).unwrap().write_all(changed.as_bytes()).unwrap();
            }
        }
        let inventory = self.home.scan(self.agent);
        let hook = self.home.hook(self.agent, "mine");
        if hook.state == State::Off {
            let machine = self.home.machine();
            let plan = ops::set_enabled(machine, &inventory, &hook.id, true, Others::Switch);
            apply::apply(machine, &plan.unwrap()).unwrap();
        }
        self
    }

    async fn fire(&self, data: Option<Value>) -> Report {
        self.home.fire(self.agent, &self.offer.event, data).await
    }

    /// That nobody stopped it.
    async fn passes(&self, data: Option<Value>) {
        let report = self.fire(data).await;
        let own = report.fired.runs.iter().zip(&report.ids);
        for (run, _) in own.filter(|(_, id)| id.contains("/managed/")) {
            let good = [Verdict::Continue, Verdict::Modify].contains(&run.outcome);
            assert!(good, "{} {}: {run:?}", self.agent, self.offer.id);
        }
        assert_ne!(report.fired.outcome, Verdict::Block, "{} {}", self.agent, self.offer.id);
    }

    async fn stops(&self, data: Option<Value>) {
        let report = self.fire(data).await;
        assert_eq!(report.fired.outcome, Verdict::Block, "{} {}", self.agent, self.offer.id);
    }

    fn text(&self, file: &str) -> String {
        let dir = self.home.hook(self.agent, "mine").dir.unwrap();
        std::fs::read_to_string(dir.join(file)).unwrap()
    }
}

/// Answers one request, and gives what was sent.
fn server() -> (String, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    let serve = move || {
        let (mut stream, _) = listener.accept().unwrap();
        let (mut all, mut part) = (Vec::new(), [0; 4096]);
        loop {
            let text = String::from_utf8_lossy(&all).into_owned();
            if let Some((head, body)) = text.split_once("\r\n\r\n") {
                let head = head.to_lowercase();
                let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
                let length = length.map_or(0, |length| length.trim().parse().unwrap());
                if body.len() >= length {
                    let answer =
                        b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
                    stream.write_all(answer).unwrap();
                    return text;
                }
            }
            match stream.read(&mut part).unwrap() {
                0 => return text,
                read => all.extend(&part[..read]),
            }
        }
    };
    (url, std::thread::spawn(serve))
}

async fn does(of: fn() -> Home, agent: AgentId, id: &str) {
    let made = |url: Option<&str>| Made::new(of(), agent, id, url);
    match id {
        "log-commands" | "log-messages" | "log-tools" => {
            let made = made(None);
            made.passes(None).await;
            made.passes(None).await;
            assert_eq!(made.text("log.txt").lines().count(), 2, "{agent} {id}");
        }
        "note-starts" => {
            let made = made(None);
            made.passes(None).await;
            assert!(made.text("starts.txt").starts_with("20"), "{agent}");
        }
        "notify-start" | "notify-end" => {
            let made = made(None);
            made.passes(None).await;
            assert!(made.home.read("notified").starts_with("--\nMine\n"), "{agent} {id}");
        }
        "block-tool" => {
            let made = made(None);
            let tool = if agent == AgentId::Zeroclaw { "shell" } else { "exec" };
            made.stops(Some(json!({ "tool": tool, "arguments": {} }))).await;
            made.passes(Some(json!({ "tool": "read", "arguments": { "path": tool } }))).await;
        }
        "limit-tools" => {
            let made = made(None).with("most=60", "most=2");
            made.passes(None).await;
            made.passes(None).await;
            made.stops(None).await;
        }
        "block-words" => {
            let made = made(None);
            let says = |content: &str| Some(json!({ "content": content, "channel": "telegram" }));
            made.stops(says("This is Internal Only, you know.")).await;
            made.passes(says("This is for everybody.")).await;
        }
        "quiet-hours" => {
            made(None).with("from=22\nuntil=7", "from=0\nuntil=24").stops(None).await;
            made(None).with("from=22\nuntil=7", "from=0\nuntil=0").passes(None).await;
        }
        "date-in-prompt" => {
            let data = made(None).fire(None).await.fired.data;
            let files = data["bootstrapFiles"].as_array().and_then(|files| files.last());
            let messages = data["messages"].as_array().and_then(|all| all.first());
            let text = files.or(messages).map_or(&data["prompt"], |one| &one["content"]);
            assert!(text.as_str().unwrap().starts_with("Today is 20"), "{agent}: {data}");
        }
        "post-to-address" => {
            let (url, served) = server();
            let made = made(Some(&url));
            match made.offer.kind {
                HandlerKind::Module => {
                    let to = format!("ADDRESS = \"{url}\"");
                    made.with("ADDRESS = \"\"", &to).passes(None).await;
                }
                HandlerKind::Shell => {
                    made.with("address=''", &format!("address='{url}'")).passes(None).await;
                }
                HandlerKind::Http | HandlerKind::Prompt => made.passes(None).await,
            }
            let sent = served.join().unwrap();
            assert!(sent.starts_with("POST /hook ") && sent.contains('{'), "{agent}: {sent}");
        }
        other => panic!("{other} has no test that runs it"),
    }
}

#[tokio::test]
async fn every_template_does_what_it_says_for_every_agent_that_it_is_offered_for() {
    let mut offered: Vec<String> = Vec::new();
    // ZeroClaw with hooks tells a command nothing, so that there is nothing to begin with.
    let today = || Home::new().of_today();
    for (of, least) in [(Home::new as fn() -> Home, 5), (today, 0)] {
        for agent in AgentId::ALL {
            let home = of();
            let inventory = home.scan(agent);
            let offers = template::offers(home.machine(), inventory.agent());
            let least = if agent == AgentId::Zeroclaw { least } else { 5 };
            assert!(offers.len() >= least, "{agent}: {offers:?}");
            for offer in offers {
                does(of, agent, &offer.id).await;
                offered.push(offer.id);
            }
        }
    }
    for template in &ALL {
        assert!(offered.iter().any(|id| id == template.id), "{} is for nobody", template.id);
    }
}

#[test]
fn an_event_at_which_it_would_do_nothing_is_refused() {
    let home = Home::new();
    let inventory = home.scan(AgentId::Moltis);
    let (template, _) = template::find(home.machine(), inventory.agent(), "block-tool").unwrap();
    let wish = create::New {
        name: "mine".into(),
        event: "SessionEnd".into(),
        template: Some(template),
        ..create::New::default()
    };
    let why = create::plan(home.machine(), &inventory, &wish).unwrap_err().to_string();
    assert!(why.starts_with("The template block-tool works at BeforeToolCall only"), "{why}");
    let unknown = template::find(home.machine(), inventory.agent(), "nothing").unwrap_err();
    assert!(unknown.to_string().contains("there is log-commands"), "{unknown}");
}
