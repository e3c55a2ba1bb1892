//! Shell handlers: Moltis' `command` and ZeroClaw's `[hook.action.shell]` (rules R-5).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::runtime::event::Event;
use crate::runtime::outcome::{Answer, CANCELLED, Ran, Seen};
use tacklebox_agents::dialect::policy::ShellAnswers;
use tacklebox_machine::machine::Machine;
use tacklebox_machine::process::{Ended, How, Program};
use tacklebox_machine::walls::Walls;

/// What a command may answer.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// As its agent has it.
    pub answers: ShellAnswers,
    /// Whether the event can be changed and stopped; else neither is done.
    pub may_modify: bool,
}

impl Asked {
    /// For one event.
    pub fn of(event: &Event) -> Self {
        let answers = event.policy().shell;
        Self { answers, may_modify: event.modifying() && answers.obeyed }
    }
}

/// A command line that runs through the system's shell. Made once for a hook, run for each event.
#[derive(Clone, Debug)]
pub struct Shell {
    /// The hook's name, for a block without a reason of its own.
    pub name: String,
    pub command: String,
    /// Where it runs.
    pub dir: PathBuf,
    /// Its whole environment.
    pub env: BTreeMap<String, String>,
    pub limit: Duration,
}

impl Shell {
    /// The same in a folder that is taken as it is written.
    pub fn within(self, dir: Option<&str>) -> Self {
        Self { dir: dir.map_or(self.dir, PathBuf::from), ..self }
    }

    /// A hook's command. `base` is the hook's folder (for a hook in a config: the config's folder),
    /// `workdir` what its manifest names instead, `env` what it sets for its process.
    pub fn new(
        machine: &Machine,
        name: &str,
        command: &str,
        base: &Path,
        workdir: Option<&str>,
        env: &BTreeMap<String, String>,
        limit: Duration,
    ) -> Self {
        let dir = match workdir.filter(|dir| !dir.trim().is_empty()) {
            Some(dir) => base.join(machine.expand(dir)),
            None => base.to_owned(),
        };
        let mut all = machine.environment();
        all.extend(env.iter().map(|(name, value)| (name.clone(), value.clone())));
        all.extend([super::trial()]);
        Self { name: name.to_owned(), command: command.to_owned(), dir, env: all, limit }
    }

    /// Runs it with `payload`, one JSON object, on stdin. What it may answer is said by `asked`.
    pub async fn run(&self, payload: &[u8], asked: Asked, cancel: &CancellationToken) -> Ran {
        self.run_in(None, payload, asked, cancel).await
    }

    /// The same inside of walls.
    pub async fn run_in(
        &self,
        walls: Option<Arc<Walls>>,
        payload: &[u8],
        asked: Asked,
        cancel: &CancellationToken,
    ) -> Ran {
        let program = Program::shell(&self.command).dir(&self.dir).env(&self.env).input(payload);
        let program = program.limit(self.limit).to_the_end(asked.answers.to_the_end);
        match program.walls(walls).run(cancel).await {
            Ok(ended) => self.ran(&ended, asked),
            Err(error) => Ran::failed(error.to_string()),
        }
    }

    fn ran(&self, ended: &Ended, Asked { answers, may_modify }: Asked) -> Ran {
        let mut seen = Seen {
            exit_code: match ended.how {
                How::Exited(code) => Some(code),
                _ => None,
            },
            status: None,
            stdout: ended.stdout.text(),
            stderr: ended.stderr.text(),
            ..Seen::default()
        };
        let mut aside = None;
        let answer = match ended.how {
            How::Exited(code) if code == answers.proceeds => match said(&seen.stdout, answers) {
                Said::Modify(data) if may_modify => Answer::Modify(data),
                Said::Modify(_) => {
                    aside = Some(READ_ONLY.to_owned());
                    Answer::Continue
                }
                Said::Nothing(why) => {
                    aside = why;
                    Answer::Continue
                }
            },
            How::Exited(code) if code == answers.blocks && may_modify => {
                Answer::Block(match seen.stderr.trim() {
                    // It looks whether there is anything before it takes the blanks off.
                    "" if seen.stderr.is_empty() || !answers.typed => {
                        format!("hook '{}' blocked the action", self.name)
                    }
                    reason => reason.to_owned(),
                })
            }
            How::Exited(code) if code == answers.blocks => {
                aside = Some(format!(
                    "it ended with {code} to stop this event, which cannot be stopped"
                ));
                Answer::Continue
            }
            How::Exited(code) => Answer::Failed(exit_words(code)),
            How::Signal(signal) => Answer::Failed(format!("it was ended by {}", named(signal))),
            How::TimedOut => Answer::TimedOut(self.limit),
            How::Cancelled => Answer::Failed(CANCELLED.to_owned()),
        };
        seen.stderr.push_str(&ended.left_running());
        Ran { aside, seen: Some(Box::new(seen)), ..Ran::of(answer) }
    }
}

const READ_ONLY: &str = "it changed the data, which this event does not allow";

/// What the output of a hook says.
enum Said {
    Modify(Value),
    /// Nothing that counts; and why, where it looks as if it should.
    Nothing(Option<String>),
}

/// `{"action":"modify","data":…}` changes the data; anything else that is written is output.
fn said(stdout: &str, answers: ShellAnswers) -> Said {
    let nothing = |why: &str| Said::Nothing(Some(why.to_owned()));
    let text = stdout.trim();
    if answers.typed
        && text.starts_with('[')
        && let Ok((action, Some(data))) = serde_json::from_str::<(String, Option<Value>)>(text)
        && action == answers.modify
    {
        return Said::Modify(data);
    }
    if !text.starts_with('{') {
        let last = text.lines().last().unwrap_or_default();
        let is_answer = last.starts_with('{') && last.contains(&format!("\"{}\"", answers.action));
        let why = "its answer counts only where nothing else is written before it";
        return if is_answer { nothing(why) } else { Said::Nothing(None) };
    }
    let mut object = match serde_json::from_str(text) {
        Ok(Value::Object(object)) => object,
        Ok(_) => return Said::Nothing(None),
        // What is not meant as an answer needs no excuse.
        Err(_) if !text.contains(answers.action) => return Said::Nothing(None),
        Err(error) => {
            return Said::Nothing(Some(format!(
                "its answer is not valid JSON, so it counts for nothing: {error}"
            )));
        }
    };
    match object.get(answers.action).and_then(Value::as_str) {
        Some(action) if action == answers.modify => {
            match object.remove(answers.data).filter(|data| !data.is_null()) {
                Some(data) => Said::Modify(data),
                None => nothing("its answer has no data to put in the place of the event's"),
            }
        }
        Some("block") => {
            let ShellAnswers { blocks, action, .. } = answers;
            Said::Nothing(Some(format!(
                "to stop an event a hook ends with {blocks}: {{\"{action}\":\"block\"}} means nothing"
            )))
        }
        Some("continue") => Said::Nothing(None),
        Some(other) => {
            let modify = answers.modify;
            Said::Nothing(Some(format!(
                "the action {other} means nothing: there is {modify} alone"
            )))
        }
        None => Said::Nothing(None),
    }
}

/// What a status of the shell stands for, where it stands for something.
fn exit_words(code: i32) -> String {
    let meaning = match code {
        126 => ": a file that it starts may not be executed".to_owned(),
        127 => ": a program that it starts was not found".to_owned(),
        129..=159 => {
            format!(": something that it started was ended by {}", named(code.saturating_sub(128)))
        }
        _ => String::new(),
    };
    format!("it ended with exit code {code}{meaning}")
}

/// Signals that have one number on every Unix, by their names.
fn named(signal: i32) -> String {
    let name = match signal {
        1 => "HUP",
        2 => "INT",
        3 => "QUIT",
        4 => "ILL",
        5 => "TRAP",
        6 => "ABRT",
        8 => "FPE",
        9 => "KILL",
        11 => "SEGV",
        13 => "PIPE",
        14 => "ALRM",
        15 => "TERM",
        _ => return format!("signal {signal}"),
    };
    format!("signal {signal} ({name})")
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
