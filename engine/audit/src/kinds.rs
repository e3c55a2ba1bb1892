//! What language a file is in, by its name, its first line or because it could be started.

#[cfg(unix)]
use std::fs;
use std::path::Path;

fn extension(path: &Path) -> String {
    path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// By its name, by its first line, or because it could be started and says nothing else.
pub(super) fn is_shell(path: &Path, bytes: &[u8]) -> bool {
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    if let Some(line) = first.strip_prefix(b"#!") {
        let line = String::from_utf8_lossy(line);
        let shell = |word: &str| {
            matches!(
                word.rsplit('/').next().unwrap_or_default(),
                "sh" | "bash" | "dash" | "zsh" | "ksh" | "ash" | "mksh"
            )
        };
        if line.split_whitespace().any(shell) {
            return true;
        }
        return matches!(extension(path).as_str(), "sh" | "bash" | "zsh" | "ksh");
    }
    match extension(path).as_str() {
        "sh" | "bash" | "zsh" | "ksh" | "command" => true,
        "" => is_executable(path),
        _ => false,
    }
}

/// JavaScript or TypeScript, by its name or its first line.
pub(super) fn is_script(path: &Path, bytes: &[u8]) -> bool {
    let runtime = |word: &str| {
        matches!(
            word.rsplit('/').next().unwrap_or_default(),
            "node" | "bun" | "deno" | "tsx" | "ts-node"
        )
    };
    match extension(path).as_str() {
        "js" | "mjs" | "cjs" | "jsx" | "ts" | "mts" | "cts" | "tsx" => true,
        "" => bytes
            .split(|byte| *byte == b'\n')
            .next()
            .unwrap_or_default()
            .strip_prefix(b"#!")
            .is_some_and(|line| String::from_utf8_lossy(line).split_whitespace().any(runtime)),
        _ => false,
    }
}

/// A program without a first line `#!…` is run by the shell, if it is not a binary.
#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|meta| meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    false
}

/// Pictures, sounds and fonts are full of NUL bytes and run nowhere. Both the name and the first
/// bytes must say so.
pub(super) fn is_media(path: &Path, bytes: &[u8]) -> bool {
    let magic: &[&[u8]] = match extension(path).as_str() {
        "png" => &[b"\x89PNG\r\n\x1a\n"],
        "jpg" | "jpeg" => &[b"\xff\xd8\xff"],
        "gif" => &[b"GIF8"],
        "webp" | "wav" => &[b"RIFF"],
        "ico" => &[b"\0\0\x01\0"],
        "icns" => &[b"icns"],
        "mp3" => &[b"ID3", b"\xff\xfb", b"\xff\xf3"],
        "ogg" => &[b"OggS"],
        "woff2" => &[b"wOF2"],
        "pdf" => &[b"%PDF-"],
        _ => &[],
    };
    magic.iter().any(|magic| bytes.starts_with(magic))
}

/// Python, by its name or its first line.
pub(super) fn is_python(path: &Path, bytes: &[u8]) -> bool {
    match extension(path).as_str() {
        "py" | "pyw" | "pyi" => true,
        "" => first_line(bytes).is_some_and(|line| line.contains("python")),
        _ => false,
    }
}

/// AWK, by its name or its first line.
pub(super) fn is_awk(path: &Path, bytes: &[u8]) -> bool {
    extension(path) == "awk" || first_line(bytes).is_some_and(|line| line.contains("awk"))
}

/// What `make` reads.
pub(super) fn is_makefile(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    matches!(name, "Makefile" | "makefile" | "GNUmakefile") || extension(path) == "mk"
}

/// The commands of a makefile, each on its line, as its shell gets them.
pub(super) fn recipes(text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    for line in text.lines() {
        let command = line.strip_prefix('\t').map(|it| it.trim_start_matches(['@', '-', '+', ' ']));
        all.push_str(&command.unwrap_or_default().replace("$$", "$"));
        all.push('\n');
    }
    all
}

/// What follows `#!`.
fn first_line(bytes: &[u8]) -> Option<String> {
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    first.strip_prefix(b"#!").map(|line| String::from_utf8_lossy(line).into_owned())
}

/// A program in a language that is not read: which one, in words.
pub(super) fn foreign(path: &Path, bytes: &[u8]) -> Option<&'static str> {
    let machine: [&[u8]; 7] = [
        b"\x7fELF",
        b"MZ",
        b"\xcf\xfa\xed\xfe",
        b"\xca\xfe\xba\xbe",
        b"\xfe\xed\xfa\xce",
        b"\xfe\xed\xfa\xcf",
        b"\0asm",
    ];
    if machine.iter().any(|magic| bytes.starts_with(magic)) {
        return Some("machine code");
    }
    let by_name = match extension(path).as_str() {
        "rb" => "Ruby",
        "pl" | "pm" => "Perl",
        "php" => "PHP",
        "lua" => "Lua",
        "ps1" | "psm1" => "PowerShell",
        "bat" | "cmd" => "a batch file",
        "vbs" | "vbe" | "wsf" | "hta" => "a script of Windows",
        "exe" | "dll" | "so" | "dylib" | "node" | "wasm" | "msi" | "a" | "o" => "machine code",
        "pyc" | "pyo" | "class" | "jar" => "compiled code",
        "scpt" | "applescript" => "AppleScript",
        "fish" => "a script of fish",
        "tcl" => "Tcl",
        "r" => "R",
        "jl" => "Julia",
        "swift" => "Swift",
        "go" => "Go",
        "rs" => "Rust",
        "c" | "h" | "cc" | "cpp" => "C",
        "java" | "kt" | "scala" => "Java",
        "ex" | "exs" | "erl" => "Elixir",
        "zip" | "tgz" | "gz" | "tar" | "xz" | "bz2" | "7z" | "rar" | "whl" => "packed",
        _ => "",
    };
    if !by_name.is_empty() {
        return Some(by_name);
    }
    let line = first_line(bytes)?;
    let known = [
        ("ruby", "Ruby"),
        ("perl", "Perl"),
        ("php", "PHP"),
        ("lua", "Lua"),
        ("osascript", "AppleScript"),
    ];
    let named = known.iter().find(|(word, _)| line.contains(word)).map(|(_, name)| *name);
    Some(named.unwrap_or("another language"))
}

/// A file on which other programs act unasked when they meet it, as the last part of a path.
pub(super) fn is_live(name: &str) -> bool {
    const LIVE: [&str; 14] = [
        ".envrc",
        ".env",
        "bunfig.toml",
        ".npmrc",
        ".yarnrc",
        ".yarnrc.yml",
        ".pnp.cjs",
        ".vscode",
        ".idea",
        ".devcontainer",
        ".mcp.json",
        ".gitmodules",
        ".mise.toml",
        "mise.toml",
    ];
    let low = name.to_lowercase();
    LIVE.contains(&low.as_str())
}
