//! Type checks as serde does them, to select the alternative of a union.

use super::super::type_bounds::{
    enum_has_number, enum_lists, float_holds, integer_holds, is_whole, string_holds,
};
use super::access::ValueAccess;
use super::canonical::has_item_twice;
use super::fields::FlattenedPart;
use super::keys::key_fits;
use super::object::fields;
use super::resolved::rules_in;
use super::tags::is_unit_variant;
use super::walk::Selects;
use super::{Cursor, EntryRole, Guided, Resolved, SentFields, Walk};
use crate::constraint::{counted_length_kept, number_kept};
use crate::json_index::{Node, TokenKind as Json};
use crate::schema::{Enum, Field, FloatType, Kind, Num, Object, Rules, Schema};
use crate::shape::{Changes, OtherNames, Place, enum_is_text, map_is_entries};

impl<'de> Walk<'_, 'de> {
    pub(crate) fn fits(
        self,
        schema: &'de Schema<'de>,
        place: &Place<'_, 'de>,
        node: Node<'de>,
    ) -> bool {
        Guided::of(self, node, schema, *place, None).fits()
    }

    /// Returns false for a number that serde reads as a float, if the value must fit unchanged. In
    /// a schema that no type reads, `1.0` is an integer.
    fn takes(self, integer: &str) -> bool {
        self.changes != Changes::None || self.session.alone || is_whole(integer)
    }
}

impl Guided<'_, '_> {
    pub(crate) fn fits(&self) -> bool {
        let mut fits = false;
        let seen = self.resolve(&mut |seen, leaf| fits = leaf.fits(seen));
        fits || seen.is_none()
    }
}

impl<'de> Cursor<'_, 'de> {
    /// Constraints don't select alternatives, because serde takes the first that it can read,
    /// unless the walk selects by them.
    pub(crate) fn fits(&self, seen: Resolved<'_, 'de>) -> bool {
        let walk = self.walk;
        if !walk.session.step() {
            return false;
        }
        if seen.is_null() && self.via.nullable {
            return true;
        }
        if walk.selects == Selects::Constraints && !self.satisfies_constraints(&seen) {
            return false;
        }
        match (&self.schema.kind, seen) {
            (Kind::Any, _) if walk.listed => false,
            (Kind::Any, _) => {
                !walk.declared || walk.d.untyped || walk.in_text || self.is_declared_text()
            }
            (Kind::Boolean, Resolved::Bool(_)) | (Kind::Number(_), Resolved::Number(_)) => true,
            (Kind::Null, seen) => seen.is_null(),
            // A `null` in a text, declared for the whole union.
            (Kind::Union(union), Resolved::Null) => union.variants.iter().any(|variant| {
                walk.plain()
                    .fits(variant, &Place::choice(self.frame), self.node)
            }),
            (Kind::Union(_), Resolved::Raw(node)) => is_unit_variant(self.schema, node),
            (Kind::Boolean, Resolved::Raw(node)) => matches!(node.kind(), Json::True | Json::False),
            (Kind::Number(_), Resolved::Raw(node)) => node.kind() == Json::Number,
            (Kind::Integer(integer), Resolved::Integer(text)) => {
                walk.takes(text) && integer_holds(integer, text)
            }
            (Kind::String(string), Resolved::Raw(node)) => {
                node.as_str().is_some_and(|text| string_holds(string, text))
            }
            (Kind::Enum(values), Resolved::Integer(text)) => {
                walk.takes(text)
                    && enum_has_number(values, text)
                    && self.is_declared_value(values, text)
            }
            (Kind::Enum(values), Resolved::Raw(node)) => node
                .as_str()
                .is_some_and(|text| values.reads(text) && self.is_declared_value(values, text)),
            (Kind::Enum(values), Resolved::Word(text)) => {
                values.reads(text) && self.is_declared_value(values, text)
            }
            (Kind::Array(array), Resolved::List(list)) => {
                array
                    .exactly
                    .is_none_or(|n| count(list.items.len()).equals(&n))
                    && self.all_fit(list)
            }
            (Kind::Tuple(types), Resolved::List(list)) => {
                list.items.len() == types.len() && self.all_fit(list)
            }
            (Kind::Object(_), Resolved::Fields(fields)) => fields.fit(walk),
            (Kind::Object(_), Resolved::List(list)) => {
                !walk.declared && list.is_complete() && self.all_fit(list)
            }
            // An object without members, sent in a string.
            (Kind::Object(object), Resolved::Raw(node)) => {
                node.is_object() && self.is_alternative(object, node)
            }
            (Kind::Map(map), Resolved::Map(entries)) => {
                let as_list = |map| map_is_entries(&mut walk.d.reader(), map);
                (!walk.declared || self.node.is_array() == as_list(map))
                    && entries
                        .entries
                        .iter()
                        .all(|(name, _)| key_fits(walk, entries.names, self.frame, name))
                    && (0..entries.entries.len())
                        .all(|i| entries.value(walk, i).is_some_and(|value| value.fits()))
            }
            _ => false,
        }
    }

    /// Returns true if all constraints are satisfied. A value of another type can't satisfy them,
    /// even though a custom deserializer (`deserialize_with`) may read it.
    pub(super) fn satisfies_constraints(&self, seen: &Resolved<'_, 'de>) -> bool {
        let chain = self.via.rules;
        // A value that no type reads is still checked against its whole schema.
        if chain.is_some() && !self.walk.session.alone && self.is_of_another_type(seen) {
            return false;
        }
        if !rules_in(chain).all(|rules| self.satisfies(rules, seen)) {
            return false;
        }
        let list = !matches!(seen, Resolved::List(list) if !list.is_kept());
        list && !self.has_item_twice(seen) && !self.is_beyond_float(seen)
    }

    /// Returns true if the value satisfies the constraints, also as its type stores it: an `f32`
    /// may round a number to the bound that it must not reach.
    pub(crate) fn satisfies(&self, rules: &Rules<'_>, seen: &Resolved<'_, 'de>) -> bool {
        let reached = |bound: Option<Num<'_>>| {
            let rounded = seen.number().and_then(|text| text.parse::<f32>().ok());
            bound.is_some_and(|bound| bound.text().parse().ok() == rounded)
        };
        satisfies(self.walk, rules, *seen)
            && !(matches!(&self.schema.kind, Kind::Number(FloatType::F32))
                && (reached(rules.exclusive_minimum) || reached(rules.exclusive_maximum)))
    }

    /// Returns true if the number exceeds its type's range: serde would read infinity.
    pub(crate) fn is_beyond_float(&self, seen: &Resolved<'_, 'de>) -> bool {
        let holds = |float| seen.number().is_none_or(|text| float_holds(float, text));
        matches!(self.schema.kind, Kind::Number(float) if !holds(float))
    }

    pub(crate) fn has_item_twice(&self, seen: &Resolved<'_, 'de>) -> bool {
        let (Kind::Array(array), Resolved::List(list)) = (&self.schema.kind, seen) else {
            return false;
        };
        array.unique && has_item_twice(self.walk, *list)
    }

    /// Returns true if the value is not of the schema's type, nor `null`. Serde would not read it
    /// as the type itself.
    fn is_of_another_type(&self, seen: &Resolved<'_, 'de>) -> bool {
        let Resolved::Raw(node) = seen else {
            return false;
        };
        let kind = node.kind();
        let text = matches!(kind, Json::Plain | Json::Escaped);
        match &self.schema.kind {
            Kind::Integer(_) | Kind::Number(_) => kind != Json::Number && kind != Json::Null,
            Kind::String(_) => !text && kind != Json::Null,
            Kind::Array(_) | Kind::Tuple(_) => kind != Json::Array && kind != Json::Null,
            _ => false,
        }
    }

    /// Returns true for the JSON text of any value. Without a type, a string in an alternative with
    /// any names is rather a string: the text would be another value.
    fn is_declared_text(&self) -> bool {
        let session = self.walk.session;
        !session.alone && self.node.is_string() && session.open(self.node).is_some()
    }

    /// Returns true if a value of an enum has the form of its declaration, or needs no such form. A
    /// declaration doesn't list what `#[serde(other)]` reads. Such a name is a declared one if no
    /// other alternative lists it.
    fn is_declared_value(&self, values: &Enum<'_>, text: &str) -> bool {
        let walk = self.walk;
        if !walk.declared {
            return true;
        }
        let is_text = enum_is_text(&mut walk.d.reader(), values);
        if enum_lists(values, text) {
            return !is_text || self.node.is_string();
        }
        walk.session.has_other_name.set(true);
        !walk.listed && values.reads(text)
    }

    fn all_fit(&self, list: super::ListItems<'_, 'de>) -> bool {
        (0..list.items.len()).all(|i| list.item(self.walk, i).is_some_and(|item| item.fits()))
    }

    fn is_alternative(&self, object: &'de Object<'de>, node: Node<'de>) -> bool {
        let choice = self.walk.alternative(self.schema, object, self.frame, node);
        choice.is_some_and(|choice| {
            fields(self.walk, object, choice, self.frame, node).fit(self.walk)
        })
    }
}

impl<'de> SentFields<'_, 'de> {
    pub(super) fn fit(&self, walk: Walk<'_, 'de>) -> bool {
        let fits = self.all_members_fit(walk);
        let is_flat = |field: &Field<'_>| field.has(Field::FLATTEN);
        if !fits && self.object.fields.iter().any(is_flat) {
            walk.session.unfit_flattened.set(true);
        }
        fits
    }

    fn all_members_fit(&self, walk: Walk<'_, 'de>) -> bool {
        let mut fits = true;
        let mut known = 0;
        self.each_member(&mut |member, at, position| {
            if fits {
                known += usize::from(self.entry(position.index).is_some());
                fits = self.member_fits(walk, member, at, position);
            }
        });
        fits = fits
            && !(walk.declared && self.undeclared)
            && !(self.entries.iter()).any(|entry| matches!(entry.slot, EntryRole::Duplicate));
        let walk = walk.of_member(false);
        // Serde accepts hidden fields in a closed object too: they are faults of this alternative.
        if !fits || known == self.sent().count() {
            return fits;
        }
        let others = match self.rest {
            OtherNames::None => !self.is_closed(walk),
            OtherNames::Any | OtherNames::Values => self.other_names_fit(walk),
        };
        others && !self.has_name_of_none(walk) && !self.has_other_variant()
    }

    /// Returns true if the members with other names fit the map that keeps them.
    pub(super) fn other_names_fit(&self, walk: Walk<'_, 'de>) -> bool {
        if walk.loses_options && self.is_rest_optional() {
            return true;
        }
        let fit = self.with_rest(|map, frame| {
            self.entries.iter().all(|entry| {
                let walk = match entry.slot {
                    EntryRole::Rest => walk,
                    EntryRole::Unchanged => walk.plain(),
                    _ => return true,
                };
                key_fits(walk, &map.key, frame, entry.name)
                    && Guided::item(walk, entry.node, &map.value, frame).fits()
            })
        });
        fit != Some(false)
    }
}

pub(super) fn satisfies<'de>(
    walk: Walk<'_, 'de>,
    rules: &Rules<'_>,
    seen: Resolved<'_, 'de>,
) -> bool {
    match ValueAccess::of(seen, walk, FlattenedPart::ALL) {
        ValueAccess::Number(digits, _) => number_kept(rules, digits),
        ValueAccess::Text(text) => walk.session.text_kept(rules, text),
        ValueAccess::List(list) => counted_length_kept(rules, || list.left),
        ValueAccess::Object(object) => counted_length_kept(rules, || object.left()),
        ValueAccess::Null | ValueAccess::Bool(_) | ValueAccess::Spent => true,
    }
}

pub(crate) fn count(len: usize) -> Num<'static> {
    Num::int(false, len as u128, "")
}
