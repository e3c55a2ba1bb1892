//! What a value is known to be.

use oxc::ast::ast::{ArrayExpression, Class, ObjectExpression, ObjectPropertyKind};

use super::super::runs::Body;

#[derive(Clone, Copy)]
pub(super) enum Is<'p, 'a> {
    Anything,
    /// `null`, or what is not there.
    Nothing,
    /// What is looked for, and may not be there.
    Perhaps,
    Text,
    Number,
    Truth,
    Big,
    Symbol,
    Pattern,
    /// None: a list of which it is not known what is in it.
    List(Option<&'p ArrayExpression<'a>>),
    Object(&'p ObjectExpression<'a>),
    Function(Body<'p, 'a>),
    /// What an object, a list or a class holds as it is written: another one may be there by now.
    Held(Body<'p, 'a>),
    Generator,
    Class(&'p Class<'a>),
    /// One of a class.
    Made(&'p Class<'a>),
    /// What has this name everywhere.
    Global(&'static str),
    /// All of the module of this name.
    Part(&'a str),
}

impl Is<'_, '_> {
    /// The kind under whose name its members are listed.
    pub(super) const fn kind(&self) -> Option<&'static str> {
        Some(match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::Truth => "truth",
            Self::Big => "big",
            Self::Symbol => "symbol",
            Self::Pattern => "pattern",
            Self::List(_) => "list",
            Self::Global(name) => name,
            _ => return None,
        })
    }
}

pub(super) fn has_computed(it: &ObjectExpression<'_>) -> bool {
    it.properties.iter().any(|one| match one {
        ObjectPropertyKind::ObjectProperty(one) => one.computed,
        ObjectPropertyKind::SpreadProperty(_) => true,
    })
}
