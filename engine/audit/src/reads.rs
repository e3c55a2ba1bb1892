//! The files that a shell command names and only reads: what it says itself, nothing that is worked out.

use tree_sitter::Node;

use super::parse;

/// More of them are not listed.
const MOST: usize = 20;

/// Programs whose words are all files, but for options.
const FILES: &[&str] =
    &["cat", "head", "less", "more", "nl", "sort", "source", "tac", "tail", "uniq", "wc", "."];
/// Programs whose first word is what they look for, or a program of their own.
const AFTER_ONE: &[&str] = &["awk", "egrep", "fgrep", "grep", "jq", "sed"];

/// Options of one letter whose value is the next word.
const TAKES: &[(&str, &str)] = &[
    ("awk", "Ffv"),
    ("egrep", "efABCmdD"),
    ("fgrep", "efABCmdD"),
    ("grep", "efABCmdD"),
    ("head", "nc"),
    ("nl", "bdfhilnsvw"),
    ("sed", "efl"),
    ("sort", "koSTt"),
    ("tail", "ncs"),
    ("uniq", "fsw"),
];

/// The files that a shell command or script reads, as it names them.
#[must_use]
pub fn reads(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let Some(tree) = (text.len() <= super::MOST_BYTES).then(|| parse::shell(text)).flatten() else {
        return found;
    };
    let mut todo = vec![tree.root_node()];
    while let Some(node) = todo.pop() {
        match node.kind() {
            "command" => of_command(node, text, &mut found),
            "file_redirect" => of_redirect(node, text, &mut found),
            _ => {}
        }
        let parts: Vec<_> = parse::parts(node).into_iter().map(|(_, part)| part).collect();
        todo.extend(parts.into_iter().rev());
        if found.len() >= MOST {
            break;
        }
    }
    found
}

fn of_command(node: Node<'_>, text: &str, found: &mut Vec<String>) {
    let parts = parse::parts(node);
    let name = parts.iter().find(|(field, _)| *field == Some("name"));
    let name = name.and_then(|(_, node)| literal(*node, text)).unwrap_or_default();
    let program = name.rsplit('/').next().unwrap_or_default();
    let skip = match program {
        _ if FILES.contains(&program) => 0,
        _ if AFTER_ONE.contains(&program) => 1,
        _ => return,
    };
    let words = parts.iter().filter(|(field, _)| *field == Some("argument"));
    let words: Vec<_> = words.map(|(_, node)| literal(*node, text).unwrap_or_default()).collect();
    // `--arg a b file`: how many words belong to each of these is jq's own.
    if program == "jq" && words.iter().any(|word| word.starts_with("--")) {
        return;
    }
    // What it looks for is then an option's value, and the first word a file.
    let given = |word: &String| word == "-f" || word == "-e" && program != "jq";
    let skip = if words.iter().any(given) { 0 } else { skip };
    let takes = TAKES.iter().find(|(of, _)| *of == program).map_or("", |(_, takes)| *takes);
    let mut of_option = false;
    let plain = words.into_iter().filter(|word| {
        let kept = !(word.starts_with('-') || of_option);
        let letter = word.strip_prefix('-').filter(|letter| letter.len() == 1);
        of_option = letter.is_some_and(|letter| takes.contains(letter));
        kept
    });
    for word in plain.skip(skip).filter(|word| !word.is_empty()) {
        add(word, found);
    }
}

fn of_redirect(node: Node<'_>, text: &str, found: &mut Vec<String>) {
    let parts = parse::parts(node);
    let reads = parts.iter().any(|(_, part)| part.kind() == "<");
    let target = parts.iter().find(|(field, _)| *field == Some("destination"));
    if let Some(word) = target.filter(|_| reads).and_then(|(_, node)| literal(*node, text)) {
        add(word, found);
    }
}

fn add(word: String, found: &mut Vec<String>) {
    if !word.starts_with("/dev/") && !found.contains(&word) {
        found.push(word);
    }
}

/// A word that is what it says; none where something is put in.
fn literal(node: Node<'_>, text: &str) -> Option<String> {
    let word = text.get(node.byte_range())?;
    let plain = match node.kind() {
        "command_name" => return literal(node.child(0)?, text),
        "word" | "number" => !word.contains(['*', '?', '[', '{', '\\']),
        "string" => !word.contains(['$', '`', '\\']),
        "raw_string" => true,
        _ => false,
    };
    plain.then(|| word.trim_matches(['"', '\'']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::reads;

    #[test]
    fn files_that_are_named_are_told_and_nothing_is_made_up() {
        for (command, wished) in [
            ("cat ~/notes.md", &["~/notes.md"][..]),
            ("cat", &[]),
            ("echo ~/notes.md > out.txt", &[]),
            ("head -n 5 'my notes.md' | grep -i todo", &["my notes.md"]),
            ("grep -q todo \"list.txt\" && wc -l < /etc/hosts", &["list.txt", "/etc/hosts"]),
            ("jq -r .data state.json; . ./env.sh", &["state.json", "./env.sh"]),
            ("cat \"$HOME/notes.md\" *.txt $FILE < /dev/null", &[]),
            ("if true; then cat a b a; fi", &["a", "b"]),
            ("sort -t : -k 2,2 f", &["f"]),
            ("awk -F , '{print $1}' f", &["f"]),
            ("sed -e A -e B f", &["f"]),
            ("head -c 1K f; cat -n f5", &["f", "f5"]),
            ("jq --arg a b . f", &[]),
            ("grep -f patterns f", &["f"]),
        ] {
            assert_eq!(reads(command), wished, "{command}");
        }
    }
}
