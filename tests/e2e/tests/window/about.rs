//! An included hook's page before it is installed, the guide in the window, and Tacklebox itself: in both colours, wide,
//! narrow and twice as large, with nothing that axe or a narrow window objects to.

use anyhow::ensure;
use tacklebox_e2e::{App, Home, Server, test};

use crate::axe;
use crate::full_house::{in_the_dark, with_milady};

/// Address, words by which it is known, and the name of its pictures.
const PAGES: [(&str, &str, &str); 4] = [
    ("/included/milady/notify", "What it does for Milady", "included"),
    ("/included/openclaw/tool-logger", "What it does for OpenClaw", "included-plugin"),
    ("/help/try-a-hook", "Choose the agent and the moment", "help"),
    ("/settings/tacklebox", "About Tacklebox", "about"),
];

async fn looked_at(app: &App, scheme: &str) -> anyhow::Result<()> {
    app.see("GitHub digest").await?;
    axe::load(app).await?;
    let mut found = Vec::new();
    for (width, height, zoom) in [(1080, 720, 100), (640, 480, 100), (1080, 720, 200)] {
        app.resize(width, height).await?;
        app.script(&format!("document.documentElement.style.fontSize = '{}%'", zoom)).await?;
        for (address, words, name) in PAGES {
            app.script("location.hash = '/activity'").await?;
            app.see("Nothing was done yet").await?;
            app.script(&format!("location.hash = '{address}'")).await?;
            app.see(words).await?;
            app.picture(&format!("{name}-{scheme}-{width}-{zoom}")).await?;
            let wide = "document.querySelector('main').scrollWidth <= document.querySelector('main').clientWidth";
            app.holds(&format!("{address} fits into {width} at {zoom} %"), wide).await?;
            for complaint in axe::complaints(app).await? {
                found.push(format!("{address} at {width}, {zoom} %: {complaint}"));
            }
        }
    }
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

#[test]
fn pages_about_what_is_there_are_well_in_the_light() {
    test("about-light", with_milady(Home::new()), async |app| looked_at(app, "light").await);
}

#[test]
fn pages_about_what_is_there_are_well_in_the_dark() {
    test("about-dark", in_the_dark(with_milady(Home::new())), async |app| {
        looked_at(app, "dark").await
    });
}

#[test]
fn an_included_hook_is_read_installed_and_diagnostics_are_shown_first() {
    test("about", with_milady(Home::new()), async |app| {
        app.script("location.hash = '/get/milady'").await?;
        app.click("button", "Notify").await?;
        app.find("heading", "What it does for Milady").await?;
        app.find("heading", "What it reads, writes and sends").await?;
        app.see("one notification to this desktop").await?;
        let drawn = "document.querySelector('img[alt^=\"A notification\"]')?.naturalWidth > 0";
        app.holds("its picture is drawn, and nothing was fetched for it", drawn).await?;
        ensure!(!app.home.path(".milady/hooks/notify").exists(), "it was installed unasked");
        app.click("button", "Install Notify").await?;
        app.until("it is installed", |home| home.path(".milady/hooks/notify/HOOK.md").is_file())
            .await?;
        app.find("heading", "When it runs").await?;
        app.script("location.hash = '/settings/tacklebox'").await?;
        app.click("button", "Copy diagnostics…").await?;
        app.find("dialog", "Copy diagnostics").await?;
        app.see("Last errors of this window (UTC):").await?;
        let shown =
            app.script("return document.querySelector('[role=dialog] pre').textContent").await?;
        let shown = shown.as_str().unwrap_or_default();
        let home = app.home.path("").display().to_string();
        for secret in [home.trim_end_matches('/'), "notify", "github", ".milady", "~"] {
            ensure!(!shown.to_lowercase().contains(secret), "{secret}: {shown}");
        }
        app.picture("diagnostics").await.map(|_| ())
    });
}

#[test]
fn a_new_version_is_looked_for_where_somebody_said_and_nowhere_else() -> anyhow::Result<()> {
    let newest = r#"{"version": "99.1.0", "url": "https://example.com/get", "notes": "Faster."}"#;
    let server = Server::start(&[("latest.json", newest.into())])?;
    let certificate = server.certificate();
    let home = with_milady(Home::new()).with_env("SSL_CERT_FILE", &certificate.to_string_lossy());
    test("updates", home, async |app| {
        app.script("location.hash = '/settings/tacklebox'").await?;
        app.see("No address is set, so nobody is ever asked.").await?;
        app.click("button", "Set an address…").await?;
        app.type_into("Address for new versions", &server.address("latest.json")).await?;
        app.press("\u{e007}").await?;
        app.click("button", "Look for a new version").await?;
        app.find("alertdialog", "Look for a new version?").await?;
        app.see(&format!("This asks {} once.", server.address("latest.json"))).await?;
        app.picture("updates-question").await?;
        ensure!(server.asked()?.is_empty(), "nobody was asked yet");
        app.click("button", "Ask").await?;
        app.see("Tacklebox 99.1.0 is there").await?;
        app.see("Faster.").await?;
        ensure!(server.asked()? == "/latest.json\n", "{}", server.asked()?);
        app.picture("updates").await?;
        app.resize(640, 480).await?;
        app.picture("updates-640").await?;
        app.click("button", "Open the page").await?;
        app.see("https://example.com/get").await?;
        Ok(())
    });
    Ok(())
}
