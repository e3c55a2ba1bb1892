//! The box that a hook is tried in: a folder with a copy of the workspace that is thrown away, walls
//! around the program, and what it did, told by the places that the folder stands for.

mod copy;
mod hidden;
mod inside;
pub mod told;

use std::ffi::OsStr;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use self::copy::Files;
pub(crate) use self::inside::Inside;
pub use crate::runtime::effects::{Effects, Refused, Sending, Wrote};
use crate::runtime::outcome::{Ran, Seen};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::WorkspaceRule;
use tacklebox_machine::failure::{Code, Failure};
use tacklebox_machine::files::Temporary;
use tacklebox_machine::machine::Machine;
pub use tacklebox_machine::walls::MOST_STARTS;
pub use tacklebox_machine::walls::{Access, Kind};
use tacklebox_machine::walls::{Deeds, Walls};

/// A folder that stands for the workspace and is thrown away.
///
/// # Errors
/// Where none can be made.
pub fn scratch(machine: &Machine) -> Result<Temporary, Failure> {
    folder(machine).map_err(|error| no_folder("to replace the workspace", &error))
}

fn folder(machine: &Machine) -> io::Result<Temporary> {
    tacklebox_machine::data::make(machine).map_err(io::Error::other)?;
    Temporary::new(machine.data_dir(), "scratch-")
}

fn no_folder(what_for: &str, error: &io::Error) -> Failure {
    Failure::new(Code::NotStarted, format!("No folder could be made {what_for}: {error}."))
        .hint("Nothing ran. Free some space, then try again.")
}

/// Where something would run that is to be in a box (or not, with `wished` false), as far as that is true here.
pub fn where_it_runs(wished: bool, network: bool) -> &'static str {
    match (wished && Kind::here().is_closed(), network) {
        (false, _) => "with your rights",
        (true, true) => "in a box that has the network, without secret places",
        (true, false) => "in a box, without the network and secret places",
    }
}

/// A box. What is in it goes with it.
pub struct Boxed {
    dir: Temporary,
    /// Its real path.
    at: PathBuf,
    pub kind: Kind,
    pub network: bool,
    hidden: Vec<PathBuf>,
    /// Folders of the box, and what each stands for.
    stands: Vec<(PathBuf, PathBuf)>,
    env: Vec<(String, String)>,
    home: PathBuf,
    workspace: PathBuf,
}

impl std::fmt::Debug for Boxed {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.debug_tuple("Boxed").field(&self.at).finish()
    }
}

impl PartialEq for Boxed {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl Eq for Boxed {}

/// Where temporary files are, outside of a box.
pub(crate) fn temporary(machine: &Machine) -> PathBuf {
    machine.env("TMPDIR").map_or_else(std::env::temp_dir, PathBuf::from)
}

impl Boxed {
    /// One for the hooks of an agent, with the best walls of this computer.
    ///
    /// # Errors
    /// Where no folder can be made.
    pub fn new(machine: &Machine, agent: &Agent, network: bool) -> Result<Arc<Self>, Failure> {
        Self::with(machine, agent, network, Kind::here())
            .map_err(|error| no_folder("for the box", &error))
    }

    /// The same with other walls.
    ///
    /// # Errors
    /// Where no folder can be made.
    pub fn with(
        machine: &Machine,
        agent: &Agent,
        network: bool,
        kind: Kind,
    ) -> io::Result<Arc<Self>> {
        let dir = folder(machine)?;
        let at = dir.path().canonicalize()?;
        let inner = |name: &str| -> io::Result<PathBuf> {
            let folder = at.join(name);
            std::fs::create_dir(&folder)?;
            Ok(folder)
        };
        let state = inner("state")?;
        // Where hooks look for it that go by the agent's home.
        let below = agent.workspace.strip_prefix(&agent.home).ok().filter(|it| is_plain(it));
        let workspace = match below {
            Some(below) => state.join(below),
            None => at.join("workspace"),
        };
        std::fs::create_dir_all(&workspace)?;
        let (tmp, cache) = (inner("tmp")?, inner("cache")?);
        let for_home = inner("home")?;
        let mut hidden = hidden::places(machine, agent);
        if kind == Kind::Bubblewrap {
            hidden.extend(hidden::doors(machine));
        }
        copy::folder(&agent.workspace, &workspace, &hidden);
        // A hook may look at the others.
        if let Ok(below) = agent.managed.strip_prefix(&agent.home)
            && is_plain(below)
            && !agent.managed.starts_with(&agent.workspace)
            && std::fs::create_dir_all(state.join(below)).is_ok()
        {
            copy::folder(&agent.managed, &state.join(below), &hidden);
        }
        let mut env: Vec<(&str, &Path)> =
            vec![("TMPDIR", &tmp), ("TMP", &tmp), ("TEMP", &tmp), ("TACKLEBOX_SCRATCH", &for_home)];
        env.extend([("XDG_CACHE_HOME", &*cache), ("DENO_DIR", &*cache)]);
        env.push(("BUN_RUNTIME_TRANSPILER_CACHE_PATH", Path::new("0")));
        env.push(("PYTHONDONTWRITEBYTECODE", Path::new("1")));
        env.extend(agent.dialect.home_env.map(|name| (name, &*state)));
        // For what goes by neither the event nor the agent's config.
        env.push(("TACKLEBOX_WORKSPACE", &workspace));
        if let WorkspaceRule::Env(name, _) | WorkspaceRule::EnvOrHome(name, _) =
            &agent.dialect.workspace
        {
            env.push((name, &workspace));
        }
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let env = env.into_iter().map(|(name, path)| (name.to_owned(), text(path))).collect();
        let home = machine.home().to_owned();
        let stands = vec![
            (workspace.clone(), agent.workspace.clone()),
            (state, agent.home.clone()),
            (for_home, home.clone()),
            (tmp, temporary(machine)),
        ];
        Ok(Arc::new(Self { dir, at, kind, network, hidden, stands, env, home, workspace }))
    }

    /// The copy of the workspace.
    pub fn workspace(&self) -> PathBuf {
        self.workspace.clone()
    }

    /// What stands for the agent's home where something writes there.
    pub fn state(&self) -> PathBuf {
        self.dir.path().join("state")
    }

    /// What tells a program where things are in here.
    pub fn env(&self) -> &[(String, String)] {
        &self.env
    }

    /// Walls for one program of a hook that has this folder.
    pub fn walls(&self, own: Option<&Path>, needed: &[&Path]) -> Walls {
        let own = own.filter(|own| self.may_own(own));
        let write: Vec<&Path> = std::iter::once(&*self.at).chain(own).collect();
        let mut walls = Walls::new(self.kind, &write, self.hidden.iter().cloned());
        walls.needed = needed.iter().copied().chain([&*self.home]).filter_map(real).collect();
        walls.network = self.network;
        walls
    }

    /// A folder that holds more than a hook is nobody's own.
    fn may_own(&self, own: &Path) -> bool {
        let Some(own) = real(own) else { return false };
        let holds = |place: &PathBuf| place.starts_with(&own);
        let home = real(&self.home);
        !(holds(&self.at)
            || home.as_ref().is_some_and(holds)
            || self.hidden.iter().filter_map(|it| real(it)).any(|it| holds(&it))
            || self.stands.iter().filter_map(|(_, it)| real(it)).any(|it| holds(&it)))
    }

    /// Facts from what was written down.
    pub fn effects(&self, deeds: Deeds) -> Effects {
        let mut effects = Effects {
            hosts: Some(deeds.hosts),
            too_many: deeds.too_many,
            network: self.network,
            ..Effects::default()
        };
        for path in deeds.written.iter().filter(|path| !path.starts_with(self.at.join("cache"))) {
            if let Ok(meta) = std::fs::metadata(path)
                && meta.is_file()
            {
                effects.wrote.push(Wrote {
                    path: self.meant(path),
                    bytes: u32::try_from(meta.len()).unwrap_or(u32::MAX),
                    in_box: path.starts_with(&self.at),
                });
            }
        }
        let gone = deeds.removed.iter().filter(|path| std::fs::symlink_metadata(path).is_err());
        // What it made in the box and took away again does not count.
        let gone = gone.filter(|path| !path.starts_with(&self.at));
        effects.removed = gone.map(|path| self.meant(path)).collect();
        let refused = deeds.refused.iter();
        let refused =
            refused.map(|(path, access)| Refused { path: self.meant(path), access: *access });
        effects.refused = Some(refused.collect());
        let programs = deeds.programs.iter().map(|path| path.to_string_lossy().into_owned());
        effects.programs = Some(programs.collect());
        effects
    }

    /// What a path of the box stands for; others stand for themselves.
    fn meant(&self, path: &Path) -> String {
        let meant = self.stands.iter().find_map(|(here, there)| {
            let rest = path.strip_prefix(here).ok()?;
            Some(there.join(rest))
        });
        meant.as_deref().unwrap_or(path).to_string_lossy().into_owned()
    }

    /// Texts that name the box, as if they named what it stands for.
    pub fn plain(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (here, there) in &self.stands {
            text = text.replace(&*here.to_string_lossy(), &there.to_string_lossy());
        }
        text
    }

    /// The file behind one of [`Effects::wrote`].
    pub fn file(&self, wrote: &Wrote) -> PathBuf {
        let path = Path::new(&wrote.path);
        if !wrote.in_box {
            return path.to_owned();
        }
        let here = self.stands.iter().find_map(|(here, there)| {
            let place = here.join(path.strip_prefix(there).ok()?);
            place.is_file().then_some(place)
        });
        here.unwrap_or_else(|| path.to_owned())
    }

    /// Copies a written file out of the box into a folder, by its name there: never over another.
    ///
    /// # Errors
    /// Where it cannot be read or written.
    pub fn keep(&self, wrote: &Wrote, to: &Path) -> io::Result<PathBuf> {
        let from = self.file(wrote).canonicalize()?;
        if wrote.in_box && !from.starts_with(&self.at) {
            return Err(io::Error::other("it leads out of the box"));
        }
        let below = self.stands.iter().find_map(|(here, _)| from.strip_prefix(here).ok());
        let name = below.or(from.file_name().map(Path::new)).unwrap_or(Path::new("file"));
        let mut place = to.join(name);
        if let Some(parent) = place.parent() {
            std::fs::create_dir_all(parent)?;
        }
        let stem = place.file_stem().map(OsStr::to_owned).unwrap_or_default();
        for count in 2.. {
            let Ok(mut file) = std::fs::File::create_new(&place) else {
                if !place.exists() || count > 1000 {
                    return Err(io::Error::other("it cannot be written there"));
                }
                let mut name = stem.clone();
                name.push(format!("-{count}"));
                let ending = place.extension().map(OsStr::to_owned);
                place.set_file_name(name);
                if let Some(ending) = ending {
                    place.set_extension(ending);
                }
                continue;
            };
            io::copy(&mut std::fs::File::open(&from)?, &mut file)?;
            break;
        }
        Ok(place)
    }

    /// The effects of a run that started no program, from what is in the box since.
    pub(crate) fn of_ours(&self, before: &Files) -> Effects {
        self.effects(changes(before, &self.files()))
    }

    /// What is in the box.
    pub(crate) fn files(&self) -> Files {
        copy::files(self.stands.iter().map(|(here, _)| &**here))
    }
}

/// What was written and taken away between two looks.
fn changes(before: &Files, after: &Files) -> Deeds {
    let written = after.iter().filter(|(path, marks)| before.get(*path) != Some(marks));
    let removed = before.keys().filter(|path| !after.contains_key(*path));
    Deeds {
        written: written.map(|(path, _)| path.clone()).collect(),
        removed: removed.cloned().collect(),
        ..Deeds::default()
    }
}

/// Adds what a run did to what was seen of it.
pub(crate) fn with(mut ran: Ran, kind: Kind, effects: Effects) -> Ran {
    let seen = ran.seen.get_or_insert_with(Box::<Seen>::default);
    seen.effects = kind.is_closed().then_some(effects);
    seen.boxed = Some(kind);
    ran
}

/// Whether it names a folder below another, and leads nowhere else.
fn is_plain(path: &Path) -> bool {
    let mut parts = path.components().peekable();
    parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)))
}

fn real(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok()
}
