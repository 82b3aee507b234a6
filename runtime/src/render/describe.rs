//! The place of a schema, and its description: the author's text, then the constraints without a
//! keyword.

use super::flattened_option::FlattenedOption;
use super::merged_rules::RuleChain;
use super::writer::Writer;
use crate::const_str::is_empty;
use crate::json::lit;
use crate::schema::{More, Schema};
use crate::shape::{Frame, FrameStep};

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

/// The place of a schema, and the additions of its field or parameter.
#[derive(Clone, Copy)]
pub(crate) struct SchemaPlace<'p, 'a> {
    pub(crate) up: &'p Frame<'p, 'a>,
    pub(crate) step: FrameStep<'a>,
    /// The field's own description. If it is empty, the type's applies.
    pub(crate) docs: &'a str,
    /// A description from an enclosing schema that can't have one itself.
    pub(crate) outer: &'a str,
    /// The field's default and examples.
    pub(crate) more: Option<&'a More<'a>>,
    /// Those of an enclosing union without description, with the union's schema.
    pub(crate) beyond: Option<(&'a Schema<'a>, &'a More<'a>)>,
    pub(crate) rules: Option<&'p RuleChain<'p, 'a>>,
    /// The property's original name, if the dialect rejects it.
    pub(crate) renamed: Option<&'a str>,
    /// The flattened `Option` around the property, which is sent whole or not at all.
    pub(crate) option: Option<&'p FlattenedOption<'p, 'a>>,
    /// `null` is accepted as well.
    pub(crate) null: bool,
    /// The type's own `Option` has already been read as "may be absent".
    pub(crate) absorb: bool,
    /// The property may be absent.
    pub(crate) optional: bool,
    /// Never written as a reference.
    pub(crate) inline: bool,
    pub(crate) depth: u32,
}

/// A schema at its place.
#[derive(Clone, Copy)]
pub(crate) struct SchemaAt<'p, 'a> {
    pub(crate) schema: &'a Schema<'a>,
    pub(crate) place: &'p SchemaPlace<'p, 'a>,
    pub(crate) frame: &'p Frame<'p, 'a>,
}

impl<'p, 'a> SchemaPlace<'p, 'a> {
    pub(crate) const fn at(up: &'p Frame<'p, 'a>, step: FrameStep<'a>, depth: u32) -> Self {
        SchemaPlace {
            up,
            step,
            docs: "",
            outer: "",
            more: None,
            beyond: None,
            rules: None,
            renamed: None,
            option: None,
            null: false,
            absorb: false,
            optional: false,
            inline: false,
            depth,
        }
    }

    /// Returns whether the field adds nothing to the schema of its type.
    pub(crate) const fn adds_nothing(&self) -> bool {
        is_empty(self.docs)
            && is_empty(self.outer)
            && self.more.is_none()
            && self.beyond.is_none()
            && self.renamed.is_none()
            && self.option.is_none()
    }

    /// Returns the frame of this place, for a note.
    pub(crate) const fn frame(&self) -> Frame<'p, 'a> {
        Frame {
            step: self.step,
            named: None,
            optional: self.optional,
            up: Some(self.up),
            output: self.up.output,
        }
    }

    /// Returns the default and examples that the first alternative of a union at this place
    /// describes, if the union takes no description.
    pub(crate) const fn beyond_alternatives(
        &self,
        union: &'a Schema<'a>,
    ) -> Option<(&'a Schema<'a>, &'a More<'a>)> {
        match self.more {
            Some(more) => Some((union, more)),
            None => self.beyond,
        }
    }
}
