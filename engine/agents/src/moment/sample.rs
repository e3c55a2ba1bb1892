//! What an event carries, by the names that each family of agents has for it.

use serde_json::Value;

use super::{Keys, Moment};

/// The tool that runs a command, by the name that it has in these agents.
pub const fn command_tool(family: Keys) -> &'static str {
    if matches!(family, Keys::Zeroclaw) { "shell" } else { "exec" }
}

impl Moment {
    /// What the event carries, by the names that the agents of this family have for it.
    pub fn sample_of(&self, family: Keys) -> Value {
        let sample = serde_json::from_str(self.sample).unwrap_or_default();
        let Value::Object(fields) = sample else { return sample };
        let named = |(name, value): (String, Value)| {
            let value = if name == "tool" { command_tool(family).into() } else { value };
            let name = match (family, name.as_str()) {
                (Keys::Internal | Keys::Plugin, "user") => "senderId".to_owned(),
                (Keys::Plugin, "tool") => "toolName".to_owned(),
                (Keys::Plugin, "arguments") => "params".to_owned(),
                (Keys::Plugin, "duration_ms") => "durationMs".to_owned(),
                _ => name,
            };
            (name, value)
        };
        fields.into_iter().map(named).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{MOMENTS, find};
    use super::*;

    #[test]
    fn every_sample_is_an_object() {
        let families = [Keys::Internal, Keys::Plugin, Keys::Zeroclaw, Keys::Moltis];
        for moment in MOMENTS {
            for family in families {
                let sample = moment.sample_of(family);
                let sample = sample.as_object().unwrap();
                let says = |name: &str| sample.contains_key(name);
                assert!(!(says("user") && says("senderId")), "{} says it twice", moment.name);
            }
        }
    }

    #[test]
    fn a_sample_has_the_names_of_its_agents() {
        let (moment, _) = find(Keys::Plugin, "before-tool-call").unwrap();
        let sample = |family| moment.sample_of(family).to_string();
        let (command, of) = (r#"{"command":"ls -la"}"#, r#""channel":"telegram""#);
        assert_eq!(
            sample(Keys::Plugin),
            format!(r#"{{"toolName":"exec","params":{command},{of},"senderId":"admin"}}"#)
        );
        assert_eq!(
            sample(Keys::Zeroclaw),
            format!(r#"{{"tool":"shell","arguments":{command},{of},"user":"admin"}}"#)
        );
    }
}
