//! Tuples written as objects with the names `_0`, `_1` and so on, next to alternatives that are
//! objects.

use super::flatten::takes_list;
use super::form::tuple_may_be_object;
use super::newtype::union_kind;
use crate::dialect::Dialect;
use crate::schema::{Field, Kind, Schema, Union};

/// Depth limit for alternatives within alternatives, because types may name themselves.
const MAX_DEPTH: u8 = 8;

/// Returns the number of names if they are `_0`, `_1` and so on, each once.
pub(crate) fn positional_keys<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Option<usize> {
    let many = names.clone().count();
    let mut seen: u128 = 0;
    let each_once = (1..=128).contains(&many)
        && names.map(place).all(|place| {
            place.is_some_and(|place| {
                let new = place < many && seen & (1 << place) == 0;
                seen |= u128::from(new) << (place & 127);
                new
            })
        });
    each_once.then_some(many)
}

/// Returns the tuple alternatives that an object with that many positional names must be tried as
/// first. A dialect writes them so, and an alternative before them would otherwise accept the
/// object by ignoring all its names.
pub(crate) fn tuples_by_place<'a>(
    dialects: [&Dialect; 2],
    union: &'a Union<'a>,
    items: usize,
) -> impl Iterator<Item = usize> {
    tuples(dialects, union, items, MAX_DEPTH)
}

fn tuples<'a>(
    dialects: [&Dialect; 2],
    union: &'a Union<'a>,
    items: usize,
    deep: u8,
) -> impl Iterator<Item = usize> {
    (union.variants.iter())
        .take_while(move |variant| !heeds(variant, items, deep))
        .enumerate()
        .filter(move |(_, variant)| is_tuple(dialects, variant, items, deep))
        .map(|(i, _)| i)
}

fn is_tuple<'a>(dialects: [&Dialect; 2], variant: &'a Schema<'a>, items: usize, deep: u8) -> bool {
    match union_kind(variant) {
        Kind::Tuple(types) => {
            let [own, other] = dialects;
            types.len() == items
                && tuple_may_be_object(&mut own.reader(), &mut other.reader(), types)
        }
        Kind::Union(union) if deep > 0 => tuples(dialects, union, items, deep - 1).next().is_some(),
        _ => false,
    }
}

/// Returns true if the alternative recognises one of the names, or if serde would accept a list of
/// that length for it.
fn heeds<'a>(variant: &'a Schema<'a>, items: usize, deep: u8) -> bool {
    let Some(deep) = deep.checked_sub(1) else {
        return true;
    };
    match union_kind(variant) {
        Kind::Object(object) => {
            let list = !matches!(variant.kind, Kind::Object(_))
                && takes_list(object)
                && object.fields.len() >= items;
            list || object.fields.iter().any(|field| match field.ty.known() {
                _ if field.flags & Field::FLATTEN == 0 => {
                    let named = |name: &str| place(name).is_some_and(|place| place < items);
                    named(field.key.raw) || field.aliases().iter().any(|name| named(name))
                }
                Some(inner) => heeds(inner, items, deep),
                None => true,
            })
        }
        Kind::Union(union) => {
            let mut variants = union.variants.iter();
            variants.any(|variant| heeds(variant, items, deep))
        }
        // Assumed without looking inside.
        Kind::Map(_) | Kind::Any | Kind::Newtype(_) | Kind::Option(_) => true,
        _ => false,
    }
}

/// Returns the index of the tuple's item with that name.
fn place(name: &str) -> Option<usize> {
    let digits = name.strip_prefix('_')?;
    let plain = digits == "0" || !digits.starts_with(['0', '+']);
    digits.parse().ok().filter(|_| plain)
}
