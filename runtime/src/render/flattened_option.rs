//! The names of a flattened `Option` and of the alternatives of an object.
//!
//! Of the required properties of a flattened `Option` all are present, or none of its properties
//! is: serde reads an incomplete one as `None`, and the decoder rejects it. The names of another
//! alternative must be absent: an object that is open otherwise would accept them, and serde would
//! lose their values.

use super::describe::{Description, SchemaPlace};
use super::notes::{NO_KEYWORD, Outcome};
use super::properties::{key, write_element};
use super::writer::Writer;
use crate::const_str::eq;
use crate::dialect::{Closed, kw};
use crate::json::lit;
use crate::schema::{Field, Key, Literal, Text};
use crate::shape::{
    Alternative, FlattenedType, Frame, FrameStep, ObjectAt, choose, is_closed, is_external,
    is_optional, takes_names,
};

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

    const fn list(&self, w: &mut Writer<'_, 'a>, name: &str, list: &mut NameList) {
        list.add(w, self.one, NameFilter::RequiredBut(name));
        if let Some(up) = self.up {
            up.list(w, name, list);
        }
    }
}

/// The names of an object that a list has.
#[derive(Clone, Copy)]
pub(super) enum NameFilter<'n> {
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

    pub(super) const fn add<'a>(
        &mut self,
        w: &mut Writer<'_, 'a>,
        one: ObjectAt<'_, 'a>,
        which: NameFilter<'_>,
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
                    if !optional || matches!(which, NameFilter::All) =>
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

impl NameFilter<'_> {
    const fn has<'a>(self, field: &'a Field<'a>, frame: &Frame<'_, 'a>) -> bool {
        match self {
            NameFilter::All => true,
            NameFilter::RequiredBut(name) => !is_optional(field, frame) && !eq(field.key.raw, name),
        }
    }
}

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

/// The names that an alternative of an object must not have: those of a flattened `Option` that is
/// `None` in it, and those of the other variants of a flattened, externally tagged enum.
pub(super) struct ExcludedNames<'a> {
    names: [Option<MemberName<'a>>; MAX_NAMES],
    n: usize,
    /// The number of names that another one may be equal to.
    compared: usize,
    /// True if there are more.
    more: bool,
}

/// Further names are left out.
const MAX_NAMES: usize = 64;

#[derive(Clone, Copy)]
enum MemberName<'a> {
    Key(&'a Key<'a>),
    Unit(&'a Text<'a>),
}

impl<'a> MemberName<'a> {
    const fn raw(self) -> &'a str {
        match self {
            MemberName::Key(key) => key.raw,
            MemberName::Unit(name) => name.raw(),
        }
    }

    const fn write(self, w: &mut Writer<'_, '_>) {
        match self {
            MemberName::Key(key) => write_element(w, key),
            MemberName::Unit(name) => w.out.put(name.json()),
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
                    self.add_other_alternatives(part, frame);
                }
                (Alternative::Nothing, true)
                    if !is_kept || !after_map && takes_names(part.schema, frame) =>
                {
                    self.add_other_alternatives(part, frame);
                }
                (Alternative::Rest(..) | Alternative::AnyRest, _) => after_map = true,
                _ => {}
            }
        }
    }

    /// Adds the names of all alternatives of a flattened type but one. No two variants of an
    /// externally tagged enum have the same.
    const fn add_other_alternatives(&mut self, part: FlattenedType<'a>, frame: &Frame<'_, 'a>) {
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
                            self.add(MemberName::Unit(name));
                        }
                    }
                    _ => {}
                }
            }
            other += 1;
        }
        self.compared = self.n;
    }

    const fn add_all(&mut self, one: ObjectAt<'_, 'a>) {
        let mut fields = one.fields();
        while let Some((field, part)) = fields.next() {
            let Some(part) = part else {
                self.add(MemberName::Key(&field.key));
                continue;
            };
            if let Alternative::Object(inner, number, at) = part.choose(one.frame).0 {
                self.add_all(ObjectAt::of(inner, number, &at));
            }
        }
    }

    const fn add(&mut self, name: MemberName<'a>) {
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
