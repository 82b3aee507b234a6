//! The model of a type as serde reads it, without generated tokens.

use crate::shared::emit::Krate;
use crate::shared::generics::ImplBounds;
use crate::shared::node::{Flags, Node, Shape, Value};
use crate::shared::text::Text;
use proc_macro2::{Ident, TokenStream};
use syn::{DeriveInput, Type};

/// A type to describe.
pub(super) struct TypeModel<'a> {
    pub(super) input: &'a DeriveInput,
    pub(super) krate: Krate,
    /// `#[allow(deprecated)]`, if rustc reports nothing in the type either.
    pub(super) allow: Option<TokenStream>,
    pub(super) docs: Text,
    pub(super) shape: Shape,
    pub(super) bounds: ImplBounds,
    /// The schemas that are part of its identity.
    pub(super) identity: Vec<Node>,
    /// Types that must be this type under another name.
    pub(super) same: Vec<Type>,
    /// Set if the type has type or const parameters, so that a static can't hold its schema.
    pub(super) generic: bool,
    /// The const parameters that are part of its identity, with the runtime's name of their kind.
    pub(super) consts: Vec<(Ident, &'static str)>,
    /// Set if the type is never written as a definition: its schema then has no name.
    pub(super) inline: bool,
}

/// A variant of an enum.
pub(super) struct Variant {
    /// The name that serde reads.
    pub(super) key: String,
    /// The value in JSON, or the tag. A variant that matches any other tag gets them later.
    pub(super) value: Value,
    pub(super) content: Content,
    /// Set if serde requires the content in an enum with `tag` and `content`, even an `Option`: it
    /// fills in a missing one only in a newtype variant that no function reads.
    pub(super) required: bool,
    /// `#[serde(untagged)]` on the variant.
    pub(super) untagged: bool,
    /// Set if the type has `deny_unknown_fields`.
    pub(super) closed: bool,
}

impl Variant {
    pub(super) fn is_read(&self) -> bool {
        !self.value.flags.has(Flags::OUTPUT_ONLY)
    }
}

/// The content of a variant.
pub(super) enum Content {
    Unit,
    /// One type's JSON: that of a newtype variant, or of the type in `#[tool(as = ..)]`.
    One(Node),
    /// That of a tuple or of fields with names.
    Shape(Shape),
}
