//! Whether the window is started when the person logs in: a file of theirs, in the place where desktops of Linux look for
//! such programs. It is not among our own data, as the desktop's own settings list and change it too.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use tacklebox_machine::failure::{Code, Failure};
use tacklebox_machine::files;
use tacklebox_machine::machine::Machine;

/// With it the program starts without a window, where it goes on in the background.
pub const BACKGROUND: &str = "--background";

const NAME: &str = "tacklebox-desktop.desktop";
/// Longer is nothing that we wrote.
const MAX_BYTES: u64 = 64 * 1024;

fn place(machine: &Machine) -> PathBuf {
    let config = machine.env("XDG_CONFIG_HOME").map(PathBuf::from).filter(|dir| dir.is_absolute());
    config.unwrap_or_else(|| machine.home().join(".config")).join("autostart").join(NAME)
}

/// Whether the desktop would start it. Its own settings keep the file and write into it that it is off.
pub fn starts_at_login(machine: &Machine) -> bool {
    let Ok((Some(bytes), _)) = files::read(&place(machine), MAX_BYTES) else { return false };
    let text = String::from_utf8_lossy(&bytes);
    let says = |line: &str| text.lines().any(|it| it.replace(' ', "") == line);
    !says("Hidden=true") && !says("X-GNOME-Autostart-enabled=false")
}

/// Has this program started at each login from now on, or no longer.
///
/// # Errors
/// Where the file cannot be written or removed, or the program has a name that no such file can hold.
pub fn start_at_login(machine: &Machine, program: &Path, on: bool) -> Result<(), Failure> {
    let path = place(machine);
    if on {
        let (_, stamp) = files::read(&path, MAX_BYTES)?;
        return Ok(files::save(&path, entry(program)?.as_bytes(), &stamp, 0o644)?);
    }
    match fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            let message = format!(
                "{} cannot be removed ({error}), so Tacklebox still starts when you log in.",
                machine.show(&path)
            );
            Err(Failure::new(Code::NotWritten, message).hint("Remove that file yourself."))
        }
        _ => Ok(()),
    }
}

fn entry(program: &Path) -> Result<String, Failure> {
    let named = program.to_str().filter(|name| !name.contains(char::is_control));
    let Some(named) = named else {
        let message = "The place of the program has a name that cannot be written into a desktop entry. Nothing was changed.";
        return Err(Failure::new(Code::BadName, message));
    };
    Ok(format!(
        "[Desktop Entry]\nType=Application\nName=Tacklebox\nComment=Hooks of AI agents\nExec={} {BACKGROUND}\n\
         Icon=tacklebox-desktop\nTerminal=false\nStartupNotify=false\n",
        quoted(named)
    ))
}

/// An argument of `Exec`: first by the rule of its quotes, then by that of texts in such a file.
fn quoted(argument: &str) -> String {
    let mut text = String::from("\"");
    for letter in argument.chars() {
        match letter {
            '"' | '`' | '$' => text.extend(['\\', '\\', letter]),
            '\\' => text.push_str(r"\\\\"),
            '%' => text.push_str("%%"),
            _ => text.push(letter),
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use tacklebox_machine::machine::Platform;

    const PROGRAM: &str = "/usr/bin/tacklebox-desktop";

    #[test]
    fn it_is_off_until_somebody_turns_it_on_and_gone_when_it_is_off_again() {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        let path = tmp.path().join(".config/autostart/tacklebox-desktop.desktop");
        assert!(!starts_at_login(&machine));
        start_at_login(&machine, Path::new(PROGRAM), false).unwrap();
        start_at_login(&machine, Path::new(PROGRAM), true).unwrap();
        assert!(starts_at_login(&machine));
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("Exec=\"/usr/bin/tacklebox-desktop\" --background\n"), "{text}");
        start_at_login(&machine, Path::new(PROGRAM), false).unwrap();
        assert!(!starts_at_login(&machine) && !path.exists());
    }

    #[test]
    fn what_the_desktop_turned_off_is_off_and_can_be_turned_on_again() {
        let tmp = tempfile::tempdir().unwrap();
        let config = tmp.path().join("elsewhere");
        let env = [("XDG_CONFIG_HOME".to_owned(), config.display().to_string())];
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::from(env));
        for line in ["Hidden=true", "X-GNOME-Autostart-enabled = false"] {
            start_at_login(&machine, Path::new(PROGRAM), true).unwrap();
            let path = config.join("autostart/tacklebox-desktop.desktop");
            let (bytes, stamp) = files::read(&path, MAX_BYTES).unwrap();
            let text = String::from_utf8(bytes.unwrap()).unwrap() + line + "\n";
            files::save(&path, text.as_bytes(), &stamp, 0o644).unwrap();
            assert!(!starts_at_login(&machine), "{line}");
        }
        start_at_login(&machine, Path::new(PROGRAM), true).unwrap();
        assert!(starts_at_login(&machine));
    }

    #[test]
    fn a_place_with_odd_letters_is_started_all_the_same() {
        assert_eq!(quoted("/opt/my tools/100%/box"), "\"/opt/my tools/100%%/box\"");
        assert_eq!(quoted("/a\"b$c`d"), "\"/a\\\\\"b\\\\$c\\\\`d\"");
        assert_eq!(quoted("/a\\b"), "\"/a\\\\\\\\b\"");
        assert_eq!(entry(Path::new("/a\nb")).unwrap_err().code, Code::BadName);
    }
}
