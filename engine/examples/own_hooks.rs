//! A program of your own with hooks by the rules of an agent: `cargo run --example own_hooks`.

use std::error::Error;
use std::fs::{self, File};
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tacklebox_engine::agent::Options;
use tacklebox_engine::dispatch::LiveHandler;
use tacklebox_engine::fire::{self, Runner};
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::machine::Machine;
use tacklebox_engine::outcome::{Answer, Ran};
use tacklebox_engine::registry::Registry;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let home = tempfile::tempdir()?;
    // `Machine::real(None)?` is this computer; here with another home, so that nothing of yours is read.
    let machine = Machine::real(Some(home.path().to_owned()))?;
    write_a_hook(&machine, "reminder")?;
    like_milady(&machine).await?;
    like_moltis(&machine).await
}

fn write_a_hook(machine: &Machine, name: &str) -> Result<(), Box<dyn Error>> {
    let dir = machine.home().join(".milady/hooks").join(name);
    fs::create_dir_all(&dir)?;
    let handler = "export default (event: { messages: string[] }) => { event.messages.push('Stand up!'); };\n";
    File::create(dir.join("handler.ts"))?.write_all(handler.as_bytes())?;
    let metadata = r#"{"milady": {"events": ["command:new"]}}"#;
    let manifest = format!("---\nname: {name}\nmetadata: {metadata}\n---\n");
    File::create(dir.join("HOOK.md"))?.write_all(manifest.as_bytes())?;
    Ok(())
}

/// `type:action` before `type`, messages in order, nobody can stop anything.
async fn like_milady(machine: &Machine) -> Result<(), Box<dyn Error>> {
    let registry = Registry::new(machine, AgentId::Milady)
        .on_failure(|run| eprintln!("{} failed: {}", run.hook, run.reason.unwrap_or("")));
    let registry = Arc::new(registry);

    // Modules run on the bun, node or deno of this computer, each in a worker that `runner` keeps for the
    // next event. Whenever files of hooks or the config change, hooks are loaded again, and what is registered
    // here with them: loading clears all that was there. `fire::load` does it once.
    let runner = Arc::new(Runner::new(machine));
    let (loads, mut loaded) = tokio::sync::mpsc::unbounded_channel();
    let options = Options::default();
    let kept = fire::keep_loaded(&runner, machine, &options, &registry, move |fresh| {
        println!("loaded {} of {} hooks", fresh.result().registered, fresh.result().discovered);
        // They fail only where the agent has no such event.
        let _ = fresh.register("command", logger());
        let _ = fresh.register("command:new", greeter());
        let _ = loads.send(());
    });
    let kept = kept.await?;
    loaded.recv().await;

    let event =
        registry.create_event("command:new", "session-key-123", json!({"userId": "abc"}))?;
    let outcome = registry.trigger(event).await.all().await;
    println!("messages: {:?}", outcome.messages());

    write_a_hook(machine, "second")?;
    loaded.recv().await;
    let event = registry.create_event("command:new", "session-key-123", json!({}))?;
    println!("then {} handlers are called", registry.would_run(event).runs().count());

    drop(kept);
    registry.clear();
    let event = registry.create_event("command:new", "session-key-123", json!({}))?;
    println!("after clear, {} handlers are called", registry.would_run(event).runs().count());
    Ok(())
}

fn logger() -> LiveHandler {
    LiveHandler::sync("logger", |event| {
        println!("command {} in session {}", event.action(), event.session_key);
    })
}

/// A handler that waits for something. Its error stops nobody else.
fn greeter() -> LiveHandler {
    LiveHandler::new("greeter", |event| async move {
        tokio::time::sleep(Duration::from_millis(5)).await;
        let user = event.data["userId"].as_str().ok_or("who is it?")?;
        Ok::<_, &str>(Ran::saying(format!("Starting fresh, {user}!")))
    })
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
