//! `hooks audit`

use std::path::Path;

use tacklebox_engine::audit::Reading;
use tacklebox_engine::examine;
use tacklebox_engine::hook::Severity;
use tacklebox_engine::said;
use tacklebox_engine::words;

use crate::Outcome;
use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::print::{self, BAD, CARE, DIM, clean};
use crate::resolve;
use crate::session::Session;

pub fn run(session: &Session, output: &mut Output, target: &str) -> Result<Outcome, Failure> {
    let audit = read(session, target)?;
    let found = audit.findings.len();
    if output.json {
        output.document(&audit)?;
    } else {
        let mut text = String::new();
        for finding in &audit.findings {
            let style = match finding.severity {
                Severity::High => BAD,
                Severity::Medium => CARE,
                Severity::Low => DIM,
            };
            text.push_str(&format!(
                "{}:{} {}\n  {}\n",
                clean(&finding.file),
                finding.line,
                session.paint.on(style, &finding.rule),
                clean(&finding.why),
            ));
            if !finding.excerpt.is_empty() {
                text.push_str(&format!("  {}\n", session.paint.on(DIM, &clean(&finding.excerpt))));
            }
        }
        text.push_str(&print::review::unread(session.paint, &audit.unread));
        text.push_str(&match found {
            0 if audit.unread.is_empty() => format!("{}.\n", said::NO_FINDINGS),
            0 => format!("{}.\n", said::NO_FINDINGS_READ),
            found => format!("{} in {}.\n", words::count(found, "finding"), clean(target)),
        });
        output.text(text)?;
    }
    Ok(if found == 0 { Outcome::Done } else { Outcome::Found })
}

/// A path that is written as one is a folder; else a hook's name comes before a folder's.
fn read(session: &Session, target: &str) -> Result<Reading, Failure> {
    let written_as_path = target.starts_with(['.', '/', '\\', '~']) || target.contains('\\');
    let missing = if written_as_path {
        None
    } else {
        match resolve::hook(session, target) {
            Ok((inventory, hook)) => {
                let found = inventory.find(&hook.id);
                return Ok(found
                    .map(|(_, candidate)| examine::hook(candidate))
                    .unwrap_or_default());
            }
            Err(failure) if failure.code != Code::NotFound => return Err(failure),
            Err(failure) => Some(failure),
        }
    };
    let dir = session.machine.expand(target);
    examine::folder(Path::new(&dir)).map_err(|error| {
        missing.unwrap_or_else(|| {
            Failure::new(
                Code::NotFound,
                format!("{target} could not be read as a folder: {error}."),
            )
        })
    })
}
