//! Real programs, the hostile ones too. What must be gone is looked for by its process id.

use std::collections::BTreeMap;
use std::time::Instant as Clock;

use super::*;

mod busy;
mod leftovers;

fn env() -> BTreeMap<String, String> {
    BTreeMap::from([("PATH".to_owned(), "/usr/local/bin:/usr/bin:/bin".to_owned())])
}

fn sh(command: &str) -> Program<'static> {
    Program::shell(command).env(env()).limit(Duration::from_secs(20))
}

async fn run(program: Program<'_>) -> Ended {
    program.run(&CancellationToken::new()).await.unwrap()
}

fn out(ended: &Ended) -> String {
    ended.stdout.text()
}

/// Whether this process runs. One that has ended and was not yet reaped by init does not.
fn runs(pid: &str) -> bool {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim())) else {
        return false;
    };
    let state = stat.rsplit(')').next().unwrap_or_default().trim_start();
    !state.starts_with(['Z', 'X'])
}

/// Whether it is gone within a moment: a killed process takes a little to go.
async fn gone(pid: &str) -> bool {
    for _ in 0..3000 {
        if !runs(pid) {
            return true;
        }
        sleep(Duration::from_millis(10)).await;
    }
    false
}

/// Whether it is gone, and asked for too: one that nobody reaped would still have its folder.
async fn reaped(pid: &str) -> bool {
    for _ in 0..3000 {
        if !std::path::Path::new(&format!("/proc/{}", pid.trim())).exists() {
            return true;
        }
        sleep(Duration::from_millis(10)).await;
    }
    false
}

#[tokio::test]
async fn a_program_gets_its_arguments_folder_environment_and_nothing_else() {
    let tmp = tempfile::tempdir().unwrap();
    let program = Program::new("/bin/sh")
        .args(["-c", "pwd; echo \"$1|$ONE\"; env | sort | cut -d= -f1 | tr '\\n' ' '"])
        .args(["sh", "a b;$(c) 'd'"])
        .dir(tmp.path())
        .env(env())
        .env([("ONE", "zwei")]);
    let ended = run(program).await;
    let folder = tmp.path().canonicalize().unwrap();
    let text = out(&ended);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[..2], [folder.to_str().unwrap(), "a b;$(c) 'd'|zwei"]);
    assert_eq!(
        lines[2].trim_end(),
        "ONE PATH PWD TACKLEBOX_PROCESS",
        "sh itself sets PWD, and one says that we started it"
    );
    assert!(ended.ok());
}

#[tokio::test]
async fn status_and_streams_come_back() {
    let ended = run(sh("echo out; echo err >&2; exit 7")).await;
    assert_eq!(ended.how, How::Exited(7));
    assert_eq!((ended.stdout.text(), ended.stderr.text()), ("out\n".into(), "err\n".into()));
    assert!(!ended.stdout.cut);
}

#[tokio::test]
async fn without_input_stdin_is_at_its_end() {
    assert_eq!(out(&run(sh("cat; echo end")).await), "end\n");
    assert_eq!(out(&run(sh("cat; echo end").input(b"")).await), "end\n");
}

#[tokio::test]
async fn what_does_not_start_says_why() {
    let tmp = tempfile::tempdir().unwrap();
    let none = CancellationToken::new();
    let error = Program::new("/no/such/program").run(&none).await.unwrap_err();
    assert_eq!(error.to_string(), "/no/such/program is not on this computer");
    let error = sh("true").dir("/no/such/folder").run(&none).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the folder /no/such/folder is not there, so /bin/sh was not started in it"
    );
    let plain = tmp.path().join("plain");
    std::fs::File::create(&plain).unwrap();
    let error = Program::new(&plain).run(&none).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("{} may not be executed: check its permissions", plain.display())
    );
}

#[tokio::test]
async fn fifty_megabytes_stream_through_a_program() {
    let input = vec![b'x'; 50 << 20];
    let ended = run(sh("cat").input(&input)).await;
    assert!(ended.ok());
    assert_eq!(ended.stdout.bytes.len(), CAP);
    assert!(ended.stdout.cut);
    assert!(ended.stdout.text().ends_with("x\n(More was written. The rest was left out.)"));
    let counted = run(sh("wc -c").input(&input)).await;
    assert_eq!(out(&counted).trim(), (50 << 20).to_string(), "every byte of it arrives");
}

#[tokio::test]
async fn a_program_need_not_read_its_input() {
    let input = vec![b'x'; 50 << 20];
    for command in ["true", "exec <&-; echo closed", "head -c 10 >/dev/null; sleep 0.1"] {
        let ended = run(sh(command).input(&input)).await;
        assert!(ended.ok(), "{command}: {ended:?}");
    }
}

#[tokio::test]
async fn closed_pipes_are_no_error() {
    let started = Clock::now();
    let ended = run(sh("exec >&- 2>&- <&-; sleep 0.2").input(b"x")).await;
    assert_eq!(ended.how, How::Exited(0));
    assert!(started.elapsed() >= Duration::from_millis(200), "it is waited for all the same");
}

#[tokio::test]
async fn a_gigabyte_of_output_is_read_and_dropped() {
    let before = memory();
    let ended = run(sh("head -c 1073741824 /dev/zero; head -c 104857600 /dev/zero >&2")).await;
    assert!(ended.ok());
    assert_eq!((ended.stdout.bytes.len(), ended.stderr.bytes.len()), (CAP, CAP));
    assert!(ended.stdout.cut && ended.stderr.cut);
    // The peak of the whole test process: other tests hold their 50 MB in it at the same time.
    let grown = memory().saturating_sub(before);
    assert!(grown < 250 << 20, "{grown} bytes more");
}

/// The most memory this process ever held, in bytes.
fn memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() * 1024
}

#[tokio::test]
async fn the_time_limit_holds_for_an_endless_loop() {
    let started = Clock::now();
    let ended = run(sh("echo $$; while :; do :; done").limit(Duration::from_millis(300))).await;
    assert_eq!(ended.how, How::TimedOut);
    assert!(started.elapsed() < Duration::from_secs(2), "TERM was enough: {:?}", ended.took);
    assert!(reaped(&out(&ended)).await, "output up to then is kept, and the process is gone");
}

#[tokio::test]
async fn the_time_limit_holds_for_one_that_writes_without_end() {
    for command in ["yes", "yes >&2", "cat /dev/zero"] {
        let ended = run(sh(command).limit(Duration::from_millis(300))).await;
        assert_eq!(ended.how, How::TimedOut, "{command}");
        assert!(ended.took < Duration::from_secs(3), "{command}: {:?}", ended.took);
    }
}

/// On one thread, as the window's engine may be: others get their turn between the pieces.
#[tokio::test]
async fn one_that_writes_without_end_leaves_others_their_turn() {
    let mut longest = Duration::ZERO;
    let mut last = Clock::now();
    let others = async {
        loop {
            sleep(Duration::from_millis(5)).await;
            longest = longest.max(last.elapsed());
            last = Clock::now();
        }
    };
    tokio::select! {
        ended = run(sh("cat /dev/zero").limit(Duration::from_millis(500))) => {
            assert_eq!(ended.how, How::TimedOut);
        }
        () = others => {}
    }
    assert!(longest > Duration::ZERO && longest < Duration::from_millis(500), "{longest:?}");
}

#[tokio::test]
async fn one_that_ignores_term_is_killed_two_seconds_later() {
    let ended = run(sh("trap '' TERM INT HUP; echo $$; while :; do sleep 1; done")
        .limit(Duration::from_millis(200)))
    .await;
    assert_eq!(ended.how, How::TimedOut);
    let range = Duration::from_millis(2200)..Duration::from_millis(4000);
    assert!(range.contains(&ended.took), "{:?}", ended.took);
    assert!(gone(&out(&ended)).await);
}

#[tokio::test]
async fn one_that_tidies_up_at_term_has_the_time_for_it() {
    let ended = run(sh("trap 'sleep 0.5; echo tidied; exit' TERM; echo $$; sleep 30 & wait")
        .limit(Duration::from_millis(200)))
    .await;
    assert_eq!(ended.how, How::TimedOut);
    assert!(out(&ended).contains("tidied"), "{ended:?}");
    // The same for a child of one that ends at once.
    let ended =
        run(sh("sh -c 'trap \"sleep 0.5; echo tidied; exit\" TERM; sleep 30 & wait' & wait")
            .limit(Duration::from_millis(200)))
        .await;
    assert!(out(&ended).contains("tidied"), "{ended:?}");
}

#[tokio::test]
async fn a_stopped_program_is_ended_too() {
    let ended = run(sh("echo $$; kill -STOP $$").limit(Duration::from_millis(200))).await;
    assert_eq!(ended.how, How::TimedOut);
    assert!(gone(&out(&ended)).await);
}

#[tokio::test]
async fn children_that_outlive_it_are_ended_and_their_pipes_not_waited_for() {
    let ended = run(sh("sleep 300 & echo $!; (trap '' TERM HUP; sleep 300) & echo $!")).await;
    assert_eq!(ended.how, How::Exited(0));
    assert!(ended.took < Duration::from_secs(2), "{:?}", ended.took);
    let text = out(&ended);
    assert_eq!(text.lines().count(), 2);
    for pid in text.lines() {
        assert!(gone(pid).await, "{pid}");
    }
}

#[tokio::test]
async fn a_storm_of_children_is_ended_at_the_limit() {
    // Each sleeper names itself; they go on being born until the end.
    let command =
        "n=0; while [ $n -lt 200 ]; do sh -c 'echo $$; exec sleep 300' & n=$((n+1)); done; wait";
    let ended = run(sh(command).limit(Duration::from_secs(2))).await;
    assert_eq!(ended.how, How::TimedOut);
    let text = out(&ended);
    assert!(text.lines().count() > 10, "{}", text.lines().count());
    for pid in text.lines() {
        assert!(gone(pid).await, "{pid}");
    }
}

#[tokio::test]
async fn an_end_by_any_signal_is_named() {
    // Those of 1 to 31 that do not end a process: CHLD, CONT, STOP, TSTP, TTIN, TTOU, URG, WINCH.
    // What this test was started with as ignored, as a shell does in the background, its children ignore too.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    let ends = |signal: &i32| ![17, 18, 19, 20, 21, 22, 23, 28].contains(signal);
    for signal in (1..=31).filter(ends).filter(|signal| ignored & (1 << (signal - 1)) == 0) {
        let ended = run(sh(&format!("ulimit -c 0; kill -{signal} $$; sleep 5"))).await;
        assert_eq!(ended.how, How::Signal(signal));
    }
}

#[tokio::test]
async fn a_cancel_ends_it_with_its_group() {
    let cancel = CancellationToken::new();
    let program = sh("sleep 300 & echo $$ $!; wait");
    let mut seen = String::new();
    let mut live = |_: Stream, bytes: &[u8]| {
        seen.push_str(&String::from_utf8_lossy(bytes));
        cancel.cancel();
    };
    let ended = program.run_live(&cancel, &mut live).await.unwrap();
    assert_eq!(ended.how, How::Cancelled);
    assert!(ended.took < Duration::from_secs(4), "{:?}", ended.took);
    for pid in seen.split_whitespace() {
        assert!(gone(pid).await);
    }
    // Cancelled before it began: it is not left running either.
    let ended = program.run(&cancel).await.unwrap();
    assert_eq!(ended.how, How::Cancelled);
}

#[tokio::test]
async fn a_dropped_run_leaves_no_process_and_no_zombie() {
    let tmp = tempfile::tempdir().unwrap();
    let file = tmp.path().join("pids");
    let command = format!("trap '' TERM; sleep 300 & echo $$ $! > {}; wait", file.display());
    let run = tokio::spawn(async move { sh(&command).run(&CancellationToken::new()).await });
    let pids = loop {
        match std::fs::read_to_string(&file) {
            Ok(text) if text.ends_with('\n') => break text,
            _ => sleep(Duration::from_millis(10)).await,
        }
    };
    run.abort();
    for pid in pids.split_whitespace() {
        assert!(gone(pid).await, "{pid}");
    }
    assert!(reaped(pids.split_whitespace().next().unwrap()).await);
}

#[test]
fn a_runtime_that_ends_leaves_no_process_and_no_zombie() {
    let new = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut pid = String::new();
    let mut live = |_: Stream, bytes: &[u8]| pid.push_str(&String::from_utf8_lossy(bytes));
    new().block_on(async {
        let none = CancellationToken::new();
        let program = sh("trap '' TERM; echo $$; while :; do sleep 1; done");
        let run = program.run_live(&none, &mut live);
        assert!(tokio::time::timeout(Duration::from_millis(500), run).await.is_err());
    });
    assert!(new().block_on(reaped(&pid)), "{pid}");
}

#[tokio::test]
async fn output_is_seen_while_it_runs() {
    let mut pieces = Vec::new();
    let started = Clock::now();
    let mut live = |stream, bytes: &[u8]| {
        pieces.push((stream, String::from_utf8_lossy(bytes).into_owned(), started.elapsed()));
    };
    let program = sh("echo one; sleep 0.4; echo two >&2");
    let ended = program.run_live(&CancellationToken::new(), &mut live).await.unwrap();
    assert!(ended.ok());
    let [(Stream::Out, one, first), (Stream::Err, two, second)] = &pieces[..] else {
        panic!("{pieces:?}")
    };
    assert_eq!((one.as_str(), two.as_str()), ("one\n", "two\n"));
    assert!(*second > *first + Duration::from_millis(300), "{pieces:?}");
}

#[tokio::test]
async fn a_cap_of_the_caller_counts() {
    let ended = run(sh("printf 123456").cap(4)).await;
    assert_eq!((ended.stdout.bytes.as_slice(), ended.stdout.cut), (&b"1234"[..], true));
    let ended = run(sh("printf 1234").cap(4)).await;
    assert!(!ended.stdout.cut);
}

#[tokio::test(flavor = "current_thread")]
async fn many_at_once_keep_apart() {
    let runs = (0..40).map(|index| {
        tokio::spawn(async move {
            let input = format!("{index}\n").repeat(20_000);
            let ended = run(sh("cat").input(input.as_bytes())).await;
            assert_eq!(out(&ended), input);
        })
    });
    for one in runs.collect::<Vec<_>>() {
        one.await.unwrap();
    }
}

#[test]
fn it_runs_where_nobody_can_await() {
    let ended = sh("echo here").run_blocking().unwrap();
    assert_eq!(out(&ended), "here\n");
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        assert!(sh("true").run_blocking().unwrap().ok(), "inside a runtime too");
    });
}
