//! What becomes of what a hook answers, for each version of an agent that is known: whether anybody reads
//! its messages, whether it can stop anything, whether it is told what happened.

use crate::hook::AgentId;

/// What a version of an agent makes of a hook's answers.
#[derive(Debug, PartialEq, Eq)]
pub struct Answers {
    /// The keys at which somebody reads the messages that a module leaves; none: at all of them.
    pub read_at: Option<&'static [&'static str]>,
    /// Whether a hook can stop or change what happens.
    pub obeyed: bool,
    /// Whether a hook is handed its event.
    pub told: bool,
    /// The events at which the text of a hook is added.
    pub adds_at: &'static [&'static str],
    /// Hooks that it brings itself, whether or not its package was found.
    pub brings: &'static [&'static str],
}

/// As the text has it.
const DOCUMENTED: Answers = Answers {
    read_at: None,
    obeyed: true,
    told: true,
    adds_at: &["before_prompt_build"],
    brings: &[],
};

/// What handlers say while Milady and Eliza start goes nowhere.
const FAMILY: Answers = Answers { read_at: Some(&[]), ..DOCUMENTED };

const OPENCLAW: Answers = Answers {
    read_at: Some(&[
        "command:new",
        "command:reset",
        "session:compact:before",
        "session:compact:after",
    ]),
    brings: &[
        "boot-md",
        "bootstrap-extra-files",
        "command-logger",
        "compaction-notifier",
        "session-memory",
    ],
    ..DOCUMENTED
};

const FORK: Answers = Answers {
    obeyed: false,
    told: false,
    adds_at: &["before_prompt_build", "on_message_sending"],
    ..DOCUMENTED
};

/// The known versions that differ from the text.
const DIFFER: [(AgentId, &str, &Answers); 6] = [
    (AgentId::Milady, "2026-03-01", &FAMILY),
    (AgentId::Eliza, "2.0.0-beta.2", &FAMILY),
    (AgentId::Openclaw, "2026.7.35", &OPENCLAW),
    (AgentId::Openclaw, "2026.8.1", &OPENCLAW),
    (AgentId::Openclaw, "2026.9.6", &OPENCLAW),
    (AgentId::Zeroclaw, "0.1.6-hooks", &FORK),
];

impl Answers {
    /// What this version of an agent makes of a hook's answers; of one that is not in the table, as the
    /// text has it.
    pub fn of(agent: AgentId, version: &str) -> &'static Self {
        let row = DIFFER.iter().find(|(of, known, _)| *of == agent && *known == version);
        row.map_or(&DOCUMENTED, |(_, _, answers)| answers)
    }

    /// Whether somebody reads the messages that are left at this key, or at one of this family.
    pub fn reads(&self, key: &str) -> bool {
        let family = |read: &str| read.split_once(':').is_some_and(|(family, _)| family == key);
        self.read_at.is_none_or(|keys| keys.iter().any(|read| *read == key || family(read)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moment;

    #[test]
    fn messages_are_read_where_the_version_reads_them() {
        let milady = Answers::of(AgentId::Milady, "2026-03-01");
        assert!(!milady.reads("gateway:startup"));
        assert!(Answers::of(AgentId::Milady, "documented").reads("gateway:startup"));
        let openclaw = Answers::of(AgentId::Openclaw, "2026.9.6");
        assert!(openclaw.reads("command:new") && openclaw.reads("command"));
        assert!(!openclaw.reads("gateway:startup") && !openclaw.reads("message:sent"));
        assert_eq!(Answers::of(AgentId::Moltis, "2026-08-21"), &DOCUMENTED);
    }

    /// What is tried goes by the policy of a version, what is said of it by this table.
    #[test]
    fn the_policy_of_each_version_says_the_same() {
        let mut added = 0;
        for agent in AgentId::ALL {
            for runtime in agent.runtimes() {
                let (of, dialect) = (format!("{agent} {}", runtime.version), &runtime.dialect);
                let answers = Answers::of(agent, runtime.version);
                let policy = dialect.policy(dialect.family).unwrap();
                assert_eq!(answers.told, policy.shell.told, "{of}");
                assert_eq!(answers.obeyed, policy.shell.obeyed, "{of}");
                let own = |key: &&str| moment::find(dialect.family, key).is_some();
                for key in moment::keys_of(agent).filter(own) {
                    let adds = answers.adds_at.contains(&key);
                    assert_eq!(adds, policy.adds_to(key).is_some(), "{of} at {key}");
                    added += usize::from(adds);
                }
            }
        }
        assert!(added > 2, "{added}");
    }
}
