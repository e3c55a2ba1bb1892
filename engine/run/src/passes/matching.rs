//! A text that a pattern matches: the pattern is walked for a short one, with a few words around it where they
//! may be there.

use regex_syntax::hir::{Class, Hir, HirKind};

/// Texts to try a pattern with; few patterns match one of them.
pub(super) const OTHER_TEXTS: [&str; 3] = ["Show the log", "Hello", "42"];
/// What a place that takes many letters is filled with.
const LETTERS: [char; 4] = [' ', 'a', '1', '-'];
/// So many ways out of an alternation are tried.
const MOST_BRANCHES: usize = 8;
/// A longer text is too long for an example.
const MOST_CHARS: usize = 4096;

/// One way through a pattern.
#[derive(Clone, Copy)]
struct Way {
    letter: char,
    branch: usize,
    /// What may be there or not is there.
    full: bool,
}

/// A text that the pattern matches and that `fits`; none where none was found.
pub(super) fn matching(pattern: &str, fits: impl Fn(&str) -> bool) -> Option<String> {
    let hir = regex_syntax::parse(pattern).ok()?;
    let texts = || ways().filter_map(|way| walked(&hir, way));
    let short = texts().next().unwrap_or_default().trim().to_owned();
    let short = Some(short).filter(|it| it.contains(char::is_alphabetic));
    let told = short.map(|it| [format!("Please {it} it"), format!("{it} it"), it.clone()]);
    let others = OTHER_TEXTS.map(str::to_owned).into_iter();
    let mut all = others.chain(told.into_iter().flatten()).chain(texts().flat_map(around));
    all.find(|text| fits(text))
}

fn ways() -> impl Iterator<Item = Way> {
    (0..MOST_BRANCHES).flat_map(|branch| {
        [true, false].into_iter().flat_map(move |full| {
            LETTERS.into_iter().map(move |letter| Way { letter, branch, full })
        })
    })
}

/// As it is, and where it has to be a part of something longer.
fn around(text: String) -> [String; 3] {
    [text.clone(), format!("-{text}-"), format!("x{text}x")]
}

fn walked(hir: &Hir, way: Way) -> Option<String> {
    let mut text = String::new();
    walk(hir, way, &mut text)?;
    Some(text)
}

/// Writes what this part matches; none where it matches nothing.
fn walk(hir: &Hir, way: Way, text: &mut String) -> Option<()> {
    match hir.kind() {
        // Whether an edge is where it has to be is asked of the whole.
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(std::str::from_utf8(&literal.0).ok()?),
        HirKind::Class(class) => text.push(letter(class, way.letter)?),
        HirKind::Repetition(times) => {
            let wished = times.min.max(u32::from(way.full)).min(times.max.unwrap_or(u32::MAX));
            for _ in 0..wished {
                (text.len() < MOST_CHARS).then_some(())?;
                walk(&times.sub, way, text)?;
            }
        }
        HirKind::Capture(group) => walk(&group.sub, way, text)?,
        HirKind::Concat(parts) => {
            for part in parts {
                walk(part, way, text)?;
            }
        }
        HirKind::Alternation(branches) => {
            let last = branches.len().checked_sub(1)?;
            walk(branches.get(way.branch.min(last))?, way, text)?;
        }
    }
    Some(())
}

/// A letter of a class: the one that is wished, else one that a person can read.
fn letter(class: &Class, wished: char) -> Option<char> {
    let ranges: Vec<(char, char)> = match class {
        Class::Unicode(class) => class.iter().map(|range| (range.start(), range.end())).collect(),
        Class::Bytes(class) => {
            class.iter().map(|range| (range.start().into(), range.end().into())).collect()
        }
    };
    let has = |c: &char| ranges.iter().any(|(from, to)| (*from..=*to).contains(c));
    let readable = || ('a'..='z').chain('A'..='Z').chain('0'..='9').chain(' '..='~').find(has);
    Some(wished).filter(has).or_else(readable).or_else(|| ranges.first().map(|(from, _)| *from))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regex::Regex;

    use super::*;

    fn found(pattern: &str) -> Option<String> {
        let regex = Regex::new(pattern).unwrap();
        let text = matching(pattern, |text| regex.is_match(text));
        assert!(text.iter().all(|text| regex.is_match(text)), "{pattern}: {text:?}");
        text
    }

    #[test]
    fn a_text_for_whatever_a_pattern_asks() {
        for (pattern, text) in [
            ("deploy", "Please deploy it"),
            ("^deploy", "deploy it"),
            ("deploy.*(prod|live)", "Please deploy prod it"),
            ("(?i)DEPLOY$", "deploy"),
            (r"\d+", "42"),
            ("^[a-z]{3}$", "aaa"),
            ("^[0-9a-f]{8}$", "aaaaaaaa"),
            (r"^\d{4}-\d{2}$", "0000-00"),
            (r"^(?:\w+@\w+\.(?:com|org))$", "a@a.com"),
            (r"a\bb|c", "c"),
            (r"\Brm\B", "xrmx"),
            (r"\brm\b.\bx\b", "Please rm x it"),
            (r"\b[а-я]+\b", "Please а it"),
            ("^[^ -~]$", "\u{0}"),
            ("^$", ""),
        ] {
            assert_eq!(found(pattern).as_deref(), Some(text), "{pattern}");
        }
        for never in [r"a\bb", "[^\\s\\S]", "a^b"] {
            assert_eq!(found(never), None, "{never}");
        }
    }

    /// A pattern that some text matches, whatever it is made of.
    fn pattern() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            "[a-zA-Z0-9 ]{1,6}",
            "[äöüßж]{1,3}",
            prop::sample::select(vec![
                r"\d",
                r"\w",
                r"\s",
                r"\D",
                r"\W",
                r"\S",
                ".",
                "[a-f]",
                "[^a-f]",
                "[^ ]",
                r"\.",
                r"\p{Greek}",
                "[[:punct:]]",
                r"[\w&&[^a-z]]",
                "(?i)ab",
                "(?s).",
            ])
            .prop_map(|part| format!("(?:{part})")),
        ];
        let grown = leaf.prop_recursive(4, 24, 4, |inner| {
            let times =
                prop::sample::select(vec!["*", "+", "?", "{2}", "{0,3}", "{3,}", "*?", "+?"]);
            prop_oneof![
                prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| parts.concat()),
                prop::collection::vec(inner.clone(), 2..4)
                    .prop_map(|parts| format!("(?:{})", parts.join("|"))),
                (inner.clone(), times).prop_map(|(part, times)| format!("(?:{part}){times}")),
                inner.prop_map(|part| format!("({part})")),
            ]
        });
        let edge = |edge: &'static str| prop::sample::select(vec!["", edge]);
        (edge("^"), grown, edge("$")).prop_map(|(from, part, to)| format!("{from}(?:{part}){to}"))
    }

    proptest! {
        #[test]
        fn every_pattern_that_can_match_has_an_example(pattern in pattern()) {
            prop_assert!(found(&pattern).is_some(), "{pattern}");
        }
    }
}
