//! Under which licence a hook is: what its manifest says, else its `package.json`, else the first line
//! of its licence file. Only what is there is shown; nothing is judged.

use std::fs;
use std::io::Read;
use std::path::Path;

use super::package::Package;
use tacklebox_bring::unpack::shown;

/// How much of a file is looked at, in bytes.
const HEAD: u64 = 16 * 1024;

/// The licence of the hook in `dir`, whose manifest is `manifest`; `root` is the pack that it came in.
pub(super) fn of(dir: &Path, manifest: &str, root: &Path) -> Option<String> {
    let package = |dir: &Path| Package::read(dir).ok().flatten()?.licence();
    let near = in_manifest(&dir.join(manifest)).or_else(|| package(dir)).or_else(|| in_file(dir));
    near.or_else(|| package(root)).or_else(|| in_file(root))
}

/// `license: MIT`, `license = "MIT"`, in front of the text or between tables.
fn in_manifest(path: &Path) -> Option<String> {
    let text = head(path)?;
    let value = |line: &str| {
        let line = line.trim_start();
        let rest = line.strip_prefix("license").or_else(|| line.strip_prefix("licence"))?;
        let rest = rest.trim_start().strip_prefix([':', '='])?;
        let value = rest.trim().trim_matches(['"', '\'']).trim();
        (!value.is_empty()).then(|| shown(value))
    };
    let fence = |line: &&str| matches!(line.trim_end(), "---" | "+++");
    let has_fence = text.lines().find(|line| !line.trim().is_empty()).is_some_and(|l| fence(&l));
    // In a HOOK.md only what is between the fences counts: below is prose.
    let mut fences = text.lines().enumerate().filter(|(_, line)| fence(line)).map(|(at, _)| at);
    let end = fences.nth(1).filter(|_| has_fence).unwrap_or(usize::MAX);
    if !has_fence && path.extension().is_some_and(|end| end == "md") {
        return None;
    }
    text.lines().take(end).find_map(value)
}

fn in_file(dir: &Path) -> Option<String> {
    let mut names: Vec<_> =
        fs::read_dir(dir).ok()?.flatten().map(|entry| entry.file_name()).collect();
    names.sort();
    let is_licence = |name: &&std::ffi::OsString| {
        let name = name.to_string_lossy().to_ascii_uppercase();
        let stem = name.split('.').next().unwrap_or_default();
        matches!(stem, "LICENSE" | "LICENCE" | "COPYING")
    };
    let text = head(&dir.join(names.iter().find(is_licence)?))?;
    let line = text.lines().map(|line| line.trim_matches(['#', ' ', '\t', '\u{feff}', '\r']));
    line.filter(|line| !line.is_empty()).map(shown).next()
}

fn head(path: &Path) -> Option<String> {
    if !fs::symlink_metadata(path).ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    fs::File::open(path).ok()?.take(HEAD).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn licence(files: &[(&str, &str)]) -> Option<String> {
        let root = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            let stamp = tacklebox_machine::files::Stamp::Absent;
            tacklebox_machine::files::save(&path, text.as_bytes(), &stamp, 0o644).unwrap();
        }
        of(&root.path().join("hook"), "HOOK.md", root.path())
    }

    #[test]
    fn the_nearest_that_says_it_counts() {
        let own = ("hook/HOOK.md", "---\nname: x\nlicense: \"MIT-0\"\n---\nlicense: none\n");
        let package = ("package.json", r#"{"license":"Apache-2.0"}"#);
        let file = ("LICENSE.md", "\n# ISC License\n\ntext");
        assert_eq!(licence(&[own, package, file]).as_deref(), Some("MIT-0"));
        let silent = ("hook/HOOK.md", "---\nname: x\n---\nlicense: prose\n");
        assert_eq!(licence(&[silent, package, file]).as_deref(), Some("Apache-2.0"));
        assert_eq!(licence(&[silent, file]).as_deref(), Some("ISC License"));
        assert_eq!(licence(&[silent, ("hook/copying", "GPL")]).as_deref(), Some("GPL"));
        assert_eq!(licence(&[silent]), None);
        assert_eq!(licence(&[("hook/HOOK.md", "license: prose")]), None);
        let toml = ("hook/HOOK.md", "+++\nlicense = 'BSD'\n+++\n");
        assert_eq!(licence(&[toml]).as_deref(), Some("BSD"));
    }
}
