//! A warm module handler that does nothing, on each runtime, beside a line through `cat`: what any program
//! at the other end of two pipes costs. In turns and in one run, wall time; machines are noisy, so the
//! medians are what counts.

#![expect(clippy::unwrap_used, reason = "a measurement that cannot be made should end")]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;
use tacklebox_engine::machine::{Machine, Platform};
use tacklebox_run::run::module::{ModuleKind, ModuleSpec, Pool};

const ROUNDS: usize = 3_000;
const WARM: usize = 500;
const STARTS: usize = 7;
const LIMIT: Duration = Duration::from_secs(30);

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e6
}

/// A program that gives each line back, and the line.
struct Echo {
    child: std::process::Child,
    from: BufReader<std::process::ChildStdout>,
    line: Vec<u8>,
}

impl Echo {
    fn new(line: Vec<u8>) -> Self {
        let mut child =
            Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let from = BufReader::new(child.stdout.take().unwrap());
        Self { child, from, line }
    }

    fn turn(&mut self) -> Vec<u8> {
        self.child.stdin.as_mut().unwrap().write_all(&self.line).unwrap();
        let mut back = Vec::new();
        self.from.read_until(b'\n', &mut back).unwrap();
        back
    }
}

impl Drop for Echo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// bun and deno as npm brings them, and the Node on PATH.
fn program(name: &str) -> Option<PathBuf> {
    let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../node_modules");
    let only = |scope: &str| Some(fs::read_dir(modules.join(scope)).ok()?.next()?.ok()?.path());
    let found = match name {
        "bun" => only("@oven")?.join("bin/bun"),
        "deno" => only("@deno")?.join("deno"),
        other => Machine::real(None).unwrap().program(other)?,
    };
    found.canonicalize().ok()
}

fn spec(dir: &Path) -> ModuleSpec {
    let file = dir.join("handler.ts");
    let text =
        "export default async function handler(event: { messages: string[] }): Promise<void> {}\n";
    File::create(&file).unwrap().write_all(text.as_bytes()).unwrap();
    ModuleSpec {
        hook: "bench".to_owned(),
        dir: dir.to_owned(),
        file,
        kind: ModuleKind::Handler { export: "default".to_owned() },
        env: Vec::new(),
        cwd: dir.to_owned(),
        boxed: None,
        goes_on: false,
        own: true,
    }
}

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let small = json!({
        "type": "command", "action": "new", "sessionKey": "agent:main:main",
        "timestamp": "2026-03-01T10:00:00.000Z", "messages": [], "context": {"userId": "abc"},
    });
    let mut large = small.clone();
    large["context"]["text"] = "x".repeat(32 * 1024).into();
    println!(
        "\nModule handler that does nothing, warm, beside the same line through `cat` (wall time, medians of {ROUNDS}; starts: medians of {STARTS})\n"
    );
    println!("| runtime | event | round trip | `cat` | first event, with the start |");
    println!("| --- | --- | ---: | ---: | ---: |");
    for name in ["bun", "node", "deno"] {
        let Some(program) = program(name) else {
            println!("| {name} | not installed | | | |");
            continue;
        };
        let home = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(program, home.path().join(name)).unwrap();
        let machine = Machine::new(Platform::current(), home.path(), BTreeMap::new())
            .with_path(vec![home.path().to_owned()]);
        let spec = spec(home.path());
        let mut starts = Vec::new();
        for _ in 0..STARTS {
            let pool = Pool::new(machine.clone());
            runtime.block_on(pool.runtime()).unwrap();
            let start = Instant::now();
            black_box(runtime.block_on(pool.call(&spec, &small, LIMIT)));
            starts.push(start.elapsed());
        }
        let starts = median(&mut starts) / 1e3;
        let pool = Pool::new(machine);
        for (size, event) in [("small", &small), ("32 KiB", &large)] {
            let mut echo = Echo::new(format!("{event}\n").into_bytes());
            let (mut ours, mut plain) = (Vec::new(), Vec::new());
            for round in 0..WARM + ROUNDS {
                let start = Instant::now();
                black_box(echo.turn());
                let cat = start.elapsed();
                let start = Instant::now();
                let ran = black_box(runtime.block_on(pool.call(&spec, event, LIMIT)));
                if round >= WARM {
                    ours.push(start.elapsed());
                    plain.push(cat);
                }
                assert_eq!(ran.answer, tacklebox_engine::outcome::Answer::Continue);
            }
            let (ours, plain) = (median(&mut ours), median(&mut plain));
            println!("| {name} | {size} | {ours:.0} µs | {plain:.0} µs | {starts:.0} ms |");
        }
    }
}
