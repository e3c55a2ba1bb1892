//! What a registry answers: proofs as Sigstore bundles them, as far as they are read.

use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct Answer {
    pub attestations: Vec<Attestation>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Attestation {
    pub predicate_type: String,
    pub bundle: Bundle,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Bundle {
    pub verification_material: Material,
    pub dsse_envelope: Envelope,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Material {
    pub certificate: Option<Raw>,
    pub x509_certificate_chain: Option<Chain>,
    #[serde(default)]
    pub tlog_entries: Vec<Entry>,
}

#[derive(Deserialize)]
pub(super) struct Chain {
    pub certificates: Vec<Raw>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Raw {
    pub raw_bytes: String,
}

/// What the log wrote down.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Entry {
    pub log_index: String,
    pub log_id: LogId,
    pub integrated_time: String,
    pub inclusion_promise: Option<Promise>,
    pub canonicalized_body: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LogId {
    pub key_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Promise {
    pub signed_entry_timestamp: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Envelope {
    pub payload: String,
    pub payload_type: String,
    pub signatures: Vec<Signature>,
}

#[derive(Deserialize)]
pub(super) struct Signature {
    pub sig: String,
}

/// What is signed: of which files something is said.
#[derive(Deserialize)]
pub(super) struct Statement {
    pub subject: Vec<Subject>,
}

#[derive(Deserialize)]
pub(super) struct Subject {
    pub name: String,
    pub digest: Digest,
}

#[derive(Deserialize)]
pub(super) struct Digest {
    pub sha512: Option<String>,
}
