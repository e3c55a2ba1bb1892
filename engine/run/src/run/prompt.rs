//! ZeroClaw's `[hook.action.prompt_inject]` (rule ).

use serde_json::Value;

use crate::runtime::event::Event;
use crate::runtime::outcome::{Answer, Ran, Seen};
use tacklebox_machine::words;

/// Puts `content` before the text of the event (`prepend`) or after it, with a line break between. Where the
/// agent adds no text it does nothing, and says so.
pub fn inject(event: &Event, content: &str, prepend: bool) -> Ran {
    let (policy, key) = (event.policy(), event.key());
    match policy.adds_to(key) {
        Some(field) => into(&event.data, field, content, prepend),
        None => {
            let events = words::all_of(policy.adds_to.iter().map(|(event, _)| (*event).to_owned()));
            nothing(format!("it adds to the prompt on {events} only: on {key} nothing is changed"))
        }
    }
}

fn into(data: &Value, field: &str, content: &str, prepend: bool) -> Ran {
    let Some(fields) = data.as_object() else {
        return nothing(
            "the event has no data that could hold a prompt: nothing is changed".into(),
        );
    };
    let prompt = match fields.get(field) {
        None | Some(Value::Null) => "",
        Some(Value::String(prompt)) => prompt,
        Some(_) => {
            return nothing(format!("the {field} of the event is not text: nothing is changed"));
        }
    };
    let joined = match (prompt.is_empty(), prepend) {
        (true, _) => content.to_owned(),
        (false, true) => format!("{content}\n{prompt}"),
        (false, false) => format!("{prompt}\n{content}"),
    };
    let mut fields = fields.clone();
    fields.insert(field.to_owned(), Value::String(joined));
    Ran::of(Answer::Modify(Value::Object(fields)))
}

fn nothing(why: String) -> Ran {
    Ran { seen: Some(Box::new(Seen { stderr: why, ..Seen::default() })), ..Ran::default() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;
    use crate::runtime::registry::Registry;
    use tacklebox_agents::hook::AgentId;
    use tacklebox_machine::machine::{Machine, Platform};

    fn prompt(ran: &Ran) -> &Value {
        let Answer::Modify(data) = &ran.answer else { panic!("{ran:?}") };
        &data["prompt"]
    }

    #[test]
    fn content_goes_before_or_after_with_a_line_break_between() {
        let data = json!({"prompt": "Be kind.", "user": "admin"});
        let ran = into(&data, "prompt", "Be brief.", true);
        assert_eq!(
            ran.answer,
            Answer::Modify(json!({"prompt": "Be brief.\nBe kind.", "user": "admin"}))
        );
        assert_eq!(prompt(&into(&data, "prompt", "Be brief.", false)), "Be kind.\nBe brief.");
    }

    #[test]
    fn where_there_is_no_prompt_yet_the_content_is_all_of_it() {
        for data in [json!({}), json!({"prompt": ""}), json!({"prompt": null})] {
            assert_eq!(prompt(&into(&data, "prompt", "Be brief.", true)), "Be brief.");
        }
    }

    #[test]
    fn elsewhere_and_without_a_text_it_does_nothing_and_says_so() {
        let machine = Machine::new(Platform::Linux, "/home/me", BTreeMap::new());
        let at = |version: &str, key: &str| {
            let runtime = AgentId::Zeroclaw.runtime(version).unwrap();
            let registry = Registry::by(&machine, &runtime.dialect);
            let event = registry.create_event(key, "s", json!({"content": "Hi."})).unwrap();
            inject(&event, "Be brief.", false)
        };
        let ran = at("documented", "on_message_sending");
        assert_eq!(ran.answer, Answer::Continue);
        let said = ran.seen.unwrap().stderr;
        assert!(
            said.contains("on before_prompt_build only: on on_message_sending nothing"),
            "{said}"
        );
        let ran = at("0.1.6-hooks", "on_message_sending");
        assert_eq!(ran.answer, Answer::Modify(json!({"content": "Hi.\nBe brief."})));
        assert_eq!(at("0.1.6-hooks", "before_tool_call").answer, Answer::Continue);
        for (data, says) in [(json!({"prompt": 1}), "is not text"), (json!("text"), "has no data")]
        {
            let ran = into(&data, "prompt", "Be brief.", true);
            assert_eq!(ran.answer, Answer::Continue);
            assert!(ran.seen.unwrap().stderr.contains(says), "{says}");
        }
    }
}
