//! A source as it is being typed: what it is read as, so that a slip is seen at once and an address is understood
//! as it is read out.

use std::path::Path;

use reqwest::Url;
use serde::Serialize;

use super::shipped;
use super::source::{Source, SourceError};
use tacklebox_bring::fetch::Package;
use tacklebox_bring::unpack::shown;

/// What a typed text is read as.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Typed {
    /// As [`Source::address`] takes it; none where the text names nothing that is fetched.
    pub source: Option<String>,
    /// What it is read as, or what is wrong and what to do instead.
    pub says: String,
    /// It may still become something while it is typed.
    pub unfinished: bool,
}

const EMPTY: &str = "Type an npm name or an address first.";
const PATH: &str = "This is on this computer. Drop it here, or choose it with the buttons above.";
const INSECURE: &str =
    "Only https is fetched: anybody between here and this address could change what it sends.";
const SSH: &str = "Use the repository's https address: git+https://…";
const CREDENTIALS: &str = "Leave out the name and the password. Only public hooks are fetched.";
const HOST: &str =
    "The address has no host name. It should look like https://example.org/hooks.zip.";
const SCHEME: &str = "Only https:// and git+https:// addresses are fetched.";
const VERSION: &str = "Write one version or one tag after the @, such as 1.2.0 or latest.";
const REPOSITORY: &str = "Type the name of the repository too, such as github.com/ana/hooks.";
const NAME: &str =
    "This is neither an npm name nor an address. It should look like npm:my-hooks or https://…";

impl Source {
    /// Reads what a person types: an included hook's name, an address, or a path, relative to where
    /// the program was started. Of a path it is looked at whether it is there; nothing is fetched.
    ///
    /// # Errors
    /// What is none of these, and everything that is not fetched over https.
    pub fn read(text: &str) -> Result<Self, SourceError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(SourceError::Nothing);
        }
        if let Some(source) = Self::read_address(text)? {
            return Ok(source);
        }
        if shipped::exists(text) {
            return Ok(Self::Included(text.to_owned()));
        }
        match Self::at(Path::new(text)) {
            Err(SourceError::NoSuchPath(_)) if !text.contains(['/', '\\', '.']) => {
                Err(SourceError::NoSuchName(shown(text)))
            }
            // An address as it is read out, `github.com/ana/hooks`, where there is no such folder.
            Err(missing) if matches!(missing, SourceError::NoSuchPath(_)) => {
                let address = read(text).source.filter(|it| it.contains("https://"));
                match address.map(|address| Self::read_address(&address)) {
                    Some(Ok(Some(source))) => Ok(source),
                    _ => Err(missing),
                }
            }
            read => read,
        }
    }
}

/// How a text begins that is read in its own way.
const BEGINNINGS: [&str; 3] = ["npm:", "https://", "git+https://"];

/// Where an address of two parts is a repository, not a file.
const FORGES: [&str; 4] = ["github.com", "gitlab.com", "codeberg.org", "bitbucket.org"];

fn wrong(says: &str, unfinished: bool) -> Typed {
    Typed { source: None, says: says.to_owned(), unfinished }
}

/// Reads what was typed so far. Nothing is fetched and no file is looked at.
pub fn read(typed: &str) -> Typed {
    let text = typed.trim();
    if text.is_empty() {
        return wrong(EMPTY, true);
    }
    let lower = text.to_lowercase();
    let begins = |start: &str| lower.starts_with(start);
    let rest_of = |start: &str| text.get(start.len()..).unwrap_or_default();
    let is_beginning = |start: &&str| start.starts_with(&lower) && lower.contains(':');
    if BEGINNINGS.iter().any(is_beginning) {
        return wrong(NAME, true);
    }
    if begins("npm:") {
        return npm(rest_of("npm:"));
    }
    if begins("git+https://") {
        return web(rest_of("git+"), true);
    }
    if begins("https://") {
        return web(text, false);
    }
    let scheme = lower.split_once("://").map(|(scheme, _)| scheme);
    match scheme.map(|scheme| scheme.strip_prefix("git+").unwrap_or(scheme)) {
        Some("http") => return wrong(INSECURE, false),
        Some("ssh" | "git") => return wrong(SSH, false),
        _ if is_scp(text) => return wrong(SSH, false),
        _ if is_path(text) => return wrong(PATH, false),
        Some(scheme) if !scheme.is_empty() && scheme.chars().all(is_of_scheme) => {
            return wrong(SCHEME, false);
        }
        _ => {}
    }
    if is_bare(text) {
        return bare(text);
    }
    // On the way to `git+https://`.
    if "git+https://".starts_with(&lower) && lower.contains('+') {
        return wrong(NAME, true);
    }
    npm(text)
}

const fn is_of_scheme(c: char) -> bool {
    matches!(c, 'a'..='z' | '+' | '.' | '-')
}

/// `git@host:path`
fn is_scp(text: &str) -> bool {
    let is_word = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || "_.-".contains(c))
    };
    let Some((user, rest)) = text.split_once('@') else { return false };
    rest.split_once(':').is_some_and(|(host, _)| is_word(user) && is_word(host))
}

fn is_path(text: &str) -> bool {
    let mut chars = text.chars();
    let (first, second, third) = (chars.next(), chars.next(), chars.next());
    let is_drive = first.is_some_and(|c| c.is_ascii_alphabetic())
        && second == Some(':')
        && matches!(third, Some('/' | '\\'));
    is_drive
        || text.contains('\\')
        || text.starts_with(['~', '.', '/'])
        || text.to_lowercase().starts_with("file:")
}

/// `github.com/ana/hooks`, as it is read out or copied; an npm name has no slash behind a dot.
fn is_bare(text: &str) -> bool {
    let Some((host, _)) = text.split_once('/') else { return false };
    let Some((before, last)) = host.rsplit_once('.') else { return false };
    let is_label = |label: &str| {
        !label.is_empty() && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    before.split('.').all(is_label)
        && last.len() >= 2
        && last.chars().all(|c| c.is_ascii_alphabetic())
}

fn bare(text: &str) -> Typed {
    let address = format!("https://{text}");
    let parts = Url::parse(&address).ok().filter(is_forge).map(|url| parts_of(&url).len());
    // A forge needs two more parts before it names anything.
    if parts.is_some_and(|parts| parts < 2) {
        return wrong(REPOSITORY, true);
    }
    web(&address, false)
}

fn is_forge(url: &Url) -> bool {
    url.host_str().is_some_and(|host| FORGES.contains(&host))
}

fn parts_of(url: &Url) -> Vec<&str> {
    url.path().split('/').filter(|part| !part.is_empty()).collect()
}

fn npm(text: &str) -> Typed {
    let package = match Package::read(text) {
        Ok(package) => package,
        Err(_) => {
            // The first character of a scoped name is an @ too.
            let at = text.char_indices().skip(1).find(|(_, c)| *c == '@').map(|(at, _)| at);
            let name = at.and_then(|at| text.get(..at)).unwrap_or(text);
            let wanted = at.and_then(|at| text.get(at.saturating_add(1)..));
            return match Package::read(name) {
                Ok(_) => wrong(VERSION, wanted == Some("")),
                Err(_) => wrong(NAME, is_begun_scope(name)),
            };
        }
    };
    let version = package.wanted.as_deref().unwrap_or("its latest version");
    let says = format!("The npm package {}, {version}", package.name);
    of(format!("npm:{text}"), says)
}

/// `@ana`, `@ana/`: a name is still to come.
fn is_begun_scope(name: &str) -> bool {
    let Some(scope) = name.strip_prefix('@') else { return name.is_empty() };
    let scope = scope.strip_suffix('/').unwrap_or(scope);
    scope.chars().all(|c| c.is_ascii_alphanumeric() || "._~-".contains(c))
}

fn web(address: &str, git: bool) -> Typed {
    let url = Url::parse(address).ok();
    let Some((url, host)) =
        url.as_ref().and_then(|url| Some((url, url.host_str().filter(|host| !host.is_empty())?)))
    else {
        let host = address.get("https://".len()..).unwrap_or_default();
        return wrong(HOST, !host.contains('/'));
    };
    if !url.username().is_empty() || url.password().is_some() {
        return wrong(CREDENTIALS, false);
    }
    let parts = parts_of(url);
    let forge = is_forge(url) && parts.len() == 2;
    if !git && !url.path().ends_with(".git") && !forge {
        let says = match parts.last() {
            Some(file) => format!("{file} from {host}"),
            None => format!("What {host} sends"),
        };
        return of(address.to_owned(), says);
    }
    let name = parts.join("/");
    let name = name.strip_suffix(".git").unwrap_or(&name);
    let at = url.fragment().map(|reference| format!(", at {reference}")).unwrap_or_default();
    of(format!("git+{address}"), format!("The git repository {name} at {host}{at}"))
}

/// What fetches it has the last word.
fn of(source: String, says: String) -> Typed {
    match Source::address(&source) {
        Ok(_) => Typed { source: Some(source), says, unfinished: false },
        Err(error) => wrong(&error.to_string(), false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is fetched, or why not.
    fn source(text: &str) -> String {
        let typed = read(text);
        typed.source.unwrap_or(typed.says)
    }

    fn says(text: &str) -> String {
        read(text).says
    }

    #[test]
    fn the_name_of_an_npm_package_with_a_scope_a_version_or_a_tag() {
        for name in ["my-hooks", "@ana/hooks", "my-hooks@1.2.0", "@ana/hooks@next"] {
            assert_eq!(source(name), format!("npm:{name}"));
            assert_eq!(source(&format!(" npm:{name} ")), format!("npm:{name}"));
        }
        assert_eq!(says("@ana/hooks@next"), "The npm package @ana/hooks, next");
        assert_eq!(says("my-hooks"), "The npm package my-hooks, its latest version");
    }

    #[test]
    fn an_https_address() {
        let zip = "https://example.org/a/hooks.zip";
        assert_eq!(source(zip), zip);
        assert_eq!(says(zip), "hooks.zip from example.org");
        assert_eq!(says("https://example.org"), "What example.org sends");
    }

    #[test]
    fn a_git_repository_also_by_the_address_of_its_page() {
        let git = "git+https://example.org/ana/hooks.git#v2";
        assert_eq!(source(git), git);
        assert_eq!(says(git), "The git repository ana/hooks at example.org, at v2");
        assert_eq!(source("https://github.com/ana/hooks"), "git+https://github.com/ana/hooks");
        let dot_git = "https://example.org/ana/hooks.git";
        assert_eq!(source(dot_git), format!("git+{dot_git}"));
        let archive = "https://github.com/ana/hooks/archive/v2.zip";
        assert_eq!(source(archive), archive);
    }

    #[test]
    fn an_address_without_https_as_it_is_read_out() {
        assert_eq!(source("github.com/foo/bar"), "git+https://github.com/foo/bar");
        assert_eq!(says("github.com/foo/bar"), "The git repository foo/bar at github.com");
        assert_eq!(source("example.org/hooks.zip"), "https://example.org/hooks.zip");
        assert_eq!(read("github.com/foo"), wrong(REPOSITORY, true));
        // A scope is not a host, and a dot alone does not make an address.
        assert_eq!(source("@ana.b/hooks"), "npm:@ana.b/hooks");
        assert_eq!(source("my.hooks"), "npm:my.hooks");
    }

    #[test]
    fn the_rest_is_refused_with_what_to_do_instead() {
        for (text, why) in [
            ("http://example.org/hooks.zip", INSECURE),
            ("git+http://example.org/hooks", INSECURE),
            ("git@github.com:ana/hooks.git", SSH),
            ("ssh://git@github.com/ana/hooks", SSH),
            ("https://ana:secret@example.org/hooks.zip", CREDENTIALS),
            ("ftp://example.org/hooks.zip", SCHEME),
            ("https://exa mple.org/hooks.zip", HOST),
            ("my-hooks@^1.2", VERSION),
            ("my hooks", NAME),
            ("/tmp/hooks.zip", PATH),
            ("~/hooks", PATH),
            ("./hooks", PATH),
            ("C:\\hooks", PATH),
            ("C:/hooks", PATH),
            ("file:///tmp/hooks", PATH),
        ] {
            assert_eq!(source(text), why, "{text}");
        }
        assert!(source("git+https://example.org/x.git#-x").contains("branch"));
    }

    #[test]
    fn nothing_is_wrong_while_it_may_still_become_right() {
        for whole in [
            "github.com/ana/hooks",
            "git+https://example.org/ana/hooks",
            "https://example.org/x.zip",
            "npm:@ana/hooks@1.2.0",
        ] {
            for length in 0..=whole.len() {
                let typed = read(&whole[..length]);
                assert!(typed.source.is_some() || typed.unfinished, "{}", &whole[..length]);
            }
        }
    }
}
