//! Arrays and tuples.

use super::constraint::{Unit, keywords, words};
use super::describe::{SchemaAt, SchemaPlace, describe};
use super::merged_rules::Effective;
use super::node::at;
use super::notes::{NO_KEYWORD, number};
use super::type_prefix::{close, open};
use super::types::Type;
use super::value::{default_members, place_words};
use super::writer::Writer;
use crate::dialect::{Closed, kw};
use crate::json::lit;
use crate::schema::{Array, Link};
use crate::shape::{FrameStep, TupleForm, resolve, tuple_form};

pub(crate) const fn array<'a>(
    w: &mut Writer<'_, 'a>,
    node: SchemaAt<'_, 'a>,
    array: &'a Array<'a>,
) {
    let (schema, place, frame) = (node.schema, node.place, node.frame);
    let bounded = place.rules.is_some() || array.exactly.is_some();
    open(w, Type::Array, place.null);
    let mut text = describe(w, schema, place, true);
    let mut described = 0;
    if bounded {
        let all = Effective::of(w, schema, place.rules);
        described = words(w, &mut text, &all, Unit::Items, frame);
    }
    let unique = array.unique && w.has(kw::UNIQUE);
    if array.unique && !unique {
        text.write_constraint(w, "no item twice", "");
        w.described(frame, "uniqueItems", NO_KEYWORD);
    }
    place_words(w, &mut text, node, true);
    text.end(w);
    lit!(w.out, ",\"items\":");
    let below = SchemaPlace::at(frame, FrameStep::Items, place.depth + 1);
    at(w, resolve(&array.items, below.up), &below);
    if bounded {
        let all = Effective::of(w, schema, place.rules);
        keywords(w, &all, Unit::Items, described);
    }
    if unique {
        lit!(w.out, ",\"uniqueItems\":true");
    }
    default_members(w, node, false);
    close(w, place.null);
}

pub(crate) const fn tuple<'a>(
    w: &mut Writer<'_, 'a>,
    node: SchemaAt<'_, 'a>,
    items: &'a [Link<'a>],
) {
    let (schema, place, frame) = (node.schema, node.place, node.frame);
    w.tally.rewritten = true;
    let form = tuple_form(&mut w.d, items);
    match form {
        TupleForm::Object => return as_object(w, node, items),
        TupleForm::Prefix | TupleForm::Items => open(w, Type::Array, place.null),
    }
    let mut text = describe(w, schema, place, true);
    place_words(w, &mut text, node, true);
    text.end(w);
    if matches!(form, TupleForm::Prefix) {
        lit!(w.out, ",\"prefixItems\":[");
        let mut i = 0;
        while i < items.len() {
            if i > 0 {
                lit!(w.out, ",");
            }
            let below = SchemaPlace::at(frame, FrameStep::Index(i), place.depth + 1);
            at(w, resolve(&items[i], below.up), &below);
            i += 1;
        }
        lit!(w.out, "]");
    } else {
        lit!(w.out, ",\"items\":");
        let below = SchemaPlace::at(frame, FrameStep::Index(0), place.depth + 1);
        at(w, resolve(&items[0], below.up), &below);
    }
    if matches!(form, TupleForm::Items) || w.has(kw::MIN_ITEMS) {
        lit!(w.out, ",\"minItems\":");
        number(&mut w.out, items.len());
    }
    if matches!(form, TupleForm::Items) || w.has(kw::MAX_ITEMS) {
        lit!(w.out, ",\"maxItems\":");
        number(&mut w.out, items.len());
    }
    default_members(w, node, false);
    close(w, place.null);
}

/// Writes a tuple as an object with the keys `_0`, `_1` and so on.
const fn as_object<'a>(w: &mut Writer<'_, 'a>, node: SchemaAt<'_, 'a>, items: &'a [Link<'a>]) {
    let (schema, place, frame) = (node.schema, node.place, node.frame);
    w.rewritten(
        frame,
        "prefixItems",
        "an object with the keys `_0`, `_1` and so on",
    );
    open(w, Type::Object, place.null);
    let mut text = describe(w, schema, place, true);
    place_words(w, &mut text, node, false);
    text.end(w);
    lit!(w.out, ",\"properties\":{");
    let mut i = 0;
    while i < items.len() {
        w.out.put(if i == 0 { "\"_" } else { ",\"_" });
        number(&mut w.out, i);
        lit!(w.out, "\":");
        let below = SchemaPlace::at(frame, FrameStep::Index(i), place.depth + 1);
        at(w, resolve(&items[i], below.up), &below);
        w.tally.properties += 1;
        i += 1;
    }
    lit!(w.out, "},\"required\":[");
    i = 0;
    while i < items.len() {
        w.out.put(if i == 0 { "\"_" } else { ",\"_" });
        number(&mut w.out, i);
        lit!(w.out, "\"");
        i += 1;
    }
    lit!(w.out, "]");
    if !matches!(w.d.closed(), Closed::Never) {
        lit!(w.out, ",\"additionalProperties\":false");
    }
    close(w, place.null);
}
