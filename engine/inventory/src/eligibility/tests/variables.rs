//! Where each agent and version finds a variable.

use super::*;

#[test]
fn a_variable_of_the_environment_counts_where_it_is_not_empty_and_for_moltis_where_it_is() {
    // The value; whether it counts by the text, in Milady, OpenClaw 2026.7.35, 2026.9.6, Moltis.
    for (value, expected) in [
        ("x", [true, true, true, true, true]),
        (" ", [true, true, true, false, true]),
        ("", [false, false, false, false, true]),
    ] {
        let of = [text(AgentId::Milady), MILADY, OPENCLAW_7, OPENCLAW_9, MOLTIS];
        for (of, expected) in of.into_iter().zip(expected) {
            let computer = Computer::new(of, &[], &[("A_KEY", value)]);
            let (from, found) = computer.variable(&manifest(), "A_KEY");
            assert_eq!(from == Some(EnvFrom::Environment), expected, "{of:?}: {value:?}");
            assert_eq!(
                found.filter(|it| !it.is_empty()).as_deref(),
                Some(value).filter(|it| expected && !it.is_empty()),
                "{of:?}"
            );
        }
    }
    let computer = Computer::new(MOLTIS, &[], &[]);
    assert_eq!(computer.variable(&manifest(), "A_KEY"), (None, None));
}

#[test]
fn a_variable_in_the_hooks_own_entry_counts_by_the_agents_rules() {
    let entry = |value: &str| {
        format!(
            "{{ hooks: {{ internal: {{ entries: {{ a: {{ env: {{ A_KEY: {value} }} }} }} }} }} }}"
        )
    };
    // The value; whether it counts by the text, in Milady, OpenClaw 2026.7.35, 2026.9.6.
    let rows = [
        ("'x'", [true, true, true, true]),
        ("''", [false, false, false, false]),
        ("' '", [true, true, true, false]),
        ("3", [true, true, true, true]),
        ("0", [true, false, false, false]),
        ("false", [true, false, false, false]),
        ("[]", [false, true, true, true]),
        ("null", [false, false, false, false]),
    ];
    for (value, expected) in rows {
        let of = [text(AgentId::Milady), MILADY, OPENCLAW_7, OPENCLAW_9];
        for (of, expected) in of.into_iter().zip(expected) {
            let computer = Computer::with_config(of, &entry(value));
            let (from, found) = computer.variable(&manifest(), "A_KEY");
            assert_eq!(from, expected.then_some(EnvFrom::Own), "{of:?}: {value}");
            let is_text = value.starts_with('\'');
            assert_eq!(found.is_some(), expected && is_text, "{of:?}: {value}");
        }
    }
    let keyed = Manifest { hook_key: Some("other".to_owned()), ..manifest() };
    let computer = Computer::with_config(MILADY, &entry("'x'"));
    assert_eq!(computer.variable(&manifest(), "A_KEY").1.as_deref(), Some("x"));
    assert_eq!(computer.variable(&keyed, "A_KEY"), (None, None), "the key names another entry");
}

#[test]
fn a_variable_in_the_manifest_counts_by_the_text_of_moltis_alone() {
    for (value, of, expected) in [
        ("x", text(AgentId::Moltis), Some(EnvFrom::Own)),
        ("", text(AgentId::Moltis), None),
        ("x", MOLTIS, None),
        ("x", MILADY, None),
    ] {
        let computer = Computer::new(of, &[], &[]);
        let env = BTreeMap::from([("A_KEY".to_owned(), value.to_owned())]);
        let (from, found) = computer.variable(&Manifest { env, ..manifest() }, "A_KEY");
        assert_eq!(from, expected, "{of:?}: {value:?}");
        assert_eq!(found.as_deref(), expected.map(|_| value), "{of:?}");
    }
}

#[test]
fn a_variable_of_the_whole_config_counts_where_the_version_reads_it() {
    // The config; whether it counts by the text of Milady, in Milady, OpenClaw 2026.9.6; its value, where it is a text.
    let rows: &[(&str, [bool; 3], Option<&str>)] = &[
        ("{ env: { A_KEY: 'x' } }", [true, true, true], Some("x")),
        ("{ env: { A_KEY: '' } }", [false, false, false], None),
        ("{ env: { A_KEY: ' ' } }", [true, true, false], Some(" ")),
        ("{ env: { A_KEY: 3 } }", [true, false, false], None),
        ("{ env: { vars: { A_KEY: 'x' } } }", [true, true, true], Some("x")),
        ("{ env: { vars: { A_KEY: ' ' } } }", [true, true, false], Some(" ")),
        ("{ env: { vars: { A_KEY: 3 } } }", [true, true, false], None),
        ("{ env: { vars: { A_KEY: 0 } } }", [true, false, false], None),
        ("{ A_KEY: 'x' }", [false, false, false], None),
    ];
    for (config, expected, value) in rows {
        for (of, expected) in [text(AgentId::Milady), MILADY, OPENCLAW_9].into_iter().zip(expected)
        {
            let computer = Computer::with_config(of, config);
            let (from, found) = computer.variable(&manifest(), "A_KEY");
            assert_eq!(from, expected.then_some(EnvFrom::Config), "{of:?}: {config}");
            assert_eq!(found.as_deref(), value.filter(|_| *expected), "{of:?}: {config}");
        }
    }
    let both = "{ env: { A_KEY: 'here', vars: { A_KEY: 'vars' } } }";
    let of = [text(AgentId::Milady), MILADY, ELIZA, OPENCLAW_9];
    for (of, value) in of.into_iter().zip(["vars", "here", "here", "here"]) {
        let found = Computer::with_config(of, both).variable(&manifest(), "A_KEY").1;
        assert_eq!(found.as_deref(), Some(value), "{of:?}");
    }
    let empty = [("A_KEY", "")];
    for (config, expected) in
        [("{ env: { vars: { A_KEY: 'x' } } }", None), ("{ env: { A_KEY: 'x' } }", Some("x"))]
    {
        let computer = Computer::new(MILADY, &[(".milady/milady.json", config)], &empty);
        let found = computer.variable(&manifest(), "A_KEY").1;
        assert_eq!(found.as_deref(), expected, "{config}");
    }
    let vault = Computer::with_config(ELIZA, "{ env: { A_KEY: 'vault://k' } }");
    assert_eq!(vault.variable(&manifest(), "A_KEY"), (Some(EnvFrom::Config), None));
    // Names that a start of the agent lets nobody set there.
    let config = "{ env: { vars: { NODE_OPTIONS: 'x' } } }";
    let by_text = Computer::with_config(text(AgentId::Milady), config);
    assert_eq!(by_text.variable(&manifest(), "NODE_OPTIONS").0, Some(EnvFrom::Config));
    let milady = Computer::with_config(MILADY, config);
    assert_eq!(milady.variable(&manifest(), "NODE_OPTIONS"), (None, None));
    // Its config has no such place.
    let moltis = Computer::with_config(text(AgentId::Moltis), "[env]\nA_KEY = \"x\"\n");
    assert_eq!(moltis.variable(&manifest(), "A_KEY"), (None, None));
}

#[test]
fn eliza_takes_variables_from_its_connectors_and_openclaw_from_its_file() {
    const TOKEN: &str = "TELEGRAM_BOT_TOKEN";
    for (config, expected) in [
        ("{ connectors: { telegram: { botToken: 't' } } }", Some("t")),
        ("{ channels: { telegram: { botToken: 't' } } }", Some("t")),
        ("{ connectors: { telegram: { botToken: ' ' } } }", None),
        ("{ connectors: { telegram: { token: 't' } } }", None),
        ("{ connectors: { slack: { botToken: 't' } } }", None),
        // Where both are there, the newer word is read alone.
        ("{ connectors: {}, channels: { telegram: { botToken: 't' } } }", None),
    ] {
        let computer = Computer::with_config(ELIZA, config);
        let (from, found) = computer.variable(&manifest(), TOKEN);
        assert_eq!(from, expected.map(|_| EnvFrom::Config), "{config}");
        assert_eq!(found.as_deref(), expected, "{config}");
        let other = Computer::with_config(text(AgentId::Eliza), config);
        assert_eq!(other.variable(&manifest(), TOKEN), (None, None), "by the text: {config}");
    }
    for (line, expected) in [("A_KEY=x\n", Some("x")), ("A_KEY=\n", None), ("B_KEY=x\n", None)] {
        let computer = Computer::new(OPENCLAW_9, &[(".openclaw/.env", line)], &[]);
        let (from, found) = computer.variable(&manifest(), "A_KEY");
        assert_eq!(from, expected.map(|_| EnvFrom::Config), "{line}");
        assert_eq!(found.as_deref(), expected, "{line}");
    }
    for (of, expected) in [(OPENCLAW_7, Some(" ")), (OPENCLAW_9, None)] {
        let computer = Computer::new(of, &[(".openclaw/.env", "A_KEY=\" \"\n")], &[]);
        assert_eq!(computer.variable(&manifest(), "A_KEY").1.as_deref(), expected, "a blank");
    }
}

#[test]
fn a_value_that_names_another_variable_counts_for_openclaw_where_that_one_is_there() {
    for (value, env, counts) in [
        ("${Y}", &[("Y", "y")][..], true),
        ("${Y}", &[], false),
        ("a ${Y} ${Z}", &[("Y", "y")], false),
        ("a ${Y} ${Z}", &[("Y", "y"), ("Z", "z")], true),
        // Two dollars are a dollar, and small letters name nothing.
        ("$${Y}", &[], true),
        ("${y}", &[], true),
        ("${_Y}", &[], false),
        ("${Y_1}", &[], false),
        ("${1Y}", &[], true),
        ("${}", &[], true),
        ("${Y", &[], true),
    ] {
        let config = format!("{{ env: {{ A_KEY: '{value}' }} }}");
        let computer = Computer::new(OPENCLAW_9, &[(".openclaw/openclaw.json", &config)], env);
        let (from, _) = computer.variable(&manifest(), "A_KEY");
        assert_eq!(from, counts.then_some(EnvFrom::Config), "{value} {env:?}");
    }
}

/// The other variable may be in the environment, in the file of its home, or in `env.vars`, there as a plain text.
#[test]
fn the_variable_that_is_named_is_looked_for_in_each_place() {
    for (other, counts) in
        [("'y'", true), ("''", false), ("'${Z}'", false), ("3", false), ("'a b'", true)]
    {
        let config = format!("{{ env: {{ A_KEY: '${{Y}}', vars: {{ Y: {other} }} }} }}");
        let computer = Computer::with_config(OPENCLAW_9, &config);
        let (from, _) = computer.variable(&manifest(), "A_KEY");
        assert_eq!(from, counts.then_some(EnvFrom::Config), "{other}");
    }
    let config = (".openclaw/openclaw.json", "{ env: { A_KEY: '${Y}' } }");
    let computer = Computer::new(OPENCLAW_9, &[config, (".openclaw/.env", "Y=y\n")], &[]);
    assert_eq!(computer.variable(&manifest(), "A_KEY").0, Some(EnvFrom::Config), "from the file");
}

#[test]
fn a_connector_of_eliza_may_have_a_number_or_a_list() {
    for (value, counts) in [
        ("12345", true),
        ("false", true),
        ("['t']", true),
        ("[]", false),
        ("{}", false),
        ("null", false),
        ("''", false),
    ] {
        let config = format!("{{ connectors: {{ telegram: {{ botToken: {value} }} }} }}");
        let computer = Computer::with_config(ELIZA, &config);
        let found = computer.variable(&manifest(), "TELEGRAM_BOT_TOKEN");
        assert_eq!(found, (counts.then_some(EnvFrom::Config), None), "{value}");
    }
}
