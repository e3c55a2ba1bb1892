//! Which ways are offered on which computer.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::*;
use tacklebox_agents::hook::InstallSpec;
use tacklebox_machine::machine::{Machine, Platform};

/// A computer with these programs on PATH.
fn computer(dir: &Path, platform: Platform, programs: &[&str], env: &[(&str, &str)]) -> Machine {
    for name in programs {
        let path = dir.join(name);
        fs::File::create(&path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let env: BTreeMap<String, String> =
        env.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    Machine::new(platform, dir, env).with_path(vec![dir.to_owned()])
}

fn spec(kind: &str, package: &str) -> InstallSpec {
    InstallSpec { kind: kind.into(), package: Some(package.into()), ..InstallSpec::default() }
}

/// `id: command`, with what can be run marked.
fn told(offers: &[Offer]) -> Vec<String> {
    let line = |offer: &Offer| {
        let mark = if offer.option.runnable { "run " } else { "" };
        format!("{mark}{}: {}", offer.option.id, offer.option.command.as_deref().unwrap_or("–"))
    };
    offers.iter().map(line).collect()
}

fn here(
    platform: Platform,
    programs: &[&str],
    env: &[(&str, &str)],
    specs: &[InstallSpec],
    program: &str,
) -> Vec<String> {
    let tmp = tempfile::tempdir().unwrap();
    told(&offers(&computer(tmp.path(), platform, programs, env), tmp.path(), specs, program))
}

#[test]
fn the_managers_of_this_computer_are_offered() {
    assert_eq!(
        here(Platform::Darwin, &["brew", "cargo", "npm"], &[], &[], "rg"),
        ["run brew: brew install ripgrep", "run cargo: cargo install --locked ripgrep"]
    );
    assert_eq!(here(Platform::Linux, &["dnf"], &[], &[], "rg"), ["dnf: sudo dnf install ripgrep"]);
    assert_eq!(
        here(Platform::Linux, &["pacman"], &[], &[], "yq"),
        ["pacman: sudo pacman -S go-yq"]
    );
    assert_eq!(
        here(Platform::Linux, &["go", "apt-get"], &[], &[], "yq"),
        ["run go: go install github.com/mikefarah/yq/v4@latest"]
    );
    assert_eq!(here(Platform::Linux, &["apt-get"], &[], &[], "no-such-program"), [""; 0]);
    // The program of that name on a Mac is not Debian's.
    assert_eq!(here(Platform::Darwin, &["apt-get"], &[], &[], "jq"), [""; 0]);
}

#[test]
fn apt_runs_only_where_somebody_can_be_asked_for_the_password() {
    let screen = [("DISPLAY", ":0"), ("XDG_CURRENT_DESKTOP", "ubuntu:GNOME")];
    let both = ["apt-get", "pkexec"];
    let ask =
        |programs: &[&str], env: &[(&str, &str)]| here(Platform::Linux, programs, env, &[], "jq");
    assert_eq!(ask(&both, &screen), ["run apt: pkexec apt-get install -y -- jq"]);
    for (programs, env) in [
        (&both[..1], &screen[..]),
        (&both, &screen[..1]),
        (&both, &screen[1..]),
        (&both, &[("DISPLAY", ":0"), ("XDG_CURRENT_DESKTOP", "i3")]),
    ] {
        assert_eq!(ask(programs, env), ["apt: sudo apt install jq"], "{programs:?} {env:?}");
    }
    let tmp = tempfile::tempdir().unwrap();
    let root = computer(tmp.path(), Platform::Linux, &["apt-get"], &[]).with_root(true);
    assert_eq!(told(&offers(&root, tmp.path(), &[], "jq")), ["run apt: apt-get install -y -- jq"]);
}

#[test]
fn what_the_author_names_comes_first_and_nothing_comes_twice() {
    let mut own = spec("brew", "ffmpeg");
    own.id = Some("ff".into());
    let fork = spec("brew", "some/tap/ffmpeg");
    assert_eq!(
        here(Platform::Linux, &["brew"], &[], &[own, fork], "ffmpeg"),
        ["run ff: brew install ffmpeg", "run brew: brew install some/tap/ffmpeg"]
    );
    let other = InstallSpec { bins: vec!["sox".into()], ..spec("brew", "sox") };
    let mac = InstallSpec { os: vec!["darwin".into()], ..spec("node", "mac-only") };
    assert_eq!(
        here(Platform::Linux, &["brew"], &[], &[other, mac], "jq"),
        ["run brew: brew install jq"]
    );
}

#[test]
fn every_kind_of_the_family_makes_its_command() {
    let all = ["npm", "uv", "cargo", "go"];
    let kinds = [
        spec("node", "@scope/tool"),
        spec("uv", "tool[extra]==1.2"),
        spec("cargo", "tool"),
        spec("go", "example.com/tool"),
    ];
    assert_eq!(
        here(Platform::Linux, &all, &[], &kinds, "tool"),
        [
            "run node: npm install -g @scope/tool",
            "run uv: uv tool install 'tool[extra]==1.2'",
            "run cargo: cargo install --locked tool",
            "run go: go install example.com/tool@latest",
        ]
    );
    let bun = here(Platform::Linux, &["bun"], &[], &[spec("node", "tool")], "tool");
    assert_eq!(bun, ["run node: bun add -g tool"]);
}

#[test]
fn a_manager_that_is_not_here_can_be_read_about_and_comes_last() {
    let tmp = tempfile::tempdir().unwrap();
    let machine = computer(tmp.path(), Platform::Linux, &["apt-get"], &[]);
    let offers = offers(&machine, tmp.path(), &[spec("brew", "jq")], "jq");
    assert_eq!(told(&offers), ["apt: sudo apt install jq", "brew: brew install jq"]);
    assert_eq!(offers[1].option.note.as_deref(), Some("Homebrew was not found on this computer."));
}

#[test]
fn a_kind_that_is_not_known_is_text_without_a_button() {
    let tmp = tempfile::tempdir().unwrap();
    let machine = computer(tmp.path(), Platform::Linux, &[], &[]);
    let offers =
        offers(&machine, tmp.path(), &[spec("mystery", "jq"), spec("bundled", "jq")], "jq");
    for offer in &offers {
        assert_eq!(offer.method, Method::Shown);
        assert!(!offer.option.runnable && offer.option.command.is_none());
    }
    assert_eq!(offers[0].option.label, "Install jq with mystery");
}

#[test]
fn what_goes_into_the_agents_tools_says_its_steps_before() {
    let tmp = tempfile::tempdir().unwrap();
    let machine = computer(tmp.path(), Platform::Linux, &["git"], &[]);
    let download = |url: &str| InstallSpec {
        kind: "download".into(),
        url: Some(url.into()),
        bins: vec!["tool".into()],
        ..InstallSpec::default()
    };
    let specs = [download("https://example.org/tool"), download("http://example.org/tool")];
    let offers = offers(&machine, &tmp.path().join(".milady"), &specs, "tool");
    let (good, bad) = (&offers[0], &offers[1]);
    assert!(good.option.runnable && matches!(good.method, Method::Fetch(_)));
    let note = good.option.note.as_deref().unwrap_or_default();
    assert!(
        note.contains("https://example.org/tool") && note.contains("~/.milady/tools/"),
        "{note}"
    );
    assert!(!bad.option.runnable && bad.method == Method::Shown);
    assert!(bad.option.note.is_some(), "it says why not");
}

#[test]
fn a_name_that_is_more_than_a_name_makes_no_command() {
    for kind in ["brew", "node", "go", "uv", "cargo", "apt"] {
        for name in ["git; rm -rf /", "$(id)", "-g", "--x", "a b", "../a", "", "/bin/sh"] {
            let all = ["brew", "npm", "go", "uv", "cargo", "apt-get"];
            let told = here(Platform::Linux, &all, &[], &[spec(kind, name)], "x");
            assert_eq!(told, [format!("{kind}: –")], "{name:?}");
        }
    }
}

#[test]
fn an_id_from_a_manifest_is_a_plain_word_or_not_used() {
    let mut odd = spec("brew", "a");
    odd.id = Some("--with\n../x".into());
    let twice = spec("brew", "b");
    let told = here(Platform::Linux, &["brew"], &[], &[odd, twice], "x");
    assert_eq!(told, ["run brew: brew install a", "run brew-2: brew install b"]);
}
