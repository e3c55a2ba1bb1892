//! What a plugin has to be given before its agent takes the config, and folders with nothing to run, in the
//! real window.

use anyhow::ensure;
use tacklebox_e2e::{App, Home, test};

use crate::axe;
use crate::full_house::in_the_dark;
use crate::plugins::{LIST, go, home};

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

async fn set_first(app: &App, name: &str) -> anyhow::Result<()> {
    axe::load(app).await?;
    let mut found = Vec::new();
    let mailer = "/plugin/openclaw%2Fplugin%2Fmailer";
    for (address, words, what) in
        [(LIST, "It is a bundle of Claude", "kinds"), (mailer, "Set this first", "needed")]
    {
        go(app, address).await?;
        for (width, height) in [(1080, 720), (640, 480)] {
            app.resize(width, height).await?;
            app.see(words).await?;
            app.picture(&format!("plugins-{what}-{name}-{width}")).await?;
            for complaint in axe::complaints(app).await? {
                found.push(format!("{what} at {width}: {complaint}"));
            }
        }
    }
    ensure!(found.is_empty(), "{}", found.join("\n"));
    app.resize(1080, 720).await?;
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
