//! Packages as a registry has them.

use sha2::{Digest, Sha512};

/// `integrity` as a registry writes it.
pub fn integrity(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let hash = Sha512::digest(bytes);
    let text: String = hash
        .chunks(3)
        .flat_map(|three| {
            let n =
                three.iter().fold(0u32, |n, b| n << 8 | u32::from(*b)) << (8 * (3 - three.len()));
            (0..=three.len()).map(move |i| char::from(DIGITS[(n >> (18 - 6 * i) & 63) as usize]))
        })
        .collect();
    format!("sha512-{text}==")
}

/// What a registry says of a package with versions 1.0.0 and 2.0.0-rc.1, both this archive.
pub fn about(name: &str, tarball: &str, integrity: &str) -> String {
    let dist = serde_json::json!({"dist": {"tarball": tarball, "integrity": integrity}});
    serde_json::json!({
        "name": name,
        "dist-tags": {"latest": "1.0.0", "next": "2.0.0-rc.1"},
        "versions": {"1.0.0": dist, "2.0.0-rc.1": dist, "0.1.0": {"dist": {"tarball": tarball}}, "0.0.1": {}},
    })
    .to_string()
}
