//! The events that a manifest may name where an unknown one breaks it (rules R-7).

use super::Broken;
use crate::moment::{self, Keys};

/// Refuses an event that the agent does not have, and names the one that was probably meant.
pub(super) fn check(family: Keys, event: &str, line: Option<u32>) -> Result<(), Broken> {
    if moment::find(family, event).is_some() {
        return Ok(());
    }
    let shown: String = event.chars().filter(|c| !c.is_control()).take(60).collect();
    let hint = match moment::nearest(&shown, moment::keys(family)) {
        Some(name) => format!("; did you mean `{name}`?"),
        None => String::new(),
    };
    Err(Broken::new(line, format!("there is no event `{shown}`{hint}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_event_names_the_nearest_known_one() {
        for (known, event, hint) in [
            (Keys::Zeroclaw, "before_toolcall", "before_tool_call"),
            (Keys::Zeroclaw, "session_start", "on_session_start"),
            (Keys::Zeroclaw, "OnSessionEnd", "on_session_end"),
            (Keys::Moltis, "before_tool_call", "BeforeToolCall"),
            (Keys::Moltis, "MesageSent", "MessageSent"),
        ] {
            let broken = check(known, event, Some(3)).unwrap_err();
            assert_eq!(
                broken.message,
                format!("there is no event `{event}`; did you mean `{hint}`?")
            );
            assert_eq!(broken.line, Some(3));
        }
        assert_eq!(
            check(Keys::Moltis, "zzz", None).unwrap_err().message,
            "there is no event `zzz`"
        );
        assert!(check(Keys::Moltis, "Command", None).is_ok());
    }
}
