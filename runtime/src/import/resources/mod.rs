//! Schema resources, and references between them: the document and its schemas with an `$id`, each
//! with its anchors. An address is resolved by RFC 3986, and documents are never fetched.
//!
//! A reference that leads to nothing by that rule is looked up by the texts in the document.
//! Schemas are cut out of larger documents, and keep an `$id` that fits them no more.

mod collect;

use std::collections::{HashMap, HashSet};

use super::pointer::{PointerLookup, decoded};
use super::uri;
use crate::decode::{EXCERPT, JsonTree};
use crate::text::excerpt;

/// The keywords that refer to another schema.
pub(super) const REFERENCES: [&str; 3] = ["$ref", "$dynamicRef", "$recursiveRef"];

/// Keywords whose values are not schemas.
pub(super) const VALUES: [&str; 5] = ["enum", "const", "default", "example", "examples"];

/// Keywords whose values are objects of schemas, with names chosen by the author.
pub(super) const NAMED: [&str; 7] = [
    "schemas",
    "properties",
    "patternProperties",
    "$defs",
    "definitions",
    "dependentSchemas",
    "dependencies",
];

/// Maximum bytes of an address.
const MAX_ADDRESS: usize = 1_000;

/// Maximum number of schemas with their own `$id` in which a pointer is searched.
const MAX_SEARCHED: usize = 16;

/// The name of the anchor by `$recursiveAnchor`, which other anchors can't have.
const RECURSIVE: &str = "$recursiveAnchor";

/// The number of a schema resource: the document, or a schema with an `$id`.
pub(super) type ResourceId = usize;

/// The conventions of a document's draft.
#[derive(Clone, Copy)]
pub(super) struct Conventions {
    /// True up to draft 7: siblings of `$ref` are ignored. Without a draft they have an effect,
    /// because most generators and providers give them one.
    pub(super) reference_alone: bool,
    /// True up to draft 4: `id` is used instead of `$id`.
    draft_4: bool,
    /// True except in draft 2019-09: an item that `contains` matches is evaluated.
    #[cfg(feature = "validate")]
    pub(super) contains_evaluates: bool,
}

/// The resources of a document, the document itself first.
pub(super) struct Resources<'j> {
    all: Vec<Resource<'j>>,
    by_address: HashMap<String, ResourceId>,
    /// By the address in memory of the resource's root.
    by_place: HashMap<usize, ResourceId>,
    lookup: PointerLookup<'j>,
    /// The schemas with a `$dynamicAnchor`, by its name.
    dynamic: HashMap<&'j str, Vec<(ResourceId, &'j JsonTree)>>,
    /// The first resource with an anchor of that name.
    by_anchor: HashMap<&'j str, ResourceId>,
    /// The first schema with that text as its `$id` or `id`.
    by_text: HashMap<&'j str, ResourceId>,
    /// The texts of all references, and their addresses. No other text is looked up.
    referred: HashSet<&'j str>,
    /// Those in which a pointer is searched, up to one more than are searched.
    searched: Vec<ResourceId>,
    pub(super) conventions: Conventions,
    /// The bytes left for addresses and for pointers.
    left: [usize; 2],
}

/// A resource, or a schema with an address that only its text has. Of the latter, only those that
/// a reference may lead to.
struct Resource<'j> {
    /// The resource that references are resolved in: this one, or the one around.
    scope: ResourceId,
    address: String,
    root: &'j JsonTree,
    pointer: String,
    anchors: HashMap<&'j str, Anchor<'j>>,
}

struct Anchor<'j> {
    schema: &'j JsonTree,
    pointer: String,
    is_dynamic: bool,
}

/// The schema that a reference leads to.
#[derive(Clone, Copy)]
pub(super) struct ReferenceTarget<'j, 'r> {
    pub(super) schema: &'j JsonTree,
    /// The resource of the schema.
    pub(super) resource: ResourceId,
    /// The resource in which the fragment was looked up.
    pub(super) found_in: ResourceId,
    pub(super) fragment: &'r str,
    /// The name of its `$dynamicAnchor`, if the reference is by that name and depends on the
    /// schemas around.
    pub(super) dynamic: Option<&'j str>,
}

impl Conventions {
    /// Returns true if only the reference of a schema has an effect.
    pub(super) fn is_reference_alone(self, schema: &JsonTree) -> bool {
        self.reference_alone && matches!(schema.get("$ref"), Some(JsonTree::String(_)))
    }
}

impl<'j> Resources<'j> {
    /// The document itself.
    pub(super) fn root(&self) -> &'j JsonTree {
        self.all[0].root
    }

    /// Returns true if a schema in the document is a resource of its own.
    pub(super) fn are_many(&self) -> bool {
        self.by_place.len() > 1
    }

    /// Resolves an address against that of a resource. `None` if it is too long.
    fn resolved(&self, base: ResourceId, address: &str) -> Option<String> {
        if address.len() > MAX_ADDRESS {
            return None;
        }
        let resolved = uri::resolve(&self.all[base].address, address);
        (resolved.len() <= MAX_ADDRESS).then_some(resolved)
    }

    /// The resource of a schema inside of another one.
    pub(super) fn around(&self, schema: &JsonTree, outside: ResourceId) -> ResourceId {
        let own = self.by_place.get(&place(schema));
        own.copied().unwrap_or(outside)
    }

    /// Resolves a reference of a schema in a resource. `None` if it leads to nothing in a document
    /// that is known. The error is the reason.
    pub(super) fn find<'r>(
        &self,
        keyword: &str,
        reference: &'r str,
        from: ResourceId,
    ) -> Result<Option<ReferenceTarget<'j, 'r>>, String> {
        let (address, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let resource = if address.is_empty() {
            Some(from)
        } else {
            let resolved = self.resolved(from, address);
            resolved.and_then(|resolved| self.by_address.get(&resolved).copied())
        };
        let found = resource
            .and_then(|resource| self.within(resource, fragment))
            // Many generators write pointers from the document's root, whatever `$id` is around.
            .or_else(|| self.within(0, fragment).filter(|_| address.is_empty()))
            .or_else(|| self.by_text(reference, address, fragment));
        if let Some(found) = found {
            let dynamic = match keyword {
                "$ref" => None,
                "$recursiveRef" => is_recursive(found.schema).then_some(RECURSIVE),
                _ => found.dynamic,
            };
            return Ok(Some(ReferenceTarget { dynamic, ..found }));
        }
        if resource.is_some() || self.by_text.contains_key(address) {
            return Ok(None);
        }
        if address.len() > MAX_ADDRESS {
            return Err("its address is too long".to_owned());
        }
        let reference = excerpt(reference, EXCERPT);
        Err(format!(
            "`{reference}` refers to another document, and documents are never fetched"
        ))
    }

    fn within<'r>(
        &self,
        resource: ResourceId,
        fragment: &'r str,
    ) -> Option<ReferenceTarget<'j, 'r>> {
        let Resource {
            scope,
            root,
            anchors,
            ..
        } = &self.all[resource];
        let mut target = ReferenceTarget {
            schema: root,
            resource: *scope,
            found_in: resource,
            fragment,
            dynamic: None,
        };
        let decoded = decoded(fragment);
        if let Some((name, anchor)) = anchors.get_key_value(decoded.as_str()) {
            target.schema = anchor.schema;
            target.dynamic = anchor.is_dynamic.then_some(name);
        } else if let Some(path) = decoded.strip_prefix('/') {
            let each = &mut |inner: &'j JsonTree| {
                target.resource = self.around(inner, target.resource);
            };
            target.schema = self.lookup.walk(root, path, each)?;
        } else if !decoded.is_empty() {
            return None;
        }
        Some(target)
    }

    /// Looks up a reference by the texts in the document.
    fn by_text<'r>(
        &self,
        reference: &str,
        address: &str,
        fragment: &'r str,
    ) -> Option<ReferenceTarget<'j, 'r>> {
        if let Some(&number) = self.by_text.get(reference) {
            return self.within(number, "");
        }
        if !address.is_empty() {
            return self.within(*self.by_text.get(address)?, fragment);
        }
        if let Some(&resource) = self.by_anchor.get(decoded(fragment).as_str()) {
            return self.within(resource, fragment);
        }
        // A pointer from a schema with its own `$id`. The match must be unique.
        if self.searched.len() > MAX_SEARCHED {
            return None;
        }
        let each = self.searched.iter();
        let mut all = each.filter_map(|number| self.within(*number, fragment));
        match (all.next(), all.next()) {
            (Some(found), None) => Some(found),
            _ => None,
        }
    }

    /// The pointer to the schema that a fragment leads to in a resource, in two parts: to the
    /// resource or the anchor, and from there.
    pub(super) fn pointer(&self, resource: ResourceId, fragment: &str) -> (&str, String) {
        let Resource {
            pointer, anchors, ..
        } = &self.all[resource];
        let decoded = decoded(fragment);
        match anchors.get(decoded.as_str()) {
            Some(anchor) => (anchor.pointer.as_str(), String::new()),
            None => (pointer.as_str(), decoded),
        }
    }

    /// The schema with that `$dynamicAnchor` in the document itself, which is around all others.
    pub(super) fn outermost(&self, name: &str) -> Option<(ResourceId, &'j JsonTree)> {
        let anchor = self.all[0].anchors.get(name)?;
        anchor.is_dynamic.then_some((0, anchor.schema))
    }

    /// The schemas with a `$dynamicAnchor` of that name, one at most in each resource.
    #[cfg(feature = "validate")]
    pub(super) fn dynamic(&self, name: &str) -> &[(ResourceId, &'j JsonTree)] {
        self.dynamic.get(name).map_or(&[], Vec::as_slice)
    }
}

fn place(schema: &JsonTree) -> usize {
    core::ptr::from_ref(schema).addr()
}

fn is_recursive(schema: &JsonTree) -> bool {
    schema.get(RECURSIVE) == Some(&JsonTree::Bool(true))
}
