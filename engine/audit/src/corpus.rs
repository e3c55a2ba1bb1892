//! The corpus in `tests/hostile/audit`, and the figures that `docs/AUDIT.md` gives of it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::code::{js, py};
use crate::{Finding, Request, Severity, command_advice, http, prompt};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hostile/audit")
}

/// Half, language, whether it is malicious, name, text.
fn cases(half: &str) -> Vec<(String, bool, String, String)> {
    let list = fs::read_to_string(root().join("cases.csv")).unwrap();
    let rows = list.lines().skip(1).map(|row| row.split_once(',').unwrap());
    rows.filter(|(file, _)| file.starts_with(half))
        .map(|(file, expect)| {
            let language = file.split('/').nth(1).unwrap().to_owned();
            let text = fs::read_to_string(root().join(file)).unwrap();
            (language, expect == "malicious", file.to_owned(), text)
        })
        .collect()
}

fn read(language: &str, file: &str, text: &str) -> Vec<Finding> {
    match language {
        "shell" => command_advice(text, file, 1),
        "python" => py::script(text, file, &[]),
        "javascript" => js::script(text, file, &[]),
        _ if file.ends_with(".txt") => prompt(text, file, 1),
        _ => request(text, file),
    }
}

/// A request in the few lines of TOML that the corpus has.
fn request(text: &str, file: &str) -> Vec<Finding> {
    let value = |line: &str| {
        line.split_once('=').map(|(_, v)| v.trim().trim_matches('"').replace("\\\"", "\""))
    };
    let named = |name: &str| text.lines().find(|line| line.starts_with(name)).and_then(value);
    let headers: Vec<(String, String)> = text
        .lines()
        .skip_while(|line| *line != "[headers]")
        .skip(1)
        .filter_map(|line| Some((line.split('=').next()?.to_owned(), value(line)?)))
        .collect();
    let headers: Vec<(&str, &str)> =
        headers.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let (url, method, body) = (named("url").unwrap(), named("method"), named("body"));
    let request =
        Request { url: &url, method: method.as_deref(), headers: &headers, body: body.as_deref() };
    http(&request, file, 1)
}

/// For each language: malicious files and how many were found, benign files and how many had nothing
/// above low.
type Figures = BTreeMap<String, [usize; 4]>;

fn measure(half: &str) -> (Figures, Vec<String>) {
    let (mut figures, mut wrong) = (Figures::new(), Vec::new());
    for (language, malicious, file, text) in cases(half) {
        let found = read(&language, &file, &text);
        let above = found.iter().any(|finding| finding.severity > Severity::Low);
        let row = figures.entry(language).or_default();
        let at = if malicious { 0 } else { 2 };
        row[at] += 1;
        row[at + 1] += usize::from(above == malicious);
        if above != malicious {
            let said: Vec<String> =
                found.iter().map(|f| format!("{} {}: {}", f.line, f.rule, f.why)).collect();
            wrong.push(format!("{file}: {said:#?}"));
        }
    }
    (figures, wrong)
}

#[test]
fn the_known_half_is_told_apart() {
    let (figures, wrong) = measure("known");
    println!("{figures:?}\n{}", wrong.join("\n"));
    assert!(wrong.is_empty());
}

/// The half that no rule was written with: its figures are those of `docs/AUDIT.md`.
#[test]
fn the_half_set_apart_gives_the_figures_of_the_docs() {
    // Which of them are told wrongly is not looked at: no rule is written with them.
    let (figures, _) = measure("held-out");
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/AUDIT.md");
    let docs = fs::read_to_string(docs).unwrap();
    for (language, [malicious, caught, benign, clean]) in figures {
        let row = format!("| {language} | {caught} of {malicious} | {clean} of {benign} |");
        assert!(docs.contains(&row), "docs/AUDIT.md does not have: {row}");
    }
}
