//! The program as a person and a script meet it: real files in a made-up home, the real binary, and
//! what it prints.

mod changes;
mod config;
mod context;
mod contract;
mod documents;
mod errors;
mod install;
mod reading;
mod robust;
