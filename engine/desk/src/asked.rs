//! Questions that were handed to a window. A page can send a yes at any time; it counts for what was shown, and
//! for nothing that would be done instead.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use tacklebox_machine::files::Stamp;

/// How many questions are remembered.
const MOST: usize = 64;

/// What was asked, by the hash of what was to be read, the newest last.
#[derive(Default)]
pub(super) struct Asked(Mutex<VecDeque<Stamp>>);

impl Asked {
    /// The question, where it has to be read first: nobody said yes, or it was never asked like this. Whoever said
    /// yes may do the same again.
    pub fn first<Question: Serialize>(
        &self,
        confirmed: bool,
        question: Question,
    ) -> Option<Question> {
        let Ok(text) = serde_json::to_vec(&question) else { return Some(question) };
        let mark = Stamp::of(&text);
        let mut asked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = asked.iter().position(|one| *one == mark) {
            if confirmed {
                return None;
            }
            asked.remove(at);
        }
        asked.push_back(mark);
        if asked.len() > MOST {
            asked.pop_front();
        }
        Some(question)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_yes_counts_for_what_was_shown_and_for_nothing_else() {
        let asked = Asked::default();
        assert_eq!(asked.first(true, "Remove a?"), Some("Remove a?"), "nobody was asked");
        assert_eq!(asked.first(true, "Remove a?"), None);
        assert_eq!(asked.first(true, "Remove a and b?"), Some("Remove a and b?"), "it is more now");
        assert_eq!(asked.first(true, "Remove a?"), None, "made again after an undo");
        assert_eq!(asked.first(false, "Remove a?"), Some("Remove a?"));
        for at in 0..MOST {
            asked.first(false, at);
        }
        assert_eq!(asked.first(true, "Remove a?"), Some("Remove a?"), "long ago");
    }
}
