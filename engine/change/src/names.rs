//! Names that a person gives to what is made here: they become folders, and words on the screen.

use crate::ops::OpError;

/// ZeroClaw's rule for names, which every agent and every file system takes.
///
/// # Errors
/// [`OpError`] where it is not such a name.
pub(crate) fn check_plain_name(name: &str) -> Result<(), OpError> {
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

/// What a person calls something, as the name of its folder: "Tidy up" becomes `tidy-up`. A name that is one stays
/// as it is, and so does what was hardly meant as words: a path, or letters that would go missing.
pub fn folder_name(typed: &str) -> String {
    let as_words =
        |c: char| c.is_ascii_alphanumeric() || c.is_whitespace() || "-_.,!?'&()".contains(c);
    if check_plain_name(typed).is_ok() || !typed.chars().all(as_words) || typed.starts_with('.') {
        return typed.to_owned();
    }
    let parts = typed.split(|c: char| c.is_whitespace() || "-_.".contains(c));
    let plain = |part: &str| -> String {
        part.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
    };
    let parts: Vec<String> = parts.map(plain).filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { typed.to_owned() } else { parts.join("-") }
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
pub(crate) fn title_of(name: &str) -> String {
    let mut words = name.replace('-', " ").trim().to_owned();
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::folder_name;

    #[test]
    fn what_a_person_calls_something_becomes_the_name_of_a_folder() {
        for (typed, name) in [
            ("Tidy up", "tidy-up"),
            ("  What's new?  ", "whats-new"),
            ("daily_notes v2.1", "daily-notes-v2-1"),
            // Names that are one already, whatever a person likes.
            ("tidy-up", "tidy-up"),
            ("TidyUp", "TidyUp"),
            // Not words: refused as they are.
            ("a/b", "a/b"),
            ("../up", "../up"),
            (".hidden", ".hidden"),
            ("naïve", "naïve"),
            ("?", "?"),
            ("", ""),
        ] {
            assert_eq!(folder_name(typed), name, "{typed}");
        }
    }
}
