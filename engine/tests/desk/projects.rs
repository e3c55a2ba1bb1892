//! Project folders: listed beside the agent's own hooks, and nothing in them is touched.

use super::*;
use tacklebox_engine::hook::Hook;

const GUARD: &str =
    "+++\nname = \"guard\"\nevents = [\"SessionStart\"]\ncommand = \"echo hello\"\n+++\n";

fn window() -> Result<(Window, String), Error> {
    let other = GUARD.replace("guard", "other");
    let window = Window::open(&[
        (".moltis/hooks/guard/HOOK.md", GUARD),
        ("code/site/.moltis/hooks/guard/HOOK.md", GUARD),
        ("code/site/.moltis/hooks/other/HOOK.md", &other),
        ("code/app/README.md", ""),
    ])?;
    let site = window.home.path().join("code/site").to_string_lossy().into_owned();
    Ok((window, site))
}

fn of_projects(desk: &Desk, agent: AgentId) -> Vec<Hook> {
    desk.hooks(Some(agent)).into_iter().filter(|hook| hook.project.is_some()).collect()
}

fn listed(desk: &Desk, agent: AgentId) -> Vec<tacklebox_engine::overview::ProjectView> {
    let views = desk.overview().agents.into_iter().find(|view| view.agent == agent);
    views.and_then(|view| view.projects).unwrap_or_default()
}

#[test]
fn a_project_folder_is_listed_under_itself_and_changes_nothing_else() -> Result<(), Error> {
    let (window, site) = window()?;
    let desk = &window.desk;
    let before = desk.hooks(Some(AgentId::Moltis));
    let change = desk.add_project(AgentId::Moltis, &site)?;
    assert!(change.changed, "{change:?}");
    let own = of_projects(desk, AgentId::Moltis);
    let names: Vec<_> = own.iter().map(|hook| (hook.name.as_str(), hook.state)).collect();
    assert_eq!(names, [("guard", State::Ready), ("other", State::Ready)]);
    let sentence = |at: usize| own[at].project.as_ref().map(|project| project.sentence.clone());
    let said = sentence(0).unwrap_or_default();
    assert!(said.contains("only when it is started in ~/code/site."), "{said}");
    assert!(said.contains("takes the place of the hook of this name in ~/.moltis/hooks"), "{said}");
    assert!(said.contains("same switch"), "{said}");
    assert!(!sentence(1).unwrap_or_default().contains("place of"));
    // The person's own hook of that name is what it was: it is replaced in that project only.
    let rest: Vec<Hook> = desk
        .hooks(Some(AgentId::Moltis))
        .into_iter()
        .filter(|hook| hook.project.is_none())
        .collect();
    assert_eq!(rest, before);
    // Each is found by its id, and is not the other of its name.
    assert_ne!(own[0].id, "moltis/managed/guard");
    assert_eq!(desk.hook(&own[0].id)?.hook, own[0]);
    assert!(!window.home.path().join("code/site/tacklebox").exists());
    // Known to the next start, and taken back with the rest of it.
    assert_eq!(of_projects(&window.again(), AgentId::Moltis), own);
    desk.undo(&change.undo.ok_or("no undo")?)?;
    assert_eq!(of_projects(desk, AgentId::Moltis), []);
    assert_eq!(desk.hooks(Some(AgentId::Moltis)), before);
    assert!(desk.hook(&own[0].id).is_err());
    Ok(())
}

#[test]
fn each_hook_of_a_project_is_judged_as_in_that_workspace() -> Result<(), Error> {
    let (window, site) = window()?;
    window.desk.add_project(AgentId::Moltis, &site)?;
    let there = tacklebox_engine::agent::Options {
        workspace: Some(site.into()),
        ..tacklebox_engine::agent::Options::documented()
    };
    let scanned = tacklebox_engine::inventory::Inventory::scan(
        &machine(&window.home),
        AgentId::Moltis,
        &there,
    );
    let plain = |hook: &Hook| Hook { id: String::new(), project: None, ..hook.clone() };
    let by_workspace = scanned.hooks();
    let by_workspace: Vec<Hook> = by_workspace
        .iter()
        .filter(|hook| hook.id.starts_with("moltis/workspace/"))
        .map(plain)
        .collect();
    let by_project: Vec<Hook> =
        of_projects(&window.desk, AgentId::Moltis).iter().map(plain).collect();
    assert_eq!(by_project, by_workspace);
    Ok(())
}

#[test]
fn what_is_no_project_is_refused_with_a_sentence() -> Result<(), Error> {
    let (window, site) = window()?;
    let desk = &window.desk;
    let home = window.home.path();
    fs::create_dir_all(home.join(".openclaw/workspace/site"))?;
    let refused = |agent: AgentId, folder: &str| match desk.add_project(agent, folder) {
        Ok(change) => format!("taken: {}", change.summary),
        Err(failure) => failure.message,
    };
    desk.add_project(AgentId::Moltis, &site)?;
    for (agent, folder, says) in [
        (AgentId::Moltis, site.as_str(), "in the list already"),
        (AgentId::Moltis, "~/code/site/", "in the list already"),
        (AgentId::Moltis, "~/code/../code/./site", "in the list already"),
        (AgentId::Moltis, "~", "your home folder"),
        (AgentId::Moltis, "~/.moltis", "a folder of Moltis itself"),
        (AgentId::Moltis, "~/.moltis/hooks", "a folder of Moltis itself"),
        (AgentId::Moltis, "~/.openclaw/workspace/site", "a folder of OpenClaw itself"),
        (AgentId::Moltis, "~/nowhere", "is not there"),
        (AgentId::Moltis, "~/code/app/README.md", "is a file"),
        (AgentId::Moltis, "code/site", "is not a whole path"),
        (AgentId::Moltis, "", "Name a folder"),
        (AgentId::Zeroclaw, site.as_str(), "takes no hooks from the folder"),
        (AgentId::Milady, site.as_str(), "takes no hooks from the folder"),
    ] {
        let said = refused(agent, folder);
        assert!(said.contains(says), "{folder}: {said}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&site, home.join("link"))?;
        assert!(refused(AgentId::Moltis, "~/link").contains("in the list already"));
    }
    assert_eq!(listed(desk, AgentId::Moltis).len(), 1);
    let no = desk.remove_project(AgentId::Moltis, "nothing").map_err(|failure| failure.code);
    assert_eq!(no.map(|change| change.summary), Err(Code::NotFound));
    Ok(())
}

#[test]
fn a_folder_that_is_gone_is_said_and_comes_back_with_its_hooks() -> Result<(), Error> {
    let (window, site) = window()?;
    let desk = &window.desk;
    desk.add_project(AgentId::Moltis, &site)?;
    desk.add_project(AgentId::Moltis, "~/code/app")?;
    let problems = |desk: &Desk| -> Vec<Option<String>> {
        listed(desk, AgentId::Moltis).into_iter().map(|view| view.problem).collect()
    };
    let empty = "It has no hooks: ~/code/app/.moltis/hooks is not there.".to_owned();
    assert_eq!(problems(desk), [None, Some(empty.clone())]);
    let (from, away) = (window.home.path().join("code/site"), window.home.path().join("away"));
    fs::rename(&from, &away)?;
    desk.refresh();
    let gone = "This folder is not there any more.".to_owned();
    assert_eq!(problems(desk), [Some(gone), Some(empty.clone())]);
    assert_eq!(of_projects(desk, AgentId::Moltis), []);
    fs::rename(&away, &from)?;
    desk.refresh();
    assert_eq!(problems(desk), [None, Some(empty)]);
    assert_eq!(of_projects(desk, AgentId::Moltis).len(), 2);
    // Taken out of the list, what it holds stays.
    let id = listed(desk, AgentId::Moltis)[0].id.clone();
    desk.remove_project(AgentId::Moltis, &id)?;
    assert_eq!(of_projects(desk, AgentId::Moltis), []);
    assert!(from.join(".moltis/hooks/guard/HOOK.md").is_file());
    Ok(())
}

#[test]
fn a_hook_that_comes_into_a_project_is_told() -> Result<(), Error> {
    let (window, site) = window()?;
    window.desk.add_project(AgentId::Moltis, &site)?;
    let id = of_projects(&window.desk, AgentId::Moltis)[0].id.replace("guard", "fresh");
    write(
        &window.home.path().join("code/site/.moltis/hooks/fresh/HOOK.md"),
        &GUARD.replace("guard", "fresh"),
    )?;
    window.told(|changed| changed.upserted.iter().any(|hook| hook.id == id))?;
    // What another program adds to the list, too.
    tacklebox_engine::apply::apply(
        &machine(&window.home),
        &tacklebox_engine::settings::remove_project(
            &machine(&window.home),
            &tacklebox_engine::agent::Agent::locate(
                &machine(&window.home),
                AgentId::Moltis,
                &tacklebox_engine::agent::Options::documented(),
            ),
            &listed(&window.desk, AgentId::Moltis)[0].id,
        )?,
    )?;
    window.told(|changed| changed.removed.contains(&id))
}

#[test]
fn a_hook_of_a_project_can_be_switched_read_and_edited() -> Result<(), Error> {
    let (window, site) = window()?;
    let desk = &window.desk;
    desk.add_project(AgentId::Moltis, &site)?;
    let other = of_projects(desk, AgentId::Moltis)[1].id.clone();
    desk.set_enabled(&other, false, false)?;
    assert_eq!(desk.hook(&other)?.hook.state, State::Off);
    desk.set_enabled(&other, true, false)?;
    let form = desk.open_sentence(AgentId::Moltis, Some(&other), None)?;
    let typed = Sentence { command: "echo changed".to_owned(), ..form.sentence };
    assert_eq!(desk.check_sentence(&typed, "{}")?.state, Some(State::Ready));
    desk.save_sentence(&typed)?;
    let file = window.home.path().join("code/site/.moltis/hooks/other/HOOK.md");
    assert!(fs::read_to_string(file)?.contains("echo changed"));
    assert!(desk.open_file(&other, "HOOK.md")?.raw.contains("echo changed"));
    // Forgotten with the rest of our own data; what is in the folder stays.
    desk.remove_own_data()?;
    assert_eq!(of_projects(desk, AgentId::Moltis), []);
    assert!(window.home.path().join("code/site/.moltis/hooks/other/HOOK.md").is_file());
    Ok(())
}

/// As its published loader has it: only where there is a sign of a project, and its config names no workspace.
#[test]
fn eliza_takes_a_folder_for_a_project_by_what_is_in_it() -> Result<(), Error> {
    let manifest = "---\nname: hi\nmetadata: {\"eliza\":{\"events\":[\"gateway:startup\"]}}\n---\n";
    let window = Window::open(&[
        (".eliza/eliza.json", "{}\n"),
        ("code/site/hooks/hi/HOOK.md", manifest),
        ("code/site/hooks/hi/handler.ts", "export default async () => {};\n"),
    ])?;
    let desk = &window.desk;
    desk.add_project(AgentId::Eliza, "~/code/site")?;
    let state = || of_projects(desk, AgentId::Eliza).pop().map(|hook| (hook.state, hook.reason));
    let marks = "Eliza takes a folder for a project only where it holds AGENTS.md, CLAUDE.md, package.json, skills or .git";
    assert_eq!(state(), Some((State::NotCalled, Some(marks.to_owned()))));
    write(&window.home.path().join("code/site/package.json"), "{}")?;
    desk.refresh();
    assert_eq!(state(), Some((State::Ready, None)));
    let config = "{ agents: { defaults: { workspace: '~/elsewhere' } } }\n";
    write(&window.home.path().join(".eliza/eliza.json"), config)?;
    desk.refresh();
    let named = "Eliza works in ~/elsewhere, as its config says, wherever it is started";
    assert_eq!(state(), Some((State::NotCalled, Some(named.to_owned()))));
    Ok(())
}
