//! A moment as the rules of a version have it.

use super::Dialect;
use crate::moment::{Keys, Trigger};

impl Trigger {
    /// As these rules have it: whether it is sent, and whether a hook may change or stop what happens.
    #[must_use]
    pub fn by(mut self, dialect: &Dialect) -> Self {
        if let Some((policy, modifying)) = dialect.dispatch_of(&self.key) {
            self.modifying = modifying;
            self.sent = policy.keys != Keys::of(dialect.agent) || dialect.ever_sends(&self.key);
        }
        self
    }
}
