//! Words of TypeScript in places where it does not take them: its own checker says so, the reader of its grammar does
//! not, and one of the runtimes holds it.

use oxc::ast::ast::{
    Class, ClassBody, ClassElement, JSDocNonNullableType, JSDocNullableType, JSDocUnknownType,
    MethodDefinitionType, Program, PropertyDefinitionType,
};
use oxc::ast_visit::{Visit, walk};
use oxc::span::{GetSpan, Span};

use super::early::By;

/// What breaks a rule: who holds it, where, and in which words.
pub(super) type Found = Vec<(By, Span, &'static str)>;

pub(super) fn found(program: &Program<'_>) -> Found {
    let mut typed = Typed(Vec::new());
    if program.source_type.is_typescript() {
        typed.visit_program(program);
    }
    typed.0
}

struct Typed(Found);

impl Typed {
    fn member(&mut self, member: &ClassElement<'_>, of: &Class<'_>) {
        let (overrides, abstracts, declared) = match member {
            ClassElement::MethodDefinition(it) => {
                let abstracts = it.r#type == MethodDefinitionType::TSAbstractMethodDefinition;
                (it.r#override, abstracts, false)
            }
            ClassElement::PropertyDefinition(it) => {
                let abstracts = it.r#type == PropertyDefinitionType::TSAbstractPropertyDefinition;
                (it.r#override, abstracts, it.declare && it.value.is_some())
            }
            _ => return,
        };
        let words = match () {
            () if overrides && of.heritage.is_none() => "override in a class that extends no other",
            () if abstracts && !of.r#abstract => "abstract in a class that is not",
            () if declared => "a field that is only declared has a value",
            () => return,
        };
        self.0.push((By::Node, member.span(), words));
    }
}

impl<'a> Visit<'a> for Typed {
    fn visit_class(&mut self, it: &Class<'a>) {
        let ClassBody { body, .. } = &*it.body;
        for member in body {
            self.member(member, it);
        }
        walk::walk_class(self, it);
    }

    fn visit_js_doc_nullable_type(&mut self, it: &JSDocNullableType<'a>) {
        self.0.push((By::Both, it.span, "a type with ?, as it is written in comments"));
    }

    fn visit_js_doc_unknown_type(&mut self, it: &JSDocUnknownType) {
        self.0.push((By::Both, it.span, "a type that is only ?, as it is written in comments"));
    }

    fn visit_js_doc_non_nullable_type(&mut self, it: &JSDocNonNullableType<'a>) {
        // bun takes one behind a type.
        let by = if it.postfix { By::Node } else { By::Both };
        self.0.push((by, it.span, "a type with !, as it is written in comments"));
    }
}
