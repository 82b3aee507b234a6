//! Ambiguity of a union's alternatives in a dialect that writes some values as strings. Such a
//! string may also be a value of another alternative.

mod text;

use super::entries::UNIONS;
use super::newtype::union_kind;
use super::{Frame, TupleForm, is_optional, map_is_entries, tuple_form};
use crate::const_str::eq;
use crate::dialect::{DialectReader, MapStyle};
use crate::schema::{Field, Kind, Link, Object, Schema, Tagging, Union};
use text::{StringForm, has_json, may_be_number, overlap, reads_others, text};

/// Maximum number of schemas, names and values compared for one union. Beyond it, two of its
/// alternatives count as alike.
const MAX_STEPS: usize = 100_000;

/// Uses some comparisons. Returns `false` if none are left.
const fn spend(steps: &mut usize, n: usize) -> bool {
    *steps = steps.saturating_sub(n);
    *steps > 0
}

/// The overlap of two schemas' forms.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Common {
    /// No form belongs to both.
    Nothing,
    /// Each shared form is the same value in both.
    Same,
    /// A shared form may be one value in the first schema and another one in the second.
    Other,
}

/// Returns true if a value of one alternative may have the form of another value of an earlier
/// alternative, which would be read instead.
pub(crate) const fn are_alike(d: &mut DialectReader<'_>, union: &Union<'_>) -> bool {
    if !matches!(union.tagging, Tagging::Untagged) {
        return false;
    }
    let mut steps = MAX_STEPS;
    let mut later = 1;
    while later < union.variants.len() {
        let mut first = 0;
        while first < later {
            let (a, b) = (&union.variants[first], &union.variants[later]);
            if matches!(common(d, a, b, UNIONS, &mut steps), Common::Other) {
                return true;
            }
            first += 1;
        }
        later += 1;
    }
    false
}

const fn common(
    d: &mut DialectReader<'_>,
    first: &Schema<'_>,
    later: &Schema<'_>,
    deep: u8,
    steps: &mut usize,
) -> Common {
    if deep == 0 {
        return Common::Same;
    }
    let (a, b) = (text(d, first), text(d, later));
    if !spend(steps, 1 + a.count() * b.count()) {
        return Common::Other;
    }
    match (a, b) {
        (StringForm::No, StringForm::No) => return of_kinds(d, first, later, deep - 1, steps),
        (StringForm::No, _) | (_, StringForm::No) => {}
        (StringForm::Names(a), StringForm::Names(b))
        | (StringForm::Numbers(a), StringForm::Numbers(b)) => {
            return if overlap(a, b) {
                Common::Same
            } else {
                Common::Nothing
            };
        }
        // If the first accepts a form of the second, it is the same value in both.
        (StringForm::Any, _)
        | (StringForm::Own(_), StringForm::Own(_) | StringForm::Names(_))
        | (StringForm::Names(_), StringForm::Own(_))
        | (StringForm::Json, StringForm::Json | StringForm::Any)
        | (StringForm::Numbers(_), StringForm::Any) => return Common::Same,
        (StringForm::Own(holds_json), _) | (_, StringForm::Own(holds_json)) => {
            return if_any(holds_json);
        }
        (StringForm::Names(names), StringForm::Any) => return if_any(has_json(names)),
        (StringForm::Names(names), StringForm::Json)
        | (StringForm::Json, StringForm::Names(names)) => return if_any(reads_others(names)),
        (StringForm::Names(names), StringForm::Numbers(numbers))
        | (StringForm::Numbers(numbers), StringForm::Names(names)) => {
            return if_any(may_be_number(names, numbers));
        }
        _ => return Common::Nothing,
    }
    match (union_kind(first), union_kind(later)) {
        (Kind::Union(_), _) | (_, Kind::Union(_)) => of_kinds(d, first, later, deep - 1, steps),
        _ => Common::Nothing,
    }
}

const fn if_any(shared: bool) -> Common {
    if shared {
        Common::Other
    } else {
        Common::Nothing
    }
}

const fn of_kinds(
    d: &mut DialectReader<'_>,
    first: &Schema<'_>,
    later: &Schema<'_>,
    deep: u8,
    steps: &mut usize,
) -> Common {
    let kinds = (union_kind(first), union_kind(later));
    match kinds {
        (Kind::Union(union), _) | (_, Kind::Union(union)) => {
            let of_first = matches!(kinds.0, Kind::Union(_));
            let mut found = Common::Nothing;
            let mut i = 0;
            while i < union.variants.len() {
                let variant = &union.variants[i];
                let one = if of_first {
                    common(d, variant, later, deep, steps)
                } else {
                    common(d, first, variant, deep, steps)
                };
                found = either(found, one);
                i += 1;
            }
            found
        }
        (Kind::Array(a), Kind::Array(b)) => {
            // The empty list belongs to both.
            either(Common::Same, of_links(d, &a.items, &b.items, deep, steps))
        }
        (Kind::Tuple(a), Kind::Tuple(b))
            if a.len() != b.len() || !same_form(tuple_form(d, a), tuple_form(d, b)) =>
        {
            Common::Nothing
        }
        (Kind::Tuple(_), Kind::Tuple(_) | Kind::Array(_)) | (Kind::Array(_), Kind::Tuple(_)) => {
            let mut found = Common::Same;
            let mut i = 0;
            while let (Some(a), Some(b)) = (item(kinds.0, i), item(kinds.1, i)) {
                found = both(found, of_links(d, a, b, deep, steps));
                i += 1;
            }
            found
        }
        (Kind::Map(a), Kind::Map(b)) if map_is_entries(d, a) == map_is_entries(d, b) => {
            // So does the empty map.
            either(Common::Same, of_links(d, &a.value, &b.value, deep, steps))
        }
        (Kind::Object(_) | Kind::Map(_), Kind::Object(_) | Kind::Map(_)) => {
            let (Some(a), Some(b)) = (MemberForms::of(d, kinds.0), MemberForms::of(d, kinds.1))
            else {
                return Common::Nothing;
            };
            members(d, a, b, deep, steps)
        }
        (Kind::Boolean, Kind::Boolean)
        | (
            Kind::Integer(_) | Kind::Number(_) | Kind::Enum(_),
            Kind::Integer(_) | Kind::Number(_) | Kind::Enum(_),
        )
        | (Kind::Any, _)
        | (_, Kind::Any) => Common::Same,
        _ => Common::Nothing,
    }
}

/// Returns the type of a list's item. A tuple has no more items than types.
const fn item<'a>(list: &'a Kind<'a>, i: usize) -> Option<&'a Link<'a>> {
    match list {
        Kind::Tuple(items) if i < items.len() => Some(&items[i]),
        Kind::Array(array) => Some(&array.items),
        _ => None,
    }
}

const fn same_form(a: TupleForm, b: TupleForm) -> bool {
    matches!(a, TupleForm::Object) == matches!(b, TupleForm::Object)
}

const fn of_links(
    d: &mut DialectReader<'_>,
    first: &Link<'_>,
    later: &Link<'_>,
    deep: u8,
    steps: &mut usize,
) -> Common {
    match (first.known(), later.known()) {
        (Some(first), Some(later)) => common(d, first, later, deep, steps),
        // A type inside itself.
        _ => Common::Same,
    }
}

/// Combines two alternatives.
const fn either(a: Common, b: Common) -> Common {
    match (a, b) {
        (Common::Other, _) | (_, Common::Other) => Common::Other,
        (Common::Nothing, Common::Nothing) => Common::Nothing,
        _ => Common::Same,
    }
}

/// Combines two places of one value.
const fn both(a: Common, b: Common) -> Common {
    match (a, b) {
        (Common::Nothing, _) | (_, Common::Nothing) => Common::Nothing,
        (Common::Other, _) | (_, Common::Other) => Common::Other,
        _ => Common::Same,
    }
}

/// The properties of an object or a map that are members of one object in the dialect.
#[derive(Clone, Copy)]
struct MemberForms<'a> {
    fields: &'a [Field<'a>],
    rest: UnknownMembers<'a>,
}

#[derive(Clone, Copy)]
enum UnknownMembers<'a> {
    /// Other names are rejected.
    Closed,
    /// Other names are ignored.
    Ignored,
    /// Values of other names, of this type.
    Of(&'a Schema<'a>),
}

impl<'a> MemberForms<'a> {
    /// Returns `None` if the type isn't written as an object with these members, or has flattened
    /// members of other types.
    const fn of(d: &mut DialectReader<'_>, kind: &'a Kind<'a>) -> Option<Self> {
        match kind {
            Kind::Map(map) if !map_is_entries(d, map) => match map.value.known() {
                Some(value) => Some(MemberForms {
                    fields: &[],
                    rest: UnknownMembers::Of(value),
                }),
                None => None,
            },
            Kind::Object(object) => Self::of_object(d, object),
            _ => None,
        }
    }

    const fn of_object(d: &mut DialectReader<'_>, object: &'a Object<'a>) -> Option<Self> {
        let mut rest = if object.is_closed() {
            UnknownMembers::Closed
        } else {
            UnknownMembers::Ignored
        };
        let mut i = 0;
        while i < object.fields.len() {
            let field = &object.fields[i];
            if Frame::ROOT.flattens(field) {
                let Some(schema) = field.ty.known() else {
                    return None;
                };
                rest = match (union_kind(schema), d.maps()) {
                    (Kind::Any, MapStyle::Schema) => UnknownMembers::Of(schema),
                    (Kind::Map(map), MapStyle::Schema) => match map.value.known() {
                        Some(value) => UnknownMembers::Of(value),
                        None => return None,
                    },
                    // It is a list in a property of its own.
                    (Kind::Any | Kind::Map(_), _) => UnknownMembers::Ignored,
                    _ => return None,
                };
            }
            i += 1;
        }
        Some(MemberForms {
            fields: object.fields,
            rest,
        })
    }

    const fn field(self, name: &str) -> Option<&'a Field<'a>> {
        let mut i = 0;
        while i < self.fields.len() {
            let field = &self.fields[i];
            if is_member(field) && eq(field.key.raw, name) {
                return Some(field);
            }
            i += 1;
        }
        None
    }
}

const fn is_member(field: &Field<'_>) -> bool {
    field.flags & (Field::FLATTEN | Field::OUTPUT_ONLY) == 0
}

const fn members(
    d: &mut DialectReader<'_>,
    first: MemberForms<'_>,
    later: MemberForms<'_>,
    deep: u8,
    steps: &mut usize,
) -> Common {
    let mut found = Common::Same;
    let mut i = 0;
    while i < first.fields.len() + later.fields.len() {
        let of_first = i < first.fields.len();
        let field = if of_first {
            &first.fields[i]
        } else {
            &later.fields[i - first.fields.len()]
        };
        i += 1;
        let other = if of_first { later } else { first };
        if !spend(steps, 1 + other.fields.len()) {
            return Common::Other;
        }
        let beside = other.field(field.key.raw);
        if !is_member(field) || !of_first && beside.is_some() {
            continue;
        }
        let Some(own) = field.ty.known() else {
            continue;
        };
        let optional = is_optional(field, &Frame::ROOT)
            && match beside {
                Some(beside) => is_optional(beside, &Frame::ROOT),
                None => true,
            };
        let there = match (beside, other.rest) {
            (Some(beside), _) => match beside.ty.known() {
                Some(beside) => Some(beside),
                None => continue,
            },
            (None, UnknownMembers::Of(value)) => Some(value),
            (None, UnknownMembers::Closed) => None,
            // A name that the first doesn't know is the same as an absent one.
            (None, UnknownMembers::Ignored) if of_first => None,
            (None, UnknownMembers::Ignored) => continue,
        };
        let here = match there {
            None => Common::Nothing,
            Some(there) if of_first => common(d, own, there, deep, steps),
            Some(there) => common(d, there, own, deep, steps),
        };
        match here {
            Common::Nothing if optional => {}
            other => found = both(found, other),
        }
        if matches!(found, Common::Nothing) {
            return found;
        }
    }
    match (first.rest, later.rest) {
        (UnknownMembers::Of(a), UnknownMembers::Of(b)) => {
            either(found, common(d, a, b, deep, steps))
        }
        _ => found,
    }
}
