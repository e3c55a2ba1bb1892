//! The words by which it is told what comes next.

/// Words that go before a value: a slash behind one begins a regular expression, a word behind one no new statement.
pub(super) const BEFORE_VALUE: [&str; 24] = [
    "return",
    "typeof",
    "case",
    "do",
    "else",
    "in",
    "instanceof",
    "new",
    "void",
    "delete",
    "throw",
    "await",
    "yield",
    "of",
    "extends",
    "default",
    "if",
    "async",
    "keyof",
    "readonly",
    "infer",
    "unique",
    "asserts",
    "abstract",
];

/// Words that go on with what is before them, where another word would begin a statement.
pub(super) const GOES_ON: [&str; 11] = [
    "else",
    "in",
    "instanceof",
    "of",
    "as",
    "satisfies",
    "extends",
    "is",
    "implements",
    "from",
    "while",
];
