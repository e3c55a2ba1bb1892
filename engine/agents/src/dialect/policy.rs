//! How events reach their handlers, as data (rules R-4): one value for each family of
//! event keys.

mod shipped;

use std::borrow::Cow;
use std::time::Duration;

use super::{Dialect, EventKeys};
use crate::moment::{self, Keys};
pub use shipped::ZEROCLAW_FORK;
pub(super) use shipped::*;

/// The rules of one family of events.
#[derive(Debug, PartialEq, Eq)]
pub struct Policy {
    pub keys: Keys,
    /// How an event is written for a handler.
    pub payload: Shape,
    pub order: Order,
    /// Whether `type` is called too, after `type:action`.
    pub general_too: bool,
    /// Whether `type` comes before `type:action`.
    pub general_first: bool,
    /// Events that a handler may change here, although the text says that it only looks at them.
    pub also_modifying: &'static [&'static str],
    /// Events that a handler only looks at here, although the text says that it may change them.
    pub also_observing: &'static [&'static str],
    /// Whether a handler gets what the one before it made of the event; else each gets the original, and
    /// the last change wins.
    pub chained: bool,
    /// The pace of events that a handler may change.
    pub modifying: Pace,
    /// The pace of events that handlers only look at.
    pub observing: Pace,
    pub breaker: Option<Breaks>,
    /// How a command answers.
    pub shell: ShellAnswers,
    /// How a hook that is a request is sent.
    pub requests: Requests,
    /// Fields of an event for a handler that no other agent sends, by which a script can tell where it runs.
    pub sent_fields: &'static [&'static str],
    /// Whether a handler is told the name of its hook.
    pub sends_name: bool,
    /// What becomes of the data that a handler gives back, by event; of all others they are the event's.
    pub takes: &'static [(&'static str, Takes)],
    /// What an event carries, as JSON, where that is not what the text says.
    pub samples: &'static [(&'static str, &'static str)],
    /// The session that events belong to which are of none.
    pub sessions: &'static [(&'static str, &'static str)],
    /// Where a text of a hook is added, and to which field of the event.
    pub adds_to: &'static [(&'static str, &'static str)],
    /// Which conditions are looked at, by event; none: all that the event says something of.
    pub heeds: Option<&'static [(&'static str, &'static [Asks])]>,
}

/// What becomes of the data that a handler gives back for an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// They are the event's from then on.
    Data,
    /// They are the value of this field.
    Field(&'static str),
    /// They are the arguments of the tool, where they have neither `tool` nor `arguments`; else the event's data.
    ArgumentsOrData,
    /// Only this field of them counts, where it is a text.
    TextAt(&'static str),
    /// Only this field of them counts, or all of them, where that is a list: of it the messages whose role a model knows.
    MessagesAt(&'static str),
    /// They change nothing.
    Nothing,
}

/// What a condition asks of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    Channel,
    User,
    Text,
}

impl Policy {
    /// What becomes of data that a handler gives back for this event.
    pub fn takes(&self, key: &str) -> Takes {
        self.takes.iter().find(|(event, _)| *event == key).map_or(Takes::Data, |(_, takes)| *takes)
    }

    /// Whether a condition is looked at for this event.
    pub fn heeds(&self, key: &str, asks: Asks) -> bool {
        let of = |heeds: &[(&str, &[Asks])]| {
            heeds.iter().any(|(event, list)| *event == key && list.contains(&asks))
        };
        self.heeds.is_none_or(of)
    }

    /// The field of this event to which a text of a hook is added.
    pub fn adds_to(&self, key: &str) -> Option<&'static str> {
        self.adds_to.iter().find(|(event, _)| *event == key).map(|(_, field)| *field)
    }

    /// Whether a hook that listens to `own` is called for `key`.
    pub fn hears(&self, own: &str, key: &str) -> bool {
        let general = || key.split_once(':').is_some_and(|(kind, _)| kind == own);
        own == key || self.general_too && general()
    }
}

/// How an event is written for a handler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `{type, action, sessionKey, timestamp, messages, context}`
    Family,
    /// `{event, data}`, with what a plugin is told beside it.
    Plugin,
    /// `{event, name, data, timestamp}`
    Apart,
    /// `{event, session_key, …}`, with the data among the rest, and once more as a whole.
    Among,
    /// `{event, session_key, …}`: the fields of the data, and nothing that the agent does not send.
    Flat,
}

/// Which of two handlers comes first. Equals stay in the order in which they were registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Registration,
    LowestFirst,
    HighestFirst,
}

/// How the handlers of one event follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// One after the other, each with what the last one made of the event.
    InTurn {
        /// Whether a handler can stop the action, and with it the handlers after it.
        block: bool,
    },
    /// At the same time; what they answer changes nothing.
    Together {
        /// Equal priorities start together, the next when they are done; else all start at once.
        by_priority: bool,
        /// Whether who triggers the event waits for them.
        waited: bool,
    },
}

/// When a hook that keeps failing is left out for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breaks {
    /// So many failures in a row switch it off.
    pub failures: u32,
    /// For so long; then it is tried again.
    pub cooldown: Duration,
}

impl Breaks {
    /// When it acts, without the dot.
    pub fn says(self, title: &str) -> String {
        let (failures, secs) = (self.failures, self.cooldown.as_secs());
        format!("After {failures} failures in a row, {title} leaves a hook out for {secs} seconds")
    }
}

/// How a hook that is a request is sent (rules ).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requests {
    /// POST where it has a body and else GET, its method in capitals; the event is the body of a POST without one of its
    /// own, and a status from 400 on is a failure.
    Usual,
    /// GET unless it names a method, which is sent letter by letter, with its own body or none; any answer will do.
    AsWritten,
}

/// How a command answers the agent that runs it (rules ).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShellAnswers {
    /// The exit status with which the event goes on. Any that is not named here is a failure.
    pub proceeds: i32,
    /// The exit status that stops the event, with the reason on stderr.
    pub blocks: i32,
    /// In an object on stdout: the key of what it does,
    pub action: &'static str,
    /// which is this where it changes the event,
    pub modify: &'static str,
    /// and the key of what takes the place of the event's data then.
    pub data: &'static str,
    /// Whether a command or a request is handed the event.
    pub told: bool,
    /// Whether an answer stops or changes anything.
    pub obeyed: bool,
    /// Whether a command has only answered once nobody holds its output any more.
    pub to_the_end: bool,
    /// Whether what is on stdout is read into a type, so that a list of the action and the data is one, too; and blanks on
    /// stderr are a reason.
    pub typed: bool,
}

impl ShellAnswers {
    /// As Moltis and ZeroClaw have it.
    pub const USUAL: Self = Self {
        proceeds: 0,
        blocks: 1,
        action: "action",
        modify: "modify",
        data: "data",
        told: true,
        obeyed: true,
        to_the_end: false,
        typed: false,
    };

    /// Whether a status says something other than that the command failed.
    pub const fn knows(&self, status: i32) -> bool {
        status == self.proceeds || status == self.blocks
    }
}

/// `HOOK.md` of Milady, Eliza and OpenClaw.
pub(super) const FAMILY: Policy = Policy {
    keys: Keys::Internal,
    payload: Shape::Family,
    order: Order::Registration,
    general_too: true,
    general_first: false,
    also_modifying: &[],
    also_observing: &[],
    chained: true,
    modifying: Pace::InTurn { block: false },
    observing: Pace::InTurn { block: false },
    breaker: None,
    shell: ShellAnswers::USUAL,
    requests: Requests::Usual,
    sent_fields: &[],
    sends_name: false,
    takes: &[],
    samples: &[],
    sessions: &[],
    adds_to: &[],
    heeds: None,
};

/// OpenClaw's plugin hooks and the handlers of its gateway layer.
pub(super) const PLUGIN: Policy = Policy {
    keys: Keys::Plugin,
    payload: Shape::Plugin,
    order: Order::LowestFirst,
    general_too: false,
    general_first: false,
    also_modifying: &[],
    also_observing: &[],
    chained: true,
    modifying: Pace::InTurn { block: true },
    observing: Pace::Together { by_priority: true, waited: false },
    breaker: None,
    shell: ShellAnswers::USUAL,
    requests: Requests::Usual,
    sent_fields: &[],
    sends_name: false,
    takes: &[],
    samples: &[],
    sessions: &[],
    adds_to: &[],
    heeds: None,
};

pub(super) const ZEROCLAW: Policy = Policy {
    keys: Keys::Zeroclaw,
    payload: Shape::Apart,
    order: Order::HighestFirst,
    general_too: false,
    general_first: false,
    also_modifying: &[],
    also_observing: &[],
    chained: true,
    modifying: Pace::InTurn { block: true },
    observing: Pace::Together { by_priority: false, waited: false },
    breaker: None,
    shell: ShellAnswers::USUAL,
    requests: Requests::Usual,
    sent_fields: &[],
    sends_name: true,
    takes: &[],
    samples: &[],
    sessions: &[],
    adds_to: &[("before_prompt_build", "prompt")],
    heeds: None,
};

pub(super) const MOLTIS: Policy = Policy {
    keys: Keys::Moltis,
    payload: Shape::Among,
    order: Order::HighestFirst,
    general_too: false,
    general_first: false,
    also_modifying: &[],
    also_observing: &[],
    chained: true,
    modifying: Pace::InTurn { block: true },
    observing: Pace::Together { by_priority: false, waited: true },
    breaker: Some(Breaks { failures: 5, cooldown: Duration::from_secs(60) }),
    shell: ShellAnswers::USUAL,
    requests: Requests::Usual,
    sent_fields: &["session_id", "session_key", "tool_name"],
    sends_name: false,
    takes: &[("BeforeToolCall", Takes::ArgumentsOrData)],
    samples: &[],
    sessions: &[],
    adds_to: &[],
    heeds: None,
};

impl Policy {
    /// The pace of an event of this family.
    pub const fn pace(&self, modifying: bool) -> Pace {
        if modifying { self.modifying } else { self.observing }
    }
}

impl Dialect {
    /// The rules for an event key, and whether a handler may change that event; none for a key that the
    /// agent does not have. An unknown action of a known type is legal (rule ).
    pub fn dispatch_of(&self, key: &str) -> Option<(&'static Policy, bool)> {
        if let Some(hook) = self.rules.typed.find(key) {
            return self.policy(Keys::Plugin).map(|policy| (policy, hook.modifying()));
        }
        self.dispatch.iter().find_map(|policy| {
            if let Some((_, found)) = moment::find(policy.keys, key)
                && found.is_for(self.agent)
            {
                let modifying = found.modifying && !policy.also_observing.contains(&key);
                return Some((policy, modifying || policy.also_modifying.contains(&key)));
            }
            let EventKeys::Open(types) = &self.keys else { return None };
            let kind = key.split_once(':').map_or(key, |(kind, _)| kind);
            (policy.keys == Keys::of(self.agent) && types.contains(&kind))
                .then_some((policy, false))
        })
    }

    /// Whether a handler may change this event.
    pub fn may_change(&self, key: &str) -> bool {
        let found = self.dispatch_of(key);
        found.is_some_and(|(policy, modifying)| modifying && policy.takes(key) != Takes::Nothing)
    }

    /// How an event key is spelled here: a hook that plugins listen to has one spelling, whichever it is
    /// asked for in.
    pub fn spelled<'a>(&self, key: &'a str) -> Cow<'a, str> {
        let spelled = key.replace('_', "-");
        let is_one = self.rules.typed.find(&spelled).is_some()
            || (self.plugins.is_some() && moment::find(Keys::Plugin, &spelled).is_some());
        if is_one { Cow::Owned(spelled) } else { Cow::Borrowed(key) }
    }

    /// The rules of one of the agent's families of events.
    pub fn policy(&self, keys: Keys) -> Option<&'static Policy> {
        self.dispatch.iter().find(|policy| policy.keys == keys)
    }

    /// How the command of a hook answers it.
    pub fn shell(&self) -> ShellAnswers {
        self.policy(self.family).map_or(ShellAnswers::USUAL, |policy| policy.shell)
    }
}
