//! Undoes one level of a value's rewrites.

use super::super::type_bounds::named_value;
use super::alternative::see_none_of_them;
use super::flattened::flattens_option;
use super::object::fields;
use super::positional::see_fields_in_order;
use super::resolved::{ConstraintChain, ValueCallback, WrapperFacts, key_value_list};
use super::union::see_union;
use super::{Cursor, ExpectedForm, Guided, ItemTypes, ListItems, MapEntries, Resolved, Walk};
use crate::json_index::{Node, TokenKind as Json};
use crate::schema::{Array, Enum, Kind, Link, Literal, Map, Newtype, Object, Schema};
use crate::shape::{
    Frame, Place, enum_is_text, has_members, is_edge_of, map_key, map_may_be_entries, null_is_text,
    null_of_union, object_alternatives, resolve, tuple_may_be_object,
};

impl<'de> Guided<'_, 'de> {
    /// Shows one level of the value, once. Returns `None` without calling `look` if the value is
    /// read unchanged.
    pub(in crate::decode) fn resolve(&self, look: ValueCallback<'_, 'de>) -> Option<()> {
        let ExpectedForm::As(schema, place, rules) = self.what else {
            return None;
        };
        let chain = rules.map(|rules| ConstraintChain { rules, up: None });
        let via = WrapperFacts {
            nullable: false,
            rules: chain.as_ref(),
        };
        self.walk.resolve_then(schema, &place, via, self.node, look);
        Some(())
    }
}

impl<'de> Walk<'_, 'de> {
    // Small functions with few locals, because they recurse with the values.

    pub(super) fn resolve_then(
        self,
        schema: &'de Schema<'de>,
        place: &Place<'_, 'de>,
        via: WrapperFacts<'_, 'de>,
        node: Node<'de>,
        look: ValueCallback<'_, 'de>,
    ) {
        if schema.name.is_some()
            && node.is_string()
            && !place.is_only_itself(schema)
            && let Some((inside, inner)) = self.edge(schema, place, node)
        {
            return inside.resolve_then(schema, &Place::at(&Frame::ROOT), via, inner, look);
        }
        let frame = place.frame(schema);
        let leaf = Cursor {
            walk: self,
            schema,
            frame: &frame,
            place,
            via,
            node,
        };
        if place.is_only_itself(schema) {
            return look(Resolved::Raw(node), &leaf);
        }
        match &schema.kind {
            Kind::Option(inner) => see_option(&leaf, inner, look),
            Kind::Newtype(newtype) => see_newtype(&leaf, newtype, look),
            Kind::Any | Kind::Null => see_kind(&leaf, look),
            _ if node.is_string()
                && (place.null || null_of_union(&mut self.d.reader(), schema))
                && null_is_text(&mut self.d.reader(), place.optional) =>
            {
                see_text(&leaf, look);
            }
            _ => see_kind(&leaf, look),
        }
    }

    /// Opens a string that represents a recursive type inside itself.
    pub(super) fn edge(
        self,
        schema: &'de Schema<'de>,
        place: &Place<'_, 'de>,
        node: Node<'de>,
    ) -> Option<(Self, Node<'de>)> {
        let of_this = is_edge_of(self.d, schema, place);
        let edge = !self.in_text && of_this;
        if !edge && !of_this && !is_edge_of(self.other, schema, place) {
            return None;
        }
        let inner = self.session.open(node)?;
        if !edge && self.plain().fits(schema, &Place::at(place.up), node) {
            return None;
        }
        let inside = self.deeper(inner)?;
        Some((
            Walk {
                in_text: true,
                ..inside
            },
            inner,
        ))
    }

    pub(crate) fn holds_null(self, node: Node<'de>) -> bool {
        node.is_string() && self.session.open(node).is_some_and(Node::is_null)
    }

    /// Returns true if the value under the name of a unit variant is `null`, or what the dialect
    /// writes for it.
    pub(crate) fn is_unit(self, node: Node<'de>) -> bool {
        node.is_null() || !self.d.null_type && self.holds_null(node)
    }
}

fn see_option<'de>(leaf: &Cursor<'_, 'de>, inner: &'de Link<'de>, look: ValueCallback<'_, 'de>) {
    let place = leaf.place.in_option(leaf.frame);
    let via = WrapperFacts {
        nullable: true,
        ..leaf.via
    };
    let schema = resolve(inner, leaf.frame);
    leaf.walk.resolve_then(schema, &place, via, leaf.node, look);
}

fn see_newtype<'de>(
    leaf: &Cursor<'_, 'de>,
    newtype: &'de Newtype<'de>,
    look: ValueCallback<'_, 'de>,
) {
    let place = leaf.place.in_newtype(leaf.frame, newtype);
    let ruled = newtype.rules.map(|rules| ConstraintChain {
        rules,
        up: leaf.via.rules,
    });
    let via = WrapperFacts {
        rules: ruled.as_ref().or(leaf.via.rules),
        ..leaf.via
    };
    let schema = resolve(&newtype.ty, leaf.frame);
    leaf.walk.resolve_then(schema, &place, via, leaf.node, look);
}

/// Resolves a string in a place whose `null` is written as JSON text. The text form comes first,
/// because a string value is quoted there. Otherwise the string itself is the value.
fn see_text<'de>(leaf: &Cursor<'_, 'de>, look: ValueCallback<'_, 'de>) {
    let walk = leaf.walk;
    let inner = walk.session.open(leaf.node);
    let Some((inner, inside)) = inner.and_then(|inner| Some((inner, walk.deeper(inner)?))) else {
        return see_kind(leaf, look);
    };
    // The text holds the value as its schema is, which the words about it describe. A model may
    // write the dialect's form there too.
    for walk in [inside.plain(), inside] {
        let held = Cursor {
            walk,
            node: inner,
            ..*leaf
        };
        if inner.is_null() {
            return look(Resolved::Null, &held);
        }
        // A value that only violates a constraint is still the value: a fault, not a string in
        // quotes.
        let loose = Cursor {
            walk: walk.loosely(),
            ..held
        };
        let mut fits = false;
        see_kind(&loose, &mut |seen, leaf| fits = leaf.fits(seen));
        if fits {
            return see_kind(&held, look);
        }
    }
    see_kind(leaf, look);
}

fn see_kind<'de>(leaf: &Cursor<'_, 'de>, look: ValueCallback<'_, 'de>) {
    let Cursor { walk, node, .. } = *leaf;
    match (&leaf.schema.kind, node.kind()) {
        (Kind::Object(object), Json::Object) => see_object(leaf, object, look),
        // Serde accepts a list for a struct; without a type, an object is an object.
        (Kind::Object(object), Json::Array) if !leaf.place.by_name && !walk.session.alone => {
            see_fields_in_order(leaf, object, look);
        }
        (Kind::Union(union), _) => see_union(leaf, union, look),
        (Kind::Array(array), Json::Array) => see_array(leaf, array, look),
        (Kind::Map(map), Json::Object | Json::Array) => see_map(leaf, map, look),
        (Kind::Tuple(types), _) => see_tuple(leaf, types, look),
        (Kind::Integer(_), Json::Number) => look(Resolved::Integer(node.raw()), leaf),
        (Kind::Enum(values), _) => see_enum(leaf, values, look),
        (Kind::Any, _) if !walk.d.untyped && node.is_string() => {
            let inner = walk.session.open(node).unwrap_or(node);
            look(Resolved::Raw(inner), leaf);
        }
        (Kind::Null, _) if !walk.d.null_type && walk.holds_null(node) => look(Resolved::Null, leaf),
        (Kind::Object(object), _) if node.is_string() && !walk.d.empty_object => {
            see_empty(leaf, object, look);
        }
        _ if walk.lenient.is_none() => look(Resolved::Raw(node), leaf),
        _ => walk.coerce(leaf, look),
    }
}

fn see_object<'de>(leaf: &Cursor<'_, 'de>, object: &'de Object<'de>, look: ValueCallback<'_, 'de>) {
    let Cursor {
        walk, frame, node, ..
    } = *leaf;
    let mut chosen = match object_alternatives(object, frame) {
        1 => Some((walk, 0)),
        _ => walk.chosen_alternative(leaf.schema, object, frame, node),
    };
    if chosen.is_none() {
        if walk.explains || walk.declared {
            return look(Resolved::Raw(node), leaf);
        }
        if flattens_option(leaf.schema, frame) {
            return look(Resolved::Spent, leaf);
        }
        // A tag selects an alternative: check its constraints, whatever else serde may make of the
        // value.
        let plain = walk.plain();
        chosen = plain
            .nearest(object, frame, node)
            .map(|choice| (plain, choice));
    }
    let Some((walk, choice)) = chosen else {
        return see_none_of_them(leaf, look);
    };
    let fields = fields(walk, object, choice, frame, node);
    if fields.has_other_variant() {
        return look(Resolved::Spent, leaf);
    }
    look(Resolved::Fields(&fields), &Cursor { walk, ..*leaf });
}

/// Resolves a string that represents an object without members, if the dialect has none.
fn see_empty<'de>(leaf: &Cursor<'_, 'de>, object: &'de Object<'de>, look: ValueCallback<'_, 'de>) {
    let Cursor {
        walk, frame, node, ..
    } = *leaf;
    let empty =
        (0..object_alternatives(object, frame)).any(|choice| !has_members(object, choice, frame));
    let inner = empty.then(|| walk.session.open(node)).flatten();
    match inner.filter(|inner| inner.is_object()) {
        Some(node) => see_object(&Cursor { node, ..*leaf }, object, look),
        None => look(Resolved::Raw(node), leaf),
    }
}

fn see_enum<'de>(leaf: &Cursor<'_, 'de>, values: &'de Enum<'de>, look: ValueCallback<'_, 'de>) {
    let Cursor { walk, node, .. } = *leaf;
    let numbers =
        matches!(values.values.first(), Some(one) if matches!(one.value, Literal::Number(_)));
    if numbers && node.kind() == Json::Number {
        return look(Resolved::Integer(node.raw()), leaf);
    }
    let found = node
        .as_str()
        .filter(|_| enum_is_text(&mut walk.d.reader(), values))
        .and_then(|text| {
            let own = values.values.iter().find_map(|one| match &one.value {
                Literal::Number(n) if n.text() == text => Some(n.text()),
                _ => None,
            });
            own.or_else(|| named_value(values, text).map(|_| text))
        });
    match found {
        Some(text) => look(Resolved::Integer(text), leaf),
        None => walk.coerce(leaf, look),
    }
}

fn see_array<'de>(leaf: &Cursor<'_, 'de>, array: &'de Array<'de>, look: ValueCallback<'_, 'de>) {
    let items: Vec<_> = leaf.node.items().collect();
    let list = ListItems {
        items: &items,
        types: ItemTypes::One(&array.items, leaf.frame),
    };
    look(Resolved::List(list), leaf);
}

fn see_map<'de>(leaf: &Cursor<'_, 'de>, map: &'de Map<'de>, look: ValueCallback<'_, 'de>) {
    let entries = if leaf.node.is_object() {
        Some(leaf.node.members().collect())
    } else if map_may_be_entries(
        &mut leaf.walk.d.reader(),
        &mut leaf.walk.other.reader(),
        map,
    ) {
        key_value_list(leaf.node)
    } else {
        None
    };
    match entries {
        Some(entries) => {
            let entries = MapEntries {
                entries: &entries,
                key: map_key(&map.key, leaf.frame),
                names: &map.key,
                value: (&map.value, leaf.frame),
            };
            look(Resolved::Map(entries), leaf);
        }
        None => look(Resolved::Raw(leaf.node), leaf),
    }
}

fn see_tuple<'de>(leaf: &Cursor<'_, 'de>, types: &'de [Link<'de>], look: ValueCallback<'_, 'de>) {
    let node = leaf.node;
    let items: Option<Vec<Node<'de>>> = match node.kind() {
        Json::Array => Some(node.items().collect()),
        Json::Object
            if tuple_may_be_object(
                &mut leaf.walk.d.reader(),
                &mut leaf.walk.other.reader(),
                types,
            ) && node.members().count() == types.len() =>
        {
            (0..types.len())
                .map(|i| node.get(&format!("_{i}")))
                .collect()
        }
        _ => None,
    };
    match items {
        Some(items) => {
            let list = ListItems {
                items: &items,
                types: ItemTypes::Each(types, leaf.frame),
            };
            look(Resolved::List(list), leaf);
        }
        None => leaf.walk.coerce(leaf, look),
    }
}
