//! The names that an alternative of an object must not have, because they belong to another one: an
//! object that is open otherwise would accept them, and serde would lose their values.

use super::describe::Description;
use super::notes::{NO_KEYWORD, Outcome};
use super::properties::write_element;
use super::writer::Writer;
use crate::const_str::eq;
use crate::dialect::{Closed, kw};
use crate::json::lit;
use crate::schema::{Field, Key, Literal};
use crate::shape::{
    Alternative, Flattened, Frame, ObjectAt, choose, is_closed, is_external, takes_names,
};

/// The names that an alternative of an object must not have: those of a flattened `Option` that is
/// `None` in it, and those of the other variants of a flattened, externally tagged enum.
pub(super) struct ExcludedNames<'a> {
    names: [Option<Named<'a>>; MAX_NAMES],
    n: usize,
    /// The number of names that another one may be equal to.
    compared: usize,
    /// True if there are more.
    more: bool,
}

/// Further names are left out.
const MAX_NAMES: usize = 64;

#[derive(Clone, Copy)]
enum Named<'a> {
    Key(&'a Key<'a>),
    Unit { raw: &'a str, json: &'a str },
}

impl<'a> Named<'a> {
    const fn raw(self) -> &'a str {
        match self {
            Named::Key(key) => key.raw,
            Named::Unit { raw, .. } => raw,
        }
    }

    const fn write(self, w: &mut Writer<'_, '_>) {
        match self {
            Named::Key(key) => write_element(w, key),
            Named::Unit { json, .. } => w.out.put(json),
        }
    }
}

impl<'a> ExcludedNames<'a> {
    /// Returns the names that an alternative of an object must not have. There are none if it
    /// rejects all unknown names.
    pub(super) const fn of(w: &mut Writer<'_, 'a>, one: ObjectAt<'_, 'a>) -> Self {
        let mut all = ExcludedNames {
            names: [None; MAX_NAMES],
            n: 0,
            compared: 0,
            more: false,
        };
        let closed = matches!(w.d.closed(), Closed::Always);
        if !w.output && !closed && !is_closed(one.object, one.choice, one.frame) {
            all.find(one, one.has_rest());
        }
        all
    }

    /// `is_kept`: a flattened map keeps other names, so those of an `Option` are not lost, except
    /// those that serde takes for a struct or a tagged enum before the map.
    const fn find(&mut self, one: ObjectAt<'_, 'a>, is_kept: bool) {
        let frame = one.frame;
        let mut after_map = false;
        let mut fields = one.fields();
        while let Some((_, part)) = fields.flattened() {
            match part.choose(frame) {
                (Alternative::Object(inner, number, at), _) if !is_external(part.schema, frame) => {
                    let one = ObjectAt::of(inner, number, &at);
                    self.find(one, is_kept);
                    after_map = after_map || one.has_rest();
                }
                (Alternative::Object(..) | Alternative::Unit(_), _) => {
                    self.add_others(part, frame);
                }
                (Alternative::Nothing, true)
                    if !is_kept || !after_map && takes_names(part.schema, frame) =>
                {
                    self.add_others(part, frame);
                }
                (Alternative::Rest(..) | Alternative::AnyRest, _) => after_map = true,
                _ => {}
            }
        }
    }

    /// Adds the names of all alternatives of a flattened type but one. No two variants of an
    /// externally tagged enum have the same.
    const fn add_others(&mut self, part: Flattened<'a>, frame: &Frame<'_, 'a>) {
        let differ = is_external(part.schema, frame);
        let mut other = 0;
        while other < part.count && !self.more {
            if !differ {
                self.compared = self.n;
            }
            if other != part.number {
                match choose(part.schema, other, frame).0 {
                    Alternative::Object(inner, number, at) => {
                        self.add_all(ObjectAt::of(inner, number, &at));
                    }
                    Alternative::Unit(value) if value.flags & Field::OUTPUT_ONLY == 0 => {
                        if let Literal::String(name) = &value.value {
                            self.add(Named::Unit {
                                raw: name.raw(),
                                json: name.json(),
                            });
                        }
                    }
                    _ => {}
                }
            }
            other += 1;
        }
        self.compared = self.n;
    }

    /// Adds the names of an object's properties.
    const fn add_all(&mut self, one: ObjectAt<'_, 'a>) {
        let mut fields = one.fields();
        while let Some((field, part)) = fields.next() {
            let Some(part) = part else {
                self.add(Named::Key(&field.key));
                continue;
            };
            if let Alternative::Object(inner, number, at) = part.choose(one.frame).0 {
                self.add_all(ObjectAt::of(inner, number, &at));
            }
        }
    }

    const fn add(&mut self, name: Named<'a>) {
        let mut i = 0;
        while i < self.compared {
            if let Some(other) = self.names[i]
                && eq(other.raw(), name.raw())
            {
                return;
            }
            i += 1;
        }
        if self.n < MAX_NAMES {
            self.names[self.n] = Some(name);
            self.n += 1;
        } else {
            self.more = true;
        }
    }

    /// Describes the names, if the dialect has no keyword for them.
    pub(super) const fn words(
        &self,
        w: &mut Writer<'_, 'a>,
        text: &mut Description,
        frame: &Frame<'_, 'a>,
    ) {
        if self.n == 0 || w.d.has(kw::DEPENDENCIES) {
            return;
        }
        text.write_constraint(w, "without ", "");
        self.list(w, ", ");
        w.described(frame, "not", NO_KEYWORD);
        self.note_more(w, frame);
    }

    /// Writes `not`, if the dialect has it.
    pub(super) const fn keyword(&self, w: &mut Writer<'_, 'a>, frame: &Frame<'_, 'a>) {
        if self.n == 0 || !w.d.has(kw::DEPENDENCIES) {
            return;
        }
        self.note_more(w, frame);
        lit!(w.out, ",\"not\":{\"anyOf\":[{\"required\":[\"");
        self.list(w, "\"]},{\"required\":[\"");
        lit!(w.out, "\"]}]}");
    }

    /// Reports names that are left out.
    const fn note_more(&self, w: &mut Writer<'_, 'a>, frame: &Frame<'_, 'a>) {
        if self.more {
            w.note(
                frame,
                Outcome::Widened,
                "not",
                "only 64 names of other alternatives are excluded",
            );
        }
    }

    const fn list(&self, w: &mut Writer<'_, 'a>, between: &str) {
        let mut i = 0;
        while i < self.n {
            if i > 0 {
                w.out.put(between);
            }
            if let Some(name) = self.names[i] {
                name.write(w);
            }
            i += 1;
        }
    }
}
