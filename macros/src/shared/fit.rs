//! Checks of constraints, defaults and examples against types that a macro knows by name, such as
//! `u8` and `String`, and against literal bounds. Const evaluation checks the rest.

use super::bounds::Bound;
use super::broken::{broken, written};
use super::literal::{Literal, Num, parse_literal};
use super::rules::RuleArgs;
use super::ty::{first_argument_of, option_of, ungroup};
use super::value::{AnyExpr, MaybeExpr};
use crate::diag::Errors;
use proc_macro2::Span;
use quote::ToTokens as _;
use syn::{Expr, Type};

/// The values that an attribute shows to the model.
pub(crate) struct Values<'a> {
    pub(crate) default: Option<&'a MaybeExpr>,
    pub(crate) examples: &'a [AnyExpr],
    /// Rustc reports a default of another kind, because the function is called with it.
    pub(crate) default_is_typed: bool,
}

/// A value of an attribute.
struct Given<'a> {
    key: &'static str,
    expr: &'a Expr,
    typed: bool,
}

/// Reports constraints that don't apply to the type, and values that don't fit the type or a
/// constraint. `ty` is the type of the JSON, if it is known.
pub(crate) fn check(rules: &RuleArgs, values: &Values<'_>, ty: Option<&Type>, errors: &mut Errors) {
    let known = ty.and_then(Known::of);
    if let Some(known) = &known {
        check_rules(rules, known, errors);
    }
    let default = values.default.and_then(|it| it.value.as_ref());
    let default = default.map(|expr| Given {
        key: "default",
        expr,
        typed: values.default_is_typed,
    });
    let examples = values.examples.iter().map(|AnyExpr(expr)| Given {
        key: "example",
        expr,
        typed: false,
    });
    for value in default.into_iter().chain(examples) {
        let Some(literal) = parse_literal(value.expr) else {
            continue;
        };
        let message = known
            .as_ref()
            .and_then(|known| known.unfit(&value, &literal))
            .or_else(|| broken(rules, value.key, &literal));
        if let Some(message) = message {
            errors.on(value.expr, message);
        }
    }
}

/// Returns whether the macro knows a type by its name: a number, a bool, a text or a list.
pub(crate) fn is_known(ty: &Type) -> bool {
    Known::of(ty).is_some()
}

/// A type that the macro knows by its name.
struct Known {
    /// As written.
    name: String,
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

impl Known {
    fn of(ty: &Type) -> Option<Self> {
        let (mark, ty) = match ungroup(ty) {
            Type::Reference(reference) => ("&", ungroup(&reference.elem)),
            other => ("", other),
        };
        if let Some(inner) = option_of(ty) {
            return Self::of(inner);
        }
        let name = ty.to_token_stream().to_string().replace(' ', "");
        let kind = match ty {
            Type::Slice(_) | Type::Array(_) => Kind::List,
            Type::Path(path) if path.qself.is_none() => {
                let lists = ["Vec", "VecDeque", "HashSet", "BTreeSet"];
                match name.as_str() {
                    "f32" | "f64" => Kind::Float,
                    "bool" => Kind::Bool,
                    "str" | "String" => Kind::Text,
                    "char" => Kind::Char,
                    _ if first_argument_of(&path.path, &lists).is_some() => Kind::List,
                    _ => integer(&name)?,
                }
            }
            _ => return None,
        };
        Some(Known {
            name: format!("{mark}{name}"),
            kind,
        })
    }

    /// Returns the words after the type's name.
    fn is(&self) -> String {
        match &self.kind {
            Kind::Integer { min, max } => format!(" ({} to {})", min.text(), max.text()),
            Kind::Float => ", which is a number".to_owned(),
            Kind::Bool => ", which is `true` or `false`".to_owned(),
            Kind::Text => ", which is text".to_owned(),
            Kind::Char => ", which is one character".to_owned(),
            Kind::List => ", which is a list".to_owned(),
        }
    }

    fn unfit(&self, value: &Given<'_>, literal: &Literal) -> Option<String> {
        let fits = match (&self.kind, literal) {
            // The type of a path is not known here.
            (_, Literal::Null | Literal::Variant(_) | Literal::Const(_)) => true,
            (Kind::Integer { min, max }, Literal::Number(number @ Num::Int { .. })) => {
                !min.greater_than(number) && !number.greater_than(max)
            }
            _ if value.typed => true,
            (Kind::Float, Literal::Number(_))
            | (Kind::Bool, Literal::Bool(_))
            | (Kind::Text, Literal::String(_))
            | (Kind::List, Literal::Array(_)) => true,
            (Kind::Char, Literal::String(text)) => text.chars().count() == 1,
            _ => false,
        };
        (!fits).then(|| {
            format!(
                "`{}` doesn't fit `{}`{}",
                written(value.key, literal),
                self.name,
                self.is()
            )
        })
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
    let number = |negative, magnitude| Num::Int {
        negative,
        magnitude,
    };
    match signed {
        "u" => Some(Kind::Integer {
            min: number(false, 0),
            max: number(false, all),
        }),
        "i" => Some(Kind::Integer {
            min: number(true, all / 2 + 1),
            max: number(false, all / 2),
        }),
        _ => None,
    }
}

/// Reports each constraint on a type that can't have it, at the constraint.
fn check_rules(rules: &RuleArgs, known: &Known, errors: &mut Errors) {
    let number = matches!(known.kind, Kind::Integer { .. } | Kind::Float);
    let text = matches!(known.kind, Kind::Text | Kind::Char);
    let list = matches!(known.kind, Kind::List);
    let mut wrong = |at: Span, key: &str, needs: &str, fix: &str| {
        let (name, is) = (&known.name, known.is());
        errors.at(
            at,
            format!("`{key}` needs {needs}, but it is on `{name}`{is}; {fix}"),
        );
    };
    if let Some(range) = &rules.range
        && !number
    {
        let fix = if text || list {
            "for a length write `length`"
        } else {
            "remove it"
        };
        wrong(range.span, "range", "a number", fix);
    }
    if let Some(step) = &rules.multiple_of
        && !number
    {
        wrong(step.span, "multiple_of", "a number", "remove it");
    }
    if let Some(length) = &rules.length
        && !(text || list)
    {
        let fix = if number {
            "for a number write `range`"
        } else {
            "remove it"
        };
        wrong(length.span, "length", "a string, a list or a map", fix);
    }
    let fix = if list {
        "for each item write a newtype: `struct Item(#[tool(..)] String)`"
    } else {
        "remove it"
    };
    if let Some(pattern) = &rules.pattern
        && !text
    {
        wrong(pattern.0.span(), "pattern", "a string", fix);
    }
    if let Some(format) = &rules.format
        && !text
    {
        wrong(format.0.span(), "format", "a string", fix);
    }
    if matches!(known.kind, Kind::Integer { .. }) {
        check_whole(rules, known, errors);
    }
}

/// Reports fractions in the constraints of an integer.
fn check_whole(rules: &RuleArgs, known: &Known, errors: &mut Errors) {
    let fraction = |bound: &Option<Bound>| match bound {
        Some(Bound::Num(num @ Num::Float { value, .. })) if value.fract() != 0.0 => {
            Some(num.text())
        }
        _ => None,
    };
    let mut wrong = |at: Span, key: &str, number: &str| {
        let name = &known.name;
        errors.at(
            at,
            format!("`{key}` has the fraction {number}, but `{name}` is a whole number; write whole numbers"),
        );
    };
    if let Some(range) = &rules.range
        && let Some(number) = fraction(&range.min).or_else(|| fraction(&range.max))
    {
        wrong(range.span, "range", &number);
    }
    if let Some(step) = &rules.multiple_of
        && let Some(number) = fraction(&Some(Bound::Num(step.value.clone())))
    {
        wrong(step.span, "multiple_of", &number);
    }
}
