//! TOML as nearly everybody writes it: headings, and on each line a key with a text, a number, `true`, `false` or a list of
//! texts. The whole grammar takes several times as long for that. What it accepts, the grammar reads the same (a property test
//! holds them side by side); anything else is left to it.

use std::borrow::Cow;
use std::ops::Range;

use serde::de::value::{Error, MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_spanned::de::{SpannedDeserializer, is_spanned};
use tacklebox_machine::cut::Cut;

use super::quick::is_ordinary;

/// A manifest is far shorter, and each key is compared with those before it.
const MOST_BYTES: usize = 16 * 1024;
/// Dots in a heading: deeper tables are read by a grammar with limits.
const MOST_DOTS: usize = 8;

type Table<'a> = Vec<(&'a str, Placed<'a>)>;

struct Placed<'a> {
    value: Value<'a>,
    /// Of a value its own place, of a table that of its heading.
    at: Range<usize>,
}

enum Value<'a> {
    Text(Cow<'a, str>),
    Whole(i64),
    Flag(bool),
    Texts(Vec<Placed<'a>>),
    Table(Table<'a>),
}

/// None where the text is not of that kind, or holds something else than `T`.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    let (value, at) = (Value::Table(tables(text)?), 0..text.len());
    T::deserialize(Placed { value, at }).ok()
}

fn tables(text: &str) -> Option<Table<'_>> {
    if text.len() > MOST_BYTES || !is_ordinary(text) {
        return None;
    }
    let mut root = Table::new();
    let (mut heading, mut place, mut table) = (None, 0..0, Table::new());
    let mut start = 0_usize;
    let returns = text.contains('\r');
    for whole in text.split_inclusive('\n') {
        let line = whole.strip_suffix("\r\n").or_else(|| whole.strip_suffix('\n')).unwrap_or(whole);
        let body = line.trim_start_matches(' ');
        let at = start.saturating_add(line.len().saturating_sub(body.len()));
        start = start.saturating_add(whole.len());
        if returns && body.contains('\r') {
            return None;
        } else if let Some(inside) = body.strip_prefix('[') {
            let (path, rest) = inside.split_once(']')?;
            ends(rest)?;
            close(&mut root, heading.replace(path), place, std::mem::take(&mut table))?;
            place = at..at.saturating_add(path.len()).saturating_add(2);
        } else if ends(body).is_none() {
            let (key, value) = body.split_once('=')?;
            let key = key.trim_end_matches(' ');
            let behind = value.trim_start_matches(' ');
            let from = at.saturating_add(body.len().saturating_sub(behind.len()));
            let (value, rest) = value_of(behind, from)?;
            ends(rest)?;
            new(&table, key)?;
            table.push((key, value));
        }
    }
    close(&mut root, heading, place, table)?;
    Some(root)
}

/// Whether nothing more is on a line, but for a remark.
fn ends(rest: &str) -> Option<()> {
    let rest = rest.trim_start_matches(' ');
    (rest.is_empty() || rest.starts_with('#')).then_some(())
}

/// Whether it is a key without quotes that the table does not have yet.
fn new(table: &Table<'_>, key: &str) -> Option<()> {
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let is_key = !key.is_empty() && key.bytes().all(letter);
    (is_key && table.iter().all(|(known, _)| *known != key)).then_some(())
}

/// Puts a table where its heading says; what is above the first one is at the root.
fn close<'a>(
    root: &mut Table<'a>,
    heading: Option<&'a str>,
    at: Range<usize>,
    table: Table<'a>,
) -> Option<()> {
    let Some(heading) = heading else {
        *root = table;
        return Some(());
    };
    if heading.matches('.').count() > MOST_DOTS {
        return None;
    }
    let (above, last) = heading.rsplit_once('.').map_or((None, heading), |(a, b)| (Some(a), b));
    let mut inside = root;
    for part in above.iter().flat_map(|above| above.split('.')) {
        if new(inside, part).is_some() {
            inside.push((part, Placed { value: Value::Table(Table::new()), at: at.clone() }));
        }
        let (_, found) = inside.iter_mut().find(|(known, _)| *known == part)?;
        let Value::Table(next) = &mut found.value else { return None };
        inside = next;
    }
    // One that came about by another one's heading may get its own; that is left to the grammar.
    new(inside, last)?;
    inside.push((last, Placed { value: Value::Table(table), at }));
    Some(())
}

/// The value at the beginning of `text`, which is at `from` in the file, and what is behind it.
fn value_of(text: &str, from: usize) -> Option<(Placed<'_>, &str)> {
    let end = text.find([' ', '#']).unwrap_or(text.len());
    let (value, rest) = match text.cut(..end) {
        word if word.starts_with('[') => texts(text, from)?,
        word if word.starts_with(['"', '\'']) => {
            let (text, rest) = quoted(text)?;
            (Value::Text(text), rest)
        }
        "true" => (Value::Flag(true), text.cut(end..)),
        "false" => (Value::Flag(false), text.cut(end..)),
        word => (Value::Whole(whole(word)?), text.cut(end..)),
    };
    let at = from..from.saturating_add(text.len().saturating_sub(rest.len()));
    Some((Placed { value, at }, rest))
}

/// A whole number as it is usually written.
fn whole(word: &str) -> Option<i64> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let usual = digits == "0" || !digits.starts_with('0');
    let plain =
        usual && (1..=9).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| word.parse().ok()).flatten()
}

fn texts(list: &str, from: usize) -> Option<(Value<'_>, &str)> {
    let place = |rest: &str| from.saturating_add(list.len().saturating_sub(rest.len()));
    let mut all = Vec::new();
    let mut rest = list.strip_prefix('[')?;
    loop {
        rest = rest.trim_start_matches(' ');
        if let Some(behind) = rest.strip_prefix(']') {
            return Some((Value::Texts(all), behind));
        }
        let (text, behind) = quoted(rest)?;
        all.push(Placed { value: Value::Text(text), at: place(rest)..place(behind) });
        let behind = behind.trim_start_matches(' ');
        rest = match behind.strip_prefix(',') {
            Some(behind) => behind,
            None if behind.starts_with(']') => behind,
            None => return None,
        };
    }
}

/// A text in quotes on one line, and what is behind it.
fn quoted(text: &str) -> Option<(Cow<'_, str>, &str)> {
    if let Some(inside) = text.strip_prefix('\'') {
        let (inside, rest) = inside.split_once('\'')?;
        return (!rest.starts_with('\'')).then_some((Cow::Borrowed(inside), rest));
    }
    let inside = text.strip_prefix('"')?;
    let end = inside.find(['"', '\\'])?;
    if inside.cut(end..).starts_with('"') {
        let rest = inside.cut(end..).strip_prefix('"')?;
        return (!rest.starts_with('"')).then_some((Cow::Borrowed(inside.cut(..end)), rest));
    }
    let mut read = inside.cut(..end).to_owned();
    let mut chars = inside.cut(end..).chars();
    loop {
        match chars.next()? {
            '"' => return Some((Cow::Owned(read), chars.as_str())),
            '\\' => match chars.next()? {
                c @ ('"' | '\\') => read.push(c),
                'n' => read.push('\n'),
                't' => read.push('\t'),
                _ => return None,
            },
            c => read.push(c),
        }
    }
}

impl<'de> Deserializer<'de> for Placed<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Text(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            Value::Text(Cow::Owned(text)) => visitor.visit_string(text),
            Value::Whole(number) => visitor.visit_i64(number),
            Value::Flag(flag) => visitor.visit_bool(flag),
            Value::Texts(texts) => visitor.visit_seq(SeqDeserializer::new(texts.into_iter())),
            Value::Table(table) => visitor.visit_map(MapDeserializer::new(table.into_iter())),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        if is_spanned(name) {
            let at = self.at.clone();
            return visitor.visit_map(SpannedDeserializer::new(self, at));
        }
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, Error> for Placed<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Deserialize;
    use toml::Spanned;

    use super::*;

    /// Places count as well.
    #[derive(Debug, PartialEq, Deserialize)]
    struct Placed {
        name: Option<Spanned<String>>,
        events: Option<Vec<Spanned<String>>>,
        timeout: Option<Spanned<u32>>,
        hook: Option<toml::Table>,
        requires: Option<toml::Value>,
    }

    #[test]
    fn what_people_write_is_read_without_the_grammar() {
        let text = "# Mine\n[hook]\nname = \"a\"\ndescription = 'It\\'\nevents = [\"x\", 'y',] # both\r\npriority = -5\n\n[hook.action.shell]\ncommand = \"echo \\\"$(date)\\\" >> ~/log\"\n[hook.conditions]\nusers = []\non = true\n";
        let read: toml::Table = read(text).unwrap();
        assert_eq!(read, text.parse().unwrap());
        assert_eq!(
            read["hook"]["action"]["shell"]["command"].as_str(),
            Some("echo \"$(date)\" >> ~/log")
        );
    }

    fn lines() -> impl Strategy<Value = String> {
        let key = prop::sample::select(vec![
            "name", "events", "timeout", "requires", "hook", "a", "a-b", "\"a\"", "a.b", "", "1",
            "é", "name ",
        ]);
        let value = prop_oneof![
            8 => prop::sample::select(vec![
                "\"a\"", "'a'", "\"\"", "''", "\"a \\\"b\\\" \\\\ \\n\"", "\"\\u00e9\"", "\"é🧠\"", "\"a # b\"", "\"\"\"a\"\"\"",
                "'''a'''", "\"a", "'a", "[]", "[\"a\", 'b']", "[\"a\",]", "[ \"a\" , \"b\" ]", "[,]", "[\"a\" \"b\"]", "[1]",
                "[[\"a\"]]", "1", "-1", "+1", "-0", "01", "1_0", "0x1", "1.5", "999999999", "99999999999", "true", "false",
                "True", "2001-01-01", "{}", "{ a = \"b\" }", "", "inf", "[\"a\", # b", "\"a\\\"", "\"a\\\\\"", "\"a\"\"",
            ]).prop_map(String::from),
            1 => r##"[a-z0-9"'#\\\[\]{}=,. é_-]{0,10}"##,
        ];
        let end =
            prop::sample::select(vec!["", "", "", " ", " # c", "#c", "\r", "\t", " x", "\u{7f}"]);
        let pair = (key, value, any::<bool>(), end).prop_map(|(key, value, wide, end)| {
            format!("{key}{}{value}{end}", if wide { " = " } else { "=" })
        });
        let heading = prop::sample::select(vec![
            "[hook]",
            "[hook.a]",
            "[hook.a.b]",
            "[requires]",
            "[a]",
            "[a.b]",
            "[name]",
            "[[hook]]",
            "[ hook ]",
            "[hook",
            "[]",
            "[a..b]",
            "[\"a\"]",
            "[hook] # c",
            "[hook] x",
            "[hook.a]\r",
        ]);
        let line = prop_oneof![
            6 => pair,
            3 => heading.prop_map(String::from),
            1 => prop::sample::select(vec!["", "  ", "# c", "\r", "  # é", "x", "\t", "# \u{1}"]).prop_map(String::from),
        ];
        prop::collection::vec(line, 0..7).prop_map(|lines| lines.join("\n"))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn plain_lines_are_read_as_the_grammar_reads_them(text in lines()) {
            if let Some(table) = read::<toml::Table>(&text) {
                prop_assert_eq!(Ok(table), text.parse::<toml::Table>(), "{}", text);
            }
            if let Some(placed) = read::<Placed>(&text) {
                prop_assert_eq!(Ok(placed), toml::from_str(&text), "{}", text);
            }
        }
    }
}
