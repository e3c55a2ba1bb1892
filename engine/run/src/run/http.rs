//! ZeroClaw's `[hook.action.http]` (rules ): a request that tells somebody. Its answer
//! is kept and never changes the event.

use std::collections::BTreeMap;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::redirect::{Attempt, Policy};
use reqwest::{Client, Method, Url};
use tokio_util::sync::CancellationToken;

use crate::runtime::effects::Sending;
use crate::runtime::outcome::{Answer, CANCELLED, Ran, Seen};
use tacklebox_agents::config::may_be_secret;
use tacklebox_agents::dialect::policy::Requests;
use tacklebox_machine::http_client;
use tacklebox_machine::process::{CAP, Output};

/// In place of a value that may be secret.
const MASK: &str = "•••";

/// How often a server may send the request on.
const HOPS: usize = 10;

/// A request, as the manifest asks for it.
#[derive(Clone)]
pub struct Http {
    pub url: String,
    pub method: Option<String>,
    /// Their values may be secrets: they are in no error.
    pub headers: BTreeMap<String, String>,
    pub body: Option<String>,
    pub limit: Duration,
    pub rules: Requests,
}

/// The client for [`Http::run`]; one for all hooks, so that connections are kept.
///
/// # Errors
/// Where the system's certificates cannot be used.
pub fn client() -> Result<Client, reqwest::Error> {
    http_client::builder().redirect(same_host()).build()
}

/// Follows redirects on the same host and port. Elsewhere, or without TLS where it began with it, the request
/// would carry its headers to somebody for whom they were not written.
pub(crate) fn same_host() -> Policy {
    Policy::custom(|attempt| match refusal(&attempt) {
        Some(reason) => attempt.error(Refused(reason)),
        None => attempt.follow(),
    })
}

fn refusal(attempt: &Attempt<'_>) -> Option<String> {
    let first = attempt.previous().first()?;
    let host = |url: &Url| url.host_str().unwrap_or_default().to_owned();
    let next = attempt.url();
    if host(next) != host(first) {
        return Some(format!(
            "the server at {} redirects the request to another host, {}, which is refused",
            host(first),
            host(next)
        ));
    }
    // Another port of a host may be somebody else's server. From plain to TLS on the usual ports it is not.
    let ports = |url: &Url| url.port_or_known_default();
    let upgraded = first.scheme() == "http"
        && next.scheme() == "https"
        && next.port().is_none()
        && first.port().is_none();
    if first.scheme() == next.scheme() && ports(first) != ports(next)
        || first.scheme() == "http" && next.scheme() == "https" && !upgraded
    {
        return Some(format!(
            "the server at {} sends the request on to another port, {}, which is refused",
            host(first),
            ports(next).unwrap_or_default()
        ));
    }
    if first.scheme() == "https" && next.scheme() != "https" {
        return Some(format!(
            "the server at {} redirects the request without encryption, which is refused",
            host(first)
        ));
    }
    (attempt.previous().len() > HOPS)
        .then(|| format!("the server at {} redirects the request again and again", host(first)))
}

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Refused(String);

/// A method as it is sent.
pub(crate) fn spelled(method: &str, rules: Requests) -> String {
    match rules {
        Requests::Usual => method.trim().to_ascii_uppercase(),
        Requests::AsWritten => method.to_owned(),
    }
}

impl Http {
    /// Sends it. `payload`, one JSON object, is the body of a POST that has none of its own, where the rules have that.
    pub async fn run(&self, client: &Client, payload: &[u8], cancel: &CancellationToken) -> Ran {
        let request = match self.request(client, payload) {
            Ok(request) => request,
            Err(reason) => return Ran::failed(reason),
        };
        let mut seen = Seen::default();
        let answer = tokio::select! {
            biased;
            () = cancel.cancelled() => Answer::Failed(CANCELLED.to_owned()),
            answer = tokio::time::timeout(self.limit, exchange(request, self.rules, &mut seen)) => {
                answer.unwrap_or(Answer::TimedOut(self.limit))
            }
        };
        Ran { seen: Some(Box::new(seen)), ..Ran::of(answer) }
    }

    /// What would be sent, and is not.
    pub fn preview(&self, client: &Client, payload: &[u8]) -> Result<Sending, String> {
        let request = self.request(client, payload)?.build().map_err(|error| words(&error))?;
        let body = request.body().and_then(reqwest::Body::as_bytes).unwrap_or_default();
        let header = |(name, value): (&HeaderName, &HeaderValue)| {
            let hidden = may_be_secret(name.as_str()) || name == reqwest::header::AUTHORIZATION;
            let text = match hidden {
                true => MASK.to_owned(),
                false => String::from_utf8_lossy(value.as_bytes()).into_owned(),
            };
            (name.to_string(), text)
        };
        Ok(Sending {
            method: request.method().to_string(),
            url: request.url().to_string(),
            headers: request.headers().iter().map(header).collect(),
            bytes: u32::try_from(body.len()).unwrap_or(u32::MAX),
            body: String::from_utf8_lossy(body.get(..CAP).unwrap_or(body)).into_owned(),
        })
    }

    fn request(&self, client: &Client, payload: &[u8]) -> Result<reqwest::RequestBuilder, String> {
        let url = Url::parse(&self.url).map_err(|e| format!("its address is not valid: {e}"))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err("its address must begin with http:// or https://".to_owned());
        }
        let method = match &self.method {
            Some(method) => Method::from_bytes(spelled(method, self.rules).as_bytes())
                .map_err(|_| format!("{method} is not an HTTP method"))?,
            None if self.body.is_some() && self.rules == Requests::Usual => Method::POST,
            None => Method::GET,
        };
        let mut headers = HeaderMap::new();
        for (name, value) in &self.headers {
            let header = HeaderName::from_bytes(name.as_bytes())
                .map_err(|_| format!("{name} cannot be the name of a header"))?;
            let mut value = HeaderValue::from_str(value).map_err(|_| {
                format!("the value of its header {name} has characters that no header may have")
            })?;
            value.set_sensitive(true);
            headers.append(header, value);
        }
        let body = match &self.body {
            Some(body) => Some(body.clone().into_bytes()),
            None if method == Method::POST && self.rules == Requests::Usual => {
                let json = HeaderValue::from_static("application/json");
                headers.entry(CONTENT_TYPE).or_insert(json);
                Some(payload.to_vec())
            }
            None => None,
        };
        let request = client.request(method, url).headers(headers);
        Ok(match body {
            Some(body) => request.body(body),
            None => request,
        })
    }
}

async fn exchange(request: reqwest::RequestBuilder, rules: Requests, seen: &mut Seen) -> Answer {
    let mut response = match request.send().await {
        Ok(response) => response,
        Err(error) => return Answer::Failed(words(&error)),
    };
    let status = response.status();
    seen.status = Some(status.as_u16());
    let mut kept = Output::default();
    let end = loop {
        match response.chunk().await {
            Ok(Some(bytes)) => {
                let room = CAP.saturating_sub(kept.bytes.len());
                kept.cut = bytes.len() > room;
                kept.bytes.extend_from_slice(bytes.get(..room).unwrap_or(&bytes));
                if kept.cut {
                    // The rest stays with the server: the connection is closed.
                    break None;
                }
            }
            Ok(None) => break None,
            Err(error) => break Some(words(&error)),
        }
    };
    seen.stdout = kept.text();
    match end {
        _ if rules == Requests::Usual && (status.is_client_error() || status.is_server_error()) => {
            Answer::Failed(format!("the server answered {status}"))
        }
        Some(reason) => Answer::Failed(reason),
        None => Answer::Continue,
    }
}

/// The host of an address.
pub(crate) fn host(url: &str) -> Option<String> {
    Url::parse(url).ok()?.host_str().map(str::to_owned)
}

fn words(error: &reqwest::Error) -> String {
    let why = http_client::why(error);
    if error.is_redirect() {
        return why;
    }
    if error.is_connect() {
        return format!("the server could not be reached: {why}");
    }
    format!("the request failed: {why}")
}

#[cfg(test)]
mod tests;
