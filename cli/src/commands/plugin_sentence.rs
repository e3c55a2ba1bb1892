//! `plugins edit`, and what `plugins new` says as a sentence.

use tacklebox_engine::apply;
use tacklebox_engine::plugins::sentence::{self, Act, PluginSentence};

use super::change;
use crate::Outcome;
use crate::args::{PluginEdit, Says};
use crate::failure::{Code, Failure};
use crate::output::Output;
use crate::resolve;
use crate::session::Session;

/// What the flags say; none where none of them does.
///
/// # Errors
/// Where they say something, and not what is to be done.
pub(super) fn said(says: &Says, event: &str) -> Result<Option<PluginSentence>, Failure> {
    let Some((act, with)) = act(says) else {
        let more = says.pattern.is_some()
            || !says.tools.is_empty()
            || says.timeout.is_some()
            || says.priority.is_some();
        return match more {
            true => Err(Failure::new(Code::Usage, "The sentence does not say what to do.")
                .hint("Add --block REASON, --run COMMAND or --post URL.")),
            false => Ok(None),
        };
    };
    let mut sentence = PluginSentence {
        event: event.to_owned(),
        tools: Vec::new(),
        pattern: String::new(),
        act,
        with,
        timeout: None,
        priority: None,
    };
    put(&mut sentence, says);
    Ok(Some(sentence))
}

fn act(says: &Says) -> Option<(Act, String)> {
    let block = says.block.clone().map(|with| (Act::Block, with));
    let run = says.run.clone().map(|with| (Act::Run, with));
    block.or(run).or_else(|| says.post.clone().map(|with| (Act::Post, with)))
}

/// What is named counts, what is not stays.
fn put(sentence: &mut PluginSentence, says: &Says) {
    if let Some((act, with)) = act(says) {
        (sentence.act, sentence.with) = (act, with);
    }
    if let Some(pattern) = &says.pattern {
        sentence.pattern.clone_from(pattern);
    }
    if !says.tools.is_empty() {
        sentence.tools = says.tools.iter().filter(|tool| !tool.is_empty()).cloned().collect();
    }
    sentence.timeout = says.timeout.or(sentence.timeout);
    sentence.priority = says.priority.or(sentence.priority);
}

pub fn edit(session: &Session, output: &mut Output, args: &PluginEdit) -> Result<Outcome, Failure> {
    let inventory = resolve::with_plugins(session)?;
    let plugin = resolve::plugin(session, &inventory, &args.id.id)?;
    let mut typed = sentence::current(&plugin)?;
    put(&mut typed, &args.says);
    if let Some(event) = &args.event {
        typed.event.clone_from(event);
    }
    let made = sentence::change(&session.machine, &inventory, &plugin.hook_id, &typed)?;
    if args.dry.dry_run || made.is_empty() && !output.json {
        return change::dry(session, output, &made, |plan| plan);
    }
    let done = apply::apply(&session.machine, &made)?;
    if output.json {
        output.document(&serde_json::json!({ "id": plugin.id, "sentence": typed }))?;
        return Ok(Outcome::Done);
    }
    let mut text = String::new();
    change::done(&mut text, session, &done);
    text.push_str(&format!("  {}\n", crate::print::clean(&typed.words())));
    change::next(&mut text, session, &done);
    output.text(text)?;
    Ok(Outcome::Done)
}
