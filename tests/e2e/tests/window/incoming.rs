//! Hooks from elsewhere in the real window, from a real https server: nothing is fetched before a yes, the
//! review comes before anything is placed, what was placed is off, and what is hostile leaves nothing.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, ensure};
use tacklebox_e2e::{App, Home, Server, test};

use crate::full_house::in_the_dark;

const HOOK: &str = "---\nname: greeter\ndescription: Says hello when a session starts\nmetadata: {\"milady\":{\"emoji\":\"👋\",\"events\":[\"session:start\"]}}\n---\n\n# Greeter\n";
pub const FIRST: &str = "export default async (event) => { event.messages.push('Hello') }\n";
const SECOND: &str = "export default async (event) => { event.messages.push('Good day') }\n";

/// An archive with one hook in it; `args` for tar.
pub fn archive(handler: &str, args: &[&str]) -> anyhow::Result<Vec<u8>> {
    let dir = tempfile::tempdir()?;
    let hook = dir.path().join("greeter");
    std::fs::create_dir(&hook)?;
    for (name, text) in [("HOOK.md", HOOK), ("handler.ts", handler)] {
        File::create(hook.join(name))?.write_all(text.as_bytes())?;
    }
    let mut tar = Command::new("tar");
    let made = tar.args(["-czPf", "-"]).args(args).arg("-C").arg(dir.path()).arg("greeter");
    let made = made.output().context("`tar` is missing")?;
    ensure!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    Ok(made.stdout)
}

pub fn home(server: &Server) -> Home {
    Home::new()
        .with(".milady/milady.json", "{ /* mine */ }\n")
        .with_env("SSL_CERT_FILE", &server.certificate().to_string_lossy())
}

pub fn link(server: &Server, name: &str) -> String {
    format!("tacklebox://install?source={}", server.address(name))
}

const PLACED: &str = ".milady/hooks/greeter/handler.ts";

async fn install_what_was_proposed(app: &App, server: &Server) -> anyhow::Result<()> {
    app.find("heading", "A web page asks Tacklebox to look at this").await?;
    app.see(&server.address("greeter.tgz")).await?;
    ensure!(server.asked()?.is_empty(), "it was fetched before a yes: {}", server.asked()?);
    app.picture("incoming-proposed").await?;
    app.click("button", "Look at it").await?;
    app.find("heading", "Install Greeter?").await?;
    app.see("Nothing stands out in its files.").await?;
    ensure!(server.asked()? == "/greeter.tgz\n", "{}", server.asked()?);
    ensure!(!app.home.path(PLACED).exists(), "it was placed before a yes");
    app.picture("incoming-review").await?;
    app.click("button", "Install").await?;
    app.see("It is off. None of it runs until you turn it on.").await?;
    ensure!(app.home.read(PLACED)? == FIRST, "it is not what was fetched");
    app.picture("incoming-installed").await?;
    app.click("button", "Turn it on").await?;
    app.see("Ready").await?;
    let config = app.home.read(".milady/milady.json")?;
    ensure!(config.contains("/* mine */") && config.contains("true"), "{config}");
    Ok(())
}

#[test]
fn a_link_that_starts_the_window_proposes_and_a_person_decides() -> anyhow::Result<()> {
    let server = Server::start(&[("greeter.tgz", archive(FIRST, &[])?)])?;
    let home = home(&server).with_link(&link(&server, "greeter.tgz"));
    test("incoming-start", home, async |app| install_what_was_proposed(app, &server).await);
    Ok(())
}

#[test]
fn a_link_that_comes_while_the_window_is_open_proposes_too() -> anyhow::Result<()> {
    let server = Server::start(&[("greeter.tgz", archive(FIRST, &[])?)])?;
    test("incoming-link", home(&server), async |app| {
        app.find("heading", "Milady").await?;
        app.start_again("tacklebox://install?source=/etc")?;
        app.see("is not an address").await?;
        app.click("button", "Close").await?;
        app.start_again(&link(&server, "greeter.tgz"))?;
        install_what_was_proposed(app, &server).await
    });
    Ok(())
}

#[test]
fn a_hostile_archive_is_refused_and_leaves_nothing() -> anyhow::Result<()> {
    let out = "--transform=s,^greeter/handler,../../../../evil,";
    let server = Server::start(&[("evil.tgz", archive(FIRST, &[out])?)])?;
    test("incoming-hostile", home(&server), async |app| {
        app.click("button", "Get hooks").await?;
        app.type_into("npm name or address", &server.address("evil.tgz")).await?;
        app.click("button", "Look at it").await?;
        app.find("heading", "This was refused").await?;
        app.see("Nothing on this computer was changed.").await?;
        app.picture("incoming-refused").await?;
        ensure!(!app.home.path(".milady/hooks").exists(), "something was placed");
        ensure!(!Path::new("/evil.ts").exists(), "it got out");
        Ok(())
    });
    Ok(())
}

#[test]
fn what_was_changed_is_shown_and_put_back_and_an_update_shows_its_difference() -> anyhow::Result<()>
{
    let server = Server::start(&[("greeter.tgz", archive(FIRST, &[])?)])?;
    let home = home(&server).with_link(&link(&server, "greeter.tgz"));
    test("incoming-update", home, async |app| {
        install_what_was_proposed(app, &server).await?;
        app.click("button", "Milady").await?;
        app.home.write(PLACED, "// somebody else\n")?;
        // The row is drawn again for it: before that, a click may meet the one or the other.
        app.see("Changed since it was installed").await?;
        app.click("row", "Greeter").await?;
        app.find("button", "More").await?;
        app.see("Changed since it was installed").await?;
        app.picture("incoming-changed").await?;
        app.click("button", "Put back").await?;
        app.find("alertdialog", "Put").await?;
        app.press("\u{e004}").await?;
        app.press("\u{e007}").await?;
        app.until("the file is what was installed", |home| {
            home.read(PLACED).is_ok_and(|text| text == FIRST)
        })
        .await?;

        server.put("greeter.tgz", &archive(SECOND, &[])?)?;
        app.click("button", "More").await?;
        app.click("menuitem", "Update…").await?;
        app.find("heading", "Update Greeter?").await?;
        app.see("Good day").await?;
        app.picture("incoming-updating").await?;
        app.click("button", "Update").await?;
        app.until("the file is the new one", |home| {
            home.read(PLACED).is_ok_and(|text| text == SECOND)
        })
        .await?;
        let config = app.home.read(".milady/milady.json")?;
        ensure!(config.contains("true"), "the switch stays as it was: {config}");
        Ok(())
    });
    Ok(())
}

/// Its program cannot be read: the review says so before it is installed, and the list afterwards the same.
#[test]
fn what_would_not_load_is_said_before_it_is_installed() -> anyhow::Result<()> {
    let torn = "export default async (event) => { event.messages.push('Hello'\n";
    let server = Server::start(&[("greeter.tgz", archive(torn, &[])?)])?;
    for (tone, dark) in [("light", false), ("dark", true)] {
        let home = home(&server)
            .with(".local/share/tacklebox/runtimes.json", r#"{"milady": "2026-03-01"}"#)
            .with_link(&link(&server, "greeter.tgz"));
        let home = if dark { in_the_dark(home) } else { home };
        test(&format!("incoming-broken-{tone}"), home, async |app| {
            app.click("button", "Look at it").await?;
            app.find("heading", "Install Greeter?").await?;
            app.see("Milady would not load it.").await?;
            app.see("handler.ts cannot be understood").await?;
            for (name, width, height) in [("", 1080, 720), ("-640", 640, 480)] {
                app.resize(width, height).await?;
                app.picture(&format!("incoming-broken-{tone}{name}")).await?;
            }
            app.click("button", "Install").await?;
            app.see("It is off. None of it runs until you turn it on.").await?;
            app.script("location.hash = '/hook/milady%2Fmanaged%2Fgreeter'").await?;
            app.see("handler.ts cannot be understood").await?;
            Ok(())
        });
    }
    Ok(())
}
