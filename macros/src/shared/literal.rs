//! Values written in attributes (`default = ..`, `example = ..`), parsed if a schema can show them.

use super::text::emit_text;
use super::ty::peel_expr;
use super::value::AnyExpr;
use super::value_path::{is_of_option, parse_path};
use crate::diag::Errors;
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Lit, Type, UnOp};

/// The error for an `example`, which has no other purpose than to be shown.
const NOT_SHOWABLE: &str = "a schema can't show this; write a literal, an array or tuple of literals, a path to a const, a unit variant, or `const { .. }`";

/// A value that a schema can show.
#[derive(Clone, Debug)]
pub(crate) enum Literal {
    Null,
    Bool(bool),
    Number(Num),
    String(String),
    Array(Vec<Literal>),
    /// A unit variant, by its Rust name.
    Variant(String),
    /// A path to a const, or an expression that rustc evaluates. Its type decides the kind of
    /// value.
    Const(Box<Expr>),
}

/// A number with its JSON text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Num {
    Int { negative: bool, magnitude: u128 },
    Float { value: f64, text: String },
}

/// Returns the value of an expression, if a schema of the type can show it. A path in capitals that
/// begins with the type (`Method::GET`) is a variant; one that the type doesn't have is not shown.
pub(crate) fn parse_literal_of(expr: &Expr, ty: &Type) -> Option<Literal> {
    parse_literal(expr).map(|literal| literal.in_type(ty))
}

/// Returns the value of an expression, if a schema can show it.
pub(crate) fn parse_literal(expr: &Expr) -> Option<Literal> {
    match peel_expr(expr) {
        Expr::Lit(ExprLit { lit, .. }) => parse_lit(lit),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            parse_number(expr).map(Literal::Number)
        }
        Expr::Reference(reference) => parse_literal(&reference.expr),
        Expr::Array(array) => parse_all(array.elems.iter()),
        Expr::Tuple(tuple) if !tuple.elems.is_empty() => parse_all(tuple.elems.iter()),
        Expr::Call(call) if call.args.len() == 1 => match peel_expr(&call.func) {
            Expr::Path(path) if is_of_option(path, "Some") => {
                call.args.first().and_then(parse_literal)
            }
            _ => None,
        },
        Expr::Path(path) => parse_path(path),
        _ => None,
    }
}

/// Returns the values of all `example = ..`.
pub(crate) fn parse_examples(examples: &[AnyExpr], ty: &Type, errors: &mut Errors) -> Vec<Literal> {
    let parse = |AnyExpr(expr): &AnyExpr| {
        let value = parse_literal_of(expr, ty).or_else(|| parse_const(expr));
        if value.is_none() {
            errors.on(expr, NOT_SHOWABLE);
        }
        value
    };
    examples.iter().filter_map(parse).collect()
}

/// Parses an expression that can only be a constant one. Not used for a `default`, which may be any
/// expression.
fn parse_const(expr: &Expr) -> Option<Literal> {
    let is_const = match peel_expr(expr) {
        Expr::Const(_) | Expr::Binary(_) | Expr::Cast(_) => true,
        // `-LIMIT`; `--5` is a mistake.
        Expr::Unary(unary) => {
            let of = peel_expr(&unary.expr);
            !matches!(unary.op, UnOp::Deref(_)) && !matches!(of, Expr::Lit(_) | Expr::Unary(_))
        }
        Expr::Macro(called) => {
            let of_the_compiler = ["concat", "env", "include_str", "stringify"];
            let name = called.mac.path.segments.last()?;
            of_the_compiler.iter().any(|one| name.ident == one)
        }
        _ => false,
    };
    is_const.then(|| Literal::Const(Box::new(expr.clone())))
}

/// Parses a number, optionally with a minus sign.
pub(crate) fn parse_number(expr: &Expr) -> Option<Num> {
    match peel_expr(expr) {
        Expr::Lit(ExprLit { lit, .. }) => match parse_lit(lit)? {
            Literal::Number(num) => Some(num),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            match parse_number(&unary.expr)? {
                // A second minus sign is left to rustc.
                Num::Int { negative: true, .. } => None,
                Num::Int { magnitude, .. } => Some(integer(true, magnitude)),
                Num::Float { value, text } => (!text.starts_with('-')).then(|| Num::Float {
                    value: -value,
                    text: format!("-{text}"),
                }),
            }
        }
        _ => None,
    }
}

fn parse_lit(lit: &Lit) -> Option<Literal> {
    Some(match lit {
        Lit::Str(text) => Literal::String(text.value()),
        Lit::Char(c) => Literal::String(c.value().to_string()),
        Lit::Bool(value) => Literal::Bool(value.value),
        Lit::Byte(byte) => Literal::Number(integer(false, u128::from(byte.value()))),
        Lit::Int(int) => {
            // After `key =`, the parser includes a minus sign in the literal.
            let digits = int.base10_digits();
            let magnitude = digits.trim_start_matches('-');
            Literal::Number(match int.suffix() {
                "f32" | "f64" => float(digits)?,
                _ => integer(magnitude.len() < digits.len(), magnitude.parse().ok()?),
            })
        }
        Lit::Float(value) => Literal::Number(float(value.base10_digits())?),
        _ => return None,
    })
}

fn integer(negative: bool, magnitude: u128) -> Num {
    Num::Int {
        negative: negative && magnitude != 0,
        magnitude,
    }
}

/// Converts a float to JSON text, with digits on both sides of the point.
fn float(digits: &str) -> Option<Num> {
    let value: f64 = digits.parse().ok()?;
    let (sign, number) = digits.split_at(usize::from(digits.starts_with('-')));
    let number = number.trim_start_matches('0');
    let has_digit = number.starts_with(|c: char| c.is_ascii_digit());
    let digits = &format!("{sign}{}{number}", if has_digit { "" } else { "0" });
    let text = match digits.find(['e', 'E']) {
        Some(at) => {
            let (number, exponent) = digits.split_at(at);
            format!("{}{exponent}", number.trim_end_matches('.'))
        }
        None if digits.ends_with('.') => format!("{digits}0"),
        None if digits.contains('.') => digits.clone(),
        None => format!("{digits}.0"),
    };
    value.is_finite().then_some(Num::Float { value, text })
}

fn parse_all<'a>(elems: impl Iterator<Item = &'a Expr>) -> Option<Literal> {
    elems
        .map(parse_literal)
        .collect::<Option<Vec<_>>>()
        .map(Literal::Array)
}

impl Literal {
    /// Returns an expression of the runtime's type `Literal`.
    pub(crate) fn emit(&self) -> TokenStream {
        let here = Span::call_site();
        match self {
            Literal::Null => quote_spanned!(here=> __tool::Literal::Null),
            Literal::Bool(value) => quote_spanned!(here=> __tool::Literal::Bool(#value)),
            Literal::Number(num) => {
                let num = num.emit();
                quote_spanned!(here=> __tool::Literal::Number(#num))
            }
            Literal::String(text) => {
                let text = emit_text(text);
                quote_spanned!(here=> __tool::Literal::String(#text))
            }
            Literal::Array(items) => {
                let items = items.iter().map(Literal::emit);
                quote_spanned!(here=> __tool::Literal::Array(&[#(#items),*]))
            }
            Literal::Variant(name) => quote_spanned!(here=> __tool::Literal::Variant(#name)),
            Literal::Const(value) => {
                let here = here.located_at(value.span());
                quote_spanned!(here=> __tool::literal!(#value))
            }
        }
    }
}

impl Num {
    /// Returns the number as JSON text.
    pub(crate) fn text(&self) -> String {
        match self {
            Num::Int {
                negative: true,
                magnitude,
            } => format!("-{magnitude}"),
            Num::Int { magnitude, .. } => magnitude.to_string(),
            Num::Float { text, .. } => text.clone(),
        }
    }

    #[allow(clippy::cast_precision_loss)] // Only compared, and only if one side is a float.
    fn as_f64(&self) -> f64 {
        match self {
            Num::Int {
                negative,
                magnitude,
            } => (*magnitude as f64) * if *negative { -1.0 } else { 1.0 },
            Num::Float { value, .. } => *value,
        }
    }

    /// Returns whether this number is greater than another; exact for integers.
    pub(crate) fn greater_than(&self, other: &Num) -> bool {
        match (self, other) {
            (
                Num::Int {
                    negative: a,
                    magnitude: x,
                },
                Num::Int {
                    negative: b,
                    magnitude: y,
                },
            ) => match (a, b) {
                (false, true) => true,
                (true, false) => false,
                (false, false) => x > y,
                (true, true) => x < y,
            },
            _ => self.as_f64() > other.as_f64(),
        }
    }

    /// Returns an expression of the runtime's type `Num`.
    pub(crate) fn emit(&self) -> TokenStream {
        let here = Span::call_site();
        let text = self.text();
        match self {
            Num::Int {
                negative,
                magnitude,
            } => {
                let magnitude = proc_macro2::Literal::u128_unsuffixed(*magnitude);
                quote_spanned!(here=> __tool::Num::int(#negative, #magnitude, #text))
            }
            Num::Float { value, .. } => {
                let value = if value.is_sign_negative() {
                    let positive = proc_macro2::Literal::f64_suffixed(-value);
                    quote_spanned!(here=> -#positive)
                } else {
                    let positive = proc_macro2::Literal::f64_suffixed(*value);
                    quote_spanned!(here=> #positive)
                };
                quote_spanned!(here=> __tool::Num::float(#value, #text))
            }
        }
    }
}
