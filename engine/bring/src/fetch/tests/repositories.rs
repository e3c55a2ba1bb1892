//! A real repository, served by git itself behind a real https server.

use std::fs;
use std::time::{Duration, Instant};

use tacklebox_testing::repositories::{backend, path, repository, write};
use tacklebox_testing::server::{Piece, Server, ok, redirect, status, text};
use tokio_util::sync::CancellationToken;

use super::specs::{Home, spec};
use crate::fetch::{FetchError, Progress, Repository, install_spec};
use tacklebox_agents::hook::InstallSpec;
use tacklebox_machine::machine::Machine;

struct Served {
    server: Server,
    home: Home,
    first: String,
    _root: tempfile::TempDir,
}

impl Served {
    async fn start() -> Self {
        let root = tempfile::tempdir().unwrap();
        let first = repository(root.path());
        let dir = root.path().to_owned();
        let server = Server::start(move |request| {
            if request.path.starts_with("/plain/") {
                return redirect("http://localhost:1/r.git/info/refs?service=git-upload-pack");
            }
            if request.path.starts_with("/locked/") {
                return vec![text(
                    "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=x\r\nContent-Length: 0\r\n\r\n",
                )];
            }
            if request.path.starts_with("/slow/") {
                return vec![Piece::Wait(Duration::from_secs(60))];
            }
            if request.path.starts_with("/page/") {
                return ok(b"<html>hello</html>");
            }
            if !request.path.starts_with("/r.git/") {
                return status("404 Not Found");
            }
            backend(&dir, request)
        })
        .await;
        Self { server, home: Home::new(), first, _root: root }
    }

    fn machine(&self) -> Machine {
        self.server.machine_with(self.home.path(), &[("PATH", &path())])
    }

    fn spec(&self, path: &str) -> InstallSpec {
        let (url, bins) = (Some(self.server.url(path)), vec!["tool".to_owned()]);
        InstallSpec { url, bins, ..spec("git") }
    }
}

#[tokio::test]
async fn the_default_branch_a_tag_and_a_commit() {
    let served = Served::start().await;
    let first = served.first.clone();
    for (path, holds) in
        [("/r.git", "two"), ("/r.git#v1", "one"), ("/r.git#refs/heads/main", "two")]
    {
        let done = served.home.install(&served.machine(), &served.spec(path)).await.unwrap();
        assert!(done.dir.ends_with("tools/r"));
        assert_eq!(served.home.files()["tools/r/tool"], holds, "{path}");
        assert_eq!(done.source.ends_with(&first), holds == "one", "{}", done.source);
        assert!(!done.dir.join(".git").exists());
    }
    // Nothing of the submodule.
    let dir = served.home.agent().join("tools/r/s");
    assert!(fs::read_dir(dir).unwrap().next().is_none());
    let spec = served.spec(&format!("/r.git#{first}"));
    served.home.install(&served.machine(), &spec).await.unwrap();
    assert_eq!(served.home.files()["tools/r/tool"], "one");
    assert_eq!(fs::read_dir(served.home.agent().join("tools")).unwrap().count(), 1);
}

#[tokio::test]
async fn what_goes_wrong_is_said_and_leaves_nothing() {
    let served = Served::start().await;
    for (path, says) in [
        ("/r.git#absent", "has no “absent”"),
        ("/gone.git", "Nothing was found at"),
        ("/locked/r.git", "is not public"),
        ("/plain/r.git", "not https"),
        ("/page/r.git", "/page/r.git"),
        ("/r.git#evil/link", "leads outside the archive"),
    ] {
        let error = served.home.install(&served.machine(), &served.spec(path)).await.unwrap_err();
        assert!(error.to_string().contains(says), "{path}: {error}");
        served.home.untouched();
    }
    let stranger = [("PATH".to_owned(), path())];
    let stranger = Machine::new(
        tacklebox_machine::machine::Platform::current(),
        served.home.path(),
        stranger.into(),
    );
    let error = served.home.install(&stranger, &served.spec("/r.git")).await.unwrap_err();
    assert!(matches!(error, FetchError::Certificate { .. }), "{error}");
    let spec = InstallSpec { url: Some("https://localhost:1/r.git".to_owned()), ..spec("git") };
    let error = served.home.install(&served.machine(), &spec).await.unwrap_err();
    assert!(matches!(error, FetchError::Offline { .. }), "{error}");
    let bare = served.server.machine(served.home.path());
    let error = served.home.install(&bare, &spec).await.unwrap_err();
    assert!(error.to_string().contains("git is not on this computer"), "{error}");
    served.home.untouched();
}

#[tokio::test]
async fn no_setting_of_the_user_counts() {
    let served = Served::start().await;
    let evil = served.home.path().join("evil");
    let touch = format!("!touch {}", evil.display());
    let config = format!(
        "[alias]\n\tfetch = {touch}\n[credential]\n\thelper = {touch}\n[core]\n\tfsmonitor = touch {0}\n\tgitProxy = touch {0}\n[url \"file:///\"]\n\tinsteadOf = https://localhost\n",
        evil.display()
    );
    write(&served.home.path().join(".gitconfig"), &config);
    let machine = served.server.machine_with(
        served.home.path(),
        &[
            ("PATH", &path()),
            ("GIT_SSH_COMMAND", "touch"),
            ("GIT_DIR", "/nowhere"),
            ("GIT_EXEC_PATH", "/nowhere"),
        ],
    );
    served.home.install(&machine, &served.spec("/r.git")).await.unwrap();
    assert!(!evil.exists());
}

#[tokio::test]
async fn cancelling_ends_git() {
    let served = Served::start().await;
    let (machine, spec) = (served.machine(), served.spec("/slow/r.git"));
    let (cancel, start) = (CancellationToken::new(), Instant::now());
    let later = cancel.clone();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(500)).await;
        later.cancel();
    });
    let note = |_: Progress| ();
    let error =
        install_spec(&machine, &served.home.agent(), &spec, &note, &cancel).await.unwrap_err();
    assert!(matches!(error, FetchError::Cancelled), "{error}");
    assert!(start.elapsed() < Duration::from_secs(20));
    served.home.untouched();
}

#[tokio::test]
async fn what_grows_too_large_is_ended() {
    let served = Served::start().await;
    let (machine, cancel) = (served.machine(), CancellationToken::new());
    let repository = Repository::read(&served.server.url("/r.git")).unwrap();
    for most in [(10, u64::MAX), (u64::MAX, 10)] {
        let scratch = tempfile::tempdir().unwrap();
        let to = scratch.path().join("tar");
        let archive =
            repository.archive_within(most, &machine, scratch.path(), &to, &|_| (), &cancel);
        let error = archive.await.unwrap_err();
        assert!(matches!(error, FetchError::TooLarge { .. }), "{error}");
    }
}

#[test]
fn references_by_gits_grammar() {
    let read = |text: &str| Repository::read(text).map(|it| (it.address, it.reference));
    let (address, reference) = read("git+https://e.example/a/b.git#v1.0/x").unwrap();
    assert_eq!(
        (address.as_str(), reference.as_deref()),
        ("https://e.example/a/b.git", Some("v1.0/x"))
    );
    assert_eq!(read("https://e.example/r#").unwrap().1, None);
    assert_eq!(Repository::read("https://e.example/a/b.git/").unwrap().short(), "b");
    for bad in [
        "-x",
        "--upload-pack=touch",
        "a..b",
        "a b",
        "a~1",
        "a^",
        "a:b",
        "a?",
        "a*",
        "a[b",
        "a\\b",
        ".a",
        "a/.b",
        "a.lock",
        "a/",
        "/a",
        "a//b",
        "a.",
        "@",
        "a@{1}",
        "+a",
        "a\u{7f}",
    ] {
        let refused = Repository::read(&format!("https://e.example/r#{bad}"));
        assert!(refused.is_err(), "{bad}");
    }
    for bad in
        ["git@e.example:r", "file:///r", "ext::sh -c x", "http://e.example/r", "-u", "/r", "../r"]
    {
        assert!(Repository::read(bad).is_err(), "{bad}");
    }
}
