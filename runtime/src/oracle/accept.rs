//! Type checks as serde does them, to select the alternative of a union.

use alloc::borrow::ToOwned;
use alloc::string::String;

use serde_json::{Map, Value};

use super::members::{Rest, walk_members};
use crate::constraint::{kept_by_value, length_kept};
use crate::schema::{
    Enum, Field, Format, Integer, Kind, Link, Literal, Num, Object, Rules, Schema,
};
use crate::shape::{
    Frame, Step, is_closed, is_optional, map_key, object_alternatives, resolve, stands_in_itself,
    variant_takes_list,
};

/// The strictness of a check.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Asked {
    /// The constraints too: lengths, bounds, patterns and formats. Serde reads the type alone.
    pub(super) constraints: bool,
    /// `1.0` is not an integer, as in serde's buffer.
    pub(super) exact: bool,
}

impl Asked {
    pub(super) const TYPE: Self = Asked {
        constraints: false,
        exact: false,
    };
    pub(super) const CONSTRAINTS: Self = Asked {
        constraints: true,
        exact: false,
    };

    /// Returns false for a float where an integer is required.
    fn takes(self, value: &Value) -> bool {
        !self.exact || !value.is_f64()
    }

    fn keeps(self, rules: Option<&Rules<'_>>, value: &Value) -> bool {
        !self.constraints || rules.is_none_or(|rules| kept_by_value(rules, value))
    }
}

/// Returns true if the value matches the type.
pub(super) fn accepts<'a>(
    asked: Asked,
    schema: &'a Schema<'a>,
    up: &Frame<'_, 'a>,
    value: &Value,
) -> bool {
    accepts_at(asked, schema, up, Step::Items, value)
}

/// Returns the first alternative that accepts a value with its constraints. Otherwise the first
/// whose type accepts it, because serde reads that one.
pub(super) fn first<T>(
    all: impl Iterator<Item = T>,
    accepts: impl Fn(&T, Asked) -> bool,
) -> Option<T> {
    let mut by_type = None;
    for one in all {
        if accepts(&one, Asked::CONSTRAINTS) {
            return Some(one);
        }
        if by_type.is_none() && accepts(&one, Asked::TYPE) {
            by_type = Some(one);
        }
    }
    by_type
}

/// Checks like [`accepts`]. `step` is [`Step::Here`] if only wrappers or a choice are between the
/// type and the frame `up`.
fn accepts_at<'a>(
    asked: Asked,
    schema: &'a Schema<'a>,
    up: &Frame<'_, 'a>,
    step: Step<'a>,
    value: &Value,
) -> bool {
    if let Value::Array(items) = value {
        return list_accepts(asked, schema, up, step, items);
    }
    // A type that contains only itself has no values.
    if matches!(step, Step::Here) && stands_in_itself(schema, up) {
        return false;
    }
    let frame = inside(schema, up, step);
    match &schema.kind {
        Kind::Any => true,
        Kind::Never | Kind::Array(_) | Kind::Tuple(_) => false,
        Kind::Null => value.is_null(),
        Kind::Boolean => value.is_boolean(),
        Kind::Number(_) => value.is_number(),
        Kind::Integer(integer) => asked.takes(value) && integer_accepts(integer, value),
        Kind::String(string) => value.as_str().is_some_and(|text| {
            (!string.one_char || text.chars().count() == 1)
                && string.reads.is_none_or(|reads| reads(text))
                && string
                    .format
                    .is_none_or(|format| format_accepts(format, text))
        }),
        Kind::Enum(values) => asked.takes(value) && enum_accepts(values, value),
        Kind::Object(object) => value.as_object().is_some_and(|map| {
            (0..object_alternatives(object, &frame))
                .any(|choice| object_accepts(asked, object, choice, &frame, map))
        }),
        Kind::Map(inner) => value.as_object().is_some_and(|map| {
            let key = map_key(&inner.key, &frame);
            map.iter().all(|(name, value)| {
                key_accepts(key, &frame, name) && link(asked, &inner.value, &frame, value)
            })
        }),
        Kind::Union(union) => (union.variants.iter())
            .any(|variant| accepts_at(asked, variant, &frame, Step::Here, value)),
        Kind::Option(inner) => value.is_null() || here(asked, inner, &frame, value),
        Kind::Newtype(newtype) => {
            asked.keeps(newtype.rules, value) && here(asked, &newtype.ty, &frame, value)
        }
    }
}

fn inside<'f, 'a>(schema: &'a Schema<'a>, up: &'f Frame<'f, 'a>, step: Step<'a>) -> Frame<'f, 'a> {
    Frame {
        step,
        named: schema.name.is_some().then_some(schema),
        optional: false,
        up: Some(up),
    }
}

fn link<'a>(asked: Asked, link: &'a Link<'a>, up: &Frame<'_, 'a>, value: &Value) -> bool {
    accepts(asked, resolve(link, up), up, value)
}

fn here<'a>(asked: Asked, link: &'a Link<'a>, up: &Frame<'_, 'a>, value: &Value) -> bool {
    accepts_at(asked, resolve(link, up), up, Step::Here, value)
}

/// Returns true if the map matches that alternative of the object.
pub(super) fn object_accepts<'a>(
    asked: Asked,
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
    map: &Map<String, Value>,
) -> bool {
    let mut known = 0;
    let mut fits = true;
    let rest = walk_members(object, choice, frame, false, &mut |member, at, optional| {
        let name = member.found(map);
        match name.and_then(|name| map.get(name)) {
            // `null` for an absent property was removed before.
            Some(value) => {
                known += 1;
                fits = fits
                    && match member.field() {
                        Some(field) => {
                            asked.keeps(field.rules(), value) && link(asked, &field.ty, at, value)
                        }
                        None => value.is_null(),
                    };
            }
            None => {
                fits = fits
                    && member
                        .field()
                        .is_some_and(|field| optional || is_optional(field, at));
            }
        }
    });
    fits && match rest {
        Rest::None => known == map.len() || !is_closed(object, choice, frame),
        Rest::Any => true,
        Rest::Values(rest, at) => {
            let key = map_key(&rest.key, &at);
            map.iter().all(|(name, item)| {
                super::members::is_member(object, choice, frame, name)
                    || key_accepts(key, &at, name) && link(asked, &rest.value, &at, item)
            })
        }
    }
}

/// Returns true if serde reads the type from a list.
fn list_accepts<'a>(
    asked: Asked,
    schema: &'a Schema<'a>,
    up: &Frame<'_, 'a>,
    step: Step<'a>,
    items: &[Value],
) -> bool {
    if matches!(step, Step::Here) && stands_in_itself(schema, up) {
        return false;
    }
    let frame = inside(schema, up, step);
    let all = |ty: &'a Link<'a>| items.iter().all(|item| link(asked, ty, &frame, item));
    let whole =
        |ty: &'a Link<'a>| list_accepts(asked, resolve(ty, &frame), &frame, Step::Here, items);
    match &schema.kind {
        Kind::Any => true,
        Kind::Array(array) => {
            array.exactly.is_none_or(|n| count(items.len()).equals(&n)) && all(&array.items)
        }
        Kind::Tuple(types) => {
            items.len() == types.len()
                && (types.iter().zip(items)).all(|(ty, item)| link(asked, ty, &frame, item))
        }
        Kind::Object(object) => fields_accept(asked, object, &frame, items),
        Kind::Union(union) => (union.variants.iter())
            .filter(|variant| variant_takes_list(union, variant, items.len()))
            .any(|variant| list_accepts(asked, variant, &frame, Step::Here, items)),
        Kind::Option(inner) => whole(inner),
        Kind::Newtype(newtype) => {
            let kept = || {
                newtype
                    .rules
                    .is_none_or(|rules| length_kept(rules, items.len()))
            };
            (!asked.constraints || kept()) && whole(&newtype.ty)
        }
        _ => false,
    }
}

/// Returns true if serde accepts the list for the object: its fields in order, after the tag. A
/// variant's single content type is read from all remaining items.
fn fields_accept<'a>(
    asked: Asked,
    object: &'a Object<'a>,
    frame: &Frame<'_, 'a>,
    items: &[Value],
) -> bool {
    let mut left = items.iter();
    for field in object.fields {
        if field.flags & Field::FLATTEN != 0 {
            return field.flags & Field::WHOLE != 0
                && list_accepts(
                    asked,
                    resolve(&field.ty, frame),
                    frame,
                    Step::Items,
                    left.as_slice(),
                );
        }
        if field.flags & Field::OUTPUT_ONLY != 0 {
            continue;
        }
        let fits = match left.next() {
            Some(item) => asked.keeps(field.rules(), item) && link(asked, &field.ty, frame, item),
            // Only serde's own defaults count; ours are filled into objects only.
            None => field.flags & (Field::DEFAULTED | Field::FILL_DEFAULT) == Field::DEFAULTED,
        };
        if !fits {
            return false;
        }
    }
    // Next to the tag, the content of a variant without fields is null.
    let unit = matches!(object.fields, [tag] if tag.flags & Field::TAG != 0);
    matches!((left.as_slice(), unit), ([], _) | ([Value::Null], true))
}

fn key_accepts<'a>(key: &'a Schema<'a>, up: &Frame<'_, 'a>, name: &str) -> bool {
    match &key.kind {
        Kind::Integer(_) => {
            integer_of(name).is_some_and(|value| accepts(Asked::TYPE, key, up, &value))
        }
        Kind::Number(_) => serde_json::from_str::<Value>(name)
            .is_ok_and(|value| accepts(Asked::TYPE, key, up, &value)),
        Kind::Boolean => name == "true" || name == "false",
        Kind::Enum(values) => {
            enum_accepts(values, &Value::String(name.to_owned()))
                || integer_of(name).is_some_and(|value| enum_accepts(values, &value))
        }
        Kind::String(_) => accepts(Asked::TYPE, key, up, &Value::String(name.to_owned())),
        _ => true,
    }
}

/// Returns the integer that a name represents. Serde doesn't read one from a number with a fraction
/// or an exponent.
fn integer_of(name: &str) -> Option<Value> {
    let plain = !name.contains(['.', 'e', 'E']) && name != "-0";
    serde_json::from_str(name)
        .ok()
        .filter(|value: &Value| plain && value.is_number())
}

fn enum_accepts(values: &Enum<'_>, value: &Value) -> bool {
    values
        .values
        .iter()
        .filter(|one| one.flags & Field::OUTPUT_ONLY == 0)
        .any(|one| match (&one.value, value) {
            (Literal::String(_), Value::String(text)) => one.reads(text),
            (Literal::Number(n), Value::Number(m)) => number(m).is_some_and(|m| m.equals(n)),
            _ => false,
        })
}

fn integer_accepts(integer: &Integer<'_>, value: &Value) -> bool {
    let Value::Number(n) = value else {
        return false;
    };
    number(n).is_some_and(|n| {
        let inside = !n.less_than(&integer.min) && !integer.max.less_than(&n);
        n.is_integer() && inside && !(integer.not_zero && n.is_zero())
    })
}

/// Converts a JSON number to a schema number, without its text.
pub(super) fn number(n: &serde_json::Number) -> Option<Num<'static>> {
    // An integer that isn't a `u64` is negative.
    if let Some(n) = n.as_u64() {
        Some(Num::int(false, u128::from(n), ""))
    } else if let Some(n) = n.as_i64() {
        Some(Num::int(true, u128::from(n.unsigned_abs()), ""))
    } else {
        n.as_f64().map(|f| Num::float(f, ""))
    }
}

fn count(len: usize) -> Num<'static> {
    Num::int(false, len as u128, "")
}

fn format_accepts(format: Format<'_>, text: &str) -> bool {
    match format {
        Format::Ipv4 => text.parse::<core::net::Ipv4Addr>().is_ok(),
        Format::Ipv6 => text.parse::<core::net::Ipv6Addr>().is_ok(),
        _ => true,
    }
}
