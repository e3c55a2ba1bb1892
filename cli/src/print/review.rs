//! What an installation would bring.

use tacklebox_engine::hook::{Finding, Severity, Unread};
use tacklebox_engine::install::review::Review;
use tacklebox_engine::machine::Machine;
use tacklebox_engine::plugins::PluginView;
use tacklebox_engine::words;

use super::action;
use super::card::runs;
use super::table::{Cell, Table};
use super::{BAD, CARE, DIM, Paint, clean, row_word};

/// The hooks, what they listen to and run, their files, and what the audit says. `on`: a plugin starts on.
pub fn review(machine: &Machine, paint: Paint, review: &Review, on: bool) -> String {
    let mut to = String::new();
    for hook in &review.hooks {
        let mut table = Table::default();
        let mut fact = |name: &str, text: &str| {
            table.row(vec![Cell::styled(name, DIM), Cell::new(text)]);
        };
        fact("Hook", &hook.name);
        fact("About", &hook.description);
        fact("When", &hook.when);
        if let Some(handler) = &hook.handler {
            fact("Runs", &runs(machine, handler));
        }
        let (word, style) = row_word(hook);
        let word = Cell::styled(word, style);
        table.row(vec![Cell::styled("Then", DIM), word]);
        for said in [&hook.reason, &hook.danger, &hook.warning].into_iter().flatten() {
            table.below(said);
        }
        table.write(&mut to, paint, "");
        action::section(&mut to, paint, hook, &[], &[]);
    }
    for plugin in &review.plugins {
        plugin_facts(&mut to, paint, plugin, on);
    }
    let mut files = Table::default();
    for file in &review.files {
        let size = format!("{} bytes", file.bytes);
        files.row(vec![Cell::new(&machine.show(&file.goes_to)), Cell::styled(&size, DIM)]);
    }
    files.write(&mut to, paint, "  ");
    to.push_str(&findings(paint, &review.findings));
    to.push_str(&unread(paint, &review.unread));
    to
}

/// A plugin: what its code names, and what it reaches.
fn plugin_facts(to: &mut String, paint: Paint, plugin: &PluginView, on: bool) {
    let mut table = Table::default();
    let mut fact = |name: &str, text: &str| {
        if !text.is_empty() {
            table.row(vec![Cell::styled(name, DIM), Cell::new(text)]);
        }
    };
    fact("Plugin", &clean(&plugin.id));
    fact("About", &clean(plugin.description.as_deref().unwrap_or_default()));
    let names = &plugin.names;
    for (name, named) in [
        ("Its code names", &names.hooks),
        ("Tools", &names.registers.tools),
        ("Commands", &names.registers.commands),
        ("Routes", &names.registers.routes),
        ("Services", &names.registers.services),
    ] {
        fact(name, &clean(&words::all_of(named.clone())));
    }
    for touch in &plugin.touches {
        fact(
            "Reaches",
            &format!("{} ({}, line {})", clean(&touch.what), clean(&touch.file), touch.line),
        );
    }
    fact("Then", if on { "On" } else { "Off" });
    table.write(to, paint, "");
}

/// What the audit has not read, so that nobody takes it for clean.
pub fn unread(paint: Paint, unread: &[Unread]) -> String {
    let mut to = String::new();
    for one in unread {
        let line = format!("Not read: {} · {}", one.file, one.why);
        to.push_str(&format!("{}\n", paint.on(CARE, &clean(&line))));
    }
    to
}

/// What the audit says, the severity in a word.
pub fn findings(paint: Paint, findings: &[Finding]) -> String {
    let mut to = String::new();
    for finding in findings {
        let (style, word) = match finding.severity {
            Severity::High => (BAD, "Serious"),
            Severity::Medium => (CARE, "Look at it"),
            Severity::Low => (DIM, "Note"),
        };
        let line = format!("{word}: {} · {}:{}", finding.why, finding.file, finding.line);
        to.push_str(&format!("{}\n", paint.on(style, &clean(&line))));
    }
    to
}
