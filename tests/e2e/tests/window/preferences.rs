//! What a person set for the whole desktop, obeyed by the real web view.

use tacklebox_e2e::{Home, test};

use crate::full_house::with_milady;

#[test]
fn nothing_moves_where_the_desktop_has_no_animations() {
    let still = "[Settings]\ngtk-enable-animations=0\n";
    let home = with_milady(Home::new()).with(".config/gtk-3.0/settings.ini", still);
    test("reduced-motion", home, async |app| {
        app.see("GitHub digest").await?;
        app.holds("the web view knows", "matchMedia('(prefers-reduced-motion: reduce)').matches")
            .await?;
        let moves = "[...document.querySelectorAll('*')].filter((it) => getComputedStyle(it).transitionDuration.split(', ').some((time) => parseFloat(time) > 0)).length === 0";
        app.holds("nothing moves", moves).await
    });
}

#[test]
fn lines_are_stronger_where_the_desktop_has_more_contrast() {
    let home = with_milady(Home::new()).with_env("GTK_THEME", "HighContrast");
    test("more-contrast", home, async |app| {
        app.see("GitHub digest").await?;
        app.picture("more-contrast").await?;
        app.holds("the web view knows", "matchMedia('(prefers-contrast: more)').matches").await?;
        let token = "getComputedStyle(document.documentElement).getPropertyValue('--field-border').includes('#4a4a50')";
        app.holds("the lines are those for it", token).await
    });
}
