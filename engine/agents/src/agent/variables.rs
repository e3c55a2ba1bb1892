//! Variables of the environment in a config, for versions that read it with them (rule ).

use super::Agent;
use crate::config::{Config, variables};
use crate::dialect::Dialect;
use tacklebox_machine::machine::Machine;

/// The config as it counts on this computer.
pub(super) fn in_config(dialect: &Dialect, config: Config, machine: &Machine) -> Config {
    let rules = &dialect.rules;
    match rules.variables {
        Some(variables) => variables.fill(config, rules.types(), &machine.environment()),
        None => config,
    }
}

impl Agent {
    /// Fills the variables that they name into texts of its config, where it does that.
    pub fn fill_in<'t>(&self, machine: &Machine, texts: impl IntoIterator<Item = &'t mut String>) {
        if self.dialect.rules.variables.is_none() {
            return;
        }
        let env = machine.environment();
        // Its own are filled in from the environment alone, and come after it.
        let own = |name: &str| {
            let text = self.config.value.get("env")?.get(name)?.as_str()?;
            Some(variables::replaced(text, |name| env.get(name).cloned()))
        };
        for text in texts {
            *text = variables::replaced(text, |name| env.get(name).cloned().or_else(|| own(name)));
        }
    }
}
