//! A set-up, as the window writes it, opens it on another computer and carries it out.

use super::{AgentId, Code, Error, State, Window, fs};

const MILADY: &str = "{ hooks: { internal: { enabled: true } } }\n";
const MEMORY: &str = "milady/managed/session-memory";
const DIGEST: &str = "milady/managed/github-digest";

/// A computer with two hooks, one of them off, and its set-up in a file.
fn lived_in() -> Result<(Window, std::path::PathBuf), Error> {
    let window = Window::open(&[(".milady/milady.json", MILADY)])?;
    for name in ["session-memory", "github-digest"] {
        window.desk.install_included(name, AgentId::Milady)?;
    }
    window.desk.set_enabled(MEMORY, false, true)?;
    let file = window.home.path().join("team.toml");
    let written = window.desk.export_setup(&file)?;
    assert_eq!((written.path.as_str(), written.hooks), ("~/team.toml", 2));
    Ok((window, file))
}

#[test]
fn a_set_up_is_carried_to_an_empty_home_and_one_undo_takes_it_back() -> Result<(), Error> {
    let (_here, file) = lived_in()?;
    let there = Window::open(&[])?;
    let desk = &there.desk;
    assert_eq!(desk.setup().map_err(|error| error.code).err(), Some(Code::NotFound));

    let view = desk.open_setup(&file)?;
    assert_eq!(view.name, "team.toml");
    let all: Vec<String> = view.comparison.differences.iter().map(|one| one.id.clone()).collect();
    assert!(all.iter().any(|id| id == "milady/session-memory/missing"), "{all:?}");
    let plans = desk.plan_setup(all.clone())?;
    let steps: String = plans.iter().flat_map(|plan| plan.steps.clone()).collect();
    assert!(steps.contains("session-memory") && steps.contains("github-digest"), "{steps}");
    assert!(!there.home.path().join(".milady").exists(), "nothing was changed by looking");
    let none = desk.apply_setup(Vec::new())?;
    assert!(none.applied.done.is_empty() && none.applied.undo.is_none());

    let done = desk.apply_setup(all)?;
    assert_eq!(done.applied.not_done, []);
    assert!(done.view.comparison.same, "{:?}", done.view.comparison.differences);
    assert_eq!(there.state(MEMORY), Some(State::Off));
    assert!(there.state(DIGEST).is_some());
    let needed: Vec<_> = done.view.comparison.needed.iter().map(|one| one.env.as_str()).collect();
    assert_eq!(needed, ["GITHUB_TOKEN"], "a key is never in the file");
    assert!(desk.open_setup(&file)?.comparison.same, "as from the start");

    desk.undo(&done.applied.undo.ok_or("nothing to undo")?)?;
    assert_eq!((there.state(MEMORY), there.state(DIGEST)), (None, None));
    assert!(!desk.setup()?.comparison.same);
    desk.close_setup();
    assert_eq!(desk.setup().map_err(|error| error.code).err(), Some(Code::NotFound));
    Ok(())
}

#[test]
fn what_is_not_in_it_is_turned_off_only_where_it_is_chosen() -> Result<(), Error> {
    let (_here, file) = lived_in()?;
    let there = Window::open(&[(".milady/milady.json", MILADY)])?;
    there.desk.install_included("welcome", AgentId::Milady)?;
    let view = there.desk.open_setup(&file)?;
    let all = view.comparison.differences.iter().map(|one| one.id.clone()).collect();
    let done = there.desk.apply_setup(all)?;
    assert!(done.view.comparison.same && there.state("milady/managed/welcome") != Some(State::Off));

    let also: Vec<String> = done.view.comparison.also_here.iter().map(|it| it.id.clone()).collect();
    assert_eq!(also, ["milady/welcome/other"]);
    assert_eq!(there.desk.plan_setup(also.clone())?.len(), 1);
    let done = there.desk.apply_setup(also)?;
    assert_eq!(there.state("milady/managed/welcome"), Some(State::Off));
    assert!(done.view.comparison.same && done.view.comparison.also_here.is_empty());
    Ok(())
}

#[test]
fn a_file_that_is_none_is_refused_and_what_was_open_stays_open() -> Result<(), Error> {
    let (window, file) = lived_in()?;
    window.desk.open_setup(&file)?;
    let other = window.home.path().join("notes.toml");
    super::write(&other, "a = [")?;
    for path in [&other, &other.with_extension("txt"), &other.with_file_name("gone.toml")] {
        assert!(window.desk.open_setup(path).is_err(), "{}", path.display());
    }
    assert_eq!(window.desk.setup()?.name, "team.toml");
    assert!(window.desk.export_setup(&other.with_extension("txt")).is_err());
    assert!(fs::read_to_string(&file)?.contains("session-memory"));
    Ok(())
}
