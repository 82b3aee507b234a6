//! Conversion of a value written for a dialect's schema to the form that serde reads.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Number, Value};

use super::accept::{Asked, accepts, object_accepts};
use super::look::LOOK;
use super::members::{Member, Rest, is_member, walk_members};
use super::{Changes, Place, Walk, is_edge_of};
use crate::dialect::MapStyle;
use crate::schema::{Field, Kind, Link, Literal, Object, Schema, Union};
use crate::shape::{
    ENTRIES, Frame, Step, enum_is_text, has_entries, has_members, is_by_place, is_entries, is_null,
    item_type, key_is_renamed, map_may_be_entries, may_be_map, null_is_text, null_of_union,
    object_alternatives, renamed, resolve, rest_key, takes_list, tuple_may_be_object,
    tuples_by_place, variant_takes_list,
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
            kind if (place.null || null_of_union(self.d, schema))
                && null_is_text(self.d, place.optional)
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
            (Kind::Enum(values), Value::String(text)) if enum_is_text(self.d, values) => {
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
                if map_may_be_entries(self.d, self.other, inner) =>
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
            Value::Object(mut map) if tuple_may_be_object(self.d, self.other, types) => {
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

    fn lift_union<'a>(self, union: &'a Union<'a>, frame: &Frame<'_, 'a>, value: Value) -> Value {
        if let Some(tuple) = self.lift_by_place(union, frame, &value) {
            return tuple;
        }
        let mut attempts = self.changes.of_union(union).into_iter().flatten();
        let lifted = attempts.find_map(|changes| {
            let walk = self.with_changes(changes);
            walk.lift_first(union, frame, &value)
        });
        match (lifted, self.as_it_stands()) {
            (Some(lifted), _) => lifted,
            (None, Some(plain)) => plain.lift_union(union, frame, value),
            (None, None) => value,
        }
    }

    /// Returns the value lifted as the first variant that accepts it.
    fn lift_first<'a>(
        self,
        union: &'a Union<'a>,
        frame: &Frame<'_, 'a>,
        value: &Value,
    ) -> Option<Value> {
        // The value may already be in serde's form, or a variant's rewrite leads to that form. The
        // first variant whose result serde reads wins. If both readings are possible, treat a
        // `{key, value}` list as a map, because that is the form the schema showed the model. If a
        // list is one of the alternatives, lists are written as lists, and the map inside an
        // object.
        let (own, others) = (has_entries(self.d, union), has_entries(self.other, union));
        let apart = own || others;
        let under_own = |variant: &Schema<'a>| own && is_entries(self.d, variant);
        let under_others = |variant: &Schema<'a>| others && is_entries(self.other, variant);
        let entries_first = (self.d.maps == MapStyle::Entries
            || self.other.maps == MapStyle::Entries)
            && !apart
            && is_entry_list(value);
        // Otherwise try lists first, unless the dialect writes maps as lists.
        let list_first = value.is_array() && (apart || self.d.maps != MapStyle::Entries);
        let is_map = |variant: &Schema<'a>| may_be_map(self.d, variant);
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

    /// Returns a walk without rewrites: serde may read a value unchanged that matches no
    /// alternative with its rewrites undone. `None` if the dialect has no rewrites.
    fn as_it_stands(self) -> Option<Self> {
        let canonical = crate::dialect::CANONICAL;
        (self.d.signature != canonical.signature).then_some(Walk {
            d: canonical,
            other: canonical,
            ..self
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

    fn lift_object<'a>(
        self,
        object: &'a Object<'a>,
        frame: &Frame<'_, 'a>,
        map: Map<String, Value>,
    ) -> Value {
        let n = object_alternatives(object, frame);
        if n == 1 {
            return Value::Object(self.lift_choice(object, 0, frame, map));
        }
        let attempts = self.changes.of_object(object, frame);
        let lifted = attempts.into_iter().flatten().find_map(|changes| {
            let walk = self.with_changes(changes);
            walk.lift_first_choice(object, n, frame, &map)
        });
        match (lifted, self.as_it_stands()) {
            (Some(lifted), _) => Value::Object(lifted),
            (None, Some(plain)) => plain.lift_object(object, frame, map),
            (None, None) => Value::Object(map),
        }
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

    /// Returns the checks of an alternative, the strictest first.
    fn asked(self) -> [Asked; 2] {
        let exact = matches!(self.changes, Changes::None | Changes::OwnOnly);
        [Asked::CONSTRAINTS, Asked::TYPE].map(|asked| Asked { exact, ..asked })
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
        if !key_is_renamed(self.d, field.key.facts) {
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
            Rest::Values(ty, at) => self.lift_link(ty, &Place::at(at), value),
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
                        && matches!(rest, Rest::Values(ty, at)
                            if accepts(Asked::TYPE, resolve(ty, at), at, &Value::Array(items.clone()))) =>
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
                    Rest::Values(ty, at) => self.lift_link(ty, &Place::at(at), value),
                    _ => value,
                };
                out.insert(name, value);
            }
        }
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

/// Returns true for a non-empty list of `{key, value}` without duplicate keys.
fn is_entry_list(value: &Value) -> bool {
    let Some(items) = value.as_array() else {
        return false;
    };
    let entries: Option<Vec<_>> = items.iter().map(key_and_value).collect();
    entries.is_some_and(|mut entries| {
        let n = entries.len();
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        entries.dedup_by(|a, b| a.0 == b.0);
        n > 0 && entries.len() == n
    })
}

/// Returns the value under [`ENTRIES`], if the object has no other member.
fn entries_of(value: &Value) -> Option<&Value> {
    let map = value.as_object()?;
    map.get(ENTRIES).filter(|_| map.len() == 1)
}

fn key_and_value(item: &Value) -> Option<(String, Value)> {
    let map = item.as_object()?;
    let key = map.get("key")?.as_str()?;
    let value = map.get("value")?;
    (map.len() == 2).then(|| (key.to_owned(), value.clone()))
}

/// Converts an integral float to an integer.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss
)] // Checked right before.
pub(crate) fn whole(n: Number) -> Number {
    if n.is_f64()
        && let Some(f) = n.as_f64()
        && f.fract() == 0.0
    {
        // The bounds are powers of two, so they are exact as floats.
        if (0.0..18_446_744_073_709_551_616.0).contains(&f) {
            return Number::from(f as u64);
        }
        if (-9_223_372_036_854_775_808.0..0.0).contains(&f) {
            return Number::from(f as i64);
        }
    }
    n
}

/// Converts a field's default to JSON.
fn default<'a>(literal: &Literal<'a>, ty: &'a Link<'a>, at: &Frame<'_, 'a>) -> Option<Value> {
    Some(match literal {
        Literal::Null => Value::Null,
        Literal::Bool(b) => Value::Bool(*b),
        Literal::Number(n) => serde_json::from_str(n.text()).ok()?,
        Literal::String(text) => Value::String(text.raw().to_owned()),
        Literal::Variant(ident) => {
            let mut schema = resolve(ty, at);
            while let Kind::Option(inner)
            | Kind::Newtype(crate::schema::Newtype { ty: inner, .. }) = &schema.kind
            {
                schema = resolve(inner, at);
            }
            let Kind::Enum(values) = &schema.kind else {
                return None;
            };
            let one = values.values.iter().find(|one| one.ident == *ident)?;
            return default(&one.value, ty, at);
        }
        Literal::Array(items) => (items.iter().enumerate())
            .map(|(place, item)| default(item, item_type(ty, place, at).unwrap_or(ty), at))
            .collect::<Option<_>>()?,
    })
}
