//! Jumps to a label of an outer function, which no runtime loads.

use oxc::ast::ast::{
    ArrowFunctionExpression, BreakStatement, ContinueStatement, Function, LabelIdentifier,
    LabeledStatement, Program, StaticBlock,
};
use oxc::ast_visit::{Visit, walk};
use oxc::span::{GetSpan, Span};
use oxc::syntax::scope::ScopeFlags;

use super::early::By;

/// Where the runtimes stop for that, and why.
pub(super) fn found(program: &Program<'_>) -> Vec<(By, Span, String)> {
    let mut labels = Labels { known: Vec::new(), found: Vec::new() };
    labels.visit_program(program);
    labels.found
}

/// Each function begins again: a label around it is not one in it.
struct Labels {
    known: Vec<String>,
    found: Vec<(By, Span, String)>,
}

impl Labels {
    fn apart(&mut self, walk: impl FnOnce(&mut Self)) {
        let outer = std::mem::take(&mut self.known);
        walk(self);
        self.known = outer;
    }

    fn goes_to(&mut self, label: Option<&LabelIdentifier<'_>>) {
        let Some(label) = label else { return };
        if !self.known.iter().any(|known| known == label.name.as_str()) {
            let why = format!("there is no label {} here", label.name);
            self.found.push((By::Both, label.span(), why));
        }
    }
}

impl<'a> Visit<'a> for Labels {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.apart(|own| walk::walk_function(own, it, flags));
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.apart(|own| walk::walk_arrow_function_expression(own, it));
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        self.apart(|own| walk::walk_static_block(own, it));
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
