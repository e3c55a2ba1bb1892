//! What is said of every change once it is carried out.

use tacklebox_engine::apply::Change;
use tacklebox_engine::hook::Hook;
use tacklebox_engine::{backups, overview};

use crate::print::{DIM, clean, command, plan};
use crate::session::Session;

/// What was done.
pub fn done(to: &mut String, session: &Session, change: &Change) {
    to.push_str(&format!("{}\n", clean(&change.summary)));
    if !change.changed {
        return;
    }
    plan::along(to, session.paint, &change.also, true);
    if change.kept_copies > 0 {
        let line = backups::kept(change.kept_copies);
        to.push_str(&format!("{}\n", session.paint.on(DIM, &line)));
    }
}

/// What keeps a hook from doing what it is there for, as its row says it, and where more is said.
pub fn row(to: &mut String, session: &Session, hook: &Hook) {
    if let Some(reason) = &hook.reason {
        to.push_str(&format!("{}.", clean(reason.trim_end_matches('.'))));
        let words = ["hooks", "info", &hook.id];
        if let Some(line) = command::code(session.machine.platform(), &words) {
            to.push_str(&format!(" {line} says what to do."));
        }
        to.push('\n');
    }
    if let Some(warning) = &hook.warning {
        to.push_str(&format!("{}\n", clean(warning)));
    }
}

/// What a running agent needs so that it sees a change: nothing for a hook that it does not call.
pub fn next(to: &mut String, session: &Session, change: &Change) {
    if change.changed
        && overview::waits(&session.machine, &session.scan(change.agent), &change.unseen)
    {
        let hint = change.agent.dialect().restart_hint();
        let line = format!("{hint} to pick this up.");
        to.push_str(&format!("{}\n", session.paint.on(DIM, &line)));
    }
}
