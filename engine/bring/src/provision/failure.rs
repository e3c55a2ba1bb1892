//! Why an installation failed, in plain words, read off what the installer printed last.

/// What happened, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reason {
    /// Ends a sentence that began with what failed: "there is no connection to the internet"
    pub(super) why: &'static str,
    pub(super) hint: &'static str,
}

struct Sign {
    words: &'static [&'static str],
    reason: Reason,
}

/// In order: what says more comes first.
const SIGNS: &[Sign] = &[
    Sign {
        words: &["no space left on device", "enospc", "disk quota exceeded", "enough free space"],
        reason: Reason {
            why: "the disk is full",
            hint: "Free some space on the disk, then try again.",
        },
    },
    Sign {
        words: &["could not get lock", "unable to lock", "is another process using it"],
        reason: Reason {
            why: "another installation is running",
            hint: "Wait until it has ended, then try again.",
        },
    },
    Sign {
        words: &[
            "could not resolve",
            "temporary failure in name resolution",
            "temporary failure resolving",
            "enotfound",
            "eai_again",
            "network is unreachable",
            "enetunreach",
            "econnrefused",
            "connection refused",
            "connection timed out",
            "etimedout",
            "no such host",
            "dns error",
            "failed to lookup address",
            "failed to fetch",
            "no route to host",
            "failedtoopensocket",
            "connectionrefused",
        ],
        reason: Reason {
            why: "there is no connection to where the package comes from",
            hint: "Check the connection to the internet, then try again.",
        },
    },
    Sign {
        words: &["not authorized", "request dismissed", "authentication failed"],
        reason: Reason {
            why: "the password was not given",
            hint: "Try again and give it, or copy the command into a terminal.",
        },
    },
    Sign {
        words: &[
            "permission denied",
            "eacces",
            "eperm",
            "operation not permitted",
            "are you root",
            "not writable",
            "read-only file system",
        ],
        reason: Reason {
            why: "it may not write to the folder that the program goes to",
            hint: "Choose another way to install it, or do it in a terminal as an administrator.",
        },
    },
    Sign {
        words: &[
            "unable to locate package",
            "has no installation candidate",
            "no available formula",
            "no formulae or casks found",
            "e404",
            "404 not found",
            "not found in registry",
            "could not find `",
            "was not found in the package registry",
            "no solution found",
            "no matching versions",
            "no matching package",
            "failed to resolve",
        ],
        reason: Reason {
            why: "it knows no package of that name",
            hint: "Its list of packages may be old. Choose another way to install it.",
        },
    },
];

/// The reason that the output gives, if it is a known one.
pub(super) fn reason(output: &str) -> Option<Reason> {
    let output = output.to_lowercase();
    let found = SIGNS.iter().find(|sign| sign.words.iter().any(|word| output.contains(word)));
    found.map(|sign| sign.reason.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn installers_say_it_in_their_own_words() {
        for (output, wanted) in [
            ("E: Unable to locate package jqq", "it knows no package of that name"),
            (
                "Error: No available formula with the name \"jqq\".",
                "it knows no package of that name",
            ),
            (
                "npm error code E404\nnpm error 404 Not Found - GET https://…",
                "it knows no package of that name",
            ),
            (
                "error: could not find `ripgrepp` in registry `crates-io`",
                "it knows no package of that name",
            ),
            ("npm error code ENOTFOUND", "there is no connection to where the package comes from"),
            (
                "Err:1 http://deb.debian.org\n  Temporary failure resolving 'deb.debian.org'\nE: Unable to locate package",
                "there is no connection to where the package comes from",
            ),
            (
                "npm error code EACCES\nnpm error syscall mkdir",
                "it may not write to the folder that the program goes to",
            ),
            (
                "E: Could not open lock file - open (13: Permission denied), are you root?",
                "it may not write to the folder that the program goes to",
            ),
            (
                "Error executing command as another user: Request dismissed",
                "the password was not given",
            ),
            (
                "E: Could not get lock /var/lib/dpkg/lock-frontend",
                "another installation is running",
            ),
            ("write: No space left on device (os error 28)", "the disk is full"),
        ] {
            assert_eq!(reason(output).map(|reason| reason.why), Some(wanted), "{output}");
        }
        assert_eq!(reason("something else"), None);
    }
}
