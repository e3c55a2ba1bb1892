//! What is made from the description of the commands.

use std::fs;
use std::path::Path;

use tacklebox_engine::failure::Code;

use super::context::TestContext;

/// `UPDATE=1 cargo test -p tacklebox-cli` writes the page; without it, drift fails.
#[test]
fn the_reference_is_what_the_program_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/CLI.md");
    let fresh = tacklebox_cli::reference::markdown();
    let stored = fs::read_to_string(&path).unwrap_or_default();
    if stored == fresh {
        return;
    }
    #[expect(clippy::disallowed_methods, reason = "a switch for whoever runs the tests")]
    let update = std::env::var_os("UPDATE").is_some();
    assert!(
        update,
        "docs/CLI.md is not what it should be: run UPDATE=1 cargo test -p tacklebox-cli"
    );
    use std::io::Write;
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::File::create(&path).unwrap().write_all(fresh.as_bytes()).unwrap();
}

#[test]
fn the_reference_names_every_error_code_and_state() {
    let page = tacklebox_cli::reference::markdown();
    // What only a window can run into.
    let windows_own = [Code::DoesNotParse, Code::NotOpened, Code::Unexpected];
    for code in Code::ALL.iter().filter(|code| !windows_own.contains(code)) {
        assert!(page.contains(&format!("`{code}`")), "{code} is not on the page");
    }
    let help = TestContext::new().run("hooks list --help").stdout;
    let (_, states) = help.split_once("[possible values: ready").unwrap();
    let (states, _) = states.split_once(']').unwrap();
    for state in states.split(", ").filter(|state| !state.is_empty()) {
        assert!(page.contains(&format!("| \"{state}\"")), "{state} is not on the page");
    }
}

#[test]
fn completions_for_every_shell() {
    let context = TestContext::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = context.run(&format!("completions {shell}"));
        assert_eq!(run.status, 0);
        assert!(
            run.stdout.contains("needs-setup") || shell == "elvish" || shell == "powershell",
            "{shell}"
        );
        assert!(run.stdout.contains("tacklebox"), "{shell}");
    }
}

#[test]
fn a_man_page() {
    let run = TestContext::new().run("man");
    for part in
        [".TH tacklebox", ".SH COMMANDS", "tacklebox hooks set <NAME>", "\\-\\-keep\\-others"]
    {
        assert!(run.stdout.contains(part), "{part} is not in {}", run.stdout);
    }
}

#[test]
fn what_a_package_ships_is_made_without_a_home() {
    for args in [&["completions", "bash"][..], &["man"]] {
        let output = TestContext::new().command().args(args).env_remove("HOME").output().unwrap();
        assert!(output.status.success() && !output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn help_and_version_are_no_errors() {
    let context = TestContext::new();
    for args in ["--help", "hooks --help", "hooks set --help", "--version"] {
        let run = context.run(args);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{args}");
    }
}
