//! Archives written byte by byte, since no well-meaning library writes these.

/// One entry of a tar.
#[derive(Clone)]
pub struct Tar {
    pub name: Vec<u8>,
    pub kind: u8,
    pub mode: u32,
    pub link: Vec<u8>,
    pub data: Vec<u8>,
    /// What the header claims instead of the size of `data`.
    pub size: Option<u64>,
}

pub fn file(name: &str, data: &str) -> Tar {
    let (name, data) = (name.as_bytes().to_vec(), data.as_bytes().to_vec());
    Tar { name, kind: b'0', mode: 0o644, link: Vec::new(), data, size: None }
}

pub fn dir(name: &str) -> Tar {
    Tar { kind: b'5', mode: 0o755, ..file(name, "") }
}

pub fn link(kind: u8, name: &str, target: &str) -> Tar {
    Tar { kind, link: target.as_bytes().to_vec(), ..file(name, "") }
}

/// A PAX record with its own length in front.
pub fn pax(key: &str, value: &str) -> Tar {
    let body = format!(" {key}={value}\n");
    let mut length = body.len() + 1;
    while length != body.len() + length.to_string().len() {
        length = body.len() + length.to_string().len();
    }
    Tar { kind: b'x', ..file("PaxHeader/x", &format!("{length}{body}")) }
}

pub fn gnu(kind: u8, text: &str) -> Tar {
    Tar { kind, ..file("././@LongLink", &format!("{text}\0")) }
}

/// The entries without the end mark.
pub fn open_tar(entries: &[Tar]) -> Vec<u8> {
    let mut out = Vec::new();
    for entry in entries {
        let mut head = [0u8; 512];
        let mut put = |at: usize, bytes: &[u8]| head[at..at + bytes.len()].copy_from_slice(bytes);
        put(0, &entry.name[..entry.name.len().min(100)]);
        put(100, format!("{:07o}\0", entry.mode).as_bytes());
        put(108, b"0000000\0");
        put(116, b"0000000\0");
        let size = entry.size.unwrap_or(entry.data.len() as u64);
        if size < 1 << 33 {
            put(124, format!("{size:011o}\0").as_bytes());
        } else {
            put(124, &[0x80, 0, 0, 0]);
            put(128, &size.to_be_bytes());
        }
        put(136, b"00000000000\0");
        put(156, &[entry.kind]);
        put(157, &entry.link[..entry.link.len().min(100)]);
        put(257, b"ustar\x0000");
        put(148, b"        ");
        let sum: u32 = head.iter().map(|b| u32::from(*b)).sum();
        head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        out.extend_from_slice(&head);
        out.extend_from_slice(&entry.data);
        out.resize(out.len().div_ceil(512) * 512, 0);
    }
    out
}

pub fn tar(entries: &[Tar]) -> Vec<u8> {
    let mut out = open_tar(entries);
    out.resize(out.len() + 1024, 0);
    out
}

pub fn gz(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// One entry of a zip. What the local header says may differ from the table of contents.
#[derive(Clone)]
pub struct Zip {
    pub name: Vec<u8>,
    pub local_name: Option<Vec<u8>>,
    /// The Unix mode, with the kind of file.
    pub mode: u32,
    pub method: u16,
    pub flags: u16,
    /// As it is in the archive.
    pub stored: Vec<u8>,
    pub crc: u32,
    pub size: u32,
    pub local_size: Option<u32>,
    /// Take the local header of the entry before, shifted by so many bytes.
    pub at: Option<u32>,
}

pub fn stored(name: &str, data: &str) -> Zip {
    let mut crc = flate2::Crc::new();
    crc.update(data.as_bytes());
    Zip {
        name: name.as_bytes().to_vec(),
        local_name: None,
        mode: 0o100_644,
        method: 0,
        flags: 0x800,
        stored: data.as_bytes().to_vec(),
        crc: crc.sum(),
        size: data.len() as u32,
        local_size: None,
        at: None,
    }
}

pub fn deflated(name: &str, data: &[u8]) -> Zip {
    use std::io::Write;
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(data).unwrap();
    let mut crc = flate2::Crc::new();
    crc.update(data);
    Zip {
        method: 8,
        stored: encoder.finish().unwrap(),
        crc: crc.sum(),
        size: data.len() as u32,
        ..stored(name, "")
    }
}

pub fn zip(entries: &[Zip]) -> Vec<u8> {
    let (mut out, mut table) = (Vec::new(), Vec::new());
    for entry in entries {
        let at = entry.at.unwrap_or(out.len() as u32);
        let name = entry.local_name.as_ref().unwrap_or(&entry.name);
        let common = |size: u32, name: &[u8]| {
            let mut head = Vec::new();
            head.extend_from_slice(&20u16.to_le_bytes());
            head.extend_from_slice(&entry.flags.to_le_bytes());
            head.extend_from_slice(&entry.method.to_le_bytes());
            head.extend_from_slice(&[0, 0, 0x21, 0x58]);
            head.extend_from_slice(&entry.crc.to_le_bytes());
            head.extend_from_slice(&(entry.stored.len() as u32).to_le_bytes());
            head.extend_from_slice(&size.to_le_bytes());
            head.extend_from_slice(&(name.len() as u16).to_le_bytes());
            head.extend_from_slice(&0u16.to_le_bytes());
            head
        };
        if entry.at.is_none() {
            out.extend_from_slice(b"PK\x03\x04");
            out.extend(common(entry.local_size.unwrap_or(entry.size), name));
            out.extend_from_slice(name);
            out.extend_from_slice(&entry.stored);
        }
        table.extend_from_slice(b"PK\x01\x02");
        table.extend_from_slice(&[20, 3]);
        table.extend(common(entry.size, &entry.name));
        table.extend_from_slice(&[0; 6]);
        table.extend_from_slice(&(entry.mode << 16).to_le_bytes());
        table.extend_from_slice(&at.to_le_bytes());
        table.extend_from_slice(&entry.name);
    }
    let start = out.len() as u32;
    out.extend_from_slice(&table);
    out.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    let count = entries.len().min(0xffff) as u16;
    out.extend_from_slice(&count.to_le_bytes());
    out.extend_from_slice(&count.to_le_bytes());
    out.extend_from_slice(&(table.len() as u32).to_le_bytes());
    out.extend_from_slice(&start.to_le_bytes());
    out.extend_from_slice(&0u16.to_le_bytes());
    out
}
