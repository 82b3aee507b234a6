//! Maps written as a list of `{key, value}`, and the union that has another list beside one.

use super::newtype::union_kind;
use crate::dialect::{DialectReader, MapStyle};
use crate::schema::{Kind, Map, Schema, Union};

/// The property that holds a map if the union also has a list alternative.
pub(crate) const ENTRIES: &str = "entries";

/// Depth limit for unions within unions, because types may name themselves.
pub(super) const UNIONS: u8 = 8;

/// Returns true if the dialect writes a map as a list of `{key, value}`. Descriptions cover values
/// that are scalars or any value; others need a schema.
pub(crate) const fn map_is_entries(d: &mut DialectReader<'_>, map: &Map<'_>) -> bool {
    match d.maps() {
        MapStyle::Schema => false,
        MapStyle::Entries => true,
        MapStyle::Words => match map.value.known() {
            Some(value) => has_parts(value),
            None => true,
        },
    }
}

const fn has_parts(schema: &Schema<'_>) -> bool {
    !matches!(
        union_kind(schema),
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

    const fn of(d: &mut DialectReader<'_>, schema: &Schema<'_>, deep: u8) -> Self {
        match union_kind(schema) {
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
                list: d.untyped(),
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

    const fn of_all(d: &mut DialectReader<'_>, union: &Union<'_>, deep: u8) -> Self {
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
pub(crate) const fn has_entries(d: &mut DialectReader<'_>, union: &Union<'_>) -> bool {
    if matches!(d.maps(), MapStyle::Schema) {
        return false;
    }
    let all = Lists::of_all(d, union, UNIONS);
    all.entries && all.list
}

/// Returns true if an alternative is written as an object with [`ENTRIES`]. This applies to a map
/// that is a list in the dialect, if an empty list or a list of entries could be another
/// alternative. A nested union with such a map is wrapped as a whole.
pub(crate) const fn is_wrapped_in_entries(
    d: &mut DialectReader<'_>,
    union: &Union<'_>,
    variant: &Schema<'_>,
) -> bool {
    is_entries(d, variant) && has_entries(d, union)
}

/// Returns true if an alternative may be a map that is a list in the dialect. It is under
/// [`ENTRIES`] if [`has_entries`] is true for the union.
pub(crate) const fn is_entries(d: &mut DialectReader<'_>, variant: &Schema<'_>) -> bool {
    !matches!(d.maps(), MapStyle::Schema) && Lists::of(d, variant, UNIONS).entries
}

/// Returns true if a list of `{key, value}` is read as a map: if one of the provider's two dialects
/// writes the map so.
#[cfg(feature = "call")]
pub(crate) fn map_may_be_entries(
    d: &mut DialectReader<'_>,
    other: &mut DialectReader<'_>,
    map: &Map<'_>,
) -> bool {
    map_is_entries(d, map) || map_is_entries(other, map)
}

/// Returns true if an alternative is a map, or a union with a map and without a list.
#[cfg(feature = "call")]
pub(crate) const fn may_be_map(d: &mut DialectReader<'_>, variant: &Schema<'_>) -> bool {
    Lists::of(d, variant, UNIONS).map
}
