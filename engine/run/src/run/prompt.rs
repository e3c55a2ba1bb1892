//! ZeroClaw's `[hook.action.prompt_inject]` (rule ).

use serde_json::Value;

use crate::runtime::outcome::{Answer, Ran, Seen};

/// The only event whose prompt may be added to.
pub const EVENT: &str = "before_prompt_build";

/// Puts `content` before the prompt of the event's data (`prepend`) or after it, with a line break
/// between. Elsewhere than on [`EVENT`] it does nothing, and says so.
pub fn inject(event: &str, data: &Value, content: &str, prepend: bool) -> Ran {
    if event != EVENT {
        return nothing(format!(
            "it adds to the prompt on {EVENT} only: on {event} nothing is changed"
        ));
    }
    let Some(fields) = data.as_object() else {
        return nothing(
            "the event has no data that could hold a prompt: nothing is changed".into(),
        );
    };
    let prompt = match fields.get("prompt") {
        None | Some(Value::Null) => "",
        Some(Value::String(prompt)) => prompt,
        Some(_) => {
            return nothing("the prompt of the event is not text: nothing is changed".into());
        }
    };
    let joined = match (prompt.is_empty(), prepend) {
        (true, _) => content.to_owned(),
        (false, true) => format!("{content}\n{prompt}"),
        (false, false) => format!("{prompt}\n{content}"),
    };
    let mut fields = fields.clone();
    fields.insert("prompt".to_owned(), Value::String(joined));
    Ran::of(Answer::Modify(Value::Object(fields)))
}

fn nothing(why: String) -> Ran {
    Ran { seen: Some(Box::new(Seen { stderr: why, ..Seen::default() })), ..Ran::default() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn prompt(ran: &Ran) -> &Value {
        let Answer::Modify(data) = &ran.answer else { panic!("{ran:?}") };
        &data["prompt"]
    }

    #[test]
    fn content_goes_before_or_after_with_a_line_break_between() {
        let data = json!({"prompt": "Be kind.", "user": "admin"});
        let ran = inject(EVENT, &data, "Be brief.", true);
        assert_eq!(
            ran.answer,
            Answer::Modify(json!({"prompt": "Be brief.\nBe kind.", "user": "admin"}))
        );
        assert_eq!(prompt(&inject(EVENT, &data, "Be brief.", false)), "Be kind.\nBe brief.");
    }

    #[test]
    fn where_there_is_no_prompt_yet_the_content_is_all_of_it() {
        for data in [json!({}), json!({"prompt": ""}), json!({"prompt": null})] {
            assert_eq!(prompt(&inject(EVENT, &data, "Be brief.", true)), "Be brief.");
        }
    }

    #[test]
    fn elsewhere_and_without_a_text_it_does_nothing_and_says_so() {
        let data = json!({"prompt": "Be kind."});
        let cases = [
            (
                "on_message_sending",
                data.clone(),
                "on before_prompt_build only: on on_message_sending nothing",
            ),
            (EVENT, json!({"prompt": 1}), "is not text"),
            (EVENT, json!("text"), "has no data"),
        ];
        for (event, data, says) in cases {
            let ran = inject(event, &data, "Be brief.", true);
            assert_eq!(ran.answer, Answer::Continue);
            assert!(ran.seen.unwrap().stderr.contains(says), "{says}");
        }
    }
}
