//! ZeroClaw's `HOOK.toml` (rules R-6). Everything that ZeroClaw would refuse is refused
//! here, with line and reason.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::event_name::Event;
use super::front::line_at;
use super::{Action, Broken, Conditions, Manifest, Shape, known_events, plain_toml, toml_words};
use crate::dialect::policy::Asks;
use crate::moment::Keys;

#[derive(Deserialize)]
struct File {
    hook: Option<Spanned<Hook>>,
}

#[derive(Deserialize)]
struct Hook {
    name: Option<Spanned<String>>,
    #[serde(default)]
    description: String,
    version: Option<String>,
    event: Option<Spanned<Event>>,
    priority: Option<i32>,
    enabled: Option<bool>,
    #[serde(default)]
    skip_security_audit: bool,
    /// True or false; a ZeroClaw that people run does not look at it.
    draft: Option<Spanned<toml::Value>>,
    action: Option<Spanned<Actions>>,
    conditions: Option<RawConditions>,
}

#[derive(Deserialize)]
struct Actions {
    shell: Option<Spanned<Shell>>,
    http: Option<Spanned<Http>>,
    prompt_inject: Option<Spanned<Prompt>>,
}

// ZeroClaw takes a list of values in this order in the place of each of these tables: then what is
// not said counts only with a default.
#[derive(Deserialize)]
struct Shell {
    command: Option<Spanned<String>>,
    #[serde(default)]
    timeout_secs: Option<Spanned<u64>>,
    #[serde(default)]
    workdir: Option<String>,
}

#[derive(Deserialize)]
struct Http {
    url: Option<Spanned<String>>,
    #[serde(default)]
    method: Option<String>,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    #[serde(default)]
    body: Option<String>,
    #[serde(default)]
    timeout_secs: Option<Spanned<u64>>,
}

#[derive(Deserialize)]
struct Prompt {
    content: Option<Spanned<String>>,
    #[serde(default)]
    position: Option<Spanned<String>>,
}

#[derive(Deserialize)]
struct RawConditions {
    #[serde(default)]
    channels: Option<Vec<String>>,
    #[serde(default)]
    users: Option<Vec<String>>,
    #[serde(default)]
    pattern: Option<Spanned<String>>,
}

pub(super) fn parse(text: &str) -> Result<Manifest, Broken> {
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut manifest = Reader { text: bare, strict: true, draft: false }.manifest()?;
    manifest.shape = Shape { bom: bare.len() < text.len(), ..Shape::default() };
    Ok(manifest)
}

/// As ZeroClaw's fork with hooks reads it: what is in names, addresses, positions and patterns is not
/// looked at, and a key that an action does not know is refused.
pub(super) fn as_shipped(text: &str) -> Result<Manifest, Broken> {
    let mut manifest = Reader { text, strict: false, draft: false }.manifest()?;
    let refused = |what: String| Err(Broken::new(None, what).named(Some(&manifest.name)));
    // Also where nothing is made of it: its grammar takes numbers of 64 bits.
    let Some(table) = table(text) else {
        return refused(
            "a whole number is above 9223372036854775807 or below -9223372036854775808".to_owned(),
        );
    };
    if let Some((within, key)) = unknown_key(&table) {
        return refused(format!("`{key}` is not a key of `[hook.action{within}]`"));
    }
    manifest.shape = Shape::default();
    Ok(manifest)
}

const ACTION_KEYS: [(&str, &[&str]); 3] = [
    ("shell", &["command", "timeout_secs", "workdir"]),
    ("http", &["url", "method", "headers", "body", "timeout_secs"]),
    ("prompt_inject", &["content", "position"]),
];

fn unknown_key(table: &toml::Table) -> Option<(String, &str)> {
    let actions = table.get("hook")?.get("action")?.as_table()?;
    actions.iter().find_map(|(action, keys)| {
        let Some((_, known)) = ACTION_KEYS.iter().find(|(name, _)| name == action) else {
            return Some((String::new(), action.as_str()));
        };
        let unknown = keys.as_table()?.keys().find(|key| !known.contains(&key.as_str()))?;
        Some((format!(".{action}"), unknown.as_str()))
    })
}

/// The texts outside of `[hook]` that ZeroClaw's fork looks at for commands, with the name of each. It does not run any of them.
pub fn loose_commands(text: &str) -> Vec<(&'static str, String)> {
    let Some(table) = table(text).filter(|table| table.keys().any(|key| key != "hook")) else {
        return Vec::new();
    };
    let of = |table: &toml::Table, name: Option<&'static str>| {
        let texts = ["action", "command"]
            .map(|key| Some((name.unwrap_or(key), table.get(key)?.as_str()?.to_owned())));
        texts.into_iter().flatten()
    };
    let hooks = table.get("hooks").and_then(toml::Value::as_array).into_iter().flatten();
    let hooks = hooks.filter_map(toml::Value::as_table);
    hooks.flat_map(|hook| of(hook, Some("hooks"))).chain(of(&table, None)).collect()
}

fn table(text: &str) -> Option<toml::Table> {
    plain_toml::read(text).or_else(|| text.parse().ok())
}

struct Reader<'a> {
    text: &'a str,
    /// What a name, an address, a position or a pattern holds is looked at.
    strict: bool,
    /// What an action needs may still be empty.
    draft: bool,
}

impl Reader<'_> {
    fn manifest(&self) -> Result<Manifest, Broken> {
        toml_words::manifest(self.text, |file| self.made(file))
    }

    fn made(&self, file: File) -> Result<Manifest, Broken> {
        let hook =
            file.hook.ok_or_else(|| Broken::new(None, "the manifest has no `[hook]` table"))?;
        let table = self.line(&hook);
        let mut hook = hook.into_inner();
        let name = hook.name.take().ok_or_else(|| Broken::new(table, "the hook has no `name`"))?;
        let name_line = self.line(&name);
        let name = name.into_inner();
        if name.trim().is_empty() {
            return Err(Broken::new(name_line, "the hook has no `name`"));
        }
        let draft = match hook.draft.take() {
            Some(said) if self.strict && !said.as_ref().is_bool() => {
                let broken = Broken::new(self.line(&said), "`draft` must be `true` or `false`");
                return Err(broken.named(Some(&name)));
            }
            said => said.is_some_and(|said| said.as_ref().as_bool() == Some(true)),
        };
        Self { draft, ..*self }
            .rest(&name, name_line, table, hook)
            .map_err(|broken| broken.named(Some(&name)))
    }

    fn rest(&self, name: &str, name_line: u32, table: u32, hook: Hook) -> Result<Manifest, Broken> {
        let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if self.strict && (name.len() > 64 || !name.chars().all(allowed)) {
            return Err(Broken::new(
                name_line,
                "`name` may have 1 to 64 letters, digits and hyphens, nothing else",
            ));
        }
        let event = hook.event.ok_or_else(|| Broken::new(table, "the hook has no `event`"))?;
        let line = self.line(&event);
        let Event { name: event, as_table } = event.into_inner();
        if self.strict && as_table {
            return Err(Broken::new(line, "`event` must be a text in quotes"));
        }
        known_events::check(Keys::Zeroclaw, &event, Some(line))?;
        let action = hook.action.ok_or_else(|| {
            Broken::new(
                table,
                "the hook has no action: `[hook.action.shell]`, `http` or `prompt_inject`",
            )
        })?;
        let action = self.action(action)?;
        Ok(Manifest {
            name: name.to_owned(),
            draft: self.draft,
            description: hook.description,
            version: hook.version,
            events: vec![event],
            priority: hook.priority,
            enabled: hook.enabled,
            skip_security_audit: hook.skip_security_audit,
            action: Some(action),
            conditions: hook.conditions.map(|raw| self.conditions(raw)).transpose()?,
            ..Manifest::default()
        })
    }

    fn action(&self, actions: Spanned<Actions>) -> Result<Action, Broken> {
        let line = self.line(&actions);
        let Actions { shell, http, prompt_inject } = actions.into_inner();
        match (shell, http, prompt_inject) {
            (Some(shell), None, None) => self.shell(shell),
            (None, Some(http), None) => self.http(http),
            (None, None, Some(prompt)) => self.prompt(prompt),
            (None, None, None) => {
                Err(Broken::new(line, "the action is not `shell`, `http` or `prompt_inject`"))
            }
            (shell, http, prompt) => {
                let second = [
                    shell.map(|table| self.line(&table)),
                    http.map(|table| self.line(&table)),
                    prompt.map(|table| self.line(&table)),
                ];
                let second = second.into_iter().flatten().max();
                Err(Broken::new(second, "the hook has more than one action; it may have one"))
            }
        }
    }

    fn shell(&self, shell: Spanned<Shell>) -> Result<Action, Broken> {
        let table = self.line(&shell);
        let shell = shell.into_inner();
        let (command, line) = self.filled("command", shell.command, table)?;
        Ok(Action::Shell {
            command,
            timeout_secs: self.timeout(shell.timeout_secs)?,
            workdir: shell.workdir,
            line,
        })
    }

    fn http(&self, http: Spanned<Http>) -> Result<Action, Broken> {
        let table = self.line(&http);
        let http = http.into_inner();
        let (url, line) = self.filled("url", http.url, table)?;
        if self.strict && !url.trim().is_empty() && !is_web_address(&url) {
            return Err(Broken::new(
                line,
                "`url` must begin with `http://` or `https://` and name a host",
            ));
        }
        // Without a method the fork sends GET, also where there is a body.
        let get = || (!self.strict && http.body.is_some()).then(|| "GET".to_owned());
        Ok(Action::Http {
            url,
            method: http.method.or_else(get),
            headers: http.headers,
            body: http.body,
            timeout_secs: self.timeout(http.timeout_secs)?,
        })
    }

    fn prompt(&self, prompt: Spanned<Prompt>) -> Result<Action, Broken> {
        let table = self.line(&prompt);
        let prompt = prompt.into_inner();
        let (content, _) = self.filled("content", prompt.content, table)?;
        let prepend = match &prompt.position {
            None => true,
            Some(position) => match position.as_ref().as_str() {
                "prepend" => true,
                "append" => false,
                _ if !self.strict => true,
                _ => {
                    return Err(Broken::new(
                        self.line(position),
                        "`position` must be `prepend` or `append`",
                    ));
                }
            },
        };
        Ok(Action::Prompt { content, prepend })
    }

    fn conditions(&self, raw: RawConditions) -> Result<Conditions, Broken> {
        if let Some(pattern) = &raw.pattern
            && self.strict
            && regex::Regex::new(pattern.as_ref()).is_err()
        {
            return Err(Broken::new(
                self.line(pattern),
                "`pattern` is not a valid regular expression",
            ));
        }
        let lists = [(Asks::Channel, &raw.channels), (Asks::User, &raw.users)];
        let empty = lists.into_iter().filter(|(_, list)| list.as_ref().is_some_and(Vec::is_empty));
        Ok(Conditions {
            nobody: empty.map(|(asks, _)| asks).filter(|_| !self.strict).collect(),
            channels: raw.channels.unwrap_or_default(),
            users: raw.users.unwrap_or_default(),
            pattern: raw.pattern.map(Spanned::into_inner),
        })
    }

    fn filled(
        &self,
        field: &str,
        value: Option<Spanned<String>>,
        table: u32,
    ) -> Result<(String, u32), Broken> {
        let value =
            value.ok_or_else(|| Broken::new(table, format!("the action has no `{field}`")))?;
        let line = self.line(&value);
        let value = value.into_inner();
        if value.trim().is_empty() && !self.draft {
            return Err(Broken::new(line, format!("`{field}` is empty")));
        }
        Ok((value, line))
    }

    fn timeout(&self, value: Option<Spanned<u64>>) -> Result<Option<u32>, Broken> {
        match value {
            Some(secs) if *secs.as_ref() == 0 => {
                Err(Broken::new(self.line(&secs), "`timeout_secs` must be at least 1"))
            }
            secs => Ok(secs.map(|secs| u32::try_from(secs.into_inner()).unwrap_or(u32::MAX))),
        }
    }

    fn line<T>(&self, value: &Spanned<T>) -> u32 {
        line_at(self.text, value.span().start)
    }
}

pub(super) fn is_web_address(url: &str) -> bool {
    let Some((scheme, rest)) = url.split_once("://") else {
        return false;
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    (scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https"))
        && !host.is_empty()
        && !url.chars().any(|c| c.is_whitespace() || c.is_control())
}

#[cfg(test)]
mod tests;
