//! Which versions of the agent a package says that it is for. One that is for others is not loaded (rule ).

use std::cmp::Ordering;

use serde_json::{Map, Value};

use super::manifest::Package;
use tacklebox_agents::dialect::{PluginRules, Wanted};
use tacklebox_agents::in_force::order;

/// Why the agent of this version does not load a package, by what its package.json says of versions. One that the
/// agent itself `installed` may name its floor without `>=`.
pub(super) fn refused(
    rules: &PluginRules,
    (title, host): (&str, &str),
    package: &Package,
    installed: bool,
) -> Option<String> {
    if rules.versions == Wanted::Unread {
        return None;
    }
    let own = package.own(rules)?;
    let key = rules.package_key;
    let wrong = |place: &str, what: &str| Some(format!("Its package.json: {key}.{place} {what}."));
    let other = |place: &str, wants: &str| {
        Some(format!(
            "It is for {title} {wants} ({key}.{place} in its package.json), and this is {host}."
        ))
    };
    match range(own) {
        Err(what) => return wrong("compat.pluginApi", what),
        Ok(Some(range)) if !fits(rules.versions, host, range) => {
            return other("compat.pluginApi", range);
        }
        Ok(_) => {}
    }
    let place = "install.minHostVersion";
    let least = own.get("install").and_then(|install| install.get("minHostVersion"))?;
    let Some(floor) = least.as_str().and_then(|text| floor(text.trim(), installed)) else {
        return wrong(place, "must be a floor such as \">=2026.9.6\"");
    };
    let bare = |version| match rules.versions {
        Wanted::Simple => release(version),
        Wanted::Unread | Wanted::Ranges => version,
    };
    let older = order(bare(host), bare(floor)) != Some(Ordering::Less);
    if older { None } else { other(place, &format!(">={floor}")) }
}

/// `compat.pluginApi`; none where it says nothing.
fn range(own: &Map<String, Value>) -> Result<Option<&str>, &'static str> {
    let compat = match own.get("compat") {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::Object(compat)) => compat,
        Some(_) => return Err("must be in an object"),
    };
    match compat.get("pluginApi") {
        None => Ok(None),
        Some(Value::String(range)) if !range.trim().is_empty() => Ok(Some(range.trim())),
        Some(_) => Err("must be a text, and not empty"),
    }
}

/// The version of `>=2026.9.6`.
fn floor(text: &str, installed: bool) -> Option<&str> {
    let version = match text.strip_prefix(">=") {
        Some(version) => version,
        None if installed => text,
        None => return None,
    };
    let plain = version.starts_with(|first: char| first.is_ascii_digit())
        && !version.contains(char::is_whitespace);
    (plain && order(version, version).is_some()).then_some(version)
}

/// Without what says that it is not a release, or the second edition of one.
fn release(version: &str) -> &str {
    version.split(['-', '+']).next().unwrap_or(version)
}

/// Whether a version fits all parts of a range.
fn fits(wanted: Wanted, host: &str, range: &str) -> bool {
    range.split_whitespace().all(|part| fits_part(wanted, host, part))
}

fn fits_part(wanted: Wanted, host: &str, part: &str) -> bool {
    let signs = [">=", "<=", ">", "<", "=", "^", "~"];
    let (sign, target) =
        signs.iter().find_map(|sign| Some((*sign, part.strip_prefix(sign)?))).unwrap_or(("", part));
    let simple = wanted == Wanted::Simple;
    if simple && sign == "~" {
        return false;
    }
    if matches!(target, "*" | "x" | "X") {
        return !matches!(sign, ">" | "<");
    }
    let target = target.trim_start_matches(['v', 'V']);
    // What comes before a release counts only beside what does, too.
    let host = if target.contains('-') { host } else { release(host) };
    let Some((numbers, stars)) = numbers(target) else { return false };
    let (sign, exact) = match (numbers.as_slice(), stars) {
        ([_, _, _], false) => (sign, true),
        // Of a year and a month all from then on.
        ([_, _], false) => (if sign.is_empty() { ">=" } else { sign }, true),
        _ => (sign, false),
    };
    if simple && !exact {
        return false;
    }
    let at = |place: usize| numbers.get(place).copied().unwrap_or(0);
    let low = match numbers.len() {
        3 => target.to_owned(),
        _ => format!("{}.{}.{}", at(0), at(1), at(2)),
    };
    // The first version that is beyond all with these first numbers.
    let beyond = |places: usize| match places {
        0 | 1 => format!("{}.0.0", at(0).saturating_add(1)),
        2 => format!("{}.{}.0", at(0), at(1).saturating_add(1)),
        _ => format!("{}.{}.{}", at(0), at(1), at(2).saturating_add(1)),
    };
    let below = |version: &str| order(host, version) == Some(Ordering::Less);
    let at_least = |version: &str| order(host, version).is_some_and(|it| it != Ordering::Less);
    let caret = || match (at(0), at(1)) {
        (0, 0) if numbers.len() > 1 => beyond(numbers.len()),
        (0, _) => beyond(numbers.len().min(2)),
        _ => beyond(1),
    };
    match (sign, exact) {
        (">=", _) => at_least(&low),
        ("<", _) => below(&low),
        ("^", _) => at_least(&low) && below(&caret()),
        ("~", true) => at_least(&low) && below(&beyond(2)),
        (">", true) => at_least(&low) && order(host, &low) != Some(Ordering::Equal),
        ("<=", true) => below(&low) || order(host, &low) == Some(Ordering::Equal),
        (_, true) => order(host, &low) == Some(Ordering::Equal),
        (">", false) => at_least(&beyond(numbers.len())),
        ("<=", false) => below(&beyond(numbers.len())),
        (_, false) => at_least(&low) && below(&beyond(numbers.len())),
    }
}

/// The numbers of `2026.9.6`, and whether a star ends them before the third.
fn numbers(target: &str) -> Option<(Vec<u64>, bool)> {
    let mut numbers = Vec::new();
    let mut stars = false;
    for part in release(target).split('.') {
        match part {
            "x" | "X" | "*" => stars = true,
            _ if stars => return None,
            number => numbers.push(number.parse().ok()?),
        }
    }
    (numbers.len() <= 3 && !numbers.is_empty()).then_some((numbers, stars))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As tests/agents/places.test.mjs asks each version itself.
    #[test]
    fn a_range_is_held_as_each_version_holds_it() {
        let by = |range: &str| {
            [
                (Wanted::Simple, "2026.7.35"),
                (Wanted::Ranges, "2026.8.1"),
                (Wanted::Ranges, "2026.9.6"),
            ]
            .map(|(wanted, host)| fits(wanted, host, range))
        };
        let all = [true; 3];
        let none = [false; 3];
        for (range, held) in [
            (">=2027.1.1", none),
            ("2026.7.35", [true, false, false]),
            ("2026.7", all),
            ("^2026.7.0", all),
            ("~2026.9.0", [false, false, true]),
            ("~2026.9", [false, false, true]),
            ("*", all),
            ("x", all),
            (">x", none),
            (">2026.7.35", [false, true, true]),
            ("2026", [false, true, true]),
            ("2026.x", [false, true, true]),
            ("^2026", [false, true, true]),
            ("<=2026", [false, true, true]),
            (">2026", none),
            ("2026.9.x", [false, false, true]),
            (">=2026.7.0 <2026.9.0", [true, true, false]),
            (">=2026.1.0 || 1", none),
            (">=v2026.7.0", all),
            ("^0.1.0", none),
            ("<=2026.8", [true, false, false]),
            (">=2026.9.6-beta.1", [false, false, true]),
            ("=2026.9.6", [false, false, true]),
            ("soon", none),
            ("1.2.3.4", none),
        ] {
            assert_eq!(by(range), held, "{range}");
        }
        assert!(
            fits(Wanted::Ranges, "2026.9.6-2", "<=2026.9.6"),
            "a second edition is its release"
        );
    }

    #[test]
    fn what_a_caret_keeps_is_its_first_number_that_is_not_zero() {
        let held = |host: &str, range: &str| fits(Wanted::Ranges, host, range);
        assert!(held("0.2.9", "^0.2.3") && !held("0.3.0", "^0.2.3"));
        assert!(held("0.0.3", "^0.0.3") && !held("0.0.4", "^0.0.3"));
        assert!(held("0.9.0", "^0") && !held("1.0.0", "^0"));
    }
}
