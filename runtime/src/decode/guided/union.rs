//! The variant of an untagged enum that a value matches, and the value as that variant.

use super::alternative::see_none_of_them;
use super::choice::Choices;
use super::resolved::{ValueCallback, key_value_list};
use super::tags::is_tagged;
use super::walk::Selects;
use super::{Cursor, Guided, Resolved, Walk};
use crate::dialect::MapStyle;
use crate::json_index::Node;
use crate::schema::{Field, Kind, Schema, Tagging, Union};
use crate::shape::{
    Changes, ENTRIES, Frame, Place, Wrappers, has_entries, is_entries, is_null, is_optional,
    is_wrapped_in_entries, key_is_renamed, may_be_map, peel, positional_keys, takes_list,
    tuples_by_place, variant_takes_list,
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
            let found = walk
                .choosing()
                .find_map(|it| it.variant(schema, union, frame, node));
            if let Some((i, node)) = found {
                return Some((walk, i, node));
            }
            // It has the form of an alternative but violates its constraints. Read in another way,
            // it would be another value.
            if walk.session.alone
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
        let cache_key = self.cache_key(schema, node, frame);
        let choice = self.session.choice(cache_key, &|| {
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
            let mut order = maps.chain(lists).chain(all).flat_map(forms).flatten();
            let sign = self.tag_of(union, node);
            let list = node.is_array().then(|| node.items().count());
            let place = Place::choice(frame);
            let sent_as = |choice| inner.filter(|_| choice >= number).unwrap_or(node);
            let fits_as = |walk: Self, i: usize, node| {
                let variant = &union.variants[i % number];
                walk.may_match(variant, frame, node) && walk.fits(variant, &place, node)
            };
            let choices = Choices {
                number,
                are_untagged: &|| union.tagging == Tagging::Untagged,
                sent_as: &sent_as,
                canonical: &|i| {
                    let variant = &union.variants[i % number];
                    Guided::of(self, sent_as(i), variant, place, None).canonical()
                },
                fits: &|walk, choice| {
                    let variant = &union.variants[choice % number];
                    let node = sent_as(choice);
                    (choice >= number
                        || walk.has_tag(variant, sign.as_ref())
                            && list.is_none_or(|items| variant_takes_list(union, variant, items)))
                        // A dialect that declares `null` for the whole union has no text for it.
                        && (!is_null(variant) || walk.d.null_type || node.is_null())
                        && fits_as(walk, choice, node)
                        && !(choice < number && walk.is_rather_another(union, choice, frame, node))
                },
                fits_as: &fits_as,
            };
            choices.first(self, &mut order)
        })?;
        match choice.checked_sub(number) {
            Some(i) => Some((i, entries_of(node)?)),
            None => Some((choice, node)),
        }
    }

    /// Returns false if an object lacks a name that the variant requires, or if a list begins with
    /// another tag. Rules out most variants without a look at their members.
    fn may_match(self, variant: &'de Schema<'de>, frame: &Frame<'_, 'de>, node: Node<'de>) -> bool {
        let inside = peel(variant, Wrappers::All, Some(frame));
        let has = |field: &'de Field<'de>| {
            field.flags & (Field::FLATTEN | Field::OUTPUT_ONLY) != 0
                || node.get(field.key.raw).is_some()
                // It may be present under another name.
                || is_optional(field, frame)
                || !field.aliases().is_empty()
                || key_is_renamed(&mut self.d.reader(), field.key.facts)
        };
        self.session.step()
            && match &inside.kind {
                Kind::Object(object) if node.is_object() => object.fields.iter().all(has),
                Kind::Object(object) if node.is_array() => {
                    let has_tag = |field: &Field<'_>| field.flags & Field::TAG != 0;
                    let tagged = || node.items().next().is_some_and(|it| is_tagged(inside, it));
                    takes_list(object) && (!object.fields.first().is_some_and(has_tag) || tagged())
                }
                _ => true,
            }
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
        self.session.alone
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
        let mut tuples = tuples_by_place([self.d, self.other], union, places(node)?);
        let lenient = !self.lenient.is_none();
        self.session.first(lenient, &mut tuples, &mut |i| {
            let (variant, place) = (&union.variants[i], Place::choice(frame));
            let mut fits = false;
            Guided::of(self, node, variant, place, None).resolve(&mut |seen, leaf| {
                fits = matches!(seen, Resolved::List(_)) && leaf.fits(seen);
            });
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
