use std::path::Path;

use serde_json::json;

use super::super::{Config, Syntax, read};

/// Text for a test's own folder.
#[expect(clippy::disallowed_methods, reason = "a test may write half a file")]
fn put(folder: &Path, name: &str, text: impl AsRef<[u8]>) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn read_json5(folder: &Path) -> Config {
    read(&folder.join("c.json"), Syntax::Json5, folder)
}

#[test]
fn no_file_is_an_empty_config() {
    let folder = tempfile::tempdir().unwrap();
    let config = read_json5(folder.path());
    assert_eq!((config.text, config.value, config.problems.len()), (None, json!({}), 0));
    assert!(!config.unparsable);
}

#[test]
fn a_config_that_does_not_parse_says_where_and_is_never_edited() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "c.json", "{\n  ä: 'x' y: 1\n}");
    let config = read_json5(folder.path());
    assert!(config.unparsable && config.value == json!({}));
    assert_eq!((config.problems[0].line, config.problems[0].column), (Some(2), Some(10)));
    assert!(config.edit(&[super::set("a", json!(1))]).is_err());

    put(folder.path(), "c.toml", "ok = 1\nü = 2\n");
    let config = read(&folder.path().join("c.toml"), Syntax::Toml, folder.path());
    assert_eq!((config.problems[0].line, config.problems[0].column), (Some(2), Some(1)));
}

#[test]
fn odd_files_are_problems_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = |name: &str| {
        let config = read(&folder.path().join(name), Syntax::Json5, folder.path());
        assert!(config.unparsable, "{name}");
        config.problems[0].message.clone()
    };
    put(folder.path(), "large", vec![b' '; 8 * 1024 * 1024 + 1]);
    assert!(wrong("large").contains("larger"));
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    assert!(wrong("folder").contains("is a folder"));
    put(folder.path(), "list", "[1]");
    assert!(wrong("list").contains("object"));
    put(folder.path(), "deep", "{a:".repeat(10_000));
    assert!(wrong("deep").contains("deep"));
}

/// Agents that are scripts read on past what is not a letter, and ask of a link whether its target is there. A file that is
/// read in another way than it is written is not changed.
#[test]
fn what_agents_pass_over_in_a_file_is_told_and_keeps_it_from_being_changed() {
    let folder = tempfile::tempdir().unwrap();
    let passed = |name: &str, syntax| {
        let config = read(&folder.path().join(name), syntax, folder.path());
        assert!(config.edit(&[super::set("a", json!(1))]).is_err());
        assert!(!config.is_editable());
        (config.value.clone(), config.passed_over.map(|it| it.message), config.unparsable)
    };
    put(folder.path(), "latin", b"{a: '\xe4'}");
    let (value, told, unparsable) = passed("latin", Syntax::Json5);
    assert!(!unparsable && told.unwrap().contains("UTF-8"));
    assert_eq!(value, json!({"a": "\u{fffd}"}));
    assert_eq!(passed("latin", Syntax::Toml), (json!({}), None, true));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nowhere", folder.path().join("dangling")).unwrap();
        let (value, told, unparsable) = passed("dangling", Syntax::Json5);
        assert!(!unparsable && told.unwrap().contains("does not exist"));
        assert_eq!(value, json!({}));
        assert_eq!(passed("dangling", Syntax::Toml), (json!({}), None, true));
    }
}

#[test]
fn includes_merge_under_the_file_that_includes_them() {
    let folder = tempfile::tempdir().unwrap();
    put(
        folder.path(),
        "c.json",
        "{$include: ['a.json5', 'sub/b.json5'], x: {own: 1}, l: [3], s: 'root', sub: {$include: './sub/c.json5'}}",
    );
    put(folder.path(), "a.json5", "{x: {a: 1, own: 0}, l: [1], s: 'a', n: 1}");
    put(folder.path(), "sub/b.json5", "{$include: 'c.json5', l: [2], n: 2}");
    put(folder.path(), "sub/c.json5", "{deep: true}");
    let config = read_json5(folder.path());
    assert_eq!(config.problems, []);
    assert_eq!(
        config.value,
        json!({"x": {"a": 1, "own": 1}, "l": [1, 2, 3], "s": "root", "n": 2, "deep": true, "sub": {"deep": true}})
    );
    assert_eq!(config.root["l"], json!([3]));
    assert_eq!(config.includes.len(), 3);
}

#[test]
fn what_is_included_is_what_the_file_holds_whatever_that_is() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "list.json", "['a', 'b']");
    put(folder.path(), "more.json", "['c']");
    put(folder.path(), "on.json", "true");
    put(
        folder.path(),
        "c.json",
        "{l: {$include: 'list.json'}, m: {$include: ['list.json', 'nowhere/../more.json']}, on: {$include: 'on.json'}, none: {$include: []}}",
    );
    let config = read_json5(folder.path());
    assert_eq!(config.problems, []);
    assert_eq!(
        config.value,
        json!({"l": ["a", "b"], "m": ["a", "b", "c"], "on": true, "none": {}})
    );
}

#[test]
fn a_refused_include_leaves_only_what_the_root_says() {
    let outside = tempfile::tempdir().unwrap();
    put(outside.path(), "secret.json5", "{stolen: 1}");
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "good.json5", "{good: 1}");
    put(folder.path(), "loop.json5", "{$include: 'c.json'}");
    put(folder.path(), "broken.json5", "{\n a: }");
    put(folder.path(), "blank.json5", " \n");
    put(folder.path(), "on.json5", "true");
    put(folder.path(), "twice.json5", "{a: 1}");
    std::fs::hard_link(folder.path().join("twice.json5"), folder.path().join("other")).unwrap();
    put(folder.path(), "large.json5", format!("{{a: '{}'}}", "x".repeat(2 * 1024 * 1024)));
    for at in 0..12 {
        put(folder.path(), &format!("d{at}.json5"), format!("{{$include: 'd{}.json5'}}", at + 1));
    }
    put(folder.path(), "d12.json5", "{}");
    #[cfg(unix)]
    std::os::unix::fs::symlink(
        outside.path().join("secret.json5"),
        folder.path().join("link.json5"),
    )
    .unwrap();
    let away = outside.path().join("secret.json5");
    for (name, word) in [
        (away.to_str().unwrap(), "outside"),
        ("missing.json5", "cannot be read"),
        ("loop.json5", "is a loop"),
        ("broken.json5", "Not JSON5"),
        ("d0.json5", "10 deep"),
        ("blank.json5", "Not JSON5"),
        #[cfg(unix)]
        ("twice.json5", "hard link"),
        ("large.json5", "larger"),
        #[cfg(unix)]
        ("link.json5", "outside"),
    ] {
        put(folder.path(), "c.json", format!("{{$include: ['good.json5', '{name}'], own: 1}}"));
        let config = read_json5(folder.path());
        assert_eq!(config.value, json!({"own": 1}), "{name}");
        assert!(config.problems[0].message.contains(word), "{:?}", config.problems);
        assert!(!config.unparsable);
    }
    put(folder.path(), "c.json", "{$include: 'on.json5', own: 1}");
    let config = read_json5(folder.path());
    assert_eq!(config.value, json!({"own": 1}));
    assert!(config.problems[0].message.contains("has to be an object"), "{:?}", config.problems);
}
