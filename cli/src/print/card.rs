//! One hook in full, for a person.

use tacklebox_engine::detail::HookDetail;
use tacklebox_engine::fire::{Neighbour, Neighbours};
use tacklebox_engine::hook::{Handler, Hook, MissingKind, Severity, State};
use tacklebox_engine::machine::{Machine, Platform};
use tacklebox_engine::said;
use tacklebox_engine::setup::SetupItem;
use tacklebox_engine::words;

use super::action;
use super::table::{Cell, Table};
use super::{
    BAD, BOLD, CARE, DIM, GOOD, Paint, called_for_real, clean, clean_lines, command, note,
    row_word, state_style,
};
use crate::session::Session;

/// The whole card.
pub fn card(
    session: &Session,
    detail: &HookDetail,
    neighbours: &Neighbours,
    not_started: Option<&str>,
) -> String {
    let (machine, paint) = (&session.machine, session.paint);
    let hook = &detail.hook;
    let mut to = String::new();
    head(&mut to, paint, hook, not_started);
    facts(machine, detail).write(&mut to, paint, "  ");
    action::section(&mut to, paint, hook, &detail.starts, &detail.reads);
    setup(&mut to, session, hook, &detail.setup);
    triggers(&mut to, paint, detail);
    section(&mut to, paint, "Order", order(neighbours));
    files(&mut to, session, detail);
    let notes = hook.notes.iter().map(|it| clean(&note(it)).into_owned());
    section(&mut to, paint, "Compatibility", notes);
    if !detail.body.is_empty() {
        to.push_str(&format!("\n{}\n", paint.on(BOLD, "About")));
        for line in clean_lines(&detail.body).lines() {
            to.push_str(if line.is_empty() { "" } else { "  " });
            to.push_str(line);
            to.push('\n');
        }
    }
    to
}

fn head(to: &mut String, paint: Paint, hook: &Hook, not_started: Option<&str>) {
    let emoji = hook.emoji.iter().map(|emoji| format!("{} ", clean(emoji))).collect::<String>();
    let (word, style) = row_word(hook);
    let state = paint.on(style, word);
    to.push_str(&format!("{emoji}{} · {state}\n", paint.on(BOLD, &clean(&hook.title))));
    if !hook.description.is_empty() {
        to.push_str(&format!("{}\n", clean(&hook.description)));
    }
    if let Some(reason) = &hook.reason {
        to.push_str(&format!("{}\n", paint.on(state_style(hook.state), &clean(reason))));
    }
    if let Some(why) = not_started.filter(|_| hook.state == State::Ready) {
        to.push_str(&format!("{}\n", paint.on(BAD, &clean(why))));
    }
    for (style, said) in [(BAD, &hook.danger), (CARE, &hook.warning)] {
        if let Some(said) = said {
            to.push_str(&format!("{}\n", paint.on(style, &clean(said))));
        }
    }
    to.push('\n');
}

fn facts(machine: &Machine, detail: &HookDetail) -> Table {
    let hook = &detail.hook;
    let mut table = Table::default();
    let mut fact = |name: &str, text: &str| {
        table.row(vec![Cell::styled(name, DIM), Cell::new(text)]);
    };
    fact("Name", &words::short(&hook.name));
    fact("Id", &hook.id);
    fact("Agent", hook.agent.dialect().title);
    fact("Source", hook.source.as_str());
    if let Some(project) = &hook.project {
        fact("Project", &project.sentence);
    }
    if let Some(place) = hook.dir.as_deref().or(hook.manifest.as_deref()) {
        fact("Place", &machine.show(place));
    }
    if let Some(handler) = &hook.handler {
        fact("Runs", &runs(machine, handler));
    }
    let runtime = &hook.runtime;
    let loads = match runtime.loads {
        Some(true) => "loads".to_owned(),
        Some(false) => "does not load".to_owned(),
        None => "may load: only running it would tell".to_owned(),
    };
    let called = match (runtime.loads, &runtime.called[..]) {
        (Some(false), _) => String::new(),
        (_, []) => ", and is not called".to_owned(),
        (_, called) => format!(", called for {}", words::all_of(called.iter().cloned())),
    };
    fact("In use", &format!("{}: {loads}{called}", runtime.named(hook.agent)));
    if let Some(called) = called_for_real(hook) {
        fact("Roll call", &called);
    }
    let switch = match hook {
        Hook { enabled: true, .. } => "on",
        Hook { draft: true, .. } => "off: a draft, never turned on",
        _ => "off",
    };
    fact("Switch", switch);
    if hook.priority != 0 {
        fact("Priority", &hook.priority.to_string());
    }
    if let Some(homepage) = &hook.homepage {
        fact("Homepage", homepage);
    }
    if let Some(receipt) = &detail.receipt {
        fact(
            "Installed",
            &format!("{} {}, {}", receipt.source, receipt.version, receipt.installed_at),
        );
    }
    table
}

/// What is run, in a line.
pub fn runs(machine: &Machine, handler: &Handler) -> String {
    match handler {
        Handler::Module { path, export } if export == "default" => machine.show(path),
        Handler::Module { path, export } => format!("{} ({export})", machine.show(path)),
        Handler::Shell { command, .. } if command.trim().is_empty() => "nothing".to_owned(),
        Handler::Shell { command, timeout_secs } => format!("{command} (at most {timeout_secs} s)"),
        Handler::Http { method, url } => format!("{method} {url}"),
        Handler::Prompt { position } => format!("adds to the prompt ({position})"),
    }
}

fn setup(to: &mut String, session: &Session, hook: &Hook, items: &[SetupItem]) {
    let paint = session.paint;
    if items.is_empty() {
        return;
    }
    to.push_str(&format!("\n{}\n", paint.on(BOLD, "Setup")));
    for item in items {
        let mark = if item.met { paint.on(GOOD, "✓") } else { paint.on(CARE, "✗") };
        to.push_str(&format!("  {mark} {}: {}\n", clean(&item.title), clean(&item.sentence)));
        let mut line = |text: &str| {
            to.push_str(&format!("      {}\n", paint.on(DIM, &clean(text))));
        };
        if let Some(detail) = item.detail.as_deref().filter(|_| !item.met) {
            line(detail);
        }
        if let Some(command) = way_out(session.machine.platform(), hook, item) {
            line(&command);
        }
        for option in &item.install {
            let how = option.command.as_ref().or(option.url.as_ref());
            line(&match how {
                Some(how) => format!("{}: {how}", option.label),
                None => option.label.clone(),
            });
            if let Some(note) = &option.note {
                line(&format!("  {note}"));
            }
        }
        if let Some(note) = &item.note {
            line(note);
        }
    }
}

/// The command that fills an item in; none where it could not be typed.
fn way_out(platform: Platform, hook: &Hook, item: &SetupItem) -> Option<String> {
    let name = item.names.first().filter(|_| !item.met)?;
    let id = hook.id.as_str();
    match item.kind {
        MissingKind::Env if item.editable => {
            command::line(platform, &["hooks", "set", id, "--env", name])
        }
        MissingKind::Config if item.editable => {
            command::line(platform, &["hooks", "set", id, "--config", name, "VALUE"])
        }
        MissingKind::Bin | MissingKind::AnyBins if item.install.iter().any(|way| way.runnable) => {
            command::line(platform, &["provision", id])
        }
        _ => None,
    }
}

fn triggers(to: &mut String, paint: Paint, detail: &HookDetail) {
    if detail.triggers.is_empty() {
        return;
    }
    to.push_str(&format!("\n{}\n", paint.on(BOLD, "When it runs")));
    let mut table = Table::default();
    for trigger in &detail.triggers {
        let can = match (trigger.modifying, trigger.can_stop) {
            (true, true) => "can change or stop it",
            (true, false) => "can change it",
            (false, true) => "can stop it",
            (false, false) => "",
        };
        table.row(vec![
            Cell::new(&trigger.sentence),
            Cell::styled(&trigger.key, DIM),
            Cell::new(can),
        ]);
        if let Some(heard) = &trigger.heard {
            table.below(&format!("Heard on this computer, last {heard}"));
        }
        if let Some(since) = &trigger.unheard_since {
            table.below(&format!("Never heard since {since}"));
        }
    }
    table.write(to, paint, "  ");
}

/// Who of the others is in its way.
fn order(neighbours: &Neighbours) -> impl Iterator<Item = String> {
    let named = |list: &[Neighbour]| {
        let titles = words::all_of(list.iter().map(|one| clean(&one.title).into_owned()));
        (!list.is_empty()).then_some(titles)
    };
    let stopped = named(&neighbours.stopped_by)
        .map(|who| format!("{who} before it may stop what happens: then this hook is not called."));
    let unordered = named(&neighbours.unordered)
        .map(|who| format!("At the same time: {who}. Nothing says which is first."));
    stopped.into_iter().chain(unordered)
}

fn files(to: &mut String, session: &Session, detail: &HookDetail) {
    let paint = session.paint;
    if !detail.files.is_empty() {
        to.push_str(&format!("\n{}\n", paint.on(BOLD, "Files")));
        let changed = detail.receipt.as_ref().map(|receipt| receipt.changed.as_slice());
        let mut table = Table::default();
        for file in &detail.files {
            let mark = changed.is_some_and(|changed| changed.contains(&file.path));
            let mark = if mark { said::CHANGED } else { "" };
            table.row(vec![
                Cell::new(&file.path),
                Cell::styled(&format!("{} bytes", file.bytes), DIM),
                Cell::styled(mark, CARE),
            ]);
        }
        table.write(to, paint, "  ");
        if let Some(receipt) = detail.receipt.as_ref().filter(|one| !one.changed.is_empty()) {
            let way = |verb: &str, does: &str| {
                let words = ["hooks", verb, &detail.hook.id];
                Some(format!("{} {does}", command::code(session.machine.platform(), &words)?))
            };
            let mut ways = vec![way("approve", "keeps them as they are.")];
            if receipt.can_put_back {
                ways.push(way("put-back", "puts them back as they came."));
            }
            for way in ways.into_iter().flatten() {
                to.push_str(&format!("  {}\n", paint.on(DIM, &way)));
            }
        }
    }
    // What is worth a note in a hook of ours, as it came, is a number.
    let own = detail
        .receipt
        .as_ref()
        .is_some_and(|one| one.source == "included" && one.changed.is_empty());
    let (notes, shown): (Vec<_>, Vec<_>) =
        detail.findings.iter().partition(|finding| own && finding.severity == Severity::Low);
    let folded = (!notes.is_empty()).then(|| {
        let command =
            command::code(session.machine.platform(), &["hooks", "audit", &detail.hook.id]);
        let where_to = command.map(|command| format!(": {command}")).unwrap_or_default();
        format!("{}{where_to}", words::count(notes.len(), "note"))
    });
    let findings = shown.into_iter().map(|finding| {
        format!(
            "{} · {}:{} {}",
            clean(&finding.why),
            clean(&finding.file),
            finding.line,
            clean(&finding.excerpt)
        )
    });
    let unread = detail
        .unread
        .iter()
        .map(|unread| format!("Not read: {} · {}", clean(&unread.file), clean(&unread.why)));
    section(to, paint, "Safety", findings.chain(folded).chain(unread));
}

fn section<S: AsRef<str>>(
    to: &mut String,
    paint: Paint,
    title: &str,
    lines: impl IntoIterator<Item = S>,
) {
    let mut lines = lines.into_iter().peekable();
    if lines.peek().is_none() {
        return;
    }
    to.push_str(&format!("\n{}\n", paint.on(BOLD, title)));
    for line in lines {
        to.push_str(&format!("  {}\n", line.as_ref()));
    }
}
