//! What is looked for in JavaScript and TypeScript. The sentences here are used where nothing is known
//! about the program, host, variable or place in question; else the finding names it.

use super::super::rules::Rule;
use crate::Severity;

const fn rule(id: &'static str, severity: Severity, why: &'static str) -> Rule {
    Rule { id, severity, why }
}

pub(super) const PROGRAM: Rule = rule(
    "program",
    Severity::Low,
    "It starts a program whose name is known only while the hook runs.",
);
pub(super) const SHELL_TEXT: Rule = rule(
    "shell-text",
    Severity::Medium,
    "It hands a shell a command that is put together while the hook runs: what is put in can become a command of its own.",
);
pub(super) const EVAL: Rule =
    rule("eval", Severity::Medium, "It runs text as code, so what it does is not written here.");
pub(super) const DOWNLOADED_CODE: Rule = rule(
    "downloaded-code",
    Severity::High,
    "It runs what it has just downloaded, which can be anything and can change at any time.",
);
pub(super) const DECODED_CODE: Rule =
    rule("decoded-code", Severity::High, "It runs code that is encoded, so nobody can read it.");
pub(super) const NETWORK: Rule = rule(
    "network",
    Severity::Low,
    "It talks to the network; where to is known only while the hook runs.",
);
pub(super) const NETWORK_BY_NUMBER: Rule = rule(
    "network-by-number",
    Severity::Medium,
    "It talks to a computer that has no name, only a number.",
);
pub(super) const LISTENS: Rule =
    rule("listens", Severity::Medium, "It waits for connections from other programs or computers.");
pub(super) const ENV_READ: Rule = rule(
    "env-read",
    Severity::Low,
    "It reads a variable of your environment whose name is known only while the hook runs.",
);
pub(super) const ENV_WHOLE: Rule = rule(
    "env-whole",
    Severity::Medium,
    "It takes your whole environment, with every key and password in it.",
);
pub(super) const WRITE_OUTSIDE: Rule =
    rule("write-outside", Severity::Low, "It writes outside its own folder.");
pub(super) const WRITE_SYSTEM: Rule = rule(
    "write-system",
    Severity::Medium,
    "It writes to a folder of the system or of other hooks.",
);
pub(super) const WRITE_CONFIG: Rule = rule(
    "write-config",
    Severity::Medium,
    "It changes an agent's own settings, so it can switch on more than itself.",
);
pub(super) const WRITE_STARTUP: Rule = rule(
    "write-startup",
    Severity::High,
    "It writes to a file that is run or trusted when you log in, so it stays after the hook is gone.",
);
pub(super) const SECRET_PLACE: Rule =
    rule("secret-place", Severity::High, "It opens a place where keys and passwords are kept.");
pub(super) const DYNAMIC_IMPORT: Rule = rule(
    "dynamic-import",
    Severity::Medium,
    "It loads a module whose name is known only while the hook runs.",
);
pub(super) const NATIVE_CODE: Rule =
    rule("native-code", Severity::Medium, "It loads machine code, which nobody can read here.");
pub(super) const OBFUSCATED: Rule =
    rule("obfuscated", Severity::Medium, "Its names were scrambled so that nobody can read it.");
pub(super) const MINIFIED: Rule = rule(
    "minified",
    Severity::Low,
    "It is packed into a few long lines: a program for machines, hard for people to read.",
);
pub(super) const NOT_READ: Rule =
    rule("not-read", Severity::Low, "It could not be read as JavaScript or TypeScript.");
pub(super) const TOO_MUCH: Rule =
    rule("not-read", Severity::Low, "It is too large to be read completely.");
