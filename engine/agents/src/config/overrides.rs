//! Settings that variables of the environment have in place of the config's (rule ).

use super::Config;
use super::path::ConfigPath;
use super::strict::Fault;
use super::typed::Types;
use super::variables::set;

/// A setting that a variable has in place of the config's: the first of these that is there, even where it is empty.
#[derive(Debug, PartialEq, Eq)]
pub struct Override {
    pub path: &'static [&'static str],
    pub names: &'static [&'static str],
    /// Whether an empty one takes the setting away.
    pub empty: bool,
}

/// What ZeroClaw's fork checks after it took these from its environment.
pub static ZEROCLAW_FORK: &[Override] = &[
    proxy(&["proxy", "http_proxy"], &["ZEROCLAW_HTTP_PROXY", "HTTP_PROXY"]),
    proxy(&["proxy", "https_proxy"], &["ZEROCLAW_HTTPS_PROXY", "HTTPS_PROXY"]),
    proxy(&["proxy", "all_proxy"], &["ZEROCLAW_ALL_PROXY", "ALL_PROXY"]),
    Override {
        path: &["gateway", "host"],
        names: &["ZEROCLAW_GATEWAY_HOST", "HOST"],
        empty: false,
    },
    Override { path: &["default_provider"], names: &["ZEROCLAW_PROVIDER"], empty: false },
    Override { path: &["default_model"], names: &["ZEROCLAW_MODEL", "MODEL"], empty: false },
];

const fn proxy(path: &'static [&'static str], names: &'static [&'static str]) -> Override {
    Override { path, names, empty: true }
}

/// The config with what is wrong in it once these variables are in it.
pub(crate) fn overridden(
    mut config: Config,
    types: &Types,
    all: &[Override],
    env: impl Fn(&str) -> Option<String>,
) -> Config {
    if config.unparsable {
        return config;
    }
    let mut whole = config.as_typed().into_owned();
    let mut by = Vec::new();
    for of in all {
        let Some((name, value)) = of.names.iter().find_map(|name| Some((*name, env(name)?))) else {
            continue;
        };
        if value.is_empty() && !of.empty {
            continue;
        }
        // The types are looked at before.
        let place = format!("/{}", of.path.join("/"));
        let group = of.path.first().and_then(|first| config.value.get(first));
        let odd = group.is_some_and(|it| of.path.len() > 1 && !it.is_object());
        if odd || config.value.pointer(&place).is_some_and(|it| !it.is_string()) {
            continue;
        }
        let path: Vec<_> = of.path.iter().map(|step| (*step).to_owned()).collect();
        set(&mut whole, &path, value.into());
        by.push((ConfigPath::of(of.path.iter().copied()), name));
    }
    if by.is_empty() {
        return config;
    }
    let said = |mut fault: Fault| {
        let name = by.iter().find(|(path, _)| *path == fault.path).map(|(_, name)| *name);
        // Where it has no config it goes by a whole one of its own.
        if name.is_none() && config.text.is_none() {
            return None;
        }
        if let Some(name) = name {
            fault.message = format!("The variable {name} sets it. {}", fault.message);
        }
        Some(fault)
    };
    config.filled = Some(types.faults(&whole, config.syntax).into_iter().filter_map(said).collect());
    config
}
