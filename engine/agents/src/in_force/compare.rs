//! Which of two versions is the newer one.

use std::cmp::Ordering;

/// Compares `a.b.c` and `a.b.c-alpha.4`; none where one of them is not of that form, or where they count
/// in different ways (a date in one, small numbers in the other).
pub(super) fn versions(a: &str, b: &str) -> Option<Ordering> {
    let (a, b) = (Version::parse(a)?, Version::parse(b)?);
    let years = |version: &Version| version.numbers.first() >= Some(&1000);
    (years(&a) == years(&b)).then(|| a.compare(&b))
}

/// Compares two versions however they count; none where one is not of that form.
pub fn order(a: &str, b: &str) -> Option<Ordering> {
    Some(Version::parse(a)?.compare(&Version::parse(b)?))
}

/// Whether a version is of a later release than another: not where it is one edition or the whole of the same.
pub(crate) fn is_later_release(version: &str, other: &str) -> bool {
    let (Some(it), Some(other)) = (Version::parse(version), Version::parse(other)) else {
        return false;
    };
    let is_same = it.numbers == other.numbers && (it.before.is_empty() || edition(&it.before));
    it.compare(&other).is_gt() && !is_same
}

struct Version<'a> {
    numbers: [u64; 3],
    /// What is behind a `-`; empty for a release.
    before: Vec<&'a str>,
}

impl<'a> Version<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let text = text.trim().trim_start_matches('v');
        let text = text.split('+').next()?;
        let (numbers, before) = text.split_once('-').unwrap_or((text, ""));
        let mut parts = numbers.split('.').map(|part| part.parse().ok());
        let version = [parts.next()??, parts.next()??, parts.next()??];
        if parts.next().is_some() {
            return None;
        }
        let before = before.split('.').filter(|part| !part.is_empty()).collect();
        Some(Self { numbers: version, before })
    }

    fn compare(&self, other: &Self) -> Ordering {
        self.numbers.cmp(&other.numbers).then_with(|| {
            match (self.before.is_empty(), other.before.is_empty()) {
                (true, true) => Ordering::Equal,
                // A number alone is a second edition of the same release, not what came before it.
                (true, false) if edition(&other.before) => Ordering::Less,
                (false, true) if edition(&self.before) => Ordering::Greater,
                (true, false) => Ordering::Greater,
                (false, true) => Ordering::Less,
                (false, false) => {
                    let pairs = self.before.iter().zip(&other.before);
                    let differs = pairs.map(|(a, b)| part(a, b)).find(|it| it.is_ne());
                    differs.unwrap_or_else(|| self.before.len().cmp(&other.before.len()))
                }
            }
        })
    }
}

fn edition(before: &[&str]) -> bool {
    matches!(before, [only] if only.parse::<u64>().is_ok())
}

fn part(a: &str, b: &str) -> Ordering {
    match (a.parse::<u64>(), b.parse::<u64>()) {
        (Ok(a), Ok(b)) => a.cmp(&b),
        (Ok(_), Err(_)) => Ordering::Less,
        (Err(_), Ok(_)) => Ordering::Greater,
        (Err(_), Err(_)) => a.cmp(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_they_are_counted() {
        use Ordering::{Equal, Greater, Less};
        for (a, b, order) in [
            ("2026.9.6", "2026.7.35", Some(Greater)),
            ("2026.9.6", "2026.10.1", Some(Less)),
            ("2026.9.6", "v2026.9.6", Some(Equal)),
            ("2026.9.6-2", "2026.9.6", Some(Greater)),
            ("2026.9.6-beta.1", "2026.9.6", Some(Less)),
            ("2.0.0-beta.2", "2.0.0-alpha.537", Some(Greater)),
            ("2.0.0-beta.2", "2.0.0-beta.10", Some(Less)),
            ("2.0.0-beta.2", "1.7.2", Some(Greater)),
            ("2026-08-21", "20260311.01", None),
            ("2026.9.6", "0.1.0", None),
            ("2026.9.6", "unknown", None),
        ] {
            assert_eq!(versions(a, b), order, "{a} {b}");
        }
    }
}
