//! Help with a key in the real window: where to get one, what is wrong with its shape, and whose it is.

use anyhow::ensure;
use tacklebox_e2e::{Home, Server, test};

use crate::full_house::with_milady;

#[test]
fn a_key_is_got_typed_and_checked() -> anyhow::Result<()> {
    let server = Server::start(&[("user", br#"{"login": "ana"}"#.to_vec())])?;
    let home = with_milady(Home::new())
        .with_env("SSL_CERT_FILE", &server.certificate().to_string_lossy())
        .with_env("HTTPS_PROXY", &server.proxy()?);
    test("keys-help", home, async |app| {
        app.click("button", "Add key…").await?;
        app.find("textbox", "GitHub token").await?;
        app.click("button", "Get one…").await?;
        app.see("https://github.com/settings/").await?;
        app.picture("key-get").await?;
        app.click("button", "Cancel").await?;

        app.see("Paste it, then it can be checked.").await?;
        app.type_into("GitHub token", "sk-0123456789abcdef").await?;
        app.see("A key of GitHub begins with").await?;
        app.picture("key-shape").await?;
        app.type_into("GitHub token", "ghp_0123456789abcdef").await?;
        app.gone("A key of GitHub begins with").await?;
        app.see("Check it asks https://api.github.com/user once").await?;
        ensure!(server.asked()?.is_empty(), "it was asked before a click");
        app.click("button", "Check it").await?;
        app.see("ana").await?;
        app.picture("key-checked").await?;
        ensure!(server.asked()? == "/user\n", "{}", server.asked()?);
        ensure!(!app.home.read(".milady/milady.json")?.contains("ghp_"), "it was saved");
        Ok(())
    });
    Ok(())
}

pub const BOT: &str = ".milady/hooks/bot/HOOK.md";
pub const NEEDS_BOT: &str = "---\nname: bot\ndescription: Writes to a bot\nmetadata: {\"milady\":{\"events\":[\"command:new\"],\"requires\":{\"env\":[\"TELEGRAM_BOT_TOKEN\"]}}}\n---\n";

#[test]
fn a_key_of_a_wrong_shape_is_said_a_refused_one_too_and_who_reads_the_file() -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let server = Server::start(&[])?;
    let home = Home::new()
        .with(".milady/milady.json", "{}\n")
        .with(BOT, NEEDS_BOT)
        .with(".milady/hooks/bot/handler.ts", "export default () => {};\n")
        .with_env("SSL_CERT_FILE", &server.certificate().to_string_lossy())
        .with_env("HTTPS_PROXY", &server.proxy()?);
    let config = home.path(".milady/milady.json");
    std::fs::set_permissions(&config, std::fs::Permissions::from_mode(0o644))?;
    test("keys-refused", home, async |app| {
        app.script("location.hash = '/hook/milady%2Fmanaged%2Fbot/setup'").await?;
        app.find("textbox", "Telegram bot token").await?;
        app.see("Other users of this computer may read milady.json, and with it the key.").await?;
        let odd = "A key of Telegram looks like 123456789:AA";
        for wrong in ["AA-no-number", "123456:AA:more", ":AA"] {
            app.type_into("Telegram bot token", wrong).await?;
            app.see(odd).await?;
        }
        app.picture("key-shape-parts").await?;
        // As long as it may still become one, nothing is said.
        for may in ["123456", "123456:AAbb_cc-dd"] {
            app.type_into("Telegram bot token", may).await?;
            app.gone(odd).await?;
        }
        app.click("button", "Check it").await?;
        app.see("Telegram refused it (status 404).").await?;
        app.picture("key-refused").await?;
        ensure!(server.asked()? == "/bot123456:AAbb_cc-dd/getMe\n", "{}", server.asked()?);
        std::fs::set_permissions(&config, std::fs::Permissions::from_mode(0o600))?;
        app.home.write(".milady/milady.json", "{ }\n")?;
        app.gone("Other users of this computer may read milady.json").await
    });
    Ok(())
}
