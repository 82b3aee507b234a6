//! A value of a union: written as the variant that it belongs to.

use serde_json::{Map, Value, json};

use super::Encoder;
use crate::json_index::Node;
use crate::schema::{Kind, Schema, Tagging, Union};
use crate::shape::{
    ENTRIES, Frame, Place, is_wrapped_in_entries, kind_inside, positional_keys, tuples_by_place,
    variant_takes_list,
};

impl<'de> Encoder<'_, 'de> {
    pub(super) fn union(
        self,
        schema: &'de Schema<'de>,
        union: &'de Union<'de>,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
    ) -> Value {
        let Some(i) = self.variant_of(union, frame, node) else {
            return node.value();
        };
        let buffered = union.tagging == Tagging::Untagged;
        self.choice((schema, frame, node), buffered, i, |encoder| {
            encoder.variant(union, i, frame, node)
        })
    }

    /// Returns the index of the variant that a value in serde's form belongs to.
    fn variant_of(
        self,
        union: &'de Union<'de>,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
    ) -> Option<usize> {
        let list = node.is_array().then(|| node.items().count());
        let takes = |variant| list.is_none_or(|items| variant_takes_list(union, variant, items));
        let variants = (union.variants.iter()).enumerate();
        let variants = variants.filter(|(_, variant)| takes(variant));
        // Serde also reads objects from lists, but no schema declares an object as a list.
        let lists = variants.clone().filter(|(_, variant)| {
            list.is_some() && !matches!(kind_inside(variant), Kind::Object(_))
        });
        self.plain.choosing().find_map(|walk| {
            let mut all = lists.clone().chain(variants.clone());
            let found = all.find(|(_, variant)| walk.fits(variant, &Place::choice(frame), node));
            found.map(|(i, _)| i)
        })
    }

    fn variant(
        self,
        union: &'de Union<'de>,
        i: usize,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
    ) -> Value {
        let variant = &union.variants[i];
        let written = self.value(variant, &Place::choice(frame), node);
        let mut tuples = (places(&written).into_iter())
            .flat_map(|items| tuples_by_place([self.d, self.other], union, items));
        if node.is_object() && tuples.any(|tuple| i < tuple) {
            // The variant would ignore these names, and they would make the value a tuple.
            return Value::Object(Map::new());
        }
        if is_wrapped_in_entries(&mut self.d.reader(), union, variant) {
            json!({ ENTRIES: written })
        } else {
            written
        }
    }
}

/// Returns the number of items of the tuple that an object with positional names represents.
fn places(value: &Value) -> Option<usize> {
    let map = value.as_object()?;
    positional_keys(map.keys().map(String::as_str))
}
