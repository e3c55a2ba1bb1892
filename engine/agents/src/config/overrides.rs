//! Settings that variables of the environment have in place of the config's (rule ).

use serde_json::Value;

use super::Config;
use super::path::ConfigPath;
use super::strict::Fault;
use super::typed::{Types, behind};
use super::variables::set;

/// A setting that a variable has in place of the config's: the first of these that is there, even where it is empty.
#[derive(Debug, PartialEq, Eq)]
pub struct Override {
    pub path: &'static [&'static str],
    pub names: &'static [&'static str],
    pub how: How,
}

/// How a variable gets into its setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// An empty one takes the setting away.
    Always,
    /// An empty one is nothing.
    Filled,
    /// The same; and only where the config does not say it or says the first of these, and where there is no variable of
    /// the second.
    Instead(&'static str, &'static str),
    /// As the only item of a list.
    Item,
}

impl How {
    fn is_of_its_kind(self, value: &Value) -> bool {
        match self {
            Self::Item => value.as_array().is_some_and(|it| it.iter().all(Value::is_string)),
            _ => value.is_string(),
        }
    }

    fn counts(self, value: &str, is: Option<&Value>) -> bool {
        match self {
            Self::Always | Self::Item => true,
            Self::Filled => !value.is_empty(),
            Self::Instead(usual, _) => {
                let is = is.and_then(Value::as_str);
                !value.is_empty() && is.is_none_or(|it| it.trim().eq_ignore_ascii_case(usual))
            }
        }
    }
}

/// What ZeroClaw's fork checks after it took these from its environment.
pub static ZEROCLAW_FORK: &[Override] = &[
    proxy(&["proxy", "http_proxy"], &["ZEROCLAW_HTTP_PROXY", "HTTP_PROXY"]),
    proxy(&["proxy", "https_proxy"], &["ZEROCLAW_HTTPS_PROXY", "HTTPS_PROXY"]),
    proxy(&["proxy", "all_proxy"], &["ZEROCLAW_ALL_PROXY", "ALL_PROXY"]),
    Override { path: SERVICES, names: &["ZEROCLAW_PROXY_SERVICES"], how: How::Item },
    filled(&["gateway", "host"], &["ZEROCLAW_GATEWAY_HOST", "HOST"]),
    filled(&["default_model"], &["ZEROCLAW_MODEL", "MODEL"]),
    filled(PROVIDER, &[OWN_PROVIDER]),
    Override {
        path: PROVIDER,
        names: &["PROVIDER"],
        how: How::Instead("openrouter", OWN_PROVIDER),
    },
];

const SERVICES: &[&str] = &["proxy", "services"];
const OWN_PROVIDER: &str = "ZEROCLAW_PROVIDER";
const PROVIDER: &[&str] = &["default_provider"];

const fn proxy(path: &'static [&'static str], names: &'static [&'static str]) -> Override {
    Override { path, names, how: How::Always }
}

const fn filled(path: &'static [&'static str], names: &'static [&'static str]) -> Override {
    Override { path, names, how: How::Filled }
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
        let path = ConfigPath::of(of.path.iter().copied());
        let is = path.get(&whole);
        // What is of another kind in the file is refused before a variable is looked at.
        let group = of.path.first().and_then(|first| whole.get(first));
        let odd = group.is_some_and(|it| of.path.len() > 1 && !it.is_object());
        if odd || is.is_some_and(|it| !of.how.is_of_its_kind(it)) {
            continue;
        }
        let unless = |how| matches!(how, How::Instead(_, other) if env(other).is_some());
        if !of.how.counts(&value, is) || unless(of.how) {
            continue;
        }
        let value = match of.how {
            How::Item => Value::from(vec![value]),
            _ => Value::from(value),
        };
        let steps: Vec<_> = of.path.iter().map(|step| (*step).to_owned()).collect();
        set(&mut whole, &steps, value);
        by.push((path, name));
    }
    let keyless = behind::cloud_key(&whole, &env);
    if by.is_empty() && keyless.is_none() {
        return config;
    }
    let said = |mut fault: Fault| {
        let sets = |path: &ConfigPath| fault.path.0.starts_with(&path.0);
        let name = by.iter().find(|(path, _)| sets(path)).map(|(_, name)| *name);
        // Where it has no config it goes by a whole one of its own.
        if name.is_none() && config.text.is_none() {
            return None;
        }
        if let Some(name) = name {
            fault.message = format!("The variable {name} sets it. {}", fault.message);
        }
        Some(fault)
    };
    let faults = types.faults(&whole, config.syntax).into_iter().chain(keyless);
    config.filled = Some(faults.filter_map(said).collect());
    config
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{ZEROCLAW_FORK, overridden};
    use crate::config::{Config, Syntax, of_text, typed};

    fn faults(text: Option<&str>, env: &[(&str, &str)]) -> Vec<String> {
        let nowhere = Path::new("/nowhere/config.toml");
        let config =
            of_text(nowhere, Syntax::Toml, Path::new("/nowhere"), text.unwrap_or_default());
        let config = Config { text: text.map(str::to_owned), ..config };
        let env = |name: &str| {
            let found = env.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let all = overridden(config, &typed::ZEROCLAW_FORK, ZEROCLAW_FORK, env).filled;
        let said = all.unwrap_or_default().into_iter();
        said.map(|fault| format!("{}: {}", fault.path, fault.message)).collect()
    }

    /// With each of these the fork of ZeroClaw, run, did not start, or did.
    #[test]
    fn what_zeroclaws_fork_takes_from_its_environment_is_checked_with_its_config() {
        let sound = "default_temperature = 0.7\n";
        let with = |more: &str| format!("{sound}{more}");
        let proxy = with("[proxy]\nhttp_proxy = 'x:1'");
        let cloud = ("MODEL", "x:cloud");
        let far = "default_provider = 'ollama'\ndefault_model = 'x:cloud'\napi_url = 'https://ollama.com'\n";
        let (far, with_key) = (with(far), with(&format!("{far}api_key = 'k'")));
        for (text, env, wrong) in [
            (sound, vec![("HTTP_PROXY", "localhost:3128")], Some("proxy.http_proxy")),
            (sound, vec![("HTTP_PROXY", "http://localhost:3128")], None),
            (sound, vec![("ZEROCLAW_HTTP_PROXY", ""), ("HTTP_PROXY", "x:1")], None),
            (sound, vec![("http_proxy", "x:1")], None),
            (sound, vec![("ALL_PROXY", "socks://x:1")], Some("proxy.all_proxy")),
            (&proxy, vec![("HTTP_PROXY", "")], None),
            (sound, vec![("ZEROCLAW_PROXY_SERVICES", "foo")], Some("proxy.services.0")),
            (sound, vec![("ZEROCLAW_PROXY_SERVICES", "tool.*, channel.qq")], None),
            (sound, vec![("HOST", " ")], Some("gateway.host")),
            (sound, vec![("HOST", "")], None),
            (&with("[proxy]\nservices = ['x']"), vec![("ZEROCLAW_PROXY_SERVICES", "")], None),
            (
                &with("[proxy]\nservices = 'x'"),
                vec![("ZEROCLAW_PROXY_SERVICES", "tool.*"), ("HOST", "x")],
                Some("proxy.services"),
            ),
            (
                &with("default_model = 2026-01-01"),
                vec![("MODEL", "x"), ("HOST", "x")],
                Some("default_model"),
            ),
            (&far, vec![], Some("default_model")),
            (&far, vec![("OLLAMA_API_KEY", " ")], Some("default_model")),
            (&far, vec![("API_KEY", "k")], None),
            (&with_key, vec![], None),
            (sound, vec![cloud, ("ZEROCLAW_PROVIDER", "ollama")], Some("default_model")),
            (sound, vec![cloud, ("PROVIDER", "ollama")], Some("default_model")),
            (sound, vec![cloud, ("PROVIDER", "ollama"), ("ZEROCLAW_PROVIDER", "")], None),
            (&with("default_provider = 'x'"), vec![cloud, ("PROVIDER", "ollama")], None),
        ] {
            let found = faults(Some(text), &env);
            let place = found.first().and_then(|it| it.split(": ").next());
            assert_eq!(place, wrong, "{text} {env:?}: {found:?}");
        }
    }

    #[test]
    fn a_variable_is_named_and_never_told_and_counts_without_a_config_too() {
        let secret = "http//me:s3cret@proxy";
        let found = faults(None, &[("HTTPS_PROXY", secret), ("HOST", "localhost")]);
        let [said] = found.as_slice() else { panic!("{found:?}") };
        assert!(said.contains("The variable HTTPS_PROXY sets it."), "{said}");
        assert!(!said.contains("s3cret"), "{said}");
    }
}
