//! A part of a text or a list that is empty where there is no such part: no input ends the program, also where
//! a place was worked out wrongly.

use std::slice::SliceIndex;

/// What has parts.
pub trait Cut<Range> {
    type Part: ?Sized;

    /// The part at this place. Empty where it begins or ends outside, or inside a character.
    fn cut(&self, place: Range) -> &Self::Part;
}

impl<Range: SliceIndex<str, Output = str>> Cut<Range> for str {
    type Part = str;

    fn cut(&self, place: Range) -> &str {
        self.get(place).unwrap_or_default()
    }
}

impl<T, Range: SliceIndex<[T], Output = [T]>> Cut<Range> for [T] {
    type Part = [T];

    fn cut(&self, place: Range) -> &[T] {
        self.get(place).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_no_part_that_ends_the_program() {
        let (from, to) = (3, 1);
        assert_eq!("abc".cut(1..), "bc");
        assert_eq!(["abc".cut(4..), "abc".cut(from..to), "ü".cut(1..)], [""; 3]);
        assert_eq!([1, 2].cut(..1), [1]);
        assert_eq!([1, 2].cut(1..9), [0; 0]);
    }
}
