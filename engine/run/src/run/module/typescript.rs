//! One module's text → what Node and deno run: TypeScript becomes JavaScript, with a source map so that
//! errors point at the user's own lines, and what it imports is listed.

use std::path::Path;

use oxc::allocator::Allocator;
use oxc::ast::ast::{
    CallExpression, ExportAllDeclaration, ExportFromDeclaration, Expression, ImportDeclaration,
    ImportExpression,
};
use oxc::ast_visit::{Visit, walk};
use oxc::codegen::{Codegen, CodegenOptions};
use oxc::diagnostics::OxcDiagnostic;
use oxc::parser::Parser;
use oxc::semantic::{Scoping, SemanticBuilder};
use oxc::span::SourceType;
use oxc::transformer::{TransformOptions, Transformer};
use tacklebox_audit::module::with_room;

/// A module that was read.
pub(super) struct Module {
    /// It is an ES module; else it is written for `require`.
    pub is_module: bool,
    /// The JavaScript to run.
    pub code: String,
    /// What it imports, exports from or requires by a plain text, without what was a type only.
    pub imports: Vec<String>,
}

/// Reads one module. An `import` of which nothing is used but types is dropped, so that hooks may
/// import types from packages that are not installed, with and without the word `type`.
///
/// # Errors
/// "handler.ts:3:7: Unexpected token", for what is not JavaScript or TypeScript.
pub(super) fn read(path: &Path, text: &str) -> Result<Module, String> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let read = with_room(path, text, || whole(path, &name, text));
    read.unwrap_or_else(|| Err(format!("{name}: It is nested too deeply to be read.")))
}

fn whole(path: &Path, name: &str, text: &str) -> Result<Module, String> {
    let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
    let kind = match extension {
        "ts" => SourceType::ts(),
        "mts" => SourceType::ts().with_module(true),
        "cts" => SourceType::ts().with_commonjs(true),
        "tsx" => SourceType::tsx(),
        "mjs" => SourceType::mjs(),
        "cjs" => SourceType::cjs(),
        _ => SourceType::unambiguous(),
    };
    let said = |diagnostic: &OxcDiagnostic| complaint(name, text, diagnostic);

    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, text, kind).parse();
    if let Some(diagnostic) = parsed.diagnostics.first() {
        return Err(said(diagnostic));
    }
    let is_module = match extension {
        "mts" | "mjs" => true,
        "cts" | "cjs" => false,
        _ => parsed.module_record.has_module_syntax,
    };
    let mut program = parsed.program;
    let semantic =
        SemanticBuilder::new().with_excess_capacity(2.0).with_enum_eval(true).build(&program);
    if let Some(diagnostic) = semantic.diagnostics.first() {
        return Err(said(diagnostic));
    }
    let scoping = semantic.semantic.into_scoping();
    let prelude = if is_module { prelude(&scoping) } else { String::new() };

    let code = if kind.is_typescript() {
        let options = TransformOptions::default();
        let done =
            Transformer::new(&allocator, path, &options).build_with_scoping(scoping, &mut program);
        if let Some(diagnostic) = done.diagnostics.first() {
            return Err(said(diagnostic));
        }
        let options = CodegenOptions { source_map_path: Some(name.into()), ..Default::default() };
        let made = Codegen::new().with_options(options).build(&program);
        let map = made.map.map(|map| map.to_data_url()).unwrap_or_default();
        format!("{prelude}{}\n//# sourceMappingURL={map}\n", made.code)
    } else {
        format!("{prelude}{text}")
    };
    let mut found = Imports(Vec::new());
    found.visit_program(&program);
    Ok(Module { is_module, code, imports: found.0 })
}

/// What bun has in every module, and Node and deno only in CommonJS: hooks are written on bun too. It
/// is on the first line, so that no other line moves.
fn prelude(scoping: &Scoping) -> String {
    let missing = scoping.root_unresolved_references();
    let mut text = String::new();
    if missing.contains_key("require") {
        text += "import { createRequire as __tackleboxRequire } from \"node:module\"; const require = __tackleboxRequire(import.meta.url); ";
    }
    if missing.contains_key("__filename") || missing.contains_key("__dirname") {
        text += "import { fileURLToPath as __tackleboxPath } from \"node:url\"; ";
    }
    if missing.contains_key("__filename") {
        text += "const __filename = __tackleboxPath(import.meta.url); ";
    }
    if missing.contains_key("__dirname") {
        text += "const __dirname = __tackleboxPath(new URL(\".\", import.meta.url)).replace(/(.)[\\\\/]$/, \"$1\"); ";
    }
    text
}

fn complaint(name: &str, text: &str, diagnostic: &OxcDiagnostic) -> String {
    let Some(label) = diagnostic.labels.first() else {
        return format!("{name}: {}", diagnostic.message);
    };
    let offset = usize::try_from(label.offset()).unwrap_or(usize::MAX);
    let before = text.get(..offset).unwrap_or_default();
    let line = before.matches('\n').count().saturating_add(1);
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count().saturating_add(1);
    format!("{name}:{line}:{column}: {}", diagnostic.message)
}

struct Imports(Vec<String>);

impl<'a> Visit<'a> for Imports {
    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        self.0.push(it.source.value.to_string());
    }

    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        self.0.push(it.source.value.to_string());
    }

    fn visit_export_all_declaration(&mut self, it: &ExportAllDeclaration<'a>) {
        self.0.push(it.source.value.to_string());
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        if let Expression::StringLiteral(text) = &it.source {
            self.0.push(text.value.to_string());
        }
        walk::walk_import_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.0.extend(it.common_js_require().map(|text| text.value.to_string()));
        walk::walk_call_expression(self, it);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ts(text: &str) -> Module {
        read(Path::new("/h/handler.ts"), text).unwrap()
    }

    /// The JavaScript alone, without its map.
    fn js(text: &str) -> String {
        let code = ts(text).code;
        code.split("\n//# ").next().unwrap().trim().to_owned()
    }

    #[test]
    fn imports_of_types_are_dropped_with_and_without_the_word_type() {
        let module = ts(
            "import type { A } from 'not-there';\nimport { B } from 'nor-this';\nimport { type C, d } from './used';\nexport default (event: B) => d(event as A & C);\n",
        );
        assert_eq!(module.imports, ["./used"]);
        assert!(!module.code.contains("not-there") && !module.code.contains("nor-this"));
    }

    /// The stack has room for what is read, the transformer and the writer included; the rest is refused.
    #[test]
    fn a_module_that_is_nested_without_end_does_not_end_the_program() {
        for (open, middle, close) in [
            ("(", "1", ")"),
            ("[", "", "]"),
            ("{a:", "1", "}"),
            ("!", "1", ""),
            ("1+", "1", ""),
            ("a?", "1", ":1"),
            ("()=>{return ", "1", "}"),
            ("f(", "", ")"),
            ("<any>", "1", ""),
            ("`${", "1", "}`"),
            ("class{x=", "1", "}"),
        ] {
            let module = |depth| {
                let [open, close] = [open, close].map(|sign| sign.repeat(depth));
                read(
                    Path::new("/h/handler.ts"),
                    &format!("export default ({open}{middle}{close});"),
                )
            };
            let _ = module(4_000);
            let refused = module(100_000).map(|_| open).unwrap_err();
            assert_eq!(refused, "handler.ts: It is nested too deeply to be read.", "{open}");
        }
    }

    #[test]
    fn an_import_for_its_effect_stays() {
        assert_eq!(ts("import './effect';\nimport 'pkg';").imports, ["./effect", "pkg"]);
    }

    #[test]
    fn enums_namespaces_and_parameter_properties_become_javascript() {
        assert!(
            js("enum Mode { A = 1, B }\nexport default Mode.B;").contains("Mode[Mode[\"B\"] = 2]")
        );
        assert!(js("namespace N { export const x = 1; }\nexport default N.x;").contains("N.x = 1"));
        let class = js("export class P { constructor(private readonly v: number) {} }");
        assert!(class.contains("this.v = v"), "{class}");
    }

    #[test]
    fn all_ways_to_name_another_module_are_found() {
        let module = ts(
            "export { a } from './a';\nexport * from './b';\nconst c = await import('./c');\nconst d = require('./d');\nexport default [c, d, require('./e')];\n",
        );
        assert_eq!(module.imports, ["./a", "./b", "./c", "./d", "./e"]);
        assert!(module.is_module);
    }

    #[test]
    fn what_uses_require_and_exports_alone_is_commonjs() {
        let module = ts("const fs = require('fs');\nmodule.exports = (e: unknown) => fs;\n");
        assert!(!module.is_module);
        assert!(module.code.starts_with("const fs"), "{}", module.code);
        assert!(!read(Path::new("a.cjs"), "exports.x = 1").unwrap().is_module);
    }

    #[test]
    fn what_bun_has_in_every_module_is_brought_along_where_it_is_used() {
        let code = ts("export default () => [require('fs'), __dirname];").code;
        assert!(code.contains("createRequire") && code.contains("const __dirname"), "{code}");
        assert!(!code.contains("const __filename"));
        let own = ts("const require = 1; export default require;").code;
        assert!(!own.contains("createRequire"), "{own}");
    }

    #[test]
    fn javascript_stays_as_it_is() {
        let text = "import fs from 'fs';\n// odd   spaces\nexport default   () => fs;\n";
        let module = read(Path::new("handler.js"), text).unwrap();
        assert_eq!((module.is_module, module.code.as_str()), (true, text));
    }

    #[test]
    fn a_mistake_is_told_with_its_line() {
        let why = read(Path::new("/h/handler.ts"), "const a = 1;\nconst = 2;\n").err().unwrap();
        assert!(why.starts_with("handler.ts:2:7: "), "{why}");
    }

    proptest::proptest! {
        #[test]
        fn no_text_ends_the_program(
            text in r#"(import |type |enum |class |export |default |namespace |const |=> |[a-z]{1,2} |[{}()<>\[\]=:;.,?"'`/*@#\\]|\n|é){0,40}"#
        ) {
            let _ = read(Path::new("handler.ts"), &text);
            let _ = read(Path::new("handler.js"), &text);
        }
    }
}
