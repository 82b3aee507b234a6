//! The members of an object, under the names that serde reads.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value};

use super::json_text;
use crate::dialect::MapStyle;
use crate::oracle::accept::{Asked, accepts, object_accepts};
use crate::oracle::default::default;
use crate::oracle::key_value::key_and_value;
use crate::oracle::members::{Member, Rest, is_member, walk_members};
use crate::oracle::{Place, Walk};
use crate::schema::{Field, Object};
use crate::shape::{Frame, key_is_renamed, object_alternatives, renamed, resolve, rest_key};

impl Walk<'_> {
    pub(in crate::oracle) fn lift_object<'a>(
        self,
        object: &'a Object<'a>,
        frame: &Frame<'_, 'a>,
        map: Map<String, Value>,
    ) -> Value {
        let n = object_alternatives(object, frame);
        if n == 1 {
            return Value::Object(self.lift_choice(object, 0, frame, map));
        }
        let mut ways = self.ways(self.changes.of_object(object, frame));
        let lifted = ways.find_map(|walk| walk.lift_first_choice(object, n, frame, &map));
        Value::Object(lifted.unwrap_or(map))
    }

    /// Returns the value lifted as the first of `n` alternatives that accepts it.
    fn lift_first_choice<'a>(
        self,
        object: &'a Object<'a>,
        n: usize,
        frame: &Frame<'_, 'a>,
        map: &Map<String, Value>,
    ) -> Option<Map<String, Value>> {
        let [constraints, of_type] = self.asked();
        let mut by_type = None;
        for choice in 0..n {
            let lifted = self.lift_choice(object, choice, frame, map.clone());
            if object_accepts(constraints, object, choice, frame, &lifted) {
                return Some(lifted);
            }
            if by_type.is_none() && object_accepts(of_type, object, choice, frame, &lifted) {
                by_type = Some(lifted);
            }
        }
        by_type
    }

    fn lift_choice<'a>(
        self,
        object: &'a Object<'a>,
        choice: usize,
        frame: &Frame<'_, 'a>,
        mut map: Map<String, Value>,
    ) -> Map<String, Value> {
        let mut out = Map::new();
        let rest = walk_members(
            object,
            choice,
            frame,
            false,
            &mut |member, at, all_optional| {
                let own = core::ptr::eq(at, frame);
                let walk = self.with_changes(self.changes.of_member(own));
                if let Some((name, value)) = self.take(member, &mut map)
                    && let Some(value) = walk.lift_member(member, at, all_optional, value)
                {
                    out.insert(name, value);
                }
                if let Some(field) = member.field()
                    && field.flags & Field::FILL_DEFAULT != 0
                    && !out.contains_key(field.key.raw)
                    && let Some(value) = field
                        .default()
                        .and_then(|value| default(value, &field.ty, at))
                {
                    out.insert(field.key.raw.to_owned(), value);
                }
            },
        );
        let walk = self.with_changes(self.changes.of_member(false));
        walk.lift_rest(object, choice, frame, &rest, map, &mut out);
        out
    }

    /// Takes a property out of the map, by the dialect's name for it or one of serde's.
    fn take(self, member: &Member<'_>, map: &mut Map<String, Value>) -> Option<(String, Value)> {
        if let Some(name) = member.found(map) {
            return map.remove(name).map(|value| (name.to_owned(), value));
        }
        let field = member.field()?;
        if !key_is_renamed(&mut self.d.reader(), field.key.facts) {
            return None;
        }
        let (bytes, len) = renamed(field.key.raw);
        let name = core::str::from_utf8(&bytes[..len]).ok()?;
        map.remove(name)
            .map(|value| (field.key.raw.to_owned(), value))
    }

    /// Returns a property's value for serde; `None` if it is absent.
    fn lift_member<'a>(
        self,
        member: &Member<'a>,
        at: &Frame<'_, 'a>,
        all_optional: bool,
        value: Value,
    ) -> Option<Value> {
        let Some(field) = member.field() else {
            return Some(match json_text(&value) {
                Some(Value::Null) => Value::Null,
                _ => value,
            });
        };
        let place = Place::property(at, field, all_optional);
        if value.is_null() && self.changes.drop_null(self.d, field, at, all_optional) {
            return None;
        }
        Some(self.lift_link(&field.ty, &place, value))
    }

    /// Adds the remaining names, which belong to no property.
    fn lift_rest<'a>(
        self,
        object: &'a Object<'a>,
        choice: usize,
        frame: &Frame<'_, 'a>,
        rest: &Rest<'_, 'a>,
        mut map: Map<String, Value>,
        out: &mut Map<String, Value>,
    ) {
        let lift = |value: Value| match rest {
            Rest::Values(map, at) => self.lift_link(&map.value, &Place::at(at), value),
            Rest::Any if !self.d.untyped => json_text(&value).unwrap_or(value),
            _ => value,
        };
        let entries = self.d.maps != MapStyle::Schema
            || (self.other.maps != MapStyle::Schema && matches!(rest, Rest::Values(..)));
        if !matches!(rest, Rest::None)
            && entries
            && let Some(key) = rest_key(object, choice, frame)
            && !is_member(object, choice, frame, key.raw)
        {
            let name = key.raw;
            let found = map.remove(&self.name_of(key)).or_else(|| map.remove(name));
            match found {
                Some(Value::Null) | None => {}
                // A dialect that keeps other names in place may use the field's own name for one of
                // them.
                Some(Value::Array(items))
                    if self.d.maps == MapStyle::Schema
                        && matches!(rest, Rest::Values(map, at)
                            if accepts(Asked::TYPE, resolve(&map.value, at), at, &Value::Array(items.clone()))) =>
                {
                    out.insert(name.to_owned(), lift(Value::Array(items)));
                }
                Some(Value::Array(items)) => {
                    let entries: Option<Vec<_>> = items.iter().map(key_and_value).collect();
                    match entries {
                        Some(entries) => {
                            out.extend(entries.into_iter().map(|(key, value)| (key, lift(value))));
                        }
                        None => {
                            out.insert(name.to_owned(), Value::Array(items));
                        }
                    }
                }
                Some(other) => {
                    out.insert(name.to_owned(), lift(other));
                }
            }
        }
        if matches!(rest, Rest::None) {
            out.extend(map);
        } else {
            for (name, value) in map {
                let value = match rest {
                    Rest::Values(map, at) => self.lift_link(&map.value, &Place::at(at), value),
                    _ => value,
                };
                out.insert(name, value);
            }
        }
    }
}
