//! A flattened `Option`: its required properties are all present, or none of its properties is.
//! Serde reads an incomplete one as `None`, and the decoder rejects it.

use super::describe::Description;
use super::notes::NO_KEYWORD;
use super::place::SchemaPlace;
use super::properties::{key, write_element};
use super::writer::Writer;
use crate::const_str::eq;
use crate::dialect::kw;
use crate::json::lit;
use crate::schema::{Field, Literal};
use crate::shape::{Alternative, Frame, FrameStep, ObjectAt, is_optional};

/// The type in a flattened `Option`, and the flattened `Option`s around it.
#[derive(Clone, Copy)]
pub(crate) struct FlattenedOption<'p, 'a> {
    pub(super) one: ObjectAt<'p, 'a>,
    pub(super) up: Option<&'p FlattenedOption<'p, 'a>>,
}

impl<'a> FlattenedOption<'_, 'a> {
    /// Describes the properties that one of these requires, if the dialect has no keyword for it.
    pub(super) const fn words(
        &self,
        w: &mut Writer<'_, 'a>,
        text: &mut Description,
        place: &SchemaPlace<'_, 'a>,
    ) {
        let FrameStep::Property(name) = place.step else {
            return;
        };
        if w.d.has(kw::DEPENDENCIES) || !self.requires_any(w, name) {
            return;
        }
        text.write_constraint(w, "requires ", "");
        self.list(w, name, &mut NameList::new("", ", "));
        w.described(&place.frame(), "dependentRequired", NO_KEYWORD);
    }

    const fn requires_any(&self, w: &mut Writer<'_, 'a>, name: &str) -> bool {
        let mut count = NameList {
            texts: None,
            len: 0,
        };
        self.list(w, name, &mut count);
        count.len > 0
    }

    /// Lists the properties that the one of that name requires.
    const fn list(&self, w: &mut Writer<'_, 'a>, name: &str, list: &mut NameList) {
        list.add(w, self.one, Listed::RequiredBut(name));
        if let Some(up) = self.up {
            up.list(w, name, list);
        }
    }
}

/// The names of an object that a list has.
#[derive(Clone, Copy)]
pub(super) enum Listed<'n> {
    All,
    /// Those of required properties, except this one.
    RequiredBut(&'n str),
}

/// A list of names that is being written.
pub(super) struct NameList {
    /// The text before the first name, and the text between two names. `None`: the names are only
    /// counted.
    texts: Option<(&'static str, &'static str)>,
    /// The number of names.
    pub(super) len: usize,
}

impl NameList {
    pub(super) const fn new(open: &'static str, between: &'static str) -> Self {
        NameList {
            texts: Some((open, between)),
            len: 0,
        }
    }

    /// Writes what comes before a name. Returns whether to write the name.
    const fn begin(&mut self, w: &mut Writer<'_, '_>) -> bool {
        self.len += 1;
        let Some((open, between)) = self.texts else {
            return false;
        };
        w.out.put(if self.len == 1 { open } else { between });
        true
    }

    /// Adds the names of an object.
    pub(super) const fn add<'a>(
        &mut self,
        w: &mut Writer<'_, 'a>,
        one: ObjectAt<'_, 'a>,
        which: Listed<'_>,
    ) {
        let frame = one.frame;
        let mut fields = one.fields();
        while let Some((field, part)) = fields.next() {
            let Some(part) = part else {
                if which.has(field, frame) && self.begin(w) {
                    write_element(w, key(w, field));
                }
                continue;
            };
            match part.choose(frame) {
                (Alternative::Object(inner, number, at), optional)
                    if !optional || matches!(which, Listed::All) =>
                {
                    self.add(w, ObjectAt::of(inner, number, &at), which);
                }
                (Alternative::Unit(value), _) => {
                    if let Literal::String(name) = &value.value
                        && self.begin(w)
                    {
                        w.out.put(name.json());
                    }
                }
                _ => {}
            }
        }
    }
}

impl Listed<'_> {
    const fn has<'a>(self, field: &'a Field<'a>, frame: &Frame<'_, 'a>) -> bool {
        match self {
            Listed::All => true,
            Listed::RequiredBut(name) => !is_optional(field, frame) && !eq(field.key.raw, name),
        }
    }
}

/// Writes `dependentRequired`.
pub(super) const fn dependent_required<'a>(w: &mut Writer<'_, 'a>, one: ObjectAt<'_, 'a>) {
    let mut first = true;
    dependencies(w, one, None, &mut first);
    if !first {
        lit!(w.out, "}");
    }
}

const fn dependencies<'a>(
    w: &mut Writer<'_, 'a>,
    one: ObjectAt<'_, 'a>,
    option: Option<&FlattenedOption<'_, 'a>>,
    first: &mut bool,
) {
    let mut fields = one.fields();
    while let Some((field, part)) = fields.next() {
        if let Some(part) = part {
            if let (Alternative::Object(inner, number, at), optional) = part.choose(one.frame) {
                let one = ObjectAt::of(inner, number, &at);
                let own = FlattenedOption { one, up: option };
                let option = if optional { Some(&own) } else { option };
                dependencies(w, one, option, first);
            }
        } else if let Some(option) = option
            && option.requires_any(w, field.key.raw)
        {
            let open = ",\"dependentRequired\":{\"";
            w.out.put(if *first { open } else { ",\"" });
            *first = false;
            write_element(w, key(w, field));
            let mut list = NameList::new("\":[\"", "\",\"");
            option.list(w, field.key.raw, &mut list);
            lit!(w.out, "\"]");
        }
    }
}
