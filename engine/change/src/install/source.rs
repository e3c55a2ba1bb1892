//! What a SOURCE text means: where a hook is to come from (`docs/CLI.md`, `hooks install`).

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use reqwest::Url;

use super::receipt;
use tacklebox_bring::fetch::{self, FetchError, Package, Repository};
use tacklebox_bring::unpack::{Kind, shown};
use tacklebox_machine::failure::{Code, Failure};

/// Where a hook is to come from. Written out, it reads back as the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A hook that ships with Tacklebox, by its name.
    Included(String),
    /// A folder on this computer: a hook, a pack, or a folder of hooks.
    Folder(PathBuf),
    /// An archive on this computer.
    Archive { path: PathBuf, kind: Kind },
    /// A package of an npm registry.
    Npm(Package),
    /// A repository of git, over https.
    Git(Repository),
    /// An archive at an https address.
    Web(String),
}

/// A text that names nothing to install from, and what would.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    #[error("Say what to install.")]
    Nothing,
    #[error(
        "“{0}” is not fetched: only https is. Write https://… for an archive, git+https://… for a repository, npm:NAME for a package."
    )]
    Protocol(String),
    #[error(
        "“{0}” is a git repository. Write git+{0}, so that it is fetched as one, not as an archive."
    )]
    Repository(String),
    #[error("There is nothing at {}. Check the spelling of its path.", .0.display())]
    NoSuchPath(PathBuf),
    #[error("{} cannot be looked at: {source}.", path.display())]
    Unreadable { path: PathBuf, source: std::io::Error },
    #[error(
        "{} is neither a folder nor an archive. Archives end in .zip, .tar, .tar.gz or .tgz.", .0.display()
    )]
    NotAnArchive(PathBuf),
    #[error("There is no included hook {0}, and nothing here has that name.")]
    NoSuchName(String),
    #[error(
        "“{0}” is not an address. Write npm:NAME for a package, git+https://… for a repository, https://… for an archive."
    )]
    NoAddress(String),
    #[error("“{0}” is not a link to a hook: tacklebox://install?source=… is. Nothing was fetched.")]
    NoLink(String),
    #[error(transparent)]
    Fetch(#[from] FetchError),
}

impl SourceError {
    /// The kind of failure.
    pub const fn code(&self) -> Code {
        match self {
            Self::NoSuchPath(_) | Self::NoSuchName(_) => Code::NotFound,
            _ => Code::UnsupportedSource,
        }
    }
}

impl From<SourceError> for Failure {
    fn from(error: SourceError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl Source {
    /// Reads an address and nothing else: what a page or a link hands over is never a path.
    ///
    /// # Errors
    /// As [`Source::read`], also for a path or a name.
    pub fn address(text: &str) -> Result<Self, SourceError> {
        let text = text.trim();
        match Self::read_address(text)? {
            Some(source) => Ok(source),
            None if text.is_empty() => Err(SourceError::Nothing),
            None => Err(SourceError::NoAddress(shown(text))),
        }
    }

    /// Reads a link of a web page or a mail, `tacklebox://install?source=…`: an address and nothing else.
    ///
    /// # Errors
    /// As [`Source::address`], and for every other link.
    pub fn linked(link: &str) -> Result<Self, SourceError> {
        let other = || SourceError::NoLink(shown(link));
        let link: Url = link.trim().parse().map_err(|_| other())?;
        let mut pairs = link.query_pairs();
        match (link.scheme(), link.host_str(), link.path(), pairs.next(), pairs.next()) {
            ("tacklebox", Some("install"), "" | "/", Some((key, source)), None)
                if key == "source" =>
            {
                Self::address(&source)
            }
            _ => Err(other()),
        }
    }

    /// What is at a path: a folder, or an archive.
    ///
    /// # Errors
    /// Where nothing is there, or something else.
    pub fn at(path: &Path) -> Result<Self, SourceError> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let meta = match fs::metadata(&path) {
            Ok(meta) => meta,
            Err(source) if source.kind() == std::io::ErrorKind::NotFound => {
                return Err(SourceError::NoSuchPath(path));
            }
            Err(source) => return Err(SourceError::Unreadable { path, source }),
        };
        if meta.is_dir() {
            return Ok(Self::Folder(path));
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let kind = meta.is_file().then(|| Kind::of_name(&name).or_else(|| Kind::of_content(&path)));
        match kind.flatten() {
            Some(kind) => Ok(Self::Archive { path, kind }),
            None => Err(SourceError::NotAnArchive(path)),
        }
    }

    /// None for what may be a path or a name.
    pub(super) fn read_address(text: &str) -> Result<Option<Self>, SourceError> {
        let protocol = || Err(SourceError::Protocol(shown(&fetch::without_user(text))));
        if text.starts_with("npm:") {
            return Ok(Some(Self::Npm(Package::read(text)?)));
        }
        if let Some(address) = text.strip_prefix("git+") {
            let is_https = address.get(..8).is_some_and(|s| s.eq_ignore_ascii_case("https://"));
            return if is_https {
                Ok(Some(Self::Git(Repository::read(text)?)))
            } else {
                protocol()
            };
        }
        let Some((scheme, rest)) = text.split_once(':') else { return Ok(None) };
        let named = |scheme: &str| {
            scheme.len() > 1
                && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
        };
        if scheme.eq_ignore_ascii_case("https") {
            let url = fetch::address(text)?;
            if url.path().trim_end_matches('/').ends_with(".git") {
                return Err(SourceError::Repository(fetch::plain(&url)));
            }
            return Ok(Some(Self::Web(url.into())));
        }
        // `git@host:path` is ssh without saying so; `C:\x` is a path, and so is `./a:b`.
        let is_scp = scheme.contains('@') && !scheme.contains(['/', '\\']) && !rest.is_empty();
        if named(scheme) || is_scp { protocol() } else { Ok(None) }
    }

    /// Whether it comes from elsewhere: it has to be agreed to, and starts off.
    pub const fn is_foreign(&self) -> bool {
        !matches!(self, Self::Included(_))
    }

    /// Whether the network is needed to get it.
    pub(crate) const fn is_remote(&self) -> bool {
        matches!(self, Self::Npm(_) | Self::Git(_) | Self::Web(_))
    }

    /// What a receipt keeps and a person is shown: without what may be a key in it.
    pub fn recorded(&self) -> String {
        receipt::without_secrets(&self.to_string())
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Included(name) => f.write_str(name),
            Self::Folder(path) | Self::Archive { path, .. } => write!(f, "{}", path.display()),
            Self::Npm(Package { name, wanted: None }) => write!(f, "npm:{name}"),
            Self::Npm(Package { name, wanted: Some(wanted) }) => write!(f, "npm:{name}@{wanted}"),
            Self::Git(Repository { address, reference: None }) => write!(f, "git+{address}"),
            Self::Git(Repository { address, reference: Some(reference) }) => {
                write!(f, "git+{address}#{reference}")
            }
            Self::Web(address) => f.write_str(address),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tacklebox_machine::files::{self, Stamp};

    fn read(text: &str) -> Source {
        Source::read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn each_kind_of_text_is_told_by_how_it_begins() {
        assert_eq!(read("welcome"), Source::Included("welcome".into()));
        assert!(matches!(read("npm:@scope/pack@next"), Source::Npm(_)));
        let Source::Git(repository) = read("git+https://example.org/x.git#v1") else { panic!() };
        assert_eq!(repository.reference.as_deref(), Some("v1"));
        assert_eq!(
            read("https://example.org/hook.zip"),
            Source::Web("https://example.org/hook.zip".into())
        );
    }

    #[test]
    fn an_address_as_it_is_read_out_is_one_where_there_is_no_such_folder() {
        assert!(matches!(read("github.com/ana/hooks"), Source::Git(_)));
        assert!(matches!(Source::read("./github.com/ana/hooks"), Err(SourceError::NoSuchPath(_))));
        assert!(matches!(Source::read("some/folder"), Err(SourceError::NoSuchPath(_))));
    }

    #[test]
    fn what_is_written_out_reads_back() {
        for text in [
            "welcome",
            "npm:left-pad",
            "npm:@a/b@1.2.3",
            "git+https://example.org/x",
            "git+https://example.org/x#main",
            "https://example.org/a.tgz?download=1",
        ] {
            assert_eq!(read(text).to_string(), text);
        }
    }

    #[test]
    fn a_link_names_an_address_and_nothing_else() {
        let read = |link: &str| Source::linked(link).map(|source| source.to_string()).ok();
        let asked = read("tacklebox://install?source=npm%3A%40a%2Fb%401.2.3");
        assert_eq!(asked.as_deref(), Some("npm:@a/b@1.2.3"));
        for link in [
            "tacklebox://install?source=%2Fetc",
            "tacklebox://install?source=welcome",
            "tacklebox://install?source=http%3A%2F%2Fexample.org%2Fa.zip",
            "tacklebox://install?source=npm:a&yes=1",
            "tacklebox://install?source=npm:a&source=npm:b",
            "tacklebox://remove?source=npm:a",
            "tacklebox://install/x?source=npm:a",
            "tacklebox:install?source=npm:a",
            "https://install?source=npm:a",
            "tacklebox://install",
            "",
        ] {
            assert_eq!(read(link), None, "{link}");
        }
    }

    #[test]
    fn a_folder_and_an_archive_are_told_by_what_is_there() {
        let dir = tempfile::tempdir().unwrap();
        let file = |name: &str, bytes: &[u8]| {
            let path = dir.path().join(name);
            files::save(&path, bytes, &Stamp::Absent, 0o644).unwrap();
            path.to_str().unwrap().to_owned()
        };
        let text = dir.path().to_str().unwrap();
        assert_eq!(read(text), Source::Folder(dir.path().to_owned()));
        assert_eq!(read(&format!("{text}/")).to_string().trim_end_matches('/'), text);
        let kind = |text: &str| match read(text) {
            Source::Archive { kind, .. } => kind,
            other => panic!("{other}"),
        };
        assert_eq!(kind(&file("a.zip", b"")), Kind::Zip);
        assert_eq!(kind(&file("a.tar", b"")), Kind::Tar);
        assert_eq!(kind(&file("a.TGZ", b"")), Kind::TarGz);
        assert_eq!(kind(&file("download", b"\x1f\x8b")), Kind::TarGz);
        let error = Source::read(&file("a.txt", b"hello")).unwrap_err();
        assert!(matches!(error, SourceError::NotAnArchive(_)), "{error}");
        let error = Source::read(&format!("{text}/nowhere")).unwrap_err();
        assert_eq!(error.code(), Code::NotFound);
    }

    #[test]
    fn what_is_not_https_is_refused_with_the_way_out() {
        for text in [
            "http://example.org/x.zip",
            "HTTP://example.org/x.zip",
            "ftp://example.org/x.zip",
            "file:///etc/passwd",
            "ssh://git@example.org/x",
            "git://example.org/x",
            "git@example.org:x/y.git",
            "git+http://example.org/x",
            "git+ssh://git@example.org/x",
            "git+file:///tmp/x",
            "github:a/b",
            "data:application/zip;base64,AAAA",
            "javascript:alert(1)",
        ] {
            let error = Source::read(text).unwrap_err();
            assert!(matches!(error, SourceError::Protocol(_)), "{text}: {error}");
            assert!(error.to_string().contains("https"), "{error}");
            assert_eq!(error.code(), Code::UnsupportedSource);
        }
        let error = Source::read("https://example.org/x.git").unwrap_err().to_string();
        assert!(error.contains("git+https://example.org/x.git"), "{error}");
    }

    #[test]
    fn no_error_and_no_receipt_shows_a_password() {
        for text in ["http://me:hunter2@example.org/x", "https://me:hunter2@example.org/x.zip"] {
            let error = Source::read(text).unwrap_err().to_string();
            assert!(!error.contains("hunter2"), "{error}");
        }
        let signed = read("https://example.org/a.zip?X-Amz-Signature=hunter2&x=1");
        assert_eq!(signed.recorded(), "https://example.org/a.zip?x=1");
        assert_eq!(
            read("https://example.org/get?file=a.zip").recorded(),
            "https://example.org/get?file=a.zip"
        );
    }

    #[test]
    fn an_address_is_never_a_path() {
        for text in ["/etc", "./x", "x.zip", "welcome", "~/x", "C:\\x", "..", ""] {
            assert!(Source::address(text).is_err(), "{text}");
        }
        assert!(Source::address("npm:x").is_ok());
    }

    #[test]
    fn a_word_that_is_nothing_here() {
        let error = Source::read("no-such-hook").unwrap_err();
        assert!(matches!(error, SourceError::NoSuchName(_)), "{error}");
    }
}
