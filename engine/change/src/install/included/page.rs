//! An included hook in full before it is installed: what it does for one agent, its files, and its page for readers.

use serde::Serialize;

use super::{Included, Shipped, card, files, plugin};
use crate::install::review::{self, ReviewFile, ReviewHook};
use crate::ops::OpError;
use crate::plugins as placing;
use tacklebox_agents::hook::AgentId;
use tacklebox_audit::Finding;
use tacklebox_inventory::inventory::Inventory;
use tacklebox_inventory::plugins::PluginView;
use tacklebox_machine::machine::Machine;

/// An included hook as its own page shows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct IncludedPage {
    pub hook: Included,
    /// Whom the rest is about.
    pub agent: AgentId,
    /// With the verdict that it would get here and now; none where the agent gets it as a plugin.
    pub part: Option<ReviewHook>,
    pub plugin: Option<PluginView>,
    pub files: Vec<ReviewFile>,
    pub findings: Vec<Finding>,
    /// Markdown, for people who read it.
    pub readme: String,
    /// What comes of it, drawn; none where its page has no picture.
    pub picture: Option<Picture>,
}

/// The picture of a page: a drawing in SVG that needs nothing else, and what it shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Picture {
    pub alt: String,
    pub svg: String,
}

/// The picture that a page names: one that ships beside it, and no other.
fn picture(name: &str, readme: &str) -> Option<Picture> {
    let line = readme.lines().find_map(|line| line.strip_prefix("!["))?;
    let (alt, file) = line.strip_suffix(')')?.split_once("](")?;
    let drawn = Shipped::get(&format!("{name}/{file}"))?;
    Some(Picture { alt: alt.to_owned(), svg: String::from_utf8_lossy(&drawn.data).into_owned() })
}

/// An included hook as one agent would get it. Nothing is written.
///
/// # Errors
/// [`OpError::NoSuchIncluded`] where there is none of this name for the agent.
pub fn page(machine: &Machine, inventory: &Inventory, name: &str) -> Result<IncludedPage, OpError> {
    let agent = inventory.agent();
    let missing = || OpError::NoSuchIncluded { name: name.to_owned(), agent: agent.dialect.title };
    let hook = card(machine, &[inventory], name.to_owned()).ok_or_else(missing)?;
    if !hook.agents.iter().any(|offer| offer.agent == agent.id()) {
        return Err(missing());
    }
    let (dir, files) = match plugin::of(name, agent) {
        Some(plugin) => (placing::folder(agent, name)?, plugin.files),
        None => (agent.managed.join(name), files(name, agent.id())),
    };
    let (review, mut parts) = review::folder(machine, inventory, &dir, &files);
    let readme = Shipped::get(&format!("{name}/README.md"));
    let readme =
        readme.map(|page| String::from_utf8_lossy(&page.data).into_owned()).unwrap_or_default();
    Ok(IncludedPage {
        hook,
        agent: agent.id(),
        part: parts.pop(),
        plugin: review.plugins.into_iter().next(),
        files: review.files,
        findings: review.findings,
        picture: picture(name, &readme),
        readme,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::plan::NewFile;
    use tacklebox_agents::agent::Options;
    use tacklebox_machine::machine::Platform;

    #[test]
    fn every_included_hook_has_a_page_for_each_agent_that_it_is_offered_to() {
        let home = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, home.path(), BTreeMap::new());
        let mut seen = 0;
        for agent in AgentId::all().iter().copied() {
            let inventory = Inventory::scan(&machine, agent, &Options::default());
            for included in super::super::list(&machine, &[&inventory]) {
                if !included.agents.iter().any(|offer| offer.agent == agent) {
                    let error = page(&machine, &inventory, &included.name).unwrap_err();
                    assert!(matches!(error, OpError::NoSuchIncluded { .. }), "{error}");
                    continue;
                }
                let page = page(&machine, &inventory, &included.name).unwrap();
                let what = format!("{} for {agent}", included.name);
                assert!(page.part.is_some() != page.plugin.is_some(), "{what}");
                assert!(!page.files.is_empty(), "{what}");
                let said = |head: &str| -> String {
                    let head = format!("**{head}:** ");
                    let lines: Vec<&str> =
                        page.readme.lines().filter_map(|line| line.strip_prefix(&*head)).collect();
                    // In a row of its own, which knows names in backticks and no other marks.
                    let plain = !lines.concat().contains("**") && !lines.concat().contains("](");
                    assert!(lines.len() == 1 && lines[0].ends_with('.') && plain, "{what}: {head}");
                    lines.concat()
                };
                assert!(said("Reads").len() > 7 && said("Writes").len() > 7, "{what}");
                let calls = |file: &NewFile| {
                    let text = String::from_utf8_lossy(&file.bytes).into_owned();
                    text.contains("fetch(") || text.contains("curl --silent")
                };
                let calls = files(&included.name, agent).iter().any(calls);
                assert_eq!(calls, !said("Sends").starts_with("Nothing"), "{what}: whom it calls");
                let picture = page.picture.as_ref().unwrap_or_else(|| panic!("{what}: no picture"));
                assert!(picture.alt.len() > 20, "{what}: what does it show?");
                assert!(picture.svg.starts_with("<svg ") && picture.svg.len() < 4096, "{what}");
                let from_elsewhere = ["href", "url(", "<script", "<image", "<style", "<foreign"];
                assert!(!from_elsewhere.iter().any(|it| picture.svg.contains(it)), "{what}");
                let part = page.part.iter().flat_map(|part| &part.triggers);
                let named = page.plugin.iter().flat_map(|plugin| &plugin.listens.keys);
                assert!(part.count() + named.count() > 0, "{what}: when does it run?");
                seen += 1;
            }
        }
        assert!(seen > 20, "{seen}");
        assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 0, "nothing is written");
    }
    #[test]
    fn a_search_finds_a_hook_by_what_it_reads_writes_and_sends() {
        let home = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, home.path(), BTreeMap::new());
        let found = |text: &str| -> Vec<String> {
            let all = super::super::list(&machine, &[]).into_iter();
            all.filter(|hook| hook.says.contains(text)).map(|hook| hook.name).collect()
        };
        assert!(found("api.github.com").contains(&"github-digest".to_owned()), "a host");
        assert!(found("session:end").contains(&"notify".to_owned()), "an event of a manifest");
        assert!(found("before_tool_call").contains(&"sandbox-writes".to_owned()), "a plugin's");
        assert!(found("notify-send").contains(&"notify".to_owned()), "a program");
        assert!(found("logs/commands.log").contains(&"command-logger".to_owned()), "a file");
        assert!(found("GITHUB_TOKEN").contains(&"github-digest".to_owned()), "a key");
        assert_eq!(found("nothing at all names this"), Vec::<String>::new());
    }
}
