//! A handler that goes wrong costs its own run; the next event works.

use super::*;

/// For a handler that hangs. Its worker runs by then, so that no start on a busy computer uses it up.
const SHORT: Duration = Duration::from_secs(3);

/// A handler that only wakes at its first event, does this at its second, in a process that it tells of, and
/// works at the third.
fn once(home: &Home, does: &str) -> ModuleSpec {
    let text = format!(
        r#"import fs from "node:fs";
        const flag = new URL("./flag", import.meta.url);
        let awake = false;
        export default async (event) => {{
            if (fs.existsSync(flag)) return void event.messages.push("works");
            if (!awake) return void (awake = true);
            fs.writeFileSync(flag, String(process.pid));
            {does}
        }};"#
    );
    home.module("hook/handler.mjs", &text)
}

async fn fails_then_works(home: &Home, does: &str) -> Ran {
    within(home, does, LIMIT).await
}

async fn within(home: &Home, does: &str, limit: Duration) -> Ran {
    let spec = once(home, does);
    assert_eq!(home.call(&spec).await.answer, Answer::Continue);
    let ran = home.pool.call(&spec, &event(), limit).await;
    assert_eq!(home.call(&spec).await.messages, ["works"], "after {ran:?}");
    ran
}

fn noted(home: &Home) -> String {
    fs::read_to_string(home.hook("hook").join("flag")).unwrap()
}

on_each_runtime! {
    async fn throws(home: &Home) {
        let text = "interface A {\n  a: number;\n}\nenum E { X }\nexport default async function go(e: any) {\n  return (e.absent as A).a + E.X;\n}\n";
        let ran = home.run("hook/handler.ts", text).await;
        assert!(reason(&ran).starts_with("TypeError: "), "{ran:?}");
        assert!(reason(&ran).contains("(handler.ts:6:"), "the user's own line: {ran:?}");
        assert!(stderr(&ran).contains("handler.ts:6:") && !stderr(&ran).contains("worker.mjs"), "{ran:?}");
    }

    async fn rejects_with_something_odd(home: &Home) {
        let ran = fails_then_works(home, "throw { odd: true };").await;
        assert_eq!(reason(&ran), "Thrown: {\"odd\":true}");
    }

    async fn exits(home: &Home) {
        let ran = fails_then_works(home, "console.log('bye'); process.exit(3);").await;
        assert_eq!(reason(&ran), "The handler ended its process with status 3 before it answered.");
        assert_eq!((ran.seen.as_ref().unwrap().exit_code, stdout(&ran)), (Some(3), "bye\n"));
    }

    async fn is_killed(home: &Home) {
        let ran = fails_then_works(home, "process.kill(process.pid, 'SIGKILL'); await new Promise(() => {});").await;
        assert_eq!(reason(&ran), "The handler's process was ended by signal 9 before it answered.");
    }

    async fn loops_for_ever(home: &Home) {
        let ran = within(home, "for (;;);", SHORT).await;
        assert_eq!(ran.answer, Answer::TimedOut(SHORT));
        assert!(gone(&noted(home)).await);
    }

    async fn never_answers_and_leaves_children(home: &Home) {
        let does = "const { spawn } = await import('node:child_process'); const child = spawn('sleep', ['1000']); fs.writeFileSync(flag, String(child.pid)); await new Promise(() => {});";
        let ran = within(home, does, SHORT).await;
        assert_eq!(ran.answer, Answer::TimedOut(SHORT));
        has_ended(&noted(home)).await;
    }

    async fn leaves_a_rejection_to_nobody(home: &Home) {
        let ran = fails_then_works(home, "Promise.reject(new Error('lost')); await null;").await;
        assert!(reason(&ran).starts_with("A promise was rejected and nobody looked: Error: lost"), "{ran:?}");
    }

    async fn goes_on_where_the_agent_does(home: &Home) {
        let lost = "import 'node:fs'; export default () => void Promise.reject(Object.assign(new Error('x'), {code: 'ENOTFOUND'}));";
        for goes_on in [true, false] {
            let spec = ModuleSpec { goes_on, ..home.module(&format!("hook{goes_on}/handler.mjs"), lost) };
            let ran = home.call(&spec).await;
            assert_eq!(ran.answer == Answer::Continue, goes_on, "{ran:?}");
            assert_eq!(ran.seen.is_some_and(|seen| seen.uncaught), !goes_on);
        }
    }

    async fn throws_from_a_timer(home: &Home) {
        let ran = fails_then_works(home, "setTimeout(() => { throw new Error('late'); }, 1); await new Promise((r) => setTimeout(r, 500));").await;
        assert!(reason(&ran).starts_with("It threw outside of its call: Error: late"), "{ran:?}");
    }

    async fn dies_between_two_events(home: &Home) {
        let spec = home.module("hook/handler.mjs",
            "import process from 'node:process'; export default (e) => { e.messages.push(process.pid); setTimeout(() => process.exit(0), 200); };");
        let first = home.call(&spec).await.messages;
        has_ended(&first[0]).await;
        let second = home.call(&spec).await.messages;
        assert_ne!(first, second);
        assert!(gone(&first[0]).await);
    }

    async fn floods_its_output(home: &Home) {
        let ran = fails_then_works(home, "const line = 'x'.repeat(1023); for (let i = 0; i < 102400; i++) console.log(line); event.messages.push('done');").await;
        assert_eq!(ran.messages, ["done"], "{:?}", ran.answer);
        let out = stdout(&ran);
        assert!(out.len() < 1_050_000 && out.ends_with("The rest was left out.)"), "{}", out.len());
    }

    async fn answers_with_a_giant_message(home: &Home) {
        let ran = fails_then_works(home, "event.messages.push('x'.repeat(100_000_000));").await;
        assert!(reason(&ran).starts_with("The handler's messages and context are too long: 1000000"), "{ran:?}");
    }

    async fn is_no_javascript(home: &Home) {
        let ran = home.run("hook/handler.ts", "export default () => {\n  const = 1;\n};\n").await;
        assert!(reason(&ran).contains("SyntaxError") || reason(&ran).contains("handler.ts:2"), "{ran:?}");
        let spec = home.spec("gone/handler.mjs");
        assert!(reason(&home.call(&spec).await).contains("handler.mjs could not be read"));
    }

    async fn hangs_while_it_loads(home: &Home) {
        let spec = home.module("hook/handler.mjs", "for (;;);");
        assert_eq!(home.pool.call(&spec, &event(), SHORT).await.answer, Answer::TimedOut(SHORT));
    }
}

/// As `gone`, but who reaps it is another matter: nobody asks for the end of a worker between two
/// events, and what a worker had started is left to the first process of the system.
async fn has_ended(pid: &str) {
    let mut stat = String::new();
    for _ in 0..3000 {
        stat = fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
        if stat.is_empty() || stat.contains(") Z ") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it runs on: {stat}");
}

#[tokio::test]
async fn an_event_that_is_too_long_is_not_sent() {
    let home = Home::with("bun");
    let spec = home.module("hook/handler.mjs", "export default () => {};");
    let ran = home.pool.call(&spec, &json!({"context": "x".repeat(17 << 20)}), LIMIT).await;
    assert!(reason(&ran).starts_with("The event is too long to be handed over: 178"), "{ran:?}");
    assert_eq!(home.call(&spec).await.answer, Answer::Continue);
}

#[tokio::test]
async fn without_a_runtime_it_says_so() {
    let home = Home::with("bun");
    fs::remove_file(home.dir.path().join("bin/bun")).unwrap();
    let machine = Machine::new(
        tacklebox_machine::machine::Platform::current(),
        home.dir.path(),
        Default::default(),
    );
    let pool = Pool::new(machine.with_path(vec![home.dir.path().join("bin")]));
    let spec = home.module("hook/handler.mjs", "export default () => {};");
    assert!(reason(&pool.call(&spec, &event(), LIMIT).await).contains("none was found"));
}

/// Rewrites every worker's code that it can find, now and whenever there is a new one.
const REWRITES: &str = r#"
    import fs from "node:fs";
    import path from "node:path";
    import process from "node:process";
    const base = process.env.XDG_RUNTIME_DIR;
    const forge = () => {
        for (const name of fs.readdirSync(base)) {
            const file = path.join(base, name, "worker.mjs");
            try {
                const text = fs.readFileSync(file, "utf8");
                if (text.includes("FORGED")) continue;
                fs.writeFileSync(file, text.replace("await called(handler, event);", "(event.messages.push('FORGED'), {});"));
            } catch {}
        }
    };
    export default () => { forge(); setInterval(forge, 0); };"#;

/// Answers in the worker's place, by every way to its socket.
const ANSWERS: &str = r#"
    import process from "node:process";
    import net from "node:net";
    const write = net.Socket.prototype.write;
    const forged = '{"done":{"messages":["FORGED"]}}\n';
    net.Socket.prototype.write = function (text, ...rest) { return write.call(this, forged, ...rest); };
    Object.prototype.toJSON = function () { return this?.error ? { done: { messages: ["FORGED"] } } : this; };
    export default () => {
        for (const it of process._getActiveHandles?.() ?? []) if (it instanceof net.Socket) write.call(it, forged);
        throw new Error("it failed");
    };"#;

on_each_runtime! {
    async fn rewrites_the_code_of_others(home: &Home) {
        let spec = home.module("a/handler.mjs", REWRITES);
        home.call(&spec).await;
        for number in 0..5 {
            let other = home.module(&format!("b{number}/handler.mjs"), "export default () => { throw new Error('b failed'); };");
            let ran = home.call(&other).await;
            let Answer::Failed(why) = &ran.answer else { panic!("{ran:?}") };
            assert!(why.contains("b failed") || why.contains("Another program changed"), "{why}");
            assert_eq!(ran.messages, [""; 0]);
        }
    }

    async fn answers_in_its_workers_place(home: &Home) {
        let spec = home.module("a/handler.mjs", ANSWERS);
        for _ in 0..3 {
            let ran = home.call(&spec).await;
            assert!(matches!(ran.answer, Answer::Failed(_)), "{ran:?}");
            assert!(!ran.messages.iter().any(|message| message == "FORGED"), "{ran:?}");
        }
    }
}
