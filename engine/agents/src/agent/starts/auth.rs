//! Who may talk to the gateway of OpenClaw, by its config: with some of what its schema takes it does not start (rule
//!

use std::borrow::Cow;
use std::net::Ipv4Addr;

use serde_json::Value;
use tacklebox_machine::words::js_trim;

use super::here::Here;
use super::secret::Secret;
use crate::dialect::gateway::Gateway;

/// The variables by which it is told a secret that its config does not hold.
pub(crate) const SECRETS: [&str; 2] = ["OPENCLAW_GATEWAY_TOKEN", "OPENCLAW_GATEWAY_PASSWORD"];

/// The key of `gateway` that it is about, and how the sentence that the gateway does not start goes on.
pub(super) type Fault = (&'static [&'static str], Cow<'static, str>);

pub(super) fn fault<'v, 'e: 'v>(
    config: &'v Value,
    rules: &Gateway,
    here: &Here<'_, impl Fn(&str) -> Option<&'e str>>,
) -> Option<Fault> {
    let gateway = config.get("gateway")?;
    let text = |path: &str| gateway.pointer(path).and_then(Value::as_str).map(js_trim);
    let [token, password] =
        [("/gateway/auth/token", SECRETS[0]), ("/gateway/auth/password", SECRETS[1])]
            .map(|it| Secret::of(config, it, rules, here));
    let named = text("/auth/mode").filter(|mode| !mode.is_empty());
    if let Some(fault) = asked_in_vain(named, &token, &password, rules.own_token_first) {
        return Some(fault);
    }
    let mode = named.unwrap_or(if password.text.is_some() { "password" } else { "token" });
    let shared = match mode {
        "token" => token.is_there(),
        "password" => password.is_there(),
        _ => mode == "trusted-proxy",
    };
    // One that is asked for has no say beside a proxy.
    let by_variable = || rules.own_token_first && (here.variable)(SECRETS[0]).is_some();
    let beside = if token.asked { by_variable() } else { token.text.is_some() };
    // What newer versions put in order first.
    let bind = text("/bind").map(|it| match it {
        "0.0.0.0" | "::" | "[::]" | "*" => "lan",
        "127.0.0.1" | "localhost" | "::1" | "[::1]" => "loopback",
        it => it,
    });
    let custom = (bind == Some("custom"))
        .then(|| text("/customBindHost").and_then(|it| it.parse::<Ipv4Addr>().ok()));
    let tailscale = text("/tailscale/mode");
    let may_open =
        bind == Some("auto") || bind.is_none() && matches!(tailscale, None | Some("off"));
    // What the others are depends on its network.
    let open = bind == Some("lan")
        || custom.is_some_and(|address| address.is_none_or(|it| !it.is_loopback()));
    let empty =
        |path: &str| gateway.pointer(path).and_then(Value::as_array).is_none_or(Vec::is_empty);
    let tls = gateway.pointer("/tls/enabled") == Some(&Value::Bool(true))
        && gateway.pointer("/tls/autoGenerate") == Some(&Value::Bool(false));
    let given = |key: &str| text(&format!("/tls/{key}")).is_some_and(|path| !path.is_empty());
    let (keys, why): (&[&str], _) = match mode {
        "password" if password.text.is_none() => (
            &["auth", "password"],
            "where gateway.auth.mode is password, without gateway.auth.password, unless OPENCLAW_GATEWAY_PASSWORD is set where it is started. Set gateway.auth.password",
        ),
        "none" if open => (
            &["bind"],
            "where gateway.bind lets other computers in and gateway.auth.mode is none. Set gateway.auth.mode to token, or gateway.bind to loopback",
        ),
        _ if open && !shared => (
            &["bind"],
            "where gateway.bind lets other computers in and they need neither a token nor a password, unless OPENCLAW_GATEWAY_TOKEN is set where it is started. Set gateway.auth.token, or gateway.bind to loopback",
        ),
        _ if may_open && (mode == "none" || !shared) && (here.container)() => (
            &["bind"],
            "in a container, where it lets other computers in unless gateway.bind says otherwise, as they need neither a token nor a password. Set gateway.auth.token, or gateway.bind to loopback",
        ),
        _ if named.is_none() && token.named && password.named => (
            &["auth", "mode"],
            "with both gateway.auth.token and gateway.auth.password, and without gateway.auth.mode. Set that to token or password",
        ),
        "token" if rules.blank_ends && token.blank && token.text.is_none() => (
            &["auth", "token"],
            "with blanks for gateway.auth.token. Choose a token, or take it out",
        ),
        "token"
            if token.is_one_of(&["change-me-to-a-long-random-token", "change-me-now"], rules) =>
        {
            (
                &["auth", "token"],
                "with a token for gateway.auth.token that is a published example or stands for none. Choose another one",
            )
        }
        "password" if password.is_one_of(&["change-me-to-a-strong-password"], rules) => (
            &["auth", "password"],
            "with a password for gateway.auth.password that is a published example or stands for none. Choose another one",
        ),
        "trusted-proxy" if text("/auth/trustedProxy/userHeader").is_none_or(str::is_empty) => (
            &["auth", "trustedProxy", "userHeader"],
            "where gateway.auth.mode is trusted-proxy, without gateway.auth.trustedProxy.userHeader. Set that first",
        ),
        "trusted-proxy" if beside => (
            &["auth", "token"],
            "where gateway.auth.mode is trusted-proxy and there is a token, too. Take the token out",
        ),
        "trusted-proxy" if empty("/trustedProxies") => (
            &["trustedProxies"],
            "where gateway.auth.mode is trusted-proxy, without gateway.trustedProxies. Set these first",
        ),
        _ if custom == Some(None) => (
            &["customBindHost"],
            "where gateway.bind is custom, without an IPv4 address in gateway.customBindHost. Set that first",
        ),
        _ if tailscale == Some("funnel") && mode != "password" => (
            &["tailscale", "mode"],
            "where gateway.tailscale.mode is funnel and gateway.auth.mode is not password. Set gateway.auth.password first",
        ),
        _ if tls && !(given("certPath") && given("keyPath")) => (
            &["tls"],
            "where gateway.tls.enabled is true and gateway.tls.autoGenerate false, without gateway.tls.certPath and gateway.tls.keyPath. Set these first",
        ),
        "none" if tailscale == Some("serve") => (
            &["tailscale", "mode"],
            "where gateway.tailscale.mode is serve and gateway.auth.mode is none. Set gateway.auth.mode to token first",
        ),
        "token" | "password" | "trusted-proxy"
            if rules.needs_tailscale
                && matches!(tailscale, Some("serve" | "funnel"))
                && !(here.tailscale)() =>
        {
            (
                &["tailscale", "mode"],
                "where gateway.tailscale.mode is serve or funnel, and Tailscale is not on this computer. Install that, or set it to off",
            )
        }
        _ => return None,
    };
    Some((keys, why.into()))
}

/// Whether it is said who may talk to it: if not, it makes a token itself.
pub(super) fn is_named<'v, 'e: 'v>(
    config: &'v Value,
    rules: &Gateway,
    here: &Here<'_, impl Fn(&str) -> Option<&'e str>>,
) -> bool {
    let mode = config.pointer("/gateway/auth/mode").and_then(Value::as_str).map(js_trim);
    matches!(mode, Some("none" | "trusted-proxy"))
        || [("/gateway/auth/token", SECRETS[0]), ("/gateway/auth/password", SECRETS[1])]
            .into_iter()
            .any(|it| Secret::of(config, it, rules, here).is_there())
}

/// A secret that has a say, and that its config has asked for where it is not.
fn asked_in_vain(
    mode: Option<&str>,
    token: &Secret<'_>,
    password: &Secret<'_>,
    own_token_first: bool,
) -> Option<Fault> {
    let (key, lost) = match mode {
        None | Some("token") if own_token_first && token.text.is_some() => return None,
        Some("token") => ("token", token.lost?),
        Some("password" | "trusted-proxy") => ("password", password.lost?),
        None if !password.is_there() => ("token", token.lost?),
        None if !token.is_there() => ("password", password.lost?),
        _ => return None,
    };
    let keys: &[&str] = if key == "token" { &["auth", "token"] } else { &["auth", "password"] };
    let why = format!("{}, or choose another {key}", lost.says(&format!("gateway.auth.{key}")));
    Some((keys, why.into()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::here::Here;
    use super::fault;
    use crate::dialect::gateway::{Gateway, OPENCLAW_7, OPENCLAW_8, OPENCLAW_9};

    /// What its gateways do with such a config is asked of them (`late.test.mjs`); here is what is said.
    #[test]
    fn with_whom_it_may_not_talk_the_gateway_does_not_start() {
        let proxy = json!({"mode": "trusted-proxy", "trustedProxy": {"userHeader": "x-user"}});
        let none = Here::with_all(|_: &str| None);
        let key = |gateway: &serde_json::Value| {
            let config = json!({ "gateway": gateway });
            fault(&config, &OPENCLAW_8, &none).map(|it| it.0.join("."))
        };
        for (gateway, at) in [
            (json!({}), None),
            (json!({"bind": "lan"}), Some("bind")),
            (json!({"bind": "lan", "auth": {"token": "a secret"}}), None),
            (json!({"bind": "lan", "auth": {"token": "${NOT_SET}"}}), None),
            (json!({"bind": "lan", "auth": {"mode": "none"}}), Some("bind")),
            (
                json!({"bind": "lan", "auth": {"mode": "token", "password": "a secret"}}),
                Some("bind"),
            ),
            (json!({"bind": "lan", "auth": {"mode": "password"}}), Some("auth.password")),
            (json!({"auth": {"mode": "none"}}), None),
            (json!({"bind": "custom", "customBindHost": "0.0.0.0"}), Some("bind")),
            (json!({"bind": "custom", "customBindHost": "127.0.0.1"}), None),
            (json!({"bind": "custom", "auth": {"token": "a secret"}}), Some("customBindHost")),
            (json!({"auth": {"mode": "password"}}), Some("auth.password")),
            (
                json!({"auth": {"mode": "password", "password": "${NOT_SET}"}}),
                Some("auth.password"),
            ),
            (json!({"auth": {"token": "a", "password": "b"}}), Some("auth.mode")),
            (json!({"auth": {"mode": "token", "token": "a", "password": "b"}}), None),
            (json!({"auth": {"token": "change-me-now"}}), Some("auth.token")),
            (json!({"auth": {"mode": "none", "token": "change-me-now"}}), None),
            (
                json!({"auth": {"password": "change-me-to-a-strong-password"}}),
                Some("auth.password"),
            ),
            (json!({"auth": {"mode": "trusted-proxy"}}), Some("auth.trustedProxy.userHeader")),
            (json!({"auth": proxy}), Some("trustedProxies")),
            (json!({"auth": proxy, "bind": "lan", "trustedProxies": ["10.0.0.1"]}), None),
            (json!({"tailscale": {"mode": "funnel"}}), Some("tailscale.mode")),
            (
                json!({"tailscale": {"mode": "serve"}, "auth": {"mode": "none"}}),
                Some("tailscale.mode"),
            ),
            (json!({"tls": {"enabled": true}}), None),
            (json!({"tls": {"enabled": true, "autoGenerate": false}}), Some("tls")),
        ] {
            assert_eq!(key(&gateway).as_deref(), at, "{gateway}");
        }
        let set = |name: &str| (name == "OPENCLAW_GATEWAY_TOKEN").then_some("a secret");
        let set = Here::with_all(set);
        let with =
            |gateway| fault(&json!({ "gateway": gateway }), &OPENCLAW_8, &set).map(|it| it.0);
        assert!(with(json!({"bind": "lan"})).is_none());
        let two = json!({"auth": proxy, "trustedProxies": ["10.0.0.1"]});
        assert_eq!(with(two).unwrap(), ["auth", "token"]);
    }

    #[test]
    fn in_a_container_others_are_let_in_where_nothing_is_said() {
        let here = Here { container: &|| true, ..Here::with_all(|_: &str| None) };
        for (gateway, ends) in [
            (json!({}), true),
            (json!({"bind": "auto"}), true),
            (json!({"bind": "auto", "auth": {"mode": "none"}}), true),
            (json!({"auth": {"token": "a secret"}}), false),
            (json!({"auth": {"mode": "password", "password": "a secret"}}), false),
            (json!({"bind": "loopback"}), false),
            (json!({"tailscale": {"mode": "serve"}}), false),
            (json!({"tailscale": {"mode": "off"}}), true),
        ] {
            let config = json!({ "gateway": gateway });
            let found = fault(&config, &OPENCLAW_8, &here).map(|it| it.1).unwrap_or_default();
            assert_eq!(found.contains("in a container"), ends, "{gateway}: {found}");
        }
    }

    #[test]
    fn a_secret_that_is_asked_for_in_vain_keeps_the_gateway_from_starting() {
        let variable = |name: &str| match name {
            "THERE" | "OPENCLAW_GATEWAY_TOKEN" => Some("a secret"),
            _ => None,
        };
        let own = Here::with_all(variable);
        let without = |name: &str| if name == "THERE" { Some("a secret") } else { None };
        let none = Here::with_all(without);
        let env = |id: &str| json!({"source": "env", "provider": "default", "id": id});
        let of = |provider: &str| json!({"source": "env", "provider": provider, "id": "THERE"});
        let providers = json!({"plain": {"source": "env"}, "else": {"source": "exec", "command": "/p"},
            "listed": {"source": "env", "allowlist": ["OTHER"]}});
        let secrets = json!({ "providers": providers });
        let token = |token| json!({"mode": "token", "token": token});
        for (auth, says) in [
            (token(env("THERE")), None),
            (token(env("GONE")), Some("taken from the variable GONE")),
            (json!({"token": env("GONE")}), Some("taken from the variable GONE")),
            (json!({"mode": "none", "token": env("GONE")}), None),
            (json!({"mode": "token", "token": "a", "password": env("GONE")}), None),
            (json!({"password": env("GONE")}), Some("gateway.auth.password is taken from")),
            (json!({"mode": "password", "password": env("GONE")}), Some("the variable GONE")),
            (token(json!("$GONE")), Some("the variable GONE")),
            (token(json!("$THERE")), None),
            (token(json!("${GONE}")), None),
            (token(of("plain")), None),
            (token(of("nobody")), Some("asked of secrets.providers.nobody")),
            (token(of("else")), Some("asked of secrets.providers.else")),
            (token(of("listed")), Some("asked of secrets.providers.listed")),
            (token(json!({"source": "exec", "provider": "else", "id": "x"})), None),
            (token(json!({"source": "file", "provider": "default", "id": "x"})), Some("default")),
        ] {
            let config = json!({"gateway": {"auth": auth}, "secrets": secrets});
            let found = fault(&config, &OPENCLAW_8, &none).map(|it| it.1).unwrap_or_default();
            assert_eq!(says.is_some(), !found.is_empty(), "{config}: {found}");
            assert!(found.contains(says.unwrap_or_default()), "{config}: {found}");
        }
        let proxy = |more: serde_json::Value| {
            let mut auth = json!({"mode": "trusted-proxy", "trustedProxy": {"userHeader": "x"}});
            auth.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            json!({"gateway": {"auth": auth, "trustedProxies": ["10.0.0.1"]}})
        };
        // A token that is asked for has no say beside a proxy.
        let asked = proxy(json!({"token": env("THERE")}));
        assert!(fault(&asked, &OPENCLAW_8, &own).is_none());
        assert!(fault(&asked, &OPENCLAW_7, &own).is_some());
        let password = proxy(json!({"password": env("GONE")}));
        assert!(fault(&password, &OPENCLAW_8, &none).unwrap().1.contains("the variable GONE"));
        let gone = json!({"gateway": {"auth": token(env("GONE"))}});
        assert!(fault(&gone, &OPENCLAW_8, &own).is_some());
        assert!(fault(&gone, &OPENCLAW_7, &own).is_none(), "its own variable comes first");
        let braced = json!({"gateway": {"auth": token(json!("${GONE}"))}});
        assert!(fault(&braced, &OPENCLAW_7, &none).is_some());
    }

    #[test]
    fn what_stands_for_a_secret_and_tailscale_that_is_not_there_end_some_versions_only() {
        let there = || true;
        let absent = || false;
        let here = |tailscale| Here { tailscale, ..Here::with_all(|_: &str| None) };
        for (gateway, seven, eight, nine) in [
            (json!({"auth": {"mode": "token", "token": " "}}), false, false, true),
            (json!({"auth": {"token": " "}}), false, false, true),
            (json!({"auth": {"token": " null "}}), false, false, true),
            (json!({"auth": {"mode": "password", "password": "[redacted]"}}), false, false, true),
            (json!({"auth": {"mode": "none", "token": "***"}}), false, false, false),
            (json!({"auth": {"token": "Undefined"}}), false, false, false),
            (json!({"tailscale": {"mode": "serve"}}), false, true, true),
            (json!({"tailscale": {"mode": "off"}}), false, false, false),
        ] {
            let config = json!({ "gateway": gateway });
            let ends = |rules: &Gateway| fault(&config, rules, &here(&absent)).is_some();
            let all = [&OPENCLAW_7, &OPENCLAW_8, &OPENCLAW_9].map(ends);
            assert_eq!(all, [seven, eight, nine], "{gateway}");
            let tailscale = gateway.get("tailscale").is_some();
            assert!(!tailscale || fault(&config, &OPENCLAW_9, &here(&there)).is_none());
        }
    }
}
