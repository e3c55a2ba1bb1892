//! What a version of an agent takes of what is written for it. Nothing is written that the version in
//! force is known to refuse or to skip.

use crate::config::strict::Schema;

/// What may be written to the config of one version.
#[derive(Clone, Copy, Debug)]
pub struct WriteRules {
    /// The version whose schema the config is held against before it is written; none where the agent does
    /// not check it, or nobody knows how.
    pub schema: Option<&'static str>,
    /// Whether its config has records of what was installed (`installs`).
    pub records: bool,
    /// Whether it takes `handlers` in its hooks section; else since when it does not, and what to do instead.
    pub handlers: Taken,
    /// The same for `hooks.handlers`, the plugin events of OpenClaw's gateway.
    pub gateway_handlers: Taken,
    /// Whether a setting that a hook asks for is read at the very path that the hook names. Else one below
    /// `hooks.entries` is written where the agent has its entries.
    pub literal_settings: bool,
    /// Places of the config that nobody reads, and what is read instead, if anything is. A star is for any name.
    pub ignored: &'static [(&'static [&'static str], Option<&'static str>)],
    /// What a config that is not there yet begins with, as its agent does not start with one that lacks it.
    pub begins: &'static str,
}

/// Whether something may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    Yes,
    /// Refused or skipped: why, and what to do instead, in sentences.
    No(&'static str),
}

impl Taken {
    /// Why it may not be written.
    pub const fn refusal(self) -> Option<&'static str> {
        match self {
            Self::Yes => None,
            Self::No(why) => Some(why),
        }
    }
}

const GATEWAY_NEVER: Taken = Taken::No(
    "No OpenClaw that is known takes hooks.handlers: it refuses its whole config and does not start. A plugin can do the same.",
);

impl WriteRules {
    /// Everything that the texts of the agents name.
    pub const TEXT: Self = Self {
        schema: None,
        records: true,
        handlers: Taken::Yes,
        gateway_handlers: Taken::Yes,
        literal_settings: true,
        ignored: &[],
        begins: "",
    };

    /// Milady and Eliza as they ship: of `hooks` they read `hooks.internal`, and what a hook asks for at the very
    /// path that it names.
    pub const FAMILY: Self = Self {
        ignored: &[
            (&["hooks", "enabled"], Some("hooks.internal.enabled")),
            (&["hooks", "entries", "*", "enabled"], Some("hooks.internal.entries")),
            (&["hooks", "entries", "*", "env"], Some("hooks.internal.entries")),
            (&["hooks", "handlers"], Some("hooks.internal.handlers")),
            (&["hooks", "load"], Some("hooks.internal.load")),
        ],
        ..Self::TEXT
    };

    /// ZeroClaw with hooks: without this it starts with no config but one that it makes itself.
    pub(crate) const ZEROCLAW: Self = Self { begins: "default_temperature = 0.7\n", ..Self::TEXT };

    /// The releases of ZeroClaw, which have no hooks of files.
    pub(crate) const ZEROCLAW_RELEASES: Self = Self {
        ignored: &[(&["hooks", "hooks_dir"], None), (&["hooks", "max_hooks"], None)],
        ..Self::TEXT
    };

    /// OpenClaw by its text. No text of it has records; what its text has and no OpenClaw takes is not written.
    pub(crate) const OPENCLAW_TEXT: Self = Self {
        records: false,
        literal_settings: false,
        gateway_handlers: GATEWAY_NEVER,
        ..Self::TEXT
    };

    /// OpenClaw up to 2026.7.
    pub(crate) const OPENCLAW_7: Self =
        Self { schema: Some("2026.7.35"), gateway_handlers: GATEWAY_NEVER, ..Self::TEXT };

    /// OpenClaw 2026.8.
    pub(crate) const OPENCLAW_8: Self = Self {
        schema: Some("2026.8.1"),
        records: false,
        handlers: Taken::No(
            "From 2026.8 on OpenClaw refuses its whole config as long as hooks.internal.handlers is in it. A hook in a folder of its own does the same.",
        ),
        ..Self::OPENCLAW_7
    };

    /// OpenClaw 2026.9.
    pub(crate) const OPENCLAW_9: Self = Self { schema: Some("2026.9.6"), ..Self::OPENCLAW_8 };

    /// The schema that a config is held against.
    pub fn schema(&self) -> Option<&'static Schema> {
        self.schema.and_then(Schema::of)
    }
}
