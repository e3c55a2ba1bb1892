//! One event by the rules of two versions.

use super::*;
use crate::fire::{Differs, DiffersIn, beside, differences};
use tacklebox_testing::hooks::as_listed;

impl Home {
    /// What came out in another way by `there` than by `here`.
    fn beside(&self, agent: AgentId, here: &str, there: &str, request: &Request) -> Vec<Differs> {
        let runtimes = [(agent, here.to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let inventory = Inventory::scan(&self.machine, agent, &options);
        let other = inventory.by_version(&self.machine, there);
        assert_eq!(other.agent().runtime.runtime.version, there);
        let runner = Runner::new(&self.machine);
        let all = async {
            let (watch, cancel) = (Watch::default(), CancellationToken::new());
            let again = Request { beside: true, ..request.clone() };
            let here = fire(&runner, &self.machine, &inventory, request, &watch, &cancel).await;
            let there = fire(&runner, &self.machine, &other, &again, &watch, &cancel).await;
            differences(&here.unwrap(), &there.unwrap())
        };
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(all)
    }

    /// What happens when this version of Milady starts.
    fn starts(&self, version: &str) -> Report {
        let runtimes = [(AgentId::Milady, version.to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let inventory = Inventory::scan(&self.machine, AgentId::Milady, &options);
        let all = async {
            let (watch, cancel) = (Watch::default(), CancellationToken::new());
            let (runner, request) = (Runner::new(&self.machine), request("gateway:startup"));
            fire(&runner, &self.machine, &inventory, &request, &watch, &cancel).await.unwrap()
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(all)
    }
}

fn told(all: &[Differs]) -> Vec<(DiffersIn, Option<&str>, &str, &str)> {
    all.iter().map(|it| (it.what, it.hook.as_deref(), &*it.here, &*it.there)).collect()
}

/// Moltis 2026-08-21 looks at no priority and chains nothing.
#[test]
fn what_two_versions_make_of_one_event_is_named() {
    let add = |word: &str| {
        format!(r#"printf '{{"action":"modify","data":{{"said":"%s{word}"}}}}' "$(grep -o one)""#)
    };
    let home = Home::new();
    // That version takes them as the disk lists them: the numbers say the opposite.
    let [one, other] = as_listed(&home.machine.home().join(".moltis/hooks"), ["a", "b"]);
    let home = home.moltis(one, "BeforeToolCall", "priority = 1\n", &add("one")).moltis(
        other,
        "BeforeToolCall",
        "priority = 2\n",
        &add("two"),
    );
    let data = json!({"tool": "x", "arguments": {"said": ""}});
    let request = Request { data: Some(data), ..request("BeforeToolCall") };
    let all = home.beside(AgentId::Moltis, "2026-08-21", "documented", &request);
    let order = all.iter().find(|it| it.what == DiffersIn::Order).unwrap();
    let (here, there) = (format!("{one} and {other}"), format!("{other} and {one}"));
    assert_eq!((&order.here, &order.there), (&here, &there), "{:?}", told(&all));
    assert!(all.iter().any(|it| it.what == DiffersIn::Data), "{:?}", told(&all));
    let same = home.beside(AgentId::Moltis, "documented", "documented", &request);
    assert_eq!(told(&same), []);
    let tries = activity::list(&home.machine);
    assert_eq!(tries.len(), 2, "the one beside has no entry of its own");
}

/// In ZeroClaw's fork no status stops anything, nothing is on stdin, and a tool call brings no channel.
#[test]
fn the_fork_of_zeroclaw_obeys_no_command_and_tells_it_nothing() {
    let guard = |name: &str, command: &str| {
        let text =
            format!("event = \"before_tool_call\"\n[hook.action.shell]\ncommand = \"{command}\"");
        Home::new().zeroclaw(name, &text)
    };
    let (fork, text) = ("0.1.6-hooks", "documented");
    let request = request("before_tool_call");
    let differs = |home: &Home, what: DiffersIn| {
        let all = home.beside(AgentId::Zeroclaw, fork, text, &request);
        assert_eq!(told(&home.beside(AgentId::Zeroclaw, text, text, &request)), []);
        let it =
            all.iter().find(|it| it.what == what).map(|it| (it.here.clone(), it.there.clone()));
        it.unwrap_or_else(|| panic!("{:?}", told(&all)))
    };
    let (here, there) = differs(&guard("no", "exit 1"), DiffersIn::Outcome);
    assert!(!here.starts_with("Stopped") && there.starts_with("Stopped"), "{here} and {there}");
    let (here, there) = differs(&guard("reads", "test -z \\\"$(cat)\\\""), DiffersIn::Outcome);
    assert!(!here.starts_with("Stopped") && there.starts_with("Stopped"), "{here} and {there}");
    let kept = Home::new().zeroclaw(
        "kept",
        "event = \"before_tool_call\"\n[hook.action.shell]\ncommand = \"echo ran\"\n[hook.conditions]\nchannels = [\"none\"]",
    );
    let data = json!({"tool": "x", "channel": "telegram"});
    let request = Request { data: Some(data), ..request };
    let all = kept.beside(AgentId::Zeroclaw, fork, text, &request);
    assert!(!all.is_empty(), "one runs it and one skips it");
}

/// Moltis 2026-08-21 lets two more events be changed, and gives up on a hook two failures earlier.
#[test]
fn moltis_lets_two_more_events_be_stopped_than_its_documentation_says() {
    for key in ["MessageReceived", "ToolResultPersist"] {
        let home = Home::new().moltis("no", key, "", "echo no >&2; exit 1");
        let all = home.beside(AgentId::Moltis, "2026-08-21", "documented", &request(key));
        let outcome = all.iter().find(|it| it.what == DiffersIn::Outcome);
        let outcome = outcome.unwrap_or_else(|| panic!("{key}: {:?}", told(&all)));
        assert!(
            outcome.here.starts_with("Stopped") && !outcome.there.starts_with("Stopped"),
            "{key}: {outcome:?}"
        );
    }
    let breaks = |version: &str| {
        let runtime = AgentId::Moltis.runtime(version).unwrap();
        runtime.dialect.dispatch[0].breaker.unwrap().failures
    };
    assert_eq!((breaks("2026-08-21"), breaks("documented")), (3, 5));
}

#[test]
fn before_compaction_is_only_looked_at_by_a_shipped_moltis() {
    let home = Home::new().moltis("no", "BeforeCompaction", "", "echo no >&2; exit 1");
    let all =
        home.beside(AgentId::Moltis, "2026-08-21", "documented", &request("BeforeCompaction"));
    let outcome = all.iter().find(|it| it.what == DiffersIn::Outcome);
    let outcome = outcome.unwrap_or_else(|| panic!("{:?}", told(&all)));
    assert!(
        !outcome.here.starts_with("Stopped") && outcome.there.starts_with("Stopped"),
        "{outcome:?}"
    );
}

#[test]
fn that_nobody_reads_what_a_hook_says_is_said() {
    let home = Home::new()
        .with(
            ".milady/hooks/hi/HOOK.md",
            "---\nname: hi\nmetadata: {\"milady\":{\"events\":[\"gateway:startup\"]}}\n---\n",
        )
        .with(".milady/hooks/hi/handler.ts", "export default (e) => { e.messages.push('hi'); };\n");
    let unread = |version: &str| {
        let report = home.starts(version);
        assert_eq!(report.fired.messages, ["hi"]);
        report.unread
    };
    let said = unread("2026-03-01").unwrap();
    assert!(
        said.starts_with("Milady 2026-03-01 reads nothing of what a hook says at that moment"),
        "{said}"
    );
    assert_eq!(unread("documented"), None);
}

/// No version that people run hands a hook the variables of its entry.
#[test]
fn a_module_has_the_variables_of_its_entry_by_the_documentation_alone() {
    let home = Home::new()
        .with(
            ".milady/hooks/hi/HOOK.md",
            "---\nname: hi\nmetadata: {\"milady\":{\"events\":[\"gateway:startup\"]}}\n---\n",
        )
        .with(
            ".milady/hooks/hi/handler.ts",
            "export default (e) => { e.messages.push(String(process.env.WHO)); };\n",
        )
        .with(
            ".milady/milady.json",
            "{hooks: {internal: {enabled: true, entries: {hi: {enabled: true, env: {WHO: 'Ana'}}}}}}",
        );
    let said = |version: &str| home.starts(version).fired.messages;
    assert_eq!(said("2026-03-01"), ["undefined"]);
    assert_eq!(said("documented"), ["Ana"]);
}

#[test]
fn a_hook_that_one_version_does_not_call_differs() {
    let home = Home::new()
        .with(
            ".milady/hooks/hi/HOOK.md",
            "---\nname: hi\nmetadata: {\"milady\":{\"events\":[\"command:new\"]}}\n---\n",
        )
        .with(".milady/hooks/hi/handler.ts", "export default (e) => { e.messages.push('hi'); };\n")
        .with(
            ".milady/hooks/os/HOOK.md",
            "---\nname: os\nmetadata: {\"milady\":{\"events\":[\"command:new\"],\"os\":\"linux\"}}\n---\n",
        )
        .with(".milady/hooks/os/handler.ts", "export default (e) => { e.messages.push('os'); };\n");
    let all = home.beside(AgentId::Milady, "2026-03-01", "documented", &request("command:new"));
    let all = told(&all);
    assert!(all.contains(&(DiffersIn::Sent, None, "Never sent", "Sent")), "{all:?}");
}

/// Each version is asked in its own spelling.
#[test]
fn an_event_of_plugins_is_the_same_in_either_spelling() {
    let module = "export default { register(api) { api.on('before_tool_call', () => ({ block: true, blockReason: 'no' })); } };";
    let home = Home::new()
        .with(".openclaw/openclaw.json", "{plugins: {entries: {own: {enabled: true}}}}")
        .with(".openclaw/extensions/own/index.js", module)
        .with(
            ".openclaw/extensions/own/openclaw.plugin.json",
            "{id: 'own', activation: {onStartup: true}, configSchema: {}}",
        );
    for key in ["before_tool_call", "before-tool-call"] {
        for (here, there) in [("2026.9.6", "documented"), ("documented", "2026.9.6")] {
            let all = home.beside(AgentId::Openclaw, here, there, &request(key));
            let outcome = all.iter().find(|it| it.what == DiffersIn::Outcome);
            assert!(outcome.is_none(), "{key} {here}: {:?}", told(&all));
        }
    }
}

#[test]
fn its_documentation_is_the_usual_one_to_hold_beside() {
    let home = Home::new();
    let of = |version: &str| {
        let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        beside(&Inventory::scan(&home.machine, AgentId::Openclaw, &options), None, true).unwrap()
    };
    assert_eq!(of("2026.7.35"), "documented");
    assert_eq!(of("documented"), "2026.9.6");
}
