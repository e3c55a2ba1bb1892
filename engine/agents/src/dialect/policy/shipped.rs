//! The rules of versions that people run, where they are not those of the text.

use std::time::Duration;

use super::super::{moltis, sent};
use super::*;

/// As ZeroClaw's fork has it (0.1.6): a command is told nothing and stops and changes nothing, and only where the
/// event's own fields come along are conditions looked at.
pub const ZEROCLAW_FORK: Policy = Policy {
    shell: ShellAnswers { told: false, obeyed: false, to_the_end: true, ..ShellAnswers::USUAL },
    requests: Requests::AsWritten,
    adds_to: &[("before_prompt_build", "prompt"), ("on_message_sending", "content")],
    heeds: Some(&[
        ("before_prompt_build", &[Asks::Text]),
        ("on_message_received", &[Asks::Channel, Asks::User, Asks::Text]),
        ("on_message_sending", &[Asks::Channel, Asks::Text]),
        ("on_cron_delivery", &[Asks::Channel, Asks::Text]),
        ("on_docs_sync_notify", &[Asks::Channel, Asks::Text]),
    ]),
    ..ZEROCLAW
};

/// As the versions of Milady and Eliza have it that people run.
pub(in crate::dialect) const FAMILY_SHIPPED: Policy =
    Policy { samples: sent::FAMILY, sessions: sent::FAMILY_SESSIONS, ..FAMILY };

/// As OpenClaw has it: who listens to the whole category comes first.
pub(in crate::dialect) const OPENCLAW_FAMILY: Policy = Policy {
    general_first: true,
    samples: sent::OPENCLAW_8,
    sessions: sent::OPENCLAW_SESSIONS,
    ..FAMILY
};

pub(in crate::dialect) const OPENCLAW_FAMILY_7: Policy =
    Policy { samples: sent::OPENCLAW_7, ..OPENCLAW_FAMILY };

/// As OpenClaw has it: the higher priority comes first, and those that only look all start at once.
pub(in crate::dialect) const OPENCLAW_PLUGIN: Policy = Policy {
    order: Order::HighestFirst,
    observing: Pace::Together { by_priority: false, waited: false },
    ..PLUGIN
};

/// As Moltis of 2026-08-21 has it (rules ).
pub(in crate::dialect) const MOLTIS_SHIPPED: Policy = Policy {
    payload: Shape::Flat,
    shell: ShellAnswers { to_the_end: true, typed: true, ..ShellAnswers::USUAL },
    also_modifying: &["MessageReceived", "ToolResultPersist"],
    also_observing: &["BeforeCompaction"],
    chained: false,
    takes: &[
        ("BeforeAgentStart", Takes::Nothing),
        ("BeforeLLMCall", Takes::MessagesAt("messages")),
        ("AfterLLMCall", Takes::Nothing),
        ("MessageReceived", Takes::TextAt("content")),
        ("BeforeToolCall", Takes::Field("arguments")),
        ("ToolResultPersist", Takes::Field("result")),
    ],
    samples: moltis::SAMPLES_SHIPPED,
    sent_fields: &["session_key", "tool_name"],
    breaker: Some(Breaks { failures: 3, cooldown: Duration::from_secs(60) }),
    ..MOLTIS
};
