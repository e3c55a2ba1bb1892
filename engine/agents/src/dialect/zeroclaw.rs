//! ZeroClaw: `HOOK.toml` with an action in it (rule ).

use super::*;
use crate::config::typed::{Fields, Kind, Types};

pub(super) const DIALECT: Dialect = Dialect {
    agent: AgentId::Zeroclaw,
    title: "ZeroClaw",
    rules: Rules::DOCUMENTED,
    finding: finding::Finding {
        programs: &["zeroclaw"],
        asks: Some(finding::Asks {
            args: &["--help"],
            tells: finding::Tells::Command { name: "hooks", with: "0.1.6-hooks", without: "0.8.7" },
        }),
        text_without: true,
        ..finding::Finding::NONE
    },
    home_dir: ".zeroclaw",
    newer_home: None,
    home_env: None,
    config: ConfigPlace { file: "config.toml", syntax: Syntax::Toml, file_env: None, folder: None },
    workspace: WorkspaceRule::Env("ZEROCLAW_WORKSPACE", "workspace"),
    format: Format::HookToml,
    one_event: true,
    plain_names: true,
    part: "zeroclaw",
    metadata_keys: &[],
    kinds: &[HandlerKind::Shell, HandlerKind::Prompt, HandlerKind::Http],
    starts_script: "sh ./run.sh",
    handler_files: &[],
    packages: &[],
    bundled_env: None,
    managed: Managed::Workspace("hooks_dir"),
    workspace_hooks: None,
    projects: None,
    extra_dirs: ExtraDirs::None,
    shadows: false,
    legacy: None,
    legacy_retired: None,
    gateway_handlers: false,
    plugins: None,
    builtins: &[],
    context_files: &[],
    section: &["hooks"],
    older_section: None,
    switch: Switch::Manifest,
    whole_switch: true,
    declares: false,
    max_hooks: Some(50),
    reads_commands: false,
    by_lines: false,
    env_place: EnvPlace::Process,
    selects: false,
    default_true: &[],
    checks_needs: false,
    checks_config: false,
    platform_names: &[],
    keys: EventKeys::Closed,
    family: Keys::Zeroclaw,
    dispatch: &[policy::ZEROCLAW],
    reload: Reload::Stamp(".hooks-reload-stamp"),
    default_timeout_secs: 30,
    audited: true,
    writes: WriteRules::TEXT,
    schema: &rules::ZEROCLAW,
    seen: "ZeroClaw of 2026-02-28 with hooks, run",
    hooks_meet: false,
    agent_notes: &[
        (
            "zeroclaw-reload",
            "ZeroClaw reads a HOOK.toml only when a reload was asked for and a message then comes in on a channel. After each start no hook runs until both happened.",
            "ZeroClaw of 2026-02-28 with hooks, read",
        ),
        NO_HOOKS,
    ],
};

/// Of the releases, which is good to know with any version.
pub(super) const NO_HOOKS: (&str, &str, &str) = (
    "zeroclaw-no-hooks",
    "ZeroClaw's own releases never read a HOOK.toml. Only the fork of it that knows `zeroclaw hooks list` does.",
    "ZeroClaw 0.1.7 and 0.8.7, read",
);

const HOOKS: Fields = Fields {
    fields: &[
        ("enabled", Kind::Switch),
        (
            "builtin",
            Kind::Table(&Fields {
                fields: &[("command_logger", Kind::Switch)],
                required: &["command_logger"],
                not_a_list: "",
            }),
        ),
        ("hooks_dir", Kind::Text),
        ("skip_security_audit", Kind::Switch),
        ("max_hooks", Kind::Whole { most: u64::MAX }),
        ("default_timeout_secs", Kind::Whole { most: u64::MAX }),
    ],
    required: &["enabled"],
    not_a_list: "",
};

/// What the fork with hooks reads its config into, as far as hooks depend on it (rule ).
pub(super) static TYPES: Types = Types {
    version: "0.1.6-hooks",
    root: Kind::Table(&Fields {
        fields: &[("hooks", Kind::Table(&HOOKS))],
        required: &[],
        not_a_list: "",
    }),
    then: "It does not start with such a config.",
};
