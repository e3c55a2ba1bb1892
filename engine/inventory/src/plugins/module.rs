//! The module of a plugin: where it really is, and why the agent refuses it, read with a real grammar and
//! never run. Where only running it would tell, nothing is said.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::Plugin;
use super::manifest::unsafe_place;
use crate::modules::{LOCKED, needs};
use tacklebox_agents::dialect::PluginRules;
use tacklebox_agents::dialect::sdk;
use tacklebox_audit::module::{self, Facts, Fate, Kind, StayHow};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::{owner, words};

/// A longer module is not read.
const LENGTH: u64 = 1024 * 1024;

/// The module of a plugin, by its real place.
///
/// # Errors
/// Why the agent does not load it, whatever is in it.
pub(super) fn of(rules: &PluginRules, dir: &Path, module: &str) -> Result<PathBuf, String> {
    let (folder, real) = found(dir, module)?;
    if let Some(why) = unsafe_place(&folder, &real).filter(|_| rules.own_files) {
        return Err(format!("Its module {why}."));
    }
    open_to_all(&folder, &real).map_or(Ok(real), Err)
}

/// Whether there is one, in the folder of its plugin: what keeps it from being loaded then is not a mistake in the files.
pub(super) fn is_there(dir: &Path, module: &str) -> bool {
    found(dir, module).is_ok()
}

/// The folder of a plugin and its module, by their real places.
fn found(dir: &Path, module: &str) -> Result<(PathBuf, PathBuf), String> {
    let folder = fs::canonicalize(dir).ok().filter(|dir| dir.is_dir());
    let folder = folder.ok_or("There is no such folder.")?;
    let name = Path::new(module).strip_prefix(dir).unwrap_or(Path::new(module)).display();
    match fs::canonicalize(folder.join(module)) {
        Err(_) => Err(format!("Its module {name} is not there.")),
        Ok(real) if !real.starts_with(&folder) => {
            Err(format!("Its module {name} is refused: it is outside the plugin's folder."))
        }
        Ok(real) if !real.is_file() => Err(format!("Its module {name} is not a file.")),
        Ok(real) => Ok((folder, real)),
    }
}

/// What others may write to is not loaded: whoever it is could change what the agent runs.
#[cfg(unix)]
fn open_to_all(folder: &Path, module: &Path) -> Option<String> {
    use std::os::unix::fs::PermissionsExt;
    let open =
        |path: &Path| fs::metadata(path).is_ok_and(|it| it.permissions().mode() & 0o002 != 0);
    (open(folder) || open(module))
        .then(|| "Everybody on this computer may write to it, so it is not loaded.".to_owned())
}

#[cfg(not(unix))]
const fn open_to_all(_: &Path, _: &Path) -> Option<String> {
    None
}

/// What belongs neither to the user who runs the agent nor to the administrator is not loaded.
pub(super) fn of_another(machine: &Machine, plugin: &Plugin) -> Option<String> {
    let user = machine.user()?;
    let folder = fs::canonicalize(&plugin.dir).unwrap_or_else(|_| plugin.dir.clone());
    let paths = [Some(folder), plugin.entry.clone().ok()];
    let mut owners = paths.iter().flatten().filter_map(|path| owner::of(path));
    let other = owners.find(|it| *it != user && *it != 0)?;
    Some(format!(
        "It belongs to another user of this computer (number {other}), so it is not loaded (suspicious ownership)."
    ))
}

/// Why a version that ships does not load a module, as its text shows it.
pub(super) struct Refused {
    pub(super) why: String,
    /// It comes so far as to load it, and that ends the agent itself: what it says of that.
    pub(super) ends: Option<String>,
}

impl From<String> for Refused {
    fn from(why: String) -> Self {
        Self { why, ends: None }
    }
}

/// `named` is the place where the agent looks for the module, `id` that of the plugin.
pub(super) fn refused(rules: &PluginRules, id: &str, named: &Path, file: &Path) -> Option<Refused> {
    if rules.sdk == sdk::Sdk::Unknown || fs::metadata(file).ok()?.len() > LENGTH {
        return None;
    }
    let mut text = String::new();
    match fs::File::open(file) {
        Ok(open) => open.take(LENGTH).read_to_string(&mut text).ok()?,
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            return Some(format!("Its module cannot be read ({LOCKED}).").into());
        }
        Err(_) => return None,
    };
    let facts = module::facts(file, &text)?;
    let ending = file.extension().and_then(|it| it.to_str()).unwrap_or_default();
    if let Some(why) = &facts.syntax {
        // 2026.7.35 reads such a file as either kind of module.
        return (ending != "cjs").then(|| format!("Its module cannot be read ({why}).").into());
    }
    if facts.linked && ending == "js" && rules.by_kind && is_for_require(file) {
        let why = "Its package.json says commonjs, so its module may have neither import nor export: take that type out, or call the file .mjs.";
        return Some(why.to_owned().into());
    }
    if let Some(why) = facts.imports.iter().find_map(|import| {
        // Of TypeScript an import that nobody uses is left out.
        let typescript = ending.ends_with("ts");
        if typescript && !import.used {
            return None;
        }
        if let Some(part) = sdk::part(&import.from) {
            return of_sdk(rules, part, import, typescript);
        }
        needs::missing(file, &import.from)
            .filter(|_| needs::missing(named, &import.from).is_some())
            .map(|why| words::capital(&why) + ".")
    }) {
        return Some(why.into());
    }
    if facts.waits {
        let why = "Its module waits while it is loaded (await outside of a function), and the agent takes only modules that load at once.";
        return Some(why.to_owned().into());
    }
    let ends =
        |when: String| Refused { why: format!("It ends the agent {when}."), ends: Some(when) };
    match facts.fate {
        Some(Fate::Throws) => {
            return Some("It throws an error when it is loaded.".to_owned().into());
        }
        Some(Fate::Exits) => return Some(ends("when it is loaded".to_owned())),
        Some(Fate::Later) => {
            let why = facts.fails.as_deref().unwrap_or_default();
            return Some(ends(format!("right after it is loaded: {why}")));
        }
        Some(Fate::Waits) | None => {}
    }
    let stay = registered(rules, &facts).and_then(|registers| {
        facts.stays.iter().find(|(name, _)| *name == registers).map(|(_, stay)| stay)
    });
    // It is called without an event, and is not waited for.
    if stay.is_some_and(|it| {
        it.how == StayHow::Exits && it.at_once && it.kind.is_none() && it.action.is_none()
    }) {
        return Some(ends("when it registers itself".to_owned()));
    }
    registers_nothing(rules, &facts).or_else(|| other_id(rules, &facts, id)).map(Refused::from)
}

/// Whether Node goes by a package that says it is for `require`.
fn is_for_require(file: &Path) -> bool {
    matches!(needs::Packages::default().of(file, false), needs::Package::CommonJs(_))
}

/// The function that registers it, as far as that is known: the default export or one in it, else an export of its own.
fn registered(rules: &PluginRules, facts: &Facts) -> Option<String> {
    let own = |all: &[(String, Kind)]| {
        let named = |name: &&&str| all.iter().any(|(own, _)| own == **name);
        rules.registers.iter().find(named).map(|name| (*name).to_owned())
    };
    match facts.exports.iter().find(|(name, _)| name == "default") {
        Some((name, kind)) if kind.is_function() => Some(name.clone()),
        Some(_) => own(facts.members.as_deref()?).map(|name| format!("default.{name}")),
        None => own(&facts.exports),
    }
}

/// Why the agent does not take a module for the plugin of this id: what registers says that it is another.
fn other_id(rules: &PluginRules, facts: &Facts, id: &str) -> Option<String> {
    let said = facts.id.as_deref().filter(|said| !said.is_empty() && *said != id)?;
    // It is looked for where the function is found: in the default export, unless that has none.
    let held = |(name, kind): &(String, Kind)| {
        rules.registers.contains(&name.as_str()) && kind.is_function()
    };
    let asked = facts.members.as_ref().is_none_or(|members| members.iter().any(held));
    asked.then(|| {
        format!("It calls itself {said}, and its manifest {id}: the agent does not load it.")
    })
}

/// Why an import of the agent's own package cannot be met.
fn of_sdk(
    rules: &PluginRules,
    part: &str,
    import: &module::Import,
    typescript: bool,
) -> Option<String> {
    let from = &import.from;
    if !rules.sdk.may_have(part) {
        return Some(format!("It imports {from}, which this version of the agent does not have."));
    }
    // What TypeScript imports is looked up when it is used.
    let name = import.names.iter().find(|name| !typescript && !rules.sdk.may_link(part, name))?;
    Some(format!(
        "It imports {name} from {from}, and this version of the agent has no such name there."
    ))
}

/// Why nothing that it exports registers anything, looked for as the agent does: the default export, then the
/// module itself.
fn registers_nothing(rules: &PluginRules, facts: &Facts) -> Option<String> {
    if !facts.complete {
        return None;
    }
    let default = facts.exports.iter().find(|(name, _)| name == "default").map(|(_, kind)| *kind);
    let whole = facts.exports.as_slice();
    let inner = match default {
        Some(Kind::Function | Kind::Generator | Kind::Unknown) => return None,
        Some(Kind::Async) => return Some(later("default function")),
        Some(Kind::Class) => return Some(class("Its default export")),
        // Some of what it holds is not known.
        Some(Kind::Object) => facts.members.as_deref()?,
        Some(Kind::Other) | None => &[],
    };
    for (held, within) in [(inner, true), (whole, false)] {
        let find = |name: &str| held.iter().find(|(known, _)| known == name).map(|(_, kind)| *kind);
        // There it is looked for too.
        if find("module").is_some() || (within && find("default").is_some()) {
            return None;
        }
        let Some((name, kind)) = rules.registers.iter().find_map(|name| Some((name, find(name)?)))
        else {
            continue;
        };
        return match kind {
            Kind::Async => Some(later(&format!("function {name}"))),
            Kind::Class => Some(class(&format!("Its {name}"))),
            // Where it is null the next one counts.
            Kind::Function | Kind::Generator | Kind::Object | Kind::Other | Kind::Unknown => None,
        };
    }
    let names = words::any_of(rules.registers.iter().map(ToString::to_string));
    let has = |held: &[(String, Kind)]| held.iter().any(|(name, _)| name == "activate");
    let only = if has(inner) || has(whole) {
        " It has activate, which this version of the agent does not call: name it register."
    } else {
        ""
    };
    Some(format!("It exports no function {names} and no default function.{only}"))
}

fn later(what: &str) -> String {
    format!(
        "Its {what} is asynchronous, and the agent takes only what registers at once: without async."
    )
}

fn class(what: &str) -> String {
    format!("{what} is a class, and the agent calls it as a function.")
}
