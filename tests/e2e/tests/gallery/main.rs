//! Pictures of every screen, for a person to look at: `npm test` does not take them.
//! `cargo test --workspace --test gallery` puts them into `tests/pictures/`.

#[path = "../window/full_house.rs"]
mod full_house;
mod guide;
mod guide_edit;
mod guide_own;
mod guide_slips;

use tacklebox_e2e::{App, Home, test};

use crate::full_house::{a_thousand, full_house, in_the_dark, on_a_desktop};

/// Goes to an address of the page and takes pictures in the usual sizes.
async fn pictures(app: &App, name: &str, address: &str) -> anyhow::Result<()> {
    app.resize(1080, 720).await?;
    app.script(&format!("location.hash = '{address}'")).await?;
    app.script("document.querySelector('main')?.scrollTo(0, 0)").await?;
    pause(400).await;
    app.picture(name).await?;
    let more = app
        .script("const m = document.querySelector('main'); const more = m.scrollHeight - m.clientHeight > 40; m.scrollTo(0, 100000); return more")
        .await?;
    if more == true {
        pause(300).await;
        app.picture(&format!("{name}-end")).await?;
    }
    app.resize(640, 480).await?;
    app.script("document.querySelector('main')?.scrollTo(0, 0)").await?;
    pause(300).await;
    app.picture(&format!("{name}-640")).await?;
    Ok(())
}

async fn pause(ms: u64) {
    tokio::time::sleep(std::time::Duration::from_millis(ms)).await;
}

async fn everything(app: &App, name: &str) -> anyhow::Result<()> {
    app.see("GitHub digest").await?;
    for (screen, address) in [
        ("milady", "/agent/milady"),
        ("openclaw", "/agent/openclaw"),
        ("zeroclaw", "/agent/zeroclaw"),
        ("moltis", "/agent/moltis"),
        ("eliza", "/agent/eliza"),
        ("all", "/hooks"),
        ("get", "/get"),
        ("get-moltis", "/get/moltis"),
        ("try", "/try/moltis/BeforeToolCall"),
        ("try-unheard", "/try/moltis/GatewayStart"),
        ("activity", "/activity"),
        ("settings", "/settings/milady"),
        ("settings-openclaw", "/settings/openclaw"),
        ("settings-zeroclaw", "/settings/zeroclaw"),
        ("settings-moltis", "/settings/moltis"),
        ("settings-own", "/settings/tacklebox"),
        ("hook-key", "/hook/milady%2Fmanaged%2Fgithub-digest/setup"),
        ("hook-program", "/hook/milady%2Fworkspace%2Fvoice-notes/setup"),
        ("hook-setting", "/hook/milady%2Fmanaged%2Fteam-calendar/setup"),
        ("hook-broken", "/hook/milady%2Fmanaged%2Fold-logger/problem"),
        ("hook-replaced", "/hook/milady%2Fmanaged%2Fboot-md"),
        ("hook-ready", "/hook/milady%2Fmanaged%2Fsession-memory"),
        ("hook-foreign", "/hook/milady%2Fmanaged%2Flink-saver"),
        ("hook-yaml", "/hook/milady%2Fmanaged%2Fdaily-summary"),
        ("hook-mac", "/hook/milady%2Fmanaged%2Fmac-notes"),
        ("hook-not-runnable", "/hook/moltis%2Fmanaged%2Ftool-watch/setup"),
        ("hook-moltis", "/hook/moltis%2Fmanaged%2Fcost-limit/setup"),
        ("new-zeroclaw", "/new/zeroclaw/before_tool_call"),
        ("new-moltis", "/new/moltis/BeforeToolCall"),
        ("edit-milady", "/edit/milady%2Fmanaged%2Fsession-memory"),
        ("timeline-zeroclaw", "/timeline/zeroclaw"),
        ("timeline-milady", "/timeline/milady"),
        ("hook-gone", "/hook/milady%2Fmanaged%2Fnowhere"),
        ("included", "/included/milady/workspace-backup"),
        ("included-replacing", "/included/openclaw/session-memory"),
        ("file", "/file/milady%2Fmanaged%2Fsession-memory/handler.ts"),
        ("config", "/settings/milady/config"),
        ("removed", "/activity/removed"),
        ("help", "/help"),
    ] {
        pictures(app, &format!("{name}-{screen}"), address).await?;
    }
    Ok(())
}

#[test]
fn gallery_light() {
    test("gallery-light", on_a_desktop(full_house()), async |app| everything(app, "light").await);
}

#[test]
fn gallery_dark() {
    let home = in_the_dark(on_a_desktop(full_house()));
    test("gallery-dark", home, async |app| everything(app, "dark").await);
}

#[test]
fn gallery_large_text() {
    test("gallery-large", on_a_desktop(full_house()), async |app| {
        app.see("GitHub digest").await?;
        app.script("document.documentElement.style.fontSize = '200%'").await?;
        for (screen, address) in [
            ("milady", "/agent/milady"),
            ("get", "/get"),
            ("hook-key", "/hook/milady%2Fmanaged%2Fgithub-digest/setup"),
            ("moltis", "/agent/moltis"),
        ] {
            pictures(app, &format!("large-{screen}"), address).await?;
        }
        Ok(())
    });
}

#[test]
fn gallery_empty_and_many() {
    test("gallery-empty", on_a_desktop(Home::new()), async |app| {
        app.find("heading", "Welcome").await?;
        pictures(app, "empty-first-run", "/").await?;
        pictures(app, "empty-hooks", "/hooks").await?;
        pictures(app, "empty-milady", "/agent/milady").await
    });
    test(
        "gallery-no-hooks",
        on_a_desktop(Home::new().with(".milady/milady.json", "{}\n")),
        async |app| {
            app.see("no hooks yet").await?;
            pictures(app, "none-milady", "/agent/milady").await
        },
    );
    let hook = "---\nname: greeter\ndescription: Greets when the gateway is up\nmetadata: {\"openclaw\":{\"events\":[\"gateway:startup\"]}}\n---\n";
    let openclaw = |config: &str| {
        Home::new()
            .with(".local/share/tacklebox/runtimes.json", r#"{"openclaw": "2026.9.6"}"#)
            .with(".openclaw/openclaw.json", config)
            .with(".openclaw/hooks/greeter/HOOK.md", hook)
            .with(".openclaw/hooks/greeter/handler.ts", "export default () => {}\n")
    };
    let hooks = "\"hooks\": {\"internal\": {\"enabled\": true}}";
    let gateway = "\"gateway\": {\"mode\": \"local\"}";
    for (name, config) in [
        ("not-started", format!("{{{hooks}}}\n")),
        (
            "settles",
            format!(
                "{{{gateway}, {hooks}, \"tools\": {{\"exec\": {{\"mode\": \"ask\", \"ask\": \"off\"}}}}}}\n"
            ),
        ),
        (
            "refused",
            format!(
                "{{{gateway}, {hooks}, \"tools\": {{\"web\": {{\"search\": {{\"provider\": \"brave\"}}}}}}}}\n"
            ),
        ),
    ] {
        test(&format!("gallery-{name}"), on_a_desktop(openclaw(&config)), async |app| {
            app.see("greeter").await?;
            pictures(app, &format!("{name}-openclaw"), "/agent/openclaw").await
        });
    }
    test("gallery-many", on_a_desktop(a_thousand()), async |app| {
        app.see("Hook 0000").await?;
        pictures(app, "many-milady", "/agent/milady").await
    });
}

#[test]
fn gallery_moments() {
    test("gallery-moments", on_a_desktop(full_house()), async |app| {
        app.resize(1080, 720).await?;
        app.see("GitHub digest").await?;
        app.click("button", "Sort").await?;
        app.picture("moment-sort").await?;
        app.press("\u{e00c}").await?;
        app.click("switch", "Session memory").await?;
        app.see("was turned off").await?;
        app.picture("moment-toast").await?;
        app.script("document.querySelector('main').scrollTo(0, 100000)").await?;
        app.click("button", "What today's Milady does differently").await?;
        app.script("document.querySelector('main').scrollTo(0, 100000)").await?;
        pause(300).await;
        app.picture("moment-notes").await?;
        app.resize(640, 480).await?;
        app.click("button", "Show sidebar").await?;
        pause(300).await;
        app.picture("moment-drawer").await?;
        app.press("\u{e00c}").await?;
        app.resize(1080, 720).await?;

        app.script("location.hash = '/hook/milady%2Fmanaged%2Fdaily-summary'").await?;
        app.click("button", "Fix…").await?;
        app.find("alertdialog", "").await?;
        app.picture("moment-fix").await?;
        app.resize(640, 480).await?;
        app.picture("moment-fix-640").await?;
        app.resize(1080, 720).await?;
        app.click("button", "Apply").await?;
        app.gone("really does").await?;
        app.picture("moment-fixed").await?;
        app.script("location.hash = '/hook/milady%2Fmanaged%2Flink-saver'").await?;
        app.click("button", "Fix…").await?;
        app.picture("moment-fix-foreign").await?;
        app.press("\u{e00c}").await?;
        app.click("button", "More").await?;
        app.picture("moment-menu").await?;
        app.click("menuitem", "Remove").await?;
        app.picture("moment-remove").await?;
        app.press("\u{e00c}").await?;

        app.script("location.hash = '/hook/milady%2Fmanaged%2Fgithub-digest/setup'").await?;
        app.type_into("GitHub token", "ghp_0123456789abcdef").await?;
        app.click("button", "Save").await?;
        app.see("all done").await?;
        app.picture("moment-saved").await?;
        app.script("location.hash = '/hook/moltis%2Fmanaged%2Fcost-limit/setup'").await?;
        app.see("Moltis").await?;
        app.script("location.hash = '/hook/zeroclaw%2Fmanaged%2Fupdater/problem'").await?;
        app.see("What is wrong").await?;
        app.picture("moment-refused").await?;

        // A config that does not parse any more.
        app.home.write(".milady/milady.json", "{ hooks: { internal: \n")?;
        app.script("location.hash = '/agent/milady'").await?;
        app.see("could not be read in full").await?;
        app.picture("moment-unreadable").await?;
        app.click("row", "Session memory").await?;
        app.see("A config that Milady can read").await?;
        app.picture("moment-unreadable-hook").await?;
        Ok(())
    });
}
