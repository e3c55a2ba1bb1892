use super::super::{Syntax, diff, diff_yaml, redact, unified};

#[test]
fn secrets_are_hidden_wherever_they_stand() {
    let text = "{\n  env: { A: 'one', list: ['two'] },\n  x: { apiKey: 'three', OPENAI_API_KEY: 'four', authToken: 'five' },\n  hookKey: 'shown', key: 6,\n  // \"token\": 'seven',\n  /* was:\n  secret: 'eight'\n  */\n  maxTokensPerDay: 1000,\n}";
    let hidden = redact(Syntax::Json5, text);
    for secret in ["one", "two", "three", "four", "five", "6", "seven", "eight"] {
        assert!(!hidden.contains(secret), "{secret} in {hidden}");
    }
    assert!(hidden.contains("'shown'") && hidden.contains("1000"));

    let text = "[[hooks]]\nname = \"shown\"\nenv = { A = \"one\" }\n[hooks.env]\n[t]\napi_key = \"two\" # c\n# secret = \"three\"\n";
    let text = text.replace("[hooks.env]\n", "");
    let hidden = redact(Syntax::Toml, &text);
    for secret in ["one", "two", "three"] {
        assert!(!hidden.contains(secret), "{secret} in {hidden}");
    }
    assert!(hidden.contains("shown") && hidden.contains("# c"));
}

/// Where a value ends is not sure in it, so of those only what a manifest tells everybody is shown.
#[test]
fn a_text_that_does_not_parse_shows_what_a_manifest_tells_and_no_secret() {
    for (syntax, text) in [
        (
            Syntax::Json5,
            "{\"name\": \"greeter\", \"events\": [\"command:new\", \"gateway:startup\"], \"env\": {\"X\": \"hunter22\", \"name\": \"hunter22\"}, \"token\": \"hunter22\", \"os\": [\"linux\"]",
        ),
        (
            Syntax::Json5,
            "{\n  name: 'greeter',\n  events: ['command:new',\n    'gateway:startup']\n  env: { X: 'hunter22', B: hunter22 },\n  headers: { title: \"hunter22\" }, // token: hunter22\n  os: ['linux'],\n}}\n",
        ),
        (
            Syntax::Json5,
            "{ name: 'greeter', events: ['command:new', 'gateway:startup'], token 'hunter22', os: ['linux'] }",
        ),
        (
            Syntax::Json5,
            "{ name: 'greeter', events: ['command:new', 'gateway:startup'], os: ['linux'], token: 'hunter22",
        ),
        (
            Syntax::Toml,
            "name = \"greeter\"\nevents = [\"command:new\", \"gateway:startup\"\nos = [\"linux\"]\n[env]\nX = \"hunter22\"\nname = hunter22\n# hunter22\n[hook.action.http.headers]\ntitle = 'hunter22'\n",
        ),
    ] {
        let shown = redact(syntax, text);
        for told in ["greeter", "command:new", "gateway:startup", "linux"] {
            assert!(shown.contains(told), "{told} is not in {shown}");
        }
        assert!(!shown.contains("hunter22"), "{shown}");
    }
    assert!(!redact(Syntax::Json5, "{token: 'abc'").contains("abc"));
    assert!(!redact(Syntax::Toml, "token = abc").contains("abc"));
}

/// When a hook runs is told beside a change also where it is in one line with the rest.
#[test]
fn the_events_of_a_manifest_stay_beside_a_change_in_every_format() {
    let metadata = "{\"milady\":{\"events\":[\"command:new\",\"gateway:startup\"],\"x\":\"rose\",\"requires\":{\"bins\":[\"jq\"],\"list\":[\"rose\"]}}}";
    let yaml = format!("---\nname: x\ndescription: Says: hi\nmetadata: {metadata}\n---\n");
    let shown = diff_yaml(&yaml, &yaml.replace("Says: hi", "\"Says: hi\""));
    let events = "\"events\":[\"command:new\",\"gateway:startup\"]";
    assert!(shown.contains(events) && shown.contains("\"bins\":[\"jq\"]"), "{shown}");
    assert!(!shown.contains("rose"), "{shown}");
    let yaml = "---\nname: x\nevents:\n  - session:end\non: true\nother:\n  - rose\n---\n";
    let shown = diff_yaml(yaml, &yaml.replace("true", "false"));
    assert!(shown.contains(" - session:end\n") && !shown.contains("rose"), "{shown}");
    let json = "{\n  \"events\": [\n    \"command:new\"\n  ],\n  \"list\": [\"rose\"], \"os\": [\"linux\"], \"on\": true\n}\n";
    let shown = diff(Syntax::Json5, json, &json.replace("[\"rose\"]", "[]"));
    assert!(shown.contains("     \"command:new\"\n"), "{shown}");
    let shown = diff(Syntax::Json5, json, &json.replace("{\n", "{\n\n"));
    assert!(!shown.contains("rose"), "{shown}");
}

#[test]
fn a_changed_secret_is_a_changed_line() {
    let before = "{\n  on: true,\n  env: {\n    A: 'one',\n    B: 'same',\n  },\n}\n";
    let shown = diff(Syntax::Json5, before, &before.replace("one", "two"));
    assert!(shown.contains("-    A: \"••••••\",\n+    A: \"•••••• (changed)\",\n"), "{shown}");
    assert!(shown.contains("\n     B: \"••••••\",\n"), "{shown}");
    assert!(!shown.contains("one") && !shown.contains("two"));
    assert_eq!(diff(Syntax::Json5, before, before), "");
}

/// No name tells that these are secrets, and no looks: they go because nothing of theirs was changed.
#[test]
fn a_line_beside_a_change_shows_no_value_in_any_format() {
    let values = ["tulip-harbour", "Tr0ub4dor", "4711081", "plain-word", "in-a-list", "in-a-map"];
    let json = "{\n  \"a\": \"tulip-harbour\",\n  \"b\": [\"in-a-list\"], \"c\": {\"d\": \"in-a-map\"},\n  \"e\": 4711081,\n  \"on\": true,\n  \"f\": \"Tr0ub4dor\", \"g\": \"plain-word\"\n}\n";
    let toml = "a = \"tulip-harbour\"\nb = [\"in-a-list\"]\nc = { d = \"in-a-map\" }\non = true\ne = 4711081\nf = 'Tr0ub4dor'\ng = \"plain-word\"\n";
    let yaml = "---\na: tulip-harbour\nb: [in-a-list, \"Tr0ub4dor\"]\nc: { d: in-a-map }\non: true\ne: 4711081\nf:\n  - plain-word\n---\n";
    let shown = [
        diff(Syntax::Json5, json, &json.replace("true", "false")),
        diff(Syntax::Toml, toml, &toml.replace("true", "false")),
        diff_yaml(yaml, &yaml.replace("true", "false")),
    ];
    for shown in shown {
        for value in values {
            assert!(!shown.contains(value), "{value} in {shown}");
        }
        for name in ["a", "b", "c", "d", "e"] {
            assert!(shown.contains(name), "{name} in {shown}");
        }
        assert!(shown.contains("\n-") && shown.contains("\n+"), "{shown}");
    }
}

/// A sentence is what tells a person where they are.
#[test]
fn a_line_of_words_beside_a_change_stays() {
    let before = "---\nname: x\ndescription: Keeps what's said, and doesn't ask\nenabled: true\n---\nIt's the user's own.\nSee: the list\n";
    let shown = diff_yaml(before, &before.replace("true", "false"));
    assert!(
        shown.contains("\n name: x\n description: Keeps what's said, and doesn't ask\n"),
        "{shown}"
    );
    assert!(shown.contains("\n It's the user's own.\n See: the list\n"), "{shown}");
    assert!(shown.contains("-enabled: true\n+enabled: false\n"), "{shown}");
}

/// When a hook runs is not a secret; what is beside that on the same line may be one.
#[test]
fn what_a_manifest_tells_everybody_stays_beside_a_change() {
    let toml = "[hook]\nname = \"x\"\nevent = \"before_tool_call\"\npriority = 100\n[hook.conditions]\nchannels = [\"telegram\", \"tulip\"]\ntoken = \"rose\"\nenabled = true\nname2 = \"rose\"\nname = \"x\" # rose1234\nlist = [\"rose\"]\n";
    let shown = diff(Syntax::Toml, toml, &toml.replace("true", "false"));
    for told in ["channels = [\"telegram\", \"tulip\"]", "-enabled = true"] {
        assert!(shown.contains(told), "{told}: {shown}");
    }
    assert!(!shown.contains("\"rose\""), "{shown}");
    let all = toml.replace("enabled = true\n", "");
    let shown = diff(Syntax::Toml, &all, &all.replace("100", "101"));
    for told in ["name = \"x\"\n", "event = \"before_tool_call\"", "channels = [\"telegram\""] {
        assert!(shown.contains(told), "{told}: {shown}");
    }
    let json = "{\n  name: 'x', token: 'rose',\n  a: 1,\n}\n";
    let shown = diff(Syntax::Json5, json, &json.replace("a: 1", "a: 2"));
    assert!(!shown.contains("rose"), "{shown}");
}

/// Each of these was once shown in the diff of another setting.
#[test]
fn what_is_named_or_looks_like_a_secret_is_hidden() {
    let names = "signingKey encryptionKey masterKey sshKey openaiKey OPENAI_KEY secretKey licenseKey deployKey dsn databaseUrl connectionString pat jwt bearer cookie pwd dbPass pin otp mnemonic seedPhrase recoveryCode hmac";
    for name in names.split(' ') {
        let shown = redact(Syntax::Json5, &format!("{{ {name}: 'tulip' }}"));
        assert!(!shown.contains("tulip"), "{name}: {shown}");
        let shown = redact(Syntax::Toml, &format!("{name} = \"tulip\"\n"));
        assert!(!shown.contains("tulip"), "{name}: {shown}");
    }
    let values = [
        "https://me:tulip@proxy.example:8080",
        "postgres://me:tulip@db.example/x",
        "ghp_tulip0123456789abcdefghijklmnopqrstuv",
        "sk-tulip0123456789abcdefghijklmnop",
        "xoxb-tulip-0123456789-abcdefghij",
    ];
    for value in values {
        let shown = redact(Syntax::Json5, &format!("{{ plain: '{value}' }}"));
        assert!(!shown.contains("tulip"), "{value}: {shown}");
    }
}

/// Whoever has such an address may post to it, so it is a key wherever it is.
#[test]
fn an_address_that_is_a_key_is_hidden_in_every_kind_of_text() {
    let key = "https://hooks.slack.com/services/T01/B02/tulip";
    let json5 = format!("{{\n  // to: '{key}'\n  list: ['{key}'],\n}}\n");
    let toml = format!("# to = \"{key}\"\n# see {key}\nlist = [\"{key}\"]\n");
    for shown in [redact(Syntax::Json5, &json5), redact(Syntax::Toml, &toml)] {
        assert!(!shown.contains("tulip"), "{shown}");
    }
    let yaml = format!("---\nto: x\nlist:\n  - {key}\n---\nSee {key}, and go.\n");
    let shown = diff_yaml("---\nto: x\n---\n", &yaml);
    assert!(!shown.contains("tulip") && shown.contains(", and go.\n"), "{shown}");
    let plain =
        "{\n  // See https://example.com/hooks/deploy first.\n  a: 'https://example.com',\n}\n";
    assert_eq!(redact(Syntax::Json5, plain), plain);
}

#[test]
fn that_a_last_line_has_no_end_is_said_only_where_it_is_all_that_changes() {
    let shown = unified("{\n  a: 1\n}", "{\n  a: 2\n}");
    assert_eq!(shown, "--- before\n+++ after\n@@ -1,3 +1,3 @@\n {\n-  a: 1\n+  a: 2\n }\n");
    let shown = unified("a", "a\nb\n");
    assert_eq!(shown, "--- before\n+++ after\n@@ -1 +1,2 @@\n a\n+b\n");
    let shown = unified("a", "a\n");
    assert!(shown.contains("No newline"), "{shown}");
    assert_eq!(unified("a", "a"), "");
}
