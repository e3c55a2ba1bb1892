//! The versions of each agent whose behaviour is known, as values: the text, and what was run or read of
//! what people have. What differs is a field; nothing else asks for a version.

use std::sync::LazyLock;

use super::shipped::{
    ConfigCheck, Entries, Folders, Inherited, Links, Modules, OddConfig, Programs, Reader,
    Selection, Unquoted,
};
use super::typed::Typed;
use super::{
    Dialect, LegacyRoots, Managed, Projects, Rules, WorkspaceRule, WriteRules, eliza, env_sources,
    gateway, milady, moltis, openclaw, policy, sent, zeroclaw,
};
use crate::config::{overrides, sealed, typed, variables};
use crate::hook::{AgentId, DOCUMENTED};

/// One version of an agent that is known.
#[derive(Debug)]
pub struct Runtime {
    /// As it is written after `--runtime`.
    pub version: &'static str,
    /// Its rules.
    pub dialect: Dialect,
}

impl AgentId {
    /// What is known of this agent: its text first, then versions, the oldest first.
    pub fn runtimes(self) -> &'static [Runtime] {
        match self {
            Self::Milady => &*MILADY,
            Self::Eliza => &*ELIZA,
            Self::Openclaw => &*OPENCLAW,
            Self::Zeroclaw => &*ZEROCLAW,
            Self::Moltis => &*MOLTIS,
            #[cfg(feature = "invented")]
            Self::Invented => &*super::invented::RUNTIMES,
        }
    }

    /// The runtime of this name.
    pub fn runtime(self, version: &str) -> Option<&'static Runtime> {
        self.runtimes().iter().find(|runtime| runtime.version == version)
    }
}

const fn documented(dialect: Dialect) -> Runtime {
    Runtime { version: DOCUMENTED, dialect }
}

/// The loader that Milady and Eliza share.
const FAMILY_LOADER: Rules = Rules {
    from_start: true,
    reader: Reader::Lines,
    sends: Some(&["gateway:startup"]),
    links: Links::Anywhere,
    includes_anywhere: true,
    env_by_truth: true,
    programs: Programs::Anything,
    env: env_sources::MILADY,
    moved_entries: false,
    inherited: Inherited::All,
    reads_long: true,
    dots_by_text: true,
    // What every object of JavaScript has.
    lost_keys: &["__proto__", "constructor", "prototype"],
    legacy_tilde: false,
    folders: Folders::ByRuntime,
    wrong_kind_ends: true,
    fills: &["logging.level"],
    never: "milady-events",
    modules: Modules::Whole,
    // Its start names no folder of them.
    loads_bundled: false,
    odd_config: OddConfig { list: true, nan_is_set: true, ..OddConfig::WHOLE },
    ..Rules::DOCUMENTED
};

static MILADY: LazyLock<[Runtime; 2]> = LazyLock::new(|| {
    [
        documented(milady::DIALECT),
        Runtime {
            version: "2026-03-01",
            dialect: Dialect {
                rules: Rules {
                    namespace: Some(("MILADY_NAMESPACE", false)),
                    profile: Some(("MILADY_PROFILE", "./workspace-{}")),
                    workspace_stays: true,
                    ..FAMILY_LOADER
                },
                writes: WriteRules::FAMILY,
                dispatch: &[policy::FAMILY_SHIPPED],
                older_section: None,
                legacy: Some(LegacyRoots::OwnRoots { as_written: true }),
                ..milady::DIALECT
            },
        },
    ]
});

static ELIZA: LazyLock<[Runtime; 2]> = LazyLock::new(|| {
    [
        documented(eliza::DIALECT),
        Runtime {
            version: "2.0.0-beta.2",
            dialect: Dialect {
                rules: Rules {
                    env: env_sources::ELIZA,
                    // From npm its program starts on Node; its own starts with bun.
                    modules: Modules::Either,
                    workspace_env: Some(("ELIZA_WORKSPACE_DIR", true)),
                    namespace: Some(("ELIZA_NAMESPACE", true)),
                    profile: Some(("ELIZA_PROFILE", "./workspace-{}")),
                    odd_config: OddConfig { other: true, ..FAMILY_LOADER.odd_config },
                    ..FAMILY_LOADER
                },
                writes: WriteRules::FAMILY,
                dispatch: &[policy::FAMILY_SHIPPED],
                legacy: Some(LegacyRoots::OwnRoots { as_written: false }),
                // Its variable moves the config alone.
                managed: Managed::UserHome,
                ..eliza::DIALECT
            },
        },
    ]
});

const OPENCLAW_FILLS: &[&str] = &[
    "agents.defaults.compaction.mode",
    "agents.defaults.maxConcurrent",
    "agents.defaults.subagents.archiveAfterMinutes",
    "agents.defaults.subagents.maxConcurrent",
    "commands.native",
    "commands.nativeSkills",
    "commands.restart",
    "messages.ackReactionScope",
];

const OPENCLAW_FILLS_7: &[&str] = &[
    "agents.defaults.compaction.mode",
    "agents.defaults.maxConcurrent",
    "agents.defaults.subagents.archiveAfterMinutes",
    "agents.defaults.subagents.maxConcurrent",
    "commands.native",
    "commands.nativeSkills",
    "commands.ownerDisplay",
    "commands.restart",
    "cron.maxConcurrentRuns",
    "messages.ackReactionScope",
];

const OPENCLAW_LOADER: Rules = Rules {
    trims_places: true,
    from_start: true,
    lost_keys: &["__proto__"],
    env_by_truth: true,
    reader: Reader::YamlAndLines(Unquoted::Description),
    sends: Some(sent::SENDS_9),
    links: Links::Never,
    programs: Programs::Accessible,
    trims: true,
    trims_env: true,
    inherited: Inherited::BreaksAll,
    env: env_sources::OPENCLAW_8,
    former_configs: &[
        ".openclaw/clawdbot.json",
        ".clawdbot/openclaw.json",
        ".clawdbot/clawdbot.json",
    ],
    former_home: Some(".clawdbot"),
    user_home_env: Some("OPENCLAW_HOME"),
    workspace_env: Some(("OPENCLAW_WORKSPACE_DIR", false)),
    profile: Some(("OPENCLAW_PROFILE", ".openclaw-{}/workspace")),
    beside_config: true,
    dots_by_text: true,
    moved_entries: false,
    fills: OPENCLAW_FILLS,
    fills_agent: Some("agents.entries.main"),
    rosters: &["entries", "list"],
    one_marked: true,
    selection: Selection::EntriesAreTheList,
    state: Some("state/openclaw.sqlite"),
    workspace_opt_in: true,
    extra_over_bundled: true,
    packs: true,
    extra_is_hook: true,
    locked_ends: true,
    config: ConfigCheck::Strict,
    gateway: Some(&gateway::OPENCLAW_8),
    modules: Modules::TypesLeftOut,
    typed: Typed::Eight,
    odd_config: OddConfig::WHOLE,
    ..Rules::DOCUMENTED
};

const fn openclaw(rules: Rules, writes: WriteRules, seen: &'static str) -> Dialect {
    Dialect {
        rules,
        writes,
        metadata_keys: &["openclaw", "clawdbot"],
        default_true: &["browser.enabled", "browser.evaluateEnabled", "workspace.dir"],
        plugins: Some(openclaw::SHIPPED_PLUGINS),
        dispatch: &[policy::OPENCLAW_FAMILY, policy::OPENCLAW_PLUGIN],
        seen,
        ..openclaw::DIALECT
    }
}

static OPENCLAW: LazyLock<[Runtime; 4]> = LazyLock::new(|| {
    let before = Rules {
        reader: Reader::YamlAndLines(Unquoted::None),
        sends: Some(sent::SENDS_7),
        rosters: &["list"],
        one_marked: false,
        selection: Selection::OnMeansAll,
        state: None,
        profile: Some(("OPENCLAW_PROFILE", ".openclaw/workspace-{}")),
        workspace_stays: true,
        // Of an extra folder only the folders in it are looked at.
        extra_is_hook: false,
        trims_env: false,
        inherited: Inherited::Careful,
        reads_long: true,
        env: env_sources::OPENCLAW_7,
        gateway: Some(&gateway::OPENCLAW_7),
        fills: OPENCLAW_FILLS_7,
        fills_in: &["logging.redactSensitive"],
        fills_agent: None,
        typed: Typed::Seven,
        ..OPENCLAW_LOADER
    };
    let newest = Rules {
        reader: Reader::YamlAndLines(Unquoted::AtMistake),
        inherited: Inherited::Breaks,
        env: env_sources::OPENCLAW_9,
        former_profile: Some(".openclaw/workspace-{}"),
        gateway: Some(&gateway::OPENCLAW_9),
        ..OPENCLAW_LOADER
    };
    [
        documented(openclaw::DIALECT),
        Runtime {
            version: "2026.7.35",
            dialect: Dialect {
                legacy: Some(LegacyRoots::Workspace),
                legacy_retired: None,
                plugins: Some(openclaw::PLUGINS_7),
                dispatch: &[policy::OPENCLAW_FAMILY_7, policy::OPENCLAW_PLUGIN],
                ..openclaw(
                    before,
                    WriteRules::OPENCLAW_7,
                    "OpenClaw 2026.7.35, run in November 2026",
                )
            },
        },
        Runtime {
            version: "2026.8.1",
            dialect: Dialect {
                plugins: Some(openclaw::PLUGINS_8),
                ..openclaw(
                    OPENCLAW_LOADER,
                    WriteRules::OPENCLAW_8,
                    "OpenClaw 2026.8.1, run in November 2026",
                )
            },
        },
        Runtime {
            version: "2026.9.6",
            dialect: openclaw(
                newest,
                WriteRules::OPENCLAW_9,
                "OpenClaw 2026.9.6, run in November 2026",
            ),
        },
    ]
});

/// What Moltis never sends is left out.
const MOLTIS_SENDS: &[&str] = &[
    "AfterCompaction",
    "AfterLLMCall",
    "AfterToolCall",
    "BeforeAgentStart",
    "BeforeCompaction",
    "BeforeLLMCall",
    "BeforeToolCall",
    "Command",
    "GatewayStart",
    "MessageReceived",
    "SessionEnd",
    "SessionStart",
    "ToolResultPersist",
];

static MOLTIS: LazyLock<[Runtime; 2]> = LazyLock::new(|| {
    let rules = Rules {
        reader: Reader::Toml,
        programs: Programs::ByWhich,
        sends: Some(MOLTIS_SENDS),
        links: Links::Anywhere,
        empty_env_counts: true,
        reads_long: true,
        own_env_counts: false,
        any_bins: false,
        needs_events: false,
        needs_command: false,
        never: "moltis-never",
        checks_command: false,
        places_expanded: false,
        mac: "macos",
        orders: false,
        config: ConfigCheck::Typed(&typed::MOLTIS),
        variables: Some(&variables::MOLTIS),
        builtins_fixed: true,
        workspace_first: true,
        folders: Folders::AsListed,
        seeds: moltis::SEEDS,
        without_config: true,
        config_at_home: false,
        other_configs: &["moltis.yaml", "moltis.yml", "moltis.json"],
        entries: Entries::Bare,
        ..Rules::DOCUMENTED
    };
    [
        documented(moltis::DIALECT),
        Runtime {
            version: typed::MOLTIS.version,
            dialect: Dialect {
                rules,
                shadows: false,
                builtins: moltis::BUILTINS_SHIPPED,
                context_files: moltis::FILES_SHIPPED,
                projects: moltis::DIALECT.projects.map(|it| Projects { read: false, ..it }),
                default_timeout_secs: 10,
                agent_notes: &[moltis::WRITES_CONFIG],
                dispatch: &[policy::MOLTIS_SHIPPED],
                ..moltis::DIALECT
            },
        },
    ]
});

/// What the runner of ZeroClaw's channels hands to a `HOOK.toml`: its gateway, its sessions and its agent
/// have runners of their own, into which none is loaded.
const FORK_SENDS: &[&str] = &[
    "before_tool_call",
    "on_after_tool_call",
    "on_llm_input",
    "on_message_received",
    "on_message_sending",
];

static ZEROCLAW: LazyLock<[Runtime; 3]> = LazyLock::new(|| {
    let fork = Rules {
        reader: Reader::ForkToml,
        sends: Some(FORK_SENDS),
        checks_command: false,
        workdir_as_written: true,
        places_expanded: false,
        audits_names_only: true,
        folders: Folders::AsListed,
        managed_tilde: false,
        limit_key: Some("default_timeout_secs"),
        off_takes_place: true,
        config: ConfigCheck::Typed(&typed::ZEROCLAW_FORK),
        overrides: overrides::ZEROCLAW_FORK,
        sealed: Some(&sealed::ZEROCLAW_FORK),
        trims_home: true,
        ..Rules::DOCUMENTED
    };
    let releases = Rules { has_hooks: false, sends: Some(&[]), ..Rules::DOCUMENTED };
    [
        documented(zeroclaw::DIALECT),
        Runtime {
            version: typed::ZEROCLAW_FORK.version,
            dialect: Dialect {
                home_env: Some("ZEROCLAW_CONFIG_DIR"),
                workspace: WorkspaceRule::EnvOrHome("ZEROCLAW_WORKSPACE", "workspace"),
                rules: fork,
                dispatch: &[policy::ZEROCLAW_FORK],
                ..zeroclaw::DIALECT
            },
        },
        Runtime {
            version: "0.8.7",
            dialect: Dialect {
                home_env: Some("ZEROCLAW_CONFIG_DIR"),
                rules: releases,
                seen: "ZeroClaw 0.1.7 and 0.8.7, read in November 2026",
                agent_notes: &[zeroclaw::NO_HOOKS],
                writes: WriteRules::ZEROCLAW_RELEASES,
                ..zeroclaw::DIALECT
            },
        },
    ]
});
