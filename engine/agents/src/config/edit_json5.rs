//! Set and unset in a JSON5 text.

use serde_json::{Map, Value};

use super::Syntax;
use super::flow;
use super::json5::parse;
use super::path::{ConfigPath, Segment};
use super::refusal::Refusal;
use super::style::{Style, newline};
use super::tree::{Kind, Node, indent_at, splice};
use tacklebox_machine::cut::Cut;

/// The value that holds `value` under all of `keys`.
pub(super) fn wrap(keys: &[Segment], value: &Value) -> Result<Value, Refusal> {
    keys.iter().rev().try_fold(value.clone(), |inner, segment| match segment {
        Segment::Key(key) => Ok(Value::Object(Map::from_iter([(key.clone(), inner)]))),
        Segment::Where { .. } => {
            Err(Refusal::NoItem(ConfigPath(vec![segment.clone()]).to_string()))
        }
    })
}

fn tree(text: &str) -> Result<Node, Refusal> {
    parse(text).map_err(|_| Refusal::NotSafe)
}

pub(super) fn set(text: &str, path: &ConfigPath, new: &Value) -> Result<String, Refusal> {
    let blank = text.trim_matches(['\u{feff}', ' ', '\t', '\r', '\n']).is_empty();
    if blank {
        let newline = newline(text);
        let bom = if text.starts_with('\u{feff}') { "\u{feff}" } else { "" };
        return set(&format!("{bom}{{}}{newline}"), path, new);
    }
    let root = tree(text)?;
    let style = Style::json5(text, &root);
    let mut at = &root;
    let mut depth = 0;
    while let Some(child) = path.0.get(depth).and_then(|segment| at.child(segment)) {
        at = child;
        depth = depth.saturating_add(1);
    }
    let Some((missing, below)) = path.0.cut(depth..).split_first() else {
        let value = style.value(new, indent_at(text, at.span.start))?;
        return Ok(splice(text, vec![(at.span.clone(), value)]));
    };
    let value = wrap(below, new)?;
    match (&at.kind, missing) {
        (Kind::Object(_), Segment::Key(key)) => flow::insert(text, at, Some(key), &value, &style),
        (Kind::Array(items), Segment::Key(key)) if *key == items.len().to_string() => {
            flow::insert(text, at, None, &value, &style)
        }
        (Kind::Array(_), segment) => {
            Err(Refusal::NoItem(ConfigPath(vec![segment.clone()]).to_string()))
        }
        _ => Err(Refusal::no_container(path, depth)),
    }
}

pub(super) fn unset(text: &str, path: &ConfigPath) -> Result<String, Refusal> {
    let root = tree(text)?;
    // From the outermost parent that holds nothing but the way to the value.
    for depth in 1..path.0.len() {
        if let Some(next) = without(text, &root, path.0.cut(..depth))
            && made_by_set(text, &root, &path.0, depth, &Style::json5(&next, &tree(&next)?))
        {
            return Ok(next);
        }
    }
    let mut now = text.to_owned();
    // Equal keys: the earlier ones must not come to life when the last goes.
    while let Some(next) = without(&now, &tree(&now)?, &path.0) {
        let again = in_object(&tree(&now)?, &path.0);
        now = next;
        if !again {
            break;
        }
    }
    Ok(now)
}

fn parent<'n>(root: &'n Node, path: &[Segment]) -> Option<&'n Node> {
    path.cut(..path.len().saturating_sub(1)).iter().try_fold(root, |at, segment| at.child(segment))
}

fn in_object(root: &Node, path: &[Segment]) -> bool {
    parent(root, path).is_some_and(|node| matches!(node.kind, Kind::Object(_)))
}

fn without(text: &str, root: &Node, path: &[Segment]) -> Option<String> {
    let parent = parent(root, path)?;
    let at = parent.position(path.last()?)?;
    Some(flow::remove(text, parent, at, Syntax::Json5))
}

/// Whether the entry at `path[..depth]` looks just as `set` makes it for the rest of the path: then
/// the person has not touched it, and it goes with its only value.
fn made_by_set(text: &str, root: &Node, path: &[Segment], depth: usize, style: &Style) -> bool {
    if !in_object(root, path.cut(..depth)) {
        return false;
    }
    let Some(mut node) = path.cut(..depth).iter().try_fold(root, |at, segment| at.child(segment))
    else {
        return false;
    };
    let mut here = indent_at(text, node.span.start).to_owned();
    for segment in path.cut(depth..) {
        let Kind::Object(entries) = &node.kind else { return false };
        let ([entry], Segment::Key(key)) = (entries.as_slice(), segment) else { return false };
        let before = text.cut(node.span.start.saturating_add(1)..entry.span.start);
        let after = text.cut(entry.span.end..node.span.end.saturating_sub(1));
        let deeper = format!("{here}{}", style.unit);
        let after = after.strip_prefix(',').unwrap_or(after);
        if entry.key != *key
            || before != format!("{}{deeper}", style.newline)
            || after != format!("{}{here}", style.newline)
        {
            return false;
        }
        here = deeper;
        node = &entry.value;
    }
    true
}
