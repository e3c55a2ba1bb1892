//! What is in a hook's own files that will mean something else, or nothing, for another agent. Text
//! is only searched: what a program does with a word nobody knows, so every sentence says where it is.

use crate::plan::NewFile;
use tacklebox_agents::dialect::policy::Takes;
use tacklebox_agents::dialect::{Dialect, WorkspaceRule};
use tacklebox_machine::cut::Cut;
use tacklebox_machine::words;

/// Larger files are not searched, in bytes.
const MOST_BYTES: usize = 512 * 1024;

/// The texts of a hook: its command and its files, but for what is there to be read by people.
pub(super) struct Texts<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Texts<'a> {
    pub fn new(command: Option<&'a str>, files: &'a [NewFile]) -> Self {
        let command = command.map(|command| ("its command", command));
        let files = files.iter().filter_map(|file| {
            let prose =
                [".md", ".txt", ".json", ".lock"].iter().any(|end| file.path.ends_with(end));
            let foreign = file.path.starts_with("node_modules/");
            if prose || foreign || file.bytes.len() > MOST_BYTES {
                return None;
            }
            Some((file.path.as_str(), std::str::from_utf8(&file.bytes).ok()?))
        });
        Self(command.into_iter().chain(files).collect())
    }

    /// Where a word is: "run.sh and lib.sh".
    fn places(&self, found: impl Fn(&str) -> bool) -> Option<String> {
        let places: Vec<String> = self
            .0
            .iter()
            .filter(|(_, text)| found(text))
            .map(|(name, _)| (*name).to_owned())
            .collect();
        if places.is_empty() { None } else { Some(capital(&words::all_of(places))) }
    }

    /// Folders and variables that are the original agent's own.
    pub(crate) fn of_the_agent(&self, from: &Dialect) -> Vec<String> {
        let mut names = vec![from.home_dir];
        names.extend(from.home_env);
        names.extend(from.config.file_env);
        if let WorkspaceRule::Env(name, _) | WorkspaceRule::EnvOrHome(name, _) = from.workspace {
            names.push(name);
        }
        let told = names.into_iter().filter_map(|name| {
            let places = self.places(|text| stands_alone(text, name))?;
            Some(format!(
                "{places} says {name}, which belongs to {}: the copy still means that.",
                from.title
            ))
        });
        told.collect()
    }

    /// What a script reads of the event that the other agent does not put there.
    pub(crate) fn of_the_event(
        &self,
        from: &Dialect,
        to: &Dialect,
        events: &[super::events::Pair],
    ) -> Vec<String> {
        let mut told = Vec::new();
        let Some(policy) = from.policy(from.family) else { return told };
        for field in policy.sent_fields {
            if let Some(places) = self.places(|text| stands_alone(text, field)) {
                told.push(format!("{places} reads {field}, which {} does not send.", to.title));
            }
        }
        if policy.sends_name
            && let Some(places) =
                self.places(|text| text.contains("'.name") || text.contains("\"name\""))
        {
            told.push(format!("{places} reads the hook's name, which {} does not send.", to.title));
        }
        let takes = events.iter().find_map(|pair| match policy.takes(&pair.from) {
            Takes::Field(field) => Some(("takes", field)),
            Takes::ArgumentsOrData => Some(("also takes", "arguments")),
            Takes::Data | Takes::TextAt(_) | Takes::MessagesAt(_) | Takes::Nothing => None,
        });
        if let Some((takes, field)) = takes
            && let Some(places) = self.places(|text| stands_alone(text, policy.shell.modify))
        {
            told.push(format!(
                "{places} may answer with a change: for {} it has to be the whole data, where {} {takes} the {field} alone.",
                to.title, from.title
            ));
        }
        for pair in events.iter().filter(|pair| pair.from != pair.to) {
            if let Some(places) = self.places(|text| stands_alone(text, &pair.from)) {
                told.push(format!(
                    "{places} knows the event {}; {} calls it {}.",
                    pair.from, to.title, pair.to
                ));
            }
        }
        told
    }

    /// Packages that only the original agent's modules can import.
    pub(crate) fn of_the_packages(&self, from: &Dialect, to: &Dialect) -> Vec<String> {
        let packages = from.packages.iter().filter(|package| !to.packages.contains(*package));
        let told = packages.filter_map(|package| {
            let places = self.places(|text| imports(text, package))?;
            Some(format!(
                "{places} imports {package}, which belongs to {}: {} may not be able to load it.",
                from.title, to.title
            ))
        });
        told.collect()
    }
}

/// "its command and run.sh" → "Its command and run.sh"; the name of a file stays as it is.
fn capital(places: &str) -> String {
    places.strip_prefix("its ").map_or_else(|| places.to_owned(), |rest| format!("Its {rest}"))
}

/// Whether a word is in a text and is not part of a longer one.
fn stands_alone(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text.cut(..at).chars().next_back().is_some_and(part);
        let after = text.cut(at.saturating_add(word.len())..).chars().next().is_some_and(part);
        !before && !after
    })
}

/// Whether a package is imported for more than its types.
fn imports(text: &str, package: &str) -> bool {
    ['"', '\''].into_iter().any(|quote| {
        let start = format!("{quote}{package}");
        text.match_indices(&start).any(|(at, _)| {
            let rest = text.cut(at.saturating_add(start.len())..);
            if !rest.starts_with(['/', quote]) {
                return false;
            }
            let before = text.cut(..at).trim_end();
            if before.ends_with("require(") || before.ends_with("import(") {
                return true;
            }
            let statement = before.rfind("import").max(before.rfind("export"));
            let bare = before.ends_with("import");
            let Some(statement) = statement.filter(|_| bare || before.ends_with("from")) else {
                return false;
            };
            !before
                .cut(statement.saturating_add("import".len())..)
                .trim_start()
                .starts_with("type ")
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tacklebox_agents::hook::AgentId;

    #[test]
    fn types_are_no_import() {
        for (text, expected) in [
            ("import type { HookEvent } from \"milady/hooks/types\";", false),
            ("import { log } from \"milady\";", true),
            ("import {\n  log,\n} from 'milady/log'", true),
            ("import \"milady\";", true),
            ("const m = require('milady')", true),
            ("await import(\"milady\")", true),
            ("console.log(\"milady\")", false),
            ("import x from \"milady-tools\"", false),
        ] {
            assert_eq!(imports(text, "milady"), expected, "{text}");
        }
    }

    #[test]
    fn says_where_what_stands() {
        let file = |path: &str, text: &str| NewFile {
            path: path.to_owned(),
            bytes: text.as_bytes().to_vec(),
            executable: false,
        };
        let files = [
            file("run.sh", "cat >> ~/.moltis/log; jq .session_id; case $event in BeforeToolCall)"),
            file("README.md", "It writes to ~/.moltis and reads session_key."),
        ];
        let texts = Texts::new(Some("./run.sh"), &files);
        let (moltis, zeroclaw) = (AgentId::Moltis.dialect(), AgentId::Zeroclaw.dialect());
        assert_eq!(
            texts.of_the_agent(moltis),
            ["run.sh says .moltis, which belongs to Moltis: the copy still means that."]
        );
        let pair = super::super::events::Pair {
            from: "BeforeToolCall".into(),
            to: "before_tool_call".into(),
        };
        assert_eq!(
            texts.of_the_event(moltis, zeroclaw, &[pair]),
            [
                "run.sh reads session_id, which ZeroClaw does not send.",
                "run.sh knows the event BeforeToolCall; ZeroClaw calls it before_tool_call."
            ]
        );
    }
}
