//! Merges the members of several schemas into one. The indexes persist during the merge, so the
//! cost of a part depends only on its own size.

pub(super) mod both;
pub(super) mod positions;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::merge::MergedMembers;
use super::origin::{Origin, Origins, all_of};
use super::unsupported::{NEEDS_ANOTHER, is_annotation};
use crate::decode::{JsonTree, member, take_member};
use both::{MergedValue, one};

/// Members in order, indexed by keyword.
#[derive(Default)]
pub(super) struct Merged {
    members: MergedMembers,
    /// The indices of the keywords.
    places: HashMap<String, usize>,
    /// The names in `required`, as JSON text. Created when a second list is added.
    required: Option<HashSet<String>>,
    /// The indices of the names in `properties` and in `patternProperties`.
    names: [Option<HashMap<String, usize>>; 2],
    /// The places of the keywords.
    pub(super) origins: Origins,
    /// The parts that could not be merged.
    pub(super) left: Vec<Unmerged>,
    /// The parts that constrain the names that they do not list: the keyword, its place, and the
    /// number of names.
    closed: Vec<(&'static str, Rc<str>, usize)>,
    /// The names that one of two closed parts rejects.
    rejected: HashSet<String>,
}

/// A keyword that could not be merged.
pub(super) struct Unmerged {
    pub(super) keyword: String,
    /// The value that the merged schema does not have.
    pub(super) value: JsonTree,
    /// The schema that has it.
    pub(super) place: Rc<str>,
    /// The reason, if it has no effect.
    pub(super) no_effect: Option<&'static str>,
}

impl Unmerged {
    /// A keyword whose value is not shown.
    fn of(keyword: &str, place: Rc<str>, no_effect: Option<&'static str>) -> Self {
        Unmerged {
            keyword: keyword.to_owned(),
            value: JsonTree::Null,
            place,
            no_effect,
        }
    }
}

/// Keywords that have a meaning only together. Without the first, the others have no effect.
const GROUPS: [[&str; 3]; 2] = [
    ["if", "then", "else"],
    ["contains", "minContains", "maxContains"],
];

/// Keywords that constrain the other names of an object.
pub(super) const CLOSING: [&str; 2] = ["additionalProperties", "unevaluatedProperties"];

impl Merged {
    /// Notes a part that constrains the names that it does not list.
    pub(super) fn note_closed(
        &mut self,
        part: &MergedMembers,
        place: &Origin,
        keywords: &[&'static str],
    ) {
        for keyword in keywords {
            let constrains =
                member(part, keyword).is_some_and(|value| *value != JsonTree::Bool(true));
            if constrains {
                let place = place.places(keyword)[0].clone();
                self.closed.push((keyword, place, names(part)));
            }
        }
    }

    /// Notes a part with `unevaluatedProperties`, which doesn't know the alternatives beside it.
    pub(super) fn note_apart(&mut self, part: &MergedMembers, place: &Origin) {
        let knows = ["anyOf", "oneOf"]
            .iter()
            .any(|keyword| member(part, keyword).is_some());
        if member(part, "unevaluatedProperties").is_some() && (place.is_apart() || !knows) {
            self.origins.is_apart = true;
        }
    }

    /// Adds the noted parts to `left` if the whole lists more names.
    pub(super) fn widen(&mut self) {
        let all = names(&self.members);
        for (keyword, place, names) in core::mem::take(&mut self.closed) {
            if all > names {
                self.left.push(Unmerged::of(keyword, place, None));
            }
        }
    }

    /// The members, and their place.
    pub(super) fn finish(self, place: &Origin) -> (MergedMembers, Origin) {
        let place = Origin {
            origins: Some(Rc::new(self.origins)),
            ..Origin::of(place.pointer.clone())
        };
        (self.members, place)
    }

    fn get(&self, keyword: &str) -> Option<&JsonTree> {
        Some(&self.members[*self.places.get(keyword)?].1)
    }

    /// Removes the names that one of two closed objects rejects, because no value can have them,
    /// also from the parts that follow.
    pub(super) fn keep_common_names(&mut self, part: &mut MergedMembers) {
        let both = |keyword| [self.get(keyword), member(part, keyword)];
        let is_closed = |one: Option<&JsonTree>| one == Some(&JsonTree::Bool(false));
        if both("patternProperties") == [None, None]
            && both("additionalProperties").into_iter().all(is_closed)
        {
            let [ours, theirs] = both("properties").map(|properties| {
                let properties = properties.and_then(JsonTree::as_object);
                let names = properties.unwrap_or_default().iter();
                names.map(|(name, _)| name.clone()).collect::<HashSet<_>>()
            });
            let rejected = ours.symmetric_difference(&theirs).cloned();
            self.rejected.extend(rejected);
            self.names[0] = None;
            drop_names(&mut self.members, &self.rejected);
        }
        drop_names(part, &self.rejected);
    }

    /// Leaves keywords of a part that belong together, if another part has such keywords too: the
    /// `then` of one is not about the `if` of the other.
    pub(super) fn leave_groups(&mut self, part: &mut MergedMembers, place: &Origin) {
        for group in GROUPS {
            let ours = group.map(|keyword| self.get(keyword));
            let theirs = group.map(|keyword| member(part, keyword));
            let has_one = |all: [Option<&JsonTree>; 3]| all.iter().any(Option::is_some);
            if ours == theirs || !has_one(ours) || !has_one(theirs) {
                continue;
            }
            let no_effect = theirs[0].is_none().then_some(NEEDS_ANOTHER);
            for keyword in group {
                if let Some(value) = take_member(part, keyword) {
                    self.push_unmerged(keyword.to_owned(), value, place, no_effect);
                }
            }
        }
    }

    /// Takes the effect of `nullable`, because a part rejects `null`.
    pub(super) fn reject_null(&mut self) {
        let Some(&at) = self.places.get("nullable") else {
            return;
        };
        let old = core::mem::replace(&mut self.members[at].1, JsonTree::Bool(false));
        if old == JsonTree::Bool(true) {
            let reason = "another part of the schema rejects `null`";
            let places = self.origins.take_places("nullable").into_iter();
            let left = places.map(|place| Unmerged::of("nullable", place, Some(reason)));
            self.left.extend(left);
        }
    }

    /// Adds a keyword of a part. Returns false if no value can match any more. A value that can't
    /// be merged is added to `left`.
    pub(super) fn add(&mut self, name: String, value: JsonTree, part: &Origin) -> bool {
        let Some(&at) = self.places.get(&name) else {
            self.origins.take_keyword(&name, part);
            self.places.insert(name.clone(), self.members.len());
            self.members.push((name, value));
            return true;
        };
        let same = self.members[at].1 == value;
        if !same && is_shown(&name) {
            // For annotations, the outer schema takes precedence.
            self.push_unmerged(name, value, part, None);
            return true;
        }
        if same || is_annotation(&name) {
            self.origins.add(&name, part);
            return true;
        }
        let old = core::mem::replace(&mut self.members[at].1, JsonTree::Null);
        let both = match (name.as_str(), old, value) {
            ("required", JsonTree::Array(old), JsonTree::Array(new)) => {
                MergedValue::Both(self.required(old, new))
            }
            (
                keyword @ ("properties" | "patternProperties"),
                JsonTree::Object(old),
                JsonTree::Object(new),
            ) => MergedValue::Both(self.named(keyword, old, new, part)),
            // A list beside `prefixItems`.
            ("items", old @ JsonTree::Array(_), new) | ("items", old, new @ JsonTree::Array(_)) => {
                MergedValue::Apart(old, new)
            }
            (keyword @ ("items" | "propertyNames"), old, new) => {
                MergedValue::Both(self.schemas(keyword, old, new, part))
            }
            (keyword, old, new) if CLOSING.contains(&keyword) => {
                MergedValue::Both(self.closing(keyword, old, new, part))
            }
            (_, old, new) => one(&name, old, new),
        };
        match both {
            MergedValue::Both(both) => {
                self.origins.add(&name, part);
                self.members[at].1 = both;
            }
            MergedValue::Never => return false,
            MergedValue::Apart(old, new) => {
                self.members[at].1 = old;
                self.push_unmerged(name, new, part, None);
            }
        }
        true
    }

    fn push_unmerged(
        &mut self,
        keyword: String,
        value: JsonTree,
        part: &Origin,
        no_effect: Option<&'static str>,
    ) {
        let place = part.places(&keyword)[0].clone();
        self.left.push(Unmerged {
            keyword,
            value,
            place,
            no_effect,
        });
    }

    /// Merges a keyword that is about other names.
    fn closing(&mut self, keyword: &str, old: JsonTree, new: JsonTree, part: &Origin) -> JsonTree {
        match (old, new) {
            (JsonTree::Bool(true), new) => {
                self.origins
                    .set_inner(keyword, None, part.inner(keyword, None));
                new
            }
            (old, JsonTree::Bool(true)) => old,
            (JsonTree::Bool(false), _) | (_, JsonTree::Bool(false)) => JsonTree::Bool(false),
            (old, new) => self.schemas(keyword, old, new, part),
        }
    }

    fn schemas(&mut self, keyword: &str, old: JsonTree, new: JsonTree, part: &Origin) -> JsonTree {
        let ours = self.origins.take_inner(keyword, None);
        let theirs = part.inner(keyword, None);
        let (both, place) = all_of((old, ours), (new, theirs));
        self.origins.set_inner(keyword, None, place);
        both
    }

    fn required(&mut self, mut old: Vec<JsonTree>, new: Vec<JsonTree>) -> JsonTree {
        let known = self
            .required
            .get_or_insert_with(|| old.iter().map(JsonTree::text).collect());
        old.extend(new.into_iter().filter(|one| known.insert(one.text())));
        JsonTree::Array(old)
    }

    fn named(
        &mut self,
        keyword: &str,
        mut old: MergedMembers,
        new: MergedMembers,
        part: &Origin,
    ) -> JsonTree {
        let which = usize::from(keyword == "patternProperties");
        let places = self.names[which].get_or_insert_with(|| {
            let all = old.iter().enumerate();
            all.map(|(place, (name, _))| (name.clone(), place))
                .collect()
        });
        for (name, value) in new {
            let theirs = part.inner(keyword, Some(&name));
            if let Some(&at) = places.get(&name) {
                let first = core::mem::replace(&mut old[at].1, JsonTree::Null);
                if first == value {
                    old[at].1 = first;
                    continue;
                }
                let ours = self.origins.take_inner(keyword, Some(&name));
                let (both, place) = all_of((first, ours), (value, theirs));
                old[at].1 = both;
                self.origins.set_inner(keyword, Some(&name), place);
            } else {
                self.origins.set_inner(keyword, Some(&name), theirs);
                places.insert(name.clone(), old.len());
                old.push((name, value));
            }
        }
        JsonTree::Object(old)
    }
}

/// Returns true if an annotation is shown to the model.
fn is_shown(name: &str) -> bool {
    matches!(
        name,
        "description" | "title" | "default" | "examples" | "example"
    )
}

fn drop_names(members: &mut MergedMembers, rejected: &HashSet<String>) {
    let properties = members.iter_mut().find(|(name, _)| name == "properties");
    if let Some((_, JsonTree::Object(properties))) = properties {
        properties.retain(|(name, _)| !rejected.contains(name));
    }
}

/// The number of names and patterns of names that a schema lists.
fn names(members: &MergedMembers) -> usize {
    let count = |keyword| {
        let names = member(members, keyword).and_then(JsonTree::as_object);
        names.map_or(0, <[_]>::len)
    };
    count("properties") + count("patternProperties")
}
