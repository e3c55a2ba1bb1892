//! What a reader says of a manifest or a module, for somebody who writes neither: the row, the page, the list and JSON
//! say this, and the reader's own words are a detail.

use crate::discover::{Candidate, file_name};
use tacklebox_agents::hook::{Handler, Hook};
use tacklebox_agents::manifest::Broken;

/// What every error of a module that cannot be read begins with; its line and the reader's words follow.
pub(crate) const TORN: &str = "it cannot be read (line ";

/// Why a hook is broken, in a sentence; none where it is not.
pub fn why(title: &str, candidate: &Candidate, hook: &Hook) -> Option<String> {
    let error = hook.error.as_ref()?;
    if let Err(broken) = candidate.effective() {
        return Some(says(title, broken));
    }
    if let (Some((_, torn)), Some(Handler::Module { path, .. })) =
        (error.split_once(TORN), &candidate.handler)
    {
        let line = torn.split(':').next().unwrap_or_default();
        let file = file_name(path);
        return Some(format!(
            "Its program {file} cannot be understood (line {line}): a sign is missing there, or there is one too many."
        ));
    }
    Some(if error.ends_with(['.', '?']) { error.clone() } else { format!("{error}.") })
}

/// What is wrong with a manifest, in a sentence, with its line. `title` is its agent's.
pub fn says(title: &str, broken: &Broken) -> String {
    let place = broken.line.map_or(String::new(), |line| format!(" (line {line})"));
    let said = of_message(title, &broken.message);
    match said.strip_suffix('?') {
        Some(question) => format!("{question}{place}?"),
        None => format!("{said}{place}."),
    }
}

/// The reader's words in those of a person, without the full stop.
fn of_message(title: &str, message: &str) -> String {
    let quoted = |nth: usize| {
        message.split('`').nth(nth.saturating_mul(2).saturating_add(1)).unwrap_or_default()
    };
    let known: [(&str, &str); 16] = [
        ("must be in quotes", "A text with a colon in it has to be in quotes"),
        (
            "does not begin with",
            "Its settings have to be at the very top, between two marked lines",
        ),
        ("never closed with", "Its settings at the top are not closed"),
        ("is never closed", "A bracket or a quote is opened here and never closed"),
        ("has no `name`", "It does not say its name"),
        ("has no `events`", "It does not say for which events it is"),
        ("tabs cannot indent", "This line begins with tabs, and has to begin with spaces"),
        ("not valid YAML", "This line cannot be understood"),
        (
            "not valid TOML",
            "This line cannot be understood: a sign is missing, or there is one too many",
        ),
        (
            "one key per agent",
            "Here it has to say for which agent it is, and it says something else",
        ),
        ("has no `command`", "It does not say what to start"),
        ("has no action", "It does not say what to do"),
        ("has no `[hook]`", "It does not say anything about a hook"),
        ("must be at least 1", "It has no time to answer: its limit is 0 seconds"),
        ("is not JSON", "Its metadata is a text that cannot be understood"),
        ("is not UTF-8", "This file is not plain text"),
    ];
    if message.starts_with("there is no event") {
        let meant = quoted(1);
        let hint = match meant.is_empty() {
            true => String::new(),
            false => format!(". {meant} was probably meant"),
        };
        return format!("It waits for {}, which {title} does not have{hint}", quoted(0));
    }
    if let Some((_, words)) = known.iter().find(|(part, _)| message.contains(part)) {
        return (*words).to_owned();
    }
    if message.ends_with("is given twice") {
        return format!("{} is there twice", quoted(0));
    }
    let mut words = message.replace('`', "");
    // A name stays as it is written.
    if let Some(first) = words.get_mut(..1).filter(|_| !message.starts_with('`')) {
        first.make_ascii_uppercase();
    }
    words.trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_ends_as_one() {
        let said = |message: &str, line| {
            let broken = Broken { line, message: message.to_owned(), name: None };
            says("OpenClaw", &broken)
        };
        assert_eq!(said("what is `it`?", None), "What is it?");
        assert_eq!(said("what is `it`?", Some(3)), "What is it (line 3)?");
        assert_eq!(said("what it is.", Some(3)), "What it is (line 3).");
    }
}
