//! What the desktop is told of while the window is behind others. Whether it is behind only the window knows; whether
//! the person agreed is asked here, and only for what would be told.

use super::{Event, IncomingState};
use tacklebox_agents::hook::Hook;
use tacklebox_change::settings::{Notices, wishes};
use tacklebox_machine::machine::Machine;

/// Something that the desktop is to tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub of: NoticeOf,
    pub title: String,
    pub text: String,
}

/// A later one of the same kind takes the place of the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeOf {
    Changed,
    Installed,
    Tried,
}

/// What is to be told of an event; none where it is not the end of something, or the person did not agree.
pub fn notice(machine: &Machine, event: &Event) -> Option<Notice> {
    let notice = worth(event)?;
    let Notices { changed, installed, tried } = wishes(machine).notices;
    let agreed = match notice.of {
        NoticeOf::Changed => changed,
        NoticeOf::Installed => installed,
        NoticeOf::Tried => tried,
    };
    agreed.then_some(notice)
}

fn worth(event: &Event) -> Option<Notice> {
    let (of, title, text) = match event {
        Event::Inventory(news) => {
            let agent = &news.agent.name;
            // What was changed behind somebody's back is not one of several changes.
            let changed = |hook: &&Hook| hook.alarming && !hook.changed.is_empty();
            if let Some(hook) = news.upserted.iter().find(changed) {
                let why = hook.turned_off.clone().or_else(|| hook.serious_change.clone());
                let why = why.unwrap_or_else(|| {
                    "Its files are no longer those that were installed.".to_owned()
                });
                let title = format!("{} ({agent}) was changed", hook.title);
                return Some(Notice { of: NoticeOf::Changed, title, text: why });
            }
            let text = match (news.upserted.as_slice(), news.removed.len()) {
                ([], 0) => return None,
                ([hook], 0) => format!("{} ({agent})", hook.title),
                ([], 1) => format!("A hook of {agent} is gone."),
                (some, gone) => format!("{} hooks of {agent}", some.len().saturating_add(gone)),
            };
            (NoticeOf::Changed, "Hooks changed", text)
        }
        Event::Provision(news) => {
            let text = news.view.ended.as_ref()?.sentence.clone();
            (NoticeOf::Installed, "An installation ended", text)
        }
        Event::Incoming(view) => match &view.state {
            IncomingState::Installed { summary, .. } => {
                (NoticeOf::Installed, "An installation ended", summary.clone())
            }
            IncomingState::Failed { error } => {
                (NoticeOf::Installed, "An installation ended", error.message.clone())
            }
            _ => return None,
        },
        Event::Try(state) => {
            let text = match (&state.result, &state.error) {
                (Some(result), _) => result.sentence.clone(),
                (None, Some(error)) => error.message.clone(),
                (None, None) => return None,
            };
            (NoticeOf::Tried, "A try ended", text)
        }
        Event::Machine(_) => return None,
    };
    Some(Notice { of, title: title.into(), text })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs::File;
    use std::io::Write as _;
    use std::sync::{Arc, Mutex};
    use std::time::{Duration, Instant};

    use super::super::{
        Code, Desk, Failure, IncomingProgress, IncomingView, OutputPart, ProvisionChanged,
        ProvisionView, TryResult, TryState,
    };
    use super::*;
    use tacklebox_agents::agent::Options;
    use tacklebox_agents::hook::AgentId;
    use tacklebox_bring::provision::{Outcome, Progress, Report};
    use tacklebox_change::settings::{Wishes, set_wishes};
    use tacklebox_machine::machine::Platform;
    use tacklebox_run::runtime::dispatch::Verdict;

    fn tried(done: bool) -> Event {
        let result = TryResult {
            outcome: Verdict::Continue,
            sentence: "All of them let it pass.".into(),
            messages: Vec::new(),
            unread: None,
            diff: Vec::new(),
            boxed: None,
            yours: String::new(),
        };
        Event::Try(Box::new(TryState {
            answered: false,
            run: 1,
            agent: AgentId::Milady,
            key: "session:new".into(),
            rows: Vec::new(),
            result: done.then_some(result),
            error: None,
            beside: None,
        }))
    }

    fn installed(state: IncomingState) -> Event {
        Event::Incoming(Box::new(IncomingView {
            job: "1".into(),
            source: "https://example.com/hooks.zip".into(),
            again: true,
            agent: AgentId::Milady,
            steps: Vec::new(),
            progress: IncomingProgress::default(),
            state,
        }))
    }

    #[test]
    fn the_end_of_an_installation_is_told_well_or_not() {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        let well = || IncomingState::Installed {
            ids: vec!["milady/managed/greeter".into()],
            undo: None,
            summary: "Greeter was installed.".into(),
        };
        assert_eq!(notice(&machine, &installed(well())), None, "nobody agreed");
        let yes = Notices { installed: true, ..Notices::default() };
        set_wishes(&machine, Wishes { notices: yes, ..Wishes::default() }).unwrap();
        let told = |event: &Event| notice(&machine, event).map(|it| (it.of, it.title, it.text));
        let says = |text: &str| {
            Some((NoticeOf::Installed, "An installation ended".to_owned(), text.to_owned()))
        };
        assert_eq!(told(&installed(well())), says("Greeter was installed."));
        let error = Failure::new(Code::NotFetched, "It could not be fetched.");
        assert_eq!(
            told(&installed(IncomingState::Failed { error })),
            says("It could not be fetched.")
        );
        for under_way in
            [IncomingState::Proposed, IncomingState::Fetching, IncomingState::Cancelled]
        {
            assert_eq!(told(&installed(under_way)), None);
        }

        let program = |ended| {
            let view = ProvisionView {
                job: "2".into(),
                hook: "milady/managed/greeter".into(),
                program: "jq".into(),
                method: "brew".into(),
                steps: Vec::new(),
                progress: Progress::default(),
                elapsed: 10,
                ended,
            };
            Event::Provision(Box::new(ProvisionChanged { view, output: OutputPart::default() }))
        };
        assert_eq!(told(&program(None)), None, "it still runs");
        let report = Report {
            outcome: Outcome::Installed,
            sentence: "jq was installed.".into(),
            hint: None,
            technical: None,
        };
        assert_eq!(told(&program(Some(report))), says("jq was installed."));
    }

    #[test]
    fn only_an_end_is_told_and_only_to_who_agreed() {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::Linux, tmp.path(), BTreeMap::new());
        assert_eq!(notice(&machine, &tried(true)), None, "nobody agreed");
        let yes = Notices { tried: true, ..Notices::default() };
        set_wishes(&machine, Wishes { notices: yes, ..Wishes::default() }).unwrap();
        assert_eq!(notice(&machine, &tried(false)), None, "it still runs");
        let told = notice(&machine, &tried(true)).unwrap();
        assert_eq!((told.of, told.text.as_str()), (NoticeOf::Tried, "All of them let it pass."));
        let other = Notices { changed: true, installed: true, tried: false };
        set_wishes(&machine, Wishes { notices: other, ..Wishes::default() }).unwrap();
        assert_eq!(notice(&machine, &tried(true)), None, "switched off alone");
    }

    #[test]
    fn a_hook_that_was_changed_behind_somebodys_back_is_news_of_its_own() {
        let tmp = tempfile::tempdir().unwrap();
        let machine = Machine::new(Platform::current(), tmp.path(), BTreeMap::new());
        let yes = Notices { changed: true, ..Notices::default() };
        set_wishes(&machine, Wishes { notices: yes, ..Wishes::default() }).unwrap();
        let told = Arc::new(Mutex::new(Vec::new()));
        let (hear, computer) = (Arc::clone(&told), machine.clone());
        let desk = Desk::start_with(machine, Options::documented(), move |event| {
            hear.lock().unwrap().extend(notice(&computer, &event));
        });
        let id = desk.install_included("welcome", AgentId::Milady).unwrap().id;
        desk.set_enabled(&id, true, false).unwrap();
        told.lock().unwrap().clear();
        let handler = tmp.path().join(".milady/hooks/welcome/handler.ts");
        let mut open = File::options().append(true).open(handler).unwrap();
        open.write_all(b"// by somebody else\n").unwrap();
        let began = Instant::now();
        let said = loop {
            desk.refresh();
            if let Some(notice) = told.lock().unwrap().pop() {
                break notice;
            }
            assert!(began.elapsed() < Duration::from_secs(30), "nothing was told");
        };
        assert_eq!(said.title, "Welcome (Milady) was changed");
        assert_eq!(said.text, "Its files are no longer those that were installed.");
    }
}
