//! Names that sound like a secret's. One table, two questions: a field that is typed into is masked on
//! the least suspicion, a value in a diff or a shown config is hidden only where the name says it, or a
//! person could not read the change any more.

/// A word, and whether it tells a secret by itself at the end of a name (`githubToken`, `api_keys`), or
/// raises the suspicion anywhere in it (`keyboard.layout` is masked, and shown in a diff).
const WORDS: [(&str, bool); 18] = [
    ("token", true),
    ("secret", true),
    ("password", true),
    ("passwd", true),
    ("passphrase", true),
    ("apikey", true),
    ("privatekey", true),
    ("accesskey", true),
    ("authkey", true),
    ("credential", true),
    ("authorization", true),
    // Whoever knows the address of a webhook may write to it: it is its own key.
    ("webhook", true),
    ("webhookurl", true),
    ("cookie", false),
    ("bearer", false),
    ("key", false),
    ("auth", false),
    ("pass", false),
];
/// Tell a secret as a whole name, and no more than raise a suspicion within one.
const ALONE: [&str; 3] = ["key", "auth", "pass"];

/// Whether what is typed under this name is better not shown. Rather too often than too seldom.
#[must_use]
pub fn may_be_secret(name: &str) -> bool {
    let name = plain(name);
    WORDS.iter().any(|(word, _)| name.contains(word))
}

/// Whether the value that is under this key is a secret.
pub fn is_secret(key: &str) -> bool {
    let key = plain(key);
    let ends = |word: &str| {
        key.ends_with(word) || key.strip_suffix('s').is_some_and(|key| key.ends_with(word))
    };
    ALONE.contains(&key.as_str()) || WORDS.iter().any(|(word, tells)| *tells && ends(word))
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
