//! Names that a flattened type reads and serde counts as unread: it passes them to a flattened map,
//! or rejects them because of `deny_unknown_fields`.
//!
//! Serde's `FlatMapDeserializer` takes a name away only for a struct, an externally tagged and an
//! adjacently tagged enum, and only from the fields that follow. An internally tagged or untagged
//! enum, a map, and a type with flattened fields of its own, read it as a map of all names.

use super::map_keys::is_text;
use super::writer::{WHOLE_TOOL, Writer};
use crate::schema::{Field, Kind, Schema};
use crate::shape::{
    Alternative, Frame, FrameStep, ObjectAt, has_members, has_rest, resolve, rest_key, takes_names,
};

/// The fault of a flattened type whose names `deny_unknown_fields` rejects.
const UNKNOWN: &str = "serde rejects the names of this flattened type as unknown because of `deny_unknown_fields`: leave that out, leave `flatten` out, or take a struct without flattened fields, an enum with `content`, or one without `tag`";

/// Rejects a flattened type in parameters if serde would reject every name that it reads, because
/// the object around it is closed.
pub(crate) const fn names_of_closed<'a>(w: &mut Writer<'_, 'a>, one: ObjectAt<'_, 'a>) {
    if w.output {
        return;
    }
    let whole = w.param == WHOLE_TOOL;
    let mut fields = one.fields();
    while let Some((field, part)) = fields.flattened() {
        if whole {
            w.param = fields.index();
        }
        if field.flags & Field::WHOLE != 0 {
            continue;
        }
        let rejected = match part.choose(one.frame).0 {
            Alternative::Object(inner, number, at) => {
                names_of_closed(w, ObjectAt::of(inner, number, &at));
                has_members(inner, number, &at) && !takes_names(part.schema, one.frame)
            }
            Alternative::Rest(..) | Alternative::AnyRest => true,
            _ => false,
        };
        if rejected && one.object.is_closed() && is_of_type(one.frame) {
            w.fault(&one.frame.property(field.key.raw), "flatten", UNKNOWN);
        }
    }
    if whole {
        w.param = WHOLE_TOOL;
    }
}

/// Returns whether an object is of a type, which serde reads, and not the parameters of a tool.
const fn is_of_type(frame: &Frame<'_, '_>) -> bool {
    if matches!(frame.named, Some(schema) if schema.name.is_some()) {
        return true;
    }
    matches!(frame.up, Some(up) if is_of_type(up))
}

/// Rejects a flattened type in parameters if the map beside it can't hold the values of its names.
pub(crate) const fn names<'a>(w: &mut Writer<'_, 'a>, one: ObjectAt<'_, 'a>) {
    if w.output || !one.has_rest() {
        return;
    }
    let whole = w.param == WHOLE_TOOL;
    let rest = values_of_rest(one);
    let mut after = false;
    let mut fields = one.fields();
    while let Some((field, part)) = fields.flattened() {
        if whole {
            w.param = fields.index();
        }
        let alternative = part.choose(one.frame).0;
        let shared = after || !takes_names(part.schema, one.frame);
        if alternative.has_rest() {
            after = true;
            if let Alternative::Object(inner, number, at) = &alternative {
                names(w, ObjectAt::of(inner, *number, at));
            }
        } else if shared && is_of_type(one.frame) && !fits(rest, &alternative) {
            report_shared(w, one, field.key.raw);
        }
    }
    if whole {
        w.param = WHOLE_TOOL;
    }
}

/// Rejects a flattened field because the map gets its names too.
const fn report_shared<'a>(w: &mut Writer<'_, 'a>, one: ObjectAt<'_, 'a>, field: &'a str) {
    let map = match rest_key(one.object, one.choice, one.frame) {
        Some(key) => key.raw,
        None => "",
    };
    let reason = [
        "serde puts the names of `",
        field,
        "` into the flattened map `",
        map,
        "` too, whose values are of another type: take `serde_json::Value` for its values, or leave `flatten` out of one",
    ];
    w.fault_parts(&one.frame.property(field), "flatten", &reason);
}

/// Returns the JSON types of the values of the flattened map.
const fn values_of_rest(one: ObjectAt<'_, '_>) -> u8 {
    let mut fields = one.fields();
    while let Some((_, part)) = fields.flattened() {
        match part.choose(one.frame).0 {
            Alternative::Rest(map, at) => return types(resolve(&map.value, &at), &at, MAX_DEPTH),
            Alternative::Object(inner, number, at) if has_rest(inner, number, &at) => {
                return values_of_rest(ObjectAt::of(inner, number, &at));
            }
            _ => {}
        }
    }
    ANY
}

/// Returns whether the map can hold the values of an alternative's names.
const fn fits(rest: u8, alternative: &Alternative<'_, '_>) -> bool {
    match alternative {
        Alternative::Object(object, choice, at) => all_fit(rest, ObjectAt::of(object, *choice, at)),
        // The value under a unit variant's name is `null`.
        Alternative::Unit(value) => rest & NULL != 0 || value.flags & Field::OUTPUT_ONLY != 0,
        _ => true,
    }
}

/// Returns whether the map can hold a value of each property.
const fn all_fit(rest: u8, one: ObjectAt<'_, '_>) -> bool {
    let mut fields = one.fields();
    while let Some((field, part)) = fields.next() {
        let fit = match part {
            Some(part) => fits(rest, &part.choose(one.frame).0),
            // `null` may mean that the property is absent.
            None => types(resolve(&field.ty, one.frame), one.frame, MAX_DEPTH) & rest & !NULL != 0,
        };
        if !fit {
            return false;
        }
    }
    true
}

/// Any JSON type.
const ANY: u8 = 0b11_1111;

const NUMBER: u8 = 1 << 1;
const STRING: u8 = 1 << 2;
const NULL: u8 = 1 << 5;

/// Maximum number of types inside one another that are looked at.
const MAX_DEPTH: u8 = 8;

/// Returns the JSON types of a schema's values, one bit each.
const fn types<'a>(schema: &'a Schema<'a>, up: &Frame<'_, 'a>, deep: u8) -> u8 {
    let frame = up.below(FrameStep::Items, Some(schema));
    match &schema.kind {
        _ if deep == 0 => ANY,
        Kind::Boolean => 1,
        Kind::String(_) => STRING,
        Kind::Enum(_) if is_text(schema) => STRING,
        Kind::Integer(_) | Kind::Number(_) | Kind::Enum(_) => NUMBER,
        Kind::Array(_) | Kind::Tuple(_) => 1 << 3,
        Kind::Map(_) => 1 << 4,
        // Serde reads it from a list too.
        Kind::Object(_) => 0b1_1000,
        Kind::Option(inner) => NULL | types(resolve(inner, &frame), &frame, deep - 1),
        Kind::Newtype(newtype) => types(resolve(&newtype.ty, &frame), &frame, deep - 1),
        Kind::Union(union) => {
            let mut all = 0;
            let mut i = 0;
            while i < union.variants.len() {
                all |= types(&union.variants[i], &frame, deep - 1);
                i += 1;
            }
            all
        }
        Kind::Any | Kind::Null | Kind::Never => ANY,
    }
}
