//! How long a name may be.

use super::{Broken, Manifest};

/// The longest name of a hook and of its entry, in characters: beyond that nobody reads it to its end.
const LONGEST: usize = 200;

/// # Errors
/// [`Broken`] where the name or the key is longer than anybody reads.
pub(super) fn check(manifest: &Manifest) -> Result<(), Broken> {
    let key = manifest.hook_key.as_deref().map(|key| ("key", key));
    let mut names = [("name", manifest.name.as_str())].into_iter().chain(key);
    match names.find(|(_, name)| name.chars().nth(LONGEST).is_some()) {
        None => Ok(()),
        Some((what, _)) => Err(Broken {
            line: None,
            message: format!("Its {what} is longer than {LONGEST} characters."),
            name: None,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use crate::dialect::Format;

    #[test]
    fn a_name_that_nobody_reads_to_its_end_is_none() {
        let read = |name: &str| {
            let text = format!(
                "---\nname: {name}\nmetadata: {{\"milady\":{{\"events\":[\"a\"]}}}}\n---\n"
            );
            parse(Format::Yaml, &["milady"], text.as_bytes())
        };
        assert_eq!(read(&"n".repeat(200)).unwrap().name.len(), 200);
        assert!(read(&"n".repeat(201)).unwrap_err().message.contains("200 characters"));
    }
}
