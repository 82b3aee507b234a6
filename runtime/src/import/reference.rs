//! Resolution of references.

use core::cell::RefCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::merge::MergedMembers;
use super::unsupported::is_annotation;
use crate::decode::JsonTree;
use crate::text::percent;

/// The keywords that refer to another schema.
pub(super) const REFERENCES: [&str; 3] = ["$ref", "$dynamicRef", "$recursiveRef"];

/// Why a keyword beside `$ref` has no effect.
pub(super) const ALONE: &str = "drafts 4 to 7 ignore keywords beside `$ref`";

/// Returns true if a document names a draft that ignores the siblings of `$ref`. Without a draft
/// they have an effect, because most generators and providers give them one.
pub(super) fn ignores_siblings(root: &JsonTree) -> bool {
    let draft = root.get("$schema").and_then(JsonTree::as_str);
    let older = ["draft-03", "draft-04", "draft-05", "draft-06", "draft-07"];
    draft.is_some_and(|draft| older.iter().any(|name| draft.contains(name)))
}

/// A schema document with its reference targets.
pub(super) struct Document<'j> {
    pub(super) root: &'j JsonTree,
    ignores_siblings: bool,
    /// Pointer and schema by anchor.
    anchors: HashMap<String, (String, &'j JsonTree)>,
    /// The bytes of their pointers.
    pointers: usize,
    /// Those with an `$id`, up to one more than are searched.
    addresses: Vec<(String, &'j JsonTree)>,
    lookup: PointerLookup<'j>,
}

/// Maximum number of schemas with their own `$id` in which a pointer is searched.
const MAX_ADDRESSES: usize = 16;

/// Maximum bytes of the pointers to schemas with an anchor or an `$id`. A name in a pointer may be
/// as long as the document.
const MAX_POINTERS: usize = 32 << 20;

/// Maximum bytes of the pointer to a schema. Names around it may be as long as the document, and
/// each schema in it has a copy of them.
pub(super) const MAX_POINTER: usize = 8 << 10;

/// Larger objects are indexed when a reference passes through them.
const LARGE: usize = 32;

impl<'j> Document<'j> {
    pub(super) fn new(root: &'j JsonTree) -> Self {
        let mut document = Document {
            root,
            ignores_siblings: ignores_siblings(root),
            anchors: HashMap::new(),
            pointers: 0,
            addresses: Vec::new(),
            lookup: PointerLookup::default(),
        };
        let mut path = Vec::new();
        document.collect(root, &mut path);
        document
    }

    fn collect(&mut self, value: &'j JsonTree, path: &mut Vec<String>) {
        match value {
            JsonTree::Object(members) => {
                for (name, inner) in members {
                    if let JsonTree::String(text) = inner {
                        let anchor = match name.as_str() {
                            "$anchor" | "$dynamicAnchor" => Some(format!("#{text}")),
                            // In older drafts, a fragment alone is an anchor. An empty fragment is
                            // ignored.
                            "$id" | "id" => Some(match text.strip_suffix('#') {
                                Some(bare) if !bare.is_empty() => bare.to_owned(),
                                _ => text.clone(),
                            }),
                            _ => None,
                        };
                        if let Some(anchor) = anchor
                            && self.pointers <= MAX_POINTERS
                        {
                            self.anchor(anchor, path, value);
                        }
                        continue;
                    }
                    path.push(escape(name));
                    self.collect(inner, path);
                    path.pop();
                }
            }
            JsonTree::Array(items) => {
                for (i, inner) in items.iter().enumerate() {
                    path.push(i.to_string());
                    self.collect(inner, path);
                    path.pop();
                }
            }
            _ => {}
        }
    }

    /// Adds an anchor or an address. The first of the same name counts.
    fn anchor(&mut self, name: String, path: &[String], schema: &'j JsonTree) {
        let Entry::Vacant(place) = self.anchors.entry(name) else {
            return;
        };
        let pointer = pointer(path);
        self.pointers += pointer.len();
        if !place.key().starts_with('#')
            && pointer.len() <= MAX_POINTER
            && self.addresses.len() <= MAX_ADDRESSES
        {
            self.addresses.push((pointer.clone(), schema));
        }
        place.insert((pointer, schema));
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
        if !self.ignores_siblings || !members.iter().any(refers) || members.iter().all(has_effect) {
            return None;
        }
        Some(members.iter().cloned().partition(has_effect))
    }

    /// The schema with an anchor or an address. The error contains the reason.
    fn anchored(&self, name: &str) -> Option<Result<(String, &'j JsonTree), String>> {
        let (pointer, schema) = self.anchors.get(name)?;
        Some(if pointer.len() <= MAX_POINTER {
            Ok((pointer.clone(), *schema))
        } else {
            Err(format!(
                "the pointer to `{name}` has more than {MAX_POINTER} bytes; shorten its names"
            ))
        })
    }

    /// Resolves a reference to a pointer and a schema. The error contains the reason.
    pub(super) fn find(&self, reference: &str) -> Result<(String, &'j JsonTree), String> {
        if let Some(found) = self.anchored(reference) {
            return found;
        }
        let (document, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let (base, root) = if document.is_empty() {
            (String::new(), self.root)
        } else {
            match self.anchored(document) {
                Some(found) => found?,
                None => {
                    return Err(format!(
                        "`{reference}` refers to another document, and documents are never fetched"
                    ));
                }
            }
        };
        let fragment = decoded(fragment);
        if fragment.is_empty() {
            return Ok((base, root));
        }
        let nowhere = || format!("`{reference}` refers to nothing");
        let Some(path) = fragment.strip_prefix('/') else {
            return Err(nowhere());
        };
        if let Some(found) = self.lookup.walk(root, path, &mut |_| {}) {
            return Ok((format!("{base}{fragment}"), found));
        }
        // Try the pointer relative to each schema with its own `$id`. The match must be unique.
        if self.addresses.len() > MAX_ADDRESSES {
            return Err(nowhere());
        }
        let mut all = self.addresses.iter().filter_map(|(base, schema)| {
            Some((base, self.lookup.walk(schema, path, &mut |_| {})?))
        });
        match (all.next(), all.next()) {
            (Some((base, found)), None) if document.is_empty() => {
                Ok((format!("{base}{fragment}"), found))
            }
            _ => Err(nowhere()),
        }
    }
}

/// Finds values by JSON pointer. Large objects are indexed when a pointer passes through them.
#[derive(Default)]
pub(super) struct PointerLookup<'j> {
    /// By the object's address in memory.
    large: RefCell<HashMap<usize, HashMap<&'j str, &'j JsonTree>>>,
}

impl<'j> PointerLookup<'j> {
    /// Returns the value at a pointer, which is without its first slash, and calls back with each
    /// value on the way.
    pub(super) fn walk(
        &self,
        root: &'j JsonTree,
        path: &str,
        each: &mut dyn FnMut(&'j JsonTree),
    ) -> Option<&'j JsonTree> {
        let mut at = root;
        for part in path.split('/') {
            let name = part.replace("~1", "/").replace("~0", "~");
            at = match at {
                JsonTree::Object(members) if members.len() > LARGE => {
                    self.member(at, members, &name)
                }
                JsonTree::Object(_) => at.get(&name),
                JsonTree::Array(items) => name.parse::<usize>().ok().and_then(|i| items.get(i)),
                _ => None,
            }?;
            each(at);
        }
        Some(at)
    }

    fn member(
        &self,
        at: &'j JsonTree,
        members: &'j [(String, JsonTree)],
        name: &str,
    ) -> Option<&'j JsonTree> {
        let place = core::ptr::from_ref(at).addr();
        let mut large = self.large.borrow_mut();
        let index = large.entry(place).or_insert_with(|| {
            let each = members.iter();
            each.map(|(name, value)| (name.as_str(), value)).collect()
        });
        index.get(name).copied()
    }
}

fn pointer(path: &[String]) -> String {
    path.iter().fold(String::new(), |mut all, part| {
        all.push('/');
        all.push_str(part);
        all
    })
}

/// Escapes a name as a part of a JSON Pointer.
pub(super) fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Decodes the percent encoding of a fragment. Returns it unchanged if the result is not UTF-8.
pub(crate) fn decoded(fragment: &str) -> String {
    percent::decode(fragment).unwrap_or_else(|| fragment.to_owned())
}
