//! A config is read from its file, or from a text in memory.

use std::path::Path;

use serde_json::Value;

use tacklebox_machine::cut::Cut;
use tacklebox_machine::files::{self, FileError, Stamp};

use super::{
    Config, MAX_BYTES, Problem, ProblemWith, Syntax, SyntaxError, edit, include, syntax_problem,
    toml, value,
};

/// Reads the config at `path`. Files that it includes must be in `boundary`, links followed.
pub fn read(path: &Path, syntax: Syntax, boundary: &Path) -> Config {
    made(path, syntax, boundary, |config| load(path, syntax, config))
}

/// The same for a text in memory, as if it were in the file at `path`, which is not read.
pub fn of_text(path: &Path, syntax: Syntax, boundary: &Path, text: &str) -> Config {
    made(path, syntax, boundary, |config| {
        config.stamp = Stamp::of(text.as_bytes());
        parsed(path, syntax, config, text.to_owned())
    })
}

fn made(
    path: &Path,
    syntax: Syntax,
    boundary: &Path,
    load: impl FnOnce(&mut Config) -> Result<Value, Problem>,
) -> Config {
    let mut config = Config {
        path: path.to_owned(),
        syntax,
        text: None,
        stamp: Stamp::Absent,
        root: toml::empty(),
        value: toml::empty(),
        includes: Vec::new(),
        problems: Vec::new(),
        unparsable: false,
        is_list: false,
        is_other: false,
        passed_over: None,
        filled: None,
        refused: toml::empty(),
        names: None,
        older_toml: false,
        include_roots: vec![boundary.to_owned()],
    };
    match load(&mut config) {
        Ok(value) => {
            config.root = value;
            include::resolve(&mut config);
        }
        Err(problem) => {
            config.unparsable = true;
            let text = config.text.as_deref().filter(|_| syntax == Syntax::Json5);
            let value = text.and_then(|text| value(text).ok());
            config.is_list = value.as_ref().is_some_and(Value::is_array);
            config.is_other = value.is_some_and(|it| !it.is_array() && !it.is_object());
            config.problems.push(problem);
        }
    }
    config
}

fn load(path: &Path, syntax: Syntax, config: &mut Config) -> Result<Value, Problem> {
    let problem = |message| Problem::new(ProblemWith::Config, path.to_owned(), message);
    let by_script = syntax == Syntax::Json5;
    let (bytes, stamp) = match files::read(path, MAX_BYTES) {
        Ok(found) => found,
        // It asks whether the file is there, which follows the link.
        Err(error @ FileError::Dangling { .. }) if by_script => {
            config.passed_over = Some(problem(format!("{error}. It counts as not there.")));
            return Ok(toml::empty());
        }
        Err(error) => return Err(problem(error.to_string())),
    };
    config.stamp = stamp;
    let Some(bytes) = bytes else { return Ok(toml::empty()) };
    let mut not_utf8 = None;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let good = error.utf8_error().valid_up_to();
            let before = String::from_utf8_lossy(error.as_bytes().cut(..good)).into_owned();
            let message = "Not UTF-8 text. Save it as UTF-8.".to_owned();
            let problem = syntax_problem(path, SyntaxError::at(&before, before.len(), message));
            if !by_script {
                return Err(problem);
            }
            // It reads on past such a letter.
            not_utf8 = Some(problem.clone());
            let message =
                format!("{} Until then it is read, and cannot be changed here.", problem.message);
            config.passed_over = Some(Problem { message, ..problem });
            String::from_utf8_lossy(error.as_bytes()).into_owned()
        }
    };
    let value = parsed(path, syntax, config, text);
    // Where it does not get past that letter either, there is one thing wrong and not two.
    match not_utf8.filter(|_| value.is_err()) {
        Some(problem) => {
            config.passed_over = None;
            Err(problem)
        }
        None => value,
    }
}

fn parsed(
    path: &Path,
    syntax: Syntax,
    config: &mut Config,
    text: String,
) -> Result<Value, Problem> {
    let value = edit::parse_or_empty(syntax, &text);
    config.text = Some(text);
    value.map_err(|error| syntax_problem(path, error))
}
