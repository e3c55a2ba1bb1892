//! Packages from a registry on this computer.

use std::fs;

use tacklebox_testing::hostile;
use tacklebox_testing::packages::{about, integrity};
use tacklebox_testing::server::{Server, ok, status};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

use crate::fetch::npm::Package;
use crate::fetch::{FetchError, Web};
use tacklebox_machine::files::{self, Stamp};
use tacklebox_machine::machine::{Machine, Platform};

#[test]
fn names_and_versions_by_npms_grammar() {
    let package = |text: &str| {
        let package = Package::read(text).unwrap();
        (package.name, package.wanted)
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(package("npm:left-pad"), ("left-pad".to_owned(), None));
    assert_eq!(package("left-pad@1.3.0"), ("left-pad".to_owned(), some("1.3.0")));
    assert_eq!(package("npm:@a-b/c.d@next"), ("@a-b/c.d".to_owned(), some("next")));
    assert_eq!(package("x@1.0.0-rc.1+build"), ("x".to_owned(), some("1.0.0-rc.1+build")));
    for bad in [
        "",
        "@",
        "@a",
        "@a/",
        "@/b",
        "a/b",
        "../x",
        ".x",
        "_x",
        "-g",
        "a b",
        "a;b",
        "x@",
        "x@^1",
        "x@1 || 2",
        "x@*",
        "x@>=1",
        "x@file:..",
        "x@https://e.com/x.tgz",
        "x@-1",
        "ünï",
        "a@b@c",
        "git+https://x/y",
        &"n".repeat(215),
    ] {
        assert!(Package::read(bad).is_err(), "{bad}");
    }
}

fn registry(rc: &str, env: &[(&str, &str)], name: &str) -> Result<String, FetchError> {
    let home = tempfile::tempdir().unwrap();
    files::save(&home.path().join(".npmrc"), rc.as_bytes(), &Stamp::Absent, 0o600).unwrap();
    let env = env.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    let machine = Machine::new(Platform::Linux, home.path(), env);
    Package::read(name).unwrap().registry(&machine)
}

#[test]
fn the_registry_is_the_one_that_npm_would_ask() {
    let rc = "; mine\nregistry = https://one.example/npm\n@corp:registry=\"https://corp.example/${ID}/\"\n";
    let env = [("npm_config_registry", "https://two.example"), ("ID", "7")];
    assert_eq!(registry("", &[], "x").unwrap(), "https://registry.npmjs.org/");
    assert_eq!(registry(rc, &[], "x").unwrap(), "https://one.example/npm/");
    assert_eq!(registry(rc, &env, "x").unwrap(), "https://two.example/");
    assert_eq!(registry(rc, &env, "@corp/x").unwrap(), "https://corp.example/7/");
    assert_eq!(registry(rc, &[], "@other/x").unwrap(), "https://one.example/npm/");
    let error = registry("registry=http://plain.example/", &[], "x").unwrap_err().to_string();
    assert!(error.contains("http://plain.example/") && error.contains(".npmrc"), "{error}");
}

#[tokio::test]
async fn a_version_a_tag_and_the_latest_are_found() {
    let server = Server::start(|request| match request.path.as_str() {
        "/@s%2fx" => ok(about("@s/x", "https://e.example/x.tgz", &integrity(b"x")).as_bytes()),
        "/odd" => ok(b"<html>hello</html>"),
        _ => status("404 Not Found"),
    })
    .await;
    let home = tempfile::tempdir().unwrap();
    let web = Web::new(&server.machine(home.path())).unwrap();
    let find = async |text: &str| {
        let scratch = tempfile::tempdir().unwrap();
        let package = Package::read(text).unwrap();
        let cancel = CancellationToken::new();
        package.find(&web, &server.url("/"), scratch.path(), &cancel).await
    };
    assert_eq!(find("@s/x").await.unwrap().version, "1.0.0");
    assert_eq!(find("@s/x@next").await.unwrap().version, "2.0.0-rc.1");
    assert_eq!(find("@s/x@2.0.0-rc.1").await.unwrap().version, "2.0.0-rc.1");
    for (text, says) in [
        ("@s/x@9.9.9", "no version or tag “9.9.9”"),
        ("@s/x@0.0.1", "no version or tag"),
        ("@s/x@0.1.0", "no SHA-512"),
        ("absent", "no package “absent”"),
        ("odd", "did not answer as a registry"),
    ] {
        let error = find(text).await.unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
}

#[tokio::test]
async fn an_archive_with_another_hash_is_thrown_away() {
    let server = Server::start(|_| ok(b"what came")).await;
    let home = tempfile::tempdir().unwrap();
    let web = Web::new(&server.machine(home.path())).unwrap();
    let to = home.path().join("x.tgz");
    let fetch = async |expected: &[u8]| {
        let about = about("x", &server.url("/x.tgz"), &integrity(expected));
        let package = Package::read("x").unwrap();
        let found = package.choose_for_test(&about)?;
        package.fetch(&web, &found, &to, &|_| (), &CancellationToken::new()).await
    };
    let error = fetch(b"what was announced").await.unwrap_err();
    assert!(matches!(error, FetchError::WrongHash { .. }), "{error}");
    assert!(!to.exists());
    fetch(b"what came").await.unwrap();
    assert_eq!(fs::read(&to).unwrap(), b"what came");
}

/// What it would fetch is not fetched: the addresses lead nowhere, and none that is not https is asked.
#[test]
fn hostile_answers_of_a_registry_are_answered_with_these_words() {
    let runtime = Runtime::new().unwrap();
    let home = tempfile::tempdir().unwrap();
    hostile::answered("answers/registry", |file| {
        runtime.block_on(async {
            let about = fs::read(file).unwrap();
            let server = Server::start(move |_| ok(&about)).await;
            let web = Web::new(&server.machine(home.path())).unwrap();
            let (package, cancel) = (Package::read("x").unwrap(), CancellationToken::new());
            let scratch = tempfile::tempdir().unwrap();
            match package.find(&web, &server.url("/"), scratch.path(), &cancel).await {
                Err(error) => {
                    error.to_string().replace(&server.url("/"), "https://registry.example/")
                }
                Ok(found) => {
                    let to = scratch.path().join("x.tgz");
                    let error =
                        package.fetch(&web, &found, &to, &|_| (), &cancel).await.unwrap_err();
                    assert!(!to.exists());
                    format!("version {:?}: {error}", found.version)
                }
            }
        })
    });
}
