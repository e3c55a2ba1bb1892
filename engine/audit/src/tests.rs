use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::command;

mod public;
mod sent;
mod told;

fn rules(text: &str) -> BTreeSet<String> {
    command(text, "HOOK.toml", 1).into_iter().map(|finding| finding.rule).collect()
}

pub(super) fn cases(kind: &str) -> Vec<(PathBuf, String)> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/audit").join(kind);
    let mut paths: Vec<_> = fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// A row of the table of figures in `docs/AUDIT.md`: how many cases, and how many of them are right.
pub(super) fn documented(kind: &str) -> (usize, usize) {
    let doc = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/AUDIT.md");
    let doc = fs::read_to_string(doc).unwrap();
    let row = doc.lines().find(|line| line.contains(&format!("audit/{kind}`"))).unwrap();
    let number = |cell: usize| {
        let cell = row.split('|').nth(cell).unwrap().trim();
        cell.split(' ').next().unwrap().parse().unwrap()
    };
    (number(2), number(3))
}

#[test]
fn harmful_cases_are_caught() {
    let cases = cases("harmful");
    let mut missed = Vec::new();
    for (path, text) in &cases {
        let expected = text.lines().next().unwrap().strip_prefix("# expect: ").unwrap();
        let expected: BTreeSet<String> = expected.split(", ").map(str::to_owned).collect();
        let found = rules(text);
        if found != expected {
            missed.push(format!("{}: {expected:?}, found {found:?}", path.display()));
        }
    }
    println!("harmful: {} cases, {} caught", cases.len(), cases.len() - missed.len());
    assert!(missed.is_empty(), "{missed:#?}");
    assert_eq!(documented("harmful"), (cases.len(), cases.len()), "docs/AUDIT.md");
}

#[test]
fn harmless_cases_are_clean() {
    let cases = cases("harmless");
    let mut alarms = Vec::new();
    for (path, text) in &cases {
        let found = command(text, "x.sh", 1);
        if !found.is_empty() {
            alarms.push(format!("{}: {found:?}", path.display()));
        }
    }
    println!("harmless: {} cases, {} false alarms", cases.len(), alarms.len());
    assert!(alarms.is_empty(), "{alarms:#?}");
    assert_eq!(documented("harmless"), (cases.len(), cases.len()), "docs/AUDIT.md");
}

#[test]
fn a_finding_says_where_and_why() {
    let found = command("set -e\nbash <<'EOF'\necho a\nrm -rf /  # all of it\nEOF\n", "run.sh", 10);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].file.as_str(), found[0].line), ("run.sh", 13));
    assert_eq!(found[0].excerpt, "rm -rf /  # all of it");
    assert!(found[0].why.ends_with('.'));
}

#[test]
fn lines_are_counted_inside_quotes_too() {
    let found = command("bash -c 'echo a\necho b\nmkfs /dev/sda1\n'", "x", 1);
    assert_eq!(found.iter().map(|f| f.line).collect::<Vec<_>>(), [3]);
}

#[test]
fn what_parsed_before_an_error_is_still_read() {
    assert!(rules("rm -rf /\nif ((((\n").contains("remove-root"));
    assert!(rules("fi done }\nrm -rf /\n").contains("remove-root"));
}

#[test]
fn hostile_texts_end_soon_and_do_not_pass_for_clean() {
    let nested = |open: &str, n: usize, inside: &str, close: &str| {
        format!("{}{inside}{}", open.repeat(n), close.repeat(n))
    };
    for text in [
        nested("( ", 20_000, "rm -rf /", " )"),
        nested("$(", 20_000, "rm -rf /", ")"),
        nested("{ ", 20_000, "rm -rf /;", " ;}"),
        nested("eval ", 20_000, "rm -rf /", ""),
        nested("sudo ", 20_000, "rm -rf /", ""),
        nested("$X ", 20_000, "rm -rf /", ""),
        nested("if true; then ", 5_000, "rm -rf /", "; fi"),
        format!("{}rm -rf /", "true && ".repeat(20_000)),
        format!("{}rm -rf /", "true | ".repeat(1_000)),
        format!("X=a\n{}rm -rf /", "X=$X$X\n".repeat(500)),
        format!("f() {{ f \"$@\" a; f b; }}\n{}rm -rf /", "f x\n".repeat(2_000)),
    ] {
        let begin = &text[..text.len().min(30)];
        assert!(!rules(&text).is_empty(), "{begin:?}");
    }
}

#[test]
fn line_ends_of_windows_do_not_hide_a_word() {
    assert!(rules("echo a\r\nrm -rf /\r\n").contains("remove-root"));
}

#[test]
fn too_much_text_is_not_read() {
    assert!(rules(&"a".repeat(super::MOST_BYTES + 1)).contains("large-file"));
}

/// The grammar's own reader asks a table of 384 rows for what is behind a `{`.
#[test]
fn a_letter_of_any_alphabet_behind_a_brace_is_survived() {
    for letter in (0x100..=0x10_FFFF).step_by(0x100).filter_map(char::from_u32) {
        for text in [
            format!("echo {{{letter}"),
            format!("echo {{1{letter}"),
            format!("echo {{1..2{letter}}}"),
        ] {
            let _ = command(&text, "x", u32::MAX);
        }
    }
    assert!(rules("echo {\u{10FFFF}\nrm -rf /\n").contains("remove-root"));
}

proptest! {
    #[test]
    fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = command(&String::from_utf8_lossy(&bytes), "x", u32::MAX);
    }

    #[test]
    fn any_mix_of_shell_syntax_is_survived(parts in proptest::collection::vec(
        prop_oneof![
            Just("rm -rf "), Just("/"), Just("$("), Just(")"), Just("`"), Just("\""), Just("'"),
            Just("{"), Just("}"), Just(","), Just("|"), Just("&"), Just(";"), Just("\n"),
            Just("<<E\n"), Just("\nE\n"), Just("<<<"), Just("<"), Just(">"), Just("${X:0:1}"),
            Just("${"), Just("$'\\x"), Just("\\"), Just("bash "), Just("-c "), Just("eval "),
            Just("f() "), Just("for x in "), Just("; do "), Just(" done "), Just("case x in "),
            Just("if "), Just("then "), Just("fi "), Just("X="), Just("(("), Just("[["), Just("é"),
            Just("curl x"), Just("xargs "), Just("find / -exec "), Just("\u{E000}"), Just("%s"),
            Just("printf "), Just("echo -e "), Just("crontab -"), Just("set -- "), Just(" "),
        ], 0..40)) {
        let _ = command(&parts.concat(), "x", 1);
    }
}
