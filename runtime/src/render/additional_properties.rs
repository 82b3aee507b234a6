//! Names other than the properties': a flattened map, as an array of entries or as
//! `additionalProperties`.

use super::describe::{SchemaAt, SchemaPlace};
use super::flattened_option::{NameFilter, NameList};
use super::map::entries;
use super::map_keys;
use super::node::at;
use super::notes::Outcome;
use super::properties::{PropertiesWalk, write_name};
use super::writer::Writer;
use crate::dialect::{NullStyle, kw};
use crate::json::lit;
use crate::schema::{Field, Kind, Link, Map, Schema};
use crate::shape::{Alternative, Frame, FrameStep, ObjectAt, has_key_rules, map_key, resolve};

/// A flattened `Value`: any names and any values.
pub(super) const ANY: Map<'static> = Map {
    key: Link::Borrowed(&Schema::of(Kind::String(crate::schema::Str::ANY))),
    value: Link::Borrowed(&Schema::of(Kind::Any)),
};

/// Writes the other names as a separate property: an array of `{key, value}` under the flattened
/// field's name.
pub(super) const fn property<'a>(
    w: &mut Writer<'_, 'a>,
    field: &'a Field<'a>,
    map: &'a Map<'a>,
    at: &Frame<'_, 'a>,
    frame: &Frame<'_, 'a>,
    depth: u32,
    members: &mut PropertiesWalk,
) {
    members.comma(w);
    let renamed = write_name(w, &field.key, frame);
    let inner = Frame {
        optional: true,
        ..at.below(FrameStep::Rest(field.key.raw), None)
    };
    let null = w.d.null_is_absent();
    let beside = null && matches!(w.d.null(), NullStyle::TypeArray | NullStyle::AnyOf);
    let place = SchemaPlace {
        docs: field.docs,
        null: null && !beside,
        optional: true,
        renamed,
        ..SchemaPlace::at(frame, FrameStep::Rest(field.key.raw), depth + 1)
    };
    if beside {
        lit!(w.out, "{\"anyOf\":[");
    }
    let node = SchemaAt {
        schema: const { &Schema::of(Kind::Any) },
        place: &place,
        frame: &inner,
    };
    entries(w, node, &map.key, &map.value);
    if beside {
        lit!(w.out, ",{\"type\":\"null\"}]}");
    }
    w.tally.properties += 1;
}

pub(crate) const fn additional<'a>(w: &mut Writer<'_, 'a>, one: ObjectAt<'_, 'a>) {
    if !names_and_values(w, one, one) {
        lit!(w.out, ",\"additionalProperties\":true");
    }
}

/// Writes the schema of the flattened map's values, and restricts other names to its keys, unless
/// these are unrestricted. Returns whether there was a map.
const fn names_and_values<'a>(
    w: &mut Writer<'_, 'a>,
    whole: ObjectAt<'_, 'a>,
    one: ObjectAt<'_, 'a>,
) -> bool {
    let mut fields = one.fields();
    while let Some((_, part)) = fields.flattened() {
        match part.choose(one.frame).0 {
            Alternative::Rest(map, inner) => {
                let key = map_key(&map.key, &inner);
                if has_key_rules(&map.key, &inner) {
                    let words = "constraints of the flattened map's names aren't in the text; they are checked";
                    w.note(whole.frame, Outcome::Widened, "propertyNames", words);
                }
                if !map_keys::are_plain(key) {
                    property_names(w, whole, key);
                }
                lit!(w.out, ",\"additionalProperties\":");
                let place = SchemaPlace::at(&inner, FrameStep::Values, 1);
                at(w, resolve(&map.value, &inner), &place);
                return true;
            }
            Alternative::Object(object, choice, at)
                if names_and_values(w, whole, ObjectAt::of(object, choice, &at)) =>
            {
                return true;
            }
            _ => {}
        }
    }
    false
}

/// Writes `propertyNames`: the properties' names and the map's keys.
const fn property_names<'a>(w: &mut Writer<'_, 'a>, whole: ObjectAt<'_, 'a>, key: &Schema<'_>) {
    if !w.has(kw::PROPERTY_NAMES) {
        return w.note(
            whole.frame,
            Outcome::Widened,
            "propertyNames",
            "names that the flattened map doesn't have are rejected, and no keyword here can express that",
        );
    }
    lit!(w.out, ",\"propertyNames\":{\"anyOf\":[");
    let mut list = NameList::new("{\"enum\":[\"", "\",\"");
    list.add(w, whole, NameFilter::All);
    if list.len > 0 {
        lit!(w.out, "\"]},");
    }
    map_keys::name(w, key);
    lit!(w.out, "]}");
}
