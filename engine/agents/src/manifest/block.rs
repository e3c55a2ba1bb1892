//! Nested lines of YAML as nearly everybody writes them: keys with a text of one line, and lists of such texts, told
//! apart by how far they are indented. The whole grammar takes ten times as long for them. Anything else is left to it.

use std::borrow::Cow;

use granit_parser::{Event, ScalarStyle, StructureStyle};

use super::quick::{is_key, is_ordinary, scalar};

/// A map or a list whose end was not seen yet, and how far its lines are indented.
#[derive(Clone, Copy)]
enum Open {
    Map(usize),
    List(usize),
}

impl Open {
    fn end(self) -> Event<'static> {
        match self {
            Self::Map(_) => Event::MappingEnd,
            Self::List(_) => Event::SequenceEnd,
        }
    }
}

/// What the parser would find in such text, in its order; none where it is not of that kind.
pub(super) fn events(text: &str) -> Option<Vec<Event<'_>>> {
    if text.contains('\r') || !is_ordinary(text) {
        return None;
    }
    let mut lines = Lines {
        events: vec![Event::StreamStart, Event::DocumentStart(false, None)],
        open: Vec::new(),
        waits: true,
    };
    for line in text.split('\n') {
        let line = line.trim_end_matches(' ');
        let body = line.trim_start_matches(' ');
        if !body.is_empty() {
            lines.read(line.len().saturating_sub(body.len()), body)?;
        }
    }
    // A key without a value is nothing that this reader knows.
    if lines.waits {
        return None;
    }
    let ends = lines.open.iter().rev().map(|open| open.end());
    lines.events.extend(ends.chain([Event::DocumentEnd, Event::StreamEnd]));
    Some(lines.events)
}

struct Lines<'t> {
    events: Vec<Event<'t>>,
    open: Vec<Open>,
    /// The last key has no value yet, or nothing was read.
    waits: bool,
}

impl<'t> Lines<'t> {
    fn read(&mut self, indent: usize, body: &'t str) -> Option<()> {
        let item = body.strip_prefix('-');
        match self.waits {
            true => self.begin(indent, item.is_some())?,
            false => self.go_back(indent, item.is_some())?,
        }
        self.waits = false;
        if let Some(value) = item {
            return self.value(value);
        }
        let (key, value) = body.split_once(':')?;
        if !is_key(key) {
            return None;
        }
        self.events.push(Event::Scalar(Cow::Borrowed(key), ScalarStyle::Plain, 0, None));
        if value.is_empty() {
            self.waits = true;
            return Some(());
        }
        self.value(value)
    }

    /// The line is the first one of the value of the last key.
    fn begin(&mut self, indent: usize, is_item: bool) -> Option<()> {
        let fits = match self.open.last() {
            None => indent == 0 && !is_item,
            // A list may begin below its key.
            Some(Open::Map(own)) => indent > *own || indent == *own && is_item,
            Some(Open::List(_)) => false,
        };
        if !fits {
            return None;
        }
        self.events.push(match is_item {
            true => Event::SequenceStart(StructureStyle::Block, 0, None),
            false => Event::MappingStart(StructureStyle::Block, 0, None),
        });
        self.open.push(if is_item { Open::List(indent) } else { Open::Map(indent) });
        Some(())
    }

    /// Closes what ends before this line.
    fn go_back(&mut self, indent: usize, is_item: bool) -> Option<()> {
        loop {
            let open = *self.open.last()?;
            match open {
                Open::Map(own) if own == indent && !is_item => return Some(()),
                Open::List(own) if own == indent && is_item => return Some(()),
                // A list that is not indented ends with the next key.
                Open::List(own) if own == indent => {}
                Open::Map(own) | Open::List(own) if own > indent => {}
                Open::Map(_) | Open::List(_) => return None,
            }
            self.open.pop();
            self.events.push(open.end());
        }
    }

    fn value(&mut self, value: &'t str) -> Option<()> {
        let text = scalar(value)?;
        let style = match value.trim_start().as_bytes().first() {
            Some(b'"') => ScalarStyle::DoubleQuoted,
            Some(b'\'') => ScalarStyle::SingleQuoted,
            _ => ScalarStyle::Plain,
        };
        self.events.push(Event::Scalar(Cow::Borrowed(text), style, 0, None));
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use granit_parser::{Parser, StrInput};

    use super::*;

    fn by_grammar(text: &str) -> Option<Vec<Event<'_>>> {
        let mut parser: Parser<'_, StrInput<'_>> = Parser::new_from_str(text);
        std::iter::from_fn(|| parser.next_event()).map(|event| Some(event.ok()?.0)).collect()
    }

    #[test]
    fn it_finds_what_the_grammar_finds() {
        for text in [
            "name: a\nmetadata:\n  milady:\n    emoji: \"🧠\"\n    events:\n      - command:new\n      - 'x'\n    os: [a]\n",
            "name: a\nmetadata:\n  milady:\n    events:\n    - a\n    - b\n    requires:\n      bins:\n        - git\nversion: 1.0\n",
            "a:\n\n  b: c\n\n\nd: e",
            "a:\n- b\nc:\n- d\n",
        ] {
            let text = text.replace("    os: [a]\n", "");
            assert_eq!(events(&text), by_grammar(&text), "{text}");
            assert!(events(&text).is_some(), "{text}");
        }
    }

    #[test]
    fn it_leaves_what_could_mean_more() {
        for text in [
            "",
            "a:\n",
            "a: b\n  c\n",
            "a: b\n  c: d\n",
            "a:\n  b: c\n d: e\n",
            "a:\n  - b\n    - c\n",
            "a:\n  - b: c\n",
            "a:\n  - b\n  c: d\n",
            " a: b\n",
            "- a\n",
            "a: b # c\n",
            "# a\n",
            "a: [b]\n",
            "a: |\n  b\n",
            "a: &b c\n",
            "a:b\n",
            "a:\n\tb: c\n",
            "---\na: b\n",
        ] {
            assert_eq!(events(text), None, "{text}");
        }
    }
}
