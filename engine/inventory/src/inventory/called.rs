//! What really happened on this computer, as far as Roll call heard it: since when it listens, and which hooks were
//! called. Nothing is claimed of what was changed after the agent was last started.

use std::fs::Metadata;
use std::path::PathBuf;

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::{Inventory, runtime, settings};
use crate::discover::{Candidate, Kind};
use crate::seen::{Heard, Listens};
use tacklebox_agents::agent::Agent;
use tacklebox_agents::dialect::Switch;
use tacklebox_agents::hook::{CalledForReal, Handler, Hook, Source, State};
use tacklebox_agents::moment;
use tacklebox_machine::machine::Machine;

/// The folder of the included hook that listens.
const ROLL_CALL: &str = "roll-call";

/// The moment at which an agent has loaded its hooks.
const START: &str = "gateway.start";

impl Inventory {
    /// What was heard of the agent on this computer by now, and whether somebody listens.
    pub fn listen(&self, machine: &Machine) -> Heard {
        let mut heard = Heard::read(machine, self.agent.id());
        heard.listens = self.listens(&heard);
        heard
    }

    fn listens(&self, heard: &Heard) -> Option<Listens> {
        let mut keys = moment::events(self.agent.id()).filter(|row| row.moment == Some(START));
        let since = heard.last(keys.next()?.key)?;
        let is = |candidate: &&Candidate| {
            candidate.source == Source::Managed && candidate.dir_name == ROLL_CALL
        };
        let own = self.slots.values().map(|slot| &slot.candidate).find(is)?;
        let on = self.agent.hooks_on()
            && settings::enabled(&self.agent, own)
            && runtime::left_out(&self.agent, own).is_none();
        let to = own.effective().ok().filter(|_| on && self.is_as_at(own, since))?.events.clone();
        Some(Listens { since: since.to_owned(), to })
    }

    /// Whether a hook was really called; none where that is not known.
    pub fn called(
        &self,
        heard: &Heard,
        candidate: &Candidate,
        hook: &Hook,
    ) -> Option<CalledForReal> {
        let since = &heard.listens.as_ref()?.since;
        let sure = hook.state == State::Ready
            && hook.runtime.loads == Some(true)
            && hook.conditions.is_none()
            && candidate.kind != Kind::Gateway;
        if !sure || !self.is_as_at(candidate, since) {
            return None;
        }
        heard.called(&hook.runtime.called)
    }

    /// Whether nothing of a hook, nor of what switches it, was changed since.
    fn is_as_at(&self, candidate: &Candidate, moment: &str) -> bool {
        let Ok(moment) = OffsetDateTime::parse(moment, &Rfc3339) else { return false };
        let module = match &candidate.handler {
            Some(Handler::Module { path, .. }) => Some(path.as_path()),
            _ => None,
        };
        let own = [candidate.dir.as_deref(), candidate.manifest_path.as_deref(), module];
        let list = switch_list(&self.agent);
        let config = &self.agent.config;
        let config = std::iter::once(&config.path).chain(&config.includes).map(PathBuf::as_path);
        let files = own.into_iter().flatten().chain(config).chain(list.as_deref());
        files.filter_map(|file| changed(&file.metadata().ok()?)).all(|changed| changed < moment)
    }
}

/// The file in which hooks that are off are listed.
fn switch_list(agent: &Agent) -> Option<PathBuf> {
    match agent.dialect.switch {
        Switch::DisabledList(file) => Some(agent.home.join(file)),
        Switch::ConfigEntry | Switch::Manifest => None,
    }
}

/// When a file was last written, renamed or put there.
#[cfg(unix)]
fn changed(meta: &Metadata) -> Option<OffsetDateTime> {
    use std::os::unix::fs::MetadataExt as _;
    OffsetDateTime::from_unix_timestamp(meta.ctime()).ok()
}

#[cfg(not(unix))]
fn changed(meta: &Metadata) -> Option<OffsetDateTime> {
    meta.modified().ok().map(OffsetDateTime::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tacklebox_agents::agent::Options;
    use tacklebox_agents::hook::AgentId;
    use tacklebox_machine::files::{Stamp, save};
    use tacklebox_machine::machine::Platform;

    struct Home(tempfile::TempDir, Machine);

    impl Home {
        fn new() -> Self {
            let home = tempfile::tempdir().unwrap();
            let machine = Machine::new(Platform::Linux, home.path(), [].into());
            let home = Self(home, machine);
            home.write(".milady/milady.json", "{}\n");
            home
        }

        fn write(&self, path: &str, text: &str) {
            let path = self.0.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            let _ = std::fs::remove_file(&path);
            save(&path, text.as_bytes(), &Stamp::Absent, 0o644).unwrap();
        }

        fn hook(&self, name: &str, events: &str) {
            let metadata = format!("{{\"milady\":{{\"events\":[{events}]}}}}");
            let text = format!("---\nname: {name}\ndescription: d\nmetadata: {metadata}\n---\n");
            self.write(&format!(".milady/hooks/{name}/HOOK.md"), &text);
            let handler = "export default async () => {};\n";
            self.write(&format!(".milady/hooks/{name}/handler.ts"), handler);
        }

        /// What was sent, each at a day of this year.
        fn heard(&self, year: u16, sent: &[(&str, &str)]) {
            let line = |(key, day): &(&str, &str)| {
                format!(r#"{{"agent":"milady","key":"{key}","at":"{year}-{day}T10:00:00Z"}}"#)
            };
            let lines: Vec<_> = sent.iter().map(line).collect();
            self.write(".local/share/tacklebox/seen/milady.jsonl", &lines.join("\n"));
        }

        fn scan(&self) -> Inventory {
            Inventory::scan(&self.1, AgentId::Milady, &Options::default())
        }

        fn called(&self, name: &str) -> Option<(Option<String>, String)> {
            let hook = self.scan().hooks().into_iter().find(|hook| hook.name == name).unwrap();
            let called = hook.called_for_real?;
            let day = |at: String| at.split('T').next().unwrap_or_default().to_owned();
            Some((called.last.map(day), day(called.since)))
        }
    }

    const SENT: [(&str, &str); 3] =
        [("gateway:startup", "02-01"), ("command:new", "02-03"), ("command:reset", "01-01")];

    #[test]
    fn a_hook_was_called_for_real_if_its_moment_was_sent_while_it_was_loaded() {
        let home = Home::new();
        for (name, event) in [
            ("start", r#""gateway:startup""#),
            ("fresh", r#""command:new""#),
            ("reset", r#""command:reset""#),
            ("never", r#""session:end""#),
        ] {
            home.hook(name, event);
        }
        home.heard(2099, &SENT);
        assert_eq!(home.called("start"), None, "nobody is known to have listened since");
        home.hook("roll-call", r#""gateway","command","session","agent""#);
        let last = |day: Option<&str>| Some((day.map(str::to_owned), "2099-02-01".to_owned()));
        assert_eq!(home.called("start"), last(Some("2099-02-01")));
        assert_eq!(home.called("fresh"), last(Some("2099-02-03")));
        assert_eq!(home.called("reset"), last(None), "it was sent before the last start");
        assert_eq!(home.called("never"), None, "it is not said to be called at all");

        home.heard(2001, &SENT);
        assert_eq!(home.called("start"), None, "all was changed since");
    }

    #[test]
    fn a_moment_that_never_came_says_since_when_somebody_listens() {
        let home = Home::new();
        home.hook("roll-call", r#""gateway","command","session","agent""#);
        let since = |key: &str| {
            let heard = home.scan().listen(&home.1);
            heard.told(moment::trigger(AgentId::Milady, key)).unheard_since
        };
        assert_eq!(since("session:end"), None, "nothing was heard yet");
        home.heard(2099, &SENT);
        assert_eq!(since("session:end").as_deref(), Some("2099-02-01T10:00:00Z"));
        assert_eq!(since("session").as_deref(), Some("2099-02-01T10:00:00Z"));
        assert_eq!(since("command:new"), None, "it came");
        assert_eq!(since("message:received"), None, "nobody listens to that");
        let off = r#"{hooks:{internal:{entries:{"roll-call":{enabled:false}}}}}"#;
        home.write(".milady/milady.json", off);
        assert_eq!(since("session:end"), None, "it is off");
    }
}
