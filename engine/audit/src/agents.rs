//! What is known here of the agents whose hooks are read: where each keeps its things, a row each. None of
//! their rules: those are a room above, where a test holds these rows against them.

use crate::table::Kept::{self, Keys, SignIn};

/// The places of one agent, in lower case.
pub(crate) struct Agent {
    /// Its folder in somebody's home, the newest name first; its sessions are below.
    pub homes: &'static [&'static str],
    /// Files that say what it does.
    pub configs: &'static [&'static str],
    /// Where it keeps what nobody else should read.
    pub kept: &'static [(&'static str, Kept)],
    /// Where its program is.
    pub programs: &'static [&'static str],
    /// How its variables begin, which hold nothing of one's own.
    pub variables: &'static [&'static str],
}

pub(crate) const AGENTS: &[Agent] = &[
    Agent {
        homes: &[".openclaw", ".clawdbot", ".moltbot"],
        configs: &["openclaw.json", "clawdbot.json", "moltbot.json"],
        kept: &[
            (".openclaw/credentials", SignIn),
            (".clawdbot/credentials", SignIn),
            (".moltbot/credentials", SignIn),
            // Wherever its home is; the databases hold sign-ins and secrets of newer versions.
            ("identity/device.json", Keys),
            ("identity/device-auth.json", SignIn),
            ("devices/paired.json", SignIn),
            ("state/openclaw.sqlite", SignIn),
            ("agent/openclaw-agent.sqlite", SignIn),
        ],
        programs: &[
            "openclaw/dist",
            "node_modules/openclaw",
            "node_modules/clawdbot",
            "node_modules/moltbot",
        ],
        variables: &["OPENCLAW_", "CLAWDBOT_", "MOLTBOT_"],
    },
    Agent {
        homes: &[".milady"],
        configs: &["milady.json"],
        kept: &[(".milady/auth", SignIn), (".milady/credentials", SignIn)],
        programs: &["node_modules/miladyai"],
        variables: &["MILADY_"],
    },
    Agent {
        homes: &[".eliza"],
        configs: &["eliza.json"],
        kept: &[(".eliza/auth", SignIn), (".eliza/credentials", SignIn)],
        programs: &[],
        variables: &["ELIZA_"],
    },
    Agent {
        homes: &[".zeroclaw"],
        configs: &[".zeroclaw/config.toml"],
        kept: &[(".zeroclaw/.secret_key", SignIn)],
        programs: &[],
        variables: &["ZEROCLAW_"],
    },
    Agent {
        homes: &[".moltis"],
        configs: &["moltis.toml", "disabled_hooks.json"],
        kept: &[(".moltis/credentials.json", SignIn), (".moltis/provider_keys.json", SignIn)],
        programs: &[],
        variables: &["MOLTIS_"],
    },
    // The one that nobody has: see `dialect/invented.rs`.
    #[cfg(feature = "invented")]
    Agent {
        homes: &[".orbiter"],
        configs: &["orbiter.json"],
        kept: &[(".orbiter/credentials", SignIn)],
        programs: &[],
        variables: &["ORBITER_"],
    },
];
