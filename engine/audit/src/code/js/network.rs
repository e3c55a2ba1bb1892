//! What a program talks to.

use oxc::ast::ast::Expression;

use super::modules::NETWORK_MODULES;
use super::rules::{LISTENS, NETWORK};
use super::walk::{Use, Walk};
use crate::{deeds, hosts};

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
const SERVERS: [&str; 5] =
    ["Bun.serve", "Bun.listen", "Deno.serve", "Deno.listen", "#@hono/node-server.serve"];
/// Modules whose objects open a port by `listen`.
const FRAMEWORKS: [&str; 9] = [
    "#express",
    "#fastify",
    "#koa",
    "#polka",
    "#restify",
    "#connect",
    "#micro",
    "#@hapi/hapi",
    "#tinyhttp",
];
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

fn module_of(name: &str) -> Option<&'static str> {
    let name = name.trim_end_matches("()");
    let begins = |module: &&&str| {
        name.strip_prefix(**module)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '(']))
    };
    // `#http2` is not part of `#http`, and `#socket.io-client` has a dot of its own.
    NETWORK_MODULES.iter().filter(begins).max_by_key(|module| module.len()).copied()
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
        let framework = name.split(['.', '(']).next().unwrap_or_default();
        let listens = SERVERS.contains(&name)
            || (FRAMEWORKS.contains(&framework) && name.ends_with("().listen"))
            || name == "#dgram.createSocket().bind"
            || (module.is_some()
                && matches!(
                    last(name),
                    "createServer" | "createSecureServer" | "WebSocketServer" | "Server"
                ));
        // Without a port of its own, one that is open already hands connections on.
        let shares = one.argument(0).is_some_and(|options| self.is_true(Some(options), "noServer"));
        if listens && !shares {
            return self.report.say(&LISTENS, one.span, "", None);
        }
        if matches!(module, Some("#net" | "#tls")) {
            self.raw_socket |=
                matches!(last(name), "connect" | "createConnection" | "Socket" | "TLSSocket");
        }
        self.sends(one, module.is_some());
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
            let (rule, why) = hosts::judge(&host);
            self.report.say(rule, one.span, &host, Some(why));
        }
    }

    /// What goes out by a call, or by a method of what a call gave.
    fn sends(&mut self, one: &Use<'a>, module: bool) {
        let of_global = GLOBALS.iter().any(|name| {
            one.name
                .strip_prefix(name)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with("()."))
        });
        if !(module || of_global) {
            return;
        }
        let hosts = self.hosts(one);
        let named = hosts.iter().any(|host| hosts::is_stranger(host));
        if !hosts.is_empty() && !named {
            return;
        }
        let mut sent = String::new();
        for argument in one.arguments.iter().filter_map(|argument| argument.as_expression()) {
            self.reader.ask();
            self.reader.deep(argument, &mut sent, 0);
        }
        self.report.deed(deeds::sends(&sent, named), one.span);
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
            hosts.extend(
                texts.iter().filter_map(|text| {
                    hosts::of(text, bare).map(|host| crate::deeds::shown(&host))
                }),
            );
        }
        hosts.sort();
        hosts.dedup();
        hosts
    }
}
