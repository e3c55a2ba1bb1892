//! Whom a script talks to, and what it sends there.

use super::Script;
use super::calls::Call;
use super::value::Value;
use crate::deeds::{self, Deed};
use crate::hosts;
use crate::marks::{self, DOWNLOADED};
use crate::reach::{LISTENS, NETWORK};

/// Modules that are there to talk to other computers.
const MODULES: [&str; 33] = [
    "requests",
    "httpx",
    "aiohttp",
    "urllib.request",
    "urllib2",
    "urllib3",
    "http.client",
    "httplib",
    "websocket",
    "websockets",
    "socket",
    "ssl",
    "ftplib",
    "smtplib",
    "paramiko",
    "pycurl",
    "telnetlib",
    "grequests",
    "requests_html",
    "dns.resolver",
    "xmlrpc.client",
    "imaplib",
    "poplib",
    "pysftp",
    "fabric",
    "curl_cffi",
    "niquests",
    "boto3",
    "socketio",
    "telegram",
    "discord",
    "slack_sdk",
    "asyncio.open_connection",
];
/// Parts of them that talk to nobody.
const QUIET: [&str; 30] = [
    "socket",
    "settimeout",
    "setsockopt",
    "setblocking",
    "close",
    "raise_for_status",
    "json",
    "read",
    "readline",
    "decode",
    "add_header",
    "getresponse",
    "fileno",
    "gethostname",
    "create_default_context",
    "setdefaulttimeout",
    "Session",
    "Client",
    "ClientSession",
    "HTTPBasicAuth",
    "PoolManager",
    "items",
    "login",
    "starttls",
    "info",
    "getcode",
    "iter_content",
    "iter_lines",
    "recv",
    "disable_warnings",
];
const SERVERS: [&str; 14] = [
    "http.server.HTTPServer",
    "http.server.ThreadingHTTPServer",
    "http.server.test",
    "socketserver.TCPServer",
    "socketserver.ThreadingTCPServer",
    "flask.Flask().run",
    "uvicorn.run",
    "waitress.serve",
    "aiohttp.web.run_app",
    "bottle.run",
    "websockets.serve",
    "asyncio.start_server",
    "HTTPServer",
    "xmlrpc.server.SimpleXMLRPCServer",
];

fn is_network(name: &str) -> bool {
    MODULES.iter().any(|module| {
        name.strip_prefix(module)
            .is_some_and(|rest| rest.starts_with(['.', '(']) || rest.is_empty())
    })
}

impl<'t> Script<'t> {
    pub(super) fn on_network(&mut self, call: &Call<'t>) -> Option<Value> {
        let name = call.name.as_str();
        let last = call.last();
        if SERVERS.contains(&name)
            || (name.starts_with("socket.") && matches!(last, "bind" | "listen" | "create_server"))
        {
            self.say(Deed { what: "port".to_owned(), ..Deed::plain(&LISTENS) }, call.node);
            return Some(Value::named(format!("{name}()")));
        }
        if !is_network(name) {
            return None;
        }
        if last == "Request" {
            // It carries what is sent later.
            let items =
                call.positional.iter().chain(call.named.iter().map(|(_, value)| value)).cloned();
            return Some(Value {
                items: items.collect(),
                ..Value::named("urllib.request.Request()")
            });
        }
        let raw = name.starts_with("socket.") || name.starts_with("ssl.");
        self.raw_socket |= raw && matches!(last, "connect" | "connect_ex" | "create_connection");
        if QUIET.contains(&last) {
            let made = Value::named(format!("{name}()"));
            let reads = matches!(
                last,
                "read"
                    | "recv"
                    | "json"
                    | "decode"
                    | "iter_content"
                    | "iter_lines"
                    | "readline"
                    | "getresponse"
            );
            return Some(if reads { made.with_texts(vec![DOWNLOADED.into()]) } else { made });
        }
        let hosts = self.hosts(call);
        for host in &hosts {
            let (rule, why) = hosts::judge(host);
            self.say(Deed { rule, what: deeds::shown(host), why: Some(why) }, call.node);
        }
        if hosts.is_empty() {
            self.say(Deed { what: "?".to_owned(), ..Deed::plain(&NETWORK) }, call.node);
        }
        let named = hosts.iter().any(|host| hosts::is_stranger(host));
        if hosts.is_empty() || named {
            self.say_if(deeds::sends(&call.all(), named), call.node);
        }
        if last == "urlretrieve" {
            for path in call.given(1, "filename").map(Value::known).unwrap_or_default() {
                self.say_if(deeds::writes(&path, "writes to"), call.node);
                self.written.insert(path, DOWNLOADED.into());
            }
        }
        let sends_only = matches!(
            last,
            "sendall" | "send" | "connect" | "sendto" | "storbinary" | "sendmail" | "connect_ex"
        );
        let text = if sends_only { marks::UNKNOWN } else { DOWNLOADED };
        Some(Value::named(format!("{name}()")).with_texts(vec![text.into()]))
    }

    fn hosts(&self, call: &Call<'t>) -> Vec<String> {
        let mut hosts = Vec::new();
        let mut look = |value: &Value, bare: bool| {
            for one in std::iter::once(value).chain(&value.items) {
                hosts.extend(one.texts.iter().filter_map(|text| hosts::of(text, false)));
            }
            // `("host", 80)`
            let first = value.items.first().unwrap_or(value);
            if bare {
                let plain = first
                    .texts
                    .iter()
                    .filter(|text| text.contains('.') || text.as_str() == "localhost");
                hosts.extend(plain.filter_map(|text| hosts::of(text, true)));
            }
        };
        let named = ["url", "host", "hostname", "base_url", "address", "uri"];
        let bare = matches!(
            call.last(),
            "connect"
                | "connect_ex"
                | "create_connection"
                | "HTTPConnection"
                | "HTTPSConnection"
                | "FTP"
                | "FTP_TLS"
                | "SMTP"
                | "SMTP_SSL"
                | "Telnet"
                | "sendto"
                | "open_connection"
                | "Transport"
        );
        for value in call.positional.iter().take(2) {
            look(value, bare);
        }
        for (key, value) in &call.named {
            if named.contains(&key.as_str()) {
                look(value, key.starts_with("host"));
            }
        }
        hosts.sort();
        hosts.dedup();
        hosts
    }
}
