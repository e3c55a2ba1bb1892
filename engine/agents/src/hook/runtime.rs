//! What the version of the agent that is judged by does with one hook.

use serde::{Deserialize, Serialize};

use crate::hook::AgentId;

/// The version whose rules are those of the text.
pub const DOCUMENTED: &str = "documented";

/// Why this version is the one judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// Found on this computer.
    Installed,
    /// Nothing was found that could be compared.
    Assumed,
    /// A person said so.
    Chosen,
}

/// What a version of the agent does with one hook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct HookRuntime {
    pub version: String,
    pub basis: Basis,
    /// None: not to be known without running it.
    pub loads: Option<bool>,
    /// The keys that it would be registered for; none where it does not load.
    pub registered: Vec<String>,
    /// Those of them that this version ever sends.
    pub called: Vec<String>,
    /// Ids of the effects at work; empty where all is as documented.
    pub because: Vec<&'static str>,
}

impl HookRuntime {
    /// Before anything is known of it.
    pub fn unknown(version: &str, basis: Basis) -> Self {
        Self {
            version: version.to_owned(),
            basis,
            loads: Some(false),
            registered: Vec::new(),
            called: Vec::new(),
            because: Vec::new(),
        }
    }

    /// "Called for 1 of its 7 moments", where that is so.
    pub fn partly(&self) -> Option<String> {
        let (called, all) = (self.called.len(), self.registered.len());
        (called > 0 && called < all).then(|| format!("Called for {called} of its {all} moments"))
    }

    /// The version that is judged by, as it is told: what is assumed is told as assumed.
    pub fn named(&self, agent: AgentId) -> String {
        let (title, version) = (agent.dialect().title, &self.version);
        match (self.basis, version.as_str()) {
            (_, DOCUMENTED) => format!("{title} (by its documentation)"),
            (Basis::Assumed, _) => format!("{title} (taken to be {version})"),
            _ => format!("{title} {version}"),
        }
    }

    /// It loads, or nobody can tell.
    pub fn may_load(&self) -> bool {
        self.loads != Some(false)
    }
}
