//! The files of a hook as text, for an editor: opened with a mark of what was there, checked as they are typed
//! by the grammar of their language, saved as a plan and never over somebody else's change. Only hooks that are
//! the person's own: what was installed is read, and copied to be changed.

use std::path::PathBuf;

use serde::Serialize;

use crate::ops::{self, OpError};
use crate::plan::{Plan, Step};
use crate::receipt;
use tacklebox_agents::agent::Agent;
use tacklebox_agents::config::Syntax;
use tacklebox_agents::config::text::{ProblemKind, TextProblem, as_edited, written_like};
use tacklebox_agents::hook::{Hook, Source};
use tacklebox_agents::manifest::{self, Broken};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::data;
use tacklebox_machine::files::{self, FileError};
use tacklebox_machine::machine::Machine;

/// The largest file that is edited, in bytes.
const MAX_BYTES: u64 = 512 * 1024;

/// A file of a hook as it was opened.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FileText {
    /// Relative to the hook's folder.
    pub file: String,
    /// Where it is, with `~`.
    pub path: String,
    pub language: Language,
    /// No byte-order mark, `\n` at the end of every line. A save writes both as they were.
    pub raw: String,
    /// What a save must find unchanged.
    pub stamp: String,
    pub problems: Vec<TextProblem>,
    /// Why it is only read.
    pub read_only: Option<String>,
}

/// The language of a file, for an editor's colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
pub enum Language {
    Json5,
    Toml,
    Markdown,
    Javascript,
    Typescript,
    Shell,
    Python,
    Text,
}

impl Language {
    fn of(file: &str, text: &str) -> Self {
        let ending = file.rsplit('/').next().unwrap_or(file).rsplit_once('.').map_or("", |it| it.1);
        match ending.to_ascii_lowercase().as_str() {
            "json" | "json5" => Self::Json5,
            "toml" => Self::Toml,
            "md" => Self::Markdown,
            "js" | "mjs" | "cjs" | "jsx" => Self::Javascript,
            "ts" | "mts" | "cts" | "tsx" => Self::Typescript,
            "sh" | "bash" | "zsh" => Self::Shell,
            "py" => Self::Python,
            _ => match text.lines().next().filter(|line| line.starts_with("#!")) {
                Some(line) if line.contains("python") => Self::Python,
                Some(line) if line.contains("node") || line.contains("bun") => Self::Javascript,
                Some(_) => Self::Shell,
                None => Self::Text,
            },
        }
    }
}

/// One file of one hook.
struct Open<'a> {
    agent: &'a Agent,
    hook: &'a Hook,
    path: PathBuf,
}

/// The file of this name, if the hook has it and it may be looked into.
fn find<'a>(inventory: &'a Inventory, id: &str, file: &str) -> Result<Open<'a>, OpError> {
    let (hook, _) = inventory.find(id).ok_or_else(|| OpError::NoSuchHook(id.to_owned()))?;
    let gone = || OpError::Refused(format!("{} has no file {file}.", hook.title));
    let dir = hook.dir.as_deref().ok_or_else(gone)?;
    // Names that the folder itself gives, never a path of the page's.
    let known = receipt::files(dir).into_iter().any(|(name, _)| name == file);
    let path = dir.join(file);
    let plain = path.symlink_metadata().is_ok_and(|meta| meta.is_file());
    if !known || !plain {
        return Err(gone());
    }
    Ok(Open { agent: inventory.agent(), hook, path })
}

/// Why a hook's files are not changed here.
fn read_only(machine: &Machine, agent: &Agent, hook: &Hook) -> Option<String> {
    let dir = hook.dir.as_deref()?;
    if let Err(error) = data::check(machine) {
        return Some(error.to_string());
    }
    if matches!(hook.source, Source::Bundled | Source::Plugin) {
        return Some(format!(
            "It comes with {}, and an update would overwrite it.",
            agent.dialect.title
        ));
    }
    receipt::read(machine, dir).map(|_| {
        "It was installed: an update would overwrite it. Make a copy of your own to change it."
            .into()
    })
}

fn text_of(path: &std::path::Path) -> Result<(String, files::Stamp), OpError> {
    let (text, stamp) = ops::text_of(path, MAX_BYTES)?;
    Ok((text.unwrap_or_default(), stamp))
}

/// A file of a hook as it is on the disk now.
///
/// # Errors
/// [`OpError`] where the hook has no such file, or it is not text of at most 512 KiB.
pub fn open(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    file: &str,
) -> Result<FileText, OpError> {
    let open = find(inventory, id, file)?;
    let (text, stamp) = text_of(&open.path)?;
    let raw = as_edited(&text);
    Ok(FileText {
        file: file.to_owned(),
        path: machine.show(&open.path),
        language: Language::of(file, &raw),
        problems: check(inventory, id, file, &raw)?,
        stamp: stamp.to_string(),
        read_only: read_only(machine, open.agent, open.hook),
        raw,
    })
}

/// What is wrong with a text as this file of the hook; the file is not touched.
///
/// # Errors
/// [`OpError`] where the hook has no such file.
pub fn check(
    inventory: &Inventory,
    id: &str,
    file: &str,
    text: &str,
) -> Result<Vec<TextProblem>, OpError> {
    let open = find(inventory, id, file)?;
    let dialect = open.agent.dialect;
    let problem = |kind, line, column, message| TextProblem { kind, line, column, message };
    if file == dialect.manifest_file() {
        let read = manifest::parse(dialect.format, dialect.metadata_keys, text.as_bytes());
        return Ok(match read {
            Err(Broken { line, message, .. }) => {
                vec![problem(ProblemKind::Error, line.unwrap_or(1), 1, format!("{message}."))]
            }
            Ok(manifest) => manifest
                .misspelt
                .iter()
                .map(|slip| problem(ProblemKind::Warning, slip.line, 1, slip.says(dialect.title)))
                .collect(),
        });
    }
    let slips = tacklebox_audit::slips(file, text);
    let error = |slip: tacklebox_audit::Slip| {
        problem(ProblemKind::Error, slip.line, slip.column, slip.message)
    };
    Ok(slips.into_iter().map(error).collect())
}

/// The plan that saves an edited text.
///
/// # Errors
/// [`OpError::File`] where another program wrote to it meanwhile; [`OpError::Refused`] for what is only read,
/// and for a text that is too long.
pub fn save(
    machine: &Machine,
    inventory: &Inventory,
    id: &str,
    file: &str,
    text: &str,
    stamp: &str,
) -> Result<Plan, OpError> {
    let open = find(inventory, id, file)?;
    if let Some(why) = read_only(machine, open.agent, open.hook) {
        return Err(OpError::Refused(format!("{why} Nothing was changed.")));
    }
    if text.len() as u64 > MAX_BYTES {
        return Err(OpError::Refused(format!(
            "{file} can hold 512 KiB here, and this text is longer. Nothing was changed."
        )));
    }
    let (before, now) = text_of(&open.path)?;
    if now.to_string() != stamp {
        return Err(FileError::Changed { path: open.path }.into());
    }
    let mut plan = Plan::new(
        open.agent.id(),
        format!("Save {file} of {}", open.hook.title),
        format!("{file} of {} was saved.", open.hook.title),
    )
    .about(&open.hook.id);
    let toml = file.ends_with(".toml");
    plan.steps.push(Step::Edit {
        syntax: if toml { Syntax::Toml } else { Syntax::Json5 },
        stamp: now,
        after: written_like(&before, text),
        before: Some(before),
        path: open.path,
    });
    plan.steps.retain(Step::changes);
    ops::finish(open.agent, &mut plan)?;
    Ok(plan)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use super::*;
    use crate::apply;
    use crate::install::included;
    use tacklebox_agents::agent::Options;
    use tacklebox_agents::hook::AgentId;
    use tacklebox_machine::machine::Platform;

    #[expect(
        clippy::disallowed_methods,
        reason = "plays an author, whose editor writes as it likes"
    )]
    fn home() -> (tempfile::TempDir, Machine) {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        let dir = tmp.path().join(".milady/hooks/mine");
        fs::create_dir_all(&dir).unwrap();
        fs::write(
            dir.join("HOOK.md"),
            "---\nname: mine\nmetadata: {\"milady\":{\"events\":[\"command:new\"]}}\n---\n",
        )
        .unwrap();
        fs::write(dir.join("handler.ts"), "\u{feff}export default () => {};\r\n").unwrap();
        std::os::unix::fs::symlink("/etc/passwd", dir.join("out.ts")).unwrap();
        (tmp, machine)
    }

    const ID: &str = "milady/managed/mine";

    fn scan(machine: &Machine) -> Inventory {
        Inventory::scan(machine, AgentId::Milady, &Options::documented())
    }

    #[test]
    fn a_program_is_opened_checked_and_saved_with_its_line_ends() {
        let (tmp, machine) = home();
        let inventory = scan(&machine);
        let text = open(&machine, &inventory, ID, "handler.ts").unwrap();
        assert_eq!(
            (text.raw.as_str(), text.language),
            ("export default () => {};\n", Language::Typescript)
        );
        assert_eq!((text.problems.len(), text.read_only), (0, None));
        let slip =
            check(&inventory, ID, "handler.ts", "export default () => {\n  a..;\n};\n").unwrap();
        assert_eq!((slip[0].line, slip[0].kind), (2, ProblemKind::Error));
        let new = "export default () => {};\n// mine\n";
        let plan = save(&machine, &inventory, ID, "handler.ts", new, &text.stamp).unwrap();
        apply::apply(&machine, &plan).unwrap();
        let file = tmp.path().join(".milady/hooks/mine/handler.ts");
        assert_eq!(
            fs::read_to_string(&file).unwrap(),
            "\u{feff}export default () => {};\r\n// mine\r\n"
        );
        // Somebody else was there: nothing is overwritten.
        let late = save(&machine, &inventory, ID, "handler.ts", "mine", &text.stamp);
        assert!(matches!(late, Err(OpError::File(FileError::Changed { .. }))), "{late:?}");
        apply::undo(&machine, None).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "\u{feff}export default () => {};\r\n");
    }

    #[test]
    fn a_manifest_is_checked_by_the_rules_of_its_agent() {
        let (_tmp, machine) = home();
        let inventory = scan(&machine);
        let found =
            check(&inventory, ID, "HOOK.md", "---\nname: mine\ndescription: a: b\n---\n").unwrap();
        assert_eq!((found[0].line, found[0].kind), (3, ProblemKind::Error));
        let odd = "---\nname: mine\nmetadata: {\"milady\":{\"event\":[\"a\"]}}\n---\n";
        let found = check(&inventory, ID, "HOOK.md", odd).unwrap();
        assert_eq!(found[0].kind, ProblemKind::Warning);
    }

    #[test]
    fn only_files_of_the_hook_are_opened_and_only_one_s_own_are_changed() {
        let (_tmp, machine) = home();
        let inventory = scan(&machine);
        for file in ["../../milady.json", "/etc/passwd", "out.ts", "absent.ts", ""] {
            assert!(open(&machine, &inventory, ID, file).is_err(), "{file}");
        }
        let install = included::plan_install(&machine, &inventory, "welcome").unwrap();
        apply::apply(&machine, &install).unwrap();
        let inventory = scan(&machine);
        let text = open(&machine, &inventory, "milady/managed/welcome", "HOOK.md").unwrap();
        assert!(text.read_only.is_some());
        let refused =
            save(&machine, &inventory, "milady/managed/welcome", "HOOK.md", "x", &text.stamp);
        assert!(matches!(refused, Err(OpError::Refused(_))), "{refused:?}");
    }
}
