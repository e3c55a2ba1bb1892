//! How Moltis of 2026-08-21 reads a `HOOK.md`: as the text has it, but for a byte order mark, and without
//! a look at names and numbers that only mean something later. The priority is read and never used.

use crate::config::older_toml;
use crate::manifest::shipped::Reading;
use crate::manifest::{Broken, Manifest, moltis};

pub(super) fn read(bytes: &[u8], documented: &Result<Manifest, Broken>) -> Option<Reading> {
    let text = std::str::from_utf8(bytes).ok()?;
    let bom = text.starts_with('\u{feff}');
    let manifest = if bom {
        Err(Broken::new(1, "the file begins with a byte order mark, which Moltis does not take"))
    } else {
        match moltis::as_shipped(text) {
            Ok(manifest) => Ok(Manifest { priority: None, ..manifest }),
            Err(broken) => Err(documented.as_ref().err().cloned().unwrap_or(broken)),
        }
    };
    let because = match (&manifest, documented) {
        (Err(_), Ok(_)) if bom => "moltis-bom",
        (Err(broken), Ok(_)) if older_toml::REFUSALS.contains(&&*broken.message) => "moltis-toml",
        // All else that the text takes and it refuses.
        (Err(_), Ok(_)) => "no-events",
        (Ok(_), Err(_)) => "reads-more",
        _ => "moltis-priority",
    };
    Some(Reading { manifest, because, ends_loader: None })
}
