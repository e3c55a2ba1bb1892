//! Who would pass the conditions of a hook: examples that do and examples that do not, each asked with the
//! very conditions that it would be called by.

mod matching;
mod tools;

use serde::Serialize;
use serde_json::{Map, Value};

use self::matching::{OTHER_TEXTS, matching};
pub use self::tools::of_tools;
use crate::run::conditions::Conditions;
use tacklebox_agents::dialect::Dialect;
use tacklebox_agents::manifest;
use tacklebox_agents::moment::{self, Keys};

/// One example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Pass {
    pub runs: bool,
    /// It runs although somebody who reads the conditions might think that it does not.
    pub unexpected: bool,
    /// “deploy the site” in telegram
    pub example: String,
    pub why: String,
}

const CHANNELS: [&str; 3] = ["discord", "slack", "telegram"];
const USERS: [&str; 3] = ["guest", "ana", "admin"];

/// Examples for a hook of this agent at this event; none where it has no conditions.
pub fn examples(dialect: &Dialect, key: &str, raw: &manifest::Conditions) -> Vec<Pass> {
    let conditions = Conditions::new(raw).heeded_by(dialect, key);
    if conditions.is_for_nobody() {
        return vec![Pass {
            runs: false,
            unexpected: false,
            example: "Everybody".to_owned(),
            why: "An empty list stands for nobody".to_owned(),
        }];
    }
    let asked = [!raw.channels.is_empty(), !raw.users.is_empty(), raw.pattern.is_some()];
    if asked == [false; 3] {
        return Vec::new();
    }
    let mut met = Sample {
        channel: raw.channels.first().cloned(),
        user: raw.users.first().cloned(),
        text: None,
    };
    met.text = raw.pattern.as_ref().and_then(|pattern| {
        let with = |text: &str| Sample { text: Some(text.to_owned()), ..met.clone() };
        matching(pattern, |text| conditions.unmet(&with(text).data()).is_none())
    });
    let mut list = Vec::new();
    let mut add = |sample: &Sample, why: &str| {
        let runs = conditions.unmet(&sample.data()).is_none();
        let why = if runs { "All conditions are met" } else { why };
        let example = sample.words();
        list.push(Pass { runs, unexpected: false, example, why: why.to_owned() });
    };
    // There are patterns that no text matches.
    if met.text.is_some() == raw.pattern.is_some() {
        add(&met, "");
    }
    let other = |known: &[String], names: [&str; 3]| {
        names.into_iter().find(|name| !known.iter().any(|it| it == name)).map(str::to_owned)
    };
    if asked[0] {
        add(&Sample { channel: other(&raw.channels, CHANNELS), ..met.clone() }, "Another channel");
    }
    if asked[1] {
        add(&Sample { user: other(&raw.users, USERS), ..met.clone() }, "Another user");
    }
    if asked[2] {
        let text = OTHER_TEXTS.into_iter().find(|text| {
            conditions
                .unmet(&Sample { text: Some((*text).to_owned()), ..met.clone() }.data())
                .is_some()
        });
        if let Some(text) = text {
            let sample = Sample { text: Some(text.to_owned()), ..met.clone() };
            add(&sample, "The text does not match");
        }
    }
    list.extend(silent(dialect, key, &conditions, asked));
    list
}

/// What its event does not say is not asked about.
fn silent(dialect: &Dialect, key: &str, conditions: &Conditions, asked: [bool; 3]) -> Option<Pass> {
    let family = Keys::of(dialect.agent);
    let (moment, _) = moment::find(family, key)?;
    let sample = moment.sample_of(family);
    let says = |fields: &[&str]| fields.iter().any(|field| sample.get(field).is_some());
    let silent = [
        ("channel", asked[0] && !says(&["channel"])),
        ("user", asked[1] && !says(&["user"])),
        ("text", asked[2] && !says(&["content", "prompt"])),
    ];
    let silent: Vec<String> =
        silent.into_iter().filter(|(_, it)| *it).map(|(name, _)| name.to_owned()).collect();
    if silent.is_empty() || conditions.unmet(&Value::Object(Map::new())).is_some() {
        return None;
    }
    let what = tacklebox_machine::words::any_of(silent);
    Some(Pass {
        runs: true,
        unexpected: true,
        example: format!("{}, without a {what}", moment.label),
        why: format!("{} skips a condition that it cannot compare", dialect.title),
    })
}

#[derive(Clone, Debug, Default)]
struct Sample {
    channel: Option<String>,
    user: Option<String>,
    text: Option<String>,
}

impl Sample {
    fn data(&self) -> Value {
        let fields = [("channel", &self.channel), ("user", &self.user), ("content", &self.text)];
        let said = fields
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), Value::from(value.as_deref()?))));
        Value::Object(said.collect())
    }

    fn words(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.text.as_ref().map(|text| format!("“{text}”")));
        parts.extend(self.channel.as_ref().map(|channel| format!("in {channel}")));
        parts.extend(self.user.as_ref().map(|user| format!("from {user}")));
        parts.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tacklebox_agents::hook::AgentId;

    fn of(channels: &[&str], users: &[&str], pattern: Option<&str>, key: &str) -> Vec<String> {
        let list = |list: &[&str]| list.iter().map(|one| (*one).to_owned()).collect();
        let raw = manifest::Conditions {
            channels: list(channels),
            users: list(users),
            pattern: pattern.map(str::to_owned),
            ..Default::default()
        };
        let all = examples(AgentId::Zeroclaw.dialect(), key, &raw);
        all.into_iter()
            .map(|pass| {
                let sign = if pass.unexpected {
                    "!"
                } else if pass.runs {
                    "+"
                } else {
                    "-"
                };
                format!("{sign} {}: {}", pass.example, pass.why)
            })
            .collect()
    }

    #[test]
    fn one_that_passes_and_one_for_each_condition_that_does_not() {
        assert_eq!(
            of(&["telegram"], &["admin"], Some("deploy"), "on_message_received"),
            [
                "+ “Please deploy it” in telegram from admin: All conditions are met",
                "- “Please deploy it” in discord from admin: Another channel",
                "- “Please deploy it” in telegram from guest: Another user",
                "- “Show the log” in telegram from admin: The text does not match",
            ]
        );
    }

    #[test]
    fn an_event_without_a_text_passes_all_the_same() {
        assert_eq!(
            of(&[], &[], Some("^deploy"), "before_tool_call").last().unwrap(),
            "! Tool is about to run, without a text: ZeroClaw skips a condition that it cannot compare"
        );
    }

    #[test]
    fn a_pattern_that_says_no_word_has_both_examples_and_one_that_nothing_matches_has_one() {
        let all = of(&[], &[], Some("^[0-9a-f]{8}$"), "on_message_received");
        assert_eq!(
            all,
            ["+ “aaaaaaaa”: All conditions are met", "- “Show the log”: The text does not match"]
        );
        let all = of(&[], &[], Some("^a$b"), "on_message_received");
        assert_eq!(all, ["- “Show the log”: The text does not match"]);
        assert!(of(&[], &[], None, "on_message_received").is_empty());
    }
}
