//! Where two texts differ.

/// The lines of `before`, counted from 1, that are not as they are in `after`: once with as much as possible alike
/// at the start, once at the end. Where signs repeat themselves, both are true.
pub fn changed(before: &str, after: &str) -> [(usize, usize); 2] {
    let (old, new) = (before.as_bytes(), after.as_bytes());
    let shorter = old.len().min(new.len());
    let alike = |most: usize, pairs: &mut dyn Iterator<Item = (&u8, &u8)>| {
        pairs.take(most).take_while(|(a, b)| a == b).count()
    };
    let head = alike(shorter, &mut old.iter().zip(new));
    let tail = alike(shorter, &mut old.iter().rev().zip(new.iter().rev()));
    let line = |at: usize| old[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
    let lines = |head: usize, tail: usize| (line(head), line(old.len() - tail));
    [lines(head, tail.min(shorter - head)), lines(head.min(shorter - tail), tail)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_in_its_line_and_one_that_slides_is_in_both() {
        assert_eq!(changed("a\nb\nc\n", "a\nB\nc\n"), [(2, 2), (2, 2)]);
        assert_eq!(changed("a\nb\nc\n", "a\nx\nB\nc\n"), [(2, 2), (2, 2)]);
        assert_eq!(changed("a\nb\nb\n", "a\nb\n"), [(3, 4), (1, 2)]);
        assert_eq!(changed("a\nb", "a\nb}"), [(2, 2), (2, 2)]);
        assert_eq!(changed("a\nb\nc", "x\nb\ny"), [(1, 3), (1, 3)]);
    }
}
