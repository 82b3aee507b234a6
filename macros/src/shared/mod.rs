//! Code shared by the attributes and the derive: syntax helpers, the nodes of a schema and their
//! tokens.

pub(crate) mod args;
pub(crate) mod bounds;
pub(crate) mod case;
pub(crate) mod depth;
pub(crate) mod doc;
pub(crate) mod emit;
pub(crate) mod fit;
pub(crate) mod generics;
pub(crate) mod item;
mod links;
pub(crate) mod literal;
pub(crate) mod markdown;
pub(crate) mod node;
pub(crate) mod rejected;
pub(crate) mod rules;
pub(crate) mod serde_attr;
#[cfg(test)]
mod tests;
pub(crate) mod text;
pub(crate) mod ty;
pub(crate) mod value;
