//! Lines of a file of our own, in the order of their keys, which are looked for one by one.

use std::cmp::Ordering;

/// What it is made of, and where it was found last: keys are asked for nearly in the order of the lines.
#[derive(Clone, Copy, Default)]
pub(crate) struct Lines<'t> {
    text: &'t str,
    next: usize,
}

impl<'t> Lines<'t> {
    pub(crate) const fn of(text: &'t str) -> Self {
        Self { text, next: 0 }
    }

    pub(crate) fn all(self) -> impl Iterator<Item = &'t str> {
        self.text.split_terminator('\n')
    }

    /// The line of a key; `order` says how the key of a line compares with it, none of a line that holds no key.
    pub(crate) fn find(&mut self, order: impl Fn(&'t str) -> Option<Ordering>) -> Option<&'t str> {
        let (line, after) = self.line(self.next, self.text.len())?;
        if !line.is_empty() && order(line)? == Ordering::Equal {
            self.next = after;
            return Some(line);
        }
        let (mut low, mut high) = (0, self.text.len());
        while low < high {
            let before = self.text.as_bytes().get(low..low.midpoint(high))?;
            let start = before.iter().rposition(|byte| *byte == b'\n');
            let start = start.map_or(low, |at| low.saturating_add(at).saturating_add(1));
            let (line, after) = self.line(start, high)?;
            match order(line)? {
                Ordering::Less => low = after,
                Ordering::Greater => high = start,
                Ordering::Equal => {
                    self.next = after;
                    return Some(line);
                }
            }
        }
        None
    }

    /// The line that begins at `start`, and where the next one does.
    fn line(&self, start: usize, end: usize) -> Option<(&'t str, usize)> {
        let rest = self.text.get(start..end)?;
        let line = rest.split_once('\n').map_or(rest, |(line, _)| line);
        Some((line, start.saturating_add(line.len()).saturating_add(1).min(end)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_found_and_nothing_else_in_any_order() {
        let keys: Vec<String> =
            (0..40).map(|it| format!("{}k{it:02}", "a".repeat(it % 3))).collect();
        for count in 0..keys.len() {
            let mut sorted: Vec<_> = keys.iter().take(count).collect();
            sorted.sort();
            let text: String = sorted.iter().map(|key| format!("{key} rest\n")).collect();
            let mut lines = Lines::of(&text);
            for key in &keys {
                let order = |line: &str| Some(line.split_once(' ')?.0.cmp(key));
                let found = lines.find(order).map(str::to_owned);
                assert_eq!(found, sorted.contains(&key).then(|| format!("{key} rest")), "{text}");
            }
            assert_eq!(lines.all().count(), count);
        }
    }

    #[test]
    fn what_holds_no_key_is_not_looked_past() {
        let mut lines = Lines::of("a 1\nbroken\n\nd 4");
        let order = |key: &'static str| move |line: &str| Some(line.split_once(' ')?.0.cmp(key));
        assert_eq!(lines.find(order("a")), Some("a 1"));
        assert_eq!(lines.find(order("b")), None);
        assert_eq!(Lines::default().find(order("a")), None);
    }
}
