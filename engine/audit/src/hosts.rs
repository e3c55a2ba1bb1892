//! Whom a program talks to.

use std::net::{IpAddr, Ipv4Addr};

use super::marks::UNKNOWN;
use super::reach::{NETWORK, NETWORK_BY_NUMBER};
use super::rules::Rule;
use tacklebox_machine::cut::Cut;

/// The name or number of the computer in an address, as far as it is known; `bare` where the text
/// may also be a host without a scheme.
pub(crate) fn of(address: &str, bare: bool) -> Option<String> {
    let rest = match address.split_once("//") {
        Some((scheme, rest)) if scheme.is_empty() || scheme.ends_with(':') => rest,
        _ if bare => address,
        _ => return None,
    };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let rest = rest.cut(..end).rsplit('@').next().unwrap_or_default();
    let host = match rest.strip_prefix('[') {
        Some(six) => six.split(']').next().unwrap_or_default(),
        None => rest.split(':').next().unwrap_or_default(),
    };
    // `https://${region}.example.com` is known well enough, `${base}/x` is not.
    let known = host.chars().any(|c| c.is_ascii_alphanumeric());
    // A path that is put behind the name is not part of it.
    known.then(|| host.trim_end_matches(UNKNOWN).to_owned())
}

/// What is to be said of talking to a host.
pub(crate) fn judge(host: &str) -> (&'static Rule, String) {
    let here = || (&NETWORK, "It talks to a program on this computer.".to_owned());
    if host == "localhost" || host.ends_with(".localhost") {
        return here();
    }
    match host.parse::<IpAddr>() {
        Ok(ip) if ip.is_loopback() || ip.is_unspecified() => here(),
        Ok(IpAddr::V4(ip)) if ip.is_private() => {
            (&NETWORK, format!("It talks to {host}, a computer in your own network."))
        }
        Ok(IpAddr::V4(ip)) if ip == Ipv4Addr::new(169, 254, 169, 254) => (
            &NETWORK_BY_NUMBER,
            format!("It talks to {host}, where cloud computers get their own keys."),
        ),
        Ok(_) => (
            &NETWORK_BY_NUMBER,
            format!(
                "It talks to {host}: a number instead of a name, so nobody can tell whose it is."
            ),
        ),
        Err(_) => (&NETWORK, format!("It talks to {host} over the network.")),
    }
}

/// Whether what is sent there leaves the person's own computers.
pub(crate) fn is_stranger(host: &str) -> bool {
    if host == "localhost"
        || [".localhost", ".local", ".lan", ".home.arpa", ".internal"]
            .iter()
            .any(|end| host.ends_with(end))
    {
        return false;
    }
    match host.parse::<IpAddr>() {
        Ok(ip) if ip.is_loopback() || ip.is_unspecified() => false,
        Ok(IpAddr::V4(ip)) => !ip.is_private(),
        Ok(_) => true,
        Err(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_taken_out_of_an_address() {
        for (address, bare, host) in [
            ("https://a.example/x", false, Some("a.example")),
            ("https://u:p@a.example:8/x?y", false, Some("a.example")),
            ("http://[::1]:8/", false, Some("::1")),
            ("a.example:80", true, Some("a.example")),
            ("a.example", false, None),
            ("\u{E001}/x", true, None),
            ("https://\u{E001}.a.example/x", false, Some("\u{E001}.a.example")),
        ] {
            assert_eq!(of(address, bare).as_deref(), host, "{address}");
        }
    }

    #[test]
    fn numbers_of_strangers_are_told_from_those_at_home() {
        assert_eq!(judge("203.0.113.5").0.id, "network-by-number");
        assert_eq!(judge("192.168.1.5").0.id, "network");
        assert_eq!(judge("a.example").0.id, "network");
        assert!(is_stranger("a.example") && !is_stranger("10.0.0.1") && !is_stranger("nas.local"));
    }
}
