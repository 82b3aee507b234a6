//! Schema resources, and references between them: the document and its schemas with an `$id`, each
//! with its anchors. An address is resolved by RFC 3986, and documents are never fetched.

use std::collections::HashMap;

use super::origin::Origin;
use super::program::ResourceId;
use super::uri;
use crate::decode::{EXCERPT, JsonTree};
use crate::import::reference::{PointerLookup, decoded, escape, ignores_siblings};
use crate::text::excerpt;

/// Keywords whose values are not schemas.
const VALUES: [&str; 5] = ["enum", "const", "default", "example", "examples"];

/// Keywords whose values are objects of schemas, with names chosen by the author.
const NAMED: [&str; 6] = [
    "properties",
    "patternProperties",
    "$defs",
    "definitions",
    "dependentSchemas",
    "dependencies",
];

/// Maximum bytes of an address, and of all addresses.
const MAX_ADDRESS: usize = 1_000;
const MAX_ADDRESSES: usize = 32 << 20;

/// Maximum bytes of the pointers to schemas with an `$id` or an anchor. A name in a pointer may be
/// as long as the document.
const MAX_POINTERS: usize = 32 << 20;

/// The name of the anchor by `$recursiveAnchor`, which other anchors can't have.
const RECURSIVE: &str = "$recursiveAnchor";

/// The conventions of a document's draft.
#[derive(Clone, Copy)]
pub(super) struct Conventions {
    /// True up to draft 7: siblings of `$ref` are ignored.
    pub(super) reference_alone: bool,
    /// True up to draft 4: `id` is used instead of `$id`.
    draft_4: bool,
    /// True except in draft 2019-09: an item that `contains` matches is evaluated.
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
    pub(super) conventions: Conventions,
    /// The bytes left for addresses and for pointers.
    left: [usize; 2],
}

struct Resource<'j> {
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
pub(super) struct Target<'j> {
    pub(super) schema: &'j JsonTree,
    pub(super) resource: ResourceId,
    pub(super) origin: Origin<'j>,
    /// The name of its `$dynamicAnchor`, if the reference is by that name.
    pub(super) dynamic: Option<&'j str>,
}

impl Conventions {
    fn of(root: &JsonTree) -> Self {
        let draft = root.get("$schema").and_then(JsonTree::as_str);
        let draft = draft.unwrap_or_default();
        Conventions {
            reference_alone: ignores_siblings(root),
            draft_4: ["draft-03", "draft-04", "draft-05"]
                .iter()
                .any(|name| draft.contains(name)),
            contains_evaluates: !draft.contains("2019-09"),
        }
    }

    /// Returns true if only the reference of a schema has an effect.
    pub(super) fn is_reference_alone(self, schema: &JsonTree) -> bool {
        self.reference_alone && matches!(schema.get("$ref"), Some(JsonTree::String(_)))
    }
}

impl<'j> Resources<'j> {
    /// The error is the reason why the document can't be compiled.
    pub(super) fn of(root: &'j JsonTree) -> Result<Self, String> {
        let mut resources = Resources {
            all: Vec::new(),
            by_address: HashMap::new(),
            by_place: HashMap::new(),
            lookup: PointerLookup::default(),
            dynamic: HashMap::new(),
            conventions: Conventions::of(root),
            left: [MAX_ADDRESSES, MAX_POINTERS],
        };
        resources
            .add(root, String::new(), "")
            .and_then(|()| resources.collect(root, 0, &mut String::new()))
            .ok_or("it is not checked: its addresses, or the names around them, are too long")?;
        Ok(resources)
    }

    fn add(&mut self, root: &'j JsonTree, address: String, pointer: &str) -> Option<()> {
        self.left[0] = self.left[0].checked_sub(address.len())?;
        self.left[1] = self.left[1].checked_sub(pointer.len())?;
        let number = self.all.len();
        self.by_address.entry(address.clone()).or_insert(number);
        self.by_place.insert(place(root), number);
        self.all.push(Resource {
            address,
            root,
            pointer: pointer.to_owned(),
            anchors: HashMap::new(),
        });
        Some(())
    }

    /// Collects the resources and anchors in a schema, or in any value at the place of one.
    fn collect(&mut self, value: &'j JsonTree, around: ResourceId, at: &mut String) -> Option<()> {
        match value {
            JsonTree::Object(members) => {
                let resource = if self.conventions.is_reference_alone(value) {
                    around
                } else {
                    self.identified(value, around, at)?
                };
                for (name, inner) in members {
                    match inner {
                        JsonTree::Object(schemas) if NAMED.contains(&name.as_str()) => {
                            for (key, schema) in schemas {
                                let path = format!("/{name}/{}", escape(key));
                                self.below(schema, resource, &path, at)?;
                            }
                        }
                        JsonTree::Object(_) | JsonTree::Array(_)
                            if !VALUES.contains(&name.as_str()) =>
                        {
                            self.below(inner, resource, &format!("/{}", escape(name)), at)?;
                        }
                        _ => {}
                    }
                }
            }
            JsonTree::Array(items) => {
                for (i, item) in items.iter().enumerate() {
                    self.below(item, around, &format!("/{i}"), at)?;
                }
            }
            _ => {}
        }
        Some(())
    }

    fn below(
        &mut self,
        value: &'j JsonTree,
        resource: ResourceId,
        path: &str,
        at: &mut String,
    ) -> Option<()> {
        let before = at.len();
        at.push_str(path);
        self.collect(value, resource, at)?;
        at.truncate(before);
        Some(())
    }

    /// Reads the address and the anchors of a schema. Returns its resource.
    fn identified(
        &mut self,
        schema: &'j JsonTree,
        around: ResourceId,
        at: &str,
    ) -> Option<ResourceId> {
        let text = |name: &str| schema.get(name).and_then(JsonTree::as_str);
        let id = text("id").filter(|_| self.conventions.draft_4);
        let mut resource = around;
        // Of one name, the dynamic anchor counts.
        let mut anchors = [text("$dynamicAnchor"), None, text("$anchor"), None];
        if let Some(id) = id.or_else(|| text("$id")) {
            let (id, fragment) = id.split_once('#').unwrap_or((id, ""));
            // In older drafts, a fragment is an anchor.
            anchors[3] = Some(fragment);
            let address = self.resolved(around, id).filter(|_| !id.is_empty());
            if let Some(address) = address {
                let known = self.by_address.get(&address).copied();
                if let Some(known) = known.filter(|_| !fragment.is_empty()) {
                    resource = known;
                } else if at.is_empty() {
                    self.left[0] = self.left[0].checked_sub(address.len())?;
                    self.by_address.entry(address.clone()).or_insert(0);
                    self.all[0].address = address;
                } else {
                    resource = self.all.len();
                    self.add(schema, address, at)?;
                }
            }
        }
        if schema.get("$recursiveAnchor") == Some(&JsonTree::Bool(true)) {
            anchors[1] = Some(RECURSIVE);
        }
        for (i, name) in anchors.into_iter().enumerate() {
            let Some(name) = name.filter(|name| !name.is_empty() && !name.starts_with('/')) else {
                continue;
            };
            self.left[1] = self.left[1].checked_sub(at.len())?;
            let anchor = Anchor {
                schema,
                pointer: at.to_owned(),
                is_dynamic: i < 2,
            };
            if anchor.is_dynamic {
                let all = self.dynamic.entry(name).or_default();
                // The first in each resource.
                if !self.all[resource].anchors.contains_key(name) {
                    all.push((resource, schema));
                }
            }
            self.all[resource].anchors.entry(name).or_insert(anchor);
        }
        Some(resource)
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

    /// Resolves a reference of a schema in a resource. The error is the reason.
    pub(super) fn target(
        &self,
        reference: &'j str,
        from: ResourceId,
    ) -> Result<Target<'j>, String> {
        let (address, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let resource = if address.is_empty() {
            from
        } else {
            let resolved = self
                .resolved(from, address)
                .ok_or("its address is too long")?;
            *self.by_address.get(&resolved).ok_or_else(|| {
                let reference = excerpt(reference, EXCERPT);
                format!("`{reference}` refers to another document, and documents are never fetched")
            })?
        };
        let found = self.within(resource, fragment);
        // Many generators write pointers from the document's root, whatever `$id` is around.
        found
            .or_else(|| self.within(0, fragment).filter(|_| address.is_empty()))
            .filter(|found| matches!(found.schema, JsonTree::Object(_) | JsonTree::Bool(_)))
            .ok_or_else(|| format!("`{}` refers to no schema", excerpt(reference, EXCERPT)))
    }

    fn within(&self, resource: ResourceId, fragment: &'j str) -> Option<Target<'j>> {
        let Resource { root, anchors, .. } = &self.all[resource];
        let mut target = Target {
            schema: root,
            resource,
            origin: Origin::Reference { resource, fragment },
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

    /// The same for a reference that depends on the resources around: by `$recursiveRef`.
    pub(super) fn recursive_target(
        &self,
        reference: &'j str,
        from: ResourceId,
    ) -> Result<Target<'j>, String> {
        let target = self.target(reference, from)?;
        let is_recursive = target.schema.get("$recursiveAnchor") == Some(&JsonTree::Bool(true));
        Ok(Target {
            dynamic: is_recursive.then_some(RECURSIVE),
            ..target
        })
    }

    /// The pointer to the schema that a fragment leads to in a resource.
    pub(super) fn pointer(&self, resource: ResourceId, fragment: &str) -> String {
        let Resource {
            pointer, anchors, ..
        } = &self.all[resource];
        let decoded = decoded(fragment);
        match anchors.get(decoded.as_str()) {
            Some(anchor) => anchor.pointer.clone(),
            None => format!("{pointer}{decoded}"),
        }
    }

    /// The schemas with a `$dynamicAnchor` of that name, one at most in each resource.
    pub(super) fn dynamic(&self, name: &str) -> &[(ResourceId, &'j JsonTree)] {
        self.dynamic.get(name).map_or(&[], Vec::as_slice)
    }
}

fn place(schema: &JsonTree) -> usize {
    core::ptr::from_ref(schema).addr()
}
