//! What this computer has and can do: programs, files, processes, watches, the network. It knows no
//! agent and no hook.

// No input ends the program, also where a place in it was worked out wrongly.
#![cfg_attr(
    not(test),
    deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice)
)]

mod by_text;
pub mod cut;
pub mod data;
pub mod failure;
pub mod files;
pub mod giving_way;
#[cfg(feature = "http")]
pub mod http_client;
pub mod letters;
#[cfg(feature = "processes")]
pub mod login_path;
pub mod machine;
pub mod memory;
#[cfg(feature = "processes")]
mod once_free;
pub mod owner;
#[cfg(feature = "processes")]
pub mod process;
pub mod sqlite;
#[cfg(feature = "processes")]
pub mod walls;
#[cfg(feature = "watch")]
pub mod watch;
pub mod words;
