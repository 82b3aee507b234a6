//! The schemas that are part of a generic type's identity. Two types of one declaration are the
//! same if these are.

use crate::shared::generics::{ImplBounds, infer};
use crate::shared::node::{Node, Part, Shape};
use crate::shared::ty::{is_same, mentions};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Generics, Type};

/// Returns the schemas of the types that the bounds name, and of each part of the shape with a
/// parameter that these don't cover: a bound is another trait, or the parameter is in a macro or in
/// a path.
pub(super) fn identity(generics: &Generics, bounds: &ImplBounds, shape: &Shape) -> Vec<Node> {
    let named = bounds.described.iter().cloned();
    let mut find = Find {
        generics,
        described: &bounds.described,
        names: generics.type_params().map(|it| &it.ident).collect(),
        found: named.map(|ty| Node::Type(Box::new(ty))).collect(),
    };
    if !find.names.is_empty() {
        find.shape(shape);
    }
    find.found
}

struct Find<'a> {
    generics: &'a Generics,
    described: &'a [Type],
    /// The type parameters.
    names: Vec<&'a Ident>,
    found: Vec<Node>,
}

impl Find<'_> {
    fn shape(&mut self, shape: &Shape) {
        for part in shape.parts() {
            match part {
                Part::Variant(shape) => self.shape(shape),
                Part::Node(node) => self.node(node),
            }
        }
    }

    fn node(&mut self, node: &Node) {
        let is_covered = match node {
            Node::Inline(inline) => return self.shape(&inline.shape),
            Node::ThisType => return,
            Node::Type(ty) => {
                let inferred = infer(self.generics, [&**ty]).described;
                self.are_covered(ty, &inferred)
            }
            Node::Path(path) => self.are_covered(path, &[]),
        };
        if !is_covered {
            self.found.push(node.clone());
        }
    }

    /// Returns whether each parameter among the tokens is in a type that a bound names. `inferred`:
    /// the types of these tokens whose schemas are used.
    fn are_covered(&self, tokens: &impl ToTokens, inferred: &[Type]) -> bool {
        let named = |ty: &&Type| self.described.iter().any(|it| is_same(it, ty));
        let parts: Vec<&Type> = inferred.iter().filter(named).collect();
        self.names
            .iter()
            .filter(|name| mentions(tokens, name))
            .all(|name| {
                let alone = |ty: &Type| **name == ty.to_token_stream().to_string();
                self.described.iter().any(alone) || parts.iter().any(|ty| mentions(ty, name))
            })
    }
}
