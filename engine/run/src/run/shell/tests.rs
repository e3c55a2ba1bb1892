//! The rules R-5.5 to R-5.11, one by one, with the real shell.

use serde_json::json;

use super::*;
use tacklebox_machine::machine::Platform;

const PAYLOAD: &[u8] = br#"{"event":"BeforeToolCall","data":{"tool":"bash"}}"#;

const ASKED: Asked = Asked { answers: ShellAnswers::USUAL, may_modify: true };

fn machine() -> Machine {
    let env = [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("OURS", "yes")];
    let env = env.map(|(name, value)| (name.to_owned(), value.to_owned()));
    Machine::new(Platform::current(), "/home/me", env.into())
}

fn shell(command: &str) -> Shell {
    let limit = Duration::from_secs(10);
    Shell::new(&machine(), "guard", command, Path::new("/tmp"), None, &BTreeMap::new(), limit)
}

async fn run(command: &str) -> Ran {
    run_asked(command, ShellAnswers::USUAL, true).await
}

async fn run_asked(command: &str, answers: ShellAnswers, may_modify: bool) -> Ran {
    let asked = Asked { answers, may_modify };
    shell(command).run(PAYLOAD, asked, &CancellationToken::new()).await
}

async fn run_read_only(command: &str) -> Ran {
    run_asked(command, ShellAnswers::USUAL, false).await
}

#[tokio::test]
async fn the_payload_is_on_stdin_and_empty_output_goes_on() {
    let ran =
        run("test \"$(cat)\" = '{\"event\":\"BeforeToolCall\",\"data\":{\"tool\":\"bash\"}}'")
            .await;
    assert_eq!(ran.answer, Answer::Continue);
    assert_eq!(ran.seen.unwrap().exit_code, Some(0));
}

#[tokio::test]
async fn a_modification_replaces_the_data() {
    let ran = run(r#"echo '{"action":"modify","data":{"tool":"ls"}}'"#).await;
    assert_eq!(ran.answer, Answer::Modify(json!({"tool": "ls"})));
    let ran = run(r#"printf '\n {"data":[1],"action":"modify","more":1} \n\n'"#).await;
    assert_eq!(ran.answer, Answer::Modify(json!([1])));
}

#[tokio::test]
async fn any_other_output_is_output_and_goes_on() {
    for output in [
        "hello",
        r#"{"action":"block","data":{}}"#,
        r#"{"action":"modify"}"#,
        r#"{"action":"modify","data":null}"#,
        r#"{"action":"modify","data":}"#,
        r#"{"action":"modify","data":{}} trailing"#,
        r#"log line {"action":"modify","data":{}}"#,
        r#"["modify"]"#,
        r#"{"action":1,"data":{}}"#,
    ] {
        let ran = run(&format!("echo '{output}'")).await;
        assert_eq!(ran.answer, Answer::Continue, "{output}");
        assert_eq!(ran.seen.unwrap().stdout, format!("{output}\n"));
    }
    let deep = r#"printf '{"action":"modify","data":'; head -c 100000 /dev/zero | tr '\0' '['"#;
    assert_eq!(run(deep).await.answer, Answer::Continue, "too deep to be read is not a panic");
}

#[tokio::test]
async fn exit_1_blocks_with_what_stands_on_stderr() {
    let ran = run("echo '  not here ' >&2; echo out; exit 1").await;
    assert_eq!(ran.answer, Answer::Block("not here".into()));
    assert_eq!(ran.seen.unwrap().stdout, "out\n");
    assert_eq!(run("exit 1").await.answer, Answer::Block("hook 'guard' blocked the action".into()));
}

/// As Moltis of 2026-08-21, run, takes them.
#[tokio::test]
async fn an_answer_that_is_read_into_a_type_may_be_a_list() {
    let typed = ShellAnswers { typed: true, ..ShellAnswers::USUAL };
    for (command, answer) in [
        (r#"echo '["modify",{"a":1}]'"#, Answer::Modify(json!({ "a": 1 }))),
        (r#"echo '["modify",5]'"#, Answer::Modify(json!(5))),
        (r#"echo '["modify"]'"#, Answer::Continue),
        (r#"echo '["modify",null]'"#, Answer::Continue),
        (r#"echo '["modify",{"a":1},3]'"#, Answer::Continue),
        (r#"echo '["continue",{"a":1}]'"#, Answer::Continue),
        ("printf ' \\n' >&2; exit 1", Answer::Block(String::new())),
        ("exit 1", Answer::Block("hook 'guard' blocked the action".into())),
    ] {
        assert_eq!(run_asked(command, typed, true).await.answer, answer, "{command}");
    }
}

#[tokio::test]
async fn on_a_read_only_event_neither_changes_anything() {
    let ran = run_read_only("echo no >&2; exit 1").await;
    assert_eq!(ran.answer, Answer::Continue);
    assert_eq!(ran.seen.as_ref().unwrap().exit_code, Some(1), "it can still be seen");
    let ran = run_read_only(r#"echo '{"action":"modify","data":{}}'"#).await;
    assert_eq!(ran.answer, Answer::Continue);
    assert!(matches!(run_read_only("exit 2").await.answer, Answer::Failed(_)));
}

#[tokio::test]
async fn another_agent_may_have_other_answers() {
    let answers = ShellAnswers { proceeds: 0, blocks: 2, modify: "replace", ..ShellAnswers::USUAL };
    let ran = |command: &'static str| run_asked(command, answers, true);
    assert_eq!(ran("echo not here >&2; exit 2").await.answer, Answer::Block("not here".into()));
    let failed = Answer::Failed("it ended with exit code 1".into());
    assert_eq!(ran("exit 1").await.answer, failed);
    assert_eq!(
        ran(r#"echo '{"action":"replace","data":[1]}'"#).await.answer,
        Answer::Modify(json!([1]))
    );
    let ran = ran(r#"echo '{"action":"modify","data":[1]}'"#).await;
    assert_eq!(ran.answer, Answer::Continue);
    assert_eq!(ran.aside.unwrap(), "the action modify means nothing: there is replace alone");
    let ran = run_asked("exit 2", answers, false).await;
    assert_eq!(ran.answer, Answer::Continue);
    let why = "it ended with 2 to stop this event, which cannot be stopped";
    assert_eq!(ran.aside.unwrap(), why);
    let answers = ShellAnswers { proceeds: 7, ..answers };
    assert_eq!(run_asked("exit 7", answers, true).await.answer, Answer::Continue);
    assert!(matches!(run_asked("exit 0", answers, true).await.answer, Answer::Failed(_)));
}

#[tokio::test]
async fn any_other_exit_has_failed_in_plain_words() {
    let cases = [
        ("exit 2", "it ended with exit code 2"),
        ("no-such-program", "it ended with exit code 127: a program that it starts was not found"),
        ("/tmp", "it ended with exit code 126: a file that it starts may not be executed"),
        ("kill -9 $$", "it was ended by signal 9 (KILL)"),
        (
            "sh -c 'kill -15 $$'; exit $?",
            "it ended with exit code 143: something that it started was ended by signal 15 (TERM)",
        ),
    ];
    for (command, reason) in cases {
        assert_eq!(run(command).await.answer, Answer::Failed(reason.into()), "{command}");
    }
    let ran = run("echo why >&2; exit 3").await;
    assert_eq!(ran.seen.unwrap().stderr, "why\n");
}

#[tokio::test]
async fn at_its_limit_it_has_timed_out() {
    let limit = Duration::from_millis(200);
    let ran = Shell { limit, ..shell("echo started; sleep 60") }
        .run(PAYLOAD, ASKED, &CancellationToken::new())
        .await;
    assert_eq!(ran.answer, Answer::TimedOut(limit));
    assert_eq!(ran.seen.unwrap().stdout, "started\n");
}

#[tokio::test]
async fn it_runs_in_its_folder_or_where_its_workdir_says() {
    let tmp = tempfile::tempdir().unwrap();
    let base = tmp.path().canonicalize().unwrap();
    std::fs::create_dir(base.join("inside")).unwrap();
    let home = Machine::new(Platform::current(), &base, machine().environment());
    let cases = [
        (None, base.clone()),
        (Some(""), base.clone()),
        (Some("/"), PathBuf::from("/")),
        (Some("inside"), base.join("inside")),
        (Some("~/inside"), base.join("inside")),
    ];
    let limit = Duration::from_secs(10);
    for (workdir, dir) in cases {
        let shell = Shell::new(&home, "it", "pwd", &base, workdir, &BTreeMap::new(), limit);
        let ran = shell.run(b"{}", ASKED, &CancellationToken::new()).await;
        assert_eq!(ran.seen.unwrap().stdout.trim_end(), dir.to_str().unwrap());
    }
    let shell = Shell::new(&home, "it", "pwd", &base, Some("/no/such"), &BTreeMap::new(), limit);
    let ran = shell.run(b"{}", ASKED, &CancellationToken::new()).await;
    let reason = "the folder /no/such is not there, so /bin/sh was not started in it";
    assert_eq!(ran, Ran::failed(reason));
}

#[tokio::test]
async fn its_own_environment_is_added_to_the_machines() {
    let env = BTreeMap::from([("MINE".to_owned(), "a b".to_owned())]);
    let limit = Duration::from_secs(10);
    let command = "echo \"$MINE|$OURS|$PATH\"";
    let shell = Shell::new(&machine(), "it", command, Path::new("/tmp"), None, &env, limit);
    let ran = shell.run(b"{}", ASKED, &CancellationToken::new()).await;
    assert_eq!(ran.seen.unwrap().stdout, "a b|yes|/usr/local/bin:/usr/bin:/bin\n");
}

#[tokio::test]
async fn a_cancelled_one_has_failed() {
    let cancel = CancellationToken::new();
    cancel.cancel();
    let ran = shell("sleep 60").run(PAYLOAD, ASKED, &cancel).await;
    assert_eq!(ran.answer, Answer::Failed("it was cancelled and ended".into()));
}

#[tokio::test]
async fn output_beyond_a_mebibyte_is_left_out() {
    let ran = run("head -c 2000000 /dev/zero | tr '\\0' x").await;
    assert_eq!(ran.answer, Answer::Continue);
    let stdout = ran.seen.unwrap().stdout;
    assert!(
        stdout.len() < 1024 * 1024 + 100
            && stdout.ends_with("(More was written. The rest was left out.)")
    );
}

#[tokio::test]
async fn an_answer_without_effect_says_why() {
    for (output, why) in [
        (r#"{"action":"block"}"#, Some("to stop an event a hook ends with 1")),
        (r#"{"action":"allow"}"#, Some("the action allow means nothing")),
        (r#"{"action":"modify"}"#, Some("has no data")),
        (r#"{"action":"modify","data":}"#, Some("is not valid JSON")),
        (r#"{action:"modify",data:{}}"#, Some("is not valid JSON")),
        (r#"{'action':'modify','data':{}}"#, Some("is not valid JSON")),
        ("log\n{\"action\":\"modify\",\"data\":{}}", Some("nothing else is written before it")),
        (r#"{"action":"continue"}"#, None),
        (r#"{"level":"info"}"#, None),
        ("{ not meant as an answer", None),
        ("just a log", None),
    ] {
        let ran = run(&format!("cat <<'E'\n{output}\nE")).await;
        assert_eq!(ran.answer, Answer::Continue, "{output}");
        let aside = ran.aside.as_deref();
        assert_eq!(aside.is_some(), why.is_some(), "{output}: {aside:?}");
        assert!(why.is_none_or(|why| aside.is_some_and(|aside| aside.contains(why))), "{aside:?}");
    }
    let ran = run_read_only(r#"echo '{"action":"modify","data":{}}'"#).await;
    assert!(ran.aside.unwrap().contains("does not allow"));
    assert!(run_read_only("exit 1").await.aside.unwrap().contains("cannot be stopped"));
}

#[test]
fn hostile_answers_of_a_command_count_for_this_much() {
    tacklebox_testing::hostile::answered("answers/shell", |file| {
        match said(&std::fs::read_to_string(file).unwrap(), ShellAnswers::USUAL) {
            Said::Modify(data) => format!("puts {data} in the place of the data"),
            Said::Nothing(None) => "counts as output".to_owned(),
            Said::Nothing(Some(why)) => why,
        }
    });
}

/// As the real Moltis and ZeroClaw have it: they wait for whoever holds the output, and then it took too long.
#[cfg(unix)]
#[tokio::test]
async fn what_is_left_running_with_its_output_is_waited_for_where_the_agent_does() {
    let to_the_end = ShellAnswers { to_the_end: true, ..ShellAnswers::USUAL };
    let modify = r#"(sleep 0.3; echo '{"action":"modify","data":1}') &"#;
    assert_eq!(run_asked(modify, to_the_end, true).await.answer, Answer::Modify(json!(1)));
    assert_eq!(run_asked(modify, ShellAnswers::USUAL, true).await.answer, Answer::Continue);
    let held = "sleep 60 & exit 1";
    let brief = Shell { limit: Duration::from_secs(1), ..shell(held) };
    let asked = Asked { answers: to_the_end, may_modify: true };
    let ran = brief.run(PAYLOAD, asked, &CancellationToken::new()).await;
    assert!(matches!(ran.answer, Answer::TimedOut(_)), "{:?}", ran.answer);
    assert!(matches!(run_asked(held, ShellAnswers::USUAL, true).await.answer, Answer::Block(_)));
    let apart = "sleep 60 >/dev/null 2>&1 & exit 1";
    assert!(matches!(run_asked(apart, to_the_end, true).await.answer, Answer::Block(_)));
}
