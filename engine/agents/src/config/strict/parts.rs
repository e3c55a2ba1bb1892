//! Parts of OpenClaw that a config names and a plugin may bring: channels, and what searches the web. It refuses its config
//! for one that there is not. Asked of 2026.7.35, 2026.8.1 and 2026.9.6.

use serde_json::Value;
use tacklebox_machine::words;

use super::{Fault, Judged, Schema, code};
use crate::config::ConfigPath;
use crate::config::names::references;

/// Names of channels beside their own, by which a message is sent.
const ALSO: [&str; 9] = [
    "imsg",
    "teams",
    "gchat",
    "google-chat",
    "internet-relay-chat",
    "lark",
    "nc-talk",
    "zl",
    "zlu",
];
/// What a message is sent to that goes to no channel of its own.
const PLACES: [&str; 2] = ["last", "none"];
/// What every version searches the web with itself.
const OWN: [&str; 4] = ["gemini", "grok", "minimax", "ollama"];
/// What plugins search with that do not come with it, and their ids.
const OF_PLUGINS: [(&str, &str); 11] = [
    ("brave", "brave"),
    (DUCK, DUCK),
    ("exa", "exa"),
    ("firecrawl", "firecrawl"),
    ("firecrawl-free", "firecrawl"),
    ("kimi", "moonshot"),
    ("parallel", "parallel"),
    ("parallel-free", "parallel"),
    ("perplexity", "perplexity"),
    ("searxng", "searxng"),
    ("tavily", "tavily"),
];
/// It came with 2026.7.35.
const DUCK: &str = "duckduckgo";

/// What a plugin may bring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    Channel(String),
    /// Something that searches the web.
    Search(String),
    /// What its own settings may be, by its id.
    Settings(String),
}

/// Something wrong with a config, unless a plugin brings a part that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unless<F> {
    pub part: Part,
    /// Where the config names a plugin of one of these ids and it is gone, nothing is wrong.
    pub gone: Vec<String>,
    /// It is a setting of a channel that has a plugin of its own: who goes on without that minds it not.
    pub of_absent: bool,
    pub fault: F,
}

impl<F> Unless<F> {
    pub(crate) fn map<G>(self, of: impl FnOnce(F) -> G) -> Unless<G> {
        Unless {
            part: self.part,
            gone: self.gone,
            of_absent: self.of_absent,
            fault: of(self.fault),
        }
    }
}

impl Unless<Fault> {
    /// The same where nothing brings the part.
    pub(crate) fn judged(&self) -> Judged {
        Judged { fault: self.fault.clone(), in_code: false }
    }
}

impl Part {
    /// Whether it is the same: channels to which something is sent are named in letters of any size.
    pub fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Channel(own), Self::Channel(other)) => own.eq_ignore_ascii_case(other),
            (own, other) => own == other,
        }
    }

    /// Where a config names it.
    pub fn named_by(&self, config: &Value) -> Vec<ConfigPath> {
        match self {
            Self::Channel(id) => {
                let own = ConfigPath::of(["channels", id]);
                let own = own.get(config).is_some().then_some(own);
                let is_it = |it: &(_, &str)| it.1.trim().eq_ignore_ascii_case(id);
                own.into_iter().chain(targets(config).filter(is_it).map(|(path, _)| path)).collect()
            }
            Self::Search(id) => {
                let own = search(config).filter(|(_, named)| named.trim() == id);
                own.into_iter().map(|(path, _)| path).collect()
            }
            Self::Settings(_) => Vec::new(),
        }
    }
}

impl Schema {
    /// What is wrong with a config unless a plugin brings a part that it names: its channels, where heartbeats go, what
    /// searches the web, and settings of plugins.
    pub(crate) fn part_faults(&self, config: &Value) -> Vec<Unless<Fault>> {
        let mut found = self.channel_faults(config);
        found.extend(self.plugin_faults(config));
        // What a variable that is not known stands for is not known.
        let known = |it: &(ConfigPath, &str)| references(it.1).next().is_none();
        let targets = targets(config).filter(known);
        found.extend(targets.filter_map(|(path, target)| self.target(path, target)));
        let search = search(config).filter(known);
        // Its gateway moves what is set there for one to the plugin, which is then named.
        let moves = |(_, named): &(_, &str)| {
            let set = config.pointer("/tools/web/search").and_then(|it| it.get(named.trim()));
            let is_set = set.and_then(Value::as_object).is_some_and(|it| !it.is_empty());
            let has_key = config.pointer("/tools/web/search/apiKey").is_some();
            code::In::SinceNine.has(self.version) && (is_set || has_key)
        };
        let search = search.filter(|it| !moves(it));
        found.extend(search.and_then(|(path, named)| self.searches(path, named)));
        found
    }

    fn target(&self, path: ConfigPath, target: &str) -> Option<Unless<Fault>> {
        let id = target.trim().to_lowercase();
        // Its owner is known to those that ask whose a roster of agents is.
        let owner = id == "owner" && code::In::SinceEight.has(self.version);
        let known = owner
            || PLACES.contains(&id.as_str())
            || ALSO.contains(&id.as_str())
            || self.has_channel(&id);
        (!known).then(|| {
            // A text may have been filled in with what nobody is shown.
            let message = "There is no such channel to send a heartbeat to.".to_owned();
            let fault = Fault { path, message };
            Unless { part: Part::Channel(id), gone: Vec::new(), of_absent: false, fault }
        })
    }

    fn searches(&self, path: ConfigPath, named: &str) -> Option<Unless<Fault>> {
        let id = named.trim();
        let has_duck = code::In::Seven.has(self.version);
        if OWN.contains(&id) || id == DUCK && has_duck {
            return None;
        }
        let plugin = OF_PLUGINS.iter().find(|(of, _)| *of == id).map(|(_, plugin)| *plugin);
        let own = words::any_of(OWN.iter().chain(has_duck.then_some(&DUCK)));
        let message = match plugin {
            Some(plugin) => format!(
                "It searches the web with {id} by the plugin {plugin}, which is not there. Install that, or choose {own}."
            ),
            None => format!("Nothing here searches the web by this name. Choose {own}."),
        };
        let ids = [Some(id), plugin].into_iter().flatten().filter(|id| !id.is_empty());
        let gone = ids.map(str::to_lowercase).collect();
        let fault = Fault { path, message };
        Some(Unless { part: Part::Search(id.to_owned()), gone, of_absent: false, fault })
    }
}

/// Where heartbeats are sent to.
fn targets(config: &Value) -> impl Iterator<Item = (ConfigPath, &str)> {
    let mut found = Vec::new();
    for agent in code::AGENTS {
        code::each(config, &[agent, &["heartbeat", "target"]].concat(), &mut |path, target| {
            found.extend(target.as_str().map(|it| (ConfigPath::of(path.iter().cloned()), it)));
        });
    }
    found.into_iter()
}

/// What searches the web.
fn search(config: &Value) -> Option<(ConfigPath, &str)> {
    let named = config.pointer("/tools/web/search/provider")?.as_str()?;
    Some((ConfigPath::of(["tools", "web", "search", "provider"]), named))
}
