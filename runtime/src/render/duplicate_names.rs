//! Duplicate names in one object, and maps that would read the same names.
//!
//! Applies only to objects with flattened types, because the macros compare the names of one
//! declaration.

use super::map_keys;
use super::properties::key;
use super::writer::{WHOLE_TOOL, Writer};
use crate::const_str::{contains, eq, is_empty};
use crate::schema::{EnumValue, Field, Kind, Literal};
use crate::shape::{Alternative, Frame, FrameStep, ObjectAt, map_key, rest_key};

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
                None => compare_name(w, names, field.key.raw, None, NamedPart::Property),
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
                    compare_name(w, names, unit_name(w, value), outermost, NamedPart::Variant);
                    names.count += 1;
                }
                _ => {}
            }
        } else {
            compare_name(w, names, key(w, field).raw, within, NamedPart::Property);
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
    part: NamedPart,
) {
    let bit = bit_of(name);
    if !is_empty(name)
        && names.seen[bit / 64] & 1 << (bit % 64) != 0
        && let aliases = (within.is_some() && !w.output)
        && let Some(first) = occurs(w, name, aliases, names.count, names.one).0
    {
        name_twice(w, names, name, within, &first, part);
    }
    names.insert(name);
}

/// A part of a type that has a name in JSON.
#[derive(Clone, Copy)]
enum NamedPart {
    Property,
    /// The tag of an enum or a struct.
    Tag,
    Alias,
    Variant,
}

/// The first part of an object that has a name, for the message about the second.
#[derive(Clone, Copy)]
struct First<'a> {
    part: NamedPart,
    /// The name of its type, or the variant's own in Rust; empty if there is none.
    owner: &'a str,
}

impl<'a> First<'a> {
    const fn of(field: &Field<'a>, part: NamedPart, at: &Frame<'_, 'a>) -> Self {
        let part = match part {
            NamedPart::Property if field.has(Field::TAG) => NamedPart::Tag,
            other => other,
        };
        First {
            part,
            owner: owner(at),
        }
    }
}

/// Returns the name of the type that an object belongs to, also as one of its variants; empty if it
/// has none.
const fn owner<'a>(at: &Frame<'_, 'a>) -> &'a str {
    if let Some(schema) = at.named
        && let Some(name) = schema.name
    {
        return name.name;
    }
    match (at.step, at.up) {
        (FrameStep::Here | FrameStep::Variant(_), Some(up)) => owner(up),
        _ => "",
    }
}

/// Reports a name that an object has twice.
const fn name_twice<'a>(
    w: &mut Writer<'_, 'a>,
    names: &NameSet<'_, 'a>,
    name: &'a str,
    within: Option<&'a str>,
    first: &First<'a>,
    part: NamedPart,
) {
    let root = names.params && !w.output && is_empty(owner(names.one.frame));
    let this = match part {
        NamedPart::Property | NamedPart::Tag => "the name",
        NamedPart::Alias => "the alias",
        NamedPart::Variant => "the variant's name",
    };
    let (before, after) = match first.part {
        NamedPart::Variant if is_empty(first.owner) => ("another variant", ""),
        NamedPart::Variant => ("the variant `", "`"),
        _ if is_empty(first.owner) && root => ("a parameter", ""),
        _ if is_empty(first.owner) => ("another property", ""),
        NamedPart::Property => ("a property of `", "`"),
        NamedPart::Tag => ("the tag of `", "`"),
        NamedPart::Alias => ("an alias in `", "`"),
    };
    let fix = match (first.part, part) {
        (NamedPart::Alias, _) | (_, NamedPart::Alias) => "leave out the alias, or rename the other",
        (NamedPart::Tag, _) => {
            "rename this one with `#[serde(rename = \"..\")]`, or write another `tag = \"..\"`"
        }
        _ if root && (within.is_none() || is_empty(first.owner)) => {
            "rename the parameter with `#[tool(rename = \"..\")]`, or the other with `#[serde(rename = \"..\")]`"
        }
        _ => "rename one of them with `#[serde(rename = \"..\")]`",
    };
    let flattened;
    let up = match within {
        Some(field) => {
            flattened = names.one.frame.property(field);
            &flattened
        }
        None => names.one.frame,
    };
    let both = ", and serde puts both into one object: ";
    let reason = [this, " is also ", before, first.owner, after, both, fix];
    w.fault_parts(&up.property(name), "properties", &reason);
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
            compare_name(w, names, aliases[i], None, NamedPart::Alias);
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

/// Returns the one of the first `max` names, counting those of flattened types, that is that name;
/// and the number of names visited. `aliases`: theirs count too.
const fn occurs<'a>(
    w: &Writer<'_, 'a>,
    name: &str,
    aliases: bool,
    max: usize,
    one: ObjectAt<'_, 'a>,
) -> (Option<First<'a>>, usize) {
    let frame = one.frame;
    let mut fields = one.fields();
    let mut count = 0;
    while count < max
        && let Some(field) = fields.any()
    {
        if is_hidden(w, field) {
            count += 1;
            if aliases && eq(field.key.raw, name) {
                return (Some(First::of(field, NamedPart::Property, frame)), count);
            }
        } else if frame.skips(field) {
        } else if field.flags & Field::FLATTEN != 0 {
            match fields.part(field).choose(frame).0 {
                Alternative::Object(inner, number, inner_frame) => {
                    let inner = ObjectAt::of(inner, number, &inner_frame);
                    let (found, more) = occurs(w, name, aliases, max - count, inner);
                    count += more;
                    if found.is_some() {
                        return (found, count);
                    }
                }
                Alternative::Unit(value) => {
                    count += 1;
                    if eq(unit_name(w, value), name) {
                        let (part, owner) = (NamedPart::Variant, value.ident);
                        return (Some(First { part, owner }), count);
                    }
                }
                _ => {}
            }
        } else {
            count += 1;
            if eq(key(w, field).raw, name) {
                return (Some(First::of(field, NamedPart::Property, frame)), count);
            }
            if aliases && contains(field.aliases(), name) {
                return (Some(First::of(field, NamedPart::Alias, frame)), count);
            }
        }
    }
    (None, count)
}

/// Checks that the flattened field's own name is free if other names become an array of entries
/// under it.
pub(crate) const fn rest_name<'a>(w: &mut Writer<'_, 'a>, one: ObjectAt<'_, 'a>) {
    let Some(rest) = rest_key(one.object, one.choice, one.frame) else {
        return;
    };
    if occurs(w, rest.raw, false, usize::MAX, one).0.is_some() {
        w.fault(
            &one.frame.property(rest.raw),
            "additionalProperties",
            "the flattened map beside it is a list here, under its field's name, which is this name too: rename the flattened field",
        );
    }
}
