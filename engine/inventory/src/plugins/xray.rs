//! What a plugin reaches, and where what it did when it was loaded differs from what its code says.

use serde::Serialize;

use super::sources::Sources;
use super::{Names, Plugin, Seen};
use tacklebox_audit::{self as audit, Finding, Reading, Severity};
use tacklebox_machine::words;

/// What a plugin can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Reach {
    Network,
    Programs,
    Files,
    Env,
}

/// One thing that its files reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Touch {
    pub kind: Reach,
    /// As a sentence, with the name where it is known.
    pub what: String,
    /// The first place, in the plugin's folder.
    pub file: String,
    pub line: u32,
}

/// The rules of the audit, by what they say is reached.
fn reach(rule: &str) -> Option<Reach> {
    Some(match rule {
        "network" | "network-by-number" | "plain-http" | "listens" | "tunnel" | "secret-sent"
        | "yours-sent" | "downloaded-code" => Reach::Network,
        "program" | "shell-text" | "fetched-package" | "runs-unread" | "ends-all" => {
            Reach::Programs
        }
        "env-read" | "env-whole" => Reach::Env,
        rule if rule.starts_with("write-") || rule.starts_with("remove-") => Reach::Files,
        "secret-place" | "whole-home" | "read-outside" => Reach::Files,
        _ => return None,
    })
}

/// What the audit finds above low in the files of a plugin, what it did not read, and what they reach.
pub(super) fn read(plugin: &Plugin, sources: &Sources) -> (Reading, Vec<Touch>) {
    let mut found = match (&plugin.entry, sources.known()) {
        (Ok(file), None) => audit::module_file(file, &[]),
        (Err(_), None) => Reading::default(),
        (_, Some(known)) => audit::advice_of(&plugin.dir, &known, None, &[], &[]),
    };
    let mut touches: Vec<Touch> = Vec::new();
    for finding in &found.findings {
        let Some(kind) = reach(&finding.rule) else { continue };
        if !touches.iter().any(|known| known.what == finding.why) {
            let (file, line) = (finding.file.clone(), finding.line);
            touches.push(Touch { kind, what: finding.why.clone(), file, line });
        }
    }
    touches.sort_by_key(|touch| touch.kind);
    found.findings.retain(|finding| finding.severity != Severity::Low);
    (found, touches)
}

/// What it registered when it was loaded, and its code does not name: somebody may want it unseen.
pub(super) fn unnamed(plugin: &Plugin, names: &Names, seen: &Seen) -> Option<Finding> {
    let hooks = seen.hooks.iter().map(|(name, _)| name);
    let mut hidden: Vec<String> = hooks
        .filter(|name| !names.hooks.contains(name))
        .map(|name| format!("for {name}"))
        .collect();
    hidden.dedup();
    hidden.extend(seen.registers.beyond(&names.registers));
    let file = plugin.entry.as_ref().ok().and_then(|file| file.file_name());
    (!hidden.is_empty()).then(|| Finding {
        rule: "plugin-unnamed".into(),
        severity: Severity::Medium,
        file: file.unwrap_or_default().to_string_lossy().into_owned(),
        line: 1,
        excerpt: String::new(),
        why: format!(
            "When it was loaded it registered itself {}, and its code does not name that in plain text.",
            words::all_of(hidden)
        ),
        language: None,
    })
}
