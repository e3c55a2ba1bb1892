//! What a plugin has to be given before its agent takes the config, and folders with nothing to run, in the
//! real window.

use anyhow::ensure;
use tacklebox_e2e::{App, Home, test};

use crate::axe;
use crate::full_house::in_the_dark;
use crate::plugins::{LIST, PAGE, go, home};

/// One that asks for two settings before its agent takes the config, one that is set aside, and a bundle.
fn needing(dark: bool) -> Home {
    let manifest = r#"{"id": "mailer", "name": "Mailer", "version": "1.0.0", "activation": {"onStartup": true},
        "configSchema": {"type": "object", "required": ["to", "urgent"], "properties": {
            "to": {"type": "string", "description": "Who gets it"}, "urgent": {"type": "boolean"}, "cc": {"type": "string"}}}}"#;
    let module =
        "export default { register(api) { api.on(\"before_prompt_build\", () => {}); } };\n";
    let home = if dark { in_the_dark(home()) } else { home() };
    home.with(".openclaw/extensions/mailer/openclaw.plugin.json", manifest)
        .with(".openclaw/extensions/mailer/index.js", module)
        .with(".openclaw/extensions/old-mailer.bak/openclaw.plugin.json", manifest)
        .with(".openclaw/extensions/old-mailer.bak/index.js", module)
        .with(
            ".openclaw/extensions/skills-pack/.claude-plugin/plugin.json",
            r#"{"name": "Skills pack", "version": "2.0.0"}"#,
        )
        .with(
            ".openclaw/openclaw.json",
            "{ plugins: { entries: { mailer: { enabled: false } } } }\n",
        )
}

/// What axe says of what is on the screen, in both widths, with pictures.
async fn looked_at(app: &App, name: &str, words: &str) -> anyhow::Result<()> {
    let mut found = Vec::new();
    for (width, height) in [(1080, 720), (640, 480)] {
        app.resize(width, height).await?;
        app.see(words).await?;
        app.picture(&format!("plugins-{name}-{width}")).await?;
        for complaint in axe::complaints(app).await? {
            found.push(format!("{name} at {width}: {complaint}"));
        }
    }
    app.resize(1080, 720).await?;
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

async fn set_first(app: &App, name: &str) -> anyhow::Result<()> {
    axe::load(app).await?;
    go(app, LIST).await?;
    looked_at(app, &format!("kinds-{name}"), "It is a bundle of Claude").await?;
    go(app, "/plugin/openclaw%2Fplugin%2Fmailer").await?;
    looked_at(app, &format!("needed-{name}"), "Set this first").await?;
    app.type_into("To", "ana@example.com").await?;
    app.script(
        "const field = document.querySelector('form select'); const set = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set; set.call(field, 'false'); field.dispatchEvent(new Event('change', { bubbles: true }))",
    )
    .await?;
    let save = "document.querySelector('form button[type=submit]')";
    app.holds("all is typed", &format!("{save}?.getAttribute('aria-disabled') !== 'true'")).await?;
    app.script(&format!("{save}.click()")).await?;
    app.find("alertdialog", "Save To and Urgent for Mailer").await?;
    app.click("button", "Save").await?;
    app.see("To and Urgent for Mailer were saved.").await?;
    app.gone("Set this first").await?;
    app.switched("Turn Mailer on or off", false).await?;
    app.click("switch", "Turn Mailer on or off").await?;
    app.see("Mailer was turned on.").await?;
    let config = app.home.read(".openclaw/openclaw.json")?;
    ensure!(config.contains("ana@example.com") && config.contains("enabled: true"), "{config}");
    app.see("May add to prompts").await?;
    app.click("button", "more settings that most people never touch").await?;
    app.see("Milliseconds that before_prompt_build may take").await
}

#[test]
fn what_has_to_be_set_is_set_in_one_step_in_the_light() {
    test("plugins-needed-light", needing(false), async |app| set_first(app, "light").await);
}

#[test]
fn what_has_to_be_set_is_set_in_one_step_in_the_dark() {
    test("plugins-needed-dark", needing(true), async |app| set_first(app, "dark").await);
}

/// The question before a plugin is loaded, a try that it stops, and a switch that turns others on, too.
async fn asked(app: &App, name: &str) -> anyhow::Result<()> {
    axe::load(app).await?;
    go(app, PAGE).await?;
    app.click("button", "Find out what Tool guard").await?;
    app.find("alertdialog", "Load Tool guard?").await?;
    looked_at(app, &format!("question-{name}"), "nothing that it registers is called").await?;
    app.click("button", "Cancel").await?;
    app.click("switch", "Turn Tool guard on or off").await?;
    app.find("alertdialog", "Turn on Tool guard").await?;
    app.see("Memory router").await?;
    ensure!(!app.words().await?.contains("old-one"), "it is broken, on or off");
    let brought = "The plugins that OpenClaw brings may load again too";
    looked_at(app, &format!("switch-{name}"), brought).await?;
    app.click("button", "Turn on").await?;
    app.see("Tool guard was turned on.").await?;
    let config = app.home.read(".openclaw/openclaw.json")?;
    ensure!(config.contains("enabled: false"), "the other one stays off: {config}");
    app.switched("Turn Tool guard on or off", true).await?;
    app.click("button", "Try it").await?;
    let editor = "document.querySelector('.cm-content')";
    app.holds("the sample can be typed", &format!("{editor} !== null")).await?;
    app.script(&format!("{editor}.focus()")).await?;
    app.press("\u{e009}a\u{e000}").await?;
    app.press(r#"{"tool":"exec","arguments":{"command":"rm -rf build"}}"#).await?;
    app.click("button", "Run").await?;
    app.find("alertdialog", "Run tool-guard?").await?;
    app.press("\u{e004}\u{e007}").await?;
    app.see("Stopped it").await?;
    looked_at(app, &format!("tried-{name}"), "exec: not that").await
}

fn all_off(dark: bool) -> Home {
    let home = if dark { in_the_dark(home()) } else { home() };
    home.with(
        ".openclaw/openclaw.json",
        "{ plugins: { enabled: false, entries: { 'tool-guard': { enabled: true }, 'memory-router': { enabled: true } } } }\n",
    )
}

#[test]
fn a_plugin_is_asked_about_switched_and_tried_in_the_light() {
    test("plugins-asked-light", all_off(false), async |app| asked(app, "light").await);
}

#[test]
fn a_plugin_is_asked_about_switched_and_tried_in_the_dark() {
    test("plugins-asked-dark", all_off(true), async |app| asked(app, "dark").await);
}
