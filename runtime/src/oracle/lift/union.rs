//! A value of an untagged enum: lifted as the first variant that takes it.

use alloc::vec::Vec;

use serde_json::Value;

use super::places;
use crate::dialect::MapStyle;
use crate::oracle::accept::{Asked, accepts};
use crate::oracle::key_value::is_entry_list;
use crate::oracle::look::LOOK;
use crate::oracle::{Place, Walk};
use crate::schema::{Schema, Union};
use crate::shape::{
    ENTRIES, Frame, has_entries, is_entries, is_null, may_be_map, tuples_by_place,
    variant_takes_list,
};

impl Walk<'_> {
    pub(in crate::oracle) fn lift_union<'a>(
        self,
        union: &'a Union<'a>,
        frame: &Frame<'_, 'a>,
        value: Value,
    ) -> Value {
        let mut ways = self.ways(self.changes.of_union(union));
        let lifted = ways.find_map(|walk| walk.lift_first(union, frame, &value));
        lifted.unwrap_or(value)
    }

    /// Returns the value lifted as the first variant that accepts it.
    fn lift_first<'a>(
        self,
        union: &'a Union<'a>,
        frame: &Frame<'_, 'a>,
        value: &Value,
    ) -> Option<Value> {
        if let Some(tuple) = self.lift_by_place(union, frame, value) {
            return Some(tuple);
        }
        // The value may already be in serde's form, or a variant's rewrite leads to that form. The
        // first variant whose result serde reads wins. If both readings are possible, treat a
        // `{key, value}` list as a map, because that is the form the schema showed the model. If a
        // list is one of the alternatives, lists are written as lists, and the map inside an
        // object.
        let (own, others) = (
            has_entries(&mut self.d.reader(), union),
            has_entries(&mut self.other.reader(), union),
        );
        let apart = own || others;
        let under_own = |variant: &Schema<'a>| own && is_entries(&mut self.d.reader(), variant);
        let under_others =
            |variant: &Schema<'a>| others && is_entries(&mut self.other.reader(), variant);
        let entries_first = (self.d.maps == MapStyle::Entries
            || self.other.maps == MapStyle::Entries)
            && !apart
            && is_entry_list(value);
        // Otherwise try lists first, unless the dialect writes maps as lists.
        let list_first = value.is_array() && (apart || self.d.maps != MapStyle::Entries);
        let is_map = |variant: &Schema<'a>| may_be_map(&mut self.d.reader(), variant);
        let all = || union.variants.iter();
        let maps = all().filter(|variant| entries_first && is_map(variant));
        let lists = all().filter(|variant| list_first && !is_map(variant));
        let list = value.as_array().map(Vec::len);
        let mut by_type = None;
        for variant in maps.chain(lists).chain(all()) {
            if list.is_some_and(|items| !variant_takes_list(union, variant, items)) {
                continue;
            }
            let inner = entries_of(value).filter(|_| apart);
            // A list outside that object is one of the lists, or nothing.
            let map = Some(value).filter(|value| !value.is_array());
            let forms = if under_own(variant) {
                [inner, map]
            } else if under_others(variant) {
                [map, inner]
            } else {
                [Some(value), None]
            };
            for value in forms.into_iter().flatten() {
                match self.lift_variant(variant, frame, value) {
                    Some((lifted, asked)) if asked.constraints => return Some(lifted),
                    Some((lifted, _)) => drop(by_type.get_or_insert(lifted)),
                    None => {}
                }
            }
        }
        by_type
    }

    /// Converts an object with positional names to a tuple, if one of the alternatives is such a
    /// tuple, because that is the form the schema showed the model.
    fn lift_by_place<'a>(
        self,
        union: &'a Union<'a>,
        frame: &Frame<'_, 'a>,
        value: &Value,
    ) -> Option<Value> {
        let mut tuples = tuples_by_place([self.d, self.other], union, places(value)?);
        tuples.find_map(|i| {
            let (lifted, _) = self.lift_variant(&union.variants[i], frame, value)?;
            lifted.is_array().then_some(lifted)
        })
    }

    /// Returns the value lifted as the alternative, and the strictest check that it passes. `None`
    /// if it doesn't match.
    fn lift_variant<'a>(
        self,
        variant: &'a Schema<'a>,
        frame: &Frame<'_, 'a>,
        value: &Value,
    ) -> Option<(Value, Asked)> {
        if !self.may_be(variant, &Place::choice(frame), value, LOOK) {
            return None;
        }
        // If the dialect declares `null` for the whole union, no text represents it.
        if is_null(variant) && !self.d.null_type && !value.is_null() {
            return None;
        }
        let lifted = self.lift_schema(variant, &Place::choice(frame), value.clone());
        let mut asked = self.asked().into_iter();
        let asked = asked.find(|asked| accepts(*asked, variant, frame, &lifted))?;
        Some((lifted, asked))
    }
}

/// Returns the value under [`ENTRIES`], if the object has no other member.
fn entries_of(value: &Value) -> Option<&Value> {
    let map = value.as_object()?;
    map.get(ENTRIES).filter(|_| map.len() == 1)
}
