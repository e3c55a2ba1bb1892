//! The manifests of `tests/hostile/manifests`. `answers.txt` there says what is read in each, or why it is not read.

use tacklebox_testing::hostile::answered;

use super::parse;
use crate::dialect::Format;

#[test]
fn hostile_manifests_are_answered_with_these_words() {
    for (folder, format) in
        [("yaml", Format::Yaml), ("toml-front", Format::TomlFront), ("hook-toml", Format::HookToml)]
    {
        answered(&format!("manifests/{folder}"), |file| {
            match parse(format, &["openclaw"], &std::fs::read(file).unwrap()) {
                Err(broken) => match broken.line {
                    Some(line) => format!("line {line}: {}", broken.message),
                    None => broken.message,
                },
                Ok(read) => {
                    let name: String = read.name.chars().take(40).collect();
                    format!("read as {name:?}, events {:?}", read.events)
                }
            }
        });
    }
}
