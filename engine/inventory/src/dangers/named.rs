//! Whether a text names a file of its hook's folder, as what it runs: what it only has in common with one is not a name.

use std::collections::HashSet;

use crate::modules::MODULES;

/// Programs that read a `package.json` to find what they run.
const BY_PACKAGE: [&str; 8] =
    ["npm ", "pnpm ", "yarn ", "bun run", "node .", "bun .", "node --run", "\"#"];

/// What a text that is run names: taken apart once, as it is held against each file of a folder.
#[derive(Default)]
pub(super) struct Text<'t> {
    /// The last parts of its paths: also `$DIR/run.sh`, and the path of a folder that is put together elsewhere.
    files: HashSet<&'t str>,
    /// The last parts of paths that lead from a folder, with the ending of a module and without.
    modules: HashSet<&'t str>,
    /// The folders of which it may run each file: `lib/*`, `./lib/$name`, and `./lib/` with something put behind it.
    folders: HashSet<&'t str>,
    /// What Python imports, and what `python -m` starts.
    imports: HashSet<&'t str>,
    /// What is named to the program that runs it.
    started: HashSet<&'t str>,
    /// What follows each `run-parts`.
    parts: Vec<&'t str>,
    by_package: bool,
    by_make: bool,
}

impl<'t> Text<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let mut found = Self {
            started: tacklebox_audit::starts(text).collect(),
            parts: text.split("run-parts ").skip(1).collect(),
            by_package: BY_PACKAGE.iter().any(|by| text.contains(by)),
            ..Self::default()
        };
        let part = |letter: char| {
            letter.is_alphanumeric() || matches!(letter, '.' | '_' | '-' | '/' | '$' | '*')
        };
        // What follows `https:` is elsewhere.
        for path in text.split(|letter| !part(letter)).filter(|path| !path.starts_with("//")) {
            found.path(path);
        }
        for line in text.lines() {
            let start = line.trim_start();
            let import = start.starts_with("import ") || start.starts_with("from ");
            let at = if import { Some(0) } else { start.find("-m ") };
            let from = at.and_then(|at| start.get(at..)).unwrap_or_default();
            found
                .imports
                .extend(from.split(|letter: char| !letter.is_alphanumeric() && letter != '_'));
        }
        found
    }

    fn path(&mut self, path: &'t str) {
        let last = |path: &'t str| path.rsplit('/').next().unwrap_or_default();
        self.by_make |= path == "make";
        self.files.insert(last(path));
        if path.starts_with(['.', '/']) {
            let name = last(path.trim_end_matches('/'));
            let bare = name.rsplit_once('.').filter(|(_, ending)| MODULES.contains(ending));
            self.modules.insert(name);
            self.modules.extend(bare.map(|(stem, _)| stem));
        }
        let open = path.split_once('*').or_else(|| path.split_once('$')).map(|(before, _)| before);
        let open = open.unwrap_or(path);
        self.folders.extend(open.strip_suffix('/').map(last));
    }

    /// `file` is its path in the folder, with `/`. Nobody runs what is only to be read.
    pub(super) fn names(&self, file: &str) -> bool {
        let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        let folder = folder.rsplit('/').next().unwrap_or_default();
        let within = !folder.is_empty();
        let led_to = |name: &str| !name.is_empty() && self.modules.contains(name);
        let imported = |name: &str| !name.is_empty() && self.imports.contains(name);
        if ending == "md" {
            return self.started.contains(name);
        }
        self.files.contains(name)
            || within && self.folders.contains(folder)
            || within && self.parts.iter().any(|part| part.starts_with(folder))
            || MODULES.contains(&ending) && (led_to(stem) || stem == "index" && led_to(folder))
            || ending == "py" && (imported(stem) || stem.starts_with("__") && imported(folder))
            || name == "package.json" && (self.by_package || led_to(folder))
            || self.by_make && name.eq_ignore_ascii_case("makefile")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str, file: &str) -> bool {
        Text::of(text).names(file)
    }

    #[test]
    fn what_a_hook_runs_is_named() {
        for (text, file) in [
            ("import { a } from \"./guard.js\";", "guard.ts"),
            ("import a from './lib/guard'", "lib/guard.mjs"),
            ("require('./lib')", "lib/index.js"),
            ("require('./lib')", "lib/package.json"),
            ("require(dir + \"/helper\")", "helper.cjs"),
            ("import a from './bench.util.js'", "bench.util.ts"),
            ("execFile(join(dir, 'run.sh'))", "run.sh"),
            ("sh \"$HOOK_DIR/lib/run.sh\"", "lib/run.sh"),
            ("./check", "check"),
            ("for f in steps.d/*; do sh $f; done", "steps.d/10-first.sh"),
            ("import(`./on/${e.type}.js`)", "on/message.js"),
            ("run-parts steps.d", "steps.d/10-first"),
            ("import helper", "helper.py"),
            ("from pkg import core, other", "pkg/core.py"),
            ("python3 -m hook", "hook/__main__.py"),
            ("node .", "package.json"),
            ("npm start", "package.json"),
            ("{\"start\": \"node src/a.js\"}", "src/a.js"),
            ("make -s sync", "Makefile"),
            ("sh ./notes.md", "notes.md"),
        ] {
            assert!(named(text, file), "{text} runs {file}");
        }
    }

    #[test]
    fn what_only_looks_like_a_name_is_none() {
        for (text, file) in [
            ("import { a } from \"./guard.js\";", "guard.test.js"),
            ("fetch('https://example.com/setup')", "setup.sh"),
            ("fetch('https://example.com/guard')", "guard.js"),
            ("console.log('a/b testing')", "b.sh"),
            ("// see README.md", "README.md"),
            ("// docs/install", "install.sh"),
            ("import a from './setup-text.js'", "setup.js"),
            ("import a from './lib/core.js'", "lib/index.js"),
            ("curl https://example.com/install.sh", "install.sh"),
            ("// hooks/handler", "handler.test.ts"),
            ("./uninstall.sh", "install.sh"),
            ("exec(\"git fetch -q 2>/dev/null\")", "dev.sh"),
            ("important = 1", "ant.py"),
        ] {
            assert!(!named(text, file), "{text} does not run {file}");
        }
    }
}
