//! What has to change in a hook so that it says a sentence.

use serde_json::Value;

use super::{Header, KeySaid, Sentence};
use crate::amend::{About, Change, Form, Key, Said};
use crate::create::HandlerKind;

/// The changes after which a hook that says `before` says this.
pub fn changes(form: Form, before: &Said, sentence: &Sentence) -> Vec<Change> {
    let text = |text: &str| Some(Value::from(text)).filter(|_| !text.is_empty());
    let list = |items: &[String]| {
        Some(items.iter().map(|item| Value::from(item.as_str())).collect::<Value>())
            .filter(|_| !items.is_empty())
    };
    let mut wished: Vec<(Key, Option<Value>)> = vec![
        (Key::Description, text(&sentence.description)),
        (Key::Events, Some(list(&sentence.events).unwrap_or_else(|| Value::Array(Vec::new())))),
    ];
    let more = [
        (Key::Channels, list(&sentence.channels)),
        (Key::Users, list(&sentence.users)),
        (Key::Pattern, text(&sentence.pattern)),
        (Key::Emoji, text(&sentence.emoji)),
        (Key::Homepage, text(&sentence.homepage)),
        (Key::Bins, list(&sentence.bins)),
        (Key::AnyBins, list(&sentence.any_bins)),
        (Key::NeedsEnv, list(&sentence.needs_env)),
        (Key::Config, list(&sentence.config)),
        (Key::Os, list(&sentence.os)),
        (Key::Always, sentence.always.then(|| Value::Bool(true))),
        (Key::HookKey, text(&sentence.hook_key)),
        (Key::Export, text(&sentence.export)),
        (Key::Priority, sentence.priority.map(Value::from)),
        (Key::Version, text(&sentence.version)),
        (Key::Timeout, sentence.timeout.map(Value::from)),
    ];
    let action = sentence.kind.action();
    wished.extend(more.into_iter().filter(|(key, _)| form.has(key) && key.fits(action)));
    if form.has(&Key::Env(String::new())) {
        wished.extend(pairs(&sentence.env, before, Key::Env));
    }
    if form.has(&Key::Note(String::new(), About::For)) {
        wished.extend(notes(&sentence.keys, before));
    }
    match sentence.kind {
        HandlerKind::Module => {}
        HandlerKind::Shell => {
            wished.push((Key::Command, Some(sentence.command.as_str().into())));
            if form.has(&Key::Workdir) {
                wished.push((Key::Workdir, text(&sentence.workdir)));
            }
        }
        HandlerKind::Http => {
            wished.push((Key::Url, Some(sentence.url.trim().into())));
            wished.push((Key::Method, text(&sentence.method)));
            wished.push((Key::Body, text(&sentence.body)));
            wished.extend(pairs(&sentence.headers, before, Key::Header));
        }
        HandlerKind::Prompt => {
            wished.push((Key::Content, Some(sentence.content.as_str().into())));
            wished.push((Key::Position, text(&sentence.position)));
        }
    }
    let now = |key: &Key| before.iter().find(|(known, _)| known == key).map(|(_, value)| value);
    wished.retain(|(key, value)| now(key) != value.as_ref());
    wished.into_iter().map(|(key, value)| Change { key, value }).collect()
}

/// What is said of each variable; what is not said of it any more goes.
fn notes(keys: &[KeySaid], before: &Said) -> Vec<(Key, Option<Value>)> {
    let parts = |it: &KeySaid| {
        let note = |about| Key::Note(it.name.clone(), about);
        let text = |text: &str| Some(Value::from(text)).filter(|_| !text.is_empty());
        [
            (note(About::For), text(&it.purpose)),
            (note(About::Get), text(&it.get)),
            (note(About::Rights), text(&it.rights)),
        ]
    };
    let mut said: Vec<_> = keys.iter().flat_map(parts).collect();
    let known = before.iter().map(|(key, _)| key).filter(|key| matches!(key, Key::Note(..)));
    let gone: Vec<_> =
        known.filter(|key| !said.iter().any(|(it, _)| it == *key)).cloned().collect();
    said.extend(gone.into_iter().map(|key| (key, None)));
    said
}

/// Names with their values: one that is not listed any more goes, and a value that was never shown stays.
fn pairs(list: &[Header], before: &Said, key: impl Fn(String) -> Key) -> Vec<(Key, Option<Value>)> {
    let listed = list.iter().map(|pair| (key(pair.name.clone()), pair.value.as_deref()));
    let said = listed.clone().filter_map(|(key, value)| Some((key, Some(Value::from(value?)))));
    let of_it = key(String::new());
    let known = before.iter().map(|(known, _)| known).filter(|known| known.is_like(&of_it));
    let gone = known.filter(|known| !listed.clone().any(|(key, _)| key == **known));
    said.chain(gone.map(|gone| (gone.clone(), None))).collect()
}
