//! What dispatch costs beside calling the handlers: each figure beside a plain loop over the same boxed
//! closures in the same run. CPU time of this process, medians; machines are noisy, so what counts is the
//! difference and that it grows no faster than the number of handlers.

#![expect(clippy::unwrap_used, reason = "a measurement that cannot be made should end")]

mod no_op;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use serde_json::json;
use tacklebox_engine::dispatch::LiveHandler;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::machine::{Machine, Platform};
use tacklebox_engine::registry::Registry;
use tacklebox_run::runtime::dispatch::Called;
use tacklebox_run::runtime::event::Event;

use self::no_op::{no_op, ready};

const ROUNDS: usize = 41;
/// So many calls of handlers in one round, whatever the number of handlers of an event.
const CALLS: usize = 100_000;

fn cpu() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or(0))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

type Call = Box<dyn Fn(&Arc<Event>) -> Called + Send + Sync>;

struct Case {
    pace: &'static str,
    agent: AgentId,
    key: &'static str,
}

const CASES: [Case; 5] = [
    Case { pace: "in turn, Milady", agent: AgentId::Milady, key: "command:new" },
    Case { pace: "in turn, Moltis", agent: AgentId::Moltis, key: "BeforeToolCall" },
    Case { pace: "in turn, ZeroClaw", agent: AgentId::Zeroclaw, key: "before_tool_call" },
    Case { pace: "together, Moltis", agent: AgentId::Moltis, key: "AfterToolCall" },
    Case { pace: "together, ZeroClaw", agent: AgentId::Zeroclaw, key: "on_after_tool_call" },
];

fn main() {
    println!("No-op handlers that answer at once: dispatch beside a plain loop (CPU)\n");
    println!("| pace | handlers | an event | a handler | the loop, a handler | beyond it |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    let machine = Machine::new(Platform::Linux, "/home/bench", BTreeMap::new());
    for case in CASES {
        for count in [1, 10, 100] {
            measure(&machine, &case, count);
        }
    }
}

fn measure(machine: &Machine, case: &Case, count: usize) {
    let registry = Registry::new(machine, case.agent);
    let mut plain: Vec<Call> = Vec::new();
    for index in 0..count {
        registry.register(case.key, LiveHandler::of(format!("hook-{index}"), no_op)).unwrap();
        plain.push(Box::new(no_op));
    }
    let data = json!({"tool": "bash", "arguments": {"command": "ls -la"}});
    let event = Arc::new(registry.create_event(case.key, "main", data).unwrap());
    let events = CALLS / count;
    let (mut ours, mut loops) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        // Whoever triggers an event has made it: that is not dispatch. Both take it and let go of it.
        let (given, taken) = (vec![Arc::clone(&event); events], vec![Arc::clone(&event); events]);
        let start = cpu();
        for event in taken {
            for call in black_box(&plain) {
                black_box(ready(call(&event)));
            }
        }
        loops.push(cpu() - start);
        let start = cpu();
        for event in given {
            let dispatched = black_box(ready(registry.trigger(event)));
            assert!(dispatched.outcome().is_some(), "all were ready");
        }
        ours.push(cpu() - start);
    }
    let per_call = |time: Duration| time.as_secs_f64() * 1e9 / (events * count) as f64;
    let (ours, plain) = (per_call(median(ours)), per_call(median(loops)));
    println!(
        "| {} | {count} | {:.0} ns | {ours:.1} ns | {plain:.1} ns | {:.1} ns |",
        case.pace,
        ours * count as f64,
        ours - plain
    );
}
