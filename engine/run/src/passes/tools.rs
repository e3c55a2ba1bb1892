//! Who would pass a plugin that is a sentence: which tools it is about, and the text that it wants.

use regex::Regex;

use super::Pass;
use super::matching::{OTHER_TEXTS, matching};

const TOOLS: [&str; 3] = ["read", "exec", "write"];

/// Examples for a sentence about these tools and this pattern; none where it is about all that happens.
pub fn of_tools(tools: &[String], pattern: &str) -> Vec<Pass> {
    let Ok(regex) = Regex::new(pattern) else { return Vec::new() };
    let wants_text = !pattern.is_empty();
    if tools.is_empty() && !wants_text {
        return Vec::new();
    }
    let text = matching(pattern, |text| regex.is_match(text)).filter(|_| wants_text);
    let pass = |why: &str, tool: Option<&str>, text: Option<&str>| {
        let text = text.map(|text| format!("“{text}”"));
        let example = match (tool, text) {
            (Some(tool), Some(text)) => format!("{tool} with {text}"),
            (Some(tool), None) => tool.to_owned(),
            (None, text) => text.unwrap_or_default(),
        };
        Pass { runs: why == MET, unexpected: false, example, why: why.to_owned() }
    };
    const MET: &str = "All conditions are met";
    let (tool, text) = (tools.first().map(String::as_str), text.as_deref());
    let mut list = Vec::new();
    // There are patterns that no text matches.
    if text.is_some() == wants_text {
        list.push(pass(MET, tool, text));
    }
    if let Some(other) = TOOLS.into_iter().find(|other| !tools.iter().any(|tool| tool == other))
        && tool.is_some()
    {
        list.push(pass("Another tool", Some(other), text));
    }
    if let Some(other) = OTHER_TEXTS.into_iter().find(|text| !regex.is_match(text)) {
        list.push(pass("The text does not match", tool, Some(other)));
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(tools: &[&str], pattern: &str) -> Vec<String> {
        let tools: Vec<String> = tools.iter().map(|tool| (*tool).to_owned()).collect();
        let sign = |pass: &Pass| if pass.runs { '+' } else { '-' };
        let told = |pass: Pass| format!("{} {}: {}", sign(&pass), pass.example, pass.why);
        of_tools(&tools, pattern).into_iter().map(told).collect()
    }

    #[test]
    fn one_that_passes_and_one_for_each_condition_that_does_not() {
        assert_eq!(
            of(&["exec"], "rm\\s+-rf"),
            [
                "+ exec with “Please rm -rf it”: All conditions are met",
                "- read with “Please rm -rf it”: Another tool",
                "- exec with “Show the log”: The text does not match",
            ]
        );
        assert_eq!(of(&["read"], ""), ["+ read: All conditions are met", "- exec: Another tool"]);
        assert_eq!(of(&[], "^a$b"), ["- “Show the log”: The text does not match"]);
        assert!(of(&[], "").is_empty() && of(&["exec"], "(").is_empty());
    }
}
