use serde_json::{Value, json};

use super::super::{Edit, EditError, Refusal, Syntax, edit};
use super::path;

#[track_caller]
fn sets(before: &str, at: &str, value: Value, after: &str) {
    super::sets(Syntax::Toml, before, at, value, after);
}

#[track_caller]
fn unsets(before: &str, at: &str, after: &str) {
    super::unsets(Syntax::Toml, before, at, after);
}

#[test]
fn an_existing_value_changes_and_its_comment_stays() {
    sets("a = 1 # one\r\nb=2\r\n", "a", json!("x"), "a = \"x\" # one\r\nb=2\r\n");
    sets("[t]\n  a.b = [1,\n 2] # x\n", "t.a.b", json!([3]), "[t]\n  a.b = [3] # x\n");
    sets("t = { a = 1, b = { c = 2 } } # x", "t.b.c", json!(3), "t = { a = 1, b = { c = 3 } } # x");
    sets("a = 1 # keep", "a", json!(1), "a = 1 # keep");
}

#[test]
fn a_new_key_goes_below_its_neighbours() {
    sets("a = 1 # one\n\n[t]\nx = 1\n", "b", json!(2), "a = 1 # one\nb = 2\n\n[t]\nx = 1\n");
    sets(
        "[t]\n    x = 1 # x\n# end\n",
        "t.y",
        json!(true),
        "[t]\n    x = 1 # x\n    y = true\n# end\n",
    );
    sets("a = 1", "b", json!(2), "a = 1\nb = 2");
    sets("a = 1\r\n", "b", json!(2), "a = 1\r\nb = 2\r\n");
    sets("# only words\n", "b", json!(2), "# only words\nb = 2\n");
    sets("[t]\nx = 1\n", "a", json!(2), "a = 2\n[t]\nx = 1\n");
    sets("t = { a = 1 }\n", "t.b", json!("x"), "t = { a = 1, b = \"x\" }\n");
    sets("t = {}\n", "t.b", json!(1), "t = {b = 1}\n");
    sets("t = { }\n", "t.b.c", json!(1), "t = {b = { c = 1 } }\n");
    sets("a.b = 1\n", "a.c", json!(2), "a.b = 1\na.c = 2\n");
    sets("[t]\na.b.c = 1\n", "t.a.b.d", json!(2), "[t]\na.b.c = 1\na.b.d = 2\n");
    sets("", "a", json!(1), "a = 1\n");
}

#[test]
fn missing_parents_are_block_tables_and_go_again() {
    sets("", "hooks.enabled", json!(false), "[hooks]\nenabled = false\n");
    sets("a = 1\n", "hooks.x.enabled", json!(false), "a = 1\n\n[hooks.x]\nenabled = false\n");
    sets("a = 1", "hooks.enabled", json!(false), "a = 1\n\n[hooks]\nenabled = false");
    sets(
        "[hooks]\r\na = 1 # x\r\n\r\n[other]\r\nb = 1\r\n",
        "hooks.\"a.b\".on",
        json!(true),
        "[hooks]\r\na = 1 # x\r\n\r\n[hooks.\"a.b\"]\r\non = true\r\n\r\n[other]\r\nb = 1\r\n",
    );
    sets("[a.b]\nx = 1\n", "a.y", json!(2), "[a.b]\nx = 1\n\n[a]\ny = 2\n");
    sets("[t]\nx = 1\n\n\n", "u.y", json!(2), "[t]\nx = 1\n\n\n\n[u]\ny = 2\n");
}

#[test]
fn a_table_that_was_left_empty_stays() {
    for before in [
        "[hooks]\n",
        "a = 1\n\n[hooks]\n",
        "[hooks]",
        "a = 1\n\n[hooks] # c\n\n[z]\nb = 1\n",
        "h = {}\n\n[hooks]\r\n",
    ] {
        for at in ["hooks.x", "hooks.y.z", "z.q", "q"] {
            let now = edit(Syntax::Toml, before, &[super::set(at, json!("v"))]).unwrap();
            assert_eq!(
                edit(Syntax::Toml, &now, &[super::unset(at)]).unwrap(),
                before,
                "{at} in\n{now}"
            );
        }
    }
}

#[test]
fn one_of_many_tables_is_found_by_its_name() {
    let before = "[[hooks]]\nname = \"a\"\n\n[[hooks]] # second\nname = \"b\"\ncommand = \"x\"\n\n[[hooks]]\nname = \"c\"\n";
    sets(
        before,
        "hooks[name=b].env.KEY",
        json!("v"),
        "[[hooks]]\nname = \"a\"\n\n[[hooks]] # second\nname = \"b\"\ncommand = \"x\"\n\n[hooks.env]\nKEY = \"v\"\n\n[[hooks]]\nname = \"c\"\n",
    );
    unsets(before, "hooks[name=b]", "[[hooks]]\nname = \"a\"\n\n[[hooks]]\nname = \"c\"\n");
    let append =
        Edit::Append { path: path("hooks"), value: json!({"name": "d", "env": {"A": "1"}}) };
    let now = edit(Syntax::Toml, before, std::slice::from_ref(&append)).unwrap();
    assert_eq!(now, format!("{before}\n[[hooks]]\nname = \"d\"\n\n[hooks.env]\nA = \"1\"\n"));
    unsets(&now, "hooks.3", before);
    let now = edit(Syntax::Toml, "a = 1\n", &[append]).unwrap();
    assert_eq!(now, "a = 1\n\n[[hooks]]\nname = \"d\"\n\n[hooks.env]\nA = \"1\"\n");
}

#[test]
fn a_removed_key_takes_its_line_and_leaves_comments() {
    unsets("a = 1\nb = 2\nc = 3\n", "b", "a = 1\nc = 3\n");
    unsets("# about a\na = 1 # a's\nb = 2\n", "a", "# about a\n# a's\nb = 2\n");
    unsets("a = 1\n\n[t]\n# x\nx = 1\n\n[t.u]\ny = 1\n\n# z\n[z]\n", "t", "a = 1\n\n# z\n[z]\n");
    unsets("t = { a = 1, b = 2 }", "t.a", "t = { b = 2 }");
    unsets("l = [\n  1, # one\n  2,\n]\n", "l.1", "l = [\n  1, # one\n]\n");
    unsets("a.b = 1\na.c = 2\n", "a.b", "a.c = 2\n");
}

#[test]
fn refuses_with_a_reason() {
    let run = |text: &str, at: &str, value| edit(Syntax::Toml, text, &[super::set(at, value)]);
    let reason = |result| match result {
        Err(EditError::Refused { reason, .. }) => reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(reason(run("", "a", json!(null))), Refusal::NoNull);
    assert_eq!(reason(run("a = 1", "a.b", json!(1))), Refusal::NotAContainer("a".into()));
    assert_eq!(reason(run("", "a", json!(u64::MAX))), Refusal::NumberTooLarge);
    let error = run("ok = 1\nñ = 1\n", "a", json!(1)).unwrap_err();
    assert!(matches!(&error, EditError::Unparsable(at) if at.line == 2), "{error}");
}
