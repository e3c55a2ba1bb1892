//! What happened, who listens, and in which order: the rules of an agent's own runtime (rules R-4).
//!
//! An [`event`] is handed to the handlers of a [`registry`] by [`dispatch`]. Its [`payload`] is what a
//! handler is given, its [`outcome`] what it answers; the `breaker` says when it is left out.

mod breaker;
pub mod dispatch;
pub mod effects;
pub mod event;
pub mod handler;
pub mod outcome;
pub mod payload;
pub mod registry;
