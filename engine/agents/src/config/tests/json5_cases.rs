use serde_json::{Value, json};

use super::super::{Edit, EditError, Refusal, Syntax, edit};
use super::path;

#[track_caller]
fn sets(before: &str, at: &str, value: Value, after: &str) {
    super::sets(Syntax::Json5, before, at, value, after);
}

#[track_caller]
fn unsets(before: &str, at: &str, after: &str) {
    super::unsets(Syntax::Json5, before, at, after);
}

#[test]
fn an_existing_value_changes_and_nothing_else() {
    sets(
        "// mine\n{\n  a: 'x', // first\n  /* off */ \"b\" : false /* why */ , // later\n}\n// end",
        "b",
        json!(true),
        "// mine\n{\n  a: 'x', // first\n  /* off */ \"b\" : true /* why */ , // later\n}\n// end",
    );
    sets("{a:0xFF}", "a", json!(255), "{a:0xFF}");
    sets("{a: 'it', b: 'x'}", "a", json!("it's \"so\""), "{a: 'it\\'s \"so\"', b: 'x'}");
    sets("{a: 1, a: 2}", "a", json!(3), "{a: 1, a: 3}");
    sets("{a: {x: 1}}", "a", json!("text"), "{a: \"text\"}");
    sets("{l: [1, /*two*/ 2]}", "l.1", json!(3), "{l: [1, /*two*/ 3]}");
}

#[test]
fn a_new_key_looks_like_its_neighbours() {
    sets("{\n\t'a': 'x'\n}", "b", json!("y"), "{\n\t'a': 'x',\n\t'b': 'y'\n}");
    sets(
        "{\r\n  a: 1, // note\r\n}\r\n",
        "b",
        json!(2),
        "{\r\n  a: 1, // note\r\n  b: 2,\r\n}\r\n",
    );
    sets(
        "{\n  \"a\": 1 // note\n  // last\n}\n",
        "b",
        json!(2),
        "{\n  \"a\": 1, // note\n  \"b\": 2\n  // last\n}\n",
    );
    sets("{ a: 1 }", "b", json!(2), "{ a: 1, b: 2 }");
    sets("{a:1,b:2}", "c", json!(3), "{a:1,b:2,c:3}");
    sets("{a: 1,}", "b", json!(2), "{a: 1, b: 2,}");
    sets("{\n  a: 1 }", "b", json!(2), "{\n  a: 1,\n  b: 2 }");
    sets("{\n  a: 1 /* x */ }", "b", json!(2), "{\n  a: 1, /* x */\n  b: 2 }");
    sets("{\n  a: 1\n  , // odd\n}", "b", json!(2), "{\n  a: 1\n  , // odd\n  b: 2,\n}");
    sets(
        "{\n  a: 1,\n}",
        "needs-quotes",
        json!([1, "x"]),
        "{\n  a: 1,\n  \"needs-quotes\": [1, \"x\"],\n}",
    );
    sets(
        "\u{feff}{\n    \"a\": 1\n}",
        "b",
        json!(null),
        "\u{feff}{\n    \"a\": 1,\n    \"b\": null\n}",
    );
}

#[test]
fn missing_parents_are_made_in_the_files_style_and_go_again() {
    sets(
        "{\n  // top\n  name: 'x',\n}\n",
        "hooks.internal.enabled",
        json!(true),
        "{\n  // top\n  name: 'x',\n  hooks: {\n    internal: {\n      enabled: true,\n    },\n  },\n}\n",
    );
    sets(
        "{\n    \"hooks\": {\n        \"internal\": {\n            \"enabled\": true\n        }\n    }\n}",
        "hooks.internal.entries.\"a.b\".env.TOKEN",
        json!("x"),
        "{\n    \"hooks\": {\n        \"internal\": {\n            \"enabled\": true,\n            \"entries\": {\n                \"a.b\": {\n                    \"env\": {\n                        \"TOKEN\": \"x\"\n                    }\n                }\n            }\n        }\n    }\n}",
    );
    sets("{}", "a.b", json!(1), "{\n  \"a\": {\n    \"b\": 1\n  }\n}");
    sets("{}\n", "a", json!(1), "{\n  \"a\": 1\n}\n");
}

#[test]
fn an_object_that_was_left_empty_stays() {
    for before in [
        "{\n  \"hooks\": {}\n}\n",
        "{\n  \"hooks\": { }\n}\n",
        "{\n  \"hooks\": {\n  }\n}\n",
        "{\n  \"hooks\": {\n\n  }\n}\n",
        "{\n  \"hooks\": {\n    // none yet\n  }\n}\n",
        "{\n  \"hooks\": { /* none */ }\n}\n",
        "{\n  \"hooks\": {/* none */}\n}\n",
        "{\n  \"hooks\": { // none\n  }\n}\n",
        "{\n}\n",
        "{ }",
        "{ // c\n}",
        "{\"hooks\":{}}",
        "// a\n{\r\n\t\"hooks\": {\r\n\t},\r\n}",
    ] {
        for at in ["hooks.x", "hooks.a.b.c", "x", "z.y"] {
            let now = edit(Syntax::Json5, before, &[super::set(at, json!("v"))]).unwrap();
            assert_eq!(
                edit(Syntax::Json5, &now, &[super::unset(at)]).unwrap(),
                before,
                "{at} in\n{now}"
            );
        }
    }
    sets("{\n  \"hooks\": {}\n}", "hooks.x", json!(1), "{\n  \"hooks\": { \"x\": 1 }\n}");
    sets(
        "{\n  hooks: {\n    // none yet\n  }\n}",
        "hooks.x",
        json!(1),
        "{\n  hooks: {\n    // none yet\n    x: 1\n  }\n}",
    );
}

#[test]
fn two_sets_are_taken_back_in_any_order() {
    let before = "{\n  a: 1\n}\n";
    let both =
        edit(Syntax::Json5, before, &[super::set("h.x", json!(1)), super::set("h.y", json!(2))])
            .unwrap();
    for order in [["h.x", "h.y"], ["h.y", "h.x"]] {
        let edits = order.map(super::unset);
        assert_eq!(edit(Syntax::Json5, &both, &edits).unwrap(), before);
    }
}

#[test]
fn an_empty_text_becomes_a_config() {
    let now = edit(Syntax::Json5, "", &[super::set("a", json!(1))]).unwrap();
    assert_eq!(now, "{\n  \"a\": 1\n}\n");
    unsets(&now, "a", "{}\n");
}

#[test]
fn a_removed_key_takes_its_line_and_leaves_comments() {
    unsets("{\n  a: 1,\n  b: 2,\n  c: 3\n}", "b", "{\n  a: 1,\n  c: 3\n}");
    unsets("{\n  a: 1,\n  b: 2\n}", "a", "{\n  b: 2\n}");
    unsets("{\n  a: 1,\n  b: 2\n}", "b", "{\n  a: 1\n}");
    unsets("{ a: 1, b: 2, c: 3 }", "b", "{ a: 1, c: 3 }");
    unsets("{ a: 1, b: 2, c: 3 }", "c", "{ a: 1, b: 2 }");
    unsets("{ a: 1, b: 2 }", "a", "{ b: 2 }");
    unsets(
        "{\n  // about a\n  a: 1, // a's\n  b: 2\n}",
        "a",
        "{\n  // about a\n  // a's\n  b: 2\n}",
    );
    unsets("{a: 1, b: 2, a: 3}", "a", "{b: 2}");
    unsets("{a: {b: 1}, c: 2}", "a.b", "{a: {}, c: 2}");
    unsets("{a: 1}", "x.y", "{a: 1}");
    unsets("{l: [1, 2, 3]}", "l.1", "{l: [1, 3]}");
}

#[test]
fn lists_grow_and_shrink_by_item() {
    let run = |text: &str, edit_: Edit| edit(Syntax::Json5, text, &[edit_]).unwrap();
    let append = |value| Edit::Append { path: path("l"), value };
    let remove = |value| Edit::RemoveItem { path: path("l"), value };
    assert_eq!(run("{l: [1]}", append(json!(2))), "{l: [1, 2]}");
    assert_eq!(run("{l: []}", append(json!("x"))), "{l: [\"x\"]}");
    assert_eq!(run("{a: 1}", append(json!("x"))), "{a: 1, l: [\"x\"]}");
    assert_eq!(run("{l: [\n  1, // one\n  ]}", append(json!(2))), "{l: [\n  1, // one\n  2,\n  ]}");
    assert_eq!(run("{l: ['a', 'b', 'a']}", remove(json!("a"))), "{l: ['b']}");
    assert_eq!(run("{l: ['a']}", remove(json!("a"))), "{l: []}");
}

#[test]
fn an_object_over_an_object_keeps_the_comments_between() {
    let before = "{\n  e: {\n    // on?\n    enabled: true, // yes\n    old: 1,\n  },\n}";
    let after =
        edit(Syntax::Json5, before, &[super::set("e", json!({"enabled": false, "new": 2}))])
            .unwrap();
    assert_eq!(after, "{\n  e: {\n    // on?\n    enabled: false, // yes\n    new: 2,\n  },\n}");
}

#[test]
fn includes_are_not_touched() {
    sets(
        "{\n  $include: './a.json5',\n}",
        "x",
        json!(1),
        "{\n  $include: './a.json5',\n  x: 1,\n}",
    );
}

#[test]
fn refuses_with_a_reason() {
    let run = |text: &str, at: &str| edit(Syntax::Json5, text, &[super::set(at, json!(1))]);
    let reason = |result| match result {
        Err(EditError::Refused { reason, .. }) => reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(reason(run("{a: 'x'}", "a.b")), Refusal::NotAContainer("a".into()));
    assert_eq!(reason(run("{a: []}", "a.5")), Refusal::NoItem("5".into()));
    let error = run("{\n  a: }", "a").unwrap_err();
    assert!(matches!(&error, EditError::Unparsable(at) if at.line == 2), "{error}");
}
