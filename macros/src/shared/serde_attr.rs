//! Parses serde's attributes. Errors that serde itself reports (unknown keys, wrong values) are
//! ignored here, so that each mistake is one error.

use super::case::Rule;
use super::depth::parse_text;
use super::ty::peel_expr;
use crate::diag::{key_of, path_text};
use darling::ast::NestedMeta;
use proc_macro2::Span;
use syn::parse::Parse as _;
use syn::spanned::Spanned as _;
use syn::{
    Attribute, Expr, ExprLit, ExprPath, GenericArgument, Lit, LitStr, Meta, PathArguments, Type,
};

/// A value for each direction.
#[derive(Clone, Debug)]
pub(crate) struct Both<T> {
    pub(crate) read: Option<T>,
    pub(crate) write: Option<T>,
}

// A derive would require `T: Default`.
impl<T> Default for Both<T> {
    fn default() -> Self {
        Both {
            read: None,
            write: None,
        }
    }
}

impl<T: Copy> Both<T> {
    /// Returns these values, with those of `other` if absent.
    pub(crate) fn or(&self, other: &Both<T>) -> Both<T> {
        Both {
            read: self.read.or(other.read),
            write: self.write.or(other.write),
        }
    }
}

/// The form of `#[serde(default)]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DefaultKind {
    /// `Default::default()`.
    Trait,
    /// A function.
    Path,
}

/// The serde attributes of a type, a variant or a field. Each uses only some of them.
#[derive(Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // They are serde's keys.
pub(crate) struct SerdeAttrs {
    pub(crate) rename: Both<String>,
    pub(crate) aliases: Vec<String>,
    pub(crate) rename_all: Both<Rule>,
    pub(crate) rename_all_fields: Both<Rule>,
    pub(crate) default: Option<DefaultKind>,
    pub(crate) borrow: bool,
    pub(crate) flatten: Option<Span>,
    pub(crate) skip_serializing: bool,
    pub(crate) skip_deserializing: bool,
    pub(crate) skip_serializing_if: bool,
    pub(crate) tag: Option<LitStr>,
    pub(crate) content: Option<LitStr>,
    pub(crate) untagged: bool,
    pub(crate) other: bool,
    pub(crate) transparent: bool,
    pub(crate) deny_unknown_fields: bool,
    /// `from` or `try_from`.
    pub(crate) from: Option<Type>,
    pub(crate) remote: Option<Span>,
    /// `with` or `deserialize_with`.
    pub(crate) with: Option<Span>,
    /// The adapter, if the path is `As::<Adapter>` of `serde_with`.
    pub(crate) adapter: Option<Type>,
    /// `field_identifier` or `variant_identifier`.
    pub(crate) identifier: Option<Span>,
}

impl SerdeAttrs {
    /// Parses all `#[serde(..)]` attributes of an item.
    pub(crate) fn parse(attrs: &[Attribute]) -> Self {
        let mut serde = SerdeAttrs::default();
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("serde")) {
            if let Meta::List(list) = &attr.meta {
                let items = NestedMeta::parse_meta_list(list.tokens.clone());
                for item in items.unwrap_or_default() {
                    serde.read(&item);
                }
            }
        }
        serde
    }

    fn read(&mut self, item: &NestedMeta) {
        let Some(path) = key_of(item) else { return };
        let text = value_of(item);
        match path_text(path).as_str() {
            "rename" => self.read_rename(item),
            "alias" => self.aliases.extend(text.map(|text| text.value())),
            "rename_all" => read_rules(item, &mut self.rename_all),
            "rename_all_fields" => read_rules(item, &mut self.rename_all_fields),
            "default" => {
                self.default = Some(match text {
                    Some(_) => DefaultKind::Path,
                    None => DefaultKind::Trait,
                });
            }
            "borrow" => self.borrow = true,
            "flatten" => self.flatten = Some(path.span()),
            "skip" => {
                self.skip_serializing = true;
                self.skip_deserializing = true;
            }
            "skip_serializing" => self.skip_serializing = true,
            "skip_deserializing" => self.skip_deserializing = true,
            "skip_serializing_if" => self.skip_serializing_if = true,
            "tag" => self.tag = text,
            "content" => self.content = text,
            "untagged" => self.untagged = true,
            "other" => self.other = true,
            "transparent" => self.transparent = true,
            "deny_unknown_fields" => self.deny_unknown_fields = true,
            "from" | "try_from" => {
                self.from = text.and_then(|text| parse_text(&text, Type::parse).ok());
            }
            "remote" => self.remote = Some(item.span()),
            "with" | "deserialize_with" => {
                self.with = Some(item.span());
                self.adapter = text.and_then(|text| adapter(&text));
            }
            "field_identifier" | "variant_identifier" => self.identifier = Some(item.span()),
            _ => {}
        }
    }

    /// Parses `rename = ".."` and `rename(serialize = "..", deserialize = "..")`. If several names
    /// are read, the first is the name and the others are aliases.
    fn read_rename(&mut self, item: &NestedMeta) {
        if let Some(text) = value_of(item) {
            self.rename.read = Some(text.value());
            self.rename.write = Some(text.value());
            return;
        }
        for (key, text) in directions(item) {
            if key == "serialize" {
                self.rename.write = Some(text.value());
            } else if self.rename.read.is_none() {
                self.rename.read = Some(text.value());
            } else {
                self.aliases.push(text.value());
            }
        }
    }

    /// Returns a field's or variant's name for reading.
    pub(crate) fn read_name(&self, by_rule: impl FnOnce() -> String) -> String {
        self.rename.read.clone().unwrap_or_else(by_rule)
    }

    /// Returns a field's or variant's name for writing.
    pub(crate) fn write_name(&self, by_rule: impl FnOnce() -> String) -> String {
        self.rename.write.clone().unwrap_or_else(by_rule)
    }
}

/// Returns `Adapter` of `serde_with::As::<Adapter>` and of
/// `serde_with::As::<Adapter>::deserialize`, the form that `#[serde_as]` writes.
fn adapter(text: &LitStr) -> Option<Type> {
    let path = parse_text(text, ExprPath::parse).ok()?.path;
    let mut segments = path.segments.into_iter().rev();
    let last = segments.next()?;
    let last = if last.ident == "deserialize" {
        segments.next()?
    } else {
        last
    };
    match (last.ident == "As", last.arguments) {
        (true, PathArguments::AngleBracketed(of)) => match of.args.into_iter().next()? {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        },
        _ => None,
    }
}

fn read_rules(item: &NestedMeta, rules: &mut Both<Rule>) {
    if let Some(text) = value_of(item) {
        let rule = Rule::from_name(&text.value());
        *rules = Both {
            read: rule,
            write: rule,
        };
        return;
    }
    for (key, text) in directions(item) {
        let rule = Rule::from_name(&text.value());
        if key == "serialize" {
            rules.write = rule;
        } else {
            rules.read = rule;
        }
    }
}

/// Returns the `serialize = ".."` and `deserialize = ".."` of a list.
fn directions(item: &NestedMeta) -> Vec<(String, LitStr)> {
    let NestedMeta::Meta(Meta::List(list)) = item else {
        return Vec::new();
    };
    NestedMeta::parse_meta_list(list.tokens.clone())
        .unwrap_or_default()
        .iter()
        .filter_map(|item| {
            let key = path_text(key_of(item)?);
            matches!(key.as_str(), "serialize" | "deserialize")
                .then(|| value_of(item))
                .flatten()
                .map(|text| (key, text))
        })
        .collect()
}

fn value_of(item: &NestedMeta) -> Option<LitStr> {
    match item {
        NestedMeta::Meta(Meta::NameValue(meta)) => match peel_expr(&meta.value) {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => Some(text.clone()),
            _ => None,
        },
        _ => None,
    }
}
