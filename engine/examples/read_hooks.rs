//! The hooks of this computer and what would run: `cargo run --example read_hooks --no-default-features`.

use tacklebox_engine::check;
use tacklebox_engine::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let machine = Machine::real(None)?;
    for agent in AgentId::ALL {
        let inventory = Inventory::scan(&machine, agent, &Options::default());
        let report = check::check(&inventory);
        println!("{}: {} of {} would load", agent, report.registered, report.discovered);
        for hook in inventory.hooks() {
            println!("  {} ({:?}) {}", hook.title, hook.state, hook.reason.unwrap_or_default());
        }
    }
    Ok(())
}
