//! Install specs from the click to the folder, and what is left when they fail: nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::fetch::{FetchError, Installed, Progress, install_spec, outline};
use tacklebox_agents::hook::InstallSpec;
use tacklebox_machine::machine::Machine;
use tacklebox_testing::archives::{Tar, file, gz, link, tar};
use tacklebox_testing::packages::{about, integrity};
use tacklebox_testing::server::{Piece, Server, ok, status, text};

pub fn spec(kind: &str) -> InstallSpec {
    InstallSpec { kind: kind.to_owned(), ..InstallSpec::default() }
}

fn download(url: String) -> InstallSpec {
    InstallSpec { url: Some(url), id: Some("jq".to_owned()), ..spec("download") }
}

/// A home with an agent's home in it.
pub struct Home {
    tmp: tempfile::TempDir,
}

impl Home {
    pub fn new() -> Self {
        let tmp = tempfile::tempdir().unwrap();
        fs::create_dir(tmp.path().join("agent")).unwrap();
        Self { tmp }
    }

    pub fn path(&self) -> &Path {
        self.tmp.path()
    }

    pub fn agent(&self) -> PathBuf {
        self.tmp.path().join("agent")
    }

    pub async fn install(
        &self,
        machine: &Machine,
        spec: &InstallSpec,
    ) -> Result<Installed, FetchError> {
        let cancel = CancellationToken::new();
        install_spec(machine, &self.agent(), spec, &|_| (), &cancel).await
    }

    /// Every file below the agent's home, and what it holds; the mark is only named.
    pub fn files(&self) -> BTreeMap<String, String> {
        let (mut out, mut todo) = (BTreeMap::new(), vec![self.agent()]);
        while let Some(dir) = todo.pop() {
            for entry in fs::read_dir(dir).unwrap() {
                let path = entry.unwrap().path();
                let name = path.strip_prefix(self.agent()).unwrap().to_str().unwrap().to_owned();
                if path.is_dir() && !path.is_symlink() {
                    todo.push(path);
                } else {
                    let marked = name.ends_with(".tacklebox-tool.json");
                    let text =
                        if marked { String::new() } else { fs::read_to_string(path).unwrap() };
                    out.insert(name, text);
                }
            }
        }
        out
    }

    /// Nothing is there, not even the folder of tools.
    pub fn untouched(&self) {
        assert_eq!(fs::read_dir(self.agent()).unwrap().count(), 0);
    }
}

fn tool(version: &str) -> Vec<u8> {
    let run = Tar { mode: 0o755, ..file("jq-1/bin/jq", version) };
    gz(&tar(&[run, file("jq-1/LICENSE", "MIT"), link(b'2', "jq-1/jq", "bin/jq")]))
}

#[tokio::test]
async fn an_archive_is_downloaded_unpacked_and_placed() {
    let server = Server::start(|_| ok(&tool("one"))).await;
    let home = Home::new();
    let bin = home.agent().join("tools/jq/bin");
    let machine = server.machine_with(home.path(), &[("PATH", bin.to_str().unwrap())]);
    let spec = InstallSpec {
        strip_components: Some(1),
        bins: vec!["jq".to_owned(), "yq".to_owned()],
        ..download(server.url("/d/jq-1.tar.gz?x=1"))
    };
    let plan = outline(&machine, &home.agent(), &spec).unwrap();
    assert_eq!(
        plan.steps,
        [
            format!(
                "Download {} (at most 256 MiB; its size is not known before).",
                server.url("/d/jq-1.tar.gz?x=1")
            ),
            "Unpack it, without the first folder of each name.".to_owned(),
            "Put it into ~/agent/tools/jq.".to_owned(),
        ]
    );
    assert!(server.asked().is_empty(), "a plan asks nobody");
    home.untouched();

    let steps = Mutex::new(Vec::new());
    let note = |progress| {
        if let Progress::Step(step) = progress {
            steps.lock().unwrap().push(step);
        }
    };
    let done = install_spec(&machine, &home.agent(), &spec, &note, &CancellationToken::new()).await;
    let done = done.unwrap();
    assert_eq!(
        steps.into_inner().unwrap(),
        ["Downloading jq-1.tar.gz from localhost", "Unpacking", "Putting it into ~/agent/tools/jq",]
    );
    let names: Vec<_> = home.files().into_keys().collect();
    assert_eq!(
        names,
        ["tools/jq/.tacklebox-tool.json", "tools/jq/LICENSE", "tools/jq/bin/jq", "tools/jq/jq",]
    );
    assert_eq!(done.dir, fs::canonicalize(home.agent()).unwrap().join("tools/jq"));
    assert!(done.programs[0].on_path && done.programs[1].path.is_none());
    assert!(done.sentences[0].ends_with("is found on the PATH."), "{}", done.sentences[0]);
    assert!(done.sentences[1].contains("no program “yq”"), "{}", done.sentences[1]);
}

#[tokio::test]
#[cfg(unix)]
async fn a_single_file_becomes_the_program_that_it_is() {
    use std::os::unix::fs::PermissionsExt;
    let server = Server::start(|_| ok(b"#!/bin/sh\n")).await;
    let home = Home::new();
    let bins = vec!["jq".to_owned()];
    let spec = InstallSpec { bins, ..download(server.url("/jq-linux-amd64")) };
    let done = home.install(&server.machine(home.path()), &spec).await.unwrap();
    let path = done.programs[0].path.clone().unwrap();
    assert!(path.ends_with("tools/jq/jq"));
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o755);
    assert!(done.sentences[0].contains("not on the PATH"), "{}", done.sentences[0]);
    assert!(done.sentences[0].contains("jq to the PATH"), "{}", done.sentences[0]);
}

#[tokio::test]
async fn what_was_installed_before_is_replaced_and_nothing_else_is() {
    let version = std::sync::Arc::new(Mutex::new("one"));
    let now = version.clone();
    let server = Server::start(move |_| ok(&tool(*now.lock().unwrap()))).await;
    let home = Home::new();
    let machine = server.machine(home.path());
    let spec = download(server.url("/jq.tgz"));
    home.install(&machine, &spec).await.unwrap();
    *version.lock().unwrap() = "two";
    let plan = outline(&machine, &home.agent(), &spec).unwrap();
    let last = plan.steps.last().unwrap();
    assert!(last.contains("in place of what was installed there from https://localhost"), "{last}");
    home.install(&machine, &spec).await.unwrap();
    assert_eq!(home.files()["tools/jq/jq-1/bin/jq"], "two");
    assert_eq!(fs::read_dir(home.agent().join("tools")).unwrap().count(), 1);

    // What somebody else put there stays.
    fs::remove_file(home.agent().join("tools/jq/.tacklebox-tool.json")).unwrap();
    let before = home.files();
    let error = home.install(&machine, &spec).await.unwrap_err();
    assert!(matches!(error, FetchError::InTheWay { .. }), "{error}");
    assert_eq!(home.files(), before);
}

#[tokio::test]
async fn a_failure_on_the_way_leaves_what_was_there() {
    let server = Server::start(|request| match request.path.as_str() {
        "/good.tgz" => ok(&tool("one")),
        "/evil.tgz" => ok(&gz(&tar(&[file("../evil", "x")]))),
        "/page.tgz" => ok(b"<html>not found</html>"),
        "/marked.tgz" => ok(&gz(&tar(&[file(".tacklebox-tool.json", "{}")]))),
        "/cut.tgz" => vec![text("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nab")],
        _ => status("404 Not Found"),
    })
    .await;
    let home = Home::new();
    let machine = server.machine(home.path());
    const BAD: [&str; 5] = ["/evil.tgz", "/page.tgz", "/marked.tgz", "/cut.tgz", "/gone.tgz"];
    for path in BAD {
        home.install(&machine, &download(server.url(path))).await.unwrap_err();
        home.untouched();
    }
    home.install(&machine, &download(server.url("/good.tgz"))).await.unwrap();
    let before = home.files();
    for path in BAD {
        home.install(&machine, &download(server.url(path))).await.unwrap_err();
        assert_eq!(home.files(), before, "{path}");
    }
}

#[tokio::test]
async fn a_download_is_what_its_author_announced() {
    let server = Server::start(|_| ok(b"abc")).await;
    let home = Home::new();
    let machine = server.machine(home.path());
    let right = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    let spec =
        |hash: &str| InstallSpec { sha256: Some(hash.to_owned()), ..download(server.url("/jq")) };
    let error = home.install(&machine, &spec(&right.replace('b', "c"))).await.unwrap_err();
    assert!(matches!(error, FetchError::WrongHash { .. }), "{error}");
    home.untouched();
    let plan = outline(&machine, &home.agent(), &spec(right)).unwrap();
    assert_eq!(plan.steps[1], "Check its SHA-256.");
    home.install(&machine, &spec(right)).await.unwrap();
    assert_eq!(home.files()["tools/jq/jq"], "abc");
}

#[tokio::test]
async fn cancelling_leaves_nothing_whenever_it_comes() {
    let server = Server::start(|_| {
        let mut pieces = ok(&tool("one"));
        pieces.insert(1, Piece::Wait(Duration::from_millis(200)));
        pieces
    })
    .await;
    let home = Home::new();
    let machine = server.machine(home.path());
    let spec = download(server.url("/jq.tgz"));
    for at in ["Downloading", "Unpacking", "Putting"] {
        let cancel = CancellationToken::new();
        let note = |progress| {
            if matches!(&progress, Progress::Step(step) if step.starts_with(at)) {
                cancel.cancel();
            }
        };
        let result = install_spec(&machine, &home.agent(), &spec, &note, &cancel).await;
        assert!(matches!(result, Err(FetchError::Cancelled)), "{at}: {result:?}");
        home.untouched();
    }
    // Nobody waits any more.
    let cancel = CancellationToken::new();
    let agent = home.agent();
    let install = install_spec(&machine, &agent, &spec, &|_| (), &cancel);
    assert!(tokio::time::timeout(Duration::from_millis(100), install).await.is_err());
    home.untouched();
}

#[tokio::test]
async fn a_package_of_npm_without_its_scripts_and_needs() {
    let package = r#"{"name": "@s/tool", "bin": {"tool": "./cli.js"}, "dependencies": {"x": "1"},
        "scripts": {"postinstall": "touch /tmp/evil"}}"#;
    let archive = gz(&tar(&[file("package/package.json", package), file("package/cli.js", "//")]));
    let address = std::sync::Arc::new(Mutex::new(String::new()));
    let tarball = address.clone();
    let server = Server::start(move |request| match request.path.as_str() {
        "/@s%2ftool" => {
            ok(about("@s/tool", &tarball.lock().unwrap(), &integrity(&archive)).as_bytes())
        }
        "/tool.tgz" => ok(&archive),
        _ => status("404 Not Found"),
    })
    .await;
    *address.lock().unwrap() = server.url("/tool.tgz");
    let home = Home::new();
    let registry = server.url("");
    let machine = server.machine_with(home.path(), &[("npm_config_registry", &registry)]);
    let (package, bins) = (Some("@s/tool@next".to_owned()), vec!["tool".to_owned()]);
    let spec = InstallSpec { package, bins, ..spec("npm") };
    let plan = outline(&machine, &home.agent(), &spec).unwrap();
    assert!(
        plan.steps[0].starts_with(&format!("Download @s/tool@next from {registry}/")),
        "{plan:?}"
    );
    let done = home.install(&machine, &spec).await.unwrap();
    assert_eq!(done.source, "npm:@s/tool@2.0.0-rc.1");
    assert!(done.programs[0].path.as_ref().unwrap().ends_with("tools/tool/cli.js"));
    assert_eq!(done.sentences[1], "It needs other packages, which were not installed.");
    assert_eq!(server.asked(), ["/@s%2ftool", "/tool.tgz"]);
}

#[tokio::test]
async fn specs_that_cannot_be_used_are_refused_before_anything_happens() {
    let server = Server::start(|_| ok(b"")).await;
    let home = Home::new();
    let machine = server.machine(home.path());
    let https = || download(server.url("/x.zip"));
    let text = |text: &str| Some(text.to_owned());
    let cases = [
        (spec("brew"), "“brew” is not fetched from here"),
        (spec("download"), "names no address"),
        (spec("git"), "names no repository"),
        (spec("npm"), "names no package"),
        (InstallSpec { url: text("http://x/y.zip"), ..https() }, "only addresses with https://"),
        (InstallSpec { sha256: text("abc"), ..https() }, "not a SHA-256"),
        (InstallSpec { archive: text("tar.xz"), ..https() }, "a kind that is not unpacked here"),
        (InstallSpec { target_dir: text("../../x"), ..https() }, "outside its folder"),
        (InstallSpec { target_dir: text("/usr/local"), ..https() }, "absolute path"),
        (InstallSpec { target_dir: text("~/other"), ..https() }, "absolute path"),
        (InstallSpec { target_dir: text("."), ..https() }, "no folder of its own"),
        (InstallSpec { target_dir: text("a\\b"), ..https() }, "backslash"),
        (InstallSpec { target_dir: text(".tacklebox-x"), ..https() }, "no folder of its own"),
        (InstallSpec { url: text("ssh://git@x/y"), ..spec("git") }, "only addresses with https://"),
        (InstallSpec { url: text("https://x/y#-evil"), ..spec("git") }, "not the name of a branch"),
        (InstallSpec { package: text("x@^1"), ..spec("npm") }, "not a range"),
    ];
    for (spec, says) in cases {
        let error = outline(&machine, &home.agent(), &spec).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
        assert_eq!(home.install(&machine, &spec).await.unwrap_err().to_string(), error);
    }
    home.untouched();
    assert!(server.asked().is_empty());
}
