//! The file that a handler of the config means by its module.

use std::fs;
use std::path::{Path, PathBuf};

use tacklebox_agents::agent::{Agent, lies_under};
use tacklebox_agents::dialect::LegacyRoots;
use tacklebox_agents::dialect::shipped::Modules;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

/// Where a module is.
#[derive(Debug)]
pub struct ModuleFile {
    pub path: PathBuf,
    /// Why the agent would not load it.
    pub trouble: Option<String>,
    /// Why only the agent knows where it is.
    pub doubt: Option<String>,
}

/// The file that a handler's module means, and why the agent would not load it (rule ).
pub fn module_file(
    machine: &Machine,
    agent: &Agent,
    roots: &LegacyRoots,
    module: &str,
) -> ModuleFile {
    let title = agent.dialect.title;
    let refused = |path, why| ModuleFile { path, trouble: Some(why), doubt: None };
    if *roots == LegacyRoots::Workspace {
        return in_workspace(agent, module.trim());
    }
    if module.starts_with('~') && !agent.dialect.rules.legacy_tilde {
        let why = format!(
            "Its module {module} is refused: {title} does not read ~ as the home folder here. Write the whole path."
        );
        return refused(agent.home.join(module), why);
    }
    // It is taken for a path that begins in the folder it is started in, and none is there.
    if matches!(roots, LegacyRoots::OwnRoots { .. }) && module.contains("://") {
        let why = format!(
            "Its module {module} is refused: {title} takes a path, and no address. Write the whole path."
        );
        return refused(agent.home.join(module), why);
    }
    let whole = agent.expand(module);
    let path = agent.dialect.rules.path(agent.home.join(&whole));
    // What its text says, it looks for from its home.
    if matches!(roots, LegacyRoots::OwnRoots { .. }) && Path::new(&whole).is_relative() {
        let why =
            format!("its module {module} is looked for in the folder that {title} is started in");
        return ModuleFile { path, trouble: None, doubt: Some(why) };
    }
    let (path, doubt) = found(path, agent.runtime.modules());
    let doubt = doubt.then(|| format!("its module {module} is not a file by this name"));
    let allowed = |real: &Path| match roots {
        LegacyRoots::Home => lies_under(real, &agent.home),
        LegacyRoots::HookRoots => agent.may_load(real),
        LegacyRoots::OwnRoots { as_written: true } => {
            agent.own_roots().any(|dir| files::plain(&path).starts_with(files::plain(dir)))
        }
        LegacyRoots::OwnRoots { as_written: false } => agent
            .own_roots()
            .any(|dir| fs::canonicalize(dir).is_ok_and(|dir| real.starts_with(dir))),
        LegacyRoots::Workspace => false,
    };
    let trouble = match fs::canonicalize(&path) {
        Err(_) => Some(format!("Its module {module} is not there.")),
        Ok(real) if !allowed(&real) => Some(match roots {
            LegacyRoots::Home => format!(
                "Its module {module} is refused: {title} loads handlers only from {}.",
                machine.show(&agent.home)
            ),
            _ => format!(
                "Its module {module} is refused: {title} loads handlers only from its hook folders."
            ),
        }),
        Ok(real) if !real.is_file() && doubt.is_none() => {
            Some(format!("Its module {module} is not a file."))
        }
        Ok(_) => None,
    };
    ModuleFile { path, trouble, doubt }
}

/// Where paths begin at the workspace and stay in it.
fn in_workspace(agent: &Agent, module: &str) -> ModuleFile {
    let title = agent.dialect.title;
    let path = agent.workspace.join(module);
    if agent.known_workspace().is_none() {
        let why =
            format!("its module {module} is in the workspace, and nobody knows where that is");
        return ModuleFile { path, trouble: None, doubt: Some(why) };
    }
    let real = fs::canonicalize(&path);
    let within = |real: &Path| {
        fs::canonicalize(&agent.workspace).is_ok_and(|workspace| real.starts_with(workspace))
    };
    let trouble = match real {
        _ if !tacklebox_agents::config::strict::is_safe_module(module) => Some(format!(
            "Its module {module} is refused: {title} takes a path that begins in its workspace and stays there."
        )),
        Err(_) => Some(format!("Its module {module} is not in the workspace.")),
        Ok(real) if !within(&real) => {
            Some(format!("Its module {module} is refused: it leads out of the workspace."))
        }
        Ok(real) if !real.is_file() => Some(format!("Its module {module} is not a file.")),
        Ok(_) => None,
    };
    ModuleFile { path, trouble, doubt: None }
}

/// The file that is imported for a path, and whether that depends on who imports it.
fn found(path: PathBuf, by: Modules) -> (PathBuf, bool) {
    if path.is_file() || matches!(by, Modules::NotRead | Modules::TypesLeftOut) {
        return (path, false);
    }
    match as_bun_finds(&path) {
        Some(file) => (file, by == Modules::Either),
        // What that names is loaded.
        None if path.join("package.json").is_file() => (path, true),
        None => (path, false),
    }
}

/// The file that bun imports for a path where there is none of that name: without what is asked behind it, with an
/// ending, by the ending of what is made from it, or the index of a folder.
fn as_bun_finds(path: &Path) -> Option<PathBuf> {
    const ENDINGS: [&str; 8] = ["tsx", "jsx", "mts", "ts", "mjs", "js", "cts", "cjs"];
    const MADE: [(&str, &[&str]); 4] =
        [(".js", &["ts", "tsx"]), (".jsx", &["ts", "tsx"]), (".mjs", &["mts"]), (".cjs", &["cts"])];
    let text = path.to_str()?;
    let file = |text: String| Some(PathBuf::from(text)).filter(|path| path.is_file());
    let asked = text.split_once('?').and_then(|(plain, _)| file(plain.to_owned()));
    let beside = || ENDINGS.iter().find_map(|ending| file(format!("{text}.{ending}")));
    let made = || {
        MADE.iter().find_map(|(ending, from)| {
            let bare = text.strip_suffix(ending)?;
            from.iter().find_map(|from| file(format!("{bare}.{from}")))
        })
    };
    let bare = text.trim_end_matches('/');
    let within = || ENDINGS.iter().find_map(|ending| file(format!("{bare}/index.{ending}")));
    asked.or_else(beside).or_else(made).or_else(within)
}
