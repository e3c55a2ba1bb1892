//! That OpenClaw takes its config for damaged, and puts its copy of an earlier one in the place of it (rule ).

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;
use tacklebox_machine::files::{self, Stamp};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::sqlite;
use tacklebox_machine::words::js_trim;

use super::Agent;
use crate::config::{self, MAX_BYTES, Syntax, includes};

/// Where its state says what its config was like when it last took it.
const TABLE: &str = "config_health_entries";
/// Where in a row of that is what it saw before and left as it was.
const SEEN: usize = 3;
/// A config that had this many bytes may not become less than half as large.
const LARGE: usize = 512;

/// What it would do with a config.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PutsBack {
    /// The copy that it puts in its place.
    pub copy: PathBuf,
    /// What is wrong with the config for it: the rest of a sentence.
    pub because: &'static str,
}

/// What it compares of two configs.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Print {
    bytes: usize,
    has_meta: bool,
    gateway_mode: Option<String>,
}

impl Print {
    fn of(text: &str, root: &Value) -> Self {
        let mode = root.pointer("/gateway/mode").and_then(Value::as_str).map(js_trim);
        Self {
            bytes: text.len(),
            has_meta: root.get("meta").is_some_and(Value::is_object),
            gateway_mode: mode.filter(|it| !it.is_empty()).map(str::to_owned),
        }
    }

    /// Why it takes a config for damaged of which this was the last good one, in its words and in ours.
    fn why_damaged(&self, now: &Self) -> Vec<(String, &'static str)> {
        let (was, is) = (self.bytes, now.bytes);
        let mut why = Vec::new();
        if was >= LARGE && is < was / 2 {
            let size = format!("size-drop-vs-last-good:{was}->{is}");
            why.push((size, "it is less than half as large as before"));
        }
        if self.has_meta && !now.has_meta {
            why.push(("missing-meta-vs-last-good".to_owned(), "it has no meta any more"));
        }
        if self.gateway_mode.is_some() && now.gateway_mode.is_none() {
            let mode = "gateway-mode-missing-vs-last-good".to_owned();
            why.push((mode, "it has no gateway.mode any more"));
        }
        why
    }
}

impl Agent {
    /// That its config is made elsewhere, so that what is changed in the file itself is lost, as a sentence: a variable
    /// says so, and its own commands write nothing there either.
    pub fn config_kept(&self) -> Option<String> {
        let variable = self.dialect.rules.gateway?.leaves_config(self.config.names.as_ref()?)?;
        let (title, file) = (self.dialect.title, self.config.path.file_name()?.to_string_lossy());
        Some(format!(
            "{file} is made elsewhere, as {variable} says, and neither {title} nor Tacklebox changes it: a change would be lost when it is made again. Change it where it is made; with Nix that is `programs.openclaw.config`."
        ))
    }

    /// That it would do so with its config as it is, as sentences.
    pub fn replaces_config(&self, machine: &Machine) -> Option<String> {
        if self.last_written_by_newer(machine).is_some() {
            return None;
        }
        let PutsBack { copy, because } = self.puts_back(self.config.text.as_deref()?)?;
        let (title, file) = (self.dialect.title, machine.show(&self.config.path));
        let copy = machine.show(&copy);
        Some(format!(
            "{title} thinks that {file} is damaged, as {because}. When it is started next, it puts {copy} in its place: then its hooks are as that says, and not as shown here. Change anything here to keep it as it is: Tacklebox writes the same into that copy."
        ))
    }

    /// Whether it takes this text, as its config, for damaged when it is started next; none where it takes it as it is, or
    /// refuses it.
    pub fn puts_back(&self, text: &str) -> Option<PutsBack> {
        let rules = self.dialect.rules.gateway?;
        let names = self.config.names.as_ref();
        let is_kept = || names.is_some_and(|names| rules.leaves_config(names).is_some());
        let mut copy = self.config.path.clone().into_os_string();
        copy.push(".bak");
        let copy = PathBuf::from(copy);
        let before = String::from_utf8(files::read(&copy, MAX_BYTES).ok()?.0?).ok()?;
        if before == text || rules.may_be_read_only && is_kept() {
            return None;
        }
        let root = config::parse(Syntax::Json5, text).ok()?;
        let own = Print::of(&before, &config::parse(Syntax::Json5, &before).ok()?);
        own.gateway_mode.as_ref()?;
        let database = self.database();
        let key = self.config.path.to_string_lossy();
        let kept = sqlite::value(&database, TABLE, &key).ok().flatten();
        let kept = kept.and_then(|text| serde_json::from_str(&text).ok());
        let why = kept.unwrap_or(own).why_damaged(&Print::of(text, &root));
        let because = why.last()?.1;
        let words: Vec<_> = why.into_iter().map(|(word, _)| word).collect();
        let signature = format!("{}:{}", Stamp::of(text.as_bytes()), words.join(","));
        let is_seen =
            || sqlite::cell(&database, TABLE, &key, SEEN).ok().flatten() == Some(signature);
        let is_left =
            includes(&root) || !self.dialect.refuses(&root, Syntax::Json5).is_empty() || is_seen();
        (!is_left).then_some(PutsBack { copy, because })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::agent::Options;
    use crate::hook::AgentId;
    use tacklebox_machine::machine::Platform;

    fn write(path: &Path, text: &str) {
        use std::io::Write as _;
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// Why it takes a config for damaged beside this copy.
    fn why(
        version: &str,
        copy: Option<&str>,
        text: &str,
        variable: Option<&str>,
    ) -> Option<&'static str> {
        let home = tempfile::tempdir().unwrap();
        let config = home.path().join(".openclaw/openclaw.json");
        write(&config, text);
        if let Some(copy) = copy {
            write(&config.with_extension("json.bak"), copy);
        }
        let env = variable.map(|name| (name.to_owned(), "1".to_owned())).into_iter().collect();
        let machine = Machine::new(Platform::Linux, home.path(), env);
        let runtimes = [(AgentId::Openclaw, version.to_owned())].into();
        let agent =
            Agent::locate(&machine, AgentId::Openclaw, &Options { runtimes, ..Options::default() });
        agent.puts_back(text).map(|it| it.because)
    }

    /// Three gateways were started with each of these.
    #[test]
    fn a_config_that_lost_much_is_one_that_openclaw_puts_back() {
        let mode = "{gateway: {mode: 'local'}}";
        let meta = "{gateway: {mode: 'local'}, meta: {}}";
        let long = format!("{{gateway: {{mode: 'local'}}}}{}", " ".repeat(600));
        for version in ["2026.7.35", "2026.8.1", "2026.9.6"] {
            let why = |copy, text| why(version, Some(copy), text, None);
            assert_eq!(why(meta, mode), Some("it has no meta any more"));
            assert_eq!(why(mode, "{gateway: {}}"), Some("it has no gateway.mode any more"));
            assert_eq!(why(&long, mode), Some("it is less than half as large as before"));
            assert_eq!(why(mode, meta), None);
            let other = long.replace("local", "remote");
            assert_eq!(why(&long, &other), None);
            assert_eq!(why("{meta: {}}", mode), None, "a copy without a mode is not put back");
            assert_eq!(why("{gateway: {", mode), None, "nor one that cannot be read");
            assert_eq!(why(meta, "{gateway: "), None, "it does not read this one");
            let refused = "{gateway: {mode: 'local'}, frobnicate: 1}";
            assert_eq!(why(meta, refused), None, "it ends with this one");
            let parts = "{gateway: {mode: 'local'}, logging: {$include: './log.json5'}}";
            assert_eq!(why(meta, parts), None, "it has parts in other files");
        }
        let of = |version, copy, variable| why(version, copy, mode, variable);
        assert_eq!(of("2026.9.6", Some(meta), Some("OPENCLAW_CONFIG_READONLY")), None);
        assert_eq!(
            of("2026.8.1", Some(meta), Some("OPENCLAW_NIX_MODE")),
            of("2026.8.1", Some(meta), None)
        );
        assert_eq!(of("2026.9.6", None, None), None);
        assert_eq!(of("documented", Some(meta), None), None);
    }
}
