//! Whether there is a newer Tacklebox: the address that a person set is asked, and nobody else.

use std::time::Duration;

use serde::Deserialize;

use crate::fetch::{self, FetchError};
use crate::unpack::shown;
use tacklebox_machine::failure::{Code, Failure};
use tacklebox_machine::http_client;
use tacklebox_machine::letters;
use tacklebox_machine::machine::Machine;

/// How long the answer may take.
const LIMIT: Duration = Duration::from_secs(15);
/// A description of a version is shorter than this.
const MOST: usize = 64 * 1024;
/// The longest notes that are shown.
const LONGEST: usize = 2000;

/// A version that somebody published.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Release {
    pub version: String,
    /// Where a person gets it.
    pub url: String,
    /// What is new, in a few words.
    #[serde(default)]
    pub notes: Option<String>,
}

/// Asks this address which version is the newest. Redirects are not followed: the person set an address, and read it.
///
/// # Errors
/// An address that is not https, whatever goes wrong on the way, an answer that describes no version.
pub async fn newest(machine: &Machine, address: &str) -> Result<Release, Failure> {
    let url = fetch::address(address).map_err(|error| failed(&error))?;
    let host = fetch::host(&url);
    let failed_at = |why: &str| {
        let message = format!("{host} could not be asked: {why}. Nothing was changed.");
        Failure::new(Code::NotFetched, message)
    };
    let client = fetch::asking(machine).map_err(|error| failed(&error))?;
    let answer = client.get(url).timeout(LIMIT).send().await;
    let answer = answer.map_err(|error| failed_at(&http_client::why(&error)))?;
    let status = answer.status();
    if status.is_redirection() {
        return Err(failed_at("it leads on to another address, which was not asked")
            .hint("Set the address to which it leads, if you trust that one."));
    }
    if !status.is_success() {
        return Err(failed_at(&format!("it answered with status {}", status.as_u16())));
    }
    let bytes = http_client::body(answer, MOST).await.map_err(|why| failed_at(&why))?;
    release(&bytes).map_err(|what| {
        let message = format!("The answer of {host} describes no version of Tacklebox: {what}.");
        Failure::new(Code::NotUnderstood, message)
            .hint("The guide says what it has to be. Ask whoever gave you the address.")
    })
}

fn failed(error: &FetchError) -> Failure {
    Failure::new(Code::NotFetched, error.to_string())
}

/// A stranger's description, with nothing in it that deceives.
fn release(bytes: &[u8]) -> Result<Release, &'static str> {
    let said: Release = serde_json::from_slice(bytes)
        .map_err(|_| "it is not an object of JSON with `version` and `url`")?;
    fetch::address(&said.url).map_err(|_| "its `url` is not an https address")?;
    let notes = said.notes.map(|notes| {
        let seen = notes.chars().filter(|c| *c == '\n' || !letters::is_hidden(*c));
        seen.take(LONGEST).collect::<String>().trim().to_owned()
    });
    let notes = notes.filter(|notes| !notes.is_empty());
    Ok(Release { version: shown(said.version.trim()), url: said.url, notes })
}

#[cfg(test)]
mod tests {
    use tacklebox_testing::server::{Piece, Server, ok, redirect, status, text};

    use super::*;

    #[tokio::test]
    async fn the_address_is_asked_once_and_what_it_says_is_read() {
        let body = br#"{"version": "1.2.0", "url": "https://example.com/get", "notes": "Faster.\u202e", "more": 1}"#;
        let server = Server::start(|_| ok(body)).await;
        let home = tempfile::tempdir().unwrap();
        let machine = server.machine(home.path());
        let found = newest(&machine, &server.url("/latest.json")).await.unwrap();
        let wanted = Release {
            version: "1.2.0".into(),
            url: "https://example.com/get".into(),
            notes: Some("Faster.".into()),
        };
        assert_eq!(found, wanted);
        assert_eq!(server.asked(), ["/latest.json"]);
    }

    #[tokio::test]
    async fn what_is_no_description_of_a_version_is_refused_with_the_reason() {
        let server = Server::start(|request| match request.path.as_str() {
            "/elsewhere" => redirect("/latest.json"),
            "/gone" => status("404 Not Found"),
            "/long" => {
                vec![text("HTTP/1.1 200 OK\r\n\r\n"), Piece::Endless(vec![b' '; 1024])]
            }
            "/page" => ok(b"<html>"),
            "/insecure" => ok(br#"{"version": "1.2.0", "url": "http://example.com"}"#),
            _ => ok(br#"{"version": "1.2.0", "url": "https://example.com"}"#),
        })
        .await;
        let home = tempfile::tempdir().unwrap();
        let machine = server.machine(home.path());
        for (path, code, says) in [
            ("/elsewhere", Code::NotFetched, "it leads on to another address"),
            ("/gone", Code::NotFetched, "it answered with status 404"),
            ("/long", Code::NotFetched, "its answer is too long"),
            ("/page", Code::NotUnderstood, "it is not an object of JSON"),
            ("/insecure", Code::NotUnderstood, "its `url` is not an https address"),
        ] {
            let failure = newest(&machine, &server.url(path)).await.unwrap_err();
            assert_eq!(failure.code, code, "{path}");
            assert!(failure.message.contains(says), "{path}: {}", failure.message);
        }
        assert_eq!(server.asked().len(), 5, "nobody was followed: {:?}", server.asked());
        let plain = server.url("/").replace("https", "http");
        let refused = newest(&machine, &plain).await.unwrap_err();
        assert!(refused.message.contains("only addresses with https://"), "{}", refused.message);
        assert_eq!(server.asked().len(), 5);
    }
}
