//! The same try by the rules of another version, beside the one by those in force.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::rows::Follow;
use crate::Failure;
use crate::views::{TryBeside, TryRequest};
use tacklebox_inventory::inventory::Inventory;
use tacklebox_machine::machine::Machine;
use tacklebox_run::boxed::{Boxed, Kind};
use tacklebox_run::fire::{self, Report, Request, Runner, Watch};

/// The version beside it, and what is fired there.
pub(super) struct Beside {
    inventory: Inventory,
    request: Request,
}

impl Beside {
    /// With a box of its own: only in one is it harmless to do everything twice.
    ///
    /// # Errors
    /// Where it would not be in a box, or there is no such version.
    pub fn new(
        machine: &Machine,
        inventory: &Inventory,
        wish: &TryRequest,
        request: &Request,
    ) -> Result<Option<Self>, Failure> {
        let Some(version) = &wish.beside else { return Ok(None) };
        let closed = wish.boxed && !wish.network && Kind::here().is_closed();
        let version = fire::beside(inventory, Some(version), closed)?;
        let inventory = inventory.by_version(machine, version);
        let boxed = Boxed::new(machine, inventory.agent(), false)?;
        let request = Request { boxed: Some(boxed), beside: true, ..request.clone() };
        Ok(Some(Self { inventory, request }))
    }

    /// Fires it, and holds what comes of it beside `here`.
    pub async fn run(
        self,
        (run, runner, machine): (u32, &Arc<Runner>, &Machine),
        here: &Report,
        cancel: &CancellationToken,
    ) -> TryBeside {
        let Self { inventory, request } = self;
        let mut beside = TryBeside {
            version: inventory.agent().runtime.runtime.version.to_owned(),
            rows: Vec::new(),
            result: None,
            differences: Vec::new(),
            error: None,
        };
        let watch = Watch::default();
        let fired = match fire::would_fire(runner, machine, &inventory, &request) {
            Ok(would) => fire::fire(runner, machine, &inventory, &request, &watch, cancel)
                .await
                .map(|report| (would, report)),
            Err(error) => Err(error),
        };
        match fired {
            Ok((would, report)) => {
                let follow = Follow::new(run, machine, &inventory, &request, &would);
                let state = follow.done(&report);
                beside.differences = fire::differences(here, &report);
                for it in &mut beside.differences {
                    let title = it.id.as_deref().and_then(|id| fire::title(&inventory, id));
                    it.hook = title.or(it.hook.take());
                }
                (beside.rows, beside.result) = (state.rows, state.result);
            }
            Err(error) => beside.error = Some(error.into()),
        }
        beside
    }
}
