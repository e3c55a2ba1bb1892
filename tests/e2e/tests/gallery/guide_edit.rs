//! Pictures of the guide: how a hook of one's own is started, changed, turned on and taken back.

use tacklebox_e2e::Home;

use crate::guide::{both, go, put_away, rest, take};
use crate::guide_own::own;

const RUN: &str = "\u{e009}\u{e007}\u{e000}";
const ESCAPE: &str = "\u{e00c}";

const ENTRY: &str = "[server]\nport = 8080\n\n[[hooks]]\nname = \"audit\"\nevents = [\"BeforeToolCall\"]\ncommand = \"cat > /dev/null\"\ntimeout = 5\ndraft = true\n";
const LATER: &str = "+++\nname = \"tool-notes\"\ndescription = \"Writes down each tool\"\nemoji = \"📓\"\nevents = [\"BeforeToolCall\", \"AfterToolCall\"]\ncommand = \"cat >> tools.log\"\ntimeout = 5\n+++\n\n# Tool notes\n";

fn more() -> Home {
    own()
        .with(".config/moltis/moltis.toml", ENTRY)
        .with(".moltis/disabled_hooks.json", "[\"audit\"]\n")
        .with(".moltis/hooks/tool-notes/HOOK.md", LATER)
}

#[test]
fn guide_edit() {
    both("edit", more, async |app, colours| {
        app.resize(1080, 720).await?;
        go(app, "/edit/zeroclaw%2Fmanaged%2Fdeploy-post", "Edit deploy-post").await?;
        app.type_into("Pattern", "deploy|release").await?;
        app.see("Who would pass").await?;
        app.click("button", "Save…").await?;
        app.find("alertdialog", "Change deploy-post").await?;
        take(app, "edit", colours).await?;
        app.click("button", "Save").await?;
        app.see("deploy-post was changed").await?;
        rest(app).await?;
        take(app, "edit-undo", colours).await?;
        put_away(app).await?;

        go(app, "/new/moltis/BeforeToolCall", "New hook for Moltis").await?;
        app.click("button", "Start from").await?;
        app.find("option", "").await?;
        take(app, "start-from", colours).await?;
        app.press(ESCAPE).await?;

        go(app, "/new/zeroclaw/before_tool_call", "New hook for ZeroClaw").await?;
        app.type_into("Name", "No secrets").await?;
        app.type_into("Command", "grep -q id_rsa && exit 1; exit 0").await?;
        app.see("Try it once first").await?;
        app.press(RUN).await?;
        app.gone("Try it once first").await?;
        app.click("button", "Turn on").await?;
        app.see("no-secrets was turned on").await?;
        rest(app).await?;
        take(app, "turn-on", colours).await?;
        put_away(app).await
    });
}

#[test]
fn guide_rows() {
    both("rows", more, async |app, colours| {
        app.resize(1080, 720).await?;
        go(app, "/agent/zeroclaw", "cost-limit").await?;
        // Menus are loaded after the first picture.
        crate::pause(1500).await;
        app.script(
            "document.querySelector('[data-hook$=\"/cost-limit\"] [aria-haspopup=menu]').click()",
        )
        .await?;
        app.find("menuitem", "Remove…").await?;
        take(app, "row-menu", colours).await?;
        app.press(ESCAPE).await?;

        go(app, "/timeline/zeroclaw", "telegram, “deploy”").await?;
        app.click("radio", "All moments").await?;
        rest(app).await?;
        take(app, "timeline", colours).await?;
        go(app, "/timeline/moltis", "Tool is about to run").await?;
        rest(app).await?;
        take(app, "timeline-moltis", colours).await?;

        go(app, "/try/moltis/BeforeToolCall", "What the hooks did").await?;
        app.see("leaves a hook out").await?;
        take(app, "breaker", colours).await?;

        go(app, "/hook/moltis%2Fconfig%2Faudit", "Draft").await?;
        rest(app).await?;
        take(app, "config-draft", colours).await
    });
}
