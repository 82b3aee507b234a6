//! Merges the schemas of an array's items. A schema of a list applies to one position, the schema
//! beside the list applies to the positions after it.

use std::rc::Rc;

use super::{Merged, Unmerged};
use crate::decode::{JsonTree, member, take_member};
use crate::import::merge::{MergedMembers, size};
use crate::import::origin::{Origin, all_of};

/// A schema and its place.
type PositionItem = (JsonTree, Origin);

/// The keywords about the items of an array.
const KEYWORDS: [&str; 3] = ["prefixItems", "items", "additionalItems"];

/// The schemas of an array's items.
pub(in crate::import) struct Positions {
    /// The keyword with the list: `prefixItems`, or `items` in older drafts.
    list: Option<&'static str>,
    pub(in crate::import) first: Vec<PositionItem>,
    /// `None` if any value fits.
    pub(in crate::import) rest: Option<PositionItem>,
}

impl Positions {
    pub(in crate::import) fn list_keyword(&self) -> &'static str {
        self.list.unwrap_or("prefixItems")
    }

    /// The keyword about the items after the list.
    pub(in crate::import) fn more_keyword(&self) -> &'static str {
        match self.list {
            Some("items") => "additionalItems",
            _ => "items",
        }
    }

    /// Takes the keywords from the members of a schema.
    pub(in crate::import) fn take(
        mut keyword: impl FnMut(&'static str) -> Option<JsonTree>,
        mut place: impl FnMut(&'static str, Option<&str>) -> Origin,
    ) -> Self {
        let mut positions = Positions {
            list: None,
            first: Vec::new(),
            rest: None,
        };
        let mut first = |name: &'static str, list: Vec<JsonTree>| -> Vec<PositionItem> {
            let all = list.into_iter().enumerate();
            all.map(|(i, item)| (item, place(name, Some(&i.to_string()))))
                .collect()
        };
        let mut items = keyword("items");
        if let Some(JsonTree::Array(list)) = items {
            positions.list = Some("items");
            positions.first = first("items", list);
            items = keyword("additionalItems");
        } else if let Some(JsonTree::Array(list)) = keyword("prefixItems") {
            positions.list = Some("prefixItems");
            positions.first = first("prefixItems", list);
        }
        let more = positions.more_keyword();
        positions.rest = items.map(|schema| (schema, place(more, None)));
        positions
    }

    /// The cost of merging: both lists are taken apart, and values are copied.
    pub(in crate::import) fn cost(&self, other: &Self) -> usize {
        let copies = |one: &Self, many: usize| match &one.rest {
            Some((rest, _)) => many.saturating_sub(one.first.len()) * size(rest),
            None => 0,
        };
        let clones = copies(self, other.first.len()) + copies(other, self.first.len());
        clones + self.first.len() + other.first.len()
    }

    /// Combines both. Lists of different keywords can't be combined.
    pub(in crate::import) fn and(self, other: Self) -> Self {
        let len = self.first.len().max(other.first.len());
        let (ours, theirs) = (self.rest, other.rest);
        let mut first = Vec::with_capacity(len);
        let mut a = self.first.into_iter();
        let mut b = other.first.into_iter();
        for _ in 0..len {
            let one = a.next().or_else(|| ours.clone());
            let two = b.next().or_else(|| theirs.clone());
            // One of them is in a list.
            first.extend(both(one, two));
        }
        Positions {
            list: self.list.or(other.list),
            first,
            rest: both(ours, theirs),
        }
    }
}

impl Merged {
    /// Takes the schemas of an array's items from both, if there is a list in one of them. They
    /// are merged by position.
    pub(in crate::import) fn positions(
        &mut self,
        part: &mut MergedMembers,
        place: &Origin,
    ) -> Option<(Positions, Positions)> {
        let ours = KEYWORDS.map(|keyword| self.get(keyword));
        let theirs = KEYWORDS.map(|keyword| member(part, keyword));
        let lists = (list(ours), list(theirs));
        let has = |all: [Option<&JsonTree>; 3]| all.iter().any(Option::is_some);
        match lists {
            _ if ours == theirs || !has(ours) || !has(theirs) => return None,
            (None, None) => return None,
            (Some(a), Some(b)) if a != b => return None,
            _ => {}
        }
        // It is about the items after a list.
        if lists == (None, Some("items")) && ours[2].is_some() {
            let at = self.origins.take_places("additionalItems");
            self.unlisted(at);
            self.remove("additionalItems");
        }
        if lists == (Some("items"), None) && theirs[2].is_some() {
            self.unlisted(place.places("additionalItems").to_vec());
            part.retain(|(name, _)| name != "additionalItems");
        }
        for keyword in KEYWORDS {
            if member(part, keyword).is_some() {
                self.origins.add(keyword, place);
            }
        }
        let theirs = Positions::take(
            |keyword| take_member(part, keyword),
            |keyword, index| place.inner(keyword, index),
        );
        let ours = Positions::take(
            |keyword| {
                let at = *self.places.get(keyword)?;
                Some(core::mem::replace(&mut self.members[at].1, JsonTree::Null))
            },
            |keyword, index| self.origins.take_inner(keyword, index),
        );
        Some((ours, theirs))
    }

    /// Adds what was merged by position.
    pub(in crate::import) fn set_positions(&mut self, both: Positions) {
        let keyword = both.more_keyword();
        if let Some(keyword) = both.list {
            let mut list = Vec::with_capacity(both.first.len());
            for (i, (item, at)) in both.first.into_iter().enumerate() {
                self.origins.set_inner(keyword, Some(&i.to_string()), at);
                list.push(item);
            }
            self.replace(keyword, JsonTree::Array(list));
        }
        if let Some((rest, at)) = both.rest {
            self.origins.set_inner(keyword, None, at);
            self.replace(keyword, rest);
        }
    }

    fn replace(&mut self, keyword: &str, value: JsonTree) {
        if let Some(&at) = self.places.get(keyword) {
            self.members[at].1 = value;
        } else {
            self.places.insert(keyword.to_owned(), self.members.len());
            self.members.push((keyword.to_owned(), value));
        }
    }

    fn remove(&mut self, keyword: &str) {
        if let Some(gone) = self.places.remove(keyword) {
            self.members.remove(gone);
            for at in self.places.values_mut().filter(|at| **at > gone) {
                *at -= 1;
            }
        }
    }

    fn unlisted(&mut self, places: Vec<Rc<str>>) {
        let reason = "it has no effect without a list in `items` beside it";
        let places = places.into_iter();
        let left = places.map(|place| Unmerged::of("additionalItems", place, Some(reason)));
        self.left.extend(left);
    }
}

fn both(one: Option<PositionItem>, two: Option<PositionItem>) -> Option<PositionItem> {
    let (one, two) = match (one, two) {
        (Some(one), Some(two)) => (one, two),
        (one, two) => return one.or(two),
    };
    Some(match (&one.0, &two.0) {
        (a, b) if a == b => one,
        (JsonTree::Bool(true), _) | (_, JsonTree::Bool(false)) => two,
        (_, JsonTree::Bool(true)) | (JsonTree::Bool(false), _) => one,
        _ => all_of(one, two),
    })
}

/// The keyword with a list of schemas for an array's first items, of those in `KEYWORDS`.
fn list([prefix, items, _]: [Option<&JsonTree>; 3]) -> Option<&'static str> {
    match (prefix, items) {
        (_, Some(JsonTree::Array(_))) => Some("items"),
        (Some(JsonTree::Array(_)), _) => Some("prefixItems"),
        _ => None,
    }
}
