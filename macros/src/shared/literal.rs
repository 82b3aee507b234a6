//! Values written in attributes (`default = ..`, `example = ..`), parsed if a schema can show them.

use super::item::{has_key, value_of};
use super::text::emit_text;
use super::ty::{located, mentions, peel_expr, ungroup, unraw};
use super::value::AnyExpr;
use crate::diag::Errors;
use darling::ast::NestedMeta;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Lit, Type, UnOp};

/// The error for an `example`, which has no other purpose than to be shown.
const NOT_SHOWABLE: &str = "a schema can't show this; write a literal, an array or tuple of literals, a path to a const, a unit variant, or `const { .. }`";

/// A value that a schema can show.
#[derive(Clone)]
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

#[derive(Clone)]
pub(crate) struct Num {
    /// The JSON text.
    pub(crate) text: String,
    /// The magnitude of an integer.
    pub(crate) int: Option<u128>,
    pub(crate) value: f64,
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

/// Returns whether an attribute's item is a default that no schema can show.
pub(crate) fn is_hidden_default(item: &NestedMeta) -> bool {
    has_key(item, "default") && value_of(item).is_some_and(|it| parse_literal(it).is_none())
}

/// Returns the examples that a schema can show, each with its span. Reports the others.
pub(crate) fn parse_examples(
    examples: &[AnyExpr],
    ty: &Type,
    errors: &mut Errors,
) -> Vec<(Literal, Span)> {
    let parse = |AnyExpr(expr): &AnyExpr| {
        let value = parse_literal_of(expr, ty).or_else(|| parse_const(expr));
        if value.is_none() {
            errors.on(expr, NOT_SHOWABLE);
        }
        Some((value?, expr.span()))
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
            let num = parse_number(&unary.expr)?;
            // A second minus sign is left to rustc.
            (!num.is_negative()).then(|| match num.int {
                Some(magnitude) => Num::integer(true, magnitude),
                None => Num {
                    text: format!("-{}", num.text),
                    int: None,
                    value: -num.value,
                },
            })
        }
        _ => None,
    }
}

fn parse_lit(lit: &Lit) -> Option<Literal> {
    Some(match lit {
        Lit::Str(text) => Literal::String(text.value()),
        Lit::Char(c) => Literal::String(c.value().to_string()),
        Lit::Bool(value) => Literal::Bool(value.value),
        Lit::Byte(byte) => Literal::Number(Num::whole(byte.value().into())),
        Lit::Int(int) => {
            // After `key =`, the parser includes a minus sign in the literal.
            let digits = int.base10_digits();
            let magnitude = digits.trim_start_matches('-');
            Literal::Number(match int.suffix() {
                "f32" | "f64" => float(digits)?,
                _ => Num::integer(magnitude.len() < digits.len(), magnitude.parse().ok()?),
            })
        }
        Lit::Float(value) => Literal::Number(float(value.base10_digits())?),
        _ => return None,
    })
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
    let int = None;
    value.is_finite().then_some(Num { text, int, value })
}

fn parse_all<'a>(elems: impl Iterator<Item = &'a Expr>) -> Option<Literal> {
    elems
        .map(parse_literal)
        .collect::<Option<Vec<_>>>()
        .map(Literal::Array)
}

/// Classifies a path by the case of its last segment, which is all that a macro sees: `Stars` is a
/// variant, `LIMIT` a const; others can't be shown.
fn parse_path(path: &syn::ExprPath) -> Option<Literal> {
    if is_of_option(path, "None") {
        return Some(Literal::Null);
    }
    let ident = unraw(&path.path.segments.last()?.ident);
    let upper_first = ident.chars().next().is_some_and(char::is_uppercase);
    let has_lower = ident.chars().any(char::is_lowercase);
    // In a method, `Self::A` has become `<Grade>::A`, which may be a const.
    let is_letter = ident.chars().count() == 1 && path.qself.is_none() && of_a_type(path);
    if upper_first && (has_lower || is_letter) {
        Some(Literal::Variant(ident))
    } else if !has_lower && ident.chars().any(char::is_uppercase) {
        Some(Literal::Const(Box::new(Expr::Path(path.clone()))))
    } else {
        None
    }
}

/// Returns whether a path leads to a variant of `Option`. In `Sort::None`, it is another type's.
pub(crate) fn is_of_option(path: &syn::ExprPath, variant: &str) -> bool {
    let last = path.path.segments.last();
    last.is_some_and(|last| last.ident == variant)
        && (!of_a_type(path) || parent(path).is_some_and(|it| it == "Option"))
}

/// Returns whether the parent of a path's last segment looks like a type: in `Grade::A`, the letter
/// is a variant.
fn of_a_type(path: &syn::ExprPath) -> bool {
    parent(path).is_some_and(|ident| unraw(ident).starts_with(char::is_uppercase))
}

/// Returns the name before a path's last segment: of a module or a type.
fn parent(path: &syn::ExprPath) -> Option<&Ident> {
    let before = path.path.segments.iter().rev().nth(1);
    let of_self = || match ungroup(&path.qself.as_ref()?.ty) {
        Type::Path(ty) => ty.path.segments.last(),
        _ => None,
    };
    before.or_else(of_self).map(|it| &it.ident)
}

/// Returns whether the parent of a path's last segment is the type, or a type inside it.
fn is_of(path: &syn::ExprPath, ty: &Type) -> bool {
    parent(path).is_some_and(|name| mentions(ty, name))
}

impl Literal {
    /// Returns the value with each const of the type itself, or of a type inside it, as a variant.
    fn in_type(self, ty: &Type) -> Self {
        match self {
            Literal::Array(items) => {
                Literal::Array(items.into_iter().map(|item| item.in_type(ty)).collect())
            }
            Literal::Const(expr) => match peel_expr(&expr) {
                Expr::Path(path) if of_a_type(path) && is_of(path, ty) => {
                    let last = path.path.segments.last();
                    Literal::Variant(last.map(|it| unraw(&it.ident)).unwrap_or_default())
                }
                _ => Literal::Const(expr),
            },
            other => other,
        }
    }

    pub(crate) fn emit(&self) -> TokenStream {
        match self {
            Literal::Null => quote!(__tool::Literal::Null),
            Literal::Bool(value) => quote!(__tool::Literal::Bool(#value)),
            Literal::Number(num) => {
                let num = num.emit();
                quote!(__tool::Literal::Number(#num))
            }
            Literal::String(text) => {
                let text = emit_text(text);
                quote!(__tool::Literal::String(#text))
            }
            Literal::Array(items) => {
                let items = items.iter().map(Literal::emit);
                quote!(__tool::Literal::Array(&[#(#items),*]))
            }
            Literal::Variant(name) => quote!(__tool::Literal::Variant(#name)),
            Literal::Const(value) => {
                let at = located(value.span());
                quote_spanned!(at=> __tool::literal!(#value))
            }
        }
    }
}

impl Num {
    pub(crate) fn integer(negative: bool, magnitude: u128) -> Self {
        let sign = if negative && magnitude != 0 { "-" } else { "" };
        let text = format!("{sign}{magnitude}");
        // Only compared, and only with a float.
        let value = text.parse().unwrap_or_default();
        Num {
            text,
            int: Some(magnitude),
            value,
        }
    }

    pub(crate) fn whole(magnitude: u128) -> Self {
        Self::integer(false, magnitude)
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.text.starts_with('-')
    }

    /// Returns whether this number is greater than another; exact for integers.
    pub(crate) fn greater_than(&self, other: &Num) -> bool {
        let (Some(a), Some(b)) = (self.int, other.int) else {
            return self.value > other.value;
        };
        match (self.is_negative(), other.is_negative()) {
            (false, true) => true,
            (true, false) => false,
            (false, false) => a > b,
            (true, true) => a < b,
        }
    }

    pub(crate) fn emit(&self) -> TokenStream {
        let (text, negative) = (&self.text, self.is_negative());
        if let Some(magnitude) = self.int {
            let magnitude = proc_macro2::Literal::u128_unsuffixed(magnitude);
            return quote!(__tool::Num::int(#negative, #magnitude, #text));
        }
        let sign = negative.then(|| quote!(-));
        let value = proc_macro2::Literal::f64_suffixed(self.value.abs());
        quote!(__tool::Num::float(#sign #value, #text))
    }
}
