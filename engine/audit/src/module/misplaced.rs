//! Jumps to a label of an outer function, and `await` for what a class has of its own: no runtime loads them. And words
//! behind the `with` of an import that Node does not know.

use oxc::ast::ast::{
    ArrowFunctionExpression, AwaitExpression, BreakStatement, ContinueStatement,
    ExportAllDeclaration, ExportFromDeclaration, Function, ImportDeclaration, ImportOrExportKind,
    LabelIdentifier, LabeledStatement, Program, PropertyDefinition, StaticBlock, WithClause,
};
use oxc::ast_visit::{Visit, walk};
use oxc::span::{GetSpan, Span};
use oxc::syntax::scope::ScopeFlags;

use super::early::By;

/// Where the runtimes stop for that, and why.
pub(super) fn found(program: &Program<'_>) -> Vec<(By, Span, String)> {
    let mut misplaced = Misplaced { known: Vec::new(), in_class: false, found: Vec::new() };
    misplaced.visit_program(program);
    misplaced.found
}

/// Each function begins again: a label around it is not one in it.
struct Misplaced {
    known: Vec<String>,
    /// Whether it is in the value of a field or a block of a class.
    in_class: bool,
    found: Vec<(By, Span, String)>,
}

impl Misplaced {
    fn apart(&mut self, walk: impl FnOnce(&mut Self)) {
        let outer = (std::mem::take(&mut self.known), std::mem::take(&mut self.in_class));
        walk(self);
        (self.known, self.in_class) = outer;
    }

    fn says(&mut self, clause: Option<&WithClause<'_>>, kind: ImportOrExportKind, from: &str) {
        let all = clause.iter().flat_map(|it| &it.with_entries);
        let unknown = all.map(|it| it.key.as_arena_str()).find(|key| key.as_str() != "type");
        if let Some(key) = unknown.filter(|_| !kind.is_type())
            && let Some(clause) = clause
        {
            let why = format!("Node knows no {key} behind the with of an import");
            // A part of Node, or a package, may be taken all the same.
            let by = if from.starts_with(['.', '/']) { By::Node } else { By::Doubt };
            self.found.push((by, clause.span, why));
        }
    }

    fn goes_to(&mut self, label: Option<&LabelIdentifier<'_>>) {
        let Some(label) = label else { return };
        if !self.known.iter().any(|known| known == label.name.as_str()) {
            let why = format!("there is no label {} here", label.name);
            self.found.push((By::Both, label.span(), why));
        }
    }
}

impl<'a> Visit<'a> for Misplaced {
    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        self.says(it.with_clause.as_deref(), it.import_kind, &it.source.value);
    }

    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        self.says(it.with_clause.as_deref(), it.export_kind, &it.source.value);
    }

    fn visit_export_all_declaration(&mut self, it: &ExportAllDeclaration<'a>) {
        self.says(it.with_clause.as_deref(), it.export_kind, &it.source.value);
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.apart(|own| walk::walk_function(own, it, flags));
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.apart(|own| walk::walk_arrow_function_expression(own, it));
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        self.apart(|own| {
            own.in_class = true;
            walk::walk_static_block(own, it);
        });
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        self.visit_property_key(&it.key);
        if let Some(value) = &it.value {
            self.apart(|own| {
                own.in_class = true;
                own.visit_expression(value);
            });
        }
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        if self.in_class {
            let why = "a class cannot wait with await for a value of its own".to_owned();
            self.found.push((By::Both, it.span, why));
        }
        walk::walk_await_expression(self, it);
    }

    fn visit_labeled_statement(&mut self, it: &LabeledStatement<'a>) {
        self.known.push(it.label.name.to_string());
        walk::walk_labeled_statement(self, it);
        self.known.pop();
    }

    fn visit_break_statement(&mut self, it: &BreakStatement<'a>) {
        self.goes_to(it.label.as_ref());
    }

    fn visit_continue_statement(&mut self, it: &ContinueStatement<'a>) {
        self.goes_to(it.label.as_ref());
    }
}
