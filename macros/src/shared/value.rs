//! The value types of `#[tool(..)]` keys, as parsed by darling. Each message names the form to
//! write.

use super::depth::parse_text;
use super::item::{key_of, text_in};
use super::text::{ConstText, Text};
use super::ty::{path_text, peel_expr, string_of};
use crate::diag::bad_value;
use darling::ast::NestedMeta;
use darling::{FromMeta, Result};
use proc_macro2::Span;
use quote::ToTokens as _;
use syn::parse::Parse as _;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Ident, Lit, LitStr, Meta, Path, Type, TypePath};

/// `key = expression`, unchanged.
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
#[derive(Clone)]
pub(crate) struct MaybeExpr {
    /// The span of the expression, or of the key alone.
    pub(crate) span: Span,
    pub(crate) value: Option<Expr>,
}

impl FromMeta for MaybeExpr {
    fn from_meta(item: &Meta) -> Result<Self> {
        let (span, value) = match item {
            Meta::Path(path) => (path.span(), None),
            Meta::NameValue(meta) => (meta.value.span(), Some(meta.value.clone())),
            Meta::List(_) => return Err(bad_value(item, wrong_form(item, "= value"))),
        };
        Ok(MaybeExpr { span, value })
    }
}

/// `key = "text"`.
pub(crate) struct Str(pub(crate) LitStr);

impl FromMeta for Str {
    fn from_meta(item: &Meta) -> Result<Self> {
        let Meta::NameValue(meta) = item else {
            return Err(bad_value(item, wrong_form(item, "= \"..\"")));
        };
        let text = string_of(&meta.value).cloned().ok_or_else(|| {
            bad_value(
                &meta.value,
                format!(
                    "`{}` needs a string literal; write the text itself",
                    key(item)
                ),
            )
        });
        text.map(Str)
    }
}

/// `key = "Type"`.
pub(crate) struct TypeArg(pub(crate) Type);

impl FromMeta for TypeArg {
    fn from_meta(item: &Meta) -> Result<Self> {
        let form = || wrong_form(item, "= \"Type\"");
        let Meta::NameValue(meta) = item else {
            return Err(bad_value(item, form()));
        };
        let ty = match (string_of(&meta.value), peel_expr(&meta.value)) {
            (Some(text), _) => parse_text(text, Type::parse).map_err(|_| {
                bad_value(
                    text,
                    format!(
                        "`{}` is not a type; write one, such as `\"Vec<String>\"`",
                        text.value()
                    ),
                )
            }),
            (None, Expr::Path(path)) => Ok(Type::Path(TypePath {
                attrs: Vec::new(),
                qself: path.qself.clone(),
                path: path.path.clone(),
            })),
            (None, other) => Err(bad_value(other, form())),
        };
        ty.map(TypeArg)
    }
}

/// `key = path`.
#[derive(Clone)]
pub(crate) struct PathArg {
    pub(crate) path: Path,
    pub(crate) span: Span,
}

impl PathArg {
    /// Parses a path, which may have type arguments.
    pub(crate) fn with_arguments(item: &Meta) -> Result<Self> {
        let Meta::NameValue(meta) = item else {
            return Err(bad_value(item, wrong_form(item, "= path")));
        };
        let path = match string_of(&meta.value) {
            Some(text) => parse_text(text, Path::parse).ok(),
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
#[derive(Clone, Copy)]
pub(crate) struct Switch {
    pub(crate) on: bool,
    pub(crate) span: Span,
}

impl FromMeta for Switch {
    fn from_meta(item: &Meta) -> Result<Self> {
        let on = match item {
            Meta::Path(_) => Ok(true),
            Meta::NameValue(meta) => match peel_expr(&meta.value) {
                Expr::Lit(ExprLit {
                    lit: Lit::Bool(value),
                    ..
                }) => Ok(value.value),
                other => Err(other.to_token_stream()),
            },
            Meta::List(_) => Err(item.to_token_stream()),
        };
        let on = on.map_err(|wrong| {
            bad_value(
                wrong,
                format!("write `{}` alone, or with `= true` or `= false`", key(item)),
            )
        })?;
        let span = item.path().span();
        Ok(Switch { on, span })
    }
}

/// `key` without a value.
#[derive(Clone, Copy)]
pub(crate) struct Word(pub(crate) Span);

impl FromMeta for Word {
    fn from_meta(item: &Meta) -> Result<Self> {
        match item {
            Meta::Path(path) => Ok(Word(path.span())),
            _ => Err(bad_value(
                item,
                format!("`{}` takes no value; write it alone", key(item)),
            )),
        }
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

/// Returns the text of a literal or a const expression.
pub(crate) fn text_of(arg: Option<&AnyExpr>) -> Text {
    let Some(AnyExpr(expr)) = arg else {
        return Text::default();
    };
    match string_of(expr) {
        Some(text) => Text::Known(text.value()),
        None => Text::Const(ConstText::Plain, peel_expr(expr).to_token_stream()),
    }
}

/// `type = Ident`.
pub(crate) struct TypeName(pub(crate) Ident);

impl FromMeta for TypeName {
    fn from_meta(item: &Meta) -> Result<Self> {
        const NO_NAMES: [&str; 4] = ["Self", "self", "super", "crate"];
        let path = PathArg::with_arguments(item)?.path;
        match path.get_ident() {
            Some(ident) if NO_NAMES.iter().any(|word| ident == word) => Err(bad_value(
                ident,
                format!(
                    "`{ident}` can't be the name of a type; write a new one: `type = SearchRepos`"
                ),
            )),
            Some(ident) => Ok(TypeName(ident.clone())),
            None => Err(bad_value(
                path,
                "this names the tool's new type, so it must be one identifier: `type = SearchRepos`",
            )),
        }
    }
}

/// `strict`, `strict(Name)`, `strict = false`, `strict = omit`.
pub(crate) enum Strict {
    On,
    For(Vec<Ident>),
    Off,
    Omit,
}

impl FromMeta for Strict {
    fn from_meta(item: &Meta) -> Result<Self> {
        match item {
            Meta::Path(_) => Ok(Strict::On),
            Meta::List(_) => ProviderList::from_meta(item).map(|it| Strict::For(it.idents)),
            Meta::NameValue(meta) => match peel_expr(&meta.value) {
                Expr::Lit(ExprLit {
                    lit: Lit::Bool(value),
                    ..
                }) if value.value => Ok(Strict::On),
                Expr::Lit(ExprLit {
                    lit: Lit::Bool(_), ..
                }) => Ok(Strict::Off),
                Expr::Path(path) if path.path.is_ident("omit") => Ok(Strict::Omit),
                other => Err(bad_value(
                    other,
                    "write `strict`, `strict(Name)` with a variant of `toolcast::Provider`, `strict = false` or `strict = omit`",
                )),
            },
        }
    }
}

/// `providers(Name, ..)`. Checking the names is left to rustc.
pub(crate) struct ProviderList {
    pub(crate) span: Span,
    pub(crate) idents: Vec<Ident>,
}

impl FromMeta for ProviderList {
    fn from_meta(item: &Meta) -> Result<Self> {
        let form = format!("`{}(Name, ..)`", key(item));
        let list = item.require_list().ok();
        let list = list.and_then(|list| NestedMeta::parse_meta_list(list.tokens.clone()).ok());
        let items = list.filter(|items| !items.is_empty()).ok_or_else(|| {
            let message = format!("write {form}, with variants of `toolcast::Provider`");
            bad_value(item, message)
        })?;
        let mut idents: Vec<Ident> = Vec::new();
        let mut errors = darling::Error::accumulator();
        for item in &items {
            let name = match item {
                NestedMeta::Meta(Meta::Path(path)) => provider_name(path),
                _ => None,
            };
            match name {
                None => {
                    let text = item.to_token_stream();
                    errors.push(bad_value(item, format!("`{text}` is not a variant of `toolcast::Provider`; write {form} without quotes")));
                }
                Some(ident) if idents.contains(&ident) => errors.push(duplicate_value(&ident)),
                Some(ident) => idents.push(ident),
            }
        }
        let span = item.span();
        errors.finish_with(ProviderList { span, idents })
    }
}

/// Returns the last segment of `Name` or `Provider::Name`. Returns `None` for a keyword, which
/// rustc could not parse in the expansion.
fn provider_name(path: &Path) -> Option<Ident> {
    let ident = path.segments.last()?.ident.clone();
    syn::parse2(ident.into_token_stream()).ok()
}

fn duplicate_value(ident: &Ident) -> darling::Error {
    bad_value(ident, format!("`{ident}` is given twice; keep one"))
}

/// `output` or `output = "Type"`.
pub(crate) enum OutputArg {
    Return(Span),
    Type(Box<Type>),
}

impl FromMeta for OutputArg {
    fn from_meta(item: &Meta) -> Result<Self> {
        match item {
            Meta::Path(path) => Ok(OutputArg::Return(path.span())),
            _ => TypeArg::from_meta(item).map(|arg| OutputArg::Type(Box::new(arg.0))),
        }
    }
}

/// `extra(Name = r#"{..}"#)`.
pub(crate) struct ExtraArg(pub(crate) Vec<(Ident, LitStr)>);

impl FromMeta for ExtraArg {
    fn from_meta(item: &Meta) -> Result<Self> {
        const FORM: &str =
            "write `extra(Name = r#\"{\"key\": 1}\"#)`, with a variant of `toolcast::Provider`";
        let list = item.require_list().map_err(|_| bad_value(item, FORM))?;
        let items = NestedMeta::parse_meta_list(list.tokens.clone())?;
        let mut extra: Vec<(Ident, LitStr)> = Vec::new();
        let mut errors = darling::Error::accumulator();
        for item in &items {
            match key_of(item).and_then(provider_name).zip(text_in(item)) {
                None => errors.push(bad_value(item, FORM)),
                Some((ident, _)) if extra.iter().any(|(known, _)| *known == ident) => {
                    errors.push(duplicate_value(&ident));
                }
                Some(entry) => extra.push(entry),
            }
        }
        errors.finish_with(ExtraArg(extra))
    }
}
