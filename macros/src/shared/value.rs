//! The value types of `#[tool(..)]` keys, as parsed by darling. Each message names the form to
//! write.

use super::depth::parse_text;
use super::text::{ConstText, Text};
use super::ty::peel_expr;
use crate::diag::{bad_value, path_text};
use darling::{FromMeta, Result};
use proc_macro2::Span;
use quote::ToTokens as _;
use syn::parse::Parse as _;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Lit, LitStr, Meta, Type};

/// `key = expression`, unchanged.
#[derive(Clone, Debug)]
pub(crate) struct AnyExpr(pub(crate) Expr);

impl FromMeta for AnyExpr {
    fn from_meta(item: &Meta) -> Result<Self> {
        match item {
            Meta::NameValue(meta) => Ok(AnyExpr(meta.value.clone())),
            _ => Err(bad_value(item, wrong_form(item, any_form(item)))),
        }
    }
}

fn any_form(item: &Meta) -> &'static str {
    let path = item.path();
    let text = ["name", "title", "description"];
    if text.iter().any(|key| path.is_ident(key)) {
        "= \"..\""
    } else {
        "= value"
    }
}

/// `key` or `key = expression`.
#[derive(Clone, Debug)]
pub(crate) struct MaybeExpr {
    pub(crate) span: Span,
    pub(crate) value: Option<Expr>,
}

impl FromMeta for MaybeExpr {
    fn from_meta(item: &Meta) -> Result<Self> {
        let value = match item {
            Meta::Path(_) => None,
            Meta::NameValue(meta) => Some(meta.value.clone()),
            Meta::List(_) => return Err(bad_value(item, wrong_form(item, "= value"))),
        };
        Ok(MaybeExpr {
            span: item.span(),
            value,
        })
    }
}

/// `key = "text"`.
#[derive(Clone, Debug)]
pub(crate) struct Str(pub(crate) LitStr);

impl FromMeta for Str {
    fn from_meta(item: &Meta) -> Result<Self> {
        if let Meta::NameValue(meta) = item {
            return match string(&meta.value) {
                Some(text) => Ok(Str(text)),
                None => Err(bad_value(
                    &meta.value,
                    format!("`{}` needs a string literal", key(item)),
                )),
            };
        }
        Err(bad_value(item, wrong_form(item, "= \"..\"")))
    }
}

/// `key = "Type"`.
#[derive(Clone, Debug)]
pub(crate) struct TypeArg {
    pub(crate) ty: Type,
}

impl FromMeta for TypeArg {
    fn from_meta(item: &Meta) -> Result<Self> {
        let Meta::NameValue(meta) = item else {
            return Err(bad_value(item, wrong_form(item, "= \"Type\"")));
        };
        let ty = match string(&meta.value) {
            Some(text) => parse_text(&text, Type::parse).map_err(|_| {
                bad_value(
                    &text,
                    format!(
                        "`{}` is not a type; write one, such as `\"Vec<String>\"`",
                        text.value()
                    ),
                )
            })?,
            None => match peel_expr(&meta.value) {
                Expr::Path(path) => Type::Path(syn::TypePath {
                    attrs: Vec::new(),
                    qself: path.qself.clone(),
                    path: path.path.clone(),
                }),
                other => return Err(bad_value(other, wrong_form(item, "= \"Type\""))),
            },
        };
        Ok(TypeArg { ty })
    }
}

/// `key = path`.
#[derive(Clone, Debug)]
pub(crate) struct PathArg {
    pub(crate) path: syn::Path,
    pub(crate) span: Span,
}

impl PathArg {
    /// Parses a path, which may have type arguments.
    pub(crate) fn with_arguments(item: &Meta) -> Result<Self> {
        let Meta::NameValue(meta) = item else {
            return Err(bad_value(item, wrong_form(item, "= path")));
        };
        let path = match string(&meta.value) {
            Some(text) => parse_text(&text, syn::Path::parse).ok(),
            None => match peel_expr(&meta.value) {
                Expr::Path(path) if path.qself.is_none() => Some(path.path.clone()),
                _ => None,
            },
        };
        let path = path.ok_or_else(|| bad_value(&meta.value, wrong_form(item, "= path")))?;
        Ok(PathArg {
            path,
            span: item.span(),
        })
    }
}

impl FromMeta for PathArg {
    fn from_meta(item: &Meta) -> Result<Self> {
        let arg = PathArg::with_arguments(item)?;
        let Some(part) = arg.path.segments.iter().find(|it| !it.arguments.is_none()) else {
            return Ok(arg);
        };
        let key = key(item);
        if key != "schema_with" {
            return Err(bad_value(
                &part.arguments,
                format!("a path can't have type arguments here; write `{key} = path`"),
            ));
        }
        let path = path_text(&arg.path);
        Err(bad_value(
            &arg.path,
            format!(
                "`{key}` takes the path of a module or type with a const `SCHEMA`; write `as = \"{path}\"` to describe it as this type"
            ),
        ))
    }
}

/// `key`, `key = true`, `key = false`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Switch {
    pub(crate) on: bool,
    pub(crate) span: Span,
}

impl FromMeta for Switch {
    fn from_meta(item: &Meta) -> Result<Self> {
        match item {
            Meta::Path(path) => Ok(Switch {
                on: true,
                span: path.span(),
            }),
            Meta::NameValue(meta) => match peel_expr(&meta.value) {
                Expr::Lit(ExprLit {
                    lit: Lit::Bool(value),
                    ..
                }) => Ok(Switch {
                    on: value.value,
                    span: meta.path.span(),
                }),
                other => Err(bad_value(
                    other,
                    format!("write `{}` alone, or with `= true` or `= false`", key(item)),
                )),
            },
            Meta::List(_) => Err(bad_value(
                item,
                format!("write `{}` alone, or with `= true` or `= false`", key(item)),
            )),
        }
    }
}

/// `key` without a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    pub(crate) span: Span,
}

impl FromMeta for Word {
    fn from_meta(item: &Meta) -> Result<Self> {
        match item {
            Meta::Path(path) => Ok(Word { span: path.span() }),
            _ => Err(bad_value(
                item,
                format!("`{}` takes no value; write it alone", key(item)),
            )),
        }
    }
}

fn string(value: &Expr) -> Option<LitStr> {
    match peel_expr(value) {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.clone()),
        _ => None,
    }
}

pub(super) fn key(item: &Meta) -> String {
    path_text(item.path())
}

/// The error for a key whose value has another form.
pub(super) fn wrong_form(item: &Meta, form: &str) -> String {
    let key = key(item);
    let in_parentheses = form.starts_with('(');
    let (space, value) = if in_parentheses {
        ("", "bounds")
    } else {
        (" ", "a value")
    };
    match item {
        Meta::List(_) if !in_parentheses => {
            format!("the value of `{key}` goes after `=`; write `{key}{space}{form}`")
        }
        Meta::Path(_) => format!("`{key}` needs {value}; write `{key}{space}{form}`"),
        _ => format!("this can't be the value of `{key}`; write `{key}{space}{form}`"),
    }
}

/// Returns the items of all `#[tool(..)]` attributes in a list.
pub(crate) fn tool_items(
    attrs: &[syn::Attribute],
    keys: &[&str],
    errors: &mut crate::diag::Errors,
) -> Vec<darling::ast::NestedMeta> {
    let mut items = Vec::new();
    for attr in attrs.iter().filter(|attr| is_tool(attr)) {
        match &attr.meta {
            Meta::List(list) => {
                items.extend(crate::diag::parse_items(list.tokens.clone(), keys, errors));
            }
            other => errors.on(other, "write `#[tool(key = value, ..)]`"),
        }
    }
    items
}

/// Returns whether an attribute is ours: `#[tool]`, with any path.
pub(crate) fn is_tool(attr: &syn::Attribute) -> bool {
    attr.path()
        .segments
        .last()
        .is_some_and(|segment| segment.ident == "tool")
}

/// Returns the text of a literal or a const expression.
pub(crate) fn text_of(arg: Option<AnyExpr>) -> Text {
    let Some(AnyExpr(expr)) = arg else {
        return Text::Empty;
    };
    match peel_expr(&expr) {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Text::Known(text.value()),
        other => Text::Const(ConstText::Plain, other.to_token_stream()),
    }
}
