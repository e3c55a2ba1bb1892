//! From a real https server on this computer: packages, repositories, archives. A cancel or a failure
//! leaves nothing.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::*;
use tacklebox_agents::hook::State;
use tacklebox_bring::fetch::{FetchError, Progress};
use tacklebox_testing::archives::{file, gz, tar};
use tacklebox_testing::packages::{about, integrity};
use tacklebox_testing::repositories::{backend, git, path};
use tacklebox_testing::server::{Piece, Server, ok, redirect, status, text};

fn packed(top: &str) -> Vec<u8> {
    gz(&tar(&[
        file(&format!("{top}HOOK.md"), &family(&["milady"], "greeter")),
        file(&format!("{top}handler.ts"), "export default () => {};"),
    ]))
}

async fn fetch(machine: &Machine, source: &str) -> (Result<Staged, StageError>, Vec<Progress>) {
    let told = Mutex::new(Vec::new());
    let source = Source::address(source).unwrap();
    let hear = |progress| told.lock().unwrap().push(progress);
    let staged = stage(machine, &source, &hear, &CancellationToken::new()).await;
    let told = told.into_inner().unwrap();
    if staged.is_ok() {
        let steps = told.iter().filter(|told| matches!(told, Progress::Step(_))).count();
        assert_eq!(steps, super::super::stage::steps(&source).len(), "one title a step: {told:?}");
    }
    (staged, told)
}

fn machine(home: &Home, server: &Server) -> Machine {
    let temporary = home.path("temporary");
    let env = [("TMPDIR", temporary.to_str().unwrap()), ("PATH", &path())];
    server.machine_with(&home.path("home"), &env)
}

#[tokio::test]
async fn an_archive_at_an_address() {
    let server = Server::start(|request| match request.path.as_str() {
        "/greeter.tgz" | "/download?id=7" => ok(&packed("greeter-1.0/")),
        "/moved" => redirect("/greeter.tgz"),
        "/page.zip" => ok(b"<html>not found</html>"),
        "/cut.tgz" => vec![text("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\nabc")],
        "/huge.tgz" => vec![text("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n")],
        _ => status("404 Not Found"),
    })
    .await;
    let home = Home::new();
    let machine = machine(&home, &server);
    for path in ["/greeter.tgz", "/download?id=7", "/moved"] {
        let (staged, told) = fetch(&machine, &server.url(path)).await;
        let staged = staged.unwrap();
        assert_eq!(staged.hooks(&home.agent(AgentId::Milady)).unwrap()[0].folder, "greeter");
        let received = told.iter().any(
            |told| matches!(told, Progress::Received { bytes, total: Some(total) } if bytes == total),
        );
        assert!(received, "{told:?}");
        drop(staged);
        assert!(home.nothing_staged());
    }
    for (path, says) in [
        ("/page.zip", "is not an archive"),
        ("/gone.zip", "Nothing was found at"),
        ("/cut.tgz", "was interrupted"),
        ("/huge.tgz", "larger than 256 MiB"),
    ] {
        let error = fetch(&machine, &server.url(path)).await.0.unwrap_err();
        assert!(error.to_string().contains(says), "{path}: {error}");
        assert!(home.nothing_staged(), "{path}");
    }
}

#[tokio::test]
async fn a_package_of_npm_is_checked_and_installed() {
    let tarball = packed("package/");
    let at = Arc::new(Mutex::new(String::new()));
    let (base, served) = (Arc::clone(&at), tarball.clone());
    let server = Server::start(move |request| {
        let base = base.lock().unwrap().clone();
        match request.path.as_str() {
            "/@me%2fgreeter" => {
                ok(about("@me/greeter", &format!("{base}x.tgz"), &integrity(&served)).as_bytes())
            }
            "/false" => {
                ok(about("false", &format!("{base}x.tgz"), &integrity(b"other")).as_bytes())
            }
            "/x.tgz" => ok(&served),
            _ => status("404 Not Found"),
        }
    })
    .await;
    *at.lock().unwrap() = server.url("/");
    let home = Home::new();
    let temporary = home.path("temporary");
    let registry = server.url("/");
    let env = [("TMPDIR", temporary.to_str().unwrap()), ("npm_config_registry", &registry)];
    let machine = server.machine_with(&home.path("home"), &env);
    for (source, version) in [("npm:@me/greeter", "1.0.0"), ("npm:@me/greeter@next", "2.0.0-rc.1")]
    {
        let staged = fetch(&machine, source).await.0.unwrap();
        assert_eq!(staged.version.as_deref(), Some(version));
        assert_eq!(staged.source.to_string(), source);
    }
    let staged = fetch(&machine, "npm:@me/greeter").await.0.unwrap();
    let inventory = Inventory::scan(&machine, AgentId::Milady, &Options::documented());
    let arrival = foreign::plan_install(&machine, &inventory, &staged).unwrap();
    apply::apply(&machine, &arrival.plan).unwrap();
    let receipt = crate::receipt::read(&machine, &arrival.dirs[0]).unwrap();
    assert_eq!((receipt.source.as_str(), receipt.version.as_str()), ("npm:@me/greeter", "1.0.0"));
    let now = Inventory::scan(&machine, AgentId::Milady, &Options::documented());
    assert_eq!(now.find("milady/managed/greeter").unwrap().0.state, State::Off);
    drop(staged);
    for (source, says) in [
        ("npm:false", "does not match the announced hash"),
        ("npm:absent", "no package"),
        ("npm:@me/greeter@9.9.9", "no version"),
    ] {
        let error = fetch(&machine, source).await.0.unwrap_err();
        assert!(error.to_string().contains(says), "{source}: {error}");
        assert!(home.nothing_staged(), "{source}");
    }
}

#[tokio::test]
async fn a_repository_at_a_tag() {
    let root = tempfile::tempdir().unwrap();
    let work = root.path().join("r");
    fs::create_dir(&work).unwrap();
    git(&work, &["init", "-q"]);
    let write = |name: &str, text: &str| {
        File::create(work.join(name)).unwrap().write_all(text.as_bytes()).unwrap();
    };
    write("HOOK.md", &family(&["milady"], "greeter"));
    write("handler.ts", "// one");
    git(&work, &["add", "."]);
    git(&work, &["commit", "-qm", "1"]);
    git(&work, &["tag", "v1"]);
    let first = git(&work, &["rev-parse", "HEAD"]);
    write("handler.ts", "// two");
    git(&work, &["commit", "-qam", "2"]);
    let served = root.path().to_owned();
    let server = Server::start(move |request| backend(&served, request)).await;
    let home = Home::new();
    let machine = machine(&home, &server);
    for (reference, holds) in [("#v1", "// one"), ("", "// two")] {
        let source =
            format!("git+{}{reference}", server.url("/r/.git/x").replace("/.git/x", "/.git/"));
        let staged = fetch(&machine, &source).await.0.unwrap();
        let hook = staged.hooks(&home.agent(AgentId::Milady)).unwrap().remove(0);
        assert_eq!(fs::read_to_string(hook.dir.join("handler.ts")).unwrap(), holds);
        assert_eq!(staged.version.as_deref() == Some(first.as_str()), reference == "#v1");
        assert!(!hook.dir.join(".git").exists());
    }
    let gone = format!("git+{}#absent", server.url("/r/.git/"));
    let error = fetch(&machine, &gone).await.0.unwrap_err();
    assert!(error.to_string().contains("has no “absent”"), "{error}");
    assert!(home.nothing_staged());
}

#[tokio::test]
async fn a_cancel_in_the_middle_leaves_nothing() {
    let server = Server::start(|_| {
        vec![
            text("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"),
            Piece::Bytes(vec![0; 1000]),
            Piece::Wait(Duration::from_secs(60)),
        ]
    })
    .await;
    let home = Home::new();
    let machine = machine(&home, &server);
    for source in [server.url("/x.tgz"), format!("git+{}", server.url("/x"))] {
        let cancel = CancellationToken::new();
        let hear = |progress: Progress| {
            // As soon as something of it is there, or git is at work.
            if matches!(progress, Progress::Received { .. }) || source.starts_with("git+") {
                let cancel = cancel.clone();
                tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    cancel.cancel();
                });
            }
        };
        let parsed = Source::address(&source).unwrap();
        let error = stage(&machine, &parsed, &hear, &cancel).await.unwrap_err();
        assert!(matches!(error, StageError::Cancelled), "{source}: {error}");
        assert!(home.nothing_staged(), "{source}");
    }
}

#[tokio::test]
async fn without_trust_or_https_nothing_is_fetched() {
    let server = Server::start(|_| redirect("http://localhost:1/x.zip")).await;
    let home = Home::new();
    let error = fetch(&machine(&home, &server), &server.url("/x.zip")).await.0.unwrap_err();
    assert!(matches!(error, StageError::Fetch(FetchError::Insecure { .. })), "{error}");
    let error = fetch(&home.machine, &server.url("/x.zip")).await.0.unwrap_err();
    assert!(matches!(error, StageError::Fetch(FetchError::Certificate { .. })), "{error}");
    assert!(home.nothing_staged());
}
