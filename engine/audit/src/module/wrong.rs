//! Values that are known as they are written, and used for what they are not, as soon as a module is loaded: `null` that
//! is asked for something, a text that is called, what no list has. Whether it comes to that only running it tells.

mod built_in;
mod calls;
mod classes;
mod is;
mod later;
mod members;
mod operators;
mod parts;
mod patterns;
mod values;

use std::collections::{BTreeSet, HashMap, HashSet};

use oxc::ast::ast::{
    Class, Declaration, ExportDefaultDeclarationKind, Expression, ForStatementInit,
    ForStatementLeft, ImportDeclarationSpecifier, Program, Statement, TSEnumDeclaration,
    TSNamespaceDeclarationBody, VariableDeclaration,
};
use oxc::semantic::{Scoping, SymbolId};
use oxc::span::{GetSpan, Span};

use super::early;
use super::runs::{Does, declared, may_return};
use is::{Is, has_computed};
use later::Later;
use members::Kept;
use parts::{function, import, is_true, leaves, throws_anywhere};

/// So many calls are followed, and so deep.
const MOST_CALLS: usize = 500;
const DEEPEST: usize = 16;
/// So many things are looked through for one of a name.
const MOST_LOOKS: usize = 100_000;
/// Longer texts are not shown.
const LONGEST: usize = 40;

/// What is found in a module.
pub(super) struct Found {
    /// The first such use, with its line.
    pub words: Option<String>,
    /// Whether it comes to one for certain.
    pub sure: bool,
    /// The first error for certain that nobody catches, once it is loaded, with its line.
    pub later: Option<String>,
    /// What may come so.
    pub perhaps_later: Option<String>,
    /// What is read of whole modules, by the name of each.
    pub read: Vec<(String, String)>,
}

pub(super) fn found(text: &str, program: &Program<'_>, scoping: &Scoping) -> Found {
    let mut wrong = Wrong {
        text,
        scoping,
        kept: members::kept(program, scoping),
        values: HashMap::new(),
        entered: HashSet::new(),
        within: Vec::new(),
        this: None,
        deep: 0,
        calls: MOST_CALLS,
        looks: MOST_LOOKS,
        read: BTreeSet::new(),
        out_of_sight: None,
        found: None,
        sure: None,
        later: Later::default(),
    };
    for (id, body) in program.body.iter().flat_map(declared) {
        let is = match body.does {
            Does::Makes(class) => Is::Class(class),
            _ => Is::Function(body),
        };
        wrong.values.entry(id).or_insert(is);
    }
    for it in program.body.iter().filter_map(function) {
        if let (true, Some(id)) = (it.generator, it.id.as_ref().and_then(|id| id.symbol_id.get())) {
            wrong.values.insert(id, Is::Generator);
        }
    }
    for it in program.body.iter().filter_map(import) {
        for one in it.specifiers.iter().flatten() {
            let whole = !matches!(one, ImportDeclarationSpecifier::ImportSpecifier(_));
            if let (true, Some(id)) = (whole, one.local().symbol_id.get()) {
                wrong.values.insert(id, Is::Part(it.source.value.as_str()));
            }
        }
    }
    let once = |id: &SymbolId| scoping.symbol_redeclarations(*id).is_empty();
    wrong.values.retain(|id, _| !scoping.symbol_is_mutated(*id) && once(id));
    wrong.statements(&program.body);
    let own = wrong.out_of_sight.filter(|_| throws_anywhere(program));
    let own = own.map(|at| (at.start, "it calls what may throw an error".to_owned()));
    // What is given to it may set any name.
    let certain = !text.contains("eval(");
    let sure = wrong.sure.is_some() && certain;
    let found = wrong.sure.or(wrong.found).or(own);
    let words = found.map(|(at, words)| format!("{words} (line {})", early::line(text, at)));
    let read = wrong.read.into_iter().map(|(from, name)| (from.to_owned(), name));
    // Who listens to what nobody catches may keep the program from ending.
    let listens = ["uncaughtException", "unhandledRejection"].iter().any(|it| text.contains(it));
    let later = wrong.later.found.filter(|_| !listens && certain);
    let perhaps_later = wrong.later.perhaps.filter(|_| !listens);
    Found { words, sure, later, perhaps_later, read: read.collect() }
}

struct Wrong<'t, 's, 'p, 'a> {
    text: &'t str,
    scoping: &'s Scoping,
    /// The names whose objects and lists stay as they are written.
    kept: Kept,
    values: HashMap<SymbolId, Is<'p, 'a>>,
    /// Where the functions begin that were looked into: once is enough.
    entered: HashSet<u32>,
    /// Where those begin that it is in, and whether it came into each for certain.
    within: Vec<(u32, bool)>,
    /// What `this` is.
    this: Option<&'p Class<'a>>,
    /// How many conditions it is behind.
    deep: usize,
    calls: usize,
    looks: usize,
    /// The names that are read of whole modules.
    read: BTreeSet<(&'a str, String)>,
    /// Where something of the module's own is called that cannot be told.
    out_of_sight: Option<Span>,
    found: Option<(u32, String)>,
    /// The first to which it comes for certain.
    sure: Option<(u32, String)>,
    later: Later,
}

impl<'p, 'a> Wrong<'_, '_, 'p, 'a> {
    fn say(&mut self, at: Span, words: impl FnOnce() -> String) {
        if self.found.is_none() && !self.later.within {
            self.found = Some((at.start, words()));
        }
    }

    /// A few words of the text, without what is in quotes: that may be a secret.
    fn words(&self, at: Span) -> String {
        let words = at.source_text(self.text);
        match words.len() <= LONGEST && !words.contains(['\n', '"', '\'', '`']) {
            true => words.to_owned(),
            false => "something".to_owned(),
        }
    }

    fn may_fail(&mut self, at: Span) {
        let words = self.words(at);
        self.say(at, || format!("{words} may fail"));
    }

    /// Whether it comes to what is looked at whatever happens.
    fn is_certain(&self) -> bool {
        self.deep == 0 && self.within.iter().all(|(_, sure)| *sure)
    }

    /// Says what fails for certain, where it is behind no condition.
    fn fails(&mut self, at: Span, words: &str) {
        let of = self.words(at);
        if self.later.within {
            let said = |verb| format!("{of} {verb} {words}, and nobody catches that");
            self.ends(at, &said("is"), &said("may be"));
        } else if self.is_certain() && self.sure.is_none() {
            self.sure = Some((at.start, format!("{of} is {words}")));
        }
        self.say(at, || format!("{of} may be {words}"));
    }

    /// A value of which something is asked.
    fn asked(&mut self, value: Is<'p, 'a>, at: Span) {
        match value {
            Is::Nothing => self.fails(at, "nothing"),
            Is::Perhaps => {
                let words = self.words(at);
                self.say(at, || format!("{words} may be nothing"));
            }
            _ => {}
        }
    }

    /// A value whose items are taken one by one.
    fn iterated(&mut self, value: Is<'p, 'a>, at: Span) {
        match value {
            Is::Anything | Is::Text | Is::List(_) | Is::Made(_) | Is::Global(_) | Is::Part(_) => {}
            Is::Object(it) if has_computed(it) => self.out_of_sight = Some(at),
            Is::Generator => self.out_of_sight = Some(at),
            _ => self.may_fail(at),
        }
    }

    /// Behind what may return, nothing is certain up to the end of its function.
    fn statements(&mut self, statements: &'p [Statement<'a>]) {
        for statement in statements {
            if self.within.is_empty() {
                self.later.top = statement.span().start;
            }
            self.statement(statement);
            if may_return(statement) {
                self.deep = self.deep.saturating_add(1);
            }
        }
    }

    fn perhaps(&mut self, look: impl FnOnce(&mut Self)) {
        let outer = self.deep;
        self.deep = self.deep.saturating_add(1);
        look(self);
        self.deep = outer;
    }

    fn statement(&mut self, statement: &'p Statement<'a>) {
        match statement {
            Statement::BlockStatement(it) => self.statements(&it.body),
            Statement::ExpressionStatement(it) => {
                self.alone(&it.expression);
            }
            Statement::VariableDeclaration(it) => self.variables(it),
            Statement::ClassDeclaration(it) => self.class(it),
            Statement::TSEnumDeclaration(it) if !it.declare => self.numbered(it),
            Statement::TSNamespaceDeclaration(it) if !it.declare => self.namespace(&it.body),
            Statement::ExportDeclaration(it) => match &it.declaration {
                Declaration::VariableDeclaration(it) => self.variables(it),
                Declaration::ClassDeclaration(it) => self.class(it),
                Declaration::TSNamespaceDeclaration(it) if !it.declare => self.namespace(&it.body),
                Declaration::TSEnumDeclaration(it) if !it.declare => self.numbered(it),
                _ => {}
            },
            Statement::ExportDefaultDeclaration(it) => match &it.declaration {
                ExportDefaultDeclarationKind::ClassDeclaration(it) => self.class(it),
                other => {
                    if let Some(value) = other.as_expression() {
                        self.value(value);
                    }
                }
            },
            Statement::IfStatement(it) => {
                self.value(&it.test);
                self.perhaps(|own| {
                    own.statement(&it.consequent);
                    if let Some(other) = &it.alternate {
                        own.statement(other);
                    }
                });
            }
            Statement::ReturnStatement(it) => {
                if let Some(value) = &it.argument {
                    self.value(value);
                }
            }
            Statement::ThrowStatement(it) if self.later.within => self.thrown_later(it),
            Statement::ThrowStatement(it) => {
                self.say(it.span, || "it may throw an error".to_owned());
            }
            Statement::ForStatement(it) => {
                match &it.init {
                    Some(ForStatementInit::VariableDeclaration(it)) => self.variables(it),
                    Some(init) => {
                        init.as_expression().map(|it| self.value(it));
                    }
                    None => {}
                }
                let endless = it.test.as_ref().is_none_or(is_true);
                self.test(it.test.as_ref());
                self.looped(&it.body, endless);
                self.perhaps(|own| own.test(it.update.as_ref()));
            }
            Statement::WhileStatement(it) => {
                self.value(&it.test);
                self.looped(&it.body, is_true(&it.test));
            }
            Statement::DoWhileStatement(it) => {
                self.looped(&it.body, is_true(&it.test));
                self.perhaps(|own| {
                    own.value(&it.test);
                });
            }
            Statement::ForInStatement(it) => {
                self.value(&it.right);
                self.perhaps(|own| own.statement(&it.body));
            }
            Statement::ForOfStatement(it) => {
                self.later.unsure |= it.r#await;
                let all = self.value(&it.right);
                self.iterated(all, it.right.span());
                if let ForStatementLeft::VariableDeclaration(left) = &it.left {
                    let item = match all {
                        Is::Text => Is::Text,
                        _ => Is::Anything,
                    };
                    for one in &left.declarations {
                        self.pattern(&one.id, item);
                    }
                }
                self.perhaps(|own| own.statement(&it.body));
            }
            Statement::LabeledStatement(it) => self.perhaps(|own| own.statement(&it.body)),
            Statement::SwitchStatement(it) => {
                self.value(&it.discriminant);
                self.perhaps(|own| {
                    for case in &it.cases {
                        own.test(case.test.as_ref());
                        own.statements(&case.consequent);
                    }
                });
            }
            Statement::TryStatement(it) => {
                self.later.unsure |= self.later.within;
                match &it.handler {
                    // What is thrown in it is caught.
                    Some(handler) => self.perhaps(|own| own.statements(&handler.body.body)),
                    // What is returned behind it takes its place.
                    None if it
                        .finalizer
                        .as_ref()
                        .is_some_and(|last| last.body.iter().any(may_return)) =>
                    {
                        self.perhaps(|own| own.statements(&it.block.body));
                    }
                    None => self.statements(&it.block.body),
                }
                if let Some(last) = &it.finalizer {
                    self.statements(&last.body);
                }
            }
            _ => {}
        }
    }

    fn numbered(&mut self, it: &'p TSEnumDeclaration<'a>) {
        for value in it.body.members.iter().filter_map(|one| one.initializer.as_ref()) {
            // It may be another of the same name that has the name.
            self.perhaps(|own| {
                own.value(value);
            });
        }
    }

    fn test(&mut self, test: Option<&'p Expression<'a>>) {
        if let Some(test) = test {
            self.value(test);
        }
    }

    fn looped(&mut self, body: &'p Statement<'a>, endless: bool) {
        self.later.unsure |= self.later.within && endless;
        if endless && !leaves(body) {
            self.say(body.span(), || "it may never end".to_owned());
        }
        self.perhaps(|own| own.statement(body));
    }

    fn namespace(&mut self, body: &'p TSNamespaceDeclarationBody<'a>) {
        match body {
            TSNamespaceDeclarationBody::TSNamespaceDeclaration(it) => self.namespace(&it.body),
            TSNamespaceDeclarationBody::TSModuleBlock(it) => {
                self.perhaps(|own| own.statements(&it.body));
            }
        }
    }

    fn variables(&mut self, it: &'p VariableDeclaration<'a>) {
        if it.declare {
            return;
        }
        for one in &it.declarations {
            let is = match &one.init {
                Some(init) => self.value(init),
                None => Is::Nothing,
            };
            self.pattern(&one.id, is);
        }
    }
}
