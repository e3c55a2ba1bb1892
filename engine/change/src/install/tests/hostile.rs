//! The row "hostile packs" of the budgets: real archives, each through the whole of an installation.

use super::*;
use tacklebox_bring::unpack::{Kind, MAX_ENTRIES, Refusal, UnpackError};
use tacklebox_machine::failure::Code;
use tacklebox_testing::archives::{Tar, Zip, dir, file, gz, link, pax, stored, tar, zip};

/// The archive is refused with this reason, and nothing anywhere is other than before.
#[track_caller]
fn refused(kind: Kind, bytes: &[u8]) -> Refusal {
    let home = Home::new();
    let name = match kind {
        Kind::Zip => "hostile.zip",
        Kind::Tar => "hostile.tar",
        Kind::TarGz => "hostile.tgz",
    };
    home.file(&format!("from/{name}"), bytes);
    home.file("home/.milady/milady.json", "{}");
    // What an archive that leaves its folder would hit.
    home.file("evil", "untouched");
    home.file("temporary-neighbour/evil", "untouched");
    let before = home.tree();
    let error = home.stage(name).unwrap_err();
    assert_eq!(error.code(), Code::Refused, "{error}");
    assert!(home.nothing_staged());
    assert_eq!(home.tree(), before);
    assert!(!home.machine.data_dir().exists());
    match error {
        StageError::Unpack(UnpackError::Refused(refusal)) => refusal,
        other => panic!("{other}"),
    }
}

/// A sound hook, and then this.
fn tar_with(more: Vec<Tar>) -> Vec<u8> {
    let hook = [
        dir("pack/"),
        file("pack/HOOK.md", &family(&["milady"], "greeter")),
        file("pack/handler.ts", "export default () => {};"),
    ];
    tar(&[hook.to_vec(), more].concat())
}

fn zip_with(more: Vec<Zip>) -> Vec<u8> {
    let hook = [
        stored("pack/HOOK.md", &family(&["milady"], "greeter")),
        stored("pack/handler.ts", "export default () => {};"),
    ];
    zip(&[hook.to_vec(), more].concat())
}

#[test]
fn names_that_leave_the_folder() {
    for name in ["../evil", "pack/../../evil", "../../../../../../tmp/evil"] {
        assert!(matches!(
            refused(Kind::Zip, &zip_with(vec![stored(name, "x")])),
            Refusal::Outside(_)
        ));
        let bytes = gz(&tar_with(vec![file(name, "x")]));
        assert!(matches!(refused(Kind::TarGz, &bytes), Refusal::Outside(_)));
    }
    for name in ["/tmp/evil", "C:\\evil", "\\\\server\\evil"] {
        assert!(matches!(
            refused(Kind::Zip, &zip_with(vec![stored(name, "x")])),
            Refusal::Absolute(_)
        ));
        assert!(matches!(
            refused(Kind::Tar, &tar_with(vec![file(name, "x")])),
            Refusal::Absolute(_)
        ));
    }
    let bytes = tar_with(vec![pax("path", "../evil"), file("pack/fine", "x")]);
    assert!(matches!(refused(Kind::Tar, &bytes), Refusal::Outside(_)));
}

#[test]
fn links_that_lead_out() {
    for target in ["../../evil", "/etc/passwd", "/", "../.."] {
        let bytes = tar_with(vec![link(b'2', "pack/l", target)]);
        assert!(matches!(refused(Kind::Tar, &bytes), Refusal::LinkOutside(_)), "{target}");
        let link = Zip { mode: 0o120_777, ..stored("pack/l", target) };
        assert!(matches!(refused(Kind::Zip, &zip_with(vec![link])), Refusal::LinkOutside(_)));
    }
    // Out by way of the single top folder that is looked through.
    let bytes = tar_with(vec![link(b'2', "pack/l", "../pack/HOOK.md")]);
    assert!(matches!(refused(Kind::Tar, &bytes), Refusal::LinkOutside(_)));
    // And nothing is written through one.
    let bytes = tar_with(vec![link(b'2', "pack/l", "/tmp"), file("pack/l/evil", "x")]);
    assert!(matches!(
        refused(Kind::Tar, &bytes),
        Refusal::LinkOutside(_) | Refusal::FileAndFolder(_)
    ));
    for target in ["/etc/passwd", "pack/HOOK.md"] {
        let bytes = tar_with(vec![link(b'1', "pack/l", target)]);
        assert!(matches!(refused(Kind::Tar, &bytes), Refusal::HardLink(_)));
    }
}

#[test]
fn what_is_no_file() {
    for kind in [b'3', b'4'] {
        let bytes = tar_with(vec![link(kind, "pack/device", "")]);
        assert!(matches!(refused(Kind::Tar, &bytes), Refusal::Device(_)));
    }
    let bytes = tar_with(vec![link(b'6', "pack/pipe", "")]);
    assert!(matches!(refused(Kind::Tar, &bytes), Refusal::Pipe(_)));
    let device = Zip { mode: 0o020_644, ..stored("pack/device", "") };
    assert!(matches!(refused(Kind::Zip, &zip_with(vec![device])), Refusal::Device(_)));
}

#[test]
fn other_peoples_rights() {
    for mode in [0o4755, 0o2755] {
        let bytes = tar_with(vec![Tar { mode, ..file("pack/run", "#!/bin/sh\n") }]);
        assert!(matches!(refused(Kind::Tar, &bytes), Refusal::SetId(_)));
        let run = Zip { mode: 0o100_000 | mode, ..stored("pack/run", "#!/bin/sh\n") };
        assert!(matches!(refused(Kind::Zip, &zip_with(vec![run])), Refusal::SetId(_)));
    }
}

#[test]
fn names_that_mean_something_else_elsewhere() {
    for name in ["pack/hook.md", "pack/HANDLER.ts", "PACK/x"] {
        assert!(matches!(
            refused(Kind::Tar, &tar_with(vec![file(name, "")])),
            Refusal::CaseClash(..)
        ));
        assert!(matches!(
            refused(Kind::Zip, &zip_with(vec![stored(name, "")])),
            Refusal::CaseClash(..)
        ));
    }
    let twice = refused(Kind::Zip, &zip_with(vec![stored("pack/HOOK.md", "other")]));
    assert!(matches!(twice, Refusal::Twice(_)));
    for name in ["pack/CON", "pack/nul.txt", "pack/x.", "pack/a:b"] {
        assert!(matches!(
            refused(Kind::Tar, &tar_with(vec![file(name, "")])),
            Refusal::Reserved(_)
        ));
    }
    for name in ["pack/a\u{1b}[2J", "pack/a\nb", "pack/a\u{7}"] {
        let refusal = refused(Kind::Zip, &zip_with(vec![stored(name, "")]));
        assert!(matches!(refusal, Refusal::Control(_)));
        assert!(!refusal.to_string().chars().any(char::is_control), "{refusal}");
    }
    let refusal = refused(Kind::Tar, &tar_with(vec![file("pack/gpj\u{202e}.exe", "")]));
    assert!(matches!(refusal, Refusal::Bidi(_)));
}

#[test]
fn ten_gigabytes() {
    let claimed = Tar { size: Some(10 << 30), ..file("pack/big", "small") };
    assert_eq!(refused(Kind::Tar, &tar_with(vec![claimed])), Refusal::TooLarge);
    let claimed = Zip { size: 0xf000_0000, ..stored("pack/big", "small") };
    assert_eq!(refused(Kind::Zip, &zip_with(vec![claimed])), Refusal::TooLarge);
    // A gzip stream may have any number of parts: one packed mebibyte, ten thousand times.
    let head = Tar { size: Some(10_240 << 20), data: Vec::new(), ..file("pack/big", "") };
    let open = tacklebox_testing::archives::open_tar(&[head]);
    let mut bomb = gz(&open);
    let block = gz(&vec![0; 1 << 20]);
    (0..10_240).for_each(|_| bomb.extend(&block));
    assert_eq!(refused(Kind::TarGz, &bomb), Refusal::TooLarge);
}

#[test]
fn a_hundred_thousand_entries() {
    let mut entries = Vec::with_capacity(60_000);
    entries.extend((0..60_000).map(|n| stored(&format!("pack/f{n}"), "")));
    assert_eq!(refused(Kind::Zip, &zip(&entries)), Refusal::TooMany);
    let entries: Vec<Tar> = (0..100_000).map(|n| file(&format!("pack/f{n}"), "")).collect();
    assert_eq!(refused(Kind::TarGz, &gz(&tar(&entries))), Refusal::TooMany);
}

/// The same rules hold for a folder on this computer.
#[test]
#[cfg(unix)]
fn a_folder_is_held_to_the_same_rules() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    type Case = (&'static str, fn(&Home), fn(&Refusal) -> bool);
    let cases: [Case; 7] = [
        (
            "link out",
            |home| symlink("/etc/passwd", home.path("from/h/l")).unwrap(),
            |r| matches!(r, Refusal::LinkOutside(_)),
        ),
        (
            "link above",
            |home| symlink("../evil", home.path("from/h/l")).unwrap(),
            |r| matches!(r, Refusal::LinkOutside(_)),
        ),
        (
            "pipe",
            |home| {
                let path = home.path("from/h/pipe");
                let made = std::process::Command::new("mkfifo").arg(path).status().unwrap();
                assert!(made.success());
            },
            |r| matches!(r, Refusal::Pipe(_)),
        ),
        (
            "set-uid",
            |home| {
                let path = home.file("from/h/run", "");
                fs::set_permissions(path, fs::Permissions::from_mode(0o4755)).unwrap();
            },
            |r| matches!(r, Refusal::SetId(_)),
        ),
        (
            "control characters",
            |home| drop(home.file("from/h/a\u{1b}[2J", "")),
            |r| matches!(r, Refusal::Control(_)),
        ),
        (
            "capitals",
            |home| drop((home.file("from/h/hook.md", ""), home.file("from/h/HOOK.md", ""))),
            |r| matches!(r, Refusal::CaseClash(..)),
        ),
        (
            "too many",
            |home| {
                (0..=MAX_ENTRIES).for_each(|n| drop(home.file(&format!("from/h/d/{n}"), "")));
            },
            |r| matches!(r, Refusal::TooMany),
        ),
    ];
    for (what, make, is) in cases {
        let home = Home::new();
        home.hook("from/h", &["milady"], "greeter");
        home.file("from/evil", "");
        make(&home);
        let error = home.stage("h").unwrap_err();
        assert!(matches!(&error, StageError::Folder(refusal) if is(refusal)), "{what}: {error}");
        assert!(home.nothing_staged(), "{what}");
    }
}
