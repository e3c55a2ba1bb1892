//! What a reader says of a manifest, for somebody who does not write manifests.

use tacklebox_agents::manifest::Broken;

/// What is wrong with a manifest, in a sentence, with its line. `title` is its agent's.
pub fn says(title: &str, broken: &Broken) -> String {
    let place = broken.line.map_or(String::new(), |line| format!(" (line {line})"));
    format!("{}{place}.", of_message(title, &broken.message))
}

/// The reader's words in those of a person, without the full stop.
fn of_message(title: &str, message: &str) -> String {
    let quoted = |nth: usize| {
        message.split('`').nth(nth.saturating_mul(2).saturating_add(1)).unwrap_or_default()
    };
    let known: [(&str, &str); 14] = [
        ("must be in quotes", "A text with a colon in it has to be in quotes"),
        (
            "does not begin with",
            "Its settings have to be at the very top, between two marked lines",
        ),
        ("never closed with", "Its settings at the top are not closed"),
        ("is never closed", "A bracket or a quote is opened here and never closed"),
        ("has no `name`", "It does not say its name"),
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
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words.trim_end_matches('.').to_owned()
}
