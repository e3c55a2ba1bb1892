//! A real repository, served by git itself behind a real https server.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

use super::server::{Piece, Request, Server, ok, redirect, status, text};
use super::specs::{Home, spec};
use crate::fetch::{FetchError, Progress, Repository, install_spec};
use crate::hook::InstallSpec;
use crate::machine::Machine;

/// The PATH that the tests run with.
pub(crate) fn path() -> String {
    let home = std::env::temp_dir();
    Machine::real(Some(home)).unwrap().env("PATH").unwrap_or_default().to_owned()
}

pub(crate) fn git(dir: &Path, words: &[&str]) -> String {
    let output = Command::new("git")
        .args([
            "-c",
            "user.name=T",
            "-c",
            "user.email=t@example.org",
            "-c",
            "init.defaultBranch=main",
        ])
        .args(words)
        .current_dir(dir)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

fn write(path: &Path, text: &str) {
    let mut file = fs::File::create(path).unwrap();
    file.write_all(text.as_bytes()).unwrap();
}

/// A repository `r.git` with two commits, the first tagged `v1`, and a branch with a link that leaves.
pub(crate) fn repository(root: &Path) -> String {
    let work = root.join("r.git");
    fs::create_dir(&work).unwrap();
    git(&work, &["init", "-q"]);
    write(&work.join("tool"), "one");
    git(&work, &["add", "."]);
    git(&work, &["update-index", "--chmod=+x", "tool"]);
    git(&work, &["commit", "-qm", "1"]);
    git(&work, &["tag", "v1"]);
    let first = git(&work, &["rev-parse", "HEAD"]);
    write(&work.join("tool"), "two");
    write(
        &work.join(".gitmodules"),
        "[submodule \"s\"]\n\tpath = s\n\turl = https://e.example/s\n",
    );
    git(&work, &["add", "."]);
    git(&work, &["update-index", "--add", "--cacheinfo", &format!("160000,{first},s")]);
    git(&work, &["commit", "-qm", "2"]);
    git(&work, &["checkout", "-qb", "evil/link"]);
    std::os::unix::fs::symlink("/etc/passwd", work.join("l")).unwrap();
    git(&work, &["add", "l"]);
    git(&work, &["commit", "-qm", "3"]);
    git(&work, &["checkout", "-q", "main"]);
    first
}

/// `git http-backend` as a web server runs it.
pub(crate) fn backend(root: &Path, request: Request) -> Vec<Piece> {
    let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
    let mut child = Command::new("git")
        .arg("http-backend")
        .env("GIT_PROJECT_ROOT", root)
        .env("GIT_HTTP_EXPORT_ALL", "1")
        .env("PATH_INFO", path)
        .env("QUERY_STRING", query)
        .env("REQUEST_METHOD", &request.method)
        .env("CONTENT_TYPE", request.header("content-type").unwrap_or_default())
        .env("CONTENT_LENGTH", request.body.len().to_string())
        .env("HTTP_CONTENT_ENCODING", request.header("content-encoding").unwrap_or_default())
        .env("GIT_PROTOCOL", request.header("git-protocol").unwrap_or_default())
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&request.body).unwrap();
    let output = child.wait_with_output().unwrap().stdout;
    let end = output.windows(4).position(|w| w == b"\r\n\r\n").unwrap();
    let head = String::from_utf8_lossy(&output[..end]).into_owned();
    let line = head.lines().find_map(|line| line.strip_prefix("Status: ")).unwrap_or("200 OK");
    let head = format!("HTTP/1.1 {line}\r\n{head}\r\nConnection: close\r\n\r\n");
    vec![text(&head), Piece::Bytes(output[end + 4..].to_vec())]
}

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
        ("/gone.git", "There is nothing at"),
        ("/locked/r.git", "not open to everybody"),
        ("/plain/r.git", "not https"),
        ("/page/r.git", "/page/r.git"),
        ("/r.git#evil/link", "leads outside the archive"),
    ] {
        let error = served.home.install(&served.machine(), &served.spec(path)).await.unwrap_err();
        assert!(error.to_string().contains(says), "{path}: {error}");
        served.home.untouched();
    }
    let stranger = [("PATH".to_owned(), path())];
    let stranger =
        Machine::new(crate::machine::Platform::current(), served.home.path(), stranger.into());
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
