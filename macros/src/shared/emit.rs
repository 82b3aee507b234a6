//! Converts nodes to expressions of the runtime's types. All paths start with `__tool` or `::core`.

use super::node::{Field, Flags, Inline, Node, Other, Shape, Value};
use super::text::{emit_text, escape};
use super::ty::{located, ungroup};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens as _, quote_spanned};
use syn::Type;
use syn::spanned::Spanned as _;

/// Returns an expression of the schema that a type has.
pub(crate) fn schema_of(ty: &Type) -> TokenStream {
    let at = located(ty.span());
    // A list of bounds may end with `+`, which may not be followed by `as`.
    if matches!(ungroup(ty), Type::TraitObject(_) | Type::ImplTrait(_)) {
        return quote_spanned!(at=> <(#ty) as __tool::ToolSchema>::SCHEMA);
    }
    quote_spanned!(at=> <#ty as __tool::ToolSchema>::SCHEMA)
}

/// Emits nodes, with the name of the enclosing type.
#[derive(Clone, Copy)]
pub(crate) struct Emitter<'a> {
    /// An expression of the runtime's type `TypeName`, for links by name.
    pub(crate) this: Option<&'a TokenStream>,
    /// Set if the type itself checks each field's constraint, default and example, so that tools
    /// that use the type don't have to.
    pub(crate) checked: bool,
}

impl Emitter<'_> {
    /// Returns an expression of the runtime's type `Link`.
    ///
    /// The type is named only here, so a missing implementation is one error, at the type.
    pub(crate) fn link(self, node: &Node) -> TokenStream {
        let here = Span::call_site();
        match node {
            Node::Type(ty) => {
                let at = located(ty.span());
                let schema = schema_of(ty);
                quote_spanned!(at=> __tool::Link::Static(#schema))
            }
            Node::Path(path) => {
                let at = located(path.span());
                quote_spanned!(at=> __tool::Link::Static(#path::SCHEMA))
            }
            Node::Inline(inline) => {
                let schema = self.inline(inline);
                quote_spanned!(here=> __tool::Link::Borrowed(&#schema))
            }
            Node::ThisType => {
                if let Some(name) = self.this {
                    quote_spanned!(here=> __tool::Link::ByName(&#name))
                } else {
                    quote_spanned!(here=> __tool::Link::Static(__tool::ANY))
                }
            }
        }
    }

    /// Returns an expression of the runtime's type `Schema`, without a name.
    pub(crate) fn inline(self, inline: &Inline) -> TokenStream {
        let here = Span::call_site();
        let kind = self.kind(&inline.shape);
        if inline.docs.is_empty() {
            return quote_spanned!(here=> __tool::Schema::of(#kind));
        }
        let docs = inline.docs.emit_json();
        quote_spanned! {here=>
            __tool::Schema { kind: #kind, name: ::core::option::Option::None, docs: #docs }
        }
    }

    /// Returns an expression of the runtime's type `Kind`.
    pub(crate) fn kind(self, shape: &Shape) -> TokenStream {
        let here = Span::call_site();
        match shape {
            Shape::Null => quote_spanned!(here=> __tool::Kind::Null),
            Shape::Never => quote_spanned!(here=> __tool::Kind::Never),
            Shape::NoItems => quote_spanned! {here=>
                __tool::Kind::Array(__tool::Array {
                    items: __tool::Link::Static(__tool::ANY),
                    exactly: ::core::option::Option::Some(__tool::Num::int(false, 0, "0")),
                    unique: false,
                })
            },
            Shape::Array {
                items,
                exactly,
                unique,
            } => {
                let items = self.link(items);
                let exactly = exactly.map(|n| {
                    let text = n.to_string();
                    let n = Literal::u128_unsuffixed(n);
                    quote_spanned!(here=> __tool::Num::int(false, #n, #text))
                });
                let exactly = option(exactly);
                quote_spanned! {here=>
                    __tool::Kind::Array(__tool::Array { items: #items, exactly: #exactly, unique: #unique })
                }
            }
            Shape::Map { key, value } => {
                let (key, value) = (self.link(key), self.link(value));
                quote_spanned!(here=> __tool::Kind::Map(__tool::Map { key: #key, value: #value }))
            }
            Shape::Option(node) => {
                let link = self.link(node);
                quote_spanned!(here=> __tool::Kind::Option(#link))
            }
            Shape::Newtype {
                ty,
                rules,
                transparent,
            } => {
                let link = self.link(ty);
                let rules = reference(rules.as_deref().map(super::rules::Rules::emit));
                quote_spanned! {here=>
                    __tool::Kind::Newtype(__tool::Newtype { ty: #link, rules: #rules, transparent: #transparent })
                }
            }
            Shape::Tuple(items) => {
                let items = items.iter().map(|item| self.link(item));
                quote_spanned!(here=> __tool::Kind::Tuple(&[#(#items),*]))
            }
            Shape::Object { fields, closed } => {
                let fields = list("fields", fields.iter().map(|field| self.field(field)));
                let unknown_names = if *closed {
                    quote_spanned!(here=> Rejected)
                } else {
                    quote_spanned!(here=> Ignored)
                };
                quote_spanned! {here=>
                    __tool::Kind::Object(__tool::Object { fields: #fields, unknown_names: __tool::UnknownNames::#unknown_names })
                }
            }
            Shape::Enum(values) => {
                let values = list("values", values.iter().map(emit_value));
                quote_spanned!(here=> __tool::Kind::Enum(__tool::Enum { values: #values }))
            }
            Shape::Union { tagging, variants } => {
                let plain = variants.iter().all(|variant| is_plain(&variant.shape));
                let variants = variants.iter().map(|variant| self.inline(variant));
                let tagging = Ident::new(&format!("{tagging:?}"), here);
                quote_spanned! {here=>
                    __tool::Kind::Union(__tool::Union { variants: &[#(#variants),*], tagging: __tool::Tagging::#tagging, plain: #plain })
                }
            }
        }
    }

    /// Returns a tuple for the runtime's type `Property`, preceded by the `cfg` of its parameter.
    ///
    /// Expands to `("a", "\"a\":", 0, Link::Static(..), "..", None, 0)`.
    fn field(self, field: &Field) -> TokenStream {
        let here = Span::call_site();
        let cfg = &field.cfg;
        let key = emit_key(&field.key);
        let link = self.link(&field.ty);
        let docs = field.docs.emit_json();
        let more = reference(emit_more(field));
        let mut flags = field.flags;
        let ruled = field.rules.is_some() || field.default.is_some() || !field.examples.is_empty();
        flags.set_if(self.checked && ruled, Flags::CHECKED);
        let flags = emit_flags(flags);
        quote_spanned! {here=>
            #(#cfg)*
            (#key, #link, #docs, #more, #flags)
        }
    }
}

/// Returns the optional parts of a property, or `None` if the field has none of them.
///
/// Expands to `__tool::More::NONE.rules(..).aliases(&["b"])`.
fn emit_more(field: &Field) -> Option<TokenStream> {
    let here = Span::call_site();
    let output = field.output.as_deref().map(emit_key);
    let rules = field.rules.as_deref().map(super::rules::Rules::emit);
    let default = field.default.as_ref().map(super::literal::Literal::emit);
    let examples = field.examples.iter().map(super::literal::Literal::emit);
    let examples =
        (!field.examples.is_empty()).then(|| quote_spanned!(here=> .examples(&[#(#examples),*])));
    let aliases = &field.aliases;
    let added: Vec<TokenStream> = [
        output.map(|key| quote_spanned!(here=> .output(__tool::Key::new(#key)))),
        rules.map(|rules| quote_spanned!(here=> .rules(#rules))),
        default.map(|value| quote_spanned!(here=> .default(&#value))),
        examples,
        (!aliases.is_empty()).then(|| quote_spanned!(here=> .aliases(&[#(#aliases),*]))),
        (field.unit_content.as_ref()).map(|name| quote_spanned!(here=> .unit_content(#name))),
        (field.flattened.as_ref())
            .map(|ty| quote_spanned!(here=> .flattened(__tool::read_flattened!(#ty)))),
    ]
    .into_iter()
    .flatten()
    .collect();
    (!added.is_empty()).then(|| quote_spanned!(here=> __tool::More::NONE #(#added)*))
}

/// Returns a list of nodes written as tuples.
///
/// Expands to `&__tool::fields([(..), (..)])`.
fn list(name: &str, items: impl Iterator<Item = TokenStream>) -> TokenStream {
    let here = Span::call_site();
    let name = Ident::new(name, here);
    quote_spanned!(here=> &__tool::#name([#(#items),*]))
}

fn emit_value(value: &Value) -> TokenStream {
    let here = Span::call_site();
    let ident = &value.ident;
    let literal = value.json.emit();
    let docs = value.docs.emit_json();
    let flags = emit_flags(value.flags);
    let is_more = value.output.is_some() || !value.aliases.is_empty() || value.other.is_some();
    let more = is_more.then(|| {
        let output = option(value.output.as_deref().map(emit_text));
        let aliases = &value.aliases;
        let other = option(value.other.as_ref().map(emit_other));
        quote_spanned!(here=> __tool::ValueMore { output: #output, aliases: &[#(#aliases),*], other: #other })
    });
    let more = reference(more);
    quote_spanned! {here=>
        (#ident, #literal, #docs, #more, #flags)
    }
}

fn emit_other(other: &Other) -> TokenStream {
    let here = Span::call_site();
    match other {
        Other::Names(but) => quote_spanned!(here=> __tool::Other::Names(&[#(#but),*])),
        Other::Numbers(of) => {
            let of = Ident::new(of, here);
            quote_spanned!(here=> __tool::Other::Numbers(<::core::primitive::#of as __tool::ToolSchema>::SCHEMA))
        }
    }
}

/// Returns a name, its JSON text with the colon, and its facts.
///
/// Expands to `"a", "\"a\":", 0`.
fn emit_key(name: &str) -> TokenStream {
    let here = Span::call_site();
    let member = format!("\"{}\":", escape(name));
    let odd = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'));
    let leading = |c: char| !(c.is_ascii_alphabetic() || c == '_');
    let facts = [
        (name.contains(odd), "ODD"),
        (name.contains(['.', '-']), "PUNCTUATED"),
        (name.starts_with(leading), "LEADING"),
        (name.is_empty() || name.chars().count() > 64, "LENGTH"),
    ];
    let bits = facts.iter().filter(|(set, _)| *set).map(|(_, bit)| {
        let bit = Ident::new(bit, here);
        quote_spanned!(here=> | __tool::Key::#bit)
    });
    quote_spanned!(here=> #name, #member, 0 #(#bits)*)
}

fn emit_flags(flags: Flags) -> TokenStream {
    let here = Span::call_site();
    let names = flags.names().map(|name| {
        let name = Ident::new(name, here);
        quote_spanned!(here=> __tool::Field::#name)
    });
    let bits = quote_spanned!(here=> #(#names)|*);
    if bits.is_empty() {
        Literal::u16_unsuffixed(0).into_token_stream()
    } else {
        bits
    }
}

/// Returns `Some(value)` or `None` as tokens.
pub(crate) fn option(value: Option<TokenStream>) -> TokenStream {
    let here = Span::call_site();
    if let Some(value) = value {
        quote_spanned!(here=> ::core::option::Option::Some(#value))
    } else {
        quote_spanned!(here=> ::core::option::Option::None)
    }
}

/// Returns `Some(&value)` or `None` as tokens.
pub(super) fn reference(value: Option<TokenStream>) -> TokenStream {
    option(value.map(|value| {
        let here = Span::call_site();
        quote_spanned!(here=> &#value)
    }))
}

/// Returns whether a variant is an object without flattened fields, so that all of its properties
/// are listed.
fn is_plain(shape: &Shape) -> bool {
    matches!(shape, Shape::Object { fields, .. } if !fields.iter().any(|field| field.flags.has(Flags::FLATTEN)))
}
