//! As much of a certificate as says who asked for it: the extensions of Fulcio.

/// One value and what follows it.
struct Value<'a> {
    tag: u8,
    content: &'a [u8],
    rest: &'a [u8],
}

fn value(bytes: &[u8]) -> Option<Value<'_>> {
    let (tag, rest) = bytes.split_first()?;
    let (first, rest) = rest.split_first()?;
    let (length, rest) = match usize::from(*first) {
        short @ 0..=0x7f => (short, rest),
        long @ 0x81..=0x83 => {
            let (digits, rest) = rest.split_at_checked(long & 0x7f)?;
            (digits.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte)), rest)
        }
        _ => return None,
    };
    let (content, rest) = rest.split_at_checked(length)?;
    Some(Value { tag: *tag, content, rest })
}

fn each(bytes: &[u8]) -> impl Iterator<Item = Value<'_>> {
    let mut left = bytes;
    std::iter::from_fn(move || {
        let next = value(left)?;
        left = next.rest;
        Some(next)
    })
}

const SEQUENCE: u8 = 0x30;
const OID: u8 = 0x06;
const OCTETS: u8 = 0x04;
const TEXT: u8 = 0x0c;
const EXTENSIONS: u8 = 0xa3;

/// `1.3.6.1.4.1.57264.1`, Fulcio's own names.
const FULCIO: [u8; 9] = [0x2b, 0x06, 0x01, 0x04, 0x01, 0x83, 0xbf, 0x30, 0x01];

/// What Fulcio wrote into a certificate under one of its own names.
pub(super) fn says(certificate: &[u8], number: u8) -> Option<String> {
    let outer = value(certificate).filter(|it| it.tag == SEQUENCE)?;
    let signed = value(outer.content).filter(|it| it.tag == SEQUENCE)?;
    let extensions = each(signed.content).find(|it| it.tag == EXTENSIONS)?;
    let list = value(extensions.content).filter(|it| it.tag == SEQUENCE)?;
    let is_meant = |extension: &Value<'_>| {
        let name = value(extension.content).filter(|it| it.tag == OID);
        let name = name.and_then(|it| it.content.strip_prefix(&FULCIO));
        name == Some(&[number])
    };
    let found = each(list.content).find(is_meant)?;
    let held = each(found.content).find(|it| it.tag == OCTETS)?.content;
    // The first names have their text as it is, the later ones as DER.
    let text = match value(held) {
        Some(inner) if inner.tag == TEXT && inner.rest.is_empty() => inner.content,
        _ => held,
    };
    String::from_utf8(text.to_vec()).ok()
}
