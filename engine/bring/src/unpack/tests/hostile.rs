//! The row "hostile packs" of the budgets, one real archive each.

use super::*;

type Of = fn(String) -> Refusal;

const NAMES: [(&str, Of); 20] = [
    (".git/config", Refusal::Git),
    ("a/.GIT/hooks/x", Refusal::Git),
    ("git~1/config", Refusal::Git),
    (".g\u{200d}it", Refusal::Git),
    ("../evil", Refusal::Outside),
    ("a/../../evil", Refusal::Outside),
    ("/tmp/evil", Refusal::Absolute),
    ("C:\\evil", Refusal::Absolute),
    ("c:/evil", Refusal::Absolute),
    ("\\\\server\\share\\evil", Refusal::Absolute),
    ("..\\evil", Refusal::Backslash),
    ("a\\b", Refusal::Backslash),
    ("CON", Refusal::Reserved),
    ("a/NUL.txt", Refusal::Reserved),
    ("dot.", Refusal::Reserved),
    ("space ", Refusal::Reserved),
    ("file:stream", Refusal::Reserved),
    ("bell\u{7}", Refusal::Control),
    ("esc\u{1b}[31m", Refusal::Control),
    ("exe\u{202e}txt", Refusal::Bidi),
];

#[test]
fn names_are_refused_in_every_format() {
    for (name, of) in NAMES {
        let want = of(shown(name));
        assert_eq!(refused(Kind::Zip, &zip(&[stored("ok", ""), stored(name, "x")])), want);
        assert_eq!(refused(Kind::Tar, &tar(&[file("ok", ""), file(name, "x")])), want);
        assert_eq!(refused(Kind::TarGz, &gz(&tar(&[pax("path", name), file("x", "")]))), want);
        assert_eq!(refused(Kind::Tar, &tar(&[gnu(b'L', name), file("x", "")])), want);
        let dir = Zip { mode: 0o040_755, ..stored(&format!("{name}/"), "") };
        let dir = refused(Kind::Zip, &zip(&[stored("ok", ""), dir]));
        assert_eq!(std::mem::discriminant(&dir), std::mem::discriminant(&want), "{name}: {dir}");
    }
    let latin = Tar { name: b"caf\xe9".to_vec(), ..file("", "") };
    assert!(matches!(refused(Kind::Tar, &tar(&[latin])), Refusal::NotText(_)));
    let latin = Zip { name: b"caf\xe9".to_vec(), flags: 0, ..stored("", "") };
    assert!(matches!(refused(Kind::Zip, &zip(&[latin])), Refusal::NotText(_)));
    let long = "n".repeat(300);
    assert!(matches!(refused(Kind::Zip, &zip(&[stored(&long, "")])), Refusal::LongName(_)));
    assert!(matches!(
        refused(Kind::Tar, &tar(&[gnu(b'L', &"d/".repeat(700)), file("x", "")])),
        Refusal::LongName(_)
    ));
    assert!(matches!(refused(Kind::Zip, &zip(&[stored("", "x")])), Refusal::NoName(_)));
}

/// `git status` beside it would start what its `config` names.
#[test]
fn a_repository_under_another_name_is_refused() {
    let bare = ["x/HEAD", "x/config", "x/objects/info/packs", "x/refs/heads/main"];
    let files: Vec<Tar> = bare.iter().map(|name| file(name, "a")).collect();
    assert_eq!(refused(Kind::Tar, &tar(&files)), Refusal::Git("x".to_owned()));
    let files: Vec<Zip> = bare.iter().map(|name| stored(name, "a")).collect();
    assert_eq!(refused(Kind::Zip, &zip(&files)), Refusal::Git("x".to_owned()));
}

#[test]
fn no_refusal_shows_what_could_deceive() {
    let refusal = refused(Kind::Zip, &zip(&[stored("a\u{202e}\u{1b}]0;x\u{7}b", "")]));
    assert!(!refusal.to_string().chars().any(|c| c.is_control() || c == '\u{202e}'), "{refusal}");
}

#[test]
fn links_that_leave_or_lead_nowhere() {
    for (name, target) in [
        ("l", "../outside"),
        ("l", "/etc/passwd"),
        ("a/b/l", "../../../x"),
        ("l", "C:/x"),
        ("l", "..\\x"),
        ("l", "f/../.."),
        ("l", ".."),
    ] {
        let bytes = tar(&[file("f/x", ""), file("a/b/y", ""), link(b'2', name, target)]);
        let refusal = refused(Kind::Tar, &bytes);
        assert!(matches!(refusal, Refusal::LinkOutside(_)), "{target}: {refusal}");
        let link = Zip { mode: 0o120_777, ..stored(name, target) };
        let refusal = refused(Kind::Zip, &zip(&[stored("f/x", ""), link]));
        assert!(matches!(refusal, Refusal::LinkOutside(_)), "{target}: {refusal}");
    }
    for target in ["absent", "l", ".", "f/x/y", "F", ""] {
        let refusal = refused(Kind::Tar, &tar(&[file("f/x", ""), link(b'2', "l", target)]));
        assert!(matches!(refusal, Refusal::LinkNowhere(_)), "{target}: {refusal}");
    }
    let ring = [file("f", ""), link(b'2', "a", "b"), link(b'2', "b", "a")];
    assert!(matches!(refused(Kind::Tar, &tar(&ring)), Refusal::LinkNowhere(_)));
}

#[test]
fn a_link_does_not_climb_by_way_of_another() {
    // By its letters `d/e/up/../..` stays inside; on the disk it would not.
    let entries =
        [file("d/e/x", ""), link(b'2', "d/e/up", "../.."), link(b'2', "l", "d/e/up/../..")];
    let refusal = refused(Kind::Tar, &tar(&entries));
    assert!(matches!(refusal, Refusal::LinkOutside(_) | Refusal::LinkNowhere(_)), "{refusal}");
}

#[test]
fn nothing_is_written_through_a_link() {
    let entries = [link(b'2', "l", "d"), file("d/x", ""), file("l/evil", "x")];
    assert!(matches!(refused(Kind::Tar, &tar(&entries)), Refusal::FileAndFolder(_)));
    let entries = [link(b'2', "l", "/tmp/evil"), file("l", "x")];
    assert!(matches!(refused(Kind::Tar, &tar(&entries)), Refusal::LinkOutside(_)));
    let entries = [file("f", ""), link(b'2', "l", "f"), file("l", "x")];
    assert!(matches!(refused(Kind::Tar, &tar(&entries)), Refusal::Twice(_)));
}

#[test]
fn a_stripped_or_looked_through_top_is_outside_for_links() {
    for options in [strip(1), look_through()] {
        let case = Case::new(&tar(&[file("top/a", ""), link(b'2', "top/l", "../top/a")]));
        let error = case.unpack(Kind::Tar, options).unwrap_err();
        assert!(matches!(error, UnpackError::Refused(Refusal::LinkOutside(_))), "{error}");
        case.nothing_left();
    }
}

#[test]
fn what_is_no_file_and_no_folder() {
    let one = |kind: u8| refused(Kind::Tar, &tar(&[file("ok", ""), link(kind, "x", "ok")]));
    let x = || "x".to_owned();
    assert_eq!(one(b'1'), Refusal::HardLink(x()));
    assert_eq!(one(b'3'), Refusal::Device(x()));
    assert_eq!(one(b'4'), Refusal::Device(x()));
    assert_eq!(one(b'6'), Refusal::Pipe(x()));
    assert_eq!(one(b'S'), Refusal::Sparse(x()));
    assert_eq!(one(b'M'), Refusal::Kind(x()));
    let sparse = [pax("GNU.sparse.realsize", "9999999999"), file("x", "")];
    assert_eq!(refused(Kind::Tar, &tar(&sparse)), Refusal::Sparse(x()));
    let zipped = |mode: u32| refused(Kind::Zip, &zip(&[Zip { mode, ..stored("x", "") }]));
    assert_eq!(zipped(0o020_644), Refusal::Device(x()));
    assert_eq!(zipped(0o060_644), Refusal::Device(x()));
    assert_eq!(zipped(0o010_644), Refusal::Pipe(x()));
    assert_eq!(zipped(0o140_644), Refusal::Pipe(x()));
    assert_eq!(zipped(0o150_644), Refusal::Kind(x()));
}

#[test]
fn other_peoples_rights() {
    for mode in [0o4755, 0o2755, 0o6755] {
        let bytes = tar(&[Tar { mode, ..file("x", "") }]);
        assert_eq!(refused(Kind::Tar, &bytes), Refusal::SetId("x".to_owned()));
        let bytes = zip(&[Zip { mode: 0o100_000 | mode, ..stored("x", "") }]);
        assert_eq!(refused(Kind::Zip, &bytes), Refusal::SetId("x".to_owned()));
    }
    // A folder of a shared group is common, and no mode of a folder is kept.
    let case = Case::new(&tar(&[Tar { mode: 0o3775, ..dir("d/") }, file("d/x", "")]));
    assert!(case.unpack(Kind::Tar, Options::default()).is_ok());
}

#[test]
fn two_of_one_name() {
    let twice = Refusal::Twice("a".to_owned());
    assert_eq!(refused(Kind::Tar, &tar(&[file("a", "1"), file("./a", "2")])), twice);
    assert_eq!(refused(Kind::Zip, &zip(&[stored("a", "1"), stored("a", "2")])), twice);
    assert_eq!(refused(Kind::Tar, &tar(&[dir("a/"), file("b", ""), dir("a/")])), twice);
    let clash = Refusal::CaseClash("Hook.md".to_owned(), "HOOK.md".to_owned());
    assert_eq!(refused(Kind::Tar, &tar(&[file("Hook.md", ""), file("HOOK.md", "")])), clash);
    assert_eq!(refused(Kind::Zip, &zip(&[stored("Hook.md", ""), stored("HOOK.md", "")])), clash);
    let clash = Refusal::CaseClash("Ä".to_owned(), "ä".to_owned());
    assert_eq!(refused(Kind::Tar, &tar(&[file("Ä/x", ""), file("ä/y", "")])), clash);
    // Letters that a file system takes for one though their small letters differ.
    for (one, two) in
        [("s", "\u{17f}"), ("SS", "\u{df}"), ("\u{3c3}", "\u{3c2}"), ("k", "\u{212a}")]
    {
        let clash = Refusal::CaseClash(one.to_owned(), two.to_owned());
        assert_eq!(refused(Kind::Tar, &tar(&[file(one, ""), file(two, "")])), clash);
    }
    let both = Refusal::FileAndFolder("a".to_owned());
    assert_eq!(refused(Kind::Tar, &tar(&[file("a", ""), file("a/b", "")])), both);
    assert_eq!(refused(Kind::Tar, &tar(&[file("a/b", ""), file("a", "")])), both);
    assert_eq!(refused(Kind::Tar, &tar(&[file("a", ""), dir("a/")])), both);
}

#[test]
fn headers_that_contradict_each_other() {
    let other = Some(b"../evil".to_vec());
    let bytes = zip(&[Zip { local_name: other, ..stored("good", "x") }]);
    assert!(matches!(refused(Kind::Zip, &bytes), Refusal::Contradiction(_)));
    let bytes = zip(&[Zip { local_size: Some(9), ..stored("good", "x") }]);
    assert!(matches!(refused(Kind::Zip, &bytes), Refusal::Contradiction(_)));
    let bytes = zip(&[Zip { mode: 0o100_644, ..stored("d/", "") }]);
    assert!(matches!(refused(Kind::Zip, &bytes), Refusal::Contradiction(_)));
    let bytes = tar(&[pax("size", "0"), file("x", &"y".repeat(600))]);
    assert!(matches!(refused(Kind::Tar, &bytes), Refusal::Contradiction(_)));
    let bytes = tar(&[Tar { kind: b'g', ..pax("path", "all") }, file("x", "")]);
    assert!(matches!(refused(Kind::Tar, &bytes), Refusal::Contradiction(_)));
    let bytes = tar(&[gnu(b'L', "a"), gnu(b'L', "b"), file("x", "")]);
    assert!(matches!(refused(Kind::Tar, &bytes), Refusal::Contradiction(_)));
}

#[test]
fn what_cannot_be_read() {
    let locked = Zip { flags: 0x801, ..stored("secret", "xxxxxxxxxxxxxxxxx") };
    assert!(matches!(refused(Kind::Zip, &zip(&[locked])), Refusal::Encrypted(_)));
    let odd = Zip { method: 12, ..stored("x", "xyz") };
    let refusal = refused(Kind::Zip, &zip(&[odd]));
    assert!(matches!(refusal, Refusal::Method(_)), "{refusal}");
    let wrong = Zip { crc: 1, ..stored("x", "xyz") };
    assert!(matches!(refused(Kind::Zip, &zip(&[wrong])), Refusal::Corrupt(_)));
    let mut sum = tar(&[file("x", "")]);
    sum[0] = b'y';
    assert!(matches!(refused(Kind::Tar, &sum), Refusal::Corrupt(_)));
    for kind in [Kind::Zip, Kind::TarGz, Kind::Tar] {
        refused(kind, b"this is a web page and no archive");
        refused(kind, b"");
    }
}

#[test]
fn what_is_empty() {
    assert_eq!(refused(Kind::Zip, &zip(&[])), Refusal::Empty);
    assert_eq!(refused(Kind::Tar, &tar(&[])), Refusal::Empty);
    assert_eq!(refused(Kind::TarGz, &gz(&tar(&[]))), Refusal::Empty);
    assert_eq!(refused(Kind::Tar, &tar(&[dir("a/"), dir("a/b/")])), Refusal::Empty);
}

#[test]
fn what_is_cut_off_anywhere() {
    let whole = tar(&[file("a", "A"), pax("path", "b"), file("x", &"B".repeat(2000))]);
    for cut in (0..whole.len() - 1024).step_by(128) {
        refused(Kind::Tar, &whole[..cut]);
    }
    assert_eq!(refused(Kind::Tar, &open_tar(&[file("a", "A")])), Refusal::Truncated);
    let packed = gz(&whole);
    for cut in 0..packed.len() {
        refused(Kind::TarGz, &packed[..cut]);
    }
    let whole = zip(&plain_zip());
    for cut in 0..whole.len() {
        refused(Kind::Zip, &whole[..cut]);
    }
}

#[test]
fn what_is_beside_a_looked_through_top_is_nothing_for_links() {
    for beside in ["__MACOSX/x", "__MACOSX/deep/x", ".DS_Store"] {
        let name = beside.rsplit('/').next().unwrap();
        let entries = [dir("top/"), file("top/a", ""), link(b'2', "top/l", name), file(beside, "")];
        let case = Case::new(&tar(&entries));
        let error = case.unpack(Kind::Tar, look_through()).unwrap_err();
        assert!(
            matches!(error, UnpackError::Refused(Refusal::LinkNowhere(_))),
            "{beside}: {error}"
        );
        case.nothing_left();
    }
}
