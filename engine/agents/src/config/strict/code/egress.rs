//! Hosts that the egress proxy for secrets lets through, or leaves alone: each is one exact name or IP address.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::rule::{In, Right, Rule};

const HOST: &str =
    "It must be one host, such as api.example.org, without scheme, port, path and *.";

pub(super) const RULES: [Rule; 2] = [
    Rule {
        of: In::SinceEight,
        at: &["secrets", "egressProxy", "allowedHosts", "*"],
        right: Right::Text(is_host),
        says: HOST,
    },
    Rule {
        of: In::SinceEight,
        at: &["secrets", "egressProxy", "bypassHosts", "*"],
        right: Right::Text(is_host),
        says: HOST,
    },
];

fn is_host(text: &str) -> bool {
    let text = text.trim().to_lowercase();
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
    host.parse::<Ipv4Addr>().is_ok()
        || address.parse::<Ipv6Addr>().is_ok() && !zone.is_empty() && zone.chars().all(is_zone)
}

/// As it is after the mapping of international names, as far as that can be told without its tables.
fn is_name(host: &str) -> bool {
    // As in an address of the web, it ends here.
    let host = host.split('\\').next().unwrap_or_default();
    let is_escape = |rest: &str| rest.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2;
    if host.contains('%') {
        return host.split('%').skip(1).all(is_escape);
    }
    let is_sign = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '.';
    if !host.is_ascii() {
        // A soft hyphen is left out.
        return host.chars().any(|it| it != '\u{ad}')
            && host.chars().filter(char::is_ascii).all(is_sign);
    }
    if ends_in_number(host) {
        return number(host).is_some();
    }
    let is_label = |label: &str| {
        !label.is_empty() && label.len() <= 63 && !label.starts_with('-') && !label.ends_with('-')
    };
    host.len() <= 253 && host.chars().all(is_sign) && host.split('.').all(is_label)
}

/// Whether the web reads it as an IPv4 address, right or wrong.
fn ends_in_number(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or_default();
    let hex = last.strip_prefix("0x");
    !last.is_empty() && last.bytes().all(|it| it.is_ascii_digit())
        || hex.is_some_and(|hex| hex.bytes().all(|it| it.is_ascii_hexdigit()))
}

/// The address that `127.1` or `0x7f000001` is.
fn number(host: &str) -> Option<Ipv4Addr> {
    let parts = host.split('.').map(part).collect::<Option<Vec<u32>>>()?;
    let (last, firsts) = parts.split_last()?;
    let left = 4_usize.checked_sub(firsts.len()).filter(|left| *left > 0)?;
    let mut bytes = Vec::with_capacity(4);
    for first in firsts {
        bytes.push(u8::try_from(*first).ok()?);
    }
    let last = last.to_be_bytes();
    // Of the last part there are as many bytes as are left.
    let (over, own) = last.split_at_checked(last.len().checked_sub(left)?)?;
    if over.iter().any(|byte| *byte != 0) {
        return None;
    }
    bytes.extend(own);
    Some(Ipv4Addr::from(<[u8; 4]>::try_from(bytes).ok()?))
}

fn part(text: &str) -> Option<u32> {
    match (text.strip_prefix("0x"), text.strip_prefix('0')) {
        (Some(""), _) => Some(0),
        (Some(hex), _) => u32::from_str_radix(hex, 16).ok(),
        (None, Some(octal)) if !octal.is_empty() => u32::from_str_radix(octal, 8).ok(),
        _ => text.parse().ok(),
    }
}
