//! Keys of services that hooks ask for: what each is for, where it comes from, which rights it needs, how it
//! looks; and the one question that tells whether it is valid, and mostly whose it is. Asked on a click, and at the service's own address only.

mod ask;
mod odd;

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

pub use self::ask::{KeyCheck, KeyState, ask};
pub use self::odd::odd;

/// Every known service, the likelier ones first. What is not known of one is left empty rather than guessed.
pub(crate) static SERVICES: LazyLock<Vec<Service>> =
    LazyLock::new(|| serde_json::from_str(include_str!("services.json")).unwrap_or_default());

/// A service, and how its keys are told from others.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Service {
    pub id: String,
    pub title: String,
    /// The variables that hold its key. One that ends in `_` is the beginning of such names.
    pub names: Vec<String>,
    /// Where a person gets one.
    pub get: String,
    pub purpose: String,
    #[serde(default)]
    pub rights: String,
    /// How its keys begin; empty where that is not known.
    #[serde(default)]
    pub begins: Vec<String>,
    /// How they are put together, where that tells more.
    pub shape: Option<KeyShape>,
    /// What is asked to see whose it is; none where there is no such question.
    pub ask: Option<Ask>,
}

/// How the keys of a service are put together.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(deny_unknown_fields)]
pub struct KeyShape {
    /// What is between its parts.
    pub by: String,
    pub parts: Vec<KeyPart>,
    /// One as a person knows it.
    pub example: String,
}

/// What a part of a key is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
pub enum KeyPart {
    Digits,
    /// Letters, digits, `_` and `-`.
    Letters,
}

/// One request that changes nothing.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// `{key}` stands for the key where the service wants it there.
    pub url: String,
    pub how: How,
    /// A header that the service wants besides.
    pub also: Option<(String, String)>,
    /// What is sent; with none it is a GET.
    pub body: Option<String>,
    /// Where in the answer it says whose it is.
    #[serde(default)]
    pub who: String,
    /// A value that is false where it refuses with a friendly status.
    pub ok: Option<String>,
    /// The header that names the rights.
    pub rights: Option<String>,
}

/// How the key is sent.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// In `Authorization`, behind this word.
    Authorization(String),
    Header(String),
    /// In the address.
    Address,
}

/// What a person is told beside the field of a key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct KeyHelp {
    /// What it is for.
    pub purpose: Option<String>,
    /// The page where one is made, over https.
    pub url: Option<String>,
    /// Which rights it needs.
    pub rights: Option<String>,
    /// Whether the hook's author says so; else it is from the table of known services.
    pub by_author: bool,
    pub service: Option<String>,
    /// How keys of the service begin.
    pub begins: Vec<String>,
    /// How they are put together; none where that is not known, or another secret of the service may be meant.
    pub shape: Option<KeyShape>,
    /// The address that *Check it* asks, without the key; none where there is no such question.
    pub asks: Option<String>,
}

/// The service whose key this variable holds.
pub fn service(variable: &str) -> Option<&'static Service> {
    let exact = |service: &&Service| service.names.iter().any(|name| name == variable);
    let begins = |service: &&Service| {
        let key = ["TOKEN", "KEY", "SECRET", "PAT"].iter().any(|end| variable.ends_with(end));
        let mut starts = service.names.iter().filter(|name| name.ends_with('_'));
        key && starts.any(|start| variable.starts_with(start.as_str()))
    };
    SERVICES.iter().find(exact).or_else(|| SERVICES.iter().find(begins))
}

/// What is known of the key in a variable.
pub fn help(variable: &str) -> Option<KeyHelp> {
    let service = service(variable)?;
    Some(KeyHelp {
        purpose: Some(service.purpose.clone()),
        url: Some(service.get.clone()),
        rights: Some(service.rights.clone()).filter(|rights| !rights.is_empty()),
        by_author: false,
        service: Some(service.title.clone()),
        begins: service.begins.clone(),
        shape: service.shape.clone().filter(|_| service.names.iter().any(|it| it == variable)),
        asks: service.ask.as_ref().map(|ask| ask.url.replace("{key}", "…")),
    })
}

/// The name of the server in an address.
fn host(url: &str) -> Option<&str> {
    url.strip_prefix("https://")?.split('/').next()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tacklebox_machine::machine::{Machine, Platform};

    use super::*;

    #[test]
    fn at_least_twenty_five_services_are_known_and_every_address_is_https() {
        assert!(SERVICES.len() >= 25, "{}", SERVICES.len());
        let mut names = BTreeSet::new();
        for service in SERVICES.iter() {
            assert!(host(&service.get).is_some(), "{}", service.id);
            assert!(
                service.ask.as_ref().is_none_or(|ask| host(&ask.url).is_some()),
                "{}",
                service.id
            );
            assert!(service.names.iter().all(|name| names.insert(name.as_str())), "{}", service.id);
            assert!(!service.purpose.is_empty() && !service.rights.is_empty(), "{}", service.id);
        }
        assert!(SERVICES.iter().filter(|service| service.ask.is_some()).count() >= 25);
    }

    const KEY: &str = "ghp_0123456789";

    async fn asked(
        id: &str,
        answer: impl Fn(tacklebox_testing::server::Request) -> Vec<tacklebox_testing::server::Piece>
        + Send
        + Sync
        + 'static,
    ) -> KeyCheck {
        asked_with(KEY, id, answer).await
    }

    async fn asked_with(
        key: &str,
        id: &str,
        answer: impl Fn(tacklebox_testing::server::Request) -> Vec<tacklebox_testing::server::Piece>
        + Send
        + Sync
        + 'static,
    ) -> KeyCheck {
        let server = tacklebox_testing::server::Server::start(answer).await;
        let certificate = server.certificate.to_string_lossy().into_owned();
        let env = [("SSL_CERT_FILE".to_owned(), certificate)].into();
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), env);
        let service = SERVICES.iter().find(|service| service.id == id).unwrap();
        let ask = service.ask.as_ref().unwrap();
        let url = ask.url.replace(host(&ask.url).unwrap(), host(&server.url("")).unwrap());
        ask::at(&machine, service, ask, &url, key).await
    }

    #[tokio::test]
    async fn a_service_says_once_whose_a_key_is_and_the_key_is_nowhere_in_the_answer() {
        use tacklebox_testing::server::{Piece, text};
        let check = asked("github", |request| {
            assert_eq!((request.method.as_str(), request.path.as_str()), ("GET", "/user"));
            assert_eq!(request.header("authorization"), Some("Bearer ghp_0123456789"));
            let body = format!("{{\"login\":\"ana\",\"x\":\"{KEY}\"}}");
            let head = format!("HTTP/1.1 200 OK\r\nX-OAuth-Scopes: notifications, {KEY}\r\nContent-Length: {}\r\n\r\n", body.len());
            vec![text(&head), Piece::Bytes(body.into_bytes())]
        })
        .await;
        assert_eq!((check.state, check.who.as_deref()), (KeyState::Accepted, Some("ana")));
        assert_eq!(check.says, "GitHub knows it: it belongs to ana. Its rights: notifications, ….");
        let check = asked("telegram", |request| {
            assert_eq!(request.path, format!("/bot{KEY}/getMe"));
            tacklebox_testing::server::ok(b"{\"ok\":true,\"result\":{\"username\":\"my_bot\"}}")
        })
        .await;
        assert_eq!(check.says, "Telegram knows it: it belongs to my_bot.");
        let check = asked("linear", |request| {
            assert_eq!(request.method, "POST");
            assert_eq!(request.header("authorization"), Some(KEY));
            tacklebox_testing::server::ok(b"{\"data\":{\"viewer\":{\"name\":\"Ana\"}}}")
        })
        .await;
        assert_eq!(check.who.as_deref(), Some("Ana"));
    }

    #[tokio::test]
    async fn a_key_that_was_copied_with_a_line_end_is_nowhere_in_the_answer_either() {
        let check = asked_with(&format!(" {KEY}\n"), "github", |request| {
            assert_eq!(request.header("authorization"), Some("Bearer ghp_0123456789"));
            tacklebox_testing::server::ok(format!("{{\"login\":\"{KEY}\"}}").as_bytes())
        })
        .await;
        assert_eq!(check.says, "GitHub knows it: it belongs to ….");
    }

    #[tokio::test]
    async fn what_was_refused_is_told_apart_from_what_could_not_be_asked() {
        use tacklebox_testing::server::{ok, redirect, status};
        let refused = asked("github", |_| status("401 Unauthorized")).await;
        assert_eq!(
            (refused.state, refused.says.as_str()),
            (KeyState::Refused, "GitHub refused it (status 401).")
        );
        let friendly = asked("slack", |_| ok(b"{\"ok\":false,\"error\":\"invalid_auth\"}")).await;
        assert_eq!(friendly.state, KeyState::Refused);
        let ill = asked("github", |_| status("503 Busy")).await;
        assert_eq!(ill.state, KeyState::Unknown);
        // The key follows nobody elsewhere.
        let elsewhere = asked("github", |_| redirect("https://elsewhere.example/")).await;
        assert_eq!(elsewhere.state, KeyState::Unknown);
    }

    #[test]
    fn the_address_that_is_asked_is_shown_without_the_key() {
        let asks = |variable| help(variable).unwrap().asks;
        assert_eq!(asks("GITHUB_TOKEN").as_deref(), Some("https://api.github.com/user"));
        let telegram = "https://api.telegram.org/bot…/getMe";
        assert_eq!(asks("TELEGRAM_BOT_TOKEN").as_deref(), Some(telegram));
    }

    #[test]
    fn a_shape_is_that_of_the_variable_which_holds_such_a_key() {
        let shape = |variable| help(variable).unwrap().shape;
        assert_eq!(shape("TELEGRAM_BOT_TOKEN").unwrap().example, "123456789:AA…");
        assert_eq!(shape("DISCORD_BOT_TOKEN").unwrap().parts.len(), 3);
        assert_eq!(shape("DISCORD_PUBLIC_KEY"), None);
        assert_eq!(shape("GITHUB_TOKEN"), None);
    }

    #[test]
    fn the_guide_counts_the_services_with_a_shape_and_with_a_question() {
        let guide = include_str!("../../../../docs/GUIDE.md").split_whitespace();
        let guide = guide.collect::<Vec<_>>().join(" ");
        let count = |has: fn(&&Service) -> bool| SERVICES.iter().filter(has).count();
        let says_whose =
            |service: &&Service| service.ask.as_ref().is_some_and(|it| !it.who.is_empty());
        let shape = count(|service| !service.begins.is_empty() || service.shape.is_some());
        for said in [
            format!("a list of {} known services.", SERVICES.len()),
            format!("The shape of a key is known of {shape} of them:"),
            format!("*Check it* is there for {} of them:", count(|service| service.ask.is_some())),
            format!("{} of these also say whose key it is.", count(says_whose)),
        ] {
            assert!(guide.contains(&said), "{said}");
        }
    }

    #[test]
    fn a_variable_leads_to_its_service() {
        for (variable, id) in [
            ("GITHUB_TOKEN", Some("github")),
            ("GITHUB_DIGEST_TOKEN", Some("github")),
            ("OPENAI_API_KEY", Some("openai")),
            ("SLACK_BOT_TOKEN", Some("slack")),
            ("SLACK_WEBHOOK_URL", Some("slack-webhook")),
            ("TELEGRAM_BOT_TOKEN", Some("telegram")),
            ("GITHUB_USER", None),
            ("MY_TOKEN", None),
        ] {
            assert_eq!(service(variable).map(|service| service.id.as_str()), id, "{variable}");
        }
    }
}
