//! Hooks that come to an agent, are updated and go.

pub mod changed {
    pub use tacklebox_change::install::changed::{ChangedFile, since_installed};
}
pub mod foreign {
    pub use tacklebox_change::install::foreign::{Arrival, plan_install};
}
pub mod included {
    pub use tacklebox_change::install::included::{
        Included, IncludedPage, Over, list, named, plan,
    };
}
pub mod put_back {
    pub use tacklebox_change::install::put_back::{diffs, plan, plan_approve, view};
}
pub mod receipt {
    pub use tacklebox_change::install::receipt::{Receipt, read};
}
pub mod remove {
    pub use tacklebox_change::install::remove::plan;
}
pub mod removed {
    pub use tacklebox_change::install::removed::{RemovedHook, list, meant, plan_restore};
}
pub mod review {
    pub use tacklebox_change::install::review::{
        Review, ReviewAgent, ReviewHook, ReviewView, of_update, review, view,
    };
}
pub mod source {
    pub use tacklebox_change::install::source::{Source, SourceError};
}
pub mod stage {
    pub use tacklebox_change::install::stage::{Staged, stage};
}
pub mod target {
    pub use tacklebox_change::install::target::{TargetError, needs_agent, of_included, of_staged};
}
pub mod typed {
    pub use tacklebox_change::install::typed::Typed;
}
pub mod update {
    pub use tacklebox_change::install::newest::{Newest, newest};
    pub use tacklebox_change::install::update::{
        NewVersion, Update, may_update, plan, staged, view,
    };
}
