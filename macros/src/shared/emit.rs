//! Converts nodes to expressions of the runtime's types. All paths start with `__tool` or `::core`.

use super::literal::{Literal as Shown, Num};
use super::node::{Field, Flags, Inline, Node, Other, Shape, Value};
use super::rules::Rules;
use super::text::{emit_text, escape};
use super::ty::{find_ident, located, ungroup};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Attribute, Path, Type};

/// Returns a name that generated code uses.
pub(crate) fn name_of(text: &str) -> Ident {
    Ident::new(text, Span::call_site())
}

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
                quote!(__tool::Link::Borrowed(&#schema))
            }
            Node::ThisType => {
                if let Some(name) = self.this {
                    quote!(__tool::Link::ByName(&#name))
                } else {
                    quote!(__tool::Link::Static(__tool::ANY))
                }
            }
        }
    }

    pub(crate) fn inline(self, inline: &Inline) -> TokenStream {
        let kind = self.kind(&inline.shape);
        if inline.docs.is_empty() {
            return quote!(__tool::Schema::of(#kind));
        }
        let docs = inline.docs.emit_json();
        quote! {
            __tool::Schema { kind: #kind, name: ::core::option::Option::None, docs: #docs }
        }
    }

    pub(crate) fn kind(self, shape: &Shape) -> TokenStream {
        match shape {
            Shape::Null => quote!(__tool::Kind::Null),
            Shape::Never => quote!(__tool::Kind::Never),
            Shape::NoItems => {
                emit_array(&quote!(__tool::Link::Static(__tool::ANY)), Some(0), false)
            }
            Shape::Array {
                items,
                exactly,
                unique,
            } => emit_array(&self.link(items), *exactly, *unique),
            Shape::Map { key, value } => {
                let (key, value) = (self.link(key), self.link(value));
                quote!(__tool::Kind::Map(__tool::Map { key: #key, value: #value }))
            }
            Shape::Option(node) => {
                let link = self.link(node);
                quote!(__tool::Kind::Option(#link))
            }
            Shape::Newtype {
                ty,
                rules,
                transparent,
            } => {
                let link = self.link(ty);
                let rules = reference(rules.as_deref().map(Rules::emit));
                quote! {
                    __tool::Kind::Newtype(__tool::Newtype { ty: #link, rules: #rules, transparent: #transparent })
                }
            }
            Shape::Tuple(items) => {
                let items = items.iter().map(|item| self.link(item));
                quote!(__tool::Kind::Tuple(&[#(#items),*]))
            }
            Shape::Object { fields, closed } => {
                let fields = list("fields", fields.iter().map(|field| self.field(field)));
                let unknown_names = name_of(if *closed { "Rejected" } else { "Ignored" });
                quote! {
                    __tool::Kind::Object(__tool::Object { fields: #fields, unknown_names: __tool::UnknownNames::#unknown_names })
                }
            }
            Shape::Enum(values) => {
                let values = list("values", values.iter().map(emit_value));
                quote!(__tool::Kind::Enum(__tool::Enum { values: #values }))
            }
            Shape::Union { tagging, variants } => {
                let plain = variants.iter().all(|variant| is_plain(&variant.shape));
                let variants = variants.iter().map(|variant| self.inline(variant));
                let tagging = name_of(&format!("{tagging:?}"));
                quote! {
                    __tool::Kind::Union(__tool::Union { variants: &[#(#variants),*], tagging: __tool::Tagging::#tagging, plain: #plain })
                }
            }
        }
    }

    /// Returns a tuple for the runtime's type `Property`, preceded by the `cfg` of its parameter.
    ///
    /// Expands to `("a", "\"a\":", 0, Link::Static(..), "..", None, 0)`.
    fn field(self, field: &Field) -> TokenStream {
        let cfg = &field.cfg;
        let key = emit_key(&field.key);
        let link = self.link(&field.ty);
        let docs = field.docs.emit_json();
        let more = reference(emit_more(field));
        let mut flags = field.flags;
        let ruled = field.checked().next().is_some();
        flags.set_if(self.checked && ruled, Flags::CHECKED);
        let flags = emit_flags(flags);
        quote! {
            #(#cfg)*
            (#key, #link, #docs, #more, #flags)
        }
    }
}

fn emit_array(items: &TokenStream, exactly: Option<u128>, unique: bool) -> TokenStream {
    let exactly = option(exactly.map(|n| Num::whole(n).emit()));
    quote! {
        __tool::Kind::Array(__tool::Array { items: #items, exactly: #exactly, unique: #unique })
    }
}

/// Returns the optional parts of a property, or `None` if the field has none of them.
///
/// Expands to `__tool::More::NONE.rules(..).aliases(&["b"])`.
fn emit_more(field: &Field) -> Option<TokenStream> {
    let output = field.output.as_deref().map(emit_key);
    let rules = field.rules.as_deref().map(Rules::emit);
    let default = field.default.as_ref().map(Shown::emit);
    let examples = field.examples.iter().map(|it| it.0.emit());
    let examples = (!field.examples.is_empty()).then(|| quote!(.examples(&[#(#examples),*])));
    let aliases = &field.aliases;
    let added: Vec<TokenStream> = [
        output.map(|key| quote!(.output(__tool::Key::new(#key)))),
        rules.map(|rules| quote!(.rules(#rules))),
        default.map(|value| quote!(.default(&#value))),
        examples,
        (!aliases.is_empty()).then(|| quote!(.aliases(&[#(#aliases),*]))),
        (field.unit_content.as_ref()).map(|name| quote!(.unit_content(#name))),
        (field.flattened.as_ref()).map(|ty| quote!(.flattened(__tool::read_flattened!(#ty)))),
    ]
    .into_iter()
    .flatten()
    .collect();
    (!added.is_empty()).then(|| quote!(__tool::More::NONE #(#added)*))
}

/// Returns a list of nodes written as tuples.
///
/// Expands to `&__tool::fields([(..), (..)])`.
fn list(name: &str, items: impl Iterator<Item = TokenStream>) -> TokenStream {
    let name = name_of(name);
    quote!(&__tool::#name([#(#items),*]))
}

fn emit_value(value: &Value) -> TokenStream {
    let ident = &value.ident;
    let literal = value.json.emit();
    let docs = value.docs.emit_json();
    let flags = emit_flags(value.flags);
    let is_more = value.output.is_some() || !value.aliases.is_empty() || value.other.is_some();
    let more = is_more.then(|| {
        let output = option(value.output.as_deref().map(emit_text));
        let aliases = &value.aliases;
        let other = option(value.other.as_ref().map(emit_other));
        quote!(__tool::ValueMore { output: #output, aliases: &[#(#aliases),*], other: #other })
    });
    let more = reference(more);
    quote! {
        (#ident, #literal, #docs, #more, #flags)
    }
}

fn emit_other(other: &Other) -> TokenStream {
    match other {
        Other::Names(but) => quote!(__tool::Other::Names(&[#(#but),*])),
        Other::Numbers(of) => {
            let of = name_of(of);
            quote!(__tool::Other::Numbers(<::core::primitive::#of as __tool::ToolSchema>::SCHEMA))
        }
    }
}

/// Returns a name, its JSON text with the colon, and its facts.
///
/// Expands to `"a", "\"a\":", 0`.
fn emit_key(name: &str) -> TokenStream {
    let member = format!("\"{}\":", escape(name));
    let odd = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'));
    let leading = |c: char| !(c.is_ascii_alphabetic() || c == '_');
    let facts = [
        (name.contains(odd), "ODD"),
        (name.contains(['.', '-']), "PUNCTUATED"),
        (name.starts_with(leading), "LEADING"),
        (name.is_empty() || name.chars().count() > 64, "LENGTH"),
    ];
    let set = facts.iter().filter(|(set, _)| *set);
    let bits = set.map(|(_, bit)| name_of(bit));
    quote!(#name, #member, 0 #(| __tool::Key::#bits)*)
}

fn emit_flags(flags: Flags) -> TokenStream {
    let names = flags.names().map(name_of);
    let bits = quote!(#(__tool::Field::#names)|*);
    if bits.is_empty() { quote!(0) } else { bits }
}

/// Returns `Some(value)` or `None` as tokens.
pub(crate) fn option(value: Option<TokenStream>) -> TokenStream {
    let none = || quote!(::core::option::Option::None);
    value.map_or_else(none, |it| quote!(::core::option::Option::Some(#it)))
}

/// Returns `Some(&value)` or `None` as tokens.
fn reference(value: Option<TokenStream>) -> TokenStream {
    option(value.map(|value| quote!(&#value)))
}

/// Returns whether a variant is an object without flattened fields, so that all of its properties
/// are listed.
fn is_plain(shape: &Shape) -> bool {
    matches!(shape, Shape::Object { fields, .. } if !fields.iter().any(Field::is_flat))
}

/// The runtime crate: `::toolcast`, or the path in `#[tool(crate = path)]`.
#[derive(Clone)]
pub(crate) struct Krate(pub(crate) Option<Path>);

impl Krate {
    /// Returns the single import through which generated code uses the runtime.
    ///
    /// Expands to `use ::toolcast::__private as __tool;`.
    pub(crate) fn door(&self) -> TokenStream {
        let path = self.path();
        quote!(use #path::__private as __tool;)
    }

    pub(crate) fn path(&self) -> TokenStream {
        if let Some(path) = &self.0 {
            path.to_token_stream()
        } else {
            quote!(::toolcast)
        }
    }
}

// Rustc doesn't report most lints at tokens with our span, and an `allow` of a lint that the crate
// forbids is an error (E0453). So each is allowed only where it is reported.

/// Returns `#[allow(deprecated)]` if one of the attributes allows or expects it, or is
/// `#[deprecated]`: rustc reports nothing in the item then, and generated code beside it names the
/// same types.
pub(crate) fn allow_deprecated<'a>(
    attrs: impl IntoIterator<Item = &'a Attribute>,
) -> Option<TokenStream> {
    let allows = |attr: &Attribute| {
        let words = ["allow", "expect", "deprecated"];
        words.iter().any(|word| attr.path().is_ident(word))
            && find_ident(&attr.meta, &|ident| ident == "deprecated").is_some()
    };
    attrs
        .into_iter()
        .any(allows)
        .then(|| quote!(#[allow(deprecated)]))
}

/// Returns the lints allowed in the function that calls the tool's function. It may be deprecated
/// and still a tool. If its result is a type without values, the code after it is unreachable,
/// which rustc reports whatever the span. So does clippy.
pub(crate) fn allow_in_call<'a>(attrs: impl IntoIterator<Item = &'a Attribute>) -> TokenStream {
    let deprecated = allow_deprecated(attrs);
    quote!(#deprecated #[allow(unreachable_code, clippy::all, clippy::pedantic)])
}

/// Returns the calls that report wrong constraints, defaults and examples at the field, for types
/// whose schema is one static.
///
/// Expands to `__tool::check_at(&__TOOL_SCHEMA, &[0, 2], 1)` for each of them. The numbers are the
/// path to the field and that of [`Field::checked`].
pub(crate) fn field_checks(shape: &Shape) -> Vec<TokenStream> {
    let mut checks = Checks {
        calls: Vec::new(),
        place: Vec::new(),
    };
    checks.shape(shape);
    checks.calls
}

struct Checks {
    calls: Vec<TokenStream>,
    /// The path from the type to the current shape.
    place: Vec<usize>,
}

impl Checks {
    fn shape(&mut self, shape: &Shape) {
        for (i, part) in shape.parts().into_iter().enumerate() {
            self.place.push(i);
            match shape {
                Shape::Object { fields, .. } => {
                    for (part, span) in fields[i].checked() {
                        self.call(part, span);
                    }
                }
                Shape::Newtype {
                    rules: Some(rules), ..
                } => self.call(0, rules.span),
                _ => {}
            }
            if let Some(inner) = part.shape() {
                self.shape(inner);
            }
            self.place.pop();
        }
    }

    fn call(&mut self, part: usize, span: Span) {
        let part = Literal::usize_unsuffixed(part);
        let place = self.place.iter().map(|i| Literal::usize_unsuffixed(*i));
        // Use the user's own span: with ours, rustc would add that the error comes from the macro.
        let call = quote_spanned!(span=> __tool::check_at(&__TOOL_SCHEMA, &[#(#place),*], #part););
        self.calls.push(call);
    }
}
