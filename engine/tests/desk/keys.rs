//! What is on the page of a hook: what its author says of a variable, which files it starts and reads.

use super::{Error, Window};

/// Of the variables of the first hook: what for, where from, which rights, and whether its author says so.
fn said(path: &str, text: &str, more: &[(&str, &str)]) -> Result<Vec<String>, Error> {
    let files: Vec<(&str, &str)> = [(path, text)].into_iter().chain(more.iter().copied()).collect();
    let window = Window::open(&files)?;
    let hook =
        window.desk.hooks(None).into_iter().find(|hook| hook.name == "x").ok_or("no hook")?;
    let setup = window.desk.hook(&hook.id)?.setup;
    let help = setup.into_iter().filter_map(|item| item.help);
    Ok(help
        .map(|help| {
            format!("{:?} {:?} {:?} {}", help.purpose, help.url, help.rights, help.by_author)
        })
        .collect())
}

#[test]
fn the_manifest_says_what_a_key_is_for_and_only_https_is_offered_to_open() -> Result<(), Error> {
    let family = "---\nname: x\ndescription: d\nmetadata: {\"milady\":{\"events\":[\"command:new\"],\"requires\":{\"env\":[\"A_WORD\",\"B_WORD\"]},\"keys\":{\"A_WORD\":{\"for\":\"Reads your notes\",\"get\":\"https://a.example/words\",\"rights\":\"notes\"},\"B_WORD\":{\"for\":\"Writes them\",\"get\":\"http://b.example\"}}}}\n---\n";
    let moltis = "+++\nname = \"x\"\nevents = [\"Command\"]\ncommand = \"true\"\n[requires]\nenv = [\"A_WORD\", \"B_WORD\"]\n[keys.A_WORD]\nfor = \"Reads your notes\"\nget = \"https://a.example/words\"\nrights = \"notes\"\n[keys.B_WORD]\nfor = \"Writes them\"\nget = \"http://b.example\"\n+++\n";
    let wished = [
        r#"Some("Reads your notes") Some("https://a.example/words") Some("notes") true"#,
        r#"Some("Writes them") None None true"#,
    ];
    let handler = [(".milady/hooks/x/handler.ts", "")];
    assert_eq!(said(".milady/hooks/x/HOOK.md", family, &handler)?, wished);
    assert_eq!(said(".moltis/hooks/x/HOOK.md", moltis, &[])?, wished);
    Ok(())
}

#[test]
fn the_files_that_a_command_starts_and_reads_are_named() -> Result<(), Error> {
    let manifest =
        "+++\nname = \"x\"\nevents = [\"Command\"]\ncommand = \"./run.sh < ~/notes.md\"\n+++\n";
    let window = Window::open(&[
        (".moltis/hooks/x/HOOK.md", manifest),
        (".moltis/hooks/x/run.sh", "#!/bin/sh\ngrep todo list.txt\ncat ~/notes.md\n"),
    ])?;
    let hook =
        window.desk.hooks(None).into_iter().find(|hook| hook.name == "x").ok_or("no hook")?;
    let detail = window.desk.hook(&hook.id)?;
    assert_eq!(detail.starts, ["run.sh"]);
    assert_eq!(detail.reads, ["~/notes.md", "list.txt"]);
    Ok(())
}
