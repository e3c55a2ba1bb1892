use super::*;

fn repaired(syntax: Syntax, text: &str) -> String {
    repair(syntax, text).unwrap_or_else(|| panic!("not repaired: {text}")).text
}

#[test]
fn one_slip_in_json_is_put_right() {
    for (slip, sound) in [
        ("{ a: 1 b: 2 }", "{ a: 1, b: 2 }"),
        ("{\n  \"a\": 1\n  \"b\": 2\n}\n", "{\n  \"a\": 1,\n  \"b\": 2\n}\n"),
        ("{ \"a\" 1 }", "{ \"a\": 1 }"),
        ("{ a = 1 }", "{ a : 1 }"),
        ("{ a: 1; b: 2 }", "{ a: 1, b: 2 }"),
        ("{ a: [1, 2 }", "{ a: [1, 2] }"),
        ("{ a: [1, 2}, b: 3 }", "{ a: [1, 2], b: 3 }"),
        ("{ a: { b: 1 }", "{ a: { b: 1 }}"),
        ("{\n  a: 1\n", "{\n  a: 1\n}\n"),
        ("{ a: 1 } }", "{ a: 1 } "),
        ("{ a: 1,, b: 2 }", "{ a: 1, b: 2 }"),
        ("{ “a”: 1 }", "{ \"a\": 1 }"),
        ("{ a: True, b: None }", "{ a: true, b: null }"),
        ("{\n  a: \"x,\n  b: 2\n}", "{\n  a: \"x\",\n  b: 2\n}"),
        ("{\n  a: \"x\n}", "{\n  a: \"x\"\n}"),
        ("{\n  \"a: 1\n}", "{\n  \"a\": 1\n}"),
        ("{\n  # mine\n  a: 1\n}", "{\n  // mine\n  a: 1\n}"),
        ("{\n  a: ~/notes,\n  b: 1\n}", "{\n  a: \"~/notes\",\n  b: 1\n}"),
        (
            "{\n  hooks: {\n    on: true,\n  channels: {},\n}\n",
            "{\n  hooks: {\n    on: true,\n  },\n  channels: {},\n}\n",
        ),
    ] {
        assert_eq!(repaired(Syntax::Json5, slip), sound, "{slip}");
    }
}

#[test]
fn one_slip_in_toml_is_put_right() {
    for (slip, sound) in [
        ("[[hooks]\nname = \"x\"\n", "[[hooks]]\nname = \"x\"\n"),
        ("[hooks\na = 1\n", "[hooks]\na = 1\n"),
        ("a 1\n", "a = 1\n"),
        ("a: 1\n", "a = 1\n"),
        ("a = hello\n", "a = \"hello\"\n"),
        ("a = my text # x\n", "a = \"my text\" # x\n"),
        ("a = \"x\nb = 1\n", "a = \"x\"\nb = 1\n"),
        ("a = \"x'\nb = 1\n", "a = \"x\"\nb = 1\n"),
        ("a = [\"x\", \"y\nb = 1\n", "a = [\"x\", \"y\"]\nb = 1\n"),
        ("a = [\"x\"\nb = 1\n", "a = [\"x\"]\nb = 1\n"),
        ("a = [\n  \"x\",\n  \"y\"\nb = 1\n", "a = [\n  \"x\",\n  \"y\"\n]\nb = 1\n"),
        ("a = [\n  \"x\"\n  \"y\"\n]\n", "a = [\n  \"x\",\n  \"y\"\n]\n"),
        ("a = { b = 1\nc = 2\n", "a = { b = 1 }\nc = 2\n"),
        ("a = True\n", "a = true\n"),
        ("a = 1;\n", "a = 1\n"),
        ("a = 1 // x\n", "a = 1 # x\n"),
        ("a = “x”\n", "a = \"x\"\n"),
        ("a = \"C:\\Users\"\n", "a = 'C:\\Users'\n"),
        ("a = 1\na = 1\n", "a = 1\n"),
    ] {
        assert_eq!(repaired(Syntax::Toml, slip), sound, "{slip}");
    }
}

#[test]
fn two_slips_are_two_sentences() {
    let both = repair(Syntax::Toml, "a = hello\n[[hooks]\n").unwrap();
    assert_eq!(both.text, "a = \"hello\"\n[[hooks]]\n");
    let mut says = both.says;
    says.sort();
    assert_eq!(says[0], "Line 1: a text has to be in quotes.");
    assert_eq!(says.len(), 2);
}

#[test]
fn what_is_sound_or_beyond_a_slip_is_left_alone() {
    for (syntax, text) in [
        (Syntax::Json5, "{ a: 1 }"),
        (Syntax::Toml, "a = 1\n"),
        (Syntax::Json5, "hello, this is a letter"),
        (Syntax::Toml, "a = 1\na = 2\n"),
    ] {
        assert_eq!(repair(syntax, text), None, "{text}");
    }
}

mod properties {
    use super::*;
    use proptest::prelude::*;
    use tacklebox_testing::lines::changed;

    const SOUND: &str = "{\n  // mine\n  \"a\": { \"b\": [1, 2, \"x\"], \"c\": 'y' },\n  d: true,\n  e: {\n    f: 'it is',\n  },\n}\n";
    const TOML: &str = "# mine\na = 1\nlist = [\"x\", \"y\"]\n\n[hooks]\nenabled = true # kept\n\n[[more]]\nname = 'x'\n";

    /// The line that "Line 3: …" names.
    fn line_of(says: &str) -> usize {
        says["Line ".len()..].split(':').next().unwrap().parse().unwrap()
    }

    proptest! {
        /// One sign less: what is handed out parses, and no byte changes but in the lines that were named.
        #[test]
        fn a_sign_that_fell_out_never_takes_another_line_along(
            json in any::<bool>(), at in 0usize..200,
        ) {
            let (syntax, sound) = if json { (Syntax::Json5, SOUND) } else { (Syntax::Toml, TOML) };
            let mut signs = sound.char_indices().filter(|(_, c)| "{}[],:\"'=".contains(*c)).cycle();
            let (at, c) = signs.nth(at).unwrap();
            let mut slip = sound.to_owned();
            slip.replace_range(at..at + c.len_utf8(), "");
            if let Some(repaired) = repair(syntax, &slip) {
                prop_assert!(edit::parse_or_empty(syntax, &repaired.text).is_ok());
                let named: Vec<usize> = repaired.says.iter().map(|says| line_of(says)).collect();
                let (first, last) = (*named.iter().min().unwrap(), *named.iter().max().unwrap());
                // A sign put at the end of a line is in that line.
                let inside = changed(&slip, &repaired.text)
                    .iter().any(|(from, to)| first <= *from && *to <= last);
                prop_assert!(inside, "{:?}\n{slip}\n→\n{}", repaired.says, repaired.text);
            }
        }

        #[test]
        fn no_text_brings_it_down(text in "\\PC{0,60}", json in any::<bool>()) {
            repair(if json { Syntax::Json5 } else { Syntax::Toml }, &text);
        }
    }
}
