//! Whether the agent's own program starts with the config that it takes.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{Agent, profile};
use crate::config::ConfigPath;
use crate::config::strict::Fault;
use crate::dialect::Dialect;
use crate::hook::Basis;
use crate::in_force::{ConfigState, is_later_release};
pub(super) use auth::SECRETS as GATEWAY_SECRETS;
use here::Here;
pub(super) use others::asked;
use tacklebox_machine::machine::{Machine, Platform, expand};
use tacklebox_machine::words::js_trim;

mod auth;
mod channels;
mod found;
mod here;
mod memory;
mod others;
mod secret;
mod ssh;
mod state;

/// What is in the place of the home of an agent whose gateway does not start with that; none where it is a folder, or
/// nothing is there.
pub(super) fn in_the_way(dialect: &Dialect, home: &Path) -> Option<&'static str> {
    let meta = fs::symlink_metadata(home).ok().filter(|_| dialect.rules.gateway.is_some())?;
    match home.metadata() {
        Ok(there) if there.is_dir() => None,
        Err(_) if meta.is_symlink() => Some("a link that leads nowhere"),
        _ => Some("not a folder"),
    }
}

impl Agent {
    /// What its schema takes and its gateway ends with, whatever else is on this computer.
    pub(super) fn ends_gateway(&self, config: &Value) -> Option<Fault> {
        let without = self.ends_with(config, &Here::with_all(|_: &str| None))?;
        let all = Here::with_all(|_: &str| Some("set"));
        self.ends_with(config, &all).filter(|with| *with == without)
    }

    fn ends_with<'e>(
        &self,
        config: &Value,
        here: &Here<'_, impl Fn(&str) -> Option<&'e str>>,
    ) -> Option<Fault> {
        let rules = self.dialect.rules.gateway?;
        let mode = config.pointer("/gateway/mode").and_then(Value::as_str);
        let web = config.get("hooks").and_then(ends_with_hooks).map(|it| ("hooks", it));
        let within = |section: &str, keys: &[&str]| ConfigPath::of([&[section], keys].concat());
        let web = web.map(|(section, (keys, why))| (within(section, keys), why.into()));
        let found = match web {
            None if mode.is_some_and(|mode| mode != "local") => return None,
            None => auth::fault(config, rules, here)
                .map(|(keys, why)| (within("gateway", keys), why))
                .or_else(|| {
                    let (path, why) = others::fault(config, rules, here)?;
                    Some((ConfigPath::of(path), why))
                }),
            web => web,
        };
        let (path, why) = found?;
        let message = format!("The gateway of {} does not start {why}.", self.dialect.title);
        Some(Fault { path, message })
    }

    /// Whether it would find Tailscale's program. On a Mac it looks for it on the whole disk.
    fn has_tailscale(&self, machine: &Machine) -> bool {
        let found =
            || machine.program("tailscale").or_else(|| self.behind_path(machine, "tailscale"));
        machine.platform() == Platform::Darwin || found().is_some()
    }

    /// Its version as it was found or chosen; none where it is only taken to be one.
    fn version_here(&self) -> Option<&str> {
        let runtime = &self.runtime;
        match runtime.basis {
            Basis::Installed => runtime.found.as_ref()?.version.as_deref(),
            Basis::Chosen => Some(runtime.runtime.version),
            Basis::Assumed => None,
        }
    }

    /// The version that wrote its config last, where that is newer than the one in force and nothing allows it.
    pub(super) fn last_written_by_newer(&self, machine: &Machine) -> Option<&str> {
        let version = self.version_here()?;
        let allowed = machine.env("OPENCLAW_ALLOW_OLDER_BINARY_DESTRUCTIVE_ACTIONS");
        let allowed = allowed.map(|it| js_trim(it).to_lowercase());
        let wrote = self.config.value.pointer("/meta/lastTouchedVersion").and_then(Value::as_str);
        let is_allowed = matches!(allowed.as_deref(), Some("1" | "true" | "yes"));
        wrote.map(js_trim).filter(|it| !is_allowed && is_later_release(it, version))
    }

    /// That its program takes none of its commands, for a variable that has to name a place.
    fn has_empty_place(&self, machine: &Machine) -> Option<String> {
        let mut places = self.dialect.rules.variables?.places.iter();
        let name = places.find(|name| machine.variable(name) == Some(""))?;
        Some(format!(
            "{name} is set and empty: {} does not start with it. Unset it, or let it name a folder.",
            self.dialect.title
        ))
    }

    /// Why it does not start, as a sentence: until it does, it calls no hook. Of a config that is refused that is said
    /// elsewhere.
    pub fn does_not_start(&self, machine: &Machine) -> Option<String> {
        if let Some(why) = self.has_empty_place(machine) {
            return Some(why);
        }
        if let Some((variable, name)) = profile::refused(machine, self.dialect) {
            return Some(format!(
                "{variable} is \u{201c}{name}\u{201d}, which is not the name of a profile: {} does not start with it. Unset it, or write up to 64 letters, digits, - and _, the first of them a letter or digit.",
                self.dialect.title
            ));
        }
        let rules = self.dialect.rules.gateway?;
        let (machine, title) = (&*self.as_found(machine), self.dialect.title);
        if let Some(what) = in_the_way(self.dialect, &self.home) {
            return Some(format!(
                "{title} keeps all that it has in {}, and what is there is {what}: its gateway does not start. Move it away, and {title} makes a new folder; keep what you moved.",
                machine.show(&self.home)
            ));
        }
        if self.config_verdict.state == ConfigState::Refused || !self.found {
            return None;
        }
        let way =
            format!("Run `{} onboard`, which asks what it needs", self.dialect.agent.as_str());
        if self.config.text.is_none() {
            return Some(format!(
                "{title} has no config yet, and its gateway does not start without one. {way}."
            ));
        }
        if let Some(newer) = self.last_written_by_newer(machine) {
            return Some(format!(
                "The gateway of {title} does not start with a config that {title} {newer} has written last, as meta.lastTouchedVersion there says: an older one is installed. Install the newer one again."
            ));
        }
        if self.config.text.as_deref().is_some_and(|text| self.puts_back(text).is_some()) {
            // What its config says does not count then.
            return self.ends_with_state(machine, rules, true);
        }
        let mode = self.config.value.pointer("/gateway/mode").and_then(Value::as_str);
        let mode = mode.map(|mode| self.config.fill(mode));
        let config = self.config.filled_in(&self.config.value);
        let variable = |name: &str| self.config.names.as_ref()?.get(name);
        let at = |path: &str| expand(&self.user_home, path);
        let here = Here {
            variable,
            tailscale: &|| self.has_tailscale(machine),
            gives: &|provider| here::gives(provider, rules.needs_every_secret, at),
            holds: &|provider, id| here::holds(provider, id, at),
            container: &|| mode.as_deref() == Some("local") && machine.is_container(),
        };
        if let Some(fault) = self.ends_with(&config, &here) {
            let raw = &self.config.value;
            // Whom it asks for what may be filled in with what nobody is shown.
            return Some(match fault.path.get(&config) {
                asked
                    if asked != fault.path.get(raw)
                        || config.get("secrets") != raw.get("secrets") =>
                {
                    format!(
                        "The gateway of {title} does not start with {} as it is there.",
                        fault.path
                    )
                }
                _ => fault.message,
            });
        }
        match mode.as_deref() {
            Some("local") => {
                let has_auth = auth::is_named(&config, rules, &here);
                self.ends_with_state(machine, rules, has_auth)
            }
            Some(_) => Some(format!(
                "The gateway of {title} does not start on this computer with its config: gateway.mode is not local there, so it runs elsewhere."
            )),
            None => Some(format!(
                "The gateway of {title} does not start with its config, in which gateway.mode is not set. {way}, or set it to local."
            )),
        }
    }
}

/// `hooks` are calls from the web there, and no hooks of folders.
fn ends_with_hooks(hooks: &Value) -> Option<(&'static [&'static str], &'static str)> {
    if hooks.get("enabled") != Some(&Value::Bool(true)) {
        return None;
    }
    let said = |key: &str| hooks.get(key).and_then(Value::as_str).map(js_trim);
    match (said("token"), said("path")) {
        (None | Some(""), _) => Some((
            &["token"],
            "with hooks.enabled, which lets hooks be called from the web, and without hooks.token. Set that first, or leave hooks.enabled out: hooks in folders go by hooks.internal.enabled",
        )),
        (_, Some("/")) => Some((&["path"], "with hooks.enabled where hooks.path is /")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::agent::{Agent, Options};
    use crate::hook::AgentId;
    use crate::in_force::ConfigState;
    use tacklebox_machine::machine::{Machine, Platform};

    fn located(config: Option<&str>) -> (Machine, Agent) {
        let home = tempfile::tempdir().unwrap();
        std::fs::create_dir(home.path().join(".openclaw")).unwrap();
        let env = [("MODE", "local"), ("KEY", "a secret")];
        let env = env.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let machine = Machine::new(Platform::Linux, home.path(), env);
        let runtimes = [(AgentId::Openclaw, "2026.9.6".to_owned())].into();
        let config = config.map(str::to_owned);
        let options = Options { runtimes, config, ..Options::default() };
        let agent = Agent::locate(&machine, AgentId::Openclaw, &options);
        (machine, agent)
    }

    fn says(config: Option<&str>) -> String {
        let (machine, agent) = located(config);
        agent.does_not_start(&machine).unwrap_or_default()
    }

    #[test]
    fn a_config_that_the_gateway_does_not_start_with_is_told_with_the_way_out() {
        assert!(says(None).contains("no config yet"));
        assert!(
            says(Some("{}"))
                .ends_with("Run `openclaw onboard`, which asks what it needs, or set it to local.")
        );
        let remote = "{gateway: {mode: 'remote', remote: {url: 'ws://127.0.0.1:1'}}}";
        assert!(says(Some(remote)).contains("not local"));
        for config in
            ["{gateway: {mode: 'local'}}", "{gateway: {mode: '${MODE}'}}", "{frobnicate: 1}", "{"]
        {
            assert_eq!(says(Some(config)), "", "{config}");
        }
    }

    /// Three gateways were started with the version of a newer one in their config.
    #[test]
    fn a_config_that_a_newer_version_wrote_last_keeps_an_older_one_from_starting() {
        let wrote = |version: &str| {
            says(Some(&format!(
                "{{gateway: {{mode: 'local'}}, meta: {{lastTouchedVersion: '{version}'}}}}"
            )))
        };
        for newer in ["2026.9.7", "2026.10.1", " v2027.1.1 ", "2026.9.7-beta.1"] {
            assert!(wrote(newer).contains("has written last"), "{newer}");
        }
        for not in ["2026.9.6", "2026.9.6-2", "2026.9.6-beta.1", "2026.8.1", "newest", ""] {
            assert_eq!(wrote(not), "", "{not}");
        }
        let config = "{gateway: {mode: 'local'}, meta: {lastTouchedVersion: '2026.10.1'}}";
        let (machine, agent) = located(Some(config));
        let name = "OPENCLAW_ALLOW_OLDER_BINARY_DESTRUCTIVE_ACTIONS".to_owned();
        let machine =
            Machine::new(Platform::Linux, machine.home(), [(name, "1".to_owned())].into());
        assert_eq!(agent.does_not_start(&machine), None);
    }

    #[test]
    fn in_a_container_it_is_to_be_told_who_is_let_in() {
        let says = |config: &str| {
            let (machine, agent) = located(Some(config));
            agent.does_not_start(&machine.with_container(true)).unwrap_or_default()
        };
        assert!(says("{gateway: {mode: 'local'}}").contains("in a container"));
        assert!(says("{gateway: {}}").contains("gateway.mode is not set"));
        assert_eq!(says("{gateway: {mode: 'local', bind: 'loopback'}}"), "");
    }

    #[test]
    fn what_the_gateway_is_not_given_is_told_by_its_name() {
        let token = |id: &str| {
            format!(
                "{{gateway: {{mode: 'local', auth: {{mode: 'token', token: {{source: 'env', provider: 'default', id: '{id}'}}}}}}}}"
            )
        };
        assert!(says(Some(&token("GONE"))).contains("the variable GONE"));
        assert_eq!(says(Some(&token("KEY"))), "");
        let by = |provider: &str| {
            says(Some(&token("KEY").replace("'default'", &format!("'{provider}'"))))
        };
        assert!(by("nobody").contains("secrets.providers.nobody"));
        assert!(by("${MODE}").ends_with("start with gateway.auth.token as it is there."));
        let old = "{gateway: {mode: 'local', bind: '0.0.0.0'}}";
        assert!(says(Some(old)).contains("lets other computers in"), "it is put in order first");
        let serve = "{gateway: {mode: 'local', tailscale: {mode: 'serve'}}}";
        assert!(says(Some(serve)).contains("Tailscale is not on this computer"));
    }

    #[test]
    fn what_the_gateway_does_not_start_with_is_not_written() {
        let says = |config: &str| says(Some(config));
        for config in [
            "{gateway: {mode: 'local'}, hooks: {enabled: true}}",
            "{hooks: {enabled: true, token: ' '}}",
        ] {
            assert!(says(config).contains("without hooks.token"), "{config}");
        }
        let web = |path: &str| {
            format!(
                "{{gateway: {{mode: 'local'}}, hooks: {{enabled: true, token: 'abc', path: '{path}'}}}}"
            )
        };
        assert!(says(&web("/")).contains("hooks.path is /"));
        assert_eq!(says(&web("/in")), "");
        let (_, agent) = located(Some("{gateway: {mode: 'local'}}"));
        let refuses =
            |config: serde_json::Value| agent.refuses_edit(&agent.config.value, &config).len();
        let hooks = |hooks: serde_json::Value| serde_json::json!({"gateway": {"mode": "local"}, "hooks": hooks});
        assert_eq!(refuses(hooks(serde_json::json!({"enabled": true}))), 1);
        assert_eq!(refuses(hooks(serde_json::json!({"enabled": true, "token": "abc"}))), 0);
        assert_eq!(refuses(hooks(serde_json::json!({"enabled": false}))), 0);
        let talks = |gateway: serde_json::Value| serde_json::json!({ "gateway": gateway });
        assert_eq!(refuses(talks(serde_json::json!({"bind": "lan", "auth": {"mode": "none"}}))), 1);
        assert_eq!(refuses(talks(serde_json::json!({"auth": {"token": "a", "password": "b"}}))), 1);
        // Its service may have a variable that nobody sees here.
        assert_eq!(refuses(talks(serde_json::json!({"bind": "lan"}))), 0);
        assert_eq!(refuses(talks(serde_json::json!({"auth": {"mode": "password"}}))), 0);
        let proxy =
            serde_json::json!({"mode": "trusted-proxy", "trustedProxy": {"userHeader": "x"}});
        let proxies = serde_json::json!({"auth": proxy, "trustedProxies": ["10.0.0.1"]});
        assert_eq!(refuses(talks(proxies)), 0);
        // It is not started here.
        let elsewhere =
            serde_json::json!({"mode": "remote", "bind": "lan", "auth": {"mode": "none"}});
        assert_eq!(refuses(talks(elsewhere)), 0);
    }

    #[test]
    fn what_the_gateway_puts_in_order_itself_is_told_where_nothing_else_is_wrong() {
        let told = |config: &str| {
            let verdict = located(Some(config)).1.config_verdict;
            assert_eq!(verdict.state, ConfigState::Refused, "{config}");
            verdict.problems.iter().filter(|it| it.message.contains("has retired it")).count()
        };
        assert_eq!(told("{tui: {}, hooks: {internal: {enabled: true, handlers: []}}}"), 2);
        assert_eq!(told("{tui: {}, frobnicate: 1}"), 0);
    }

    #[derive(serde::Deserialize)]
    struct Recorded {
        config: serde_json::Value,
        /// The versions that take it, and those of them whose gateway does not start with it.
        taken: Vec<String>,
        ends: Vec<String>,
    }

    /// Secrets that are not there, by what its gateways did (`tests/agents/secret-answers.mjs`).
    #[test]
    fn it_ends_with_those_secrets_that_its_gateway_ends_with() {
        let answers = include_str!("starts/secrets-answers.json");
        let recorded: Vec<Recorded> = serde_json::from_str(answers).unwrap();
        let home = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, home.path(), Default::default());
        let (mut wrong, mut seen) = (Vec::new(), 0);
        for Recorded { mut config, taken, ends } in recorded {
            config["gateway"] = serde_json::json!({"mode": "local", "bind": "loopback"});
            for version in taken {
                let runtimes = [(AgentId::Openclaw, version.clone())].into();
                let config = Some(config.to_string());
                let options = Options { runtimes, config, ..Options::default() };
                let agent = Agent::locate(&machine, AgentId::Openclaw, &options);
                let is_ended = agent.does_not_start(&machine).is_some();
                seen += usize::from(is_ended);
                if is_ended != ends.contains(&version) {
                    wrong.push(format!("{version} {is_ended} {}", options.config.unwrap()));
                }
            }
        }
        assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
        assert!(seen > 100, "{seen}");
    }
}
