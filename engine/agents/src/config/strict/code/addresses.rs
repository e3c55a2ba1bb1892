//! Addresses: which of them may be at which place. Both the schema's and these are read as Node reads them.

use tacklebox_machine::words::js_trim;
use url::{ParseError, Url};

use super::rule::{In, Rule};

const SERVER: &[&str] = &["mcp", "servers", "*", "url"];
const NODE_SERVER: &[&str] = &["nodeHost", "mcp", "servers", "*", "url"];
const REDIRECT: &[&str] = &["mcp", "servers", "*", "oauth", "redirectUrl"];
const NODE_REDIRECT: &[&str] = &["nodeHost", "mcp", "servers", "*", "oauth", "redirectUrl"];
const CLIENT: &[&str] = &["mcp", "servers", "*", "oauth", "clientMetadataUrl"];
const NODE_CLIENT: &[&str] = &["nodeHost", "mcp", "servers", "*", "oauth", "clientMetadataUrl"];

const WEB: &str = "It must be an address that begins with http:// or https://.";
const CLIENT_SAYS: &str = "It must be an address that begins with https:// and has a path, such as https://example.org/client.json.";

pub(super) const RULES: [Rule; 12] = [
    Rule::text(In::All, SERVER, is_web, WEB),
    Rule::text(In::SinceEight, NODE_SERVER, is_web, WEB),
    Rule::text(In::All, REDIRECT, is_web, WEB),
    Rule::text(In::SinceEight, NODE_REDIRECT, is_web, WEB),
    Rule::text(In::All, CLIENT, is_client, CLIENT_SAYS),
    Rule::text(In::SinceEight, NODE_CLIENT, is_client, CLIENT_SAYS),
    Rule::text(In::All, &["proxy", "proxyUrl"], is_web, WEB),
    Rule::text(In::Seven, &["cron", "webhook"], is_web, WEB),
    Rule::text(
        In::Seven,
        &["marketplaces", "feeds", "*", "url"],
        is_feed,
        "It must be an address that begins with https://, and has no user, no ? and no # in it.",
    ),
    Rule::text(
        In::SinceEight,
        &["mcp", "apps", "sandboxOrigin"],
        is_web_origin,
        "It must be http:// or https:// with a host and perhaps a port, and nothing else.",
    ),
    Rule::text(
        In::SinceEight,
        &["gateway", "publicOrigin"],
        is_public_origin,
        "It must be https:// with a host and perhaps a port, and nothing else; http:// goes with localhost, 127.0.0.1 and [::1] only.",
    ),
    Rule::text(
        In::SinceEight,
        &["models", "catalogRefresh", "url"],
        is_catalog,
        "It must be an address that begins with https://; http:// goes with localhost, 127.0.0.1 and [::1] only.",
    ),
];

/// What Node reads as an address.
pub(in super::super) fn is_address(text: &str) -> bool {
    read(text).is_ok()
}

fn read(text: &str) -> Result<Url, ParseError> {
    parse(js_trim(text))
}

/// What comes after `xn--` may not be letters of another script at all: Node takes it.
fn parse(text: &str) -> Result<Url, ParseError> {
    Url::parse(text).or_else(|_| Url::parse(&text.replace("xn--", "xn-")))
}

/// Whether this holds for an address. Of what is none, the schema says so.
fn holds(text: &str, right: impl Fn(&Url) -> bool) -> bool {
    read(text).as_ref().map_or(true, right)
}

fn is_web(text: &str) -> bool {
    holds(text, by_web)
}

fn is_client(text: &str) -> bool {
    holds(text, |url| url.scheme() == "https" && url.path() != "/")
}

fn is_feed(text: &str) -> bool {
    holds(text, |url| url.scheme() == "https" && !has_user(url) && !goes_on(url))
}

fn is_web_origin(text: &str) -> bool {
    holds(text, is_origin)
}

fn is_public_origin(text: &str) -> bool {
    holds(text, |url| is_origin(url) && is_kept_from_others(url))
}

/// Its schema does not say that it is an address at all.
fn is_catalog(text: &str) -> bool {
    parse(text).is_ok_and(|url| by_web(&url) && is_kept_from_others(&url))
}

fn by_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
}

/// Nobody on the way reads it: it is encrypted, or does not leave the computer.
fn is_kept_from_others(url: &Url) -> bool {
    url.scheme() == "https"
        || url.host_str().is_some_and(|host| matches!(host, "localhost" | "127.0.0.1" | "[::1]"))
}

fn is_origin(url: &Url) -> bool {
    by_web(url) && url.path() == "/" && !has_user(url) && !goes_on(url)
}

fn has_user(url: &Url) -> bool {
    !url.username().is_empty() || url.password().is_some_and(|it| !it.is_empty())
}

/// Something comes after a `?` or a `#`.
fn goes_on(url: &Url) -> bool {
    [url.query(), url.fragment()].into_iter().flatten().any(|it| !it.is_empty())
}
