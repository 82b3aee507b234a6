//! Tables in Markdown, and the file that contains them.

use std::fs;
use std::path::Path;

pub(crate) struct Table {
    text: String,
}

impl Table {
    pub(crate) fn new(heads: Vec<String>) -> Self {
        let columns = heads.len();
        let mut table = Table {
            text: String::new(),
        };
        table.row(heads);
        table.text.push_str("|---");
        table
            .text
            .push_str(&"|---:".repeat(columns.saturating_sub(1)));
        table.text.push_str("|\n");
        table
    }

    pub(crate) fn row(&mut self, cells: Vec<String>) {
        for cell in cells {
            self.text.push_str("| ");
            self.text.push_str(&cell);
            self.text.push(' ');
        }
        self.text.push_str("|\n");
    }

    pub(crate) fn text(self) -> String {
        self.text
    }
}

const BEGIN: &str = "<!-- measured: begin -->";
const END: &str = "<!-- measured: end -->";

/// Puts the text between the markers of a file.
pub(crate) fn replace(path: &Path, text: &str) -> Result<(), String> {
    let said = |e: std::io::Error| format!("{}: {e}", path.display());
    let old = fs::read_to_string(path).map_err(said)?;
    let new = between(&old, text)
        .ok_or_else(|| format!("{}: no `{BEGIN}` with `{END}` after it", path.display()))?;
    fs::write(path, new).map_err(said)
}

fn between(old: &str, text: &str) -> Option<String> {
    let (before, rest) = old.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{}\n{END}{after}", text.trim()))
}

#[cfg(test)]
mod tests {
    use super::{Table, between};

    #[test]
    fn text_between_the_markers_is_replaced() {
        let old = "a\n<!-- measured: begin -->\nold\n<!-- measured: end -->\nb";
        let new = "a\n<!-- measured: begin -->\nnew\n<!-- measured: end -->\nb";
        assert_eq!(between(old, "new\n").as_deref(), Some(new));
        assert_eq!(between("a b", "new"), None);
    }

    #[test]
    fn a_table_aligns_numbers_to_the_right() {
        let mut table = Table::new(vec!["what".to_owned(), "ms".to_owned()]);
        table.row(vec!["a".to_owned(), "1".to_owned()]);
        assert_eq!(table.text(), "| what | ms |\n|---|---:|\n| a | 1 |\n");
    }
}
