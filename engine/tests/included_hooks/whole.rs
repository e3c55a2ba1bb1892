//! What holds for each part of each hook that ships.

use std::path::Path;

use tacklebox_engine::apply;
use tacklebox_engine::examine;
use tacklebox_engine::hook::{AgentId, Severity, State};
use tacklebox_engine::install::included;
use tacklebox_engine::ops;

use super::home::{Home, MODULE_AGENTS, SHELL_AGENTS};

/// Name, and the agents that it can be installed for.
const ALL: [(&str, &[&[AgentId]]); 19] = [
    ("ai-label", &[&[AgentId::Zeroclaw]]),
    ("block-dangerous-commands", &[&SHELL_AGENTS]),
    ("boot-md", &[&MODULE_AGENTS]),
    ("command-logger", &[&MODULE_AGENTS]),
    ("daily-summary", &[&MODULE_AGENTS, &SHELL_AGENTS]),
    ("github-digest", &[&MODULE_AGENTS, &SHELL_AGENTS]),
    ("health-check", &[&MODULE_AGENTS]),
    ("notify", &[&MODULE_AGENTS, &SHELL_AGENTS]),
    ("redact-secrets", &[&SHELL_AGENTS]),
    ("roll-call", &[&MODULE_AGENTS, &SHELL_AGENTS]),
    ("roll-call-plugins", &[]),
    ("sandbox-writes", &[&SHELL_AGENTS]),
    ("session-memory", &[&MODULE_AGENTS, &[AgentId::Zeroclaw]]),
    ("slack-notify", &[&MODULE_AGENTS, &SHELL_AGENTS]),
    ("tool-logger", &[&SHELL_AGENTS]),
    ("up-notice", &[&MODULE_AGENTS]),
    ("welcome", &[&MODULE_AGENTS, &[AgentId::Zeroclaw]]),
    ("workspace-backup", &[&MODULE_AGENTS, &[AgentId::Zeroclaw]]),
    ("yesterday", &[&MODULE_AGENTS]),
];

/// Those that come for OpenClaw too, as plugins: `tests/hooks-bundled/plugins.test.mjs` runs them.
const PLUGINS: [&str; 5] = [
    "block-dangerous-commands",
    "redact-secrets",
    "roll-call-plugins",
    "sandbox-writes",
    "tool-logger",
];

#[test]
fn all_hooks_ship_each_for_every_agent_that_can_carry_it() {
    let home = Home::new();
    let inventories = AgentId::ALL.map(|agent| home.scan(agent));
    let list = included::list(home.machine(), &inventories.each_ref());
    let names: Vec<_> = list.iter().map(|card| card.name.as_str()).collect();
    assert_eq!(names, ALL.map(|(name, _)| name));
    for (card, (name, agents)) in list.iter().zip(ALL) {
        let mut expected = agents.concat();
        if PLUGINS.contains(&name) {
            expected.push(AgentId::Openclaw);
        }
        expected.sort_by_key(|agent| AgentId::ALL.iter().position(|one| one == agent));
        let mut carried: Vec<_> = card.agents.iter().map(|row| row.agent).collect();
        carried.sort_by_key(|agent| AgentId::ALL.iter().position(|one| one == agent));
        assert_eq!(carried, expected, "{name}");
        assert!(!card.emoji.is_empty() && !card.title.is_empty(), "{card:?}");
        assert!((20..=80).contains(&card.description.len()), "{card:?}");
        assert!(!card.description.ends_with('.'), "{card:?}");
    }
}

#[test]
fn none_has_a_finding_above_low() {
    for (name, _) in ALL {
        for part in ["module", "moltis", "zeroclaw", "plugin"] {
            let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hooks-bundled");
            let dir = shipped.join(name).join(part);
            if !dir.exists() {
                continue;
            }
            let findings = examine::folder(&dir).unwrap();
            let bad: Vec<_> = findings
                .findings
                .iter()
                .filter(|finding| finding.severity != Severity::Low)
                .collect();
            assert!(bad.is_empty(), "{}: {bad:#?}", dir.display());
        }
    }
}

#[test]
fn each_is_ready_where_its_needs_are_met_and_says_what_is_missing_where_not() {
    for (name, agents) in ALL {
        for agent in agents.concat() {
            let home = Home::new()
                .env("GITHUB_TOKEN", "ghp_test")
                .env("SLACK_WEBHOOK_URL", "https://hooks.slack.com/services/T/B/x");
            for program in ["notify-send", "git", "curl", "jq", "node"] {
                home.program(program, "#!/bin/sh\nexit 0\n");
            }
            let hook = home.install(agent, name);
            assert_eq!((hook.state, &hook.error), (State::Ready, &None), "{name} {agent:?}");
            assert_eq!(hook.findings, 0, "{name} {agent:?}");
            // Its metadata is of a kind that the agent as it ships reads.
            let notes: Vec<_> = hook.notes.iter().map(|note| note.id.as_str()).collect();
            for id in ["milady-json-metadata", "milady-front-matter", "moltis-darwin"] {
                assert!(!notes.contains(&id), "{name} {agent:?}: {notes:?}");
            }
        }
    }
    let missing = Home::new().install(AgentId::Moltis, "slack-notify");
    assert_eq!(missing.state, State::NeedsSetup);
    assert!(missing.reason.is_some_and(|reason| reason.starts_with("Needs ")));
}

#[test]
fn an_included_hook_that_reads_its_key_from_the_config_is_ready_without_a_remark() {
    for agent in [AgentId::Milady, AgentId::Openclaw] {
        let home = Home::new();
        let hook = home.install(agent, "github-digest");
        let machine = home.machine();
        let inventory = home.scan(agent);
        let key = Some("ghp_0123456789");
        let plan =
            ops::set_env(machine, &inventory, &hook.id, "GITHUB_TOKEN", key, ops::Others::Keep);
        apply::apply(machine, &plan.unwrap()).unwrap();
        let hook = home.hook(agent, "github-digest");
        assert!(!hook.missing.iter().any(|it| it.names == ["GITHUB_TOKEN"]), "{:?}", hook.missing);
        let said: Vec<&str> = hook.notes.iter().map(|note| note.id.as_str()).collect();
        assert!(!said.contains(&"env-not-exported"), "{agent}: {said:?}");
    }
}
