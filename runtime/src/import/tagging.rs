//! Distinguishes the alternatives of a union.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::node::{NodeField, NodeId, NodeKind, OwnedNode};
use super::read::SchemaReader;
use crate::schema::{Field, Tagging};

/// Maximum number of names and values that are compared with others while a schema is read. 64
/// bytes of text count as one more.
const MAX_COMPARISONS: usize = 10_000_000;

/// The comparisons that are left.
pub(super) struct Comparisons(usize);

impl Comparisons {
    pub(super) const fn new() -> Self {
        Comparisons(MAX_COMPARISONS)
    }

    /// Counts names or values with this many bytes of text. Returns false beyond the bound.
    pub(super) fn spend(&mut self, number: usize, bytes: usize) -> bool {
        let left = self.0.checked_sub(number.saturating_add(bytes / 64));
        self.0 = left.unwrap_or(0);
        left.is_some()
    }
}

impl SchemaReader<'_> {
    /// Returns the discriminator of exclusive alternatives.
    pub(super) fn tagging(&mut self, variants: &[NodeId]) -> Tagging {
        if self.have_distinct_names(variants) {
            Tagging::External
        } else if self.have_distinct_tags(variants) {
            Tagging::Internal
        } else {
            Tagging::Untagged
        }
    }

    /// Returns true if each alternative is an object with one required name, or a list of strings,
    /// and all of them differ.
    fn have_distinct_names(&mut self, variants: &[NodeId]) -> bool {
        let (nodes, comparisons) = (&self.nodes, &mut self.comparisons);
        let (mut names, mut texts) = (HashSet::new(), HashSet::new());
        variants.iter().all(|id| match &nodes[*id].kind {
            NodeKind::Object {
                fields,
                closed: true,
            } => match fields.as_slice() {
                [one] if one.flags & Field::REQUIRED != 0 => {
                    comparisons.spend(1, one.name.len()) && names.insert(one.name.as_str())
                }
                _ => false,
            },
            NodeKind::Enum(list) => list.iter().all(|one| {
                let text = one.value.as_text();
                text.is_some_and(|text| comparisons.spend(1, text.len()) && texts.insert(text))
            }),
            _ => false,
        })
    }

    /// Returns true if a required property has another constant in each alternative.
    fn have_distinct_tags(&mut self, variants: &[NodeId]) -> bool {
        let (nodes, comparisons) = (&self.nodes, &mut self.comparisons);
        // The properties that may be the tag, with their constants so far.
        let mut candidates: HashMap<&str, HashSet<&str>> = HashMap::new();
        for (i, id) in variants.iter().enumerate() {
            let NodeKind::Object { fields, .. } = &nodes[*id].kind else {
                return false;
            };
            let mut left = HashMap::new();
            for field in fields {
                let tag = tag_of(nodes, field);
                let bytes = tag.map_or(0, |(name, value)| name.len() + value.len());
                if !comparisons.spend(1, bytes) {
                    return false;
                }
                let Some((name, value)) = tag else {
                    continue;
                };
                let is_first = (i == 0).then(HashSet::new);
                if let Some(mut values) = is_first.or_else(|| candidates.remove(name))
                    && values.insert(value)
                {
                    left.insert(name, values);
                }
            }
            if left.is_empty() {
                return false;
            }
            candidates = left;
        }
        true
    }

    /// Returns true if all objects among the variants are known to list the same names.
    pub(super) fn list_the_same_names(&mut self, variants: &[NodeId]) -> bool {
        if variants.len() < 2 {
            return true;
        }
        let (nodes, comparisons) = (&self.nodes, &mut self.comparisons);
        let mut known: Option<BTreeSet<&str>> = None;
        let mut compared = HashSet::new();
        variants.iter().all(|id| match &nodes[*id].kind {
            NodeKind::Object { fields, .. } => {
                if !compared.insert(*id) {
                    return true;
                }
                if !comparisons.spend(fields.len(), 0) {
                    return false;
                }
                let names = fields.iter().map(|field| field.name.as_str()).collect();
                *known.get_or_insert_with(|| BTreeSet::clone(&names)) == names
            }
            kind => is_scalar(kind),
        })
    }
}

/// The name and the value of a required property with a single value.
fn tag_of<'n>(nodes: &'n [OwnedNode], field: &'n NodeField) -> Option<(&'n str, &'n str)> {
    match &nodes[field.ty].kind {
        NodeKind::Enum(list) if field.flags & Field::REQUIRED != 0 => match list.as_slice() {
            [one] => Some((&field.name, one.value.as_text()?)),
            _ => None,
        },
        _ => None,
    }
}

/// Returns true if objects don't fit a kind.
fn is_scalar(kind: &NodeKind) -> bool {
    matches!(
        kind,
        NodeKind::Null
            | NodeKind::Boolean
            | NodeKind::Integer(_)
            | NodeKind::Number(_)
            | NodeKind::String
            | NodeKind::Enum(_)
            | NodeKind::Array { .. }
            | NodeKind::Tuple(_)
    )
}
