//! A repository as a key of a config: its host, its owner and its name.

use url::Url;

/// Well-known hosts have more behind a repository, which is cut off; where it begins so, it is not.
const HOSTED: [(&str, &str); 5] = [
    ("github.com", ""),
    ("gitlab.com", ""),
    ("bitbucket.org", "get"),
    ("gist.github.com", "raw"),
    ("git.sr.ht", "archive"),
];

/// Whether it names a repository in the one way in which OpenClaw writes it.
pub(super) fn is_repository(key: &str) -> bool {
    let Some((host, path)) = key.split_once('/') else { return false };
    // What comes after `xn--` may not be letters of another script at all: it is taken.
    let plain = key.replace("xn--", "xn-");
    let as_written = Url::parse(&format!("https://{plain}")).is_ok_and(|url| {
        plain.split_once('/').is_some_and(|(host, path)| {
            url.host_str() == Some(host) && url.path().strip_prefix('/') == Some(path)
        })
    });
    let parts: Vec<&str> = path.split('/').collect();
    let more = parts.get(2).copied();
    let is_whole = match host {
        "github.com" => more != Some("tree"),
        _ => HOSTED.iter().all(|(known, begins)| {
            (*known != host || begins.is_empty() || more.is_none_or(|it| it == *begins))
                && host.strip_prefix("www.") != Some(known)
        }),
    };
    // Behind an @ there is a branch, unless the @ is the first sign or the last one.
    let has_branch = path.char_indices().skip(1).find(|(_, it)| *it == '@');
    let has_branch = has_branch.is_some_and(|(at, _)| at.saturating_add(1) < path.len());
    as_written
        && is_whole
        && !has_branch
        && key.to_lowercase() == key
        && !path.ends_with(".git")
        && parts.len() > 1
        && parts.iter().all(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::is_repository;

    /// What 2026.8.1 and 2026.9.6 said of them.
    #[test]
    fn a_repository_is_named_in_one_way_only() {
        for key in [
            "github.com/a/b/c",
            "www.example.com/a/b",
            "bitbucket.org/a/b/get/x",
            "gist.github.com/a/b/raw",
            "gitlab.com/a/-/b",
            "x.com/@a/b@",
            "x.com/a/b:c",
            "x.com/a/%2eb",
            "[::1]/a/b",
            "xn--a.b/a/b",
            "x.com/a/b.git/c",
        ] {
            assert!(is_repository(key), "{key}");
        }
        for key in [
            "github.com/a/b/tree/x",
            "www.github.com/a/b",
            "bitbucket.org/a/b/c",
            "git.sr.ht/~a/b/c",
            "x.com/a/b@c",
            "x.com/a/@b",
            "x.com/a/b/.git",
            "x.com/a/b\tc",
            "x.com/a/b%2Fc",
            "1/a/b",
            "bücher.de/a/b",
        ] {
            assert!(!is_repository(key), "{key}");
        }
    }
}
