//! Pictures of the guide: what is said of a key that was checked, of a slip as it is typed, and of what only an author can
//! fix.

use tacklebox_e2e::{Home, Server};

use crate::guide::{both, go, rest, take};
use crate::guide_own::own;

const CONTROL_END: &str = "\u{e009}\u{e010}\u{e000}";
const OLD: &str = "---\nname: old-logger\ndescription: Writes down each command\nmetadata: [\n---\n\n# Old logger\n";

fn with_old() -> Home {
    own()
        .with(".milady/hooks/old-logger/HOOK.md", OLD)
        .with(".milady/hooks/old-logger/handler.ts", "export default () => {};\n")
}

#[test]
fn guide_slips() {
    both("slips", with_old, async |app, colours| {
        app.resize(1080, 720).await?;
        go(app, "/hook/milady%2Fmanaged%2Fold-logger/problem", "What is wrong").await?;
        app.find("button", "Copy for its author").await?;
        rest(app).await?;
        take(app, "by-author", colours).await?;

        go(app, "/file/moltis%2Fmanaged%2Fno-deletes/handler.sh", "As it is on the disk").await?;
        app.script("document.querySelector('.cm-content').focus()").await?;
        app.press(CONTROL_END).await?;
        app.press("if true; then").await?;
        app.find("button", "Go to line 7").await?;
        take(app, "file-slip", colours).await
    });
}

#[test]
fn guide_key() -> anyhow::Result<()> {
    let server = Server::start(&[("user", br#"{"login": "ana"}"#.to_vec())])?;
    let (certificate, proxy) = (server.certificate(), server.proxy()?);
    let home = || {
        own()
            .with_env("SSL_CERT_FILE", &certificate.to_string_lossy())
            .with_env("HTTPS_PROXY", &proxy)
    };
    both("key-checked", home, async |app, colours| {
        app.resize(1080, 720).await?;
        go(app, "/hook/milady%2Fmanaged%2Fgithub-digest/setup", "GITHUB_TOKEN").await?;
        app.type_into("GitHub token", "ghp_0123456789abcdef").await?;
        app.click("button", "Check it").await?;
        app.see("ana").await?;
        rest(app).await?;
        take(app, "key-checked", colours).await
    });
    Ok(())
}
