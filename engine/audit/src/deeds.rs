//! What is to be said of one deed, in whatever language it is done: the same for a shell's `cat`,
//! Python's `open` and JavaScript's `readFile`.

use super::marks::{CONFIG, DECODED, HERE, HOME, SAID, SECRET, YOURS, is_mark};
use super::places;
use super::reach::{OBFUSCATED, REMOVE_YOURS, SECRET_PLACE, SECRET_SENT, WHOLE_HOME, YOURS_SENT};
use super::rules::{REMOVE_ROOT, Rule};

/// Names taken from a file may be of any length.
const LONGEST_NAME: usize = 80;

/// Something that a hook does, as it is said to people.
pub(crate) struct Deed {
    pub rule: &'static Rule,
    /// The host, place or program in question: each is said once in a file.
    pub what: String,
    pub why: Option<String>,
}

impl Deed {
    pub(crate) fn plain(rule: &'static Rule) -> Self {
        Self { rule, what: String::new(), why: None }
    }

    pub(crate) fn at(rule: &'static Rule, what: &str) -> Self {
        Self::told(rule, rule.why, what)
    }

    /// In a sentence of its own.
    pub(crate) fn told(rule: &'static Rule, why: &str, what: &str) -> Self {
        let what = shown(what);
        let why = format!("{} ({what}).", why.trim_end_matches('.'));
        Self { rule, what, why: Some(why) }
    }
}

/// A folder is listed, packed or copied with all that is in it, or one file is.
pub(crate) fn goes_through(path: &str) -> Option<Deed> {
    reads(path).or_else(|| places::is_whole_home(path).then(|| Deed::plain(&WHOLE_HOME)))
}

/// A file is opened.
pub(crate) fn reads(path: &str) -> Option<Deed> {
    if let Some(kept) = places::secret(path) {
        let what = shown(path);
        let why = format!("It opens {what}, {}.", kept.words());
        return Some(Deed { rule: &SECRET_PLACE, what, why: Some(why) });
    }
    if path.contains(DECODED) {
        let why = "The name of a file that it opens is encoded.";
        return Some(Deed {
            rule: &OBFUSCATED,
            what: "path".to_owned(),
            why: Some(why.to_owned()),
        });
    }
    None
}

/// A path is written to. `does` is the verb: "writes to", "removes".
pub(crate) fn writes(path: &str, does: &str) -> Option<Deed> {
    let last = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let each = !last.is_empty() && last.chars().all(|c| c == '*');
    if does == "writes to" && each && places::is_yours(path) && at_most_two_deep(path) {
        return Some(overwrites(path));
    }
    let rule = places::written(path)?;
    let what = shown(path);
    // What is only outside needs no further word than where.
    let why = match rule.id {
        "write-outside" => format!("It {does} {what}, outside its own folder."),
        "write-system" => {
            format!(
                "It {does} {what}, which belongs to the system, to an agent or to another hook."
            )
        }
        // What is taken away does not stay.
        "write-startup" if does == "removes" => {
            format!("It removes {what}, which is run or trusted when you log in.")
        }
        _ => format!("{} ({what})", rule.why.trim_end_matches('.')) + ".",
    };
    Some(Deed { rule, what, why: Some(why) })
}

/// Whatever there is right in a folder of somebody's own is written again.
pub(crate) fn overwrites(path: &str) -> Deed {
    Deed::told(&REMOVE_YOURS, "It overwrites files of yours.", path)
}

/// A path is removed; `all`: with all that is in it.
pub(crate) fn removes(path: &str, all: bool) -> Option<Deed> {
    if all && places::is_root(path) {
        return Some(Deed { rule: &REMOVE_ROOT, what: shown(path), why: None });
    }
    let keys = places::secret(path).is_some_and(|kept| kept != places::Kept::History);
    // One file that is named may be the hook's own; what is not named is not.
    let many = all || path.contains(['*', super::marks::UNKNOWN]);
    if keys || (places::is_yours(path) && many && at_most_two_deep(path)) {
        return Some(Deed::at(&REMOVE_YOURS, path));
    }
    writes(path, "removes")
}

/// `~/Documents` and what is right in it: a folder further down may be the hook's own.
pub(crate) fn at_most_two_deep(path: &str) -> bool {
    path.trim_end_matches('/').split('/').count() <= 3
}

/// A text leaves this computer; `named`: for a computer whose name is written here.
pub(crate) fn sends(text: &str, named: bool) -> Option<Deed> {
    if text.contains(SECRET) {
        return Some(Deed::plain(&SECRET_SENT));
    }
    if text.contains(CONFIG) {
        let why = "It sends what is in an agent's config, where keys are, to another computer.";
        let why = Some(why.to_owned());
        return Some(Deed { rule: &SECRET_SENT, what: "config".to_owned(), why });
    }
    if text.contains(YOURS) {
        return Some(Deed::plain(&YOURS_SENT));
    }
    // Where to is often a setting, and then a computer of one's own.
    (named && text.contains(SAID)).then(|| {
        let why = "It sends what you and your agent say to each other to another computer.";
        Deed { rule: &YOURS_SENT, what: "said".to_owned(), why: Some(why.to_owned()) }
    })
}

/// What the same file is called, in whichever of several homes it may be. The second is not said again
/// on its line where part of the path is not known, or where it is one of an agent's names for one config.
pub(crate) fn again(rule: &Rule, line: u32, what: &str) -> Option<(String, bool)> {
    let (_, last) = what.rsplit_once('/')?;
    Some((format!("{line}:{last}"), what.contains('…') || rule.id == "write-config"))
}

/// A text as it may be in a sentence: what is not known is a dot or three.
pub(crate) fn shown(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars().take(LONGEST_NAME) {
        match c {
            HOME => shown.push('~'),
            HERE => shown.push('.'),
            c if is_mark(c) => shown.push('…'),
            c if c.is_control() => shown.push(' '),
            c => shown.push(c),
        }
    }
    shown
}
