//! By which rules an agent finds its plugins, reads them and starts them.

use serde_json::Value;

use super::sdk;

/// Whether what was built from a module in TypeScript is loaded in the place of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Built {
    Never,
    /// Where a package names the module.
    Named,
    /// Always; `.tsx` too, in `dist/src` too, and first by the kind of module that it is.
    Always,
}

/// What of a manifest's `kind` counts. One that is the memory, and nothing else beside it, has to be chosen as such.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinds {
    /// A word.
    Word,
    /// A word, or each of a list.
    Each,
    /// The same, those of them that are known, once.
    Known(&'static [&'static str]),
}

impl Kinds {
    /// Whether it is the memory alone.
    pub fn is_memory(self, kind: &Value) -> bool {
        let listed = kind.as_array().filter(|_| self != Self::Word);
        let list = listed.map_or(std::slice::from_ref(kind), Vec::as_slice);
        let mut kinds: Vec<_> = list.iter().collect();
        if let Self::Known(known) = self {
            kinds.retain(|it| it.as_str().is_some_and(|it| known.contains(&it)));
            kinds.dedup();
        }
        matches!(kinds.as_slice(), [one] if *one == "memory")
    }
}

/// Where an agent's state says which plugins it installed: by their ids, in the JSON of one cell.
#[derive(Debug, PartialEq, Eq)]
pub struct Records {
    pub table: &'static str,
    pub key: &'static str,
    /// Counted from 0.
    pub column: usize,
    pub pointer: &'static str,
}

/// Where an agent's plugins are, and which file of one is its module (rule ).
#[derive(Debug, PartialEq, Eq)]
pub struct PluginRules {
    /// The folder of the agent's home that has a folder for each.
    pub folder: &'static str,
    /// The folder of the home with a project of npm for each package that the agent itself installed.
    pub projects: Option<&'static str>,
    /// The section of the config with `load.paths` and `entries`.
    pub section: &'static str,
    /// The part of an included hook's folder that is a plugin, and the one whose scripts it runs.
    pub part: &'static str,
    pub scripts: &'static str,
    /// The folder of the agent's package with the plugins that it brings.
    pub bundled: &'static str,
    /// The workspace's folder of plugins, where it may bring some.
    pub workspace_folder: Option<&'static str>,
    /// The file that says what a plugin is, and whether one without it is refused.
    pub manifest: &'static str,
    pub needs_manifest: bool,
    /// The key of a package.json whose `extensions` name the modules.
    pub package_key: &'static str,
    /// Whether each of them is a plugin, not the first alone.
    pub every_module: bool,
    /// Whether a package's `main` counts where it names no `extensions`.
    pub main: bool,
    /// Whether a plugin without a manifest has the name of its package, not of its folder.
    pub id_of_package: bool,
    /// The module where no package.json names one, the first that exists.
    pub files: &'static [&'static str],
    /// The functions of a module by which a plugin may register, the first that it has.
    pub registers: &'static [&'static str],
    /// What they can import of it. A version that ships takes no module that waits, and no function that registers
    /// later.
    pub sdk: sdk::Sdk,
    /// Whether plugins are off where hooks are off as a whole.
    pub follows_hooks: bool,
    /// Whether hooks that see whole conversations are called only where a plugin's entry allows it.
    pub asks_access: bool,
    /// Whether an entry that says more than `enabled: false` puts its plugin among those that are allowed.
    pub entry_allows: bool,
    /// Whether it refuses its config where a place of plugins that this names is not there.
    pub needs_places: bool,
    /// Whether it refuses its config where such a place is one module without a manifest beside it.
    pub module_needs_manifest: bool,
    /// Whether it refuses its config for a plugin whose manifest, or list of modules, is wrong, though the config does not
    /// name it.
    pub unnamed_faults: bool,
    /// Whether its gateway goes on without a plugin whose files are wrong and that an entry of the config names. Its other
    /// commands refuse the config.
    pub goes_on: bool,
    /// Whether what was built from a module in TypeScript is loaded in its place.
    pub built: Built,
    /// Whether its manifest and modules have to be files of its own: no links that lead out, and no hard links.
    pub own_files: bool,
    /// Whether a `.js` file is read as the kind of module that its package says it is.
    pub by_kind: bool,
    /// Whether a plugin is not loaded while a package that its own depends on is not installed, imported or not.
    pub needs_dependencies: bool,
    /// Where it notes which plugins it installed itself. Of two with one id such a one comes before a plugin that the agent
    /// brings, and any other in its folders after it; none where those that it brings come last.
    pub records: Option<Records>,
    pub kinds: Kinds,
    /// Whether folders whose names begin with a dot count too.
    pub dot_folders: bool,
    /// Whether a package.json that cannot be read counts as none.
    pub skips_torn_package: bool,
    /// What of a package.json's words about versions counts.
    pub versions: Wanted,
    /// What makes a folder a bundle of another agent, which this one takes for its skills and commands; none where
    /// it takes none.
    pub bundles: Option<&'static BundleRules>,
    /// What makes the running agent start a plugin that it knows; None where it starts all that may load.
    pub starts: Option<StartRules>,
}

/// The lists of a plugin's manifest that make the running agent start it, as JSON pointers. Most of them
/// count only with a config that uses what they name: of such a plugin nothing is said (rule ).
#[derive(Debug, PartialEq, Eq)]
pub struct StartRules {
    /// Where the config turns it on by name, beside `activation.onStartup`.
    pub named: &'static [&'static str],
    /// Whether nobody has to name it.
    pub unnamed: &'static [&'static str],
    /// Whether the config starts it by having what `activation.onConfigPaths` names.
    pub config_paths: bool,
    /// Whether one with a capital letter in its id is never started: ids are compared in small letters.
    pub small_ids: bool,
}

/// How a package says which versions of the agent it is for (rule ).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// None of it is read.
    Unread,
    /// Floors, and ranges of whole versions: no `~`, and no number with a star.
    Simple,
    /// Ranges as npm has them.
    Ranges,
}

/// What makes a folder a bundle: first the manifests; where the folder has neither a manifest of the agent nor a
/// module, the rest (rule ).
#[derive(Debug, PartialEq, Eq)]
pub struct BundleRules {
    pub manifests: &'static [BundleOf],
    /// Files and folders that make one of the last of these without any manifest.
    pub parts: &'static [&'static str],
}

/// The bundles of one other agent.
#[derive(Debug, PartialEq, Eq)]
pub struct BundleOf {
    pub manifest: &'static str,
    /// Whose they are: "Claude".
    pub of: &'static str,
    pub hooks: BundleHooks,
}

/// In which folders of a bundle hooks are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BundleHooks {
    None,
    /// Those that its manifest names as `hooks`.
    Named,
    /// Those, else this one.
    NamedOr(&'static str),
}

impl PluginRules {
    /// Whether a folder holds a manifest.
    pub fn manifest_in(&self, dir: &std::path::Path) -> bool {
        dir.join(self.manifest).is_file()
    }
}
