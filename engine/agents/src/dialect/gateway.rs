//! With which settings of its own a gateway does not start, though its schema takes them, by its version (rule ).

use crate::config::names::Names;

/// What of that differs between the versions of OpenClaw.
#[derive(Clone, Copy, Debug)]
pub struct Gateway {
    /// Texts that stand for a secret where it is not shown, or for none: it ends with one of them.
    pub placeholders: &'static [&'static str],
    /// Whether it ends with a token of blanks alone.
    pub blank_ends: bool,
    /// Whether its own variable for a token comes before a token that its config asks for.
    pub own_token_first: bool,
    /// Whether a secret that is the name of a variable in braces is asked for, as one that is its name alone.
    pub asks_for_braced: bool,
    /// Whether it ends where any secret that its config asks for is not there. If not, it does where one is asked of nobody.
    pub needs_every_secret: bool,
    /// Whether it asks for the secrets of channels, and of what searches the web, whose plugins are not there.
    pub asks_absent_channels: bool,
    /// Whether it asks for the keys of voices of its speech.
    pub asks_voices: bool,
    /// Whether it ends where Tailscale is to be told of it and is not installed.
    pub needs_tailscale: bool,
    /// Files of earlier versions in its home that it does not start with; a `*` is any folder (rule ).
    pub unmoved: &'static [&'static str],
    /// Files of earlier versions that it takes over itself, and does not start with where one is not JSON; a `*` is any name
    /// of a folder, or any part of the name of a file.
    pub taken_over: &'static [&'static str],
    /// Files of earlier versions that it does not start with where nothing says who may talk to it.
    pub unmoved_without_auth: &'static [&'static str],
    /// Whether a file of sessions that its config names is one of these.
    pub moves_sessions: bool,
    /// Whether it takes away the folder that was its home once, where nothing is in it.
    pub takes_empty_home: bool,
    /// Whether a variable keeps it from writing to its config (rule ).
    pub may_be_read_only: bool,
    /// Whether it looks again at what it takes over once its config or its plugins have changed.
    pub looks_again: bool,
    /// The newest form of its database that it knows.
    pub database: u32,
}

pub(crate) const OPENCLAW_7: Gateway = Gateway {
    placeholders: &[],
    blank_ends: false,
    own_token_first: true,
    asks_for_braced: true,
    needs_every_secret: true,
    asks_absent_channels: true,
    asks_voices: false,
    needs_tailscale: false,
    unmoved: &[],
    taken_over: &[
        "sessions/sessions.json",
        "cron/jobs.json",
        "update-check.json",
        "plugins/installs.json",
        "delivery-queue/*.json",
        "logs/config-health.json",
    ],
    unmoved_without_auth: &[],
    moves_sessions: false,
    takes_empty_home: false,
    may_be_read_only: false,
    looks_again: false,
    database: 1,
};

pub(crate) const OPENCLAW_8: Gateway = Gateway {
    own_token_first: false,
    asks_for_braced: false,
    needs_every_secret: false,
    needs_tailscale: true,
    unmoved: &["agents/*/sessions/sessions.json", "sessions/sessions.json"],
    taken_over: &[
        "cron/jobs.json",
        "update-check.json",
        "plugins/installs.json",
        "delivery-queue/*.json",
        "logs/config-health.json",
        "identity/device.json",
        "credentials/telegram-pairing.json",
        "credentials/telegram-allowFrom.json",
    ],
    unmoved_without_auth: &["identity/device-auth.json"],
    moves_sessions: true,
    looks_again: true,
    database: 15,
    ..OPENCLAW_7
};

pub(crate) const OPENCLAW_9: Gateway = Gateway {
    placeholders: &[
        "undefined",
        "null",
        "__OPENCLAW_REDACTED__",
        "REDACTED",
        "xoxb-REDACTED",
        "xapp-REDACTED",
        "***",
        "[redacted]",
        "[REDACTED]",
        "<redacted>",
        "[REDACTED_PRIVATE_KEY]",
        "[REDACTED CREDENTIAL]",
    ],
    blank_ends: true,
    asks_absent_channels: false,
    asks_voices: true,
    unmoved: &[
        "agents/main/agent/auth-profiles.json",
        "agents/main/agent/auth.json",
        "agent/auth-profiles.json",
        "agent/auth.json",
        "credentials/oauth.json",
    ],
    taken_over: &[
        "sessions/sessions.json",
        "agents/*/sessions/sessions.json",
        "update-check.json",
        "plugins/installs.json",
        "delivery-queue/*.json",
        "logs/config-health.json",
        "identity/device.json",
        "identity/device-auth.json",
        "credentials/telegram-pairing.json",
        "credentials/telegram-allowFrom.json",
        "devices/paired.json",
        "nodes/paired.json",
        "node.json",
        "exec-approvals.json",
        "push/apns-registrations.json",
    ],
    unmoved_without_auth: &[],
    moves_sessions: false,
    takes_empty_home: true,
    may_be_read_only: true,
    database: 18,
    ..OPENCLAW_8
};

/// With these a version that knows them does not write to its config.
pub(crate) const READ_ONLY: [&str; 2] = [NIX, "OPENCLAW_CONFIG_READONLY"];
const NIX: &str = "OPENCLAW_NIX_MODE";

impl Gateway {
    /// The variable that keeps the gateway from writing to its config, so that it puts nothing in order there.
    pub(crate) fn leaves_config(&self, names: &Names) -> Option<&'static str> {
        let known = |name: &&str| self.may_be_read_only || *name == NIX;
        READ_ONLY.into_iter().filter(known).find(|name| names.get(name) == Some("1"))
    }
}
