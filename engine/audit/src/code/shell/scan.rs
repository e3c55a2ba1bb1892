//! What is known while one text is read: its variables, the files it wrote, what was found.

use std::collections::{HashMap, HashSet};

use super::call::Call;
use crate::Finding;
use crate::deeds::{self, Deed};
use crate::marks::{DECODED, DOWNLOADED};
use crate::parse::{Rows, Source};
use crate::rules::{FORK_BOMB, REVERSE_SHELL, Rule, TOO_COMPLEX};
use crate::{forks, marks, parse};

/// How deep `bash -c "bash -c …"` is followed.
const DEEPEST_TEXT: u32 = 12;
/// How many nodes of all trees are looked at.
const MOST_NODES: u32 = 1_000_000;
/// How often a function is read again with what its caller hands over.
const MOST_CALLS: u32 = 200;
/// So many commands are kept for callers that ask for them.
const MOST_COMMANDS: usize = 2_000;
const MOST_WORDS: usize = 64;
const LONGEST_WORD: usize = 8 * 1024;
/// A file that says more than this is not read line by line by anybody.
const MOST_FINDINGS: usize = 200;
/// Output and variables are kept up to here; a text that doubles itself must not fill memory.
pub(super) const LONGEST_TEXT: usize = 64 * 1024;

/// What another program hands to the system.
pub(crate) enum Started<'t> {
    /// A text for a shell.
    Text(&'t str),
    /// A program and its words.
    Words(&'t [String]),
}

/// What a command does that another program starts.
pub(crate) struct Seen {
    pub found: Vec<Finding>,
    /// The words of every command in it.
    pub commands: Vec<Vec<String>>,
    pub printed: String,
    /// The files that it downloads or decodes.
    pub wrote: HashMap<String, String>,
}

/// One text while it is read.
pub(crate) struct Scan<'f> {
    file: &'f str,
    first_line: u32,
    lines: Vec<&'f str>,
    found: Vec<Finding>,
    /// What was said, so that it is said once.
    said: HashSet<(&'static str, String)>,
    /// Whether it also says what a command does beside what no hook has to do.
    pub deeds: bool,
    nodes_left: u32,
    texts_deep: u32,
    pub calls_left: u32,
    pub vars: HashMap<String, String>,
    /// What was written to which path.
    pub files: HashMap<String, String>,
    /// The folder into which it unpacked what it downloaded.
    pub unpacked: Option<String>,
    pub functions: HashMap<String, String>,
    /// Where the text went by `cd`, if it did.
    pub cwd: Option<String>,
    pub loops: u32,
    pub level: u32,
    /// Rows of shells that read commands from their input, and of programs that talk to the network.
    pub shells: Vec<usize>,
    pub wires: Vec<usize>,
    pub made_fifo: bool,
    /// The words of every command, where somebody asks for them.
    pub commands_seen: Option<Vec<Vec<String>>>,
}

impl<'f> Scan<'f> {
    /// All findings of `text`, whose first line is `first_line` of `file`.
    pub(crate) fn findings(text: &'f str, file: &'f str, first_line: u32) -> Vec<Finding> {
        let mut scan = Self::new(text, file, first_line);
        scan.read(text, Rows { first: 0, last: scan.lines.len() }, None, true);
        scan.finished()
    }

    /// The same with all that the commands do (`commands.rs`), as advice.
    pub(crate) fn advice(text: &'f str, file: &'f str, first_line: u32) -> Vec<Finding> {
        let mut scan = Self::new(text, file, first_line);
        scan.deeds = true;
        scan.read(text, Rows { first: 0, last: scan.lines.len() }, None, true);
        scan.finished()
    }

    /// What is found in a command that another program starts; `files` is what that program wrote.
    pub(crate) fn started(started: Started, files: &HashMap<String, String>) -> Seen {
        let text = match started {
            Started::Text(text) => text.to_owned(),
            Started::Words(words) => words.join(" "),
        };
        let mut scan = Scan::new(&text, "", 1);
        scan.files.clone_from(files);
        scan.deeds = true;
        scan.commands_seen = Some(Vec::new());
        let rows = Rows { first: 0, last: scan.lines.len() };
        let printed = match started {
            Started::Text(text) => scan.read(text, rows, None, true),
            Started::Words(words) => scan.run(words, Call::new(rows, None)),
        };
        let commands = scan.commands_seen.take().unwrap_or_default();
        let mut wrote = std::mem::take(&mut scan.files);
        wrote
            .retain(|path, text| text.contains([DOWNLOADED, DECODED]) && !files.contains_key(path));
        Seen { found: scan.finished(), commands, printed, wrote }
    }

    /// The words of every command in a text, and what the text prints as far as it is known.
    pub(crate) fn seen(text: &str) -> (Vec<Vec<String>>, String) {
        let mut scan = Scan::new(text, "", 1);
        scan.commands_seen = Some(Vec::new());
        let rows = Rows { first: 0, last: scan.lines.len() };
        let printed = scan.read(text, rows, None, true);
        (scan.commands_seen.take().unwrap_or_default(), printed)
    }

    fn new(text: &'f str, file: &'f str, first_line: u32) -> Self {
        Self {
            file,
            first_line,
            lines: text.split('\n').collect(),
            found: Vec::new(),
            said: HashSet::new(),
            deeds: false,
            nodes_left: MOST_NODES,
            texts_deep: 0,
            calls_left: MOST_CALLS,
            vars: HashMap::new(),
            files: HashMap::new(),
            unpacked: None,
            functions: HashMap::new(),
            cwd: None,
            loops: 0,
            level: 0,
            shells: Vec::new(),
            wires: Vec::new(),
            made_fifo: false,
            commands_seen: None,
        }
    }

    fn finished(mut self) -> Vec<Finding> {
        if self.made_fifo
            && !self.shells.is_empty()
            && let Some(row) = self.wires.first().copied()
        {
            self.report(&REVERSE_SHELL, row);
        }
        self.found.sort_by_key(|finding| finding.line);
        self.found
    }

    /// Reads text as commands; what they would print is returned as far as it is known.
    pub(super) fn commands(&mut self, text: &str, rows: Rows, stdin: Option<&str>) -> String {
        self.read(text, rows, stdin, false)
    }

    fn read(&mut self, text: &str, rows: Rows, stdin: Option<&str>, top: bool) -> String {
        if self.texts_deep >= DEEPEST_TEXT || text.len() > crate::MOST_BYTES {
            self.report(&TOO_COMPLEX, rows.first);
            return marks::UNKNOWN.into();
        }
        if let Some(words) = plain(text) {
            return self.run(&words, Call::new(rows, stdin));
        }
        let Some(tree) = parse::shell(text) else {
            self.report(&TOO_COMPLEX, rows.first);
            return marks::UNKNOWN.into();
        };
        let source = Source { text, rows };
        if top && let Some(row) = forks::script_bomb(source, tree.root_node()) {
            self.report(&FORK_BOMB, row);
        }
        self.texts_deep = self.texts_deep.saturating_add(1);
        let output = self.statements(source, tree.root_node(), stdin);
        self.texts_deep = self.texts_deep.saturating_sub(1);
        output
    }

    /// Notes a finding, once for each rule and line.
    pub(super) fn report(&mut self, rule: &Rule, row: usize) {
        let line = self.first_line.saturating_add(u32::try_from(row).unwrap_or(u32::MAX));
        if self.found.iter().any(|f| f.line == line && f.rule == rule.id) {
            return;
        }
        let text = self.lines.get(row).copied().unwrap_or_default();
        self.found.push(crate::finding(rule, self.file, line, text));
    }

    /// Says what a command does, once for each thing or place.
    pub(super) fn say(&mut self, deed: Deed, row: usize) {
        if !self.deeds {
            return;
        }
        let line = self.first_line.saturating_add(u32::try_from(row).unwrap_or(u32::MAX));
        let what = if deed.what.is_empty() { line.to_string() } else { deed.what };
        let again = deeds::again(deed.rule, line, &what);
        if self.found.len() >= MOST_FINDINGS
            || !self.said.insert((deed.rule.id, what))
            || again.is_some_and(|(again, vague)| !self.said.insert((deed.rule.id, again)) && vague)
        {
            return;
        }
        let text = self.lines.get(row).copied().unwrap_or_default();
        let mut found = crate::finding(deed.rule, self.file, line, text);
        if let Some(why) = deed.why {
            found.why = why;
        }
        self.found.push(found);
    }

    pub(super) fn say_if(&mut self, deed: Option<Deed>, row: usize) {
        if let Some(deed) = deed {
            self.say(deed, row);
        }
    }

    /// Takes over what was found in code that is in a word.
    pub(super) fn adopt(&mut self, found: Vec<Finding>, row: usize) {
        let line = self.first_line.saturating_add(u32::try_from(row).unwrap_or(u32::MAX));
        let text = self.lines.get(row).copied().unwrap_or_default();
        for one in found {
            let known =
                self.found.iter().any(|f| f.line == line && f.rule == one.rule && f.why == one.why);
            if !known && self.found.len() < MOST_FINDINGS {
                let excerpt = text.trim().chars().take(crate::LONGEST_EXCERPT).collect();
                self.found.push(Finding { file: self.file.to_owned(), line, excerpt, ..one });
            }
        }
    }

    /// Keeps the words of a command for callers that ask.
    pub(super) fn saw(&mut self, words: &[String]) {
        if let Some(seen) = self.commands_seen.as_mut().filter(|seen| seen.len() < MOST_COMMANDS) {
            let short = words.iter().take(MOST_WORDS);
            seen.push(short.map(|word| word.chars().take(LONGEST_WORD).collect()).collect());
        }
    }

    /// Whether one more node may be looked at.
    pub(super) fn spend(&mut self, row: usize) -> bool {
        if self.nodes_left == 0 {
            self.report(&TOO_COMPLEX, row);
            return false;
        }
        self.nodes_left = self.nodes_left.saturating_sub(1);
        true
    }
}

/// The words of text that has nothing but words: most commands of real manifests
/// (`./handler.sh`), which so need no tree.
fn plain(text: &str) -> Option<Vec<String>> {
    let simple = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '-' | '_' | ' ');
    let reserved = |word: &str| {
        matches!(
            word,
            "if" | "for"
                | "while"
                | "until"
                | "case"
                | "select"
                | "function"
                | "export"
                | "declare"
                | "local"
                | "readonly"
                | "typeset"
                | "unset"
        )
    };
    if !text.chars().all(simple) {
        return None;
    }
    let words: Vec<String> = text.split_ascii_whitespace().map(str::to_owned).collect();
    words.first().is_none_or(|name| !reserved(name)).then_some(words)
}
