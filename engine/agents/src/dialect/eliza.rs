//! Eliza: Milady's rules with names of its own (rule ).

use super::*;

pub(super) const DIALECT: Dialect = Dialect {
    agent: AgentId::Eliza,
    title: "Eliza",
    rules: Rules::DOCUMENTED,
    finding: finding::Finding {
        programs: &["eliza-autonomous"],
        app: Some("Eliza.app"),
        ..finding::Finding::NONE
    },
    home_dir: ".eliza",
    home_env: Some("ELIZA_STATE_DIR"),
    config: ConfigPlace {
        file: "eliza.json",
        syntax: Syntax::Json5,
        file_env: Some("ELIZA_CONFIG_PATH"),
        folder: None,
    },
    workspace: WorkspaceRule::Config("workspace"),
    format: Format::Yaml,
    metadata_keys: &["eliza"],
    handler_files: &["handler.ts", "handler.mjs", "handler", "index.ts", "index.mjs", "index"],
    packages: &["eliza", "elizaos"],
    bundled_env: None,
    managed: Managed::Home,
    workspace_hooks: Some("hooks"),
    // The text does not limit them; its loader does.
    extra_dirs: ExtraDirs::UnderHome,
    shadows: true,
    legacy: Some(LegacyRoots::Home),
    legacy_retired: None,
    gateway_handlers: false,
    plugins: None,
    builtins: &[],
    context_files: &[],
    section: &["hooks", "internal"],
    older_section: None,
    switch: Switch::ConfigEntry,
    env_place: EnvPlace::ConfigEntry,
    selects: false,
    default_true: &[],
    checks_config: true,
    keys: EventKeys::Open(&["command", "session", "agent", "gateway"]),
    dispatch: &[policy::FAMILY],
    reload: Reload::Restart,
    default_timeout_secs: 30,
    audited: false,
    schema: &rules::ELIZA,
    seen: "Eliza, read",
    hooks_meet: false,
    agent_notes: &[(
        "no-time-limit",
        "Eliza waits for ever for a hook that never ends.",
        "Eliza, read",
    )],
};
