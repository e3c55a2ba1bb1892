//! A real proof of the public registry (`-/npm/v1/attestations/sigstore@2.0.0`, entry 31821305 of the public log), as
//! it is and with one thing changed. `data/` has it.

use serde_json::{Value, json};

use super::super::base64;
use super::*;

const REAL: &str = include_str!("data/sigstore-2.0.0.json");
/// `dist.integrity` of that version.
const INTEGRITY: &str =
    "RtTi90xIdzFmQAAKb9+Ki1nx4IR2Z5c+mFn3dN0xuPHgk3gTt3f7ZqKsZ9UFQP40ZAlm7un8LMyjhwgrTIXNPA==";

fn archive() -> Vec<u8> {
    base64::decode(INTEGRITY).unwrap()
}

fn judged(answer: &Value) -> Provenance {
    judge(answer.to_string().as_bytes(), "sigstore", "2.0.0", &archive())
}

fn encoded(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let one = |chunk: &[u8]| {
        let mut held = [0; 3];
        held[..chunk.len()].copy_from_slice(chunk);
        let number = u32::from_be_bytes([0, held[0], held[1], held[2]]);
        let digit = |at: usize| match at <= chunk.len() {
            true => char::from(DIGITS[(number >> (18 - 6 * at) & 63) as usize]),
            false => '=',
        };
        (0..4).map(digit).collect::<String>()
    };
    bytes.chunks(3).map(one).collect()
}

/// The real answer with one value exchanged.
fn with(pointer: &str, change: impl Fn(&Value) -> Value) -> Value {
    let mut answer: Value = serde_json::from_str(REAL).unwrap();
    let place = answer.pointer_mut(&format!("/attestations/0/bundle{pointer}")).unwrap();
    *place = change(place);
    answer
}

fn text(value: &Value) -> String {
    let bytes = base64::decode(value.as_str().unwrap()).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// One bit of bytes in Base64 is another.
fn flipped(value: &Value, at: usize) -> Value {
    let mut bytes = base64::decode(value.as_str().unwrap()).unwrap();
    bytes[at] ^= 1;
    encoded(&bytes).into()
}

#[test]
fn a_real_proof_says_what_the_package_was_built_from() {
    let proof = judged(&serde_json::from_str(REAL).unwrap());
    let expected = Provenance {
        kind: Proof::Built,
        sentence: "Built from commit f0b49a04e5a6 of github.com/sigstore/sigstore-js.".into(),
        repository: Some("https://github.com/sigstore/sigstore-js".into()),
        commit: Some("f0b49a04e5a62250e0f60fb128004a73110fe311".into()),
    };
    assert_eq!(proof, expected);
}

#[test]
fn it_is_about_that_archive_of_that_version_and_no_other() {
    let judged = |name, version, hash: &[u8]| judge(REAL.as_bytes(), name, version, hash);
    let mut other = archive();
    other[0] ^= 1;
    for (proof, why) in [
        (judged("sigstore", "2.0.0", &other), "about another archive of this package"),
        (judged("sigstore", "2.0.1", &archive()), "about another package"),
        (judged("left-pad", "2.0.0", &archive()), "about another package"),
    ] {
        assert_eq!((proof.kind, proof.commit.is_none()), (Proof::Bad, true));
        assert!(proof.sentence.contains(why), "{}", proof.sentence);
    }
}

#[test]
fn a_proof_of_which_anything_was_changed_does_not_hold() {
    const LOG: &str = "/verificationMaterial/tlogEntries/0";
    const LEAF: &str = "/verificationMaterial/x509CertificateChain/certificates/0/rawBytes";
    let evil = |value: &Value| {
        encoded(text(value).replace("sigstore/sigstore-js", "evil/sigstore-js").as_bytes()).into()
    };
    let log = |field: &str| format!("{LOG}/{field}");
    let cases: Vec<(Value, &str)> = vec![
        (with("/dsseEnvelope/payload", evil), "the public log's entry is of something else"),
        (with("/dsseEnvelope/payloadType", |_| json!("text/plain")), "its signature is wrong"),
        (with("/dsseEnvelope/signatures/0/sig", |it| flipped(it, 20)), "is of something else"),
        (with("/dsseEnvelope/signatures", |_| json!([])), "is of something else"),
        (with(LEAF, |it| flipped(it, 1715)), "its certificate is"),
        // Who asked for it is in what Fulcio signed.
        (with(LEAF, |it| flipped(it, 900)), "its certificate is"),
        (with(LEAF, |_| json!("AAAA")), "its certificate is damaged"),
        (
            with("/verificationMaterial/x509CertificateChain", |_| json!(null)),
            "not signed with a certificate",
        ),
        (
            with(&log("canonicalizedBody"), |it| flipped(it, 30)),
            "the public log's signature is wrong",
        ),
        // A certificate is good for ten minutes, so the log's word about the time is what counts.
        (
            with(&log("integratedTime"), |_| json!("1792374735")),
            "the public log's signature is wrong",
        ),
        (with(&log("integratedTime"), |_| json!("soon")), "what the log says is damaged"),
        (with(&log("logIndex"), |_| json!("1")), "the public log's signature is wrong"),
        (with(&log("inclusionPromise"), |_| json!(null)), "of a kind that is not known here"),
        (with("/verificationMaterial/tlogEntries", |_| json!([])), "no public log has it"),
        (json!({"attestations": 1}), "not written in a way known here"),
    ];
    for (answer, why) in cases {
        let proof = judged(&answer);
        assert_eq!(proof.kind, Proof::Bad, "{why}");
        assert!(proof.sentence.contains(why), "{why}: {}", proof.sentence);
    }
}

/// All of it is right, but for the roots: somebody else's Sigstore.
#[test]
fn a_certificate_of_another_root_does_not_count() {
    let mut roots = Roots::public();
    roots.anchors.pop();
    let answer = judge_by(&roots, REAL.as_bytes(), "sigstore", "2.0.0", &archive());
    assert_eq!(answer.unwrap_err(), "its certificate is not one of Sigstore's");
}

#[test]
fn a_certificate_that_had_ended_when_the_log_saw_it_does_not_count() {
    let roots = Roots::public();
    let answer: Answer = serde_json::from_str(REAL).unwrap();
    let bundle = &answer.attestations[0].bundle;
    let (leaf, payload) =
        (certificate(bundle).unwrap(), base64::decode(&bundle.dsse_envelope.payload).unwrap());
    let at = logged(&roots, bundle, &payload).unwrap();
    let later = UnixTime::since_unix_epoch(Duration::from_secs(at.as_secs() + 3600));
    let check = |at| signed(&roots, &leaf, &bundle.dsse_envelope, &payload, at);
    assert_eq!(check(at), Ok(()));
    assert_eq!(check(later).unwrap_err(), "its certificate is not one of Sigstore's");
}

#[test]
fn where_a_registry_proves_only_who_published_that_is_said() {
    let answer = json!({"attestations": []});
    assert_eq!(judged(&answer), Provenance::missing());
}

#[test]
fn no_bytes_of_a_certificate_end_the_reader() {
    let answer: Answer = serde_json::from_str(REAL).unwrap();
    let leaf = certificate(&answer.attestations[0].bundle).unwrap();
    for end in 0..leaf.len() {
        let mut cut = leaf[..end].to_vec();
        assert_eq!(der::says(&cut, 13), None);
        cut.resize(leaf.len(), 0xff);
        let _ = der::says(&cut, 13);
    }
    assert_eq!(der::says(&leaf, 12).unwrap(), "https://github.com/sigstore/sigstore-js");
    assert_eq!(der::says(&leaf, 99), None);
}

#[test]
fn a_commit_says_whether_it_is_signed_and_its_message_cannot() {
    let of =
        |object: &str| Provenance::of_commit("https://e.example/r", "0123456789abcdef", object);
    let head = "tree 1\nauthor A <a@e> 1 +0000\ncommitter A <a@e> 1 +0000\n";
    for (object, kind, sentence) in [
        (
            format!("{head}gpgsig -----BEGIN SSH SIGNATURE-----\n AAAA\n\nmessage\n"),
            Proof::Signed,
            "Commit 0123456789ab. It is signed with an SSH key; whose signature that is was not checked.",
        ),
        (
            format!("{head}gpgsig -----BEGIN PGP SIGNATURE-----\n \n AAAA\n\nmessage\n"),
            Proof::Signed,
            "Commit 0123456789ab. It is signed with OpenPGP; whose signature that is was not checked.",
        ),
        (
            format!("{head}\ngpgsig -----BEGIN SSH SIGNATURE-----\n"),
            Proof::Unsigned,
            "Commit 0123456789ab. It is not signed.",
        ),
    ] {
        let said = of(&object);
        assert_eq!((said.kind, &*said.sentence), (kind, sentence));
    }
}
