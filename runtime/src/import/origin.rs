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
            Some(all) => all.places(keyword),
            None => core::slice::from_ref(&self.pointer),
        }
    }

    /// The place of the schema in a keyword.
    pub(super) fn schema(&self, keyword: &str) -> Self {
        let merged = self.origins.as_ref().and_then(|all| all.schema(keyword));
        merged.unwrap_or_else(|| self.step(keyword))
    }

    /// The place of a schema in `properties`, in `patternProperties`, or in a list of schemas.
    pub(super) fn named(&self, keyword: &str, name: &str) -> Self {
        let merged = (self.origins.as_ref()).and_then(|all| all.named(keyword, name));
        merged.unwrap_or_else(|| self.step(keyword).step(name))
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
    /// The schemas that have a keyword.
    keywords: HashMap<String, Vec<Rc<str>>>,
    /// The schema in a keyword, if it is not the one in the first place.
    schemas: HashMap<String, Origin>,
    /// The schemas by keyword and name, if they are not those in the first place.
    named: HashMap<&'static str, HashMap<String, Origin>>,
    /// True if `unevaluatedProperties` is from a part without the alternatives.
    pub(super) is_apart: bool,
}

impl Origins {
    fn places(&self, keyword: &str) -> &[Rc<str>] {
        self.keywords.get(keyword).map_or(&[], Vec::as_slice)
    }

    /// The place of the schema in a keyword.
    pub(super) fn schema(&self, keyword: &str) -> Option<Origin> {
        let merged = self.schemas.get(keyword).cloned();
        merged.or_else(|| Some(Origin::of(self.places(keyword).first()?.clone()).step(keyword)))
    }

    /// The place of a schema in a keyword whose value has schemas by name.
    pub(super) fn named(&self, keyword: &str, name: &str) -> Option<Origin> {
        let merged = self.named.get(keyword).and_then(|all| all.get(name));
        merged
            .cloned()
            .or_else(|| Some(self.schema(keyword)?.step(name)))
    }

    /// Like [`schema`](Self::schema), without a copy of its parts.
    pub(super) fn take_schema(&mut self, keyword: &str) -> Origin {
        let merged = self.schemas.remove(keyword);
        merged.or_else(|| self.schema(keyword)).unwrap_or_default()
    }

    /// Like [`named`](Self::named), without a copy of its parts.
    pub(super) fn take_named(&mut self, keyword: &str, name: &str) -> Origin {
        let merged = self.named.get_mut(keyword).and_then(|all| all.remove(name));
        let place = merged.or_else(|| self.named(keyword, name));
        place.unwrap_or_default()
    }

    /// Removes a keyword. Returns the schemas that have it.
    pub(super) fn take_places(&mut self, keyword: &str) -> Vec<Rc<str>> {
        self.keywords.remove(keyword).unwrap_or_default()
    }

    /// Adds a schema that has a keyword.
    pub(super) fn add(&mut self, keyword: &str, place: &Rc<str>) {
        if let Some(places) = self.keywords.get_mut(keyword) {
            places.push(place.clone());
        } else {
            let places = vec![place.clone()];
            self.keywords.insert(keyword.to_owned(), places);
        }
    }

    /// Adds the places of the schemas in a keyword that only `part` has.
    pub(super) fn take_schemas(&mut self, keyword: &str, part: &Origins) {
        if let Some(place) = part.schemas.get(keyword) {
            self.schemas.insert(keyword.to_owned(), place.clone());
        }
        if let Some((keyword, all)) = part.named.get_key_value(keyword) {
            self.named.insert(keyword, all.clone());
        }
    }

    pub(super) fn set_schema(&mut self, keyword: &str, place: Origin) {
        self.schemas.insert(keyword.to_owned(), place);
    }

    pub(super) fn set_named(&mut self, keyword: &'static str, name: &str, place: Origin) {
        let all = self.named.entry(keyword).or_default();
        all.insert(name.to_owned(), place);
    }
}

/// Combines two schemas with `allOf`. A third one is added to the same list, so that the depth does
/// not grow.
pub(super) fn all_of(first: (JsonTree, Origin), second: (JsonTree, Origin)) -> (JsonTree, Origin) {
    let (first, at) = first;
    let (mut schemas, mut parts) = match first {
        JsonTree::Object(mut members) if matches!(members.as_slice(), [(name, JsonTree::Array(_))] if name == "allOf") => {
            match members.pop() {
                Some((_, JsonTree::Array(schemas))) => {
                    let parts = match at.parts.as_slice() {
                        [] => (0..schemas.len()).map(|i| at.part(i)).collect(),
                        _ => at.parts,
                    };
                    (schemas, parts)
                }
                _ => (Vec::new(), Vec::new()),
            }
        }
        other => (vec![other], vec![at.clone()]),
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
