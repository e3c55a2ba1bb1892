//! Names that sound like a secret's. One table, two questions: a field that is typed into is masked on
//! the least suspicion, a value in a diff or a shown config is hidden only where the name says it, or a
//! person could not read the change any more.

/// A word, and whether it tells a secret on its own at the end of a name (`githubToken`, `api_keys`), or
/// raises the suspicion anywhere in it (`keyboard.layout` is masked, and shown in a diff).
const WORDS: [(&str, bool); 40] = [
    ("token", true),
    ("secret", true),
    ("password", true),
    ("passwd", true),
    ("passphrase", true),
    ("apikey", true),
    ("privatekey", true),
    ("accesskey", true),
    ("authkey", true),
    ("secretkey", true),
    ("signingkey", true),
    ("encryptionkey", true),
    ("masterkey", true),
    ("sshkey", true),
    ("licensekey", true),
    ("licencekey", true),
    ("deploykey", true),
    ("sessionkey", false),
    ("pwd", true),
    ("dsn", true),
    ("databaseurl", true),
    ("connectionstring", true),
    ("jwt", true),
    ("mnemonic", true),
    ("seedphrase", true),
    ("recoverycode", true),
    ("hmac", true),
    ("salt", true),
    ("privatepem", true),
    ("dbpass", true),
    ("userpass", true),
    ("credential", true),
    ("authorization", true),
    // Whoever knows the address of a webhook may write to it: it is its own key.
    ("webhook", true),
    ("webhookurl", true),
    ("cookie", true),
    ("bearer", true),
    ("key", false),
    ("auth", false),
    ("pass", false),
];
/// Tell a secret as a whole name, and no more than raise a suspicion within one.
const ALONE: [&str; 7] = ["key", "auth", "pass", "pat", "pin", "otp", "totp"];
/// Names of keys that open nothing.
const HARMLESS: [&str; 7] =
    ["hookkey", "publickey", "primarykey", "sortkey", "cachekey", "sessionkey", "foreignkey"];

/// Whether what is typed under this name is better not shown. Rather too often than too seldom.
#[must_use]
pub fn may_be_secret(name: &str) -> bool {
    let name = plain(name);
    WORDS.iter().any(|(word, _)| name.contains(word))
}

/// Whether the value that is under this key is a secret.
pub fn is_secret(key: &str) -> bool {
    let whole = key;
    let key = plain(key);
    if HARMLESS.contains(&key.as_str()) {
        return false;
    }
    if names_a_key(whole) {
        return true;
    }
    let ends = |word: &str| {
        key.ends_with(word) || key.strip_suffix('s').is_some_and(|key| key.ends_with(word))
    };
    ALONE.contains(&key.as_str()) || WORDS.iter().any(|(word, tells)| *tells && ends(word))
}

/// Whether the last word of a name is "key" or one of those that tell a secret alone: `openaiKey`, `X_KEY`, and not
/// `monkey`.
fn names_a_key(name: &str) -> bool {
    let mut end = name.len();
    let mut before = '_';
    for (at, c) in name.char_indices() {
        let starts =
            matches!(before, '_' | '-' | '.') || c.is_uppercase() && !before.is_uppercase();
        if starts && !matches!(c, '_' | '-' | '.') {
            end = at;
        }
        before = c;
    }
    let last = name.get(end..).unwrap_or_default().to_lowercase();
    last == "keys" || last != "auth" && ALONE.contains(&last.as_str())
}

/// In small letters, and however its words are put together.
fn plain(name: &str) -> String {
    name.chars().filter(|c| *c != '_' && *c != '-').collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_hidden_where_its_name_tells_a_secret() {
        for key in [
            "token",
            "GITHUB_TOKEN",
            "apiKey",
            "api-keys",
            "clientSecret",
            "password",
            "key",
            "auth",
            "pass",
            "Authorization",
            "credentials",
            "privateKey",
            "passphrase",
            "webhookUrl",
            "SLACK_WEBHOOK",
        ] {
            assert!(is_secret(key), "{key}");
        }
        for key in [
            "tokens_per_minute",
            "keyboard",
            "hookKey",
            "author",
            "authMode",
            "webhooksEnabled",
            "secretary",
            "passThrough",
            "monkey",
            "name",
            "",
        ] {
            assert!(!is_secret(key), "{key}");
        }
    }

    #[test]
    fn a_field_is_masked_on_the_least_suspicion() {
        for name in [
            "SLACK_WEBHOOK_URL",
            "auth.mode",
            "DEPLOY_KEY_FILE",
            "tokens_per_minute",
            "SESSION_COOKIE",
            "DB_PASS",
        ] {
            assert!(may_be_secret(name), "{name}");
        }
        for name in ["workspace.dir", "GITHUB_API_URL", "TZ", "hooks.enabled", ""] {
            assert!(!may_be_secret(name), "{name}");
        }
    }

    #[test]
    fn what_is_hidden_is_masked_too() {
        for (word, _) in WORDS {
            for name in [word.to_owned(), format!("my_{word}"), format!("{}S", word.to_uppercase())]
            {
                assert!(!is_secret(&name) || may_be_secret(&name), "{name}");
            }
        }
    }
}
