//! The members of an object, under the dialect's names.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::{Encoder, entry};
use crate::decode::name_of;
use crate::dialect::{Closed, MapStyle, NullStyle, OptionalStyle};
use crate::json_index::{self, Node};
use crate::schema::{Kind, Link, Object, Schema, UnknownNames};
use crate::shape::{
    Frame, ObjectMember, OtherNames, Place, Wrappers, flattens_untagged, has_members, hidden_names,
    null_of_union, object_alternatives, peel, resolve, rest_key, walk_members, with_rest,
};

impl<'de> Encoder<'_, 'de> {
    pub(super) fn object(
        self,
        schema: &'de Schema<'de>,
        object: &'de Object<'de>,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
    ) -> Value {
        if object_alternatives(object, frame) == 1 {
            return self.alternative(object, 0, frame, node);
        }
        let mut walks = self.plain.choosing();
        let found = walks.find_map(|walk| walk.alternative(schema, object, frame, node));
        let Some(choice) = found else {
            return self.alternative(object, 0, frame, node);
        };
        let buffered = flattens_untagged(object, frame);
        self.choice((schema, frame, node), buffered, choice, |encoder| {
            encoder.alternative(object, choice, frame, node)
        })
    }

    fn alternative(
        self,
        object: &'de Object<'de>,
        choice: usize,
        frame: &Frame<'_, 'de>,
        node: Node<'de>,
    ) -> Value {
        let hidden = hidden_names(object, choice, frame);
        let shown = |name: &str| !hidden.contains(&name);
        if !self.d.empty_object && !has_members(object, choice, frame) {
            if hidden.is_empty() {
                return node.raw().into();
            }
            let members = node.members().filter(|(name, _)| shown(name));
            let members = members.map(|(name, node)| (name.to_owned(), node.value()));
            return json_index::object(members).to_string().into();
        }
        let mut out = Map::new();
        let mut taken = HashSet::new();
        let rest = walk_members(object, choice, frame, &mut |member, at, position| {
            if matches!(member, ObjectMember::UnitContent(_)) {
                return;
            }
            let mut names = member.names();
            let found = names.find_map(|name| node.get(name).map(|value| (name, value)));
            let value = found.map(|(name, value)| {
                taken.insert(name);
                value
            });
            let (name, value) = self.member(member, at, position.is_optional(), value);
            if let Some(value) = value {
                out.insert(name, value);
            }
        });
        let left = node
            .members()
            .filter(|(name, _)| !taken.contains(name) && shown(name));
        self.rest(object, choice, frame, rest, left, &mut out);
        Value::Object(out)
    }

    /// Returns a property's name and value in the dialect; no value if it is left out.
    fn member(
        self,
        member: &ObjectMember<'de>,
        at: &Frame<'_, 'de>,
        all_optional: bool,
        node: Option<Node<'de>>,
    ) -> (String, Option<Value>) {
        let Some(field) = member.field() else {
            let value = node.map(|node| {
                if self.d.null_type {
                    node.value()
                } else {
                    node.raw().into()
                }
            });
            return (member.name().to_owned(), value);
        };
        let name = name_of(self.d, &field.key);
        let place = Place::property(at, field, all_optional);
        // `null` means absent for an `Option` whose default is `None`.
        let sent = node.filter(|node| {
            !(node.is_null()
                && place.absorb
                && (is_option(&field.ty, at) || self.hides_null(&field.ty, at)))
        });
        let Some(sent) = sent else {
            let required = matches!(
                self.d.optional,
                OptionalStyle::RequiredNull | OptionalStyle::Rejected
            );
            let null = required || self.keep_null && node.is_some();
            return (name, (null && place.optional).then_some(Value::Null));
        };
        let place = Place {
            null: place.optional
                && matches!(
                    self.d.optional,
                    OptionalStyle::RequiredNull | OptionalStyle::Nullable
                ),
            ..place
        };
        (name, Some(self.link(&field.ty, &place, sent)))
    }

    /// Returns true if the dialect doesn't show the `null` of an optional property of that type.
    fn hides_null(self, link: &'de Link<'de>, at: &Frame<'_, 'de>) -> bool {
        let inside = peel(resolve(link, at), Wrappers::Newtypes, Some(at));
        self.d.null == NullStyle::Text
            && (matches!(inside.kind, Kind::Option(_))
                || null_of_union(&mut self.d.reader(), inside))
    }

    /// Writes the remaining names, which belong to no property.
    fn rest(
        self,
        object: &'de Object<'de>,
        choice: usize,
        frame: &Frame<'_, 'de>,
        rest: OtherNames,
        left: impl Iterator<Item = (&'de str, Node<'de>)>,
        out: &mut Map<String, Value>,
    ) {
        let left = left.map(|(name, node)| {
            let of_map = with_rest(object, choice, frame, |map, at| {
                self.link(&map.value, &Place::at(at), node)
            });
            let value = of_map.unwrap_or_else(|| match rest {
                OtherNames::Any if self.d.maps != MapStyle::Schema && !self.d.untyped => {
                    node.raw().into()
                }
                _ => node.value(),
            });
            (name.to_owned(), value)
        });
        match rest {
            // An object that the dialect closes accepts no other name, and serde would not read
            // it. A text that holds JSON has the names that the tool keeps.
            OtherNames::None
                if self.d.closed == Closed::Always
                    && !(self.in_text && object.unknown_names == UnknownNames::Kept) => {}
            OtherNames::Any | OtherNames::Values if self.d.maps != MapStyle::Schema => {
                if let Some(key) = rest_key(object, choice, frame) {
                    out.insert(name_of(self.d, key), left.map(entry).collect());
                }
            }
            _ => out.extend(left),
        }
    }
}

/// Returns true if the type is an `Option`, transparent newtypes removed.
fn is_option<'a>(link: &'a Link<'a>, at: &Frame<'_, 'a>) -> bool {
    let inside = peel(resolve(link, at), Wrappers::Transparent, Some(at));
    matches!(inside.kind, Kind::Option(_))
}
