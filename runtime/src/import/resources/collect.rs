//! Collects the resources of a document, and their anchors.

use std::collections::{HashMap, HashSet};

use super::{Anchor, Conventions, MAX_SEARCHED, NAMED, RECURSIVE, REFERENCES, Resource};
use super::{ResourceId, Resources, VALUES, is_recursive, place};
use crate::decode::JsonTree;
use crate::import::pointer::{MAX_POINTER, PointerLookup, escape};

/// Maximum bytes of all addresses.
const MAX_ADDRESSES: usize = 32 << 20;

/// Maximum bytes of the pointers to schemas with an `$id` or an anchor. A name in a pointer may be
/// as long as the document.
const MAX_POINTERS: usize = 32 << 20;

impl Conventions {
    fn of(root: &JsonTree) -> Self {
        let draft = root.get("$schema").and_then(JsonTree::as_str);
        let draft = draft.unwrap_or_default();
        let is_one_of = |names: &[&str]| names.iter().any(|name| draft.contains(name));
        let draft_4 = is_one_of(&["draft-03", "draft-04", "draft-05"]);
        Conventions {
            reference_alone: draft_4 || is_one_of(&["draft-06", "draft-07"]),
            draft_4,
            #[cfg(feature = "validate")]
            contains_evaluates: !draft.contains("2019-09"),
        }
    }
}

impl<'j> Resources<'j> {
    /// Collects the resources of a document. The flag is false if some are left out, because their
    /// addresses or the names around them are too long.
    pub(in crate::import) fn of(root: &'j JsonTree) -> (Self, bool) {
        let mut resources = Resources {
            all: Vec::new(),
            by_address: HashMap::new(),
            by_place: HashMap::new(),
            lookup: PointerLookup::default(),
            dynamic: HashMap::new(),
            by_anchor: HashMap::new(),
            by_text: HashMap::new(),
            referred: HashSet::new(),
            searched: Vec::new(),
            conventions: Conventions::of(root),
            left: [MAX_ADDRESSES, MAX_POINTERS],
        };
        resources.refer(root);
        let all = resources
            .add(root, String::new(), "")
            .and_then(|()| resources.collect(root, 0, &mut String::new()));
        (resources, all.is_some())
    }

    /// Notes the texts of the references in a value.
    fn refer(&mut self, value: &'j JsonTree) {
        match value {
            JsonTree::Object(members) => {
                for (name, inner) in members {
                    match inner {
                        JsonTree::String(text) if REFERENCES.contains(&name.as_str()) => {
                            let address = text.split_once('#').map(|(address, _)| address);
                            self.referred
                                .extend([Some(text.as_str()), address].into_iter().flatten());
                        }
                        inner => self.refer(inner),
                    }
                }
            }
            JsonTree::Array(items) => items.iter().for_each(|item| self.refer(item)),
            _ => {}
        }
    }

    fn add(&mut self, root: &'j JsonTree, address: String, pointer: &str) -> Option<()> {
        let number = self.all.len();
        self.push(number, root, address.clone(), pointer)?;
        self.by_address.entry(address).or_insert(number);
        self.by_place.insert(place(root), number);
        Some(())
    }

    fn push(
        &mut self,
        scope: ResourceId,
        root: &'j JsonTree,
        address: String,
        pointer: &str,
    ) -> Option<()> {
        // It is kept twice.
        self.left[0] = self.left[0].checked_sub(2 * address.len())?;
        self.left[1] = self.left[1].checked_sub(pointer.len())?;
        self.all.push(Resource {
            scope,
            address,
            root,
            pointer: pointer.to_owned(),
            anchors: HashMap::new(),
        });
        Some(())
    }

    /// Notes the texts of a schema's addresses that references may lead to.
    fn texts(&mut self, schema: &'j JsonTree, resource: ResourceId, at: &str) -> Option<()> {
        for name in ["$id", "id"] {
            let Some(text) = schema.get(name).and_then(JsonTree::as_str) else {
                continue;
            };
            // An empty fragment is ignored.
            let text = text.strip_suffix('#').unwrap_or(text);
            // A fragment alone is an anchor.
            let is_searched = !text.starts_with('#')
                && at.len() <= MAX_POINTER
                && self.searched.len() <= MAX_SEARCHED;
            if text.is_empty()
                || self.by_text.contains_key(text)
                || !(is_searched || self.referred.contains(text))
            {
                continue;
            }
            let number = if core::ptr::eq(self.all[resource].root, schema) {
                resource
            } else {
                self.push(resource, schema, String::new(), at)?;
                self.all.len() - 1
            };
            self.by_text.insert(text, number);
            if is_searched && self.searched.last() != Some(&number) {
                self.searched.push(number);
            }
        }
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
                self.texts(value, resource, at)?;
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
        if is_recursive(schema) {
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
            self.by_anchor.entry(name).or_insert(resource);
            self.all[resource].anchors.entry(name).or_insert(anchor);
        }
        Some(resource)
    }
}
