//! What a program talks to.

use std::net::{IpAddr, Ipv4Addr};

use oxc::ast::ast::Expression;

use super::super::marks::UNKNOWN;
use super::report::shown;
use super::rules::{LISTENS, NETWORK, NETWORK_BY_NUMBER};
use super::walk::{Use, Walk};

/// Modules that are there to talk to the network.
const MODULES: [&str; 19] = [
    "#http",
    "#https",
    "#http2",
    "#net",
    "#tls",
    "#dgram",
    "#undici",
    "#axios",
    "#got",
    "#ky",
    "#superagent",
    "#needle",
    "#request",
    "#ws",
    "#socket.io-client",
    "#nodemailer",
    "#phin",
    "#ofetch",
    "#bent",
];
const GLOBALS: [&str; 9] = [
    "fetch",
    "WebSocket",
    "EventSource",
    "XMLHttpRequest",
    "navigator.sendBeacon",
    "Bun.connect",
    "Bun.fetch",
    "Deno.connect",
    "Deno.connectTls",
];
const SERVERS: [&str; 4] = ["Bun.serve", "Bun.listen", "Deno.serve", "Deno.listen"];
/// Names of modules' parts that talk to nobody.
const QUIET: [&str; 16] = [
    "create",
    "extend",
    "defaults",
    "isAxiosError",
    "isIP",
    "isIPv4",
    "isIPv6",
    "Agent",
    "STATUS_CODES",
    "METHODS",
    "Headers",
    "Request",
    "Response",
    "FormData",
    "setGlobalDispatcher",
    "validateHeaderName",
];

pub(super) fn is_module(name: &str) -> bool {
    MODULES.contains(&name)
}

fn module_of(name: &str) -> Option<&'static str> {
    let name = name.trim_end_matches("()");
    let begins = |module: &&&str| {
        name.strip_prefix(**module)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '(']))
    };
    // `#http2` is not part of `#http`, and `#socket.io-client` has a dot of its own.
    MODULES.iter().filter(begins).max_by_key(|module| module.len()).copied()
}

/// Whether a call of this name brings text from the network.
pub(super) fn brings_text(name: &str) -> bool {
    name == "fetch"
        || name == "Bun.fetch"
        || (module_of(name).is_some()
            && !matches!(last(name), "createServer" | "createSocket" | "isIP")
            && !QUIET.contains(&last(name)))
}

fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or_default()
}

impl<'a> Walk<'_, 'a, '_, '_> {
    pub(super) fn talks(&mut self, one: &Use<'a>) {
        let name = one.name.as_str();
        let module = module_of(name);
        let listens = SERVERS.contains(&name)
            || (module.is_some()
                && matches!(
                    last(name),
                    "createServer" | "createSecureServer" | "WebSocketServer" | "Server"
                ));
        if listens {
            return self.report.say(&LISTENS, one.span, "", None);
        }
        if matches!(module, Some("#net" | "#tls")) {
            self.raw_socket |=
                matches!(last(name), "connect" | "createConnection" | "Socket" | "TLSSocket");
        }
        // A method of what such a call gave (`client.get()`), or a part that only prepares.
        let talks = GLOBALS.contains(&name)
            || (module.is_some() && !QUIET.contains(&last(name)) && !name.contains("()."));
        let prepares = matches!(last(name), "create" | "extend") && module.is_some();
        if !talks && !prepares {
            return;
        }
        let hosts = self.hosts(one);
        if hosts.is_empty() && talks {
            self.report.say(&NETWORK, one.span, "", None);
        }
        for host in hosts {
            let (rule, why) = judge(&host);
            self.report.say(rule, one.span, &host, Some(why));
        }
    }

    fn hosts(&self, one: &Use<'a>) -> Vec<String> {
        let mut hosts = Vec::new();
        for argument in [0, 1].into_iter().filter_map(|at| one.argument(at)) {
            let mut texts = self.reader.texts(argument);
            for key in ["url", "uri", "host", "hostname", "baseURL", "prefixUrl", "path"] {
                self.reader.ask();
                for part in self.reader.part(argument, &[key.to_owned()], 0) {
                    texts.extend(self.reader.texts(part).into_iter().map(|text| {
                        if key.starts_with("host") { format!("//{text}") } else { text }
                    }));
                }
            }
            let raw = matches!(last(&one.name), "connect" | "createConnection");
            let bare =
                raw && !matches!(argument.get_inner_expression(), Expression::NumericLiteral(_));
            hosts.extend(texts.iter().filter_map(|text| host(text, bare)));
        }
        hosts.sort();
        hosts.dedup();
        hosts
    }
}

/// The host of an address; with `bare`, of a text that is nothing but a host.
fn host(text: &str, bare: bool) -> Option<String> {
    let rest = match text.split_once("//") {
        Some((_, rest)) => rest,
        None if bare => text,
        None => return None,
    };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let rest = &rest[..end];
    let rest = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    let host = match rest.strip_prefix('[') {
        Some(six) => six.split(']').next().unwrap_or_default(),
        None => rest.split(':').next().unwrap_or_default(),
    };
    // `https://${region}.example.com` is known well enough, `${base}/x` is not.
    let known = host.chars().any(|c| c.is_ascii_alphanumeric());
    // A path that is put behind the name is not part of it.
    known.then(|| shown(host.trim_end_matches(UNKNOWN)))
}

fn judge(host: &str) -> (&'static super::super::rules::Rule, String) {
    if host == "localhost" {
        return (&NETWORK, "It talks to a program on this computer.".to_owned());
    }
    match host.parse::<IpAddr>() {
        Ok(ip) if ip.is_loopback() || ip.is_unspecified() => {
            (&NETWORK, "It talks to a program on this computer.".to_owned())
        }
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
