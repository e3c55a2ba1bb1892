//! The tour of the first start: beside what it speaks of, wide and narrow, light and dark, and not a second time.

use anyhow::ensure;
use tacklebox_e2e::{App, Home, test};

use crate::axe;
use crate::full_house::{in_the_dark, with_milady};

const STEPS: [&str; 5] =
    ["Your agents", "Each hook says how it is", "Get hooks", "Try it", "Settings and help"];
const RIGHT: &str = "\u{e014}";
const LEFT: &str = "\u{e012}";
const ESCAPE: &str = "\u{e00c}";
const INSIDE: &str = "(() => {
    const box = document.querySelector('[role=dialog]').getBoundingClientRect();
    return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
})()";

async fn walked(app: &App, scheme: &str) -> anyhow::Result<()> {
    app.find("dialog", "Your agents").await?;
    app.holds("Enter goes on", "document.activeElement.textContent === 'Next'").await?;
    axe::load(app).await?;
    let mut found = Vec::new();
    for (width, height) in [(1080, 720), (640, 480)] {
        app.resize(width, height).await?;
        for (at, step) in STEPS.into_iter().enumerate() {
            app.find("dialog", step).await?;
            app.holds(&format!("{step} is in the window"), INSIDE).await?;
            app.picture(&format!("tour-{scheme}-{width}-{at}")).await?;
            for complaint in axe::complaints(app).await? {
                found.push(format!("{step} at {width}: {complaint}"));
            }
            app.press(RIGHT).await?;
        }
        if width > 640 {
            app.press(&LEFT.repeat(STEPS.len())).await?;
        }
    }
    ensure!(found.is_empty(), "{}", found.join("\n"));
    app.click("button", "Done").await?;
    app.gone("Settings and help").await?;
    let seen = |home: &Home| {
        let kept = home.read(".local/share/tacklebox/window.json");
        kept.is_ok_and(|text| text.contains("\"tour_seen\": true"))
    };
    app.until("it is remembered", seen).await?;
    app.script("location.hash = '/help'").await?;
    app.click("button", "Show the tour again").await?;
    app.find("dialog", "Your agents").await?;
    app.press(ESCAPE).await?;
    app.gone("Tacklebox found them").await
}

#[test]
fn the_tour_shows_what_is_where_in_the_light() {
    test("tour-light", with_milady(Home::new()).never_opened(), async |app| {
        walked(app, "light").await
    });
}

#[test]
fn the_tour_shows_what_is_where_in_the_dark() {
    test("tour-dark", in_the_dark(with_milady(Home::new()).never_opened()), async |app| {
        walked(app, "dark").await
    });
}

#[test]
fn the_tour_is_not_over_welcome() {
    test("tour-welcome", Home::new().never_opened(), async |app| {
        app.find("heading", "Welcome to Tacklebox").await?;
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        app.gone("Skip the tour").await
    });
}
