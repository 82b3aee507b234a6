//! Checks of constraints, defaults and examples against types that a macro knows by name, such as
//! `u8` and `String`, and against literal bounds. Const evaluation checks the rest.

use super::args::Args;
use super::bounds::{Bound, Bounds};
use super::literal::{Literal, Num, parse_literal};
use super::ty::{first_argument_of, option_of, ungroup};
use super::value::Str;
use crate::diag::Errors;
use quote::ToTokens as _;
use syn::Type;

/// Reports constraints that don't apply to the type, and values that don't fit the type or a
/// constraint. `ty` is the type of the JSON, if it is known. `typed`: rustc reports a default of
/// another kind, because the function is called with it.
pub(crate) fn check(args: &Args, typed: bool, ty: Option<&Type>, errors: &mut Errors) {
    let known = ty.and_then(KnownType::of);
    if let Some(known) = &known {
        check_rules(args, known, errors);
    }
    let default = args.default.as_ref().and_then(|it| it.value.as_ref());
    let examples = args.examples.iter().map(|it| ("example", false, &it.0));
    let default = default.map(|expr| ("default", typed, expr));
    for (key, typed, expr) in default.into_iter().chain(examples) {
        let Some(literal) = parse_literal(expr) else {
            continue;
        };
        let message = known
            .as_ref()
            .filter(|known| !known.fits(typed, &literal))
            .map(|KnownType { name, is, .. }| {
                format!("`{}` doesn't fit `{name}`{is}", written(key, &literal))
            })
            .or_else(|| broken(args, key, &literal));
        if let Some(message) = message {
            errors.on(expr, message);
        }
    }
}

/// Returns whether the macro knows a type by its name: a number, a bool, a text or a list.
pub(crate) fn is_known(ty: &Type) -> bool {
    KnownType::of(ty).is_some()
}

/// A type that the macro knows by its name.
struct KnownType {
    /// As written.
    name: String,
    /// The words after the name.
    is: String,
    kind: Kind,
}

enum Kind {
    Integer { min: Num, max: Num },
    Float,
    Bool,
    Text,
    Char,
    List,
}

impl KnownType {
    fn of(ty: &Type) -> Option<Self> {
        let (mark, ty) = match ungroup(ty) {
            Type::Reference(reference) => ("&", ungroup(&reference.elem)),
            other => ("", other),
        };
        if let Some(inner) = option_of(ty) {
            return Self::of(inner);
        }
        let name = ty.to_token_stream().to_string().replace(' ', "");
        let lists = ["Vec", "VecDeque", "HashSet", "BTreeSet"];
        let (kind, is) = match ty {
            Type::Slice(_) | Type::Array(_) => (Kind::List, ", which is a list"),
            Type::Path(path) if path.qself.is_none() => match name.as_str() {
                "f32" | "f64" => (Kind::Float, ", which is a number"),
                "bool" => (Kind::Bool, ", which is `true` or `false`"),
                "str" | "String" => (Kind::Text, ", which is text"),
                "char" => (Kind::Char, ", which is one character"),
                _ if first_argument_of(&path.path, &lists).is_some() => {
                    (Kind::List, ", which is a list")
                }
                _ => (integer(&name)?, ""),
            },
            _ => return None,
        };
        let is = match &kind {
            Kind::Integer { min, max } => format!(" ({} to {})", min.text, max.text),
            _ => is.to_owned(),
        };
        let name = format!("{mark}{name}");
        Some(KnownType { name, is, kind })
    }

    fn fits(&self, typed: bool, literal: &Literal) -> bool {
        match (&self.kind, literal) {
            // The type of a path is not known here.
            (_, Literal::Null | Literal::Variant(_) | Literal::Const(_)) => true,
            (Kind::Integer { min, max }, Literal::Number(number)) if number.int.is_some() => {
                !min.greater_than(number) && !number.greater_than(max)
            }
            _ if typed => true,
            (Kind::Float, Literal::Number(_))
            | (Kind::Bool, Literal::Bool(_))
            | (Kind::Text, Literal::String(_))
            | (Kind::List, Literal::Array(_)) => true,
            (Kind::Char, Literal::String(text)) => text.chars().count() == 1,
            _ => false,
        }
    }
}

fn integer(name: &str) -> Option<Kind> {
    let (signed, bits) = name.split_at_checked(1)?;
    let bits: u32 = match bits {
        "8" | "16" | "32" | "64" | "128" => bits.parse().ok()?,
        "size" => 64,
        _ => return None,
    };
    let all = u128::MAX >> (128 - bits);
    let (min, max) = match signed {
        "u" => (Num::whole(0), all),
        "i" => (Num::integer(true, all / 2 + 1), all / 2),
        _ => return None,
    };
    let max = Num::whole(max);
    Some(Kind::Integer { min, max })
}

/// Reports each constraint on a type that can't have it, at the constraint.
fn check_rules(args: &Args, known: &KnownType, errors: &mut Errors) {
    const REMOVE: &str = "remove it";
    let number = matches!(known.kind, Kind::Integer { .. } | Kind::Float);
    let text = matches!(known.kind, Kind::Text | Kind::Char);
    let list = matches!(known.kind, Kind::List);
    let fix = |when: bool, fix: &'static str| if when { fix } else { REMOVE };
    let of_length = fix(number, "for a number write `range`");
    let of_range = fix(text || list, "for a length write `length`");
    let of_item = "for each item write a newtype: `struct Item(#[tool(..)] String)`";
    let of_text = fix(list, of_item);
    let span = |text: &Option<Str>| text.as_ref().map(|it| it.0.span());
    let range = args.range.as_ref().map(|it| it.span);
    let step = args.multiple_of.as_ref().map(|it| it.span);
    let length = args.length.as_ref().map(|it| it.span);
    for (at, fits, key, needs, fix) in [
        (range, number, "range", "a number", of_range),
        (step, number, "multiple_of", "a number", REMOVE),
        (
            length,
            text || list,
            "length",
            "a string, a list or a map",
            of_length,
        ),
        (span(&args.pattern), text, "pattern", "a string", of_text),
        (span(&args.format), text, "format", "a string", of_text),
    ] {
        if let Some(at) = at.filter(|_| !fits) {
            let KnownType { name, is, .. } = known;
            errors.at(
                at,
                format!("`{key}` needs {needs}, but it is on `{name}`{is}; {fix}"),
            );
        }
    }
    if matches!(known.kind, Kind::Integer { .. }) {
        check_whole(args, &known.name, errors);
    }
}

/// Reports fractions in the constraints of an integer.
fn check_whole(args: &Args, name: &str, errors: &mut Errors) {
    let bounds = args.range.iter();
    let bounds = bounds.flat_map(|it| {
        it.min.iter().chain(&it.max).map(|bound| match bound {
            Bound::Num(num) => ("range", it.span, Some(num)),
            Bound::Const(_) => ("range", it.span, None),
        })
    });
    let step = args.multiple_of.iter();
    let step = step.map(|it| ("multiple_of", it.span, Some(&it.value)));
    let mut reported = "";
    for (key, at, num) in bounds.chain(step) {
        if let Some(num) = num
            && num.int.is_none()
            && num.value.fract() != 0.0
            && key != reported
        {
            reported = key;
            let number = &num.text;
            errors.at(
                at,
                format!("`{key}` has the fraction {number}, but `{name}` is a whole number; write whole numbers"),
            );
        }
    }
}

const CHANGE: &str = "change one of the two";

/// Returns the error for a value that breaks a constraint with literal bounds.
fn broken(args: &Args, key: &str, literal: &Literal) -> Option<String> {
    match literal {
        Literal::Number(number) => {
            if let Some(range) = &args.range
                && outside(range, number)
            {
                let (value, range) = (written(key, literal), bounds_text(range, "range"));
                return Some(format!("`{value}` is outside of `{range}`; {CHANGE}"));
            }
            let step = &args.multiple_of.as_ref()?.value;
            let (magnitude, by) = (number.int?, step.int?);
            (magnitude % by != 0).then(|| {
                let value = written(key, literal);
                format!("`{value}` is not a multiple of {by}; {CHANGE}")
            })
        }
        Literal::String(text) => too_long(args, key, literal, text.chars().count(), "characters"),
        Literal::Array(items) => too_long(args, key, literal, items.len(), "items"),
        _ => None,
    }
}

fn too_long(args: &Args, key: &str, literal: &Literal, length: usize, of: &str) -> Option<String> {
    let bounds = args.length.as_ref()?;
    outside(bounds, &Num::whole(length as u128)).then(|| {
        let (value, bounds) = (written(key, literal), bounds_text(bounds, "length"));
        format!("`{value}` has {length} {of}, which is outside of `{bounds}`; {CHANGE}")
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
        Some(Bound::Num(num)) => num.text.clone(),
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
fn written(key: &str, literal: &Literal) -> String {
    const MAX_CHARS: usize = 40;
    let value = match literal {
        Literal::Number(num) => num.text.clone(),
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
