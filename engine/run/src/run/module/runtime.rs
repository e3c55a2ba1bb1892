//! The user's JavaScript runtime: the first found of bun, node and deno (rule ).

use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use tacklebox_machine::machine::Machine;
use tacklebox_machine::process::Program;

/// The oldest Node that lets modules be handed over as they are loaded (`module.register`).
const OLDEST_NODE: (u32, u32) = (20, 6);

/// How long Node may take to tell its version.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// One of the runtimes, by its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Bun,
    Node,
    Deno,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Bun, Self::Node, Self::Deno];

    /// The program's name on PATH.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bun => "bun",
            Self::Node => "node",
            Self::Deno => "deno",
        }
    }

    /// What is between the program and the worker's file.
    ///
    /// Nothing is fetched behind the user's back (bun would install what a module imports and does
    /// not have). deno gets the rights that the agent's own process would have, and takes modules
    /// as the other two do.
    pub(super) const fn args(self) -> &'static [&'static str] {
        match self {
            Self::Bun => &["--no-install"],
            Self::Node => &[],
            Self::Deno => &[
                "run",
                "--allow-all",
                "--no-prompt",
                "--no-lock",
                "--no-config",
                "--quiet",
                "--node-modules-dir=manual",
                "--unstable-detect-cjs",
                "--unstable-sloppy-imports",
                "--unstable-bare-node-builtins",
            ],
        }
    }
}

/// A runtime of this computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runtime {
    pub kind: Kind,
    pub program: PathBuf,
    /// It is left alone with the modules, as it is in the agent: nothing is read or found for it.
    pub alone: bool,
}

impl Runtime {
    /// The engine reads the modules for it: TypeScript, and `.js` files of either kind. bun needs
    /// none of that.
    pub(super) const fn wants_sources(&self) -> bool {
        !self.alone && !matches!(self.kind, Kind::Bun)
    }
}

/// Nothing on this computer runs a JavaScript handler.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRuntime {
    #[error(
        "This needs a JavaScript runtime, and none was found: looked for bun, node and deno. Install Node from https://nodejs.org, bun or deno, then try again."
    )]
    None,
    #[error(
        "This needs a JavaScript runtime. {} is version {found}, which is too old, and neither bun nor deno was found. Update Node to {}.{} or newer from https://nodejs.org, then try again.",
        program.display(), OLDEST_NODE.0, OLDEST_NODE.1
    )]
    OldNode { program: PathBuf, found: String },
    #[error(
        "This needs a JavaScript runtime. {} does not tell its version ({why}), and neither bun nor deno was found. Repair it or install Node from https://nodejs.org, then try again.",
        program.display()
    )]
    BrokenNode { program: PathBuf, why: String },
}

/// Looks on the agent's PATH. Only Node is started for it, to ask for its version; one that is too
/// old is skipped.
///
/// # Errors
/// [`NoRuntime`] with what was found instead, and the way out.
pub(super) async fn find(machine: &Machine) -> Result<Runtime, NoRuntime> {
    find_before(machine, None).await
}

/// The same, where one is looked for before the others.
///
/// # Errors
/// As [`find`].
pub(super) async fn find_before(
    machine: &Machine,
    first: Option<Kind>,
) -> Result<Runtime, NoRuntime> {
    let mut why_not = NoRuntime::None;
    let rest = Kind::ALL.into_iter().filter(|kind| Some(*kind) != first);
    for kind in first.into_iter().chain(rest) {
        let Some(program) = machine.program(kind.name()) else { continue };
        if kind == Kind::Node
            && let Err(why) = check_node(machine, &program).await
        {
            why_not = why;
            continue;
        }
        return Ok(Runtime { kind, program, alone: false });
    }
    Err(why_not)
}

async fn check_node(machine: &Machine, program: &Path) -> Result<(), NoRuntime> {
    let asked = Program::new(program)
        .arg("--version")
        .env(machine.environment())
        .limit(PATIENCE)
        .run(&CancellationToken::new())
        .await;
    let broken = |why: String| NoRuntime::BrokenNode { program: program.to_owned(), why };
    let ended = asked.map_err(|error| broken(error.to_string()))?;
    let said = ended.stdout.text();
    let Some(version) = parse(&said) else {
        let first = |text: &str| text.lines().next().unwrap_or_default().to_owned();
        let why = [said.as_str(), &ended.stderr.text()].map(first).concat();
        return Err(broken(if why.is_empty() { "it says nothing".to_owned() } else { why }));
    };
    if version < OLDEST_NODE {
        let found = said.trim().trim_start_matches('v').to_owned();
        return Err(NoRuntime::OldNode { program: program.to_owned(), found });
    }
    Ok(())
}

/// "v20.20.2" → (20, 20)
fn parse(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.trim().strip_prefix('v')?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;
    use std::io::Write;
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use tacklebox_machine::machine::Platform;

    /// A computer whose PATH has these programs, each a shell script.
    fn machine(dir: &Path, programs: &[(&str, &str)]) -> Machine {
        for (name, script) in programs {
            let path = dir.join(name);
            let mut file = fs::File::create(&path).unwrap();
            writeln!(file, "#!/bin/sh\n{script}").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        Machine::new(Platform::Linux, dir, Default::default()).with_path(vec![dir.to_owned()])
    }

    async fn found(programs: &[(&str, &str)]) -> Result<Kind, String> {
        let dir = tempfile::tempdir().unwrap();
        match find(&machine(dir.path(), programs)).await {
            Ok(runtime) => Ok(runtime.kind),
            Err(why) => Err(why.to_string().replace(&*dir.path().to_string_lossy(), "DIR")),
        }
    }

    #[tokio::test]
    async fn bun_comes_before_node_and_node_before_deno() {
        let (bun, node, deno) = (("bun", "exit 1"), ("node", "echo v22.1.0"), ("deno", "exit 1"));
        assert_eq!(found(&[deno, node, bun]).await, Ok(Kind::Bun), "and bun is not even started");
        assert_eq!(found(&[deno, node]).await, Ok(Kind::Node));
        assert_eq!(found(&[deno]).await, Ok(Kind::Deno));
    }

    #[tokio::test]
    async fn a_node_that_is_too_old_is_passed_over() {
        let old = ("node", "echo v18.19.1");
        assert_eq!(found(&[old, ("deno", "exit 1")]).await, Ok(Kind::Deno));
        assert_eq!(found(&[("node", "echo v20.6.0")]).await, Ok(Kind::Node));
        let why = found(&[old]).await.unwrap_err();
        assert!(why.contains("DIR/node is version 18.19.1, which is too old"), "{why}");
        assert!(why.contains("Update Node to 20.6 or newer"), "{why}");
    }

    #[tokio::test]
    async fn no_runtime_and_a_broken_one_are_told_apart() {
        assert!(found(&[]).await.unwrap_err().contains("none was found"));
        let why = found(&[("node", "echo lost a library >&2; exit 127")]).await.unwrap_err();
        assert!(why.contains("does not tell its version (lost a library)"), "{why}");
    }
}
