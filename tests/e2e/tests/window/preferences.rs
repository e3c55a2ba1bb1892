//! What a person set for the whole desktop, obeyed by the real web view on every screen.

use anyhow::ensure;
use tacklebox_e2e::{App, test};

use crate::axe::{SCREENS, away, complaints, load, open};
use crate::full_house::full_house;

/// What takes time to change, or is drawn again and again. One step of nothing is not a movement.
const MOVING: &str = "
    const takes = (times) => times.split(', ').some((time) => parseFloat(time) > 0);
    return [...document.querySelectorAll('*')].filter((it) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(it);
        return takes(transitionDuration) || (animationName !== 'none' && takes(animationDuration));
    }).map((it) => it.outerHTML.slice(0, 200))";

/// Asks `what` on every screen; it answers with a list of what is wrong.
async fn everywhere(app: &App, what: &str) -> anyhow::Result<()> {
    let mut found = Vec::new();
    for (address, words) in SCREENS {
        open(app, address, words).await?;
        let said = app.script(what).await?;
        let said = said.as_array().cloned().unwrap_or_default();
        found.extend(said.into_iter().map(|one| format!("{address}: {one}")));
    }
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

#[test]
fn nothing_moves_where_the_desktop_has_no_animations() {
    let still = "[Settings]\ngtk-enable-animations=0\n";
    let home = full_house().with(".config/gtk-3.0/settings.ini", still);
    test("reduced-motion", home, async |app| {
        app.see("GitHub digest").await?;
        app.holds("the web view knows", "matchMedia('(prefers-reduced-motion: reduce)').matches")
            .await?;
        away(app).await?;
        everywhere(app, MOVING).await?;
        // It is found where it is there.
        app.script("document.body.style.transition = 'color 1s'").await?;
        let found = app.script(MOVING).await?;
        ensure!(found.as_array().is_some_and(|list| !list.is_empty()), "nothing is found: {found}");
        Ok(())
    });
}

#[test]
fn lines_are_stronger_where_the_desktop_has_more_contrast() {
    let home = full_house().with_env("GTK_THEME", "HighContrast");
    test("more-contrast", home, async |app| {
        app.see("GitHub digest").await?;
        app.holds("the web view knows", "matchMedia('(prefers-contrast: more)').matches").await?;
        let token = "getComputedStyle(document.documentElement).getPropertyValue('--field-border').includes('#4a4a50')";
        app.holds("the lines are those for it", token).await?;
        load(app).await?;
        away(app).await?;
        let mut found = Vec::new();
        for (at, (address, words)) in SCREENS.into_iter().enumerate() {
            open(app, address, words).await?;
            app.picture(&format!("more-contrast-{at:02}")).await?;
            for complaint in complaints(app).await? {
                found.push(format!("{address}: {complaint}"));
            }
        }
        ensure!(found.is_empty(), "{}", found.join("\n"));
        Ok(())
    });
}
