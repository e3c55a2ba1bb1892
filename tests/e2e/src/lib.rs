//! Drives the real window: the program as people get it, in a home of its own, on a screen of its
//! own, through WebDriver. Linux only, where `WebKitWebDriver` is.
//!
//! ```no_run
//! # use tacklebox_e2e::{Home, test};
//! test("sees-the-sidebar", Home::new(), async |app| {
//!     app.find("heading", "Tacklebox").await?;
//!     Ok(())
//! });
//! ```

mod hands;
mod home;
mod page;
mod server;
mod session;

use std::time::Duration;

use anyhow::anyhow;

pub use hands::Hands;
pub use home::Home;
pub use page::App;
pub use server::Server;

/// No test of one window takes longer: a page that hangs must not hang the whole run.
const LIMIT: Duration = Duration::from_secs(120);

/// Opens the window over `home`, runs `steps`, closes it. Where a step fails, a picture of the window
/// is kept as `tests/pictures/failed-<name>.png` and the words on the page are part of the message.
///
/// # Panics
/// Where a step fails: this is the body of a test.
pub fn test<F>(name: &str, home: Home, steps: F)
where
    F: AsyncFnOnce(&App) -> anyhow::Result<()>,
{
    test_then(name, home, steps);
}

/// The same, and gives the home back: another window can be opened over it.
///
/// # Panics
/// Where a step fails.
#[expect(clippy::panic, reason = "that is how a test fails")]
pub fn test_then<F>(name: &str, home: Home, steps: F) -> Home
where
    F: AsyncFnOnce(&App) -> anyhow::Result<()>,
{
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let outcome = runtime.map_err(anyhow::Error::from).and_then(|runtime| {
        runtime.block_on(async {
            let app = App::open(home).await?;
            let outcome = tokio::time::timeout(LIMIT, steps(&app)).await;
            let outcome = match outcome.unwrap_or_else(|_| Err(anyhow!("not done in {LIMIT:?}"))) {
                Ok(()) => Ok(()),
                Err(error) => Err(app.explain(name, error).await),
            };
            let home = app.close().await;
            outcome.map(|()| home)
        })
    });
    outcome.unwrap_or_else(|error| panic!("{name}: {error:?}"))
}
