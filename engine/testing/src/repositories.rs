//! A real repository, served by git itself.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use tacklebox_machine::machine::Machine;

use crate::server::{Piece, Request, text};

/// The PATH that the tests run with.
pub fn path() -> String {
    let home = std::env::temp_dir();
    Machine::real(Some(home)).unwrap().env("PATH").unwrap_or_default().to_owned()
}

pub fn git(dir: &Path, words: &[&str]) -> String {
    let output = Command::new("git")
        .args([
            "-c",
            "user.name=T",
            "-c",
            "user.email=t@example.org",
            "-c",
            "init.defaultBranch=main",
        ])
        .args(words)
        .current_dir(dir)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// Writes a file of a repository.
pub fn write(path: &Path, text: &str) {
    let mut file = fs::File::create(path).unwrap();
    file.write_all(text.as_bytes()).unwrap();
}

/// A repository `r.git` with two commits, the first tagged `v1`, and a branch with a link that leaves.
pub fn repository(root: &Path) -> String {
    let work = root.join("r.git");
    fs::create_dir(&work).unwrap();
    git(&work, &["init", "-q"]);
    write(&work.join("tool"), "one");
    git(&work, &["add", "."]);
    git(&work, &["update-index", "--chmod=+x", "tool"]);
    git(&work, &["commit", "-qm", "1"]);
    git(&work, &["tag", "v1"]);
    let first = git(&work, &["rev-parse", "HEAD"]);
    write(&work.join("tool"), "two");
    write(
        &work.join(".gitmodules"),
        "[submodule \"s\"]\n\tpath = s\n\turl = https://e.example/s\n",
    );
    git(&work, &["add", "."]);
    git(&work, &["update-index", "--add", "--cacheinfo", &format!("160000,{first},s")]);
    git(&work, &["commit", "-qm", "2"]);
    git(&work, &["checkout", "-qb", "evil/link"]);
    std::os::unix::fs::symlink("/etc/passwd", work.join("l")).unwrap();
    git(&work, &["add", "l"]);
    git(&work, &["commit", "-qm", "3"]);
    git(&work, &["checkout", "-q", "main"]);
    first
}

/// `git http-backend` as a web server runs it.
pub fn backend(root: &Path, request: Request) -> Vec<Piece> {
    let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
    let mut child = Command::new("git")
        .arg("http-backend")
        .env("GIT_PROJECT_ROOT", root)
        .env("GIT_HTTP_EXPORT_ALL", "1")
        .env("PATH_INFO", path)
        .env("QUERY_STRING", query)
        .env("REQUEST_METHOD", &request.method)
        .env("CONTENT_TYPE", request.header("content-type").unwrap_or_default())
        .env("CONTENT_LENGTH", request.body.len().to_string())
        .env("HTTP_CONTENT_ENCODING", request.header("content-encoding").unwrap_or_default())
        .env("GIT_PROTOCOL", request.header("git-protocol").unwrap_or_default())
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&request.body).unwrap();
    let output = child.wait_with_output().unwrap().stdout;
    let end = output.windows(4).position(|w| w == b"\r\n\r\n").unwrap();
    let head = String::from_utf8_lossy(&output[..end]).into_owned();
    let line = head.lines().find_map(|line| line.strip_prefix("Status: ")).unwrap_or("200 OK");
    let head = format!("HTTP/1.1 {line}\r\n{head}\r\nConnection: close\r\n\r\n");
    vec![text(&head), Piece::Bytes(output[end + 4..].to_vec())]
}
