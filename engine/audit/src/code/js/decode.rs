//! Texts that a script decodes.

use crate::marks::{DECODED, DOWNLOADED};
use crate::texts::{from_base64, from_hex};

/// What a coded text says, and that it was one.
pub(super) fn decoded(texts: &[String], hex: bool) -> Vec<String> {
    let mut all = vec![if texts.iter().any(|text| text.contains(DOWNLOADED)) {
        DOWNLOADED.into()
    } else {
        String::from(DECODED)
    }];
    let plain = texts.iter().filter_map(|text| {
        let bytes = if hex { from_hex(text) } else { from_base64(text) }?;
        String::from_utf8(bytes).ok()
    });
    all.extend(plain);
    all
}
