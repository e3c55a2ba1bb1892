//! What a hook does and for whom, in full.

use tacklebox_engine::hook::{Hook, HookAction};
use tacklebox_engine::words;

use super::table::{Cell, Table};
use super::{BOLD, DIM, Paint, clean, clean_lines};

/// A section with all of it; nothing where the line of what it runs says the same.
pub fn section(to: &mut String, paint: Paint, hook: &Hook, starts: &[String], reads: &[String]) {
    let (mut facts, mut texts) = (Vec::new(), Vec::new());
    if let Some(action) = &hook.action {
        told(action, &mut facts, &mut texts);
    }
    if !starts.is_empty() {
        facts.push(("Starts", starts.join(", ")));
    }
    if !reads.is_empty() {
        facts.push(("Reads", reads.join(", ")));
    }
    if let Some(conditions) = &hook.conditions {
        let named = [("Channels", &conditions.channels), ("Users", &conditions.users)];
        let named = named.into_iter().filter(|(_, list)| !list.is_empty());
        facts.extend(named.map(|(name, list)| (name, list.join(", "))));
        facts.extend(conditions.pattern.clone().map(|pattern| ("Text matches", pattern)));
    }
    if let Some(limit) = hook.timeout_secs {
        facts.push(("Time limit", words::count(limit as usize, "second")));
    }
    if facts.is_empty() && texts.is_empty() {
        return;
    }
    to.push_str(&format!("\n{}\n", paint.on(BOLD, "What it does")));
    let mut table = Table::default();
    for (name, value) in facts {
        table.row(vec![Cell::styled(name, DIM), Cell::new(&clean(&value))]);
    }
    table.write(to, paint, "  ");
    for (name, text) in texts {
        to.push_str(&format!("  {}\n", paint.on(DIM, name)));
        for line in clean_lines(&text).lines() {
            to.push_str(if line.is_empty() { "" } else { "    " });
            to.push_str(line);
            to.push('\n');
        }
    }
}

fn told(
    action: &HookAction,
    facts: &mut Vec<(&'static str, String)>,
    texts: &mut Vec<(&'static str, String)>,
) {
    let lines = |text: &str| text.contains('\n');
    for (name, value) in [("Command", &action.command), ("Folder", &action.workdir)] {
        match value {
            Some(text) if lines(text) => texts.push((name, text.clone())),
            Some(text) => facts.push((name, text.clone())),
            None => {}
        }
    }
    for (name, value) in action.env.iter().flatten() {
        facts.push(("Sets", format!("{name}={value}")));
    }
    if let (Some(method), Some(url)) = (&action.method, &action.url) {
        facts.push(("Request", format!("{method} {url}")));
    }
    for (name, value) in action.headers.iter().flatten() {
        facts.push(("Header", format!("{name}: {value}")));
    }
    texts.extend(action.body.clone().map(|body| ("Body", body)));
    if let Some(content) = &action.content {
        let place = match action.position.as_deref() {
            Some("append") => "Text after the prompt",
            _ => "Text before the prompt",
        };
        texts.push((place, content.clone()));
    }
}
