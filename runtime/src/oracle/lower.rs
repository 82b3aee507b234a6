//! Conversion of serde's form to the form that a dialect's schema accepts.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::mem::take;
use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::accept::{accepts, first, number, object_accepts};
use super::lift::places;
use super::members::{Member, Rest, flattens_untagged, walk_members};
use super::{Place, Walk};
use crate::dialect::{Closed, MapStyle, NullStyle, OptionalStyle};
use crate::schema::{Key, Kind, Link, Literal, Object, Schema, Tagging, Union};
use crate::shape::{
    Around, ENTRIES, Frame, Step, TupleForm, enum_is_text, has_members, is_under_entries,
    key_is_renamed, kind_inside, map_is_entries, null_is_text, null_of_union, object_alternatives,
    renamed, resolve, rest_key, tuple_form, tuples_by_place, unwrapped, variant_takes_list,
};

impl Walk<'_> {
    pub(super) fn lower_link<'a>(
        self,
        link: &'a Link<'a>,
        place: &Place<'_, 'a>,
        value: Value,
    ) -> Value {
        self.lower_schema(resolve(link, place.up), place, value)
    }

    pub(super) fn lower_schema<'a>(
        self,
        schema: &'a Schema<'a>,
        place: &Place<'_, 'a>,
        value: Value,
    ) -> Value {
        if place.is_nothing_but_itself(schema) {
            return value;
        }
        if self.is_edge(schema, place) {
            if value.is_null() && place.null && !null_is_text(&mut self.d.reader(), place.optional)
            {
                return value;
            }
            // The string's content is written as at the first occurrence of its type, and nested
            // values in place. Text inside text would double its escapes at each level.
            let inside = Walk {
                in_text: true,
                ..self
            };
            let inner = inside.lower_schema(schema, &Place::at(&Frame::ROOT), value);
            return Value::String(inner.to_string());
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
                self.lower_link(inner, &place, value)
            }
            Kind::Newtype(newtype) => {
                let place = Place {
                    up: &frame,
                    step: Step::Here,
                    absorb: place.absorb && newtype.transparent,
                    ..*place
                };
                self.lower_link(&newtype.ty, &place, value)
            }
            kind if (place.null || null_of_union(&mut self.d.reader(), schema))
                && !matches!(kind, Kind::Any | Kind::Null) =>
            {
                if null_is_text(&mut self.d.reader(), place.optional) {
                    let inside = Walk {
                        in_null: true,
                        ..self
                    };
                    let inner = if value.is_null() {
                        value
                    } else {
                        inside.lower_kind(schema, &frame, value)
                    };
                    // Inside text, don't add another level, which would double the escapes. Only a
                    // string needs it, because it could be taken for JSON text.
                    if (self.in_null || self.in_text) && !inner.is_string() {
                        return inner;
                    }
                    Value::String(inner.to_string())
                } else if value.is_null() {
                    value
                } else {
                    self.lower_kind(schema, &frame, value)
                }
            }
            _ => self.lower_kind(schema, &frame, value),
        }
    }

    fn lower_kind<'a>(self, schema: &'a Schema<'a>, frame: &Frame<'_, 'a>, value: Value) -> Value {
        match (&schema.kind, value) {
            (Kind::Any, value) if !self.d.untyped => Value::String(value.to_string()),
            (Kind::Null, value) if !self.d.null_type => Value::String(value.to_string()),
            (Kind::Enum(values), Value::Number(n))
                if enum_is_text(&mut self.d.reader(), values) =>
            {
                // Use the schema's spelling, however the number was written.
                let wanted = number(&n);
                let shown = values.values.iter().find_map(|one| match &one.value {
                    Literal::Number(m) if wanted.is_some_and(|n| n.equals(m)) => Some(m.text()),
                    _ => None,
                });
                Value::String(shown.map_or_else(|| n.to_string(), ToOwned::to_owned))
            }
            (Kind::Array(array), Value::Array(items)) => items
                .into_iter()
                .map(|item| self.lower_link(&array.items, &Place::at(frame), item))
                .collect(),
            (Kind::Tuple(types), Value::Array(items)) => self.lower_tuple(types, frame, items),
            (Kind::Object(object), Value::Object(map)) => self.lower_object(object, frame, map),
            (Kind::Map(inner), Value::Object(mut map)) => {
                for (_, item) in &mut map {
                    *item = self.lower_link(&inner.value, &Place::at(frame), take(item));
                }
                if map_is_entries(&mut self.d.reader(), inner) {
                    map.into_iter().map(entry).collect()
                } else {
                    Value::Object(map)
                }
            }
            (Kind::Union(union), value) => self.lower_union(union, frame, value),
            (_, value) => value,
        }
    }

    fn lower_tuple<'a>(
        self,
        types: &'a [Link<'a>],
        frame: &Frame<'_, 'a>,
        items: Vec<Value>,
    ) -> Value {
        let many = items.len();
        let items = items
            .into_iter()
            .enumerate()
            .map(|(i, item)| match types.get(i) {
                Some(ty) => self.lower_link(ty, &Place::at(frame), item),
                None => item,
            });
        if tuple_form(&mut self.d.reader(), types) == TupleForm::Object && many == types.len() {
            Value::Object(
                items
                    .enumerate()
                    .map(|(i, item)| (format!("_{i}"), item))
                    .collect(),
            )
        } else {
            items.collect()
        }
    }

    fn lower_union<'a>(self, union: &'a Union<'a>, frame: &Frame<'_, 'a>, value: Value) -> Value {
        let Some(i) = Self::variant_of(union, frame, &value) else {
            return value;
        };
        if !self.may_lose_null(union.tagging == Tagging::Untagged, &value) {
            return self.lower_variant(union, i, frame, value);
        }
        let lowered = self.lower_variant(union, i, frame, value.clone());
        let lifted = self.lift_union(union, frame, lowered.clone());
        if Self::variant_of(union, frame, &lifted) == Some(i) {
            return lowered;
        }
        self.keeping_null().lower_variant(union, i, frame, value)
    }

    /// Returns the index of the variant that a value in serde's form belongs to.
    fn variant_of<'a>(union: &'a Union<'a>, frame: &Frame<'_, 'a>, value: &Value) -> Option<usize> {
        let list = value.as_array().map(Vec::len);
        let variants = (union.variants.iter()).enumerate().filter(|(_, variant)| {
            list.is_none_or(|items| variant_takes_list(union, variant, items))
        });
        // Serde also reads objects from lists, but no schema declares an object as a list.
        let lists = (variants.clone()).filter(|(_, variant)| {
            list.is_some() && !matches!(kind_inside(variant), Kind::Object(_))
        });
        let found = first(lists.chain(variants), |(_, variant), asked| {
            accepts(asked, variant, frame, value)
        });
        found.map(|(i, _)| i)
    }

    fn lower_variant<'a>(
        self,
        union: &'a Union<'a>,
        i: usize,
        frame: &Frame<'_, 'a>,
        value: Value,
    ) -> Value {
        let variant = &union.variants[i];
        let is_object = value.is_object();
        let lowered = self.lower_schema(variant, &Place::choice(frame), value);
        let mut tuples = (places(&lowered).into_iter())
            .flat_map(|items| tuples_by_place([self.d, self.other], union, items));
        if is_object && tuples.any(|tuple| i < tuple) {
            // The variant would ignore these names, and they would make the value a tuple.
            return Value::Object(Map::new());
        }
        if is_under_entries(&mut self.d.reader(), union, variant) {
            json!({ ENTRIES: lowered })
        } else {
            lowered
        }
    }

    /// Returns true if a `null` that is left out may make the value one of another alternative.
    /// `buffered`: serde tells the alternatives apart by their members alone.
    fn may_lose_null(self, buffered: bool, value: &Value) -> bool {
        buffered && !self.keep_null && has_null(value)
    }

    fn keeping_null(self) -> Self {
        Walk {
            keep_null: true,
            ..self
        }
    }

    fn lower_object<'a>(
        self,
        object: &'a Object<'a>,
        frame: &Frame<'_, 'a>,
        map: Map<String, Value>,
    ) -> Value {
        if object_alternatives(object, frame) == 1 {
            return self.lower_alternative(object, 0, frame, map);
        }
        let choice = Self::alternative_of(object, frame, &map);
        let value = Value::Object(map);
        let may_lose_null = self.may_lose_null(flattens_untagged(object, frame), &value);
        let Value::Object(map) = value else {
            return value;
        };
        if choice.is_none() || !may_lose_null {
            return self.lower_alternative(object, choice.unwrap_or(0), frame, map);
        }
        let kept = map.clone();
        let lowered = self.lower_alternative(object, choice.unwrap_or(0), frame, map);
        let Value::Object(lowered) = lowered else {
            return lowered;
        };
        let lifted = self.lift_object(object, frame, lowered.clone());
        let is_same = lifted
            .as_object()
            .is_some_and(|lifted| Self::alternative_of(object, frame, lifted) == choice);
        if is_same {
            return Value::Object(lowered);
        }
        self.keeping_null()
            .lower_alternative(object, choice.unwrap_or(0), frame, kept)
    }

    /// Returns the alternative that a value in serde's form belongs to.
    fn alternative_of<'a>(
        object: &'a Object<'a>,
        frame: &Frame<'_, 'a>,
        map: &Map<String, Value>,
    ) -> Option<usize> {
        first(0..object_alternatives(object, frame), |choice, asked| {
            object_accepts(asked, object, *choice, frame, map)
        })
    }

    fn lower_alternative<'a>(
        self,
        object: &'a Object<'a>,
        choice: usize,
        frame: &Frame<'_, 'a>,
        mut map: Map<String, Value>,
    ) -> Value {
        if !self.d.empty_object && !has_members(object, choice, frame, false) {
            return Value::String(Value::Object(map).to_string());
        }
        let mut out = Map::new();
        // Removing a name would change the order of the others.
        let mut taken = HashSet::new();
        let rest = walk_members(
            object,
            choice,
            frame,
            false,
            &mut |member, at, all_optional| {
                let value = member.found(&map).map(ToOwned::to_owned).map(|name| {
                    let value = map.get_mut(&name).map(take);
                    taken.insert(name);
                    value.unwrap_or_default()
                });
                let (name, value) = self.lower_member(member, at, all_optional, value);
                if let Some(value) = value {
                    out.insert(name, value);
                }
            },
        );
        map.retain(|name, _| !taken.contains(name));
        self.lower_rest(object, choice, frame, &rest, map, &mut out);
        Value::Object(out)
    }

    /// Returns a property's name in the dialect.
    pub(super) fn name_of(self, key: &Key<'_>) -> String {
        if key_is_renamed(&mut self.d.reader(), key.facts) {
            let (bytes, len) = renamed(key.raw);
            String::from_utf8_lossy(&bytes[..len]).into_owned()
        } else {
            key.raw.to_owned()
        }
    }

    /// Returns a property's name and value in the dialect; no value if it is left out.
    fn lower_member<'a>(
        self,
        member: &Member<'a>,
        at: &Frame<'_, 'a>,
        all_optional: bool,
        value: Option<Value>,
    ) -> (String, Option<Value>) {
        let Some(field) = member.field() else {
            let value = value.map(|value| {
                if self.d.null_type {
                    value
                } else {
                    Value::String(value.to_string())
                }
            });
            return (member.name().to_owned(), value);
        };
        let name = self.name_of(&field.key);
        let place = Place::property(at, field, all_optional);
        let absent = match &value {
            None => true,
            // `null` means absent for an `Option` whose default is `None`.
            Some(value) => {
                value.is_null()
                    && place.absorb
                    && (is_option(&field.ty, at) || self.hides_null(&field.ty, at))
            }
        };
        if absent {
            let required = matches!(
                self.d.optional,
                OptionalStyle::RequiredNull | OptionalStyle::Refused
            ) || self.keep_null && value.is_some();
            return (name, (required && place.optional).then_some(Value::Null));
        }
        let place = Place {
            null: place.optional
                && matches!(
                    self.d.optional,
                    OptionalStyle::RequiredNull | OptionalStyle::Nullable
                ),
            ..place
        };
        let value = value.map(|value| self.lower_link(&field.ty, &place, value));
        (name, value)
    }

    /// Returns true if the dialect doesn't show the `null` of an optional property of that type.
    fn hides_null<'a>(self, link: &'a Link<'a>, at: &Frame<'_, 'a>) -> bool {
        let inside = unwrapped(resolve(link, at), Around::Newtypes, Some(at));
        self.d.null == NullStyle::Text
            && (matches!(inside.kind, Kind::Option(_))
                || null_of_union(&mut self.d.reader(), inside))
    }

    /// Writes the remaining names, which belong to no property.
    fn lower_rest<'a>(
        self,
        object: &'a Object<'a>,
        choice: usize,
        frame: &Frame<'_, 'a>,
        rest: &Rest<'_, 'a>,
        map: Map<String, Value>,
        out: &mut Map<String, Value>,
    ) {
        let lower = |value: Value| match rest {
            Rest::Values(map, at) => self.lower_link(&map.value, &Place::at(at), value),
            Rest::Any if self.d.maps != MapStyle::Schema && !self.d.untyped => {
                Value::String(value.to_string())
            }
            _ => value,
        };
        match rest {
            // An object that the dialect closes accepts no other name; serde would not have read it
            // either.
            Rest::None => {
                if self.d.closed != Closed::Always {
                    out.extend(map);
                }
            }
            _ if self.d.maps != MapStyle::Schema => {
                let Some(field) = rest_key(object, choice, frame) else {
                    return;
                };
                let field = self.name_of(field);
                let entries: Vec<Value> = map
                    .into_iter()
                    .map(|(name, value)| entry((name, lower(value))))
                    .collect();
                out.insert(field, Value::Array(entries));
            }
            _ => out.extend(map.into_iter().map(|(name, value)| (name, lower(value)))),
        }
    }
}

/// Returns true if an object in the value has a member that is `null`.
fn has_null(value: &Value) -> bool {
    match value {
        Value::Object(map) => map.values().any(|value| value.is_null() || has_null(value)),
        Value::Array(items) => items.iter().any(has_null),
        _ => false,
    }
}

fn entry((name, value): (String, Value)) -> Value {
    json!({ "key": name, "value": value })
}

/// Returns true if the type is an `Option`, transparent newtypes removed.
fn is_option<'a>(link: &'a Link<'a>, at: &Frame<'_, 'a>) -> bool {
    match &resolve(link, at).kind {
        Kind::Option(_) => true,
        Kind::Newtype(newtype) if newtype.transparent => is_option(&newtype.ty, at),
        _ => false,
    }
}
