//! Values that look like a secret, whatever they are called.

use std::sync::LazyLock;

use regex::{Regex, RegexSet};

use tacklebox_machine::cut::Cut;

/// Beginnings that services give their keys, and shapes that nothing else has.
const SHAPES: [&str; 15] = [
    r"\b(?:sk|pk|rk)[-_](?:live|test|ant|proj|or|svcacct)?[-_]?[A-Za-z0-9_-]{12,}",
    r"\bgh[pousr]_[A-Za-z0-9]{16,}|\bgithub_pat_\w{16,}|\bglpat-[\w-]{16,}",
    r"\bxox[abeprs]-[A-Za-z0-9-]{10,}|\bxapp-[A-Za-z0-9-]{10,}",
    r"\b(?:AKIA|ASIA)[A-Z0-9]{12,}|\bAIza[\w-]{20,}|\bya29\.[\w-]+",
    r"\b(?:npm|hf|dop_v1|shpat|pypi|tvly|gsk|r8|fig[dp]|lin_api|secret)_[A-Za-z0-9_-]{16,}|\bSG\.[\w-]{16,}",
    // JSON Web Tokens, keys as PEM, tokens of Telegram and Discord bots.
    r"\beyJ[\w-]{8,}\.[\w-]+|\beyJ[\w-]{20,}",
    r"-----BEGIN [A-Z ]+-----",
    r"\b\d{8,10}:[\w-]{30,}",
    r"\b[MNO][\w-]{22,}\.[\w-]{6}\.[\w-]{25,}",
    // A name and a password before a host, and what connection strings and queries call so.
    r"://[^\s/?#@:]*:[^\s/?#@]+@",
    r"(?i)(?:^|[?&;,\s])(?:[\w-]*(?:password|passwd|pwd|secret|token|apikey|api_key|accountkey|sharedaccesskey|signature)|sig|code|key)=[^\s&;,]+",
    r"(?i)^(?:bearer|basic|token)\s+\S{6,}",
    // Addresses to which whoever has them may post, however short what is behind the host.
    r"(?i)\bhooks\.slack\.com/(?:services|workflows|triggers)/\w|/api/(?:v\d+/)?webhooks/\d+/\w|\bhooks\.zapier\.com/hooks/\w|\bmaker\.ifttt\.com/\S*/key/\w|\bwebhook\.office\.com/webhookb?2?/\w|\bapi\.telegram\.org/bot\d",
    // The words of a wallet.
    r"^(?:[a-z]{3,8} ){11}(?:[a-z]{3,8}|[a-z]{3,8} (?:[a-z]{3,8} ){2}[a-z]{3,8}|(?:[a-z]{3,8} ){12}[a-z]{3,8})$",
    r"^[0-9a-fA-F]{32,}$",
];

static SHAPED: LazyLock<Result<RegexSet, regex::Error>> = LazyLock::new(|| RegexSet::new(SHAPES));

/// A header, also as a command has it, and what it says.
static HEADER: LazyLock<Result<Regex, regex::Error>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:[\w-]*(?:api-?key|auth-?key|token|secret|password)|(?:proxy-)?authorization)\s*:\s*(?:(?:bearer|basic|token)\s+)?(\S{6,})",
    )
});

/// Long, of one piece, and with small letters, capitals and digits mixed as no word has them.
static RANDOM: LazyLock<Result<Regex, regex::Error>> =
    LazyLock::new(|| Regex::new(r"^[A-Za-z0-9_+/=~.-]{20,}$"));

/// A UUID, a hash, or small letters and digits of one piece.
static TOKEN: LazyLock<Result<Regex, regex::Error>> = LazyLock::new(|| {
    Regex::new(
        r"^(?:[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}|[0-9a-z]{20,}|[0-9A-F]{32,})$",
    )
});

/// Whether a text could be a key, a token or a password by its own looks.
pub fn looks_secret(value: &str) -> bool {
    let value = value.trim();
    // More than a line is a text; what begins as a key in it is found all the same.
    let shaped = match &*SHAPED {
        Ok(shapes) => shapes.is_match(value),
        Err(_) => true,
    };
    let parts = |c: char| c.is_whitespace() || "\"'`,;:=()<>[]{}".contains(c);
    shaped
        || is_header(value)
        || value.split(parts).any(is_random)
        || value.split_whitespace().any(holds_secret)
}

/// Whether a header says more than a word, a number or the name of a variable.
fn is_header(value: &str) -> bool {
    let header = match &*HEADER {
        Ok(header) => header,
        Err(_) => return true,
    };
    header.captures_iter(value).filter_map(|found| found.get(1)).any(|said| {
        let said = said.as_str().trim_start_matches(['"', '\'']);
        !said.starts_with(['$', '{', '<', '%'])
            && said.contains(|c: char| c.is_ascii_digit())
            && said.contains(|c: char| c.is_ascii_alphabetic())
    })
}

/// Whether a part of an address could be one: a folder of it, or a value of its query.
fn holds_secret(word: &str) -> bool {
    let Some((_, address)) = word.split_once("://") else { return false };
    // The host is known to everybody.
    let behind = address.find(['/', '?', '#']).map(|at| address.cut(at..)).unwrap_or_default();
    let mut parts = behind.split(['/', '?', '#', '&', '=', ';', '@', ':', '%', ',']);
    parts.any(|part| is_random(part) || is_token(part))
}

/// What only an address that nobody is to guess has in it: the id of a check, a channel or a person.
fn is_token(part: &str) -> bool {
    match &*TOKEN {
        Ok(token) => token.is_match(part) && (part.contains('-') || is_mixed(part, &[0, 2])),
        Err(_) => true,
    }
}

fn is_random(value: &str) -> bool {
    let fits = match &*RANDOM {
        Ok(random) => random.is_match(value),
        Err(_) => true,
    };
    fits && !value.starts_with(['/', '.', '~']) && is_mixed(value, &[0, 1, 2])
}

/// Whether digits (0), capitals (1) and small letters (2) are in it, as many as are named, and mixed as no word has them.
fn is_mixed(value: &str, all: &[u8]) -> bool {
    // Words that are put together change their case seldom, and digits come at their ends.
    let kind = |c: char| match c {
        c if c.is_ascii_digit() => 0,
        c if c.is_ascii_uppercase() => 1,
        c if c.is_ascii_lowercase() => 2,
        _ => 3,
    };
    let kinds: Vec<u8> = value.chars().map(kind).collect();
    let changes = kinds.iter().zip(kinds.iter().skip(1)).filter(|(one, next)| one != next).count();
    all.iter().all(|kind| kinds.contains(kind)) && changes.saturating_mul(3) >= kinds.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_known_by_their_looks() {
        for value in [
            "sk-abcdefghijklmnop1234",
            "sk-ant-REDACTED",
            "ghp_hunter22hunter22hunter22",
            "glpat-abcdefghij1234567890",
            "xoxb-123456789012-abcdef",
            "AKIAIOSFODNN7EXAMPLE",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x",
            "-----BEGIN OPENSSH PRIVATE KEY-----\nabc",
            "123456789:AAF-abcdefghijklmnopqrstuvwxyz0123",
            "postgres://me:hunter22@db/x",
            "http://user:pw@proxy:3128",
            "Server=db;User Id=me;Password=hunter22;",
            "https://h/f?sv=2020&code=abcdef",
            "Bearer hunter22",
            "legal winner thank year wave sausage worth useful legal winner thank yellow",
            "d41d8cd98f00b204e9800998ecf8427e",
            "kJ8x2Lq9Zp4Tn7Wv1Rb5Yc3M",
            "Authorization: Bearer hunter22",
            "X-Api-Key: hunter22",
            "X-Thing:kJ8x2Lq9Zp4Tn7Wv1Rb5Yc3M",
            "curl -H 'Authorization: Bearer hunter22' https://api.acme.com/v1",
            "echo kJ8x2Lq9Zp4Tn7Wv1Rb5Yc3M | login",
            // Whoever has such an address may post to it.
            "https://hooks.slack.com/services/T01ABCDEF/B02ABCDEF/aBcD",
            "https://hooks.slack.com/workflows/T01/A02/3/x",
            "https://discord.com/api/webhooks/123/aB-c_d",
            "https://chat.example.com/api/v10/webhooks/123/abc/slack",
            "https://maker.ifttt.com/trigger/deploy/with/key/abcdef",
            "https://acme.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d",
            "https://outlook.webhook.office.com/webhook/a",
            "https://hooks.zapier.com/hooks/catch/123/abc12d",
            "https://api.telegram.org/bot1:AAF/sendMessage",
            "curl https://hooks.slack.com/services/T01/B02/x",
            "https://example.com/notify/kJ8x2Lq9Zp4Tn7Wv1Rb5Yc3M",
            "https://example.com/in?to=kJ8x2Lq9Zp4Tn7Wv1Rb5Yc3M&x=1",
            "https://chat.example.com/hooks/3f8kq1xw9tbn7rzd5mcy2jh4pe",
            "https://example.com/d41d8cd98f00b204e9800998ecf8427e",
            // An id that nobody is to guess is the whole secret of many an address.
            "https://hc-ping.com/5d1e8f0a-93b4-4c27-8e11-0b6c4f5a7d92",
        ] {
            assert!(looks_secret(value), "{value}");
        }
    }

    #[test]
    fn what_is_none_is_shown() {
        for value in [
            "",
            "true",
            "claude-opus-4-20260101",
            "anthropic/claude-sonnet-4.5",
            "/home/me/Library/Application Support/Milady2",
            "https://api.example.com/v1/messages",
            "https://example.com/hooks/deploy",
            "https://example.com",
            "https://3f8kq1xw9tbn7rzd5mcy2jh4pe.example.com/hooks",
            "https://example.com/2026/11/22/release-notes-of-version-1-2-3/index.html",
            "https://example.com/a?region=eu-central-1&limit=100",
            "https://github.com/acme/internationalization/pull/1234567890",
            "https://hooks.slack.com/services/",
            "https://example.com/api/webhooks",
            "5d1e8f0a-93b4-4c27-8e11-0b6c4f5a7d92",
            "2026-11-22T00:00:00Z",
            "My first hook, which greets everybody in the morning and says good night later on.",
            "npm:@acme/greeter@1.2.3",
            "session-memory",
            "Content-Type: application/json",
            "Authorization: see the README",
            "Authorization: required",
            "Authorization: Bearer ${API_TOKEN}",
            "X-Api-Key: $API_KEY_2",
            "max_token: 100000",
            "password: {{password1}}",
            "AGENTS_AND_OTHER_LONG_NAMES",
            "en_US.UTF-8",
            "git+https://github.com/acme/hooks.git#v1.2.3",
        ] {
            assert!(!looks_secret(value), "{value}");
        }
    }
}
