//! Handlers on real runtimes. Node is what builds this project; bun and deno come with `npm ci`. One that
//! is missing fails its tests: nothing is skipped.

mod boxed;
mod faults;
mod handlers;
mod included;
mod life;
mod plugins;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{ModuleKind, ModuleSpec, Pool};
use crate::runtime::outcome::{Answer, Ran};
use tacklebox_machine::machine::Machine;

pub(super) const LIMIT: Duration = Duration::from_secs(30);

/// Writes each test once for each runtime.
macro_rules! on_each_runtime {
    ($($(#[$note:meta])* async fn $name:ident($home:ident: &Home) $body:block)*) => {
        $($(#[$note])* mod $name {
            use super::*;
            async fn check($home: &Home) $body
            #[tokio::test]
            async fn bun() { check(&Home::with("bun")).await }
            #[tokio::test]
            async fn node() { check(&Home::with("node")).await }
            #[tokio::test]
            async fn deno() { check(&Home::with("deno")).await }
        })*
    };
}
pub(super) use on_each_runtime;

/// A computer with one runtime on its PATH, and a folder for hooks.
pub(super) struct Home {
    pub dir: TempDir,
    pub pool: Pool,
}

impl Home {
    pub fn with(runtime: &str) -> Self {
        Self::with_idle(runtime, Duration::from_secs(60))
    }

    pub fn with_idle(runtime: &str, idle: Duration) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let bin = dir.path().join("bin");
        fs::create_dir(&bin).unwrap();
        std::os::unix::fs::symlink(program(runtime), bin.join(runtime)).unwrap();
        fs::create_dir(dir.path().join("workspace")).unwrap();
        let home = dir.path().to_string_lossy();
        // Where workers are started from: apart from those of other tests.
        let runtime_dir = dir.path().join("run");
        fs::create_dir(&runtime_dir).unwrap();
        let runtime_dir = runtime_dir.to_string_lossy();
        let env = [
            ("AGENT_VAR", "agent"),
            ("BOTH", "agent"),
            ("HOME", &*home),
            ("XDG_RUNTIME_DIR", &*runtime_dir),
        ];
        let env = env.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let machine =
            Machine::new(tacklebox_machine::machine::Platform::current(), dir.path(), env.into());
        let pool =
            Pool::with_idle(machine.with_path(vec![bin, "/usr/bin".into(), "/bin".into()]), idle);
        Self { dir, pool }
    }

    pub fn hook(&self, name: &str) -> PathBuf {
        self.dir.path().join("hooks").join(name)
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.dir.path().join("hooks").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// A hook of one file.
    pub fn module(&self, path: &str, text: &str) -> ModuleSpec {
        self.write(path, text);
        self.spec(path)
    }

    pub fn spec(&self, path: &str) -> ModuleSpec {
        let (hook, _) = path.split_once('/').unwrap();
        ModuleSpec {
            hook: hook.to_owned(),
            dir: self.hook(hook),
            file: self.dir.path().join("hooks").join(path),
            kind: ModuleKind::Handler { export: "default".to_owned() },
            env: Vec::new(),
            cwd: self.dir.path().join("workspace"),
            boxed: None,
            goes_on: false,
            own: true,
        }
    }

    pub async fn call(&self, spec: &ModuleSpec) -> Ran {
        self.pool.call(spec, &event(), LIMIT).await
    }

    /// Runs a handler of one file.
    pub async fn run(&self, path: &str, text: &str) -> Ran {
        self.call(&self.module(path, text)).await
    }
}

/// The real program, out of the package that brings it for this processor. The packages `bun` and `deno`
/// would put theirs on the PATH of all that npm starts, where hooks find what their user does not have.
fn program(runtime: &str) -> PathBuf {
    let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../node_modules");
    let (arm, short) =
        if cfg!(target_arch = "aarch64") { ("aarch64", "arm64") } else { ("x64", "x64") };
    let path = match runtime {
        "bun" => modules.join(format!("@oven/bun-linux-{arm}/bin/bun")),
        "deno" => modules.join(format!("@deno/linux-{short}-glibc/deno")),
        other => Machine::real(None).unwrap().program(other).unwrap_or_default(),
    };
    let missing = |_| panic!("{runtime} is missing at {}: run `npm ci`", path.display());
    path.canonicalize().unwrap_or_else(missing)
}

pub(super) fn event() -> Value {
    json!({
        "type": "command", "action": "new", "sessionKey": "agent:main:main",
        "timestamp": "2026-03-01T10:00:00.000Z", "messages": ["before"],
        "context": {"userId": "abc", "list": [1]},
    })
}

pub(super) fn stdout(ran: &Ran) -> &str {
    &ran.seen.as_ref().unwrap().stdout
}

pub(super) fn stderr(ran: &Ran) -> &str {
    &ran.seen.as_ref().unwrap().stderr
}

#[track_caller]
pub(super) fn reason(ran: &Ran) -> &str {
    match &ran.answer {
        Answer::Failed(reason) => reason,
        other => panic!("it should have failed: {other:?}"),
    }
}

/// A process that has ended is gone from the list, not left there as a zombie.
pub(super) async fn gone(pid: &str) -> bool {
    for _ in 0..3000 {
        if !Path::new("/proc").join(pid.trim()).exists() {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    false
}
