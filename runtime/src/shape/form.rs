//! The form of a schema in a dialect. The renderer writes it and the decoder undoes it; both use
//! these functions.

use super::flatten::object_alternatives;
use super::frame::{Frame, named_around, resolve};
use crate::dialect::{Dialect, Keys, MapStyle, NullStyle, Recursion, kw};
#[cfg(feature = "call")]
use crate::schema::Newtype;
use crate::schema::{
    Enum, Field, Key, Kind, Link, Literal, Map, Schema, TypeName, Union, same_schema,
};

/// The form of a root. Every provider requires an object there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RootForm {
    /// Unchanged.
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

impl Schema<'_> {
    /// The name of the property that [`render`](crate::render) wraps this schema in if it is a root
    /// that is not an object.
    pub const fn wrapped(&self) -> Option<&'static str> {
        match root_form(self) {
            RootForm::Plain => None,
            RootForm::Under(name) => Some(name),
        }
    }
}

/// The property that holds a map if the union also has a list alternative.
pub(crate) const ENTRIES: &str = "entries";

/// Depth limit for unions within unions, because types may name themselves.
pub(super) const UNIONS: u8 = 8;

/// Returns true if the dialect writes a map as a list of `{key, value}`. Descriptions cover values
/// that are scalars or any value; others need a schema.
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

/// The forms that a dialect may write for a value.
#[derive(Clone, Copy)]
struct Lists {
    /// A map.
    map: bool,
    /// A map that is a list of entries.
    entries: bool,
    /// A list that isn't a map.
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
                    // With a list in the same union, it is already in an object.
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

/// Returns true if a union has an alternative under [`ENTRIES`].
pub(crate) const fn has_entries(d: &Dialect, union: &Union<'_>) -> bool {
    if matches!(d.maps, MapStyle::Schema) {
        return false;
    }
    let all = Lists::of_all(d, union, UNIONS);
    all.entries && all.list
}

/// Returns true if an alternative is written as an object with [`ENTRIES`]. This applies to a map
/// that is a list in the dialect, if an empty list or a list of entries could be another
/// alternative. A nested union with such a map is wrapped as a whole.
pub(crate) const fn is_under_entries(d: &Dialect, union: &Union<'_>, variant: &Schema<'_>) -> bool {
    is_entries(d, variant) && has_entries(d, union)
}

/// Returns true if an alternative may be a map that is a list in the dialect. It is under
/// [`ENTRIES`] if [`has_entries`] is true for the union.
pub(crate) const fn is_entries(d: &Dialect, variant: &Schema<'_>) -> bool {
    !matches!(d.maps, MapStyle::Schema) && Lists::of(d, variant, UNIONS).entries
}

/// Returns true if a list of `{key, value}` is read as a map: if one of the provider's two dialects
/// writes the map so.
#[cfg(feature = "call")]
pub(crate) fn map_may_be_entries(d: &Dialect, other: &Dialect, map: &Map<'_>) -> bool {
    map_is_entries(d, map) || map_is_entries(other, map)
}

/// Returns true if an alternative is a map, or a union with a map and without a list.
#[cfg(feature = "call")]
pub(crate) const fn may_be_map(d: &Dialect, variant: &Schema<'_>) -> bool {
    Lists::of(d, variant, UNIONS).map
}

/// Returns the kind of an alternative, `Option`s and newtypes removed.
pub(super) const fn several<'a>(schema: &'a Schema<'a>) -> &'a Kind<'a> {
    &unwrapped(schema, Around::All, None).kind
}

/// The form of a list with one type for each item.
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

/// Returns true if an object with `_0`, `_1` and so on is read as a tuple: if one of the provider's
/// two dialects writes it so.
#[cfg(feature = "call")]
pub(crate) fn tuple_may_be_object(d: &Dialect, other: &Dialect, items: &[Link<'_>]) -> bool {
    tuple_form(d, items) == TupleForm::Object || tuple_form(other, items) == TupleForm::Object
}

/// Returns true if an enum's integers are written as strings.
pub(crate) const fn enum_is_text(d: &Dialect, values: &Enum<'_>) -> bool {
    !d.integer_enums
        && !values.values.is_empty()
        && matches!(values.values[0].value, Literal::Number(_))
}

/// Returns true if a value of the kind may be a string that holds JSON, because the dialect has no
/// other form for some values.
#[cfg(feature = "call")]
pub(crate) fn kind_may_be_text(d: &Dialect, kind: &Kind<'_>) -> bool {
    match kind {
        Kind::Any => true,
        Kind::Null => !d.null_type,
        Kind::Object(_) => !d.empty_object,
        _ => false,
    }
}

/// Returns true if the edge back to an enclosing type is a string that holds JSON.
pub(crate) const fn edge_is_text(d: &Dialect, via_optional: bool) -> bool {
    match d.recursion {
        Recursion::Ref => false,
        Recursion::RefIfOptional => !via_optional,
        Recursion::Text => true,
    }
}

/// Returns true if a type is always a string that holds JSON, because written in place it would
/// make the schema too large.
pub(crate) const fn is_cut(d: &Dialect, schema: &Schema<'_>) -> bool {
    match schema.name {
        Some(name) => name.line == TypeName::CUT && !d.refs,
        None => false,
    }
}

/// Returns true if a nullable value is a string that holds JSON. For a property that may be absent,
/// `null` isn't shown.
pub(crate) const fn null_is_text(d: &Dialect, optional: bool) -> bool {
    matches!(d.null, NullStyle::Text) && !optional
}

/// Returns true if one of a union's alternatives is `null` and the dialect has no type for it. Then
/// `null` is declared for the whole union.
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

/// The wrapper types to remove from a type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Around {
    /// Newtypes.
    Newtypes,
    /// Newtypes that are `transparent`.
    Transparent,
    /// Newtypes and `Option`s.
    All,
}

/// Maximum wrapper depth. Deeper nesting is treated as a type that contains only itself.
pub(super) const MOST_AROUND: u32 = 256;

/// Returns the type under newtypes and `Option`s. Returns a wrapper if the type contains only
/// itself, or at a by-name link if `at` is `None`. All code that removes newtypes uses this
/// function, or walks with frames and stops where a type is inside itself.
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
                // It names a type that was removed.
                None => return schema,
            },
            (Link::ByName(_), None) => return schema,
        };
    }
    schema
}

/// Returns true if a type contains only itself, in newtypes and `Option`s.
pub(crate) const fn is_nothing_else<'a>(schema: &'a Schema<'a>, at: &Frame<'_, 'a>) -> bool {
    matches!(
        unwrapped(schema, Around::All, Some(at)).kind,
        Kind::Newtype(_) | Kind::Option(_)
    )
}

/// Returns the kind of a schema, newtypes removed.
pub(crate) const fn kind_inside<'a>(schema: &'a Schema<'a>) -> &'a Kind<'a> {
    match &schema.kind {
        Kind::Newtype(_) => &unwrapped(schema, Around::Newtypes, None).kind,
        kind => kind,
    }
}

/// Returns true if the only value is `null`.
pub(crate) const fn is_null(schema: &Schema<'_>) -> bool {
    matches!(kind_inside(schema), Kind::Null)
}

/// Returns true if a property may be absent: serde's missing-field rule, derived from the tree.
pub(crate) const fn is_optional<'a>(field: &'a Field<'a>, at: &Frame<'_, 'a>) -> bool {
    if field.flags & Field::DEFAULTED != 0 {
        return true;
    }
    if field.flags & Field::REQUIRED != 0 {
        return false;
    }
    // A by-name link is a recursive generic type. It is an `Option` only if its own kind is one.
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

/// Returns the type of a list's item by its index; `Option`s and newtypes around the list are
/// removed.
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

/// Returns the schema of a map's names, newtypes removed.
pub(crate) const fn map_key<'a>(link: &'a Link<'a>, at: &Frame<'_, 'a>) -> &'a Schema<'a> {
    unwrapped(resolve(link, at), Around::Newtypes, Some(at))
}

/// Returns true if a root is an object without properties that a model could send. It is left out
/// or written unchanged, even if the dialect accepts no such object below the root.
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

/// Returns true if the dialect doesn't accept a property of that name.
pub(crate) const fn key_is_renamed(d: &Dialect, facts: u8) -> bool {
    match d.keys {
        Keys::Any => false,
        Keys::Dotted => facts & (Key::ODD | Key::LENGTH) != 0,
        Keys::Identifier => facts & (Key::ODD | Key::LENGTH | Key::LEADING | Key::PUNCTUATED) != 0,
    }
}

/// Returns the replacement for a name that the dialect rejects, in the first bytes of the array. It
/// keeps the accepted characters and appends a hash, so siblings need not be compared.
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
        // One `_` for each character, not for each of its bytes.
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
