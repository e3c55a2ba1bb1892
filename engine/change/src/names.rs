//! Names that a person gives to what is made here: they become folders, and words on the screen.

use crate::ops::OpError;

/// ZeroClaw's rule for names, which every agent and every file system takes.
///
/// # Errors
/// [`OpError`] where it is not such a name.
pub fn check_plain_name(name: &str) -> Result<(), OpError> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if name.is_empty() || name.len() > 64 || !name.chars().all(plain) || name.starts_with('-') {
        return Err(OpError::BadHookName(name.chars().take(80).collect()));
    }
    if is_reserved(name) {
        return Err(OpError::Refused(format!(
            "Windows keeps the name {name} for itself: choose another one, so that the hook can be taken there."
        )));
    }
    Ok(())
}

/// Names that Windows keeps for itself.
pub fn is_reserved(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let numbered = |prefix: &str| {
        name.strip_prefix(prefix)
            .is_some_and(|n| n.len() == 1 && n.bytes().all(|byte| byte.is_ascii_digit()))
    };
    ["con", "prn", "aux", "nul"].contains(&name.as_str()) || numbered("com") || numbered("lpt")
}

/// `daily-digest` → "Daily digest"
pub fn title_of(name: &str) -> String {
    let mut words = name.replace('-', " ").trim().to_owned();
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}
