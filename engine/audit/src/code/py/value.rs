//! What an expression of a script stands for.

use crate::marks::{self, UNKNOWN};

/// Values that are tried of one expression.
pub(super) const MOST_VALUES: usize = 8;
/// A text that grows longer stays unknown.
const LONGEST: usize = 4 * 1024;
const LONGEST_NAME: usize = 160;
const MOST_ITEMS: usize = 256;

/// A value, as far as the script says.
#[derive(Clone, Default)]
pub(super) struct Value {
    /// What it is called, whatever the script calls it: `subprocess.run`; `x()` is what `x` gave.
    pub name: String,
    /// The texts that it may be; none for what is not text.
    pub texts: Vec<String>,
    /// What is in a list or a dictionary.
    pub items: Vec<Value>,
    /// The keys of a dictionary, beside its items.
    pub keys: Vec<String>,
    /// The variable that it fills, as an archive does with the buffer that it was given.
    pub fills: String,
}

impl Value {
    pub(super) fn unknown() -> Self {
        Self::text(UNKNOWN)
    }

    pub(super) fn text(text: impl Into<String>) -> Self {
        Self { texts: vec![text.into()], ..Self::default() }
    }

    pub(super) fn texts(texts: Vec<String>) -> Self {
        let mut value = Self { texts, ..Self::default() };
        value.trim();
        value
    }

    pub(super) fn named(name: impl Into<String>) -> Self {
        Self { name: name.into().chars().take(LONGEST_NAME).collect(), ..Self::default() }
    }

    pub(super) fn list(items: Vec<Self>) -> Self {
        Self { items: items.into_iter().take(MOST_ITEMS).collect(), ..Self::default() }
    }

    pub(super) fn with_texts(mut self, texts: Vec<String>) -> Self {
        self.texts = texts;
        self.trim();
        self
    }

    fn trim(&mut self) {
        self.texts.dedup();
        self.texts.truncate(MOST_VALUES);
        for text in &mut self.texts {
            if text.len() > LONGEST {
                *text = marks::taint(text);
            }
        }
    }

    /// The texts, at least one.
    pub(super) fn known(&self) -> Vec<String> {
        if self.texts.is_empty() { vec![self.taint()] } else { self.texts.clone() }
    }

    pub(super) fn first(&self) -> String {
        self.texts.first().cloned().unwrap_or_else(|| self.taint())
    }

    /// All texts in it and in what is in it, one behind the other.
    pub(super) fn all(&self) -> String {
        let mut all = String::new();
        self.collect(&mut all, 0);
        all
    }

    fn collect(&self, all: &mut String, depth: u32) {
        if depth > 6 || all.len() > LONGEST * 8 {
            return;
        }
        for text in &self.texts {
            all.push_str(text);
            all.push('\n');
        }
        for item in &self.items {
            item.collect(all, depth.saturating_add(1));
        }
    }

    /// What is left of it when it has gone through something nobody models.
    pub(super) fn taint(&self) -> String {
        marks::taint(&self.all())
    }

    /// One value for what may be either.
    pub(super) fn or(mut self, other: Self) -> Self {
        if self.name.is_empty() {
            self.name = other.name;
        }
        self.texts.extend(other.texts);
        if self.items.len().saturating_add(other.items.len()) <= MOST_ITEMS {
            self.items.extend(other.items);
        }
        self.trim();
        self
    }

    /// What going through it gives, one for all.
    pub(super) fn item(&self) -> Self {
        let mut one = Self::default();
        for item in self.items.iter().take(MOST_VALUES * 2) {
            one = one.or(item.clone());
        }
        if self.items.is_empty() {
            one.texts = self.texts.clone();
            if one.texts.is_empty() {
                one.texts.push(UNKNOWN.into());
            }
        }
        one
    }

    /// What is under a key or number.
    pub(super) fn at(&self, key: &str) -> Option<Self> {
        if !self.keys.is_empty() {
            let at = self.keys.iter().position(|known| known == key)?;
            return self.items.get(at).cloned();
        }
        self.items.get(key.parse::<usize>().ok()?).cloned()
    }
}

/// Every text of one list with every text of another.
pub(super) fn joined(befores: &[String], afters: &[String], between: &str) -> Vec<String> {
    let mut texts = Vec::new();
    for before in befores {
        for after in afters {
            if texts.len() == MOST_VALUES {
                return texts;
            }
            texts.push(format!("{before}{between}{after}"));
        }
    }
    texts
}

/// The parts of a path; one that begins at the root starts over.
pub(super) fn path(before: &[String], after: &[String]) -> Vec<String> {
    if after.iter().all(|part| part.starts_with(['/', marks::HOME, marks::HERE])) {
        return after.to_vec();
    }
    let before: Vec<String> =
        before.iter().map(|part| part.trim_end_matches('/').to_owned()).collect();
    if before.iter().all(String::is_empty) && !after.is_empty() {
        return after.to_vec();
    }
    joined(&before, after, "/")
}
