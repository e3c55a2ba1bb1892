//! What the version in force makes of an agent's config as a whole.

use std::path::Path;

use super::{ConfigProblem, ConfigState, ConfigVerdict, OfChannel};
use crate::config::Config;
use crate::config::strict::{self, ChannelFault, Fault, Schema};
use crate::dialect::Dialect;
use crate::dialect::ends;
use crate::dialect::shipped::ConfigCheck;

/// Whether this version takes the config. A version that does not check its config takes every one that
/// parses.
pub fn config_verdict(dialect: &Dialect, version: &str, config: &Config) -> ConfigVerdict {
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
        ConfigCheck::Typed(types) => {
            let faults = config.filled.clone().unwrap_or_else(|| types.faults(&config.value));
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
    let problems =
        problems_of(config, told_of_retired(dialect, version, config, schema.faults(&value)));
    let state = match problems.is_empty() {
        false => ConfigState::Refused,
        // Nothing that is known of is wrong; the rest is the agent's to judge.
        true if strict::has_unknown(&value) => ConfigState::Unknown,
        true => ConfigState::Accepted,
    };
    let channels: Vec<OfChannel> =
        schema.channel_faults(&value).into_iter().map(|it| of_channel(config, it)).collect();
    let waits = problems.is_empty() && (strict::names_plugins(&value) || !channels.is_empty());
    match waits {
        true => ConfigVerdict { with_plugins: Some(state), channels, ..says(ConfigState::Unknown) },
        false => ConfigVerdict { problems, ..says(state) },
    }
}

/// What is said of settings that are refused, and that its gateway puts in order itself.
fn told_of_retired(
    dialect: &Dialect,
    version: &str,
    config: &Config,
    mut faults: Vec<Fault>,
) -> Vec<Fault> {
    let all = faults.iter().all(|fault| strict::is_retired(version, &fault.path));
    if all && config.includes.is_empty() {
        let title = dialect.title;
        for fault in &mut faults {
            fault.message.push_str(&format!(
                " {title} has retired it: its gateway moves it or takes it out when it is started."
            ));
        }
    }
    faults
}

fn of_channel(config: &Config, found: ChannelFault) -> OfChannel {
    let ChannelFault { channel, unknown, fault } = found;
    OfChannel { channel, unknown, problem: problem_of(config, fault) }
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
