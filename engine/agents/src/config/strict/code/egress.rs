//! Hosts that the egress proxy for secrets lets through, or leaves alone: each is one exact name or IP address.

use std::net::Ipv6Addr;

use tacklebox_machine::words::js_trim;
use url::{Host, ParseError};

use super::rule::{In, Rule};

const HOST: &str =
    "It must be one host, such as api.example.org, without scheme, port, path and *.";

pub(super) const RULES: [Rule; 2] = [
    Rule::text(In::SinceEight, &["secrets", "egressProxy", "allowedHosts", "*"], is_host, HOST),
    Rule::text(In::SinceEight, &["secrets", "egressProxy", "bypassHosts", "*"], is_host, HOST),
];

fn is_host(text: &str) -> bool {
    let text = js_trim(text).to_lowercase();
    let text = text.trim_end_matches('.');
    let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let host = inner.unwrap_or(text);
    is_address(host)
        || !host.is_empty()
            && !host.contains(|it: char| it.is_whitespace() || ":/?#@*".contains(it))
            && is_name(host)
}

fn is_address(host: &str) -> bool {
    let (address, zone) = host.split_once('%').unwrap_or((host, "0"));
    let is_zone = |it: char| it.is_ascii_alphanumeric() || "-.:".contains(it);
    address.parse::<Ipv6Addr>().is_ok() && !zone.is_empty() && zone.chars().all(is_zone)
}

/// As the web reads it: `127.1` is an address there.
fn is_name(host: &str) -> bool {
    // As in an address of the web, it ends here.
    let host = host.split('\\').next().unwrap_or_default();
    let is_sign = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '.';
    let is_label = |label: &str| {
        !label.is_empty() && label.len() <= 63 && !label.starts_with('-') && !label.ends_with('-')
    };
    match Host::parse(host) {
        Ok(Host::Domain(name)) => {
            name.len() <= 253 && name.chars().all(is_sign) && name.split('.').all(is_label)
        }
        Ok(Host::Ipv4(_) | Host::Ipv6(_)) => true,
        Err(ParseError::EmptyHost) => false,
        // Of names in letters of other scripts Node may take more.
        Err(_) => !host.is_ascii() || host.contains("xn--"),
    }
}
