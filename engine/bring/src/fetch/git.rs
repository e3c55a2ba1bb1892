//! Repositories of git, fetched by the `git` of this computer and handed on as an archive.
//!
//! Nothing is checked out: git packs the wanted state into a tar, which is unpacked by the rules for
//! all archives. So there is no `.git` to remove, no filter or hook has a chance to run, and names,
//! links and sizes are held to the same rules. Submodules are empty folders. What the repository's
//! `.gitattributes` leaves out of archives is left out, as in those that its author publishes.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::https::{self, MAX_DOWNLOAD};
use super::provenance::Provenance;
use super::{FetchError, OnProgress, Progress};
use crate::unpack::{self, shown};
use tacklebox_machine::machine::{Machine, Platform};
use tacklebox_machine::process::{Ended, How, Program, Stream};

/// How long all of it may take.
const LIMIT: Duration = Duration::from_secs(600);

/// How often the size of what git wrote is looked at.
const LOOK: Duration = Duration::from_millis(200);

/// A tar with as much in it as is unpacked, and its headers.
const MAX_TAR: u64 = unpack::MAX_BYTES + unpack::MAX_ENTRIES as u64 * 4096;

/// A repository as it is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repository {
    /// An https address.
    pub address: String,
    /// A branch, a tag or a full commit; what the other side has checked out without it.
    pub reference: Option<String>,
}

/// What was fetched of a repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    pub commit: String,
    pub provenance: Provenance,
}

impl Repository {
    /// Reads `https://host/path`, also after `git+` and with `#reference`.
    ///
    /// # Errors
    /// Other protocols, an address with a password, what git would not take for a reference.
    pub fn read(text: &str) -> Result<Self, FetchError> {
        let text = text.trim();
        let text = text.strip_prefix("git+").unwrap_or(text);
        // Taken off first: an address would be written with % for some of its characters.
        let (address, reference) = match text.split_once('#') {
            Some((address, reference)) => (address, Some(reference)),
            None => (text, None),
        };
        let url = https::https(address)?;
        let reference = reference.filter(|part| !part.is_empty()).map(str::to_owned);
        if let Some(reference) = reference.as_deref().filter(|name| !is_reference(name)) {
            return Err(FetchError::Git(format!(
                "“{}” is not the name of a branch, a tag or a commit.",
                shown(reference)
            )));
        }
        Ok(Self { address: url.into(), reference })
    }

    /// The last part of the address, without `.git`.
    pub fn short(&self) -> &str {
        let path = self.address.trim_end_matches('/');
        let last = path.rsplit('/').next().unwrap_or(path);
        last.strip_suffix(".git").unwrap_or(last)
    }

    /// Writes the wanted state as a tar to the new file `to` and says which commit that is, and whether it is signed. `scratch`
    /// is a folder of the caller's for all that git keeps in the meantime.
    ///
    /// # Errors
    /// No git on this computer, whatever git says, more than [`MAX_DOWNLOAD`], `cancel`.
    pub async fn archive(
        &self,
        machine: &Machine,
        scratch: &Path,
        to: &Path,
        progress: OnProgress<'_>,
        cancel: &CancellationToken,
    ) -> Result<Fetched, FetchError> {
        self.archive_within((MAX_DOWNLOAD, MAX_TAR), machine, scratch, to, progress, cancel).await
    }

    /// With these limits for what is fetched and for the tar, in bytes.
    pub(super) async fn archive_within(
        &self,
        (most, most_tar): (u64, u64),
        machine: &Machine,
        scratch: &Path,
        to: &Path,
        progress: OnProgress<'_>,
        cancel: &CancellationToken,
    ) -> Result<Fetched, FetchError> {
        let program = machine.program("git").ok_or_else(|| {
            FetchError::Git("git is not on this computer. Install it, then try again.".to_owned())
        })?;
        let git = Git { machine, program, scratch, cancel, progress, repository: self };
        progress(Progress::Step(format!("Fetching {} with git", shown(&self.address))));
        let dir = scratch.join("repository");
        let option = |name: &str, path: &Path| {
            let mut option = OsString::from(name);
            option.push(path);
            option
        };
        let within = option("--git-dir=", &dir);
        let words = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();

        let mut init = words(&["init", "--quiet", "--bare", "--template="]);
        init.push(dir.clone().into());
        git.run(init, None).await?;

        let mut fetch = vec![within.clone()];
        fetch.extend(words(&["fetch", "--progress", "--depth=1", "--no-tags"]));
        fetch.extend(words(&["--no-recurse-submodules", "--", &self.address]));
        fetch.push(self.reference.as_deref().unwrap_or("HEAD").into());
        git.run(fetch, Some((&dir, most))).await?;

        let mut parse = vec![within.clone()];
        parse.extend(words(&["rev-parse", "--verify", "FETCH_HEAD^{commit}"]));
        let commit = git.run(parse, None).await?.stdout.text().trim().to_owned();

        let mut object = vec![within.clone()];
        object.extend(words(&["cat-file", "commit", &commit]));
        let object = git.run(object, None).await?.stdout.text();
        let provenance = Provenance::of_commit(&self.address, &commit, &object);

        let mut archive = words(&["-c", "tar.umask=0022"]);
        archive.push(within);
        archive.extend(words(&["archive", "--format=tar"]));
        archive.extend([option("--output=", to), OsString::from(&commit)]);
        git.run(archive, Some((to, most_tar))).await?;
        Ok(Fetched { commit, provenance })
    }
}

/// One run of git after another, each with the same closed environment.
struct Git<'a> {
    machine: &'a Machine,
    program: PathBuf,
    scratch: &'a Path,
    repository: &'a Repository,
    progress: OnProgress<'a>,
    cancel: &'a CancellationToken,
}

impl Git<'_> {
    /// Ends it where what it writes at `watched` grows beyond that size.
    async fn run(
        &self,
        words: Vec<OsString>,
        watched: Option<(&Path, u64)>,
    ) -> Result<Ended, FetchError> {
        let stop = self.cancel.child_token();
        let program = Program::new(&self.program)
            .args(SETTINGS.iter().flat_map(|setting| ["-c", setting]))
            .args(words)
            .dir(self.scratch)
            .env(self.environment())
            .limit(LIMIT);
        let mut line = Vec::new();
        let mut live = |from: Stream, bytes: &[u8]| {
            // What it answers is for us. Of what it does it tells elsewhere.
            if from == Stream::Out {
                return;
            }
            for part in bytes.split_inclusive(|b| matches!(b, b'\n' | b'\r')) {
                line.extend_from_slice(part);
                if part.ends_with(b"\n") || part.ends_with(b"\r") || line.len() > 1000 {
                    let text = String::from_utf8_lossy(&line).trim().to_owned();
                    line.clear();
                    if !text.is_empty() {
                        (self.progress)(Progress::Output(unpack::printable(text.chars())));
                    }
                }
            }
        };
        let running = program.run_live(&stop, &mut live);
        let grown = async {
            let Some((path, most)) = watched else { return std::future::pending().await };
            while size(path) <= most {
                tokio::time::sleep(LOOK).await;
            }
        };
        tokio::pin!(running);
        let mut too_large = false;
        let ended = tokio::select! {
            ended = &mut running => ended,
            () = grown => {
                too_large = true;
                stop.cancel();
                running.await
            }
        };
        let ended = ended.map_err(|e| FetchError::Git(format!("{e}.")))?;
        too_large |= watched.is_some_and(|(path, most)| size(path) > most);
        if self.cancel.is_cancelled() {
            return Err(FetchError::Cancelled);
        }
        if too_large {
            let (what, limit_mib) = (self.repository.short().to_owned(), MAX_DOWNLOAD >> 20);
            return Err(FetchError::TooLarge { what: shown(&what), limit_mib });
        }
        if ended.ok() { Ok(ended) } else { Err(self.failed(&ended)) }
    }

    /// No setting of the user or of the system counts, since any of them may name a program to run.
    /// What has to be known of the network is handed over by name.
    fn environment(&self) -> Vec<(String, String)> {
        let machine = self.machine;
        let path = machine.environment().remove("PATH").unwrap_or_default();
        let home = self.scratch.to_string_lossy().into_owned();
        let nowhere = if machine.platform() == Platform::Win32 { "NUL" } else { "/dev/null" };
        let mut env: Vec<(String, String)> = [
            ("PATH", path.as_str()),
            ("HOME", &home),
            ("USERPROFILE", &home),
            ("XDG_CONFIG_HOME", &home),
            ("LC_ALL", "C"),
            ("GIT_CONFIG_NOSYSTEM", "1"),
            ("GIT_CONFIG_GLOBAL", nowhere),
            ("GIT_ATTR_NOSYSTEM", "1"),
            ("GIT_TERMINAL_PROMPT", "0"),
            ("GIT_ALLOW_PROTOCOL", "https"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
        const PASSED: [&str; 11] = [
            "https_proxy",
            "HTTPS_PROXY",
            "all_proxy",
            "ALL_PROXY",
            "no_proxy",
            "NO_PROXY",
            "SYSTEMROOT",
            "SystemDrive",
            "TEMP",
            "TMP",
            "TMPDIR",
        ];
        let passed = PASSED.iter().filter_map(|name| Some((*name, machine.env(name)?)));
        let roots = machine.env("GIT_SSL_CAINFO").or_else(|| machine.env("SSL_CERT_FILE"));
        let roots = roots.map(|roots| ("GIT_SSL_CAINFO", roots));
        env.extend(passed.chain(roots).map(|(name, value)| (name.to_owned(), value.to_owned())));
        env
    }

    fn failed(&self, ended: &Ended) -> FetchError {
        let (said, address) = (ended.stderr.text(), shown(&self.repository.address));
        let has = |words: &[&str]| words.iter().any(|word| said.contains(word));
        let host = https::https(&self.repository.address).map(|url| https::host(&url));
        let host = host.unwrap_or_else(|_| address.clone());
        if ended.how == How::TimedOut || has(&["Operation too slow", "timed out"]) {
            return FetchError::TooSlow { host, seconds: LIMIT.min(IDLE).as_secs() };
        }
        if has(&["Could not resolve host", "Failed to connect", "Couldn't connect"]) {
            return FetchError::Offline { host };
        }
        if has(&["SSL certificate problem", "certificate verif", "no alternative certificate"]) {
            let why = "git does not trust its certificate".to_owned();
            return FetchError::Certificate { host, why };
        }
        if has(&["remote ref", "not our ref", "Needed a single revision"]) {
            let wanted = self.repository.reference.as_deref().unwrap_or("HEAD");
            return FetchError::Git(format!("{address} has no “{}”.", shown(wanted)));
        }
        if has(&["could not read Username", "Authentication failed", "error: 401", "error: 403"]) {
            return FetchError::Git(format!("{address} is not public, or does not exist."));
        }
        if has(&["not found", "error: 404", "error: 410"]) {
            return FetchError::Missing { address };
        }
        if has(&["not allowed", "not supported or disabled"]) {
            return FetchError::Insecure { host, to: "another protocol".to_owned() };
        }
        let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("nothing");
        FetchError::Git(format!("git could not fetch {address}. It said: {}", shown(last.trim())))
    }
}

/// How long git waits for a silent server.
const IDLE: Duration = Duration::from_secs(30);

/// Hooks, credential helpers, monitors and other programs that a setting may start: none.
const SETTINGS: [&str; 10] = [
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.askPass=",
    "credential.helper=",
    "protocol.allow=never",
    "protocol.https.allow=always",
    "gc.auto=0",
    "maintenance.auto=false",
    "http.lowSpeedLimit=1",
    "http.lowSpeedTime=30",
];

/// What is at a path, in bytes.
fn size(path: &Path) -> u64 {
    let Ok(meta) = fs::symlink_metadata(path) else { return 0 };
    if !meta.is_dir() {
        return meta.len();
    }
    fs::read_dir(path).map_or(0, |entries| entries.flatten().map(|entry| size(&entry.path())).sum())
}

/// By `git check-ref-format`, and no option.
fn is_reference(name: &str) -> bool {
    let part = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.ends_with(".lock");
    name.len() <= 255
        && name != "@"
        && !name.starts_with(['-', '+'])
        && !name.ends_with('.')
        && !name.contains("..")
        && !name.contains("@{")
        && !name.chars().any(|c| c.is_control() || " ~^:?*[\\".contains(c))
        && name.split('/').all(part)
}
