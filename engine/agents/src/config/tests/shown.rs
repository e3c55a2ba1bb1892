use super::super::{Syntax, diff, redact};

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

#[test]
fn a_text_that_cannot_be_read_is_hidden_as_a_whole() {
    assert!(!redact(Syntax::Json5, "{token: 'abc'").contains("abc"));
    assert!(!redact(Syntax::Toml, "token = abc").contains("abc"));
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
