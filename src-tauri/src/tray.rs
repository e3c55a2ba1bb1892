//! The icon in the desktop's tray, and what is in its menu.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod other;

use tacklebox_engine::desk::{Tray, TrayProblem};
use tacklebox_engine::hook::AgentId;
use tauri::AppHandle;
use tauri::image::Image;

#[cfg(target_os = "linux")]
pub use self::linux::Icon;
#[cfg(not(target_os = "linux"))]
pub use self::other::Icon;

/// What can be chosen in the icon's menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    Open,
    Agent(AgentId),
    Hook(String),
    Quit,
}

/// What hears of it.
pub type Chosen = fn(&AppHandle, Choice);

/// In the colour that the window has for what needs somebody.
const BADGE: [u8; 4] = [0xd9, 0x3a, 0x2b, 0xff];

/// The menu, line by line; none is a line between groups.
fn lines(says: &Tray) -> Vec<Option<(String, Choice)>> {
    let agents = says.agents.iter().map(|one| (one.text.clone(), Choice::Agent(one.agent)));
    let mut lines: Vec<_> = agents.map(Some).collect();
    if let Some(TrayProblem { agent, hook, text }) = &says.problem {
        lines.push(None);
        let choice = hook.clone().map_or(Choice::Agent(*agent), Choice::Hook);
        lines.push(Some((format!("Last problem: {text}"), choice)));
    }
    if !lines.is_empty() {
        lines.push(None);
    }
    lines.push(Some(("Open Tacklebox".into(), Choice::Open)));
    lines.push(Some(("Quit".into(), Choice::Quit)));
    lines
}

/// The program's own icon, pixel by pixel, with a badge in the corner where somebody is needed.
fn drawn(icon: &Image<'_>, badge: bool) -> Vec<u8> {
    let (width, height) = (i64::from(icon.width()), i64::from(icon.height()));
    let mut data = icon.rgba().to_vec();
    let radius = width / 4;
    let beside = radius.saturating_add(1);
    let (x, y) = (width.saturating_sub(beside), height.saturating_sub(beside));
    let square = |length: i64| length.saturating_mul(length);
    for (at, pixel) in (0_i64..).zip(data.chunks_exact_mut(4)).filter(|_| badge) {
        let across = at.checked_rem(width).unwrap_or_default().saturating_sub(x);
        let down = at.checked_div(width).unwrap_or_default().saturating_sub(y);
        let distance = square(across).saturating_add(square(down));
        if distance <= square(radius) {
            pixel.copy_from_slice(&BADGE);
        } else if distance <= square(radius.saturating_add(2)) {
            // A gap around it, so that it is seen on any picture.
            pixel.fill(0);
        }
    }
    data
}

#[cfg(test)]
mod tests {
    use tacklebox_desk::TrayAgent;

    use super::*;

    #[test]
    fn the_menu_has_the_agents_the_last_problem_open_and_quit() {
        let agent = AgentId::Milady;
        let text = "my_hook (Milady)".to_owned();
        let says = Tray {
            agents: vec![TrayAgent { agent, text: "Milady: 1 needs you".into() }],
            problem: Some(TrayProblem { agent, hook: Some("milady/managed/x".into()), text }),
            sentence: "1 thing needs you.".into(),
        };
        let end = [("Open Tacklebox".into(), Choice::Open), ("Quit".into(), Choice::Quit)];
        let end = end.map(Some);
        let mut all = vec![
            Some(("Milady: 1 needs you".into(), Choice::Agent(agent))),
            None,
            Some((
                "Last problem: my_hook (Milady)".into(),
                Choice::Hook("milady/managed/x".into()),
            )),
            None,
        ];
        all.extend(end.clone());
        assert_eq!(lines(&says), all);
        assert_eq!(lines(&Tray::default()), end, "nobody is here");
    }

    #[test]
    fn the_badge_is_in_the_corner_and_the_rest_is_the_icon() {
        let icon = Image::new_owned([1, 2, 3, 255].repeat(32 * 32), 32, 32);
        assert!(drawn(&icon, false).chunks(4).all(|pixel| pixel == [1, 2, 3, 255]));
        let badged = drawn(&icon, true);
        let at = |x: usize, y: usize| &badged[(y * 32 + x) * 4..][..4];
        assert_eq!(at(2, 2), [1, 2, 3, 255]);
        assert_eq!(at(23, 23), BADGE);
    }
}
