//! A hook that does not come back where it is called, and those behind it: each says so in its row and on its page.

use tacklebox_e2e::{App, Home, test};

use crate::full_house::in_the_dark;
use crate::states::go;

fn home() -> Home {
    let mut home = Home::new()
        .with(".local/share/tacklebox/runtimes.json", "{\"openclaw\": \"2026.9.6\"}")
        .with(
        ".openclaw/openclaw.json",
        "{gateway: {mode: \"local\", bind: \"loopback\"}, hooks: {internal: {enabled: true}}}\n",
    );
    for (name, events, does) in [
        ("hello", "\"gateway:startup\"", ""),
        (
            "poll",
            "\"gateway:startup\"",
            "for (;;) await new Promise((done) => setTimeout(done, 60_000));",
        ),
        ("rest", "\"gateway:startup\"", ""),
        ("two", "\"gateway:startup\", \"command:new\"", ""),
    ] {
        let dir = format!(".openclaw/hooks/{name}");
        let manifest = format!(
            "---\nname: {name}\ndescription: A hook for this test\nmetadata: {{\"openclaw\": {{\"events\": [{events}]}}}}\n---\n"
        );
        home = home.with(&format!("{dir}/HOOK.md"), &manifest).with(
            &format!("{dir}/handler.ts"),
            &format!("export default async () => {{ {does} }};\n"),
        );
    }
    home
}

async fn looked_at(app: &App, name: &str, address: &str, words: &str) -> anyhow::Result<()> {
    go(app, address).await?;
    app.see(words).await?;
    for (width, height) in [(1080, 720), (640, 720)] {
        app.resize(width, height).await?;
        app.see(words).await?;
        app.picture(&format!("held-up-{name}-{width}")).await?;
    }
    Ok(())
}

fn each_says_so(name: &str, home: Home) {
    test(&format!("held-up-{name}"), home, async |app| {
        let first = "OpenClaw calls poll first for gateway:startup, and that never ends";
        let look = async |page: &str, address: &str, words: &str| {
            looked_at(app, &format!("{name}-{page}"), address, words).await
        };
        look("list", "/agent/openclaw", first).await?;
        app.see("its handler goes on in a loop that never ends").await?;
        let page = |name: &str| format!("/hook/openclaw%2Fmanaged%2F{name}");
        look("poll", &page("poll"), "OpenClaw calls no hook after it").await?;
        look("rest", &page("rest"), first).await?;
        look("two", &page("two"), "it is not called for that").await
    });
}

#[test]
fn behind_a_hook_that_does_not_come_back_each_says_so() {
    each_says_so("light", home());
}

#[test]
fn behind_a_hook_that_does_not_come_back_each_says_so_in_the_dark() {
    each_says_so("dark", in_the_dark(home()));
}
