//! What events of `HOOK.md` carry in the versions that people run (rule R-8.85): read from each, and asked of it where
//! it sends them here. `{}` and `""` are places for what is of this computer: [`FILLED`].

/// The fields that are filled in when an event is tried: the agent's config without its secrets, and its workspace.
pub const FILLED: (&str, &str) = ("cfg", "workspaceDir");

const STARTUP: &str = "gateway:startup";

pub(super) const FAMILY: &[(&str, &str)] = &[(STARTUP, r#"{"cfg": {}}"#)];
pub(super) const FAMILY_SESSIONS: &[(&str, &str)] = &[(STARTUP, "system")];

const SHUTDOWN: (&str, &str) =
    ("gateway:shutdown", r#"{"reason": "gateway stopping", "restartExpectedMs": null}"#);
const RESTART: (&str, &str) =
    ("gateway:pre-restart", r#"{"reason": "gateway restarting", "restartExpectedMs": 1500}"#);
const OPENCLAW_STARTUP: (&str, &str) = (STARTUP, r#"{"cfg": {}, "deps": {}, "workspaceDir": ""}"#);
const BOOTSTRAP: (&str, &str) = (
    "agent:bootstrap",
    r#"{"workspaceDir": "", "bootstrapFiles": [{"name": "AGENTS.md", "path": "AGENTS.md", "content": "Be kind.", "missing": false}], "cfg": {}, "sessionKey": "agent:main:main", "sessionId": "abc123", "agentId": "main"}"#,
);
const RECEIVED: (&str, &str) = (
    "message:received",
    r#"{"from": "telegram:123456789", "content": "Please deploy the site", "timestamp": 1772359200000, "channelId": "telegram", "accountId": "default", "conversationId": "telegram:123456789", "messageId": "42", "metadata": {"to": "telegram:123456789", "provider": "telegram", "surface": "telegram", "senderId": "123456789", "senderName": "Admin", "senderUsername": "admin"}}"#,
);
const TRANSCRIBED: (&str, &str) = (
    "message:transcribed",
    r#"{"from": "telegram:123456789", "to": "telegram:123456789", "body": "<media:audio>", "bodyForAgent": "Please deploy the site", "timestamp": 1772359200000, "channelId": "telegram", "conversationId": "telegram:123456789", "messageId": "42", "senderId": "123456789", "senderName": "Admin", "senderUsername": "admin", "provider": "telegram", "surface": "telegram", "mediaType": "audio/ogg", "transcript": "Please deploy the site", "cfg": {}}"#,
);
const PREPROCESSED: (&str, &str) = (
    "message:preprocessed",
    r#"{"from": "telegram:123456789", "to": "telegram:123456789", "body": "Please deploy the site", "bodyForAgent": "Please deploy the site", "timestamp": 1772359200000, "channelId": "telegram", "conversationId": "telegram:123456789", "messageId": "42", "senderId": "123456789", "senderName": "Admin", "senderUsername": "admin", "provider": "telegram", "surface": "telegram", "isGroup": false, "cfg": {}}"#,
);
const SENT: (&str, &str) = (
    "message:sent",
    r#"{"to": "telegram:123456789", "content": "The site is deployed.", "success": true, "channelId": "telegram", "accountId": "default", "conversationId": "telegram:123456789", "messageId": "43"}"#,
);
const STOP: (&str, &str) = (
    "command:stop",
    r#"{"sessionEntry": {"sessionId": "abc123"}, "sessionId": "abc123", "commandSource": "telegram", "senderId": "123456789"}"#,
);
const BEFORE: (&str, &str) = (
    "session:compact:before",
    r#"{"sessionId": "abc123", "missingSessionKey": false, "messageCount": 120, "tokenCount": 90000, "messageCountOriginal": 120, "tokenCountOriginal": 90000}"#,
);
const AFTER: (&str, &str) = (
    "session:compact:after",
    r#"{"sessionId": "abc123", "missingSessionKey": false, "messageCount": 8, "tokenCount": 4000, "compactedCount": 112, "summaryLength": 1800, "tokensBefore": 90000, "tokensAfter": 4000}"#,
);
const PATCH: (&str, &str) = (
    "session:patch",
    r#"{"sessionEntry": {"sessionId": "abc123"}, "patch": {"key": "agent:main:main", "label": "Deploy"}, "cfg": {}}"#,
);
const AUTO_RESET: (&str, &str) = (
    "session:auto-reset",
    r#"{"cfg": {}, "agentId": "main", "workspaceDir": "", "sessionEntry": {"sessionId": "abc123"}, "reason": "daily", "transcriptArchived": false, "nextSessionId": "def456", "nextSessionKey": "agent:main:main"}"#,
);

const NEW_7: &str = r#"{"sessionEntry": {"sessionId": "abc123"}, "previousSessionEntry": {"sessionId": "abc123"}, "commandSource": "telegram", "senderId": "123456789", "workspaceDir": "", "cfg": {}}"#;
const NEW_8: &str = r#"{"agentId": "main", "sessionEntry": {"sessionId": "abc123"}, "previousSessionEntry": {"sessionId": "abc123"}, "commandSource": "telegram", "senderId": "123456789", "workspaceDir": "", "cfg": {}}"#;

pub(super) const OPENCLAW_7: &[(&str, &str)] = &[
    OPENCLAW_STARTUP,
    SHUTDOWN,
    RESTART,
    BOOTSTRAP,
    RECEIVED,
    TRANSCRIBED,
    PREPROCESSED,
    SENT,
    ("command:new", NEW_7),
    ("command:reset", NEW_7),
    STOP,
    BEFORE,
    AFTER,
    PATCH,
];
pub(super) const OPENCLAW_8: &[(&str, &str)] = &[
    OPENCLAW_STARTUP,
    SHUTDOWN,
    RESTART,
    BOOTSTRAP,
    RECEIVED,
    TRANSCRIBED,
    PREPROCESSED,
    SENT,
    ("command:new", NEW_8),
    ("command:reset", NEW_8),
    STOP,
    BEFORE,
    AFTER,
    PATCH,
    AUTO_RESET,
];
pub(super) const OPENCLAW_SESSIONS: &[(&str, &str)] = &[
    (STARTUP, STARTUP),
    ("gateway:shutdown", "gateway:shutdown"),
    ("gateway:pre-restart", "gateway:pre-restart"),
];

/// What OpenClaw 2026.7 sends.
pub(super) const SENDS_7: &[&str] = &[
    "agent:bootstrap",
    "command:new",
    "command:reset",
    "command:stop",
    "gateway:pre-restart",
    "gateway:shutdown",
    "gateway:startup",
    "message:preprocessed",
    "message:received",
    "message:sent",
    "message:transcribed",
    "session:compact:after",
    "session:compact:before",
    "session:patch",
];

/// What OpenClaw sends from 2026.8 on.
pub(super) const SENDS_9: &[&str] = &[
    "agent:bootstrap",
    "command:new",
    "command:reset",
    "command:stop",
    "gateway:pre-restart",
    "gateway:shutdown",
    "gateway:startup",
    "message:preprocessed",
    "message:received",
    "message:sent",
    "message:transcribed",
    "session:auto-reset",
    "session:compact:after",
    "session:compact:before",
    "session:patch",
];
