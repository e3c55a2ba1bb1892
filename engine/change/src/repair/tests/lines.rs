//! What only its author can repair opens at its line, or there is a reason why it has none.

use super::table::{Case, Fault, family, faults, moltis, zeroclaw};
use super::*;

/// Faults of which nobody but the author knows what was meant.
fn hopeless() -> Vec<Fault> {
    let own = "metadata: {\"AGENT\":{\"events\":[\"command:new\"]}}";
    let handler = "export default async () => {};\n";
    let of = |front: &str| format!("name: x\ndescription: d\n{front}");
    let shell = "name = \"x\"\nevents = [\"SessionEnd\"]\ntimeout = 20\ncommand = \"true\"";
    let head = "[hook]\nname = \"x\"\nevent = \"on_session_start\"\n\n";
    let run = format!("{head}[hook.action.shell]\ncommand = \"true\"\n");
    let http = "[hook.action.http]\nurl = \"https://example.com\"\n";
    vec![
        family("torn", &of("metadata: ["), handler),
        family("metadata is a number", &of("metadata: 5"), handler),
        family("events are a number", &of(&own.replace("[\"command:new\"]", "5")), handler),
        family("module is torn", &of(own), "export default async () => {\n  const a = (1;\n};\n"),
        family("module exports nothing", &of(own), "const a = 1;\n"),
        moltis("no command", &shell.replace("command = \"true\"", "")),
        moltis("unheard-of event", &shell.replace("SessionEnd", "Whenever")),
        moltis("events are a number", &shell.replace("[\"SessionEnd\"]", "5")),
        moltis("script elsewhere", &shell.replace("true", "/nowhere/run.sh")),
        zeroclaw("unheard-of event", &run.replace("on_session_start", "whenever")),
        zeroclaw("no table", "a = 1\n"),
        zeroclaw("no action", head),
        zeroclaw("two actions", &format!("{run}\n{http}")),
        zeroclaw("empty command", &run.replace("true", " ")),
        zeroclaw("no address", &format!("{head}[hook.action.http]\nmethod = \"POST\"\n")),
        zeroclaw(
            "place in the prompt",
            &format!("{head}[hook.action.prompt_inject]\ncontent = \"c\"\nposition = \"there\"\n"),
        ),
        zeroclaw("pattern", &format!("{run}\n[hook.conditions]\npattern = \"(\"\n")),
    ]
}

/// Those whose line nobody can name, and why.
const NO_LINE: [(&str, &str); 3] =
    [("module exports nothing", NOWHERE), ("no command", NOWHERE), ("no table", NOWHERE)];
const NOWHERE: &str = "what is missing is on no line";

#[test]
fn what_has_no_way_out_is_opened_at_its_line_or_there_is_a_reason_why_not() {
    let mut lines = Vec::new();
    let mut used = Vec::new();
    let (some, none) = (faults(), hopeless());
    let with = |has_none: bool| move |case| (case, has_none);
    for (case, has_none) in
        Case::each(&some).map(with(false)).chain(Case::each(&none).map(with(true)))
    {
        let machine = &case.home.machine;
        let Some((inventory, hook, ways)) = case.ways() else {
            lines.push(format!("{case}: no hook"));
            continue;
        };
        let told = trouble(machine, &inventory, &hook.id, &ways);
        let told_of = hook.state == State::Broken || hook.row == Row::NoEffect;
        assert_eq!(told.is_some(), told_of, "{case}");
        let Some(told) = told else { continue };
        let plain = !told.says.contains(['`', '{', '[']) && told.says.ends_with('.');
        if !plain || told.says.ends_with("..") || told.letter.is_empty() {
            lines.push(format!("{case}: says {:?}", told.says));
        }
        if let Some(way) = ways.iter().find(|way| way.helps()) {
            if has_none {
                lines.push(format!("{case}: has {} now", way.id));
            }
            continue;
        }
        let known = NO_LINE.iter().position(|(class, _)| *class == case.fault.class);
        used.extend(known);
        let place = told.file.as_ref().zip(told.line);
        let there = place.is_some_and(|(file, line)| {
            let text = fs::read_to_string(case.home.path(&format!("{}/{file}", case.folder)));
            text.is_ok_and(|text| text.lines().count() >= line as usize)
        });
        if there == known.is_some() {
            lines.push(format!("{case}: {place:?} {:?} {:?}", told.says, told.technical));
        }
    }
    for (at, (class, why)) in NO_LINE.iter().enumerate() {
        if !used.contains(&at) {
            lines.push(format!("{class} ({why}) is on the list for nothing"));
        }
    }
    assert!(lines.is_empty(), "\n{}", lines.join("\n"));
}
