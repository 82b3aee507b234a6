//! Conversion of serde's form to the form that a dialect's schema accepts.
//!
//! The decoder's walk finds the alternative that a value belongs to, and the one that it would be
//! read as without its `null`s.

mod object;

use serde_json::{Map, Value, json};

use crate::constraint::num;
use crate::decode::{Arena, Selects, Session, Walk};
use crate::dialect::Dialect;
use crate::json_index::{DecodeLimits, Node, object, scan};
use crate::schema::{Kind, Link, Literal, Schema, Tagging, Union};
use crate::shape::{
    Changes, ENTRIES, Frame, Place, TupleForm, enum_is_text, is_edge_of, is_wrapped_in_entries,
    kind_inside, map_is_entries, null_is_text, null_of_union, positional_keys, resolve, tuple_form,
    tuples_by_place, variant_takes_list,
};

/// Limits on a value: those of a parser of `serde_json`, and as much again for JSON inside strings.
/// A deeper value is returned unchanged.
pub(super) const LIMITS: DecodeLimits = DecodeLimits {
    bytes: usize::MAX,
    depth: 224,
    values: usize::MAX,
};

/// Returns the walk that reads a value. The schema may be all that is known of it, so that
/// constraints select alternatives; if none fits, serde reads the first by its type.
pub(super) fn reading<'w, 'de>(session: &'w Session<'de>) -> Walk<'w, 'de> {
    Walk {
        selects: Selects::ConstraintsFirst,
        ..Walk::new(session)
    }
}

/// Writes a value in serde's form for one dialect.
#[derive(Clone, Copy)]
pub(super) struct Encoder<'w, 'de> {
    d: &'de Dialect,
    other: &'de Dialect,
    /// The walk over the value in serde's form.
    plain: Walk<'w, 'de>,
    /// True inside a string containing JSON. A recursive type is written in place there, because
    /// one level of text is enough.
    in_text: bool,
    /// True if the `null` of a property that may be absent is written.
    keep_null: bool,
}

impl<'w, 'de> Encoder<'w, 'de> {
    pub(super) fn new(session: &'w Session<'de>) -> Self {
        let reading = reading(session);
        Encoder {
            d: reading.d,
            other: reading.other,
            plain: reading.plain().with_changes(Changes::None),
            in_text: false,
            keep_null: false,
        }
    }

    fn link(self, link: &'de Link<'de>, place: &Place<'_, 'de>, node: Node<'de>) -> Value {
        self.value(resolve(link, place.up), place, node)
    }

    pub(super) fn value(
        self,
        schema: &'de Schema<'de>,
        place: &Place<'_, 'de>,
        node: Node<'de>,
    ) -> Value {
        if place.is_only_itself(schema) {
            return node.value();
        }
        if !self.in_text && is_edge_of(self.d, schema, place) {
            if node.is_null() && place.null && !null_is_text(&mut self.d.reader(), place.optional) {
                return Value::Null;
            }
            // The string's content is written as at the first occurrence of its type, and nested
            // values in place. Text inside text would double its escapes at each level.
            let inside = Encoder {
                in_text: true,
                ..self
            };
            let inner = inside.value(schema, &Place::at(&Frame::ROOT), node);
            return Value::String(inner.to_string());
        }
        let frame = place.frame(schema);
        match &schema.kind {
            Kind::Option(inner) => self.link(inner, &place.in_option(&frame), node),
            Kind::Newtype(newtype) => {
                self.link(&newtype.ty, &place.in_newtype(&frame, newtype), node)
            }
            kind if (place.null || null_of_union(&mut self.d.reader(), schema))
                && !matches!(kind, Kind::Any | Kind::Null) =>
            {
                if null_is_text(&mut self.d.reader(), place.optional) {
                    self.text_or_null(schema, &frame, node)
                } else if node.is_null() {
                    Value::Null
                } else {
                    self.kind(schema, &frame, node)
                }
            }
            _ => self.kind(schema, &frame, node),
        }
    }

    /// Writes a value whose `null` is JSON text.
    fn text_or_null(
        self,
        schema: &'de Schema<'de>,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
    ) -> Value {
        if !self.in_text {
            // The text holds the value as its schema is, which the words about it describe.
            return Value::String(node.raw().into());
        }
        let inner = if node.is_null() {
            Value::Null
        } else {
            self.kind(schema, frame, node)
        };
        // Inside text, don't add another level, which would double the escapes. Only a string needs
        // it, because it could be taken for JSON text.
        if !inner.is_string() {
            return inner;
        }
        Value::String(inner.to_string())
    }

    fn kind(self, schema: &'de Schema<'de>, frame: &Frame<'_, 'de>, node: Node<'de>) -> Value {
        match &schema.kind {
            Kind::Any if !self.d.untyped => node.raw().into(),
            Kind::Null if !self.d.null_type => node.raw().into(),
            Kind::Enum(values)
                if node.is_number() && enum_is_text(&mut self.d.reader(), values) =>
            {
                // Use the schema's spelling, however the number was written.
                let wanted = num(node.raw());
                let shown = values.values.iter().find_map(|one| match &one.value {
                    Literal::Number(m) if wanted.is_some_and(|n| n.equals(m)) => Some(m.text()),
                    _ => None,
                });
                shown.unwrap_or(node.raw()).into()
            }
            Kind::Array(array) if node.is_array() => node
                .items()
                .map(|item| self.link(&array.items, &Place::at(frame), item))
                .collect(),
            Kind::Tuple(types) if node.is_array() => self.tuple(types, frame, node),
            Kind::Object(object) if node.is_object() => self.object(schema, object, frame, node),
            Kind::Map(map) if node.is_object() => {
                let all = node.members().map(|(name, item)| {
                    let value = self.link(&map.value, &Place::at(frame), item);
                    (name.to_owned(), value)
                });
                if map_is_entries(&mut self.d.reader(), map) {
                    all.map(entry).collect()
                } else {
                    object(all)
                }
            }
            Kind::Union(union) => self.union(schema, union, frame, node),
            _ => node.value(),
        }
    }

    fn tuple(self, types: &'de [Link<'de>], frame: &Frame<'_, 'de>, node: Node<'de>) -> Value {
        let many = node.items().count();
        let items = node
            .items()
            .enumerate()
            .map(|(i, item)| match types.get(i) {
                Some(ty) => self.link(ty, &Place::at(frame), item),
                None => item.value(),
            });
        if tuple_form(&mut self.d.reader(), types) == TupleForm::Object && many == types.len() {
            let named = items.enumerate().map(|(i, item)| (format!("_{i}"), item));
            object(named)
        } else {
            items.collect()
        }
    }

    /// Writes a choice of a union or of an object, and again with the `null`s of properties that
    /// may be absent if it would be read as another choice without them. `buffered`: serde
    /// distinguishes the choices by their members alone.
    fn choice(
        self,
        (schema, frame, node): (&'de Schema<'de>, &Frame<'_, 'de>, Node<'de>),
        buffered: bool,
        choice: usize,
        write: impl Fn(Self) -> Value,
    ) -> Value {
        let written = write(self);
        let may_lose_null = buffered && !self.keep_null && has_null(node);
        if !may_lose_null || self.choice_read(schema, frame, &written) == Some(choice) {
            return written;
        }
        write(Encoder {
            keep_null: true,
            ..self
        })
    }

    /// Returns the variant of a union, or the alternative of an object with flattened enums, that a
    /// value in the dialect's form is read as.
    fn choice_read(
        self,
        schema: &Schema<'_>,
        frame: &Frame<'_, '_>,
        written: &Value,
    ) -> Option<usize> {
        let text = written.to_string();
        let tape = scan(&text, LIMITS).ok()?;
        let arena = Arena::new();
        let session = Session::new(self.d, &arena, LIMITS, &tape);
        let walk = Walk {
            in_text: self.in_text,
            ..reading(&session)
        };
        let node = tape.root(&text);
        match &schema.kind {
            Kind::Union(union) => {
                let found = walk.chosen_variant(schema, union, frame, node);
                found.map(|(_, i, _)| i)
            }
            Kind::Object(object) => {
                let found = walk.chosen_alternative(schema, object, frame, node);
                found.map(|(_, choice)| choice)
            }
            _ => None,
        }
    }

    fn union(
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

fn entry((name, value): (String, Value)) -> Value {
    json!({ "key": name, "value": value })
}

fn has_null(node: Node<'_>) -> bool {
    node.members()
        .any(|(_, value)| value.is_null() || has_null(value))
        || node.items().any(has_null)
}

/// Returns the number of items of the tuple that an object with positional names represents.
fn places(value: &Value) -> Option<usize> {
    let map = value.as_object()?;
    positional_keys(map.keys().map(String::as_str))
}
