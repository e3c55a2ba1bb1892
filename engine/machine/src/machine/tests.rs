use std::fs;

use super::*;

#[test]
fn what_is_started_gets_the_path_that_programs_are_looked_for_on() {
    let env = BTreeMap::from([("Path".to_owned(), "C:\\old".to_owned())]);
    let of = |platform, dirs: &[&str]| {
        let dirs = dirs.iter().map(PathBuf::from).collect();
        Machine::new(platform, "/home/me", env.clone()).with_path(dirs).environment()
    };
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let windows = of(Platform::Win32, &["C:\\a", "D:\\b"]);
    let home = pair("USERPROFILE", "/home/me");
    assert_eq!(windows, BTreeMap::from([pair("PATH", "C:\\a;D:\\b"), home]));
    assert_eq!(of(Platform::Linux, &["/a", "/b"])["PATH"], "/a:/b");
    assert!(!of(Platform::Linux, &[]).contains_key("PATH"), "no folder is not an empty PATH");
}

#[test]
fn what_is_started_gets_the_home_that_stands_for_the_users() {
    let env = ["HOME", "UserProfile", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"]
        .map(|name| (name.to_owned(), "/real".to_owned()));
    let of = |platform| Machine::new(platform, "/trial", env.clone().into()).elsewhere();
    let linux = of(Platform::Linux).environment();
    assert_eq!(linux["HOME"], "/trial");
    assert!(!linux.contains_key("XDG_CONFIG_HOME"), "it leads to files of the real home");
    assert_eq!(linux["XDG_RUNTIME_DIR"], "/real");
    let windows = of(Platform::Win32).environment();
    assert_eq!(windows["USERPROFILE"], "/trial");
    assert!(!windows.contains_key("UserProfile"));
}

fn machine(platform: Platform, home: &Path, path: &[&Path]) -> Machine {
    Machine::new(platform, home, BTreeMap::new())
        .with_path(path.iter().map(|dir| dir.to_path_buf()).collect())
}

#[cfg(unix)]
fn program(dir: &Path, name: &str, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::create_dir_all(dir).unwrap();
    let file = dir.join(name);
    fs::File::create(&file).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
#[cfg(unix)]
fn finds_the_first_executable_file() {
    let tmp = tempfile::tempdir().unwrap();
    let (a, b) = (tmp.path().join("a"), tmp.path().join("b"));
    program(&a, "jq", 0o644);
    program(&b, "jq", 0o755);
    fs::create_dir(a.join("git")).unwrap();
    let machine = machine(Platform::Linux, tmp.path(), &[&a, &b]);
    assert_eq!(machine.program("jq"), Some(b.join("jq")));
    assert_eq!(machine.program("git"), None, "a folder is not a program");
    assert_eq!(machine.program("../b/jq"), None);
    assert_eq!(machine.program(""), None);
}

#[test]
#[cfg(unix)]
fn windows_adds_its_extensions() {
    let tmp = tempfile::tempdir().unwrap();
    program(tmp.path(), "GIT.EXE", 0o644);
    program(tmp.path(), "tool.sh", 0o644);
    let machine = machine(Platform::Win32, tmp.path(), &[tmp.path()]);
    // The disk here minds case, a Windows disk does not: the index answers for the name alone.
    assert!(machine.programs.has(&tmp.path().join("git.exe")));
    assert_eq!(machine.program("tool"), None);
}

#[test]
fn variables_fold_case_on_windows_only() {
    let env = BTreeMap::from([("Path".to_owned(), r"C:\bin;D:\bin".to_owned())]);
    let windows = Machine::new(Platform::Win32, "/h", env.clone());
    assert_eq!(windows.path_dirs().len(), 2);
    assert!(Machine::new(Platform::Linux, "/h", env).path_dirs().is_empty());
}

#[test]
fn our_data_lies_where_the_system_wants_it() {
    let env = BTreeMap::from([("XDG_DATA_HOME".to_owned(), "/x".to_owned())]);
    let dir = |platform| Machine::new(platform, "/h", env.clone()).data_dir().to_owned();
    assert_eq!(dir(Platform::Linux), Path::new("/x/tacklebox"));
    assert_eq!(dir(Platform::Darwin), Path::new("/h/Library/Application Support/tacklebox"));
}
