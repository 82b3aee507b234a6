//! Conversion of a value written for a dialect's schema to the form that serde reads.

mod object;
mod union;

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Number, Value};

use super::accept::{Asked, accepts};
use super::integer::whole;
use super::key_value::key_and_value;
use super::{Changes, Place, Walk, is_edge_of};
use crate::schema::{Field, Kind, Link, Literal, Object, Schema};
use crate::shape::{
    Frame, Step, enum_is_text, has_members, is_by_place, map_may_be_entries, null_is_text,
    null_of_union, object_alternatives, resolve, takes_list, tuple_may_be_object,
};

impl Walk<'_> {
    fn lift_link<'a>(self, link: &'a Link<'a>, place: &Place<'_, 'a>, value: Value) -> Value {
        self.lift_schema(resolve(link, place.up), place, value)
    }

    pub(super) fn lift_schema<'a>(
        self,
        schema: &'a Schema<'a>,
        place: &Place<'_, 'a>,
        value: Value,
    ) -> Value {
        if place.is_nothing_but_itself(schema) {
            return value;
        }
        // A string may hold a value that is already inside a string, or the model may have seen the
        // provider's other schema. In these cases, a value of the type itself is not JSON text.
        let may_be_edge =
            is_edge_of(self.d, schema, place) || is_edge_of(self.other, schema, place);
        if may_be_edge
            && let Some(inner) = json_text(&value)
            && (self.is_edge(schema, place) || !accepts(Asked::TYPE, schema, place.up, &value))
            && let Some(inside) = self.inside(&inner)
        {
            return inside.lift_schema(schema, &Place::at(&Frame::ROOT), inner);
        }
        let frame = place.frame(schema);
        match &schema.kind {
            Kind::Option(inner) => {
                let place = Place {
                    up: &frame,
                    step: Step::Here,
                    null: place.null || !place.absorb,
                    absorb: false,
                    ..*place
                };
                self.lift_link(inner, &place, value)
            }
            Kind::Newtype(newtype) => {
                let place = Place {
                    up: &frame,
                    step: Step::Here,
                    absorb: place.absorb && newtype.transparent,
                    ..*place
                };
                self.lift_link(&newtype.ty, &place, value)
            }
            kind if (place.null || null_of_union(&mut self.d.reader(), schema))
                && null_is_text(&mut self.d.reader(), place.optional)
                && !matches!(kind, Kind::Any | Kind::Null) =>
            {
                // The text form comes first, because a string value is quoted there. Otherwise the
                // string itself is the value.
                match json_text(&value) {
                    Some(Value::Null) => Value::Null,
                    Some(inner) => {
                        let lifted = self.lift_kind(schema, &frame, inner);
                        if accepts(Asked::TYPE, schema, place.up, &lifted) {
                            lifted
                        } else {
                            self.lift_kind(schema, &frame, value)
                        }
                    }
                    None => self.lift_kind(schema, &frame, value),
                }
            }
            _ => self.lift_kind(schema, &frame, value),
        }
    }

    fn lift_kind<'a>(self, schema: &'a Schema<'a>, frame: &Frame<'_, 'a>, value: Value) -> Value {
        match (&schema.kind, value) {
            (Kind::Any, value) if !self.d.untyped => json_text(&value).unwrap_or(value),
            (Kind::Null, value) if !self.d.null_type => match json_text(&value) {
                Some(Value::Null) => Value::Null,
                _ => value,
            },
            (Kind::Integer(_), Value::Number(n)) => Value::Number(self.whole(n)),
            (Kind::Enum(values), Value::String(text))
                if enum_is_text(&mut self.d.reader(), values) =>
            {
                let found = values.values.iter().find_map(|one| match &one.value {
                    Literal::Number(n) if n.text() == text => serde_json::from_str(n.text()).ok(),
                    _ => None,
                });
                found.unwrap_or(Value::String(text))
            }
            (Kind::Enum(values), Value::Number(n)) if matches!(values.values.first(), Some(one) if matches!(one.value, Literal::Number(_))) => {
                Value::Number(self.whole(n))
            }
            (Kind::Array(array), Value::Array(items)) => items
                .into_iter()
                .map(|item| self.lift_link(&array.items, &Place::at(frame), item))
                .collect(),
            (Kind::Tuple(types), value) => self.lift_tuple(types, frame, value),
            (Kind::Object(object), Value::Object(map)) => self.lift_object(object, frame, map),
            (Kind::Object(object), Value::Array(items)) if takes_list(object) => {
                self.lift_in_order(object, frame, items)
            }
            (Kind::Object(object), Value::String(text))
                if !self.d.empty_object
                    && (0..object_alternatives(object, frame))
                        .any(|choice| !has_members(object, choice, frame, false)) =>
            {
                match json_text(&Value::String(text.clone())) {
                    Some(Value::Object(map)) => Value::Object(map),
                    _ => Value::String(text),
                }
            }
            (Kind::Map(inner), Value::Object(map)) => Value::Object(
                map.into_iter()
                    .map(|(name, item)| {
                        let item = self.lift_link(&inner.value, &Place::at(frame), item);
                        (name, item)
                    })
                    .collect(),
            ),
            (Kind::Map(inner), Value::Array(items))
                if map_may_be_entries(&mut self.d.reader(), &mut self.other.reader(), inner) =>
            {
                match self.lift_entries(&inner.value, frame, &items) {
                    Some(map) => Value::Object(map),
                    None => Value::Array(items),
                }
            }
            (Kind::Union(union), value) => self.lift_union(union, frame, value),
            (_, value) => value,
        }
    }

    fn whole(self, n: Number) -> Number {
        if self.changes == Changes::None {
            n
        } else {
            whole(n)
        }
    }

    fn lift_tuple<'a>(self, types: &'a [Link<'a>], frame: &Frame<'_, 'a>, value: Value) -> Value {
        let items = match value {
            Value::Array(items) => items,
            Value::Object(mut map)
                if tuple_may_be_object(&mut self.d.reader(), &mut self.other.reader(), types) =>
            {
                let names: Vec<String> = (0..types.len()).map(|i| alloc::format!("_{i}")).collect();
                if map.len() != names.len() || !names.iter().all(|name| map.contains_key(name)) {
                    return Value::Object(map);
                }
                names.iter().filter_map(|name| map.remove(name)).collect()
            }
            other => return other,
        };
        items
            .into_iter()
            .enumerate()
            .map(|(i, item)| match types.get(i) {
                Some(ty) => self.lift_link(ty, &Place::at(frame), item),
                None => item,
            })
            .collect()
    }

    /// Lifts a list that serde accepts for an object. Its items have no rewrites, except integers.
    fn lift_in_order<'a>(
        self,
        object: &'a Object<'a>,
        frame: &Frame<'_, 'a>,
        items: Vec<Value>,
    ) -> Value {
        let Some(depth) = self.depth.checked_sub(1) else {
            return Value::Array(items);
        };
        let plain = Walk {
            d: crate::dialect::CANONICAL,
            other: crate::dialect::CANONICAL,
            depth,
            ..self
        };
        let mut out = Vec::with_capacity(items.len());
        let mut items = items.into_iter();
        for field in object.fields {
            if field.flags & Field::WHOLE != 0 {
                match plain.lift_link(&field.ty, &Place::at(frame), items.collect()) {
                    Value::Array(items) => out.extend(items),
                    other => out.push(other),
                }
                return Value::Array(out);
            }
            if field.flags & Field::OUTPUT_ONLY == 0 {
                let item = items.next();
                out.extend(item.map(|item| plain.lift_link(&field.ty, &Place::at(frame), item)));
            }
        }
        out.extend(items);
        Value::Array(out)
    }

    /// Converts a list of `{key, value}` to a map. `None` if it isn't such a list or has a
    /// duplicate key.
    fn lift_entries<'a>(
        self,
        ty: &'a Link<'a>,
        frame: &Frame<'_, 'a>,
        items: &[Value],
    ) -> Option<Map<String, Value>> {
        let mut map = Map::new();
        for item in items {
            let (key, value) = key_and_value(item)?;
            let value = self.lift_link(ty, &Place::at(frame), value);
            if map.insert(key, value).is_some() {
                return None;
            }
        }
        Some(map)
    }

    /// Returns the ways to lift a value that has alternatives, in order: with the rewrites of its
    /// own dialect undone; unchanged, because serde may read it so; with those of the provider's
    /// other dialect too. Each comes with the given changes, one after the other.
    fn ways(self, attempts: [Option<Changes>; 2]) -> impl Iterator<Item = Self> {
        let canonical = crate::dialect::CANONICAL;
        let with = |d, other| Walk { d, other, ..self };
        let plain = self.d.signature != canonical.signature;
        let both = self.d.signature != self.other.signature;
        [
            Some(with(self.d, self.d)),
            plain.then_some(with(canonical, canonical)),
            both.then_some(self),
        ]
        .into_iter()
        .flatten()
        .flat_map(move |walk| {
            let attempts = attempts.into_iter().flatten();
            attempts.map(move |changes| walk.with_changes(changes))
        })
    }

    /// Returns the checks of an alternative, the strictest first.
    fn asked(self) -> [Asked; 2] {
        let exact = matches!(self.changes, Changes::None | Changes::OwnOnly);
        [Asked::CONSTRAINTS, Asked::TYPE].map(|asked| Asked { exact, ..asked })
    }
}

/// Parses the JSON in a string. `None` for other values.
fn json_text(value: &Value) -> Option<Value> {
    serde_json::from_str(value.as_str()?).ok()
}

/// Returns the number of items of the tuple that an object with positional names represents.
pub(super) fn places(value: &Value) -> Option<usize> {
    let map = value.as_object()?;
    is_by_place(map.keys().map(String::as_str)).then_some(map.len())
}
