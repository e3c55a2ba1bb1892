//! Project folders in the real window: listed with their hooks under them, by keys and by mouse, and nothing in
//! them touched; and a hook of a config tried as it is typed.

use anyhow::ensure;
use tacklebox_e2e::{App, Home, test};

use crate::axe;
use crate::by::By;
use crate::full_house::in_the_dark;

const ENTER: &str = "\u{e007}";
const CONTROL_Z: &str = "\u{e009}z\u{e000}";
const GUARD: &str = "+++\nname = \"guard\"\ndescription = \"Stops what would be deleted\"\nevents = [\"BeforeToolCall\"]\ncommand = \"cat\"\ntimeout = 9\n+++\n\n# Guard\n";
/// What is said of it beside a try that failed.
pub const BREAKER: &str = "failures in a row, Moltis leaves a hook out";
const CONFIG: &str = "# my own words\n[[hooks]]\nname = \"audit\" # why\ncommand = \"true\"\nevents = [\"BeforeToolCall\"]\ntimeout = 9\n";

fn home() -> Home {
    Home::new()
        .with(".local/share/tacklebox/runtimes.json", r#"{"moltis": "documented"}"#)
        .with(".config/moltis/moltis.toml", CONFIG)
        .with(".moltis/hooks/guard/HOOK.md", GUARD)
        .with("code/site/.moltis/hooks/guard/HOOK.md", GUARD)
        .with(
            "code/site/.moltis/hooks/deploy/HOOK.md",
            &GUARD.replace("guard", "deploy").replace("Guard", "Deploy"),
        )
        .with("code/empty/README.md", "")
}

async fn looked_at(app: &App, scheme: &str) -> anyhow::Result<()> {
    axe::load(app).await?;
    let mut found = Vec::new();
    for (width, height, zoom) in [(1080, 720, 100), (640, 720, 100), (1080, 720, 200)] {
        app.resize(width, height).await?;
        axe::zoom(app, zoom, width).await?;
        app.script("[...document.querySelectorAll('h2')].find((it) => it.textContent === 'Project folders').scrollIntoView({ block: 'end' })")
            .await?;
        app.picture(&format!("projects-{scheme}-{width}-{zoom}")).await?;
        let wide = "document.querySelector('main').scrollWidth <= document.querySelector('main').clientWidth";
        app.holds(&format!("it fits into {width} at {zoom} %"), wide).await?;
        found.extend(axe::complaints(app).await?.iter().map(ToString::to_string));
        axe::zoom(app, 100, width).await?;
    }
    app.resize(1080, 720).await?;
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

async fn listed_and_removed(app: &App, scheme: &str) -> anyhow::Result<()> {
    app.script("location.hash = '/agent/moltis'").await?;
    app.find("heading", "Project folders").await?;
    app.see("No project folder is listed").await?;
    app.click("button", "Add a project folder…").await?;
    // The field has the focus.
    app.press(&format!("~/.moltis/hooks{ENTER}")).await?;
    app.see("is a folder of Moltis itself").await?;
    app.type_into("Project folder", &format!("~/code/empty{ENTER}")).await?;
    app.see("It has no hooks: ~/code/empty/.moltis/hooks is not there.").await?;
    app.click("button", "Add a project folder…").await?;
    app.press(&format!("~/code/site{ENTER}")).await?;
    app.see("In ~/code/site").await?;
    app.find("row", "Deploy, Ready").await?;
    looked_at(app, scheme).await?;

    app.click("row", "Deploy, Ready").await?;
    app.see("Moltis runs it only when it is started in ~/code/site.").await?;
    app.picture(&format!("projects-hook-{scheme}")).await?;
    app.script("history.back()").await?;
    app.find("heading", "Project folders").await?;

    // Another program changes something in it.
    app.home.write(
        "code/site/.moltis/hooks/fresh/HOOK.md",
        &GUARD.replace("guard", "fresh").replace("Guard", "Fresh"),
    )?;
    app.find("row", "Fresh, Ready").await?;
    app.click("button", "Remove ~/code/site from the list").await?;
    app.see("The hooks of ~/code/site are no longer listed.").await?;
    app.gone("In ~/code/site").await?;
    ensure!(app.home.read("code/site/.moltis/hooks/guard/HOOK.md")? == GUARD, "it was touched");
    app.press(CONTROL_Z).await?;
    app.see("In ~/code/site").await?;
    Ok(())
}

#[test]
fn a_project_folder_is_listed_looked_at_and_removed_in_the_light() {
    test("projects", home(), async |app| listed_and_removed(app, "light").await);
}

#[test]
fn a_project_folder_is_listed_looked_at_and_removed_in_the_dark() {
    test("projects-dark", in_the_dark(home()), async |app| listed_and_removed(app, "dark").await);
}

/// Eliza reads the hooks of its project folders in its own format.
#[test]
fn a_project_folder_of_eliza_is_listed_and_removed() {
    const DEPLOY: &str = "---\nname: deploy\ndescription: Deploys\nmetadata: {\"eliza\":{\"events\":[\"command:new\"]}}\n---\n\n# Deploy\n";
    let home = Home::new()
        .with(".local/share/tacklebox/runtimes.json", r#"{"eliza": "documented"}"#)
        .with(".eliza/eliza.json", "{}\n")
        .with("code/site/package.json", "{}\n")
        .with("code/site/hooks/deploy/HOOK.md", DEPLOY)
        .with("code/site/hooks/deploy/handler.ts", "export default () => {};\n");
    test("projects-eliza", home, async |app| {
        app.script("location.hash = '/agent/eliza'").await?;
        app.find("heading", "Project folders").await?;
        app.see("No project folder is listed").await?;
        app.click("button", "Add a project folder…").await?;
        app.press(&format!("~/code/site{ENTER}")).await?;
        app.see("In ~/code/site").await?;
        app.click("row", "Deploy, Ready").await?;
        app.see("Eliza runs it only when it is started in ~/code/site.").await?;
        app.script("history.back()").await?;
        app.click("button", "Remove ~/code/site from the list").await?;
        app.gone("In ~/code/site").await?;
        ensure!(app.home.read("code/site/hooks/deploy/HOOK.md")? == DEPLOY, "it was touched");
        app.press(CONTROL_Z).await?;
        app.find("row", "Deploy, Ready").await?;
        Ok(())
    });
}

#[test]
fn a_hook_of_a_config_is_tried_as_it_is_typed() {
    test("make-entry", home(), async |app| {
        app.script("location.hash = '/edit/moltis%2Fconfig%2Faudit'").await?;
        app.type_into("Command", "exit 7").await?;
        By::Mouse.try_it(app).await?;
        app.see("It ended with exit code 7.").await?;
        app.see(BREAKER).await?;
        app.picture("make-entry-failed").await?;
        app.type_into("Command", "echo not today >&2; exit 1").await?;
        app.click("button", "Show the file's change").await?;
        app.see("+command = \"echo not today").await?;
        app.click("button", "Try it").await?;
        app.see("Stopped it").await?;
        app.see("not today").await?;
        // One that blocks has not failed.
        app.gone(BREAKER).await?;
        ensure!(
            app.home.read(".config/moltis/moltis.toml")? == CONFIG,
            "it was written before it was saved"
        );
        app.picture("make-entry").await?;
        app.click("button", "Save…").await?;
        app.find("alertdialog", "Change audit?").await?;
        app.click("button", "Save").await?;
        let made = CONFIG.replace("\"true\"", "\"echo not today >&2; exit 1\"");
        app.until("the command is another, and nothing else", |home| {
            home.read(".config/moltis/moltis.toml").is_ok_and(|text| text == made)
        })
        .await
    });
}
