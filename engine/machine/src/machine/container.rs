//! Whether this computer is a container, as OpenClaw tells it: where it is one, its gateway lets other computers in unless
//! it is told otherwise.

use std::fs;
use std::path::Path;

use super::Machine;

/// Files that Docker and Podman put into theirs.
const MARKS: [&str; 3] = ["/.dockerenv", "/run/.containerenv", "/var/run/.containerenv"];
/// What Fly.io sets in its own, both.
const FLY: [&str; 2] = ["FLY_MACHINE_ID", "FLY_APP_NAME"];
/// As long as the id of a container is.
const ID: usize = 64;

impl Machine {
    /// The same computer, a container or not.
    #[must_use]
    pub const fn with_container(mut self, is: bool) -> Self {
        self.container = Some(is);
        self
    }

    /// Whether it is a container, as those that run in one tell it.
    pub fn is_container(&self) -> bool {
        self.container.unwrap_or_else(|| is_here(|name| self.env(name)))
    }
}

/// Whether it is one; `env` is its environment.
fn is_here<'e>(env: impl Fn(&str) -> Option<&'e str>) -> bool {
    FLY.iter().all(|name| env(name).is_some_and(|value| !value.trim().is_empty()))
        || MARKS.iter().any(|mark| Path::new(mark).exists())
        || fs::read_to_string("/proc/1/cgroup").is_ok_and(|groups| names_one(&groups))
}

/// Whether the groups of the first process are those of a container.
fn names_one(groups: &str) -> bool {
    let any = |mark: &str, so: fn(&str, &str) -> bool| {
        let parts: Vec<&str> = groups.split(mark).collect();
        parts.windows(2).any(|pair| matches!(pair, [before, rest] if so(before, rest)))
    };
    any("/docker/", |_, _| true)
        || any("cri-containerd-", |_, rest| rest.starts_with(is_hex))
        || any("containerd/", |_, rest| rest.chars().take_while(|it| is_hex(*it)).count() >= ID)
        || any("/kubepods", |_, rest| rest.starts_with(['/', '.']))
        || any("lxc", |before, rest| !before.ends_with(is_word) && !rest.starts_with(is_word))
}

const fn is_hex(it: char) -> bool {
    matches!(it, '0'..='9' | 'a'..='f')
}

const fn is_word(it: char) -> bool {
    it.is_ascii_alphanumeric() || it == '_'
}

#[cfg(test)]
mod tests {
    use super::{ID, is_here, names_one};

    #[test]
    fn a_container_is_known_by_the_groups_of_its_first_process() {
        let of_containerd = format!("0::/system.slice/containerd/{}", "0a".repeat(ID / 2));
        for (groups, is) in [
            ("0::/", false),
            ("0::/init.scope", false),
            ("12:pids:/docker/3f4e", true),
            ("0::/system.slice/docker.service", false),
            ("0::/x/cri-containerd-3f.scope", true),
            ("0::/x/cri-containerd-x.scope", false),
            (&of_containerd, true),
            ("0::/containerd/0a", false),
            ("0::/kubepods.slice/x", true),
            ("0::/kubepods/x", true),
            ("0::/kubepodsx", false),
            ("0::/lxc/box", true),
            ("0::/lxc.payload.box", true),
            ("0::/lxcfs", false),
        ] {
            assert_eq!(names_one(groups), is, "{groups}");
        }
    }

    #[test]
    fn fly_says_so_by_two_variables() {
        assert!(is_here(|_| Some("x")));
        assert_eq!(is_here(|name| (name == "FLY_APP_NAME").then_some("x")), is_here(|_| None));
    }
}
