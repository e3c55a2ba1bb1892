//! Small pieces of plain English that several sentences share.

use crate::cut::Cut;

/// "bun", "bun or node", "bun, node or deno".
pub fn any_of(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    join(names, "or")
}

/// "git", "git and a key", "git, jq and a key".
pub fn all_of(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    join(names, "and")
}

fn join(names: impl IntoIterator<Item = impl AsRef<str>>, word: &str) -> String {
    let mut names = names.into_iter();
    let Some(first) = names.next() else { return String::new() };
    // Mostly there are a few short ones.
    let mut said = String::with_capacity(64);
    said.push_str(first.as_ref());
    let mut names = names.peekable();
    while let Some(name) = names.next() {
        match names.peek() {
            Some(_) => said.push_str(", "),
            None => said.extend([" ", word, " "]),
        }
        said.push_str(name.as_ref());
    }
    said
}

/// The platform that a manifest's `os` names, as people call it.
pub fn os(name: &str) -> String {
    match name {
        "darwin" | "macos" => "macOS".to_owned(),
        "linux" => "Linux".to_owned(),
        "win32" | "windows" => "Windows".to_owned(),
        other => other.to_owned(),
    }
}

/// Words that are written in a way of their own.
const NAMES: [(&str, &str); 16] = [
    ("API", "API"),
    ("AWS", "AWS"),
    ("DISCORD", "Discord"),
    ("GITHUB", "GitHub"),
    ("GITLAB", "GitLab"),
    ("GOOGLE", "Google"),
    ("ID", "ID"),
    ("NOTION", "Notion"),
    ("OPENAI", "OpenAI"),
    ("ANTHROPIC", "Anthropic"),
    ("OPENROUTER", "OpenRouter"),
    ("SLACK", "Slack"),
    ("TELEGRAM", "Telegram"),
    ("URL", "URL"),
    ("HTTP", "HTTP"),
    ("SSH", "SSH"),
];

/// `GITHUB_TOKEN` → "GitHub token", `OPENAI_API_KEY` → "OpenAI API key".
pub fn variable(name: &str) -> String {
    // What does not look like WORDS_IN_CAPITALS is shown as it is.
    if name.is_empty()
        || name.contains(|c: char| !c.is_ascii_uppercase() && !c.is_ascii_digit() && c != '_')
    {
        return name.to_owned();
    }
    // MY_ says nothing that a sentence needs: "an API key".
    let name = name.strip_prefix("MY_").filter(|rest| !rest.is_empty()).unwrap_or(name);
    let words = name.split('_').filter(|word| !word.is_empty());
    let text = words.enumerate().map(|(index, word)| {
        match NAMES.iter().find(|(upper, _)| *upper == word) {
            Some((_, known)) => (*known).to_owned(),
            None if index == 0 => format!("{}{}", word.cut(..1), word.cut(1..).to_lowercase()),
            None => word.to_lowercase(),
        }
    });
    text.collect::<Vec<_>>().join(" ")
}

/// A text without the blanks around it, as JavaScript's `trim` has it: the mark of an editor is one, U+0085 is none.
pub fn js_trim(text: &str) -> &str {
    text.trim_matches(is_js_space)
}

/// Whether JavaScript takes it for white space.
pub fn is_js_space(c: char) -> bool {
    c != '\u{85}' && (c.is_whitespace() || c == '\u{feff}')
}

/// With a capital first.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// "a GitHub token", "an OpenAI API key".
pub fn with_article(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']);
    // A capital that only began a title does not stay within a sentence; GitHub and API keep theirs.
    let plain = noun.split(' ').next().is_some_and(|word| {
        word.starts_with(|c: char| c.is_ascii_uppercase())
            && word.chars().skip(1).all(|c| c.is_ascii_lowercase())
            && word.len() > 1
            && !NAMES.iter().any(|(_, name)| *name == word)
    });
    let noun = if plain { noun.cut(..1).to_lowercase() + noun.cut(1..) } else { noun.to_owned() };
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// A name that somebody else gave, as far as it is read: agents take names without an end.
pub fn short(name: &str) -> String {
    const LONGEST: usize = 200;
    match name.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", name.get(..at).unwrap_or_default()),
        None => name.to_owned(),
    }
}

/// "1 hook", "2 hooks".
pub fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_as_people_do() {
        let say = |names: &[&str]| any_of(names.iter().map(|n| n.to_string()));
        assert_eq!(say(&[]), "");
        assert_eq!(say(&["bun"]), "bun");
        assert_eq!(say(&["bun", "node"]), "bun or node");
        assert_eq!(say(&["bun", "node", "deno"]), "bun, node or deno");
    }

    #[test]
    fn names_variables_in_words() {
        assert_eq!(with_article(&variable("GITHUB_TOKEN")), "a GitHub token");
        assert_eq!(with_article(&variable("OPENAI_API_KEY")), "an OpenAI API key");
        assert_eq!(variable("LOG_FILE"), "Log file");
        assert_eq!(with_article(&variable("LOG_FILE")), "a log file");
        assert_eq!(with_article("Éa"), "a Éa");
        assert_eq!(with_article(&variable("MY_API_KEY")), "an API key");
        assert_eq!(variable("weird-Name"), "weird-Name");
        assert_eq!(variable("_"), "");
    }
}
