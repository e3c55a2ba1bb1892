//! What ends a driver too: the page that stops again and again, and the program that is quit.

use anyhow::ensure;
use tacklebox_e2e::{Hands, Home};

use crate::desktop::{CONFIG, KEPT, TEXT, pause, type_with_hands};

const STOPPED: &str = "The page stopped four times";
const REGION: &str = "status bar “Results of what you did” [live polite]\n    paragraph: The page had stopped and was started again.";

fn stop_four_times(hands: &Hands) -> anyhow::Result<()> {
    for _ in 0..4 {
        // A process that ends before the program has heard of it can take the program with it: that is the web view's.
        pause();
        hands.kill_page()?;
    }
    hands.turn_to(STOPPED)
}

#[test]
fn a_page_that_stops_four_times_is_asked_about() -> anyhow::Result<()> {
    let hands = Hands::open(Home::new())?;
    stop_four_times(&hands)?;
    hands.picture("page-stopped")?;
    hands.press("Return")?;
    hands.until("the dialog is gone", |hands| !hands.sees(STOPPED))?;
    pause();
    hands.picture("page-tried-again")?;
    // It counts from the beginning: else the first of these would be asked about.
    stop_four_times(&hands)?;
    hands.press("Escape")?;
    hands.until("the program has ended", |hands| !hands.runs())
}

#[test]
fn a_page_that_was_started_again_says_so_to_a_screen_reader() -> anyhow::Result<()> {
    let hands = Hands::open(Home::new().with(CONFIG, TEXT))?;
    pause();
    hands.kill_page()?;
    let told = hands.is_told(REGION)?;
    ensure!(told.contains("Nothing on this computer was changed."), "nothing was typed: {told}");
    Ok(())
}

#[test]
fn a_yes_to_closing_ends_the_program_and_lets_go_of_what_was_typed() -> anyhow::Result<()> {
    let hands = Hands::open(Home::new().with(CONFIG, TEXT))?;
    type_with_hands(&hands)?;
    hands.until("it is on the disk", |hands| hands.home.read(KEPT).is_ok())?;
    hands.press("ctrl+q")?;
    hands.is_told("Discard and close")?;
    ensure!(hands.runs(), "it ended before it was answered");
    hands.picture("quit-question")?;
    // The question begins at Cancel.
    hands.press("Tab")?;
    hands.press("Return")?;
    hands.until("the program has ended", |hands| !hands.runs())?;
    ensure!(hands.home.read(KEPT).is_err(), "what was typed is still kept");
    ensure!(hands.home.read(CONFIG)? == TEXT, "nothing was written");
    Ok(())
}

#[test]
fn the_window_opens_where_it_was_left() -> anyhow::Result<()> {
    const THERE: &str = "Nothing was done yet";
    let hands = Hands::open(Home::new().with(CONFIG, TEXT))?;
    pause();
    hands.press("ctrl+5")?;
    hands.is_told(THERE)?;
    hands.press("ctrl+q")?;
    hands.until("the program has ended", |hands| !hands.runs())?;
    let hands = Hands::open(hands.into_home())?;
    hands.is_told(THERE)?;
    Ok(())
}
