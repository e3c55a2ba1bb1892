//! How ZeroClaw's fork with hooks reads a `HOOK.toml`: names, addresses, positions and patterns are not
//! looked at, and a key that an action does not know is refused.

use crate::manifest::shipped::Reading;
use crate::manifest::{Broken, Manifest, hook_toml};

pub(super) fn read(bytes: &[u8], documented: &Result<Manifest, Broken>) -> Option<Reading> {
    let text = std::str::from_utf8(bytes).ok()?;
    let manifest = hook_toml::as_shipped(text);
    let because = match (&manifest, documented) {
        (Err(_), Ok(_)) => "zeroclaw-action-key",
        _ => "reads-more",
    };
    Some(Reading { manifest, because, ends_loader: None })
}
