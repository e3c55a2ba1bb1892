//! OpenClaw: the family's `HOOK.md`, extra folders in any place, plugins and gateway hooks beside it (reference 3).

use super::*;

pub(super) const DIALECT: Dialect = Dialect {
    agent: AgentId::Openclaw,
    title: "OpenClaw",
    home_dir: ".openclaw",
    home_env: Some("OPENCLAW_STATE_DIR"),
    config: ConfigPlace {
        file: "openclaw.json",
        syntax: Syntax::Json5,
        file_env: Some("OPENCLAW_CONFIG_PATH"),
        folder: None,
    },
    workspace: WorkspaceRule::Config("workspace"),
    format: Format::Yaml,
    // Its former names still count.
    metadata_keys: &["openclaw", "clawdbot", "moltbot"],
    handler_files: &["handler.ts", "handler.js", "index.ts", "index.js"],
    packages: &["openclaw"],
    bundled_env: Some("OPENCLAW_BUNDLED_HOOKS_DIR"),
    managed: Managed::Home,
    workspace_hooks: Some("hooks"),
    extra_dirs: ExtraDirs::Anywhere,
    shadows: true,
    legacy: Some(LegacyRoots::HookRoots),
    legacy_retired: Some(
        "Today's OpenClaw refuses the whole config as long as hooks.internal.handlers stands in it.",
    ),
    gateway_handlers: true,
    builtins: &[],
    context_files: &[],
    section: &["hooks", "internal"],
    older_section: None,
    switch: Switch::ConfigEntry,
    env_place: EnvPlace::ConfigEntry,
    selects: true,
    default_true: &["workspace.dir"],
    checks_config: true,
    keys: EventKeys::Open(&["command", "session", "agent", "gateway", "message"]),
    dispatch: &[policy::FAMILY, policy::PLUGIN],
    reload: Reload::RestartGateway,
    default_timeout_secs: 30,
    audited: false,
    seen: "OpenClaw of February 2026, run",
    hooks_meet: true,
    notes: notes::openclaw_notes,
    agent_notes: &[(
        "no-time-limit",
        "OpenClaw waits for ever for a hook that never ends.",
        "OpenClaw of February 2026, run",
    )],
};
