//! Secrets that the config of OpenClaw asks for and that are not for its gateway itself: keys of models, of skills, of
//! speech, and of the bots of Telegram, the channel that comes with it.

use std::borrow::Cow;

use serde_json::Value;
use tacklebox_machine::words::js_trim;

use super::here::Here;
use super::secret::{self, Lost};
use crate::config::strict;
use crate::dialect::gateway::Gateway;

type Object = serde_json::Map<String, Value>;

/// Where they are; a `*` is any name.
const PLACES: [&[&str]; 7] = [
    &["models", "providers", "*", "apiKey"],
    &["models", "providers", "*", "headers", "*"],
    &["skills", "entries", "*", "apiKey"],
    &["talk", "apiKey"],
    &["talk", "providers", "*", "apiKey"],
    &["talk", "realtime", "providers", "*", "apiKey"],
    &["cron", "webhookToken"],
];

/// The first that is not there, where the gateway does not start without it: its path, and how that sentence goes on.
pub(super) fn fault<'v, 'e: 'v>(
    config: &'v Value,
    rules: &Gateway,
    here: &Here<'_, impl Fn(&str) -> Option<&'e str>>,
) -> Option<(Vec<String>, Cow<'static, str>)> {
    each(config).into_iter().find_map(|(path, value)| {
        let lost = secret::lost(config, value, rules, here)?;
        let ends = rules.needs_every_secret || matches!(lost, Lost::Provider(_));
        let says = || format!("{}, or take that setting out", lost.says(&path.join(".")));
        ends.then(|| (path.clone(), says().into()))
    })
}

/// The variables that its config asks for a secret.
pub(crate) fn asked(config: &Value, gateway: &Gateway) -> Vec<String> {
    let own = ["/gateway/auth/token", "/gateway/auth/password"];
    let own = own.into_iter().filter_map(|path| config.pointer(path));
    let all = own.chain(each(config).into_iter().map(|(_, value)| value));
    all.filter_map(|value| secret::variable(config, value, gateway)).map(str::to_owned).collect()
}

/// Every value at such a place, with its path. What has a key and is turned off is not asked for it.
fn each(config: &Value) -> Vec<(Vec<String>, &Value)> {
    let mut all = Vec::new();
    for place in PLACES {
        strict::each(config, place, &mut |path, value| {
            let mut at = Some(config);
            let is_on = |key: &String| {
                let on = at.and_then(Value::as_object).is_none_or(|it| !is_off(it));
                at = at.and_then(|it| it.get(key));
                on
            };
            if path.iter().all(is_on) {
                all.push((path.to_vec(), value));
            }
        });
    }
    let bots = bots(config).into_iter();
    all.extend(bots.map(|(path, it)| (path.into_iter().map(str::to_owned).collect(), it)));
    all
}

/// The tokens of the bots of Telegram, as far as they count: one of its own, or in a file, comes before that of the channel.
fn bots(config: &Value) -> Vec<(Vec<&str>, &Value)> {
    let at = ["channels", "telegram"];
    let channel = config.pointer("/channels/telegram").and_then(Value::as_object);
    let Some(channel) = channel.filter(|it| !is_off(it)) else { return Vec::new() };
    let is_empty = |it: &Value| it.as_str().is_some_and(|text| js_trim(text).is_empty());
    let has = |of: &Object, key: &str| of.get(key).is_some_and(|it| !is_empty(it));
    let accounts = channel.get("accounts").and_then(Value::as_object);
    let accounts: Vec<_> = accounts.into_iter().flatten().collect();
    let on = accounts.iter().filter_map(|(name, it)| Some((name.as_str(), it.as_object()?)));
    let on: Vec<_> = on.filter(|(_, it)| !is_off(it) && !has(it, "tokenFile")).collect();
    let shared = accounts.is_empty() || on.iter().any(|(_, it)| !has(it, "botToken"));
    let own = on.iter().filter_map(|(name, it)| {
        Some(([&at[..], &["accounts", *name, "botToken"]].concat(), it.get("botToken")?))
    });
    let mut all: Vec<_> = own.collect();
    if shared && !has(channel, "tokenFile") {
        all.extend(channel.get("botToken").map(|it| ([&at[..], &["botToken"]].concat(), it)));
    }
    all
}

/// Whether what has a key is turned off: then it is not asked for.
fn is_off(it: &Object) -> bool {
    it.get("enabled") == Some(&Value::Bool(false))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::here::Here;
    use super::{asked, fault};
    use crate::dialect::gateway::{OPENCLAW_7, OPENCLAW_8};

    /// What its gateways do is asked of them (`secrets.test.mjs`); here is what is said.
    #[test]
    fn a_secret_for_something_else_that_is_not_there_ends_some_versions() {
        let none = Here::with_all(|_: &str| None);
        let env = |provider: &str| json!({"source": "env", "provider": provider, "id": "GONE"});
        let bots = |of| json!({"channels": {"telegram": of}});
        let model = |value| json!({"models": {"providers": {"x": {"apiKey": value}}}});
        for (config, seven, eight) in [
            (model(env("default")), true, false),
            (model(json!("$GONE")), true, false),
            (model(json!("${GONE}")), true, false),
            (model(json!("a ${GONE}")), false, false),
            (model(json!("a key")), false, false),
            (model(env("nobody")), true, true),
            (
                json!({"models": {"providers": {"x": {"enabled": false, "apiKey": env("nobody")}}}}),
                false,
                false,
            ),
            (
                json!({"models": {"providers": {"x": {"headers": {"a": env("default")}}}}}),
                true,
                false,
            ),
            (json!({"skills": {"entries": {"y": {"apiKey": env("default")}}}}), true, false),
            (
                json!({"skills": {"entries": {"y": {"enabled": false, "apiKey": env("default")}}}}),
                false,
                false,
            ),
            (json!({"talk": {"providers": {"z": {"apiKey": env("default")}}}}), true, false),
            (bots(json!({"botToken": env("default")})), true, false),
            (bots(json!({"botToken": "${GONE}"})), true, false),
            (bots(json!({"enabled": false, "botToken": env("nobody")})), false, false),
            (bots(json!({"botToken": env("nobody"), "tokenFile": "/t"})), false, false),
            (
                bots(json!({"botToken": env("nobody"), "accounts": {"a": {"botToken": "x"}}})),
                false,
                false,
            ),
            (
                bots(json!({"botToken": env("nobody"), "accounts": {"a": {"tokenFile": "/t"}}})),
                false,
                false,
            ),
            (
                bots(json!({"botToken": env("nobody"), "accounts": {"a": {"name": "x"}}})),
                true,
                true,
            ),
            (bots(json!({"accounts": {"a": {"botToken": env("nobody")}}})), true, true),
            (
                bots(json!({"accounts": {"a": {"enabled": false, "botToken": env("nobody")}}})),
                false,
                false,
            ),
            (json!({"cron": {"webhookToken": env("default")}}), true, false),
        ] {
            let ends = |rules| fault(&config, rules, &none).is_some();
            assert_eq!((ends(&OPENCLAW_7), ends(&OPENCLAW_8)), (seven, eight), "{config}");
        }
        let config = model(env("default"));
        let (path, why) = fault(&config, &OPENCLAW_7, &none).unwrap();
        assert_eq!(path, ["models", "providers", "x", "apiKey"]);
        assert!(why.contains("models.providers.x.apiKey is taken from the variable GONE"), "{why}");
        assert_eq!(asked(&config, &OPENCLAW_8), ["GONE"]);
        let there = Here::with_all(|_: &str| Some("a key"));
        assert!(fault(&config, &OPENCLAW_7, &there).is_none());
    }
}
