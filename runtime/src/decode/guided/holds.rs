//! Checks that a type of numbers or texts holds a value, without its constraints.

use crate::constraint::{Exact, exact, is_address, is_plain, num};
use crate::decode::type_bounds::{integer_bounds, may_be_rounded};
use crate::schema::{Enum, EnumValue, Field, FloatType, Integer, Kind, Literal, Num, Other, Str};

pub(in crate::decode) fn is_number(text: &str) -> bool {
    matches!(text.as_bytes().first(), Some(b'-' | b'0'..=b'9'))
        && crate::json_index::scan(text, super::super::DecodeLimits::DEFAULT)
            .is_ok_and(|tape| tape.root(text).raw() == text)
}

/// Returns true if a name is written like an integer. Serde reads any other number as a float.
pub(super) fn is_integer(name: &str) -> bool {
    is_number(name) && is_whole(name)
}

pub(super) fn is_whole(number: &str) -> bool {
    is_plain(number) && number != "-0"
}

pub(super) fn string_holds(string: &Str<'_>, text: &str) -> bool {
    (!string.one_char || is_one_char(text))
        && string.reads.is_none_or(|reads| reads(text))
        && (string.format).is_none_or(|format| is_address(format, text))
}

fn is_one_char(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some() && chars.next().is_none()
}

/// Returns true if serde reads the number as one of the values.
pub(super) fn enum_has_number(values: &Enum<'_>, text: &str) -> bool {
    numbered_value(values, text).is_some()
}

/// Returns the position of the value that serde reads from the name of a map's entry.
pub(super) fn named_value(values: &Enum<'_>, name: &str) -> Option<usize> {
    let is_named = |one: &EnumValue<'_>| one.flags & Field::OUTPUT_ONLY == 0 && one.reads(name);
    let named = values.values.iter().position(is_named);
    // Only an integer may be read as a number.
    let number = || numbered_value(values, name);
    named.or_else(|| is_integer(name).then(number).flatten())
}

/// Returns the position of the value that serde reads from a number: its own, or that of
/// `#[serde(other)]`.
fn numbered_value(values: &Enum<'_>, text: &str) -> Option<usize> {
    let n = num(text)?;
    let is_own = |one: &EnumValue<'_>| {
        one.flags & Field::OUTPUT_ONLY == 0
            && matches!(&one.value, Literal::Number(m) if m.equals(&n))
    };
    let is_other = |one: &EnumValue<'_>| match one.more.and_then(|more| more.other) {
        Some(Other::Numbers(of)) => {
            matches!(&of.get().kind, Kind::Integer(integer) if integer_holds(integer, text))
        }
        _ => false,
    };
    let all = values.values;
    let own = all.iter().position(is_own);
    own.or_else(|| all.iter().position(is_other))
}

pub(super) fn float_holds(float: FloatType, text: &str) -> bool {
    matches!(float, FloatType::F64) || num(text).is_none_or(|n| float.holds(&n))
}

pub(super) fn integer_holds(integer: &Integer<'_>, text: &str) -> bool {
    match exact(text) {
        Some(Exact::Whole {
            negative,
            magnitude,
        }) => {
            let n = Num::int(negative, magnitude, "");
            let hole = integer.not_zero && n.is_zero();
            let (least, most) = integer_bounds(integer);
            !(hole || n.less_than(least) || most.less_than(&n) || may_be_rounded(&n, text))
        }
        _ => false,
    }
}
