//! Asks a service whose a key is, once.

use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::{Ask, How, Service, host};
use crate::fetch;
use tacklebox_machine::http_client;
use tacklebox_machine::machine::Machine;

/// How long a service may take.
const LIMIT: Duration = Duration::from_secs(15);

/// More than this no service says of a key.
const MOST: usize = 1024 * 1024;

/// The longest name that is shown.
const LONGEST: usize = 80;

/// What a service made of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
pub enum KeyState {
    Accepted,
    Refused,
    /// It could not be asked, or its answer says nothing of the key.
    Unknown,
}

/// What a service answered; the key itself is nowhere in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct KeyCheck {
    pub state: KeyState,
    /// Whose it is, where the service says.
    pub who: Option<String>,
    /// In a sentence.
    pub says: String,
    /// Who was asked.
    pub asked: String,
}

/// Asks a service whose a key is. Redirects are not followed: a key goes to the service and to nobody else.
/// None where the service has no such question.
pub async fn ask(machine: &Machine, service: &Service, key: &str) -> Option<KeyCheck> {
    let ask = service.ask.as_ref()?;
    Some(at(machine, service, ask, &ask.url, key).await)
}

/// The same at another address, for tests.
pub(super) async fn at(
    machine: &Machine,
    service: &Service,
    ask: &Ask,
    url: &str,
    key: &str,
) -> KeyCheck {
    let asked = host(url).unwrap_or_default().to_owned();
    let title = &service.title;
    // A key that was copied often has a line's end with it.
    let key = key.trim();
    let (state, who, says) = match answer(machine, ask, url, key).await {
        Err(why) => (KeyState::Unknown, None, format!("{title} could not be asked: {why}.")),
        Ok((status, rights, body)) => judged(title, ask, status, rights.as_deref(), &body, key),
    };
    KeyCheck { state, who, says, asked }
}

type Answer = (u16, Option<String>, Value);

async fn answer(machine: &Machine, ask: &Ask, url: &str, key: &str) -> Result<Answer, String> {
    // What no header and no address can hold was never a key.
    if key.is_empty() || !key.chars().all(|c| c.is_ascii_graphic()) {
        return Err("the key holds a sign that no key has".to_owned());
    }
    let client = fetch::asking(machine).map_err(|error| error.to_string())?;
    let address = url.replace("{key}", key);
    let mut request = match &ask.body {
        Some(body) => {
            client.post(&address).header("content-type", "application/json").body(body.clone())
        }
        None => client.get(&address),
    };
    request = match &ask.how {
        How::Authorization(word) => request.header("authorization", format!("{word}{key}")),
        How::Header(name) => request.header(name, key),
        How::Address => request,
    };
    request = request.timeout(LIMIT);
    if let Some((name, value)) = &ask.also {
        request = request.header(name, value);
    }
    let response = request.send().await.map_err(|error| http_client::why(&error))?;
    let status = response.status().as_u16();
    let rights = ask.rights.as_ref().and_then(|name| response.headers().get(name));
    let rights = rights.and_then(|value| value.to_str().ok()).map(str::to_owned);
    let bytes = http_client::body(response, MOST).await?;
    Ok((status, rights, serde_json::from_slice(&bytes).unwrap_or_default()))
}

fn judged(
    title: &str,
    ask: &Ask,
    status: u16,
    rights: Option<&str>,
    body: &Value,
    key: &str,
) -> (KeyState, Option<String>, String) {
    let refused = ask.ok.as_ref().is_some_and(|ok| body.pointer(ok) == Some(&Value::Bool(false)));
    match status {
        200..=299 if !refused => {
            let who = body
                .pointer(&ask.who)
                .filter(|_| !ask.who.is_empty())
                .and_then(Value::as_str)
                .filter(|who| !who.is_empty());
            let who = who.map(|who| plain(who, key)).filter(|who| !who.is_empty());
            let whose = match &who {
                Some(who) => format!("{title} knows it: it belongs to {who}."),
                None => format!("{title} knows it."),
            };
            let rights = rights.map(|rights| plain(rights, key));
            let rights = match rights.filter(|rights| !rights.is_empty()) {
                Some(rights) => format!(" Its rights: {rights}."),
                None => String::new(),
            };
            (KeyState::Accepted, who, whose + &rights)
        }
        200..=299 | 400 | 401 | 403 | 404 => {
            (KeyState::Refused, None, format!("{title} refused it (status {status})."))
        }
        429 => (
            KeyState::Unknown,
            None,
            format!("{title} was asked too often. Try it again in a few minutes."),
        ),
        status => (
            KeyState::Unknown,
            None,
            format!("{title} answered with status {status}, which says nothing of the key."),
        ),
    }
}

/// A stranger's words, short and without the key.
fn plain(text: &str, key: &str) -> String {
    let text = text.replace(key, "…");
    text.chars().filter(|c| !c.is_control()).take(LONGEST).collect::<String>().trim().to_owned()
}
