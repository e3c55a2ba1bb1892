//! Archives with bytes changed at random: whatever comes of it, it ends, and it stays in its folder.

use proptest::prelude::*;

use super::*;

pub(super) fn seeds() -> [(Kind, Vec<u8>); 4] {
    let mut names = plain_tar();
    names.extend([pax("path", "top/pax"), file("p", "P"), gnu(b'L', "top/gnu"), file("g", "G")]);
    let streamed = Zip { flags: 0x808, ..deflated("top/streamed", b"some text some text") };
    let mut zipped = plain_zip();
    zipped.push(streamed);
    [
        (Kind::Tar, tar(&names)),
        (Kind::TarGz, gz(&tar(&names))),
        (Kind::Zip, zip(&zipped)),
        (Kind::Zip, zip(&plain_zip())),
    ]
}

/// The check sum of each header made right again, so that what else was changed is looked at.
pub(super) fn repair_sums(bytes: &mut [u8]) {
    for head in bytes.chunks_exact_mut(512) {
        if &head[257..262] == b"ustar" {
            head[148..156].copy_from_slice(b"        ");
            let sum: u32 = head.iter().map(|b| u32::from(*b)).sum();
            head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        }
    }
}

pub(super) fn only_ours(case: &Case, result: &Result<Unpacked, UnpackError>) {
    let Ok(done) = result else { return case.nothing_left() };
    assert!(done.root.starts_with(case.place()));
    assert_eq!(fs::read_dir(case.tmp.path()).unwrap().count(), 2);
    let inside = fs::canonicalize(case.place()).unwrap();
    let mut todo = vec![inside.clone()];
    while let Some(dir) = todo.pop() {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            let meta = fs::symlink_metadata(&path).unwrap();
            assert!(meta.is_file() || meta.is_dir() || meta.is_symlink());
            assert!(fs::canonicalize(&path).unwrap().starts_with(&inside), "{path:?} leads out");
            if meta.is_dir() {
                todo.push(path);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn never_a_panic_and_never_a_file_outside(
        which in 0..4usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::weighted(0.1, any::<prop::sample::Index>()),
        options in (0..3u32, any::<bool>()),
    ) {
        let (kind, mut bytes) = seeds()[which].clone();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if kind == Kind::Tar {
            repair_sums(&mut bytes);
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        let case = Case::new(&bytes);
        let options = Options { strip_components: options.0, look_through: options.1 };
        let result = case.unpack(kind, options);
        only_ours(&case, &result);
    }
}
