//! Install specs that fetch something themselves (rule ): `download`, `git`, `npm`.
//! Each goes into a folder of its own below `<home>/tools`. None of it is run.
//!
//! The PATH of an agent is not changed from here, so a program in `tools` is found by a hook only
//! where that folder is on it; [`Installed::sentences`] says so. No link is made either: a folder of
//! links would not be on the PATH any more than this one.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use time::format_description::well_known::Rfc3339;
use tokio_util::sync::CancellationToken;

use super::git::Repository;
use super::https::{self, Hash, MAX_DOWNLOAD, Web};
use super::npm::Package;
use super::place::{Mark, Place, Staging};
use super::programs::{self, Placed};
use super::{FetchError, OnProgress, Progress};
use crate::unpack::{self, Kind, Options, shown};
use tacklebox_agents::hook::InstallSpec;
use tacklebox_machine::machine::Machine;

/// What an install spec would do, to be shown before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outline {
    /// In the order in which they happen, each a sentence.
    pub steps: Vec<String>,
    /// The folder that appears.
    pub target: PathBuf,
}

/// What is on the disk now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Installed {
    pub dir: PathBuf,
    /// An address, a package with its version, a repository with its commit.
    pub source: String,
    /// One for each of the spec's `bins`.
    pub programs: Vec<Placed>,
    /// What there is to say: where the programs are, and whether the agent finds them.
    pub sentences: Vec<String>,
}

/// What a spec asks for, checked.
enum What {
    Download { address: String, archive: Archive, strip: u32, hash: Option<Hash> },
    Git(Repository),
    Npm(Package),
}

/// Whether a download is unpacked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Archive {
    No,
    Is(Kind),
    /// It is one by the spec; its first bytes say which.
    ByContent,
}

/// What [`install_spec`] would do. Nothing is asked of the network, so sizes are not known.
///
/// # Errors
/// A kind that is not fetched here; a spec that lacks something or asks for what is refused.
pub fn outline(
    machine: &Machine,
    agent_home: &Path,
    spec: &InstallSpec,
) -> Result<Outline, FetchError> {
    let what = What::read(spec)?;
    let place = what.place(machine, agent_home, spec)?;
    let limit = format!("at most {} MiB", MAX_DOWNLOAD >> 20);
    let mut steps = match &what {
        What::Download { address, archive, strip, hash } => {
            let mut steps =
                vec![format!("Download {address} ({limit}; its size is not known before).")];
            steps.extend(hash.as_ref().map(|_| "Check its SHA-256.".to_owned()));
            steps.extend((*archive != Archive::No).then(|| match strip {
                0 => "Unpack it.".to_owned(),
                1 => "Unpack it, without the first folder of each name.".to_owned(),
                n => format!("Unpack it, without the first {n} folders of each name."),
            }));
            steps
        }
        What::Git(repository) => {
            let wanted = repository.reference.as_deref().unwrap_or("its default branch");
            vec![format!(
                "Fetch {wanted} of {} with git ({limit}), without its history and submodules.",
                repository.address
            )]
        }
        What::Npm(package) => {
            let (name, registry) = (&package.name, package.registry(machine)?);
            let version = package.wanted.as_deref().unwrap_or("latest");
            vec![
                format!(
                    "Download {name}@{version} from {registry} ({limit}) and check its SHA-512."
                ),
                "Unpack it. No script of it is run, and nothing that it depends on is installed."
                    .to_owned(),
            ]
        }
    };
    let target = machine.show(&place.target);
    steps.push(match &place.before {
        None => format!("Put it into {target}."),
        Some(mark) => {
            let source = shown(&mark.source);
            format!("Put it into {target}, in place of what was installed there from {source}.")
        }
    });
    Ok(Outline { steps, target: place.target })
}

/// Fetches what a spec names and puts it below `<agent_home>/tools`. Needs a Tokio runtime with I/O
/// and time.
///
/// # Errors
/// As [`outline`]; whatever goes wrong on the way; `cancel`. Then everything is as it was before.
pub(crate) async fn install_spec(
    machine: &Machine,
    agent_home: &Path,
    spec: &InstallSpec,
    progress: OnProgress<'_>,
    cancel: &CancellationToken,
) -> Result<Installed, FetchError> {
    let what = What::read(spec)?;
    let place = what.place(machine, agent_home, spec)?;
    let staging = Arc::new(place.staging()?);
    let ours = Job { machine, spec, staging: &staging, progress, cancel };
    let (new, source) = match &what {
        What::Download { address, archive, strip, hash } => {
            ours.download(address, *archive, *strip, hash.as_ref()).await?
        }
        What::Git(repository) => ours.git(repository).await?,
        What::Npm(package) => ours.npm(package).await?,
    };
    progress(Progress::Step(format!("Putting it into {}", machine.show(&place.target))));
    let found = programs::find(machine, &new, &spec.bins);
    let alone = matches!(what, What::Npm(_)) && programs::needs_others(&new);
    if cancel.is_cancelled() {
        return Err(FetchError::Cancelled);
    }
    let installed_at = machine.now().format(&Rfc3339).unwrap_or_default();
    place.put(&new, &Mark { source: source.clone(), installed_at })?;
    let placed = found.into_iter().map(|(name, path)| {
        let path = path.map(|path| place.target.join(path));
        let on_path = path.as_deref().is_some_and(|path| programs::on_path(machine, &name, path));
        Placed { name, path, on_path }
    });
    let programs: Vec<Placed> = placed.collect();
    let sentences = sentences(machine, &place.target, &programs, alone);
    Ok(Installed { dir: place.target, source, programs, sentences })
}

fn sentences(machine: &Machine, dir: &Path, programs: &[Placed], alone: bool) -> Vec<String> {
    let mut out = Vec::new();
    if programs.is_empty() {
        out.push(format!("It is in {}.", machine.show(dir)));
    }
    for Placed { name, path, on_path } in programs {
        let name = shown(name);
        out.push(match path {
            None => format!("It is in {}, but there is no program “{name}” in it.", machine.show(dir)),
            Some(path) if *on_path => format!("{name} is {}, and is found on the PATH.", machine.show(path)),
            Some(path) => format!(
                "{name} is {}. That folder is not on the PATH, so hooks do not find it yet: add {} to the PATH.",
                machine.show(path),
                machine.show(path.parent().unwrap_or(dir))
            ),
        });
    }
    if alone {
        out.push("It needs other packages, which were not installed.".to_owned());
    }
    out
}

/// One installation under way.
struct Job<'a> {
    machine: &'a Machine,
    spec: &'a InstallSpec,
    staging: &'a Arc<Staging>,
    progress: OnProgress<'a>,
    cancel: &'a CancellationToken,
}

impl Job<'_> {
    async fn download(
        &self,
        address: &str,
        archive: Archive,
        strip: u32,
        hash: Option<&Hash>,
    ) -> Result<(PathBuf, String), FetchError> {
        let url = https::https(address)?;
        let (name, file) = (https::named(&url), self.staging.path().join("download"));
        let web = Web::new(self.machine)?;
        (self.progress)(Progress::Step(format!("Downloading {name} from {}", https::host(&url))));
        web.download(address, &file, MAX_DOWNLOAD, hash, self.progress, self.cancel).await?;
        let kind = match archive {
            Archive::Is(kind) => Some(kind),
            Archive::No => None,
            Archive::ByContent => Some(Kind::of_content(&file).ok_or_else(unknown_archive)?),
        };
        let new = match kind {
            Some(kind) => {
                let options = Options { strip_components: strip, look_through: false };
                self.unpack(&file, kind, options).await?
            }
            None => self.alone(&file, &url)?,
        };
        Ok((new, https::plain(&url)))
    }

    /// A download that is a file of its own: where one program is promised, it is that.
    fn alone(&self, file: &Path, url: &reqwest::Url) -> Result<PathBuf, FetchError> {
        let name = match self.spec.bins.as_slice() {
            [only] => only.clone(),
            _ => https::named(url),
        };
        let parts = unpack::parts(name.as_bytes());
        let Some([name]) = parts.as_deref().ok() else {
            return Err(FetchError::Spec(format!("“{}” is not the name of a file", shown(&name))));
        };
        let new = self.staging.path().join("new");
        let to = new.join(name);
        let disk = |source| FetchError::Disk { path: to.clone(), source };
        fs::create_dir(&new).and_then(|()| fs::rename(file, &to)).map_err(disk)?;
        #[cfg(unix)]
        fs::set_permissions(&to, std::os::unix::fs::PermissionsExt::from_mode(0o644))
            .map_err(disk)?;
        Ok(new)
    }

    async fn git(&self, repository: &Repository) -> Result<(PathBuf, String), FetchError> {
        let scratch = self.staging.path();
        let tar = scratch.join("repository.tar");
        let fetched =
            repository.archive(self.machine, scratch, &tar, self.progress, self.cancel).await?;
        let new = self.unpack(&tar, Kind::Tar, Options::default()).await?;
        Ok((new, format!("{}#{}", repository.address, fetched.commit)))
    }

    async fn npm(&self, package: &Package) -> Result<(PathBuf, String), FetchError> {
        let (web, scratch) = (Web::new(self.machine)?, self.staging.path());
        let registry = package.registry(self.machine)?;
        (self.progress)(Progress::Step(format!("Asking {registry} for {}", package.name)));
        let found = package.find(&web, &registry, scratch, self.cancel).await?;
        let file = scratch.join("package.tgz");
        package.fetch(&web, &found, &file, self.progress, self.cancel).await?;
        let options = Options { strip_components: 1, look_through: false };
        let new = self.unpack(&file, Kind::TarGz, options).await?;
        Ok((new, format!("npm:{}@{}", package.name, found.version)))
    }

    async fn unpack(
        &self,
        file: &Path,
        kind: Kind,
        options: Options,
    ) -> Result<PathBuf, FetchError> {
        (self.progress)(Progress::Step("Unpacking".to_owned()));
        let (file, new) = (file.to_owned(), self.staging.path().join("new"));
        // Where nobody waits any more, the thread is told to stop, and the staging goes after it.
        let (stop, staging) = (self.cancel.child_token(), self.staging.clone());
        let _guard = stop.clone().drop_guard();
        let work = move || {
            let unpacked = unpack::unpack(&file, kind, &new, options, &stop);
            drop(staging);
            unpacked
        };
        let done = tokio::task::spawn_blocking(work).await;
        let done = done.map_err(|e| FetchError::Setup(e.to_string()))?;
        match done {
            Ok(unpacked) => Ok(unpacked.root),
            Err(unpack::UnpackError::Cancelled) => Err(FetchError::Cancelled),
            Err(other) => Err(other.into()),
        }
    }
}

fn unknown_archive() -> FetchError {
    FetchError::Spec(
        "it is an archive of a kind that is not unpacked here (zip, tar and tar.gz are)".to_owned(),
    )
}

impl What {
    fn read(spec: &InstallSpec) -> Result<Self, FetchError> {
        let lacks = |what: &str| FetchError::Spec(format!("it names no {what}"));
        match spec.kind.as_str() {
            "download" => {
                let address = spec.url.as_deref().ok_or_else(|| lacks("address"))?;
                let url = https::https(address)?;
                let by_name = Kind::of_name(url.path());
                let archive = match (spec.extract, &spec.archive) {
                    (Some(false), _) => Archive::No,
                    (_, Some(named)) => {
                        Archive::Is(Kind::of_name(named).ok_or_else(unknown_archive)?)
                    }
                    (Some(true), None) => by_name.map_or(Archive::ByContent, Archive::Is),
                    (None, None) => by_name.map_or(Archive::No, Archive::Is),
                };
                let strip = spec.strip_components.unwrap_or_default();
                let hash = spec.sha256.as_deref().map(Hash::sha256).transpose()?;
                Ok(Self::Download { address: url.into(), archive, strip, hash })
            }
            "git" => {
                let address = spec.url.as_deref().or(spec.package.as_deref());
                Repository::read(address.ok_or_else(|| lacks("repository"))?).map(Self::Git)
            }
            "npm" => {
                let package = spec.package.as_deref().or(spec.module.as_deref());
                Package::read(package.ok_or_else(|| lacks("package"))?).map(Self::Npm)
            }
            other => Err(FetchError::Spec(format!("“{}” is not fetched from here", shown(other)))),
        }
    }

    /// `targetDir`, else the spec's id, else what it is called where it comes from.
    fn place(
        &self,
        machine: &Machine,
        home: &Path,
        spec: &InstallSpec,
    ) -> Result<Place, FetchError> {
        let called = match self {
            Self::Download { address, .. } => {
                let name = https::https(address).map(|url| https::named(&url))?;
                name.split('.').next().unwrap_or_default().to_owned()
            }
            Self::Git(repository) => repository.short().to_owned(),
            Self::Npm(package) => package.short().to_owned(),
        };
        let wanted = spec.target_dir.as_deref().or(spec.id.as_deref()).unwrap_or(&called);
        Place::check(&home.join("tools"), &machine.expand(wanted))
    }
}
