//! The file of variables in an agent's home.

use std::collections::BTreeMap;
use std::path::Path;

use crate::config;
use tacklebox_machine::files;

/// What a file of `NAME=value` lines sets; nothing where it cannot be read.
pub(super) fn read(path: &Path) -> BTreeMap<String, String> {
    let read = files::read(path, config::MAX_BYTES).ok().and_then(|(bytes, _)| bytes);
    let text = read.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let pair = |line: &str| {
        let line = line.trim().trim_start_matches("export ");
        let (name, value) = line.split_once('=').filter(|_| !line.starts_with('#'))?;
        let value = value.trim();
        let ends = |rest: &str| rest.trim().is_empty() || rest.trim_start().starts_with('#');
        let quoted = ['"', '\'', '`'].into_iter().find_map(|q| {
            let (inside, rest) = value.strip_prefix(q)?.split_once(q)?;
            ends(rest).then_some(inside)
        });
        let plain = || value.split('#').next().unwrap_or_default().trim_end();
        Some((name.trim().to_owned(), quoted.unwrap_or_else(plain).to_owned()))
    };
    text.lines().filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_behind_a_value_is_not_of_it() -> std::io::Result<()> {
        let mut file = tempfile::NamedTempFile::new()?;
        let lines = "A= # nothing\nB=x # more\nexport C=\"a # b\" # more\nD='\nE=``\n# F=x\n";
        std::io::Write::write_all(&mut file, lines.as_bytes())?;
        let variables = read(file.path());
        let said = |name: &str| variables.get(name).map(String::as_str);
        let names = ["A", "B", "C", "D", "E", "F"].map(said);
        assert_eq!(names, [Some(""), Some("x"), Some("a # b"), Some("'"), Some(""), None]);
        Ok(())
    }
}
