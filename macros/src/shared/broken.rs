//! Checks of defaults and examples against constraints with literal bounds. Const evaluation checks
//! bounds that are consts.

use super::bounds::{Bound, Bounds};
use super::literal::{Literal, Num};
use super::rules::RuleArgs;
use quote::ToTokens as _;

/// Returns the error for a value that breaks a constraint with literal bounds.
pub(super) fn broken(rules: &RuleArgs, key: &str, literal: &Literal) -> Option<String> {
    const CHANGE: &str = "change one of the two";
    match literal {
        Literal::Number(number) => {
            if let Some(range) = &rules.range
                && outside(range, number)
            {
                let (value, range) = (written(key, literal), bounds_text(range, "range"));
                return Some(format!("`{value}` is outside of `{range}`; {CHANGE}"));
            }
            let step = &rules.multiple_of.as_ref()?.value;
            let (Num::Int { magnitude, .. }, Num::Int { magnitude: by, .. }) = (number, step)
            else {
                return None;
            };
            (magnitude % by != 0).then(|| {
                let value = written(key, literal);
                format!("`{value}` is not a multiple of {by}; {CHANGE}")
            })
        }
        Literal::String(text) => too_long(rules, key, literal, text.chars().count(), "characters"),
        Literal::Array(items) => too_long(rules, key, literal, items.len(), "items"),
        _ => None,
    }
}

fn too_long(
    rules: &RuleArgs,
    key: &str,
    literal: &Literal,
    length: usize,
    of: &str,
) -> Option<String> {
    let bounds = rules.length.as_ref()?;
    let number = Num::Int {
        negative: false,
        magnitude: length as u128,
    };
    outside(bounds, &number).then(|| {
        let (value, bounds) = (written(key, literal), bounds_text(bounds, "length"));
        format!(
            "`{value}` has {length} {of}, which is outside of `{bounds}`; change one of the two"
        )
    })
}

/// Returns whether a number is outside of literal bounds.
fn outside(bounds: &Bounds, number: &Num) -> bool {
    let below = matches!(&bounds.min, Some(Bound::Num(min)) if min.greater_than(number));
    let above = match &bounds.max {
        Some(Bound::Num(max)) if bounds.exclusive_max => !max.greater_than(number),
        Some(Bound::Num(max)) => number.greater_than(max),
        _ => false,
    };
    below || above
}

fn bounds_text(bounds: &Bounds, key: &str) -> String {
    let text = |bound: &Option<Bound>| match bound {
        Some(Bound::Num(num)) => num.text(),
        Some(Bound::Const(path)) => path.to_token_stream().to_string().replace(' ', ""),
        None => String::new(),
    };
    let (min, max) = (text(&bounds.min), text(&bounds.max));
    let between = if bounds.max.is_none() || bounds.exclusive_max {
        ".."
    } else {
        "..="
    };
    format!("{key}({min}{between}{max})")
}

/// Returns an attribute's item as written, with a long value cut.
pub(super) fn written(key: &str, literal: &Literal) -> String {
    const MAX_CHARS: usize = 40;
    let value = match literal {
        Literal::Number(num) => num.text(),
        Literal::Bool(value) => value.to_string(),
        Literal::String(text) if text.chars().count() > MAX_CHARS => {
            let start: String = text.chars().take(MAX_CHARS).collect();
            format!("\"{start}..\"")
        }
        Literal::String(text) => format!("{text:?}"),
        Literal::Array(_) => "[..]".to_owned(),
        Literal::Null | Literal::Variant(_) | Literal::Const(_) => "..".to_owned(),
    };
    format!("{key} = {value}")
}
