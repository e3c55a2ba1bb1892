//! `hooks audit`

use std::path::Path;

use serde::Serialize;
use tacklebox_engine::examine;
use tacklebox_engine::hook::{Finding, Severity};
use tacklebox_engine::words;

use crate::Outcome;
use crate::failure::Failure;
use crate::output::Output;
use crate::print::{BAD, CARE, DIM, clean};
use crate::resolve;
use crate::session::Session;

#[derive(Serialize)]
struct Audit {
    findings: Vec<Finding>,
}

pub fn run(session: &Session, output: &mut Output, target: &str) -> Result<Outcome, Failure> {
    let audit = Audit { findings: findings(session, target)? };
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
        text.push_str(&match found {
            0 => "Nothing was found. The audit reads shell commands, JavaScript and TypeScript, and no other languages.\n".to_owned(),
            found => format!("{} in {}.\n", words::count(found, "finding"), clean(target)),
        });
        output.text(text)?;
    }
    Ok(if found == 0 { Outcome::Done } else { Outcome::Found })
}

/// A path that is written as one is a folder; else a hook's name comes before a folder's.
fn findings(session: &Session, target: &str) -> Result<Vec<Finding>, Failure> {
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
            Err(failure) if failure.code != "not-found" => return Err(failure),
            Err(failure) => Some(failure),
        }
    };
    let dir = session.machine.expand(target);
    examine::folder(Path::new(&dir)).map_err(|error| {
        missing.unwrap_or_else(|| {
            Failure::new("not-found", format!("{target} could not be read as a folder: {error}."))
        })
    })
}
