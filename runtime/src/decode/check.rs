//! Constraints at run time: what a schema advertises is looked at, too.

use alloc::string::ToString;

use serde_json::Value;

use super::document::{Kind as Json, Node};
use super::guided::{Seen, count};
use super::number::{Exact, exact, num};
use super::{formats, patterns};
use crate::schema::{Format, Num, Rules};

/// Whether the value keeps the constraints.
pub(super) fn kept(rules: &Rules<'_>, seen: &Seen<'_, '_>) -> bool {
    plain(rules, seen) && text_of(seen).is_none_or(|text| text_kept(rules, text))
}

/// The same for a value of a tree.
pub(crate) fn kept_by_value(rules: &Rules<'_>, value: &Value) -> bool {
    match value {
        Value::Number(n) => number(rules, &n.to_string()),
        Value::String(text) => length(rules, || text.chars().count()) && text_kept(rules, text),
        Value::Array(items) => length_kept(rules, items.len()),
        Value::Object(map) => length_kept(rules, map.len()),
        Value::Null | Value::Bool(_) => true,
    }
}

/// Whether a list or a map of that length keeps the constraints.
pub(crate) fn length_kept(rules: &Rules<'_>, len: usize) -> bool {
    length(rules, || len)
}

fn text_kept(rules: &Rules<'_>, text: &str) -> bool {
    rules
        .pattern
        .is_none_or(|pattern| patterns::matches(pattern.text.raw(), text))
        && rules.format.is_none_or(|format| formats::is(format, text))
}

/// Whether the text is an IP address, where the format asks for one.
pub(super) fn is_address(format: Format<'_>, text: &str) -> bool {
    match format {
        Format::Ipv4 | Format::Ipv6 => formats::is(format, text),
        _ => true,
    }
}

fn text_of<'de>(seen: &Seen<'_, 'de>) -> Option<&'de str> {
    match seen {
        Seen::Raw(node) => node.as_str(),
        _ => None,
    }
}

/// Bounds and lengths.
fn plain(rules: &Rules<'_>, seen: &Seen<'_, '_>) -> bool {
    match seen {
        Seen::Integer(text) | Seen::Number(text) => number(rules, text),
        Seen::List(list) => length(rules, || list.items.len()),
        Seen::Fields(fields) => length(rules, || fields.entries.len()),
        Seen::Map(map) => length(rules, || map.entries.len()),
        Seen::Raw(node) => raw(rules, *node),
        Seen::Null | Seen::Bool(_) | Seen::Spent => true,
    }
}

fn raw(rules: &Rules<'_>, node: Node<'_>) -> bool {
    match node.kind() {
        Json::Number => number(rules, node.raw()),
        Json::Plain | Json::Escaped => {
            length(rules, || node.as_str().unwrap_or_default().chars().count())
        }
        Json::Array => length(rules, || node.items().count()),
        Json::Object => length(rules, || node.members().count()),
        _ => true,
    }
}

fn number(rules: &Rules<'_>, text: &str) -> bool {
    // A number that no float holds is refused when it is read.
    let Some(n) = num(text) else { return true };
    rules.minimum.is_none_or(|least| !n.less_than(&least))
        && rules.maximum.is_none_or(|most| !most.less_than(&n))
        && rules
            .exclusive_minimum
            .is_none_or(|least| least.less_than(&n))
        && rules
            .exclusive_maximum
            .is_none_or(|most| n.less_than(&most))
        && rules
            .multiple_of
            .is_none_or(|step| is_multiple(text, &step))
}

/// Whether the number is a multiple, exactly where both are whole; else as near as floats come.
fn is_multiple(text: &str, step: &Num<'_>) -> bool {
    let by = step.as_f64();
    if let (Some(Exact::Whole { magnitude, .. }), Some(Exact::Whole { magnitude: by, .. })) =
        (exact(text), exact(step.text()))
    {
        by == 0 || magnitude % by == 0
    } else {
        let times = num(text).map_or(0.0, |n| n.as_f64()) / by;
        by == 0.0 || (times - times.round()).abs() <= 1e-9 * times.abs().max(1.0)
    }
}

fn length(rules: &Rules<'_>, len: impl FnOnce() -> usize) -> bool {
    if rules.min_length.is_none() && rules.max_length.is_none() {
        return true;
    }
    let len = count(len());
    rules.min_length.is_none_or(|least| !len.less_than(&least))
        && rules.max_length.is_none_or(|most| !most.less_than(&len))
}
