//! Why something could not be fetched, in sentences: what happened, and what to do.

use std::io;
use std::path::PathBuf;

use crate::unpack::UnpackError;

/// Why nothing was fetched. What was there before is as it was, and nothing half-fetched is left.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("“{address}” cannot be fetched: {why}.")]
    Address { address: String, why: &'static str },
    #[error("{host} cannot be reached. Check the network connection, then try again.")]
    Offline { host: String },
    #[error("{host} did not answer for {seconds} seconds. Try again later.")]
    TooSlow { host: String, seconds: u64 },
    #[error(
        "{host} could not prove that it is {host}: {why}. Nothing was fetched. Behind a proxy with a certificate of its own, name its file in SSL_CERT_FILE."
    )]
    Certificate { host: String, why: String },
    #[error(
        "{path} holds no certificates that can be read: {why}. Correct or remove SSL_CERT_FILE."
    )]
    Trust { path: PathBuf, why: String },
    #[error("Nothing was found at {address}. Ask its author for the right address.")]
    Missing { address: String },
    #[error("{address} is not public ({status}). Download it yourself.")]
    Denied { address: String, status: u16 },
    #[error("{address} answered with an error ({status}). Try again later.")]
    Status { address: String, status: u16 },
    #[error("{host} redirects to {to}, which is not https. Nothing was fetched.")]
    Insecure { host: String, to: String },
    #[error("{host} redirects too many times. Nothing was fetched.")]
    Redirects { host: String },
    #[error("{what} is larger than {limit_mib} MiB, which is too large to be fetched here.")]
    TooLarge { what: String, limit_mib: u64 },
    #[error("The connection to {host} was interrupted. Nothing was kept. Try again.")]
    CutOff { host: String },
    #[error(
        "The download from {address} does not match the announced hash. It was removed. Ask its author before you use it."
    )]
    WrongHash { address: String },
    #[error("“{0}” is not a SHA-256 hash in hexadecimal.")]
    NotAHash(String),
    #[error("{0}")]
    Npm(String),
    #[error("{0}")]
    Git(String),
    #[error("This way to install cannot be used: {0}.")]
    Spec(String),
    #[error(
        "{} is there already, and not from here. Nothing was changed. Move it away or rename it, then try again.", path.display()
    )]
    InTheWay { path: PathBuf },
    #[error("{} leads out of {}, so nothing is installed there.", path.display(), tools.display())]
    LeadsOut { path: PathBuf, tools: PathBuf },
    #[error(
        "{path} cannot be written: {source}. Check the folder and its free space, then try again."
    )]
    Disk { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Unpack(#[from] UnpackError),
    #[error("It was cancelled. Nothing was changed.")]
    Cancelled,
    #[error("The network cannot be used from here: {0}.")]
    Setup(String),
}
