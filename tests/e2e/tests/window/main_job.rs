//! The main job, as a person does it: see the hooks that are there, install one with a click, give
//! it its key, see it become ready. Nothing is mocked: files, engine, window.

use anyhow::ensure;
use tacklebox_e2e::{Home, test};

use crate::axe;

const GREETER: &str = "---\nname: greeter\ndescription: Says hello in each new session\nmetadata: {\"milady\":{\"emoji\":\"👋\",\"events\":[\"session:start\"]}}\n---\n\n# Greeter\n";

fn with_milady() -> Home {
    Home::new()
        .with(".milady/milady.json", "{\n  // my own settings\n  agents: {},\n}\n")
        .with(".milady/hooks/greeter/HOOK.md", GREETER)
        .with(".milady/hooks/greeter/handler.ts", "export default async () => {}\n")
        .with(".milady/hooks/old-logger/HOOK.md", "---\nname: old-logger\nmetadata: [\n---\n")
}

#[test]
fn a_click_installs_a_hook_and_a_key_makes_it_ready() {
    test("main-job", with_milady(), async |app| {
        app.find("heading", "Milady").await?;
        app.see("Greeter").await?;
        app.see("old-logger").await?;
        app.picture("hooks").await?;

        app.click("link", "Get hooks").await?;
        app.find("heading", "GitHub digest").await?;
        app.picture("get").await?;
        app.click("button", "Install GitHub digest").await?;

        app.until("the hook is in ~/.milady/hooks", |home| {
            home.path(".milady/hooks/github-digest/HOOK.md").is_file()
                && home.path(".milady/hooks/github-digest/handler.ts").is_file()
        })
        .await?;
        // Something is missing, so the hook's own screen opens at its setup.
        app.see("Needs setup").await?;
        app.picture("setup").await?;
        app.type_into("GitHub token", "ghp_0123456789abcdef").await?;
        app.click("button", "Save").await?;
        app.until("the key is in the config, the comment too", |home| {
            let config = home.read(".milady/milady.json").unwrap_or_default();
            config.contains("ghp_0123456789abcdef") && config.contains("// my own settings")
        })
        .await?;
        app.see("Ready").await?;
        let words = app.words().await?;
        ensure!(!words.contains("ghp_0123456789abcdef"), "the key is on the screen");
        app.picture("ready").await?;
        Ok(())
    });
}

#[test]
fn a_switch_writes_the_config_and_undo_takes_it_back() {
    test("switch", with_milady(), async |app| {
        app.see("Greeter").await?;
        let before = app.home.read(".milady/milady.json")?;
        app.click("switch", "Greeter").await?;
        app.until("it is off in the config", |home| {
            home.read(".milady/milady.json").is_ok_and(|text| text.contains("enabled: false"))
        })
        .await?;
        app.see("Greeter was turned off").await?;
        app.click("button", "Undo").await?;
        app.until("the config is as it was", |home| {
            home.read(".milady/milady.json").is_ok_and(|text| text == before)
        })
        .await?;
        Ok(())
    });
}

#[test]
fn what_changes_on_disk_is_seen_without_a_click() {
    test("watch", with_milady(), async |app| {
        app.see("Greeter").await?;
        app.home.write(
            ".milady/hooks/second/HOOK.md",
            "---\nname: second\nmetadata: {\"milady\":{\"events\":[\"command:new\"]}}\n---\n\n# Second one\n",
        )?;
        app.home.write(".milady/hooks/second/handler.ts", "export default () => {}\n")?;
        app.see("Second one").await?;
        std::fs::remove_dir_all(app.home.path(".milady/hooks/second"))?;
        app.gone("Second one").await?;
        Ok(())
    });
}

#[test]
fn removing_asks_first_and_can_be_taken_back() {
    test("remove", with_milady(), async |app| {
        app.click("row", "Greeter").await?;
        app.click("button", "More").await?;
        app.click("menuitem", "Remove").await?;
        app.find("alertdialog", "Remove Greeter").await?;
        app.picture("remove").await?;
        app.click("button", "Remove").await?;
        app.until("the folder is gone", |home| !home.path(".milady/hooks/greeter").exists())
            .await?;
        app.click("button", "Undo").await?;
        app.until("the folder is back", |home| {
            home.path(".milady/hooks/greeter/HOOK.md").is_file()
        })
        .await?;
        Ok(())
    });
}

#[test]
fn where_there_is_no_agent_the_window_helps_to_begin() {
    test("first-run", Home::new(), async |app| {
        app.find("button", "Set hooks up for Milady").await?;
        app.picture("first-run").await?;
        let in_view = "document.querySelector('main h1') && [...document.querySelectorAll('main button')].slice(0, 2).filter((it) => it.getBoundingClientRect().bottom <= innerHeight).length === 2";
        for percent in [100, 125] {
            app.resize(640, 480).await?;
            axe::zoom(app, percent, 640).await?;
            app.script("document.querySelector('main').scrollTo(0, 0)").await?;
            app.picture(&format!("first-run-640-{percent}")).await?;
            app.holds(&format!("the next step is in view at {percent} %"), in_view).await?;
            ensure!(axe::cut(app).await?.is_empty(), "{:?}", axe::cut(app).await?);
        }
        axe::zoom(app, 100, 640).await?;
        app.click("button", "Set hooks up for Milady").await?;
        app.click("button", "Install Welcome").await?;
        app.until("Milady's folder of hooks was made", |home| {
            home.path(".milady/hooks/welcome/HOOK.md").is_file()
        })
        .await?;
        Ok(())
    });
}

#[test]
fn text_of_a_stranger_is_only_text() {
    let home = with_milady().with(
        ".milady/hooks/greeter/HOOK.md",
        &format!("{GREETER}\n<script>document.title='owned'</script>\n<img src=x onerror=\"document.title='owned'\">\n[click](javascript:document.title='owned')\n![remote](https://example.com/x.png)\n\u{202e}gnp.exe\n"),
    );
    test("hostile-text", home, async |app| {
        app.click("row", "Greeter").await?;
        // It is loaded late: before it is there, none of it could do harm.
        app.see("<script>document.title").await?;
        app.see("remote").await?;
        app.picture("hostile-text").await?;
        let title = app.script("return document.title").await?;
        ensure!(title != "owned", "a script of the hook's text ran");
        let bad = app
            .script("return document.querySelectorAll('main script, main img, main [onerror], a[href^=javascript]').length")
            .await?;
        ensure!(bad == 0, "{bad} elements of the hook's text are alive");
        let words = app.words().await?;
        ensure!(!words.contains('\u{202e}'), "a mark that turns text around is on the screen");
        Ok(())
    });
}
