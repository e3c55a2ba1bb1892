//! Slips in TOML: signs, headings, a name that is missing.

use super::{Attempt, Slip, plain_name};
use crate::config::{self, ConfigPath, Edit, Syntax, slips};
use crate::dialect::Format;
use tacklebox_machine::cut::Cut;

/// The actions of a `HOOK.toml`, each with the key that tells it.
const ACTIONS: [(&str, &str); 3] =
    [("command", "shell"), ("url", "http"), ("content", "prompt_inject")];

impl Slip<'_> {
    /// A comma, a quote, a bracket.
    pub(super) fn slips(&self, all: &mut Vec<Attempt>) {
        let Some(repaired) = self.inner().and_then(|inner| slips::repair(Syntax::Toml, inner))
        else {
            return;
        };
        let what = repaired.says.first().and_then(|says| says.split_once(": "));
        let what = what.map_or("", |(_, what)| what).trim_end_matches('.');
        let line = self.broken.as_ref().and_then(|broken| broken.line);
        let title = match line {
            Some(line) => format!("Fix the slip on line {line}: {what}"),
            None => format!("Fix a slip: {what}"),
        };
        let text = self.with(&repaired.text);
        all.extend(text.map(|text| Attempt::new("slip", title, text)));
    }

    pub(super) fn tables(&self, all: &mut Vec<Attempt>) {
        let zeroclaw = self.dialect.format == Format::HookToml;
        if zeroclaw {
            self.no_hook_table(all);
            self.headings(all);
        }
        if self.says("has no `name`") {
            let name = self.named();
            let path: &[&str] = if zeroclaw { &["hook", "name"] } else { &["name"] };
            let title = format!("Name it {name}");
            self.set(all, path, name.into(), "missing-name", &title);
        }
        if self.says("nothing else") {
            let name = self.value(&["hook", "name"]).unwrap_or_default();
            let name = plain_name(name.as_str().unwrap_or_default().trim());
            if !name.is_empty() {
                let title = format!("Name it {name}");
                self.set(all, &["hook", "name"], name.into(), "bad-name", &title);
            }
        }
    }

    /// What belongs below `[hook]` is at the top of the file.
    fn no_hook_table(&self, all: &mut Vec<Attempt>) {
        let Some(inner) = self.inner().filter(|_| self.says("no `[hook]` table")) else { return };
        let first = inner.lines().position(|line| {
            let line = line.trim_start();
            !line.is_empty() && !line.starts_with('#')
        });
        let at: usize = inner.split_inclusive('\n').take(first.unwrap_or(0)).map(str::len).sum();
        let mut new = inner.to_owned();
        // Headings below it get its name in front.
        for part in ["action", "conditions"] {
            new = new.replace(&format!("\n[{part}"), &format!("\n[hook.{part}"));
        }
        new.insert_str(at, &format!("[hook]{}", self.newline()));
        let title = "Put its settings below the heading [hook]";
        all.extend(self.with(&new).map(|text| Attempt::new("wrong-place", title, text)));
    }

    /// `[action.shell]`, `[hook.shell]`, `[hook.action]` with a command in it.
    fn headings(&self, all: &mut Vec<Attempt>) {
        let Some(inner) = self.inner() else { return };
        let mut at = 0;
        for line in inner.split_inclusive('\n') {
            let bare = line.trim();
            let name = bare.strip_prefix('[').and_then(|name| name.split(']').next());
            let section = inner.cut(at..).split("\n[").next().unwrap_or_default();
            let by_key = ACTIONS.iter().find(|(key, _)| {
                section.lines().any(|line| {
                    line.trim_start()
                        .strip_prefix(key)
                        .is_some_and(|rest| rest.trim_start().starts_with('='))
                })
            });
            let wished = match name.map(str::trim) {
                Some("action" | "hook.action") => by_key.map(|(_, action)| *action),
                Some("hook.shell" | "shell" | "action.shell" | "hook.command") => Some("shell"),
                Some("hook.http" | "http" | "action.http") => Some("http"),
                Some("hook.prompt_inject" | "prompt_inject" | "action.prompt_inject") => {
                    Some("prompt_inject")
                }
                Some(other) => by_key
                    .filter(|_| other.starts_with("hook.action.") || other.starts_with("action."))
                    .map(|(_, action)| *action),
                None => None,
            };
            if let (Some(action), Some(name)) = (wished, name) {
                let mut new = inner.to_owned();
                let from = at.saturating_add(line.find(name).unwrap_or_default());
                new.replace_range(
                    from..from.saturating_add(name.len()),
                    &format!("hook.action.{action}"),
                );
                let title = format!("Put its action below the heading [hook.action.{action}]");
                all.extend(self.with(&new).map(|text| Attempt::new("wrong-place", title, text)));
            }
            at = at.saturating_add(line.len());
        }
    }

    /// The value at a path of the settings.
    pub(super) fn value(&self, path: &[&str]) -> Option<serde_json::Value> {
        let value = config::parse(Syntax::Toml, self.inner()?).ok()?;
        ConfigPath::of(path.iter().copied()).get(&value).cloned()
    }

    /// The settings with one value as another.
    pub(super) fn set(
        &self,
        all: &mut Vec<Attempt>,
        path: &[&str],
        value: serde_json::Value,
        id: &'static str,
        title: &str,
    ) {
        let edit = Edit::Set { path: ConfigPath::of(path.iter().copied()), value };
        let Some(inner) = self.inner() else { return };
        if let Ok(new) = config::edit(Syntax::Toml, inner, &[edit]) {
            all.extend(self.with(&new).map(|text| Attempt::new(id, title, text)));
        }
    }
}
