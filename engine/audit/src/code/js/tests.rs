use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::script;
use crate::tests::{cases, documented};
use crate::{Finding, Severity};

#[test]
fn files_that_a_module_reads_by_name_are_told_and_nothing_is_made_up() {
    for (code, wished) in [
        ("import { readFileSync } from 'node:fs'; readFileSync('/etc/hosts', 'utf8');", &["/etc/hosts"][..]),
        (
            "import { readFile } from 'node:fs/promises'; import { homedir } from 'os'; import { join } from 'path';
            const notes = join(homedir(), 'notes.md'); export default async () => { await readFile(notes); await readFile(notes); };",
            &["~/notes.md"],
        ),
        (
            "import fs from 'fs'; const it = new URL('./list.txt', import.meta.url); fs.createReadStream(it);",
            &["./list.txt"],
        ),
        ("const fs = require('fs'); fs.readFileSync(process.argv[2]); fs.writeFileSync('out.txt', 'x');", &[]),
        ("import { readdirSync } from 'fs'; readdirSync('/tmp'); await Bun.file('a.json').json();", &["a.json"]),
        ("readFile('a'); class {", &[]),
    ] {
        assert_eq!(super::module_reads(code, "handler.ts"), wished, "{code}");
    }
}

fn found(path: &Path, text: &str) -> Vec<Finding> {
    script(text, &path.file_name().unwrap().to_string_lossy(), &[])
}

fn rules(findings: &[Finding], pick: impl Fn(Severity) -> bool) -> BTreeSet<String> {
    let picked = findings.iter().filter(|finding| pick(finding.severity));
    picked.map(|finding| finding.rule.clone()).collect()
}

/// The rules that a case names in its first line.
fn named(text: &str, word: &str) -> BTreeSet<String> {
    let list = text.lines().next().unwrap().strip_prefix(word).unwrap();
    list.split(", ").filter(|rule| *rule != "nothing").map(str::to_owned).collect()
}

/// Holds the cases, and the figures that the docs give, against each other.
fn hold(kind: &str, word: &str, pick: impl Fn(Severity) -> bool + Copy, no_more: bool) {
    let cases = cases(kind);
    let mut wrong = Vec::new();
    for (path, text) in &cases {
        let findings = found(path, text);
        let expected = named(text, word);
        let got = rules(&findings, pick);
        let above = no_more && findings.iter().any(|finding| finding.severity > Severity::Low);
        if got != expected || above {
            wrong.push(format!("{}: {expected:?}, found {findings:#?}", path.display()));
        }
    }
    println!("{kind}: {} cases, {} right", cases.len(), cases.len() - wrong.len());
    assert!(wrong.is_empty(), "{} of {}: {}", wrong.len(), cases.len(), wrong.join("\n"));
    assert_eq!(documented(kind), (cases.len(), cases.len() - wrong.len()), "docs/AUDIT.md: {kind}");
}

#[test]
fn harmful_scripts_are_caught() {
    hold("harmful-js", "// expect: ", |severity| severity > Severity::Low, false);
}

#[test]
fn harmless_scripts_say_what_they_reach_and_no_more() {
    hold("harmless-js", "// reaches: ", |severity| severity == Severity::Low, true);
}

/// So long a file may take in a test, which is not made for speed, on a busy machine.
const SOON: Duration = Duration::from_secs(20);

fn soon(text: &str, name: &str) -> Vec<Finding> {
    let begin = Instant::now();
    let found = script(text, name, &[]);
    let start: String = text.chars().take(20).collect();
    println!("{start}: {:?}", begin.elapsed());
    assert!(begin.elapsed() < SOON, "{start}: {:?}", begin.elapsed());
    found
}

#[test]
fn deep_nesting_is_told_and_ends_nobody() {
    let nested = |open: &str, close: &str, times: usize| {
        format!("{}x{}", open.repeat(times), close.repeat(times))
    };
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{a:", "}"),
        ("!", ""),
        ("a=>", ""),
        ("a?b:", ""),
        ("if(a)", ""),
        ("if(a)b;else ", ""),
        ("`${", "}`"),
        ("f(", ")"),
        ("a+", ""),
        ("a.", ""),
        ("new ", ""),
        ("function f(){", "}"),
        ("()=>{", "}"),
        ("class A{b(){", "}}"),
        ("let y:A<", ">"),
    ] {
        let found = soon(&nested(open, close, 100_000), "x.ts");
        assert!(found.iter().any(|finding| finding.rule == "not-read"), "{open}");
        // As deep as is still read.
        soon(&nested(open, close, 4_900 / open.len()), "x.ts");
        soon(&nested(open, close, 1_000), "x.ts");
    }
}

#[test]
fn half_a_mebibyte_on_one_line_is_read() {
    let part = "function a(b,c){var d=b?c:require('fs');return d&&d.e(b+c,{f:[1,2]})}a(1,'x');";
    let mut text = part.repeat(500 * 1024 / part.len());
    text.push_str("require('child_process').exec('rm -rf /');");
    let found = soon(&text, "bundle.js");
    let ids = rules(&found, |_| true);
    let expected = ["minified", "program", "remove-root"].map(str::to_owned);
    assert_eq!(ids, expected.into_iter().collect(), "{found:?}");
    assert_eq!(found[0].excerpt, "rm -rf /");
    let program = found.iter().find(|finding| finding.rule == "program").unwrap();
    assert_eq!(program.excerpt, "require('child_process').exec('rm -rf /');");
}

#[test]
fn names_that_lead_to_each_other_end() {
    for text in [
        "let a = b; let b = a; eval(a); a.exec(b)".to_owned(),
        "const f = () => f(); require(f()).exec(f())".to_owned(),
        "function f(x) { return f(x + x) } eval(f('a'))".to_owned(),
        format!(
            "const a0='x';{}eval(a500)",
            (0..500).map(|i| format!("const a{}=a{i}+a{i};", i + 1)).collect::<String>()
        ),
        format!("let a='';{}eval(a)", "a+=a+a;".repeat(5_000)),
        format!("const f=x=>require(x);{}", "f('fs');".repeat(20_000)),
        format!("let e=process.env;{}", "e[e[e.A]];".repeat(10_000)),
    ] {
        soon(&text, "x.js");
    }
}

#[test]
fn a_finding_says_where_and_why_and_each_thing_once() {
    let text = "// eval(x)\nconst a = 'child_process'\nconst { execFile: go } = require(a)\ngo('git')\ngo('git')\ngo('jq')\n";
    let found = script(text, "lib/x.js", &[]);
    let said: Vec<_> = found.iter().map(|f| (f.line, f.why.as_str(), f.excerpt.as_str())).collect();
    assert_eq!(
        said,
        [
            (4, "It starts the program git.", "go('git')"),
            (6, "It starts the program jq.", "go('jq')")
        ]
    );
    assert!(found.iter().all(|f| f.file == "lib/x.js" && f.severity == Severity::Low));
}

#[test]
fn a_variable_that_the_hook_names_is_no_news() {
    let text = "export default () => [process.env.MY_TOKEN, process.env.OTHER]";
    let found = script(text, "x.ts", &["MY_TOKEN".to_owned()]);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].why, "It reads OTHER from your environment.");
}

#[test]
fn what_cannot_be_parsed_is_said() {
    let found = script("export default ( => {", "x.ts", &[]);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].rule.as_str(), found[0].severity), ("not-read", Severity::Low));
    for (text, name) in [
        ("return 1; with (a) { b }", "x.cjs"),
        ("var x: number = 1", "handler"),
        ("#!/usr/bin/env node\nvar a = 010", "tool"),
        ("const a = <T,>(x: T) => x", "x.ts"),
        ("export default () => <p>it's</p>", "x.tsx"),
    ] {
        assert_eq!(script(text, name, &[]), vec![], "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = script(&String::from_utf8_lossy(&bytes), "x.ts", &[]);
    }

    #[test]
    fn real_scripts_with_pieces_moved_are_survived(
        which in 0_usize..1_000, cuts in proptest::collection::vec((any::<u16>(), any::<u16>(), 0_usize..20), 1..8),
    ) {
        const PIECES: [&str; 20] = [
            "(", ")", "{", "}", "[", "]", "`", "${", "'", "\"", "/", "/*", "*/", "=>", "await ", "?.",
            "\u{E000}", "\u{2028}", "...", "import(",
        ];
        let cases: Vec<_> = cases("harmful-js").into_iter().chain(cases("harmless-js")).collect();
        let (path, text) = &cases[which % cases.len()];
        let mut chars: Vec<char> = text.chars().collect();
        for (at, length, piece) in cuts {
            let at = usize::from(at) % (chars.len() + 1);
            let end = (at + usize::from(length) % 40).min(chars.len());
            chars.splice(at..end, PIECES[piece].chars());
        }
        let _ = found(path, &chars.into_iter().collect::<String>());
    }

    #[test]
    fn any_mix_of_syntax_is_survived(parts in proptest::collection::vec(
        prop_oneof![
            Just("a"), Just("require"), Just("('fs')"), Just(".exec"), Just("`${"), Just("}`"), Just("{"),
            Just("}"), Just("("), Just(")"), Just("=>"), Just("="), Just(";"), Just(","), Just("/"),
            Just("'x'"), Just("const "), Just("let "), Just("import "), Just(" from 'net'"), Just("await "),
            Just("async "), Just("process.env"), Just("..."), Just("[0]"), Just("?."), Just("??"), Just("<T>"),
            Just(": any"), Just("class A"), Just("function f"), Just("return "), Just("if"), Just("else "),
            Just("for"), Just(" of "), Just("new "), Just("eval"), Just("\n"), Just("#p"), Just("@d "), Just("é"),
        ], 0..40)) {
        let _ = script(&parts.concat(), "x.ts", &[]);
    }
}
