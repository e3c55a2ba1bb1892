//! The hooks that a plugin of today's OpenClaw can listen to, as data: how the answers of several
//! handlers become one, how long one may take, and what one that fails means. Read in 2026.7.35, 2026.8.1
//! and 2026.9.6, and run in 2026.9.6.

use std::sync::LazyLock;
use std::time::Duration;

/// How the answers of a hook's handlers become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// All at once, and nobody looks at the answers.
    Observe,
    /// One after the other, each with the same event; the answers are put together field by field.
    Modify(&'static [Field]),
    /// As `Modify`, and each is given what the last one made of the first of these fields.
    Chain(&'static [Field]),
    /// All keys of all answers; of equal ones the later counts.
    Assign,
    /// The first answer that names an `origin`; else the last one.
    Address,
    /// `finalize` before `revise` before `continue`.
    Finish,
    /// `{outcome: "pass"}` or `{outcome: "block", reason}`; anything else but nothing at all blocks.
    Decide,
    /// At once and without waiting: a promise counts as no answer. Each is given the message that the last
    /// one made.
    Sync {
        /// Whether `{block: true}` drops the message.
        block: bool,
    },
    /// One after the other, until one says that it has handled it.
    Claim,
    /// All at once; all answers are kept, each under its plugin's name.
    Collect,
}

/// One field of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: &'static str,
    pub rule: FieldRule,
}

/// Which of several values of a field counts. One that is `null` or absent is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldRule {
    First,
    Last,
    /// The last, until somebody asks a person for approval: what was seen then is what runs.
    LastUnlessApproval,
    /// `true` stays, and nobody is called after it.
    Stop,
    /// All texts, with an empty line between them.
    Text,
    /// All items.
    List,
    /// The names that are in all lists.
    Common,
}

/// One hook that plugins can listen to.
#[derive(Clone, Copy, Debug)]
pub struct TypedHook {
    pub name: &'static str,
    pub merge: Merge,
    /// How long one handler may take, where the agent sets a limit.
    pub limit: Option<Duration>,
    /// When it is called, to follow "when": a person reads it.
    pub when: &'static str,
    /// A handler that throws or takes too long stops what was about to happen.
    pub fails_closed: bool,
    /// Each handler gets a copy of its own: what it changes in it, nobody sees.
    pub isolated: bool,
    /// It sees conversations: only plugins that the config trusts with them are called.
    pub private: bool,
    /// It adds to prompts: plugins that the config keeps from that are not called.
    pub injects: bool,
    /// What is taken out of the answers of plugins that the config keeps from prompts, which are called all the
    /// same.
    pub stripped: &'static [&'static str],
}

impl TypedHook {
    /// Whether its handlers can change or stop anything.
    pub const fn modifying(&self) -> bool {
        !matches!(self.merge, Merge::Observe | Merge::Collect)
    }
}

/// Which hooks a version lets plugins listen to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// None: as the text has it.
    Unknown,
    /// Those of 2026.7.
    Seven,
    /// Those from 2026.8 on.
    Eight,
}

impl Typed {
    /// Whether it is a version that ships, and not the text.
    pub const fn is_shipped(self) -> bool {
        !matches!(self, Self::Unknown)
    }

    /// All of them, by name.
    pub fn hooks(self) -> &'static [TypedHook] {
        match self {
            Self::Unknown => &[],
            Self::Seven => &SEVEN,
            Self::Eight => &TYPED_HOOKS,
        }
    }

    /// The hook of a name: `before_tool_call`, or `before-tool-call` as the text spells it.
    pub fn find(self, name: &str) -> Option<&'static TypedHook> {
        if self == Self::Unknown {
            return None;
        }
        // Most names are neither theirs nor spelled in the other way.
        let spelled = name.contains('-').then(|| name.replace('-', "_"));
        let name = spelled.as_deref().unwrap_or(name);
        let hooks = self.hooks();
        let at = hooks.binary_search_by(|hook| hook.name.cmp(name)).ok()?;
        hooks.get(at)
    }

    /// The hook that `api.on` takes a name for: spelled like that, or as 2026.7 still calls one.
    pub fn named(self, name: &str) -> Option<&'static TypedHook> {
        let name = match (self, name) {
            (Self::Seven, "deactivate") => "gateway_stop",
            (_, name) => name,
        };
        self.find(name).filter(|hook| hook.name == name)
    }
}

const fn hook(name: &'static str, merge: Merge, secs: u64, when: &'static str) -> TypedHook {
    let limit = if secs == 0 { None } else { Some(Duration::from_secs(secs)) };
    let (fails_closed, isolated, private, injects) = (false, false, false, false);
    TypedHook { name, merge, limit, when, fails_closed, isolated, private, injects, stripped: &[] }
}

const fn closed(hook: TypedHook) -> TypedHook {
    TypedHook { fails_closed: true, ..hook }
}

const fn private(hook: TypedHook) -> TypedHook {
    TypedHook { private: true, ..hook }
}

const fn injects(hook: TypedHook) -> TypedHook {
    TypedHook { injects: true, ..hook }
}

const fn field(name: &'static str, rule: FieldRule) -> Field {
    Field { name, rule }
}

use FieldRule::{Common, First, Last, LastUnlessApproval, List, Stop, Text};

const MODEL: &[Field] = &[field("modelOverride", First), field("providerOverride", First)];
const CONTEXT: &[Field] = &[field("prependContext", Text), field("appendContext", Text)];
const PROMPT: &[Field] = &[
    field("systemPrompt", First),
    field("prependContext", Text),
    field("appendContext", Text),
    field("prependSystemContext", Text),
    field("appendSystemContext", Text),
    field("toolsAllow", Common),
];
/// 2026.7 leaves the tools as they are.
const PROMPT_7: &[Field] = &[
    field("systemPrompt", First),
    field("prependContext", Text),
    field("appendContext", Text),
    field("prependSystemContext", Text),
    field("appendSystemContext", Text),
];
const START: &[Field] = &[
    field("systemPrompt", First),
    field("prependContext", Text),
    field("appendContext", Text),
    field("prependSystemContext", Text),
    field("appendSystemContext", Text),
    field("modelOverride", First),
    field("providerOverride", First),
];
const PROMPT_NAMES: &[&str] = &[
    "systemPrompt",
    "prependContext",
    "appendContext",
    "prependSystemContext",
    "appendSystemContext",
];
const TOOL: &[Field] = &[
    field("params", LastUnlessApproval),
    field("requireApproval", First),
    field("block", Stop),
    field("blockReason", Last),
];
const MESSAGE: &[Field] = &[
    field("content", Last),
    field("cancel", Stop),
    field("cancelReason", Last),
    field("metadata", Last),
];
const PAYLOAD: &[Field] = &[field("payload", Last), field("cancel", Stop), field("reason", Last)];
const INSTALL: &[Field] =
    &[field("findings", List), field("block", Stop), field("blockReason", Last)];

/// All hooks from 2026.8 on, by name.
pub const TYPED_HOOKS: [TypedHook; 42] = {
    use Merge::{Address, Assign, Chain, Claim, Collect, Decide, Finish, Modify, Observe, Sync};
    let tool = hook("before_tool_call", Modify(TOOL), 15, "before a tool runs");
    [
        hook("after_compaction", Observe, 30, "after a conversation was shortened"),
        hook("after_tool_call", Observe, 0, "after a tool ran"),
        private(hook("agent_end", Observe, 30, "when the agent is done")),
        injects(private(hook(
            "agent_turn_prepare",
            Modify(CONTEXT),
            0,
            "before the agent begins a turn",
        ))),
        private(hook("before_agent_finalize", Finish, 15, "before the agent ends its answer")),
        private(hook("before_agent_reply", Claim, 0, "before the agent replies")),
        closed(private(hook("before_agent_run", Decide, 15, "before the agent runs"))),
        hook("before_compaction", Observe, 30, "before a conversation is shortened"),
        hook("before_dispatch", Claim, 0, "before a message is handed to the agent"),
        closed(hook("before_install", Modify(INSTALL), 15, "before something is installed")),
        hook("before_message_write", Sync { block: true }, 0, "before a message is kept"),
        private(hook("before_model_resolve", Modify(MODEL), 0, "before a model is chosen")),
        injects(private(hook(
            "before_prompt_build",
            Modify(PROMPT),
            15,
            "before a prompt is put together",
        ))),
        hook("before_reset", Observe, 0, "before a session is reset"),
        closed(TypedHook { isolated: true, ..tool }),
        hook("channel_pairing_requested", Observe, 2, "when somebody asks to pair a channel"),
        hook("cron_changed", Observe, 0, "when a scheduled job changes"),
        hook("cron_reconciled", Observe, 0, "when scheduled jobs were looked through"),
        hook("gateway_start", Observe, 0, "when the gateway starts"),
        hook("gateway_stop", Observe, 5, "when the gateway stops"),
        injects(hook(
            "heartbeat_prompt_contribution",
            Modify(CONTEXT),
            0,
            "when a heartbeat's prompt is made",
        )),
        hook("inbound_claim", Claim, 0, "when a message comes in that a plugin may take"),
        private(hook("llm_input", Observe, 0, "before a model is asked")),
        private(hook("llm_output", Observe, 0, "after a model answered")),
        hook("message_received", Observe, 0, "when a message comes in"),
        hook("message_sending", Modify(MESSAGE), 15, "before a message goes out"),
        hook("message_sent", Observe, 0, "after a message went out"),
        hook("model_call_ended", Observe, 0, "when a call of a model ends"),
        hook("model_call_started", Observe, 0, "when a call of a model begins"),
        hook("reply_dispatch", Claim, 0, "when a reply is handed out"),
        hook("reply_payload_sending", Chain(PAYLOAD), 15, "before a reply's parts go out"),
        hook("resolve_exec_env", Assign, 15, "when the environment of a program is made"),
        hook("session_end", Observe, 0, "when a session ends"),
        hook("session_start", Observe, 0, "when a session starts"),
        hook("skill_changed", Observe, 30, "when a skill changes"),
        hook("skill_proposal_changed", Observe, 30, "when a proposed skill changes"),
        hook("skill_proposal_evaluate", Collect, 120, "when a proposed skill is judged"),
        hook("subagent_delivery_target", Address, 0, "when a helper's answer finds its place"),
        hook("subagent_ended", Observe, 0, "when a helper ends"),
        hook("subagent_progress", Observe, 0, "while a helper works"),
        hook("subagent_spawned", Observe, 0, "when a helper starts"),
        hook("tool_result_persist", Sync { block: false }, 0, "before a tool's result is kept"),
    ]
};

/// What came after 2026.7.
const NEW_IN_EIGHT: [&str; 5] = [
    "cron_reconciled",
    "skill_changed",
    "skill_proposal_changed",
    "skill_proposal_evaluate",
    "subagent_progress",
];

/// The hooks of 2026.7: fewer limits, and no copies.
static SEVEN: LazyLock<Vec<TypedHook>> = LazyLock::new(|| {
    let without_limit = [
        "before_install",
        "before_tool_call",
        "gateway_stop",
        "message_sending",
        "reply_payload_sending",
    ];
    let open = ["agent_turn_prepare", "before_prompt_build"];
    let start = TypedHook {
        stripped: PROMPT_NAMES,
        ..hook("before_agent_start", Merge::Modify(START), 15, "before the agent starts")
    };
    let spawning = hook("subagent_spawning", Merge::Address, 0, "before a helper starts");
    let kept = TYPED_HOOKS.into_iter().filter(|hook| !NEW_IN_EIGHT.contains(&hook.name));
    let mut all: Vec<TypedHook> = kept.chain([start, spawning]).collect();
    for hook in &mut all {
        hook.isolated = false;
        if hook.merge == Merge::Modify(PROMPT) {
            hook.merge = Merge::Modify(PROMPT_7);
        }
        hook.private &= !open.contains(&hook.name);
        hook.limit = hook.limit.filter(|_| !without_limit.contains(&hook.name));
    }
    all.sort_by_key(|hook| hook.name);
    all
});

/// What has to be true in `plugins.entries.<id>.hooks`, so that a plugin is called for what sees conversations.
pub const ACCESS: &str = "allowConversationAccess";

/// What may be false there, so that a plugin is not called for what adds to prompts.
pub const INJECTS: &str = "allowPromptInjection";

/// The hook of a name, in any version that is known.
pub fn typed_hook(name: &str) -> Option<&'static TypedHook> {
    let known = |typed: Typed| typed.find(name).filter(|_| !name.contains('-'));
    known(Typed::Eight).or_else(|| known(Typed::Seven)).or_else(|| Typed::Seven.named(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_before_is_taken_by_the_version_that_still_has_it() {
        let named = |typed: Typed, name| typed.named(name).map(|hook| hook.name);
        assert_eq!(named(Typed::Seven, "deactivate"), Some("gateway_stop"));
        assert_eq!(named(Typed::Eight, "deactivate"), None);
        assert_eq!(named(Typed::Eight, "before_tool_call"), Some("before_tool_call"));
        assert_eq!(named(Typed::Eight, "before-tool-call"), None, "api.on knows no other spelling");
    }

    #[test]
    fn what_is_stripped_is_among_what_would_be_put_together() {
        for hook in [Typed::Seven, Typed::Eight].iter().flat_map(|typed| typed.hooks()) {
            let Merge::Modify(fields) = hook.merge else {
                assert!(hook.stripped.is_empty(), "{}", hook.name);
                continue;
            };
            assert!(
                hook.stripped.iter().all(|name| fields.iter().any(|field| field.name == *name)),
                "{}",
                hook.name
            );
        }
        let seven = |name| Typed::Seven.named(name).unwrap();
        assert_eq!(seven("before_agent_start").stripped.len(), 5);
        assert!(seven("before_prompt_build").stripped.is_empty(), "it is not called at all");
    }

    #[test]
    fn each_name_is_found_in_both_spellings() {
        for typed in [Typed::Seven, Typed::Eight] {
            for hook in typed.hooks() {
                assert_eq!(typed.find(hook.name).map(|found| found.name), Some(hook.name));
                let spelled = hook.name.replace('_', "-");
                assert_eq!(typed.find(&spelled).map(|found| found.name), Some(hook.name));
                assert_eq!(typed_hook(hook.name).map(|found| found.name), Some(hook.name));
                assert!(!hook.when.is_empty());
            }
        }
        assert!(
            typed_hook("before-tool-call").is_none(),
            "a plugin that writes it so is not heard"
        );
        assert!(Typed::Unknown.find("before_tool_call").is_none());
    }

    #[test]
    fn versions_differ_in_names_limits_and_copies() {
        let (seven, eight) = (Typed::Seven, Typed::Eight);
        assert_eq!((seven.hooks().len(), eight.hooks().len()), (39, 42));
        assert!(
            seven.find("skill_changed").is_none() && eight.find("before_agent_start").is_none()
        );
        let tool = |typed: Typed| typed.find("before_tool_call").map(|it| (it.limit, it.isolated));
        assert_eq!(tool(seven), Some((None, false)));
        assert_eq!(tool(eight), Some((Some(Duration::from_secs(15)), true)));
        for typed in [seven, eight] {
            let closed: Vec<_> = typed.hooks().iter().filter(|it| it.fails_closed).collect();
            let closed: Vec<_> = closed.iter().map(|hook| hook.name).collect();
            assert_eq!(closed, ["before_agent_run", "before_install", "before_tool_call"]);
        }
        let private = |typed: Typed, name| typed.find(name).is_some_and(|hook| hook.private);
        assert!(private(eight, "llm_input") && !private(eight, "before_tool_call"));
        assert!(private(eight, "before_prompt_build") && !private(seven, "before_prompt_build"));
    }
}
