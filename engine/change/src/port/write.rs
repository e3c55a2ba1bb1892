//! Names and manifests as the other dialect has them. What a stranger's manifest says becomes text in
//! ours: every word of it is escaped, or left out.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::create;
use tacklebox_agents::dialect::Dialect;
use tacklebox_agents::dialect::Format;
use tacklebox_agents::hook::InstallSpec;
use tacklebox_agents::manifest::{self, Manifest, Requires, rewrite};

/// The longest name that ZeroClaw takes, in characters; ours are no longer anywhere.
const LONGEST: usize = 64;

/// A folder's name that every file system takes, as near to `name` as may be.
pub(super) fn slug(name: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' };
    finished(&name.chars().map(kept).collect::<String>())
}

/// A name of letters, digits and hyphens, 1 to 64 of them.
pub(super) fn plain_name(name: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    finished(&name.chars().map(kept).collect::<String>())
}

/// The name of the hook that one of several events gets: `guard-before-tool-call`.
pub(super) fn plain_name_for(name: &str, event: &str) -> String {
    let event = event.replace('_', "-");
    let room = LONGEST.saturating_sub(event.len().saturating_add(1));
    let name: String = plain_name(name).chars().take(room).collect();
    plain_name(&format!("{name}-{event}"))
}

fn finished(name: &str) -> String {
    let name: String = name.trim_matches(['.', '-']).chars().take(LONGEST).collect();
    let name = name.trim_end_matches(['.', '-']);
    match name {
        "" => "hook".to_owned(),
        name if create::is_reserved(name.split('.').next().unwrap_or_default()) => {
            format!("hook-{name}")
        }
        name => name.to_owned(),
    }
}

/// A TOML text on one line. JSON's escapes are TOML's too, but for one character.
fn text(text: &str) -> String {
    Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

fn list(texts: &[String]) -> String {
    format!("[{}]", texts.iter().map(|one| text(one)).collect::<Vec<_>>().join(", "))
}

/// A command and what goes with it, for Moltis or ZeroClaw.
#[derive(Debug)]
pub(super) struct Command<'a> {
    pub name: &'a str,
    pub description: &'a str,
    pub version: Option<&'a str>,
    pub command: &'a str,
    /// In seconds.
    pub timeout: u32,
    pub priority: i32,
}

/// `HOOK.toml`, switched off. It has one event.
pub(super) fn hook_toml(hook: &Command<'_>, event: &str, workdir: Option<&str>) -> String {
    let mut toml = format!("[hook]\nname = {}\n", text(hook.name));
    if !hook.description.is_empty() {
        let _ = writeln!(toml, "description = {}", text(hook.description));
    }
    if let Some(version) = hook.version {
        let _ = writeln!(toml, "version = {}", text(version));
    }
    let _ = writeln!(toml, "event = {}", text(event));
    let _ = writeln!(toml, "priority = {}\nenabled = false", hook.priority);
    let _ = writeln!(toml, "\n[hook.action.shell]\ncommand = {}", text(hook.command));
    let _ = writeln!(toml, "timeout_secs = {}", hook.timeout);
    if let Some(workdir) = workdir {
        let _ = writeln!(toml, "workdir = {}", text(workdir));
    }
    toml
}

/// A `HOOK.md` with its settings in TOML.
pub(super) fn toml_md(
    hook: &Command<'_>,
    events: &[String],
    requires: &Requires,
    emoji: Option<&str>,
    homepage: Option<&str>,
    body: &str,
) -> String {
    let mut toml = format!("+++\nname = {}\n", text(hook.name));
    let fields = [
        ("description", Some(hook.description).filter(|text| !text.is_empty())),
        ("version", hook.version),
        ("emoji", emoji),
        ("homepage", homepage),
    ];
    for (key, value) in fields {
        if let Some(value) = value {
            let _ = writeln!(toml, "{key} = {}", text(value));
        }
    }
    let _ = writeln!(toml, "events = {}\ncommand = {}", list(events), text(hook.command));
    let _ = writeln!(toml, "timeout = {}", hook.timeout);
    // Today's Moltis says of every priority that it ignores it: the usual one is not written.
    if hook.priority != 0 {
        let _ = writeln!(toml, "priority = {}", hook.priority);
    }
    let needs = [
        ("os", &requires.os),
        ("bins", &requires.bins),
        ("any_bins", &requires.any_bins),
        ("env", &requires.env),
    ];
    if needs.iter().any(|(_, names)| !names.is_empty()) {
        toml.push_str("\n[requires]\n");
        for (key, names) in needs.iter().filter(|(_, names)| !names.is_empty()) {
            let _ = writeln!(toml, "{key} = {}", list(names));
        }
    }
    format!("{toml}+++\n\n{}\n", body.trim())
}

/// `HOOK.md` of the family with these settings.
pub(super) fn family_md(
    to: &Dialect,
    name: &str,
    description: &str,
    settings: Map<String, Value>,
    body: &str,
) -> Result<String, String> {
    let own = to.metadata_keys.first().copied().unwrap_or_default();
    let mut metadata = Map::new();
    metadata.insert(own.to_owned(), Value::Object(settings));
    let metadata = rewrite::one_line(&metadata)?;
    let name = scalar("name", name, |manifest| &manifest.name);
    let description = scalar("description", description, |manifest| &manifest.description);
    Ok(format!("---\n{name}{description}metadata: {metadata}\n---\n\n{}\n", body.trim()))
}

/// A field as today's readers take it, which is plain; quoted only where nothing else can be read.
fn scalar(key: &str, value: &str, read: fn(&Manifest) -> &String) -> String {
    let value = plain(value);
    if value.is_empty() {
        return String::new();
    }
    let softened = plain(&value.replace(": ", ", ").replace(" #", " "));
    let softened =
        softened.trim_start_matches(|c: char| !c.is_alphanumeric()).trim_end_matches(':');
    [value.as_str(), softened.trim()]
        .into_iter()
        .find(|candidate| {
            let name = if key == "name" { "" } else { "name: x\n" };
            let front = format!("---\n{name}{key}: {candidate}\n---\n");
            manifest::parse(Format::Yaml, &[], front.as_bytes())
                .is_ok_and(|manifest| read(&manifest) == candidate)
        })
        .map_or_else(
            || format!("{key}: {}\n", Value::from(value.as_str())),
            |candidate| format!("{key}: {candidate}\n"),
        )
}

/// One line without control characters.
fn plain(text: &str) -> String {
    let spaced = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = text.chars().map(spaced).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Words that may be in a script of ours: nothing in them means anything to a shell or a module.
pub(super) fn harmless(words: &str) -> String {
    let kept = |c: char| if c.is_alphanumeric() || " .,_-".contains(c) { c } else { ' ' };
    let words: String = words.chars().map(kept).collect();
    let words: String = words.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().take(120).collect()
}

/// An event key in a script of ours, as [`harmless`].
pub(super) fn harmless_key(key: &str) -> String {
    key.chars().filter(|c| c.is_ascii_alphanumeric() || "-_:.".contains(*c)).collect()
}

/// A line of a comment. Whatever is in it, it stays one: it begins as one and no character ends a line.
pub(super) fn in_comment(mark: &str, line: &str) -> String {
    let ends = |c: char| c.is_control() || matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}');
    let line: String = line.chars().map(|c| if ends(c) { ' ' } else { c }).collect();
    match line.starts_with(mark) {
        true => line,
        false => format!("{mark} {line}"),
    }
}

/// Requirements under the key of an agent.
pub(super) fn requires(requires: &Requires, settings: &mut Map<String, Value>) {
    if !requires.os.is_empty() {
        settings.insert("os".into(), json!(requires.os));
    }
    let mut needs = Map::new();
    for (key, names) in
        [("bins", &requires.bins), ("anyBins", &requires.any_bins), ("env", &requires.env)]
    {
        if !names.is_empty() {
            needs.insert(key.into(), json!(names));
        }
    }
    if !needs.is_empty() {
        settings.insert("requires".into(), Value::Object(needs));
    }
}

/// Programs that ways to install are named for.
pub(super) fn installed(specs: &[InstallSpec]) -> Vec<String> {
    let mut bins: Vec<String> = specs.iter().flat_map(|spec| spec.bins.iter().cloned()).collect();
    bins.dedup();
    bins
}

#[cfg(test)]
mod tests {
    use super::*;
    use tacklebox_agents::hook::AgentId;

    #[test]
    fn names_that_every_place_takes() {
        for (name, folder, zeroclaw) in [
            ("greeter", "greeter", "greeter"),
            ("my_hook.v2", "my_hook.v2", "my-hook-v2"),
            ("../../etc", "etc", "etc"),
            ("Über cool", "ber-cool", "ber-cool"),
            ("…", "hook", "hook"),
            ("con", "hook-con", "hook-con"),
            ("nul.txt", "hook-nul.txt", "nul-txt"),
        ] {
            assert_eq!((slug(name).as_str(), plain_name(name).as_str()), (folder, zeroclaw));
        }
        assert_eq!(plain_name_for("guard", "before_tool_call"), "guard-before-tool-call");
        let long = plain_name_for(&"x".repeat(80), "on_after_tool_call");
        assert_eq!((long.len(), long.ends_with("-on-after-tool-call")), (64, true));
    }

    #[test]
    fn words_of_a_stranger_mean_nothing_in_a_script() {
        assert_eq!(harmless("Say `hi` $(rm -rf ~) \"${x}\"\n#"), "Say hi rm -rf x");
    }

    #[test]
    fn what_can_be_plain_is_and_what_cannot_is_still_read() {
        let md = |description: &str| {
            let text =
                family_md(AgentId::Milady.dialect(), "x", description, Map::new(), "").unwrap();
            let manifest = manifest::parse(Format::Yaml, &["milady"], text.as_bytes()).unwrap();
            (manifest.description, manifest.shape.dressed_name)
        };
        assert_eq!(md("Keeps order"), ("Keeps order".to_owned(), false));
        assert_eq!(md("Note: keeps # order"), ("Note, keeps order".to_owned(), false));
        assert_eq!(md("\"quoted\""), ("quoted\"".to_owned(), false));
        assert_eq!(md("two\nlines"), ("two lines".to_owned(), false));
        assert_eq!(md("- {"), (String::new(), false));
    }
}
