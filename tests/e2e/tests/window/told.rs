//! What is said of agents that are judged by their documentation, of one that is told of its hooks and has to be
//! started again for its config, and of hooks that a switch takes along.

use tacklebox_e2e::{App, Home, test};

use crate::full_house::in_the_dark;

const COMMAND: &str = "+++\nname = \"note\"\ndescription = \"Notes what happens\"\nevents = [\"Command\"]\ncommand = \"true\"\n+++\n\n# Notes\n";

/// One of two hooks that have the same entry in the config.
fn of_milady(title: &str) -> String {
    let name = title.to_lowercase();
    format!(
        "---\nname: {name}\ndescription: Says good {name}\nmetadata: {{\"milady\":{{\"events\":[\"gateway:startup\"],\"hookKey\":\"shared\"}}}}\n---\n\n# {title}\n"
    )
}

fn home() -> Home {
    Home::new()
        .with(
            ".local/share/tacklebox/runtimes.json",
            r#"{"milady": "2026-03-01", "moltis": "documented", "zeroclaw": "documented"}"#,
        )
        .with(".moltis/hooks/note/HOOK.md", COMMAND)
        .with(
            ".milady/milady.json",
            r#"{"hooks": {"internal": {"enabled": true, "entries": {"shared": {"enabled": true}}}}}"#,
        )
        .with(".milady/hooks/dawn/HOOK.md", &of_milady("Dawn"))
        .with(".milady/hooks/dawn/handler.ts", "export default async () => {};\n")
        .with(".milady/hooks/dusk/HOOK.md", &of_milady("Dusk"))
        .with(".milady/hooks/dusk/handler.ts", "export default async () => {};\n")
        .with(".zeroclaw/config.toml", "[hooks]\nenabled = true\n")
        .with(
            ".zeroclaw/workspace/hooks/greeter/HOOK.toml",
            "[hook]\nname = \"greeter\"\ndescription = \"Greets\"\nevent = \"on_session_start\"\n\n[hook.action.shell]\ncommand = \"true\"\n",
        )
}

async fn pictures(app: &App, name: &str) -> anyhow::Result<()> {
    for (suffix, width, height) in [("", 1080, 720), ("-640", 640, 480)] {
        app.resize(width, height).await?;
        app.picture(&format!("{name}{suffix}")).await?;
    }
    app.resize(1080, 720).await
}

async fn look(app: &App, suffix: &str) -> anyhow::Result<()> {
    app.script("location.hash = '/agent/moltis'").await?;
    app.see("Moltis").await?;
    pictures(app, &format!("documented{suffix}")).await?;
    app.script("location.hash = '/hook/moltis%2Fmanaged%2Fnote'").await?;
    app.see("Notes what happens").await?;
    pictures(app, &format!("documented-hook{suffix}")).await?;
    app.script("location.hash = '/agent/milady'").await?;
    app.click("switch", "Run Dusk").await?;
    app.see("What else is switched with it").await?;
    pictures(app, &format!("along{suffix}")).await
}

#[test]
fn what_is_switched_along_and_kept_by_nothing_is_said() {
    test("told", home(), async |app| look(app, "").await);
}

#[test]
fn the_same_in_the_dark() {
    test("told-dark", in_the_dark(home()), async |app| look(app, "-dark").await);
}

#[test]
fn an_agent_that_is_told_of_its_hooks_is_started_again_for_its_config() {
    let home = home().with(".zeroclaw/config.toml", "[hooks]\nenabled = false\n");
    test("restart", home, async |app| {
        app.script("location.hash = '/agent/zeroclaw'").await?;
        app.click("switch", "Hooks for ZeroClaw").await?;
        app.see("Restart ZeroClaw to apply 1 change.").await?;
        app.click("switch", "Run greeter").await?;
        app.see("greeter was turned off.").await?;
        app.see("Restart ZeroClaw to apply 1 change.").await?;
        pictures(app, "restart").await
    });
}
