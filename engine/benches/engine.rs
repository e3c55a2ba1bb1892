//! The engine's budgets, each beside its baseline in the same run. CPU time of this process, warm
//! cache, medians; machines are noisy, so the ratios are what counts.

#![expect(clippy::unwrap_used, reason = "a measurement that cannot be made should end")]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use tacklebox_engine::agent::Options;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::machine::{Machine, Platform};

const ROUNDS: usize = 15;

fn cpu() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or(0))
}

/// The medians of two things measured in turns, so that both meet the same noise. To free what they
/// give is not part of it.
fn side_by_side<A, B>(
    mut ours: impl FnMut() -> A,
    mut baseline: impl FnMut() -> B,
) -> (Duration, Duration) {
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let start = cpu();
        let given = black_box(baseline());
        b.push(cpu() - start);
        drop(given);
        let start = cpu();
        let given = black_box(ours());
        a.push(cpu() - start);
        drop(given);
    }
    (median(a), median(b))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
}

/// Every third manifest is nested YAML, as people write it; the others carry their metadata as JSON.
fn milady(home: &Path, count: usize) -> PathBuf {
    of_milady(home, count, |index| index % 3 == 0)
}

/// All of them are JSON, as every version of Milady reads it.
fn milady_json(home: &Path, count: usize) -> PathBuf {
    of_milady(home, count, |_| false)
}

fn of_milady(home: &Path, count: usize, nested: impl Fn(usize) -> bool) -> PathBuf {
    of_family(home, "milady", count, nested)
}

/// Hooks that lack nothing and wait for what every version sends.
fn called(home: &Path, count: usize) -> PathBuf {
    let root = milady_json(home, count);
    called_of(&root);
    root
}

fn called_of(root: &Path) {
    for entry in fs::read_dir(root).unwrap() {
        let file = entry.unwrap().path().join("HOOK.md");
        let text = fs::read_to_string(&file).unwrap();
        let text = text.replace("\"command:new\",\"session:start\"", "\"gateway:startup\"");
        write(&file, &text.replace(",\"env\":[\"HOME_TOKEN\"]", ""));
    }
}

fn openclaw_called(home: &Path, count: usize) -> PathBuf {
    let root = openclaw(home, count);
    called_of(&root);
    root
}

/// Its config asks for all of them.
fn openclaw(home: &Path, count: usize) -> PathBuf {
    write(&home.join(".openclaw/openclaw.json"), "{hooks: {internal: {enabled: true}}}\n");
    of_family(home, "openclaw", count, |_| false)
}

fn of_family(home: &Path, agent: &str, count: usize, nested: impl Fn(usize) -> bool) -> PathBuf {
    let root = home.join(format!(".{agent}/hooks"));
    for index in 0..count {
        let metadata = if nested(index) {
            "\n  milady:\n    emoji: \"🧠\"\n    events:\n      - command:new\n      - session:start\n    requires:\n      bins:\n        - git\n      env:\n        - HOME_TOKEN"
        } else {
            " {\"milady\":{\"emoji\":\"🧠\",\"events\":[\"command:new\",\"session:start\"],\"requires\":{\"bins\":[\"git\"],\"env\":[\"HOME_TOKEN\"]}}}"
        };
        let text = format!(
            "---\nname: hook-{index:05}\ndescription: Does something useful when a session starts\nmetadata:{}\n---\n\n# Hook {index}\n\nWhat it does, in a few sentences, so that the file is as long as such files are.\n",
            metadata.replace("milady", agent)
        );
        let dir = root.join(format!("hook-{index:05}"));
        write(&dir.join("HOOK.md"), &text);
        write(&dir.join("handler.ts"), "export default async function handler() {}\n");
    }
    root
}

fn zeroclaw(home: &Path, count: usize) -> PathBuf {
    let root = home.join(".zeroclaw/workspace/hooks");
    for index in 0..count {
        let text = format!(
            "[hook]\nname = \"hook-{index:05}\"\ndescription = \"Logs every tool call\"\nevent = \"on_after_tool_call\"\npriority = {}\n\n[hook.action.shell]\ncommand = \"echo \\\"$(date -Iseconds) tool called\\\" >> ~/tool_log.log\"\n",
            index % 10
        );
        write(&root.join(format!("hook-{index:05}/HOOK.toml")), &text);
    }
    root
}

fn moltis(home: &Path, count: usize) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let root = home.join(".moltis/hooks");
    for index in 0..count {
        let text = format!(
            "+++\nname = \"hook-{index:05}\"\ndescription = \"Logs all tool calls\"\nevents = [\"BeforeToolCall\", \"AfterToolCall\"]\ncommand = \"./handler.sh\"\ntimeout = 5\n\n[requires]\nos = [\"darwin\", \"linux\"]\nbins = [\"git\"]\n+++\n\n# Hook {index}\n"
        );
        let dir = root.join(format!("hook-{index:05}"));
        write(&dir.join("HOOK.md"), &text);
        write(&dir.join("handler.sh"), "#!/bin/sh\nexit 0\n");
        fs::set_permissions(dir.join("handler.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    }
    root
}

/// What any program has to do at least: list the folder, open and read each manifest.
fn plain_read(root: &Path, manifest: &str) -> usize {
    let mut bytes = 0;
    let mut text = Vec::new();
    for entry in fs::read_dir(root).unwrap() {
        text.clear();
        File::open(entry.unwrap().path().join(manifest)).unwrap().read_to_end(&mut text).unwrap();
        bytes += black_box(&text).len();
    }
    bytes
}

fn machine(home: &Path) -> Machine {
    let env = BTreeMap::from([
        ("PATH".to_owned(), "/usr/local/bin:/usr/bin:/bin".to_owned()),
        ("HOME_TOKEN".to_owned(), "x".to_owned()),
    ]);
    Machine::new(Platform::Linux, home, env)
}

fn scans() {
    println!(
        "\nScan: discover, parse, judge, notes; beside a plain open/read of the same manifests (CPU)\n"
    );
    println!("| agent | hooks | scan | per hook | plain read per hook | ratio |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    type Make = fn(&Path, usize) -> PathBuf;
    let agents: [(AgentId, Make, &str); 3] = [
        (AgentId::Milady, milady, "HOOK.md"),
        (AgentId::Moltis, moltis, "HOOK.md"),
        (AgentId::Zeroclaw, zeroclaw, "HOOK.toml"),
    ];
    for (agent, make, manifest) in agents {
        for count in [10, 100, 1_000, 10_000] {
            let home = tempfile::tempdir().unwrap();
            let root = make(home.path(), count);
            let machine = machine(home.path());
            // PATH is indexed at the first question, once for all scans.
            machine.program("git");
            let options = Options::default();
            let (ours, plain) = side_by_side(
                || Inventory::scan(&machine, agent, &options),
                || plain_read(&root, manifest),
            );
            let per = |time: Duration| time.as_secs_f64() * 1e6 / count as f64;
            println!(
                "| {agent} | {count} | {:.2} ms | {:.1} µs | {:.1} µs | {:.1} × |",
                ours.as_secs_f64() * 1e3,
                per(ours),
                per(plain),
                per(ours) / per(plain)
            );
        }
    }
}

/// What it costs to judge by a version that people run, and to know whether modules load.
fn versions() {
    println!(
        "\nA version in force: the scan by it, beside the same scan by the agent's documentation (CPU)\n"
    );
    println!(
        "| version | hooks that are | hooks | by it, per hook | documentation, per hook | ratio | with what it asks the disk itself | ratio |"
    );
    println!("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    type Make = fn(&Path, usize) -> PathBuf;
    let kinds: [(AgentId, &str, Make); 6] = [
        (AgentId::Milady, "the same verdict", called),
        (AgentId::Milady, "never called", milady_json),
        (AgentId::Milady, "never called, a third read in another way", milady),
        (AgentId::Openclaw, "the same verdict", openclaw_called),
        (AgentId::Openclaw, "called for one of two events", openclaw),
        (AgentId::Moltis, "the same verdict", moltis),
    ];
    for (agent, kind, make) in kinds {
        for count in [100, 1_000, 10_000] {
            let home = tempfile::tempdir().unwrap();
            let root = make(home.path(), count);
            // OpenClaw looks for a package in each folder, which its documentation does not tell.
            let asks = fs::read_dir(&root).unwrap().filter(|_| agent == AgentId::Openclaw);
            let asks: Vec<_> =
                asks.map(|entry| entry.unwrap().path().join("package.json")).collect();
            let machine = machine(home.path());
            machine.program("git");
            let by = |version: &str| {
                let runtimes = [(agent, version.to_owned())].into();
                let options = Options { runtimes, ..Options::default() };
                let machine = &machine;
                move || Inventory::scan(machine, agent, &options)
            };
            let version = agent.runtimes().last().unwrap().version;
            let documented = tacklebox_engine::dialect::DOCUMENTED;
            // Modules are read at the first scan, and never again while they are the same.
            black_box(by(version)());
            let (ours, text) = side_by_side(by(version), by(documented));
            let asking = || {
                asks.iter().for_each(|path| _ = black_box(fs::metadata(path)));
                by(documented)()
            };
            let (again, asked) = side_by_side(by(version), asking);
            let per = |time: Duration| time.as_secs_f64() * 1e6 / count as f64;
            println!(
                "| {agent} {version} | {kind} | {count} | {:.1} µs | {:.1} µs | {:.2} × | {:.1} µs | {:.2} × |",
                per(ours),
                per(text),
                per(ours) / per(text),
                per(asked),
                per(again) / per(asked)
            );
        }
    }
}

/// What is read of hooks once, until they change: whether each module loads, and what of each is serious.
fn first_time() {
    println!("\nThe first scan beside the next: each module is read once and kept (wall time)\n");
    println!("| hooks | first, per hook | next, per hook | once, per module |");
    println!("| ---: | ---: | ---: | ---: |");
    for count in [100, 1_000] {
        let home = tempfile::tempdir().unwrap();
        let root = called(home.path(), count);
        for index in 0..count {
            let text = format!(
                "import {{ appendFileSync, readFileSync }} from \"node:fs\";\nimport {{ join }} from \"node:path\";\n\ninterface Event {{\n  type: string;\n  context: {{ workspaceDir?: string }};\n}}\n\nexport default async function handler{index}(event: Event) {{\n  const dir = event.context.workspaceDir ?? \".\";\n  const list = readFileSync(join(dir, \"NOTES.md\"), \"utf8\").split(\"\\n\");\n  for (const line of list.filter((it) => it.startsWith(\"- {index}\"))) {{\n    appendFileSync(join(dir, \"log-{index}.md\"), `${{event.type}} ${{line}}\\n`);\n  }}\n}}\n"
            );
            write(&root.join(format!("hook-{index:05}/handler.ts")), &text);
        }
        let machine = machine(home.path());
        machine.program("git");
        let options = Options::default();
        let (mut first, mut next) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let _ = fs::remove_dir_all(machine.data_dir());
            for times in [&mut first, &mut next] {
                let start = Instant::now();
                let given = black_box(Inventory::scan(&machine, AgentId::Milady, &options));
                times.push(start.elapsed());
                drop(given);
            }
        }
        let per = |times| median(times).as_secs_f64() * 1e6 / count as f64;
        let (first, next) = (per(first), per(next));
        println!("| {count} | {first:.1} µs | {next:.1} µs | {:.1} µs |", first - next);
    }
}

fn one_change() {
    println!("\nOne manifest of 10,000 changes: the folder is read again, the rest is not (CPU)\n");
    let home = tempfile::tempdir().unwrap();
    let root = milady(home.path(), 10_000);
    let machine = machine(home.path());
    let mut inventory = Inventory::scan(&machine, AgentId::Milady, &Options::default());
    let file = root.join("hook-05000/HOOK.md");
    let text = fs::read_to_string(&file).unwrap();
    let mut times = Vec::new();
    for round in 0..ROUNDS {
        write(&file, &text.replace("something useful", &format!("something else, {round}")));
        let start = cpu();
        let delta = inventory.refresh(&machine, std::slice::from_ref(&file));
        times.push(cpu() - start);
        assert_eq!(delta.upserted.len(), 1, "one hook changed");
    }
    println!("| what | median |\n| --- | ---: |");
    println!("| refresh | {:.3} ms |", median(times).as_secs_f64() * 1e3);
}

fn programs() {
    println!(
        "\nFifty programs looked for on PATH: the index, beside a stat in each folder (CPU)\n"
    );
    let home = tempfile::tempdir().unwrap();
    let names: Vec<String> = (0..50).map(|index| format!("program-{index}")).collect();
    let dirs = ["/usr/local/bin", "/usr/bin", "/bin"].map(PathBuf::from);
    let (ours, plain) = side_by_side(
        || {
            let machine = machine(home.path());
            names.iter().filter(|name| machine.program(name).is_some()).count()
        },
        || names.iter().filter(|name| dirs.iter().any(|dir| dir.join(name).is_file())).count(),
    );
    let warm = machine(home.path());
    warm.program("git");
    let start = cpu();
    for _ in 0..1_000 {
        black_box(names.iter().filter(|name| warm.program(name).is_some()).count());
    }
    let known = (cpu() - start) / 1_000;
    println!("| what | median |\n| --- | ---: |");
    println!("| index PATH and look 50 up | {:.2} ms |", ours.as_secs_f64() * 1e3);
    println!("| 50 programs, a stat in each folder | {:.2} ms |", plain.as_secs_f64() * 1e3);
    println!("| 50 programs, index at hand | {:.4} ms |", known.as_secs_f64() * 1e3);
}

/// `cargo bench -p tacklebox-engine -- scan` runs one part alone.
fn main() {
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    let parts: [(&str, fn()); 5] = [
        ("scan", scans),
        ("versions", versions),
        ("first", first_time),
        ("change", one_change),
        ("path", programs),
    ];
    for (name, part) in parts {
        if wanted.as_deref().is_none_or(|wanted| wanted == name) {
            part();
        }
    }
}
