//! Downloads: https alone, certificates checked as the system does, sizes counted as they arrive.

use std::error::Error as StdError;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use futures_util::StreamExt;
use reqwest::{Certificate, Client, NoProxy, Proxy, Response, Url, redirect};
use sha2::{Digest, Sha256, Sha512};
use tokio_util::sync::CancellationToken;

use super::{FetchError, OnProgress, Progress};
use crate::unpack::shown;
use tacklebox_machine::files;
use tacklebox_machine::http_client;
use tacklebox_machine::machine::{Machine, Platform};

/// The largest download, in bytes, counted as it arrives.
pub const MAX_DOWNLOAD: u64 = 256 * 1024 * 1024;

/// How often a server may lead on to another address.
const MAX_REDIRECTS: usize = 5;

/// The largest file of certificates, in bytes.
const MAX_CERTIFICATES: u64 = 16 * 1024 * 1024;

/// What a download must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hash {
    Sha256([u8; 32]),
    Sha512([u8; 64]),
}

impl Hash {
    /// A SHA-256 in hexadecimal, as people write it.
    ///
    /// # Errors
    /// Anything but 64 hexadecimal digits.
    pub fn sha256(hex: &str) -> Result<Self, FetchError> {
        let bad = || FetchError::NotAHash(shown(hex));
        let digits: Option<Vec<u8>> =
            hex.trim().chars().map(|c| c.to_digit(16).and_then(|d| u8::try_from(d).ok())).collect();
        let bytes: Vec<u8> = digits
            .ok_or_else(bad)?
            .chunks(2)
            .map(|pair| pair.iter().fold(0, |n, d| n << 4 | d))
            .collect();
        if hex.trim().len() != 64 {
            return Err(bad());
        }
        bytes.try_into().map(Self::Sha256).map_err(|_| bad())
    }
}

/// How long to wait.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub connect: Duration,
    /// Between two pieces of an answer.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connect: Duration::from_secs(15), idle: Duration::from_secs(30) }
    }
}

/// A client for https with the roots, the extra certificates and the proxy of this computer.
#[derive(Clone, Debug)]
pub struct Web {
    client: Client,
    limits: Limits,
}

impl Web {
    /// Certificates in the file that `SSL_CERT_FILE` names are trusted beside the system's own.
    /// `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` count; without them, the proxy of macOS or Windows.
    ///
    /// # Errors
    /// A file of certificates that cannot be read, a proxy that is not an address, a system without roots.
    pub fn new(machine: &Machine) -> Result<Self, FetchError> {
        Self::with_limits(machine, Limits::default())
    }

    pub(super) fn with_limits(machine: &Machine, limits: Limits) -> Result<Self, FetchError> {
        let client = client(machine, limits, redirect::Policy::custom(lead_on))?;
        Ok(Self { client, limits })
    }

    /// Fetches `address` into the new file `to`, and says how many bytes that are.
    ///
    /// # Errors
    /// An address that is not https, whatever goes wrong on the way, more than `limit` bytes, another
    /// hash, `cancel`. The file is gone then.
    pub async fn download(
        &self,
        address: &str,
        to: &Path,
        limit: u64,
        hash: Option<&Hash>,
        progress: OnProgress<'_>,
        cancel: &CancellationToken,
    ) -> Result<u64, FetchError> {
        let url = https(address)?;
        let mut file = create(to).map_err(|source| FetchError::Disk { path: to.into(), source })?;
        let fetched = tokio::select! {
            biased;
            () = cancel.cancelled() => Err(FetchError::Cancelled),
            fetched = self.fetch(url, &mut file, (to, limit, hash), progress) => fetched,
        };
        drop(file);
        fetched.inspect_err(|_| {
            let _ = fs::remove_file(to);
        })
    }

    async fn fetch(
        &self,
        url: Url,
        file: &mut File,
        (to, limit, hash): (&Path, u64, Option<&Hash>),
        progress: OnProgress<'_>,
    ) -> Result<u64, FetchError> {
        let answer = self.client.get(url.clone()).send().await;
        let answer = answer.map_err(|e| self.failed(&url, e))?;
        status(&url, &answer)?;
        let total = answer.content_length();
        let too_large =
            || FetchError::TooLarge { what: named(&url), limit_mib: limit / 1024 / 1024 };
        if total.is_some_and(|total| total > limit) {
            return Err(too_large());
        }
        let (mut sha256, mut sha512) = (Sha256::new(), Sha512::new());
        let mut received = 0_u64;
        let mut body = answer.bytes_stream();
        while let Some(piece) = body.next().await {
            let piece = piece.map_err(|e| self.failed(&url, e))?;
            received = received.saturating_add(piece.len() as u64);
            if received > limit {
                return Err(too_large());
            }
            match hash {
                Some(Hash::Sha256(_)) => sha256.update(&piece),
                Some(Hash::Sha512(_)) => sha512.update(&piece),
                None => {}
            }
            // A piece is what arrived at once, some kilobytes: the system's cache takes it.
            file.write_all(&piece)
                .map_err(|source| FetchError::Disk { path: to.into(), source })?;
            progress(Progress::Received { bytes: received, total });
        }
        let right = match hash {
            Some(Hash::Sha256(want)) => sha256.finalize()[..] == want[..],
            Some(Hash::Sha512(want)) => sha512.finalize()[..] == want[..],
            None => true,
        };
        if right { Ok(received) } else { Err(FetchError::WrongHash { address: plain(&url) }) }
    }

    fn failed(&self, url: &Url, error: reqwest::Error) -> FetchError {
        let host = host(url);
        if let Some(led) = find::<LedOn>(&error) {
            return match led {
                LedOn::Insecure(to) => FetchError::Insecure { host, to: to.clone() },
                LedOn::TooOften => FetchError::Redirects { host },
            };
        }
        if let Some(tls) = find::<rustls::Error>(&error) {
            return FetchError::Certificate { host, why: certificate(tls) };
        }
        if error.is_timeout() {
            let limit = if error.is_connect() { self.limits.connect } else { self.limits.idle };
            return FetchError::TooSlow { host, seconds: limit.as_secs() };
        }
        if error.is_connect() { FetchError::Offline { host } } else { FetchError::CutOff { host } }
    }
}

/// An address that may be fetched.
pub fn https(address: &str) -> Result<Url, FetchError> {
    let bad = |why| FetchError::Address { address: shown(&without_user(address)), why };
    let url = Url::parse(address.trim()).map_err(|_| bad("it is not an address"))?;
    if url.scheme() != "https" {
        return Err(bad("only addresses with https:// are fetched"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(bad("it holds a name or a password"));
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err(bad("it has no host name"));
    }
    Ok(url)
}

/// An address for a sentence, without the name and the password in it.
pub fn without_user(text: &str) -> String {
    match text.split_once("://") {
        Some((scheme, rest)) => {
            let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
            let (host, path) = rest.split_at(end);
            let host = host.rsplit('@').next().unwrap_or(host);
            format!("{scheme}://{host}{path}")
        }
        None => text.to_owned(),
    }
}

/// The address without what may be secret in it.
pub fn plain(url: &Url) -> String {
    shown(&format!("{}{}", url.origin().ascii_serialization(), url.path()))
}

pub fn host(url: &Url) -> String {
    shown(url.host_str().unwrap_or_default())
}

/// What a download is called: the last part of its path.
pub fn named(url: &Url) -> String {
    let last = url.path_segments().and_then(|mut parts| parts.rfind(|part| !part.is_empty()));
    last.map_or_else(|| host(url), shown)
}

fn status(url: &Url, answer: &Response) -> Result<(), FetchError> {
    let address = plain(url);
    match answer.status().as_u16() {
        200 => Ok(()),
        404 | 410 => Err(FetchError::Missing { address }),
        status @ (401 | 402 | 403 | 407 | 451) => Err(FetchError::Denied { address, status }),
        status => Err(FetchError::Status { address, status }),
    }
}

#[derive(Debug, thiserror::Error)]
enum LedOn {
    #[error("redirects to {0}")]
    Insecure(String),
    #[error("redirects too often")]
    TooOften,
}

fn lead_on(attempt: redirect::Attempt) -> redirect::Action {
    if attempt.url().scheme() != "https" {
        let to = plain(attempt.url());
        return attempt.error(LedOn::Insecure(to));
    }
    if attempt.previous().len() > MAX_REDIRECTS {
        return attempt.error(LedOn::TooOften);
    }
    attempt.follow()
}

/// A client with the certificates and the proxy of this computer that follows nobody elsewhere.
pub(crate) fn asking(machine: &Machine) -> Result<Client, FetchError> {
    client(machine, Limits::default(), redirect::Policy::none())
}

fn client(
    machine: &Machine,
    limits: Limits,
    redirects: redirect::Policy,
) -> Result<Client, FetchError> {
    let setup = |e: reqwest::Error| FetchError::Setup(http_client::why(&e));
    let mut builder = http_client::builder()
        .https_only(true)
        .connect_timeout(limits.connect)
        .read_timeout(limits.idle)
        .redirect(redirects)
        .tls_certs_merge(extra_certificates(machine)?);
    let env = |lower: &str, upper: &str| machine.env(lower).or_else(|| machine.env(upper));
    if let Some(proxy) = env("https_proxy", "HTTPS_PROXY").or_else(|| env("all_proxy", "ALL_PROXY"))
    {
        let except = env("no_proxy", "NO_PROXY").and_then(NoProxy::from_string);
        builder = builder.proxy(Proxy::https(proxy).map_err(setup)?.no_proxy(except));
    } else if machine.platform() == Platform::Linux {
        // There the environment is all there is, and it was asked.
        builder = builder.no_proxy();
    }
    builder.build().map_err(setup)
}

fn extra_certificates(machine: &Machine) -> Result<Vec<Certificate>, FetchError> {
    let Some(path) = machine.env("SSL_CERT_FILE").map(|path| machine.expand(path)) else {
        return Ok(Vec::new());
    };
    let bad = |why: String| FetchError::Trust { path: path.clone(), why };
    let (text, _) = files::read(&path, MAX_CERTIFICATES).map_err(|e| bad(e.to_string()))?;
    let text = text.ok_or_else(|| bad("there is no such file".to_owned()))?;
    let found = Certificate::from_pem_bundle(&text).map_err(|e| bad(http_client::why(&e)))?;
    if found.is_empty() { Err(bad("it is empty".to_owned())) } else { Ok(found) }
}

fn certificate(error: &rustls::Error) -> String {
    use rustls::{CertificateError, Error};
    let Error::InvalidCertificate(why) = error else {
        return "the secure connection could not be made".to_owned();
    };
    let why = match why {
        CertificateError::UnknownIssuer => {
            "its certificate is not from an authority that this computer trusts"
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "its certificate has expired"
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "its certificate is not valid yet; check this computer's clock"
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "its certificate is for another name"
        }
        CertificateError::Revoked => "its certificate was revoked",
        _ => "its certificate is not valid",
    };
    why.to_owned()
}

/// The error of this type among all that led to `error`. An I/O error hides what it wraps.
fn find<'e, E: StdError + 'static>(error: &'e (dyn StdError + 'static)) -> Option<&'e E> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(found) = error.downcast_ref::<E>() {
            return Some(found);
        }
        let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        next = match inner {
            Some(inner) => Some(inner),
            None => error.source(),
        };
    }
    None
}

fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
