//! What a plugin reaches, and where what it did when it was loaded differs from what its code says.

use serde::Serialize;

use super::sources::Sources;
use super::{Names, Plugin, Registers, Seen};
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
    let mut found = match (plugin.alone(), sources.known()) {
        (Some(file), None) => audit::module_file(file, &[]),
        (None, None) => Reading::default(),
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

/// Where what it registered when it was loaded and what its code names differ: what it did and its code does not
/// name somebody may want unseen, what its code names and it did not do may come another time.
pub(super) fn differences(plugin: &Plugin, names: &Names, seen: &Seen) -> Vec<Finding> {
    let loaded: Vec<String> = seen.hooks.iter().map(|(name, _)| name.clone()).collect();
    let beyond = |hooks: &[String], known: &[String], own: &Registers, other: &Registers| {
        let mut beyond: Vec<String> = hooks
            .iter()
            .filter(|name| !known.contains(name))
            .map(|name| format!("for {name}"))
            .collect();
        beyond.dedup();
        beyond.extend(own.beyond(other));
        (!beyond.is_empty()).then(|| words::all_of(beyond))
    };
    let file = plugin.entry.as_ref().ok().and_then(|file| file.file_name());
    let finding = |rule: &str, severity: Severity, why: String| Finding {
        rule: rule.into(),
        severity,
        file: file.unwrap_or_default().to_string_lossy().into_owned(),
        line: 1,
        excerpt: String::new(),
        why,
        language: None,
    };
    let hidden = beyond(&loaded, &names.hooks, &seen.registers, &names.registers);
    let hidden = hidden.map(|what| {
        let why = format!(
            "When it was loaded it registered itself {what}, and its code does not name that in plain text."
        );
        finding("plugin-unnamed", Severity::Medium, why)
    });
    let left = beyond(&names.hooks, &loaded, &names.registers, &seen.registers);
    let left = left.map(|what| {
        let why = format!(
            "Its code registers itself {what}, and when it was loaded here it did not: it may wait for a setting, a time or a place."
        );
        finding("plugin-unregistered", Severity::Medium, why)
    });
    hidden.into_iter().chain(left).collect()
}
