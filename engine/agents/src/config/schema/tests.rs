use super::super::{Syntax, outline};
use super::*;

#[track_caller]
fn warned(agent: AgentId, text: &str) -> Vec<String> {
    let syntax = agent.dialect().config.syntax;
    let outline = outline::of(syntax, text).unwrap();
    let line = |at: usize| text[..at].matches('\n').count() + 1;
    let found = warnings(agent, &outline);
    found.iter().map(|it| format!("{}: {}", line(it.place.start), it.message)).collect()
}

#[test]
fn what_the_texts_of_the_agents_show_is_never_warned_of() {
    let family =
        "{ env: { A: 'x' }, agents: { defaults: { workspace: '~/w' } }, hooks: { internal: {
        enabled: true,
        entries: { 'my-hook': { enabled: false, env: { API_KEY: 'x' }, apiKey: 'y', max: 3 } },
        load: { extraDirs: ['~/.eliza/custom-hooks'] },
        installs: { x: { source: 'npm' } },
    } } }";
    for agent in [AgentId::Milady, AgentId::Eliza, AgentId::Openclaw] {
        assert_eq!(warned(agent, family), [""; 0], "{agent}");
    }
    let handlers = "{ hooks: { internal: { handlers: [
        { event: 'command:new', module: '~/.eliza/hooks/my-handler/index.ts', export: 'default' },
        { event: 'command:anything', module: 'x.ts' }, { event: 'session', module: 'x.ts' },
    ] } } }";
    assert_eq!(warned(AgentId::Milady, handlers), [""; 0]);
    assert_eq!(warned(AgentId::Eliza, handlers), [""; 0]);
    assert_eq!(
        warned(
            AgentId::Milady,
            "{ hooks: { entries: { a: { apiKey: 'x' } }, load: { extraDirs: [] } } }"
        ),
        [""; 0]
    );
    assert_eq!(
        warned(
            AgentId::Openclaw,
            "{ hooks: { token: 'x', path: '/hooks', handlers: [{ event: 'before-tool-call', module: 'a.ts', export: 'f', priority: -1 }] } }"
        ),
        [""; 0]
    );
    assert_eq!(
        warned(
            AgentId::Zeroclaw,
            "api_key = 'x'\n[hooks]\nenabled = true\nhooks_dir = 'h'\nmax_hooks = 7\nskip_security_audit = false\n"
        ),
        [""; 0]
    );
    let entry = "name = 'audit-log'\ncommand = './hooks/audit.sh'\nevents = ['BeforeToolCall', 'AfterToolCall']\ntimeout = 5\npriority = 100 # Higher = runs first\nenv = { SLACK_WEBHOOK_URL = 'https://x' }\n";
    for heading in ["[[hooks]]", "[[hooks.hooks]]"] {
        assert_eq!(
            warned(AgentId::Moltis, &format!("{heading}\n{entry}\n{heading}\n{entry}")),
            [""; 0]
        );
    }
}

#[test]
fn a_wrong_kind_is_said_with_what_is_wanted() {
    let text = "{\n hooks: { internal: {\n  enabled: 'yes',\n  entries: { a: { enabled: 1,\n   env: { K: 3 } }, b: [] },\n  load: { extraDirs: '~/x' },\n } } }";
    assert_eq!(
        warned(AgentId::Milady, text),
        [
            "3: hooks.internal.enabled is to be true or false; here it is a text.",
            "4: hooks.internal.entries.a.enabled is to be true or false; here it is a number.",
            "5: hooks.internal.entries.a.env.K is to be a text; here it is a number.",
            "5: hooks.internal.entries.b is to be a group of settings; here it is a list.",
            "6: hooks.internal.load.extraDirs is to be a list of texts; here it is a text.",
        ]
    );
    assert_eq!(
        warned(
            AgentId::Zeroclaw,
            "[hooks]\nenabled = 1\nmax_hooks = 0\nhooks_dir = []\n[hooks.skip_security_audit]\n"
        ),
        [
            "2: hooks.enabled is to be true or false; here it is a number.",
            "3: hooks.max_hooks is to be 1 or more.",
            "4: hooks.hooks_dir is to be a text; here it is a list.",
            "5: hooks.skip_security_audit is to be true or false; here it is a group of settings.",
        ]
    );
}

#[test]
fn an_unknown_setting_names_the_one_that_was_meant() {
    let text = "{ hooks: { internal: {\n enalbed: true,\n colour: 1,\n entries: { a: { enable: true, own: 1 } },\n load: { extradirs: [] } } } }";
    assert_eq!(
        warned(AgentId::Eliza, text),
        [
            "2: Eliza knows no setting hooks.internal.enalbed. Did you mean enabled?",
            "3: Eliza knows no setting hooks.internal.colour.",
            "4: Eliza knows no setting hooks.internal.entries.a.enable. Did you mean enabled?",
            "5: Eliza knows no setting hooks.internal.load.extradirs. Did you mean extraDirs?",
        ]
    );
    assert_eq!(
        warned(AgentId::Zeroclaw, "[hooks]\nmax_hook = 3\nbuiltin = {}\n"),
        ["2: ZeroClaw knows no setting hooks.max_hook. Did you mean max_hooks?"]
    );
}

#[test]
fn entries_of_a_list_are_looked_at_one_by_one() {
    assert_eq!(
        warned(
            AgentId::Moltis,
            "[[hooks]]\nname = 'a'\nevents = ['BeforeToolcall']\ncomand = 'x'\n\n[[hooks]]\nname = 'b'\ncommand = 'x'\nevents = 'Command'\ntimeout = 1.5\n"
        ),
        [
            "1: hooks.0 has no command.",
            "3: Moltis has no event BeforeToolcall. Did you mean BeforeToolCall?",
            "4: Moltis knows no setting hooks.0.comand. Did you mean command?",
            "9: hooks.1.events is to be a list of events; here it is a text.",
            "10: hooks.1.timeout is to be a whole number, 1 or more; here it is a number.",
        ]
    );
    assert_eq!(
        warned(
            AgentId::Milady,
            "{ hooks: { internal: { handlers: [{ event: 'comand:new', module: 1 }, 'x'] } } }"
        ),
        [
            "1: Milady has no event comand:new. Did you mean command:new?",
            "1: hooks.internal.handlers.0.module is to be a text; here it is a number.",
            "1: hooks.internal.handlers.1 is to be a group of settings; here it is a text.",
        ]
    );
}

#[test]
fn a_key_that_stands_twice_is_named_where_it_does_not_count() {
    assert_eq!(
        warned(AgentId::Milady, "{\n a: 1,\n b: { c: 1, c: 2 },\n 'a': 2,\n}"),
        [
            "2: a is here more than once: the last one counts.",
            "3: b.c is here more than once: the last one counts.",
        ]
    );
}

#[test]
fn every_dialect_has_the_syntax_of_its_rules() {
    for agent in AgentId::ALL {
        let empty = if agent.dialect().config.syntax == Syntax::Toml { "" } else { "{}" };
        assert_eq!(warned(agent, empty), [""; 0]);
    }
}
