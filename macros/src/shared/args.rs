//! `#[tool(..)]` and `#[tools(..)]` in each position, as parsed by darling. Unknown and wrong keys
//! are reported, the others are kept.

use super::bounds::{Bounds, Positive};
use super::item::{key_of, text_in};
use super::ty::{last_is, path_text};
use super::value::{
    AnyExpr, ExtraArg, MaybeExpr, OutputArg, PathArg, ProviderList, Str, Strict, Switch, TypeArg,
    TypeName, Word,
};
use crate::diag::{Errors, list_of, nearest};
use crate::names::{ADVICE, MEANT, Position, has};
use darling::FromMeta;
use darling::ast::{MetaNameValueInvalidExpr, NestedMeta};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::{Attribute, Lit, Meta, Path};

/// The values of an attribute's keys. Each position has some of them.
#[derive(Default, FromMeta)]
#[darling(default)]
pub(crate) struct Args {
    pub(crate) name: Option<AnyExpr>,
    pub(crate) description: Option<AnyExpr>,
    pub(crate) title: Option<AnyExpr>,
    #[darling(rename = "type")]
    pub(crate) type_name: Option<TypeName>,
    pub(crate) strict: Option<Strict>,
    pub(crate) providers: Option<ProviderList>,
    pub(crate) except: Option<ProviderList>,
    pub(crate) allow_rejected: Option<ProviderList>,
    pub(crate) lossless: Option<Switch>,
    pub(crate) output: Option<OutputArg>,
    pub(crate) extra: Option<ExtraArg>,
    pub(crate) read_only: Option<Switch>,
    pub(crate) destructive: Option<Switch>,
    pub(crate) idempotent: Option<Switch>,
    pub(crate) open_world: Option<Switch>,
    pub(crate) return_direct: Option<Switch>,
    pub(crate) blocking: Option<Switch>,
    pub(crate) approve: Option<Switch>,
    pub(crate) max_result_bytes: Option<AnyExpr>,
    pub(crate) timeout: Option<AnyExpr>,
    #[darling(rename = "crate")]
    pub(crate) krate: Option<PathArg>,
    pub(crate) rename: Option<Str>,
    pub(crate) default: Option<MaybeExpr>,
    #[darling(multiple, rename = "example")]
    pub(crate) examples: Vec<AnyExpr>,
    pub(crate) range: Option<Bounds>,
    pub(crate) length: Option<Bounds>,
    pub(crate) multiple_of: Option<Positive>,
    pub(crate) pattern: Option<Str>,
    pub(crate) format: Option<Str>,
    pub(crate) inject: Option<Word>,
    pub(crate) flatten: Option<Word>,
    #[darling(rename = "as")]
    pub(crate) as_type: Option<TypeArg>,
    pub(crate) schema_with: Option<PathArg>,
    pub(crate) inline: Option<Word>,
    pub(crate) hidden: Option<Word>,
    pub(crate) recursive: Option<Word>,
    pub(crate) bound: Option<Str>,
    pub(crate) repr: Option<Word>,
    /// The keys with good values.
    #[darling(skip)]
    given: Vec<Ident>,
}

impl Args {
    /// Parses all `#[tool(..)]` of one item. Reports the errors and keeps the rest.
    pub(crate) fn parse(attrs: &[Attribute], position: &Position, errors: &mut Errors) -> Self {
        let mut items = Vec::new();
        for attr in attrs.iter().filter(|attr| is_tool(attr)) {
            match &attr.meta {
                Meta::List(list) => {
                    items.extend(parse_items(list.tokens.clone(), position, errors));
                }
                other => errors.on(other, "write `#[tool(key = value, ..)]`"),
            }
        }
        read(items, position, errors)
    }

    pub(crate) fn present_keys(&self, keys: &'static str) -> impl Iterator<Item = &'static str> {
        keys.split('|')
            .filter(|key| self.given.iter().any(|it| it == key))
    }

    /// Reports each key that has no effect, except `read`. The reason ends with the fix.
    pub(crate) fn report_unread(&self, read: &str, reason: &str, errors: &mut Errors) {
        for key in self.given.iter().filter(|key| *key != read) {
            let message = format!("`{key}` has no effect, because {reason}");
            errors.on(key, message);
        }
    }

    /// Reports `schema_with` beside `as`.
    pub(crate) fn report_two_schemas(&self, errors: &mut Errors) -> bool {
        let both = self.schema_with.as_ref().filter(|_| self.as_type.is_some());
        if let Some(with) = both {
            errors.at(
                with.span,
                "`as` and `schema_with` exclude each other; keep one",
            );
        }
        both.is_some()
    }

    /// Returns whether the schema is not that of the Rust type.
    pub(crate) fn has_schema(&self) -> bool {
        self.as_type.is_some() || self.schema_with.is_some()
    }
}

/// Returns whether an attribute is ours: `#[tool]`, with any path.
pub(crate) fn is_tool(attr: &Attribute) -> bool {
    last_is(attr.path(), &["tool"])
}

/// Parses the arguments of an attribute macro. `#[tool = "x"]` passes the macro only the text
/// `"x"`; rustc reports that form itself.
pub(crate) fn parse_args(tokens: TokenStream, position: &Position, errors: &mut Errors) -> Args {
    let mut trees = tokens.clone().into_iter();
    let alone = matches!(
        (trees.next(), trees.next()),
        (Some(TokenTree::Literal(_)), None)
    );
    let attribute = Span::call_site().source_text().filter(|_| alone);
    if attribute.is_some_and(|text| is_name_value(&text)) {
        errors.reported_by_rustc();
        return Args::default();
    }
    read(parse_items(tokens, position, errors), position, errors)
}

/// Returns whether an attribute's text is `#[path = ..]`.
fn is_name_value(text: &str) -> bool {
    let path = text.trim_start_matches(['#', '!', '[', ' ']);
    let end = path.find(['=', '(', '[', '{']);
    end.is_some_and(|end| path[end..].starts_with('='))
}

/// Parses the items of an attribute. Reports a syntax error and then returns no items.
fn parse_items(tokens: TokenStream, position: &Position, errors: &mut Errors) -> Vec<NestedMeta> {
    NestedMeta::parse_meta_list(tokens).unwrap_or_else(|error| {
        // Darling's message for a token that is neither.
        if error.to_string() == "expected identifier or literal" {
            errors.at(error.span(), expected_key(position));
        } else {
            errors.syntax(error);
        }
        Vec::new()
    })
}

/// Reads the values of the keys. Reports unknown and duplicate keys and bad values.
fn read(items: Vec<NestedMeta>, position: &Position, errors: &mut Errors) -> Args {
    let mut seen: Vec<String> = Vec::new();
    let mut known: Vec<NestedMeta> = Vec::new();
    for item in items {
        let Some(path) = key_of(&item) else {
            errors.on(&item, no_key(&item, position));
            continue;
        };
        let key = path_text(path);
        if !position.has(&key) {
            errors.on(path, unknown_key(&key, &item, position));
        } else if let NestedMeta::NameValueInvalidExpr(meta) = &item {
            no_expression(&key, meta, errors);
        } else if key != "example" && seen.contains(&key) {
            errors.on(path, format!("`{key}` is given twice; keep one"));
        } else {
            seen.push(key);
            known.push(item);
        }
    }
    // Darling keeps no value beside a bad one.
    known.retain(|item| {
        let alone = Args::from_list(std::slice::from_ref(item));
        errors.keep(alone).is_some()
    });
    let mut args = errors.keep(Args::from_list(&known)).unwrap_or_default();
    let keys = known.iter().filter_map(key_of);
    args.given = keys.filter_map(Path::get_ident).cloned().collect();
    args
}

/// The error for a value alone: `#[tool("find")]`.
fn no_key(item: &NestedMeta, position: &Position) -> String {
    let first = position.keys().next().unwrap_or_default();
    match item {
        NestedMeta::Lit(Lit::Str(text)) if matches!(first, "name" | "description") => {
            format!(
                "this value has no key; write `{first} = {:?}`",
                text.value()
            )
        }
        _ => expected_key(position),
    }
}

fn expected_key(position: &Position) -> String {
    format!("expected a key, one of {}", list_of(position.keys(), 12))
}

/// Reports `key =` followed by tokens that are not an expression.
fn no_expression(key: &str, meta: &MetaNameValueInvalidExpr, errors: &mut Errors) {
    if meta.value.is_empty() {
        errors.on(
            meta.eq_token,
            format!("`{key}` has no value; write one after `=`"),
        );
    } else if matches!(key, "as" | "output") {
        errors.on(
            &meta.value,
            format!("write the type as a string: `{key} = \"Vec<String>\"`"),
        );
    } else {
        errors.on(
            &meta.value,
            format!("this is not an expression: {}", meta.error),
        );
    }
}

fn unknown_key(key: &str, item: &NestedMeta, position: &Position) -> String {
    if let Some((_, place)) = position.elsewhere.iter().find(|(keys, _)| has(keys, key)) {
        return format!("`{key}` doesn't belong here; {place}");
    }
    let here = |(words, anchor, _): &&(&str, &str, &str)| has(words, key) && position.has(anchor);
    // Schemars' `with` names a type, as our `as` does.
    if key == "with"
        && position.has("as")
        && let Some(ty) = text_in(item)
    {
        return format!(
            "unknown key `with`, did you mean `as = \"{}\"`?",
            ty.value()
        );
    }
    if let Some((.., form)) = MEANT.iter().find(here) {
        return format!("unknown key `{key}`, did you mean `{form}`?");
    }
    if let Some((.., advice)) = ADVICE.iter().find(here) {
        return format!("unknown key `{key}`; {advice}");
    }
    match nearest(key, position.keys()) {
        Some(known) => format!("unknown key `{key}`, did you mean `{known}`?"),
        None => format!(
            "unknown key `{key}`, expected one of {}",
            list_of(position.keys(), 40)
        ),
    }
}
