//! Downloads as they go well and as they go wrong.

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

use crate::fetch::https::{Hash, Limits, Web};
use crate::fetch::{FetchError, Progress};
use tacklebox_machine::machine::{Machine, Platform};
use tacklebox_testing::server::{Piece, Server, ok, redirect, status, text};

const LIMIT: u64 = 1024 * 1024;

/// A download of `/x` into a folder of its own.
struct Try {
    home: tempfile::TempDir,
    progress: Mutex<Vec<(u64, Option<u64>)>>,
    cancel: CancellationToken,
}

impl Try {
    fn new() -> Self {
        let (home, cancel) = (tempfile::tempdir().unwrap(), CancellationToken::new());
        Self { home, progress: Mutex::default(), cancel }
    }

    fn to(&self) -> PathBuf {
        self.home.path().join("got")
    }

    async fn get(&self, server: &Server, path: &str) -> Result<u64, FetchError> {
        self.get_from(&server.machine(self.home.path()), &server.url(path), None).await
    }

    async fn get_from(
        &self,
        machine: &Machine,
        url: &str,
        hash: Option<&Hash>,
    ) -> Result<u64, FetchError> {
        let limits = Limits { connect: Duration::from_secs(5), idle: Duration::from_secs(3) };
        let web = Web::with_limits(machine, limits)?;
        let note = |progress| {
            if let Progress::Received { bytes, total } = progress {
                self.progress.lock().unwrap().push((bytes, total));
            }
        };
        web.download(url, &self.to(), LIMIT, hash, &note, &self.cancel).await
    }

    /// The sentence of what went wrong; that no file is left is checked on the way.
    async fn fails(&self, server: &Server, path: &str) -> String {
        let error = self.get(server, path).await.unwrap_err();
        assert!(!self.to().exists(), "{error}");
        error.to_string()
    }
}

#[tokio::test]
async fn bytes_arrive_and_are_counted() {
    let server = Server::start(|_| ok(&[7; 300_000])).await;
    let case = Try::new();
    assert_eq!(case.get(&server, "/x").await.unwrap(), 300_000);
    assert_eq!(fs::read(case.to()).unwrap(), [7; 300_000]);
    let progress = case.progress.lock().unwrap().clone();
    assert!(progress.windows(2).all(|two| two[0].0 < two[1].0));
    assert_eq!(progress.last(), Some(&(300_000, Some(300_000))));
}

#[tokio::test]
async fn a_file_that_is_there_is_not_written_over() {
    let server = Server::start(|_| ok(b"new")).await;
    let case = Try::new();
    fs::File::create(case.to()).unwrap();
    assert!(matches!(case.get(&server, "/x").await, Err(FetchError::Disk { .. })));
    assert!(case.to().exists());
    assert!(server.asked().is_empty());
}

#[tokio::test]
async fn only_https_is_fetched() {
    let case = Try::new();
    let server = Server::start(|_| ok(b"")).await;
    let machine = server.machine(case.home.path());
    for address in
        ["http://localhost/x", "file:///etc/passwd", "ftp://x/y", "x", "", "https://u:p@localhost/"]
    {
        let error = case.get_from(&machine, address, None).await.unwrap_err();
        assert!(matches!(error, FetchError::Address { .. }), "{address}: {error}");
    }
    assert!(server.asked().is_empty());
}

#[tokio::test]
async fn redirects_are_followed_to_https_alone_and_not_for_ever() {
    let server = Server::start(|request| match request.path.as_str() {
        "/a" => redirect("/b"),
        "/b" => ok(b"end"),
        "/plain" => redirect("http://localhost:1/secret?token=abc"),
        "/file" => redirect("file:///etc/passwd"),
        "/loop" => redirect("/loop"),
        _ => status("404 Not Found"),
    })
    .await;
    assert_eq!(Try::new().get(&server, "/a").await.unwrap(), 3);
    let sentence = Try::new().fails(&server, "/plain").await;
    assert!(
        sentence.contains("redirects to http://localhost:1/secret, which is not https"),
        "{sentence}"
    );
    Try::new().fails(&server, "/file").await;
    let before = server.asked().len();
    let sentence = Try::new().fails(&server, "/loop").await;
    assert!(sentence.contains("redirects too many times"), "{sentence}");
    assert_eq!(server.asked().len() - before, 6, "the first and five redirects");
}

#[tokio::test]
async fn a_server_says_no() {
    let server = Server::start(|request| match request.path.as_str() {
        "/gone?key=secret" => status("404 Not Found"),
        "/closed" => status("403 Forbidden"),
        _ => status("503 Service Unavailable"),
    })
    .await;
    let sentence = Try::new().fails(&server, "/gone?key=secret").await;
    assert!(
        sentence.contains("Nothing was found at") && !sentence.contains("secret"),
        "{sentence}"
    );
    assert!(Try::new().fails(&server, "/closed").await.contains("(403)"));
    assert!(Try::new().fails(&server, "/x").await.contains("(503)"));
}

#[tokio::test]
async fn too_large_by_what_it_says_and_by_what_comes() {
    let server = Server::start(|request| match request.path.as_str() {
        "/says" => vec![text("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n")],
        _ => vec![text("HTTP/1.1 200 OK\r\n\r\n"), Piece::Endless(vec![0; 50_000])],
    })
    .await;
    let case = Try::new();
    assert!(case.fails(&server, "/says").await.contains("larger than 1 MiB"));
    assert!(case.progress.lock().unwrap().is_empty(), "nothing was taken");
    let case = Try::new();
    assert!(case.fails(&server, "/endless").await.contains("larger than 1 MiB"));
    let last = case.progress.lock().unwrap().last().copied().unwrap();
    assert!(last.0 <= LIMIT);
}

#[tokio::test]
async fn a_connection_that_breaks_off() {
    let server = Server::start(|_| {
        vec![text("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"), text("only this")]
    })
    .await;
    assert!(Try::new().fails(&server, "/x").await.contains("was interrupted"));
}

#[tokio::test]
async fn a_server_that_falls_silent() {
    let server = Server::start(|request| {
        let wait = Piece::Wait(Duration::from_secs(30));
        match request.path.as_str() {
            "/never" => vec![wait],
            _ => vec![text("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab"), wait],
        }
    })
    .await;
    for path in ["/never", "/half"] {
        let start = Instant::now();
        let sentence = Try::new().fails(&server, path).await;
        assert!(sentence.contains("did not answer for 3 seconds"), "{sentence}");
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}

#[tokio::test]
async fn slow_is_not_silent() {
    let server = Server::start(|_| {
        let mut pieces = vec![text("HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n")];
        for _ in 0..12 {
            pieces.push(Piece::Wait(Duration::from_millis(300)));
            pieces.push(text("x"));
        }
        pieces
    })
    .await;
    assert_eq!(Try::new().get(&server, "/x").await.unwrap(), 12);
}

#[tokio::test]
async fn cancelled_half_way() {
    let server = Server::start(|_| {
        let wait = Piece::Wait(Duration::from_secs(30));
        vec![text("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab"), wait]
    })
    .await;
    let case = Try::new();
    let cancel = case.cancel.clone();
    let later = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(300)).await;
        cancel.cancel();
    });
    let sentence = case.fails(&server, "/x").await;
    assert!(sentence.contains("cancelled"), "{sentence}");
    later.await.unwrap();
}

#[tokio::test]
async fn the_hash_is_checked() {
    let server = Server::start(|_| ok(b"abc")).await;
    let right = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    let case = Try::new();
    let machine = server.machine(case.home.path());
    let hash = Hash::sha256(&right.to_uppercase()).unwrap();
    case.get_from(&machine, &server.url("/x"), Some(&hash)).await.unwrap();
    fs::remove_file(case.to()).unwrap();
    let hash = Hash::sha256(&right.replace('b', "c")).unwrap();
    let error = case.get_from(&machine, &server.url("/x"), Some(&hash)).await.unwrap_err();
    assert!(matches!(error, FetchError::WrongHash { .. }), "{error}");
    assert!(!case.to().exists());
    for bad in ["", "abc", &right[1..], &format!("{right}0"), &right.replace('b', "x"), "é"] {
        assert!(Hash::sha256(bad).is_err(), "{bad}");
    }
}

#[tokio::test]
async fn certificates_are_checked() {
    let server = Server::start(|_| ok(b"x")).await;
    let case = Try::new();
    let stranger = Machine::new(Platform::current(), case.home.path(), Default::default());
    match case.get_from(&stranger, &server.url("/x"), None).await.unwrap_err() {
        // A computer without any root of its own is told so.
        FetchError::Setup(_) => {}
        error => {
            assert!(matches!(error, FetchError::Certificate { .. }), "{error:?}");
            assert!(
                error.to_string().contains("not from an authority that this computer trusts"),
                "{error}"
            );
        }
    }
    assert!(server.asked().is_empty());
    let other = Server::named("other.example", |_| ok(b"x")).await;
    let sentence = Try::new().fails(&other, "/x").await;
    assert!(sentence.contains("for another name"), "{sentence}");
}

#[tokio::test]
async fn a_bad_file_of_certificates_is_named() {
    let case = Try::new();
    let path = case.home.path().join("ca.pem");
    let env = [("SSL_CERT_FILE".to_owned(), path.to_str().unwrap().to_owned())];
    let machine = Machine::new(Platform::Linux, case.home.path(), env.into());
    for text in [None, Some("no certificate"), Some("")] {
        if let Some(text) = text {
            let _ = fs::remove_file(&path);
            let stamp = tacklebox_machine::files::Stamp::Absent;
            tacklebox_machine::files::save(&path, text.as_bytes(), &stamp, 0o644).unwrap();
        }
        let error = Web::new(&machine).unwrap_err();
        assert!(matches!(error, FetchError::Trust { .. }), "{error}");
        let error = error.to_string();
        assert!(error.contains("ca.pem") && !error.contains("request"), "{error}");
    }
}

#[tokio::test]
async fn nobody_there() {
    let server = Server::start(|_| ok(b"")).await;
    let case = Try::new();
    let machine = server.machine(case.home.path());
    for address in ["https://localhost:1/x", "https://no-such-host.invalid/x"] {
        let error = case.get_from(&machine, address, None).await.unwrap_err();
        assert!(matches!(error, FetchError::Offline { .. }), "{error:?}");
        assert!(error.to_string().contains("cannot be reached"), "{error}");
    }
}
