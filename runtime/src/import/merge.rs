//! Merges the schemas in `allOf` and next to a `$ref` into one.

use super::definition::SELF_REFERENCE;
use super::error::ImportError;
use super::merged::both::rejects_null;
use super::merged::{CLOSING, Merged, Unmerged};
use super::origin::Origin;
use super::pointer::MAX_POINTER;
use super::reference::ALONE;
use super::resources::{REFERENCES, Resources};
use super::unsupported::is_annotation;
use crate::decode::{JsonTree, member};

pub(super) type MergedMembers = Vec<(String, JsonTree)>;

/// Maximum number of members copied while reading: `allOf` and references can double the number at
/// every step.
const MAX_COPIED: usize = 200_000;

/// Limits on copying: this many copies of the whole document, plus a number of values. Each level
/// copies the levels below it, and `anyOf` copies its siblings into every alternative.
const MAX_COPIES: usize = super::MAX_DEPTH;
const MAX_VALUES: usize = 1_000_000;

/// Maximum bytes of the pointers to all schemas that are read.
const MAX_POINTERS: usize = 64 << 20;

pub(super) struct Merge<'j> {
    pub(super) document: &'j Resources<'j>,
    copied: usize,
    /// The number of values that may still be copied.
    values: usize,
    /// The bytes of the pointers so far.
    pointers: usize,
    /// The references that are being followed.
    following: Vec<String>,
    /// Keywords that could not be merged.
    pub(super) left: Vec<Unmerged>,
}

impl<'j> Merge<'j> {
    pub(super) fn new(document: &'j Resources<'j>) -> Self {
        Merge {
            document,
            copied: 0,
            values: MAX_VALUES.saturating_add(MAX_COPIES * size(document.root())),
            pointers: 0,
            following: Vec::new(),
            left: Vec::new(),
        }
    }

    /// Returns the members of a schema, merged with those of its `allOf` and its reference, and
    /// their place. `None` if it accepts no value.
    pub(super) fn members(
        &mut self,
        schema: &JsonTree,
        place: &Origin,
    ) -> Result<Option<(MergedMembers, Origin)>, ImportError> {
        let pointer = &*place.pointer;
        self.point(pointer, 1)?;
        let members = match schema {
            JsonTree::Bool(true) => return Ok(Some((Vec::new(), place.clone()))),
            JsonTree::Bool(false) => return Ok(None),
            JsonTree::Object(members) => members,
            other => {
                let kind = kind(other);
                let reason = format!("a schema is an object, `true` or `false`, not {kind}");
                return Err(ImportError::new(pointer, reason));
            }
        };
        self.copied += members.len() + 1;
        self.copy(schema, pointer)?;
        let effective = self.with_effect(members, place);
        let members = effective.as_ref().unwrap_or(members);
        // Generators write `{"not": {}}` for a type without values.
        let never = |(name, value): &(String, JsonTree)| name == "not" && accepts_anything(value);
        if members.iter().any(never) {
            return Ok(None);
        }
        let parts = self.parts(members, place)?;
        if parts.is_empty() {
            return Ok(Some((members.clone(), place.clone())));
        }
        if self.following.len() > super::MAX_DEPTH {
            let reason = "references and `allOf` nest deeper than is read";
            return Err(ImportError::new(pointer, reason));
        }
        let mut all = Merged::default();
        for (name, value) in members {
            if !is_part(name, value) {
                all.add(name.clone(), value.clone(), place);
            }
        }
        // `unevaluatedProperties` beside the parts is about the names of all.
        all.note_closed(members, place, &CLOSING[..1]);
        let is_nullable = member(members, "nullable") == Some(&JsonTree::Bool(true));
        let mut is_never_null = rejects_null(members);
        for (part, at, key) in parts {
            self.following
                .push(key.unwrap_or_else(|| format!("allOf {}", at.pointer)));
            let merged = self.members(part, &at);
            self.following.pop();
            let Some((merged, at)) = merged? else {
                return Ok(None);
            };
            self.copied += merged.len();
            is_never_null |= rejects_null(&merged);
            if !self.add(&mut all, merged, &at)? {
                return Ok(None);
            }
        }
        if is_never_null && !is_nullable {
            all.reject_null();
        }
        all.widen();
        self.left.append(&mut all.left);
        Ok(Some(all.finish(place)))
    }

    /// Returns the keywords with an effect, and notes the others. `None` if all have one.
    fn with_effect(&mut self, members: &MergedMembers, place: &Origin) -> Option<MergedMembers> {
        let mut kept = None;
        if let Some((alone, ignored)) = self.document.without_siblings(members) {
            self.ignored(ignored, place, ALONE);
            kept = Some(alone);
        }
        if kept.as_ref().unwrap_or(members).iter().any(is_unset) {
            let all = kept.unwrap_or_else(|| members.clone());
            let (unset, set): (MergedMembers, MergedMembers) = all.into_iter().partition(is_unset);
            self.ignored(unset, place, "it is `null`, like a keyword that is not set");
            kept = Some(set);
        }
        kept
    }

    fn ignored(&mut self, ignored: MergedMembers, place: &Origin, reason: &'static str) {
        self.left
            .extend(ignored.into_iter().map(|(keyword, value)| Unmerged {
                keyword,
                value,
                place: place.pointer.clone(),
                no_effect: Some(reason),
            }));
    }

    /// The schemas that a schema is merged with, their places, and the keys of references.
    #[expect(clippy::type_complexity, reason = "each part is used once")]
    fn parts<'s>(
        &mut self,
        members: &'s MergedMembers,
        place: &Origin,
    ) -> Result<Vec<(&'s JsonTree, Origin, Option<String>)>, ImportError>
    where
        'j: 's,
    {
        let pointer = &*place.pointer;
        let mut parts = Vec::new();
        for (name, value) in members {
            match (name.as_str(), value) {
                ("allOf", JsonTree::Array(items)) => {
                    self.point(pointer, items.len())?;
                    let all = items.iter().enumerate();
                    parts.extend(all.map(|(i, item)| (item, place.part(i), None)));
                }
                (name, JsonTree::String(target)) if REFERENCES.contains(&name) => {
                    let (key, found) = self
                        .document
                        .target(target)
                        .map_err(|reason| ImportError::new(&format!("{pointer}/{name}"), reason))?;
                    if self.following.contains(&key) {
                        return Err(ImportError::new(pointer, SELF_REFERENCE));
                    }
                    self.point(&key, 1)?;
                    parts.push((found, Origin::of(key.as_str()), Some(key)));
                }
                _ => {}
            }
        }
        Ok(parts)
    }

    /// Adds the members of a part. Returns false if no value can match any more.
    fn add(
        &mut self,
        all: &mut Merged,
        mut part: MergedMembers,
        place: &Origin,
    ) -> Result<bool, ImportError> {
        let places = part.iter().flat_map(|(keyword, _)| place.places(keyword));
        if let Some(longest) = places.max_by_key(|pointer| pointer.len()) {
            self.point(longest, listed(&part))?;
        }
        all.keep_common_names(&mut part);
        all.leave_groups(&mut part, place);
        if place.is_around && !place.is_apart() {
            all.note_closed(&part, place, &CLOSING[..1]);
        } else {
            all.note_closed(&part, place, &CLOSING);
            all.note_apart(&part, place);
        }
        if let Some((ours, theirs)) = all.positions(&mut part, place) {
            self.spend(ours.cost(&theirs), &place.pointer)?;
            all.set_positions(ours.and(theirs));
        }
        for (name, value) in part {
            self.copied += place.places(&name).len();
            if !all.add(name, value, place) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Counts pointers of this length.
    pub(super) fn point(&mut self, pointer: &str, number: usize) -> Result<(), ImportError> {
        let bytes = pointer.len().saturating_mul(number);
        self.pointers = self.pointers.saturating_add(bytes);
        if pointer.len() <= MAX_POINTER && self.pointers <= MAX_POINTERS {
            return Ok(());
        }
        let reason = format!(
            "a pointer to a schema has at most {MAX_POINTER} bytes, and all of them \
             {MAX_POINTERS}; shorten its names"
        );
        Err(ImportError::new(pointer, reason))
    }

    /// Counts a value that will be copied.
    pub(super) fn copy(&mut self, value: &JsonTree, pointer: &str) -> Result<(), ImportError> {
        self.spend(size(value), pointer)
    }

    fn spend(&mut self, cost: usize, pointer: &str) -> Result<(), ImportError> {
        let left = self.values.checked_sub(cost);
        let left = left.filter(|_| self.copied <= MAX_COPIED).ok_or_else(|| {
            let reason = "`allOf`, `anyOf` and references in it make more of it than is read";
            ImportError::new(pointer, reason)
        })?;
        self.values = left;
        Ok(())
    }
}

/// The cost of a copy: its values, and its text in units of 64 bytes.
pub(super) fn size(value: &JsonTree) -> usize {
    let text = |text: &str| text.len() / 64;
    1 + match value {
        JsonTree::Null | JsonTree::Bool(_) => 0,
        JsonTree::Number(number) => text(number),
        JsonTree::String(string) => text(string),
        JsonTree::Array(items) => items.iter().map(size).sum(),
        JsonTree::Object(members) => {
            let each = members.iter();
            each.map(|(name, value)| text(name) + size(value)).sum()
        }
    }
}

/// The number of schemas by name or by position in a part. Each gets a pointer.
fn listed(part: &MergedMembers) -> usize {
    let each = part.iter();
    let each = each.map(|(keyword, value)| match (keyword.as_str(), value) {
        ("properties" | "patternProperties", JsonTree::Object(all)) => all.len(),
        ("prefixItems" | "items", JsonTree::Array(all)) => all.len(),
        _ => 1,
    });
    each.sum()
}

/// Returns true if a keyword is not set, as SDKs write it that dump all keywords. An annotation may
/// be `null`.
fn is_unset((name, value): &(String, JsonTree)) -> bool {
    *value == JsonTree::Null && name != "const" && !is_annotation(name)
}

/// Returns true if a keyword contains schemas to merge with.
fn is_part(name: &str, value: &JsonTree) -> bool {
    match value {
        JsonTree::Array(_) => name == "allOf",
        JsonTree::String(_) => REFERENCES.contains(&name),
        _ => false,
    }
}

/// Returns true if a schema has no constraint.
pub(super) fn accepts_anything(schema: &JsonTree) -> bool {
    match schema {
        JsonTree::Bool(accepts) => *accepts,
        JsonTree::Object(members) => members.is_empty(),
        _ => false,
    }
}

/// A readable name of a value's type.
pub(super) fn kind(value: &JsonTree) -> &'static str {
    match value {
        JsonTree::Null => "null",
        JsonTree::Bool(_) => "a boolean",
        JsonTree::Number(_) => "a number",
        JsonTree::String(_) => "a string",
        JsonTree::Array(_) => "a list",
        JsonTree::Object(_) => "an object",
    }
}
