//! Writes the text of a plain property part by part.

use super::{Plain, Range, Value};
use crate::const_str::is_empty;
use crate::dialect::{ALL_KEYWORDS, LOWER, NONE, NULLABLE, UPPER, WORDS};
use crate::json::lit;
use crate::render::members::Members;
use crate::render::notes::{NO_KEYWORD, Outcome};
use crate::render::opening::Opening;
use crate::render::writer::Writer;
use crate::schema::{EnumValue, Field, Literal, Num};
use crate::shape::{Frame, Step};

impl<'a> Plain<'a> {
    /// Writes the property in a form, with the comma before it unless it comes first.
    pub(in crate::render) const fn write(
        &mut self,
        w: &mut Writer<'_, 'a>,
        field: &'a Field<'a>,
        frame: &Frame<'_, 'a>,
        form: u8,
        members: &mut Members,
    ) {
        let ty = form & 3;
        let tail = match self.value {
            Value::Items(_) => ty,
            Value::Names(_) if ty == NULLABLE => NULLABLE,
            Value::Names(_) => LOWER,
            _ => form >> 2,
        };
        let part = &self.tails[tail as usize];
        if part.is_written {
            members.first = false;
            w.out.again(&self.name);
            w.out.short(&self.opening.all[ty as usize]);
            return w.out.again(part);
        }
        let from = if self.name.is_written {
            members.first = false;
            w.out.again(&self.name);
            w.out.short(&self.opening.all[ty as usize]);
            let from = w.out.mark();
            if self.description.is_written {
                w.out.again(&self.description);
            }
            from
        } else {
            self.count(w, field, ty);
            let from = w.out.mark();
            // The comma is part of it, because the first property is the same in every dialect.
            members.comma(w);
            w.out.put(field.key.member);
            self.name = w.out.since(from);
            w.out.short(&self.opening.all[ty as usize]);
            let from = w.out.mark();
            if self.describe(w) {
                self.description = w.out.since(from);
            }
            from
        };
        self.end(w, field, frame, tail);
        self.tails[tail as usize] = w.out.since(from);
    }

    /// Adds the property to the tally.
    const fn count(&self, w: &mut Writer<'_, 'a>, field: &Field<'_>, ty: u8) {
        w.tally.properties += 1;
        w.tally.nodes += 1;
        if self.optional {
            w.tally.optional += 1;
        }
        if ty == NULLABLE {
            w.tally.unions += 1;
        }
        #[allow(clippy::cast_possible_truncation)] // A name in a source file is shorter than 4 GiB.
        {
            w.tally.characters += size_of_val(field.key.raw) as u32;
        }
        match self.value {
            Value::Items(_) => w.tally.nodes += 1,
            Value::Names(values) => count_names(w, values),
            _ => {}
        }
    }

    /// Writes the description without its closing quote, if there is one.
    const fn describe(&self, w: &mut Writer<'_, 'a>) -> bool {
        let mut open = !is_empty(self.docs);
        if open {
            lit!(w.out, ",\"description\":\"");
            w.out.put(self.docs);
        }
        let Value::Names(values) = self.value else {
            return open;
        };
        let n = values.len();
        let mut i = 0;
        while i < n {
            let EnumValue {
                value: Literal::String(name),
                docs,
                ..
            } = &values[i]
            else {
                return open;
            };
            if !is_empty(docs) {
                if open {
                    lit!(w.out, "\\n- ");
                } else {
                    lit!(w.out, ",\"description\":\"- ");
                    open = true;
                }
                w.out.put(name.json());
                lit!(w.out, ": ");
                w.out.put(docs);
            }
            i += 1;
        }
        open
    }

    /// Writes everything after the description.
    const fn end(
        &self,
        w: &mut Writer<'_, 'a>,
        field: &'a Field<'a>,
        frame: &Frame<'_, 'a>,
        tail: u8,
    ) {
        if tail == WORDS {
            return self.words(w, field, frame);
        }
        let described = self.description.is_written;
        if tail == NONE && !matches!(self.value, Value::Items(_) | Value::Names(_)) {
            if described {
                lit!(w.out, "\"}");
            } else {
                lit!(w.out, "}");
            }
            return;
        }
        if described {
            lit!(w.out, "\"");
        }
        match &self.value {
            Value::Free => {}
            Value::Items(item) => return items(w, item, tail),
            Value::Names(values) => return names(w, values, tail),
            Value::Own(integer) => w.out.put(if tail == ALL_KEYWORDS {
                integer.text.all
            } else {
                integer.text.some
            }),
            Value::Bounds(range) => keywords(w, range),
            Value::Mixed(range, integer) => {
                keywords(w, &range.within(integer, tail == ALL_KEYWORDS));
            }
            Value::Length(range) => {
                if let Some(n) = range.least {
                    lit!(w.out, ",\"minLength\":");
                    w.out.put(n.text());
                }
                if let Some(n) = range.most {
                    lit!(w.out, ",\"maxLength\":");
                    w.out.put(n.text());
                }
            }
        }
        lit!(w.out, "}");
    }

    /// Describes the constraints without a keyword, and ends the property.
    const fn words(&self, w: &mut Writer<'_, 'a>, field: &'a Field<'a>, frame: &Frame<'_, 'a>) {
        let begins = !self.description.is_written;
        if begins {
            lit!(w.out, ",\"description\":\"");
        } else {
            lit!(w.out, " (");
        }
        let here = Frame {
            step: Step::Property(field.key.raw),
            named: None,
            optional: self.optional,
            up: Some(frame),
        };
        match &self.value {
            Value::Own(integer) => {
                w.out.put(integer.text.words);
                w.note(&here, Outcome::Text, "minimum", NO_KEYWORD);
                if integer.small {
                    w.note(&here, Outcome::Text, "maximum", NO_KEYWORD);
                }
            }
            Value::Bounds(range) => bounds_words(w, range, &here),
            Value::Mixed(range, integer) => bounds_words(w, &range.within(integer, false), &here),
            Value::Length(range) => {
                if let Some(n) = range.least {
                    lit!(w.out, "at least ");
                    characters(w, n);
                    w.note(&here, Outcome::Text, "minLength", NO_KEYWORD);
                }
                if let Some(n) = range.most {
                    if range.least.is_some() {
                        lit!(w.out, ", ");
                    }
                    lit!(w.out, "at most ");
                    characters(w, n);
                    w.note(&here, Outcome::Text, "maxLength", NO_KEYWORD);
                }
            }
            Value::Free | Value::Items(_) | Value::Names(_) => {}
        }
        if begins {
            lit!(w.out, "\"}");
        } else {
            lit!(w.out, ")\"}");
        }
    }
}

const fn count_names(w: &mut Writer<'_, '_>, values: &[EnumValue<'_>]) {
    let n = values.len();
    let mut characters = 0;
    let mut i = 0;
    while i < n {
        if let Literal::String(name) = &values[i].value {
            characters += size_of_val(name.json());
        }
        i += 1;
    }
    #[allow(clippy::cast_possible_truncation)] // The same bound applies to all names together.
    {
        w.tally.enum_values += n as u32;
        w.tally.characters += characters as u32;
        if n > 250 && characters as u32 > w.tally.long_enum {
            w.tally.long_enum = characters as u32;
        }
    }
}

/// Ends a list.
const fn items(w: &mut Writer<'_, '_>, item: &Opening, ty: u8) {
    lit!(w.out, ",\"items\":");
    w.out
        .short(&item.all[if ty == UPPER { UPPER } else { LOWER } as usize]);
    lit!(w.out, "}}");
}

/// Ends an enum.
const fn names(w: &mut Writer<'_, '_>, values: &[EnumValue<'_>], ty: u8) {
    lit!(w.out, ",\"enum\":[\"");
    let n = values.len();
    let mut i = 0;
    while i < n {
        if i > 0 {
            lit!(w.out, "\",\"");
        }
        if let Literal::String(name) = &values[i].value {
            w.out.put(name.json());
        }
        i += 1;
    }
    if ty == NULLABLE {
        lit!(w.out, "\",null]}");
    } else {
        lit!(w.out, "\"]}");
    }
}

const fn keywords(w: &mut Writer<'_, '_>, range: &Range<'_>) {
    if let Some(n) = range.least {
        lit!(w.out, ",\"minimum\":");
        w.out.put(n.text());
    }
    if let Some(n) = range.most {
        lit!(w.out, ",\"maximum\":");
        w.out.put(n.text());
    }
}

const fn bounds_words(w: &mut Writer<'_, '_>, range: &Range<'_>, here: &Frame<'_, '_>) {
    if let Some(n) = range.least {
        lit!(w.out, "minimum ");
        w.out.put(n.text());
        w.note(here, Outcome::Text, "minimum", NO_KEYWORD);
    }
    if let Some(n) = range.most {
        if range.least.is_some() {
            lit!(w.out, ", ");
        }
        lit!(w.out, "maximum ");
        w.out.put(n.text());
        w.note(here, Outcome::Text, "maximum", NO_KEYWORD);
    }
}

const fn characters(w: &mut Writer<'_, '_>, n: &Num<'_>) {
    w.out.put(n.text());
    if n.is_one() {
        lit!(w.out, " character");
    } else {
        lit!(w.out, " characters");
    }
}
