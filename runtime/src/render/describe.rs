//! The description of a schema: the author's text, then the constraints without a keyword.

use super::place::SchemaPlace;
use super::writer::Writer;
use crate::const_str::is_empty;
use crate::json::lit;
use crate::schema::Schema;

/// A description being written. Its first content opens it.
pub(crate) struct Description {
    open: bool,
    /// The constraints after the author's text have begun.
    words: bool,
    /// The constraints are in brackets.
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

    /// Returns whether anything was written.
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

    /// Writes an author's text. A second one starts a new line.
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

    /// Starts a list item: `- name: text`.
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

    /// Writes the separator before a constraint.
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

    /// Writes a constraint of two parts: its name and its value.
    pub(crate) const fn write_constraint(
        &mut self,
        w: &mut Writer<'_, '_>,
        what: &str,
        much: &str,
    ) {
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

/// Begins the description: inherited text, then the field's or the type's.
pub(crate) const fn describe<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &Schema<'a>,
    place: &SchemaPlace<'_, 'a>,
    comma: bool,
) -> Description {
    let mut text = Description::new(comma);
    if size_of_val(place.outer) > 0 {
        text.docs(w, place.outer);
    }
    if size_of_val(place.docs) > 0 {
        text.docs(w, place.docs);
    } else if size_of_val(schema.docs) > 0 {
        text.docs(w, schema.docs);
    }
    text
}
