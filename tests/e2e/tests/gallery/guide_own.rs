//! More pictures of the guide: hooks and plugins of one's own, and what is told and fixed on an agent's page.

use std::process::{Child, Command};

use anyhow::Context as _;
use tacklebox_e2e::{App, Home};

use crate::full_house::{SET_UP, first_evening};
use crate::guide::{both, go, put_away, rest, take};

const ENTER: &str = "\u{e007}";
const RUN: &str = "\u{e009}\u{e007}\u{e000}";
const ESCAPE: &str = "\u{e00c}";

const POST: &str = "[hook]\nname = \"deploy-post\"\ndescription = \"Says in the team's channel that something is deployed\"\nevent = \"before_tool_call\"\npriority = 5\n\n[hook.action.http]\nurl = \"https://hooks.example.org/deploy\"\nmethod = \"POST\"\nbody = \"{\\\"text\\\": \\\"Deploying.\\\"}\"\ntimeout_secs = 10\n\n[hook.conditions]\nchannels = [\"telegram\"]\npattern = \"deploy\"\n";
const GUARD: &str = "+++\nname = \"no-deletes\"\ndescription = \"Stops commands that delete folders\"\nemoji = \"🧯\"\nevents = [\"BeforeToolCall\"]\ncommand = \"sh ./handler.sh\"\ntimeout = 5\n+++\n\n# No deletes\n";
const SCRIPT: &str = "#!/bin/sh\n# Its reason goes to the agent.\nif grep -q 'rm -rf'; then\n  echo 'Nothing is deleted here.' >&2\n  exit 1\nfi\n";
const SLIP: &str = "[server]\nport = 8080\n\n[[hooks.hooks]\nname = \"audit\"\nevents = [\"SessionEnd\"]\ncommand = \"cat\"\n";

pub fn own() -> Home {
    let home = first_evening();
    // The runtime of the other pictures runs nothing: the computer's own does.
    let _ = std::fs::remove_file(home.path(".bun/bin/bun"));
    let project = GUARD.replace("no-deletes", "site-checks").replace("No deletes", "Site checks");
    home.with(".zeroclaw/workspace/hooks/deploy-post/HOOK.toml", POST)
        .with(".moltis/hooks/no-deletes/HOOK.md", GUARD)
        .with(".moltis/hooks/no-deletes/handler.sh", SCRIPT)
        .with("code/site/.moltis/hooks/site-checks/HOOK.md", &project)
        .with("code/site/.moltis/hooks/site-checks/handler.sh", SCRIPT)
        .with("code/site/.moltis/hooks/no-deletes/HOOK.md", GUARD)
        .with("code/site/.moltis/hooks/no-deletes/handler.sh", SCRIPT)
        .with_env("PATH", env!("PATH"))
}

#[test]
fn guide_own() {
    both("own", own, async |app, colours| {
        app.resize(1080, 720).await?;
        go(app, "/hook/zeroclaw%2Fmanaged%2Fdeploy-post", "Sends a request").await?;
        rest(app).await?;
        take(app, "does", colours).await?;

        go(app, "/new/moltis/BeforeToolCall", "New hook for Moltis").await?;
        app.type_into("Name", "No lists").await?;
        app.type_into(
            "Command",
            "grep -q 'ls -la' && { echo 'No lists of files.' >&2; exit 1; }; exit 0",
        )
        .await?;
        app.see("Try it once first").await?;
        app.press(RUN).await?;
        app.gone("Try it once first").await?;
        app.see("Stopped it").await?;
        rest(app).await?;
        take(app, "draft", colours).await?;

        go(app, "/file/moltis%2Fmanaged%2Fno-deletes/handler.sh", "All that the event carries")
            .await?;
        let field = "[...document.querySelectorAll('main label')].find((it) => it.textContent === 'Command')";
        app.holds("the sample is there", &format!("{field} !== undefined")).await?;
        app.type_into("Command", "rm -rf build").await?;
        app.click("shortcut", "Try it").await?;
        if app.script("return document.querySelector('[role=alertdialog]') !== null").await? == true
        {
            app.click("button", "Run").await?;
        }
        app.see("Stopped it").await?;
        rest(app).await?;
        take(app, "file-try", colours).await?;

        go(app, "/hook/milady%2Fmanaged%2Fyesterday", "What it does").await?;
        app.click("button", "More").await?;
        app.find("menuitem", "Make my own copy").await?;
        app.click("menuitem", "Make my own copy").await?;
        app.find("heading", "my copy").await?;
        rest(app).await?;
        take(app, "own-copy", colours).await?;
        put_away(app).await
    });
}

#[test]
fn guide_plugin_new() {
    both("plugin-new", own, async |app, colours| {
        app.resize(1080, 720).await?;
        go(app, "/agent/openclaw", "Its code names").await?;
        app.click("button", "New plugin…").await?;
        app.find("dialog", "New plugin for OpenClaw").await?;
        app.type_into("Name", "Ask first").await?;
        app.type_into("With the reason", "This needs a person").await?;
        app.press(RUN).await?;
        app.see("Stopped it").await?;
        rest(app).await?;
        take(app, "plugin-new", colours).await
    });
}

/// A program of that name which does nothing, and ends with the picture.
struct Runs(Child);

impl Runs {
    fn start(app: &App, name: &str) -> anyhow::Result<Self> {
        // By its own name it is told from others.
        let program = app.home.path(name);
        std::fs::copy("/bin/sleep", &program).context("`sleep` is missing")?;
        Ok(Self(Command::new(program).arg("60").spawn()?))
    }
}

impl Drop for Runs {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn guide_pages() {
    both("pages", own, async |app, colours| {
        app.resize(1080, 720).await?;
        let _runs = Runs::start(app, "zeroclaw")?;
        crate::pause(1500).await;
        app.home.write(
            ".zeroclaw/workspace/hooks/deploy-post/HOOK.toml",
            &POST.replace("priority = 5", "priority = 15"),
        )?;
        go(app, "/agent/zeroclaw", "has not seen the last changes").await?;
        rest(app).await?;
        take(app, "reload", colours).await?;

        go(app, "/agent/moltis", "No project folder is listed").await?;
        app.click("button", "Add a project folder…").await?;
        app.press(&format!("~/code/site{ENTER}")).await?;
        app.see("In ~/code/site").await?;
        app.see("are listed.").await?;
        put_away(app).await?;
        rest(app).await?;
        app.script("[...document.querySelectorAll('h2')].find((it) => it.textContent === 'Context files').scrollIntoView({ block: 'end' })").await?;
        take(app, "projects", colours).await?;

        app.home.write(".config/moltis/moltis.toml", SLIP)?;
        app.click("button", "Fix…").await?;
        app.find("heading", "Fix moltis.toml?").await?;
        take(app, "fix-config", colours).await?;
        app.press(ESCAPE).await
    });
}

#[test]
fn guide_set_up() {
    both(
        "set-up",
        || first_evening().with("team.toml", SET_UP),
        async |app, colours| {
            app.resize(1080, 720).await?;
            go(app, "/get/milady", "Included with Tacklebox").await?;
            app.click("button", "Open a set-up…").await?;
            app.pick_file("Open File", &app.home.path("team.toml")).await?;
            app.find("heading", "Open a set-up").await?;
            rest(app).await?;
            take(app, "set-up", colours).await
        },
    );
}
