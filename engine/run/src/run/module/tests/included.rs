//! The hooks that ship, as the engine runs them where they are installed.

use super::*;

/// The handler that ships, in the folder that it is installed to.
fn installed(home: &Home, name: &str) -> ModuleSpec {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../hooks-bundled").join(name);
    let text = fs::read_to_string(shipped.join("module/handler.ts")).unwrap();
    let dir = home.dir.path().join(".milady/hooks").join(name);
    fs::create_dir_all(&dir).unwrap();
    let file = dir.join("handler.ts");
    fs::File::create(&file).unwrap().write_all(text.as_bytes()).unwrap();
    ModuleSpec { hook: name.to_owned(), dir, file, ..home.module("any/handler.mjs", "") }
}

on_each_runtime! {
    async fn command_logger_logs_the_command(home: &Home) {
        let ran = home.call(&installed(home, "command-logger")).await;
        assert_eq!(ran.answer, Answer::Continue, "{ran:?}");
        let log = fs::read_to_string(home.dir.path().join(".milady/logs/commands.log")).unwrap();
        assert!(log.contains("\"action\":\"new\"") && log.contains("\"sender\":\"abc\""), "{log}");
    }

    async fn all_of_them_load(home: &Home) {
        for name in [
            "boot-md", "command-logger", "daily-summary", "github-digest", "health-check", "notify",
            "roll-call", "session-memory", "slack-notify", "up-notice", "welcome", "workspace-backup",
            "yesterday",
        ] {
            assert_eq!(home.pool.seat(installed(home, name)).load(LIMIT).await, Ok(Vec::new()), "{name}");
        }
    }
}
