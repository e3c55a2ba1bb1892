//! An agent's own settings as a form: what each really does, where it is, and what decides when it
//! is not the config. Which of them an agent has follows from its dialect (rules and
//! Setting, clearing and editing lists are plans like every other change.

mod at_login;
mod change;
mod context;
mod edit_entries;
mod entries;
mod entry;
mod fields;
mod folders;
mod own_data;
mod projects;
#[cfg(test)]
mod tests;
mod updates;
mod wishes;

use serde::Serialize;

pub use self::at_login::{BACKGROUND, start_at_login, starts_at_login};
pub use self::change::{clear, set};
pub use self::context::{ContextFile, ContextText, read_context, save_context};
pub use self::edit_entries::{remove_entry, save_entry};
pub use self::entries::{EntryEvent, EntryItem, EntryList, EntryPart};
pub use self::entry::{ConfigEntry, EntryVariable, ListId, PartKey};
pub use self::fields::{Control, Field, FieldId, Origin};
pub use self::folders::{FolderItem, Folders, add_folder, remove_folder};
pub use self::own_data::{OwnData, own_data, remove_own_data};
pub use self::projects::{add_project, remove_project};
pub use self::updates::{is_newer, nobody_to_ask, set_updates_from, updates_from};
pub use self::wishes::{Notices, Wishes, set_wishes, wishes};
use tacklebox_agents::config::Config;
use tacklebox_agents::hook::AgentId;
use tacklebox_inventory::discover::file_name;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;

/// All settings of one agent.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct SettingsView {
    pub agent: AgentId,
    pub name: String,
    pub config: ConfigView,
    pub fields: Vec<Field>,
    /// Further folders of hooks; none where the agent has no such setting.
    pub folders: Option<Folders>,
    pub lists: Vec<EntryList>,
    pub context_files: Vec<ContextFile>,
}

/// The config file behind the form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ConfigView {
    /// With `~`.
    pub path: String,
    pub exists: bool,
    /// The variable that names the file or its folder, where one does.
    pub variable: Option<String>,
    /// Why it cannot be edited as it is: the place and what is wrong there.
    pub blocked: Option<String>,
}

/// All settings of one agent, as they count now.
pub fn view(machine: &Machine, inventory: &Inventory) -> SettingsView {
    let agent = inventory.agent();
    SettingsView {
        agent: agent.id(),
        name: agent.dialect.title.to_owned(),
        config: config_view(machine, inventory),
        fields: fields::all(machine, agent),
        folders: folders::view(machine, agent),
        lists: entries::all(machine, inventory),
        context_files: context::list(machine, agent),
    }
}

fn config_view(machine: &Machine, inventory: &Inventory) -> ConfigView {
    let agent = inventory.agent();
    let place = &agent.dialect.config;
    let variables = [place.file_env, place.folder.map(|(_, variable)| variable)];
    let variables = variables.into_iter().flatten().chain(agent.dialect.home_env);
    let decides = |variable: &&str| machine.env(variable).is_some();
    ConfigView {
        path: machine.show(&agent.config.path),
        exists: agent.config.text.is_some(),
        variable: variables.into_iter().find(decides).map(str::to_owned),
        blocked: blocked(&agent.config),
    }
}

fn blocked(config: &Config) -> Option<String> {
    if !config.unparsable {
        return None;
    }
    Some(config.problems.first().map(ToString::to_string).unwrap_or_default())
}

/// "milady.json · hooks.internal.enabled"
fn place_of(config: &Config, path: &tacklebox_agents::config::ConfigPath) -> String {
    format!("{} · {path}", file_name(&config.path))
}
