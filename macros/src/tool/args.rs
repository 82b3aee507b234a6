//! `#[tool(..)]` on a function and on its parameters, as parsed by darling.

use super::extra_json::ExtraArg;
use crate::diag::{Errors, bad_value, known_keys, parse_args, parse_values, path_text};
use crate::names::{FUNCTION_KEYS, NOT_ON_FUNCTION, NOT_ON_PARAM, PARAM_KEYS};
use crate::shared::rules::RuleArgs;
use crate::shared::ty::peel_expr;
use crate::shared::value::{AnyExpr, MaybeExpr, PathArg, Str, Switch, TypeArg, Word, tool_items};
use darling::{FromMeta, Result};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens as _;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, ExprLit, Ident, Lit, Meta, Token};

/// `#[tool(..)]` on the function.
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(super) struct FunctionArgs {
    pub(super) name: Option<AnyExpr>,
    pub(super) description: Option<AnyExpr>,
    pub(super) title: Option<AnyExpr>,
    #[darling(rename = "type")]
    pub(super) type_name: Option<TypeName>,
    pub(super) strict: Option<StrictArg>,
    pub(super) providers: Option<ProviderList>,
    pub(super) except: Option<ProviderList>,
    pub(super) allow_rejected: Option<ProviderList>,
    pub(super) lossless: Option<Switch>,
    pub(super) output: Option<OutputArg>,
    pub(super) extra: Option<ExtraArg>,
    pub(super) read_only: Option<Switch>,
    pub(super) destructive: Option<Switch>,
    pub(super) idempotent: Option<Switch>,
    pub(super) open_world: Option<Switch>,
    pub(super) return_direct: Option<Switch>,
    pub(super) blocking: Option<Switch>,
    pub(super) approve: Option<Switch>,
    pub(super) max_result_bytes: Option<AnyExpr>,
    pub(super) timeout: Option<AnyExpr>,
    #[darling(rename = "crate")]
    pub(super) krate: Option<PathArg>,
}

/// `#[tool(..)]` on a parameter.
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(super) struct ParamArgs {
    pub(super) description: Option<AnyExpr>,
    pub(super) rename: Option<Str>,
    pub(super) default: Option<MaybeExpr>,
    #[darling(multiple, rename = "example")]
    pub(super) examples: Vec<AnyExpr>,
    #[darling(flatten)]
    pub(super) rules: RuleArgs,
    pub(super) inject: Option<Word>,
    pub(super) flatten: Option<Word>,
    #[darling(rename = "as")]
    pub(super) as_type: Option<TypeArg>,
    pub(super) schema_with: Option<PathArg>,
    pub(super) inline: Option<Word>,
}

impl FunctionArgs {
    /// Parses the attribute's own tokens. Reports the errors and keeps the rest.
    pub(super) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let items = parse_args(tokens, FUNCTION_KEYS, errors);
        let items = known_keys(items, FUNCTION_KEYS, NOT_ON_FUNCTION, errors);
        parse_values(items, errors)
    }
}

impl ParamArgs {
    /// Parses all `#[tool(..)]` attributes of one parameter.
    pub(super) fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let items = tool_items(attrs, PARAM_KEYS, errors);
        let items = known_keys(items, PARAM_KEYS, NOT_ON_PARAM, errors);
        parse_values(items, errors)
    }
}

/// `type = Ident`.
#[derive(Debug)]
pub(super) struct TypeName(pub(super) Ident);

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
#[derive(Debug)]
pub(super) enum StrictArg {
    On,
    For(Vec<Ident>),
    Off,
    Omit,
}

impl FromMeta for StrictArg {
    fn from_meta(item: &Meta) -> Result<Self> {
        match item {
            Meta::Path(_) => Ok(StrictArg::On),
            Meta::List(_) => ProviderList::from_meta(item).map(|it| StrictArg::For(it.idents)),
            Meta::NameValue(meta) => match peel_expr(&meta.value) {
                Expr::Lit(ExprLit {
                    lit: Lit::Bool(value),
                    ..
                }) => Ok(if value.value {
                    StrictArg::On
                } else {
                    StrictArg::Off
                }),
                Expr::Path(path) if path.path.is_ident("omit") => Ok(StrictArg::Omit),
                other => Err(bad_value(
                    other,
                    "write `strict`, `strict(Name)` with a variant of `toolcast::Provider`, `strict = false` or `strict = omit`",
                )),
            },
        }
    }
}

/// `providers(Name, ..)`. Checking the names is left to rustc.
#[derive(Debug)]
pub(super) struct ProviderList {
    pub(super) span: Span,
    pub(super) idents: Vec<Ident>,
}

impl FromMeta for ProviderList {
    fn from_meta(item: &Meta) -> Result<Self> {
        let key = path_text(item.path());
        let form = || {
            bad_value(
                item,
                format!("write `{key}(Name, ..)`, with variants of `toolcast::Provider`"),
            )
        };
        let Meta::List(list) = item else {
            return Err(form());
        };
        let paths = list
            .parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated)
            .map_err(|_| form())?;
        if paths.is_empty() {
            return Err(form());
        }
        let mut idents: Vec<Ident> = Vec::new();
        for path in &paths {
            let Some(ident) = provider_name(path) else {
                return Err(form());
            };
            if idents.contains(&ident) {
                return Err(bad_value(
                    ident.clone(),
                    format!("`{ident}` is given twice; keep one"),
                ));
            }
            idents.push(ident);
        }
        Ok(ProviderList {
            span: item.span(),
            idents,
        })
    }
}

/// Returns the last segment of `Name` or `Provider::Name`. Returns `None` for a keyword, which
/// rustc could not parse in the expansion.
pub(super) fn provider_name(path: &syn::Path) -> Option<Ident> {
    let ident = path.segments.last()?.ident.clone();
    syn::parse2(ident.into_token_stream()).ok()
}

/// `output` or `output = "Type"`.
#[derive(Debug)]
pub(super) enum OutputArg {
    Return(Span),
    Type(Box<syn::Type>),
}

impl FromMeta for OutputArg {
    fn from_meta(item: &Meta) -> Result<Self> {
        match item {
            Meta::Path(path) => Ok(OutputArg::Return(path.span())),
            _ => TypeArg::from_meta(item).map(|arg| OutputArg::Type(Box::new(arg.ty))),
        }
    }
}
