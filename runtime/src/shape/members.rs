//! The properties of one alternative of an object, including those of flattened types.

use super::flatten::Fields;
use super::{
    Alternative, Frame, Place, choose, has_rest, is_external, is_optional, resolve, takes_names,
};
use crate::schema::{EnumValue, Field, Kind, Link, Literal, Map, Object, Schema, Tagging};

/// A property of an object.
pub(crate) enum ObjectMember<'a> {
    Field(&'a Field<'a>),
    /// A unit variant of a flattened enum: `null` under its name.
    Unit(&'a EnumValue<'a>),
    /// The content of a unit variant of an adjacently tagged enum: `null` under that name, or
    /// nothing. No schema shows it.
    UnitContent(&'a str),
}

impl<'a> ObjectMember<'a> {
    pub(crate) fn field(&self) -> Option<&'a Field<'a>> {
        match self {
            ObjectMember::Field(field) => Some(field),
            ObjectMember::Unit(_) | ObjectMember::UnitContent(_) => None,
        }
    }

    /// Returns serde's first name for the property.
    pub(crate) fn name(&self) -> &'a str {
        match self {
            ObjectMember::Field(field) => field.key.raw,
            ObjectMember::Unit(value) => match &value.value {
                Literal::String(name) => name.raw(),
                _ => "",
            },
            ObjectMember::UnitContent(name) => name,
        }
    }

    pub(crate) fn aliases(&self) -> &'a [&'a str] {
        match self {
            ObjectMember::Field(field) => field.aliases(),
            ObjectMember::Unit(value) => value.aliases(),
            ObjectMember::UnitContent(_) => &[],
        }
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &'a str> {
        core::iter::once(self.name()).chain(self.aliases().iter().copied())
    }

    pub(crate) fn may_be_absent(&self, at: &Frame<'_, 'a>) -> bool {
        match self {
            ObjectMember::Field(field) => is_optional(field, at),
            ObjectMember::Unit(_) => false,
            ObjectMember::UnitContent(_) => true,
        }
    }

    /// Returns true if serde reads the property under that name.
    pub(crate) fn answers_to(&self, name: &str) -> bool {
        self.name() == name || self.aliases().contains(&name)
    }
}

/// The other names that an object accepts.
#[derive(Clone, Copy)]
pub(crate) enum OtherNames {
    None,
    Any,
    /// Those of a map, which [`with_rest`] shows.
    Values,
}

/// The position of a property among those of an object and of its flattened types.
#[derive(Clone, Copy)]
pub(crate) struct MemberPosition {
    pub(crate) index: usize,
    /// The properties of the innermost flattened `Option` that has this one: the index of the
    /// first, and the index after the last.
    pub(crate) option: Option<(usize, usize)>,
}

impl MemberPosition {
    /// Returns true if a flattened `Option` makes the property optional.
    pub(crate) fn is_optional(self) -> bool {
        self.option.is_some()
    }
}

/// A function that gets each property of an object, its frame and its position.
pub(crate) type VisitMember<'v, 'a> =
    &'v mut dyn FnMut(&ObjectMember<'a>, &Frame<'_, 'a>, MemberPosition);

pub(crate) fn walk_members<'a>(
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
    visit: VisitMember<'_, 'a>,
) -> OtherNames {
    let mut next = MemberPosition {
        index: 0,
        option: None,
    };
    members_from(&mut next, object, choice, frame, visit)
}

fn members_from<'a>(
    next: &mut MemberPosition,
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
    visit: VisitMember<'_, 'a>,
) -> OtherNames {
    let mut rest = OtherNames::None;
    let mut fields = Fields::of(object, choice, frame);
    while let Some((field, part)) = fields.next() {
        let Some(part) = part else {
            visit(&ObjectMember::Field(field), frame, *next);
            next.index += 1;
            if let Some(name) = field.unit_content() {
                visit(&ObjectMember::UnitContent(name), frame, *next);
                next.index += 1;
            }
            continue;
        };
        match part.choose(frame) {
            (Alternative::Object(inner, number, at), optional) => {
                let around = next.option;
                if optional {
                    let mut count = 0;
                    walk_members(inner, number, &at, &mut |_, _, _| count += 1);
                    next.option = Some((next.index, next.index + count));
                }
                let found = members_from(next, inner, number, &at, visit);
                next.option = around;
                if !matches!(found, OtherNames::None) {
                    rest = found;
                }
            }
            // It is required: its absence is a separate alternative.
            (Alternative::Unit(value), _) => {
                let position = MemberPosition {
                    option: None,
                    ..*next
                };
                visit(&ObjectMember::Unit(value), frame, position);
                next.index += 1;
            }
            (Alternative::Rest(..), _) => rest = OtherNames::Values,
            (Alternative::AnyRest, _) => rest = OtherNames::Any,
            (Alternative::Nothing | Alternative::Impossible(_), _) => {}
        }
    }
    rest
}

/// Returns the result of `look`, called with the map that keeps other names and with its frame.
/// Such a frame exists only during the call. `None` if the object has no such map.
pub(crate) fn with_rest<'a, T>(
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
    look: impl FnOnce(&'a Map<'a>, &Frame<'_, 'a>) -> T,
) -> Option<T> {
    let mut look = Some(look);
    let mut result = None;
    walk_maps(object, choice, frame, &mut |map, at| {
        if let Some(look) = look.take() {
            result = Some(look(map, at));
        }
    });
    result
}

fn walk_maps<'a>(
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
    visit: &mut dyn FnMut(&'a Map<'a>, &Frame<'_, 'a>),
) {
    let mut fields = Fields::of(object, choice, frame);
    while let Some((_, part)) = fields.flattened() {
        match part.choose(frame).0 {
            Alternative::Object(inner, number, at) => walk_maps(inner, number, &at, visit),
            Alternative::Rest(map, at) => visit(map, &at),
            _ => {}
        }
    }
}

/// Calls `visit` with the properties that are lost because their flattened `Option` is `None` in
/// this alternative of the object. If a map keeps other names, it gets them too, except those that
/// serde takes for a struct or a tagged enum before it ([`takes_names`]).
pub(crate) fn walk_members_of_none<'a>(
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
    visit: VisitMember<'_, 'a>,
) {
    let is_kept = has_rest(object, choice, frame);
    members_of_none(object, choice, frame, is_kept, visit);
}

fn members_of_none<'a>(
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
    is_kept: bool,
    visit: VisitMember<'_, 'a>,
) {
    let mut after_map = false;
    let mut fields = Fields::of(object, choice, frame);
    while !after_map && let Some((_, part)) = fields.flattened() {
        match part.choose(frame) {
            (Alternative::Object(inner, number, at), _) => {
                members_of_none(inner, number, &at, is_kept, visit);
                after_map = has_rest(inner, number, &at);
            }
            (Alternative::Nothing, true) if !is_kept || takes_names(part.schema, frame) => {
                let others = 0..part.count - 1;
                others.for_each(|other| walk_alternative(part.schema, other, frame, visit));
            }
            (Alternative::Rest(..) | Alternative::AnyRest, _) => after_map = true,
            _ => {}
        }
    }
}

/// Calls `visit` for all flattened, externally tagged enums: with the variant that this alternative
/// of the object has, and each variant. Serde reads the first of their names in the text.
pub(crate) fn walk_variants<'a>(
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
    visit: &mut dyn FnMut(&ObjectMember<'a>, &ObjectMember<'a>),
) {
    let mut fields = Fields::of(object, choice, frame);
    while let Some((_, part)) = fields.flattened() {
        let chosen = match part.choose(frame).0 {
            Alternative::Object(inner, number, at) if !is_external(part.schema, frame) => {
                walk_variants(inner, number, &at, visit);
                continue;
            }
            Alternative::Object(Object { fields: [one], .. }, ..) => ObjectMember::Field(one),
            Alternative::Unit(value) => ObjectMember::Unit(value),
            _ => continue,
        };
        for other in 0..part.count {
            walk_alternative(part.schema, other, frame, &mut |member, _, _| {
                visit(&chosen, member);
            });
        }
    }
}

/// Calls `visit` with each property of one alternative of a flattened type.
fn walk_alternative<'a>(
    schema: &'a Schema<'a>,
    number: usize,
    frame: &Frame<'_, 'a>,
    visit: VisitMember<'_, 'a>,
) {
    match choose(schema, number, frame).0 {
        Alternative::Object(inner, number, at) => {
            walk_members(inner, number, &at, visit);
        }
        Alternative::Unit(value) => {
            let position = MemberPosition {
                index: 0,
                option: None,
            };
            visit(&ObjectMember::Unit(value), frame, position);
        }
        _ => {}
    }
}

pub(crate) fn flattens_untagged<'a>(object: &'a Object<'a>, frame: &Frame<'_, 'a>) -> bool {
    let mut fields = object.fields.iter();
    fields.any(|field| frame.flattens(field) && is_untagged(&field.ty, frame, MAX_DEPTH))
}

/// Maximum number of types inside one another that are looked at. Beyond it, a type counts as one
/// with such alternatives.
const MAX_DEPTH: u8 = 16;

fn is_untagged<'a>(link: &'a Link<'a>, up: &Frame<'_, 'a>, deep: u8) -> bool {
    let Some(deep) = deep.checked_sub(1) else {
        return true;
    };
    let schema = resolve(link, up);
    let frame = Place::choice(up).frame(schema);
    let in_object = |object: &'a Object<'a>| {
        let mut fields = object.fields.iter();
        fields.any(|field| frame.flattens(field) && is_untagged(&field.ty, &frame, deep))
    };
    match &schema.kind {
        Kind::Option(inner) => is_untagged(inner, &frame, deep),
        Kind::Newtype(newtype) => is_untagged(&newtype.ty, &frame, deep),
        Kind::Object(object) => in_object(object),
        Kind::Union(union) => {
            union.tagging == Tagging::Untagged
                || (union.variants.iter()).any(|variant| match &variant.kind {
                    Kind::Object(object) => in_object(object),
                    _ => false,
                })
        }
        _ => false,
    }
}

/// Returns the names of an object's hidden fields, without those of flattened types.
pub(crate) fn own_hidden_names<'a>(object: &'a Object<'a>) -> impl Iterator<Item = &'a str> {
    let fields = object.fields.iter();
    let own = fields.filter(|field| field.has(Field::HIDDEN));
    own.flat_map(|field| core::iter::once(field.key.raw).chain(field.aliases().iter().copied()))
}

/// Returns the names under which serde reads hidden fields.
pub(crate) fn hidden_names<'a>(
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
) -> Vec<&'a str> {
    let mut names: Vec<_> = own_hidden_names(object).collect();
    let mut fields = Fields::of(object, choice, frame);
    while let Some((_, part)) = fields.flattened() {
        if let Alternative::Object(inner, number, at) = part.choose(frame).0 {
            names.extend(hidden_names(inner, number, &at));
        }
    }
    names
}

pub(crate) fn is_member<'a>(
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
    name: &str,
) -> bool {
    let mut found = false;
    walk_members(object, choice, frame, &mut |member, _, _| {
        found = found || member.answers_to(name);
    });
    found
}
