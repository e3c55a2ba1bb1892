//! OpenClaw's plugins in the real window: listed without being run, found out after a question, switched
//! with everyone else named, set, tried, made and removed; and nothing for axe to object to.

use anyhow::{Context as _, ensure};
use tacklebox_e2e::{App, Home, test};

use crate::axe;
use crate::full_house::in_the_dark;

/// Notes that it was loaded, so that a test can tell.
const GUARD: &str = r#"import { writeFileSync } from "node:fs";
writeFileSync(new URL("./loaded.txt", import.meta.url), "yes");
export default {
  id: "tool-guard",
  register(api) {
    api.on("before_tool_call", async ({ toolName, params }) => {
      if (String(params?.command).includes("rm")) return { block: true, blockReason: `${toolName}: not that` };
    }, { priority: 50 });
    api.registerTool({ name: "guard_status", execute() {} });
  },
};
"#;

fn plugin(home: Home, id: &str, name: &str, module: &str, properties: &str) -> Home {
    let manifest = format!(
        r#"{{"id": "{id}", "name": "{name}", "description": "A plugin of the test", "version": "1.2.0", "activation": {{"onStartup": true}}, "configSchema": {{"type": "object", "additionalProperties": false, "properties": {{{properties}}}}}, "uiHints": {{"token": {{"label": "Token", "sensitive": true}}}}}}"#
    );
    home.with(&format!(".openclaw/extensions/{id}/openclaw.plugin.json"), &manifest)
        .with(&format!(".openclaw/extensions/{id}/index.js"), module)
}

fn quiet(id: &str) -> String {
    format!(
        "export default {{ id: \"{id}\", register(api) {{ api.on(api.pluginConfig.when, () => {{}}); }} }};\n"
    )
}

/// Five plugins, and today's rules for them.
pub fn home() -> Home {
    let home = Home::new()
        .with(".local/share/tacklebox/runtimes.json", r#"{"openclaw": "2026.9.6"}"#)
        .with(".openclaw/openclaw.json", "{\n  plugins: { deny: ['clipper'], entries: { 'tool-guard': { enabled: true }, 'memory-router': { enabled: true } } },\n}\n");
    let settings = r#""region": {"type": "string", "enum": ["eu", "us"], "default": "eu"}, "token": {"type": "string"}, "strict": {"type": "boolean", "default": false}"#;
    let home = plugin(home, "tool-guard", "Tool guard", GUARD, settings);
    let home = plugin(home, "memory-router", "Memory router", &quiet("memory-router"), "");
    let home = plugin(home, "clipper", "Clipper", &quiet("clipper"), "");
    // The runtime of the other tests runs nothing: the computer's own does.
    let _ = std::fs::remove_file(home.path(".bun/bin/bun"));
    home.with(".openclaw/extensions/old-one/index.js", "export default () => {};\n")
        .with_env("PATH", env!("PATH"))
}

/// Beside the sentence as it is typed, not the one that tries what is saved.
const TRY: &str =
    "document.querySelector('section[aria-label=\"Try it\"] [aria-keyshortcuts]').click()";

pub const LIST: &str = "/agent/openclaw";
pub const PAGE: &str = "/plugin/openclaw%2Fplugin%2Ftool-guard";

pub async fn go(app: &App, address: &str) -> anyhow::Result<()> {
    app.script(&format!("location.hash = '{address}'")).await?;
    Ok(())
}

#[test]
fn plugins_are_listed_apart_and_looking_at_them_runs_nothing() {
    test("plugins-list", home(), async |app| {
        go(app, LIST).await?;
        app.find("heading", "Plugins (4)").await?;
        app.see("Its code names: before a tool runs").await?;
        app.see("Not known yet").await?;
        app.see("Forbidden by plugins.deny").await?;
        app.see("It has no openclaw.plugin.json, so it is not loaded.").await?;
        let words = app.words().await?;
        ensure!(!words.contains("has no hooks yet"), "it may have hooks: {words}");
        go(app, PAGE).await?;
        app.see("X-ray").await?;
        ensure!(app.home.read(".openclaw/extensions/tool-guard/loaded.txt").is_err(), "it was run");
        // Watched like hooks.
        go(app, LIST).await?;
        app.find("heading", "Plugins (4)").await?;
        app.home.write(
            ".openclaw/extensions/fresh/openclaw.plugin.json",
            r#"{"id": "fresh", "name": "Fresh one", "configSchema": {}}"#,
        )?;
        app.home.write(".openclaw/extensions/fresh/index.js", "export default () => {};\n")?;
        app.see("Fresh one").await?;
        app.find("heading", "Plugins (5)").await?;
        app.see("The agent knows it and does not start it").await?;
        Ok(())
    });
}

#[test]
fn a_plugin_is_found_out_after_the_question_and_tried() {
    test("plugins-find-out", home(), async |app| {
        go(app, PAGE).await?;
        app.click("button", "Find out what Tool guard").await?;
        app.find("alertdialog", "Load Tool guard?").await?;
        app.see("nothing that it registers is called").await?;
        app.click("button", "Cancel").await?;
        ensure!(app.home.read(".openclaw/extensions/tool-guard/loaded.txt").is_err(), "it was run");
        app.click("button", "Find out what Tool guard").await?;
        app.click("button", "Load it").await?;
        app.see("Seen when it was loaded here").await?;
        app.see("priority 50").await?;
        app.click("button", "Try it").await?;
        app.see("Runs on this computer, outside your agent").await?;
        app.find("button", "tool-guard").await.context("only this plugin is asked")?;
        Ok(())
    });
}

#[test]
fn a_plugin_is_switched_and_set_and_all_of_it_taken_back() {
    test("plugins-set", home(), async |app| {
        go(app, PAGE).await?;
        app.click("switch", "Turn Tool guard on or off").await?;
        app.see("Tool guard was turned off.").await?;
        app.until("it is off in the config", |home| {
            home.read(".openclaw/openclaw.json").is_ok_and(|text| text.contains("false"))
        })
        .await?;
        app.click("button", "Undo").await?;
        app.until("it is as it was", |home| {
            home.read(".openclaw/openclaw.json").is_ok_and(|text| !text.contains("false"))
        })
        .await?;
        // The page is a moment behind the file, and what is below moves once more.
        app.switched("Turn Tool guard on or off", true).await?;
        app.click("button", "Change Token").await?;
        app.holds("its field is there", "document.querySelector('input[type=password]') !== null")
            .await?;
        app.script("document.querySelector('input[type=password]').focus()").await?;
        app.press("open sesame\u{e007}").await?;
        app.find("alertdialog", "Save Token for Tool guard").await?;
        ensure!(!app.words().await?.contains("sesame"), "the plan shows a secret");
        app.click("button", "Save").await?;
        app.see("Token for Tool guard was saved.").await?;
        ensure!(app.home.read(".openclaw/openclaw.json")?.contains("open sesame"), "written");
        ensure!(!app.words().await?.contains("sesame"), "a secret is on the screen");
        app.click("switch", "Strict").await?;
        app.find("alertdialog", "Save").await?;
        app.click("button", "Save").await?;
        app.until("a switch is a truth value", |home| {
            home.read(".openclaw/openclaw.json").is_ok_and(|text| {
                text.contains("strict: true") || text.contains("\"strict\": true")
            })
        })
        .await
    });
}

#[test]
fn a_plugin_is_made_off_and_removed_with_undo() {
    test("plugins-make", home(), async |app| {
        go(app, LIST).await?;
        app.click("button", "New plugin…").await?;
        app.find("dialog", "New plugin for OpenClaw").await?;
        app.type_into("Name", "My guard").await?;
        app.click("radio", "A program").await?;
        app.click("button", "Create").await?;
        app.find("heading", "My guard").await?;
        app.see("before_tool_call").await?;
        let made = app.home.read(".openclaw/extensions/my-guard/index.js")?;
        ensure!(made.contains("api.on("), "{made}");
        app.click("button", "More").await?;
        app.click("menuitem", "Remove…").await?;
        app.click("button", "Remove").await?;
        app.see("My guard and its settings were removed.").await?;
        app.until("its folder is gone", |home| {
            !home.path(".openclaw/extensions/my-guard").exists()
        })
        .await?;
        app.click("button", "Undo").await?;
        app.until("it is back", |home| {
            home.path(".openclaw/extensions/my-guard/index.js").is_file()
        })
        .await
    });
}

#[test]
fn a_plugin_is_made_from_a_sentence_changed_and_taken_back() {
    test("plugins-sentence", home(), async |app| {
        go(app, LIST).await?;
        app.click("button", "New plugin…").await?;
        app.find("dialog", "New plugin for OpenClaw").await?;
        app.type_into("Name", "No rm").await?;
        app.click("button", "For the tools").await?;
        app.click("option", "exec").await?;
        app.type_into("If the text matches", "rm -rf").await?;
        app.type_into("With the reason", "Not here").await?;
        app.see("exec with “Please rm -rf it”").await?;
        app.picture("plugins-sentence-passes").await?;
        app.click("button", "The files that it writes").await?;
        app.find("button", "~/.openclaw/extensions/no-rm/sentence.json").await?;
        // A driver scrolls what it clicks to the edge, below what stays in view.
        app.script(
            "[...document.querySelectorAll('[role=dialog] li button')].find((it) => it.textContent.includes('sentence.json')).click()",
        )
        .await?;
        app.see("+  \"pattern\": \"rm -rf\"").await?;
        app.picture("plugins-sentence-files").await?;
        ensure!(!app.home.path(".openclaw/extensions/no-rm").exists(), "it is written");
        app.click("button", "Create").await?;
        app.see(
            "Before a tool runs, for exec, if the text matches rm -rf: block it with “Not here”",
        )
        .await?;
        app.see("Try it once first").await?;
        app.click("button", "Try it").await.context("its code names the hook")?;
        app.see("Runs on this computer, outside your agent").await?;
        let editor = "document.querySelector('.cm-content')";
        app.holds("the sample can be typed", &format!("{editor} !== null")).await?;
        app.script(&format!("{editor}.focus()")).await?;
        app.press("\u{e009}a\u{e000}").await?;
        app.press(r#"{"tool":"exec","arguments":{"command":"rm -rf build"}}"#).await?;
        app.click("button", "Run").await?;
        app.find("alertdialog", "Run no-rm?").await?;
        app.see("Trying loads it this once and leaves it off").await?;
        app.press("\u{e004}\u{e007}").await?;
        app.see("Stopped it").await?;
        app.see("Not here").await?;
        app.picture("plugins-sentence-tried").await?;
        go(app, "/plugin/openclaw%2Fplugin%2Fno-rm").await?;
        app.click("switch", "Turn No rm on or off").await?;
        app.see("No rm was turned on.").await?;
        app.switched("Turn No rm on or off", true).await?;
        app.click("button", "Change").await?;
        app.type_into("With the reason", "Ask first").await?;
        let saved = app.home.read(".openclaw/extensions/no-rm/sentence.json")?;
        app.picture("plugins-sentence-change").await?;
        app.script(TRY).await?;
        app.see("What it did").await?;
        // What came of it moves what is below.
        app.see("It continues unchanged.").await?;
        ensure!(app.home.read(".openclaw/extensions/no-rm/sentence.json")? == saved, "saved");
        app.click("button", "Save…").await?;
        app.find("alertdialog", "Change No rm").await?;
        app.see("Ask first").await?;
        app.click("button", "Save").await?;
        app.see("block it with “Ask first”").await?;
        let said = app.home.read(".openclaw/extensions/no-rm/sentence.json")?;
        ensure!(said.contains("Ask first"), "{said}");
        app.click("button", "Undo").await?;
        app.see("block it with “Not here”").await?;
        // What somebody writes into its program is theirs.
        let program = app.home.read(".openclaw/extensions/no-rm/index.js")?;
        app.home.write(".openclaw/extensions/no-rm/index.js", &format!("{program}// mine\n"))?;
        app.see("were changed by hand since").await?;
        Ok(())
    });
}

/// The list, a page, a new plugin as a sentence that was tried, and the sentence of one that is there.
async fn looked_at(app: &App, name: &str) -> anyhow::Result<()> {
    go(app, PAGE).await?;
    app.click("button", "Find out what Tool guard").await?;
    app.click("button", "Load it").await?;
    app.see("Seen when it was loaded here").await?;
    axe::load(app).await?;
    let mut found = axe::in_every_size(app, &format!("plugins-page-{name}")).await?;
    go(app, LIST).await?;
    app.see("Memory router").await?;
    found.extend(axe::in_every_size(app, &format!("plugins-list-{name}")).await?);
    app.click("button", "New plugin…").await?;
    app.find("dialog", "New plugin for OpenClaw").await?;
    app.type_into("Name", &format!("Asks {name}")).await?;
    app.type_into("With the reason", "Ask first").await?;
    // A driver scrolls what it clicks to the edge, below what stays in view.
    app.script(TRY).await?;
    app.see("Stopped it").await?;
    found.extend(axe::in_every_size(app, &format!("plugins-sheet-{name}")).await?);
    app.click("button", "Create").await?;
    app.see("block it with “Ask first”").await?;
    app.click("button", "Change").await?;
    app.find("textbox", "With the reason").await?;
    found.extend(axe::in_every_size(app, &format!("plugins-panel-{name}")).await?);
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

#[test]
fn plugins_have_no_violation_in_the_light() {
    test("plugins-light", home(), async |app| looked_at(app, "light").await);
}

#[test]
fn plugins_have_no_violation_in_the_dark() {
    test("plugins-dark", in_the_dark(home()), async |app| looked_at(app, "dark").await);
}
