//! Moltis: `HOOK.md` with TOML front matter and a shell command; hooks in its config, and three built in (rule R-10.5).

use super::shipped::Seed;
use super::*;

pub(super) const DIALECT: Dialect = Dialect {
    agent: AgentId::Moltis,
    title: "Moltis",
    rules: Rules::DOCUMENTED,
    finding: finding::Finding {
        programs: &["moltis"],
        asks: Some(finding::Asks { args: &["--version"], tells: finding::Tells::Version }),
        ..finding::Finding::NONE
    },
    home_dir: ".moltis",
    newer_home: None,
    home_env: Some("MOLTIS_DATA_DIR"),
    config: ConfigPlace {
        file: "moltis.toml",
        syntax: Syntax::Toml,
        file_env: None,
        folder: Some((".config/moltis", "MOLTIS_CONFIG_DIR")),
    },
    workspace: WorkspaceRule::Home,
    format: Format::TomlFront,
    one_event: false,
    plain_names: false,
    part: "moltis",
    metadata_keys: &[],
    kinds: &[HandlerKind::Shell],
    starts_script: "./handler.sh",
    handler_files: &[],
    packages: &[],
    bundled_env: None,
    managed: Managed::Home,
    workspace_hooks: Some(".moltis/hooks"),
    projects: Some(Projects { read: true, marks: &[], unless_set: &[], config_first: false }),
    extra_dirs: ExtraDirs::None,
    shadows: true,
    legacy: None,
    legacy_retired: None,
    gateway_handlers: false,
    plugins: None,
    builtins: &[
        Builtin {
            name: "boot-md",
            title: "Boot notes",
            emoji: "🚀",
            description: "Hands BOOT.md of the workspace to the agent when Moltis starts",
            events: &["GatewayStart"],
            off_at: None,
            priority: None,
        },
        COMMAND_LOGGER,
        SESSION_MEMORY,
    ],
    context_files: &[
        ContextFile {
            name: BOOT,
            purpose: "Short tasks for every start: handed to the agent when its gateway starts.",
            starter: "# When the gateway starts\n\n- Check that the services this agent needs are reachable.\n",
        },
        TOOLS,
        AGENTS,
    ],
    section: &["hooks"],
    older_section: None,
    switch: Switch::DisabledList("disabled_hooks.json"),
    whole_switch: false,
    declares: true,
    max_hooks: None,
    reads_commands: true,
    by_lines: false,
    env_place: EnvPlace::Manifest,
    selects: false,
    default_true: &[],
    checks_needs: true,
    checks_config: false,
    // What ships says macos where its text says darwin.
    platform_names: &[("darwin", &["darwin", "macos"]), ("macos", &["darwin", "macos"])],
    keys: EventKeys::Closed,
    family: Keys::Moltis,
    dispatch: &[policy::MOLTIS],
    reload: Reload::Restart,
    default_timeout_secs: 5,
    audited: false,
    writes: WriteRules::TEXT,
    schema: &rules::MOLTIS,
    seen: "Moltis of 2026-08-21, run in November 2026",
    hooks_meet: true,
    agent_notes: &[],
};

/// What it does with a config that names no port.
pub(super) const WRITES_CONFIG: (&str, &str, &str) = (
    "moltis-writes-config",
    "When today's Moltis starts with a config that names no server.port, it picks one and writes the config again: comments and what it does not know are gone, and each ${NAME} is its value, in plain text.",
    "Moltis of 2026-08-21, run in November 2026",
);

/// What is compiled into its program of 2026-08-21, and always on: nothing there reads `BOOT.md` by a hook
/// (rule R-8.51).
pub(super) const BUILTINS_SHIPPED: &[Builtin] = &[
    COMMAND_LOGGER,
    Builtin { off_at: Some(&["memory", "session_export"]), ..SESSION_MEMORY },
    Builtin {
        name: "auto-checkpoint",
        title: "Checkpoints",
        emoji: "📌",
        description: "Keeps a copy of each file before the agent writes or edits it, for /rollback",
        events: &["BeforeToolCall"],
        off_at: None,
        priority: Some(100),
    },
];

const COMMAND_LOGGER: Builtin = Builtin {
    name: "command-logger",
    title: "Command logger",
    emoji: "📜",
    description: "Keeps a list of every command in logs/commands.log",
    events: &["Command"],
    off_at: None,
    priority: None,
};

const SESSION_MEMORY: Builtin = Builtin {
    name: "session-memory",
    title: "Session memory",
    emoji: "🧠",
    description: "Saves what a session was about when you type /new or /reset",
    events: &["Command"],
    off_at: None,
    priority: None,
};

/// What its program of 2026-08-21 reads: there `BOOT.md` is part of every conversation.
pub(super) const FILES_SHIPPED: &[ContextFile] = &[
    ContextFile {
        name: BOOT,
        purpose: "What the agent should know from the start: part of the system prompt.",
        starter: "# From the start\n\n- Check that the services this agent needs are reachable.\n",
    },
    TOOLS,
    AGENTS,
];

/// What its program of 2026-08-21 writes at its start: the example once, the guard where it is not the one of today.
pub(super) const SEEDS: &[Seed] = &[
    Seed {
        folder: "dcg-guard",
        files: &[
            ("HOOK.md", "uv tool install destructive-command-guard"),
            ("handler.sh", "export PATH="),
        ],
    },
    Seed { folder: "example", files: &[] },
];

const BOOT: &str = "BOOT.md";

const TOOLS: ContextFile = ContextFile {
    name: "TOOLS.md",
    purpose: "Local notes and rules for tools: part of the system prompt.",
    starter: "# Tools\n\n## Local notes\n\n- \n\n## Rules\n\n- Prefer tools that only read.\n",
};

const AGENTS: ContextFile = ContextFile {
    name: "AGENTS.md",
    purpose: "Instructions for every project of this workspace. A project's own AGENTS.md or CLAUDE.md is another file.",
    starter: "# Instructions\n\n- \n",
};

/// What its program of 2026-08-21 sends with each event, beside `event` and `session_key`.
pub(super) const SAMPLES_SHIPPED: &[(&str, &str)] = &[
    ("GatewayStart", r#"{"address": "127.0.0.1:18789"}"#),
    ("GatewayStop", "{}"),
    ("SessionStart", SESSION),
    ("SessionEnd", "{}"),
    ("BeforeAgentStart", r#"{"model": "default"}"#),
    ("AgentEnd", r#"{"text": "Done.", "iterations": 3, "tool_calls": 2}"#),
    (
        "BeforeLLMCall",
        r#"{"provider": "openai", "model": "default", "messages": [{"role": "user", "content": "Please deploy the site"}], "tool_count": 12, "iteration": 1}"#,
    ),
    (
        "AfterLLMCall",
        r#"{"provider": "openai", "model": "default", "text": "On it.", "tool_calls": [], "input_tokens": 812, "output_tokens": 9, "iteration": 1}"#,
    ),
    ("BeforeCompaction", r#"{"message_count": 120}"#),
    ("AfterCompaction", r#"{"summary_len": 1800}"#),
    ("MessageReceived", r#"{"content": "Please deploy the site", "channel": "telegram"}"#),
    ("MessageSending", r#"{"content": "The key is sk-0123456789abcdef0123456789abcdef"}"#),
    ("MessageSent", r#"{"content": "The site is deployed."}"#),
    (
        "BeforeToolCall",
        r#"{"tool_name": "exec", "arguments": {"command": "ls -la"}, "channel": {"surface": "telegram", "session_kind": "channel", "channel_type": "telegram", "account_id": "main", "chat_id": "42"}}"#,
    ),
    (
        "AfterToolCall",
        r#"{"tool_name": "exec", "success": true, "result": {"stdout": "total 0", "stderr": "", "exit_code": 0}}"#,
    ),
    (
        "ToolResultPersist",
        r#"{"tool_name": "exec", "result": {"stdout": "total 0", "stderr": "", "exit_code": 0}}"#,
    ),
    ("Command", r#"{"action": "new", "sender_id": "admin"}"#),
];

const SESSION: &str = r#"{"channel": {"surface": "telegram", "session_kind": "channel", "channel_type": "telegram", "account_id": "main", "chat_id": "42"}}"#;
