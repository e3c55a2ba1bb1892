use std::path::Path;

use super::super::facts;

#[test]
fn what_does_not_come_back_where_it_is_called_is_known_with_the_events_of_which_it_is_so() {
    let never = "await new Promise(() => {});";
    let timer = "new Promise((done) => setTimeout(done, 1000))";
    let guard = "if (event.type !== 'gateway' || event.action !== 'startup') return;";
    let own = "function look() {}\n";
    let of = |body: &str| format!("{own}export default async (event) => {{ {body} }}");
    for (text, how) in [
        (of(never), "Waits"),
        (format!("{own}export default async function run() {{ look(); {never} }}"), "Waits"),
        (format!("const run = async () => {{ {never} }};\nexport default run;"), "Waits"),
        ("export default () => new Promise(() => {});".to_owned(), "Waits"),
        ("export default () => { return new Promise(() => {}); }".to_owned(), "Waits"),
        (of(&format!("for (;;) await {timer};")), "Rounds"),
        (of(&format!("while (true) {{ try {{ await look(); }} catch {{}} await {timer}; }}")), "Rounds"),
        (of(&format!("for (;;) {{ console.log('on'); await {timer}; }}")), "Rounds"),
        (format!("const sleep = (ms) => {timer};\nexport default async () => {{ for (;;) await sleep(9); }}"), "Rounds"),
        ("import { setTimeout as sleep } from 'node:timers/promises';\nexport default async () => { for (;;) await sleep(9); }".to_owned(), "Rounds"),
        (of("let n = 0; while (true) { n += 1; console.log(n); }"), "Freezes"),
        (of("for (;;) { try { look(); } catch {} }"), "Freezes"),
        (of("await look(); for (;;);"), "Freezes later"),
        (of("if (event.action === 'new') { for (;;) {} }"), "Freezes * new"),
        (of("look(); process.exit(1);"), "Exits"),
        (of("await look(); process.exit(1);"), "Exits later"),
        (of("if (await look()) look(); process.exit(1);"), "Exits later"),
        (of("{ await look(); { process.exit(1); } }"), "Exits later"),
        (of("if (look()) { absent(); } process.exit(1);"), ""),
        (of(&format!("const sleep = look; for (;;) {{ const sleep = look; await sleep(9); }} await {timer};")), ""),
        (of(&format!("{guard} {never}")), "Waits gateway startup"),
        (of(&format!("if (event.action === 'new') {{ {never} }}")), "Waits * new"),
        (of(&format!("if (event.type != 'a') {{ return; }} {never}")), "Waits a *"),
        // What may come back.
        (of(&format!("if (!event.context) return; {never}")), ""),
        (of(&format!("if (other.type !== 'a') return; {never}")), ""),
        (of(&format!("if (event.type !== 'a' && event.action !== 'b') return; {never}")), ""),
        (of(&format!("{{ if (event.action !== 'startup') return; }} {never}")), ""),
        (of(&format!("event = look(event); if (event.type !== 'a') return; {never}")), ""),
        (of(&format!("return; {never}")), ""),
        (of(&format!("if (maybe()) {{ {never} }}")), ""),
        (of(&format!("const later = async () => {{ {never} }}; later();")), ""),
        (of(&format!("absent(); {never}")), ""),
        (of("while (true) { if (look()) break; }"), ""),
        (of("for (;;) { if (await look()) return; }"), ""),
        (of("while (look()) { await look(); }"), ""),
        (of("for (;;) await look();"), ""),
        (of("for (;;) { look(); }"), ""),
        (of("const all = []; for (let n = 0; ; n += 1) { all[n].x; }"), ""),
        (of("for (;;) { event.context.on.off; }"), ""),
        (of("for (;;) { absent; }"), ""),
        (of("for (;;) { for (const one of event.all) {} }"), ""),
        (of("for (;;) { for await (const one of look) {} }"), ""),
        (of("on: for (const one of [1]) { for (;;) { continue on; } }"), ""),
        (of("for (;;) { await look(); }"), ""),
        (of("try { look(); process.exit(0); } catch {}"), ""),
        (of("try { for (;;) await look(); } catch {}"), ""),
        (of("const process = look(); process.exit(0);"), ""),
        ("const home = process.env.HOME;\nexport default async (event, process) => { process.exit(0); }".to_owned(), ""),
        ("export default async () => new Promise((done) => done());".to_owned(), ""),
        ("export default () => new Promise((done, _ = done()) => {});".to_owned(), ""),
        ("class Promise {}\nexport default async () => { await new Promise(() => {}); }".to_owned(), ""),
        ("process.exit = () => {};\nexport default () => { process.exit(1); }".to_owned(), ""),
        ("export default function* () { process.exit(); }".to_owned(), ""),
        (format!("let run = async () => {{ {never} }};\nrun = other;\nexport default run;"), ""),
        ("import { setTimeout as sleep } from 'node:timers/promises';\nexport default async () => { for (;;) await sleep(9, null, { signal }); }".to_owned(), ""),
    ] {
        let facts = facts(Path::new("handler.ts"), &text).unwrap();
        assert_eq!(facts.syntax, None, "{text}");
        let said = facts.stays.iter().map(|(name, it)| {
            assert_eq!(name, "default");
            let any = |part: &Option<String>| part.as_deref().unwrap_or("*").to_owned();
            let later = if it.at_once { "" } else { " later" };
            match (&it.kind, &it.action) {
                (None, None) => format!("{:?}{later}", it.how),
                (kind, action) => format!("{:?} {} {}", it.how, any(kind), any(action)),
            }
        });
        assert_eq!(said.collect::<String>(), how, "{text}");
    }
}

#[test]
fn what_does_not_come_back_is_told_by_the_name_of_its_export() {
    let names = |text: &str| {
        let facts = facts(Path::new("index.js"), text).unwrap();
        facts.stays.into_iter().map(|it| it.0).collect::<Vec<_>>().join(" ")
    };
    let named = "export async function run() { await new Promise(() => {}); }\nconst idle = () => new Promise(() => {});\nexport { idle as wait };";
    assert_eq!(names(named), "run wait");
    let held = "export default { id: 'a', register() { process.exit(); }, stop: () => {} };";
    assert_eq!(names(held), "default.register");
    assert_eq!(names("export default { register() { process.exit(); }, ...other };"), "");
    assert_eq!(names("export default { register() { process.exit(); }, register: () => {} };"), "");
}
