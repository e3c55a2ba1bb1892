//! Which version an agent is, where only its own program can say. It is started once, like the login
//! shell, and never by a scan: the answer is kept while the file is the same.

use std::time::Duration;

use tacklebox_agents::hook::AgentId;
use tacklebox_agents::in_force;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::process::Program;

/// How long a program may take to answer.
const LIMIT: Duration = Duration::from_secs(10);

/// Asks the programs that were not asked yet, and waits for them: not for the way to the first picture.
/// Says for which agents something was learnt.
pub fn ask(machine: &Machine) -> Vec<AgentId> {
    in_force::ask_by(machine, |program, args| {
        let ended = Program::new(program)
            .args(args)
            .env(machine.environment())
            .limit(LIMIT)
            .run_blocking()
            .ok()?;
        ended.ok().then(|| ended.stdout.text())
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::Path;

    use tacklebox_agents::dialect::DOCUMENTED;
    use tacklebox_agents::in_force::{Basis, InForce};
    use tacklebox_machine::files;
    use tacklebox_machine::machine::Platform;

    use super::*;

    fn machine(home: &Path) -> Machine {
        Machine::new(Platform::Linux, home, BTreeMap::new()).with_path(vec![home.join("bin")])
    }

    fn in_force(home: &Path, agent: AgentId) -> (&'static str, Basis, Option<String>) {
        let it = InForce::of(&machine(home), agent, None);
        (it.runtime.version, it.basis, it.found.and_then(|found| found.version))
    }

    fn write(path: &Path, text: &str) {
        files::save(path, text.as_bytes(), &files::Stamp::Absent, 0o755).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn a_program_that_has_to_be_asked_is_asked_once() {
        let home = tempfile::tempdir().unwrap();
        let bin = home.path().join("bin");
        fs::create_dir_all(&bin).unwrap();
        let program = |name: &str, says: &str| {
            let log = home.path().join("asked").display().to_string();
            let text = format!("#!/bin/sh\necho {name} >> '{log}'\nprintf '{says}\\n'\n");
            let _ = fs::remove_file(bin.join(name));
            write(&bin.join(name), &text);
        };
        program("moltis", "moltis 20260311.01");
        program("zeroclaw", "Commands:\\n  agent  x\\n  hooks  Manage hooks");
        assert_eq!(in_force(home.path(), AgentId::Zeroclaw), (DOCUMENTED, Basis::Assumed, None));
        assert_eq!(ask(&machine(home.path())), [AgentId::Zeroclaw, AgentId::Moltis]);
        assert_eq!(ask(&machine(home.path())), []);
        let asked = fs::read_to_string(home.path().join("asked")).unwrap();
        assert_eq!(asked, "zeroclaw\nmoltis\n");
        assert_eq!(
            in_force(home.path(), AgentId::Zeroclaw),
            ("0.1.6-hooks", Basis::Installed, None)
        );
        // Its versions are dates and cannot be compared.
        let moltis = ("2026-08-21", Basis::Assumed, Some("20260311.01".to_owned()));
        assert_eq!(in_force(home.path(), AgentId::Moltis), moltis);
        program("zeroclaw", "Commands:\\n  agent  run the hooks of nobody");
        assert_eq!(ask(&machine(home.path())), [AgentId::Zeroclaw]);
        assert_eq!(in_force(home.path(), AgentId::Zeroclaw), ("0.8.7", Basis::Installed, None));
    }
}
