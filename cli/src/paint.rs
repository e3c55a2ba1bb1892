//! Colours of a terminal.

use anstyle::Style;

/// Colours, where they are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    pub colours: bool,
}

impl Paint {
    pub fn on(self, style: Style, text: &str) -> String {
        if self.colours && !text.is_empty() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_only_where_they_are_wanted() {
        const GREEN: Style = anstyle::AnsiColor::Green.on_default();
        assert_eq!(Paint { colours: false }.on(GREEN, "Ready"), "Ready");
        assert_eq!(Paint { colours: true }.on(GREEN, "Ready"), "\u{1b}[32mReady\u{1b}[0m");
    }
}
