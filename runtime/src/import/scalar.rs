//! Strings and numbers, and numeric keywords.

use super::keywords::Keywords;
use super::node::{NodeId, NodeKind, NodePattern, NodeRules};
use super::number::{self, plain, rounded_integer, tighter};
use super::pattern::{bits, scan};
use super::property;
use super::read::SchemaReader;
use super::union::is_null;
use crate::constraint::decimal;
use crate::decode::JsonTree;
use crate::render::Outcome;
use crate::schema::{EscapedString, FloatType, Num};

/// Takes the number of a keyword, as text. Other values are reported as a loss.
pub(super) fn take_number(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
    keyword: &str,
) -> Option<String> {
    let JsonTree::Number(text) = sheet.take(keyword)? else {
        reader.loss(&sheet.at, keyword, Outcome::Hidden, "it is not a number");
        return None;
    };
    let number = plain(&text);
    if number.is_none() {
        let reason = "it is beyond the numbers that a float of 64 bits holds";
        reader.loss(&sheet.at, keyword, Outcome::Widened, reason);
    }
    number
}

/// Takes the number of a keyword that counts. A negative one isn't valid in any draft, and
/// providers reject it.
pub(super) fn take_count(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
    keyword: &str,
) -> Option<String> {
    let text = take_number(reader, sheet, keyword)?;
    let count = rounded_integer(&text, keyword.starts_with("min"))?;
    match count.strip_prefix('-') {
        Some("0") => Some("0".to_owned()),
        Some(_) => {
            reader.loss(&sheet.at, keyword, Outcome::Hidden, "it is not a count");
            None
        }
        None => Some(count),
    }
}

pub(super) fn string(reader: &mut SchemaReader<'_>, sheet: &mut Keywords) -> NodeId {
    let mut text = NodeRules::default();
    match sheet.take("format") {
        Some(JsonTree::String(name)) if !name.is_empty() => {
            text.format = Some(EscapedString::new(&name));
        }
        Some(_) => {
            reader.loss(&sheet.at, "format", Outcome::Hidden, "it is not a format");
        }
        None => {}
    }
    match sheet.take("pattern") {
        Some(JsonTree::String(pattern)) if pattern.is_empty() => {}
        Some(JsonTree::String(pattern)) if reader.patterns.takes(&pattern) => {
            match scan(&pattern) {
                Ok(facts) => {
                    if facts.unreadable {
                        let reason = "no linear engine reads it (look-around, back-references, syntax of another engine): only the original schema can check it";
                        reader.loss(&sheet.at, "pattern", Outcome::Widened, reason);
                    }
                    text.pattern = Some(NodePattern {
                        text: EscapedString::new(&pattern),
                        facts: bits(&facts),
                        largest_repeat: facts.largest_repeat,
                    });
                }
                Err(wrong) => {
                    reader.loss(&sheet.at, "pattern", Outcome::Described, &wrong);
                    sheet.words.push(format!("matches the pattern {pattern}"));
                }
            }
        }
        Some(other) => {
            reader.describe(
                sheet,
                "pattern",
                format!("pattern: {}", property::plain(&other)),
            );
        }
        None => {}
    }
    for (name, what) in [
        ("contentEncoding", "encoded as"),
        ("contentMediaType", "media type:"),
    ] {
        if let Some(JsonTree::String(value)) = sheet.take(name) {
            reader.describe(sheet, name, format!("{what} {value}"));
        }
    }
    let rules = NodeRules {
        min_length: take_count(reader, sheet, "minLength").filter(|n| n != "0"),
        max_length: take_count(reader, sheet, "maxLength"),
        ..text
    };
    reader.ruled(NodeKind::String, rules)
}

pub(super) fn number(reader: &mut SchemaReader<'_>, sheet: &mut Keywords, integer: bool) -> NodeId {
    let mut min = take_number(reader, sheet, "minimum");
    let mut max = take_number(reader, sheet, "maximum");
    // A boolean makes the bound next to it exclusive (draft 4, OpenAPI 3.0).
    let mut exclusive = |reader: &mut SchemaReader<'_>,
                         bound: &mut Option<String>,
                         keyword: &str| match sheet.get(keyword) {
        Some(JsonTree::Bool(on)) => {
            let on = *on;
            sheet.take(keyword);
            if on { bound.take() } else { None }
        }
        Some(_) => take_number(reader, sheet, keyword),
        None => None,
    };
    let mut above = exclusive(reader, &mut min, "exclusiveMinimum");
    let mut below = exclusive(reader, &mut max, "exclusiveMaximum");
    let mut step = take_step(reader, sheet);
    if let Some((least, greatest)) = number_format(reader, sheet, integer) {
        let least = tighter(min.clone(), least.map(ToOwned::to_owned), false);
        let greatest = tighter(max.clone(), greatest.map(ToOwned::to_owned), true);
        if (&least, &greatest) != (&min, &max) {
            let reason = "other integers than those of the format are rejected";
            reader.loss(&sheet.at, "format", Outcome::Narrowed, reason);
        }
        (min, max) = (least, greatest);
    }
    let kind = if integer {
        let rounded = |n: Option<String>, up| n.and_then(|n| rounded_integer(&n, up));
        (above, below) = (rounded(above, false), rounded(below, true));
        step = step.filter(|text| is_whole_step(reader, sheet, text) && text != "1");
        let mut of;
        (of, min, max) = number::integer(rounded(min, true), rounded(max, false));
        if sheet.get("not") == Some(&JsonTree::Object([one("const", "0")].into())) {
            sheet.take("not");
            of.not_zero = true;
        }
        NodeKind::Integer(of)
    } else {
        let is = |text: &Option<String>, bound: &Num<'_>| {
            let n = text.as_deref().and_then(number::num);
            n.is_some_and(|n| n.equals(bound))
        };
        let mut float = FloatType::F64;
        if let Some((least, most)) = FloatType::F32.bounds()
            && is(&min, least)
            && is(&max, most)
        {
            float = FloatType::F32;
            (min, max) = (None, None);
        }
        NodeKind::Number(float)
    };
    let rules = NodeRules {
        minimum: min,
        maximum: max,
        exclusive_minimum: above,
        exclusive_maximum: below,
        multiple_of: step,
        ..NodeRules::default()
    };
    reader.ruled(kind, rules)
}

/// Takes the format of a number, and returns the bounds that it means. Other formats are
/// described.
fn number_format(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
    integer: bool,
) -> Option<Bounds> {
    let Some(JsonTree::String(format)) = sheet.get("format").cloned() else {
        return None;
    };
    sheet.take("format");
    match (format.as_str(), integer) {
        (format, true) if bounds_of(format).is_some() => return bounds_of(format),
        ("float" | "double" | "decimal" | "number" | "integer", _) => {
            let reason = "it has no meaning for a model";
            reader.loss(&sheet.at, "format", Outcome::Hidden, reason);
        }
        _ => reader.describe(sheet, "format", format!("format: {format}")),
    }
    None
}

/// Takes `multipleOf`. A number that isn't above 0 is reported as a loss. One of more than 38
/// digits is described, because it is not checked exactly.
fn take_step(reader: &mut SchemaReader<'_>, sheet: &mut Keywords) -> Option<String> {
    let step = take_number(reader, sheet, "multipleOf")?;
    if number::num(&step).is_some_and(|n| !n.is_zero() && !n.is_negative()) {
        if decimal(&step).is_some() {
            return Some(step);
        }
        let words = format!("a multiple of {step}");
        reader.describe(sheet, "multipleOf", words);
        return None;
    }
    let reason = "it is not a number above 0";
    reader.loss(&sheet.at, "multipleOf", Outcome::Hidden, reason);
    None
}

/// Returns true if an integer's step is an integer. Another step is described, unless every integer
/// is a multiple of it.
fn is_whole_step(reader: &mut SchemaReader<'_>, sheet: &mut Keywords, step: &str) -> bool {
    if number::num(step).is_none_or(|n| n.is_integer()) {
        return true;
    }
    // Every integer is a multiple of 1/n.
    if !decimal("1").is_some_and(|one| decimal(step).is_some_and(|by| one.is_multiple_of(&by))) {
        let words = format!("a multiple of {step}");
        reader.describe(sheet, "multipleOf", words);
    }
    false
}

fn one(name: &str, number: &str) -> (String, JsonTree) {
    (name.to_owned(), JsonTree::Number(number.to_owned()))
}

/// Recognizes the two ranges that the renderer writes for a nonzero integer, and rewrites them to
/// `not`.
pub(super) fn two_ranges(sheet: &mut Keywords) {
    let integer = ("type".to_owned(), JsonTree::String("integer".to_owned()));
    let is_range = |schema: &JsonTree, bound: (String, JsonTree)| {
        let all = schema.as_object().unwrap_or_default();
        all.len() == 2 && all.contains(&integer) && all.contains(&bound)
    };
    let alternatives = sheet.get("anyOf").and_then(JsonTree::as_array);
    if let Some([below, above, rest @ ..]) = alternatives
        && is_range(below, one("maximum", "-1"))
        && is_range(above, one("minimum", "1"))
        && rest.iter().all(is_null)
        && !sheet.has("not")
    {
        sheet.take("anyOf");
        sheet.push("not", JsonTree::Object([one("const", "0")].into()));
    }
}

/// The least and the greatest number.
type Bounds = (Option<&'static str>, Option<&'static str>);

/// The bounds of an integer format: those of `OpenAPI`, and those that `schemars` writes for Rust's
/// types. The widest formats only determine the sign.
fn bounds_of(format: &str) -> Option<Bounds> {
    let (least, greatest) = match format {
        "int8" => ("-128", "127"),
        "int16" => ("-32768", "32767"),
        "int32" => ("-2147483648", "2147483647"),
        "int64" => ("-9223372036854775808", "9223372036854775807"),
        "uint8" => ("0", "255"),
        "uint16" => ("0", "65535"),
        "uint32" => ("0", "4294967295"),
        "uint64" => ("0", "18446744073709551615"),
        "uint" | "uint128" => return Some((Some("0"), None)),
        "int" | "int128" => return Some((None, None)),
        _ => return None,
    };
    Some((Some(least), Some(greatest)))
}
