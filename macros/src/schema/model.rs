//! A type as serde reads it, understood: data without tokens of ours.

use crate::shared::generics::Bounds;
use crate::shared::krate::Krate;
use crate::shared::node::{Field, Node, Shape};
use crate::shared::text::Text;
use proc_macro2::{Ident, Span};
use syn::{Generics, Type};

/// A type to describe.
pub(super) struct Described {
    pub(super) ident: Ident,
    pub(super) generics: Generics,
    pub(super) krate: Krate,
    pub(super) docs: Text,
    pub(super) shape: Shape,
    pub(super) bounds: Bounds,
    /// Types that are this one under another name.
    pub(super) same: Vec<Type>,
    /// It has type or const parameters, so that no static can hold its schema.
    pub(super) generic: bool,
    /// Its const parameters that are part of its identity.
    pub(super) consts: Vec<(Ident, ConstKind)>,
    /// Never written as a definition: it goes without a name.
    pub(super) inline: bool,
}

/// What a const parameter is.
#[derive(Clone, Copy)]
pub(super) enum ConstKind {
    Int,
    Bool,
    Char,
}

/// A variant of an enum.
#[allow(clippy::struct_excessive_bools)] // Each is a word of serde's.
pub(super) struct Variant {
    pub(super) ident: String,
    pub(super) span: Span,
    /// The name that serde reads.
    pub(super) key: String,
    /// The name that serde writes, where it is another one.
    pub(super) output: Option<String>,
    pub(super) aliases: Vec<String>,
    pub(super) docs: Text,
    pub(super) content: Content,
    /// Left out of reading, of writing.
    pub(super) skip_deserializing: bool,
    pub(super) skip_serializing: bool,
    /// `#[serde(untagged)]` on the variant.
    pub(super) untagged: bool,
    /// `#[serde(other)]`: any tag but those of the other variants, once these are known.
    pub(super) other: Option<Vec<String>>,
    /// The type says `deny_unknown_fields`.
    pub(super) closed: bool,
}

/// What a variant holds.
pub(super) enum Content {
    Unit,
    /// One type's JSON: a newtype variant, or what `#[tool(as = ..)]` says.
    One(Node),
    Tuple(Vec<Node>),
    Struct(Vec<Field>),
}
