//! What a source names, fetched into a private folder of its own, from which nothing is run. The folder
//! goes when it is dropped, and after every failure.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tacklebox_machine::files::Temporary;
use tokio_util::sync::CancellationToken;

use super::pack::{Pack, PackError, StagedHook};
use super::source::Source;
use tacklebox_agents::agent::Agent;
use tacklebox_bring::fetch::{
    self, FetchError, MAX_DOWNLOAD, OnProgress, Package, Progress, Provenance, Repository, Web,
};
use tacklebox_bring::unpack::{self, Kind, MAX_BYTES, Options, Refusal, UnpackError};
use tacklebox_machine::failure::{Code, Failure};
use tacklebox_machine::machine::Machine;

/// Why nothing was staged. Nothing is left of it, and nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum StageError {
    #[error(transparent)]
    Fetch(FetchError),
    #[error("The folder was refused and none of it was kept: {0}")]
    Folder(Refusal),
    #[error(transparent)]
    Unpack(UnpackError),
    #[error(transparent)]
    Pack(#[from] PackError),
    #[error(
        "What is at {0} is not an archive: zip, tar and tar.gz are. For a git repository write git+https://…"
    )]
    NotAnArchive(String),
    #[error("{0} comes with Tacklebox and is not fetched.")]
    Included(String),
    #[error("A private folder could not be made: {0}. Check the free space, then try again.")]
    Disk(io::Error),
    #[error("It was cancelled. Nothing was changed.")]
    Cancelled,
}

impl StageError {
    /// The kind of failure.
    pub const fn code(&self) -> Code {
        match self {
            Self::Cancelled => Code::Cancelled,
            Self::Fetch(_) | Self::Disk(_) => Code::NotFetched,
            Self::Folder(_) | Self::Pack(_) => Code::Refused,
            Self::Unpack(UnpackError::Refused(_)) => Code::Refused,
            Self::Unpack(_) => Code::NotFetched,
            Self::NotAnArchive(_) | Self::Included(_) => Code::UnsupportedSource,
        }
    }
}

impl From<StageError> for Failure {
    fn from(error: StageError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<FetchError> for StageError {
    fn from(error: FetchError) -> Self {
        match error {
            FetchError::Cancelled => Self::Cancelled,
            FetchError::Unpack(error) => error.into(),
            other => Self::Fetch(other),
        }
    }
}

impl From<UnpackError> for StageError {
    fn from(error: UnpackError) -> Self {
        match error {
            UnpackError::Cancelled => Self::Cancelled,
            other => Self::Unpack(other),
        }
    }
}

/// What was fetched. It is in a private folder for as long as this lives.
#[derive(Debug)]
pub struct Staged {
    pub source: Source,
    /// The package's version, the repository's commit, else what a package.json says.
    pub version: Option<String>,
    /// Where it comes from, as far as something proves it; none where nothing could.
    pub provenance: Option<Provenance>,
    pub(super) pack: Pack,
    _dir: Arc<Temporary>,
}

impl Staged {
    /// The hooks in it as this agent would read them.
    ///
    /// # Errors
    /// Where there is none for it, or one of them cannot be used: then none can be.
    pub fn hooks(&self, agent: &Agent) -> Result<Vec<StagedHook>, PackError> {
        self.pack.hooks(agent)
    }

    /// The packages of npm that these hooks, and the pack that they came in, name and do not bring.
    pub(super) fn dependencies(&self, hooks: &[StagedHook]) -> Vec<String> {
        let root = self.pack.root();
        let own = hooks.iter().map(|hook| hook.dir.as_path()).filter(|dir| *dir != root);
        let own = own.filter_map(|dir| {
            Some(super::package::Package::read(dir).ok().flatten()?.dependencies(dir))
        });
        let of_all = self.pack.package().map(|package| package.dependencies(root));
        let mut names: Vec<String> = own.chain(of_all).flatten().collect();
        names.sort();
        names.dedup();
        names
    }

    /// The version of one hook of it: of all of it, else what its own manifest says.
    pub(crate) fn version_of(&self, hook: &StagedHook) -> String {
        self.version.clone().or_else(|| hook.manifest.version.clone()).unwrap_or_default()
    }
}

/// What [`stage`] will do, one title for each [`Progress::Step`] that it tells, in that order.
pub fn steps(source: &Source) -> Vec<String> {
    let titles: &[&str] = match source {
        Source::Included(_) => &[],
        Source::Folder(_) => &["Copy the folder"],
        Source::Archive { .. } => &["Unpack"],
        Source::Npm(_) => &["Ask the registry", "Download", "Unpack"],
        Source::Git(_) => &["Fetch with git", "Unpack"],
        Source::Web(_) => &["Download", "Unpack"],
    };
    titles.iter().map(|title| (*title).to_owned()).collect()
}

/// Fetches what a source names. Needs a Tokio runtime with I/O and time.
///
/// # Errors
/// Whatever goes wrong on the way, what is refused, `cancel`. Then none of it is left.
pub async fn stage(
    machine: &Machine,
    source: &Source,
    progress: OnProgress<'_>,
    cancel: &CancellationToken,
) -> Result<Staged, StageError> {
    let dir = Temporary::in_system(machine).map_err(StageError::Disk)?;
    let job = Job { machine, dir: Arc::new(dir), progress, cancel };
    let (root, version, provenance) = match source {
        Source::Included(name) => return Err(StageError::Included(name.clone())),
        Source::Folder(path) => (job.folder(path).await?, None, None),
        Source::Archive { path, kind } => {
            let options = Options { look_through: true, ..Options::default() };
            (job.unpack(path.clone(), *kind, options).await?, None, None)
        }
        Source::Npm(package) => job.npm(package).await?,
        Source::Git(repository) => job.git(repository).await?,
        Source::Web(address) => (job.web(address).await?, None, None),
    };
    if cancel.is_cancelled() {
        return Err(StageError::Cancelled);
    }
    let pack = Pack::read(&root)?;
    let version = version.or_else(|| pack.package()?.version());
    Ok(Staged { source: source.clone(), version, provenance, pack, _dir: job.dir })
}

/// What was fetched, its version, and what proves where it comes from.
type Came = (PathBuf, Option<String>, Option<Provenance>);

/// One staging under way.
struct Job<'a> {
    machine: &'a Machine,
    dir: Arc<Temporary>,
    progress: OnProgress<'a>,
    cancel: &'a CancellationToken,
}

impl Job<'_> {
    fn step(&self, title: String) {
        (self.progress)(Progress::Step(title));
    }

    async fn folder(&self, path: &Path) -> Result<PathBuf, StageError> {
        self.step(format!("Copying {}", self.machine.show(path)));
        // The folder that was named may itself be a link; in it, links have to stay inside.
        let path = fs::canonicalize(path)
            .map_err(|source| UnpackError::Unreadable { path: path.to_owned(), source })?;
        let copied = self
            .blocking(move |into, cancel| unpack::copy(&path, into, Options::default(), cancel))
            .await;
        copied.map_err(|error| match error {
            StageError::Unpack(UnpackError::Refused(refusal)) => StageError::Folder(refusal),
            other => other,
        })
    }

    async fn unpack(
        &self,
        archive: PathBuf,
        kind: Kind,
        options: Options,
    ) -> Result<PathBuf, StageError> {
        self.step("Unpacking".to_owned());
        self.blocking(move |into, cancel| unpack::unpack(&archive, kind, into, options, cancel))
            .await
    }

    async fn npm(&self, package: &Package) -> Result<Came, StageError> {
        let web = Web::new(self.machine)?;
        let registry = package.registry(self.machine)?;
        self.step(format!("Asking {registry} for {}", package.name));
        let (scratch, cancel) = (self.dir.path(), self.cancel);
        let found = package.find(&web, &registry, scratch, cancel).await?;
        let provenance = package.provenance(&web, &registry, &found, scratch, cancel).await?;
        let file = self.dir.path().join("package.tgz");
        // It tells its own step.
        package.fetch(&web, &found, &file, self.progress, self.cancel).await?;
        let options = Options { strip_components: 1, look_through: false };
        let root = self.unpack(file, Kind::TarGz, options).await?;
        Ok((root, Some(found.version), Some(provenance)))
    }

    async fn git(&self, repository: &Repository) -> Result<Came, StageError> {
        let tar = self.dir.path().join("repository.tar");
        let scratch = self.dir.path();
        // It tells its own step.
        let fetched =
            repository.archive(self.machine, scratch, &tar, self.progress, self.cancel).await?;
        let root = self.unpack(tar, Kind::Tar, Options::default()).await?;
        Ok((root, Some(fetched.commit), Some(fetched.provenance)))
    }

    async fn web(&self, address: &str) -> Result<PathBuf, StageError> {
        let url = fetch::address(address)?;
        let file = self.dir.path().join("download");
        let web = Web::new(self.machine)?;
        self.step(format!("Downloading {} from {}", fetch::named(&url), fetch::host(&url)));
        web.download(address, &file, MAX_DOWNLOAD, None, self.progress, self.cancel).await?;
        // What came counts, not how its address ends: a page that says "not found" is not an archive.
        let kind = Kind::of_content(&file);
        let kind = kind.ok_or_else(|| StageError::NotAnArchive(fetch::plain(&url)))?;
        self.unpack(file, kind, Options { look_through: true, ..Options::default() }).await
    }

    /// Fills the folder `new` where waiting for the disk is allowed. What else is in the staging was
    /// only needed for that.
    async fn blocking(
        &self,
        fill: impl FnOnce(&Path, &CancellationToken) -> Result<unpack::Unpacked, UnpackError>
        + Send
        + 'static,
    ) -> Result<PathBuf, StageError> {
        // Where nobody waits any more, the thread is told to stop, and the staging goes after it.
        let (stop, dir) = (self.cancel.child_token(), Arc::clone(&self.dir));
        let _guard = stop.clone().drop_guard();
        let work = move || {
            let new = dir.path().join("new");
            let unpacked = fill(&new, &stop)?;
            settle_links(&new, unpacked.bytes)?;
            Ok::<_, UnpackError>(unpacked.root)
        };
        let root = tokio::task::spawn_blocking(work).await;
        let root =
            root.map_err(|error| StageError::Disk(io::Error::other(error.to_string())))??;
        self.tidy();
        Ok(root)
    }

    fn tidy(&self) {
        let Ok(entries) = fs::read_dir(self.dir.path()) else { return };
        for path in entries.flatten().map(|entry| entry.path()) {
            if !path.ends_with("new") {
                let _ =
                    if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
            }
        }
    }
}

/// Puts a copy in the place of every link to a file: agents skip links, and a hook's folder has to
/// are on its own. Links to folders stay, and are refused where a hook has one.
fn settle_links(root: &Path, mut bytes: u64) -> Result<(), UnpackError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| UnpackError::Io { path, source }
    };
    let (mut open, mut links) = (vec![root.to_owned()], Vec::new());
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(&dir).map_err(failed(&dir))? {
            let path = entry.map_err(failed(&dir))?.path();
            let meta = fs::symlink_metadata(&path).map_err(failed(&path))?;
            if meta.is_dir() {
                open.push(path);
            } else if meta.is_symlink() && path.is_file() {
                links.push(path);
            }
        }
    }
    let copies = links.iter().map(|link| Ok((link, fs::canonicalize(link).map_err(failed(link))?)));
    let copies: Vec<(&PathBuf, PathBuf)> = copies.collect::<Result<_, UnpackError>>()?;
    for (link, target) in copies {
        bytes = bytes.saturating_add(fs::metadata(&target).map_err(failed(link))?.len());
        if bytes > MAX_BYTES {
            return Err(Refusal::TooLarge.into());
        }
        fs::remove_file(link).map_err(failed(link))?;
        fs::copy(&target, link).map_err(failed(link))?;
    }
    Ok(())
}
