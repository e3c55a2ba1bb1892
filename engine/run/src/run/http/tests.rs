//! Real servers on this computer, over http and https.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use super::*;

const PAYLOAD: &[u8] = br#"{"event":"on_session_end","data":{"channel":"telegram"}}"#;

/// A server that gives each request to `answer` and keeps it.
struct Server {
    port: u16,
    seen: Arc<Mutex<Vec<String>>>,
    certificate: Option<reqwest::Certificate>,
}

type Answers = fn(&str) -> Vec<u8>;

impl Server {
    async fn http(answer: Answers) -> Self {
        Self::start(answer, None, None).await
    }

    async fn https(answer: Answers) -> Self {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
        let der: CertificateDer<'static> = made.cert.der().clone();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![der], key)
            .unwrap();
        let certificate = reqwest::Certificate::from_pem(made.cert.pem().as_bytes()).unwrap();
        Self::start(answer, Some(TlsAcceptor::from(Arc::new(config))), Some(certificate)).await
    }

    async fn start(
        answer: Answers,
        tls: Option<TlsAcceptor>,
        certificate: Option<reqwest::Certificate>,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let requests = Arc::clone(&seen);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (tls, requests) = (tls.clone(), Arc::clone(&requests));
                tokio::spawn(async move {
                    match tls {
                        Some(tls) => {
                            if let Ok(stream) = tls.accept(stream).await {
                                serve(stream, answer, requests).await;
                            }
                        }
                        None => serve(stream, answer, requests).await,
                    }
                });
            }
        });
        Self { port, seen, certificate }
    }

    fn url(&self, rest: &str) -> String {
        let scheme = if self.certificate.is_some() { "https" } else { "http" };
        format!("{scheme}://localhost:{}{rest}", self.port)
    }

    /// The hooks' client, which trusts this server and asks no proxy of the computer.
    fn client(&self) -> Client {
        let mut builder = http_client::builder().redirect(same_host()).no_proxy();
        if let Some(certificate) = &self.certificate {
            builder = builder.add_root_certificate(certificate.clone());
        }
        builder.build().unwrap()
    }

    async fn run(&self, http: Http) -> Ran {
        http.run(&self.client(), PAYLOAD, &CancellationToken::new()).await
    }

    fn last(&self) -> String {
        self.seen.lock().unwrap().last().cloned().unwrap_or_default()
    }
}

async fn serve(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    answer: Answers,
    seen: Arc<Mutex<Vec<String>>>,
) {
    let mut bytes = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        let Ok(count @ 1..) = stream.read(&mut chunk).await else { return };
        bytes.extend_from_slice(&chunk[..count]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head
            .to_lowercase()
            .lines()
            .find_map(|line| line.strip_prefix("content-length:")?.trim().parse::<usize>().ok());
        if body.len() < length.unwrap_or(0) {
            continue;
        }
        seen.lock().unwrap().push(text.clone());
        let reply = answer(&text);
        if reply.is_empty() {
            tokio::time::sleep(Duration::from_secs(60)).await;
        }
        let _ = stream.write_all(&reply).await;
        let _ = stream.shutdown().await;
        return;
    }
}

fn reply(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n{headers}\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

fn ok(_: &str) -> Vec<u8> {
    reply("200 OK", "", b"thanks")
}

fn http(url: String) -> Http {
    let limit = Duration::from_secs(10);
    let headers = BTreeMap::new();
    Http { url, method: None, headers, body: None, limit, rules: Requests::Usual }
}

fn failed(ran: &Ran) -> &str {
    let Answer::Failed(reason) = &ran.answer else { panic!("{ran:?}") };
    reason
}

#[tokio::test]
async fn without_a_body_it_is_a_get_and_with_one_a_post() {
    let server = Server::http(ok).await;
    let ran = server.run(http(server.url("/hook?a=1"))).await;
    assert_eq!(ran.answer, Answer::Continue);
    let seen = ran.seen.unwrap();
    assert_eq!((seen.status, seen.stdout.as_str()), (Some(200), "thanks"));
    assert!(server.last().starts_with("GET /hook?a=1 HTTP/1.1\r\n"), "{}", server.last());
    assert!(server.last().ends_with("\r\n\r\n"), "a GET has no body");

    server.run(Http { body: Some("own words".into()), ..http(server.url("/")) }).await;
    assert!(server.last().starts_with("POST / "));
    assert!(server.last().ends_with("\r\n\r\nown words"));
}

#[tokio::test]
async fn the_body_of_a_post_is_the_payload_unless_it_has_its_own() {
    let server = Server::http(ok).await;
    server.run(Http { method: Some("post".into()), ..http(server.url("/")) }).await;
    let text = server.last();
    assert!(text.starts_with("POST ") && text.as_bytes().ends_with(PAYLOAD), "{text}");
    assert!(text.contains("content-type: application/json\r\n"), "{text}");

    let own = Some("own".to_owned());
    server.run(Http { method: Some("POST".into()), body: own, ..http(server.url("/")) }).await;
    assert!(server.last().ends_with("\r\n\r\nown"));
    server.run(Http { method: Some("DELETE".into()), ..http(server.url("/")) }).await;
    assert!(server.last().starts_with("DELETE / ") && server.last().ends_with("\r\n\r\n"));
}

/// ZeroClaw's fork corrects none of it, and adds nothing.
#[tokio::test]
async fn a_request_can_be_sent_as_it_is_written() {
    let server = Server::http(|_| reply("500 No", "", b"no")).await;
    let written = || Http { rules: Requests::AsWritten, ..http(server.url("/")) };
    let ran = server.run(Http { body: Some("own words".into()), ..written() }).await;
    assert_eq!(ran.answer, Answer::Continue, "any answer will do");
    assert_eq!(ran.seen.unwrap().status, Some(500));
    let text = server.last();
    assert!(text.starts_with("GET / ") && text.ends_with("\r\n\r\nown words"), "{text}");
    server.run(Http { method: Some("post".into()), ..written() }).await;
    assert!(server.last().starts_with("post / "), "{}", server.last());
    server.run(Http { method: Some("POST".into()), ..written() }).await;
    let text = server.last();
    assert!(text.starts_with("POST / ") && text.ends_with("\r\n\r\n"), "no event: {text}");
    assert!(!text.contains("content-type"), "{text}");
}

#[tokio::test]
async fn its_headers_are_sent_and_win() {
    let server = Server::http(ok).await;
    let headers = [("X-Api-Key", "k1"), ("Content-Type", "text/plain")];
    let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    server.run(Http { method: Some("POST".into()), headers, ..http(server.url("/")) }).await;
    let text = server.last();
    assert!(text.contains("x-api-key: k1\r\n"), "{text}");
    assert!(text.contains("content-type: text/plain\r\n"), "{text}");
    assert!(!text.contains("application/json"), "{text}");
}

#[tokio::test]
async fn https_is_checked_against_what_is_trusted() {
    let server = Server::https(ok).await;
    let ran = server.run(http(server.url("/"))).await;
    assert_eq!(ran.answer, Answer::Continue, "{ran:?}");
    assert_eq!(ran.seen.unwrap().stdout, "thanks");

    let stranger = client().unwrap();
    let ran = http(server.url("/")).run(&stranger, PAYLOAD, &CancellationToken::new()).await;
    let reason = failed(&ran);
    assert!(reason.starts_with("the server could not be reached: "), "{reason}");
    assert!(reason.to_lowercase().contains("certificate"), "{reason}");
}

#[tokio::test]
async fn a_status_from_400_on_has_failed_and_its_answer_is_kept() {
    for (status, answer) in [
        (400, (|_| reply("400 Bad Request", "", b"no")) as Answers),
        (404, |_| reply("404 Not Found", "", b"no")),
        (503, |_| reply("503 Service Unavailable", "", b"no")),
    ] {
        let server = Server::http(answer).await;
        let ran = server.run(http(server.url("/"))).await;
        assert!(failed(&ran).starts_with(&format!("the server answered {status} ")), "{ran:?}");
        let seen = ran.seen.unwrap();
        assert_eq!((seen.status, seen.stdout.as_str()), (Some(status), "no"));
    }
    let server = Server::http(|_| reply("304 Not Modified", "", b"")).await;
    assert_eq!(server.run(http(server.url("/"))).await.answer, Answer::Continue);
}

#[tokio::test]
async fn an_answer_never_modifies() {
    let server =
        Server::http(|_| reply("200 OK", "", br#"{"action":"modify","data":{"a":1}}"#)).await;
    let ran = server.run(http(server.url("/"))).await;
    assert_eq!(ran.answer, Answer::Continue);
}

#[tokio::test]
async fn a_redirect_on_the_same_host_is_followed() {
    let server = Server::http(|request| match request.starts_with("POST /old ") {
        true => reply("307 Temporary Redirect", "location: /new\r\n", b""),
        false => reply("200 OK", "", b"moved"),
    })
    .await;
    let own = Some("own".to_owned());
    let ran = server.run(Http { body: own, ..http(server.url("/old")) }).await;
    assert_eq!(ran.seen.unwrap().stdout, "moved");
    assert!(server.last().starts_with("POST /new ") && server.last().ends_with("own"));
}

#[tokio::test]
async fn a_redirect_to_another_host_is_refused_before_it_is_asked() {
    let server = Server::http(|_| {
        reply("302 Found", "location: http://elsewhere.invalid/?token=abc\r\n", b"")
    })
    .await;
    let ran = server.run(http(server.url("/"))).await;
    assert_eq!(
        failed(&ran),
        "the server at localhost redirects the request to another host, elsewhere.invalid, which is refused"
    );

    // The same computer under another name is another host.
    let server = Server::http(|request| {
        let port = request.split("localhost:").nth(1).unwrap().split("\r\n").next().unwrap();
        reply("301 Moved Permanently", &format!("location: http://127.0.0.1:{port}/\r\n"), b"")
    })
    .await;
    let ran = server.run(http(server.url("/"))).await;
    assert!(failed(&ran).contains("127.0.0.1"), "{ran:?}");
    assert_eq!(server.seen.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_redirect_to_another_port_carries_no_key_there() {
    static OTHER: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    let other = Server::http(|_| reply("200 OK", "", b"")).await;
    OTHER.set(format!("location: {}\r\n", other.url("/"))).unwrap();
    let server = Server::http(|_| reply("307 Temporary Redirect", OTHER.get().unwrap(), b"")).await;
    let headers = BTreeMap::from([("X-Api-Key".to_owned(), "hunter22".to_owned())]);
    let ran = server.run(Http { headers, ..http(server.url("/")) }).await;
    assert!(failed(&ran).contains("to another port"), "{ran:?}");
    assert_eq!(other.seen.lock().unwrap().len(), 0);
}

#[tokio::test]
async fn a_redirect_without_encryption_and_one_without_end_are_refused() {
    let server =
        Server::https(|_| reply("302 Found", "location: http://localhost:1/\r\n", b"")).await;
    let ran = server.run(http(server.url("/"))).await;
    assert!(failed(&ran).ends_with("without encryption, which is refused"), "{ran:?}");

    let server = Server::http(|_| reply("302 Found", "location: /again\r\n", b"")).await;
    let ran = server.run(http(server.url("/"))).await;
    assert_eq!(failed(&ran), "the server at localhost redirects the request again and again");
    assert_eq!(server.seen.lock().unwrap().len(), HOPS + 1);
}

#[tokio::test]
async fn an_answer_is_kept_to_a_mebibyte() {
    let server = Server::http(|_| reply("200 OK", "", &vec![b'x'; 5 << 20])).await;
    let ran = server.run(http(server.url("/"))).await;
    assert_eq!(ran.answer, Answer::Continue, "{:?}", ran.answer);
    let stdout = ran.seen.unwrap().stdout;
    assert_eq!(stdout.bytes().filter(|byte| *byte == b'x').count(), CAP);
    assert!(stdout.ends_with("(More was written. The rest was left out.)"));
}

#[tokio::test]
async fn a_server_that_does_not_answer_is_given_up_at_the_limit() {
    let limit = Duration::from_millis(300);
    let server = Server::http(|_| Vec::new()).await;
    let ran = server.run(Http { limit, ..http(server.url("/")) }).await;
    assert_eq!(ran.answer, Answer::TimedOut(limit));

    // One that begins to and stops half-way, too; what came is kept.
    let server =
        Server::http(|_| b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf".to_vec()).await;
    let ran = server.run(Http { limit, ..http(server.url("/")) }).await;
    assert!(failed(&ran).starts_with("the request failed: "), "{ran:?}");
    assert_eq!(ran.seen.unwrap().stdout, "half");
}

#[tokio::test]
async fn a_cancel_ends_it() {
    let server = Server::http(|_| Vec::new()).await;
    let cancel = CancellationToken::new();
    let ended = cancel.clone();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(100)).await;
        ended.cancel();
    });
    let ran = http(server.url("/")).run(&server.client(), PAYLOAD, &cancel).await;
    assert_eq!(failed(&ran), "it was cancelled and ended");
}

#[tokio::test]
async fn what_cannot_be_sent_is_said_without_secrets() {
    let client = client().unwrap();
    let token = CancellationToken::new();
    let secret = "s3cret-value";
    let header = |name: &str, value: String| Http {
        headers: [(name.to_owned(), value)].into(),
        ..http("http://localhost:1/".into())
    };
    let cases = [
        (
            http(format!("ftp://localhost/{secret}")),
            "its address must begin with http:// or https://",
        ),
        (http("file:///etc/passwd".into()), "its address must begin with http:// or https://"),
        (http("nonsense".into()), "its address is not valid: relative URL without a base"),
        (
            Http { method: Some("ge t".into()), ..http("http://localhost:1/".into()) },
            "ge t is not an HTTP method",
        ),
        (
            header("X-Key", format!("{secret}\n")),
            "the value of its header X-Key has characters that no header may have",
        ),
        (header("X Key", secret.to_owned()), "X Key cannot be the name of a header"),
    ];
    for (one, says) in cases {
        let ran = one.run(&client, PAYLOAD, &token).await;
        assert_eq!(failed(&ran), says);
    }
    let ran = http(format!("http://user:{secret}@localhost:1/{secret}?token={secret}"))
        .run(&client, PAYLOAD, &token)
        .await;
    let reason = failed(&ran);
    assert!(reason.starts_with("the server could not be reached: "), "{reason}");
    assert!(!reason.contains(secret), "{reason}");
}
