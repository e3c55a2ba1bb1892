//! Handlers as people write them, put together in every way: none of them is refused by mistake.

use super::beside::folder;
use super::*;

/// The parts, of which `tests/agents` asks the runtimes themselves.
#[derive(serde::Deserialize)]
struct Parts {
    heads: Vec<String>,
    helpers: Vec<String>,
    exports: Vec<String>,
}

#[test]
fn no_handler_as_people_write_them_is_refused() {
    let parts: Parts =
        serde_json::from_str(include_str!("../../../../../tests/agents/published.json")).unwrap();
    let mut wrong = Vec::new();
    let mut all = 0;
    for head in &parts.heads {
        for helper in &parts.helpers {
            for export in &parts.exports {
                let text = format!("{head}\n{helper}\n{export}\n");
                for by in [Modules::Whole, Modules::TypesLeftOut] {
                    all += 1;
                    let found = folder(&text, &[], "default", by);
                    if found != Module::Loads {
                        wrong.push(format!("{by:?}: {found:?}\n{text}"));
                    }
                }
            }
        }
    }
    assert!(all >= 2_000, "{all}");
    assert!(wrong.is_empty(), "{} of {all}: {:#?}", wrong.len(), wrong.first());
}
