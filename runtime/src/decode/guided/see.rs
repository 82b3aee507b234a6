//! One level of a value, as `lift` undoes it.

use alloc::vec::Vec;

use super::super::document::{Kind as Json, Node};
use super::object::fields;
use super::{Entries, Guided, Leaf, List, Ruled, Seen, Types, Via, Walk, What};
use crate::convert::{Place, is_edge_of};
use crate::dialect::MapStyle;
use crate::schema::{Kind, Link, Literal, Schema, Union};
use crate::shape::{
    Frame, Step, enum_is_text, has_members, is_null, kind_inside, null_is_text, null_of_union,
    object_alternatives, resolve,
};

/// Who looks at a value.
pub(crate) type Look<'f, 'de> = &'f mut dyn FnMut(Seen<'_, 'de>, Leaf<'_, 'de>);

impl<'de> Guided<'_, 'de> {
    /// Shows one level of the value, once. `None`, and nothing is shown: the value is read as it is.
    pub(crate) fn see(&self, look: Look<'_, 'de>) -> Option<()> {
        let What::As {
            schema,
            place,
            rules,
        } = self.what
        else {
            return None;
        };
        let ruled = rules.map(|rules| Ruled { rules, up: None });
        let via = Via {
            rules: ruled.as_ref(),
            ..Via::NONE
        };
        self.walk.see(schema, &place, via, self.node, look);
        Some(())
    }
}

impl<'w, 'de> Walk<'w, 'de> {
    pub(super) fn see(
        self,
        schema: &'de Schema<'de>,
        place: &Place<'_, 'de>,
        via: Via<'_, 'de>,
        node: Node<'de>,
        look: Look<'_, 'de>,
    ) {
        let frame = place.frame(schema);
        let leaf = Leaf {
            walk: self,
            schema,
            frame: &frame,
            place: *place,
            via: Via {
                docs: if via.docs.is_empty() {
                    schema.docs
                } else {
                    via.docs
                },
                ..via
            },
            node,
        };
        if place.is_nothing_but_itself(schema) {
            return look(Seen::Raw(node), leaf);
        }
        if schema.name.is_some()
            && node.is_string()
            && let Some((inside, inner)) = self.edge(schema, place, node)
        {
            return inside.see(schema, &Place::at(&Frame::ROOT), via, inner, look);
        }
        match &schema.kind {
            Kind::Option(inner) => {
                let place = Place {
                    up: &frame,
                    step: Step::Here,
                    null: place.null || !place.absorb,
                    absorb: false,
                    ..*place
                };
                let via = Via {
                    nullable: true,
                    ..leaf.via
                };
                self.see(resolve(inner, &frame), &place, via, node, look);
            }
            Kind::Newtype(newtype) => {
                let place = Place {
                    up: &frame,
                    step: Step::Here,
                    absorb: place.absorb && newtype.transparent,
                    ..*place
                };
                let ruled = newtype.rules.map(|rules| Ruled {
                    rules,
                    up: via.rules,
                });
                let via = Via {
                    rules: ruled.as_ref().or(via.rules),
                    ..leaf.via
                };
                self.see(resolve(&newtype.ty, &frame), &place, via, node, look);
            }
            kind if node.is_string()
                && (place.null || null_of_union(self.d, schema))
                && null_is_text(self.d)
                && !matches!(kind, Kind::Any | Kind::Null) =>
            {
                // The text form first: a string that is one in JSON stands in quotes there. Else the value itself.
                let inner = self.session.open(node);
                let inside = inner.and_then(|inner| Some((inner, self.deeper(inner)?)));
                if let Some((inner, inside)) = inside {
                    let leaf = Leaf {
                        walk: inside,
                        node: inner,
                        ..leaf
                    };
                    if inner.is_null() {
                        return look(Seen::Null, leaf);
                    }
                    let mut fits = false;
                    inside.see_kind(leaf, &mut |seen, leaf| fits = leaf.fits(seen));
                    if fits {
                        return inside.see_kind(leaf, look);
                    }
                }
                self.see_kind(leaf, look);
            }
            _ => self.see_kind(leaf, look),
        }
    }

    /// What a string holds that stands for a type inside itself.
    fn edge(
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

    fn see_kind(self, leaf: Leaf<'_, 'de>, look: Look<'_, 'de>) {
        let (node, frame) = (leaf.node, leaf.frame);
        match (&leaf.schema.kind, node.kind()) {
            (Kind::Any, _) if !self.d.untyped && node.is_string() => {
                let inner = self.session.open(node).unwrap_or(node);
                look(Seen::Raw(inner), leaf);
            }
            (Kind::Null, _) if !self.d.null_type && self.holds_null(node) => look(Seen::Null, leaf),
            (Kind::Integer(_), Json::Number) => look(Seen::Integer(node.raw()), leaf),
            (Kind::Enum(values), _) if enum_is_text(self.d, values) && node.is_string() => {
                let text = node.as_str().unwrap_or_default();
                let found = values.values.iter().find_map(|one| match &one.value {
                    Literal::Number(n) if n.text() == text => Some(n.text()),
                    _ => None,
                });
                look(found.map_or(Seen::Raw(node), Seen::Integer), leaf);
            }
            (Kind::Enum(values), Json::Number) if matches!(values.values.first(), Some(one) if matches!(one.value, Literal::Number(_))) =>
            {
                look(Seen::Integer(node.raw()), leaf);
            }
            (Kind::Array(array), Json::Array) => {
                let items: Vec<_> = node.items().collect();
                let list = List {
                    items: &items,
                    types: Types::One(&array.items, frame),
                };
                look(Seen::List(list), leaf);
            }
            (Kind::Tuple(types), _) => self.see_tuple(types, leaf, look),
            (Kind::Object(object), Json::Object) => {
                match self.alternative(leaf.schema, object, frame, node) {
                    Some(choice) => {
                        let fields = fields(self, object, choice, frame, node);
                        look(Seen::Fields(&fields), leaf);
                    }
                    None => look(Seen::Raw(node), leaf),
                }
            }
            (Kind::Object(object), _)
                if node.is_string()
                    && !self.d.empty_object
                    && (0..object_alternatives(object, frame))
                        .any(|choice| !has_members(object, choice, frame, false)) =>
            {
                let inner = self.session.open(node).filter(|inner| inner.is_object());
                look(Seen::Raw(inner.unwrap_or(node)), leaf);
            }
            (Kind::Map(map), Json::Object) => {
                let entries: Vec<_> = node.members().collect();
                let entries = Entries {
                    entries: &entries,
                    value: (&map.value, frame),
                };
                look(Seen::Map(entries), leaf);
            }
            (Kind::Map(map), Json::Array) => match key_value_list(node) {
                Some(entries) => {
                    let entries = Entries {
                        entries: &entries,
                        value: (&map.value, frame),
                    };
                    look(Seen::Map(entries), leaf);
                }
                None => look(Seen::Raw(node), leaf),
            },
            (Kind::Union(union), _) => match self.variant(union, leaf) {
                Some(i) => {
                    let via = leaf.via;
                    self.see(&union.variants[i], &Place::at(frame), via, node, look);
                }
                None => self.forgive(leaf, look),
            },
            (Kind::Any | Kind::Number | Kind::String(_), _) if self.lenient.is_none() => {
                look(Seen::Raw(node), leaf);
            }
            _ => self.forgive(leaf, look),
        }
    }

    fn see_tuple(self, types: &'de [Link<'de>], leaf: Leaf<'_, 'de>, look: Look<'_, 'de>) {
        let node = leaf.node;
        let items: Option<Vec<Node<'de>>> = match node.kind() {
            Json::Array => Some(node.items().collect()),
            Json::Object if node.members().count() == types.len() => (0..types.len())
                .map(|i| node.get(&alloc::format!("_{i}")))
                .collect(),
            _ => None,
        };
        match items {
            Some(items) => {
                let list = List {
                    items: &items,
                    types: Types::Each(types, leaf.frame),
                };
                look(Seen::List(list), leaf);
            }
            None => self.forgive(leaf, look),
        }
    }

    /// Which variant the value is: the first that fits.
    fn variant(self, union: &'de Union<'de>, leaf: Leaf<'_, 'de>) -> Option<usize> {
        let (node, frame) = (leaf.node, leaf.frame);
        let question = self.question(leaf.schema, node, frame);
        self.session.choice(question, || {
            // A list of `{key, value}` is taken for a map where both could be meant: models write what the text shows them.
            let entries_first = (self.d.maps == MapStyle::Entries
                || self.other.maps == MapStyle::Entries)
                && node.is_array()
                && key_value_list(node).is_some_and(|entries| !entries.is_empty());
            let all = || union.variants.iter().enumerate();
            let maps =
                all().filter(|(_, v)| entries_first && matches!(kind_inside(v), Kind::Map(_)));
            maps.chain(all()).find_map(|(i, variant)| {
                let may = self.may_be(variant, frame, node, super::look::LOOK)
                    // Where the whole union is said to take `null`, no text stands for it.
                    && (!is_null(variant) || self.d.null_type || node.is_null())
                    && self.fits(variant, &Place::at(frame), node);
                may.then_some(i)
            })
        })
    }

    pub(crate) fn holds_null(self, node: Node<'de>) -> bool {
        node.is_string() && self.session.open(node).is_some_and(Node::is_null)
    }
}

/// Names and values of a list of `{key, value}`; `None` where it is no such list, or has a key twice.
pub(super) fn key_value_list(node: Node<'_>) -> Option<Vec<(&str, Node<'_>)>> {
    let entries: Vec<_> = node.items().map(key_and_value).collect::<Option<_>>()?;
    let mut keys: Vec<&str> = entries.iter().map(|(key, _)| *key).collect();
    keys.sort_unstable();
    keys.windows(2)
        .all(|pair| pair[0] != pair[1])
        .then_some(entries)
}

fn key_and_value(item: Node<'_>) -> Option<(&str, Node<'_>)> {
    let mut members = item.members();
    let (first, second) = (members.next()?, members.next()?);
    if members.next().is_some() {
        return None;
    }
    match (first, second) {
        (("key", key), ("value", value)) | (("value", value), ("key", key)) => {
            Some((key.as_str()?, value))
        }
        _ => None,
    }
}
