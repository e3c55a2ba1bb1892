//! Tacklebox itself: which version it is, where its things and those of the agents are, and a report for people who
//! help, which holds neither names nor paths nor values.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::{Desk, PathSource};
use tacklebox_change::apply;
use tacklebox_change::settings;
use tacklebox_inventory::overview::AgentView;
use tacklebox_machine::failure::Code;
use tacklebox_machine::words;

/// What a person may want to know of Tacklebox itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct About {
    pub version: String,
    /// The text of its licence.
    pub licence: String,
    /// The licences of what it is made of.
    pub licences: Vec<String>,
    /// The address that is asked for a new version; none as long as nobody set one.
    pub updates_from: Option<String>,
    /// Whether the list of what it is made of is there: packages have it.
    pub third_party: bool,
    /// The folder of the log, with `~`; none where the system has no place for one.
    pub log: Option<String>,
    pub places: Vec<Place>,
}

/// Where something is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Place {
    /// "Tacklebox keeps its own data in"
    pub what: String,
    /// With `~`.
    pub path: String,
}

/// Those that `npm run check` allows (`deny.toml`).
const LICENCES: [&str; 12] = [
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// What modules of hooks are run with. Only looked for: to ask their versions would start them.
const RUNTIMES: [&str; 3] = ["bun", "node", "deno"];
/// So many failures are remembered.
const MOST_FAILURES: usize = 20;
/// What is kept of an error of the page, in letters.
const LONGEST: usize = 80;

/// When something last failed, and how. Never in words: they may hold names and paths.
#[derive(Default)]
pub(super) struct Failures(Mutex<VecDeque<(OffsetDateTime, String)>>);

impl Desk {
    /// Remembers that something failed, for as long as the window is open.
    pub fn note_failure(&self, code: Code) {
        self.note(code.to_string());
    }

    /// Remembers that the page itself failed: what kind of error in which part of the page, never its message. Answers
    /// what is remembered of it.
    pub fn note_page_error(&self, kind: &str) -> String {
        // The page was at fault, so what it says is not trusted: no path and no address comes through.
        let plain = |it: &char| it.is_ascii_alphanumeric() || " .:_-()".contains(*it);
        let noted =
            format!("page: {}", kind.chars().filter(plain).take(LONGEST).collect::<String>());
        self.note(noted.clone());
        noted
    }

    fn note(&self, what: String) {
        let now = self.state().machine.now();
        let mut all = self.failures.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push_back((now, what));
        while all.len() > MOST_FAILURES {
            all.pop_front();
        }
    }

    /// Version, licences, and where things are. `log` is the folder of the log, where the system keeps it; `third_party`
    /// the list of what Tacklebox is made of, where the package brought it.
    pub fn about(&self, log: Option<&Path>, third_party: Option<&Path>) -> About {
        let state = self.state();
        let place = |what: &str, path: &Path| Place {
            what: what.to_owned(),
            path: state.machine.show(path),
        };
        let mut places = vec![place("Tacklebox's own data", state.machine.data_dir())];
        places.extend(log.map(|log| place("The log", log)));
        places.extend(third_party.map(|list| place("What it is made of, with licences", list)));
        for inventory in &state.inventories {
            let agent = inventory.agent();
            if agent.found {
                places.push(place(agent.dialect.title, &agent.home));
            }
        }
        About {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            licence: include_str!("../../../LICENSE").to_owned(),
            licences: LICENCES.map(str::to_owned).to_vec(),
            updates_from: settings::updates_from(&state.machine),
            third_party: third_party.is_some(),
            log: log.map(|log| state.machine.show(log)),
            places,
        }
    }

    /// What helps to find out why something does not work: versions, counts, the last failures. No names, no paths,
    /// no values, so that it can be given to anybody. `web_view` is the version of what draws the page, where it says so.
    pub fn diagnostics(&self, web_view: Option<&str>) -> String {
        let overview = self.overview();
        let machine = self.state().machine.clone();
        let mut text = format!("Tacklebox {}\n", env!("CARGO_PKG_VERSION"));
        let found_by = match overview.machine.path_source {
            PathSource::LoginShell => "the login shell",
            PathSource::Process => "the program that started Tacklebox",
        };
        let folders = words::count(overview.machine.path_dirs.len(), "folder");
        let _ = writeln!(
            text,
            "System: {} {}\nWeb view: {}\nPrograms are looked for in {folders}, as {found_by} says\n",
            std::env::consts::OS,
            std::env::consts::ARCH,
            web_view.unwrap_or("unknown"),
        );
        for agent in &overview.agents {
            let _ = writeln!(text, "{}: {}", agent.name, of_agent(agent));
        }
        let programs = RUNTIMES.map(|name| {
            let found = machine.program(name).is_some();
            format!("{name} {}", if found { "found" } else { "not found" })
        });
        let _ = writeln!(text, "\nPrograms that run modules: {}", programs.join(", "));
        let _ = writeln!(text, "\nLast errors of this window (UTC):");
        let failures = self.failures.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (at, code) in failures.iter() {
            // To the second: nobody needs more, and it can be read.
            let at = at.replace_nanosecond(0).unwrap_or(*at).format(&Rfc3339).unwrap_or_default();
            let _ = writeln!(text, "  {at} {code}");
        }
        if failures.is_empty() {
            text.push_str("  none\n");
        }
        let _ = writeln!(text, "\nLast failures in the list of activity (UTC):");
        let failed = apply::activity(&machine).into_iter().filter(|entry| entry.failed);
        let failed: Vec<String> = failed
            .take(MOST_FAILURES)
            .map(|entry| format!("  {} {} {}", entry.at, entry.agent, kind(entry.kind)))
            .collect();
        text.push_str(if failed.is_empty() { "  none" } else { "" });
        text.push_str(&failed.join("\n"));
        text.push('\n');
        text
    }
}

fn kind(kind: impl Serialize) -> String {
    let value = serde_json::to_value(kind).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

fn of_agent(agent: &AgentView) -> String {
    if !agent.found {
        return "not on this computer".to_owned();
    }
    let counts = agent.counts;
    let states = [
        (counts.ready, "ready"),
        (counts.not_called, "never called"),
        (counts.needs_setup, "to be set up"),
        (counts.off, "off"),
        (counts.cannot_run_here, "not for this computer"),
        (counts.broken, "broken"),
        (counts.replaced, "replaced"),
    ];
    let states: Vec<String> = states
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, state)| format!("{count} {state}"))
        .collect();
    let mut parts = vec![
        format!("judged as {}", agent.runtime.named),
        format!("settings {}", kind(agent.runtime.config)),
        format!("hooks as a whole {}", if agent.hooks_on { "on" } else { "off" }),
        words::count(usize::try_from(agent.hooks).unwrap_or_default(), "hook"),
    ];
    if !states.is_empty() {
        parts.push(states.join(", "));
    }
    if let Some(plugins) = agent.plugins {
        parts.push(words::count(usize::try_from(plugins).unwrap_or_default(), "plugin"));
    }
    if !agent.problems.is_empty() {
        parts.push(words::count(agent.problems.len(), "problem"));
    }
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_licences_are_those_that_are_allowed() {
        let deny = include_str!("../../../deny.toml");
        let list = deny.split_once("allow = [").unwrap().1.split_once(']').unwrap().0;
        let allowed: Vec<&str> = list
            .lines()
            .filter_map(|line| {
                line.trim().trim_end_matches(',').strip_prefix('"')?.strip_suffix('"')
            })
            .collect();
        assert_eq!(allowed, LICENCES);
    }
}
