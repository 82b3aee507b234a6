//! Defaults and examples: as a keyword or in the description. Report entries for properties that
//! may be absent.

use super::describe::{Description, SchemaAt, SchemaPlace};
use super::notes::{NO_KEYWORD, Outcome};
use super::properties::write_element;
use super::writer::Writer;
use crate::const_str::is_empty;
use crate::dialect::{NullStyle, kw};
use crate::json::lit;
use crate::schema::{Field, Kind, Literal, More, Schema};
use crate::shape::{Frame, Wrappers, null_of_union, peel, resolve, unit_variant};

/// Describes what only the place of a schema has: default and examples, if they get no keyword, the
/// property's original name, if it was renamed, and what a flattened `Option` requires beside it.
/// `plain`: the value is written as serde reads it, so a literal can show it.
pub(crate) const fn place_words<'a>(
    w: &mut Writer<'_, 'a>,
    text: &mut Description,
    node: SchemaAt<'_, 'a>,
    plain: bool,
) {
    let (schema, place, frame) = (node.schema, node.place, node.frame);
    if let Some((union, more)) = place.beyond {
        describe_values(w, text, union, more, (true, true));
    }
    if let Some(more) = place.more {
        let default = matches!(more.default, Some(_)) && !(plain && w.has(kw::DEFAULT));
        let example = match more.examples {
            [] => false,
            _ => !plain || !w.has(kw::EXAMPLES),
        };
        if default || example {
            describe_values(w, text, schema, more, (default, example));
            note(w, schema, more, frame, (default, example));
        }
    }
    if let Some(name) = place.renamed {
        text.write_constraint(w, "original name: ", name);
    }
    if let Some(option) = place.option {
        option.words(w, text, place);
    }
}

/// Notes the default and examples of a union that are in the description of its first alternative.
pub(crate) const fn note_beyond<'a>(w: &mut Writer<'_, 'a>, node: SchemaAt<'_, 'a>) {
    if let Some(more) = node.place.more {
        note(w, node.schema, more, node.frame, (true, true));
    }
}

/// Describes a default, examples, or both.
const fn describe_values<'a>(
    w: &mut Writer<'_, 'a>,
    text: &mut Description,
    schema: &'a Schema<'a>,
    more: &More<'a>,
    (default, example): (bool, bool),
) {
    if default && let Some(value) = shown_default(schema, more) {
        text.write_constraint(w, "default: ", "");
        put(w, schema, value, ValueSyntax::Words);
    }
    if example && !more.examples.is_empty() {
        let plural = if more.examples.len() == 1 {
            ": "
        } else {
            "s: "
        };
        text.write_constraint(w, "example", plural);
        let mut i = 0;
        while i < more.examples.len() {
            w.out.put(if i > 0 { ", " } else { "" });
            put(w, schema, &more.examples[i], ValueSyntax::Words);
            i += 1;
        }
    }
}

const fn note<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    more: &More<'a>,
    frame: &Frame<'_, 'a>,
    (default, example): (bool, bool),
) {
    if default && shown_default(schema, more).is_some() {
        w.described(frame, "default", NO_KEYWORD);
    }
    if example && !more.examples.is_empty() {
        w.described(frame, "examples", NO_KEYWORD);
    }
}

#[derive(Clone, Copy)]
enum ValueSyntax {
    Json,
    /// Text inside a description: strings without quotes unless they are empty.
    Words,
}

/// Writes a value. A variant's name is looked up in the type, and in the items of a list type.
const fn put<'a>(
    w: &mut Writer<'_, 'a>,
    schema: &'a Schema<'a>,
    value: &Literal<'_>,
    form: ValueSyntax,
) {
    match value {
        Literal::Null => lit!(w.out, "null"),
        Literal::Bool(b) => w.out.put(if *b { "true" } else { "false" }),
        Literal::Number(n) => w.out.put(n.text()),
        Literal::String(text) => match form {
            ValueSyntax::Json => {
                lit!(w.out, "\"");
                w.out.put(text.json());
                lit!(w.out, "\"");
            }
            ValueSyntax::Words if is_empty(text.json()) => lit!(w.out, "\\\"\\\""),
            ValueSyntax::Words => w.out.put(text.json()),
        },
        // Not shown.
        Literal::Unshown => {}
        Literal::Variant(ident) => {
            if let Some(found) = unit_variant(schema, ident) {
                let (open, middle, close) = match form {
                    ValueSyntax::Json => ("{\"", "\":", "}"),
                    ValueSyntax::Words => ("{\\\"", "\\\": \\\"", "\\\"}"),
                };
                if let Some(tag) = found.tag {
                    w.out.put(open);
                    write_element(w, tag);
                    w.out.put(middle);
                }
                put(w, schema, found.value, form);
                w.out.put(if found.tag.is_some() { close } else { "" });
            }
        }
        Literal::Array(items) => {
            lit!(w.out, "[");
            let mut i = 0;
            while i < items.len() {
                if i > 0 {
                    w.out.put(match form {
                        ValueSyntax::Json => ",",
                        ValueSyntax::Words => ", ",
                    });
                }
                put(w, item_schema(schema, i), &items[i], form);
                i += 1;
            }
            lit!(w.out, "]");
        }
    }
}

/// Writes `default` and `examples` if the dialect has them. `first`: they are the first members of
/// the schema.
pub(crate) const fn default_members<'a>(
    w: &mut Writer<'_, 'a>,
    node: SchemaAt<'_, 'a>,
    first: bool,
) {
    let schema = node.schema;
    let Some(more) = node.place.more else {
        return;
    };
    let mut first = first;
    if let Some(value) = shown_default(schema, more)
        && w.has(kw::DEFAULT)
    {
        w.out.put(if first { "" } else { "," });
        first = false;
        lit!(w.out, "\"default\":");
        put(w, schema, value, ValueSyntax::Json);
    }
    let mut examples = more.examples;
    if !matches!(examples, []) && w.has(kw::EXAMPLES) {
        w.out.put(if first { "" } else { "," });
        lit!(w.out, "\"examples\":[");
        while let [value, after @ ..] = examples {
            put(w, schema, value, ValueSyntax::Json);
            w.out.put(if after.is_empty() { "]" } else { "," });
            examples = after;
        }
    }
}

/// Returns the type of a list's item if it is known without a scope, for a variant's name. Newtypes
/// and `Option`s are removed.
const fn item_schema<'a>(schema: &'a Schema<'a>, index: usize) -> &'a Schema<'a> {
    let link = match &schema.kind {
        Kind::Array(array) => &array.items,
        Kind::Tuple(items) if index < items.len() => &items[index],
        _ => return schema,
    };
    match link.known() {
        Some(item) => peel(item, Wrappers::All, None),
        None => schema,
    }
}

/// Returns true if the value can be shown: all of it is known, and each unit variant in it has a
/// name in JSON.
pub(super) const fn is_shown<'a>(schema: &'a Schema<'a>, value: &Literal<'_>) -> bool {
    match value {
        Literal::Null | Literal::Bool(_) | Literal::Number(_) | Literal::String(_) => true,
        Literal::Unshown => false,
        Literal::Variant(ident) => unit_variant(schema, ident).is_some(),
        Literal::Array(items) => {
            let mut i = 0;
            while i < items.len() {
                if !is_shown(item_schema(schema, i), &items[i]) {
                    return false;
                }
                i += 1;
            }
            true
        }
    }
}

/// Returns the default to show, if there is one. `null` is the absent value itself.
const fn shown_default<'a>(schema: &'a Schema<'a>, more: &More<'a>) -> Option<&'a Literal<'a>> {
    match more.default {
        None | Some(Literal::Null) => None,
        Some(value) if is_shown(schema, value) => Some(value),
        Some(_) => None,
    }
}

/// Notes the effects of a default that the schema can't express. `null_is_value` is true if `null`
/// and absent differ.
pub(super) const fn defaults<'a>(
    w: &mut Writer<'_, 'a>,
    field: &'a Field<'a>,
    place: &SchemaPlace<'_, 'a>,
    null_is_value: bool,
) {
    let here = place.frame();
    if hides_default(field, place.up) {
        w.note(
            &here,
            Outcome::Hidden,
            "default",
            "the default is not a literal: it is used, and not shown",
        );
    }
    if !null_is_value {
        return;
    }
    if matches!(w.d.null(), NullStyle::Text) && hides_null(w, field, place) {
        w.note(
            &here,
            Outcome::Narrowed,
            "null",
            "it may be left out, so `null` is not shown here",
        );
    }
    let kept = field.flags & Field::FOREIGN != 0 && w.d.null_is_absent() && !w.d.requires_all();
    // A string can hold the `null` of any value.
    let in_text = matches!(resolve(&field.ty, place.up).kind, Kind::Any) && !w.d.untyped();
    if place.null && !kept && !in_text {
        w.note(
            &here,
            Outcome::Narrowed,
            "default",
            "`null` means the default, so it can't be sent as a value",
        );
    }
}

/// Returns whether the property has a default that the schema doesn't show.
pub(super) const fn hides_default<'a>(field: &'a Field<'a>, at: &Frame<'_, 'a>) -> bool {
    if field.flags & Field::HIDDEN_DEFAULT != 0 {
        return true;
    }
    match field.default() {
        Some(value) => {
            let schema = peel(resolve(&field.ty, at), Wrappers::All, Some(at));
            !is_shown(schema, value)
        }
        None => false,
    }
}

/// Returns whether the text doesn't show the `null` of an optional property that may be more.
const fn hides_null<'a>(
    w: &mut Writer<'_, '_>,
    field: &'a Field<'a>,
    place: &SchemaPlace<'_, 'a>,
) -> bool {
    let schema = resolve(&field.ty, place.up);
    let inside = peel(schema, Wrappers::Newtypes, Some(place.up));
    match &inside.kind {
        Kind::Option(_) => !matches!(
            peel(inside, Wrappers::All, Some(place.up)).kind,
            Kind::Any | Kind::Null
        ),
        _ => null_of_union(&mut w.d, inside),
    }
}
