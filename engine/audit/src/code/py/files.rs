//! Files and folders that a script opens, writes and removes, and its environment.

use tree_sitter::Node;

use super::Script;
use super::calls::Call;
use super::expressions::folder_of;
use super::value::{self, Value};
use crate::deeds::{self, Deed};
use crate::marks::{HERE, HOME, SECRET, UNKNOWN};
use crate::places;
use crate::reach::{ENV_READ, ENV_WHOLE, ORDERS, REMOVE_YOURS, SECRET_PLACE};

/// A file that is open, and an archive: that one is given the paths of what goes into it, a file its text.
const FILE: &str = "open()";
const ARCHIVE: &str = "archive()";

fn is_opened(value: &Value) -> bool {
    [FILE, ARCHIVE].contains(&&*value.name)
}

impl<'t> Script<'t> {
    pub(super) fn on_files(&mut self, call: &Call<'t>) -> Option<Value> {
        let name = call.name.as_str();
        if let Some(value) = self.on_paths(call) {
            return Some(value);
        }
        if let Some(value) = self.on_environment(call) {
            return Some(value);
        }
        match name {
            "open" | "os.open" | "gzip.open" | "bz2.open" | "lzma.open" | "aiofiles.open"
            | "tarfile.open" | "zipfile.ZipFile" | "sqlite3.connect" | "shelve.open"
            | "fileinput.input" => {
                let how = call.given(1, "mode").map(Value::first).unwrap_or_default();
                return Some(self.open(call, call.first_texts(), &how));
            }
            "dotenv.load_dotenv" | "dotenv.dotenv_values" | "load_dotenv" | "dotenv_values" => {
                let paths = call.given(0, "dotenv_path").map(Value::known).unwrap_or_default();
                return Some(self.open(call, paths, "r"));
            }
            "os.walk" | "os.listdir" | "os.scandir" | "os.fwalk" => {
                return Some(self.lists(call, &call.first_texts(), name));
            }
            "glob.glob" | "glob.iglob" => {
                let patterns = call.first_texts();
                let value = self.lists(call, &patterns, name);
                return Some(value);
            }
            "shutil.rmtree" | "os.removedirs" => self.removes(call, &call.first_texts(), true),
            "os.remove" | "os.unlink" | "os.rmdir" | "send2trash.send2trash" => {
                self.removes(call, &call.first_texts(), false)
            }
            "shutil.copy" | "shutil.copy2" | "shutil.copyfile" | "shutil.copytree"
            | "shutil.move" | "os.rename" | "os.replace" | "os.link" | "os.symlink" => {
                let (from, to) = (
                    call.first_texts(),
                    call.given(1, "dst").map(Value::known).unwrap_or_default(),
                );
                self.moves(call, &from, &to, name);
            }
            "shutil.make_archive" => {
                let from = call.given(2, "root_dir").map(Value::known).unwrap_or_default();
                let to = call.first_texts();
                self.moves(call, &from, &to, name);
            }
            "os.truncate" | "os.mkfifo" => self.writes(call, &call.first_texts(), ""),
            _ => return self.on_objects(call),
        }
        Some(Value::unknown())
    }

    /// Methods of paths, files and archives.
    fn on_objects(&mut self, call: &Call<'t>) -> Option<Value> {
        let paths = || call.object.known();
        let is_path = call.object.name.contains("Path") || call.object.name == "__file__";
        match call.last() {
            "read_text" | "read_bytes" => Some(self.open(call, paths(), "r")),
            "write_text" | "write_bytes" => {
                let text = call.argument(0).map(Value::all).unwrap_or_default();
                self.writes(call, &paths(), &text);
                Some(Value::unknown())
            }
            "open" if is_path => {
                let how = call.given(0, "mode").map(Value::first).unwrap_or_default();
                Some(self.open(call, paths(), &how))
            }
            "iterdir" | "rglob" | "walk" if is_path => {
                Some(self.lists(call, &paths(), call.last()))
            }
            "glob" if is_path => {
                let patterns = value::path(&paths(), &call.first_texts());
                Some(self.lists(call, &patterns, "glob"))
            }
            "unlink" | "rmdir" if is_path => {
                self.removes(call, &paths(), false);
                Some(Value::unknown())
            }
            "rename" | "replace" | "symlink_to" | "hardlink_to" if is_path => {
                let to = call.first_texts();
                self.moves(call, &paths(), &to, call.last());
                Some(Value::unknown())
            }
            "write" | "writelines" | "writestr" | "write_all" if is_opened(&call.object) => {
                let text = call.argument(0).map(Value::all).unwrap_or_default();
                let paths: Vec<String> = call.object.items.iter().flat_map(Value::known).collect();
                self.fill(call, &paths, &text);
                if call.object.name == ARCHIVE {
                    self.fill_by_path(call);
                }
                Some(Value::unknown())
            }
            "add" | "addfile" if call.object.name == ARCHIVE => {
                self.fill_by_path(call);
                Some(Value::unknown())
            }
            "read" | "readlines" | "readline" | "read1" if is_opened(&call.object) => {
                Some(Value::texts(call.object.known()))
            }
            _ => None,
        }
    }

    /// What is added to an archive by its path is opened.
    fn fill_by_path(&mut self, call: &Call<'t>) {
        for path in call.first_texts() {
            self.say_if(deeds::goes_through(&path), call.node);
            let content = places::content(&path).to_string();
            self.taints(call.written, &content);
        }
    }

    fn open(&mut self, call: &Call<'t>, paths: Vec<String>, how: &str) -> Value {
        let writes = how.contains(['w', 'a', 'x', '+']);
        let mut texts = Vec::new();
        for path in &paths {
            if writes {
                if self.opened.contains(path) {
                    self.say(Deed::at(&REMOVE_YOURS, path), call.node);
                }
                self.say_if(deeds::writes(path, "writes to"), call.node);
            } else {
                self.say_if(deeds::reads(path), call.node);
                if places::is_yours(path) && path.contains(UNKNOWN) {
                    self.opened.insert(path.clone());
                }
            }
            let known = self.written.get(path).cloned();
            texts.push(known.unwrap_or_else(|| places::content(path).to_string()));
        }
        let fills = self.filled_by(call);
        let opened = match call.name.as_str() {
            "tarfile.open" | "zipfile.ZipFile" => ARCHIVE,
            _ => FILE,
        };
        Value { items: vec![Value::texts(paths)], fills, ..Value::named(opened).with_texts(texts) }
    }

    /// A folder's names, or the files that a pattern picks.
    fn lists(&mut self, call: &Call<'t>, paths: &[String], name: &str) -> Value {
        let mut inside = Vec::new();
        for path in paths {
            self.say_if(deeds::goes_through(path), call.node);
            let last = path.rsplit('/').next().unwrap_or_default();
            let glob = name.ends_with("glob") || name.ends_with("iglob");
            let pattern = if glob { call.first_texts().join("/") } else { String::new() };
            let asked = if pattern.is_empty() { last.to_owned() } else { pattern };
            let far = path.starts_with(HOME) || places::is_yours(path);
            if glob && far && places::is_key_name(&asked) {
                self.say(Deed::at(&SECRET_PLACE, &asked), call.node);
            }
            inside.push(match glob {
                true => path.replace('*', &UNKNOWN.to_string()),
                false => format!("{}/{UNKNOWN}", path.trim_end_matches('/')),
            });
        }
        let item = Value::named("pathlib.Path()").with_texts(inside.clone());
        match name {
            "os.walk" | "os.fwalk" => {
                let names = Value::list(vec![Value::unknown()]);
                let root = Value::texts(paths.to_vec()).or(item);
                Value::list(vec![Value::list(vec![root, names.clone(), names])])
            }
            "os.listdir" => Value::list(vec![Value::unknown()]),
            _ => Value::list(vec![item]),
        }
    }

    fn removes(&mut self, call: &Call<'t>, paths: &[String], all: bool) {
        for path in paths {
            self.say_if(deeds::removes(path, all), call.node);
        }
    }

    fn moves(&mut self, call: &Call<'t>, from: &[String], to: &[String], how: &str) {
        let mut text = String::new();
        for path in from {
            self.say_if(
                deeds::reads(path).filter(|deed| deed.rule.id == "secret-place"),
                call.node,
            );
            if how.contains("move") || how.contains("rename") || how.contains("replace") {
                self.say_if(
                    deeds::removes(path, false).filter(|deed| deed.rule.id == "remove-yours"),
                    call.node,
                );
            }
            text.push_str(self.written.get(path).map_or("", String::as_str));
            text.push(places::content(path));
        }
        self.writes(call, to, &text);
    }

    fn writes(&mut self, call: &Call<'t>, paths: &[String], text: &str) {
        for path in paths {
            self.say_if(deeds::writes(path, "writes to"), call.node);
        }
        self.fill(call, paths, text);
    }

    /// A text goes into files.
    fn fill(&mut self, call: &Call<'t>, paths: &[String], text: &str) {
        let orders = crate::orders::find(text);
        for path in paths {
            let of_agent =
                deeds::writes(path, "").is_some_and(|deed| deed.rule.id == "write-orders");
            if orders.len() > 1 || (of_agent && !orders.is_empty()) {
                let why = orders.first().map(|(_, why)| (*why).to_owned());
                self.say(Deed { rule: &ORDERS, what: deeds::shown(path), why }, call.node);
            }
            let marks = crate::marks::taint(text);
            self.written
                .insert(path.clone(), if text.len() < 4096 { text.to_owned() } else { marks });
        }
    }

    /// Functions that make one path of others.
    fn on_paths(&mut self, call: &Call<'t>) -> Option<Value> {
        let as_path = |texts: Vec<String>| Value::named("pathlib.Path()").with_texts(texts);
        let name = call.name.as_str();
        let joins = |first: Vec<String>, rest: &[Value]| {
            rest.iter().fold(first, |path, part| value::path(&path, &part.known()))
        };
        let rest = || call.positional.get(1..).unwrap_or_default();
        Some(match name {
            "os.path.expanduser" | "os.path.abspath" | "os.path.realpath" | "os.path.normpath"
            | "os.path.expandvars" | "os.fspath" | "os.fsdecode" | "os.fsencode" => {
                Value::texts(call.first_texts())
            }
            "os.path.join" => Value::texts(joins(call.first_texts(), rest())),
            "pathlib.Path" if !call.positional.is_empty() => {
                as_path(joins(call.first_texts(), rest()))
            }
            "pathlib.Path.home" => as_path(vec![HOME.into()]),
            "pathlib.Path.cwd" | "os.getcwd" => as_path(vec![UNKNOWN.into()]),
            "os.path.dirname" => {
                Value::texts(call.first_texts().iter().map(|path| folder_of(path)).collect())
            }
            "tempfile.gettempdir" | "tempfile.mkdtemp" => Value::text("/tmp"),
            "tempfile.TemporaryDirectory" | "tempfile.NamedTemporaryFile" | "tempfile.mkstemp" => {
                Value::named(format!("{name}()")).with_texts(vec![format!("/tmp/{UNKNOWN}")])
            }
            "site.getusersitepackages" => {
                Value::text(format!("{HOME}/.local/lib/python3/site-packages"))
            }
            _ => match call.last() {
                "joinpath" => as_path(joins(call.object.known(), &call.positional)),
                "with_name" => {
                    let folders: Vec<String> =
                        call.object.known().iter().map(|path| folder_of(path)).collect();
                    as_path(value::path(&folders, &call.first_texts()))
                }
                "expanduser" | "resolve" | "absolute" | "as_posix" | "with_suffix"
                    if call.object.name.contains("Path") || call.object.name == "__file__" =>
                {
                    as_path(call.object.known())
                }
                _ => return None,
            },
        })
    }

    fn on_environment(&mut self, call: &Call<'t>) -> Option<Value> {
        match call.name.as_str() {
            "os.getenv" | "os.environ.get" | "os.environ.pop" | "os.environ.setdefault" => {
                let name = call.argument(0).cloned().unwrap_or_default();
                let mut value = self.variable(&name, call.node);
                if let Some(default) = call.argument(1) {
                    value = value.or(default.clone());
                }
                Some(value)
            }
            "os.environ.items" | "os.environ.values" | "os.environ.keys" | "os.environ.copy" => {
                Some(Value::named(format!("{}()", call.name)).with_texts(vec![SECRET.into()]))
            }
            "json.dumps"
            | "str"
            | "repr"
            | "print"
            | "pprint.pprint"
            | "urllib.parse.urlencode"
                if call.argument(0).is_some_and(|value| value.name.starts_with("os.environ")) =>
            {
                self.say(Deed { what: "env".to_owned(), ..Deed::plain(&ENV_WHOLE) }, call.node);
                None
            }
            _ => None,
        }
    }

    /// One variable of the environment.
    pub(super) fn variable(&mut self, names: &Value, node: Node<'t>) -> Value {
        let mut texts = Vec::new();
        for name in names.known() {
            texts.push(match name.as_str() {
                "HOME" | "USERPROFILE" => HOME.into(),
                "APPDATA" => format!("{HOME}/AppData/Roaming"),
                "LOCALAPPDATA" => format!("{HOME}/AppData/Local"),
                "TMPDIR" | "TEMP" | "TMP" => "/tmp".to_owned(),
                _ => UNKNOWN.into(),
            });
            if crate::variables::is_plain(&name)
                || self.declared.contains(&name)
                || name.starts_with(HERE)
            {
                continue;
            }
            let known = name.chars().any(|c| c.is_ascii_alphanumeric());
            let what = if known { deeds::shown(&name) } else { "?".to_owned() };
            let why = known.then(|| format!("It reads {what} from your environment."));
            self.say(Deed { rule: &ENV_READ, what, why }, node);
        }
        Value::texts(texts)
    }
}
