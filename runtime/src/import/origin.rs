//! The places of merged keywords in the document.

use std::collections::HashMap;
use std::rc::Rc;

use super::pointer::escape;
use crate::decode::JsonTree;

/// The place of a schema. If it was made by merging, it has no pointer of its own.
#[derive(Clone, Debug, Default)]
pub(super) struct Origin {
    /// A JSON Pointer to the schema, or to the first of those that were merged.
    pub(super) pointer: Rc<str>,
    /// The places of the schemas in an `allOf` that was made by merging.
    pub(super) parts: Vec<Origin>,
    /// The places of its keywords, if it was made by merging.
    pub(super) origins: Option<Rc<Origins>>,
    /// True if it is around the schema that it is merged with, not beside it in an `allOf`.
    pub(super) is_around: bool,
}

impl Origin {
    pub(super) fn of(pointer: impl Into<Rc<str>>) -> Self {
        Origin {
            pointer: pointer.into(),
            ..Origin::default()
        }
    }

    /// The place of keywords that apply around one of their alternatives.
    pub(super) fn around(self) -> Self {
        Origin {
            is_around: true,
            ..self
        }
    }

    /// Returns true if `unevaluatedProperties` is from a part of an `allOf`, and doesn't know the
    /// names in the alternatives.
    pub(super) fn is_apart(&self) -> bool {
        self.origins.as_ref().is_some_and(|all| all.is_apart)
    }

    /// The keyword as written. `items` of a part applies to the items after the list in
    /// another part.
    pub(super) fn spelled<'k>(&self, keyword: &'k str) -> &'k str {
        if keyword == "additionalItems" && self.written(keyword).is_empty() {
            return "items";
        }
        keyword
    }

    pub(super) fn step(&self, name: &str) -> Self {
        Origin::of(format!("{}/{}", self.pointer, escape(name)))
    }

    /// The schemas that have a keyword, or the first one.
    pub(super) fn places(&self, keyword: &str) -> &[Rc<str>] {
        match self.written(keyword) {
            [] => core::slice::from_ref(&self.pointer),
            places => places,
        }
    }

    /// The schemas that have a keyword. Empty if merging made the keyword.
    pub(super) fn written(&self, keyword: &str) -> &[Rc<str>] {
        match &self.origins {
            Some(all) => all.keywords.get(keyword).map_or(&[], |one| &one.places),
            None => core::slice::from_ref(&self.pointer),
        }
    }

    /// The place of the schema in a keyword, or of one by its name in `properties`, in
    /// `patternProperties` or in a list.
    pub(super) fn inner(&self, keyword: &str, name: Option<&str>) -> Self {
        let merged = self.origins.as_ref();
        let merged = merged.and_then(|all| all.inner(keyword, name));
        merged.unwrap_or_else(|| self.step(keyword).below(name))
    }

    fn below(self, name: Option<&str>) -> Self {
        match name {
            Some(name) => self.step(name),
            None => self,
        }
    }

    /// The place of a schema in the `allOf` of this one.
    pub(super) fn part(&self, index: usize) -> Self {
        match self.parts.get(index) {
            Some(place) => place.clone(),
            None => Origin::of(format!("{}/allOf/{index}", self.pointer)),
        }
    }
}

/// The places of the keywords of a schema. A keyword without an entry is in the schema itself.
#[derive(Debug, Default)]
pub(super) struct Origins {
    keywords: HashMap<String, KeywordOrigin>,
    /// True if `unevaluatedProperties` is from a part without the alternatives.
    pub(super) is_apart: bool,
}

#[derive(Clone, Debug, Default)]
struct KeywordOrigin {
    /// The schemas that have the keyword.
    places: Vec<Rc<str>>,
    /// The schema in it, if it is not the one in the first place.
    schema: Option<Origin>,
    /// The schemas by name, if they are not those in the first place.
    named: HashMap<String, Origin>,
}

impl Origins {
    fn inner(&self, keyword: &str, name: Option<&str>) -> Option<Origin> {
        let one = self.keywords.get(keyword)?;
        if let Some(merged) = name.and_then(|name| one.named.get(name)) {
            return Some(merged.clone());
        }
        let schema = match &one.schema {
            Some(merged) => merged.clone(),
            None => Origin::of(one.places.first()?.clone()).step(keyword),
        };
        Some(schema.below(name))
    }

    /// Like [`Origin::inner`], without a copy of its parts.
    pub(super) fn take_inner(&mut self, keyword: &str, name: Option<&str>) -> Origin {
        let one = self.keywords.get_mut(keyword);
        let merged = one.and_then(|one| match name {
            Some(name) => one.named.remove(name),
            None => one.schema.take(),
        });
        let place = merged.or_else(|| self.inner(keyword, name));
        place.unwrap_or_default()
    }

    pub(super) fn set_inner(&mut self, keyword: &str, name: Option<&str>, place: Origin) {
        let one = self.keywords.entry(keyword.to_owned()).or_default();
        match name {
            Some(name) => _ = one.named.insert(name.to_owned(), place),
            None => one.schema = Some(place),
        }
    }

    /// Removes a keyword. Returns the schemas that have it.
    pub(super) fn take_places(&mut self, keyword: &str) -> Vec<Rc<str>> {
        let removed = self.keywords.remove(keyword);
        removed.unwrap_or_default().places
    }

    /// Adds the schemas of a part that have a keyword.
    pub(super) fn add(&mut self, keyword: &str, part: &Origin) {
        let one = self.keywords.entry(keyword.to_owned()).or_default();
        one.places.extend_from_slice(part.written(keyword));
    }

    /// Adds the places of a keyword that only `part` has.
    pub(super) fn take_keyword(&mut self, keyword: &str, part: &Origin) {
        self.add(keyword, part);
        let theirs = part.origins.as_ref();
        let theirs = theirs.and_then(|all| all.keywords.get(keyword));
        if let (Some(ours), Some(theirs)) = (self.keywords.get_mut(keyword), theirs) {
            ours.schema.clone_from(&theirs.schema);
            ours.named.clone_from(&theirs.named);
        }
    }
}

/// Combines two schemas with `allOf`. A third one is added to the same list, so that the depth does
/// not grow.
pub(super) fn all_of(first: (JsonTree, Origin), second: (JsonTree, Origin)) -> (JsonTree, Origin) {
    let (mut first, at) = first;
    let merged = match &mut first {
        JsonTree::Object(members) => match members.as_mut_slice() {
            [(name, JsonTree::Array(schemas))] if name == "allOf" => Some(core::mem::take(schemas)),
            _ => None,
        },
        _ => None,
    };
    let (mut schemas, mut parts) = match merged {
        Some(schemas) if at.parts.is_empty() => {
            let parts = (0..schemas.len()).map(|i| at.part(i)).collect();
            (schemas, parts)
        }
        Some(schemas) => (schemas, at.parts),
        None => (vec![first], vec![at.clone()]),
    };
    schemas.push(second.0);
    parts.push(second.1);
    let place = Origin {
        parts,
        ..Origin::of(at.pointer)
    };
    (
        JsonTree::Object(vec![("allOf".to_owned(), JsonTree::Array(schemas))]),
        place,
    )
}
