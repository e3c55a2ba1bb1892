//! A program whose file was written just now.

use std::sync::Arc;

use super::*;
use crate::walls::{Kind, Walls};

/// While a file is written, it is open for a moment in whatever another thread starts, too.
#[tokio::test]
async fn a_program_that_is_open_for_writing_is_started_once_it_is_not() {
    let tmp = tempfile::tempdir().unwrap();
    let path = tmp.path().join("run");
    let text = b"#!/bin/sh\necho ran\n";
    crate::files::save(&path, text, &crate::files::Stamp::Absent, 0o755).unwrap();
    for walls in [false, true] {
        let open = std::fs::OpenOptions::new().append(true).open(&path).unwrap();
        let refused = std::process::Command::new(&path).spawn().unwrap_err();
        assert_eq!(refused.kind(), std::io::ErrorKind::ExecutableFileBusy);
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            drop(open);
        });
        let mut program = Program::new(&path).env(env()).limit(Duration::from_secs(20));
        if walls {
            program = program.walls(Some(Arc::new(Walls::new(Kind::here(), &[], []))));
        }
        assert_eq!(out(&run(program).await), "ran\n", "inside walls: {walls}");
    }
}
