//! Manifests changed at random: no text ends the program, and what is said of one holds together.

use tacklebox_fuzz::{corpus, exact, fuzz, signature};

use super::rewrite::{Wish, rewrite};
use super::{Broken, Manifest, body_start, front_range, parse};
use crate::dialect::Format;

const KEYS: [&str; 1] = ["milady"];
const WORDS: [&str; 30] = [
    "---\n",
    "+++\n",
    "name: ",
    "name = \"a\"\n",
    "metadata: ",
    "metadata:\n  milady:\n    ",
    "{\"milady\":{",
    "}}",
    "events: [",
    "events:\n      - ",
    "\"events\":[\"command:new\"]",
    "requires:\n      ",
    "bins: git\n",
    "os: [linux]\n",
    "&a ",
    "*a",
    "<<: ",
    "!!str ",
    "|\n  ",
    ">-\n  ",
    " # ",
    "command = \"true\"\n",
    "[hook]\n",
    "[hook.action.shell]\n",
    "[hook.action.http]\nurl = \"https://a\"\n",
    "[hook.conditions]\n",
    "pattern = \"(\"\n",
    "event = \"on_session_end\"\n",
    "timeout_secs = 0\n",
    "\"\"\"",
];

/// What both kinds of answer promise.
fn holds(read: &Result<Manifest, Broken>, text: &[u8]) {
    match read {
        Ok(manifest) => assert!(!manifest.name.trim().is_empty(), "a hook without a name"),
        Err(broken) => {
            assert!(!broken.message.is_empty());
            let lines = text.split(|byte| *byte == b'\n').count();
            assert!(
                broken.line.is_none_or(|line| line >= 1 && line as usize <= lines + 1),
                "{broken:?}"
            );
        }
    }
}

fn front(name: &str, format: Format) {
    let hostile = match format {
        Format::Yaml => "tests/hostile/manifests/yaml",
        _ => "tests/hostile/manifests/toml-front",
    };
    let mut given = corpus(&["tests/cases", "hooks-bundled"], |file| file == "HOOK.md");
    given.extend(corpus(&[hostile], |file| file.ends_with(".md")));
    fuzz(name, given, &WORDS, |input| {
        let read = parse(format, &KEYS, input);
        holds(&read, input);
        if let Ok(text) = std::str::from_utf8(input) {
            if let Some((from, to)) = front_range(format, text) {
                assert!(from <= to && text.is_char_boundary(from) && text.is_char_boundary(to));
            }
            assert!(text.is_char_boundary(body_start(format, text)));
        }
        match &read {
            Ok(manifest) => signature(manifest),
            Err(broken) => exact(&broken.message),
        }
    });
}

#[test]
fn fuzz_front_matter_in_yaml() {
    front("front-matter-yaml", Format::Yaml);
}

#[test]
fn fuzz_front_matter_in_toml() {
    front("front-matter-toml", Format::TomlFront);
}

/// A rewritten manifest says what the original says.
#[test]
fn fuzz_rewrite() {
    let given = corpus(&["tests/cases/milady", "tests/cases/eliza"], |file| file == "HOOK.md");
    fuzz("rewrite", given, &WORDS, |input| {
        let Ok(text) = std::str::from_utf8(input) else { return 0 };
        let Ok(before) = parse(Format::Yaml, &KEYS, input) else { return 1 };
        let wish = Wish { own_keys: &KEYS, copy_of: None, by_lines: true };
        let Ok(rewritten) = rewrite(wish, text) else { return 2 };
        let after =
            parse(Format::Yaml, &KEYS, rewritten.text.as_bytes()).expect("it is still read");
        assert_eq!((&after.name, &after.events), (&before.name, &before.events));
        assert_eq!(after.requires, before.requires);
        signature(&after)
    });
}

#[test]
fn fuzz_hook_toml() {
    let mut given = corpus(&["tests/cases", "hooks-bundled"], |file| file == "HOOK.toml");
    given.extend(corpus(&["tests/hostile/manifests/hook-toml"], |file| file.ends_with(".toml")));
    fuzz("hook-toml", given, &WORDS, |input| {
        let read = parse(Format::HookToml, &[], input);
        holds(&read, input);
        if let Ok(manifest) = &read {
            assert!(
                manifest.action.is_some() && manifest.events.len() == 1,
                "one event, one action"
            );
        }
        match &read {
            Ok(manifest) => signature(manifest),
            Err(broken) => exact(&broken.message),
        }
    });
}
