//! The files of variables that an agent reads beside its config.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

use crate::dialect::Dialect;
use crate::dialect::env_sources::EnvRead;
use tacklebox_machine::files;
use tacklebox_machine::words::js_trim;

/// A larger one is not read.
const MAX_BYTES: u64 = 1024 * 1024;

/// The files that an agent with this home, and with this folder beside its config, reads, the one first whose value counts.
pub(super) fn places(
    dialect: &Dialect,
    beside: &Path,
    home: &Path,
    user_home: &Path,
) -> Vec<(PathBuf, EnvRead)> {
    let Some(file) = dialect.rules.env_file() else { return Vec::new() };
    let usual = home == user_home.join(dialect.home_dir);
    let also = file.also.filter(|_| usual).map(|name| user_home.join(name));
    let beside = (beside != home).then(|| beside.join(file.name));
    let own = beside.into_iter().chain([home.join(file.name)]);
    own.chain(also).map(|path| (path, file.read)).collect()
}

/// What files set; nothing where one cannot be read.
pub(super) fn read(places: &[(PathBuf, EnvRead)]) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for (path, how) in places {
        let read = files::read(path, MAX_BYTES).ok().and_then(|(bytes, _)| bytes);
        let text = read.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let text = text.unwrap_or_default();
        let own: BTreeMap<_, _> = match how {
            EnvRead::Dotenv => dotenv(&text).into_iter().collect(),
            EnvRead::Lines => text.lines().filter_map(line).collect(),
        };
        for (name, value) in own {
            all.entry(name).or_insert(value);
        }
    }
    all
}

/// The one expression of dotenv 17: what is in quotes may take several lines, `NAME: value` counts.
static DOTENV: LazyLock<Result<Regex, regex::Error>> = LazyLock::new(|| {
    Regex::new(
        r#"(?m)^\s*(?:export\s+)?([A-Za-z0-9_.-]+)(?:\s*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?\s*(?:#.*)?$"#,
    )
});

fn dotenv(text: &str) -> Vec<(String, String)> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    // To JavaScript it is a blank.
    let text = text.trim_start_matches('\u{feff}');
    let Ok(line) = &*DOTENV else { return Vec::new() };
    let pair = |found: regex::Captures<'_>| {
        let name = found.get(1)?.as_str();
        let value = js_trim(found.get(2).map_or("", |it| it.as_str()));
        let quote = value.chars().next().filter(|first| "'\"`".contains(*first));
        let inside = quote.and_then(|quote| value.strip_prefix(quote)?.strip_suffix(quote));
        let value = inside.unwrap_or(value);
        let value = match quote {
            Some('"') => value.replace("\\n", "\n").replace("\\r", "\r"),
            _ => value.to_owned(),
        };
        is_name(name).then(|| (name.to_owned(), value))
    };
    line.captures_iter(text).filter_map(pair).collect()
}

/// Whether it is a name that a variable may have on any system.
fn is_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|it| it.is_ascii_alphabetic() || it == b'_')
        && bytes.all(|it| it.is_ascii_alphanumeric() || it == b'_')
}

/// Large letters, and a value that may be in quotes.
fn line(line: &str) -> Option<(String, String)> {
    let (name, value) = line.split_once('=')?;
    let name = js_trim(name);
    let large = !name.bytes().any(|it| it.is_ascii_lowercase());
    let own = is_name(name) && large && !name.starts_with('_');
    let value = js_trim(value);
    let quoted = |quote: char| value.strip_prefix(quote)?.strip_suffix(quote);
    let value = match (quoted('"'), quoted('\'')) {
        (Some(inside), _) => inside
            .replace("\\n", "\n")
            .replace("\\r", "\r")
            .replace("\\\"", "\"")
            .replace("\\\\", "\\"),
        (None, Some(inside)) => inside.to_owned(),
        (None, None) => value.to_owned(),
    };
    own.then(|| (name.to_owned(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(how: EnvRead, text: &str) -> std::io::Result<Vec<(String, String)>> {
        let mut file = tempfile::NamedTempFile::new()?;
        std::io::Write::write_all(&mut file, text.as_bytes())?;
        Ok(read(&[(file.path().to_owned(), how)]).into_iter().collect())
    }

    #[test]
    fn a_file_is_read_as_dotenv_reads_it() -> std::io::Result<()> {
        let text = "\u{feff}A= # nothing\r\nB=x # more\nexport   C=\"a # b\" # more\nD='\nE=``\n# F=x\nG: yes\nH=\"one\\ntwo\nthree\"\nI.J=1\nB=last\n";
        let said = said(EnvRead::Dotenv, text)?;
        let said: Vec<_> = said.iter().map(|(name, value)| (&**name, &**value)).collect();
        let expected = [
            ("A", ""),
            ("B", "last"),
            ("C", "a # b"),
            ("D", "'"),
            ("E", ""),
            ("G", "yes"),
            ("H", "one\ntwo\nthree"),
        ];
        assert_eq!(said, expected);
        Ok(())
    }

    #[test]
    fn a_file_of_lines_has_names_in_large_letters_alone() -> std::io::Result<()> {
        let text = "A= # it is\nb=x\nexport C=1\n# D=x\nE=\"a\\\"b\"\n F = ' x '\n_G=1\n";
        let said = said(EnvRead::Lines, text)?;
        let said: Vec<_> = said.iter().map(|(name, value)| (&**name, &**value)).collect();
        assert_eq!(said, [("A", "# it is"), ("E", "a\"b"), ("F", " x ")]);
        Ok(())
    }

    #[test]
    fn the_first_file_that_sets_a_variable_counts() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        let place = |name: &str| (folder.path().join(name), EnvRead::Dotenv);
        for (name, text) in [("a", "A=1\n"), ("b", "A=2\nB=2\n")] {
            std::io::Write::write_all(&mut std::fs::File::create(place(name).0)?, text.as_bytes())?;
        }
        let said = read(&[place("a"), place("none"), place("b")]);
        assert_eq!(said.into_values().collect::<Vec<_>>(), ["1", "2"]);
        Ok(())
    }
}
