//! How large everything is drawn, by the wheel of a real pointer, and that it stays so.

use std::process::Command;

use anyhow::Context as _;
use tacklebox_e2e::{Hands, Home};

use crate::desktop::pause;
use crate::full_house::with_milady;

/// A picture of the screen as it is.
fn seen(hands: &Hands, name: &str) -> anyhow::Result<String> {
    pause();
    hands.picture(name)
}

/// Whether two pictures show the same, but for a few dots.
fn alike(one: &str, other: &str) -> anyhow::Result<bool> {
    let said = Command::new("compare").args(["-metric", "AE", one, other, "null:"]).output();
    let said = said.context("`compare` is missing: see `node scripts/setup.mjs`")?;
    let differ: f64 = String::from_utf8(said.stderr)?.trim().parse()?;
    Ok(differ < 5_000.0)
}

#[test]
fn the_wheel_makes_it_larger_and_it_is_still_so_after_a_restart() -> anyhow::Result<()> {
    let hands = Hands::open(with_milady(Home::new()))?;
    hands.is_told("GitHub digest")?;
    let usual = seen(&hands, "wheel-usual")?;
    let shows = |hands: &Hands, name: &str, like: &str| {
        seen(hands, name).and_then(|now| alike(&now, like)).ok()
    };
    hands.wheel_up_with("ctrl")?;
    hands
        .until("it is drawn larger", |hands| shows(hands, "wheel-larger", &usual) == Some(false))?;
    let larger = seen(&hands, "wheel-larger")?;
    hands.press("ctrl+q")?;
    hands.until("the program has ended", |hands| !hands.runs())?;
    let hands = Hands::open(hands.into_home())?;
    hands.until("it is as large as before", |hands| {
        shows(hands, "wheel-again", &larger) == Some(true)
    })?;
    hands.press("ctrl+0")?;
    hands.until("it is as usual", |hands| shows(hands, "wheel-usual-again", &usual) == Some(true))
}
