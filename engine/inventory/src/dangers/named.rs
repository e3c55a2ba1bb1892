//! Whether a text names a file of its hook's folder, as what it runs: what it only has in common with one is not a name.

/// What a module may be imported with, whatever its file ends with.
const MODULES: [&str; 8] = ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx"];
/// Programs that read a `package.json` to find what they run.
const BY_PACKAGE: [&str; 8] =
    ["npm ", "pnpm ", "yarn ", "bun run", "node .", "bun .", "node --run", "\"#"];

/// A text that is run, taken apart.
pub(super) struct Text<'t> {
    text: &'t str,
    /// The paths in it, without what is around them.
    paths: Vec<&'t str>,
}

impl<'t> Text<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let part = |letter: char| {
            letter.is_alphanumeric() || matches!(letter, '.' | '_' | '-' | '/' | '$' | '*')
        };
        // What follows `https:` is elsewhere.
        let here = |path: &&str| !path.is_empty() && !path.starts_with("//");
        let paths = text.split(|letter| !part(letter)).filter(here);
        Self { text, paths: paths.collect() }
    }

    /// `file` is its path in the folder, with `/`. Nobody runs what is only to be read.
    pub(super) fn names(&self, file: &str) -> bool {
        let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        let folder = folder.rsplit('/').next().unwrap_or_default();
        match ending {
            "md" => return false,
            "py" if self.imports(stem) || stem.starts_with("__") && self.imports(folder) => {
                return true;
            }
            _ => {}
        }
        // Also `$DIR/run.sh`, and the path of a folder that is put together elsewhere.
        let whole = |path: &&str| path.strip_suffix(name).is_some_and(ends_path);
        let module = MODULES.contains(&ending);
        let starts = |path: &str| path.starts_with('.') || path.starts_with('/');
        self.paths.iter().any(|path| {
            whole(path)
                || module
                    && starts(path)
                    && (is_last(path, stem) || stem == "index" && is_last(path, folder))
                || name == "package.json" && starts(path) && is_last(path, folder)
                || has_all_of(path, folder)
        }) || name == "package.json" && BY_PACKAGE.iter().any(|by| self.text.contains(by))
            || name.eq_ignore_ascii_case("makefile") && self.paths.contains(&"make")
            || !folder.is_empty() && self.text.contains(&format!("run-parts {folder}"))
    }

    /// As Python does, and as `python -m` starts it.
    fn imports(&self, stem: &str) -> bool {
        let words =
            |line: &'t str| line.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        !stem.is_empty()
            && self.text.lines().any(|line| {
                let start = line.trim_start();
                let from = match start.starts_with("import ") || start.starts_with("from ") {
                    true => Some(start),
                    false => start.find("-m ").and_then(|at| start.get(at..)),
                };
                from.is_some_and(|it| words(it).any(|word| word == stem))
            })
    }
}

/// What comes before a name in a path: its folder, or nothing.
fn ends_path(before: &str) -> bool {
    before.is_empty() || before.ends_with('/')
}

/// Whether a path leads to this name, with the ending of a module or none.
fn is_last(path: &str, name: &str) -> bool {
    let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let bare = last.rsplit_once('.').filter(|(_, ending)| MODULES.contains(ending));
    !name.is_empty() && (last == name || bare.is_some_and(|(stem, _)| stem == name))
}

/// `lib/*`, `./lib/$name`, and `./lib/` with something that is put behind it.
fn has_all_of(path: &str, folder: &str) -> bool {
    let all = path.split_once('*').or_else(|| path.split_once('$')).map(|(before, _)| before);
    let before = all.or_else(|| path.ends_with('/').then_some(path)).unwrap_or_default();
    let before = before.strip_suffix('/').unwrap_or_default();
    !folder.is_empty() && before.strip_suffix(folder).is_some_and(ends_path)
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
