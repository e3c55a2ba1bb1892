//! Texts that a script decodes.

use crate::marks::{DECODED, DOWNLOADED};

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

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

fn from_base64(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0_u32, 0_u32);
    for byte in text.trim_end_matches('=').bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(value)) & 0xFFFF;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push(u8::try_from(bits >> held & 0xFF).ok()?);
        }
    }
    Some(bytes)
}
