//! Configs changed at random and edited: an edit reads back as it was wished, a set that is taken back leaves
//! the file byte for byte, and no text ends the program.

use serde_json::{Value, json};
use tacklebox_fuzz::{corpus, fuzz, signature};

use super::{ConfigPath, Edit, Syntax, diff, edit, parse, redact};

const WORDS: [&str; 32] = [
    "hooks",
    "internal",
    "entries",
    "enabled",
    "\"a.b\"",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    " = ",
    "// c\n",
    "/* c */",
    "# c\n",
    "'x'",
    "\"x\"",
    "\"\"\"",
    "'''",
    "[hooks]\n",
    "[hooks.internal]\n",
    "[[hooks]]\n",
    "{ a = 1 }",
    "{ a: 1 }",
    "true",
    "null",
    "Infinity",
    "0x1F",
    "\\u0061",
    "\\\n",
    "1979-05-27",
    "a.b = 1\n",
];

/// The edit that is tried follows from the input, so that the same input always does the same.
fn wish(input: &[u8]) -> (ConfigPath, Value) {
    let sum = input
        .iter()
        .fold(input.len(), |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte)));
    let paths: [&[&str]; 6] = [
        &["hooks", "internal", "entries", "new", "enabled"],
        &["hooks", "internal", "enabled"],
        &["hooks"],
        &["a.b", "c"],
        &["env", "KEY"],
        &["x"],
    ];
    let values =
        [json!(false), json!("it's \"x\"\n"), json!(7), json!({"a": [1, {"b": "c"}]}), json!([])];
    let path = paths[sum % paths.len()];
    (ConfigPath::of(path.iter().copied()), values[sum / 7 % values.len()].clone())
}

fn edits(name: &str, syntax: Syntax, given: Vec<Vec<u8>>) {
    fuzz(name, given, &WORDS, |input| {
        let Ok(text) = std::str::from_utf8(input) else { return 0 };
        let (path, value) = wish(input);
        let before = parse(syntax, text);
        let set = Edit::Set { path: path.clone(), value: value.clone() };
        let after = match edit(syntax, text, &[set]) {
            Ok(after) => after,
            Err(error) => return signature(&error.to_string()) ^ signature(&before.is_ok()),
        };
        let read = parse(syntax, &after).expect("what was edited parses");
        assert_eq!(path.get(&read), Some(&value));
        let _ = (redact(syntax, &after), diff(syntax, text, &after));
        if before.as_ref().is_ok_and(|before| path.get(before).is_none()) {
            let back = edit(syntax, &after, &[Edit::Unset { path }])
                .expect("what was set can be taken back");
            // Parents that were made for it may stay where the text was empty before.
            let same = back == text
                || parse(syntax, &back).is_ok_and(|back| before.is_ok_and(|b| b == back));
            assert!(same, "{text:?} became {back:?}");
        }
        signature(&read)
    });
}

#[test]
fn fuzz_edits_of_json5() {
    let json = |file: &str| file.ends_with(".json") && !file.starts_with("package");
    edits("json5-edit", Syntax::Json5, corpus(&["tests/cases"], json));
}

#[test]
fn fuzz_edits_of_toml() {
    edits("toml-edit", Syntax::Toml, corpus(&["tests/cases"], |file| file.ends_with(".toml")));
}
