//! Where an agent looks for programs beside the folders of PATH.

use std::path::{Path, PathBuf};

use super::Agent;
use crate::dialect::shipped::Programs;
use tacklebox_machine::machine::{Machine, Platform};

/// Folders of programs below a person's home, as package managers make them.
const IN_HOME: [&str; 6] = [
    ".local/bin",
    ".npm-global/bin",
    ".local/share/pnpm/bin",
    ".local/share/pnpm",
    ".bun/bin",
    ".yarn/bin",
];

impl Agent {
    /// Whatever has this name in a folder that the agent's own program puts behind those of PATH when it is started
    /// (rule ).
    pub fn behind_path(&self, machine: &Machine, name: &str) -> Option<PathBuf> {
        if self.dialect.rules.programs != Programs::Accessible || name.is_empty() {
            return None;
        }
        let named = |variable: &str| machine.env(variable).map(str::trim).map(PathBuf::from);
        let whole = |variable: &str| named(variable).filter(|dir| dir.is_absolute());
        let pnpm = whole("PNPM_HOME");
        let home = machine.home();
        let mac: &[&str] = match machine.platform() {
            Platform::Darwin => &["Library/pnpm/bin", "Library/pnpm"],
            Platform::Linux | Platform::Win32 => &[],
        };
        let below = |dir: &&str| home.join(Path::new(dir));
        let mut dirs = pnpm
            .iter()
            .flat_map(|dir| [dir.clone(), dir.join("bin")])
            .chain(whole("NPM_CONFIG_PREFIX").map(|dir| dir.join("bin")))
            .chain(named("XDG_BIN_HOME"))
            .chain(mac.iter().map(below))
            .chain(IN_HOME.iter().map(below));
        let file = name.trim_start_matches('/');
        dirs.find_map(|dir| Some(dir.join(file)).filter(|path| path.exists()))
    }
}
