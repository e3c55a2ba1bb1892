//! The settings of an agent in the real window: a click, and the file on the disk says it, with every
//! other byte as it was.

use anyhow::ensure;
use tacklebox_e2e::{App, Home, test};

const MILADY: &str = "{\n  // my own words\n  agents: {},\n}\n";
const MOLTIS: &str = "# my own words\n[[hooks.hooks]]\nname = \"audit\" # why\ncommand = \"true\"\nevents = [\"SessionEnd\"]\n";

fn home() -> Home {
    Home::new()
        .with(".milady/milady.json", MILADY)
        .with(
            ".milady/team/standup/HOOK.md",
            "---\nname: standup\ndescription: Collects what was done\nmetadata: {\"milady\":{\"events\":[\"session:start\"]}}\n---\n\n# Stand-up\n",
        )
        .with(".milady/team/standup/handler.ts", "export default () => {}\n")
        .with(".config/moltis/moltis.toml", MOLTIS)
        .with(".moltis/BOOT.md", "- Be well.\n")
}

async fn page(app: &App, agent: &str) -> anyhow::Result<()> {
    app.click("link", "Settings").await?;
    app.click("radio", agent).await
}

#[test]
fn hooks_go_off_as_a_whole_and_an_extra_folder_brings_its_hook() {
    test("settings-milady", home(), async |app| {
        page(app, "Milady").await?;
        app.click("switch", "Load hooks").await?;
        app.until("the config says that hooks are off", |home| {
            home.read(".milady/milady.json").is_ok_and(|text| text.contains("enabled: false"))
        })
        .await?;
        app.click("button", "Undo").await?;
        app.until("it is what it was", |home| {
            home.read(".milady/milady.json").is_ok_and(|text| text == MILADY)
        })
        .await?;
        app.switched("Load hooks", true).await?;

        // The note about what was done is over the end of the page.
        app.script("document.querySelector('main').scrollTo(0, 200)").await?;
        app.click("button", "Add a folder…").await?;
        app.type_into("Folder", "~/elsewhere\u{e007}").await?;
        app.see("takes hooks only from folders under ~/.milady").await?;
        app.type_into("Folder", "~/.milady/team\u{e007}").await?;
        app.find("button", "Remove ~/.milady/team").await?;
        // A screen that is loaded late brings its own style sheets, and must not bring the order of layers down.
        let border = "return getComputedStyle(document.querySelector('[aria-label^=Remove]')).borderTopWidth";
        ensure!(app.script(border).await? == "1px", "buttons look like buttons");
        app.picture("settings").await?;
        let text = app.home.read(".milady/milady.json")?;
        ensure!(text.contains("// my own words") && text.contains("~/.milady/team"), "{text}");
        app.click("link", "Milady").await?;
        app.see("Stand-up").await?;
        app.see("Restart Milady").await
    });
}

#[test]
fn a_hook_of_the_config_and_a_context_file_are_written_from_the_window() {
    test("settings-moltis", home(), async |app| {
        page(app, "Moltis").await?;
        app.click("button", "Add a hook…").await?;
        app.find("heading", "New hook for Moltis").await?;
        app.type_into("Name", "notify").await?;
        app.see("In ~/.config/moltis/moltis.toml, without a folder of its own").await?;
        app.click("button", "Moment").await?;
        app.click("option", "Session starts").await?;
        app.type_into("Command", "true").await?;
        for (width, height) in [(1080, 720), (640, 720)] {
            app.resize(width, height).await?;
            app.picture(&format!("settings-entry-{width}")).await?;
        }
        app.resize(1080, 720).await?;
        app.click("button", "Save draft").await?;
        app.see("Notify was created. It is a draft: it is off.").await?;
        let off = app.home.read(".moltis/disabled_hooks.json")?;
        ensure!(off.contains("notify"), "{off}");
        let text = app.home.read(".config/moltis/moltis.toml")?;
        ensure!(text.starts_with(MOLTIS), "what was there stays: {text}");
        ensure!(
            text.contains(
                "name = \"notify\"\nevents = [\"SessionStart\"]\ncommand = \"true\"\ndraft = true\n"
            ),
            "{text}"
        );

        page(app, "Moltis").await?;
        for (width, height) in [(1080, 720), (640, 720)] {
            app.resize(width, height).await?;
            app.find("button", "Finish notify").await?;
            app.script("document.querySelector('[aria-label=\"Finish notify\"]').scrollIntoView({ block: 'center' })").await?;
            app.picture(&format!("settings-draft-{width}")).await?;
        }
        app.resize(1080, 720).await?;
        app.click("button", "Finish notify").await?;
        app.find("heading", "Edit notify").await?;
        crate::make::try_and_turn_on(app, "notify").await?;
        app.until("it is on, and a draft no more", |home| {
            let off = home.read(".moltis/disabled_hooks.json");
            let text = home.read(".config/moltis/moltis.toml");
            off.is_ok_and(|text| !text.contains("notify"))
                && text.is_ok_and(|text| !text.contains("draft"))
        })
        .await?;

        app.click("link", "Moltis").await?;
        app.see("notify").await?;
        app.click("button", "Edit BOOT.md").await?;
        app.type_into("Text", "- Say hello.").await?;
        app.click("button", "Save").await?;
        app.until("the file is saved", |home| {
            home.read(".moltis/BOOT.md").is_ok_and(|text| text == "- Say hello.")
        })
        .await?;
        app.see("12 bytes").await
    });
}
