//! The gateway: who reaches it, by which names and ports, and what those who come may do.

use std::collections::BTreeSet;
use std::net::Ipv4Addr;

use serde_json::{Map, Value};
use tacklebox_machine::words::js_trim;
use url::Url;

use super::lengths::is_something;
use super::rule::{In, Rule};
use super::width::is_width;
use super::{Fault, fault};

const EDGE: &[&str] = &["gateway", "remote", "edgeAuth"];
const BLANK: &str = "It may not be blank. Set a path, or take it out.";

pub(super) const RULES: [Rule; 9] = [
    Rule::object(
        In::SinceEight,
        EDGE,
        |headers| !headers.is_empty(),
        "It must have a header, or be taken out.",
    ),
    Rule::keys(
        In::SinceEight,
        EDGE,
        is_header,
        "The name of each header must be one or more of the letters, digits and signs that HTTP allows there.",
    ),
    Rule::keys(
        In::SinceEight,
        EDGE,
        is_free_header,
        "None of its headers may be one that the connection sets itself, such as Host or Upgrade.",
    ),
    Rule::object(
        In::SinceEight,
        EDGE,
        differ,
        "No two of its headers may differ in nothing but small and capital letters.",
    ),
    Rule::text(
        In::SinceEight,
        &["gateway", "roles", "definitions", "*", "agents", "*"],
        is_agent,
        "It must be the id of an agent: letters, digits, _ and -, of which _ and - are not the first, and 64 at most.",
    ),
    Rule::text(In::All, &["gateway", "tls", "certPath"], is_something, BLANK),
    Rule::text(In::All, &["gateway", "tls", "keyPath"], is_something, BLANK),
    Rule::text(
        In::Seven,
        &["gateway", "controlUi", "chatMessageMaxWidth"],
        is_width,
        "It must be a width of CSS, such as 960px, 82% or calc(100% - 2rem).",
    ),
    Rule::text(
        In::SinceNine,
        &["gateway", "portals", "ingress", "domain"],
        is_domain,
        "It must be the name of a domain with a dot in it, such as portals.example.org, and nothing else.",
    ),
];

/// What the connection sets itself.
const OWN: [&str; 8] = [
    "host",
    "connection",
    "upgrade",
    "content-length",
    "sec-websocket-key",
    "sec-websocket-version",
    "sec-websocket-protocol",
    "sec-websocket-extensions",
];

fn is_header(name: &str) -> bool {
    let known = |sign: char| sign.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(sign);
    !name.is_empty() && name.chars().all(known)
}

fn is_free_header(name: &str) -> bool {
    !OWN.contains(&name.to_lowercase().as_str())
}

fn differ(headers: &Map<String, Value>) -> bool {
    let mut seen = BTreeSet::new();
    headers.keys().all(|name| seen.insert(name.to_lowercase()))
}

fn is_agent(id: &str) -> bool {
    // An empty one is refused by its schema.
    if id.is_empty() {
        return true;
    }
    let id = js_trim(id);
    id.starts_with(|first: char| first.is_ascii_alphanumeric())
        && id.len() <= 64
        && id.chars().all(|it| it.is_ascii_alphanumeric() || it == '_' || it == '-')
}

fn is_domain(domain: &str) -> bool {
    let domain = domain.to_lowercase();
    let is_label = |label: &str| {
        let signs = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-';
        (1..=63).contains(&label.len())
            && label.chars().all(signs)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    // A last one like this makes a number of the whole, as of an IP address.
    let is_number = |label: &str| {
        let hex = label.strip_prefix("0x").map(|hex| hex.chars().all(|it| it.is_ascii_hexdigit()));
        hex.unwrap_or_else(|| label.chars().all(|it| it.is_ascii_digit()))
    };
    domain.len() <= 220
        && domain.split('.').all(is_label)
        && domain.rsplit_once('.').is_some_and(|(_, last)| !is_number(last))
}

pub(super) fn faults(version: &str, config: &Value) -> Vec<Fault> {
    let Some(gateway) = config.get("gateway") else { return Vec::new() };
    let mut found = tailscale(gateway);
    if In::Seven.has(version) {
        found.extend(stale(gateway));
    }
    if In::SinceEight.has(version) {
        found.extend(roles(gateway));
    }
    if In::SinceNine.has(version) {
        found.extend(portals(gateway));
    }
    found
}

/// What Tailscale serves is not open to the network beside it, and asks who comes.
fn tailscale(gateway: &Value) -> Vec<Fault> {
    let text = |path: &str| gateway.pointer(path).and_then(Value::as_str);
    let Some(mode @ ("serve" | "funnel")) = text("/tailscale/mode") else { return Vec::new() };
    let own = text("/customBindHost").map(js_trim).and_then(|host| {
        let inside = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        inside.unwrap_or(host).parse::<Ipv4Addr>().ok()
    });
    let is_open = match text("/bind") {
        None | Some("loopback") => false,
        Some("custom") => !own.is_some_and(|host| host.is_loopback()),
        Some(_) => true,
    };
    let mut found = Vec::new();
    if is_open {
        let message = format!("It must be loopback where gateway.tailscale.mode is {mode}.");
        found.push(fault(["gateway", "bind"], &message));
    }
    if text("/auth/mode") == Some("none") {
        let message =
            format!("It may not be none where gateway.tailscale.mode is {mode}. Set password.");
        found.push(fault(["gateway", "auth", "mode"], &message));
    }
    found
}

/// No channel is stale before anybody has looked.
fn stale(gateway: &Value) -> Option<Fault> {
    let after = gateway.get("channelStaleEventThresholdMinutes")?.as_f64()?;
    let looks = match gateway.get("channelHealthCheckMinutes") {
        None => 5.0,
        Some(minutes) => minutes.as_f64()?,
    };
    (looks != 0.0 && after < looks).then(|| {
        fault(
            ["gateway", "channelStaleEventThresholdMinutes"],
            "It must be gateway.channelHealthCheckMinutes or more, which is 5 where it is not set.",
        )
    })
}

fn roles(gateway: &Value) -> Option<Fault> {
    let roles = gateway.pointer("/roles/definitions")?.as_object()?;
    if roles.is_empty() {
        return Some(fault(
            ["gateway", "roles", "definitions"],
            "It must have a role. Define one, or take gateway.roles out.",
        ));
    }
    let default = js_trim(gateway.pointer("/roles/default")?.as_str()?);
    (!default.is_empty() && !roles.keys().any(|name| js_trim(name) == default)).then(|| {
        fault(
            ["gateway", "roles", "default"],
            "It must be the name of one of the roles in gateway.roles.definitions.",
        )
    })
}

/// What portals show is kept apart from the gateway itself, by its name and by its port.
fn portals(gateway: &Value) -> Vec<Fault> {
    let ingress = |key: &str| gateway.pointer("/portals/ingress").and_then(|it| it.get(key));
    let allowed = gateway.pointer("/controlUi/allowedOrigins").and_then(Value::as_array);
    let origins = gateway.get("publicOrigin").into_iter().chain(allowed.into_iter().flatten());
    let is_within = |domain: &str| {
        let domain = domain.to_lowercase();
        let mut hosts = origins.filter_map(|origin| {
            Url::parse(origin.as_str()?).ok()?.host_str().map(str::to_lowercase)
        });
        hosts.any(|host| {
            host.strip_suffix(&domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        })
    };
    let mut found = Vec::new();
    if ingress("domain").and_then(Value::as_str).filter(|it| is_domain(it)).is_some_and(is_within) {
        found.push(fault(
            ["gateway", "portals", "ingress", "domain"],
            "It must be another domain than those of gateway.publicOrigin and gateway.controlUi.allowedOrigins.",
        ));
    }
    let port = gateway.get("port").map_or(Some(18789.0), Value::as_f64);
    if port.is_some() && ingress("port").and_then(Value::as_f64) == port {
        found.push(fault(
            ["gateway", "portals", "ingress", "port"],
            "It must be another port than gateway.port, which is 18789 where it is not set.",
        ));
    }
    found
}
