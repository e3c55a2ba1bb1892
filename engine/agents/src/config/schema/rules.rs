//! What the hook settings of each agent may be (rules ). Settings outside of these are not
//! looked at.

use super::{Rule, Table};
use crate::moment::Keys;

const TEXTS: Rule = Rule::List(&Rule::Text);

const FREE: Table = Table { fields: &[], required: &[], strict: false, each: None };
const STRICT: Table = Table { strict: true, ..FREE };

/// `entries.<hookKey>`: a hook may have settings of its own beside the two that the loader knows.
const ENTRY: Table = Table {
    fields: &[
        ("enabled", Rule::Bool),
        ("env", Rule::Table(&Table { each: Some(&Rule::Text), ..FREE })),
    ],
    ..FREE
};
const ENTRIES: Rule = Rule::Table(&Table { each: Some(&Rule::Table(&ENTRY)), ..FREE });
const LOAD: Rule = Rule::Table(&Table { fields: &[("extraDirs", TEXTS)], ..STRICT });

const LEGACY: Rule = Rule::List(&Rule::Table(&Table {
    fields: &[
        ("event", Rule::Event(Keys::Internal)),
        ("module", Rule::Text),
        ("export", Rule::Text),
    ],
    required: &["event", "module"],
    ..STRICT
}));

/// What OpenClaw's gateway registers for plugin events.
const GATEWAY: Rule = Rule::List(&Rule::Table(&Table {
    fields: &[
        ("event", Rule::Event(Keys::Plugin)),
        ("module", Rule::Text),
        ("export", Rule::Text),
        ("priority", Rule::Number),
    ],
    required: &["event", "module"],
    ..STRICT
}));

const INTERNAL: Table = Table {
    fields: &[
        ("enabled", Rule::Bool),
        ("entries", ENTRIES),
        ("load", LOAD),
        ("handlers", LEGACY),
        ("installs", Rule::Any),
    ],
    ..STRICT
};

const WORKSPACE: Rule = Rule::Table(&Table {
    fields: &[("defaults", Rule::Table(&Table { fields: &[("workspace", Rule::Text)], ..FREE }))],
    ..FREE
});

/// Eliza: everything under `hooks.internal`.
pub(crate) static ELIZA: Table = Table {
    fields: &[
        ("hooks", Rule::Table(&Table { fields: &[("internal", Rule::Table(&INTERNAL))], ..FREE })),
        ("agents", WORKSPACE),
    ],
    ..FREE
};

/// Milady: its own text also writes settings straight under `hooks`.
pub static MILADY: Table = Table {
    fields: &[
        (
            "hooks",
            Rule::Table(&Table {
                fields: &[
                    ("internal", Rule::Table(&INTERNAL)),
                    ("enabled", Rule::Bool),
                    ("entries", ENTRIES),
                    ("load", LOAD),
                    ("handlers", LEGACY),
                ],
                ..FREE
            }),
        ),
        ("agents", WORKSPACE),
    ],
    ..FREE
};

/// OpenClaw: as Eliza, with its gateway's handlers. Which of them a version refuses is in its write rules.
pub static OPENCLAW: Table = Table {
    fields: &[
        (
            "hooks",
            Rule::Table(&Table {
                fields: &[
                    (
                        "internal",
                        Rule::Table(&Table {
                            fields: &[
                                ("enabled", Rule::Bool),
                                ("entries", ENTRIES),
                                ("load", LOAD),
                                ("handlers", LEGACY),
                                ("installs", Rule::Any),
                            ],
                            ..STRICT
                        }),
                    ),
                    ("handlers", GATEWAY),
                ],
                ..FREE
            }),
        ),
        ("agents", WORKSPACE),
    ],
    ..FREE
};

/// ZeroClaw: the options of `[hooks]`.
pub static ZEROCLAW: Table = Table {
    fields: &[(
        "hooks",
        Rule::Table(&Table {
            fields: &[
                ("enabled", Rule::Bool),
                ("hooks_dir", Rule::Text),
                ("max_hooks", Rule::Whole { least: 1 }),
                ("skip_security_audit", Rule::Bool),
            ],
            ..FREE
        }),
    )],
    ..FREE
};

const MOLTIS_HOOKS: Rule = Rule::List(&Rule::Table(&Table {
    fields: &[
        ("name", Rule::Text),
        ("description", Rule::Text),
        ("command", Rule::Text),
        ("events", Rule::List(&Rule::Event(Keys::Moltis))),
        ("timeout", Rule::Whole { least: 1 }),
        ("priority", Rule::Number),
        ("enabled", Rule::Bool),
        // Our own mark of what was never turned on.
        ("draft", Rule::Bool),
        ("env", Rule::Table(&Table { each: Some(&Rule::Text), ..FREE })),
        (
            "requires",
            Rule::Table(&Table {
                fields: &[
                    ("os", TEXTS),
                    ("bins", TEXTS),
                    ("any_bins", TEXTS),
                    ("env", TEXTS),
                    ("config", TEXTS),
                ],
                ..STRICT
            }),
        ),
    ],
    required: &["name", "command", "events"],
    ..STRICT
}));

/// Moltis: `[[hooks]]` as its text has it, `[[hooks.hooks]]` as it ships.
pub static MOLTIS: Table = Table {
    fields: &[(
        "hooks",
        Rule::Either(&MOLTIS_HOOKS, &Table { fields: &[("hooks", MOLTIS_HOOKS)], ..FREE }),
    )],
    ..FREE
};
