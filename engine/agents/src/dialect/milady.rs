//! Milady: `HOOK.md` with YAML front matter and a module (rule ).

use super::*;

pub(super) const DIALECT: Dialect = Dialect {
    agent: AgentId::Milady,
    title: "Milady",
    rules: Rules::DOCUMENTED,
    finding: finding::Finding {
        programs: &["milady", "miladyai", "milady.ai", "milady-ai", "milaidy"],
        package: Some("/usr/lib/milady"),
        app: Some("Milady.app"),
        all_alike: true,
        ..finding::Finding::NONE
    },
    home_dir: ".milady",
    home_env: Some("MILADY_STATE_DIR"),
    config: ConfigPlace {
        file: "milady.json",
        syntax: Syntax::Json5,
        file_env: Some("MILADY_CONFIG_PATH"),
        folder: None,
    },
    workspace: WorkspaceRule::Config("workspace"),
    format: Format::Yaml,
    metadata_keys: &["milady"],
    handler_files: &["handler.ts", "handler", "index.ts", "index"],
    packages: &["milady", "miladyai"],
    bundled_env: None,
    managed: Managed::UserHome,
    workspace_hooks: Some("hooks"),
    extra_dirs: ExtraDirs::UnderHome,
    shadows: true,
    legacy: Some(LegacyRoots::HookRoots),
    legacy_retired: None,
    gateway_handlers: false,
    plugins: None,
    builtins: &[],
    context_files: &[],
    section: &["hooks", "internal"],
    // Its documentation writes its settings under `hooks` itself (rule ).
    older_section: Some(&["hooks"]),
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
    schema: &rules::MILADY,
    seen: "Milady of 2026-03-01, run",
    hooks_meet: false,
    agent_notes: &[
        (
            "milady-events",
            "Today's Milady sends one event only: gateway:startup. Hooks on other events load and are never called.",
            "Milady of 2026-03-01, read",
        ),
        (
            "no-time-limit",
            "Milady waits for ever for a hook that never ends.",
            "Milady of 2026-03-01, run",
        ),
    ],
};
