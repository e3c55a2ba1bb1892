//! What code names when it registers something with the program that loads it.

/// One call by which code registers something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registration {
    /// The function's own name: `on`, `registerHook`, `registerTool`.
    pub call: String,
    /// The name that it registers, as the code has it in plain text or through constants.
    pub name: String,
    /// The line, counted from 1.
    pub line: u32,
}
