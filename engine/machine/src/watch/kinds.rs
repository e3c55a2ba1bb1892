//! What an event of the system or an error of a watch means here.

use notify::event::{MetadataKind, ModifyKind};
use notify::{ErrorKind, EventKind};

/// Whether something may have come, gone or become readable, rather than only its content changed.
pub(super) fn is_structural(kind: EventKind) -> bool {
    !matches!(
        kind,
        EventKind::Access(_)
            | EventKind::Modify(
                ModifyKind::Any
                    | ModifyKind::Data(_)
                    | ModifyKind::Metadata(MetadataKind::WriteTime | MetadataKind::AccessTime)
            )
    )
}

pub(super) fn is_replacement(kind: EventKind) -> bool {
    is_structural(kind) && !matches!(kind, EventKind::Modify(ModifyKind::Metadata(_)))
}

pub(super) fn is_unreachable(error: &notify::Error) -> bool {
    use std::io::ErrorKind::{NotADirectory, NotFound, PermissionDenied};
    match &error.kind {
        ErrorKind::PathNotFound => true,
        ErrorKind::Io(error) => {
            matches!(error.kind(), NotFound | PermissionDenied | NotADirectory)
        }
        _ => false,
    }
}
