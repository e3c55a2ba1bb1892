//! Columns that line up by the width that a terminal gives to each character.

use anstyle::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{Paint, clean};

/// A cell: its text, and how it is dressed.
pub struct Cell {
    text: String,
    style: Style,
}

impl Cell {
    pub fn new(text: &str) -> Self {
        Self::styled(text, Style::new())
    }

    /// A name, cut where it is longer than anybody reads.
    pub fn name(text: &str) -> Self {
        let text = clean(text);
        if text.width() <= WIDEST {
            return Self { text: text.into_owned(), style: Style::new() };
        }
        let mut width = 0;
        let fits = |c: &char| {
            width = usize::saturating_add(width, c.width().unwrap_or(0));
            width < WIDEST
        };
        let cut: String = text.chars().take_while(fits).collect();
        Self { text: format!("{cut}…"), style: Style::new() }
    }

    pub fn styled(text: &str, style: Style) -> Self {
        Self { text: clean(text).into_owned(), style }
    }
}

/// A row, with lines that are under it across all columns.
pub struct Row {
    cells: Vec<Cell>,
    below: Vec<String>,
}

#[derive(Default)]
pub struct Table {
    rows: Vec<Row>,
}

const GAP: &str = "  ";

/// No column makes room for more than this: one long name must not move all others.
const WIDEST: usize = 80;

impl Table {
    /// A table under these words.
    pub fn new(head: &[&str]) -> Self {
        let mut table = Self::default();
        table.row(head.iter().map(|word| Cell::styled(word, super::DIM)).collect());
        table
    }

    /// All of it as text; `none` where nothing is under the head.
    pub fn text(&self, paint: Paint, none: &str) -> String {
        if self.rows.len() < 2 {
            return none.to_owned();
        }
        let mut text = String::new();
        self.write(&mut text, paint, "");
        text
    }

    pub fn row(&mut self, cells: Vec<Cell>) {
        self.rows.push(Row { cells, below: Vec::new() });
    }

    /// A line under the last row.
    pub fn below(&mut self, text: &str) {
        if let Some(row) = self.rows.last_mut() {
            row.below.push(clean(text).into_owned());
        }
    }

    pub fn write(&self, to: &mut String, paint: Paint, indent: &str) {
        let columns = self.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.cells.get(column));
            cells.map(|cell| cell.text.width()).max().unwrap_or(0).min(WIDEST)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for row in &self.rows {
            to.push_str(indent);
            // Nothing is filled up behind the last cell that says something.
            let last = row.cells.iter().rposition(|cell| !cell.text.is_empty()).unwrap_or(0);
            for (column, cell) in row.cells.iter().enumerate().take(last.saturating_add(1)) {
                to.push_str(&paint.on(cell.style, &cell.text));
                if column < last {
                    let width = widths.get(column).copied().unwrap_or_default();
                    let fill = width.saturating_sub(cell.text.width());
                    to.extend(std::iter::repeat_n(' ', fill));
                    to.push_str(GAP);
                }
            }
            to.push('\n');
            for line in &row.below {
                to.push_str(indent);
                to.push_str(GAP);
                to.push_str(&paint.on(super::DIM, line));
                to.push('\n');
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_long_name_moves_no_others() {
        let mut table = Table::new(&["NAME", "STATE"]);
        table.row(vec![Cell::name(&"n".repeat(900_000)), Cell::new("Broken")]);
        table.row(vec![Cell::name("greeter"), Cell::new("Ready")]);
        let mut text = String::new();
        table.write(&mut text, Paint { colours: false }, "");
        assert!(text.lines().all(|line| line.width() <= 100), "{}", text.len());
        assert!(text.contains("nnn…  Broken"), "{text}");
    }

    #[test]
    fn lines_up_by_what_is_seen() {
        let mut table = Table::new(&["NAME", "WHEN"]);
        table.row(vec![Cell::new("日本"), Cell::new("on /new")]);
        table.below("why");
        table.row(vec![Cell::new("a\u{301}"), Cell::new("")]);
        let mut text = String::new();
        table.write(&mut text, Paint { colours: false }, " ");
        assert_eq!(text, " NAME  WHEN\n 日本  on /new\n   why\n a\u{301}\n");
    }
}
