//! Where a program cannot be read by its own language, as it is typed: nothing is run, and nothing is said of
//! what it would do.

use tree_sitter::Node;

use super::code::js;
use super::finding::Slip;
use super::{kinds, parse};

/// More than these in one text help nobody.
const MOST: usize = 20;

/// The slips of a program, by the name of its file and its first line; none for a language that is not known.
#[must_use]
pub fn slips(name: &str, text: &str) -> Vec<Slip> {
    let path = std::path::Path::new(name);
    if text.len() > super::MOST_BYTES {
        return Vec::new();
    }
    let mut found = if kinds::is_script(path, text.as_bytes()) {
        js::slips(text, name)
    } else if name.ends_with(".py") || text.lines().next().is_some_and(starts_python) {
        parse::python(text).map(|tree| torn(tree.root_node(), text)).unwrap_or_default()
    } else if kinds::is_shell(path, text.as_bytes()) {
        parse::shell(text).map(|tree| torn(tree.root_node(), text)).unwrap_or_default()
    } else {
        Vec::new()
    };
    found.truncate(MOST);
    found
}

fn starts_python(line: &str) -> bool {
    line.starts_with("#!") && line.contains("python")
}

/// The outermost places that are not of the grammar.
fn torn(root: Node<'_>, text: &str) -> Vec<Slip> {
    let mut found = Vec::new();
    let mut todo = vec![root];
    while let Some(node) = todo.pop() {
        if node.is_missing() {
            let what = match node.kind() {
                word if word.chars().any(char::is_alphabetic) => {
                    "Something is missing here.".into()
                }
                sign => format!("Here {sign} is missing."),
            };
            found.push(Slip::at(text, node.start_byte(), what));
        } else if node.is_error() {
            // Of one over several lines, the parser came as far as its last part.
            let many = node.start_position().row < node.end_position().row;
            let last = node.child_count().checked_sub(1).filter(|_| many);
            let last = last.and_then(|last| node.child(last));
            let at = last.map_or(node.start_byte(), |last| last.start_byte());
            found.push(Slip::at(text, at, "This cannot be understood.".into()));
        } else if node.has_error() {
            let mut cursor = node.walk();
            let inner: Vec<_> = node.children(&mut cursor).collect();
            todo.extend(inner.into_iter().rev());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(name: &str, text: &str) -> Vec<u32> {
        slips(name, text).into_iter().map(|slip| slip.line).collect()
    }

    #[test]
    fn a_slip_is_found_at_its_line_in_each_language() {
        for (name, sound, broken, line) in [
            (
                "handler.ts",
                "export default (a: string) => {\n  a;\n};\n",
                "export default (a: string) => {\n  a..;\n};\n",
                2,
            ),
            ("handler.js", "module.exports = 1;\n", "module.exports = ;\n", 1),
            ("run.sh", "if true; then\n  echo a\nfi\n", "echo a\nif true; then )\n", 2),
            ("run.py", "def a():\n    return 1\n", "def a(:\n    return 1\n", 1),
        ] {
            assert_eq!(lines(name, sound), [0; 0], "{name}");
            let found = lines(name, broken);
            #[cfg(not(feature = "javascript"))]
            if name.starts_with("handler") {
                continue;
            }
            assert!(!found.is_empty() && found[0] == line, "{name}: {found:?}");
        }
        assert!(slips("notes.txt", "((((").is_empty());
    }
}
