//! Hooks that are called: events, who listens, in which order, and the handlers themselves.

pub mod ask;
pub mod boxed;
pub mod compare;
pub mod fire;
pub mod passes;
pub mod run;
pub mod runtime;
pub mod versions;
