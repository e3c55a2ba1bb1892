//! What the config says of a plugin's hooks, as fields of its form.

use super::*;

fn home() -> Home {
    let home = Home::new("{}").with_settings();
    home.put(
        ".openclaw/extensions/own/index.js",
        "export default { register(api) { for (const name of ['x']) {} api.on('before_prompt_build', () => {}); } };",
    );
    home
}

fn paths(home: &Home) -> Vec<String> {
    let inventory = home.inventory();
    let plugin = home.plugin("own");
    let keys = plugins::view(&home.machine(), inventory.agent(), &plugin).listens.keys;
    let fields = settings::of(Typed::Eight, &plugin, &keys).into_iter();
    let about = fields.filter(|field| field.path.starts_with("hooks."));
    about.map(|it| format!("{}={}", it.path, it.value.unwrap_or_default())).collect()
}

#[test]
fn its_rights_and_limits_are_fields_where_it_has_hooks_for_them() {
    let home = home();
    assert_eq!(
        paths(&home),
        [
            "hooks.allowConversationAccess=",
            "hooks.allowPromptInjection=",
            "hooks.timeoutMs=",
            "hooks.timeouts.before_prompt_build="
        ]
    );
    home.set_all(&[
        ("hooks.allowPromptInjection", Some("false")),
        ("hooks.timeoutMs", Some("5000")),
        ("hooks.timeouts.session_end", Some("900")),
        ("quiet", Some("true")),
    ])
    .unwrap();
    assert_eq!(
        home.config()["plugins"]["entries"]["own"],
        json!({
            "hooks": {
                "allowPromptInjection": false, "timeoutMs": 5000, "timeouts": { "session_end": 900 }
            },
            "config": { "quiet": true }
        })
    );
    assert_eq!(
        paths(&home),
        [
            "hooks.allowConversationAccess=",
            "hooks.allowPromptInjection=false",
            "hooks.timeoutMs=5000",
            "hooks.timeouts.before_prompt_build=",
            "hooks.timeouts.session_end=900"
        ]
    );
    home.set("hooks.timeouts.session_end", None).unwrap();
    assert!(!paths(&home).iter().any(|path| path.contains("session_end")));
}

#[test]
fn a_limit_that_the_agent_does_not_take_is_refused() {
    let home = home();
    for (path, value) in [
        ("hooks.timeoutMs", "0"),
        ("hooks.timeoutMs", "600001"),
        ("hooks.timeoutMs", "1.5"),
        ("hooks.timeoutMs", "soon"),
        ("hooks.timeouts.session_end", "-1"),
        ("hooks.timeouts.no_such_hook", "5"),
    ] {
        assert!(home.set(path, Some(value)).is_err(), "{path} {value}");
    }
    assert_eq!(home.config(), json!({}));
}

#[test]
fn a_group_asks_for_its_settings_only_where_it_is() {
    let home = |config: &str| {
        let home = Home::new(config);
        let manifest = json!({"id": "own", "configSchema": {"type": "object", "properties": {
            "mail": {"type": "object", "required": ["to"], "properties": {
                "to": {"type": "string"}, "cc": {"type": "string"}}}}}});
        home.put(".openclaw/extensions/own/openclaw.plugin.json", &manifest.to_string());
        home.put(".openclaw/extensions/own/index.js", "export default { register() {} };");
        home
    };
    let required = |home: &Home| {
        let fields = settings::of(Typed::Eight, &home.plugin("own"), &[]).into_iter();
        fields.filter(|it| it.required).map(|it| it.path).collect::<Vec<_>>()
    };
    assert_eq!(required(&home("{}")), [] as [&str; 0]);
    let with = "{plugins: {entries: {own: {config: {mail: {cc: 'a'}}}}}}";
    assert_eq!(required(&home(with)), ["mail.to"]);
}
