//! Types with a name: where recursion ends, and definitions that are written once.

use super::describe::Description;
use super::node::{Place, at, json_text, renamed_words};
use super::notes::{Outcome, number};
use super::value::default_words;
use super::writer::{Definitions, Writer};
use crate::dialect::{Recursion, sig};
use crate::schema::Schema;
use crate::shape::{Frame, Step, edge_is_text, enclosing, via_optional};

/// What became of a named type at a place.
pub(crate) enum Named {
    /// It was written, as a reference or as text.
    Done,
    /// It is to be written in place.
    InPlace,
}

/// Decides how a named type is written here, and writes it where that is no schema in place.
pub(crate) const fn named<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    place: &Place<'_, 'a>,
    frame: &Frame<'_, 'a>,
) -> Named {
    if w.discover {
        return discover(w, schema, place);
    }
    if w.definitions.len == 0 {
        return Named::InPlace;
    }
    let Some(index) = w.definitions.find(schema) else {
        return Named::InPlace;
    };
    w.used |= sig::REFS;
    let edge = enclosing(schema, place.up).is_some();
    if edge {
        if edge_is_text(w.d, via_optional(schema, place.up, place.optional)) {
            w.note(
                frame,
                Outcome::Exact,
                "$ref",
                "a type inside itself: a string that holds JSON",
            );
            let name = match schema.name {
                Some(name) => name.name,
                None => "",
            };
            json_text(w, schema, place, frame, name, false);
            return Named::Done;
        }
    } else if place.inline || !stands_alone(w, place) || !refers(w, index, place) {
        return Named::InPlace;
    }
    w.used_definitions |= 1 << index;
    reference(w, schema, index, place, frame);
    Named::Done
}

/// Where `anyOf` takes no description beside it, a property with one is written in place.
const fn stands_alone(w: &mut Writer<'_, '_>, place: &Place<'_, '_>) -> bool {
    w.used |= sig::ALONE;
    !w.d.alone || (place.docs.is_empty() && place.outer.is_empty())
}

/// Whether a type on the list is written as a reference at a place outside itself.
const fn refers(w: &mut Writer<'_, '_>, index: usize, place: &Place<'_, '_>) -> bool {
    let recursive = w.definitions.recursive & (1 << index) != 0;
    if !recursive {
        return w.d.refs;
    }
    match w.d.recursion {
        Recursion::Ref => true,
        Recursion::Text => false,
        // Inside another circle, the way here must have gone through a property that may be absent.
        Recursion::RefIfOptional => {
            let mut here = place.optional;
            let mut frame = place.up;
            loop {
                if let Some(around) = frame.named
                    && let Some(i) = w.definitions.find(around)
                    && w.definitions.recursive & (1 << i) != 0
                {
                    return here;
                }
                here = here || frame.optional;
                match frame.up {
                    Some(up) => frame = up,
                    None => return true,
                }
            }
        }
    }
}

/// Finds the types that need a definition: those that contain themselves, and in a large tree those that are used more than once.
const fn discover<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    place: &Place<'_, 'a>,
) -> Named {
    if w.tally.nodes > w.most_nodes {
        return Named::Done;
    }
    if let Some(name) = schema.name
        && enclosing(schema, place.up).is_some()
    {
        // Every type on the circle: which of them is met first depends on where one comes from.
        let mut frame = place.up;
        loop {
            if let Some(around) = frame.named
                && let Some(other) = around.name
            {
                w.definitions.add(around, true);
                if other.same(name) {
                    return Named::Done;
                }
            }
            match frame.up {
                Some(up) => frame = up,
                None => return Named::Done,
            }
        }
    }
    if w.definitions.share {
        if w.seen.find(schema).is_some() {
            w.definitions.add(schema, false);
            return Named::Done;
        }
        w.seen.add(schema, false);
    }
    Named::InPlace
}

/// Writes `$ref`, which takes nothing beside it.
const fn reference<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    index: usize,
    place: &Place<'_, 'a>,
    frame: &Frame<'_, 'a>,
) {
    let plain = !place.null
        && place.docs.is_empty()
        && place.outer.is_empty()
        && place.default.is_none()
        && place.example.is_none()
        && place.renamed.is_none();
    if plain {
        w.put("{\"$ref\":\"#/$defs/");
        definition_name(w, index);
        w.put("\"}");
        return;
    }
    w.put("{\"anyOf\":[{\"$ref\":\"#/$defs/");
    definition_name(w, index);
    w.put("\"}");
    if place.null {
        w.put(",{\"type\":\"null\"}");
    }
    w.put("]");
    if !w.d.alone {
        let mut text = Description::new(true);
        text.docs(w, &place.outer);
        text.docs(w, &place.docs);
        default_words(w, &mut text, schema, place, frame, false);
        renamed_words(w, &mut text, place);
        text.end(w);
    }
    w.put("}");
}

/// The name of a definition: the type's, with a number where another type has it.
const fn definition_name(w: &mut Writer<'_, '_>, index: usize) {
    let Some(name) = type_name(&w.definitions, index) else {
        return;
    };
    w.put(name);
    let mut same = 0;
    let mut i = 0;
    while i < index {
        if let Some(other) = type_name(&w.definitions, i)
            && crate::konst::eq(other, name)
        {
            same += 1;
        }
        i += 1;
    }
    if same > 0 {
        w.put("_");
        number(&mut w.out, same + 1);
    }
}

const fn type_name<'a>(definitions: &Definitions<'a>, index: usize) -> Option<&'a str> {
    match definitions.list[index] {
        Some(schema) => match schema.name {
            Some(name) => Some(name.name),
            None => None,
        },
        None => None,
    }
}

/// Writes `$defs` with every definition that the text names, and those that they name.
pub(crate) const fn definitions(w: &mut Writer<'_, '_>) {
    let mut written: u64 = 0;
    while w.used_definitions & !written != 0 {
        let index = (w.used_definitions & !written).trailing_zeros() as usize;
        w.put(if written == 0 {
            ",\"$defs\":{\""
        } else {
            ",\""
        });
        written |= 1 << index;
        definition_name(w, index);
        w.put("\":");
        if let Some(schema) = w.definitions.list[index] {
            let mut place = Place::at(&Frame::ROOT, Step::Here, 0);
            place.inline = true;
            at(w, schema, &place);
        }
    }
    if written != 0 {
        w.put("}");
    }
}
