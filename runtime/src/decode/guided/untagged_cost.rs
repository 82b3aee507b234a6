//! Serde's cost of finding the alternative of an untagged enum.
//!
//! Serde buffers such a value and tries each variant, and within it all variants of nested enums.
//! If the variants differ late, the work doubles with each level. That work is outside our control,
//! so its cost is estimated in advance.

use super::object::fields;
use super::session::PRICE;
use super::{ExpectedForm, FieldEntry, Guided, Resolved, Walk};
use crate::json_index::Node;
use crate::order::sort_by_key;
use crate::schema::{Kind, Object, Schema, Tagging, Union};
use crate::shape::{
    Changes, Frame, Place, Wrappers, flattens_untagged, object_alternatives, peel, resolve,
};

impl Guided<'_, '_> {
    /// Returns true if serde would take too long. Called once for each value that serde buffers.
    pub(super) fn exceeds_budget(&self) -> bool {
        let ExpectedForm::As(schema, place, _) = self.what else {
            return false;
        };
        if self.walk.priced || !is_buffered(schema, &place) {
            return false;
        }
        let price = self.walk.cost(schema, &place, self.node);
        !self.walk.session.charge(price)
    }
}

/// Returns true if serde buffers the value, or members of it, and tries alternatives without a tag:
/// an untagged enum, or one that an object or a variant flattens.
pub(super) fn is_buffered<'de>(schema: &'de Schema<'de>, place: &Place<'_, 'de>) -> bool {
    let inside = peel(schema, Wrappers::All, Some(place.up));
    let frame = place.frame(inside);
    match &inside.kind {
        Kind::Object(object) => flattens_untagged(object, &frame),
        Kind::Union(union) => {
            union.tagging == Tagging::Untagged || flattens_in_variant(union, &frame)
        }
        _ => false,
    }
}

fn flattens_in_variant<'de>(union: &'de Union<'de>, frame: &Frame<'_, 'de>) -> bool {
    !union.plain
        && (union.variants.iter()).any(|variant| match &variant.kind {
            Kind::Object(object) => flattens_untagged(object, frame),
            _ => false,
        })
}

impl<'de> Walk<'_, 'de> {
    /// Returns an upper bound on the number of values that serde visits.
    fn cost(self, schema: &'de Schema<'de>, place: &Place<'_, 'de>, node: Node<'de>) -> u64 {
        if !self.session.step() || place.is_only_itself(schema) {
            return 1;
        }
        if schema.name.is_some()
            && node.is_string()
            && let Some((inside, inner)) = self.edge(schema, place, node)
        {
            return inside.cost(schema, &Place::at(&Frame::ROOT), inner);
        }
        let frame = place.frame(schema);
        let place = Place {
            up: &frame,
            ..*place
        };
        match &schema.kind {
            Kind::Option(inner) => self.cost(resolve(inner, &frame), &place, node),
            Kind::Newtype(newtype) => self.cost(resolve(&newtype.ty, &frame), &place, node),
            Kind::Union(union) if union.tagging == Tagging::Untagged => {
                let cache_key = self.cache_key(schema, node, &frame);
                self.session.cached_cost(cache_key, &|| {
                    self.price_of_all(union, &Place::choice(&frame), node)
                })
            }
            Kind::Union(union) if node.is_object() && flattens_in_variant(union, &frame) => {
                let sign = self.tag_of(union, node);
                let variants = union.variants.iter();
                let tagged = variants.filter(|variant| self.has_tag(variant, sign.as_ref()));
                tagged
                    .map(|variant| self.cost(variant, &Place::choice(&frame), node))
                    .fold(1, u64::saturating_add)
            }
            Kind::Object(object) if node.is_object() && flattens_untagged(object, &frame) => {
                let cache_key = self.cache_key(schema, node, &frame);
                self.session.cached_cost(cache_key, &|| {
                    self.price_of_alternatives(object, &frame, node)
                })
            }
            _ => {
                let mut price = 1;
                let place = Place {
                    up: place.up.up.unwrap_or(&frame),
                    ..place
                };
                Guided::of(self, node, schema, place, None).resolve(&mut |seen, leaf| {
                    price = leaf.walk.price_of_one(seen);
                });
                price
            }
        }
    }

    /// Adds up the variants until one fits.
    fn price_of_all(self, union: &'de Union<'de>, place: &Place<'_, 'de>, node: Node<'de>) -> u64 {
        self.price_until(node, union.variants.len(), |i| {
            let variant = &union.variants[i];
            let fits = move |walk: Self| walk.fits(variant, place, node);
            (self.cost(variant, place, node), fits)
        })
    }

    /// Adds up the alternatives of an object until one fits.
    fn price_of_alternatives(
        self,
        object: &'de Object<'de>,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
    ) -> u64 {
        self.price_until(node, object_alternatives(object, frame), |choice| {
            let fields = fields(self, object, choice, frame, node);
            let price = self.price_of_one(Resolved::Fields(&fields));
            (price, move |walk: Self| fields.fit(walk))
        })
    }

    fn price_until<F: FnOnce(Self) -> bool>(
        self,
        node: Node<'de>,
        choices: usize,
        one: impl Fn(usize) -> (u64, F),
    ) -> u64 {
        // Serde first buffers the whole value. That copy is cheaper than a try.
        let mut price = 1 + u64::from(node.size() / 8);
        for (more, fits) in (0..choices).map(one) {
            price = price.saturating_add(more);
            // Serde passes a variant that fits only with changes.
            if price > PRICE || fits(self.with_changes(Changes::None)) {
                break;
            }
        }
        price
    }

    /// Adds up the content of a value in text order, until something doesn't fit.
    fn price_of_one(self, seen: Resolved<'_, 'de>) -> u64 {
        let mut price: u64 = 1;
        let mut add = |value: Guided<'_, 'de>| {
            let ExpectedForm::As(schema, place, _) = value.what else {
                price = price.saturating_add(1);
                return true;
            };
            price = price.saturating_add(value.walk.cost(schema, &place, value.node));
            price <= PRICE && value.fits()
        };
        match seen {
            Resolved::List(list) => {
                let _ = (0..list.items.len()).all(|i| list.item(self, i).is_some_and(&mut add));
            }
            Resolved::Map(entries) => {
                let _ = (0..entries.entries.len())
                    .all(|i| entries.value(self, i).is_some_and(&mut add));
            }
            Resolved::Fields(fields) => {
                let mut entries: Vec<&FieldEntry<'de>> = fields.entries.iter().collect();
                sort_by_key(&mut entries, |entry| entry.node.offset());
                let _ = entries.into_iter().all(|entry| {
                    let mut fits = true;
                    fields.with_entry(self, entry, &mut |value| fits = add(value));
                    fits
                });
            }
            _ => {}
        }
        price
    }
}
