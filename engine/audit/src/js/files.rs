//! Files that a program opens, writes and removes.

use oxc::span::Span;

use super::super::marks::{DECODED, DOWNLOADED};
use super::super::rules::REMOVE_ROOT;
use super::places;
use super::report::shown;
use super::rules::SECRET_PLACE;
use super::walk::{Use, Walk};

/// What a file function does with its arguments, by their places.
#[derive(Default)]
struct Touch {
    reads: Option<usize>,
    writes: Option<usize>,
    removes: Option<usize>,
}

fn touch(name: &str) -> Touch {
    let reads = |at| Touch { reads: Some(at), ..Touch::default() };
    let writes = |at| Touch { writes: Some(at), ..Touch::default() };
    let removes = |at| Touch { removes: Some(at), ..Touch::default() };
    let Some(plain) = name.strip_prefix("#fs.") else {
        return match name {
            "Bun.file"
            | "Deno.readTextFile"
            | "Deno.readTextFileSync"
            | "Deno.readFile"
            | "Deno.readFileSync"
            | "Deno.readDir"
            | "Deno.open" => reads(0),
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
        "readFile" | "createReadStream" | "readdir" | "opendir" | "readlink" | "readJson"
        | "openAsBlob" | "glob" => reads(0),
        "open" => Touch { reads: Some(0), writes: Some(0), removes: None },
        "writeFile" | "appendFile" | "createWriteStream" | "truncate" | "chmod" | "chown"
        | "outputFile" | "outputJson" | "writeJson" | "ensureFile" => writes(0),
        "copyFile" | "cp" | "copy" => Touch { reads: Some(0), writes: Some(1), removes: None },
        "rename" | "move" => Touch { reads: Some(0), writes: Some(1), removes: None },
        "symlink" | "link" => writes(1),
        "rm" | "rmdir" | "unlink" | "remove" | "emptyDir" => removes(0),
        _ => Touch::default(),
    }
}

impl<'a> Walk<'_, 'a, '_, '_> {
    /// What a file holds that the program fills with something nobody has read.
    pub(super) fn remember_written(&mut self, one: &Use<'a>) {
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
            self.opens(one.span, &path);
        }
        let only_reads = one.name.contains(".open") && !self.opens_for_writing(one);
        for path in self.paths(one, touch.writes.filter(|_| !only_reads)) {
            self.writes(one, &path, "writes to");
        }
        for path in self.paths(one, touch.removes) {
            if places::is_root(&path) {
                self.report.say(&REMOVE_ROOT, one.span, &shown(&path), None);
            } else {
                self.writes(one, &path, "removes");
            }
        }
    }

    pub(super) fn opens(&mut self, at: Span, path: &str) {
        if places::is_secret(path) {
            let place = shown(path);
            let why = format!("It opens {place}, a place where keys and passwords are kept.");
            self.report.say(&SECRET_PLACE, at, &place, Some(why));
        }
    }

    fn writes(&mut self, one: &Use<'a>, path: &str, does: &str) {
        let Some(rule) = places::written(path) else { return };
        let place = shown(path);
        // What is only outside needs no further word than where.
        let why = match rule.id {
            "write-outside" => format!("It {does} {place}, outside its own folder."),
            "write-system" => {
                format!("It {does} {place}, which belongs to the system or to another hook.")
            }
            _ => format!("{} ({place})", rule.why.trim_end_matches('.')) + ".",
        };
        self.report.say(rule, one.span, &place, Some(why));
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
