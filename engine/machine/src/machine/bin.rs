//! Where what a person may have written goes instead of being deleted.

use std::fs;
use std::path::{Path, PathBuf};

/// A bin. Made-up computers have none unless a test gives them one, so no trial reaches the real one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Bin {
    #[default]
    None,
    /// The system's own.
    System,
    /// A folder that stands for it.
    Folder(PathBuf),
}

impl Bin {
    /// Moves a file or folder there; whether it is there now.
    pub fn take(&self, path: &Path) -> bool {
        match self {
            Self::None => false,
            Self::System => delete(path) && fs::symlink_metadata(path).is_err(),
            Self::Folder(bin) => {
                let name = path.file_name().unwrap_or_default();
                fs::create_dir_all(bin).is_ok() && fs::rename(path, bin.join(name)).is_ok()
            }
        }
    }
}

#[cfg(feature = "bin")]
fn delete(path: &Path) -> bool {
    system().delete(path).is_ok()
}

#[cfg(not(feature = "bin"))]
fn delete(_: &Path) -> bool {
    false
}

#[cfg(all(feature = "bin", not(target_os = "macos")))]
fn system() -> trash::TrashContext {
    trash::TrashContext::new()
}

/// Through the Finder, which is the usual way, macOS would ask for a right to control another program.
#[cfg(all(feature = "bin", target_os = "macos"))]
fn system() -> trash::TrashContext {
    use trash::macos::{DeleteMethod, TrashContextExtMacos as _};
    let mut system = trash::TrashContext::new();
    system.set_delete_method(DeleteMethod::NsFileManager);
    system
}

#[cfg(test)]
#[cfg(all(target_os = "linux", feature = "bin"))]
mod tests {
    use super::*;
    use std::process::Command;

    const TAKEN: &str = "TACKLEBOX_TEST_TAKEN";

    /// The real bin, in a home of its own: this test starts itself there.
    #[test]
    #[expect(clippy::disallowed_methods, reason = "a test that is started in another home")]
    fn the_systems_own_bin_takes_a_folder_from_which_it_can_be_brought_back() {
        if let Some(path) = std::env::var_os(TAKEN) {
            assert!(Bin::System.take(Path::new(&path)));
            return;
        }
        let tmp = tempfile::tempdir().unwrap();
        let hook = tmp.path().join("hooks/mine");
        fs::create_dir_all(&hook).unwrap();
        fs::File::create(hook.join("handler.ts")).unwrap();
        let name = "the_systems_own_bin_takes_a_folder_from_which_it_can_be_brought_back";
        // What it prints is kept: its lines would be counted as those of this run.
        let ended = Command::new(std::env::current_exe().unwrap())
            .arg(name)
            .env("HOME", tmp.path())
            .env("XDG_DATA_HOME", tmp.path().join("data"))
            .env(TAKEN, &hook)
            .output();
        assert!(ended.unwrap().status.success());
        assert!(!hook.exists());
        let bin = tmp.path().join("data/Trash");
        assert!(bin.join("files/mine/handler.ts").exists());
        let info = fs::read_to_string(bin.join("info/mine.trashinfo")).unwrap();
        assert!(info.contains("hooks/mine"), "{info}");
    }
}
