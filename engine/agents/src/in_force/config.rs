//! What the version in force makes of an agent's config as a whole.

use std::path::Path;

use serde_json::Value;

use super::settled::{shrinks, switches_hooks};
use super::{ConfigProblem, ConfigState, ConfigVerdict};
use crate::config::strict::{self, Fault, Judged, Schema, Settles, Unless};
use crate::config::{Config, ConfigPath, Syntax};
use crate::dialect::Dialect;
use crate::dialect::ends;
use crate::dialect::shipped::ConfigCheck;

/// Whether this version takes the config. A version that does not check its config takes every one that
/// parses. `on_disk` is what it refuses for what the config names on the disk.
pub fn config_verdict(
    dialect: &Dialect,
    version: &str,
    config: &Config,
    on_disk: impl FnOnce(&Value) -> Option<Fault>,
) -> ConfigVerdict {
    let says = |state| ConfigVerdict { state, ..ConfigVerdict::default() };
    let odd = dialect.rules.odd_config;
    let refused = |path: &str, message: String| {
        let problems = vec![ConfigProblem { path: path.to_owned(), message }];
        ConfigVerdict { problems, ..says(ConfigState::Refused) }
    };
    if config.is_blank() && !odd.empty {
        return refused("<root>", "The file is empty. Write {} into it.".to_owned());
    }
    if let Some(problem) =
        config.problems.first().filter(|_| !config.unparsable && !odd.lost_include)
    {
        return refused("$include", problem.message.clone());
    }
    // Of a list it takes what it has by no name: nothing. It writes into all else.
    let writes_into = dialect.rules.wrong_kind_ends && !odd.other;
    let has_parts = config.value.is_object() || config.value.is_array();
    if writes_into && !has_parts && !config.unparsable {
        return refused("$include", "What it includes is not an object { … }.".to_owned());
    }
    if dialect.rules.wrong_kind_ends
        && let Some((path, message)) = ends::no_start(&config.value)
    {
        return refused(path, message);
    }
    let schema = match dialect.rules.config {
        _ if config.unparsable && (config.is_list && odd.list || config.is_other && odd.other) => {
            return says(ConfigState::Accepted);
        }
        _ if config.unparsable => return says(ConfigState::Refused),
        // Where there is no config, there is nothing to refuse.
        ConfigCheck::Strict if config.text.is_some() => Schema::of(version),
        ConfigCheck::Typed(_) if config.text.is_none() && config.filled.is_none() => {
            return says(ConfigState::Accepted);
        }
        ConfigCheck::Typed(types) => {
            let faults = || types.faults(&config.as_typed(), config.syntax);
            let faults = config.filled.clone().unwrap_or_else(faults);
            let json = config.text.as_deref().filter(|_| config.syntax == Syntax::Json);
            let twice = json.map(|text| types.twice(text)).unwrap_or_default();
            let mut faults: Vec<Fault> = twice.into_iter().chain(faults).collect();
            // One that it does not take it leaves as it is.
            if faults.is_empty() {
                faults.extend(written_again(dialect.title, config));
            }
            let problems = problems_of(config, faults);
            let state = match problems.is_empty() {
                true => ConfigState::Accepted,
                false => ConfigState::Refused,
            };
            return ConfigVerdict { problems, ..says(state) };
        }
        ConfigCheck::Strict | ConfigCheck::Loose => return says(ConfigState::Accepted),
    };
    let Some(schema) = schema else { return says(ConfigState::Unknown) };
    let value = config.filled_in(&config.value);
    let on_disk = on_disk(&value).map(|fault| Judged { fault, in_code: true });
    let settling = Settles::new(schema, &value);
    let mut judged: Vec<_> = schema.judged(&value).into_iter().chain(on_disk).collect();
    // What a plugin may bring is looked at once these are known, but for what is put in order without them.
    let (own, mut parts): (Vec<_>, Vec<_>) = schema
        .part_faults(&value)
        .into_iter()
        .partition(|it| !it.of_absent && settling.settles(&it.judged()));
    let all: Vec<_> = judged.iter().cloned().chain(own.iter().map(Unless::judged)).collect();
    // Where it may not write to its config, it puts nothing in order there.
    let fixed = dialect.rules.gateway.zip(config.names.as_ref());
    let fixed = fixed.is_some_and(|(rules, names)| rules.leaves_config(names).is_some());
    let settles = !fixed
        && config.includes.is_empty()
        && settling.all(&all)
        && !shrinks(version, &config.value, all.iter().filter(|it| !it.in_code));
    match settles {
        true => judged = all,
        false => parts.extend(own),
    }
    let faults: Vec<Fault> = judged.into_iter().map(|it| it.fault).collect();
    let goes_on = settles && !faults.iter().any(|it| switches_hooks(&it.path, &value));
    let settled = match goes_on {
        true => problems_of(config, faults.clone()),
        false => Vec::new(),
    };
    let title = dialect.title;
    let told = faults.into_iter().map(|fault| match settles {
        true => puts_in_order(title, version, fault),
        false => fault,
    });
    let problems = problems_of(config, told.collect());
    let state = match problems.is_empty() {
        false if goes_on => ConfigState::Unknown,
        false => ConfigState::Refused,
        // Nothing that is known of is wrong; the rest is the agent's to judge.
        true if strict::has_unknown(&value) => ConfigState::Unknown,
        true => ConfigState::Accepted,
    };
    let parts: Vec<_> = parts.into_iter().map(|it| it.map(|it| problem_of(config, it))).collect();
    let waits = strict::names_plugins(&value) || !parts.is_empty();
    match waits && state != ConfigState::Refused {
        true => ConfigVerdict {
            with_plugins: Some(state),
            parts,
            problems,
            settled,
            ..says(ConfigState::Unknown)
        },
        false => ConfigVerdict { problems, settled, ..says(state) },
    }
}

/// Says of what is wrong that its gateway puts it in order itself.
fn puts_in_order(title: &str, version: &str, mut fault: Fault) -> Fault {
    fault.message.push_str(&match strict::is_retired(version, &fault.path) {
        true => format!(
            " {title} has retired it: its gateway moves it or takes it out when it is started."
        ),
        false => " Its gateway puts that in order itself when it is started.".to_owned(),
    });
    fault
}

fn problems_of(config: &Config, faults: Vec<Fault>) -> Vec<ConfigProblem> {
    faults.into_iter().map(|fault| problem_of(config, fault)).collect()
}

fn problem_of(config: &Config, Fault { path, message }: Fault) -> ConfigProblem {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    // A person who opens the config does not find it there.
    let elsewhere = config.include_of(&path).map(|file| {
        let (file, own) = (name(&file), name(&config.path));
        format!(" It is in {file}, which {own} includes: change it there.")
    });
    let message = message + &elsewhere.unwrap_or_default();
    ConfigProblem { path: path.to_string(), message }
}

/// In a config that names no port its agent writes one when it starts, and all else with it: as TOML, also into a file
/// of another kind, which it cannot read from then on.
fn written_again(title: &str, config: &Config) -> Option<Fault> {
    let other = matches!(config.syntax, Syntax::Yaml | Syntax::Json) && config.text.is_some();
    let port = config.value.pointer("/server/port").and_then(Value::as_u64);
    (other && port.unwrap_or_default() == 0).then(|| Fault {
        path: ConfigPath::of(["server", "port"]),
        message: format!(
            "It is 0 or not there: at its start {title} picks one, writes the whole config into this file as TOML, and cannot read it any more."
        ),
    })
}
