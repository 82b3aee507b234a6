//! The properties of an object, including those of flattened types.

use super::describe::SchemaPlace;
use super::flattened_option::FlattenedOption;
use super::merged_rules::RuleChain;
use super::misfit::Misfit;
use super::node::at;
use super::value::{defaults, hides_default};
use super::writer::Writer;
use super::{additional_properties, check};
use crate::dialect::MapStyle;
use crate::json::lit;
use crate::schema::{Field, Key, Kind, Link, Literal, Schema};
use crate::shape::{
    self, Alternative, FlattenedType, Frame, FrameStep, ObjectAt, Wrappers, alternatives, choose,
    is_optional, key_is_renamed, peel, renamed, resolve,
};

/// The state of a walk over an object's properties.
pub(crate) struct PropertiesWalk {
    /// Nothing has been written.
    pub(crate) first: bool,
    /// The object accepts other names.
    pub(crate) has_rest: bool,
    /// A flattened `Option` has properties.
    pub(crate) has_option: bool,
}

impl PropertiesWalk {
    pub(crate) const fn new(one: ObjectAt<'_, '_>) -> Self {
        PropertiesWalk {
            first: true,
            has_rest: one.has_rest(),
            has_option: false,
        }
    }

    pub(crate) const fn comma(&mut self, w: &mut Writer<'_, '_>) {
        if self.first {
            self.first = false;
        } else {
            lit!(w.out, ",");
        }
    }
}

/// Returns the name of a property in the direction that the walk describes: serialization or
/// deserialization.
pub(crate) const fn key<'a>(w: &Writer<'_, '_>, field: &'a Field<'a>) -> &'a Key<'a> {
    if w.output
        && let Some(key) = field.output()
    {
        return key;
    }
    &field.key
}

/// Writes the members of `properties`.
pub(crate) const fn properties<'a>(
    w: &mut Writer<'_, 'a>,
    one: ObjectAt<'_, 'a>,
    depth: u32,
    members: &mut PropertiesWalk,
    option: Option<&FlattenedOption<'_, 'a>>,
) {
    let frame = one.frame;
    let mut fields = one.fields();
    while let Some((field, part)) = fields.next() {
        if let Some(part) = part {
            flattened(w, field, part, depth, frame, members, option);
        } else {
            members.comma(w);
            property!(w, field, depth, frame, option);
        }
    }
}

/// Writes the members of a flattened field.
pub(crate) const fn flattened<'a>(
    w: &mut Writer<'_, 'a>,
    field: &'a Field<'a>,
    part: FlattenedType<'a>,
    depth: u32,
    frame: &Frame<'_, 'a>,
    members: &mut PropertiesWalk,
    option: Option<&FlattenedOption<'_, 'a>>,
) {
    if field.flags & Field::WHOLE != 0
        && let Kind::Option(_) = &peel(part.schema, Wrappers::Newtypes, Some(frame)).kind
    {
        let here = frame.property(field.key.raw);
        let words = "serde can't write or read `None` beside a tag: leave out `Option`, or give the enum a `content`";
        return w.fault(&here, "flatten", words);
    }
    let (alternative, optional) = part.choose(frame);
    match alternative {
        Alternative::Object(object, choice, frame) => {
            let one = ObjectAt::of(object, choice, &frame);
            let inner = FlattenedOption { one, up: option };
            let option = if optional { Some(&inner) } else { option };
            properties(w, one, depth, members, option);
        }
        Alternative::Unit(value) => {
            members.comma(w);
            if let Literal::String(name) = &value.value {
                lit!(w.out, "\"");
                w.out.put(name.json());
                lit!(w.out, "\":");
            }
            let place = SchemaPlace {
                docs: value.docs,
                ..SchemaPlace::at(frame, FrameStep::Property(value.ident), depth + 1)
            };
            at(w, const { &Schema::of(Kind::Null) }, &place);
        }
        // The walk over the object has recorded that there is a map.
        Alternative::Rest(..) | Alternative::AnyRest if matches!(w.d.maps(), MapStyle::Schema) => {}
        Alternative::Rest(map, inner) => {
            additional_properties::property(w, field, map, &inner, frame, depth, members);
        }
        Alternative::AnyRest => {
            let any = const { &additional_properties::ANY };
            additional_properties::property(w, field, any, frame, frame, depth, members);
        }
        Alternative::Nothing => {}
        Alternative::Impossible(ty) => {
            let fault = if field.flags & Field::WHOLE != 0 {
                Misfit::Content { ty }
            } else {
                Misfit::Flattened { ty }
            };
            fault.report(w, &frame.property(field.key.raw), "flatten");
        }
    }
}

/// Writes `"name":{..}`. `option`: the flattened `Option` around it. A macro for the same reason as
/// `write_kind`.
macro_rules! property {
    ($w:expr, $field:expr, $depth:expr, $frame:expr, $option:expr) => {
        let chain;
        let rules = match $field.rules() {
            Some(rules) => {
                chain = $crate::render::merged_rules::RuleChain { rules, next: None };
                Some(&chain)
            }
            None => None,
        };
        let place = $crate::render::properties::begin($w, $field, $depth, $frame, $option, rules);
        $crate::render::node::at($w, resolve(&$field.ty, $frame), &place);
    };
}
pub(crate) use property;

/// Writes a property's name and returns the place of its value.
pub(crate) const fn begin<'p, 'a>(
    w: &mut Writer<'_, 'a>,
    field: &'a Field<'a>,
    depth: u32,
    frame: &'p Frame<'p, 'a>,
    option: Option<&'p FlattenedOption<'p, 'a>>,
    rules: Option<&'p RuleChain<'p, 'a>>,
) -> SchemaPlace<'p, 'a> {
    let name: &'a Key<'a> = key(w, field);
    let mut place = SchemaPlace::at(frame, FrameStep::Property(name.raw), depth + 1);
    place.renamed = write_name(w, name, frame);
    w.tally.properties += 1;
    #[allow(clippy::cast_possible_truncation)] // A name in a source file is shorter than 4 GiB.
    {
        w.tally.characters += name.raw.len() as u32;
    }
    place.docs = field.docs;
    place.more = field.more;
    place.inline = field.flags & Field::INLINE != 0;
    place.rules = rules;
    let mut null_is_value = false;
    if w.output {
        place.absorb = field.flags & Field::MAYBE_OUTPUT != 0;
    } else if option.is_some() || is_optional(field, frame) {
        place.option = option;
        w.tally.optional += 1;
        place.optional = true;
        place.absorb = field.flags & Field::NULL_IS_VALUE == 0;
        null_is_value = shape::null_is_value(field, frame);
        if null_is_value {
            w.tally.rewritten = true;
        }
        if w.d.null_is_absent() {
            place.null = true;
        } else if w.d.requires_all() {
            w.fault(
                &place.frame(),
                "required",
                "strict mode here requires every property and has no null, so no property may be absent: make it required, or leave `strict` out",
            );
        }
    }
    if null_is_value || hides_default(field, frame) {
        defaults(w, field, &place, null_is_value);
    }
    if w.structural {
        check::field(w, field, &place);
    }
    place
}

/// Writes a property's name and a colon. If the dialect rejects the name, writes another one and
/// returns the original.
pub(super) const fn write_name<'a>(
    w: &mut Writer<'_, '_>,
    name: &'a Key<'a>,
    frame: &Frame<'_, '_>,
) -> Option<&'a str> {
    if name.facts != 0 && key_is_renamed(&mut w.d, name.facts) {
        lit!(w.out, "\"");
        write_renamed(w, name);
        lit!(w.out, "\":");
        w.rewritten(
            &frame.property(name.raw),
            "properties",
            "a name that is not accepted here is rewritten",
        );
        return Some(name.json());
    }
    w.out.put(name.member);
    None
}

/// Writes a property's name between existing quotes.
pub(super) const fn write_element(w: &mut Writer<'_, '_>, name: &Key<'_>) {
    if name.facts != 0 && key_is_renamed(&mut w.d, name.facts) {
        return write_renamed(w, name);
    }
    w.out.put(name.json());
}

const fn write_renamed(w: &mut Writer<'_, '_>, name: &Key<'_>) {
    let (bytes, len) = renamed(name.raw);
    match core::str::from_utf8(bytes.split_at(len).0) {
        Ok(text) => w.out.put(text),
        Err(_) => panic!("a new name is ASCII"),
    }
}

/// Writes the members of `required`.
pub(crate) const fn required<'a>(
    w: &mut Writer<'_, 'a>,
    one: ObjectAt<'_, 'a>,
    members: &mut PropertiesWalk,
    all_optional: bool,
) {
    let (fields, frame) = (one.object.fields, one.frame);
    let mut choice = one.choice;
    let n = fields.len();
    let mut i = 0;
    while i < n {
        let field = &fields[i];
        // Fast path: most properties are like this, and the checks for the others are expensive.
        if field.flags == 0
            && field.key.facts == 0
            && !all_optional
            && !w.output
            && let Link::Static(link) = &field.ty
            && !matches!(link.get().kind, Kind::Option(_) | Kind::Newtype(_))
        {
            if members.first {
                lit!(w.out, ",\"required\":[\"");
                members.first = false;
            } else {
                lit!(w.out, "\",\"");
            }
            w.out.put(field.key.raw);
        } else if frame.skips(field) {
        } else if field.flags & Field::FLATTEN != 0 {
            let n = alternatives(&field.ty, frame);
            let schema = resolve(&field.ty, frame);
            match choose(schema, choice % n, frame) {
                (Alternative::Object(object, choice, frame), optional) => {
                    members.has_option |= optional;
                    let one = ObjectAt::of(object, choice, &frame);
                    required(w, one, members, all_optional || optional);
                }
                (Alternative::Unit(value), _) => {
                    if let Literal::String(name) = &value.value {
                        element(w, members);
                        w.out.put(name.json());
                    }
                }
                (Alternative::Rest(..) | Alternative::AnyRest, _)
                    if !matches!(w.d.maps(), MapStyle::Schema) && w.d.requires_all() =>
                {
                    element(w, members);
                    write_element(w, &field.key);
                }
                _ => {}
            }
            choice /= n;
        } else if must_be_there(w, field, frame, all_optional) {
            element(w, members);
            write_element(w, key(w, field));
        }
        i += 1;
    }
}

const fn element(w: &mut Writer<'_, '_>, members: &mut PropertiesWalk) {
    if members.first {
        lit!(w.out, ",\"required\":[\"");
        members.first = false;
    } else {
        lit!(w.out, "\",\"");
    }
}

/// Returns whether a property is in `required`.
pub(crate) const fn must_be_there<'a>(
    w: &mut Writer<'_, 'a>,
    field: &'a Field<'a>,
    frame: &Frame<'_, 'a>,
    all_optional: bool,
) -> bool {
    if w.output {
        return !all_optional && field.flags & Field::MAYBE_OUTPUT == 0;
    }
    if !all_optional && !is_optional(field, frame) {
        return true;
    }
    w.d.requires_all()
}
