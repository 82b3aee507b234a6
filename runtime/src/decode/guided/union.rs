//! The variant of an untagged enum that a value matches, and the value as that variant.

use serde_json::Value;

use super::alternative::see_none_of_them;
use super::canonical::canonical;
use super::key_value::key_value_list;
use super::prefilter::PREFILTER_DEPTH;
use super::resolved::{ValueCallback, WrapperFacts};
use super::walk::Selects;
use super::{Cursor, Resolved, Walk};
use crate::dialect::MapStyle;
use crate::json_index::Node;
use crate::schema::{Schema, Tagging, Union};
use crate::shape::{
    Changes, ENTRIES, Frame, Place, has_entries, is_entries, is_null, is_wrapped_in_entries,
    may_be_map, positional_keys, tuples_by_place, variant_takes_list,
};

pub(super) fn see_union<'de>(
    leaf: &Cursor<'_, 'de>,
    union: &'de Union<'de>,
    look: ValueCallback<'_, 'de>,
) {
    let Cursor {
        walk, frame, node, ..
    } = *leaf;
    if let Some((walk, i, node)) = walk.chosen_variant(leaf.schema, union, frame, node) {
        let variant = &union.variants[i];
        return walk.resolve_then(variant, &Place::choice(frame), leaf.via, node, look);
    }
    if walk.explains || walk.declared {
        return look(Resolved::Raw(node), leaf);
    }
    let plain = Cursor {
        walk: walk.plain(),
        ..*leaf
    };
    match plain.walk.signed(union, node) {
        Some(variant) => {
            (plain.walk).resolve_then(variant, &Place::choice(frame), leaf.via, node, look);
        }
        None => see_none_of_them(leaf, look),
    }
}

impl<'de> Walk<'_, 'de> {
    /// Returns the variant that the value is read as, the walk that reads it, and the value as that
    /// variant.
    pub(crate) fn chosen_variant(
        self,
        schema: &'de Schema<'de>,
        union: &'de Union<'de>,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
    ) -> Option<(Self, usize, Node<'de>)> {
        for walk in self.ways(self.changes.of_union(union)) {
            let mut found =
                (walk.choosing()).filter_map(|walk| walk.variant(schema, union, frame, node));
            if let Some((i, node)) = found.next() {
                return Some((walk, i, node));
            }
            // It has the form of an alternative but violates its constraints. Read in another way,
            // it would be another value.
            if walk.session.is_alone()
                && walk.selects == Selects::Constraints
                && walk.changes != Changes::None
                && walk.loosely().variant(schema, union, frame, node).is_some()
            {
                break;
            }
        }
        None
    }

    /// Returns the first variant that fits, and the value as that variant.
    fn variant(
        self,
        schema: &'de Schema<'de>,
        union: &'de Union<'de>,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
    ) -> Option<(usize, Node<'de>)> {
        let number = union.variants.len();
        let question = self.question(schema, node, frame);
        let choice = self.session.choice(question, || {
            if let Some(tuple) = self.tuple(union, frame, node) {
                return Some(tuple);
            }
            // If a list is one of the alternatives, lists are written as lists, and the map inside
            // an object.
            let (own, others) = (
                has_entries(&mut self.d.reader(), union),
                has_entries(&mut self.other.reader(), union),
            );
            let apart = own || others;
            let under_own = |i: usize| own && is_entries(&mut self.d.reader(), &union.variants[i]);
            let under_others =
                |i: usize| others && is_entries(&mut self.other.reader(), &union.variants[i]);
            // If both readings are possible, treat a `{key, value}` list as a map, because that is
            // the form the schema showed the model.
            let entries_first = (self.d.maps == MapStyle::Entries
                || self.other.maps == MapStyle::Entries)
                && !apart
                && node.is_array()
                && key_value_list(node).is_some_and(|entries| !entries.is_empty());
            // Otherwise try lists first, unless the dialect writes maps as lists.
            let list_first = node.is_array() && (apart || self.d.maps != MapStyle::Entries);
            let is_map = |i: &usize| may_be_map(&mut self.d.reader(), &union.variants[*i]);
            let all = 0..number;
            let maps = all.clone().filter(|i| entries_first && is_map(i));
            let lists = all.clone().filter(|i| list_first && !is_map(i));
            let inner = entries_of(node).filter(|_| apart);
            // The value itself, and its content under [`ENTRIES`]: a separate choice of the same
            // variant.
            let forms = |i: usize| {
                let (whole, inner) = (Some(i), inner.map(|_| i + number));
                // A list outside that object is one of the lists, or nothing.
                let map = whole.filter(|_| !node.is_array());
                if under_own(i) {
                    [inner, map]
                } else if under_others(i) {
                    [map, inner]
                } else {
                    [whole, None]
                }
            };
            let lenient = !self.lenient.is_none();
            let order = maps.chain(lists).chain(all).flat_map(forms).flatten();
            let sign = self.tag_of(union, node);
            let list = node.is_array().then(|| node.items().count());
            let sent_as = |choice| inner.filter(|_| choice >= number).unwrap_or(node);
            let fits = |walk: Self, choice: usize| {
                let variant = &union.variants[choice % number];
                let node = sent_as(choice);
                (choice >= number
                    || walk.has_tag(variant, sign.as_ref())
                        && list.is_none_or(|items| variant_takes_list(union, variant, items)))
                    && walk.may_match(variant, &Place::choice(frame), node, PREFILTER_DEPTH)
                    // If the dialect declares `null` for the whole union, no text represents it.
                    && (!is_null(variant) || walk.d.null_type || node.is_null())
                    && walk.fits(variant, &Place::choice(frame), node)
                    && !(choice < number && walk.is_rather_another(union, choice, frame, node))
            };
            let mut found = (self.session).first(lenient, order.clone(), |i| fits(self, i))?;
            let untagged = || union.tagging == Tagging::Untagged;
            if untagged() {
                let later = order.skip_while(|choice| *choice != found).skip(1);
                found = self.or_declared(found, later, fits, |i| {
                    self.reads_as_earlier(union, i % number, frame, sent_as(i))
                });
            }
            let loses = self.loses_earlier(found % number, untagged, |walk, i| {
                let (variant, place) = (&union.variants[i], Place::choice(frame));
                walk.may_match(variant, &place, node, PREFILTER_DEPTH)
                    && walk.fits(variant, &place, node)
            });
            let (variant, sent) = (found % number, sent_as(found));
            let is_another = loses
                || untagged()
                    && self.drops_nulls(variant, sent)
                    && self.reads_as_earlier(union, variant, frame, sent);
            (!is_another).then_some(found)
        })?;
        match choice.checked_sub(number) {
            Some(i) => Some((i, entries_of(node)?)),
            None => Some((choice, node)),
        }
    }

    /// Returns true if serde would read an earlier variant, because it sees the value with rewrites
    /// undone, and no `null` that means absent.
    fn reads_as_earlier(
        self,
        union: &'de Union<'de>,
        chosen: usize,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
    ) -> bool {
        let place = Place::choice(frame);
        let mut value = Value::Null;
        let look: ValueCallback<'_, 'de> = &mut |seen, leaf| {
            value = canonical(leaf.walk, leaf.node, seen);
        };
        self.resolve_then(
            &union.variants[chosen],
            &place,
            WrapperFacts::NONE,
            node,
            look,
        );
        self.becomes_earlier(chosen, &value, |walk, i, node| {
            walk.fits(&union.variants[i], &place, node)
        })
    }

    /// Returns true for an object that the map alternative would accept, if another alternative has
    /// its form but not its constraints. The dialect writes maps as lists, so the other one is
    /// meant, and the value is a fault. Read as a map, it would have names that belong to the
    /// other's form.
    fn is_rather_another(
        self,
        union: &'de Union<'de>,
        choice: usize,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
    ) -> bool {
        let is_map = |i: usize| may_be_map(&mut self.d.reader(), &union.variants[i]);
        self.session.is_alone()
            && self.selects == Selects::Constraints
            && node.is_object()
            && self.d.maps == MapStyle::Entries
            && is_map(choice)
            && (0..union.variants.len()).any(|i| {
                let (variant, place) = (&union.variants[i], Place::choice(frame));
                !is_map(i) && self.loosely().fits(variant, &place, node)
            })
    }

    /// Returns the tuple variant of an object with positional names, because that is the form the
    /// schema showed the model.
    fn tuple(
        self,
        union: &'de Union<'de>,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
    ) -> Option<usize> {
        let tuples = tuples_by_place([self.d, self.other], union, places(node)?);
        let lenient = !self.lenient.is_none();
        self.session.first(lenient, tuples, |i| {
            let (variant, place) = (&union.variants[i], Place::choice(frame));
            let mut fits = false;
            self.resolve_then(
                variant,
                &place,
                WrapperFacts::NONE,
                node,
                &mut |seen, leaf| {
                    fits = matches!(seen, Resolved::List(_)) && leaf.fits(seen);
                },
            );
            fits
        })
    }

    /// Returns an alternative's value in the dialect: the content of its own object, if it has one.
    pub(crate) fn inside(
        self,
        union: &'de Union<'de>,
        variant: &'de Schema<'de>,
        node: Node<'de>,
    ) -> Node<'de> {
        let under = is_wrapped_in_entries(&mut self.d.reader(), union, variant);
        entries_of(node).filter(|_| under).unwrap_or(node)
    }
}

/// Returns the number of items of the tuple that an object with positional names represents.
fn places(node: Node<'_>) -> Option<usize> {
    positional_keys(node.members().map(|(name, _)| name))
}

/// Returns the value under [`ENTRIES`], if the object has no other member.
fn entries_of(node: Node<'_>) -> Option<Node<'_>> {
    let (name, inner) = node.only_member()?;
    (name == ENTRIES).then_some(inner)
}
