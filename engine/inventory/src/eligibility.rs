//! Hook × machine × config → what is missing (rules R-3).

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::Value;

use crate::discover::Candidate;
use crate::variables::env_from;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::{ConfigPath, path::is_inherited};
use tacklebox_agents::dialect::Rules;
use tacklebox_agents::dialect::shipped::{Inherited, Programs};
use tacklebox_agents::hook::{InstallSpec, Missing, MissingKind};
use tacklebox_agents::manifest::Manifest;
use tacklebox_agents::truth::truthy;
use tacklebox_machine::machine::{self, Machine, Platform};
use tacklebox_machine::words;

/// Something that a hook lacks here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lack<'a> {
    pub(crate) kind: MissingKind,
    pub(crate) names: &'a [String],
}

/// All that a hook lacks here.
#[derive(Debug)]
pub(crate) struct Lacks<'a> {
    /// In the order in which an agent checks.
    pub(crate) all: Vec<Lack<'a>>,
    /// It lacks nothing by the rules of any version.
    pub(crate) by_none: bool,
}

/// Everything that the hook lacks here by the version in force.
pub(crate) fn lacks<'a>(machine: &Machine, agent: &Agent, candidate: &'a Candidate) -> Lacks<'a> {
    let mut all = Vec::new();
    let Ok(manifest) = candidate.effective() else { return Lacks { all, by_none: true } };
    let requires = &manifest.requires;
    // What else may be asked for is looked up by each in its own way.
    let mut by_none = requires.os.is_empty()
        && requires.any_bins.is_empty()
        && requires.env.is_empty()
        && requires.config.is_empty()
        && candidate.not_executable.is_none();
    let mut say = |kind, names| all.push(Lack { kind, names });
    if !admits(&requires.os, &agent.dialect.rules, machine.platform()) {
        say(MissingKind::Os, requires.os.as_slice());
    }
    if !manifest.always {
        for (names, any) in asked(agent, manifest) {
            let is_here = is_here(machine, agent, names);
            by_none &= is_here;
            if !is_here && !passes(machine, agent, names, any) {
                say(if any { MissingKind::AnyBins } else { MissingKind::Bin }, names);
            }
        }
        for name in &requires.env {
            if env_from(machine, agent, manifest, name).is_none() {
                say(MissingKind::Env, std::slice::from_ref(name));
            }
        }
        if agent.dialect.checks_config {
            for path in requires.config.iter().filter(|path| !config_is_set(agent, path)) {
                say(MissingKind::Config, std::slice::from_ref(path));
            }
        }
    }
    if let Some(file) = candidate.not_executable.as_ref().filter(|_| agent.dialect.checks_command())
    {
        say(MissingKind::NotExecutable, std::slice::from_ref(file));
    }
    Lacks { all, by_none }
}

/// Systems, as people call them.
pub fn systems(names: &[String]) -> String {
    words::any_of(names.iter().map(|os| words::os(os)))
}

/// That a hook asks for this very system by a name that the agent has for no system, or for another one; none where it is
/// made for other systems.
pub fn other_system(machine: &Machine, agent: &Agent, names: &[String]) -> Option<String> {
    let platform = machine.platform();
    let same = names.iter().find(|name| words::os(name) == platform.title())?;
    let (title, here) = (agent.dialect.title, agent.dialect.rules.calls(platform));
    Some(format!("Asks for {same}, and {title} calls this system {here}"))
}

impl Lack<'_> {
    pub(crate) fn said(&self, machine: &Machine, agent: &Agent) -> Missing {
        let names = self.names;
        let all = || names.join(", ");
        let programs = || words::any_of(of_this_system(machine, names));
        let (message, sentence) = match self.kind {
            MissingKind::Os => {
                let (here, asked) =
                    (agent.dialect.rules.calls(machine.platform()), names.join("|"));
                (
                    format!("OS: requires {asked}, current: {here}"),
                    other_system(machine, agent, names)
                        .unwrap_or_else(|| format!("Runs on {} only", systems(names))),
                )
            }
            MissingKind::AnyBins => {
                (format!("None of: {}", all()), format!("Needs the program {}", programs()))
            }
            MissingKind::Env => {
                let variable = words::any_of(names.iter().map(|name| words::variable(name)));
                (
                    format!("Env missing: {}", all()),
                    format!("Needs {}", words::with_article(&variable)),
                )
            }
            MissingKind::Config => {
                (format!("Config missing: {}", all()), format!("Needs the setting {}", all()))
            }
            MissingKind::NotExecutable => {
                (format!("Not executable: {}", all()), format!("{} may not be run yet", all()))
            }
            MissingKind::Bin => {
                (format!("Binary missing: {}", all()), format!("Needs the program {}", programs()))
            }
        };
        Missing { kind: self.kind, names: names.to_vec(), message, sentence }
    }
}

/// Whether an `os` list admits a platform; an empty one admits all.
pub fn runs_on(os: &[String], platform: Platform) -> bool {
    admits(os, &Rules::DOCUMENTED, platform)
}

/// As [`runs_on`], by the names that a version of the agent has for platforms.
pub fn admits(os: &[String], rules: &Rules, platform: Platform) -> bool {
    os.is_empty() || os.iter().any(|name| name == rules.calls(platform))
}

/// A program that a hook asks for, or several of which one is enough.
#[derive(Clone, Debug)]
pub struct Need<'a> {
    pub names: &'a [String],
    /// One of them is enough.
    pub any: bool,
    /// The one that can be run here, and its file.
    pub found: Option<(&'a str, PathBuf)>,
    /// Whether the version in force loads the hook: some take a file that cannot be run for a program, or
    /// do not look at all.
    pub passes: bool,
}

/// The programs that a hook asks for, and which of them are here: for its checklist, and to install them. The verdict
/// asks [`passes`] alone, as this does.
pub fn programs<'a>(machine: &Machine, agent: &Agent, manifest: &'a Manifest) -> Vec<Need<'a>> {
    let need = |names: &'a [String], any: bool| {
        let looked = names.iter().filter(|name| looks_for(agent, name));
        let found =
            looked.map(String::as_str).find_map(|name| Some((name, machine.program(name)?)));
        let passes = passes(machine, agent, names, any);
        Need { names, any, found, passes }
    };
    asked(agent, manifest).map(|(names, any)| need(names, any)).collect()
}

/// The program that looks for them, the programs that a hook asks for one by one, then those of which one is enough.
fn asked<'a>(agent: &Agent, manifest: &'a Manifest) -> impl Iterator<Item = (&'a [String], bool)> {
    let requires = &manifest.requires;
    let by_which = agent.dialect.rules.programs == Programs::ByWhich && !requires.bins.is_empty();
    let which = by_which.then(|| (WHICH.as_slice(), false));
    let each = requires.bins.iter().map(|name| (std::slice::from_ref(name), false));
    let any = requires.any_bins.as_slice();
    which.into_iter().chain(each).chain((!any.is_empty()).then_some((any, true)))
}

/// What some agents look for programs with: without it they find none.
static WHICH: LazyLock<[String; 1]> = LazyLock::new(|| ["which".to_owned()]);

/// Whether the version in force is content with what is here of these programs.
fn passes(machine: &Machine, agent: &Agent, names: &[String], any: bool) -> bool {
    any && !agent.dialect.rules.any_bins
        || is_here(machine, agent, names)
        || names.iter().any(|name| passes_for_program(machine, agent, name))
}

/// Whether one of these programs can be run here, and is looked for by its name.
fn is_here(machine: &Machine, agent: &Agent, names: &[String]) -> bool {
    names.iter().any(|name| looks_for(agent, name) && machine.has_program(name))
}

/// Programs that come with one system alone: nobody can get them for another.
const OF_SYSTEMS: [(&str, Platform); 5] = [
    ("notify-send", Platform::Linux),
    ("osascript", Platform::Darwin),
    ("powershell", Platform::Win32),
    ("powershell.exe", Platform::Win32),
    ("terminal-notifier", Platform::Darwin),
];

/// Those of several programs that this system can have; all of them, where it can have none.
pub fn of_this_system(machine: &Machine, names: &[String]) -> Vec<String> {
    let other = |name: &str| {
        let row = OF_SYSTEMS.iter().find(|(of, _)| *of == name);
        row.is_some_and(|(_, platform)| *platform != machine.platform())
    };
    let own: Vec<String> = names.iter().filter(|name| !other(name)).cloned().collect();
    if own.is_empty() { names.to_vec() } else { own }
}

/// Whether the version in force would find it: some put a whole path behind the folders of PATH.
fn looks_for(agent: &Agent, name: &str) -> bool {
    agent.dialect.rules.programs != Programs::Accessible || !Path::new(name).is_absolute()
}

/// Whether the version in force takes something on PATH for a program that is not one.
fn passes_for_program(machine: &Machine, agent: &Agent, name: &str) -> bool {
    match agent.dialect.rules.programs {
        Programs::Executable => false,
        Programs::ByWhich => {
            let path = Path::new(name);
            let meta = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file);
            path.is_absolute() && meta.is_some_and(|meta| machine::executable(&meta))
        }
        // Without a name it is the folder of PATH itself.
        Programs::Anything => name.is_empty() || machine.on_path_or_at(name).is_some(),
        Programs::Accessible => {
            let runs = |path: PathBuf| {
                std::fs::metadata(path).is_ok_and(|meta| machine::executable(&meta))
            };
            machine.on_path(name).is_some_and(runs)
                || agent.behind_path(machine, name).is_some_and(runs)
        }
    }
}

/// The variable at which the loader breaks when it looks whether this hook has all that it asks for.
pub(crate) fn breaks_at<'a>(
    machine: &Machine,
    agent: &Agent,
    candidate: &'a Candidate,
) -> Option<&'a str> {
    let inherited = agent.dialect.rules.inherited;
    let env_first = inherited == Inherited::Breaks;
    if !env_first && inherited != Inherited::BreaksAll {
        return None;
    }
    let manifest = candidate.effective().ok()?;
    let env = manifest.requires.env.as_slice();
    let at = env.iter().position(|name| is_inherited(name))?;
    let (before, name) = (env.get(..at)?, env.get(at)?);
    // It looks no further than to the first thing that is missing.
    let reached = !manifest.always
        && admits(&manifest.requires.os, &agent.dialect.rules, machine.platform())
        && (env_first
            || asked(agent, manifest).all(|(names, any)| passes(machine, agent, names, any)))
        && before.iter().all(|name| env_from(machine, agent, manifest, name).is_some());
    reached.then_some(name)
}

/// Whether a config path is truthy as JavaScript has it. `hooks.entries.X` also finds
/// `hooks.internal.entries.X`.
pub fn config_is_set(agent: &Agent, path: &str) -> bool {
    // The agents cut such a path at its dots and know no quotes.
    let rules = &agent.dialect.rules;
    let truth = |value: &Value| match value {
        Value::String(text) if rules.trims => !words::js_trim(&agent.config.fill(text)).is_empty(),
        value => truthy(value),
    };
    let parts = |path: &str| {
        let parts = path.split('.').map(str::to_owned);
        ConfigPath::of(parts.filter(|part| !rules.trims || !part.is_empty()))
    };
    let nan = |path: &ConfigPath| rules.odd_config.nan_is_set && agent.config.is_nan(path);
    let get = |path: &str| {
        let path = parts(path);
        let careful = !matches!(rules.inherited, Inherited::Nothing | Inherited::All);
        if careful && path.is_blocked() {
            return None;
        }
        let Some(value) = path.get(&agent.config.value) else {
            return (rules.inherited != Inherited::Nothing
                && path.is_inherited(&agent.config.value))
            .then_some(true);
        };
        Some(truth(value) || (value.is_null() && nan(&path)))
    };
    let moved = path.strip_prefix("hooks.entries.").filter(|_| rules.moved_entries);
    let moved = moved.and_then(|rest| get(&format!("hooks.internal.entries.{rest}")));
    match (get(path), moved) {
        (None, None) => agent.dialect.default_true.contains(&path) || is_filled(agent, path),
        (here, moved) => here == Some(true) || moved == Some(true),
    }
}

/// Whether the agent itself puts something there that is true.
fn is_filled(agent: &Agent, path: &str) -> bool {
    let rules = &agent.dialect.rules;
    let is_or_holds = |place: &str| {
        place.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let above =
        |place: &str| place.rsplit_once('.').map(|(above, _)| ConfigPath::of(above.split('.')));
    let holds_some = |roster: &&str| {
        let all = agent.config.value.get("agents").and_then(|agents| agents.get(*roster));
        all.is_some_and(|all| match all {
            Value::Object(all) => !all.is_empty(),
            Value::Array(all) => !all.is_empty(),
            _ => false,
        })
    };
    let names_none = || !rules.rosters.iter().any(holds_some);
    rules.fills.iter().any(|place| is_or_holds(place))
        || rules.fills_agent.is_some_and(is_or_holds) && names_none()
        || rules.fills_in.contains(&path)
            && above(path).is_some_and(|above| above.get(&agent.config.value).is_some())
}

/// The install specs that count on this platform.
pub fn install_specs(machine: &Machine, candidate: &Candidate) -> Vec<InstallSpec> {
    let Ok(manifest) = &candidate.manifest else { return Vec::new() };
    let fits = |spec: &&InstallSpec| runs_on(&spec.os, machine.platform());
    manifest.install.iter().filter(fits).cloned().collect()
}

#[cfg(test)]
mod tests;
