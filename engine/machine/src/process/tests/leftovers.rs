//! What leaves its group.

use super::*;

#[tokio::test]
async fn a_daemon_with_a_session_of_its_own_is_not_waited_for_and_ended() {
    for starts in [
        "setsid sh -c 'echo $$; exec sleep 300' & sleep 0.5",
        "setsid -f sh -c 'echo $$; exec sleep 300'; sleep 0.5",
        // Twice away: its parent and that one's parent are gone.
        "(setsid sh -c 'sh -c \"echo \\$\\$; exec sleep 300\" & exit' &) ; sleep 0.5",
    ] {
        let ended = run(sh(starts)).await;
        assert_eq!(ended.how, How::Exited(0));
        assert!(ended.took < Duration::from_secs(3), "{:?}", ended.took);
        let pid = out(&ended);
        assert!(!pid.trim().is_empty(), "{starts}");
        assert!(reaped(&pid).await, "{starts}");
    }
}

#[tokio::test]
async fn what_left_the_group_is_ended_at_the_limit_too() {
    let starts = "setsid sh -c 'echo $$; exec sleep 300' & setsid -f sh -c 'echo $$; exec sleep 300'; sleep 300";
    let ended = run(sh(starts).limit(Duration::from_millis(700))).await;
    assert_eq!(ended.how, How::TimedOut);
    let pids = out(&ended);
    assert_eq!(pids.lines().count(), 2);
    for pid in pids.lines() {
        assert!(reaped(pid).await);
    }
}

#[tokio::test]
async fn a_daemon_of_another_run_is_left_alone() {
    let one =
        tokio::spawn(async { run(sh("setsid -f sh -c 'sleep 1; echo lived'; sleep 1.5")).await });
    for _ in 0..5 {
        run(sh("setsid -f sleep 300; sleep 0.1")).await;
    }
    assert_eq!(out(&one.await.unwrap()).trim(), "lived");
}

/// It asks for nothing before it is away: no environment, no group, no parent that lives.
#[tokio::test]
async fn a_daemon_without_any_environment_is_ended_too() {
    for round in 0..20 {
        let argument = format!("3{:05}.{round}", std::process::id());
        run(sh(&format!("env -i setsid -f sleep {argument}"))).await;
        let since = Clock::now();
        while tacklebox_testing::kernel::runs_with(&argument) {
            assert!(since.elapsed() < Duration::from_secs(5), "it is left in round {round}");
            sleep(Duration::from_millis(10)).await;
        }
    }
}
