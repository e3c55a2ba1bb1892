//! How an input is changed.

/// Small, quick, and the same for the same seed.
pub struct Random(u64);

impl Random {
    pub const fn new(seed: u64) -> Self {
        // Zero would stay zero.
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    const fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Below `end`; 0 where that is 0.
    fn below(&mut self, end: usize) -> usize {
        let end = end as u64;
        usize::try_from(self.next().checked_rem(end).unwrap_or(0)).unwrap_or(0)
    }
}

/// Numbers and signs that readers stumble over.
const ODD: [&str; 24] = [
    "0",
    "-1",
    "255",
    "65536",
    "2147483648",
    "-9223372036854775809",
    "1e999",
    "NaN",
    "\0",
    "\r\n",
    "\u{feff}",
    "\u{2028}",
    "é",
    "🧠",
    "\u{202e}",
    "\\",
    "\"",
    "'",
    "{",
    "}",
    "[",
    "]",
    "\n",
    " ",
];

pub struct Changer<'a> {
    pub random: Random,
    pub words: &'a [&'a str],
    pub longest: usize,
}

impl Changer<'_> {
    /// One of the inputs, changed in a few places.
    pub fn change(&mut self, kept: &[Vec<u8>]) -> Vec<u8> {
        let mut input = self.one_of(kept);
        for _ in 0..=self.random.below(5) {
            self.step(&mut input, kept);
        }
        input.truncate(self.longest);
        input
    }

    fn one_of(&mut self, kept: &[Vec<u8>]) -> Vec<u8> {
        // What was found last is new, and was changed least so far.
        let at = match self.random.below(3) {
            0 => kept.len().saturating_sub(1 + self.random.below(16)),
            _ => self.random.below(kept.len()),
        };
        kept.get(at).cloned().unwrap_or_default()
    }

    /// A place in the input, and a length from there on.
    fn range(&mut self, input: &[u8]) -> std::ops::Range<usize> {
        let from = self.random.below(input.len() + 1);
        let most = if self.random.below(4) == 0 { input.len() } else { 12 };
        from..(from + self.random.below(most + 1)).min(input.len())
    }

    fn step(&mut self, input: &mut Vec<u8>, kept: &[Vec<u8>]) {
        let range = self.range(input);
        let put: Vec<u8> = match self.random.below(10) {
            // Taken out.
            0 => Vec::new(),
            // A bit or a byte.
            1 | 2 => {
                let (bit, byte) = (self.random.below(8), self.random.next().to_le_bytes()[0]);
                let whole = self.random.below(2) == 0;
                if let Some(at) = input.get_mut(range.start) {
                    *at = if whole { byte } else { *at ^ (1 << bit) };
                }
                return;
            }
            // A word of the format, or one that readers stumble over.
            3..=5 => {
                let words = if self.random.below(3) == 0 { &ODD[..] } else { self.words };
                words
                    .get(self.random.below(words.len()))
                    .map(|word| word.as_bytes().to_vec())
                    .unwrap_or_default()
            }
            // A part of another input.
            6 | 7 => {
                let other = self.one_of(kept);
                let part = self.range(&other);
                other.get(part).unwrap_or_default().to_vec()
            }
            // The same once more, or many times: deep nesting, long lists.
            8 => {
                let part = input.get(range.clone()).unwrap_or_default().to_vec();
                let times = if self.random.below(8) == 0 { 200 } else { 2 };
                part.repeat(times)
            }
            // The rest cut off.
            _ => {
                if self.random.below(4) == 0 {
                    input.truncate(range.start);
                }
                return;
            }
        };
        let over = if self.random.below(2) == 0 { range.clone() } else { range.start..range.start };
        input.splice(over, put);
        input.truncate(self.longest);
    }
}
