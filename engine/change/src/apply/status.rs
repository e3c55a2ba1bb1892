//! How far a change is.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    Applying,
    /// Carried out, as one of several that are one change; the first of them says whether all were.
    Made,
    Done,
    Undoing,
    Undone,
    /// Too long ago to be taken back: only backups of configs and what it removed are left of it.
    Kept,
}
