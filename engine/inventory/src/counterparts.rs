//! Event keys of one agent as another spells them: by the table of moments (rules R-7).

use crate::notes;
use tacklebox_agents::dialect::Dialect;
use tacklebox_agents::moment::{self, Keys};

/// An event of the original and that of its copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    pub from: String,
    pub to: String,
}

/// What is different where a hook is called by the event of another agent, a sentence each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    pub lost: Vec<String>,
    pub changed: Vec<String>,
}

/// The events of a hook for another agent, each once. What has no counterpart, or a lesser one, is
/// told.
pub fn translate(from: &Dialect, to: &Dialect, events: &[String]) -> (Vec<Pair>, Told) {
    let (mut pairs, mut told): (Vec<Pair>, Told) = Default::default();
    for event in events {
        for key in expanded(from, to, event) {
            let Some(found) = counterpart(from, to, &key) else {
                told.lost.push(nothing(from, to, &key));
                continue;
            };
            differences(from, to, &key, &found, &mut told);
            if !pairs.iter().any(|pair| pair.to == found) {
                pairs.push(Pair { from: key, to: found });
            }
        }
    }
    (pairs, told)
}

/// The counterparts, without a word of what is lost.
pub fn pairs(from: &Dialect, to: &Dialect, events: &[String]) -> Vec<Pair> {
    translate(from, to, events).0
}

/// The hooks of plugins that come at the same moments as these events, each once.
pub fn plugin_pairs(from: &Dialect, events: &[String]) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    for event in events {
        let Some((moment, _)) = moment::find(Keys::of(from.agent), event) else { continue };
        let theirs = moment.keys.iter().find(|key| key.family == Keys::Plugin);
        let Some(to) = theirs.map(|key| key.key.to_owned()) else { continue };
        if !pairs.iter().any(|pair| pair.to == to) {
            pairs.push(Pair { from: event.clone(), to });
        }
    }
    pairs
}

/// A whole category is the single events of it, where the other agent knows no categories. Commands
/// are one event there anyway.
fn expanded(from: &Dialect, to: &Dialect, event: &str) -> Vec<String> {
    let keys = Keys::of(from.agent);
    if keys != Keys::Internal || Keys::of(to.agent) == keys || event.contains(':') {
        return vec![event.to_owned()];
    }
    if event == "command" {
        return vec![event.to_owned()];
    }
    let own = moment::keys_of(from.agent);
    let single: Vec<String> = own
        .filter(|key| key.split_once(':').is_some_and(|(category, _)| category == event))
        .map(str::to_owned)
        .collect();
    if single.is_empty() { vec![event.to_owned()] } else { single }
}

fn counterpart(from: &Dialect, to: &Dialect, key: &str) -> Option<String> {
    let (source, target) = (Keys::of(from.agent), Keys::of(to.agent));
    if source == target {
        return notes::may_fire(to, key).then(|| key.to_owned());
    }
    let (moment, modifying) = match moment::find(source, key) {
        Some((moment, own)) => (moment.name, own.modifying),
        // Every command is the same moment, whatever it is called.
        None if source == Keys::Internal && key.starts_with("command:") => ("command", false),
        None => return None,
    };
    let moment = moment::MOMENTS.iter().find(|one| one.name == moment)?;
    let theirs = || moment.keys.iter().filter(|k| k.family == target && k.is_for(to.agent));
    let best = theirs().find(|key| key.modifying == modifying).or_else(|| theirs().next())?;
    // The table has a category beside its first event; the event alone is what was meant.
    Some(best.key.to_owned())
}

fn nothing(from: &Dialect, to: &Dialect, key: &str) -> String {
    let when = moment::when(from.agent, &[key.to_owned()]);
    format!("{} has no event that comes {when} ({key}): the copy is not called there.", to.title)
}

/// What is different at a counterpart.
fn differences(from: &Dialect, to: &Dialect, key: &str, other: &str, told: &mut Told) {
    let (source, target) = (Keys::of(from.agent), Keys::of(to.agent));
    if source == Keys::Internal && target != source && key.starts_with("command:") {
        told.lost.push(format!(
            "{} has one event for all commands: the copy runs on every command, not only on {}.",
            to.title,
            key.replacen("command:", "/", 1)
        ));
    }
    of_answers(from, to, (key, other), modifies(to, other), told);
}

/// Whether what a hook answers at `key` counts at its counterpart `other`, too; `theirs` says whether it does there.
pub fn of_answers(
    from: &Dialect,
    to: &Dialect,
    (key, other): (&str, &str),
    theirs: Option<bool>,
    told: &mut Told,
) {
    match (modifies(from, key), theirs) {
        (Some(true), Some(false)) => told.lost.push(format!(
            "On {other}, hooks of {} can only observe: the copy can neither stop nor change what happens there.",
            to.title
        )),
        (Some(false), Some(true)) if Keys::of(from.agent) != Keys::Internal => told.changed.push(format!(
            "On {other}, hooks of {} may stop or change what happens: exit status 1 and a printed modification count there, and did not in {}.",
            to.title, from.title
        )),
        _ => {}
    }
}

/// Whether a hook may stop or change this event with the version in force; none where the agent has no such event.
fn modifies(dialect: &Dialect, key: &str) -> Option<bool> {
    dialect.dispatch_of(key).map(|(policy, modifying)| modifying && policy.shell.obeyed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tacklebox_agents::hook::AgentId;

    fn say(from: AgentId, to: AgentId, events: &[&str]) -> (String, Told) {
        let events: Vec<_> = events.iter().map(|event| (*event).to_owned()).collect();
        let (pairs, told) = translate(from.dialect(), to.dialect(), &events);
        let said: Vec<_> = pairs.iter().map(|p| format!("{}={}", p.from, p.to)).collect();
        (said.join(" "), told)
    }

    #[test]
    fn the_family_spells_alike_but_only_openclaw_knows_messages() {
        let (pairs, told) =
            say(AgentId::Openclaw, AgentId::Milady, &["command:digest", "session", "message:sent"]);
        assert_eq!(pairs, "command:digest=command:digest session=session");
        assert_eq!(
            told.lost,
            [
                "Milady has no event that comes when an answer was sent (message:sent): the copy is not called there."
            ]
        );
    }

    #[test]
    fn moltis_and_zeroclaw_go_through_the_moments() {
        let (pairs, told) = say(
            AgentId::Moltis,
            AgentId::Zeroclaw,
            &["BeforeToolCall", "AfterLLMCall", "MessageReceived", "Command"],
        );
        assert_eq!(
            pairs,
            "BeforeToolCall=before_tool_call AfterLLMCall=on_llm_output MessageReceived=on_message_received"
        );
        assert_eq!(told.lost.len(), 2, "{:?}", told.lost);
        assert!(told.lost[0].contains("can neither stop nor change"), "{:?}", told.lost);
        assert!(told.lost[1].contains("(Command)"), "{:?}", told.lost);
        assert!(told.changed[0].contains("did not in Moltis"), "{:?}", told.changed);
        let back = say(AgentId::Zeroclaw, AgentId::Moltis, &["before_llm_call"]).0;
        assert_eq!(back, "before_llm_call=BeforeLLMCall");
        let looks = say(AgentId::Moltis, AgentId::Zeroclaw, &["BeforeLLMCall"]).0;
        assert_eq!(looks, "BeforeLLMCall=before_llm_call", "the one that may change, as there");
    }

    #[test]
    fn a_category_becomes_its_events_and_a_command_every_command() {
        let (pairs, told) = say(AgentId::Milady, AgentId::Moltis, &["session", "command:new"]);
        assert_eq!(pairs, "session:start=SessionStart session:end=SessionEnd command:new=Command");
        assert!(told.lost[0].contains("session:new"), "{:?}", told.lost);
        assert!(told.lost[1].contains("not only on /new"), "{:?}", told.lost);
        let (back, _) = say(AgentId::Moltis, AgentId::Eliza, &["Command", "SessionStart"]);
        assert_eq!(back, "Command=command SessionStart=session:start");
        let (none, _) = say(AgentId::Moltis, AgentId::Eliza, &["MessageSent", "BeforeToolCall"]);
        assert_eq!(none, "");
    }

    #[test]
    fn every_event_has_a_counterpart_that_the_other_agent_has_or_a_sentence() {
        for from in AgentId::ALL {
            for to in AgentId::ALL.into_iter().filter(|to| *to != from) {
                for row in moment::events(from)
                    .filter(|row| moment::find(Keys::of(from), row.key).is_some())
                {
                    let (pairs, told) = say(from, to, &[row.key]);
                    assert!(!pairs.is_empty() || !told.lost.is_empty(), "{from} {to} {}", row.key);
                    for pair in pairs.split(' ').filter(|pair| !pair.is_empty()) {
                        let key = pair.split_once('=').unwrap().1;
                        assert!(to.dialect().dispatch_of(key).is_some(), "{to}: {key}");
                    }
                }
            }
        }
    }

    /// Moltis' program takes an answer at MessageReceived, and ZeroClaw's fork takes none.
    #[test]
    fn what_counts_is_what_the_versions_in_force_do() {
        let of = |agent: AgentId, version| &agent.runtime(version).unwrap().dialect;
        let moltis = of(AgentId::Moltis, "2026-08-21");
        let fork = of(AgentId::Zeroclaw, "0.1.6-hooks");
        let say = |from, to, event: &str| translate(from, to, &[event.to_owned()]).1;
        let told = say(fork, moltis, "on_message_received");
        assert!(!told.lost.join(" ").contains("can only observe"), "{told:?}");
        let told = say(fork, moltis, "before_tool_call");
        assert!(told.changed.join(" ").contains("may stop or change what happens"), "{told:?}");
        let told = say(moltis, fork, "BeforeToolCall");
        assert!(told.lost.join(" ").contains("can only observe"), "{told:?}");
        assert!(!told.changed.join(" ").contains("may stop"), "{told:?}");
    }
}
