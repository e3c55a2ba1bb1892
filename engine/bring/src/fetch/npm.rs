//! Packages of an npm registry: found, checked against the registry's hash, unpacked. No script of a
//! package is run and nothing that it depends on is installed.

use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;
use tokio_util::sync::CancellationToken;

use super::https::{self, Hash, MAX_DOWNLOAD, Web};
use super::provenance::{self, Provenance};
use super::{FetchError, OnProgress, Progress, base64};
use crate::unpack::shown;
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

/// Where npm looks if nobody says otherwise.
const PUBLIC: &str = "https://registry.npmjs.org/";

/// The largest description of a package, in bytes: those with thousands of versions have tens of
/// millions.
const MAX_DESCRIPTION: u64 = 64 * 1024 * 1024;

/// The largest proof of what a package was built from, in bytes.
const MAX_PROOF: u64 = 8 * 1024 * 1024;

/// The largest `.npmrc`, in bytes.
const MAX_CONFIG: u64 = 1024 * 1024;

/// A package as it is asked for: a name and, after `@`, a version or a tag such as `latest`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    pub name: String,
    pub wanted: Option<String>,
}

/// Where a package's archive is, and what it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub version: String,
    pub tarball: String,
    pub hash: Hash,
    /// The registry says that it can prove what it was built from.
    pub attested: bool,
}

impl Package {
    /// Reads `name`, `name@1.2.3`, `@scope/name@next`, each also after `npm:`.
    ///
    /// # Errors
    /// What npm itself would not take for a name; ranges such as `^1.2`.
    pub fn read(text: &str) -> Result<Self, FetchError> {
        let bad =
            |why: &str| FetchError::Npm(format!("“{}” is not an npm package: {why}.", shown(text)));
        let text = text.trim();
        let text = text.strip_prefix("npm:").unwrap_or(text);
        // The first character of a scoped name is an @ too.
        let at = text.char_indices().skip(1).find(|(_, c)| *c == '@').map(|(at, _)| at);
        let (name, wanted) = match at {
            Some(at) => (text.get(..at).unwrap_or_default(), text.get(at.saturating_add(1)..)),
            None => (text, None),
        };
        if !is_name(name) {
            return Err(bad("its name has characters that npm does not allow"));
        }
        if wanted.is_some_and(|wanted| !is_version(wanted)) {
            return Err(bad("after the @ comes one version or one tag, not a range"));
        }
        Ok(Self { name: name.to_owned(), wanted: wanted.map(str::to_owned) })
    }

    /// The name without its scope.
    pub fn short(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or(&self.name)
    }

    /// The registry for this package, as npm would choose it: the scope's own, `npm_config_registry`,
    /// `.npmrc` in the home, the public one.
    ///
    /// # Errors
    /// A registry that is not https; an `.npmrc` that cannot be read.
    pub fn registry(&self, machine: &Machine) -> Result<String, FetchError> {
        let config = config(machine)?;
        let scope = self.name.split_once('/').map(|(scope, _)| format!("{scope}:registry"));
        let named = scope
            .and_then(|key| config.get(&key).cloned())
            .or_else(|| machine.env("npm_config_registry").map(str::to_owned))
            .or_else(|| machine.env("NPM_CONFIG_REGISTRY").map(str::to_owned))
            .or_else(|| config.get("registry").cloned())
            .unwrap_or_else(|| PUBLIC.to_owned());
        https::https(&named).map_err(|_| {
            FetchError::Npm(format!(
                "npm is set up to use the registry “{}”, which is not an https address. Nothing was fetched. Change `registry` in .npmrc, then try again.",
                shown(&named)
            ))
        })?;
        Ok(if named.ends_with('/') { named } else { named + "/" })
    }

    /// Asks the registry. `scratch` is a folder for what it answers.
    ///
    /// # Errors
    /// See [`Web::download`]; an unknown package, version or tag; a package without a SHA-512.
    pub async fn find(
        &self,
        web: &Web,
        registry: &str,
        scratch: &Path,
        cancel: &CancellationToken,
    ) -> Result<Found, FetchError> {
        let address = format!("{registry}{}", self.name.replace('/', "%2f"));
        let file = scratch.join("package.json");
        let fetched = web.download(&address, &file, MAX_DESCRIPTION, None, &|_| (), cancel).await;
        fetched.map_err(|error| match error {
            FetchError::Missing { .. } => FetchError::Npm(format!(
                "{registry} has no package “{}”. Check the spelling.",
                self.name
            )),
            other => other,
        })?;
        let open = File::open(&file).map_err(|source| FetchError::Disk { path: file, source })?;
        let about: About = serde_json::from_reader(BufReader::new(open)).map_err(|_| {
            FetchError::Npm(format!("{registry} did not answer as a registry of npm does."))
        })?;
        self.choose(about)
    }

    #[cfg(test)]
    pub(super) fn choose_for_test(&self, about: &str) -> Result<Found, FetchError> {
        self.choose(serde_json::from_str(about).unwrap())
    }

    fn choose(&self, mut about: About) -> Result<Found, FetchError> {
        let wanted = self.wanted.as_deref().unwrap_or("latest");
        let version = match about.versions.contains_key(wanted) {
            true => wanted.to_owned(),
            false => about.tags.get(wanted).cloned().unwrap_or_default(),
        };
        if !version.is_empty() && !is_version(&version) {
            return Err(FetchError::Npm(format!(
                "The registry calls a version of “{}” “{}”, which is not a version. Nothing was fetched.",
                self.name,
                shown(&version)
            )));
        }
        let Some(dist) = about.versions.remove(&version).and_then(|version| version.dist) else {
            return Err(FetchError::Npm(format!(
                "The package “{}” has no version or tag “{wanted}”.",
                self.name
            )));
        };
        let hash = dist.integrity.as_deref().and_then(sha512).ok_or_else(|| {
            FetchError::Npm(format!(
                "The registry gives no SHA-512 for {}@{version}, so it cannot be checked and was not fetched.",
                self.name
            ))
        })?;
        let attested = dist.attestations.is_some();
        Ok(Found { version, tarball: dist.tarball, hash, attested })
    }

    /// What the registry proves of where it was built. `scratch` is a folder for what it answers.
    ///
    /// # Errors
    /// [`FetchError::Cancelled`] alone: a proof that is not available is none.
    pub async fn provenance(
        &self,
        web: &Web,
        registry: &str,
        found: &Found,
        scratch: &Path,
        cancel: &CancellationToken,
    ) -> Result<Provenance, FetchError> {
        let Hash::Sha512(hash) = &found.hash else { return Ok(Provenance::missing()) };
        if !found.attested {
            return Ok(Provenance::missing());
        }
        let (name, version) = (self.name.replace('/', "%2f"), &found.version);
        let address = format!("{registry}-/npm/v1/attestations/{name}@{version}");
        let file = scratch.join("proof.json");
        let bytes = match web.download(&address, &file, MAX_PROOF, None, &|_| (), cancel).await {
            Ok(_) => std::fs::read(&file).ok(),
            Err(FetchError::Cancelled) => return Err(FetchError::Cancelled),
            Err(_) => None,
        };
        Ok(match bytes {
            Some(bytes) => provenance::judge(&bytes, &self.name, version, hash),
            None => Provenance::bad("it could not be fetched"),
        })
    }

    /// Fetches the archive of what was found into the new file `to`.
    ///
    /// # Errors
    /// See [`Web::download`].
    pub async fn fetch(
        &self,
        web: &Web,
        found: &Found,
        to: &Path,
        progress: OnProgress<'_>,
        cancel: &CancellationToken,
    ) -> Result<(), FetchError> {
        progress(Progress::Step(format!("Downloading {} {}", self.name, found.version)));
        let hash = Some(&found.hash);
        web.download(&found.tarball, to, MAX_DOWNLOAD, hash, progress, cancel).await?;
        Ok(())
    }
}

#[derive(Deserialize)]
struct About {
    #[serde(rename = "dist-tags", default)]
    tags: HashMap<String, String>,
    #[serde(default)]
    versions: HashMap<String, Version>,
}

#[derive(Deserialize)]
struct Version {
    dist: Option<Dist>,
}

#[derive(Deserialize)]
struct Dist {
    tarball: String,
    integrity: Option<String>,
    attestations: Option<IgnoredAny>,
}

/// A name as the registry takes it. Old packages have capitals.
fn is_name(name: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty()
            && !part.starts_with(['.', '_', '-'])
            && part.chars().all(|c| c.is_ascii_alphanumeric() || "-._~".contains(c))
    };
    let parts = match name.strip_prefix('@') {
        Some(scoped) => scoped.split_once('/'),
        None => Some(("scope", name)),
    };
    name.len() <= 214 && parts.is_some_and(|(scope, name)| part(scope) && part(name))
}

fn is_version(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.len() <= 256
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "-._+".contains(c))
}

/// The keys of the user's `.npmrc`. `${NAME}` stands for a variable.
fn config(machine: &Machine) -> Result<HashMap<String, String>, FetchError> {
    let path = match machine.env("npm_config_userconfig") {
        Some(path) => machine.expand(path),
        None => machine.home().join(".npmrc"),
    };
    let (bytes, _) = files::read(&path, MAX_CONFIG).map_err(|e| FetchError::Npm(e.to_string()))?;
    let text = String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned();
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with([';', '#']));
    let pair = |line: &str| {
        let (key, value) = line.split_once('=')?;
        let value = value.trim().trim_matches('"');
        Some((key.trim().to_owned(), with_variables(machine, value)))
    };
    Ok(lines.filter_map(pair).collect())
}

fn with_variables(machine: &Machine, value: &str) -> String {
    let mut out = String::new();
    let mut rest = value;
    while let Some((before, after)) = rest.split_once("${") {
        let Some((name, tail)) = after.split_once('}') else { break };
        out.push_str(before);
        out.push_str(machine.env(name).unwrap_or_default());
        rest = tail;
    }
    out + rest
}

/// The SHA-512 among the hashes of an `integrity`: `sha512-` and Base64.
fn sha512(integrity: &str) -> Option<Hash> {
    let text = integrity.split_whitespace().find_map(|hash| hash.strip_prefix("sha512-"))?;
    let bytes = base64::decode(text.split('?').next()?)?;
    bytes.try_into().ok().map(Hash::Sha512)
}
