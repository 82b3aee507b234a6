//! `flatten`: an object whose properties also come from other types.
//!
//! A flattened enum gives an object several alternatives, each with a number. [`choose`] decodes
//! the part of a number that belongs to one flattened field.

use super::alternatives::{AlternativeCount, alternatives};
use super::frame::{Frame, FrameStep, is_recursive_at, resolve};
use super::newtype::{Wrappers, peel};
#[cfg(feature = "call")]
use crate::schema::Union;
use crate::schema::{EnumValue, Field, Key, Kind, Map, Object, Schema, Tagging};

/// One alternative of a flattened type.
#[derive(Clone, Copy)]
pub(crate) enum Alternative<'f, 'a> {
    /// An object, with the number of its own alternative.
    Object(&'a Object<'a>, usize, Frame<'f, 'a>),
    /// A unit variant of an externally tagged enum: a property of that name that is `null`.
    Unit(&'a EnumValue<'a>),
    /// A map: other names are allowed, with values of its type.
    Rest(&'a Map<'a>, Frame<'f, 'a>),
    /// Any other names and values are allowed.
    AnyRest,
    /// Nothing at all: `()`, or `None`.
    Nothing,
    /// A type that can't be flattened: without properties, or a struct, an enum or a wrapper inside
    /// itself.
    Impossible(&'a Schema<'a>),
}

impl Alternative<'_, '_> {
    /// Returns true if the alternative is a map of other names, or an object that contains one.
    pub(crate) const fn has_rest(&self) -> bool {
        match self {
            Alternative::Rest(..) | Alternative::AnyRest => true,
            Alternative::Object(object, choice, at) => has_rest(object, *choice, at),
            _ => false,
        }
    }
}

/// One alternative of an object, and the frame of the object.
#[derive(Clone, Copy)]
pub(crate) struct ObjectAt<'f, 'a> {
    pub(crate) object: &'a Object<'a>,
    pub(crate) choice: usize,
    pub(crate) frame: &'f Frame<'f, 'a>,
}

impl<'f, 'a> ObjectAt<'f, 'a> {
    pub(crate) const fn of(
        object: &'a Object<'a>,
        choice: usize,
        frame: &'f Frame<'f, 'a>,
    ) -> Self {
        ObjectAt {
            object,
            choice,
            frame,
        }
    }

    pub(crate) const fn fields(self) -> Fields<'f, 'a> {
        Fields::of(self.object, self.choice, self.frame)
    }

    pub(crate) const fn has_rest(self) -> bool {
        has_rest(self.object, self.choice, self.frame)
    }
}

/// The fields of one alternative of an object, in the direction of its frame.
pub(crate) struct Fields<'f, 'a> {
    all: &'a [Field<'a>],
    next: usize,
    /// The rest of the alternative's number.
    choice: usize,
    frame: &'f Frame<'f, 'a>,
}

/// The type of a flattened field, and the part of the object's alternative that belongs to it.
#[derive(Clone, Copy)]
pub(crate) struct FlattenedType<'a> {
    pub(crate) schema: &'a Schema<'a>,
    pub(crate) number: usize,
    /// The number of alternatives of the type.
    pub(crate) count: usize,
}

impl<'f, 'a> Fields<'f, 'a> {
    pub(crate) const fn of(
        object: &'a Object<'a>,
        choice: usize,
        frame: &'f Frame<'f, 'a>,
    ) -> Self {
        Fields {
            all: object.fields,
            next: 0,
            choice,
            frame,
        }
    }

    pub(crate) const fn next(&mut self) -> Option<(&'a Field<'a>, Option<FlattenedType<'a>>)> {
        while self.next < self.all.len() {
            let field = &self.all[self.next];
            self.next += 1;
            if self.frame.skips(field) {
                continue;
            }
            if field.flags & Field::FLATTEN == 0 {
                return Some((field, None));
            }
            return Some((field, Some(self.part(field))));
        }
        None
    }

    pub(crate) const fn flattened(&mut self) -> Option<(&'a Field<'a>, FlattenedType<'a>)> {
        while self.next < self.all.len() {
            let field = &self.all[self.next];
            self.next += 1;
            if self.frame.flattens(field) {
                return Some((field, self.part(field)));
            }
        }
        None
    }

    /// Returns the index of the last field that was returned.
    pub(crate) const fn index(&self) -> usize {
        self.next - 1
    }

    /// Returns the next field, also of the other direction. For a flattened one of this direction,
    /// [`part`](Self::part) has to be called.
    pub(crate) const fn any(&mut self) -> Option<&'a Field<'a>> {
        if self.next == self.all.len() {
            return None;
        }
        self.next += 1;
        Some(&self.all[self.next - 1])
    }

    pub(crate) const fn part(&mut self, field: &'a Field<'a>) -> FlattenedType<'a> {
        let count = alternatives(&field.ty, self.frame);
        let number = self.choice % count;
        self.choice /= count;
        FlattenedType {
            schema: resolve(&field.ty, self.frame),
            number,
            count,
        }
    }
}

impl<'a> FlattenedType<'a> {
    /// Returns the chosen alternative, as [`choose`] does. `at` is the frame of the object.
    pub(crate) const fn choose<'f>(self, at: &'f Frame<'f, 'a>) -> (Alternative<'f, 'a>, bool) {
        choose(self.schema, self.number, at)
    }
}

/// Returns the alternative of that number. The `bool` is true if all its properties may be absent
/// (a flattened `Option`).
pub(crate) const fn choose<'f, 'a>(
    schema: &'a Schema<'a>,
    number: usize,
    at: &'f Frame<'f, 'a>,
) -> (Alternative<'f, 'a>, bool) {
    choose_inside(schema, number, at, at)
}

/// `inside` is the frame of the wrapper or enum around the type, which lasts only for the choice.
/// The alternative's own frame follows `at`, with the name of the innermost named type.
const fn choose_inside<'f, 'a>(
    schema: &'a Schema<'a>,
    number: usize,
    inside: &Frame<'_, 'a>,
    at: &'f Frame<'f, 'a>,
) -> (Alternative<'f, 'a>, bool) {
    if is_recursive_at(schema, inside) {
        return (Alternative::Impossible(schema), false);
    }
    let here = inside.below(FrameStep::Here, Some(schema));
    match &schema.kind {
        Kind::Object(object) => {
            let frame = at.below(FrameStep::Here, Some(schema));
            (Alternative::Object(object, number, frame), false)
        }
        Kind::Union(union) if union.plain && number < union.variants.len() => {
            let chosen = choose_inside(&union.variants[number], 0, &here, at);
            (in_frame_of(schema, chosen.0), chosen.1)
        }
        Kind::Union(union) => {
            let mut rest = number;
            let mut i = 0;
            while i < union.variants.len() {
                let n = AlternativeCount::of_variant(&union.variants[i], &here).n;
                if rest < n {
                    let chosen = choose_inside(&union.variants[i], rest, &here, at);
                    return (in_frame_of(schema, chosen.0), chosen.1);
                }
                rest -= n;
                i += 1;
            }
            (Alternative::Nothing, false)
        }
        Kind::Newtype(newtype) => {
            let chosen = choose_inside(resolve(&newtype.ty, &here), number, &here, at);
            (in_frame_of(schema, chosen.0), chosen.1)
        }
        Kind::Option(inner) => {
            let count = AlternativeCount::of(inner, &here);
            let inner = resolve(inner, &here);
            if number >= count.n {
                (Alternative::Nothing, true)
            } else {
                let alternative = choose_inside(inner, number, &here, at).0;
                (alternative, count.in_option(inner, &here) == 1)
            }
        }
        Kind::Enum(values) => (Alternative::Unit(&values.values[number]), false),
        Kind::Map(map) => {
            let frame = at.below(FrameStep::Here, Some(schema));
            (Alternative::Rest(map, frame), false)
        }
        Kind::Any => (Alternative::AnyRest, false),
        Kind::Null => (Alternative::Nothing, false),
        _ => (Alternative::Impossible(schema), false),
    }
}

/// Adds a wrapper or an enum around an alternative to its frame.
const fn in_frame_of<'f, 'a>(
    around: &'a Schema<'a>,
    alternative: Alternative<'f, 'a>,
) -> Alternative<'f, 'a> {
    match alternative {
        Alternative::Object(object, number, frame) => {
            Alternative::Object(object, number, frame.inside(around))
        }
        Alternative::Rest(map, frame) => Alternative::Rest(map, frame.inside(around)),
        other => other,
    }
}

/// Returns true for an externally tagged enum, also in an `Option` or a newtype.
pub(crate) const fn is_external<'a>(schema: &'a Schema<'a>, at: &Frame<'_, 'a>) -> bool {
    match &peel(schema, Wrappers::All, Some(at)).kind {
        Kind::Enum(_) => true,
        Kind::Union(union) => matches!(union.tagging, Tagging::External),
        _ => false,
    }
}

/// Returns true if serde takes away the names that a flattened type reads, so that a flattened map
/// after it doesn't get them: for an externally or adjacently tagged enum, or a struct without
/// flattened fields, also in an `Option` or a newtype. Every other type gets all names.
pub(crate) const fn takes_names<'a>(schema: &'a Schema<'a>, at: &Frame<'_, 'a>) -> bool {
    match &peel(schema, Wrappers::All, Some(at)).kind {
        Kind::Enum(_) => true,
        Kind::Union(union) => matches!(union.tagging, Tagging::External | Tagging::Adjacent),
        Kind::Object(object) => {
            let mut i = 0;
            while i < object.fields.len() {
                if at.flattens(&object.fields[i]) {
                    return false;
                }
                i += 1;
            }
            true
        }
        _ => false,
    }
}

/// Returns true if serde accepts a list for the object, with the fields in order. Flattened fields
/// rule it out, except one that contains everything after a tag.
#[cfg(feature = "call")]
pub(crate) fn takes_list(object: &Object<'_>) -> bool {
    (object.fields.iter())
        .all(|field| field.flags & (Field::FLATTEN | Field::WHOLE) != Field::FLATTEN)
}

/// Returns true if serde accepts a list of `items` items for a variant that is an object. It needs
/// a tag. A variant without other fields takes the tag alone, or the tag and `null` if the content
/// has a place of its own.
#[cfg(feature = "call")]
pub(crate) fn variant_takes_list(union: &Union<'_>, variant: &Schema<'_>, items: usize) -> bool {
    let Kind::Object(object) = &variant.kind else {
        return true;
    };
    let unit = matches!(object.fields, [tag] if tag.flags & Field::TAG != 0);
    match union.tagging {
        Tagging::Internal => !unit || items == 1,
        Tagging::Adjacent => !unit || items == 2,
        Tagging::External | Tagging::Untagged => false,
    }
}

/// Returns true if an alternative of an object has a property in the walk's direction, or
/// accepts any.
pub(crate) const fn has_members<'a>(
    object: &'a Object<'a>,
    number: usize,
    at: &Frame<'_, 'a>,
) -> bool {
    let mut fields = Fields::of(object, number, at);
    while let Some((_, part)) = fields.next() {
        let Some(part) = part else {
            return true;
        };
        match part.choose(at).0 {
            Alternative::Nothing => {}
            Alternative::Object(inner, choice, frame) if !has_members(inner, choice, &frame) => {}
            _ => return true,
        }
    }
    false
}

/// Returns true if the alternative of that number accepts other names: it has a flattened map or
/// `Value`.
pub(crate) const fn has_rest<'a>(
    object: &'a Object<'a>,
    number: usize,
    at: &Frame<'_, 'a>,
) -> bool {
    rest_field(object, number, at).is_some()
}

pub(crate) struct RestField<'a> {
    pub(crate) key: &'a Key<'a>,
    /// True if it belongs to a flattened `Option`, which is `None` if one of the names doesn't fit.
    pub(crate) optional: bool,
}

pub(crate) const fn rest_field<'a>(
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
) -> Option<RestField<'a>> {
    let mut fields = Fields::of(object, choice, frame);
    while let Some((field, part)) = fields.flattened() {
        match part.choose(frame) {
            (Alternative::Rest(..) | Alternative::AnyRest, optional) => {
                let key = &field.key;
                return Some(RestField { key, optional });
            }
            (Alternative::Object(inner, number, at), optional) => {
                if let Some(found) = rest_field(inner, number, &at) {
                    return Some(RestField {
                        key: found.key,
                        optional: found.optional || optional,
                    });
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the name of the flattened field that accepts the other names.
pub(crate) const fn rest_key<'a>(
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
) -> Option<&'a Key<'a>> {
    match rest_field(object, choice, frame) {
        Some(found) => Some(found.key),
        None => None,
    }
}
