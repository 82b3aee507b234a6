//! Finds all faults of one call: walks the arguments with the schema without stopping at the first.

mod alternatives;
mod fields;
mod unfit;

use crate::decode::errors::{Fault, FaultKind};
use crate::decode::expected::{expected, expected_root};
use crate::decode::guided::{
    Cursor, Guided, ListItems, MapEntries, Resolved, Session, Walk, count, key_fits, rules_in,
};
use crate::decode::path::{got_in, got_of, is_within, path, push_name};
use crate::decode::type_bounds::{beyond, is_number};
use crate::json_index::Node;
use crate::schema::{Kind, Map, Schema};
use crate::shape::{
    Frame, Place, RootForm, has_members, key_rules, map_key, object_alternatives, root_form,
};

/// Returns the value of a wrapped root: an object's only member, if it has that name.
pub(crate) fn unwrapped<'de>(node: Node<'de>, name: &str) -> Option<Node<'de>> {
    let (found, inner) = node.only_member()?;
    (found == name).then_some(inner)
}

/// Maximum number of faults; a model that made more isn't helped by all of them.
const MAX_FAULTS: usize = 100;
/// Step budget of one explanation, besides one step for each value. Deeply nested alternatives are
/// not explained completely.
const STEPS: usize = 50_000;
/// Weights of faults, to find the best alternative.
const TYPE: u32 = 10_000;
const TAG: u32 = 1_000;
const VALUE: u32 = 10;
/// A small mistake in a value of the right type.
pub(super) const SMALL: u32 = VALUE / 2;

/// Collects faults.
pub(in crate::decode) struct Explain<'e, 'de> {
    pub(in crate::decode) session: &'e Session<'de>,
    pub(in crate::decode) faults: Vec<Fault>,
    steps: usize,
    /// Sum of the weights, to compare alternatives.
    weight: u32,
    /// The value that is compared with alternatives.
    root: Option<(usize, u32)>,
    /// The fault in a tag, and the text sent as the tag.
    tag: Option<(Fault, Option<&'de str>)>,
    /// The last text that isn't a value of its enumeration.
    wrong: Option<&'de str>,
    /// True below a name of a flattened map, which may be meant for a property's.
    other_name: bool,
}

impl<'e, 'de> Explain<'e, 'de> {
    pub(in crate::decode) fn new(session: &'e Session<'de>) -> Self {
        Explain {
            session,
            faults: Vec::new(),
            steps: STEPS + session.size,
            weight: 0,
            root: None,
            tag: None,
            wrong: None,
            other_name: false,
        }
    }

    /// Finds the faults of a value.
    pub(in crate::decode) fn guided(&mut self, value: Guided<'_, 'de>) {
        if self.is_full() || self.steps == 0 {
            return;
        }
        self.steps -= 1;
        let value = Guided {
            walk: value.walk.explaining(),
            ..value
        };
        value.resolve(&mut |seen, leaf| self.leaf(seen, leaf));
    }

    /// Finds the faults of a root.
    pub(in crate::decode) fn root(
        &mut self,
        walk: Walk<'_, 'de>,
        schema: &'de Schema<'de>,
        node: Node<'de>,
    ) {
        let place = Place::at(&Frame::ROOT);
        let RootForm::Under(name) = root_form(schema, false) else {
            return self.guided(Guided::of(walk, node, schema, place, None));
        };
        if let Some(inner) = node.get(name) {
            self.names_beside(node, &[name.to_owned()]);
            self.guided(Guided::of(walk, inner, schema, place, None));
        } else {
            let words = expected_root(walk, schema);
            let got = got_of(self.session, schema, &[], &Frame::ROOT, node);
            self.add(Fault::unfit("$".to_owned(), words, got));
        }
    }

    fn leaf(&mut self, seen: Resolved<'_, 'de>, leaf: &Cursor<'_, 'de>) {
        if seen.is_null() && leaf.via.nullable {
            return;
        }
        // A type that contains only itself has no values, and following it would never end.
        if leaf.place.is_only_itself(leaf.schema) {
            return self.unfit(leaf, &[], VALUE, None);
        }
        let rules: Vec<_> = rules_in(leaf.via.rules).collect();
        if leaf.is_beyond_float(&seen) || rules.iter().any(|rules| !leaf.satisfies(rules, &seen)) {
            self.unfit(leaf, &rules, VALUE, None);
            return self.contents(leaf, seen);
        }
        match (&leaf.schema.kind, seen) {
            (Kind::Array(array), Resolved::List(items)) => {
                if array
                    .exactly
                    .is_some_and(|n| !count(items.items.len()).equals(&n))
                {
                    self.unfit(leaf, &rules, VALUE, None);
                }
                if leaf.has_item_twice(&seen) {
                    let got = got_of(self.session, leaf.schema, &rules, leaf.place.up, leaf.node);
                    self.report(SMALL, FaultKind::Invalid, leaf.node, "no item twice", got);
                }
                self.items(leaf.walk, items);
            }
            (Kind::Tuple(types), Resolved::List(items)) => {
                if items.items.len() != types.len() {
                    return self.unfit(leaf, &rules, VALUE, None);
                }
                self.items(leaf.walk, items);
            }
            // Serde accepts a list for a struct. That is not reported, but faults in its items are.
            (Kind::Object(_), Resolved::List(items)) => {
                let hidden = (0..items.items.len()).any(|i| items.hidden(i));
                if hidden || !leaf.fits(seen) || !items.is_kept() {
                    return self.unfit(leaf, &rules, VALUE, None);
                }
                self.items(leaf.walk, items);
            }
            (Kind::Object(_), Resolved::Fields(fields)) => {
                self.fields(leaf.walk, fields, leaf.node, fields.is_closed(leaf.walk));
            }
            (Kind::Object(object), Resolved::Raw(node)) if node.is_object() => {
                // An empty object, sent in a string.
                let empty = node.members().next().is_none()
                    && (0..object_alternatives(object, leaf.frame))
                        .any(|choice| !has_members(object, choice, leaf.frame));
                if !empty {
                    self.alternatives(object, leaf, node);
                }
            }
            (Kind::Map(map), Resolved::Map(_) | Resolved::Raw(_))
                if self.list_of_entries(map, leaf) => {}
            (Kind::Map(map), Resolved::Map(entries)) => self.entries(map, entries, leaf),
            (Kind::Tuple(types), Resolved::Raw(node))
                if node.is_object() && self.tuple_of_names(types, leaf) => {}
            (Kind::Union(union), Resolved::Raw(_)) => self.union(union, leaf),
            (_, seen) => {
                if !leaf.fits(seen) {
                    self.unfit(leaf, &rules, VALUE, None);
                }
            }
        }
    }

    /// Finds the faults inside a list or a map whose length is wrong.
    fn contents(&mut self, leaf: &Cursor<'_, 'de>, seen: Resolved<'_, 'de>) {
        match (&leaf.schema.kind, seen) {
            (Kind::Array(_), Resolved::List(items)) => self.items(leaf.walk, items),
            (Kind::Map(map), Resolved::Map(entries)) => self.entries(map, entries, leaf),
            _ => {}
        }
    }

    /// Finds the faults of a map's names and values.
    fn entries(
        &mut self,
        map: &'de Map<'de>,
        entries: MapEntries<'_, 'de>,
        leaf: &Cursor<'_, 'de>,
    ) {
        for (i, entry) in entries.entries.iter().enumerate() {
            if self.is_full() {
                break;
            }
            self.name_in_map(leaf.walk, map, leaf.frame, *entry);
            if let Some(value) = entries.value(leaf.walk, i) {
                self.guided(value);
            }
        }
    }

    /// Reports a name that the map can't have.
    fn name_in_map(
        &mut self,
        walk: Walk<'_, 'de>,
        map: &'de Map<'de>,
        frame: &Frame<'_, 'de>,
        (name, value): (&'de str, Node<'de>),
    ) {
        let key = map_key(&map.key, frame);
        if key_fits(walk, &map.key, frame, name) {
            return;
        }
        let bounds = is_number(name).then(|| beyond(&key.kind, name)).flatten();
        let rules: Vec<_> = key_rules(&map.key, frame).chain(&bounds).collect();
        let words = expected(walk, key, &Place::at(frame), &rules);
        let (words, got) = (
            format!("a name that is {words}"),
            format!("`{}`", crate::text::excerpt(name, 40)),
        );
        self.report(VALUE, FaultKind::Invalid, value, &words, got);
    }

    pub(in crate::decode) fn items(&mut self, walk: Walk<'_, 'de>, items: ListItems<'_, 'de>) {
        for i in 0..items.items.len() {
            if self.is_full() {
                break;
            }
            if let Some(item) = items.item(walk, i) {
                self.guided(item);
            }
        }
    }

    /// Adds a fault of a value, and its weight.
    pub(in crate::decode) fn report(
        &mut self,
        weight: u32,
        kind: FaultKind,
        node: Node<'de>,
        expected: &str,
        got: String,
    ) {
        self.weight += weight;
        let path = path(self.session, node);
        self.add(Fault::new(kind, path, expected.to_owned(), got));
    }

    /// Adds the fault that an object lacks a name, and its weight.
    pub(in crate::decode) fn report_missing(
        &mut self,
        weight: u32,
        (node, name): (Node<'de>, &str),
        expected: String,
        hint: Option<String>,
    ) {
        self.weight += weight;
        let mut path = path(self.session, node);
        push_name(&mut path, name);
        let missing = Fault::new(FaultKind::Missing, path, expected, String::new());
        self.add(Fault { hint, ..missing });
    }

    pub(in crate::decode) fn add(&mut self, fault: Fault) {
        if !self.is_full() {
            self.faults.push(fault);
        }
    }

    pub(in crate::decode) fn is_full(&self) -> bool {
        self.faults.len() >= MAX_FAULTS
    }
}

/// The message if the step budget runs out before a value's alternative is found.
pub(crate) const TOO_MANY_WAYS: &str = "there are too many ways to read it; send a simpler value";

/// Returns the faults that an explanation finds. True if they are all that can be found: steps ran
/// out, or a number was sent for a tag, which rejected all that was read after it.
pub(super) fn explained<'de>(
    session: &Session<'de>,
    node: Node<'de>,
    explain: impl FnOnce(&Session<'de>) -> Vec<Fault>,
) -> (Vec<Fault>, bool) {
    let number = session.number.get();
    let again = number.map(|_| session.fresh());
    let explaining = again.as_ref().unwrap_or(session);
    let mut faults = explain(explaining);
    if explaining.is_exhausted() {
        let message = TOO_MANY_WAYS.to_owned();
        let (path, got) = (path(session, node), got_in(session, node));
        return (
            Vec::from([Fault::new(FaultKind::Rejected, path, message, got)]),
            true,
        );
    }
    if let Some(tag) = number {
        // The schema may accept the list, but serde would read the number as a variant's index.
        let path = path(session, tag);
        if !faults.iter().any(|fault| is_within(&path, &fault.path)) {
            let expected = "a string: the name of a variant".to_owned();
            faults.push(Fault::unfit(path, expected, got_in(session, tag)));
        }
    }
    (faults, number.is_some())
}
