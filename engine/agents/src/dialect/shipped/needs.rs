//! What counts where a hook requires something.

/// What counts as a program on PATH.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Programs {
    /// An executable file.
    Executable,
    /// The same, or one that is named by its whole path. Only `which` finds any: without that there is none.
    ByWhich,
    /// Whatever has the name.
    Anything,
    /// Whatever has the name and may be executed or entered.
    Accessible,
}

/// What counts of that which each object of JavaScript has, like `constructor`, where a hook requires it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inherited {
    Nothing,
    /// A setting and a variable of such a name are set.
    All,
    /// The same, but for settings at what all objects share.
    Careful,
    /// Settings as before. At a variable of such a name the loader breaks: it asks for those after programs, and for
    /// all hooks before it loads one.
    BreaksAll,
    /// The same, before programs, and for each hook when its turn comes.
    Breaks,
}
