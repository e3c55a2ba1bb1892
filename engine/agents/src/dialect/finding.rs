//! Where an agent's own program or package is looked for, and what is taken from it.

/// How the version of an agent on this computer is found.
#[derive(Clone, Copy, Debug)]
pub struct Finding {
    /// Programs whose package says its version.
    pub programs: &'static [&'static str],
    /// What that package is called: any other `package.json` above a program says nothing of the agent.
    pub packages: &'static [&'static str],
    /// A package that is installed without npm (Linux).
    pub package: Option<&'static str>,
    /// An app (macOS), in `/Applications` or the user's own.
    pub app: Option<&'static str>,
    /// What the program itself is asked, once.
    pub asks: Option<Asks>,
    /// What another program makes in its home: no sign that the agent is here.
    pub others_make: &'static [&'static str],
    /// Whether every version stands for the newest known one.
    pub all_alike: bool,
    /// Whether its text counts where no program is found; else the newest known version.
    pub text_without: bool,
}

/// A question to a program, and what its answer means.
#[derive(Clone, Copy, Debug)]
pub struct Asks {
    pub args: &'static [&'static str],
    pub tells: Tells,
}

/// What an answer tells.
#[derive(Clone, Copy, Debug)]
pub enum Tells {
    /// Its last word is the version.
    Version,
    /// Whether there is this command, and what it then stands for, or else.
    Command { name: &'static str, with: &'static str, without: &'static str },
}

impl Finding {
    pub(super) const NONE: Self = Self {
        programs: &[],
        packages: &[],
        package: None,
        app: None,
        asks: None,
        others_make: &[],
        all_alike: false,
        text_without: false,
    };
}
