//! Applies narrowings to a schema: copies the nodes along the path; the copy lives for the duration
//! of the callback.

use super::Narrow;
use super::path::{NarrowStep, raw, target};
use crate::schema::EscapedString;
use crate::schema::{
    Array, Enum, EnumValue, Field, Kind, Link, Literal, More, Newtype, Object, Schema,
};

/// Passes the schema with all narrowings applied to `then`.
pub(crate) fn narrowed(schema: &Schema<'_>, narrows: &[Narrow], then: &mut dyn FnMut(&Schema<'_>)) {
    match narrows.split_first() {
        None => then(schema),
        Some((first, rest)) => apply(schema, &first.steps, &first.values, &mut |schema| {
            narrowed(schema, rest, then);
        }),
    }
}

/// Passes a copy of the schema to `then` in which the string at the end of the path is an enum. If
/// the path doesn't match, `then` is not called; `Narrow::new` has checked the path before.
fn apply(
    schema: &Schema<'_>,
    steps: &[NarrowStep],
    values: &[EscapedString],
    then: &mut dyn FnMut(&Schema<'_>),
) {
    match &schema.kind {
        Kind::Option(inner) => child(inner, steps, values, &mut |inner| {
            then(&like(schema, Kind::Option(Link::Borrowed(inner))));
        }),
        Kind::Newtype(newtype) => child(&newtype.ty, steps, values, &mut |inner| {
            then(&like(
                schema,
                Kind::Newtype(Newtype {
                    ty: Link::Borrowed(inner),
                    // The enum is already narrower than the string's constraints.
                    rules: newtype.rules.filter(|_| !steps.is_empty()),
                    transparent: newtype.transparent,
                }),
            ));
        }),
        Kind::String(_) if steps.is_empty() => {
            let list: Vec<_> = values.iter().map(value).collect();
            then(&like(schema, Kind::Enum(Enum { values: &list })));
        }
        Kind::Enum(of) if steps.is_empty() => {
            let list: Vec<_> = of
                .values
                .iter()
                .filter(|one| values.iter().any(|value| raw(one) == Some(value.raw())))
                .copied()
                .collect();
            then(&like(schema, Kind::Enum(Enum { values: &list })));
        }
        Kind::Array(array) => {
            if let Some((NarrowStep::Items, rest)) = steps.split_first() {
                child(&array.items, rest, values, &mut |items| {
                    then(&like(
                        schema,
                        Kind::Array(Array {
                            items: Link::Borrowed(items),
                            ..*array
                        }),
                    ));
                });
            }
        }
        Kind::Object(object) => {
            if let Some((NarrowStep::Property(name, _), rest)) = steps.split_first() {
                properties(schema, object, name, steps, rest, values, then);
            }
        }
        _ => {}
    }
}

fn properties(
    schema: &Schema<'_>,
    object: &Object<'_>,
    name: &str,
    steps: &[NarrowStep],
    rest: &[NarrowStep],
    values: &[EscapedString],
    then: &mut dyn FnMut(&Schema<'_>),
) {
    for (i, field) in object.fields.iter().enumerate() {
        let flat = field.has(Field::FLATTEN);
        if (!flat && field.key.raw != name) || field.has(Field::OUTPUT_ONLY) {
            continue;
        }
        let steps = if flat { steps } else { rest };
        let mut done = false;
        child(&field.ty, steps, values, &mut |inner| {
            done = true;
            let more = field
                .more
                .map(|more| without(more, rest.is_empty() && !flat));
            let mut fields = object.fields.to_vec();
            fields[i] = Field {
                ty: Link::Borrowed(inner),
                more: more.as_ref(),
                flags: field.flags
                    | if more.is_some_and(|more| more.default.is_none())
                        && field.default().is_some()
                    {
                        Field::HIDDEN_DEFAULT
                    } else {
                        0
                    },
                ..*field
            };
            then(&like(
                schema,
                Kind::Object(Object {
                    fields: &fields,
                    unknown_names: object.unknown_names,
                }),
            ));
        });
        if done {
            return;
        }
    }
}

/// The remaining facts of a narrowed property. The default and the examples may not be among the
/// values, so both are dropped. The enum is already narrower than the string's own constraints.
fn without<'a>(more: &More<'a>, leaf: bool) -> More<'a> {
    More {
        default: None,
        examples: &[],
        rules: more.rules.filter(|_| !leaf),
        ..*more
    }
}

fn child(
    link: &Link<'_>,
    steps: &[NarrowStep],
    values: &[EscapedString],
    then: &mut dyn FnMut(&Schema<'_>),
) {
    if let Ok(schema) = target(link) {
        apply(schema, steps, values, then);
    }
}

/// A schema of another kind with the same description. It has no name because it is a different
/// type.
fn like<'a>(schema: &Schema<'a>, kind: Kind<'a>) -> Schema<'a> {
    Schema {
        kind,
        name: None,
        docs: schema.docs,
    }
}

fn value(value: &EscapedString) -> EnumValue<'_> {
    EnumValue {
        ident: "",
        value: Literal::String(value.text()),
        docs: "",
        more: None,
        flags: 0,
    }
}
