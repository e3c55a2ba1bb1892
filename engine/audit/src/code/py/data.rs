//! Functions and methods that make one text of others.

use super::Script;
use super::calls::Call;
use super::value::{Value, joined};
use crate::marks::{self, DECODED, UNKNOWN};
use crate::texts;

impl<'t> Script<'t> {
    pub(super) fn on_data(&mut self, call: &Call<'t>) -> Option<Value> {
        let name = call.name.as_str();
        let first = || call.argument(0).cloned().unwrap_or_default();
        if let Some(value) = decoded(call) {
            return Some(value);
        }
        Some(match name {
            "str" | "bytes" | "bytearray" | "json.dumps" | "json.loads" | "json.load"
            | "io.BytesIO" | "io.StringIO" | "memoryview" | "tuple" | "list" | "set" | "sorted"
            | "reversed" | "iter" | "enumerate" | "dict" | "copy.copy" | "copy.deepcopy"
                if call.positional.len() == 1 =>
            {
                let value = first();
                match name {
                    "enumerate" => {
                        Value::list(vec![Value::list(vec![Value::unknown(), value.item()])])
                    }
                    "json.load" | "io.BytesIO" | "io.StringIO" => {
                        Value::named(format!("{name}()")).with_texts(vec![value.taint()])
                    }
                    _ => Value {
                        name: if name == "dict" { value.name.clone() } else { String::new() },
                        ..value
                    },
                }
            }
            "map" | "filter" => {
                let list = call.argument(1).cloned().unwrap_or_default();
                if first().name == "chr" { Value::text(DECODED) } else { list }
            }
            "zip" | "itertools.chain" => {
                Value::list(vec![Value::list(call.positional.iter().map(Value::item).collect())])
            }
            // One word for a shell, whatever is in it; where it came from stays known.
            "shlex.quote" | "pipes.quote" => {
                let quoted = |text: &String| text.replace(UNKNOWN, "word");
                Value::texts(first().known().iter().map(quoted).collect())
            }
            _ if name.starts_with("hashlib.") || name.starts_with("hmac.") => {
                Value::named("hashlib()")
            }
            _ => return self.on_text(call),
        })
    }

    /// Methods of texts and lists.
    fn on_text(&mut self, call: &Call<'t>) -> Option<Value> {
        let object = &call.object;
        if object.texts.is_empty() && object.items.is_empty() {
            return None;
        }
        Some(match call.last() {
            "strip" | "lstrip" | "rstrip" | "encode" | "decode" | "lower" | "upper"
            | "expandtabs" | "copy" | "getvalue" | "getbuffer" | "communicate" | "text"
            | "content" | "splitlines" | "readlines" => object.clone(),
            "join" => {
                let list = call.argument(0).cloned().unwrap_or_default();
                let between = object.first();
                let mut texts = Vec::new();
                for (at, item) in list.items.iter().enumerate() {
                    texts = if at == 0 {
                        item.known()
                    } else {
                        joined(&texts, &item.known(), &between)
                    };
                }
                if texts.is_empty() {
                    texts = vec![marks::taint(&list.all())];
                }
                Value::texts(texts)
            }
            "format" => {
                let parts: Vec<String> = call.positional.iter().map(Value::first).collect();
                let fill = |format: &String| {
                    let mut parts = parts.iter();
                    let mut out = String::new();
                    let mut rest = format.as_str();
                    while let Some((before, after)) = rest.split_once('{') {
                        out.push_str(before);
                        let Some((_, after)) = after.split_once('}') else { break };
                        out.push_str(parts.next().map_or("\u{E001}", String::as_str));
                        rest = after;
                    }
                    out + rest
                };
                let mut texts: Vec<String> = object.known().iter().map(fill).collect();
                let left = marks::taint(&call.all());
                if marks::is_tainted(&left) {
                    texts.push(left);
                }
                Value::texts(texts)
            }
            "replace" => {
                let (from, to) =
                    (call.first_texts(), call.argument(1).map(Value::first).unwrap_or_default());
                let from = from.first().cloned().unwrap_or_default();
                if from.is_empty() || from.contains(UNKNOWN) || to.len() > 64 {
                    Value::text(object.taint())
                } else {
                    Value::texts(
                        object.known().iter().map(|text| text.replace(&from, &to)).collect(),
                    )
                }
            }
            "split" | "rsplit" | "partition" => Value::list(vec![Value::text(object.taint())]),
            "append" | "extend" | "update" | "add" | "insert" | "push" | "put" => {
                let handed: String = call.positional.iter().map(Value::all).collect();
                self.taints(call.written, &handed);
                if let (Some(list), Some(item)) =
                    (self.vars.get_mut(call.written), call.argument(0))
                    && list.items.len() < 64
                    && call.last() == "append"
                {
                    list.items.push(item.clone());
                }
                Value::unknown()
            }
            "items" => Value::list(vec![Value::list(vec![Value::unknown(), object.item()])]),
            "get" if !object.keys.is_empty() => {
                let key = call.first_texts();
                key.first().and_then(|key| object.at(key)).unwrap_or_else(Value::unknown)
            }
            _ => return None,
        })
    }
}

/// What comes out of base64, hex, zlib and their like.
fn decoded(call: &Call<'_>) -> Option<Value> {
    let name = call.name.as_str();
    let given = call.argument(0).map(Value::all).unwrap_or_default();
    let plain = |bytes: Option<Vec<u8>>| {
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
        let left = marks::taint(&given);
        let left = if marks::is_tainted(&left) { left } else { String::new() };
        // The mark alone first: a path or command in it is known all the same.
        let mut texts = vec![format!("{left}{DECODED}")];
        if !text.is_empty() {
            texts.push(text);
        }
        Some(Value::texts(texts))
    };
    match name {
        "base64.b64decode"
        | "base64.urlsafe_b64decode"
        | "base64.standard_b64decode"
        | "binascii.a2b_base64"
        | "base64.decodebytes" => plain(texts::from_base64(given.trim())),
        "bytes.fromhex" | "bytearray.fromhex" | "binascii.unhexlify" | "binascii.a2b_hex" => {
            plain(texts::from_hex(given.trim()))
        }
        "base64.b32decode" | "base64.b85decode" | "base64.a85decode" | "base64.b16decode"
        | "zlib.decompress" | "gzip.decompress" | "bz2.decompress" | "lzma.decompress"
        | "codecs.decode" | "chr" | "binascii.a2b_uu" => plain(None),
        _ => None,
    }
}
