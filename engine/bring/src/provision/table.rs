//! Which package brings a program, manager by manager. Only what is known to bring a program of that very
//! name is here: Debian's `fd-find` brings `fdfind`, so it is not a way to get `fd`.

use super::manager::Manager::{self, Apt, Brew, Cargo, Dnf, Go, Npm, Pacman, Uv, Winget};

type Row = (&'static str, &'static [(Manager, &'static str)]);

/// The managers that have a package for this program, and what they call it.
pub(super) fn packages(program: &str) -> &'static [(Manager, &'static str)] {
    let row = TABLE.binary_search_by(|(name, _)| (*name).cmp(program));
    row.ok().and_then(|at| TABLE.get(at)).map_or(&[], |(_, packages)| packages)
}

/// In the order of the alphabet.
#[rustfmt::skip]
const TABLE: &[Row] = &[
    ("aws", &[(Brew, "awscli"), (Apt, "awscli"), (Dnf, "awscli2"), (Winget, "Amazon.AWSCLI")]),
    ("bat", &[(Brew, "bat"), (Dnf, "bat"), (Pacman, "bat"), (Winget, "sharkdp.bat"), (Cargo, "bat")]),
    ("bun", &[(Brew, "oven-sh/bun/bun"), (Winget, "Oven-sh.Bun"), (Npm, "bun")]),
    ("bunx", &[(Brew, "oven-sh/bun/bun"), (Winget, "Oven-sh.Bun"), (Npm, "bun")]),
    ("cargo", &[(Brew, "rust"), (Apt, "cargo"), (Dnf, "cargo"), (Pacman, "rust"), (Winget, "Rustlang.Rustup")]),
    ("claude", &[(Npm, "@anthropic-ai/claude-code")]),
    ("codex", &[(Npm, "@openai/codex")]),
    ("convert", &[(Brew, "imagemagick"), (Apt, "imagemagick"), (Dnf, "ImageMagick"), (Pacman, "imagemagick")]),
    ("curl", &[(Brew, "curl"), (Apt, "curl"), (Dnf, "curl"), (Pacman, "curl"), (Winget, "cURL.cURL")]),
    ("deno", &[(Brew, "deno"), (Pacman, "deno"), (Winget, "DenoLand.Deno"), (Npm, "deno")]),
    ("docker", &[(Apt, "docker.io"), (Pacman, "docker"), (Winget, "Docker.DockerDesktop")]),
    ("dot", &[(Brew, "graphviz"), (Apt, "graphviz"), (Dnf, "graphviz"), (Pacman, "graphviz"), (Winget, "Graphviz.Graphviz")]),
    ("eslint", &[(Brew, "eslint"), (Pacman, "eslint"), (Npm, "eslint")]),
    ("exiftool", &[(Brew, "exiftool"), (Apt, "libimage-exiftool-perl"), (Dnf, "perl-Image-ExifTool"), (Pacman, "perl-image-exiftool"), (Winget, "OliverBetz.ExifTool")]),
    ("fd", &[(Brew, "fd"), (Dnf, "fd-find"), (Pacman, "fd"), (Winget, "sharkdp.fd"), (Cargo, "fd-find")]),
    ("fdfind", &[(Apt, "fd-find")]),
    ("ffmpeg", &[(Brew, "ffmpeg"), (Apt, "ffmpeg"), (Dnf, "ffmpeg-free"), (Pacman, "ffmpeg"), (Winget, "Gyan.FFmpeg")]),
    ("ffprobe", &[(Brew, "ffmpeg"), (Apt, "ffmpeg"), (Dnf, "ffmpeg-free"), (Pacman, "ffmpeg"), (Winget, "Gyan.FFmpeg")]),
    ("fzf", &[(Brew, "fzf"), (Apt, "fzf"), (Dnf, "fzf"), (Pacman, "fzf"), (Winget, "junegunn.fzf"), (Go, "github.com/junegunn/fzf")]),
    ("gcc", &[(Apt, "gcc"), (Dnf, "gcc"), (Pacman, "gcc")]),
    ("gemini", &[(Brew, "gemini-cli"), (Npm, "@google/gemini-cli")]),
    ("gh", &[(Brew, "gh"), (Apt, "gh"), (Dnf, "gh"), (Pacman, "github-cli"), (Winget, "GitHub.cli")]),
    ("git", &[(Brew, "git"), (Apt, "git"), (Dnf, "git"), (Pacman, "git"), (Winget, "Git.Git")]),
    ("go", &[(Brew, "go"), (Apt, "golang-go"), (Dnf, "golang"), (Pacman, "go"), (Winget, "GoLang.Go")]),
    ("gpg", &[(Brew, "gnupg"), (Apt, "gnupg"), (Dnf, "gnupg2"), (Pacman, "gnupg"), (Winget, "GnuPG.GnuPG")]),
    ("htop", &[(Brew, "htop"), (Apt, "htop"), (Dnf, "htop"), (Pacman, "htop")]),
    ("jq", &[(Brew, "jq"), (Apt, "jq"), (Dnf, "jq"), (Pacman, "jq"), (Winget, "jqlang.jq")]),
    ("just", &[(Brew, "just"), (Dnf, "just"), (Pacman, "just"), (Winget, "Casey.Just"), (Cargo, "just")]),
    ("kubectl", &[(Brew, "kubernetes-cli"), (Pacman, "kubectl"), (Winget, "Kubernetes.kubectl")]),
    ("magick", &[(Brew, "imagemagick"), (Dnf, "ImageMagick"), (Pacman, "imagemagick"), (Winget, "ImageMagick.ImageMagick")]),
    ("make", &[(Apt, "make"), (Dnf, "make"), (Pacman, "make")]),
    ("node", &[(Brew, "node"), (Apt, "nodejs"), (Dnf, "nodejs"), (Pacman, "nodejs"), (Winget, "OpenJS.NodeJS.LTS")]),
    ("notify-send", &[(Brew, "libnotify"), (Apt, "libnotify-bin"), (Dnf, "libnotify"), (Pacman, "libnotify")]),
    ("npm", &[(Brew, "node"), (Apt, "npm"), (Pacman, "npm"), (Winget, "OpenJS.NodeJS.LTS")]),
    ("npx", &[(Brew, "node"), (Apt, "npm"), (Pacman, "npm"), (Winget, "OpenJS.NodeJS.LTS")]),
    ("ollama", &[(Brew, "ollama"), (Pacman, "ollama"), (Winget, "Ollama.Ollama")]),
    ("openssl", &[(Apt, "openssl"), (Dnf, "openssl"), (Pacman, "openssl")]),
    ("pandoc", &[(Brew, "pandoc"), (Apt, "pandoc"), (Dnf, "pandoc"), (Pacman, "pandoc-cli"), (Winget, "JohnMacFarlane.Pandoc")]),
    ("pdftotext", &[(Brew, "poppler"), (Apt, "poppler-utils"), (Dnf, "poppler-utils"), (Pacman, "poppler")]),
    ("pip3", &[(Brew, "python"), (Apt, "python3-pip"), (Dnf, "python3-pip"), (Pacman, "python-pip")]),
    ("pipx", &[(Brew, "pipx"), (Apt, "pipx"), (Dnf, "pipx"), (Pacman, "python-pipx")]),
    ("pnpm", &[(Brew, "pnpm"), (Pacman, "pnpm"), (Winget, "pnpm.pnpm"), (Npm, "pnpm")]),
    ("prettier", &[(Brew, "prettier"), (Pacman, "prettier"), (Npm, "prettier")]),
    ("psql", &[(Apt, "postgresql-client"), (Dnf, "postgresql"), (Pacman, "postgresql")]),
    ("python", &[(Apt, "python-is-python3"), (Dnf, "python-unversioned-command"), (Pacman, "python"), (Winget, "Python.Python.3.13")]),
    ("python3", &[(Brew, "python"), (Apt, "python3"), (Dnf, "python3"), (Pacman, "python")]),
    ("rg", &[(Brew, "ripgrep"), (Apt, "ripgrep"), (Dnf, "ripgrep"), (Pacman, "ripgrep"), (Winget, "BurntSushi.ripgrep.MSVC"), (Cargo, "ripgrep")]),
    ("rsync", &[(Brew, "rsync"), (Apt, "rsync"), (Dnf, "rsync"), (Pacman, "rsync")]),
    ("ruff", &[(Brew, "ruff"), (Pacman, "ruff"), (Winget, "astral-sh.ruff"), (Uv, "ruff")]),
    ("rustc", &[(Brew, "rust"), (Apt, "rustc"), (Dnf, "rust"), (Pacman, "rust"), (Winget, "Rustlang.Rustup")]),
    ("shellcheck", &[(Brew, "shellcheck"), (Apt, "shellcheck"), (Dnf, "ShellCheck"), (Pacman, "shellcheck"), (Winget, "koalaman.shellcheck")]),
    ("sox", &[(Brew, "sox"), (Apt, "sox"), (Dnf, "sox"), (Pacman, "sox")]),
    ("sqlite3", &[(Brew, "sqlite"), (Apt, "sqlite3"), (Dnf, "sqlite"), (Pacman, "sqlite"), (Winget, "SQLite.SQLite")]),
    ("ssh", &[(Brew, "openssh"), (Apt, "openssh-client"), (Dnf, "openssh-clients"), (Pacman, "openssh")]),
    ("tesseract", &[(Brew, "tesseract"), (Apt, "tesseract-ocr"), (Dnf, "tesseract"), (Pacman, "tesseract")]),
    ("tmux", &[(Brew, "tmux"), (Apt, "tmux"), (Dnf, "tmux"), (Pacman, "tmux")]),
    ("tree", &[(Brew, "tree"), (Apt, "tree"), (Dnf, "tree"), (Pacman, "tree")]),
    ("tsc", &[(Brew, "typescript"), (Pacman, "typescript"), (Npm, "typescript")]),
    ("tsx", &[(Npm, "tsx")]),
    ("unzip", &[(Apt, "unzip"), (Dnf, "unzip"), (Pacman, "unzip")]),
    ("uv", &[(Brew, "uv"), (Pacman, "uv"), (Winget, "astral-sh.uv")]),
    ("uvx", &[(Brew, "uv"), (Pacman, "uv"), (Winget, "astral-sh.uv")]),
    ("wget", &[(Brew, "wget"), (Apt, "wget"), (Dnf, "wget"), (Pacman, "wget"), (Winget, "JernejSimoncic.Wget")]),
    ("whisper", &[(Brew, "openai-whisper"), (Uv, "openai-whisper")]),
    ("wl-copy", &[(Apt, "wl-clipboard"), (Dnf, "wl-clipboard"), (Pacman, "wl-clipboard")]),
    ("xclip", &[(Brew, "xclip"), (Apt, "xclip"), (Dnf, "xclip"), (Pacman, "xclip")]),
    ("yarn", &[(Brew, "yarn"), (Pacman, "yarn"), (Npm, "yarn")]),
    // Debian's and Arch's `yq` is another program of that name.
    ("yq", &[(Brew, "yq"), (Dnf, "yq"), (Pacman, "go-yq"), (Winget, "MikeFarah.yq"), (Go, "github.com/mikefarah/yq/v4")]),
    ("yt-dlp", &[(Brew, "yt-dlp"), (Apt, "yt-dlp"), (Dnf, "yt-dlp"), (Pacman, "yt-dlp"), (Winget, "yt-dlp.yt-dlp"), (Uv, "yt-dlp")]),
    ("zip", &[(Apt, "zip"), (Dnf, "zip"), (Pacman, "zip")]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_order_and_each_name_is_one() {
        for pair in TABLE.windows(2) {
            assert!(pair[0].0 < pair[1].0, "{} is before {}", pair[0].0, pair[1].0);
        }
        for (program, packages) in TABLE {
            for (manager, package) in *packages {
                assert!(manager.takes(package), "{program}: {} refuses {package}", manager.id());
            }
        }
    }

    #[test]
    fn a_program_may_be_called_otherwise_than_its_package() {
        assert!(packages("rg").contains(&(Brew, "ripgrep")));
        assert!(packages("fd").iter().all(|(manager, _)| *manager != Apt));
        assert!(packages("no-such-program").is_empty());
    }
}
