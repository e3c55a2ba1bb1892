//! Where a package of npm was built: its registry's proof (Sigstore), checked here. The proof's signature, the
//! certificate that Fulcio gave for it, the log's word for when that was, and that it is about this very archive.
//! Without a network of its own: what the log's tree says today is not asked for, its signed promise counts.

mod bundle;
mod der;
mod roots;

use std::time::Duration;

use rustls::pki_types::{CertificateDer, SignatureVerificationAlgorithm, UnixTime};
use serde::Serialize;
use serde_json::Value;
use webpki::ring as algorithms;
use webpki::{EndEntityCert, KeyUsage, anchor_from_trusted_cert};

use self::bundle::{Answer, Bundle, Entry, Envelope, Statement};
use self::roots::Roots;
use super::base64;
use crate::unpack::shown;
use tacklebox_machine::files::Stamp;

/// How a source came to be, as far as something proves it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Provenance {
    pub kind: Proof,
    /// "Built from commit f0b49a0 of github.com/sigstore/sigstore-js."
    pub sentence: String,
    pub repository: Option<String>,
    pub commit: Option<String>,
}

/// What there is to prove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
#[serde(rename_all = "lowercase")]
pub enum Proof {
    /// The registry's proof was checked, and holds.
    Built,
    /// The registry has none.
    Missing,
    /// The registry has one, and it does not hold or cannot be checked.
    Bad,
    /// A commit that carries a signature; whose it is was not checked.
    Signed,
    /// A commit without a signature.
    Unsigned,
}

impl Provenance {
    pub(super) fn missing() -> Self {
        let sentence = "The registry has no proof of what it was built from.".to_owned();
        Self { kind: Proof::Missing, sentence, repository: None, commit: None }
    }

    pub(super) fn bad(why: &str) -> Self {
        let sentence = format!(
            "The registry's proof of what it was built from could not be confirmed: {why}."
        );
        Self { kind: Proof::Bad, sentence, repository: None, commit: None }
    }

    /// Of a commit that was fetched, from what git keeps of it.
    pub(super) fn of_commit(address: &str, commit: &str, object: &str) -> Self {
        // The headers end at the first empty line; what follows is a message that may say anything.
        let headers = object.split("\n\n").next().unwrap_or_default();
        let signed = headers.lines().find_map(|line| {
            let (name, first) = line.split_once(' ')?;
            name.starts_with("gpgsig").then_some(first)
        });
        let short = commit.get(..12).unwrap_or(commit);
        let (kind, rest) = match signed {
            Some(first) => {
                let by = match first {
                    ssh if ssh.contains("SSH") => "with an SSH key",
                    pgp if pgp.contains("PGP") => "with OpenPGP",
                    _ => "with a certificate",
                };
                let rest = format!("It is signed {by}; whose signature that is was not checked.");
                (Proof::Signed, rest)
            }
            None => (Proof::Unsigned, "It is not signed.".to_owned()),
        };
        Self {
            kind,
            sentence: format!("Commit {}. {rest}", shown(short)),
            repository: Some(address.to_owned()),
            commit: Some(commit.to_owned()),
        }
    }
}

/// Services whose word about a repository counts: where npm lets packages be built with a proof.
const BUILDERS: [&str; 2] = ["https://token.actions.githubusercontent.com", "https://gitlab.com"];

/// To sign code with: `1.3.6.1.5.5.7.3.3`.
const CODE_SIGNING: &[u8] = &[0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x03];

const ALGORITHMS: [&dyn SignatureVerificationAlgorithm; 4] = [
    algorithms::ECDSA_P256_SHA256,
    algorithms::ECDSA_P256_SHA384,
    algorithms::ECDSA_P384_SHA256,
    algorithms::ECDSA_P384_SHA384,
];

/// What a registry's answer proves of an archive with this SHA-512.
pub(super) fn judge(answer: &[u8], name: &str, version: &str, sha512: &[u8]) -> Provenance {
    judge_by(&Roots::public(), answer, name, version, sha512)
        .unwrap_or_else(|why| Provenance::bad(&why))
}

fn judge_by(
    roots: &Roots,
    answer: &[u8],
    name: &str,
    version: &str,
    sha512: &[u8],
) -> Result<Provenance, String> {
    let answer: Answer =
        serde_json::from_slice(answer).map_err(|_| "it is not written in a way known here")?;
    let mut proofs = answer.attestations.into_iter();
    let proof = proofs.find(|it| it.predicate_type.starts_with("https://slsa.dev/provenance/"));
    let Some(proof) = proof else { return Ok(Provenance::missing()) };
    let bundle = proof.bundle;
    let certificate = certificate(&bundle)?;
    let payload = base64::decode(&bundle.dsse_envelope.payload).ok_or("its text is damaged")?;
    let at = logged(roots, &bundle, &payload)?;
    signed(roots, &certificate, &bundle.dsse_envelope, &payload, at)?;
    is_about(&payload, name, version, sha512)?;
    let says = |number| der::says(&certificate, number).filter(|text| !text.is_empty());
    let issuer = says(8).or_else(|| says(1)).unwrap_or_default();
    if !BUILDERS.contains(&&*issuer) {
        return Err(format!("it was signed for {}, which builds no packages", shown(&issuer)));
    }
    // Certificates of before 2023 have the names of GitHub alone.
    let repository = says(12).or_else(|| Some(format!("https://github.com/{}", says(5)?)));
    let commit = says(13).or_else(|| says(3));
    let (Some(repository), Some(commit)) = (repository, commit) else {
        return Err("it does not say what it was built from".to_owned());
    };
    let short = commit.get(..12).unwrap_or(&commit);
    let place = repository.strip_prefix("https://").unwrap_or(&repository);
    Ok(Provenance {
        kind: Proof::Built,
        sentence: format!("Built from commit {} of {}.", shown(short), shown(place)),
        repository: Some(shown(&repository)),
        commit: Some(shown(&commit)),
    })
}

fn certificate(bundle: &Bundle) -> Result<Vec<u8>, String> {
    let material = &bundle.verification_material;
    let chain = || material.x509_certificate_chain.as_ref()?.certificates.first();
    let raw = material.certificate.as_ref().or_else(chain);
    let raw = raw.ok_or("it was not signed with a certificate")?;
    base64::decode(&raw.raw_bytes).ok_or_else(|| "its certificate is damaged".to_owned())
}

/// When the log wrote this very signature down, by its own signed word.
fn logged(roots: &Roots, bundle: &Bundle, payload: &[u8]) -> Result<UnixTime, String> {
    let entry = bundle.verification_material.tlog_entries.first();
    let entry = entry.ok_or("no public log has it")?;
    let promise = entry.inclusion_promise.as_ref();
    let promise = promise.ok_or("its log is of a kind that is not known here")?;
    let word = base64::decode(&promise.signed_entry_timestamp).unwrap_or_default();
    let said = said(entry).ok_or("what the log says is damaged")?;
    let by = algorithms::ECDSA_P256_SHA256;
    if by.verify_signature(&roots.log, said.as_bytes(), &word).is_err() {
        return Err("the public log's signature is wrong".to_owned());
    }
    is_of(entry, &bundle.dsse_envelope, payload)?;
    let seconds = entry.integrated_time.parse().map_err(|_| "what the log says is damaged")?;
    Ok(UnixTime::since_unix_epoch(Duration::from_secs(seconds)))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What the log signs: its entry in the one way of writing JSON that has no choices.
fn said(entry: &Entry) -> Option<String> {
    let log = base64::decode(&entry.log_id.key_id)?;
    let log = hex(&log);
    let (time, index): (u64, u64) =
        (entry.integrated_time.parse().ok()?, entry.log_index.parse().ok()?);
    base64::decode(&entry.canonicalized_body)?;
    let body = &entry.canonicalized_body;
    Some(format!(
        r#"{{"body":"{body}","integratedTime":{time},"logID":"{log}","logIndex":{index}}}"#
    ))
}

/// The log's entry is of this text and this signature.
fn is_of(entry: &Entry, envelope: &Envelope, payload: &[u8]) -> Result<(), String> {
    let other = || "the public log's entry is of something else".to_owned();
    let body = base64::decode(&entry.canonicalized_body).ok_or_else(other)?;
    let body: Value = serde_json::from_slice(&body).map_err(|_| other())?;
    let text = |path: &str| body.pointer(path).and_then(Value::as_str);
    let hash = Stamp::of(payload).to_string();
    let (noted, signature) = match text("/kind") {
        Some("dsse") => (
            text("/spec/payloadHash/value"),
            text("/spec/signatures/0/signature").map(str::to_owned),
        ),
        Some("intoto") => (
            text("/spec/content/payloadHash/value"),
            // Written in Base64 twice.
            text("/spec/content/envelope/signatures/0/sig")
                .and_then(base64::decode)
                .and_then(|twice| String::from_utf8(twice).ok()),
        ),
        _ => return Err("its log is of a kind that is not known here".to_owned()),
    };
    let own = envelope.signatures.first().map(|it| it.sig.clone());
    let is_own = noted == Some(&*hash) && signature.is_some() && signature == own;
    is_own.then_some(()).ok_or_else(other)
}

/// The certificate leads to a root, was good when the log saw it, and its key made the signature.
fn signed(
    roots: &Roots,
    certificate: &[u8],
    envelope: &Envelope,
    payload: &[u8],
    at: UnixTime,
) -> Result<(), String> {
    let der = CertificateDer::from(certificate);
    let leaf = EndEntityCert::try_from(&der).map_err(|_| "its certificate is damaged")?;
    let anchors: Vec<_> = roots.anchors.iter().map(|root| CertificateDer::from(&**root)).collect();
    let anchors: Vec<_> =
        anchors.iter().filter_map(|root| anchor_from_trusted_cert(root).ok()).collect();
    let between: Vec<_> =
        roots.intermediates.iter().map(|it| CertificateDer::from(&**it)).collect();
    let usage = KeyUsage::required(CODE_SIGNING);
    leaf.verify_for_usage(&ALGORITHMS, &anchors, &between, at, usage, None, None)
        .map_err(|_| "its certificate is not one of Sigstore's")?;
    let kind = &envelope.payload_type;
    let mut text = format!("DSSEv1 {} {kind} {} ", kind.len(), payload.len()).into_bytes();
    text.extend_from_slice(payload);
    let wrong = || "its signature is wrong".to_owned();
    let signature = envelope.signatures.first().and_then(|it| base64::decode(&it.sig));
    let signature = signature.ok_or_else(wrong)?;
    leaf.verify_signature(algorithms::ECDSA_P256_SHA256, &text, &signature).map_err(|_| wrong())
}

/// What was signed is about this package, and its archive.
fn is_about(payload: &[u8], name: &str, version: &str, sha512: &[u8]) -> Result<(), String> {
    let statement: Statement =
        serde_json::from_slice(payload).map_err(|_| "its text is not one of a package")?;
    let hash = hex(sha512);
    let scoped = name.replacen('@', "%40", 1);
    let names = [name, &*scoped].map(|name| format!("pkg:npm/{name}@{version}"));
    let mut subjects = statement.subject.iter();
    match subjects.find(|it| names.contains(&it.name)) {
        None => Err("it is about another package".to_owned()),
        Some(it) if it.digest.sha512.as_deref() != Some(&*hash) => {
            Err("it is about another archive of this package".to_owned())
        }
        Some(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests;
