//! Roots that require properties which they don't list.
//!
//! Such a root must stay open. If it were closed, as strict modes and the check for unknown
//! parameters require, it would accept no call.

use std::collections::HashSet;

use super::merge::MergedMembers;
use super::node::{NodeId, NodeKind};
use super::object::rest;
use super::read::SchemaReader;
use crate::decode::{JsonTree, member};
use crate::schema::Field as F;

impl SchemaReader<'_> {
    /// Opens the root, which was read as `id`, for properties of any name.
    pub(super) fn opened(&mut self, id: NodeId) -> NodeId {
        let mut fields = match &self.nodes[id].kind {
            NodeKind::Object {
                fields,
                closed: false,
            } if fields.iter().all(|field| field.flags & F::FLATTEN == 0) => fields.clone(),
            // A root whose values are in the description, or an object without known properties.
            NodeKind::Any => Vec::new(),
            _ => return id,
        };
        // A node must come after those that it refers to.
        let any = self.kind(NodeKind::Any);
        fields.push(rest(&fields, any));
        self.kind(NodeKind::Object {
            fields,
            closed: false,
        })
    }
}

/// Returns true if a root requires properties that `properties` and `required` don't list.
pub(super) fn demands_unlisted(members: &MergedMembers) -> bool {
    let mut listed = HashSet::new();
    if let Some(JsonTree::Object(properties)) = member(members, "properties") {
        listed.extend(properties.iter().map(|(name, _)| name.as_str()));
    }
    listed.extend(texts(member(members, "required")));
    let is_more = |n: &JsonTree| match n {
        // A number that is not a plain integer counts as more, which is the safe side.
        JsonTree::Number(n) => !n.parse::<usize>().is_ok_and(|n| n <= listed.len()),
        _ => false,
    };
    member(members, "minProperties").is_some_and(is_more)
        || members
            .iter()
            .filter(|(name, _)| !matches!(name.as_str(), "properties" | "required"))
            .any(|(name, value)| keyword(name, value, &listed))
}

/// Returns true if a keyword constrains property names and mentions an unlisted one.
fn keyword(name: &str, value: &JsonTree, listed: &HashSet<&str>) -> bool {
    let unlisted = |name: &str| !listed.contains(name);
    match (name, value) {
        ("propertyNames", JsonTree::Object(names)) => !names.is_empty(),
        ("patternProperties", JsonTree::Object(patterns)) => !patterns.is_empty(),
        ("const", value) => has_unlisted(value, listed),
        ("enum", JsonTree::Array(values)) => values.iter().any(|value| has_unlisted(value, listed)),
        ("dependentRequired" | "dependentSchemas" | "dependencies", JsonTree::Object(all)) => {
            all.iter().any(|(_, value)| match value {
                JsonTree::Array(_) => texts(Some(value)).any(unlisted),
                schema => nested(schema, listed),
            })
        }
        ("if" | "then" | "else" | "not", schema) => nested(schema, listed),
        ("anyOf" | "oneOf" | "allOf", JsonTree::Array(all)) => {
            all.iter().any(|schema| nested(schema, listed))
        }
        _ => false,
    }
}

/// Like `keyword`, for a schema that also applies to the root.
fn nested(schema: &JsonTree, listed: &HashSet<&str>) -> bool {
    let mut members = schema.as_object().unwrap_or_default().iter();
    members.any(|(name, value)| match (name.as_str(), value) {
        ("required", value) => texts(Some(value)).any(|name| !listed.contains(name)),
        ("properties", value) => has_unlisted(value, listed),
        ("minProperties" | "maxProperties", _) => true,
        (name, value) => keyword(name, value, listed),
    })
}

fn has_unlisted(value: &JsonTree, listed: &HashSet<&str>) -> bool {
    let mut members = value.as_object().unwrap_or_default().iter();
    members.any(|(name, _)| !listed.contains(name.as_str()))
}

fn texts(list: Option<&JsonTree>) -> impl Iterator<Item = &str> {
    let items = list.and_then(JsonTree::as_array).unwrap_or_default();
    items.iter().filter_map(JsonTree::as_str)
}
