//! What is known of the module of a hook.

use tacklebox_audit::module::Stay;

/// Whether a module can be loaded, read and not run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Module {
    #[default]
    NotRead,
    Loads,
    /// It does, and a call of it does nothing of what it is there for.
    InVain(Vain),
    /// It does, and a call of it does not come back.
    Stays(Stay),
    /// Only running it would tell.
    Unknown,
    /// So it is, and this speaks against it.
    Doubtful(String),
    Fails(String),
    /// Loading it ends the agent's own program: itself, or by what comes right after and nobody catches.
    Ends(Option<String>),
    /// Loading it never ends.
    Waits,
}

/// What is called like a function, and is none that answers a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vain {
    /// Each call of it throws.
    Class,
    /// Nobody asks for what it would give.
    Generator,
}

impl Module {
    /// None: not to be known.
    pub const fn loads(&self) -> Option<bool> {
        match self {
            Self::NotRead | Self::Loads | Self::InVain(_) | Self::Stays(_) => Some(true),
            Self::Unknown | Self::Doubtful(_) => None,
            Self::Fails(_) | Self::Ends(_) | Self::Waits => Some(false),
        }
    }
}
