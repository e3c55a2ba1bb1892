//! Hooks that are called: events, who listens, in which order, and the handlers themselves.

// No input ends the program, also where a place in it was worked out wrongly: see `cut`.
#![cfg_attr(
    not(test),
    deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice)
)]

pub mod ask;
pub mod boxed;
pub mod compare;
pub mod fire;
pub mod passes;
pub mod run;
pub mod runtime;
pub mod turns;
pub mod versions;
