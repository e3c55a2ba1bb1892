//! What a test does in the driven window with the pointer and the keyboard of its screen, as a hand does.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, ensure};
use serde_json::json;

use super::{App, PAUSE, wait};
use crate::session::Session;

impl App {
    /// Clicks with the other button of the screen's own pointer.
    ///
    /// # Errors
    /// Where there is no such element, or the screen does not take it.
    pub async fn click_right(&self, role: &str, name: &str) -> anyhow::Result<()> {
        let middle = "const box = arguments[0].getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2].map((it) => String(Math.round(it)));";
        let at = json!(self.find(role, name).await?);
        let at = self.client.execute(middle, vec![at]).await?;
        let [x, y]: [String; 2] = serde_json::from_value(at)?;
        let mut hand = Command::new("xdotool");
        hand.args(["mousemove", &x, &y, "click", "3"]);
        let done = Session::beside(&self.home, hand)?.status()?;
        ensure!(done.success(), "xdotool: {done} (see `node scripts/setup.mjs`)");
        Ok(())
    }

    /// A key and a text from the screen's own keyboard, without a pause: as somebody types who knows the keys.
    ///
    /// # Errors
    /// Where the screen does not take them.
    pub fn types_at_once(&self, key: &str, text: &str) -> anyhow::Result<()> {
        let mut hand = Command::new("xdotool");
        hand.args(["search", "--onlyvisible", "--name", "^Tacklebox$", "windowfocus", "--sync"]);
        hand.args(["key", "--delay", "0", key, "type", "--delay", "1", text]);
        let done = Session::beside(&self.home, hand)?.status()?;
        ensure!(done.success(), "xdotool: {done} (see `node scripts/setup.mjs`)");
        Ok(())
    }

    /// Goes with the keyboard to what else is on the screen, and comes back to the window.
    ///
    /// # Errors
    /// Where the screen does not do that.
    pub fn comes_back(&self) -> anyhow::Result<()> {
        for title in ["^$", "^Tacklebox$"] {
            let mut hand = Command::new("xdotool");
            hand.args(["search", "--onlyvisible", "--name", title, "windowfocus", "--sync"]);
            let done = Session::beside(&self.home, hand)?.status()?;
            ensure!(done.success(), "xdotool: {done} (see `node scripts/setup.mjs`)");
        }
        Ok(())
    }

    /// Drags what the first selector finds onto what the second one finds with the pointer of the screen, as a hand does.
    ///
    /// # Errors
    /// Where one of them is not there, or the screen does not take it.
    pub async fn drag(&self, from: &str, to: &str) -> anyhow::Result<()> {
        let middle = "const box = document.querySelector(arguments[0]).getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2].map((it) => String(Math.round(it)));";
        let mut ends: Vec<[String; 2]> = Vec::new();
        for selector in [from, to] {
            let at = self.client.execute(middle, vec![json!(selector)]).await?;
            ends.push(serde_json::from_value(at).with_context(|| format!("no {selector}"))?);
        }
        let [[x, y], [to_x, to_y]] = [ends[0].clone(), ends[1].clone()];
        let beyond = (to_x.parse::<i32>()? + 4).to_string();
        // As a hand does: it holds on, goes there in more than one step, and lets go.
        for step in [
            &["mousemove", &x, &y][..],
            &["mousedown", "1"],
            &["mousemove_relative", "8", "0"],
            &["mousemove", &to_x, &to_y],
            &["mousemove", &beyond, &to_y],
            &["mouseup", "1"],
        ] {
            let mut hand = Command::new("xdotool");
            hand.args(step);
            let done = Session::beside(&self.home, hand)?.status()?;
            ensure!(done.success(), "xdotool {step:?}: {done} (see `node scripts/setup.mjs`)");
            tokio::time::sleep(10 * PAUSE).await;
        }
        Ok(())
    }

    /// Picks a file in the system's own dialog of this title (“Open File”, “Save File”), by its keys, as a person can.
    ///
    /// # Errors
    /// Where no dialog opens, or the screen takes no keys.
    pub async fn pick_file(&self, title: &str, file: &Path) -> anyhow::Result<()> {
        let title = format!("^{title}$");
        let dialog = ["search", "--onlyvisible", "--name", &title];
        let hand = |words: &[&str]| -> anyhow::Result<bool> {
            let mut hand = Command::new("xdotool");
            hand.args(words);
            Ok(Session::beside(&self.home, hand)?.output()?.status.success())
        };
        let open = wait(async || hand(&dialog).ok().filter(|found| *found));
        open.await.context("no dialog for files opened")?;
        let path = file.display().to_string();
        let turn = [&dialog[..], &["windowfocus"]].concat();
        // Ctrl L opens the field for a path.
        for step in
            [&turn[..], &["key", "ctrl+l"], &["type", "--delay", "20", &path], &["key", "Return"]]
        {
            ensure!(hand(step)?, "xdotool {step:?} (see `node scripts/setup.mjs`)");
            tokio::time::sleep(10 * PAUSE).await;
        }
        Ok(())
    }
}
