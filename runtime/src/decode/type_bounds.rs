//! The JSON types of kinds, the bounds of number types, and the values that types of numbers and
//! texts hold without their constraints.

use crate::constraint::{Exact, exact, is_address, is_plain, num};
use crate::json_index::{DecodeLimits, Node, scan};
use crate::schema::{
    Enum, EnumValue, Field, FloatType, Integer, Kind, Literal, Num, Other, Rules, Str,
};

/// The integers that a `serde_json::Value` holds exactly. Others would become floats.
const LEAST: Num<'_> = Num::int(true, 1 << 63, "-9223372036854775808");
const MOST: Num<'_> = Num::int(false, u64::MAX as u128, "18446744073709551615");

/// Returns the least and the greatest integer that is read: those of the type, or of 64 bits if it
/// has no bounds, as in imported schemas, whose arguments are read into a `Value`.
pub(super) fn integer_bounds<'a>(integer: &'a Integer<'a>) -> (&'a Num<'a>, &'a Num<'a>) {
    let bound = |own: &'a Num<'a>, other| if own.text().is_empty() { other } else { own };
    (bound(&integer.min, &LEAST), bound(&integer.max, &MOST))
}

/// Returns true for a number beyond 64 bits with a fraction or an exponent in its text. A program
/// between the model and this one may have read the model's integer as a float: then some of its
/// digits are others.
pub(super) fn may_be_rounded(n: &Num<'_>, text: &str) -> bool {
    (n.less_than(&LEAST) || MOST.less_than(n)) && !is_plain(text)
}

/// Returns true if a value has the JSON type of a kind. `None` if the kind has no such type.
pub(super) fn has_json_type(kind: &Kind<'_>, node: Node<'_>) -> Option<bool> {
    Some(match kind {
        Kind::Object(_) | Kind::Map(_) => node.is_object(),
        Kind::Array(_) | Kind::Tuple(_) => node.is_array(),
        Kind::Integer(_) | Kind::Number(_) => node.is_number(),
        Kind::String(_) => node.is_string(),
        Kind::Enum(_) => node.is_string() || node.is_number(),
        _ => return None,
    })
}

/// Returns the bound of a number type that a number exceeds.
pub(super) fn beyond<'de>(kind: &'de Kind<'de>, number: &str) -> Option<Rules<'de>> {
    let (least, most) = match kind {
        Kind::Integer(of) => integer_bounds(of),
        Kind::Number(float) => float.bounds()?,
        _ => return None,
    };
    let n = num(number)?;
    // A float may be equal to a bound of 128 bits that the number exceeds.
    let wide = matches!(exact(number), Some(Exact::Float(f)) if f.abs() >= 2f64.powi(127));
    let wide = wide && matches!(kind, Kind::Integer(_));
    Some(Rules {
        minimum: (n.less_than(least) || wide && n.as_f64() < 0.0).then_some(*least),
        maximum: (most.less_than(&n) || wide && n.as_f64() > 0.0).then_some(*most),
        ..Rules::NONE
    })
}

pub(super) fn is_number(text: &str) -> bool {
    matches!(text.as_bytes().first(), Some(b'-' | b'0'..=b'9'))
        && scan(text, DecodeLimits::DEFAULT).is_ok_and(|tape| tape.root(text).raw() == text)
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

/// Returns true if the text is that of a value, not one that only `#[serde(other)]` reads.
pub(super) fn enum_lists(values: &Enum<'_>, text: &str) -> bool {
    let number = num(text);
    let is_own = |one: &EnumValue<'_>| match &one.value {
        Literal::Number(own) => number.is_some_and(|number| own.equals(&number)),
        Literal::String(own) => own.raw() == text || one.aliases().contains(&text),
        _ => false,
    };
    let mut read = (values.values.iter()).filter(|one| one.flags & Field::OUTPUT_ONLY == 0);
    read.any(is_own)
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
    matches!(float, FloatType::F64) || num(text).is_none_or(|n| float.contains(&n))
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
