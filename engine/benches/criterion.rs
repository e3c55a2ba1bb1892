//! Dispatch under Criterion, which tells whether a change made it slower than the last time. What is in
//! `docs/PERFORMANCE.md` is measured by `dispatch.rs`: beside its baseline, in turns, in CPU time.

#![expect(clippy::unwrap_used, reason = "a measurement that cannot be made should end")]

mod no_op;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use serde_json::json;
use tacklebox_engine::dispatch::LiveHandler;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::machine::{Machine, Platform};
use tacklebox_engine::registry::Registry;

use self::no_op::{no_op, ready};

fn dispatch(criterion: &mut Criterion) {
    for (pace, agent, key) in [
        ("in turn", AgentId::Milady, "command:new"),
        ("together", AgentId::Moltis, "AfterToolCall"),
    ] {
        let mut group = criterion.benchmark_group(format!("dispatch {pace}"));
        for count in [1, 10, 100] {
            let machine = Machine::new(Platform::Linux, "/home/x", BTreeMap::new());
            let registry = Registry::new(&machine, agent);
            for _ in 0..count {
                registry.register(key, LiveHandler::of("no-op", no_op)).unwrap();
            }
            let event = Arc::new(registry.create_event(key, "s", json!({})).unwrap());
            group.bench_function(BenchmarkId::from_parameter(count), |bencher| {
                bencher.iter(|| black_box(ready(registry.trigger(Arc::clone(&event)))));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, dispatch);
criterion_main!(benches);
