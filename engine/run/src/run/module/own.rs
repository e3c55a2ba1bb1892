//! The runtime that an agent itself runs the modules of its hooks on, where this computer has it.

use std::path::{Path, PathBuf};

use tokio_util::sync::CancellationToken;

use tacklebox_agents::dialect::shipped::Modules;
use tacklebox_agents::in_force::InForce;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::process::Program;

use super::runtime::{Kind, PATIENCE, Runtime, find_before};

/// Looks for it: what the agent's own program names in its first line, else what is known of the version in
/// force, as PATH has it. None where nothing is known of that version.
///
/// # Errors
/// Why it cannot be used, in a clause.
pub(crate) async fn own(machine: &Machine, agent: &InForce) -> Option<Result<Runtime, String>> {
    let kind = kind(agent)?;
    Some(usable(machine, kind, agent.interpreter(kind.name())).await)
}

/// What is nearest to that, where it is not here: the same kind of runtime, be it older, else another.
pub(crate) async fn nearest(machine: &Machine, agent: &InForce) -> Option<Runtime> {
    find_before(machine, Some(kind(agent)?)).await.ok()
}

/// The kind of runtime that the version in force uses.
fn kind(agent: &InForce) -> Option<Kind> {
    match agent.modules() {
        Modules::NotRead => None,
        Modules::Whole | Modules::Either => Some(Kind::Bun),
        Modules::TypesLeftOut => Some(Kind::Node),
    }
}

async fn usable(machine: &Machine, kind: Kind, named: Option<&Path>) -> Result<Runtime, String> {
    let name = kind.name();
    let program = named.map(Path::to_owned).or_else(|| machine.program(name));
    let program: PathBuf = program.ok_or_else(|| format!("no {name} was found on PATH"))?;
    if kind == Kind::Node {
        let args = ["-p", "process.features.typescript || ''"];
        let takes = said(machine, &program, &args).await.unwrap_or_default();
        if takes.is_empty() {
            let version = version(machine, &program).await.unwrap_or_else(|| "unknown".to_owned());
            let program = machine.show(&program);
            return Err(format!("{program} is version {version}, which takes no TypeScript"));
        }
    }
    Ok(Runtime { kind, program, alone: true })
}

/// The version of a runtime, as it says itself.
pub(crate) async fn version(machine: &Machine, program: &Path) -> Option<String> {
    let said = said(machine, program, &["--version"]).await?;
    // "v26.10.0", "1.4.5", "deno 2.1.0 (stable, …)"
    let word = said.split_whitespace().find(|word| word.contains('.'))?;
    Some(word.trim_start_matches('v').to_owned())
}

async fn said(machine: &Machine, program: &Path, args: &[&str]) -> Option<String> {
    let asked = Program::new(program)
        .args(args)
        .env(machine.environment())
        .limit(PATIENCE)
        .run(&CancellationToken::new())
        .await
        .ok()?;
    asked.ok().then(|| asked.stdout.text().trim().to_owned())
}
