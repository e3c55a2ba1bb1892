//! Where versions of an agent that people run differ from its text: fields, with the text's own answer as
//! the default. A runtime is a dialect with some of these set; nothing asks for a version.

mod needs;
mod odd;
mod taken;

pub use needs::{Inherited, Programs};
pub use odd::OddConfig;
pub use taken::{ConfigCheck, Entries, Folders, Seed};

use super::env_sources::{self, EnvAt, EnvFile, EnvSource, EnvTakes};
use super::gateway::Gateway;
use super::typed::Typed;
use crate::config::overrides::Override;
use crate::config::sealed::Sealed;
use crate::config::typed::Types;
use crate::config::variables::Variables;
use std::path::PathBuf;

use tacklebox_machine::files;
use tacklebox_machine::machine::Platform;

/// How one runtime differs from the text. [`Rules::DOCUMENTED`] differs in nothing.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// How it reads a manifest.
    pub reader: Reader,
    /// The event keys that it ever sends; none: all that its text names.
    pub sends: Option<&'static [&'static str]>,
    pub links: Links,
    /// What counts as a program on PATH.
    pub programs: Programs,
    /// Whether a variable or setting of blanks alone counts as missing.
    pub trims: bool,
    /// Whether a variable of blanks alone is not set.
    pub trims_env: bool,
    /// Whether a variable of the environment that is set and empty counts as set.
    pub empty_env_counts: bool,
    /// Whether the hook's own `env` counts for what it requires.
    pub own_env_counts: bool,
    /// Whether it knows `requires.any_bins`.
    pub any_bins: bool,
    /// From where it takes variables when it starts.
    pub env: &'static [EnvSource],
    /// Names that it drops from its config wherever they are, with all that is below.
    pub lost_keys: &'static [&'static str],
    /// Where its config lists several agents, of which one counts: it may name a workspace of its own.
    pub rosters: &'static [&'static str],
    /// Of several agents the one counts that alone is marked, unless each is said to own what is its own; else the first
    /// that is marked, or the first.
    pub one_marked: bool,
    /// Whether a required `hooks.entries.X` is also found at `hooks.internal.entries.X`.
    pub moved_entries: bool,
    /// Whether what each object of JavaScript has counts for what a hook requires, and the length of a list.
    pub inherited: Inherited,
    /// Whether a manifest of more than 1 MiB is read.
    pub reads_long: bool,
    /// What it puts into its config where that says nothing: each place, and all above it, is then set.
    pub fills: &'static [&'static str],
    /// The same, only where what is right above is there.
    pub fills_in: &'static [&'static str],
    /// The agent that it puts into its config where that names none, by its path.
    pub fills_agent: Option<&'static str>,
    /// What it takes for its config where that is not there, below the user's home.
    pub former_configs: &'static [&'static str],
    /// What it takes for its home where that is not there, below the user's home: it moves that when it is started.
    pub former_home: Option<&'static str>,
    /// The variable that names its home and its config, and whether a config of the usual name counts beside it.
    pub namespace: Option<(&'static str, bool)>,
    /// The variable that names what `~` stands for, instead of the user's home.
    pub user_home_env: Option<&'static str>,
    /// Whether `~` stands for the home in the variables that name its places.
    pub places_expanded: bool,
    /// The variable that names the workspace where the config does not, and whether `~` stands for the home in it.
    pub workspace_env: Option<(&'static str, bool)>,
    /// Where the workspace is with a profile: its variable, and the folder below the user's home, or the agent's (`./`).
    pub profile: Option<(&'static str, &'static str)>,
    /// Where the workspace of a profile was in earlier versions: it moves that when it is started (rule ).
    pub former_profile: Option<&'static str>,
    /// Whether the folder of its config counts as its home, where a variable names that config and none its home.
    pub beside_config: bool,
    /// Whether the workspace stays below the user's home where a variable moves the agent's.
    pub workspace_stays: bool,
    /// Whether blanks around the path of a place in its config do not count.
    pub trims_places: bool,
    /// Whether blanks around the folder that a variable names as its home are not of its name, where it takes it as written.
    pub trims_home: bool,
    /// Whether the path of an extra folder or of a plugin, where it is not whole, begins in the folder in which the agent is started.
    pub from_start: bool,
    /// Whether `..` in a path takes away the name before it, be that a link or not there at all; and whether an extra folder
    /// is in the home is told by its text, too.
    pub dots_by_text: bool,
    /// Whether `~` stands for the home in the module of a legacy handler.
    pub legacy_tilde: bool,
    /// Which hooks the config has to ask for.
    pub selection: Selection,
    /// The database of its home that says which packs of hooks it installed itself: those ask for theirs, too.
    pub state: Option<&'static str>,
    /// Whether the hooks that come with its own package are loaded.
    pub loads_bundled: bool,
    /// Whether extra folders come after the bundled ones, and so replace them.
    pub extra_over_bundled: bool,
    /// Whether a workspace hook needs an entry of its own, and never replaces another.
    pub workspace_opt_in: bool,
    /// Whether the hooks of a workspace are loaded before all others.
    pub workspace_first: bool,
    /// Whether a folder whose `package.json` lists hooks brings those, and not its own.
    pub packs: bool,
    /// Whether an extra folder that is itself a hook is read as one.
    pub extra_is_hook: bool,
    /// Whether it loads no hook where it has no right to read one of its folders of hooks.
    pub locked_ends: bool,
    /// In which order it takes hook folders.
    pub folders: Folders,
    /// Whether what is of the wrong kind in its config ends the loader, or the start.
    pub wrong_kind_ends: bool,
    /// Whether it looks, before it registers a hook, if the file is there that its command starts.
    pub checks_command: bool,
    /// Whether the folder that a command is to run in is taken as it is written, from where the agent is started: not
    /// from the folder of the hook, nor with `~` for the home.
    pub workdir_as_written: bool,
    /// Whether a hook that names no event is not loaded.
    pub needs_events: bool,
    /// Whether a hook has to say what it runs; else an empty command is run, and nothing comes of it.
    pub needs_command: bool,
    /// Whether its config may include files outside of its home.
    pub includes_anywhere: bool,
    /// Whether values of the environment count as JavaScript has it: an entry's own if they are true, the
    /// config's if they are texts.
    pub env_by_truth: bool,
    /// Whether its safety check sees links and names in the folder only, and not what commands and files say.
    pub audits_names_only: bool,
    /// What it calls a Mac.
    pub mac: &'static str,
    /// Whether the config may name the folder of hooks in part: `~` for the home, and all else in the workspace.
    pub managed_tilde: bool,
    /// How variables of the environment get into its config.
    pub variables: Option<&'static Variables>,
    /// Settings that variables have in place of its config's, where it checks them.
    pub overrides: &'static [Override],
    /// Texts of its config that have to be opened before it is checked.
    pub sealed: Option<&'static Sealed>,
    /// The key of its section that says how long a hook may take.
    pub limit_key: Option<&'static str>,
    /// Whether a hook that is off takes a place among `max_hooks`.
    pub off_takes_place: bool,
    /// Whether its config is checked as a whole and refused as a whole.
    pub config: ConfigCheck,
    /// Its gateway, without which it calls no hook, where that does not start with all that its config may be.
    pub gateway: Option<&'static Gateway>,
    /// Whether a hook that is built into it is always there, and comes after all others; else it is one like them.
    pub builtins_fixed: bool,
    /// The hooks that it writes again at each start.
    pub seeds: &'static [Seed],
    /// Whether it goes on without a config that it cannot read or refuses: then only the hooks in that are lost.
    pub without_config: bool,
    /// Whether a config in its home counts, where there is none in the folder for it.
    pub config_at_home: bool,
    /// Other names that its config may have, in the order in which they count, all after the usual one.
    pub other_configs: &'static [&'static str],
    /// How it takes a hook that is an entry of its config.
    pub entries: Entries,
    /// The id of the effect that a moment is never sent.
    pub never: &'static str,
    /// Whether there are such hooks at all.
    pub has_hooks: bool,
    /// Whether the priority in a manifest has a say in the order.
    pub orders: bool,
    /// How it runs the modules of hooks.
    pub modules: Modules,
    /// The hooks that plugins can listen to.
    pub typed: Typed,
    /// What it makes of a config in which there is nothing that it could read.
    pub odd_config: OddConfig,
}

/// How a manifest is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// As the text has it.
    Documented,
    /// Line by line, `metadata` as strict JSON (Milady, Eliza). A requirement of the wrong kind ends the
    /// loader.
    Lines,
    /// YAML, and lines where that fails; `metadata` as JSON5 (OpenClaw).
    YamlAndLines(Unquoted),
    /// TOML without a byte order mark, and names unchecked (Moltis).
    Toml,
    /// `HOOK.toml` with names, addresses and patterns unchecked, and unknown keys of an action refused
    /// (ZeroClaw's fork).
    ForkToml,
}

/// Which free text in the front matter, where YAML cannot read it as it is, is taken for a text in quotes before lines count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unquoted {
    None,
    /// The description, wherever the mistake is.
    Description,
    /// The description, and other texts with a colon, each where the mistake is in it.
    AtMistake,
}

/// Where the module of a legacy handler may be.
#[derive(Debug, PartialEq, Eq)]
pub enum LegacyRoots {
    Home,
    /// The folders of hooks, wherever the file really is in the end.
    HookRoots,
    /// The folders of hooks but extra ones: wherever the file really is, or by the words of the path alone, which
    /// follows a link out of them.
    OwnRoots {
        as_written: bool,
    },
    /// The workspace, from which its path begins.
    Workspace,
}

/// What becomes of a hook whose folder, manifest or handler is a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// It loads where its real place is in one of the folders of hooks.
    WithinRoots,
    /// It loads, wherever it leads.
    Anywhere,
    /// It is skipped, hard links too.
    Never,
}

/// Which hooks load by the switches of the config.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// Every hook that is not switched off.
    UnlessOff,
    /// With the switch of the whole on: every one. Without: those that have an entry, and with an extra
    /// folder all (OpenClaw up to 2026.7).
    OnMeansAll,
    /// Those that have an entry, as soon as one hook has one; else all, if the switch of the whole is on
    /// (OpenClaw from 2026.8 on).
    EntriesAreTheList,
}

/// How modules are run, as far as that decides whether one can be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modules {
    /// They are not read to see.
    NotRead,
    /// TypeScript is made JavaScript, as bun does.
    Whole,
    /// Types are left out of TypeScript and nothing else, as Node does.
    TypesLeftOut,
    /// One or the other, whichever starts its program.
    Either,
}

impl Rules {
    /// The text's own rules.
    pub const DOCUMENTED: Self = Self {
        reader: Reader::Documented,
        sends: None,
        links: Links::WithinRoots,
        programs: Programs::Executable,
        trims: false,
        trims_env: false,
        empty_env_counts: false,
        own_env_counts: true,
        any_bins: true,
        env: env_sources::DOCUMENTED,
        lost_keys: &[],
        rosters: &[],
        one_marked: false,
        moved_entries: true,
        inherited: Inherited::Nothing,
        reads_long: false,
        fills: &[],
        fills_in: &[],
        fills_agent: None,
        former_configs: &[],
        former_home: None,
        namespace: None,
        user_home_env: None,
        places_expanded: true,
        workspace_env: None,
        profile: None,
        former_profile: None,
        beside_config: false,
        workspace_stays: false,
        trims_places: false,
        trims_home: false,
        from_start: false,
        dots_by_text: false,
        legacy_tilde: true,
        selection: Selection::UnlessOff,
        state: None,
        loads_bundled: true,
        extra_over_bundled: false,
        workspace_opt_in: false,
        workspace_first: false,
        packs: false,
        extra_is_hook: false,
        locked_ends: false,
        folders: Folders::ByName,
        wrong_kind_ends: false,
        checks_command: true,
        workdir_as_written: false,
        needs_events: true,
        needs_command: true,
        includes_anywhere: false,
        env_by_truth: false,
        audits_names_only: false,
        mac: "darwin",
        managed_tilde: true,
        variables: None,
        overrides: &[],
        sealed: None,
        limit_key: None,
        off_takes_place: false,
        config: ConfigCheck::Loose,
        gateway: None,
        builtins_fixed: false,
        seeds: &[],
        without_config: false,
        config_at_home: true,
        other_configs: &[],
        entries: Entries::LikeFolders,
        never: "never-sent",
        has_hooks: true,
        orders: true,
        modules: Modules::NotRead,
        typed: Typed::Unknown,
        odd_config: OddConfig::DOCUMENTED,
    };

    /// The types into which it reads its config.
    pub fn types(&self) -> Option<&'static Types> {
        match self.config {
            ConfigCheck::Typed(types) => Some(types),
            ConfigCheck::Loose | ConfigCheck::Strict => None,
        }
    }

    /// Whether what its config says at this place never sets a variable of this name.
    pub fn blocks_env(&self, at: EnvAt, name: &str) -> bool {
        let mut sources = self.env.iter().filter(|source| source.at == at);
        sources.all(|source| source.blocks(name))
    }

    /// The file that holds variables, too.
    pub fn env_file(&self) -> Option<EnvFile> {
        self.env.iter().find_map(|source| match source.at {
            EnvAt::File(file) => Some(file),
            EnvAt::Env | EnvAt::Vars | EnvAt::Connectors(_) => None,
        })
    }

    /// Whether what its config and its file of variables set counts for itself, too.
    pub(crate) fn reads_own_variables(&self) -> bool {
        self.env.iter().any(|source| source.takes == EnvTakes::Resolved)
    }

    /// A path of its config as it takes it.
    pub fn path(&self, path: PathBuf) -> PathBuf {
        if self.dots_by_text { files::plain(&path) } else { path }
    }

    /// The text of a place in its config as it takes it.
    pub fn place<'a>(&self, text: &'a str) -> &'a str {
        if self.trims_places { text.trim() } else { text }
    }

    /// Whether a text of its config names a folder. What trims none takes blanks for the name of one, where it is started.
    pub(crate) fn names_folder(&self, text: &str) -> bool {
        match self.from_start && !self.trims_places {
            true => !text.is_empty(),
            false => !text.trim().is_empty(),
        }
    }

    /// What it calls a platform in an `os` list.
    pub const fn calls(&self, platform: Platform) -> &'static str {
        match platform {
            Platform::Darwin => self.mac,
            Platform::Linux | Platform::Win32 => platform.as_str(),
        }
    }

    /// Whether it ever sends an event that a hook registered for this key is called for.
    pub fn sends(&self, key: &str) -> bool {
        let Some(sends) = self.sends else { return true };
        sends.iter().any(|sent| match sent.strip_prefix(key) {
            Some("") => true,
            Some(action) => action.starts_with(':') && !key.contains(':'),
            None => false,
        })
    }
}

#[cfg(test)]
mod tests;
