//! Resolution of references.

use super::merge::MergedMembers;
use super::pointer::MAX_POINTER;
use super::resources::{NAMED, REFERENCES, ResourceId, Resources, VALUES};
use super::unsupported::is_annotation;
use crate::decode::{EXCERPT, JsonTree};
use crate::text::excerpt;

/// Why a keyword beside `$ref` has no effect.
pub(super) const ALONE: &str = "drafts 4 to 7 ignore keywords beside `$ref`";

/// Maximum bytes of the pointers that replace references.
const MAX_REBASED: usize = 4 << 20;

/// Before a reference that leads to nothing. No anchor or pointer begins with `#`.
const NOWHERE: &str = "##";

impl<'j> Resources<'j> {
    /// A copy of the document in which all references lead from its root, so that a schema means
    /// the same wherever it is merged. `None` if no schema in it has an address.
    pub(super) fn rebased(&self) -> Option<JsonTree> {
        let mut left = MAX_REBASED;
        self.are_many()
            .then(|| self.copy(self.root(), 0, &mut left))
    }

    fn copy(&self, value: &JsonTree, around: ResourceId, left: &mut usize) -> JsonTree {
        let members = match value {
            JsonTree::Object(members) => members,
            JsonTree::Array(items) => {
                let items = items.iter().map(|item| self.copy(item, around, left));
                return JsonTree::Array(items.collect());
            }
            other => return other.clone(),
        };
        let resource = self.around(value, around);
        let mut copied = Vec::with_capacity(members.len());
        for (name, inner) in members {
            let inner = match inner {
                JsonTree::String(reference) if REFERENCES.contains(&name.as_str()) => {
                    JsonTree::String(self.at_root(name, reference, resource, left))
                }
                JsonTree::Object(schemas) if NAMED.contains(&name.as_str()) => {
                    let schemas = schemas
                        .iter()
                        .map(|(key, one)| (key.clone(), self.copy(one, resource, left)));
                    JsonTree::Object(schemas.collect())
                }
                inner if VALUES.contains(&name.as_str()) => inner.clone(),
                inner => self.copy(inner, resource, left),
            };
            copied.push((name.clone(), inner));
        }
        JsonTree::Object(copied)
    }

    /// A reference to the same schema from the document's root. A dynamic one leads to the
    /// outermost schema with its anchor.
    fn at_root(
        &self,
        keyword: &str,
        reference: &str,
        from: ResourceId,
        left: &mut usize,
    ) -> String {
        // From the root, the text may lead to another schema.
        let unresolved = || match self.find("$ref", reference, 0) {
            Ok(Some(_)) => format!("{NOWHERE}{reference}"),
            _ => reference.to_owned(),
        };
        let Ok(Some(target)) = self.find(keyword, reference, from) else {
            return unresolved();
        };
        let outermost = target.dynamic.and_then(|name| {
            let (resource, schema) = self.outermost(name)?;
            Some((schema, resource, name))
        });
        let (schema, resource, fragment) =
            outermost.unwrap_or((target.schema, target.found_in, target.fragment));
        if let Ok(Some(same)) = self.find("$ref", reference, 0)
            && core::ptr::eq(same.schema, schema)
        {
            return reference.to_owned();
        }
        let (base, path) = self.pointer(resource, fragment);
        // A longer one is an error when it is read.
        let bytes = base.len() + path.len();
        match left.checked_sub(bytes).filter(|_| bytes <= MAX_POINTER) {
            Some(rest) => {
                *left = rest;
                format!("#{base}{path}").replace('%', "%25")
            }
            None => unresolved(),
        }
    }

    /// Separates a reference from the siblings that the draft ignores. Annotations are for readers,
    /// who have a use for them. `None` if the draft ignores no keyword.
    pub(super) fn without_siblings(
        &self,
        members: &[(String, JsonTree)],
    ) -> Option<(MergedMembers, MergedMembers)> {
        let refers = |(name, value): &(String, JsonTree)| {
            name == "$ref" && matches!(value, JsonTree::String(_))
        };
        let has_effect = |(name, _): &(String, JsonTree)| name == "$ref" || is_annotation(name);
        if !self.conventions.reference_alone
            || !members.iter().any(refers)
            || members.iter().all(has_effect)
        {
            return None;
        }
        Some(members.iter().cloned().partition(has_effect))
    }

    /// Resolves a reference from the document's root to a pointer and a schema. The error contains
    /// the reason.
    pub(super) fn target(&self, reference: &str) -> Result<(String, &'j JsonTree), String> {
        let found = self.find("$ref", reference, 0)?;
        let name = || excerpt(reference.trim_start_matches(NOWHERE), EXCERPT);
        let target = found.ok_or_else(|| format!("`{}` refers to nothing", name()))?;
        let (base, path) = self.pointer(target.found_in, target.fragment);
        if base.len() > MAX_POINTER {
            return Err(format!(
                "the pointer to `{}` has more than {MAX_POINTER} bytes; shorten its names",
                name()
            ));
        }
        Ok((format!("{base}{path}"), target.schema))
    }
}
