//! The orders of several moments, saved as one.

use tacklebox_engine::desk::Outcome;
use tacklebox_engine::failure::Code;
use tacklebox_engine::hook::AgentId;
use tacklebox_engine::order::MomentOrder;

use super::{Error, Window};

fn order(window: &Window, key: &str, names: [&str; 2]) -> MomentOrder {
    let hooks = window.desk.hooks(None);
    let id = |name: &str| {
        hooks.iter().find(|hook| hook.name == name).map(|hook| hook.id.clone()).unwrap_or_default()
    };
    MomentOrder { key: key.to_owned(), ids: names.map(id).to_vec() }
}

fn order_in(window: &Window, agent: AgentId, key: &str) -> Result<Vec<String>, Error> {
    let moments = window.desk.timeline(agent)?;
    let moment = moments.into_iter().find(|moment| moment.key == key).ok_or("no such moment")?;
    Ok(moment.hooks.into_iter().map(|hook| hook.title).collect())
}

#[test]
fn several_are_one_change_and_are_taken_back_as_one() -> Result<(), Error> {
    let hook = |name: &str, event: &str, priority: i32| {
        let path = format!(".zeroclaw/workspace/hooks/{name}/HOOK.toml");
        (
            path,
            format!(
                "[hook]\nname = \"{name}\"\nevent = \"{event}\"\npriority = {priority}\n\n[hook.action.shell]\ncommand = \"true\"\n"
            ),
        )
    };
    let (tool, prompt) = ("before_tool_call", "before_prompt_build");
    let files =
        [hook("a", tool, 5), hook("b", tool, 0), hook("c", prompt, 5), hook("d", prompt, 0)];
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    let window = Window::open(&files)?;
    let agent = AgentId::Zeroclaw;
    let orders = [order(&window, tool, ["b", "a"]), order(&window, prompt, ["d", "c"])];
    let Outcome::Confirm { plan } = window.desk.set_orders(agent, &orders, false)? else {
        return Err("not asked".into());
    };
    assert_eq!(plan.files.len(), 2, "{plan:?}");
    let Outcome::Done { change } = window.desk.set_orders(agent, &orders, true)? else {
        return Err("asked twice".into());
    };
    assert_eq!(order_in(&window, agent, tool)?, ["b", "a"]);
    assert_eq!(order_in(&window, agent, prompt)?, ["d", "c"]);
    window.desk.undo(&change.undo.ok_or("no undo")?)?;
    assert_eq!(order_in(&window, agent, tool)?, ["a", "b"]);
    assert_eq!(order_in(&window, agent, prompt)?, ["c", "d"]);
    Ok(())
}

#[test]
fn a_hook_has_one_number_for_all_of_its_moments() -> Result<(), Error> {
    let hook = |name: &str| {
        format!(
            "+++\nname = \"{name}\"\nevents = [\"BeforeToolCall\", \"MessageSending\"]\ncommand = \"true\"\n+++\n"
        )
    };
    let (a, b) = (hook("a"), hook("b"));
    let window = Window::open(&[(".moltis/hooks/a/HOOK.md", &a), (".moltis/hooks/b/HOOK.md", &b)])?;
    let agent = AgentId::Moltis;
    let both = |names, others| {
        [order(&window, "BeforeToolCall", names), order(&window, "MessageSending", others)]
    };
    let refused = window.desk.set_orders(agent, &both(["b", "a"], ["a", "b"]), true).unwrap_err();
    assert_eq!(refused.code, Code::Refused, "{refused:?}");
    assert!(refused.message.contains("one number for all of its moments"), "{refused:?}");
    assert_eq!(order_in(&window, agent, "BeforeToolCall")?, ["a", "b"], "nothing was changed");
    for yes in [false, true] {
        window.desk.set_orders(agent, &both(["b", "a"], ["b", "a"]), yes)?;
    }
    assert_eq!(order_in(&window, agent, "MessageSending")?, ["b", "a"]);
    Ok(())
}

#[test]
fn where_there_is_no_larger_number_all_get_small_ones() -> Result<(), Error> {
    let hook = |name: &str, priority: i32| {
        format!(
            "[hook]\nname = \"{name}\"\nevent = \"before_tool_call\"\npriority = {priority}\n\n[hook.action.shell]\ncommand = \"true\"\n"
        )
    };
    let (a, b) = (hook("a", i32::MAX), hook("b", i32::MAX - 30));
    let c = hook("c", i32::MAX - 60);
    let window = Window::open(&[
        (".zeroclaw/workspace/hooks/a/HOOK.toml", &a),
        (".zeroclaw/workspace/hooks/b/HOOK.toml", &b),
        (".zeroclaw/workspace/hooks/c/HOOK.toml", &c),
    ])?;
    let hooks = window.desk.hooks(None);
    let id = |name: &str| hooks.iter().find(|hook| hook.name == name).map(|hook| hook.id.clone());
    let ids = ["c", "a", "b"].into_iter().filter_map(id).collect();
    let order = MomentOrder { key: "before_tool_call".to_owned(), ids };
    for yes in [false, true] {
        window.desk.set_orders(AgentId::Zeroclaw, std::slice::from_ref(&order), yes)?;
    }
    assert_eq!(order_in(&window, AgentId::Zeroclaw, "before_tool_call")?, ["c", "a", "b"]);
    Ok(())
}
