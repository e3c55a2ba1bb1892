//! OpenClaw: the family's `HOOK.md`, extra folders in any place, plugins and gateway hooks beside it (rule ).

use super::sdk::Sdk;
use super::*;

pub(super) const DIALECT: Dialect = Dialect {
    agent: AgentId::Openclaw,
    title: "OpenClaw",
    rules: Rules::DOCUMENTED,
    finding: finding::Finding {
        programs: &["openclaw"],
        packages: &["openclaw"],
        ..finding::Finding::NONE
    },
    home_dir: ".openclaw",
    newer_home: None,
    home_env: Some("OPENCLAW_STATE_DIR"),
    config: ConfigPlace {
        file: "openclaw.json",
        syntax: Syntax::Json5,
        file_env: Some("OPENCLAW_CONFIG_PATH"),
        folder: None,
    },
    workspace: WorkspaceRule::Config("workspace"),
    format: Format::Yaml,
    one_event: false,
    plain_names: false,
    part: "module",
    // Its former names still count.
    metadata_keys: &["openclaw", "clawdbot", "moltbot"],
    kinds: &[HandlerKind::Module],
    starts_script: "./handler.sh",
    handler_files: &["handler.ts", "handler.js", "index.ts", "index.js"],
    packages: &["openclaw"],
    bundled_env: Some("OPENCLAW_BUNDLED_HOOKS_DIR"),
    managed: Managed::Home,
    workspace_hooks: Some("hooks"),
    projects: None,
    extra_dirs: ExtraDirs::Anywhere,
    shadows: true,
    legacy: Some(LegacyRoots::HookRoots),
    legacy_retired: Some(
        "Today's OpenClaw refuses the whole config as long as it has hooks.internal.handlers.",
    ),
    gateway_handlers: true,
    plugins: Some(PLUGINS),
    builtins: &[],
    context_files: &[],
    section: &["hooks", "internal"],
    older_section: None,
    switch: Switch::ConfigEntry,
    whole_switch: true,
    declares: false,
    max_hooks: None,
    reads_commands: false,
    by_lines: false,
    env_place: EnvPlace::ConfigEntry,
    selects: true,
    default_true: &["workspace.dir"],
    checks_needs: true,
    checks_config: true,
    platform_names: FAMILY_PLATFORMS,
    keys: EventKeys::Open(&["command", "session", "agent", "gateway", "message"]),
    family: Keys::Internal,
    dispatch: &[policy::FAMILY, policy::PLUGIN],
    reload: Reload::RestartGateway,
    default_timeout_secs: 30,
    audited: false,
    writes: WriteRules::OPENCLAW_TEXT,
    schema: &rules::OPENCLAW,
    seen: "OpenClaw 2026.9.6, run in November 2026",
    hooks_meet: true,
    agent_notes: &[(
        "no-time-limit",
        "OpenClaw waits forever for a hook that never ends.",
        "OpenClaw 2026.7.35, 2026.8.1 and 2026.9.6, read in November 2026",
    )],
};

/// As the text has it: a module in a folder, and nothing that says what it is.
const PLUGINS: PluginRules = PluginRules {
    folder: "extensions",
    projects: None,
    section: "plugins",
    part: "plugin",
    scripts: "zeroclaw",
    bundled: "dist/extensions",
    workspace_folder: None,
    manifest: "openclaw.plugin.json",
    needs_manifest: false,
    needs_places: false,
    unnamed_faults: false,
    goes_on: false,
    built: Built::Never,
    by_kind: false,
    own_files: false,
    records: None,
    kinds: Kinds::Word,
    needs_dependencies: false,
    module_needs_manifest: false,
    package_key: "openclaw",
    every_module: false,
    main: true,
    id_of_package: false,
    files: &["index.ts", "index.js"],
    registers: &["register", "activate"],
    sdk: Sdk::Unknown,
    follows_hooks: true,
    asks_access: false,
    entry_allows: false,
    dot_folders: false,
    skips_torn_package: false,
    versions: Wanted::Unread,
    bundles: None,
    starts: None,
};

/// As 2026.9.6 finds and loads them; the versions before it are taken to be alike.
pub(super) const SHIPPED_PLUGINS: PluginRules = PluginRules {
    workspace_folder: Some(".openclaw/extensions"),
    projects: Some("npm/projects"),
    needs_manifest: true,
    every_module: true,
    main: false,
    id_of_package: true,
    files: &["index.ts", "index.js", "index.mjs", "index.cjs"],
    registers: &["register"],
    sdk: Sdk::Nine,
    follows_hooks: false,
    asks_access: true,
    entry_allows: true,
    goes_on: true,
    built: Built::Always,
    by_kind: true,
    own_files: true,
    records: Some(Records {
        table: "config_machine_state",
        key: "plugins.installedIndex",
        column: 1,
        pointer: "/index/installRecords",
    }),
    kinds: Kinds::Known(&["memory", "context-engine"]),
    needs_dependencies: true,
    dot_folders: true,
    versions: Wanted::Ranges,
    bundles: Some(&BUNDLES),
    starts: Some(StartRules {
        named: STARTS,
        unnamed: STARTS_UNNAMED,
        config_paths: true,
        small_ids: true,
    }),
    ..PLUGINS
};

/// What gives the gateway a reason to start a plugin that was turned on; of 2026.7.35 all but the first.
const STARTS: &[&str] = &[
    "/contracts/tools",
    "/contracts/trustedToolPolicies",
    "/contracts/decisionProviders",
    "/contracts/workerProviders",
    "/contracts/speechProviders",
    "/contracts/realtimeTranscriptionProviders",
    "/contracts/realtimeVoiceProviders",
    "/contracts/imageGenerationProviders",
    "/contracts/videoGenerationProviders",
    "/contracts/musicGenerationProviders",
    "/channels",
    "/providers",
];

/// What gives it one for others too.
const STARTS_UNNAMED: &[&str] = &[
    "/activation/onAgentHarnesses",
    "/cliBackends",
    "/contracts/webSearchProviders",
    "/contracts/embeddingProviders",
    "/contracts/memoryEmbeddingProviders",
];

pub(super) const PLUGINS_8: PluginRules = PluginRules {
    sdk: Sdk::Eight,
    needs_places: true,
    goes_on: false,
    built: Built::Named,
    needs_dependencies: false,
    ..SHIPPED_PLUGINS
};

/// Bundles of skills, commands and hooks that OpenClaw takes from other agents.
const BUNDLES: BundleRules = BundleRules {
    manifests: &[
        BundleOf {
            manifest: ".codex-plugin/plugin.json",
            of: "Codex",
            hooks: BundleHooks::NamedOr("hooks"),
        },
        BundleOf { manifest: ".cursor-plugin/plugin.json", of: "Cursor", hooks: BundleHooks::None },
        BundleOf {
            manifest: ".claude-plugin/plugin.json",
            of: "Claude",
            hooks: BundleHooks::Named,
        },
    ],
    parts: &[
        "skills",
        "commands",
        "agents",
        "hooks/hooks.json",
        ".mcp.json",
        ".lsp.json",
        "settings.json",
    ],
};

/// 2026.7.35 still calls `activate`, starts nothing for its tools, and makes one plugin of a package whatever it names.
pub(super) const PLUGINS_7: PluginRules = PluginRules {
    registers: PLUGINS.registers,
    every_module: false,
    needs_places: true,
    module_needs_manifest: true,
    unnamed_faults: true,
    goes_on: false,
    built: Built::Named,
    by_kind: false,
    kinds: Kinds::Each,
    records: Some(Records {
        table: "installed_plugin_index",
        key: "installed-plugin-index",
        column: 8,
        pointer: "",
    }),
    needs_dependencies: false,
    skips_torn_package: true,
    versions: Wanted::Simple,
    sdk: Sdk::Seven,
    starts: Some(StartRules {
        named: STARTS.split_at(1).1,
        unnamed: STARTS_UNNAMED,
        config_paths: false,
        small_ids: false,
    }),
    ..SHIPPED_PLUGINS
};
