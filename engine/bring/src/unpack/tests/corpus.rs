//! The archives of `tests/hostile/archives`, as files that every program can be tried with. `answers.txt` there says what
//! each is answered with; `UPDATE=1` writes the archives and the answers.

use tacklebox_testing::hostile;

use super::*;

/// What each file is called, and what is in it.
fn made() -> Vec<(String, Vec<u8>)> {
    let tars: Vec<(&str, Vec<Tar>)> = vec![
        ("absolute", vec![file("/tmp/evil", "x")]),
        ("backslash", vec![file("..\\evil", "x")]),
        ("backwards-text", vec![file("exe\u{202e}txt", "x")]),
        (
            "bare-repository",
            ["HEAD", "config", "objects/a", "refs/a"]
                .map(|it| file(&format!("x/{it}"), "a"))
                .into(),
        ),
        ("control-characters", vec![file("esc\u{1b}[31m", "x")]),
        ("device", vec![file("ok", ""), link(b'3', "disk", "")]),
        ("drive-of-windows", vec![file("C:\\evil", "x")]),
        ("file-and-folder", vec![file("a", ""), file("a/b", "")]),
        ("git-folder", vec![file(".git/config", "x")]),
        ("git-folder-by-short-name", vec![file("git~1/config", "x")]),
        ("git-folder-in-capitals", vec![file("a/.GIT/hooks/post-checkout", "x")]),
        ("git-folder-with-unseen-letter", vec![file(".g\u{200d}it/config", "x")]),
        ("hard-link", vec![file("ok", ""), link(b'1', "x", "ok")]),
        (
            "link-by-way-of-a-link",
            vec![file("d/e/x", ""), link(b'2', "d/e/up", "../.."), link(b'2', "l", "d/e/up/../..")],
        ),
        ("link-out", vec![file("f/x", ""), link(b'2', "l", "../outside")]),
        ("link-ring", vec![file("f", ""), link(b'2', "a", "b"), link(b'2', "b", "a")]),
        ("link-to-the-root", vec![file("f/x", ""), link(b'2', "l", "/etc/passwd")]),
        ("long-name", vec![gnu(b'L', &"d/".repeat(700)), file("x", "")]),
        ("name-by-pax", vec![pax("path", "../evil"), file("good", "x")]),
        ("name-by-gnu", vec![gnu(b'L', "../evil"), file("good", "x")]),
        ("nothing", vec![dir("a/")]),
        ("parent", vec![file("a/../../evil", "x")]),
        ("pipe", vec![file("ok", ""), link(b'6', "x", "")]),
        ("reserved-by-windows", vec![file("a/NUL.txt", "x")]),
        ("same-name-in-small-letters", vec![file("Hook.md", ""), file("HOOK.md", "")]),
        ("same-name-to-a-disk", vec![file("k", ""), file("\u{212a}", "")]),
        ("set-user-id", vec![Tar { mode: 0o4755, ..file("x", "") }]),
        ("size-claimed", vec![Tar { size: Some(10 << 30), ..file("big", "small") }]),
        ("size-contradicted", vec![pax("size", "0"), file("x", &"y".repeat(600))]),
        ("sparse", vec![pax("GNU.sparse.realsize", "9999999999"), file("x", "")]),
        ("stream-of-windows", vec![file("file:stream", "x")]),
        ("through-a-link", vec![link(b'2', "l", "/tmp/evil"), file("l", "x")]),
        ("twice", vec![file("a", "1"), file("./a", "2")]),
        ("unknown-letters", vec![Tar { name: b"caf\xe9".to_vec(), ..file("", "") }]),
    ];
    let zips: Vec<(&str, Vec<Zip>)> = vec![
        ("device", vec![Zip { mode: 0o020_644, ..stored("x", "") }]),
        ("encrypted", vec![Zip { flags: 0x801, ..stored("secret", "xxxxxxxxxxxxxxxxx") }]),
        ("git-folder", vec![stored(".git/config", "x")]),
        ("link-out", vec![stored("f/x", ""), Zip { mode: 0o120_777, ..stored("l", "../outside") }]),
        ("link-to-the-root", vec![Zip { mode: 0o120_777, ..stored("l", "/etc/passwd") }]),
        ("no-name", vec![stored("", "x")]),
        ("parent", vec![stored("ok", ""), stored("../evil", "x")]),
        ("same-name-in-small-letters", vec![stored("Hook.md", ""), stored("HOOK.md", "")]),
        ("set-user-id", vec![Zip { mode: 0o104_755, ..stored("x", "") }]),
        (
            "shared-bytes",
            vec![
                deflated("a", &[0; 9999]),
                Zip { name: b"b".into(), at: Some(0), ..deflated("a", &[0; 9999]) },
            ],
        ),
        ("size-claimed", vec![Zip { size: 0xf000_0000, ..stored("big", "small") }]),
        ("twice", vec![stored("a", "1"), stored("a", "2")]),
        ("two-names", vec![Zip { local_name: Some(b"../evil".into()), ..stored("good", "x") }]),
        ("unknown-packing", vec![Zip { method: 12, ..stored("x", "xyz") }]),
        ("wrong-sum", vec![Zip { crc: 1, ..stored("x", "xyz") }]),
    ];
    let tars = tars.into_iter().map(|(name, entries)| (name, "tgz", gz(&tar(&entries))));
    let zips = zips.into_iter().map(|(name, entries)| (name, "zip", zip(&entries)));
    let cut = gz(&open_tar(&[file("a", &"A".repeat(600))])[..700]);
    let other = [("cut-off", "tgz", cut), ("web-page", "zip", b"<html>Not found</html>".to_vec())];
    let all = tars.chain(zips).chain(other);
    all.map(|(name, end, bytes)| (format!("{name}.{end}"), bytes)).collect()
}

#[test]
fn the_hostile_archives_are_refused_with_these_words() {
    let made = made();
    if std::env::var_os("UPDATE").is_some() {
        for (name, bytes) in &made {
            let file = hostile::folder("archives").join(name);
            File::create(file).unwrap().write_all(bytes).unwrap();
        }
    }
    hostile::answered("archives", |file| {
        let name = file.file_name().unwrap().to_str().unwrap();
        assert!(made.iter().any(|(made, _)| made == name), "{name} is made by nobody");
        refused(Kind::of_name(name).unwrap(), &fs::read(file).unwrap()).to_string()
    });
}
