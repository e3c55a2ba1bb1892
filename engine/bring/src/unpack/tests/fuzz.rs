//! Archives changed at random, guided by what comes of them: each ends, and stays in its folder.

use tacklebox_fuzz::{fuzz, signature};

use super::mutated::{only_ours, repair_sums, seeds};
use super::*;

fn archives(name: &str, kind: Kind) {
    let given = seeds().into_iter().filter(|(of, _)| *of == kind).map(|(_, bytes)| bytes).collect();
    let words = [
        "../",
        "/",
        "top/",
        "ustar",
        "PK\x03\x04",
        "PK\x01\x02",
        "PK\x05\x06",
        "path=",
        "\0\0\0\0",
        "L",
        "K",
        "x",
    ];
    fuzz(name, given, &words, |input| {
        let mut bytes = input.to_vec();
        if kind == Kind::Tar {
            repair_sums(&mut bytes);
        }
        let case = Case::new(&bytes);
        let options = Options {
            strip_components: (input.len() % 3) as u32,
            look_through: input.len() % 2 == 0,
        };
        let result = case.unpack(kind, options);
        only_ours(&case, &result);
        signature(&result.map(|done| (done.files, listing(&done.root))))
    });
}

#[test]
fn fuzz_zip() {
    archives("zip", Kind::Zip);
}

#[test]
fn fuzz_tar() {
    archives("tar", Kind::Tar);
}

#[test]
fn fuzz_tar_gz() {
    archives("tar-gz", Kind::TarGz);
}
