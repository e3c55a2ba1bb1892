//! When a worker is started and when it is ended.

use super::*;

const PID: &str =
    "import process from 'node:process'; export default (e) => { e.messages.push(process.pid); };";

async fn pid(home: &Home, spec: &ModuleSpec) -> String {
    let ran = home.call(spec).await;
    assert_eq!(ran.messages.len(), 1, "{ran:?}");
    ran.messages[0].clone()
}

on_each_runtime! {
    async fn is_started_once(home: &Home) {
        let spec = home.module("hook/handler.mjs", PID);
        let first = pid(home, &spec).await;
        for _ in 0..20 {
            assert_eq!(pid(home, &spec).await, first);
        }
    }

    async fn a_change_brings_the_new_code(home: &Home) {
        home.write("hook/part.ts", "export const part: string = 'old';");
        let spec = home.module("hook/handler.ts",
            "import { part } from './part'; import process from 'node:process'; export default (e: any) => { e.messages.push(part, process.pid); };");
        let first = home.call(&spec).await.messages;
        home.write("hook/part.ts", "export const part: string = 'new';");
        home.pool.changed(&home.hook("other"));
        assert_eq!(home.call(&spec).await.messages, first, "that was another hook's");
        home.pool.changed(&home.hook("hook").join("part.ts"));
        let second = home.call(&spec).await.messages;
        assert_eq!((first[0].as_str(), second[0].as_str()), ("old", "new"));
        assert!(gone(&first[1]).await);
    }

    async fn hooks_do_not_see_each_other(home: &Home) {
        let specs: Vec<_> = (0..5).map(|index| {
            let mut spec = home.module(&format!("hook{index}/handler.mjs"), r#"
                import process from "node:process";
                globalThis.count = (globalThis.count ?? 0) + 1;
                export default async (e) => {
                    console.log("I am", process.env.ME);
                    await new Promise((done) => setTimeout(done, 50));
                    e.messages.push(process.env.ME, globalThis.count);
                };"#);
            spec.env = vec![("ME".into(), index.to_string())];
            spec
        }).collect();
        let all = futures_util::future::join_all(specs.iter().map(|spec| home.call(spec))).await;
        for (index, ran) in all.iter().enumerate() {
            assert_eq!(ran.messages, [index.to_string(), "1".into()], "{ran:?}");
            assert_eq!(stdout(ran), format!("I am {index}\n"));
        }
    }

    async fn events_of_one_hook_come_one_after_the_other(home: &Home) {
        let spec = home.module("hook/handler.mjs", r#"
            let busy = 0;
            export default async (e) => {
                busy += 1;
                await new Promise((done) => setTimeout(done, 20));
                e.messages.push(busy);
                busy -= 1;
            };"#);
        let all = futures_util::future::join_all((0..5).map(|_| home.call(&spec))).await;
        assert!(all.iter().all(|ran| ran.messages == ["1"]), "{all:?}");
    }
}

#[tokio::test]
async fn one_without_events_is_ended_and_comes_back() {
    let home = Home::with_idle("bun", Duration::from_millis(300));
    let spec = home.module("hook/handler.mjs", PID);
    let first = pid(&home, &spec).await;
    tokio::time::sleep(Duration::from_millis(150)).await;
    assert_eq!(pid(&home, &spec).await, first, "an event counts again");
    assert!(gone(&first).await);
    let second = pid(&home, &spec).await;
    assert_ne!(second, first);
    assert!(gone(&second).await, "the next one is watched too");
}

#[tokio::test]
async fn one_that_is_ended_may_finish_what_it_does_at_its_end() {
    let home = Home::with("node");
    let spec = home.module(
        "hook/handler.mjs",
        "import fs from 'node:fs'; process.on('exit', () => fs.writeFileSync(new URL('./bye', import.meta.url), '')); export default (e) => { e.messages.push(process.pid); };",
    );
    let pid = pid(&home, &spec).await;
    home.pool.changed(&home.hook("hook"));
    assert!(gone(&pid).await);
    assert!(home.hook("hook").join("bye").exists());
}

#[tokio::test]
async fn a_busy_one_whose_file_changes_ends_after_its_run() {
    let home = Home::with("bun");
    let spec = home.module(
        "hook/handler.mjs",
        "import process from 'node:process'; export default async (e) => { await new Promise((done) => setTimeout(done, 300)); e.messages.push(process.pid); };",
    );
    let first = pid(&home, &spec).await;
    let (second, ()) = tokio::join!(pid(&home, &spec), async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        home.pool.changed(&home.hook("hook"));
    });
    assert_eq!(first, second, "the run was not cut off");
    assert_ne!(pid(&home, &spec).await, first);
}

#[tokio::test]
async fn a_call_that_is_given_up_ends_its_worker() {
    let home = Home::with("bun");
    let spec = home.module(
        "hook/handler.mjs",
        "import fs from 'node:fs'; import process from 'node:process'; export default async () => { fs.writeFileSync(new URL('./pid', import.meta.url), String(process.pid)); await new Promise(() => {}); };",
    );
    let file = home.hook("hook").join("pid");
    let is_under_way = async {
        loop {
            match fs::read_to_string(&file) {
                Ok(pid) if !pid.is_empty() => break pid,
                _ => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
    };
    let pid = tokio::select! {
        ran = home.call(&spec) => panic!("it should wait forever: {ran:?}"),
        pid = is_under_way => pid,
    };
    assert!(gone(&pid).await);
}

#[tokio::test]
async fn all_end_with_the_pool_and_no_file_is_left() {
    let home = Home::with("node");
    let tmp = home.dir.path().join("t");
    fs::create_dir(&tmp).unwrap();
    let env = [("XDG_RUNTIME_DIR".to_owned(), tmp.to_string_lossy().into_owned())];
    let machine =
        Machine::new(tacklebox_machine::machine::Platform::current(), home.dir.path(), env.into());
    let pool = Pool::new(machine.with_path(vec![home.dir.path().join("bin")]));
    let spec = home.module(
        "hook/handler.ts",
        "export default (e: any) => { e.messages.push(String(process.pid)); };",
    );
    let ran = pool.call(&spec, &event(), LIMIT).await;
    // One for the lines to all workers, and one with the code of this one.
    let modes: Vec<_> = fs::read_dir(&tmp)
        .unwrap()
        .map(|it| it.unwrap().metadata().unwrap().permissions())
        .map(|rights| std::os::unix::fs::PermissionsExt::mode(&rights) & 0o777)
        .collect();
    assert_eq!(modes, [0o700, 0o700]);
    drop(pool);
    assert!(gone(&ran.messages[0]).await);
    assert_eq!(fs::read_dir(&tmp).unwrap().count(), 0);
    let files: Vec<_> =
        fs::read_dir(home.hook("hook")).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(files, ["handler.ts"]);
}

#[test]
fn a_limit_that_no_clock_counts_to_is_far_away_and_ends_nothing() {
    let now = tokio::time::Instant::now();
    let day = Duration::from_secs(24 * 60 * 60);
    assert_eq!(super::super::later(now, day) - now, day);
    assert!(super::super::later(now, Duration::MAX) - now > day);
}
