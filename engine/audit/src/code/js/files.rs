//! Files that a program opens, writes and removes.

use oxc::ast::AstKind;
use oxc::ast::ast::Expression;

use super::values::{Reader, property};
use super::walk::{Use, Walk};
use super::{with_program, with_room};
use crate::marks::{DECODED, DOWNLOADED, HERE, HOME, UNKNOWN, is_mark};
use crate::{deeds, places};

/// What a file function does with its arguments, by their places.
#[derive(Default)]
struct Touch {
    reads: Option<usize>,
    /// Whether that may be a folder with all that is in it.
    through: bool,
    writes: Option<usize>,
    removes: Option<usize>,
}

fn touch(name: &str) -> Touch {
    let reads = |at| Touch { reads: Some(at), ..Touch::default() };
    let lists = |at| Touch { reads: Some(at), through: true, ..Touch::default() };
    let copies = || Touch { reads: Some(0), through: true, writes: Some(1), removes: None };
    let writes = |at| Touch { writes: Some(at), ..Touch::default() };
    let removes = |at| Touch { removes: Some(at), ..Touch::default() };
    let Some(plain) = name.strip_prefix("#fs.") else {
        return match name {
            "Bun.file"
            | "Deno.readTextFile"
            | "Deno.readTextFileSync"
            | "Deno.readFile"
            | "Deno.readFileSync"
            | "Deno.open"
            | "process.loadEnvFile" => reads(0),
            "Deno.readDir" | "Deno.readDirSync" => lists(0),
            "Bun.write"
            | "Deno.writeTextFile"
            | "Deno.writeTextFileSync"
            | "Deno.writeFile"
            | "Deno.writeFileSync"
            | "Deno.chmod" => writes(0),
            "Deno.remove" | "Deno.removeSync" | "#rimraf" | "#rimraf.rimraf" | "#rimraf.sync"
            | "#del" | "#del.deleteAsync" => removes(0),
            _ => Touch::default(),
        };
    };
    let plain = plain.strip_prefix("promises.").unwrap_or(plain);
    match plain.strip_suffix("Sync").unwrap_or(plain) {
        "readFile" | "createReadStream" | "readlink" | "readJson" | "openAsBlob" => reads(0),
        "readdir" | "opendir" | "glob" => lists(0),
        "open" => Touch { reads: Some(0), writes: Some(0), ..Touch::default() },
        "writeFile" | "appendFile" | "createWriteStream" | "truncate" | "chmod" | "chown"
        | "outputFile" | "outputJson" | "writeJson" | "ensureFile" => writes(0),
        "copyFile" => Touch { through: false, ..copies() },
        "cp" | "copy" | "rename" | "move" => copies(),
        "symlink" | "link" => writes(1),
        "rm" | "rmdir" | "unlink" | "remove" | "emptyDir" => removes(0),
        _ => Touch::default(),
    }
}

/// Whether what was in the file before is lost.
fn writes_anew(one: &Use<'_>) -> bool {
    let plain = one.name.rsplit('.').next().unwrap_or_default();
    let plain = plain.strip_suffix("Sync").unwrap_or(plain);
    let whole = matches!(plain, "writeFile" | "truncate" | "write" | "writeTextFile");
    // `{ flag: "a" }`
    whole && one.argument(2).is_none_or(|options| !matches!(options, Expression::ObjectExpression(it) if property(it, "flag").is_some()))
}

/// Whether a path is that of any file right in a folder of somebody's own: its name is not known.
fn is_any_of_yours(path: &str) -> bool {
    let last = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let any = !last.is_empty() && last.chars().all(|c| c == UNKNOWN);
    any && places::is_yours(path) && deeds::at_most_two_deep(path)
}

/// A folder that was just made for what does not stay, so that nothing is in it yet.
pub(super) fn made_folder(begin: &str) -> String {
    let begin = if begin.starts_with(UNKNOWN) { "/tmp/" } else { begin };
    format!("{begin}{UNKNOWN}")
}

/// Whether a function gives what is in a file.
pub(super) fn reads_text(name: &str) -> bool {
    let plain =
        name.strip_prefix("#fs.").map(|name| name.strip_prefix("promises.").unwrap_or(name));
    match plain {
        Some(plain) => matches!(
            plain.strip_suffix("Sync").unwrap_or(plain),
            "readFile" | "createReadStream" | "openAsBlob" | "readJson"
        ),
        None => matches!(
            name,
            "Bun.file"
                | "Deno.readTextFile"
                | "Deno.readTextFileSync"
                | "Deno.readFile"
                | "Deno.readFileSync"
        ),
    }
}

/// So many files are listed.
const MOST: usize = 20;

/// The files that a module reads by a name that its code has, `~/` and `./` for the home and its own folder. What
/// is known only while it runs is none of them.
#[must_use]
pub fn module_reads(text: &str, name: &str) -> Vec<String> {
    if text.len() > crate::MOST_BYTES {
        return Vec::new();
    }
    let read = || with_program(text, name, |semantic| named(&Reader::new(semantic)));
    with_room(read).flatten().map(|(_, found)| found).unwrap_or_default()
}

fn named(reader: &Reader<'_, '_>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for node in reader.semantic.nodes() {
        let AstKind::CallExpression(call) = node.kind() else { continue };
        let Some(name) = reader.name(&call.callee) else { continue };
        let touch = touch(&name);
        let at = touch.reads.filter(|_| !touch.through);
        let path = at.and_then(|at| call.arguments.get(at)?.as_expression());
        for text in path.map(|path| reader.texts(path)).unwrap_or_default() {
            let plain = text.replace(HOME, "~").replace(HERE, ".").replace("/./", "/");
            let is_file = !plain.is_empty() && !plain.contains(is_mark);
            if is_file && found.len() < MOST && !found.contains(&plain) {
                found.push(plain);
            }
        }
    }
    found
}

impl<'a> Walk<'_, 'a, '_, '_> {
    /// What a file holds that the program fills with something nobody has read.
    pub(super) fn remember_written(&mut self, one: &Use<'a>) {
        // Nobody knows what flows from the network into a stream; that matters where the file is run.
        let source = self.reader.semantic.source_text();
        let flows =
            || source.contains("pipe") && ["http", "fetch"].iter().any(|it| source.contains(it));
        if one.name == "#fs.createWriteStream"
            && let Some(path) = one.argument(0).filter(|_| flows())
        {
            let paths = self.reader.texts(path).into_iter();
            for path in paths.filter(|path| !path.contains(UNKNOWN)) {
                self.written.entry(path).or_insert_with(|| DOWNLOADED.into());
            }
        }
        let (Some(at), Some(content)) = (touch(&one.name).writes, one.argument(1)) else { return };
        if at != 0 {
            return;
        }
        let content = self.reader.texts(content);
        let unread = content.into_iter().find(|text| text.contains([DOWNLOADED, DECODED]));
        if let (Some(unread), Some(path)) = (unread, one.argument(0)) {
            for path in self.reader.texts(path) {
                self.written.insert(path, unread.clone());
            }
        }
    }

    pub(super) fn touches(&mut self, one: &Use<'a>) {
        let touch = touch(&one.name);
        for path in self.paths(one, touch.reads) {
            self.lists_yours |= touch.through && places::is_yours(&path);
            let deed = if touch.through { deeds::goes_through(&path) } else { deeds::reads(&path) };
            self.report.deed(deed, one.span);
        }
        self.loads_variables(one);
        let only_reads = one.name.contains(".open") && !self.opens_for_writing(one);
        for path in self.paths(one, touch.writes.filter(|_| !only_reads)) {
            // Of files that it found there, each is written again; a file of its own has a name.
            let found = self.lists_yours && writes_anew(one) && is_any_of_yours(&path);
            let deed = found.then(|| deeds::overwrites(&path));
            self.report.deed(deed.or_else(|| deeds::writes(&path, "writes to")), one.span);
        }
        let all = !one.name.contains("unlink");
        for path in self.paths(one, touch.removes) {
            self.report.deed(deeds::removes(&path, all), one.span);
        }
    }

    /// `dotenv.config({ path })`: a file of keys is read into the environment.
    fn loads_variables(&mut self, one: &Use<'a>) {
        let module = one.name.split('.').next().unwrap_or_default();
        if !matches!(module, "#dotenv" | "#@dotenvx/dotenvx" | "#dotenv-safe" | "#dotenv-flow") {
            return;
        }
        let Some(options) = one.argument(0) else { return };
        self.reader.ask();
        for path in self.reader.part(options, &["path".to_owned()], 0) {
            let mut paths = self.reader.texts(path);
            for one in self.reader.items(path, &[], 0) {
                paths.extend(self.reader.texts(one));
            }
            for path in paths {
                self.report.deed(deeds::reads(&path), one.span);
            }
        }
    }

    fn paths(&self, one: &Use<'a>, at: Option<usize>) -> Vec<String> {
        let argument = at.and_then(|at| one.argument(at));
        argument.map(|path| self.reader.texts(path)).unwrap_or_default()
    }

    fn opens_for_writing(&self, one: &Use<'a>) -> bool {
        let Some(how) = one.argument(1) else { return false };
        self.reader.texts(how).iter().any(|how| how.contains(['w', 'a', '+']))
    }
}
