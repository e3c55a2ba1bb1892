//! What will be changed, or was.

use tacklebox_engine::plan::{Also, PlanView};

use super::{BAD, BOLD, CARE, DIM, GOOD, Paint, clean};

/// A plan before it is carried out.
pub fn plan(paint: Paint, view: &PlanView) -> String {
    let mut to = format!("{}\n", paint.on(BOLD, &clean(&view.title)));
    if let Some(already) = &view.already {
        to.push_str(&format!("  {}\n", clean(already)));
    }
    for step in &view.steps {
        to.push_str(&format!("  {}\n", clean(step)));
    }
    for file in &view.files {
        to.push('\n');
        diff(&mut to, paint, &file.diff);
    }
    along(&mut to, paint, &view.also, false);
    for sentence in &view.stays {
        to.push_str(&format!("{}\n", paint.on(DIM, &clean(sentence))));
    }
    if !view.steps.is_empty() {
        to.push_str("Nothing was changed: this was a dry run.\n");
    }
    to
}

/// The lines of a diff, in its colours.
pub fn diff(to: &mut String, paint: Paint, diff: &str) {
    for line in diff.lines() {
        let style = match line.as_bytes().first() {
            Some(b'+') => GOOD,
            Some(b'-') => BAD,
            _ => DIM,
        };
        to.push_str(&paint.on(style, &clean(line)));
        to.push('\n');
    }
}

/// The other hooks that an edit switches.
pub fn along(to: &mut String, paint: Paint, also: &[Also], done: bool) {
    for other in also {
        let line = if done { other.does() } else { other.would.clone() };
        to.push_str(&format!("{}\n", paint.on(CARE, &clean(&line))));
    }
}
