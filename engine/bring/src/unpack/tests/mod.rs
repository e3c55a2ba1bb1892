//! Whole archives: what is unpacked, what is refused, and that nothing is left of the latter.

mod corpus;
mod fuzz;
mod hostile;
mod mutated;
mod sizes;

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use tacklebox_testing::archives::*;
use tokio_util::sync::CancellationToken;

use super::*;

/// A folder with an archive in it, and the place that it is unpacked to.
struct Case {
    tmp: tempfile::TempDir,
}

impl Case {
    fn new(bytes: &[u8]) -> Self {
        let tmp = tempfile::tempdir().unwrap();
        File::create(tmp.path().join("archive")).unwrap().write_all(bytes).unwrap();
        Self { tmp }
    }

    fn place(&self) -> PathBuf {
        self.tmp.path().join("into")
    }

    fn unpack(&self, kind: Kind, options: Options) -> Result<Unpacked, UnpackError> {
        let archive = self.tmp.path().join("archive");
        unpack(&archive, kind, &self.place(), options, &CancellationToken::new())
    }

    /// Nothing but the archive is there.
    fn nothing_left(&self) {
        let names: Vec<_> = fs::read_dir(self.tmp.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        assert_eq!(names, ["archive"]);
    }
}

/// Why an archive is refused; that nothing is left is checked on the way.
#[track_caller]
fn refused(kind: Kind, bytes: &[u8]) -> Refusal {
    let case = Case::new(bytes);
    let error = case.unpack(kind, Options::default()).unwrap_err();
    case.nothing_left();
    match error {
        UnpackError::Refused(refusal) => refusal,
        other => panic!("{other}"),
    }
}

/// Every path below a folder, with what a file holds and where a link leads.
fn listing(root: &Path) -> Vec<String> {
    fn walk(root: &Path, dir: &Path, out: &mut Vec<String>) {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            let meta = fs::symlink_metadata(&path).unwrap();
            if meta.is_symlink() {
                out.push(format!("{name} -> {}", fs::read_link(&path).unwrap().display()));
            } else if meta.is_dir() {
                out.push(format!("{name}/"));
                walk(root, &path, out);
            } else {
                let run = if tacklebox_machine::machine::executable(&meta) { "*" } else { "" };
                out.push(format!("{name}{run}: {}", fs::read_to_string(&path).unwrap()));
            }
        }
    }
    let mut out = Vec::new();
    walk(root, root, &mut out);
    out.sort();
    out
}

fn look_through() -> Options {
    Options { look_through: true, ..Options::default() }
}

fn strip(strip_components: u32) -> Options {
    Options { strip_components, ..Options::default() }
}

fn plain_tar() -> Vec<Tar> {
    let run = Tar { mode: 0o755, ..file("top/bin/run", "#!") };
    vec![dir("top/"), run, file("top/a", "A"), link(b'2', "top/l", "bin/../a")]
}

fn plain_zip() -> Vec<Zip> {
    let run = Zip { mode: 0o100_755, ..deflated("top/bin/run", b"#!") };
    let dir = Zip { mode: 0o040_755, ..stored("top/", "") };
    let link = Zip { mode: 0o120_777, ..stored("top/l", "bin/../a") };
    vec![dir, run, stored("top/a", "A"), link]
}

#[test]
fn all_three_formats_are_unpacked_alike() {
    let want = ["top/", "top/a: A", "top/bin/", "top/bin/run*: #!", "top/l -> bin/../a"];
    for (kind, bytes) in [
        (Kind::Tar, tar(&plain_tar())),
        (Kind::TarGz, gz(&tar(&plain_tar()))),
        (Kind::Zip, zip(&plain_zip())),
    ] {
        let case = Case::new(&bytes);
        let done = case.unpack(kind, Options::default()).unwrap();
        assert_eq!(listing(&done.root), want, "{kind:?}");
        assert_eq!((done.root, done.files, done.bytes), (case.place(), 2, 3));
        assert_eq!(Kind::of_content(&case.tmp.path().join("archive")), Some(kind));
    }
}

#[test]
#[cfg(unix)]
fn the_folder_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let case = Case::new(&tar(&plain_tar()));
    case.unpack(Kind::Tar, Options::default()).unwrap();
    assert_eq!(fs::metadata(case.place()).unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn a_folder_that_is_there_already_is_not_unpacked_into() {
    let case = Case::new(&tar(&plain_tar()));
    fs::create_dir(case.place()).unwrap();
    File::create(case.place().join("mine")).unwrap();
    assert!(matches!(case.unpack(Kind::Tar, Options::default()), Err(UnpackError::Io { .. })));
    assert_eq!(listing(&case.place()), ["mine: "]);
}

#[test]
fn the_name_says_the_format() {
    for (name, kind) in [
        ("x-1.0.zip", Some(Kind::Zip)),
        ("X.TGZ", Some(Kind::TarGz)),
        ("tar.gz", Some(Kind::TarGz)),
        ("a.b.tar", Some(Kind::Tar)),
        ("x.gz", None),
        ("gunzip", None),
        ("x.tar.xz", None),
        ("", None),
    ] {
        assert_eq!(Kind::of_name(name), kind, "{name}");
    }
}

#[test]
fn a_single_top_folder_is_looked_through() {
    let case = Case::new(&tar(&plain_tar()));
    let done = case.unpack(Kind::Tar, look_through()).unwrap();
    assert_eq!(done.root, case.place().join("top"));

    let mut mac = plain_zip();
    mac.push(stored("__MACOSX/top/._a", "junk"));
    let case = Case::new(&zip(&mac));
    assert_eq!(case.unpack(Kind::Zip, look_through()).unwrap().root, case.place().join("top"));

    let mut two = plain_tar();
    two.push(file("README", ""));
    let case = Case::new(&tar(&two));
    assert_eq!(case.unpack(Kind::Tar, look_through()).unwrap().root, case.place());

    let case = Case::new(&tar(&[file("only", "1")]));
    assert_eq!(case.unpack(Kind::Tar, look_through()).unwrap().root, case.place());
}

#[test]
fn leading_folders_are_stripped() {
    let case = Case::new(&tar(&plain_tar()));
    let done = case.unpack(Kind::Tar, strip(1)).unwrap();
    assert_eq!(listing(&done.root), ["a: A", "bin/", "bin/run*: #!", "l -> bin/../a"]);
    let case = Case::new(&zip(&plain_zip()));
    assert_eq!(listing(&case.unpack(Kind::Zip, strip(2)).unwrap().root), ["run*: #!"]);
    let case = Case::new(&tar(&plain_tar()));
    let error = case.unpack(Kind::Tar, strip(9)).unwrap_err();
    assert!(matches!(error, UnpackError::Refused(Refusal::Empty)));
    case.nothing_left();
    // Two that become one by it.
    let case = Case::new(&tar(&[file("a/x", "1"), file("b/x", "2")]));
    let error = case.unpack(Kind::Tar, strip(1)).unwrap_err();
    assert!(matches!(error, UnpackError::Refused(Refusal::Twice(_))));
}

#[test]
fn long_names_of_gnu_and_pax_count() {
    let long = format!("{}/{}", "d".repeat(150), "f".repeat(150));
    let entries = [
        gnu(b'L', &long),
        file("short", "gnu"),
        pax("path", "by-pax/é"),
        file("old", "pax"),
        Tar { kind: b'g', ..pax("comment", "0123abc") },
        gnu(b'K', &long),
        link(b'2', "l", "short"),
    ];
    let case = Case::new(&tar(&entries));
    let done = case.unpack(Kind::Tar, Options::default()).unwrap();
    let dir = "d".repeat(150);
    let want = [
        "by-pax/".to_owned(),
        "by-pax/é: pax".to_owned(),
        format!("{dir}/"),
        format!("{dir}/{}: gnu", "f".repeat(150)),
        format!("l -> {long}"),
    ];
    assert_eq!(listing(&done.root), want);
}

#[test]
#[cfg(unix)]
fn links_that_stay_are_kept() {
    let case = Case::new(&tar(&[
        link(b'2', "t/lib/x.so", "x.so.1"),
        link(b'2', "t/lib/x.so.1", "x.so.1.2"),
        file("t/lib/x.so.1.2", "code"),
        link(b'2', "t/bin", "lib/"),
        link(b'2', "t/share/lib", "../bin"),
    ]));
    let done = case.unpack(Kind::Tar, look_through()).unwrap();
    assert_eq!(fs::read_to_string(done.root.join("share/lib/x.so")).unwrap(), "code");
}

#[test]
fn cancelling_leaves_nothing() {
    let case = Case::new(&tar(&plain_tar()));
    let cancel = CancellationToken::new();
    cancel.cancel();
    let archive = case.tmp.path().join("archive");
    let result = unpack(&archive, Kind::Tar, &case.place(), Options::default(), &cancel);
    assert!(matches!(result, Err(UnpackError::Cancelled)));
    case.nothing_left();
}

/// What one person may run, all may: an archive knows nothing of the owner and the group here.
#[cfg(unix)]
#[test]
fn the_right_to_run_counts_whoever_has_it() {
    for (mode, runs) in [(0o644, ""), (0o744, "*"), (0o654, "*"), (0o645, "*"), (0o755, "*")] {
        let case = Case::new(&tar(&[Tar { mode, ..file("run", "#!") }]));
        let done = case.unpack(Kind::Tar, Options::default()).unwrap();
        assert_eq!(listing(&done.root), [format!("run{runs}: #!")], "{mode:o}");
        let entry = Zip { mode: 0o100_000 | mode, ..stored("run", "#!") };
        let case = Case::new(&zip(&[entry]));
        let done = case.unpack(Kind::Zip, Options::default()).unwrap();
        assert_eq!(listing(&done.root), [format!("run{runs}: #!")], "{mode:o}");
    }
}
