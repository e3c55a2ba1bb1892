//! Archives that are small and unpack to something huge, or to very many.

use super::*;

/// A gzip stream of `blocks` mebibytes of zeros behind `head`. One block is packed once: a gzip stream
/// may have any number of parts.
fn bomb(head: &[u8], blocks: usize) -> Vec<u8> {
    let mut stream = gz(head);
    let block = gz(&vec![0; 1 << 20]);
    (0..blocks).for_each(|_| stream.extend(&block));
    stream
}

#[test]
fn a_header_that_claims_ten_gigabytes() {
    let huge = Tar { size: Some(10 << 30), ..file("big", "small") };
    assert_eq!(refused(Kind::Tar, &tar(&[huge])), Refusal::TooLarge);
    let bytes = zip(&[Zip { size: 0xf000_0000, ..stored("big", "small") }]);
    assert_eq!(refused(Kind::Zip, &bytes), Refusal::TooLarge);
}

#[test]
fn a_header_that_claims_less_than_there_is() {
    let lies = Zip { size: 10, ..deflated("bomb", &vec![0; 1 << 20]) };
    assert!(matches!(
        refused(Kind::Zip, &zip(&[lies])),
        Refusal::Corrupt(_) | Refusal::Contradiction(_)
    ));
}

#[test]
fn many_files_that_are_too_large_together() {
    // Sizes are added up: 300 files of just under a mebibyte each.
    let one = deflated("x", &vec![0; (1 << 20) - 1]);
    let entries: Vec<_> =
        (0..300).map(|n| Zip { name: format!("f{n}").into_bytes(), ..one.clone() }).collect();
    assert_eq!(refused(Kind::Zip, &zip(&entries)), Refusal::TooLarge);
}

#[test]
fn a_long_name_that_never_ends_is_not_read_into_memory() {
    let head = open_tar(&[Tar { size: Some(5 << 30), data: Vec::new(), ..gnu(b'L', "") }]);
    let refusal = refused(Kind::TarGz, &bomb(&head, 10));
    assert!(matches!(refusal, Refusal::Corrupt(_)), "{refusal}");
}

#[test]
fn zeros_behind_the_end_of_a_tar_are_counted_too() {
    let head = tar(&[file("a", "A")]);
    assert_eq!(refused(Kind::TarGz, &bomb(&head, 300)), Refusal::TooLarge);
}

#[test]
fn entries_that_share_their_bytes() {
    let first = deflated("a", &vec![0; 100_000]);
    let mut second = Zip { at: Some(0), ..first.clone() };
    second.name = b"b".to_vec();
    // By the name in its local header it is the first one again.
    let refusal = refused(Kind::Zip, &zip(&[first.clone(), second]));
    assert!(matches!(refusal, Refusal::Contradiction(_)), "{refusal}");
    // The inner header is data of the outer one and an entry of its own.
    let inner = zip(&[stored("b", "B")]);
    let cut = inner.len() - 22 - 47;
    let mut crc = flate2::Crc::new();
    crc.update(&inner[..cut]);
    let outer =
        Zip { stored: inner[..cut].to_vec(), crc: crc.sum(), size: cut as u32, ..stored("a", "") };
    let nested = Zip { at: Some(31), ..stored("b", "B") };
    let refusal = refused(Kind::Zip, &zip(&[outer, nested]));
    assert_eq!(refusal, Refusal::Corrupt("its entries overlap".to_owned()));
}

#[test]
fn a_hundred_thousand_entries() {
    let one = open_tar(&[file("a", "")]);
    let mut bytes = Vec::with_capacity(one.len() * 100_000 + 1024);
    for n in 0..100_000 {
        bytes.extend(open_tar(&[file(&format!("f{n}"), "")]));
    }
    bytes.resize(bytes.len() + 1024, 0);
    assert_eq!(refused(Kind::Tar, &bytes), Refusal::TooMany);
    let entries: Vec<_> = (0..60_000).map(|n| stored(&format!("f{n}"), "")).collect();
    assert_eq!(refused(Kind::Zip, &zip(&entries)), Refusal::TooMany);
}

#[test]
fn few_entries_that_make_very_many_folders() {
    let entries: Vec<_> =
        (0..30).map(|n| stored(&format!("{n}/{}x", "d/".repeat(400)), "")).collect();
    assert_eq!(refused(Kind::Zip, &zip(&entries)), Refusal::TooMany);
}

#[test]
fn ten_thousand_entries_are_allowed() {
    let entries: Vec<_> = (0..MAX_ENTRIES).map(|n| stored(&format!("d/f{n}"), "")).collect();
    let case = Case::new(&zip(&entries));
    assert_eq!(case.unpack(Kind::Zip, look_through()).unwrap().files, MAX_ENTRIES);
}
