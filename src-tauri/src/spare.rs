//! What GTK and the web view are told not to begin: it takes memory and time, and nothing here is in need of it. They hear
//! it by variables of the environment. Programs of hooks get those of the [`Machine`], and what is opened gets the rest.

use std::path::Path;
use std::sync::OnceLock;

use gio::glib;
use gio::prelude::{AppLaunchContextExt as _, FileExt as _};
use tacklebox_engine::machine::Machine;

/// Lists and texts run as fast without the two compilers for what is worked out over and over.
const ALWAYS: (&str, &str) = ("JSC_useDFGJIT", "false");
/// Without a graphics card WebKit would play one, to draw as with one: that takes 115 MiB, and a fifth of the time until
/// something is seen. WebKit has a variable of its own for the card; with that it never learns of the desktop's settings.
const WITHOUT_A_CARD: (&str, &str) = ("GDK_GL", "disable");

/// The names that were set here.
static SET: OnceLock<Vec<&str>> = OnceLock::new();

/// Sets them, but for those that the person set. To be called before a window and a thread is there; `machine` is as it was
/// before.
pub fn begin(machine: &Machine) {
    let without = (!has_graphics_card()).then_some(WITHOUT_A_CARD);
    let wanted =
        without.into_iter().chain([ALWAYS]).filter(|(name, _)| machine.env(name).is_none());
    let set = wanted.filter(|(name, value)| glib::setenv(name, value, false).is_ok());
    let _ = SET.set(set.map(|(name, _)| name).collect());
}

/// A device that draws, as Linux and its drivers name them; the last is that of Windows, which Linux is in.
fn has_graphics_card() -> bool {
    let drawing = |name: &std::ffi::OsStr| name.as_encoded_bytes().starts_with(b"renderD");
    let devices = std::fs::read_dir("/dev/dri").into_iter().flatten().flatten();
    devices.map(|device| device.file_name()).any(|name| drawing(&name))
        || ["/dev/nvidiactl", "/dev/dxg"].iter().any(|path| Path::new(path).exists())
}

/// Opens an address or a file with the program that the person chose for such.
///
/// # Errors
/// Where there is none, or it does not start.
pub fn open(what: &Path) -> Result<(), glib::Error> {
    let context = gio::AppLaunchContext::new();
    for name in SET.get().into_iter().flatten() {
        context.unsetenv(name);
    }
    let address = gio::File::for_commandline_arg(what).uri();
    gio::AppInfo::launch_default_for_uri(&address, Some(&context))
}
