//! The description of a schema: what its author wrote, then what the dialect has no keyword for, in words.

use super::writer::Writer;
use crate::const_str::is_empty;
use crate::json::lit;

/// A description being written: it opens with the first thing that is in it.
pub(crate) struct Description {
    open: bool,
    /// Words in brackets after the author's text have begun.
    words: bool,
    /// The words stand in brackets.
    bracket: bool,
    /// The schema has a member already, so a comma comes first.
    comma: bool,
}

impl Description {
    pub(crate) const fn new(comma: bool) -> Self {
        Description {
            open: false,
            words: false,
            bracket: false,
            comma,
        }
    }

    /// Whether anything was written.
    pub(crate) const fn is_open(&self) -> bool {
        self.open
    }

    const fn begin(&mut self, w: &mut Writer<'_, '_>) {
        if self.comma {
            lit!(w.out, ",\"description\":\"");
        } else {
            lit!(w.out, "\"description\":\"");
        }
        self.open = true;
    }

    /// The author's text; a second one comes on a line of its own.
    pub(crate) const fn docs(&mut self, w: &mut Writer<'_, '_>, docs: &str) {
        if is_empty(docs) {
            return;
        }
        if self.open {
            lit!(w.out, "\\n");
        } else {
            self.begin(w);
        }
        w.out.put(docs);
    }

    /// A line of a list: `- name: text`.
    pub(crate) const fn line(&mut self, w: &mut Writer<'_, '_>) {
        if self.bracket {
            lit!(w.out, ")");
            self.bracket = false;
        }
        if self.open {
            lit!(w.out, "\\n- ");
        } else {
            self.begin(w);
            lit!(w.out, "- ");
        }
    }

    /// Goes in front of each thing that is said in words.
    pub(crate) const fn word(&mut self, w: &mut Writer<'_, '_>) {
        if self.words {
            lit!(w.out, ", ");
        } else if self.open {
            lit!(w.out, " (");
            self.bracket = true;
        } else {
            self.begin(w);
        }
        self.words = true;
    }

    /// Two words in a row: what and how much.
    pub(crate) const fn say(&mut self, w: &mut Writer<'_, '_>, what: &str, much: &str) {
        self.word(w);
        w.out.put(what);
        w.out.put(much);
    }

    pub(crate) const fn end(self, w: &mut Writer<'_, '_>) {
        if self.bracket {
            lit!(w.out, ")");
        }
        if self.open {
            lit!(w.out, "\"");
        }
    }
}
