//! The package managers, and the command with which each installs one package.

use super::names;
use tacklebox_machine::machine::{Machine, Platform};

/// A program that installs others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manager {
    Brew,
    Apt,
    Npm,
    Bun,
    Uv,
    Cargo,
    Go,
    Dnf,
    Pacman,
    Winget,
}

/// What can be done with a manager's command here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Run(Vec<String>),
    /// Only by the person, in a terminal; with the reason.
    Copy(Vec<String>, String),
}

/// Desktops that come with a polkit agent, which asks for the password in a window of its own. Whether one
/// runs could only be told by starting a process, so this is as good as it gets before the click.
const ASKING_DESKTOPS: [&str; 14] = [
    "GNOME",
    "KDE",
    "XFCE",
    "MATE",
    "X-CINNAMON",
    "CINNAMON",
    "UNITY",
    "BUDGIE",
    "LXQT",
    "LXDE",
    "COSMIC",
    "PANTHEON",
    "DEEPIN",
    "UKUI",
];

impl Manager {
    /// In the order in which their methods are offered, apart from the hook's own.
    pub(super) const ALL: [Self; 10] = [
        Self::Brew,
        Self::Apt,
        Self::Dnf,
        Self::Pacman,
        Self::Winget,
        Self::Uv,
        Self::Npm,
        Self::Bun,
        Self::Cargo,
        Self::Go,
    ];

    /// The word in ids of methods, as in `--with brew`.
    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::Brew => "brew",
            Self::Apt => "apt",
            Self::Npm => "npm",
            Self::Bun => "bun",
            Self::Uv => "uv",
            Self::Cargo => "cargo",
            Self::Go => "go",
            Self::Dnf => "dnf",
            Self::Pacman => "pacman",
            Self::Winget => "winget",
        }
    }

    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Brew => "Homebrew",
            Self::Cargo => "Cargo",
            Self::Go => "Go",
            Self::Bun => "Bun",
            other => other.id(),
        }
    }

    /// What has to be on PATH for it.
    const fn program(self) -> &'static str {
        match self {
            Self::Apt => "apt-get",
            other => other.id(),
        }
    }

    pub(super) fn is_here(self, machine: &Machine) -> bool {
        self.fits(machine.platform()) && machine.program(self.program()).is_some()
    }

    const fn fits(self, platform: Platform) -> bool {
        match self {
            Self::Apt | Self::Dnf | Self::Pacman => matches!(platform, Platform::Linux),
            Self::Brew => !matches!(platform, Platform::Win32),
            Self::Winget => matches!(platform, Platform::Win32),
            _ => true,
        }
    }

    /// Whether a package may have this name, by this manager's own rules.
    pub(super) fn takes(self, name: &str) -> bool {
        match self {
            Self::Brew => names::brew(name),
            Self::Apt => names::debian(name),
            Self::Npm | Self::Bun => names::npm(name),
            Self::Uv => names::python(name),
            Self::Cargo => names::cargo(name),
            Self::Go => names::go(name),
            Self::Dnf => names::rpm(name),
            Self::Pacman => names::arch(name),
            Self::Winget => names::winget(name),
        }
    }

    /// How a package of this name is installed; none for a name that breaks the manager's rules.
    pub(super) fn way(self, machine: &Machine, package: &str) -> Option<Way> {
        if !self.takes(package) {
            return None;
        }
        let words = |words: &[&str]| -> Vec<String> {
            words.iter().copied().chain([package]).map(str::to_owned).collect()
        };
        let plain = match self {
            Self::Brew => words(&["brew", "install"]),
            Self::Npm => words(&["npm", "install", "-g"]),
            Self::Bun => words(&["bun", "add", "-g"]),
            Self::Uv => words(&["uv", "tool", "install"]),
            // With the versions that the author tried.
            Self::Cargo => words(&["cargo", "install", "--locked"]),
            Self::Go if !package.contains('@') => {
                vec!["go".into(), "install".into(), format!("{package}@latest")]
            }
            Self::Go => words(&["go", "install"]),
            Self::Apt => return Some(apt(machine, package)),
            Self::Dnf => words(&["sudo", "dnf", "install"]),
            Self::Pacman => words(&["sudo", "pacman", "-S"]),
            Self::Winget => words(&["winget", "install", "--exact", "--id"]),
        };
        Some(match self {
            Self::Dnf | Self::Pacman => {
                Way::Copy(plain, "Run it in a terminal: it asks for your password.".into())
            }
            Self::Winget => Way::Copy(plain, "Run it in a terminal.".into()),
            _ if self.is_here(machine) => Way::Run(plain),
            _ => Way::Copy(plain, format!("{} was not found on this computer.", self.title())),
        })
    }
}

/// apt changes the whole system: as root at once, else only where a window can ask for the password.
fn apt(machine: &Machine, package: &str) -> Way {
    let quiet = ["apt-get", "install", "-y", "--", package];
    let own = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let copy = |why: &str| Way::Copy(own(&["sudo", "apt", "install", package]), why.to_owned());
    if !Manager::Apt.is_here(machine) {
        return copy("apt was not found on this computer.");
    }
    if machine.is_root() {
        return Way::Run(own(&quiet));
    }
    if machine.program("pkexec").is_some() && asks_in_a_window(machine) {
        return Way::Run(own(&[&["pkexec"], &quiet[..]].concat()));
    }
    copy("Run it in a terminal: it asks for your password.")
}

fn asks_in_a_window(machine: &Machine) -> bool {
    let screen = machine.env("DISPLAY").or_else(|| machine.env("WAYLAND_DISPLAY"));
    let desktop = machine.env("XDG_CURRENT_DESKTOP").unwrap_or_default().to_ascii_uppercase();
    screen.is_some() && desktop.split(':').any(|name| ASKING_DESKTOPS.contains(&name))
}
