//! Findings of one file, each said once.

use std::collections::HashSet;

use oxc::span::Span;

use crate::Finding;
pub(super) use crate::deeds::shown;
use crate::deeds::{self, Deed};
use crate::reach::{NETWORK, NETWORK_BY_NUMBER};
use crate::rules::Rule;
use crate::{LONGEST_EXCERPT, finding};

/// A line longer than this is shown from the place on.
const LONG_LINE: usize = 300;
/// A file that says more than this is not read line by line by anybody.
const MOST_FINDINGS: usize = 200;

pub(super) struct Report<'t> {
    text: &'t str,
    file: &'t str,
    /// Where each line begins.
    lines: Vec<usize>,
    said: HashSet<(String, String)>,
    found: Vec<Finding>,
}

impl<'t> Report<'t> {
    pub(super) fn new(text: &'t str, file: &'t str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at.saturating_add(1));
        let lines = std::iter::once(0).chain(ends).collect();
        Self { text, file, lines, said: HashSet::new(), found: Vec::new() }
    }

    /// Something about the file as a whole.
    pub(super) fn whole_file(&mut self, rule: &Rule) {
        if self.said.insert((rule.id.to_owned(), String::new())) {
            self.found.push(finding(rule, self.file, 1, ""));
        }
    }

    /// A finding, once for each rule and `what` (a host, a program, a variable).
    pub(super) fn say(&mut self, rule: &Rule, at: Span, what: &str, why: Option<String>) {
        let line = self.line(at);
        let again = deeds::again(rule, line, what);
        if self.found.len() >= MOST_FINDINGS
            || !self.said.insert((rule.id.to_owned(), what.to_owned()))
            || again.is_some_and(|(again, vague)| {
                !self.said.insert((rule.id.to_owned(), again)) && vague
            })
        {
            return;
        }
        let mut found = finding(rule, self.file, line, &self.excerpt(at));
        if let Some(why) = why {
            found.why = why;
        }
        self.found.push(found);
    }

    /// What is to be said of a deed, if anything.
    pub(super) fn deed(&mut self, deed: Option<Deed>, at: Span) {
        if let Some(deed) = deed {
            self.say(deed.rule, at, &deed.what, deed.why);
        }
    }

    pub(super) fn has(&self, rule: &Rule) -> bool {
        self.said.iter().any(|(id, _)| *id == rule.id)
    }

    /// Whether it talks to another computer.
    pub(super) fn talks(&self) -> bool {
        self.has(&NETWORK) || self.has(&NETWORK_BY_NUMBER)
    }

    /// What the shell's audit says of a command that is at this place.
    pub(super) fn shell(&mut self, at: Span, found: Vec<Finding>) {
        let line = self.line(at);
        for mut one in found {
            if self.said.insert((one.rule.clone(), line.to_string())) {
                one.file = self.file.to_owned();
                one.line = line;
                one.excerpt = shown(&one.excerpt);
                self.found.push(one);
            }
        }
    }

    pub(super) fn findings(mut self) -> Vec<Finding> {
        self.found.sort_by(|a, b| b.severity.cmp(&a.severity).then(a.line.cmp(&b.line)));
        self.found
    }

    /// What is written at a place.
    pub(super) fn text_at(&self, at: Span) -> &'t str {
        self.text.get(at.start as usize..at.end as usize).unwrap_or_default()
    }

    fn line(&self, at: Span) -> u32 {
        let line = self.lines.partition_point(|start| *start <= at.start as usize);
        u32::try_from(line).unwrap_or(u32::MAX)
    }

    fn excerpt(&self, at: Span) -> String {
        let line = self.line(at) as usize;
        let start = self.lines.get(line.saturating_sub(1)).copied().unwrap_or_default();
        let end = self.lines.get(line).map_or(self.text.len(), |end| end.saturating_sub(1));
        let whole = self.text.get(start..end).unwrap_or_default();
        if whole.len() <= LONG_LINE {
            return whole.to_owned();
        }
        let from = self.text.get(at.start as usize..end).unwrap_or_default();
        from.chars().take(LONGEST_EXCERPT).collect()
    }
}
