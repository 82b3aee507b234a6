//! Which form a schema takes in a dialect. The renderer writes it, the decoder undoes it; both ask here.

use super::flatten::object_alternatives;
use super::frame::{Frame, named_around, resolve};
use crate::dialect::{Dialect, Keys, MapStyle, NullStyle, Recursion, kw};
#[cfg(feature = "call")]
use crate::schema::Newtype;
use crate::schema::{
    Enum, Field, Key, Kind, Link, Literal, Map, Schema, TypeName, Union, same_schema,
};

/// How a root is written: every provider wants an object there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RootForm {
    /// As it is.
    Plain,
    /// Under one property of this name.
    Under(&'static str),
}

pub(crate) const fn root_form<'a>(schema: &'a Schema<'a>) -> RootForm {
    match kind_inside(schema) {
        Kind::Object(object) => {
            if object_alternatives(object, &Frame::ROOT) == 1 {
                RootForm::Plain
            } else {
                RootForm::Under("input")
            }
        }
        _ => RootForm::Under("value"),
    }
}

/// The property that a map stands under where a list may stand in its place too.
pub(crate) const ENTRIES: &str = "entries";

/// How deep unions within unions are looked into: types may name themselves.
pub(super) const UNIONS: u8 = 8;

/// Whether a map is a list of `{key, value}` in the dialect. Words describe values that are scalars or any value; others need a schema.
pub(crate) const fn map_is_entries(d: &Dialect, map: &Map<'_>) -> bool {
    match (d.maps, &map.value) {
        (MapStyle::Schema, _) => false,
        (MapStyle::Entries, _) | (_, Link::ByName(_)) => true,
        (MapStyle::Words, Link::Static(value)) => has_parts(value.get()),
        (MapStyle::Words, Link::Borrowed(value)) => has_parts(value),
    }
}

const fn has_parts(schema: &Schema<'_>) -> bool {
    !matches!(
        several(schema),
        Kind::Any
            | Kind::Null
            | Kind::Boolean
            | Kind::Integer(_)
            | Kind::Number(_)
            | Kind::String(_)
            | Kind::Enum(_)
    )
}

/// What may stand in a dialect's text for a value.
#[derive(Clone, Copy)]
struct Lists {
    /// A map.
    map: bool,
    /// A map that is a list of entries.
    entries: bool,
    /// A list that is none.
    list: bool,
}

impl Lists {
    const NONE: Self = Lists {
        map: false,
        entries: false,
        list: false,
    };

    const fn of(d: &Dialect, schema: &Schema<'_>, deep: u8) -> Self {
        match several(schema) {
            Kind::Map(map) => Lists {
                map: true,
                entries: map_is_entries(d, map),
                list: false,
            },
            Kind::Array(_) | Kind::Tuple(_) => Lists {
                list: true,
                ..Self::NONE
            },
            Kind::Any => Lists {
                list: d.untyped,
                ..Self::NONE
            },
            Kind::Union(union) if deep > 0 => {
                let all = Self::of_all(d, union, deep - 1);
                Lists {
                    // Beside a list of the same union it stands in an object already.
                    map: all.map && !all.list,
                    entries: all.entries && !all.list,
                    list: all.list,
                }
            }
            _ => Self::NONE,
        }
    }

    const fn of_all(d: &Dialect, union: &Union<'_>, deep: u8) -> Self {
        let mut all = Self::NONE;
        let mut i = 0;
        while i < union.variants.len() {
            let one = Self::of(d, &union.variants[i], deep);
            all.map = all.map || one.map;
            all.entries = all.entries || one.entries;
            all.list = all.list || one.list;
            i += 1;
        }
        all
    }
}

/// Whether a union has an alternative that stands under [`ENTRIES`].
pub(crate) const fn has_entries(d: &Dialect, union: &Union<'_>) -> bool {
    if matches!(d.maps, MapStyle::Schema) {
        return false;
    }
    let all = Lists::of_all(d, union, UNIONS);
    all.entries && all.list
}

/// Whether an alternative of a union is an object with the alternative under [`ENTRIES`]: a map that is a list in the dialect, where an empty list, or one
/// of such entries, would be another alternative. A union with such a map stands there as a whole.
pub(crate) const fn is_under_entries(d: &Dialect, union: &Union<'_>, variant: &Schema<'_>) -> bool {
    is_entries(d, variant) && has_entries(d, union)
}

/// Whether an alternative may be a map that is a list in the dialect: it stands under [`ENTRIES`] where the union [has such](has_entries).
pub(crate) const fn is_entries(d: &Dialect, variant: &Schema<'_>) -> bool {
    !matches!(d.maps, MapStyle::Schema) && Lists::of(d, variant, UNIONS).entries
}

/// Whether a list of `{key, value}` is read as a map: if one of the provider's two dialects shows the map so.
#[cfg(feature = "call")]
pub(crate) fn map_may_be_entries(d: &Dialect, other: &Dialect, map: &Map<'_>) -> bool {
    map_is_entries(d, map) || map_is_entries(other, map)
}

/// Whether an alternative is a map, or a union with one and no list beside it.
#[cfg(feature = "call")]
pub(crate) const fn may_be_map(d: &Dialect, variant: &Schema<'_>) -> bool {
    Lists::of(d, variant, UNIONS).map
}

/// The kind of an alternative, `Option`s and newtypes taken off.
pub(super) const fn several<'a>(schema: &'a Schema<'a>) -> &'a Kind<'a> {
    &unwrapped(schema, Around::All, None).kind
}

/// How a list of items with a type each is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TupleForm {
    /// `prefixItems`.
    Prefix,
    /// All of one type: `items` with the number of items.
    Items,
    /// An object with the keys `_0`, `_1` and so on.
    Object,
}

pub(crate) const fn tuple_form(d: &Dialect, items: &[Link<'_>]) -> TupleForm {
    if d.prefix_items {
        return TupleForm::Prefix;
    }
    let both = kw::MIN_ITEMS | kw::MAX_ITEMS;
    if d.keywords & both != both {
        return TupleForm::Object;
    }
    let mut i = 1;
    while i < items.len() {
        if !same_schema(&items[0], &items[i]) {
            return TupleForm::Object;
        }
        i += 1;
    }
    TupleForm::Items
}

/// Whether an object with `_0`, `_1` and so on is read as a tuple: if one of the provider's two dialects shows it so.
#[cfg(feature = "call")]
pub(crate) fn tuple_may_be_object(d: &Dialect, other: &Dialect, items: &[Link<'_>]) -> bool {
    tuple_form(d, items) == TupleForm::Object || tuple_form(other, items) == TupleForm::Object
}

/// Whether the values of an enum are written as strings although they are integers.
pub(crate) const fn enum_is_text(d: &Dialect, values: &Enum<'_>) -> bool {
    !d.integer_enums
        && !values.values.is_empty()
        && matches!(values.values[0].value, Literal::Number(_))
}

/// Whether a value of the kind may be a string that holds JSON, since the dialect has no other form for all of them.
#[cfg(feature = "call")]
pub(crate) fn kind_may_be_text(d: &Dialect, kind: &Kind<'_>) -> bool {
    match kind {
        Kind::Any => true,
        Kind::Null => !d.null_type,
        Kind::Object(_) => !d.empty_object,
        _ => false,
    }
}

/// Whether the edge back to an enclosing type is a string that holds JSON.
pub(crate) const fn edge_is_text(d: &Dialect, via_optional: bool) -> bool {
    match d.recursion {
        Recursion::Ref => false,
        Recursion::RefIfOptional => !via_optional,
        Recursion::Text => true,
    }
}

/// Whether a type is a string that holds JSON wherever it stands: written in place, it would make the text too large.
pub(crate) const fn is_cut(d: &Dialect, schema: &Schema<'_>) -> bool {
    match schema.name {
        Some(name) => name.line == TypeName::CUT && !d.refs,
        None => false,
    }
}

/// Whether a value that may be `null` is a string that holds JSON. Of a property that may be absent no `null` is shown.
pub(crate) const fn null_is_text(d: &Dialect, optional: bool) -> bool {
    matches!(d.null, NullStyle::Text) && !optional
}

/// Whether a union's alternatives hold `null`, which the dialect has no type for: it is said of the whole union then.
pub(crate) const fn null_of_union(d: &Dialect, schema: &Schema<'_>) -> bool {
    if d.null_type {
        return false;
    }
    let Kind::Union(union) = &schema.kind else {
        return false;
    };
    let mut i = 0;
    while i < union.variants.len() {
        if is_null(&union.variants[i]) {
            return true;
        }
        i += 1;
    }
    false
}

/// What is taken off a type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Around {
    /// Newtypes.
    Newtypes,
    /// Newtypes that are `transparent`.
    Transparent,
    /// Newtypes and `Option`s.
    All,
}

/// How many newtypes and `Option`s are taken off a type: one with more is nothing but itself.
pub(super) const MOST_AROUND: u32 = 256;

/// The type under newtypes and `Option`s. Of a type that is nothing but itself one of these is left, and so it is before a link by name where there is no
/// place to look around from. All who take newtypes off ask here, or walk with frames, which end where a type stands in itself.
pub(crate) const fn unwrapped<'a>(
    schema: &'a Schema<'a>,
    around: Around,
    at: Option<&Frame<'_, 'a>>,
) -> &'a Schema<'a> {
    let mut schema = schema;
    let mut left = MOST_AROUND;
    while left > 0 {
        left -= 1;
        let link = match (&schema.kind, around) {
            (Kind::Newtype(newtype), Around::Newtypes | Around::All) => &newtype.ty,
            (Kind::Newtype(newtype), Around::Transparent) if newtype.transparent => &newtype.ty,
            (Kind::Option(inner), Around::All) => inner,
            _ => return schema,
        };
        schema = match (link, at) {
            (Link::Static(inner), _) => inner.get(),
            (Link::Borrowed(inner), _) => inner,
            (Link::ByName(name), Some(at)) => match named_around(name, at) {
                Some(inner) => inner,
                // It names a type that was taken off.
                None => return schema,
            },
            (Link::ByName(_), None) => return schema,
        };
    }
    schema
}

/// Whether a type is nothing but itself, in newtypes and `Option`s.
pub(crate) const fn is_nothing_else<'a>(schema: &'a Schema<'a>, at: &Frame<'_, 'a>) -> bool {
    matches!(
        unwrapped(schema, Around::All, Some(at)).kind,
        Kind::Newtype(_) | Kind::Option(_)
    )
}

/// The kind of a schema, newtypes taken off.
pub(crate) const fn kind_inside<'a>(schema: &'a Schema<'a>) -> &'a Kind<'a> {
    match &schema.kind {
        Kind::Newtype(_) => &unwrapped(schema, Around::Newtypes, None).kind,
        kind => kind,
    }
}

/// Whether the only value is `null`.
pub(crate) const fn is_null(schema: &Schema<'_>) -> bool {
    matches!(kind_inside(schema), Kind::Null)
}

/// Whether a property may be absent: serde's missing-field rule, read from the tree.
pub(crate) const fn is_optional<'a>(field: &'a Field<'a>, at: &Frame<'_, 'a>) -> bool {
    if field.flags & Field::DEFAULTED != 0 {
        return true;
    }
    if field.flags & Field::REQUIRED != 0 {
        return false;
    }
    // A link by name means a generic type that contains itself, never an `Option`, unless its own kind is one.
    let schema = match &field.ty {
        Link::ByName(_) => return false,
        link => resolve(link, at),
    };
    match &schema.kind {
        Kind::Option(_) => true,
        Kind::Newtype(_) => matches!(
            unwrapped(schema, Around::Transparent, None).kind,
            Kind::Option(_)
        ),
        _ => false,
    }
}

/// What an item of a list is, by its place; `Option`s and newtypes are taken off the list.
#[cfg(feature = "call")]
pub(crate) fn item_type<'a>(
    link: &'a Link<'a>,
    place: usize,
    at: &Frame<'_, 'a>,
) -> Option<&'a Link<'a>> {
    match &resolve(link, at).kind {
        Kind::Option(inner) | Kind::Newtype(Newtype { ty: inner, .. }) => {
            item_type(inner, place, at)
        }
        Kind::Array(array) => Some(&array.items),
        Kind::Tuple(items) => items.get(place),
        _ => None,
    }
}

/// What the names of a map are: the schema under newtypes.
pub(crate) const fn map_key<'a>(link: &'a Link<'a>, at: &Frame<'_, 'a>) -> &'a Schema<'a> {
    unwrapped(resolve(link, at), Around::Newtypes, Some(at))
}

/// Whether a root is an object without properties that a model could send. It is left out or written as it is, wherever such an object may not stand
/// below the root.
pub(crate) const fn is_empty_root(schema: &Schema<'_>) -> bool {
    let Kind::Object(object) = &schema.kind else {
        return false;
    };
    let mut i = 0;
    while i < object.fields.len() {
        if object.fields[i].flags & Field::OUTPUT_ONLY == 0 {
            return false;
        }
        i += 1;
    }
    true
}

/// Whether the dialect takes no property of that name.
pub(crate) const fn key_is_renamed(d: &Dialect, facts: u8) -> bool {
    match d.keys {
        Keys::Any => false,
        Keys::Dotted => facts & (Key::ODD | Key::LENGTH) != 0,
        Keys::Identifier => facts & (Key::ODD | Key::LENGTH | Key::LEADING | Key::PUNCTUATED) != 0,
    }
}

/// The name that stands for one that the dialect does not take, in the first bytes of the array: what can stay of the name, then a hash, so that the
/// new name needs no look at its siblings.
pub(crate) const fn renamed(name: &str) -> ([u8; 64], usize) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let bytes = name.as_bytes();
    let mut out = [b'_'; 64];
    let mut len = 0;
    let mut hash: u32 = 0x811c_9dc5;
    let mut i = 0;
    while i < bytes.len() {
        let byte = bytes[i];
        hash = (hash ^ byte as u32).wrapping_mul(0x0100_0193);
        // One `_` for each character, not for each byte of it.
        if len < 57 && byte & 0xc0 != 0x80 {
            let stays = byte.is_ascii_alphabetic() || (byte.is_ascii_digit() && len > 0);
            out[len] = if stays { byte } else { b'_' };
            len += 1;
        }
        i += 1;
    }
    out[len] = b'_';
    let mut digit = 0;
    while digit < 6 {
        out[len + 1 + digit] = HEX[((hash >> (20 - 4 * digit)) & 15) as usize];
        digit += 1;
    }
    (out, len + 7)
}
