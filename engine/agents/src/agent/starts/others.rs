//! Secrets that the config of OpenClaw asks for and that are not for its gateway itself: keys of models, skills, speech,
//! memory and searches, what channels are let in with, and secrets for a gateway elsewhere.

use std::borrow::Cow;

use serde_json::Value;
use tacklebox_machine::words::js_trim;

use super::found::is_off;
use super::here::Here;
use super::secret::{self, Lost};
use super::{channels, memory, ssh};
use crate::config::strict;
use crate::dialect::gateway::Gateway;

/// Where they are; a `*` is any name. What is turned off is not asked for its own.
const PLACES: [&[&str]; 7] = [
    &["models", "providers", "*", "apiKey"],
    &["models", "providers", "*", "headers", "*"],
    &["skills", "entries", "*", "apiKey"],
    &["tools", "media", "*", "request", "headers", "*"],
    &["tools", "media", "*", "request", "auth", "*"],
    &["tools", "media", "models", "*", "request", "headers", "*"],
    &["tools", "media", "models", "*", "request", "auth", "*"],
];
/// The same of what is asked though it is off.
const OFF_TOO: [&[&str]; 8] = [
    &["talk", "apiKey"],
    &["talk", "providers", "*", "apiKey"],
    &["talk", "realtime", "providers", "*", "apiKey"],
    &["cron", "webhookToken"],
    &["messages", "tts", "providers", "*", "apiKey"],
    &["tts", "providers", "*", "apiKey"],
    &["agents", "list", "*", "tts", "providers", "*", "apiKey"],
    &["agents", "entries", "*", "tts", "providers", "*", "apiKey"],
];
/// Where voices of its speech have such keys.
const VOICES: [&[&str]; 3] = [
    &["tts", "personas", "*", "providers", "*", "apiKey"],
    &["agents", "list", "*", "tts", "personas", "*", "providers", "*", "apiKey"],
    &["agents", "entries", "*", "tts", "personas", "*", "providers", "*", "apiKey"],
];
/// Plugins that come with it and search the web, by their ids, and what their searches are called.
const SEARCHES: [(&str, &str); 3] = [("google", "gemini"), ("xai", "grok"), ("minimax", "minimax")];
/// How the provider of a model is asked: no version goes on without what is not there.
const REQUEST: [&[&str]; 4] =
    [&["headers", "*"], &["auth", "*"], &["tls", "*"], &["proxy", "tls", "*"]];
const MODEL: [&str; 4] = ["models", "providers", "*", "request"];
/// The key by which the channel that comes with every version, or each of its accounts, is let in.
const BOT: (&str, &str) = ("telegram", "botToken");
/// The same of channels that have plugins of their own: up to 2026.8 they are asked for without these.
const OTHERS: [(&str, &str); 2] = [("discord", "token"), ("slack", "botToken")];
/// What those ask for that came later.
const LATER: [&[&str]; 1] =
    [&["plugins", "entries", "webhooks", "config", "routes", "*", "secret"]];

/// The first that is not there, where the gateway does not start without it: its path, and how that sentence goes on.
pub(super) fn fault<'v, 'e: 'v>(
    config: &'v Value,
    rules: &Gateway,
    here: &Here<'_, impl Fn(&str) -> Option<&'e str>>,
) -> Option<(Vec<String>, Cow<'static, str>)> {
    each(config, rules, here).into_iter().find_map(|(path, value, always)| {
        let lost = secret::lost(config, value, rules, here)?;
        let ends = always || rules.needs_every_secret || matches!(lost, Lost::Provider(_));
        let says = || format!("{}, or take that setting out", lost.says(&path.join(".")));
        ends.then(|| (path.clone(), says().into()))
    })
}

/// The variables that its config asks for a secret.
pub(crate) fn asked(config: &Value, gateway: &Gateway) -> Vec<String> {
    let own = ["/gateway/auth/token", "/gateway/auth/password"];
    let own = own.into_iter().filter_map(|path| config.pointer(path));
    let none = Here::with_all(|_: &str| None);
    let all = own.chain(each(config, gateway, &none).into_iter().map(|(_, value, _)| value));
    all.filter_map(|value| secret::variable(config, value, gateway)).map(str::to_owned).collect()
}

/// Every value at such a place, with its path, and whether no version goes on without it.
fn each<'v, 'e>(
    config: &'v Value,
    rules: &Gateway,
    here: &Here<'_, impl Fn(&str) -> Option<&'e str>>,
) -> Vec<(Vec<String>, &'v Value, bool)> {
    let mut all = Vec::new();
    let mut see = |place: &[&str], always: bool, off_too: bool| {
        strict::each(config, place, &mut |path, value| {
            let mut at = Some(config);
            let is_on = |key: &String| {
                let on = at.and_then(Value::as_object).is_none_or(|it| !is_off(it));
                at = at.and_then(|it| within(it, key));
                on
            };
            if off_too || path.iter().all(is_on) {
                all.push((path.to_vec(), value, always));
            }
        });
    };
    let later: &[&[&str]] = if rules.needs_every_secret { &[] } else { &LATER };
    for place in PLACES.iter().chain(later) {
        see(place, false, false);
    }
    for place in OFF_TOO.iter().chain(VOICES.iter().filter(|_| rules.asks_voices)) {
        see(place, false, true);
    }
    for place in REQUEST {
        see(&[&MODEL, place].concat(), true, false);
    }
    // Later it is moved to a plugin, which is not asked where it is not there.
    if rules.asks_absent_channels && config.pointer("/tools/web/search/provider").is_none() {
        see(&["tools", "web", "search", "apiKey"], false, false);
    }
    for plugin in searches(config) {
        see(&["plugins", "entries", plugin, "config", "webSearch", "apiKey"], false, true);
    }
    for key in remote(config, here) {
        see(&["gateway", "remote", key], true, false);
    }
    let others = OTHERS.iter().filter(|_| rules.asks_absent_channels);
    let bots = [BOT].iter().chain(others);
    let bots = bots.flat_map(|(channel, key)| channels::bots(config, channel, key));
    let lets_in = bots.chain(channels::webhooks(config));
    let found = memory::keys(config).into_iter().chain(ssh::keys(config, rules)).chain(lets_in);
    all.extend(found.map(|(path, value)| (path, value, false)));
    all
}

fn within<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    match value {
        Value::Array(list) => list.get(key.parse::<usize>().ok()?),
        value => value.get(key),
    }
}

/// The plugins whose keys are asked for, as they search the web: all, or the one that is named.
fn searches(config: &Value) -> impl Iterator<Item = &'static str> {
    let search = config.pointer("/tools/web/search").and_then(Value::as_object);
    let on = search.is_none_or(|it| !is_off(it));
    let named =
        search.and_then(|it| it.get("provider")?.as_str()).map(|it| js_trim(it).to_lowercase());
    let is_asked = move |(_, name): &(&str, &str)| on && named.as_ref().is_none_or(|it| it == name);
    SEARCHES.into_iter().filter(is_asked).map(|(plugin, _)| plugin)
}

/// Of the secrets for a gateway elsewhere those that count: where one is named, or this one has none of its own.
fn remote<'e>(
    config: &Value,
    here: &Here<'_, impl Fn(&str) -> Option<&'e str>>,
) -> Vec<&'static str> {
    let gateway = |path: &str| config.pointer(&format!("/gateway{path}"));
    let text = |path: &str| gateway(path).and_then(Value::as_str).map(js_trim);
    let is_set = |name: &str| (here.variable)(name).is_some_and(|it| !js_trim(it).is_empty());
    let [token, password] = super::GATEWAY_SECRETS.map(is_set);
    if text("/remote/url").is_some_and(|url| !url.is_empty())
        || matches!(text("/tailscale/mode"), Some("serve" | "funnel"))
    {
        return vec!["token", "password"];
    }
    let mode = text("/auth/mode").filter(|mode| !mode.is_empty());
    let no_token = !token && gateway("/auth/token").is_none();
    let no_password = !password && gateway("/auth/password").is_none();
    let by_token = mode == Some("token") || mode.is_none() && no_password;
    let by_password = mode == Some("password")
        || mode.is_none() && no_token && gateway("/remote/token").is_none();
    let token = (by_token && no_token).then_some("token");
    token.into_iter().chain((by_password && no_password).then_some("password")).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::here::Here;
    use super::fault;
    use crate::dialect::gateway::{OPENCLAW_7, OPENCLAW_8};

    /// What its gateways do is asked of them (`secrets.test.mjs`); here is what is said.
    #[test]
    fn a_secret_for_something_else_that_is_not_there_ends_some_versions() {
        let none = Here::with_all(|_: &str| None);
        let env = |provider: &str| json!({"source": "env", "provider": provider, "id": "GONE"});
        let bots = |of| json!({"channels": {"telegram": of}});
        let model = |value| json!({"models": {"providers": {"x": {"apiKey": value}}}});
        let asked = |how| json!({"models": {"providers": {"x": {"request": how}}}});
        let memory = |of| json!({"agents": {"defaults": {"memorySearch": of}}});
        let ssh = |mode| json!({"agents": {"defaults": {"sandbox": {"backend": "ssh", "mode": mode, "ssh": {"identityData": env("nobody")}}}}});
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
            (asked(json!({"headers": {"x": env("default")}})), true, true),
            (asked(json!({"proxy": {"tls": {"ca": env("default")}}})), true, true),
            (json!({"gateway": {"remote": {"token": env("default")}}}), true, true),
            (
                json!({"gateway": {"auth": {"token": "x"}, "remote": {"token": env("default")}}}),
                false,
                false,
            ),
            (
                json!({"gateway": {"remote": {"url": "ws://x", "password": env("default")}, "auth": {"token": "x"}}}),
                true,
                true,
            ),
            (memory(json!({"remote": {"apiKey": env("default")}})), true, false),
            (memory(json!({"enabled": false, "remote": {"apiKey": env("nobody")}})), false, false),
            (
                json!({"agents": {"list": [{"id": "a", "memorySearch": {"enabled": false}}], "defaults": {"memorySearch": {"remote": {"apiKey": env("nobody")}}}}}),
                false,
                false,
            ),
            (json!({"tools": {"web": {"search": {"apiKey": env("default")}}}}), true, false),
            (json!({"channels": {"discord": {"token": env("nobody")}}}), true, true),
            (ssh("all"), true, true),
            (ssh("off"), false, false),
        ] {
            let ends = |rules| fault(&config, rules, &none).is_some();
            assert_eq!((ends(&OPENCLAW_7), ends(&OPENCLAW_8)), (seven, eight), "{config}");
        }
        let config = model(env("default"));
        let (path, why) = fault(&config, &OPENCLAW_7, &none).unwrap();
        assert_eq!(path, ["models", "providers", "x", "apiKey"]);
        assert!(why.contains("models.providers.x.apiKey is taken from the variable GONE"), "{why}");
        assert_eq!(super::asked(&config, &OPENCLAW_8), ["GONE"]);
        let there = Here::with_all(|_: &str| Some("a key"));
        assert!(fault(&config, &OPENCLAW_7, &there).is_none());
    }
}
