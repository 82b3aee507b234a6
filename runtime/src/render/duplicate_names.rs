//! Duplicate names in one object, and maps that would read the same names.
//!
//! Applies only to objects with flattened types, because the macros compare the names of one
//! declaration.

use super::map_keys;
use super::properties::key;
use super::writer::{WHOLE_TOOL, Writer};
use crate::const_str::{contains, eq, is_empty};
use crate::schema::{EnumValue, Field, Kind, Literal};
use crate::shape::{Alternative, ObjectAt, map_key, rest_key};

pub(crate) const fn duplicates<'a>(w: &mut Writer<'_, 'a>, one: ObjectAt<'_, 'a>) {
    let mut flattened = false;
    let mut i = 0;
    while i < one.object.fields.len() {
        flattened = flattened || one.object.fields[i].flags & Field::FLATTEN != 0;
        i += 1;
    }
    if !flattened {
        return;
    }
    let mut names = NameSet {
        params: w.param == WHOLE_TOOL,
        one,
        count: 0,
        seen: [0; WORDS],
        rest: false,
    };
    // A fault of the parameters points at the parameter.
    let param = w.param;
    compare(w, &mut names, one, None);
    w.param = param;
}

const SECOND_REST: &str = "a second flattened map or `Value` would read the same names as the first: leave `flatten` out of one";

/// The fault of a flattened map whose keys are not text.
const NO_TEXT: &str = "the keys of a flattened map are strings: take `String` as the key, or write `#[tool(as = \"BTreeMap<String, _>\")]` beside `deserialize_with`";

/// The number of words in [`NameSet::seen`]. With 32,768 bits, about fifteen of a thousand names
/// collide.
const WORDS: usize = 512;

/// The names visited in an object. A hash bit distinguishes each from most others, so that a
/// thousand names are not compared pairwise.
struct NameSet<'f, 'a> {
    /// True if the properties are the tool's parameters.
    params: bool,
    one: ObjectAt<'f, 'a>,
    /// The number of names.
    count: usize,
    /// A bit for each name.
    seen: [u64; WORDS],
    /// A flattened map or `Value` was visited, which reads all remaining names.
    rest: bool,
}

impl NameSet<'_, '_> {
    const fn insert(&mut self, name: &str) {
        let bit = bit_of(name);
        self.seen[bit / 64] |= 1 << (bit % 64);
    }
}

/// Walks through the names, including those of flattened types, and compares each with the earlier
/// ones. `within`: the flattened field of the checked object that contains this one.
const fn compare<'a>(
    w: &mut Writer<'_, 'a>,
    names: &mut NameSet<'_, 'a>,
    one: ObjectAt<'_, 'a>,
    within: Option<&'a str>,
) {
    let frame = one.frame;
    let mut fields = one.fields();
    let mut i = 0;
    while let Some(field) = fields.any() {
        if names.params && matches!(within, None) {
            w.param = i;
        }
        i += 1;
        if is_hidden(w, field) {
            // Serde reads it before a property of a flattened type.
            match within {
                None => compare_name(w, names, field.key.raw, None),
                Some(_) => names.insert(field.key.raw),
            }
            names.count += 1;
        } else if frame.skips(field) {
        } else if field.flags & Field::FLATTEN != 0 {
            let outermost = match within {
                Some(_) => within,
                None => Some(key(w, field).raw),
            };
            match fields.part(field).choose(frame).0 {
                Alternative::Object(inner, number, inner_frame) => {
                    let inner = ObjectAt::of(inner, number, &inner_frame);
                    compare(w, names, inner, outermost);
                }
                Alternative::Rest(map, inner_frame) => {
                    let key = map_key(&map.key, &inner_frame);
                    if !w.output && !map_keys::is_text(key) && !matches!(key.kind, Kind::Any) {
                        w.fault(&names.one.frame.property(field.key.raw), "flatten", NO_TEXT);
                    }
                    second_rest(w, names, field);
                }
                Alternative::AnyRest => second_rest(w, names, field),
                Alternative::Unit(value) => {
                    compare_name(w, names, unit_name(w, value), outermost);
                    names.count += 1;
                }
                _ => {}
            }
        } else {
            compare_name(w, names, key(w, field).raw, within);
            compare_aliases(w, names, field, within.is_some());
            names.count += 1;
        }
    }
}

/// Compares a name with those of the earlier properties, and with their aliases too if the property
/// is flattened (`within`): serde reads the value for the first that takes the name.
const fn compare_name<'a>(
    w: &mut Writer<'_, 'a>,
    names: &mut NameSet<'_, 'a>,
    name: &'a str,
    within: Option<&'a str>,
) {
    let bit = bit_of(name);
    if !is_empty(name)
        && names.seen[bit / 64] & 1 << (bit % 64) != 0
        && occurs(
            w,
            name,
            within.is_some() && !w.output,
            names.count,
            names.one,
        )
        .0
    {
        let flattened;
        let up = match within {
            Some(field) => {
                flattened = names.one.frame.property(field);
                &flattened
            }
            None => names.one.frame,
        };
        w.fault(
            &up.property(name),
            "properties",
            "the name occurs twice in one object, because a type is flattened: rename one of them",
        );
    }
    names.insert(name);
}

/// Returns whether a field is hidden in arguments, which serde reads.
const fn is_hidden(w: &Writer<'_, '_>, field: &Field<'_>) -> bool {
    !w.output && field.has(Field::HIDDEN)
}

/// Compares the aliases of the object's own properties, which serde reads first, with the names of
/// flattened ones. An alias of a flattened property takes the names after it.
const fn compare_aliases<'a>(
    w: &mut Writer<'_, 'a>,
    names: &mut NameSet<'_, 'a>,
    field: &Field<'a>,
    inner: bool,
) {
    if w.output {
        return;
    }
    let aliases = field.aliases();
    let mut i = 0;
    while i < aliases.len() {
        if inner {
            names.insert(aliases[i]);
        } else {
            compare_name(w, names, aliases[i], None);
        }
        i += 1;
    }
}

/// Returns the name of a unit variant of a flattened enum; an empty one if it is not read.
const fn unit_name<'a>(w: &Writer<'_, 'a>, value: &'a EnumValue<'a>) -> &'a str {
    match &value.value {
        Literal::String(name) if !w.output && value.flags & Field::OUTPUT_ONLY == 0 => name.raw(),
        _ => "",
    }
}

/// Rejects a second flattened map in parameters, because serde gives each of them all remaining
/// names.
const fn second_rest<'a>(
    w: &mut Writer<'_, 'a>,
    names: &mut NameSet<'_, 'a>,
    field: &'a Field<'a>,
) {
    if names.rest && !w.output {
        w.fault(
            &names.one.frame.property(field.key.raw),
            "flatten",
            SECOND_REST,
        );
    }
    names.rest = true;
}

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

/// Returns whether one of the first `max` names, counting those of flattened types, is that name;
/// and the number of names visited. `aliases`: theirs count too.
const fn occurs<'a>(
    w: &Writer<'_, 'a>,
    name: &str,
    aliases: bool,
    max: usize,
    one: ObjectAt<'_, 'a>,
) -> (bool, usize) {
    let frame = one.frame;
    let mut fields = one.fields();
    let mut count = 0;
    while count < max
        && let Some(field) = fields.any()
    {
        if is_hidden(w, field) {
            count += 1;
            if aliases && eq(field.key.raw, name) {
                return (true, count);
            }
        } else if frame.skips(field) {
        } else if field.flags & Field::FLATTEN != 0 {
            match fields.part(field).choose(frame).0 {
                Alternative::Object(inner, number, inner_frame) => {
                    let inner = ObjectAt::of(inner, number, &inner_frame);
                    let (found, more) = occurs(w, name, aliases, max - count, inner);
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
        } else {
            count += 1;
            if eq(key(w, field).raw, name) || aliases && contains(field.aliases(), name) {
                return (true, count);
            }
        }
    }
    (false, count)
}

/// Checks that the flattened field's own name is free if other names become an array of entries
/// under it.
pub(crate) const fn rest_name<'a>(w: &mut Writer<'_, 'a>, one: ObjectAt<'_, 'a>) {
    let Some(rest) = rest_key(one.object, one.choice, one.frame) else {
        return;
    };
    if occurs(w, rest.raw, false, usize::MAX, one).0 {
        w.fault(
            &one.frame.property(rest.raw),
            "additionalProperties",
            "the flattened map beside it is a list here, under its field's name, which is this name too: rename the flattened field",
        );
    }
}
