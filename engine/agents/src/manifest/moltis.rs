//! Moltis' `HOOK.md` with TOML front matter (rules R-2, R-3 and R-10.5).

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;

use super::event_name::Event;
use super::front::{self, Front, line_at};
use super::{Action, Broken, Manifest, Requires, Shape, body, known_events, toml_words};
use crate::config::older_toml;
use crate::moment::Keys;

/// What is said of one that names nothing to run.
const NO_COMMAND: &str = "the manifest has no `command`, so there is nothing to run";

/// A value of a type that a Moltis that people run does not look at.
type Loose = Option<Spanned<toml::Value>>;

#[derive(Deserialize)]
struct Raw {
    name: Option<Spanned<String>>,
    #[serde(default)]
    description: String,
    version: Loose,
    emoji: Option<String>,
    homepage: Loose,
    events: Option<Vec<Spanned<Event>>>,
    command: Option<Spanned<String>>,
    timeout: Option<u64>,
    priority: Option<i32>,
    #[serde(default)]
    env: BTreeMap<String, String>,
    draft: Loose,
    #[serde(default)]
    requires: RawRequires,
    /// What the author says of variables.
    keys: Option<toml::Value>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct RawRequires {
    os: Vec<String>,
    bins: Vec<String>,
    any_bins: Loose,
    env: Vec<String>,
    config: Vec<String>,
}

#[cfg(test)]
pub(super) fn parse(text: &str) -> Result<Manifest, Broken> {
    of_front(&front::split(text, front::TOML)?)
}

pub(super) fn of_front(front: &Front<'_>) -> Result<Manifest, Broken> {
    in_file(front, true)
}

/// As Moltis of 2026-08-21 cuts it: what is on the line of a fence is front matter or text, and no
/// name or command is looked at.
pub(super) fn as_shipped(text: &str) -> Result<Manifest, Broken> {
    let bare = text.trim_start();
    let inside = bare
        .strip_prefix(front::TOML)
        .ok_or_else(|| Broken::new(1, "the manifest does not begin with `+++`"))?;
    let (front_text, body) = inside.split_once("\n+++").ok_or_else(|| {
        Broken::new(1, "the front matter that begins here is never closed with `+++`")
    })?;
    // Whatever Unicode calls a blank is taken off, where TOML knows two.
    let (whole, front_text) = (front_text, front_text.trim());
    let above = text.len().saturating_sub(bare.len());
    let blanks = whole.len().saturating_sub(whole.trim_start().len());
    let first_line = line_at(text, above.saturating_add(front::TOML.len()).saturating_add(blanks));
    if let Some(error) = older_toml::refusal(front_text) {
        let line = u32::try_from(error.line).ok();
        let line = line.map(|line| line.saturating_add(first_line).saturating_sub(1));
        return Err(Broken::new(line, error.message).named(front::guess_name(front_text, '=')));
    }
    let front = Front { text: front_text, body, first_line, bom: false, blank_before: above > 0 };
    in_file(&front, false)
}

fn in_file(front: &Front, strict: bool) -> Result<Manifest, Broken> {
    read(front, strict).map_err(|broken| Broken {
        line: broken.line.map(|line| line.saturating_add(front.first_line).saturating_sub(1)),
        ..broken
    })
}

fn read(front: &Front, strict: bool) -> Result<Manifest, Broken> {
    toml_words::manifest(front.text, |raw| made(front, strict, raw))
}

fn made(front: &Front, strict: bool, raw: Raw) -> Result<Manifest, Broken> {
    let line = |span: std::ops::Range<usize>| line_at(front.text, span.start);
    let no_name = "the manifest has no `name`";
    let name = raw.name.ok_or_else(|| Broken::new(None, no_name))?;
    if strict && name.as_ref().trim().is_empty() {
        return Err(Broken::new(line(name.span()), no_name));
    }
    let (name, untrimmed) =
        (if strict { name.as_ref().trim() } else { name.as_ref() }, name.as_ref().len());
    // Nothing but the fences and the name is cut in another way; a priority is read and never used.
    let plain = strict
        && untrimmed == name.len()
        && raw.priority.is_none()
        && raw.events.is_some()
        && !(front.bom || front.blank_before || front.text.starts_with(front::TOML))
        && !front.text.contains("\n+++")
        && older_toml::refusal(front.text).is_none();
    let Some(events) = raw.events.or_else(|| strict.then(Vec::new)) else {
        return Err(Broken::new(None, "the manifest has no `events`").named(Some(name)));
    };
    if strict && let Some(event) = events.iter().find(|it| it.as_ref().as_table) {
        let wrong = Broken::new(line(event.span()), "`events` must be a text in quotes");
        return Err(wrong.named(Some(name)));
    }
    for event in &events {
        known_events::check(Keys::Moltis, &event.as_ref().name, Some(line(event.span())))
            .map_err(|broken| broken.named(Some(name)))?;
    }
    let loose = Looked { front, strict, name };
    let version = loose.at("version", raw.version, "a text in quotes")?;
    let homepage = loose.at("homepage", raw.homepage, "a text in quotes")?;
    let draft: bool = loose.at("draft", raw.draft, "`true` or `false`")?.unwrap_or_default();
    let any_bins = loose.at("any_bins", raw.requires.any_bins, "a list of texts")?;
    let empty = raw.command.as_ref().is_none_or(|it| !draft && it.as_ref().trim().is_empty());
    if strict && empty {
        let at = raw.command.map(|it| line(it.span()));
        return Err(Broken::new(at, NO_COMMAND).named(Some(name)));
    }
    let action = raw.command.map(|command| Action::Shell {
        // Counted in the file, like the lines of errors.
        line: line(command.span()).saturating_add(front.first_line).saturating_sub(1),
        command: command.into_inner(),
        timeout_secs: raw.timeout.map(|secs| u32::try_from(secs).unwrap_or(u32::MAX)),
        workdir: None,
    });
    Ok(Manifest {
        name: name.to_owned(),
        draft,
        description: raw.description,
        heading: body::heading(front.body),
        homepage,
        emoji: raw.emoji,
        version,
        events: events.into_iter().map(|event| event.into_inner().name).collect(),
        requires: Requires {
            os: raw.requires.os,
            bins: raw.requires.bins,
            any_bins: any_bins.unwrap_or_default(),
            env: raw.requires.env,
            config: raw.requires.config,
        },
        priority: raw.priority,
        action,
        env: raw.env,
        keys: raw.keys.and_then(|keys| keys.try_into().ok()).unwrap_or_default(),
        shape: Shape {
            bom: front.bom,
            blank_before: front.blank_before,
            plain,
            ..Shape::default()
        },
        ..Manifest::default()
    })
}

/// How keys are looked at that not every Moltis reads.
struct Looked<'a> {
    front: &'a Front<'a>,
    strict: bool,
    name: &'a str,
}

impl Looked<'_> {
    fn at<T: DeserializeOwned>(
        &self,
        key: &str,
        value: Loose,
        wanted: &str,
    ) -> Result<Option<T>, Broken> {
        let Some(value) = value else { return Ok(None) };
        let line = line_at(self.front.text, value.span().start);
        match value.into_inner().try_into() {
            Ok(value) => Ok(Some(value)),
            Err(_) if self.strict => {
                Err(Broken::new(line, format!("`{key}` must be {wanted}")).named(Some(self.name)))
            }
            Err(_) => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = r##"+++
name = "my-hook"
description = "Logs all tool calls to a file"
emoji = "📜"
version = "0.2"
homepage = "https://example.com"
events = ["BeforeToolCall", "AfterToolCall"]
command = "./handler.sh"
timeout = 7
priority = 100
env = { LOG_FILE = "log" }

[requires]
os = ["darwin", "linux"]
bins = ["jq"]
any_bins = ["curl", "wget"]
env = ["TOKEN"]
config = ["a.b"]
+++

# My Hook
"##;

    #[test]
    fn a_manifest_with_everything() {
        let texts =
            |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let expected = Manifest {
            name: "my-hook".into(),
            description: "Logs all tool calls to a file".into(),
            heading: Some("My Hook".into()),
            homepage: Some("https://example.com".into()),
            emoji: Some("📜".into()),
            version: Some("0.2".into()),
            events: texts(&["BeforeToolCall", "AfterToolCall"]),
            requires: Requires {
                os: texts(&["darwin", "linux"]),
                bins: texts(&["jq"]),
                any_bins: texts(&["curl", "wget"]),
                env: texts(&["TOKEN"]),
                config: texts(&["a.b"]),
            },
            priority: Some(100),
            action: Some(Action::Shell {
                command: "./handler.sh".into(),
                timeout_secs: Some(7),
                workdir: None,
                line: 8,
            }),
            env: [("LOG_FILE".to_owned(), "log".to_owned())].into(),
            ..Manifest::default()
        };
        assert_eq!(parse(SOUND).unwrap(), expected);
        assert_eq!(parse(&SOUND.replace('\n', "\r\n")).unwrap(), expected);
    }

    #[test]
    fn a_byte_order_mark_moves_no_line() {
        let manifest = parse(&format!("\u{feff}\n{SOUND}")).unwrap();
        assert!(manifest.shape.bom && manifest.shape.blank_before);
        assert!(matches!(manifest.action, Some(Action::Shell { line: 9, .. })));
    }

    #[test]
    fn what_moltis_refuses_is_refused_with_line_and_reason() {
        for (from, to, line, message) in [
            ("name = \"my-hook\"", "", None, "the manifest has no `name`"),
            ("name = \"my-hook\"", "name = \" \"", Some(2), "the manifest has no `name`"),
            (
                "command = \"./handler.sh\"",
                "",
                None,
                "the manifest has no `command`, so there is nothing to run",
            ),
            (
                "\"AfterToolCall\"",
                "\"after_toolcall\"",
                Some(7),
                "there is no event `after_toolcall`; did you mean `AfterToolCall`?",
            ),
            (
                "timeout = 7",
                "timeout = \"7\"",
                Some(9),
                "`timeout` must be a whole number, not below 0",
            ),
            ("bins = [\"jq\"]", "bins = \"jq\"", Some(15), "`bins` must be a list"),
            ("[\"jq\"]", "[\"jq\"", Some(15), "the list that begins here is never closed"),
            ("priority = 100", "priority 100", Some(10), "this line is not valid TOML"),
            (
                "+++\n\n#",
                "\n#",
                Some(1),
                "the front matter that begins here is never closed with `+++`",
            ),
        ] {
            let broken = parse(&SOUND.replacen(from, to, 1)).unwrap_err();
            assert_eq!((broken.line, broken.message.as_str()), (line, message), "{to}");
            let name = (!from.starts_with("name") && !from.starts_with('+')).then_some("my-hook");
            assert_eq!(broken.name.as_deref(), name, "{to}");
        }
    }
}
