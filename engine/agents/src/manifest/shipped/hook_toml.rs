//! How ZeroClaw's fork with hooks reads a `HOOK.toml`: names, addresses, positions and patterns are not
//! looked at, and a key that an action does not know is refused.

use crate::manifest::shipped::Reading;
use crate::manifest::{Broken, Manifest, hook_toml};
use crate::note;

pub(super) fn read(bytes: &[u8], documented: &Result<Manifest, Broken>) -> Option<Reading> {
    let text = std::str::from_utf8(bytes).ok()?;
    let manifest = hook_toml::as_shipped(text);
    let because = match (&manifest, documented) {
        (Err(_), Ok(_)) => "zeroclaw-action-key",
        (Ok(it), Ok(_)) if it.conditions.as_ref().is_some_and(|it| !it.nobody.is_empty()) => {
            note::EMPTY_LIST
        }
        (Ok(_), Ok(_)) => "zeroclaw-request",
        _ => "reads-more",
    };
    Some(Reading { manifest, because, ends_loader: None })
}
