//! Commands that wait for something outside: a runtime, and Ctrl C heard.

use std::future::Future;

use tokio_util::sync::CancellationToken;

use crate::failure::{Code, Failure};

/// Does `work` to its end. What it starts has process groups of its own, which Ctrl C does not reach by
/// itself: it cancels `cancel`, and `work` ends what it started.
///
/// # Errors
/// Where the system gives no runtime.
pub fn until_done<T>(
    cancel: &CancellationToken,
    work: impl Future<Output = T>,
) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| {
        Failure::new(Code::NotStarted, format!("Nothing could be started: {error}."))
    })?;
    Ok(runtime.block_on(async {
        tokio::pin!(work);
        tokio::select! {
            // Listened for before anything is started.
            biased;
            () = interrupted() => {
                cancel.cancel();
                work.await
            }
            done = &mut work => done,
        }
    }))
}

/// Waits for a Ctrl C, or for the word that the program should end.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut end) = signal(SignalKind::terminate()) {
            tokio::select! {
                biased;
                _ = tokio::signal::ctrl_c() => {}
                _ = end.recv() => {}
            }
            return;
        }
    }
    if tokio::signal::ctrl_c().await.is_err() {
        // It cannot be heard here, so it ends the program as ever.
        std::future::pending::<()>().await;
    }
}
