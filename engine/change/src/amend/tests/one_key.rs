//! One key at a time, in a text with a comment on each line: no byte changes but the value, or what said it.

use super::*;

impl Home {
    pub(super) fn said(&self, id: &str) -> Said {
        let inventory = self.scan(id);
        let (_, candidate) = inventory.find(id).unwrap();
        said(candidate.manifest.as_ref().unwrap())
    }
}

/// A text with a value for every key, and how each is written there.
type Full = (&'static str, &'static str, &'static str, &'static [(&'static str, &'static str)]);

const ALL: [Full; 7] = [
    (
        POST.0,
        POST.1,
        r##"# a
[hook] # b
name = "post" # c
description = "Posts" # d
event = "before_tool_call" # e
priority = 3 # f
version = "1.0" # v
# g

[hook.action.http] # h
url = 'https://example.com/a' # i
method = "POST" # j
body = "B" # k
timeout_secs = 7 # l
# m
[hook.action.http.headers] # n
X-Any = "any" # o

[hook.conditions] # p
channels = ["telegram"] # q
users = ["ana"] # r
pattern = 'dep' # s

[ana] # t
x = 1 # u
"##,
        &[
            ("description", "\"Posts\""),
            ("event", "\"before_tool_call\""),
            ("priority", "3"),
            ("version", "\"1.0\""),
            ("url", "'https://example.com/a'"),
            ("method", "\"POST\""),
            ("body", "\"B\""),
            ("timeout", "7"),
            ("header.X-Any", "\"any\""),
            ("channel", "[\"telegram\"]"),
            ("user", "[\"ana\"]"),
            ("pattern", "'dep'"),
        ],
    ),
    (
        POST.0,
        POST.1,
        r##"# a
[hook] # b
name = "post" # c
event = "before_prompt_build" # e

[hook.action.prompt_inject] # h
content = "Be short." # i
position = "append" # j
"##,
        &[("content", "\"Be short.\""), ("position", "\"append\"")],
    ),
    (
        POST.0,
        POST.1,
        r##"# a
[hook] # b
name = "post" # c
event = "on_session_start" # e

[hook.action.shell] # h
command = "true" # i
workdir = "/tmp" # j
timeout_secs = 7 # k
"##,
        &[("command", "\"true\""), ("workdir", "\"/tmp\""), ("timeout", "7")],
    ),
    (
        GUARD.0,
        GUARD.1,
        r##"+++
# a
name = "guard" # b
description = "Guards" # c
emoji = "G" # d
homepage = "https://example.com/a" # e
events = ["BeforeToolCall"] # f
command = './handler.sh' # g
timeout = 7 # h
priority = 3 # i
version = "1.0" # v
# j

[requires] # k
bins = ["jq"] # l
any_bins = ["sh"] # m
env = ["A_TOKEN"] # n
config = ["a.b"] # o
os = ["linux"] # p

[env] # q
SOME_NAME = "some" # r

[keys.A_TOKEN] # s
for = "Reads" # t
get = "https://example.com" # u
rights = "all" # w
+++

# Guard
"##,
        &[
            ("description", "\"Guards\""),
            ("emoji", "\"G\""),
            ("homepage", "\"https://example.com/a\""),
            ("events", "[\"BeforeToolCall\"]"),
            ("command", "'./handler.sh'"),
            ("timeout", "7"),
            ("priority", "3"),
            ("bins", "[\"jq\"]"),
            ("any_bins", "[\"sh\"]"),
            ("env", "[\"A_TOKEN\"]"),
            ("config", "[\"a.b\"]"),
            ("os", "[\"linux\"]"),
            ("env.SOME_NAME", "\"some\""),
            ("version", "\"1.0\""),
            ("keys.A_TOKEN.for", "\"Reads\""),
            ("keys.A_TOKEN.get", "\"https://example.com\""),
            ("keys.A_TOKEN.rights", "\"all\""),
        ],
    ),
    (
        AUDIT.0,
        AUDIT.1,
        r##"# a
[server] # b
port = 1 # c

[[hooks]] # d
name = "audit" # e
description = "Audits" # f
events = ["Command"] # g
command = './a.sh' # h
timeout = 7 # i
priority = 3 # j

[hooks.requires] # k
bins = ["jq"] # l
env = ["A_TOKEN"] # m

[hooks.env] # n
SOME_NAME = "some" # o

[[hooks]] # p
name = "other" # q
command = "true"
events = ["Command"] # r
"##,
        &[
            ("description", "\"Audits\""),
            ("events", "[\"Command\"]"),
            ("command", "'./a.sh'"),
            ("timeout", "7"),
            ("priority", "3"),
            ("bins", "[\"jq\"]"),
            ("env", "[\"A_TOKEN\"]"),
            ("env.SOME_NAME", "\"some\""),
        ],
    ),
    (
        GREETER.0,
        GREETER.1,
        r##"---
# a
name: greeter # b
description: Greets # c
homepage: https://example.com/a # d
license: MIT # e
version: 1.0.0 # v
metadata: # f
  # g
  milady: # h
    emoji: G # i
    events: [command:new] # j
    export: run # k
    always: false # x
    hookKey: greet # y
    requires: # l
      bins: [jq] # m
      env: [A_TOKEN] # n
    os: [linux] # o
    keys: # s
      A_TOKEN: # t
        for: Reads # u
        rights: all # w
# p
---

# Greeter
"##,
        &[
            ("description", "Greets"),
            ("homepage", "https://example.com/a"),
            ("emoji", "G"),
            ("events", "[command:new]"),
            ("export", "run"),
            ("always", "false"),
            ("hook_key", "greet"),
            ("bins", "[jq]"),
            ("env", "[A_TOKEN]"),
            ("os", "[linux]"),
            ("version", "1.0.0"),
            ("keys.A_TOKEN.for", "Reads"),
            ("keys.A_TOKEN.rights", "all"),
        ],
    ),
    (
        GREETER.0,
        GREETER.1,
        r##"---
# a
name: greeter # b
description: Greets # c
metadata: {"milady": {"emoji": "G", "events":["command:new"], "export" : "run", "always": false,  "hookKey": "greet", "requires": {"bins": ["jq"], "anyBins": ["sh"],"env": ["A_TOKEN"], "config": ["a.b"]}, "os": ["linux"], "x": 1}} # d
# e
---

# Greeter
"##,
        &[
            ("description", "Greets"),
            ("emoji", "\"G\""),
            ("events", "[\"command:new\"]"),
            ("export", "\"run\""),
            ("always", "false"),
            ("hook_key", "\"greet\""),
            ("bins", "[\"jq\"]"),
            ("any_bins", "[\"sh\"]"),
            ("env", "[\"A_TOKEN\"]"),
            ("config", "[\"a.b\"]"),
            ("os", "[\"linux\"]"),
        ],
    ),
];

/// What is before a value and what is after it: it has a comment behind it, or is nowhere else.
fn around<'a>(text: &'a str, written: &str) -> (&'a str, &'a str) {
    let commented = text.find(&format!("{written} #"));
    let at = commented.or_else(|| text.find(written)).unwrap();
    assert!(commented.is_some() || text.matches(written).count() == 1, "{written}");
    (&text[..at], &text[at + written.len()..])
}

/// A hook needs them.
const NEEDED: [&str; 5] = ["event", "events", "command", "url", "content"];

/// The one piece of a text that another lacks.
fn taken<'a>(before: &'a str, after: &str) -> Option<&'a str> {
    let same = before.bytes().zip(after.bytes()).take_while(|(one, other)| one == other).count();
    let tail = before.strip_suffix(&after[same..])?;
    Some(&tail[same..])
}

/// Another value of that key.
fn another(id: &str, key: &str, text: &str, list: &[String], number: u32) -> Value {
    match key {
        "event" => json!(["on_session_end"]),
        "url" | "homepage" | "keys.A_TOKEN.get" => json!("https://example.com/?q=1#b"),
        "method" => json!("PUT"),
        "position" => json!("prepend"),
        "pattern" => json!(regex::escape(text)),
        "priority" | "timeout" => json!(number),
        "always" => json!(true),
        "os" => json!(["darwin", "linux"]),
        "config" => json!(["a.b", "c.d"]),
        "env" => json!(["A_TOKEN", "B_TOKEN"]),
        "events" if id == GREETER.0 => json!(["session:start", "command"]),
        "events" => json!(["MessageSending", "Command"]),
        "export" | "emoji" | "hook_key" => json!("other"),
        "channel" | "user" | "bins" | "any_bins" => json!(list),
        _ => json!(format!("{text}x")),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn no_byte_changes_but_the_value(
        text in value(), list in prop::collection::vec("[!-~ä]{1,10}", 1..4), number in 8u32..86_400,
    ) {
        for (id, file, before, keys) in ALL {
            let home = Home::new();
            home.change(file, before);
            for (key, written) in keys {
                let (head, tail) = around(before, written);
                home.edit(id, &[(key, Some(another(id, key, &text, &list, number)))]);
                let after = home.read(file);
                let rest = after.strip_prefix(head);
                let inside = rest.and_then(|rest| rest.strip_suffix(tail));
                prop_assert!(inside.is_some_and(|it| it != *written), "{key}: {after}");
                apply::undo(&home.machine, None).unwrap();
                prop_assert_eq!(home.read(file), before);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn what_is_taken_away_is_gone_and_nothing_else(
        text in value(), list in prop::collection::vec("[!-~ä]{1,10}", 1..4), number in 8u32..86_400,
    ) {
        for (id, file, before, keys) in ALL {
            let home = Home::new();
            home.change(file, before);
            let whole = home.said(id);
            for (key, written) in keys {
                let named = Key::named(key).unwrap();
                if NEEDED.contains(key) {
                    prop_assert!(home.plan(id, &[(key, None)]).is_err(), "{key}");
                    continue;
                }
                // Whatever is in its place by then.
                home.edit(id, &[(key, Some(another(id, key, &text, &list, number)))]);
                home.edit(id, &[(key, None)]);
                let after = home.read(file);
                let gone = taken(before, &after);
                prop_assert!(gone.is_some_and(|it| it.contains(written)), "{key}: {after}");
                let mut rest = whole.clone();
                rest.retain(|(known, _)| *known != named);
                // One that says `always: false` says nothing.
                prop_assert!(rest.len() < whole.len() || *key == "always", "{key}");
                let mut left = home.said(id);
                // Of a text for the prompt it is said where that goes, even where its manifest does not.
                left.retain(|(known, value)| *known != named || *value != json!("prepend"));
                prop_assert_eq!(left, rest, "{}", key);
                apply::undo(&home.machine, None).unwrap();
                apply::undo(&home.machine, None).unwrap();
                prop_assert_eq!(home.read(file), before);
            }
        }
    }
}
