//! Folders of hooks and places of plugins that a config names beside the agent's own (rule ).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::variables::of_place;
use super::{Agent, Root, lies_under, workspace_path};
use crate::config::{Config, ConfigPath, Problem, ProblemWith};
use crate::dialect::{Dialect, ExtraDirs, Managed};
use crate::hook::Source;
use tacklebox_machine::files;
use tacklebox_machine::machine::{Machine, expand};

const EXTRA: &str = "extra folder";

/// Why an extra folder is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotRead {
    /// It is not under the agent's home, and has to be.
    Outside,
    /// Its path is not whole: it begins in the folder in which the agent is started, and nobody knows which that is.
    NotWhole,
}

impl NotRead {
    /// As a sentence without its end: "takes hooks only from folders under ~/.milady".
    pub fn says(self, machine: &Machine, agent: &Agent) -> String {
        match self {
            Self::Outside => {
                let bound = machine.show(&agent.extra_bound());
                format!("takes hooks only from folders under {bound}")
            }
            Self::NotWhole => {
                "looks for it in the folder in which it is started: write the whole path".to_owned()
            }
        }
    }
}

/// Whether a path of the config begins in the folder in which the agent is started.
fn begins_at_start(dialect: &Dialect, user: &Path, text: &str) -> bool {
    let rules = &dialect.rules;
    rules.from_start && expand(user, rules.place(text)).is_relative()
}

/// The workspace that the config names, or a variable where it names none, where nobody knows which folder that is.
pub(super) fn lost_workspace(
    machine: &Machine,
    dialect: &Dialect,
    user: &Path,
    config: &Config,
    file: &BTreeMap<String, String>,
) -> Option<String> {
    let place = workspace_path(dialect, &config.value);
    let named = place.get(&config.value).and_then(Value::as_str);
    if let Some(text) = named.filter(|text| dialect.rules.names_folder(&config.fill(text))) {
        return begins_at_start(dialect, user, &config.fill(text)).then(|| text.to_owned());
    }
    let (name, tilde) = dialect.rules.workspace_env.filter(|_| dialect.rules.from_start)?;
    let text = of_place(dialect, config, machine, file, name)?;
    let text = text.trim();
    let path = if tilde { expand(user, text) } else { PathBuf::from(text) };
    (!text.is_empty() && path.is_relative()).then(|| text.to_owned())
}

impl Agent {
    /// Where a place of plugins leads, or an extra folder; none where it begins where the agent is started.
    pub fn place(&self, text: &str) -> Option<PathBuf> {
        (!begins_at_start(self.dialect, &self.user_home, &self.config.fill(text)))
            .then(|| self.home.join(self.expand(text)))
    }

    /// The folder in which extra folders have to be, where they have to: of what ships the usual home, also where
    /// a variable moves the home.
    fn extra_bound(&self) -> PathBuf {
        match self.dialect.rules.dots_by_text {
            true => self.user_home.join(self.dialect.home_dir),
            false => self.home.clone(),
        }
    }

    /// Where an entry of the list of extra folders leads.
    ///
    /// # Errors
    /// Where the version in force does not read it, or nobody knows where it leads.
    pub fn extra_dir(&self, text: &str) -> Result<PathBuf, NotRead> {
        let path = self.dialect.rules.path(self.place(text).ok_or(NotRead::NotWhole)?);
        // What ships compares the texts: a link in the home may lead anywhere.
        let bound = self.extra_bound();
        let below = match self.dialect.rules.dots_by_text {
            true => path.starts_with(files::plain(&bound)),
            false => lies_under(&path, &bound),
        };
        let outside = self.dialect.extra_dirs == ExtraDirs::UnderHome && !below;
        if outside { Err(NotRead::Outside) } else { Ok(path) }
    }

    /// All that are read, in their order; of the others it is noted why not.
    pub(super) fn extra_dirs(&mut self, machine: &Machine) -> Vec<PathBuf> {
        if self.dialect.extra_dirs == ExtraDirs::None {
            return Vec::new();
        }
        let listed = self.section.pointer("/load/extraDirs").cloned().unwrap_or_default();
        let place = self.section_path(&["load", "extraDirs"]);
        let listed = match listed {
            Value::Array(list) => list,
            // The loaders go through its letters.
            Value::String(dir) if self.dialect.rules.wrong_kind_ends => {
                let why = format!("{} wants a list of folders", self.runtime.named());
                self.unread(&place, EXTRA, &dir, &why);
                return Vec::new();
            }
            one @ Value::String(_) => vec![one],
            _ => Vec::new(),
        };
        let mut dirs = Vec::new();
        for dir in listed.iter().filter_map(Value::as_str).filter(|dir| !dir.trim().is_empty()) {
            match self.extra_dir(dir) {
                Ok(path) => dirs.push(path),
                Err(why) => self.not_read(machine, &place, EXTRA, dir, why),
            }
        }
        dirs
    }

    /// Notes which places of plugins are not looked into, as nobody knows where they are.
    pub(super) fn note_plugin_places(&mut self, machine: &Machine) {
        let Some(plugins) = &self.dialect.plugins else { return };
        let place = ConfigPath::of([plugins.section, "load", "paths"]);
        let listed = place.get(&self.config.value).cloned();
        for path in listed.iter().filter_map(Value::as_array).flatten().filter_map(Value::as_str) {
            if !path.trim().is_empty() && self.place(path).is_none() {
                self.not_read(machine, &place, "place of plugins", path, NotRead::NotWhole);
            }
        }
    }

    /// The folder of its hooks as its config has it, where that is a part of a path: it begins in the folder in which
    /// the agent is started, so nobody knows where it is.
    fn lost_managed(&self) -> Option<(ConfigPath, String)> {
        let Managed::Workspace(key) = self.dialect.managed else { return None };
        let lost = !self.dialect.rules.managed_tilde && self.managed.is_relative();
        lost.then(|| (self.section_path(&[key]), self.managed.to_string_lossy().into_owned()))
    }

    /// The folder of its hooks; none, which is noted, where nobody knows where it is.
    pub(super) fn managed_root(&mut self, machine: &Machine) -> Option<Root> {
        let Some((place, text)) = self.lost_managed() else {
            let (source, dir) = (Source::Managed, self.managed.clone());
            return Some(Root { source, dir, tag: String::new() });
        };
        let shown = if text.is_empty() { "\"\"" } else { &text };
        let why = format!("{} {}", self.dialect.title, NotRead::NotWhole.says(machine, self));
        self.unread(&place, "folder of hooks", shown, &why);
        None
    }

    /// Why no hook can be put into the folder of its hooks.
    pub fn takes_no_hook(&self) -> Option<String> {
        let (place, text) = self.lost_managed()?;
        let title = self.dialect.title;
        Some(format!(
            "{title} looks for hooks in \"{text}\", as {place} of its config says, and begins in the folder in which it is started. Write the whole path there, or take it out, then try again."
        ))
    }

    /// Notes that nobody knows where the workspace is that the config names.
    pub(super) fn note_lost_workspace(&mut self, machine: &Machine) {
        let Some(text) = self.lost_workspace.clone() else { return };
        let place = workspace_path(self.dialect, &self.config.value);
        let of_config = place.get(&self.config.value).and_then(Value::as_str) == Some(&text);
        match self.dialect.rules.workspace_env.filter(|_| !of_config) {
            Some((name, _)) => {
                let title = self.dialect.title;
                let why = format!(
                    "{name} names it, and {title} looks for it in the folder in which it is started: set the whole path there, or name it in the config"
                );
                self.unread(&place, "workspace", &text, &why);
            }
            None => self.not_read(machine, &place, "workspace", &text, NotRead::NotWhole),
        }
    }

    fn not_read(
        &mut self,
        machine: &Machine,
        place: &ConfigPath,
        what: &str,
        dir: &str,
        why: NotRead,
    ) {
        let why = format!("{} {}", self.dialect.title, why.says(machine, self));
        self.unread(place, what, dir, &why);
    }

    /// Notes that what the config names at this place, or in the list at it, is not read.
    fn unread(&mut self, place: &ConfigPath, what: &str, dir: &str, why: &str) {
        let included = self.config.include_of(place);
        let list = place.get(&self.config.root).and_then(Value::as_array);
        let at = list.and_then(|list| list.iter().position(|item| item.as_str() == Some(dir)));
        let place = at.map_or_else(|| place.clone(), |at| place.join(at.to_string()));
        let (line, column) = match included {
            Some(_) => (None, None),
            None => self.config.place_of(&place).unzip(),
        };
        self.problems.push(Problem {
            with: ProblemWith::Place,
            path: included.unwrap_or_else(|| self.config.path.clone()),
            message: format!("The {what} {dir} is not read: {why}."),
            line,
            column,
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::agent::{Agent, Options};
    use crate::hook::{AgentId, Source};
    use tacklebox_machine::machine::{Machine, Platform};

    #[test]
    fn a_variable_that_names_no_whole_path_leaves_the_workspace_unknown() {
        let home = tempfile::tempdir().unwrap();
        let of = |agent: AgentId, version: &str, name: &str, text: &str| {
            let env = [(name.to_owned(), text.to_owned())].into();
            let machine = Machine::new(Platform::Linux, home.path(), env);
            let runtimes = [(agent, version.to_owned())].into();
            Agent::locate(&machine, agent, &Options { runtimes, ..Options::default() })
        };
        let openclaw = |text| of(AgentId::Openclaw, "2026.9.6", "OPENCLAW_WORKSPACE_DIR", text);
        for text in ["ws", "~/ws"] {
            let agent = openclaw(text);
            assert_eq!(agent.lost_workspace.as_deref(), Some(text));
            let said = &agent.problems[0].message;
            assert!(said.contains("OPENCLAW_WORKSPACE_DIR names it"), "{said}");
            assert!(agent.roots.iter().all(|root| root.source != Source::Workspace));
        }
        assert_eq!(openclaw("/ws").known_workspace(), Some(std::path::Path::new("/ws")));
        assert_eq!(openclaw(" ").lost_workspace, None);
        let eliza = |text| of(AgentId::Eliza, "2.0.0-beta.2", "ELIZA_WORKSPACE_DIR", text);
        assert_eq!(eliza("~/ws").known_workspace(), Some(&*home.path().join("ws")));
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "plays the agent that writes its config")]
    fn what_is_not_read_is_told_with_its_line() {
        let home = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, home.path(), Default::default());
        std::fs::create_dir_all(home.path().join(".openclaw")).unwrap();
        let config = "{ agents: { defaults: {\n workspace: 'ws' } },\n plugins: { load: { paths: [\n'~/a',\n'b'] } },\n hooks: { internal: { load: { extraDirs: [\n'c'] } } } }";
        std::fs::write(home.path().join(".openclaw/openclaw.json"), config).unwrap();
        let runtimes = [(AgentId::Openclaw, "2026.9.6".to_owned())].into();
        let options = Options { runtimes, ..Options::default() };
        let agent = Agent::locate(&machine, AgentId::Openclaw, &options);
        let told = agent.problems.iter().map(|it| {
            let what = it.message.split(" is not read").next().unwrap_or_default();
            format!("{:?} {what} {}", it.with, it.line.unwrap_or_default())
        });
        assert_eq!(
            told.collect::<Vec<_>>(),
            [
                "Place The place of plugins b 5",
                "Place The extra folder c 7",
                "Place The workspace ws 2"
            ]
        );
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "plays the agent that writes its config")]
    fn a_workspace_whose_path_is_not_whole_is_where_the_agent_is_started() {
        for (agent, version) in [
            (AgentId::Milady, "2026-03-01"),
            (AgentId::Eliza, "2.0.0-beta.2"),
            (AgentId::Openclaw, "2026.9.6"),
        ] {
            let home = tempfile::tempdir().unwrap();
            let machine = Machine::new(Platform::Linux, home.path(), Default::default());
            let name = agent.as_str();
            let file = home.path().join(format!(".{name}/{name}.json"));
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            let found = |text: &str, options: Options| {
                let config =
                    format!("{{\"agents\":{{\"defaults\":{{\"workspace\":\"{text}\"}}}}}}");
                std::fs::write(&file, config).unwrap();
                let runtimes = [(agent, version.to_owned())].into();
                let found = Agent::locate(&machine, agent, &Options { runtimes, ..options });
                let read = found.roots.iter().any(|root| root.source == Source::Workspace);
                (read, found.problems.iter().map(|it| it.message.clone()).collect::<Vec<_>>())
            };
            let says = format!(
                "The workspace ws is not read: {} looks for it in the folder in which it is started: write the whole path.",
                agent.dialect().title
            );
            assert_eq!(found("ws", Options::default()), (false, vec![says]));
            assert_eq!(found("~/ws", Options::default()), (true, vec![]));
            let workspace = Some(home.path().join("ws"));
            let named = Options { workspace, ..Options::default() };
            assert_eq!(found("ws", named), (true, vec![]));
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_link_in_the_home_leads_to_an_extra_folder_for_what_ships() {
        for (agent, version, read) in [
            (AgentId::Milady, "2026-03-01", true),
            (AgentId::Eliza, "2.0.0-beta.2", true),
            (AgentId::Milady, "documented", false),
        ] {
            let home = tempfile::tempdir().unwrap();
            let machine = Machine::new(Platform::Linux, home.path(), Default::default());
            let own = home.path().join(format!(".{}", agent.as_str()));
            std::fs::create_dir_all(&own).unwrap();
            std::fs::create_dir(home.path().join("more")).unwrap();
            std::os::unix::fs::symlink(home.path().join("more"), own.join("link")).unwrap();
            let runtimes = [(agent, version.to_owned())].into();
            let found = Agent::locate(&machine, agent, &Options { runtimes, ..Options::default() });
            let text = own.join("link").display().to_string();
            assert_eq!(found.extra_dir(&text).is_ok(), read, "{agent:?} {version}");
            assert!(found.extra_dir(&format!("{text}/../../more")).is_err());
        }
    }
}
