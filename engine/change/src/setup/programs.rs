//! The programs that a hook lacks, and the ways to get them: worked out here for every shell.

use crate::ops::OpError;
use tacklebox_agents::agent::Agent;
use tacklebox_bring::provision::{self, InstallOption, Offer};
use tacklebox_inventory::discover::Candidate;
use tacklebox_inventory::eligibility;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::failure::{Code, Failure};
use tacklebox_machine::machine::Machine;
use tacklebox_machine::words;

/// Programs of which one is enough, and none is here.
#[derive(Clone, Debug)]
pub struct Lacking {
    pub names: Vec<String>,
    /// The ways to install one of them, in the order of the names.
    pub offers: Vec<Offer>,
}

/// The programs that a hook asks for and that are not on this computer.
///
/// # Errors
/// Where there is no such hook, or it cannot be read.
pub fn lacking(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
) -> Result<Vec<Lacking>, OpError> {
    let gone = || OpError::NoSuchHook(id.to_owned());
    let (hook, candidate) = inventory.find(id).ok_or_else(gone)?;
    let Ok(manifest) = candidate.effective() else {
        let name = &hook.name;
        return Err(OpError::Refused(format!(
            "{name} cannot be read, so what it needs is not known."
        )));
    };
    let agent = inventory.agent();
    let needs = eligibility::programs(machine, agent, manifest);
    Ok(needs
        .into_iter()
        .filter(|need| need.found.is_none())
        .map(|need| Lacking {
            offers: offers(machine, agent, candidate, need.names),
            names: need.names.to_vec(),
        })
        .collect())
}

/// One program of a hook, and how it is installed.
///
/// # Errors
/// Where the hook does not lack that program, or this way to get it is not offered here.
pub fn offer(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    program: &str,
    method: &str,
) -> Result<Offer, Failure> {
    let all = lacking(machine, inventory, id)?;
    let Some(mut one) = all.into_iter().find(|one| one.names.iter().any(|name| name == program))
    else {
        return Err(OpError::Refused(not_lacking(machine, inventory, id, program)).into());
    };
    one.names = vec![program.to_owned()];
    one.offers.retain(|offer| offer.option.program == program);
    choose(&one, Some(method))
}

/// The way that was named, else the first that can be run from here.
///
/// # Errors
/// Where there is no such way, or none that can be run from here, with what can be done by hand.
pub fn choose(lacking: &Lacking, method: Option<&str>) -> Result<Offer, Failure> {
    let wanted = |offer: &&Offer| method.is_none_or(|id| offer.option.id == id);
    let all: Vec<&Offer> = lacking.offers.iter().filter(wanted).collect();
    if let Some(offer) = all.iter().find(|offer| offer.option.runnable) {
        return Ok(Offer::clone(offer));
    }
    let programs = words::any_of(lacking.names.iter().cloned());
    if let Some(id) = method.filter(|_| all.is_empty()) {
        let message = format!("There is no way {id} to install {programs} here.");
        let ids: Vec<&str> = lacking.offers.iter().map(|offer| offer.option.id.as_str()).collect();
        let failure = Failure::new(Code::NotFound, message);
        return Err(match ids.is_empty() {
            true => failure,
            false => failure.hint(format!("There is: {}.", ids.join(", "))),
        });
    }
    let by_hand = all.iter().find_map(|offer| by_hand(&offer.option));
    Err(Failure::new(Code::NotInstallable, format!("{programs} cannot be installed from here."))
        .hint(by_hand.unwrap_or_else(|| {
            format!("Install {programs} with the tools of this system, then check again.")
        })))
}

fn by_hand(option: &InstallOption) -> Option<String> {
    match (&option.command, &option.note, &option.url) {
        (Some(command), Some(note), _) => Some(format!("{note} The command: `{command}`")),
        (Some(command), None, _) => Some(format!("Run it in a terminal: `{command}`")),
        // Why there is no command says more than where it would have come from.
        (None, Some(note), _) => Some(note.clone()),
        (None, None, Some(url)) => Some(format!("See {url}")),
        (None, None, None) => None,
    }
}

/// Why a program is not installed for a hook.
fn not_lacking(machine: &Machine, inventory: &Inventory, id: &str, program: &str) -> String {
    let Some((hook, candidate)) = inventory.find(id) else { return String::new() };
    let needs = candidate
        .effective()
        .map(|manifest| eligibility::programs(machine, inventory.agent(), manifest))
        .unwrap_or_default();
    let need = needs.iter().find(|need| need.names.iter().any(|name| name == program));
    match need.and_then(|need| need.found.as_ref()) {
        Some((name, _)) if *name == program => format!("{program} is on this computer already."),
        Some((name, _)) => {
            format!("{} uses {name}, which is on this computer already.", hook.title)
        }
        None => format!("{} does not ask for {program}.", hook.title),
    }
}

/// The ways to install one of these programs.
pub(super) fn offers(
    machine: &Machine,
    agent: &Agent,
    candidate: &Candidate,
    programs: &[String],
) -> Vec<Offer> {
    let specs = eligibility::install_specs(machine, candidate);
    let of = |name: &String| provision::offers(machine, &agent.home, &specs, name);
    programs.iter().flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs::{self, File};
    use std::io::Write as _;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;
    use crate::detail;
    use tacklebox_agents::agent::Options;
    use tacklebox_agents::hook::{AgentId, State};
    use tacklebox_machine::machine::Platform;

    const ID: &str = "milady/managed/a";
    const HOOK: &str = "---\nname: a\nmetadata: {\"milady\":{\"events\":[\"command:new\"],\"requires\":{\"bins\":[\"tool\"],\"anyBins\":[\"here\",\"other\"]}}}\n---\n";

    /// A computer with the programs `here` and, as a file that cannot be run, `tool`.
    fn computer(version: &str) -> (tempfile::TempDir, Machine, Inventory) {
        let home = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str, mode: u32| {
            let path = home.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            File::create(&path).unwrap().write_all(text.as_bytes()).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        };
        write(".milady/hooks/a/HOOK.md", HOOK, 0o644);
        write(".milady/hooks/a/handler.ts", "export default () => {};", 0o644);
        write("bin/here", "", 0o755);
        write("bin/tool", "", 0o644);
        let bin = home.path().join("bin").to_string_lossy().into_owned();
        let env = BTreeMap::from([("PATH".to_owned(), bin)]);
        let machine = Machine::new(Platform::Linux, home.path(), env);
        let options = Options {
            runtimes: [(AgentId::Milady, version.to_owned())].into(),
            ..Options::default()
        };
        let inventory = Inventory::scan(&machine, AgentId::Milady, &options);
        (home, machine, inventory)
    }

    /// Verdict, checklist and installation name the same programs; only where a version loads the hook
    /// without one, its verdict is another, and the checklist says so.
    #[test]
    fn everybody_lacks_the_same_programs() {
        for (version, state) in
            [("documented", State::NeedsSetup), ("2026-03-01", State::NotCalled)]
        {
            let (_home, machine, inventory) = computer(version);
            let (hook, _) = inventory.find(ID).unwrap();
            assert_eq!(hook.state, state, "{version}: {:?}", hook.missing);
            let lacking = lacking(&machine, &inventory, ID).unwrap();
            assert_eq!(lacking.len(), 1, "{version}");
            assert_eq!(lacking[0].names, ["tool"], "{version}");
            let setup = detail::detail(&machine, &inventory, ID).unwrap().setup;
            let met: Vec<_> = setup.iter().map(|item| (item.title.as_str(), item.met)).collect();
            assert_eq!(met, [("tool", false), ("One of: here, other", true)], "{version}");
            assert_eq!(setup[0].note.is_some(), state != State::NeedsSetup, "{version}");
        }
    }

    #[test]
    fn a_program_that_nobody_lacks_is_not_installed() {
        let (_home, machine, inventory) = computer("documented");
        let why =
            |program: &str| offer(&machine, &inventory, ID, program, "apt").unwrap_err().message;
        assert_eq!(why("here"), "here is on this computer already.");
        assert_eq!(why("other"), "a uses here, which is on this computer already.");
        assert_eq!(why("cat"), "a does not ask for cat.");
        assert_eq!(why("tool"), "There is no way apt to install tool here.");
        let gone = offer(&machine, &inventory, "milady/managed/b", "tool", "apt");
        assert_eq!(gone.unwrap_err().code, Code::NotFound);
    }
}
