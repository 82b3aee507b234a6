//! Parses serde's attributes. Errors that serde itself reports (unknown keys, wrong values) are
//! ignored here, so that each mistake is one error.

use super::case::Rule;
use super::depth::parse_text;
use super::item::{has_key, key_of, readable, text_in};
use super::ty::path_text;
use darling::ast::NestedMeta;
use proc_macro2::Span;
use syn::parse::Parse as _;
use syn::spanned::Spanned as _;
use syn::{Attribute, ExprPath, GenericArgument, LitStr, PathArguments, Type};

/// A value for reading and one for writing.
pub(crate) type Both<T> = (Option<T>, Option<T>);

/// The serde attributes of a type, a variant or a field. Each uses only some of them.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools)] // They are serde's keys.
pub(crate) struct SerdeAttrs {
    pub(crate) rename: Both<String>,
    pub(crate) aliases: Vec<String>,
    pub(crate) rename_all: Both<Rule>,
    pub(crate) rename_all_fields: Both<Rule>,
    pub(crate) default: bool,
    /// A function makes the default.
    pub(crate) default_function: bool,
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
    pub(crate) fn parse(attrs: &[Attribute]) -> Self {
        let mut serde = SerdeAttrs::default();
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("serde")) {
            for item in readable(&attr.meta) {
                serde.read(&item);
            }
        }
        serde
    }

    fn read(&mut self, item: &NestedMeta) {
        let Some(path) = key_of(item) else { return };
        let text = text_in(item);
        match path_text(path).as_str() {
            "rename" => self.read_rename(item),
            "alias" => self.aliases.extend(text.map(|text| text.value())),
            "rename_all" => read_rules(item, &mut self.rename_all),
            "rename_all_fields" => read_rules(item, &mut self.rename_all_fields),
            "default" => {
                self.default = true;
                self.default_function = text.is_some();
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
        for (written, name) in directions(item) {
            if written {
                self.rename.1 = Some(name);
            } else if self.rename.0.is_none() {
                self.rename.0 = Some(name);
            } else {
                self.aliases.push(name);
            }
        }
    }

    pub(crate) fn names(
        &self,
        name: &str,
        rules: Both<Rule>,
        apply: fn(Rule, &str) -> String,
    ) -> (String, String) {
        let of = |given: &Option<String>, rule: Option<Rule>| {
            let by_rule = || rule.map_or_else(|| name.to_owned(), |rule| apply(rule, name));
            given.clone().unwrap_or_else(by_rule)
        };
        (of(&self.rename.0, rules.0), of(&self.rename.1, rules.1))
    }

    /// Returns the aliases of a name, without itself.
    pub(crate) fn aliases_of(&self, key: &str) -> Vec<String> {
        let others = self.aliases.iter().filter(|alias| *alias != key);
        others.cloned().collect()
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
    for (written, name) in directions(item) {
        let rule = Rule::from_name(&name);
        *(if written { &mut rules.1 } else { &mut rules.0 }) = rule;
    }
}

/// Returns the texts of `key = ".."` and `key(serialize = "..", deserialize = "..")`, each with
/// whether it is for writing.
fn directions(item: &NestedMeta) -> Vec<(bool, String)> {
    match (item, text_in(item)) {
        (_, Some(text)) => vec![(false, text.value()), (true, text.value())],
        (NestedMeta::Meta(meta), None) => {
            let of = |item: NestedMeta| {
                let written = has_key(&item, "serialize");
                let text = text_in(&item).filter(|_| written || has_key(&item, "deserialize"));
                text.map(|text| (written, text.value()))
            };
            readable(meta).into_iter().filter_map(of).collect()
        }
        _ => Vec::new(),
    }
}
