//! Scripts changed at random: the audit reads any text to an end, and what it says is in the text.

use std::collections::BTreeSet;

use tacklebox_fuzz::{corpus, exact, fuzz};

use super::{Finding, answers, command, command_answers};
use crate::code::{js, py};

fn holds(findings: &[Finding], text: &str) -> u64 {
    let lines = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
    for finding in findings {
        assert!(finding.line >= 1 && finding.line <= lines.saturating_add(1), "{finding:?}");
        assert!(
            !finding.why.is_empty() && finding.excerpt.chars().count() <= super::LONGEST_EXCERPT
        );
    }
    let rules: BTreeSet<&str> = findings.iter().map(|finding| finding.rule.as_str()).collect();
    exact(&rules.into_iter().collect::<Vec<_>>().join(" "))
}

/// Where scripts of strangers are, and ours.
const STRANGERS: [&str; 4] =
    ["tests/cases/audit", "tests/hostile/audit", "tests/hostile/hooks", "hooks-bundled"];

#[test]
fn fuzz_audit_of_shell() {
    let words = [
        "$(",
        ")",
        "`",
        "${x:-",
        "}",
        "<<EOF\n",
        "EOF\n",
        "| sh",
        "eval ",
        "bash -c '",
        "rm -rf /",
        "/dev/tcp/",
        "<(",
        "&&",
        ";",
        "if ",
        "; then ",
        "fi",
        "case x in ",
        "esac",
        "f() {",
        "for i in ",
        "do ",
        "done",
        "\\\n",
        "$'\\x41'",
        "{a,b}",
        "base64 -d",
        "curl x",
        "$IFS",
    ];
    let given = corpus(&STRANGERS, |file| file.ends_with(".sh"));
    fuzz("audit-shell", given, &words, |input| {
        let text = String::from_utf8_lossy(input);
        let _ = command_answers(&text);
        holds(&command(&text, "run.sh", 1), &text)
    });
}

#[test]
fn fuzz_audit_of_javascript() {
    let words = [
        "import ",
        " from \"",
        "require(\"child_process\")",
        ".exec(",
        "`${",
        "}`",
        "=>",
        "async ",
        "await ",
        "eval(",
        "new Function(",
        "process.env",
        "const { a } = ",
        "?.",
        "...",
        "/x/g",
        "<T>",
        ": string",
        "class A {",
        "export default ",
        "\\u0061",
        "//",
        "/*",
        "*/",
        "fs.rmSync(",
        "os.homedir()",
        "globalThis[",
        "atob(",
        "import(",
        "switch (",
    ];
    let script = |file: &str| [".js", ".ts", ".mjs"].iter().any(|end| file.ends_with(end));
    let given = corpus(&STRANGERS, script);
    fuzz("audit-javascript", given, &words, |input| {
        let text = String::from_utf8_lossy(input);
        let name = if input.len() % 2 == 0 { "handler.ts" } else { "handler.js" };
        let _ = answers(name, &text);
        holds(&js::script(&text, name, &[]), &text)
    });
}

#[test]
fn fuzz_audit_of_python() {
    let words = [
        "import ",
        "from os import ",
        "as x\n",
        "os.system(",
        "subprocess.run([",
        ", shell=True)",
        "exec(",
        "eval(",
        "compile(",
        "__import__(\"os\")",
        "getattr(",
        "open(",
        ".write(",
        "shutil.rmtree(",
        "os.environ[",
        "Path.home() / ",
        "base64.b64decode(",
        "urllib.request.urlopen(",
        "f\"{",
        "}\"",
        "\"\"\"",
        "b'\\x41'",
        "%s\" % ",
        ".format(",
        "lambda x: ",
        "def f(*a, **k):\n    ",
        "class A:\n    ",
        "async def ",
        "with ",
        "for x in ",
        "match x:\n    case ",
        "try:\n    ",
        "except:\n    ",
        "return ",
        ":=",
        "@x\n",
        "\\\n",
        "\t",
        "#",
    ];
    let folders = ["tests/hostile/audit", "tests/cases/moltis", "hooks-bundled"];
    let given = corpus(&folders, |file| file.ends_with(".py"));
    assert!(given.len() > 70, "{} seeds", given.len());
    fuzz("audit-python", given, &words, |input| {
        let text = String::from_utf8_lossy(input);
        let _ = answers("hook.py", &text);
        holds(&py::script(&text, "hook.py", &[]), &text)
    });
}
