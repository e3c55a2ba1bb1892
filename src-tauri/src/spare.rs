//! What GTK and the web view are told not to begin: it takes memory and time, and nothing here is in need of it. They hear
//! it by variables of the environment, which no program that is started from here inherits.

use std::path::Path;
use std::sync::OnceLock;

use gio::glib;
use gio::prelude::{AppLaunchContextExt as _, FileExt as _};
use tacklebox_engine::machine::Machine;

/// Lists and texts run as fast without the two compilers for what is worked out over and over.
const ALWAYS: [(&str, &str); 1] = [("JSC_useDFGJIT", "false")];
/// Without a graphics card all that is loaded to draw with one is 20 MiB in each process, and 100 more where WebKit then
/// draws with it. The second names a card that is not there, so that none is looked for.
const WITHOUT_A_CARD: [(&str, &str); 2] =
    [("GDK_GL", "disable"), ("WEBKIT_WEB_RENDER_DEVICE_FILE", "/dev/dri/none")];

/// The names that were set here.
static SET: OnceLock<Vec<&str>> = OnceLock::new();

/// Sets them, but for those that the person set. To be called before a window and a thread is there; `machine` is as it was
/// before.
pub fn begin(machine: &Machine) {
    let without: &[_] = if has_graphics_card() { &[] } else { &WITHOUT_A_CARD };
    let wanted = ALWAYS.iter().chain(without).filter(|(name, _)| machine.env(name).is_none());
    let set = wanted.filter(|(name, value)| glib::setenv(name, value, false).is_ok());
    let _ = SET.set(set.map(|(name, _)| *name).collect());
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
