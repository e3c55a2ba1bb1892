//! Disks that are full or read-only, made for the test. That takes the right to mount; root has it, in
//! CI too. Others prove the same with injected faults.

use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::{Home, NEW, OLD};

/// Generous: only space that never comes back is to fail.
const PATIENCE: Duration = Duration::from_secs(30);

/// A small disk, gone with the value.
struct Disk {
    dir: tempfile::TempDir,
}

/// The right to mount (`CAP_SYS_ADMIN`), which root in a container may lack.
fn may_mount() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("CapEff:")).unwrap();
    u64::from_str_radix(line.trim(), 16).unwrap() & (1 << 21) != 0
}

impl Disk {
    /// None where mounting is not allowed.
    fn new() -> Option<Self> {
        if !may_mount() {
            eprintln!("no right to mount: proved by injected faults only");
            return None;
        }
        let disk = Self { dir: tempfile::tempdir().unwrap() };
        run("mount", &["-t", "tmpfs", "-o", "size=256k", "tmpfs"], disk.path());
        Some(disk)
    }

    fn path(&self) -> &Path {
        self.dir.path()
    }

    fn make(&self, how: &str) {
        run("mount", &["-o", how], self.path());
    }

    /// Waits until every removed file has given its space back. A test beside this one may start a program
    /// at any moment, and until that child is what it is to be it holds a copy of every file that was open
    /// here: what is removed meanwhile stays on the disk. So it was seen full after the filler was gone, and
    /// no longer full after it was filled, once in 75 runs under load.
    fn settle(&self) {
        let began = Instant::now();
        loop {
            let disk = rustix::fs::statvfs(self.path()).unwrap();
            let used = (disk.f_blocks - disk.f_bfree) * disk.f_frsize;
            let seen = bytes_below(self.path());
            if used <= seen {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "{used} bytes are used, {seen} by files");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Takes the filler away.
    fn empty(&self, filler: &Path) {
        fs::remove_file(filler).unwrap();
        self.settle();
    }

    /// Writes until nothing more fits; the file that is in the way.
    fn fill(&self) -> PathBuf {
        self.settle();
        let path = self.path().join("filler");
        let mut file = File::create(&path).unwrap();
        let error = loop {
            if let Err(error) = file.write_all(&[0; 512]) {
                break error;
            }
        };
        assert_eq!(error.kind(), ErrorKind::StorageFull);
        path
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.path()).status();
    }
}

/// What the files below a folder take on the disk.
fn bytes_below(dir: &Path) -> u64 {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let of = |path: PathBuf| match path.is_dir() && !path.is_symlink() {
        true => bytes_below(&path),
        false => fs::symlink_metadata(&path).unwrap().blocks() * 512,
    };
    entries.map(of).sum()
}

fn run(program: &str, args: &[&str], dir: &Path) {
    let done = Command::new(program).args(args).arg(dir).output().unwrap();
    assert!(done.status.success(), "{program}: {}", String::from_utf8_lossy(&done.stderr));
}

/// The config is the old one, whole; once the fault is fixed it becomes the new one.
fn fails_then_works(home: &Home, said: &str, repair: impl FnOnce()) {
    let message = home.change().unwrap_err().to_string();
    assert!(message.contains(said), "{message}");
    assert!(message.contains("othing was changed"), "{message}");
    assert!(message.contains("try again"), "{message}");
    assert_eq!(home.text(), OLD);
    assert_eq!(home.litter().into_iter().filter(|name| name != "filler").count(), 0);
    repair();
    home.change().unwrap();
    assert_eq!(home.text(), NEW);
    tacklebox_engine::apply::undo(&home.machine, None).unwrap();
    assert_eq!(home.text(), OLD);
}

#[test]
fn a_full_disk_under_the_config_leaves_the_old_one_whole() {
    let Some(disk) = Disk::new() else { return };
    let dir = tempfile::tempdir().unwrap();
    let home = Home::with(dir.path(), &[("MILADY_STATE_DIR", disk.path())]);
    let filler = disk.fill();
    fails_then_works(&home, "the disk is full", || disk.empty(&filler));
}

#[test]
fn a_full_disk_under_our_own_data_leaves_the_old_one_whole() {
    let Some(disk) = Disk::new() else { return };
    let dir = tempfile::tempdir().unwrap();
    let home = Home::with(dir.path(), &[("XDG_DATA_HOME", disk.path())]);
    assert!(home.machine.data_dir().starts_with(disk.path()));
    let filler = disk.fill();
    fails_then_works(&home, "the disk is full", || disk.empty(&filler));
}

#[test]
fn a_disk_that_becomes_full_between_two_changes_keeps_the_first_one() {
    let Some(disk) = Disk::new() else { return };
    let home = Home::with(disk.path(), &[]);
    home.change().unwrap();
    let filler = disk.fill();
    home.apply(&home.plan("n", "2").unwrap()).unwrap_err();
    assert_eq!(home.text(), NEW);
    disk.empty(&filler);
    tacklebox_engine::apply::undo(&home.machine, None).unwrap();
    assert_eq!(home.text(), OLD, "what the failed one started is not in the way");
}

#[test]
fn a_read_only_folder_is_named_and_left_alone() {
    let Some(disk) = Disk::new() else { return };
    let dir = tempfile::tempdir().unwrap();
    let home = Home::with(dir.path(), &[("MILADY_STATE_DIR", disk.path())]);
    disk.make("remount,ro");
    fails_then_works(&home, "may not write to", || disk.make("remount,rw"));
}

#[test]
fn our_own_data_on_a_read_only_disk_lets_configs_be_read_and_not_changed() {
    let Some(disk) = Disk::new() else { return };
    let dir = tempfile::tempdir().unwrap();
    let home = Home::with(dir.path(), &[("XDG_DATA_HOME", disk.path())]);
    disk.make("remount,ro");
    assert_eq!(home.agent().config.value["n"], 0);
    fails_then_works(&home, "could not be", || disk.make("remount,rw"));
}
