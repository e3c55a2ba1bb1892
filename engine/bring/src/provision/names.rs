//! What a package may be called, manager by manager. A name comes from a hook's author and becomes a word
//! of a command: what a manager would take for an option, a path, an address, a pattern or a list is refused.

fn letters(text: &str, also: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || also.contains(c))
}

fn starts_plain(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphanumeric())
}

fn ends_with(text: &str, ends: &[&str]) -> bool {
    let text = text.to_ascii_lowercase();
    ends.iter().any(|end| text.ends_with(end))
}

/// `ffmpeg`, `python@3.13`, `oven-sh/bun/bun`. A name that ends like a file would be read as one.
pub(super) fn brew(name: &str) -> bool {
    let parts: Vec<&str> = name.split('/').collect();
    name.len() <= 200
        && matches!(parts.len(), 1 | 3)
        && parts.iter().all(|part| starts_plain(part) && letters(part, "@+._-"))
        && !ends_with(name, &[".rb", ".json", ".gz"])
}

/// Debian policy 5.6.1, in the part of it that apt does not read in a way of its own: a last `-` would
/// remove the package, and a dot in an unknown name makes it a pattern, so a dot is between digits only
/// (or in the one name of our table that has another).
pub(super) fn debian(name: &str) -> bool {
    let bytes = name.as_bytes();
    let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    (2..=100).contains(&name.len())
        && starts_plain(name)
        && letters(name, "+.-")
        && !name.contains(|c: char| c.is_ascii_uppercase())
        && !name.ends_with('-')
        && (name == "docker.io"
            || name
                .match_indices('.')
                .all(|(at, _)| digit(at.checked_sub(1)) && digit(Some(at.saturating_add(1)))))
}

/// `typescript`, `@openai/codex`, `pnpm@9`. npm reads much else: paths, addresses, `user/repository`.
pub(super) fn npm(name: &str) -> bool {
    let (scope, rest) = match name.strip_prefix('@') {
        Some(scoped) => match scoped.split_once('/') {
            Some((scope, rest)) => (Some(scope), rest),
            None => return false,
        },
        None => (None, name),
    };
    let (package, version) = match rest.split_once('@') {
        Some((package, version)) => (package, Some(version)),
        None => (rest, None),
    };
    let part = |part: &str| {
        starts_plain(part)
            && letters(part, "._-")
            && !part.contains(|c: char| c.is_ascii_uppercase())
    };
    name.len() <= 214
        && scope.is_none_or(part)
        && part(package)
        && !["node_modules", "favicon.ico"].contains(&package)
        && version.is_none_or(|version| {
            let number = version.trim_start_matches(['^', '~']);
            version.len().saturating_sub(number.len()) <= 1
                && starts_plain(number)
                && letters(number, "._+-")
        })
        && !ends_with(name, &[".tgz", ".tar", ".gz"])
}

/// `ruff`, `ruff==0.6.0`, `httpie[socks]`: PEP 508 without markers and addresses.
pub(super) fn python(name: &str) -> bool {
    let (name, version) = match name.split_once("==") {
        Some((name, version)) => (name, Some(version)),
        None => (name, None),
    };
    let (package, extras) = match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
        Some((package, extras)) => (package, Some(extras)),
        None => (name, None),
    };
    let word = |word: &str| {
        starts_plain(word)
            && word.ends_with(|c: char| c.is_ascii_alphanumeric())
            && letters(word, "._-")
    };
    name.len() <= 200
        && word(package)
        && extras.is_none_or(|extras| extras.split(',').all(word))
        && version.is_none_or(|version| starts_plain(version) && letters(version, ".+!-"))
        && !ends_with(package, &[".whl", ".zip", ".gz", ".tar", ".tgz", ".bz2", ".xz", ".toml"])
}

/// `ripgrep`, `ripgrep@14.1.0`.
pub(super) fn cargo(name: &str) -> bool {
    let (name, version) = match name.split_once('@') {
        Some((name, version)) => (name, Some(version)),
        None => (name, None),
    };
    name.len() <= 64
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && letters(name, "_-")
        && version.is_none_or(|version| {
            version.starts_with(|c: char| c.is_ascii_digit()) && letters(version, ".+-")
        })
}

/// `github.com/junegunn/fzf`, with or without `@version`. The first part is a domain, so that no path of
/// this computer and no package of Go itself is meant.
pub(super) fn go(name: &str) -> bool {
    let (path, version) = match name.split_once('@') {
        Some((path, version)) => (path, Some(version)),
        None => (name, None),
    };
    let mut parts = path.split('/');
    let domain = parts.next().unwrap_or_default();
    let part = |part: &str| starts_plain(part) && letters(part, "._~-") && !part.ends_with('.');
    name.len() <= 300
        && part(domain)
        && domain.contains('.')
        && letters(domain, ".-")
        && path.contains('/')
        && parts.all(part)
        && !ends_with(path, &[".go"])
        && version.is_none_or(|version| starts_plain(version) && letters(version, "._+-"))
}

/// The names of our own table; dnf would take a path, an address, a group or a pattern as well.
pub(super) fn rpm(name: &str) -> bool {
    name.len() <= 100 && starts_plain(name) && letters(name, "+._-") && !ends_with(name, &[".rpm"])
}

pub(super) fn arch(name: &str) -> bool {
    name.len() <= 100
        && starts_plain(name)
        && letters(name, "@+._-")
        && !name.contains(|c: char| c.is_ascii_uppercase())
}

/// `Publisher.Name`
pub(super) fn winget(name: &str) -> bool {
    name.len() <= 128
        && name.contains('.')
        && name.split('.').all(|part| starts_plain(part) && letters(part, "+-"))
}

#[cfg(test)]
mod tests {
    use super::super::manager::Manager;

    /// What no manager may be given, each a way to be more than a name.
    const HOSTILE: [&str; 34] = [
        "",
        "-",
        "-g",
        "--help",
        "--unsafe-perm",
        "-o=APT::Update::Pre-Invoke::=id",
        ".",
        "..",
        "./here",
        "../there",
        "/etc/passwd",
        "~/x",
        "~",
        "a b",
        "a\tb",
        "a\nb",
        "a\0b",
        "git; rm -rf ~",
        "$(id)",
        "`id`",
        "a|b",
        "a&b",
        "a>b",
        "a*",
        "a?",
        "\"a\"",
        "'a'",
        "a\\b",
        "C:\\x",
        "git+https://example.com/x",
        "https://example.com/x.tgz",
        "file:x",
        "аpt",
        "jq\u{202e}",
    ];

    #[test]
    fn what_is_more_than_a_name_is_refused() {
        for manager in Manager::ALL {
            for name in HOSTILE {
                assert!(!manager.takes(name), "{} takes {name:?}", manager.id());
            }
        }
    }

    #[test]
    fn names_that_people_install_are_taken() {
        for (manager, names) in [
            (Manager::Brew, &["ffmpeg", "python@3.13", "oven-sh/bun/bun", "libc++", "gtk+3"][..]),
            (Manager::Apt, &["jq", "g++", "libstdc++6", "python3.11", "libssl1.1", "fd-find"]),
            (Manager::Npm, &["typescript", "@openai/codex", "pnpm@9", "tsx@^4.1.0", "@a/b@next"]),
            (Manager::Bun, &["typescript", "@openai/codex@1.0.0"]),
            (Manager::Uv, &["ruff", "ruff==0.6.0", "httpie[socks,x]", "Flask", "zope.interface"]),
            (Manager::Cargo, &["ripgrep", "fd-find", "ripgrep@14.1.0", "cargo_x"]),
            (Manager::Go, &["github.com/mikefarah/yq/v4@latest", "golang.org/x/tools/gopls"]),
            (Manager::Dnf, &["ShellCheck", "perl-Image-ExifTool", "gcc-c++"]),
            (Manager::Pacman, &["go-yq", "python-pip"]),
            (Manager::Winget, &["jqlang.jq", "Python.Python.3.13", "7zip.7zip"]),
        ] {
            for name in names {
                assert!(manager.takes(name), "{} refuses {name}", manager.id());
            }
        }
    }

    #[test]
    fn what_a_manager_reads_in_a_way_of_its_own_is_refused() {
        for (manager, names) in [
            // A file, a bottle, an address' half.
            (Manager::Brew, &["evil.rb", "x.json", "x.bottle.tar.gz", "user/repo", "a/b/c/d"][..]),
            // Removed, a pattern, another version, another suite, another architecture.
            (Manager::Apt, &["sudo-", "a.", "l.b", "lib.1", "jq=1.6", "jq/sid", "jq:i386", "Jq"]),
            (Manager::Npm, &["user/repo", "x.tgz", "@a", "@/x", "@a/", "a@", "a@file:x", "a@b/c"]),
            (Manager::Bun, &["a@npm:b", "a@https://x", "_x", ".x", "JSONStream", "node_modules"]),
            (Manager::Uv, &["ruff @ https://x", "x.whl", "ruff; x", "x[", "x[a", "x==", "ruff-"]),
            (Manager::Cargo, &["1x", "_x", "a/b", "ripgrep@", "ripgrep@latest;", "a.b"]),
            (Manager::Go, &["fmt", "cmd/go", "github.com", "x.com/../y", "x.com/a.go", "x.com//a"]),
            (Manager::Dnf, &["@development-tools", "x.rpm", "*"]),
            (Manager::Winget, &["jq", "a..b", ".a", "a.-b"]),
        ] {
            for name in names {
                assert!(!manager.takes(name), "{} takes {name}", manager.id());
            }
        }
    }
}
