//! The model of a type as serde reads it, without generated tokens.

use crate::shared::generics::ImplBounds;
use crate::shared::krate::Krate;
use crate::shared::node::{Field, Node, Shape};
use crate::shared::text::Text;
use proc_macro2::{Ident, Span, TokenStream};
use syn::{Generics, Type};

/// A type to describe.
pub(super) struct Described {
    pub(super) ident: Ident,
    pub(super) generics: Generics,
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
    /// The const parameters that are part of its identity.
    pub(super) consts: Vec<(Ident, ConstKind)>,
    /// Set if the type is never written as a definition: its schema then has no name.
    pub(super) inline: bool,
}

/// The kind of a const parameter.
#[derive(Clone, Copy)]
pub(super) enum ConstKind {
    Int,
    Bool,
    Char,
}

/// A variant of an enum.
#[allow(clippy::struct_excessive_bools)] // Each is one of serde's keys.
pub(super) struct Variant {
    pub(super) ident: String,
    pub(super) span: Span,
    /// The name that serde reads.
    pub(super) key: String,
    /// The name that serde writes, if it differs.
    pub(super) output: Option<String>,
    pub(super) aliases: Vec<String>,
    pub(super) docs: Text,
    pub(super) content: Content,
    /// Set if serde requires the content in an enum with `tag` and `content`, even an `Option`: it
    /// fills in a missing one only in a newtype variant that no function reads.
    pub(super) required: bool,
    /// Skipped when reading or writing.
    pub(super) skip_deserializing: bool,
    pub(super) skip_serializing: bool,
    /// `#[serde(untagged)]` on the variant.
    pub(super) untagged: bool,
    /// `#[serde(other)]`: matches any tag except those of the other variants, which are added
    /// later.
    pub(super) other: Option<Vec<String>>,
    /// Set if the type has `deny_unknown_fields`.
    pub(super) closed: bool,
}

/// The content of a variant.
pub(super) enum Content {
    Unit,
    /// One type's JSON: that of a newtype variant, or of the type in `#[tool(as = ..)]`.
    One(Node),
    Tuple(Vec<Node>),
    Struct(Vec<Field>),
}
