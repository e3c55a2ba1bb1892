//! Words of TypeScript in places where it does not take them, or where only JavaScript is read: its own checker says so,
//! the reader of its grammar does not, and one of the runtimes holds it.

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
    let mut typed = Typed { found: Vec::new(), typescript: program.source_type.is_typescript() };
    typed.visit_program(program);
    typed.found
}

struct Typed {
    found: Found,
    typescript: bool,
}

impl Typed {
    fn member(&mut self, member: &ClassElement<'_>, of: &Class<'_>) {
        if !self.typescript {
            let words = has_words(member).then_some("a word of TypeScript in a class");
            self.found.extend(words.map(|words| (By::Both, member.span(), words)));
            return;
        }
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
        self.found.push((By::Node, member.span(), words));
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
        self.found.push((By::Both, it.span, "a type with ?, as it is written in comments"));
    }

    fn visit_js_doc_unknown_type(&mut self, it: &JSDocUnknownType) {
        self.found.push((By::Both, it.span, "a type that is only ?, as it is written in comments"));
    }

    fn visit_js_doc_non_nullable_type(&mut self, it: &JSDocNonNullableType<'a>) {
        // bun takes one behind a type.
        let by = if it.postfix { By::Node } else { By::Both };
        self.found.push((by, it.span, "a type with !, as it is written in comments"));
    }
}

/// Whether something in a class is told by a word, or a mark, that only TypeScript has.
fn has_words(member: &ClassElement<'_>) -> bool {
    match member {
        ClassElement::MethodDefinition(it) => {
            it.accessibility.is_some() || it.r#override || it.optional
        }
        ClassElement::PropertyDefinition(it) => {
            it.accessibility.is_some()
                || it.r#override
                || it.optional
                || it.readonly
                || it.declare
                || it.definite
        }
        _ => false,
    }
}
