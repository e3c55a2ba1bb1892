use super::*;
use tacklebox_machine::failure::Code;

#[test]
fn each_file_says_what_it_is_for_and_whether_it_is_handed_over() {
    let home = Home::with(&[(".moltis/BOOT.md", "- be well\n"), (".moltis/TOOLS.md", " \n")]);
    let files = home.view(AgentId::Moltis).context_files;
    let said: Vec<_> =
        files.iter().map(|file| (file.name.as_str(), file.status.as_str(), file.used)).collect();
    assert_eq!(
        said,
        [
            ("BOOT.md", "10 bytes", true),
            ("TOOLS.md", "Empty, so nothing is handed over", false),
            ("AGENTS.md", "Missing, so nothing is handed over", false),
        ]
    );
    assert_eq!(files[0].path, "~/.moltis/BOOT.md");
    let moved = home.env("MOLTIS_DATA_DIR", "~/data");
    assert_eq!(moved.view(AgentId::Moltis).context_files[0].path, "~/data/BOOT.md");
}

#[test]
fn a_file_is_made_from_its_starting_text_and_saved_again() {
    let home = Home::with(&[]);
    let (machine, inventory) = (home.machine(), home.scan(AgentId::Moltis));
    let read = read_context(&machine, &inventory, "TOOLS.md").unwrap();
    assert_eq!((read.text.as_str(), read.stamp.as_str()), ("", ""));
    let starter = read.starter.unwrap();
    assert!(starter.starts_with("# Tools\n"));
    home.apply(save_context(&inventory, "TOOLS.md", &starter, &read.stamp));
    assert_eq!(home.read(".moltis/TOOLS.md"), starter);
    let read = read_context(&machine, &inventory, "TOOLS.md").unwrap();
    assert_eq!((read.text, read.starter), (starter, None));
    let plan = save_context(&inventory, "TOOLS.md", "api key: abc\nmore\n", &read.stamp).unwrap();
    assert!(plan.diff(&machine).contains("+more"));
    home.apply(Ok(plan));
    assert_eq!(home.read(".moltis/TOOLS.md"), "api key: abc\nmore\n");
}

#[test]
fn another_programs_text_is_not_written_over() {
    let home = Home::with(&[(".moltis/BOOT.md", "old")]);
    let inventory = home.scan(AgentId::Moltis);
    let read = read_context(&home.machine(), &inventory, "BOOT.md").unwrap();
    home.write(".moltis/BOOT.md", "theirs");
    let error = save_context(&inventory, "BOOT.md", "mine", &read.stamp).unwrap_err();
    assert_eq!(error.code(), Code::ChangedMeanwhile);
    assert_eq!(home.read(".moltis/BOOT.md"), "theirs");
}

#[test]
fn only_the_files_of_the_list_are_read_and_only_as_text() {
    let home = Home::with(&[(".moltis/moltis.toml", ""), (".moltis/secret", "x")]);
    let (machine, inventory) = (home.machine(), home.scan(AgentId::Moltis));
    for name in ["secret", "../x", "/etc/passwd", ""] {
        assert_eq!(read_context(&machine, &inventory, name).unwrap_err().code(), Code::Refused);
        refused(save_context(&inventory, name, "x", ""), "no context file");
    }
    assert!(read_context(&machine, &home.scan(AgentId::Milady), "BOOT.md").is_err());
    refused(save_context(&inventory, "BOOT.md", &"x".repeat(262_145), ""), "256 KiB");
    home.write(".moltis/BOOT.md", &"x".repeat(262_145));
    assert!(read_context(&machine, &inventory, "BOOT.md").is_err());
    assert_eq!(home.view(AgentId::Moltis).context_files[0].status, "Too large to be edited here");
}
