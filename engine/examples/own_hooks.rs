//! A program of your own with hooks by the rules of an agent: `cargo run --example own_hooks`.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;

use serde_json::json;
use tacklebox_engine::agent::Options;
use tacklebox_engine::dispatch::LiveHandler;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::inventory::Inventory;
use tacklebox_engine::machine::{Machine, Platform};
use tacklebox_engine::outcome::{Answer, Ran};
use tacklebox_engine::registry::Registry;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let home = tempfile::tempdir()?;
    // `Machine::real(None)?` is this computer; here a made-up one, so that nothing of yours is read.
    let machine = Machine::new(Platform::current(), home.path(), BTreeMap::new());
    like_milady(&machine).await?;
    like_moltis(&machine).await
}

/// `type:action` before `type`, messages in order, nobody can stop anything.
async fn like_milady(machine: &Machine) -> Result<(), Box<dyn Error>> {
    let registry = Registry::new(machine, AgentId::Milady).on_failure(|run| {
        eprintln!("{} failed: {}", run.hook(), run.reason.as_deref().unwrap_or(""))
    });

    // What the loader would register comes first: loading clears all that was there. How a hook folder is
    // run is up to you; this one only says that it was called.
    let inventory = Inventory::scan(machine, registry.agent(), &Options::default());
    let loaded = registry.load(&inventory, |_, hook| {
        let line = format!("{} was called", hook.name);
        Some(LiveHandler::sync(&hook.name, move |_| Ran::saying(line.clone())))
    });
    println!("loaded {} of {} hooks", loaded.registered, loaded.discovered);

    registry.register(
        "command",
        LiveHandler::sync("logger", |event| {
            println!("command {} in session {}", event.action(), event.session_key);
        }),
    )?;
    // A handler that waits for something. Its error stops nobody else.
    registry.register(
        "command:new",
        LiveHandler::new("greeter", |event| async move {
            tokio::time::sleep(Duration::from_millis(5)).await;
            let user = event.data["userId"].as_str().ok_or("who is it?")?;
            Ok::<_, &str>(Ran::saying(format!("Starting fresh, {user}!")))
        }),
    )?;

    let event =
        registry.create_event("command:new", "session-key-123", json!({"userId": "abc"}))?;
    let outcome = registry.trigger(event).await.all().await;
    println!("messages: {:?}", outcome.messages());

    registry.clear();
    let event = registry.create_event("command:new", "session-key-123", json!({}))?;
    println!("after clear, {} handlers are called", registry.would_run(event).runs.len());
    Ok(())
}

/// The highest priority first; handlers change the data and block.
async fn like_moltis(machine: &Machine) -> Result<(), Box<dyn Error>> {
    let registry = Registry::new(machine, AgentId::Moltis);
    let careful = LiveHandler::sync("careful", |event| {
        let Some(command) = event.data["arguments"]["command"].as_str() else {
            return Answer::Continue;
        };
        let mut data = event.data.clone();
        data["arguments"]["command"] = json!(format!("set -e; {command}"));
        Answer::Modify(data)
    });
    registry.register("BeforeToolCall", careful.priority(10))?;
    let guard = LiveHandler::sync("guard", |event| {
        let command = event.data["arguments"]["command"].as_str().unwrap_or_default();
        if command.contains("rm -rf /") {
            return Answer::Block("that removes everything".to_owned());
        }
        Answer::Continue
    });
    let guard = registry.register("BeforeToolCall", guard)?;

    for command in ["ls -la", "rm -rf /"] {
        let data = json!({"tool": "bash", "arguments": {"command": command}});
        let event = registry.create_event("BeforeToolCall", "main", data)?;
        let fired = registry.trigger(event).await.all().await.into_fired();
        println!("{}", serde_json::to_string_pretty(&fired)?);
    }
    registry.unregister(guard);
    Ok(())
}
