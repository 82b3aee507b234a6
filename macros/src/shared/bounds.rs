//! Bounds in attributes: `range(..)`, `length(..)`, `multiple_of = ..`. A bound is a literal or a
//! path to a const, whose value only const evaluation knows.

use super::literal::{Num, parse_number};
use super::ty::{located, peel_expr, string_of};
use super::value::{key, wrong_form};
use crate::diag::bad_value;
use darling::{FromMeta, Result};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote_spanned};
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprPath, Meta, RangeLimits, Token};

#[derive(Clone)]
pub(crate) enum Bound {
    Num(Num),
    /// A path to an integer const.
    Const(ExprPath),
}

impl Bound {
    pub(crate) fn emit(&self) -> TokenStream {
        match self {
            Bound::Num(num) => num.emit(),
            Bound::Const(path) => {
                let at = located(path.span());
                quote_spanned!(at=> __tool::bound!(#path))
            }
        }
    }
}

/// Two optional bounds: `range(..)`, `length(..)`.
#[derive(Clone)]
pub(crate) struct Bounds {
    pub(crate) span: Span,
    pub(crate) min: Option<Bound>,
    pub(crate) max: Option<Bound>,
    /// Set if the upper bound is exclusive: `0..10`.
    pub(crate) exclusive_max: bool,
}

impl FromMeta for Bounds {
    fn from_meta(item: &Meta) -> Result<Self> {
        let tokens = match item {
            Meta::List(list) => list.tokens.clone(),
            Meta::NameValue(meta) => meta.value.to_token_stream(),
            Meta::Path(_) => return Err(bad_value(item, wrong_form(item, "(1..=50)"))),
        };
        let exprs = Punctuated::<Expr, Token![,]>::parse_terminated
            .parse2(tokens)
            .map_err(|_| bad_value(item, wrong_form(item, "(1..=50)")))?;
        let bounds = bounds(item, &exprs)?;
        if let Some(message) = bounds.empty(&key(item)) {
            return Err(bad_value(item, message));
        }
        Ok(bounds)
    }
}

impl Bounds {
    /// Returns the error for literal bounds that no value fits. A const's value is known only to
    /// const evaluation.
    fn empty(&self, key: &str) -> Option<String> {
        let (min, max) = match (&self.min, &self.max) {
            (Some(Bound::Num(min)), Some(Bound::Num(max))) => (min, max),
            // No length is below zero.
            (None, Some(Bound::Num(max)))
                if max.int == Some(0) && key == "length" && self.exclusive_max =>
            {
                return Some(
                    "`length(..0)` is empty, so no value fits; write `length(..=0)`".to_owned(),
                );
            }
            _ => return None,
        };
        let end = if self.exclusive_max { ".." } else { "..=" };
        let (low, high) = (&min.text, &max.text);
        let fix = if min.greater_than(max) {
            format!("swap the bounds: `{key}({high}{end}{low})`")
        } else if self.exclusive_max && !max.greater_than(min) {
            format!("write `{key}({low}..={high})`")
        } else {
            return None;
        };
        Some(format!(
            "`{key}({low}{end}{high})` is empty, so no value fits; {fix}"
        ))
    }
}

fn bounds(item: &Meta, exprs: &Punctuated<Expr, Token![,]>) -> Result<Bounds> {
    let mut bounds = Bounds {
        span: item.span(),
        min: None,
        max: None,
        exclusive_max: false,
    };
    match (exprs.len(), exprs.first().map(peel_expr)) {
        (1, Some(Expr::Range(range))) => {
            let (start, end) = (range.start.as_deref(), range.end.as_deref());
            let bound = |expr| bound(expr, |text| format!("the bound without quotes: `{text}`"));
            bounds.min = start.map(bound).transpose()?;
            bounds.max = end.map(bound).transpose()?;
            bounds.exclusive_max =
                end.is_some() && matches!(range.limits, RangeLimits::HalfOpen(_));
        }
        (1, Some(exact)) if !matches!(exact, Expr::Assign(_)) => {
            let key = key(item);
            let unquoted = |text: &str| format!("the {key} without quotes: `{key}({text})`");
            bounds.min = Some(bound(exact, unquoted)?);
            bounds.max.clone_from(&bounds.min);
        }
        (1.., _) => {
            for expr in exprs {
                let (name, value) = assignment(expr)
                    .ok_or_else(|| bad_value(expr, wrong_form(item, "(min = 1, max = 50)")))?;
                let slot = if name == "min" {
                    &mut bounds.min
                } else if name == "max" {
                    &mut bounds.max
                } else {
                    return Err(bad_value(
                        expr,
                        format!("unknown bound `{name}`; write `min` or `max`"),
                    ));
                };
                let unquoted = |text: &str| format!("the bound without quotes: `{name} = {text}`");
                if slot.replace(bound(value, unquoted)?).is_some() {
                    return Err(bad_value(
                        expr,
                        format!("`{name}` is given twice; keep one"),
                    ));
                }
            }
        }
        _ => return Err(bad_value(item, wrong_form(item, "(1..=50)"))),
    }
    if bounds.min.is_none() && bounds.max.is_none() {
        return Err(bad_value(
            item,
            format!(
                "`{0}(..)` has no bound; write one, such as `{0}(1..)`, or remove it",
                key(item)
            ),
        ));
    }
    Ok(bounds)
}

fn assignment(expr: &Expr) -> Option<(String, &Expr)> {
    let Expr::Assign(assign) = peel_expr(expr) else {
        return None;
    };
    let Expr::Path(path) = peel_expr(&assign.left) else {
        return None;
    };
    Some((path.path.get_ident()?.to_string(), &assign.right))
}

/// Parses a bound. `unquoted`: the fix for a string with this text.
fn bound(expr: &Expr, unquoted: impl FnOnce(&str) -> String) -> Result<Bound> {
    if let Some(num) = parse_number(expr) {
        return Ok(Bound::Num(num));
    }
    if let Expr::Path(path) = peel_expr(expr) {
        return Ok(Bound::Const(path.clone()));
    }
    let message = match string_of(expr) {
        Some(text) => format!("write {}", unquoted(&text.value())),
        None => "a bound must be a number literal or a path to an integer const; give this value a name: `const MOST: u8 = ..`".to_owned(),
    };
    Err(bad_value(expr, message))
}

/// A positive number: `multiple_of = 5`.
#[derive(Clone)]
pub(crate) struct Positive {
    pub(crate) span: Span,
    pub(crate) value: Num,
}

impl FromMeta for Positive {
    fn from_meta(item: &Meta) -> Result<Self> {
        let Meta::NameValue(meta) = item else {
            return Err(bad_value(item, wrong_form(item, "= 5")));
        };
        let value = parse_number(&meta.value).ok_or_else(|| {
            bad_value(
                &meta.value,
                "`multiple_of` must be a number literal, such as `multiple_of = 5`",
            )
        })?;
        if !value.greater_than(&Num::whole(0)) {
            return Err(bad_value(
                &meta.value,
                format!(
                    "`{key}` must be greater than zero, such as `{key} = 5`",
                    key = key(item)
                ),
            ));
        }
        Ok(Positive {
            span: item.span(),
            value,
        })
    }
}
