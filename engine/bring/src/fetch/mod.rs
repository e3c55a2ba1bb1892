//! What is fetched from elsewhere: downloads over https, packages of npm, repositories of git.
//!
//! Everything is https and nothing else, every size and every wait has a limit, everything can be
//! cancelled, and everything lands in a folder that the caller made for it: what failed leaves nothing
//! there. Nothing that is fetched is ever run.

mod base64;
mod error;
mod git;
mod https;
mod npm;
mod place;
mod programs;
mod provenance;
mod spec;

pub use self::error::FetchError;
pub use self::git::{Fetched, Repository};
pub(crate) use self::https::asking;
pub use self::https::{Hash, MAX_DOWNLOAD, Web};
pub use self::https::{host, https as address, named, plain, without_user};
pub use self::npm::{Found, Package};
pub use self::programs::Placed;
pub use self::provenance::{Proof, Provenance};
pub(crate) use self::spec::install_spec;
pub use self::spec::{Installed, Outline, outline};

/// What is told while something is fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// A new step begins: "Downloading jq-1.7.tar.gz from example.org".
    Step(String),
    /// How much of the current download is there, in bytes. A total is what the other side says.
    Received { bytes: u64, total: Option<u64> },
    /// A line that a program printed.
    Output(String),
}

/// Whoever wants to know.
pub type OnProgress<'a> = &'a (dyn Fn(Progress) + Send + Sync);

#[cfg(test)]
pub mod tests;
