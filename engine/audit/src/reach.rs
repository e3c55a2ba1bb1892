//! What a program reaches, in whatever language. The sentences here are used where nothing is known
//! about the program, host, variable or place in question; else the finding names it.

use super::rules::Rule;
use crate::Severity;

const fn rule(id: &'static str, severity: Severity, why: &'static str) -> Rule {
    Rule { id, severity, why }
}

pub(crate) const PROGRAM: Rule = rule(
    "program",
    Severity::Low,
    "It starts a program whose name is known only while the hook runs.",
);
pub(crate) const SHELL_TEXT: Rule = rule(
    "shell-text",
    Severity::Medium,
    "It hands a shell a command that is put together while the hook runs: what is put in can become a command of its own.",
);
pub(crate) const EVAL: Rule =
    rule("eval", Severity::Medium, "It runs text as code, so what it does is not written here.");
pub(crate) const DOWNLOADED_CODE: Rule = rule(
    "downloaded-code",
    Severity::High,
    "It runs what it has just downloaded, which can be anything and can change at any time.",
);
pub(crate) const DECODED_CODE: Rule =
    rule("decoded-code", Severity::High, "It runs code that is encoded, so nobody can read it.");
pub(crate) const NETWORK: Rule = rule(
    "network",
    Severity::Low,
    "It talks to the network; where to is known only while the hook runs.",
);
pub(crate) const NETWORK_BY_NUMBER: Rule = rule(
    "network-by-number",
    Severity::Medium,
    "It talks to a computer that has no name, only a number.",
);
pub(crate) const LISTENS: Rule =
    rule("listens", Severity::Medium, "It waits for connections from other programs or computers.");
pub(crate) const ENV_READ: Rule = rule(
    "env-read",
    Severity::Low,
    "It reads a variable of your environment whose name is known only while the hook runs.",
);
pub(crate) const ENV_WHOLE: Rule = rule(
    "env-whole",
    Severity::Medium,
    "It takes your whole environment, with every key and password in it.",
);
pub(crate) const WRITE_OUTSIDE: Rule =
    rule("write-outside", Severity::Low, "It writes outside its own folder.");
pub(crate) const WRITE_SYSTEM: Rule = rule(
    "write-system",
    Severity::Medium,
    "It writes to a folder of the system or of other hooks.",
);
pub(crate) const WRITE_CONFIG: Rule = rule(
    "write-config",
    Severity::Medium,
    "It changes an agent's own settings, so it can switch on more than itself.",
);
pub(crate) const WRITE_STARTUP: Rule = rule(
    "write-startup",
    Severity::High,
    "It writes to a file that is run or trusted when you log in, so it stays after the hook is gone.",
);
pub(crate) const SECRET_PLACE: Rule =
    rule("secret-place", Severity::High, "It opens a place where keys and passwords are kept.");
pub(crate) const DYNAMIC_IMPORT: Rule = rule(
    "dynamic-import",
    Severity::Medium,
    "It loads a module whose name is known only while the hook runs.",
);
pub(crate) const NATIVE_CODE: Rule =
    rule("native-code", Severity::Medium, "It loads machine code, which nobody can read here.");
pub(crate) const OBFUSCATED: Rule =
    rule("obfuscated", Severity::Medium, "Its names were scrambled so that nobody can read it.");
#[cfg(feature = "javascript")]
pub(crate) const MINIFIED: Rule = rule(
    "minified",
    Severity::Low,
    "It is packed into a few long lines: a program for machines, hard for people to read.",
);
pub(crate) const NOT_READ: Rule =
    rule("not-read", Severity::Low, "It could not be read as JavaScript or TypeScript.");
#[cfg(feature = "javascript")]
pub(crate) const TOO_MUCH: Rule =
    rule("not-read", Severity::Low, "It is too large to be read completely.");
pub(crate) const SECRET_SENT: Rule = rule(
    "secret-sent",
    Severity::High,
    "It sends a key, a password or your environment to another computer.",
);
pub(crate) const SECRET_ASKED: Rule = rule(
    "secret-asked",
    Severity::Medium,
    "It asks a program that keeps passwords for one of them.",
);
pub(crate) const YOURS_SENT: Rule =
    rule("yours-sent", Severity::Medium, "It sends files or other things of yours elsewhere.");
pub(crate) const WHOLE_HOME: Rule = rule(
    "whole-home",
    Severity::Medium,
    "It goes through your whole home folder, where all that is yours is.",
);
pub(crate) const WATCHES: Rule =
    rule("watches", Severity::Medium, "It watches what you copy, type, see or say.");
pub(crate) const REMOVE_YOURS: Rule = rule(
    "remove-yours",
    Severity::High,
    "It deletes files of yours, or keys that nobody else has.",
);
pub(crate) const WEAKENS: Rule =
    rule("weakens", Severity::High, "It switches off something that protects this computer.");
pub(crate) const REDIRECTS_TOOLS: Rule = rule(
    "redirects-tools",
    Severity::Medium,
    "It changes for all your work where a tool gets things from, or what it runs.",
);
pub(crate) const FETCHED_PACKAGE: Rule = rule(
    "fetched-package",
    Severity::Medium,
    "It installs or runs a package that nobody has looked at and that can change at any time.",
);
pub(crate) const TUNNEL: Rule =
    rule("tunnel", Severity::High, "It opens a way into this computer from outside.");
pub(crate) const ENDS_ALL: Rule =
    rule("ends-all", Severity::Medium, "It ends every program of yours at once.");
pub(crate) const MINES: Rule =
    rule("mines", Severity::High, "It has this computer work to earn money for somebody else.");
pub(crate) const ORDERS: Rule =
    rule("orders", Severity::High, "It gives an agent orders behind your back.");
pub(crate) const WRITE_ORDERS: Rule =
    rule("write-orders", Severity::Medium, "It changes a file that your agent takes as orders.");
pub(crate) const PATCHES: Rule = rule(
    "patches",
    Severity::Medium,
    "It changes how the program that runs it works, for every other hook in it too.",
);
pub(crate) const RUNS_UNREAD: Rule =
    rule("runs-unread", Severity::Medium, "It runs a file that was not read.");
pub(crate) const PLAIN_HTTP: Rule = rule(
    "plain-http",
    Severity::Medium,
    "It sends without encryption: everybody on the way can read and change it.",
);
pub(crate) const LIVE_FILE: Rule = rule(
    "live-file",
    Severity::Medium,
    "Other programs act on this file automatically when they come into its folder.",
);
pub(crate) const HIDDEN_TEXT: Rule = rule(
    "hidden-text",
    Severity::Medium,
    "There are characters in it that nobody sees, and an agent reads.",
);
