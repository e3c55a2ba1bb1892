//! Two changes at once are told in the order in which they were made.

use std::sync::{Mutex, PoisonError};

use super::*;

#[test]
fn what_changes_while_something_is_told_is_told_after_it() -> Result<(), Error> {
    let home = tempfile::tempdir()?;
    write(&home.path().join(".milady/hooks/a/HOOK.md"), HOOK)?;
    write(&home.path().join(".milady/hooks/a/handler.ts"), "")?;
    let (begins, off_is_told) = channel();
    let (end, may_end) = channel::<()>();
    let (told, order) = channel();
    let may_end = Mutex::new(may_end);
    let options = Options::documented();
    let desk = Desk::start_with(machine(&home), options, move |event| {
        let Event::Inventory(changed) = event else { return };
        for hook in changed.upserted.iter().filter(|hook| hook.name == "a") {
            if !hook.enabled {
                let _ = begins.send(());
                let waits = may_end.lock().unwrap_or_else(PoisonError::into_inner);
                let _ = waits.recv_timeout(PATIENCE);
            }
            let _ = told.send(hook.enabled);
        }
    });
    std::thread::scope(|scope| -> Result<(), Error> {
        let off = scope.spawn(|| desk.set_enabled(A, false, true));
        off_is_told.recv_timeout(PATIENCE)?;
        desk.set_enabled(A, true, true)?;
        end.send(())?;
        off.join().map_err(|_| "it ended")??;
        Ok(())
    })?;
    while order.recv_timeout(PATIENCE)? {}
    // And then that it is on.
    while !order.recv_timeout(PATIENCE)? {}
    Ok(())
}

#[test]
fn a_listener_that_panics_hears_what_changes_next() -> Result<(), Error> {
    let home = tempfile::tempdir()?;
    write(&home.path().join(".milady/hooks/a/HOOK.md"), HOOK)?;
    write(&home.path().join(".milady/hooks/a/handler.ts"), "")?;
    let (told, heard) = channel();
    // Nobody else tells anything.
    let desk = Desk::open(machine(&home), Options::documented(), move |event| {
        let Event::Inventory(changed) = event else { return };
        for hook in changed.upserted.iter().filter(|hook| hook.name == "a") {
            assert!(hook.enabled, "a listener with a fault");
            let _ = told.send(());
        }
    });
    std::thread::scope(|scope| {
        let off = scope.spawn(|| desk.set_enabled(A, false, true)).join();
        assert!(off.is_err(), "it did not hear that the hook is off");
    });
    desk.set_enabled(A, true, true)?;
    heard.recv_timeout(PATIENCE)?;
    Ok(())
}
