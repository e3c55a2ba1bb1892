#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! Eight rooms, each a crate of its own that knows only those below it; this one is the door to them. Manifests are read
//! and hooks found, [`eligibility`] holds them against the [`machine`] and the [`config`], and [`inventory`] is all of it
//! for one agent. What changes the computer is a `plan` first; `apply` carries it out. `desk` keeps all true for a window.

// No input ends the program, also where a place in it was worked out wrongly.
#![cfg_attr(
    not(test),
    deny(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::string_slice)
)]

/// One agent on this computer.
pub mod agent {
    pub use tacklebox_agents::agent::{Agent, Options};
}

/// An agent's config.
pub mod config {
    pub use tacklebox_agents::config::ConfigPath;
    pub mod text {
        pub use tacklebox_agents::config::text::TextProblem;
    }
}

/// The rules of each agent as one value.
pub mod dialect {
    pub use tacklebox_agents::dialect::{DOCUMENTED, Dialect};
}

/// The table of moments.
pub mod moment {
    pub use tacklebox_agents::moment::{EventRow, Trigger, nearest};
}

/// The project folders that a person listed.
pub mod projects {
    pub use tacklebox_agents::projects::file;
}

/// A hook, as every screen and the command line show it.
pub mod hook {
    pub use tacklebox_agents::hook::{
        AgentId, Handler, Hook, HookAction, InstallSpec, MissingKind, Note, Row, Source, State,
    };
    pub use tacklebox_agents::manifest::Requires;
    pub use tacklebox_audit::{Finding, Severity, Unread};
}

/// Which version of an agent is judged by.
pub mod in_force {
    pub use tacklebox_agents::in_force::{Versions, parse};
    #[cfg(feature = "run")]
    pub use tacklebox_run::versions::ask;
}

/// What files would do.
pub mod audit {
    pub use tacklebox_audit::Reading;
}

/// What was done and tried here.
pub mod activity {
    pub use tacklebox_inventory::activity::{Entry, was_tried};
}

/// What both shells say in the same words.
pub mod said {
    pub use tacklebox_inventory::said::{
        CHANGED, NO_FINDINGS, NO_FINDINGS_READ, REPLACED, row, rows,
    };
}

/// The counts of an agent's own loader.
pub mod check {
    pub use tacklebox_inventory::check::{LoadedBy, ProblemSeverity, Report, check};
}

/// Hook × machine × config: what is missing.
pub mod eligibility {
    pub use tacklebox_inventory::eligibility::install_specs;
}

/// Everything that the audit finds for one hook or folder.
pub mod examine {
    pub use tacklebox_inventory::examine::{folder, hook};
}

/// All hooks of one agent, with their verdicts.
pub mod inventory {
    pub use tacklebox_inventory::inventory::Inventory;
}

/// An agent in one line.
pub mod overview {
    pub use tacklebox_inventory::overview::{AgentView, ProjectView, project_folders, view, waits};
}

/// The moments that agents really sent.
pub mod seen {
    pub use tacklebox_inventory::seen::{Seen, list, of};
}

/// Plugins: found and read; made, placed, set and removed.
pub mod plugins {
    #[cfg(feature = "change")]
    pub use tacklebox_change::plugins::{PluginSetting, find, folder, forbidden, question, remove};
    pub use tacklebox_inventory::plugins::{
        Grade, ListenKey, Plugin, PluginState, PluginView, Reach, Registers, bundled, count, id_in,
        list, view, views,
    };
    #[cfg(feature = "change")]
    pub mod copy {
        pub use tacklebox_change::plugins::copy::{free_id, plan};
    }
    #[cfg(feature = "change")]
    pub mod make {
        pub use tacklebox_change::plugins::make::{USUAL, plan};
    }
    #[cfg(feature = "change")]
    pub mod sentence {
        pub use tacklebox_change::plugins::sentence::{Act, PluginSentence, change, current, new};
    }
    #[cfg(feature = "change")]
    pub mod settings {
        pub use tacklebox_change::plugins::settings::{known, of, set};
    }
    #[cfg(feature = "change")]
    pub mod template {
        pub use tacklebox_change::plugins::template::{PluginOffer, find, offers, plan};
    }
}

/// Why something could not be done.
pub mod failure {
    pub use tacklebox_machine::failure::{Code, Failure};
}

/// Files on the disk.
pub mod files {
    pub use tacklebox_machine::files::plain;
}

/// Characters that deceive.
pub mod letters {
    pub use tacklebox_machine::letters::is_hidden;
}

/// What this computer has: platform, PATH, environment, clock.
pub mod machine {
    pub use tacklebox_machine::machine::{Machine, Platform};
}

/// Small pieces of plain English.
pub mod words {
    pub use tacklebox_machine::words::{all_of, any_of, count, short};
}

/// Downloads.
#[cfg(feature = "change")]
pub mod fetch {
    pub use tacklebox_bring::fetch::Progress;
}

/// Services whose keys hooks ask for.
#[cfg(feature = "change")]
pub mod keys {
    pub use tacklebox_bring::keys::KeyCheck;
}

/// Programs that a hook lacks.
#[cfg(feature = "change")]
pub mod provision {
    pub use tacklebox_bring::provision::{
        LIMIT, Line, Offer, Order, Outcome, Report, Step, Told, run, steps,
    };
}

/// What a hook says, changed value by value.
#[cfg(feature = "change")]
pub mod amend {
    pub use tacklebox_change::amend::{Change, Form, Key, form, parsed, plan};
}

/// Plans carried out, and taken back.
#[cfg(feature = "change")]
pub mod apply {
    pub use tacklebox_change::apply::{Change, apply, apply_again, recover, undo, would_undo};
}

/// Earlier versions of a config.
#[cfg(feature = "change")]
pub mod backups {
    pub use tacklebox_change::backups::{Backup, kept, list, plan_restore, purge, purge_gone};
}

/// New hooks.
#[cfg(feature = "change")]
pub mod create {
    pub use tacklebox_change::create::{HandlerKind, New, folder_name, plan, usual_event};
    pub mod template {
        pub use tacklebox_change::create::template::{TemplateOffer, find, offers};
    }
}

/// One hook in full.
#[cfg(feature = "change")]
pub mod detail {
    pub use tacklebox_change::detail::{FileEntry, HookDetail, detail};
}

/// A config as text.
#[cfg(feature = "change")]
pub mod editor {
    pub use tacklebox_change::editor::{ConfigText, Conflict};
}

/// Changed hooks, turned off until somebody looked.
#[cfg(feature = "change")]
pub mod guard {
    pub use tacklebox_change::guard::{
        Dealt, Due, Harmless, Stuck, TurnedOff, deal, due, is_on, set,
    };
}

#[cfg(feature = "change")]
pub mod install;

/// Hooks switched and set.
#[cfg(feature = "change")]
pub mod ops {
    pub use tacklebox_change::ops::{
        OpError, Others, env_file, set_config, set_enabled, set_env, set_plugin_enabled,
        set_setting, switch_file,
    };
}

/// The order of hooks.
#[cfg(feature = "change")]
pub mod order {
    pub use tacklebox_change::order::MomentOrder;
}

/// What would change.
#[cfg(feature = "change")]
pub mod plan {
    pub use tacklebox_change::plan::{Also, FileDiff, Plan, PlanView};
}

/// The files of a hook as text.
#[cfg(feature = "change")]
pub mod program {
    pub use tacklebox_change::program::FileText;
}

/// Telling a running agent.
#[cfg(feature = "change")]
pub mod reload {
    pub use tacklebox_change::reload::{Telling, Told, look, tell};
}

/// What is broken, and the way out.
#[cfg(feature = "change")]
pub mod repair {
    pub use tacklebox_change::repair::{Repair, RepairView, of_all, of_hook, plan};
}

/// A hook as one sentence.
#[cfg(feature = "change")]
pub mod sentence {
    pub use tacklebox_change::sentence::Sentence;
}

/// An agent's own settings.
#[cfg(feature = "change")]
pub mod settings {
    pub use tacklebox_change::settings::{
        BACKGROUND, ConfigEntry, ContextText, FieldId, ListId, OwnData, SettingsView, Wishes,
        add_project, is_newer, nobody_to_ask, read_context, remove_project, save_context,
        set_updates_from, updates_from, wishes,
    };
}

/// Whether there is a newer Tacklebox.
#[cfg(feature = "change")]
pub mod updates {
    pub use tacklebox_bring::updates::newest;
}

/// What a hook needs, as a checklist.
#[cfg(feature = "change")]
pub mod setup {
    pub use tacklebox_change::setup::{SetupItem, choose, lacking};
}

/// A set-up that is carried to another computer.
#[cfg(feature = "change")]
pub mod setup_file {
    pub use tacklebox_change::setup_file::{
        Applied, Comparison, Difference, FileKind, Needed, NotCarried, SetupFile, TO_CARRY, What,
        WithoutFiles, apply, compare, export, plans, readable, whence,
    };
}

/// A hook copied to another agent.
#[cfg(feature = "change")]
pub mod port {
    pub use tacklebox_change::port::{PortChoice, PortFile, PortView, plan};
    #[cfg(feature = "run")]
    pub mod compare {
        pub use tacklebox_run::compare::{CompareView, Inside, Side, compare};
    }
    pub mod own {
        pub use tacklebox_change::port::own::{free_name, plan};
    }
}

/// An agent's own program, asked.
#[cfg(feature = "run")]
pub mod ask {
    pub use tacklebox_run::ask::{Answer, AskError, ask, can_ask, who_can_be_asked};
}

/// The box that a hook is tried in.
#[cfg(feature = "run")]
pub mod boxed {
    pub use tacklebox_run::boxed::{Boxed, Effects, Kind, where_it_runs};
    pub mod told {
        pub use tacklebox_run::boxed::told::{lines, whole, yours};
    }
}

/// Events fired at hooks.
#[cfg(feature = "run")]
pub mod fire {
    pub use tacklebox_run::fire::{
        Differs, DiffersIn, Report, Request, Runner, Watch, beside, can_be_loaded, check_loading,
        data, differences, find_out, fire, keep_loaded, load, would_fire,
    };
    pub use tacklebox_run::turns::{Neighbour, Neighbours, neighbours};
}

/// Who is called, and what came of it.
#[cfg(feature = "run")]
pub mod dispatch {
    pub use tacklebox_run::runtime::dispatch::{FiredRun, LiveHandler, Verdict};
}

/// What a handler answered.
#[cfg(feature = "run")]
pub mod outcome {
    pub use tacklebox_run::runtime::outcome::{Answer, Ran};
}

/// Who listens.
#[cfg(feature = "run")]
pub mod registry {
    pub use tacklebox_run::runtime::registry::Registry;
}

/// All inventories kept true for a window, and every action one call.
#[cfg(feature = "desk")]
pub mod desk {
    pub use tacklebox_desk::{
        About, Beginning, Comparing, Desk, Event, FindOut, FirstPage, FirstPicture, IncomingView,
        Installed, InventoryChanged, MachineView, ManyDeed, NewPluginChoice, NewPluginWish,
        NewVersion, Notice, NoticeOf, Outcome, OutputPart, Overview, OwnWord, PluginDetail,
        PluginSentenceCheck, Ported, ProvisionChanged, ProvisionView, Repairing, Saved,
        SentenceCheck, SentenceForm, TimelineMoment, Tray, TrayProblem, TryBox, TryMoment,
        TryRequest, TryStart, TryState, notice,
    };
    pub mod setup_file {
        pub use tacklebox_desk::setup_file::{SetupApplied, SetupExported, SetupView};
    }
}

/// What most programs need.
pub mod prelude {
    pub use crate::agent::Options;
    pub use crate::dialect::Dialect;
    pub use crate::hook::{AgentId, Finding, Handler, Hook, Severity, Source, State};
    pub use crate::inventory::Inventory;
    pub use crate::machine::{Machine, Platform};
    #[cfg(feature = "change")]
    pub use crate::{apply::Change, ops::Others, plan::Plan};
}
