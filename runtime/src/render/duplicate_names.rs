//! Duplicate names in one object, and maps that would read the same names.
//!
//! Applies only to objects with flattened types, because the macros compare the names of one
//! declaration.

use super::map_keys;
use super::properties::{key, skipped};
use super::shared::place_of;
use super::writer::Writer;
use crate::const_str::{contains, eq};
use crate::schema::{EnumValue, Field, Kind, Literal, Object};
use crate::shape::{
    Alternative, Frame, FrameStep, alternatives, choose, map_key, resolve, rest_key,
};

/// Checks for duplicate names.
pub(crate) const fn duplicates<'a>(
    w: &mut Writer<'_, 'a>,
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
) {
    let mut flattened = false;
    let mut i = 0;
    while i < object.fields.len() {
        flattened = flattened || object.fields[i].flags & Field::FLATTEN != 0;
        i += 1;
    }
    if !flattened {
        return;
    }
    let mut names = NameSet {
        object,
        choice,
        frame,
        count: 0,
        seen: [0; WORDS],
        rest: false,
    };
    compare(w, &mut names, object, choice, frame);
}

/// The fault of a second flattened map.
const SECOND_REST: &str = "a second flattened map or `Value` would read the same names as the first: leave `flatten` out of one";

/// The fault of a flattened map whose keys are not text.
const NO_TEXT: &str = "the keys of a flattened map are strings: take `String` as the key, or write `#[tool(as = \"BTreeMap<String, _>\")]` beside `deserialize_with`";

/// The number of words in [`NameSet::seen`]. With 32,768 bits, about fifteen of a thousand names
/// collide.
const WORDS: usize = 512;

/// The names visited in an object. A hash bit distinguishes each from most others, so that a
/// thousand names are not compared pairwise.
struct NameSet<'f, 'a> {
    object: &'a Object<'a>,
    choice: usize,
    frame: &'f Frame<'f, 'a>,
    /// The number of names.
    count: usize,
    /// A bit for each name.
    seen: [u64; WORDS],
    /// A flattened map or `Value` was visited, which reads all remaining names.
    rest: bool,
}

/// Walks through the names, including those of flattened types, and compares each with the earlier
/// ones.
const fn compare<'a>(
    w: &mut Writer<'_, 'a>,
    names: &mut NameSet<'_, 'a>,
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
) {
    let mut choice = choice;
    let mut i = 0;
    while i < object.fields.len() {
        let field = &object.fields[i];
        if skipped(w, field) {
        } else if field.flags & Field::FLATTEN != 0 {
            let n = alternatives(&field.ty, frame);
            let schema = resolve(&field.ty, frame);
            match choose(schema, choice % n, frame).0 {
                Alternative::Object(inner, number, inner_frame) => {
                    compare(w, names, inner, number, &inner_frame);
                }
                Alternative::Rest(map, inner_frame) => {
                    let key = map_key(&map.key, &inner_frame);
                    if !w.output && !map_keys::is_text(key) && !matches!(key.kind, Kind::Any) {
                        w.fault(&place_of(names.frame, field), "flatten", NO_TEXT);
                    }
                    second_rest(w, names, field);
                }
                Alternative::AnyRest => second_rest(w, names, field),
                Alternative::Unit(value) => {
                    compare_name(w, names, unit_name(w, value));
                    names.count += 1;
                }
                _ => {}
            }
            choice /= n;
        } else {
            compare_name(w, names, key(w, field).raw);
            let aliases = aliases(w, field);
            let mut alias = 0;
            while alias < aliases.len() {
                compare_name(w, names, aliases[alias]);
                alias += 1;
            }
            names.count += 1;
        }
        i += 1;
    }
}

/// Compares a name with those of the earlier properties.
const fn compare_name<'a>(w: &mut Writer<'_, 'a>, names: &mut NameSet<'_, 'a>, name: &'a str) {
    let bit = bit_of(name);
    let (word, bit) = (bit / 64, 1 << (bit % 64));
    if names.seen[word] & bit != 0
        && occurs(
            w,
            name,
            names.count,
            names.object,
            names.choice,
            names.frame,
        )
        .0
    {
        let at = Frame {
            step: FrameStep::Property(name),
            named: None,
            optional: false,
            up: Some(names.frame),
        };
        w.fault(
            &at,
            "properties",
            "the name occurs twice, here and in a flattened type: rename one of them",
        );
    }
    names.seen[word] |= bit;
}

/// Returns the name of a unit variant of a flattened enum.
const fn unit_name<'a>(w: &Writer<'_, 'a>, value: &'a EnumValue<'a>) -> &'a str {
    match (value.output(), &value.value) {
        (Some(written), _) if w.output => written.raw(),
        (_, Literal::String(read)) => read.raw(),
        _ => "",
    }
}

/// Returns the other names of a property, which are only read.
const fn aliases<'a>(w: &Writer<'_, 'a>, field: &Field<'a>) -> &'a [&'a str] {
    if w.output { &[] } else { field.aliases() }
}

/// Rejects a second flattened map in parameters, because serde gives each of them all remaining
/// names.
const fn second_rest<'a>(
    w: &mut Writer<'_, 'a>,
    names: &mut NameSet<'_, 'a>,
    field: &'a Field<'a>,
) {
    if names.rest && !w.output {
        w.fault(&place_of(names.frame, field), "flatten", SECOND_REST);
    }
    names.rest = true;
}

/// Returns the bit of a name: a hash.
const fn bit_of(name: &str) -> usize {
    let bytes = name.as_bytes();
    let mut hash: usize = 0;
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash * 31 + bytes[i] as usize) & (WORDS * 64 - 1);
        i += 1;
    }
    hash
}

/// Returns whether one of the first `most` names, counting those of flattened types, is that name;
/// and the number of names visited.
const fn occurs<'a>(
    w: &Writer<'_, 'a>,
    name: &str,
    most: usize,
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
) -> (bool, usize) {
    let mut choice = choice;
    let mut count = 0;
    let mut i = 0;
    while i < object.fields.len() && count < most {
        let field = &object.fields[i];
        if skipped(w, field) {
        } else if field.flags & Field::FLATTEN != 0 {
            let n = alternatives(&field.ty, frame);
            let schema = resolve(&field.ty, frame);
            match choose(schema, choice % n, frame).0 {
                Alternative::Object(inner, number, inner_frame) => {
                    let (found, more) = occurs(w, name, most - count, inner, number, &inner_frame);
                    if found {
                        return (true, count + more);
                    }
                    count += more;
                }
                Alternative::Unit(value) => {
                    count += 1;
                    if eq(unit_name(w, value), name) {
                        return (true, count);
                    }
                }
                _ => {}
            }
            choice /= n;
        } else {
            count += 1;
            if eq(key(w, field).raw, name) || contains(aliases(w, field), name) {
                return (true, count);
            }
        }
        i += 1;
    }
    (false, count)
}

/// Checks that the flattened field's own name is free if other names become an array of entries
/// under it.
pub(crate) const fn rest_name<'a>(
    w: &mut Writer<'_, 'a>,
    object: &'a Object<'a>,
    choice: usize,
    frame: &Frame<'_, 'a>,
) {
    let Some(rest) = rest_key(object, choice, frame) else {
        return;
    };
    if occurs(w, rest.raw, usize::MAX, object, choice, frame).0 {
        let at = Frame {
            step: FrameStep::Property(rest.raw),
            named: None,
            optional: false,
            up: Some(frame),
        };
        w.fault(
            &at,
            "additionalProperties",
            "the flattened map beside it is a list here, under its field's name, which is this name too: rename the flattened field",
        );
    }
}
