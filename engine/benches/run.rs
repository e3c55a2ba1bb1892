//! A shell handler beside a bare `posix_spawn` of the same `sh -c` with the same pipes, in turns and
//! in one run. Wall time, since most of it is the shell's own; machines are noisy, so the ratio of
//! the medians is what counts.

#![expect(clippy::unwrap_used, reason = "a measurement that cannot be made should end")]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tacklebox_agents::dialect::policy::ShellAnswers;
use tacklebox_engine::machine::{Machine, Platform};
use tacklebox_run::run::shell::{Asked, Shell};
use tokio_util::sync::CancellationToken;

const ROUNDS: usize = 1_000;

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// The standard library goes to `posix_spawn` at once here; what it writes is read as plainly as can be.
fn bare(env: &BTreeMap<String, String>, command: &str, payload: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let mut child = Command::new("/bin/sh")
        .args(["-c", command])
        .current_dir("/tmp")
        .env_clear()
        .envs(env)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(payload);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    child.stdout.take().unwrap().read_to_end(&mut out).unwrap();
    child.stderr.take().unwrap().read_to_end(&mut err).unwrap();
    child.wait().unwrap();
    (out, err)
}

fn main() {
    let env = BTreeMap::from([("PATH".to_owned(), "/usr/local/bin:/usr/bin:/bin".to_owned())]);
    let machine = Machine::new(Platform::current(), "/tmp", env);
    let small =
        br#"{"event":"BeforeToolCall","data":{"tool":"bash","arguments":{"command":"ls"}}}"#;
    let large = vec![b'x'; 32 * 1024];
    let cases: [(&str, &str, &[u8]); 3] = [
        ("true", "true", small),
        ("reads, writes a line", "cat >/dev/null; echo ok", small),
        ("32 KiB through cat", "exec cat", &large),
    ];
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    println!(
        "\nShell handler, beside a bare posix_spawn of the same sh -c (wall time, medians of {ROUNDS})\n"
    );
    println!("| command | handler | bare | ratio |");
    println!("| --- | ---: | ---: | ---: |");
    for (what, command, payload) in cases {
        let (dir, limit) = (std::path::Path::new("/tmp"), Duration::from_secs(5));
        let shell = Shell::new(&machine, "bench", command, dir, None, &BTreeMap::new(), limit);
        let cancel = CancellationToken::new();
        let (mut ours, mut plain) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let start = Instant::now();
            black_box(bare(&shell.env, command, payload));
            plain.push(start.elapsed());
            let start = Instant::now();
            black_box(runtime.block_on(shell.run(
                payload,
                Asked { answers: ShellAnswers::USUAL, may_modify: true },
                &cancel,
            )));
            ours.push(start.elapsed());
        }
        let (ours, plain) = (median(&mut ours), median(&mut plain));
        println!(
            "| {what} | {:.0} µs | {:.0} µs | {:.2} × |",
            ours.as_secs_f64() * 1e6,
            plain.as_secs_f64() * 1e6,
            ours.as_secs_f64() / plain.as_secs_f64()
        );
    }
}
