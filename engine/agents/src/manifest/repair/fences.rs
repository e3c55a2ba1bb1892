//! The lines above and below the settings.

use super::{Attempt, Slip};
use crate::dialect::Format;
use crate::manifest::front;

const ID: &str = "front-matter";

impl Slip<'_> {
    pub(super) fn fences(&self, all: &mut Vec<Attempt>) {
        let (fence, other) = match self.dialect.format {
            Format::Yaml => (front::YAML, front::TOML),
            Format::TomlFront => (front::TOML, front::YAML),
            Format::HookToml => return,
        };
        if self.range().is_some() {
            return;
        }
        let newline = self.newline();
        // The other family's lines.
        if front::split(self.text, other).is_ok() {
            let swapped = self.text.replacen(other, fence, 1);
            let swapped = swapped.replacen(&format!("\n{other}"), &format!("\n{fence}"), 1);
            let title = format!("Put the settings between lines of {fence}");
            all.push(Attempt::new(ID, title, swapped));
        }
        let mut at = 0_usize;
        let mut opened = false;
        for line in self.text.split_inclusive('\n') {
            let bare = line.trim();
            if !opened && bare.chars().all(|c| fence.contains(c)) && bare.len() > 1 {
                opened = true;
                // Two or four of them.
                if bare != fence {
                    let mut text = self.text.to_owned();
                    text.replace_range(
                        at..at.saturating_add(line.len()),
                        &format!("{fence}{newline}"),
                    );
                    all.push(Attempt::new(ID, format!("Write {fence} as three signs"), text));
                }
            } else if opened && (bare.is_empty() || bare.starts_with("# ")) {
                let mut text = self.text.to_owned();
                text.insert_str(at, &format!("{fence}{newline}"));
                let title = format!("Close the settings with a line of {fence}");
                all.push(Attempt::new(ID, title, text));
            }
            at = at.saturating_add(line.len());
        }
        let bare = self.text.trim_start_matches('\u{feff}');
        let start = self.text.len().saturating_sub(bare.len());
        let mut text = self.text.to_owned();
        if opened && bare.starts_with(fence) {
            let gap = if text.ends_with('\n') { "" } else { newline };
            text.push_str(&format!("{gap}{fence}{newline}"));
            let title = format!("Close the settings with a line of {fence}");
            all.push(Attempt::new(ID, title, text));
        } else {
            text.insert_str(start, &format!("{fence}{newline}"));
            let title = format!("Begin the settings with a line of {fence}");
            all.push(Attempt::new(ID, title, text));
        }
    }
}
