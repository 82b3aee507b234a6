//! Values that are known at run time only: a string somewhere in the parameters becomes one of these.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use std::collections::HashSet;

use serde_json::Value;

use super::name::Owned;
use super::read::{errors, fault};
use crate::decode::{ArgumentErrors, Fault};
use crate::schema::{
    Array, Enum, EnumValue, Field, Kind, Link, Literal, More, Newtype, Object, Schema, TypeName,
};

/// A string of the parameters, and what it may be.
#[derive(Clone, Debug)]
pub(crate) struct Narrow {
    steps: Vec<Step>,
    values: Arc<[Owned]>,
    /// What is taken: the values, and other names that serde reads for them.
    accepted: Arc<[String]>,
}

#[derive(Clone, Debug)]
enum Step {
    /// A property, by the name that serde reads; with the other names that it reads.
    Property(String, Vec<String>),
    /// Every item of a list.
    Items,
}

impl Narrow {
    /// Looks the path up (`.filter.sort`, `.tags[]`); the error says what is wrong with it.
    pub(crate) fn new(schema: &Schema<'_>, path: &str, values: &[String]) -> Result<Self, String> {
        let mut distinct: Vec<&String> = Vec::new();
        for value in values {
            if !distinct.contains(&value) {
                distinct.push(value);
            }
        }
        if distinct.is_empty() {
            return Err("there must be a value".to_owned());
        }
        let mut narrow = Narrow {
            steps: Vec::new(),
            values: distinct.iter().map(|value| Owned::new(value)).collect(),
            accepted: distinct.iter().map(|value| (*value).clone()).collect(),
        };
        let leaf = follow(schema, path, &mut narrow.steps)?;
        if let Kind::Enum(of) = &leaf.kind {
            narrow.accepted = accepted(of, &distinct)?.into();
        }
        Ok(narrow)
    }

    /// Notes each value in lifted arguments that is none of the values.
    fn check(&self, arguments: &Value, faults: &mut Vec<Fault>) {
        check(
            &self.steps,
            arguments,
            "$".to_owned(),
            &mut |path, value| {
                let fits = value
                    .as_str()
                    .is_some_and(|text| self.accepted.iter().any(|one| one == text));
                // What is absent is not narrowed, and what is no string is for the tool to refuse.
                if value.is_string() && !fits {
                    let names: Vec<_> = self
                        .values
                        .iter()
                        .map(|one| format!("\"{}\"", one.raw()))
                        .collect();
                    let expected = format!("one of {}", names.join(", "));
                    faults.push(fault(path, expected, excerpt(value)));
                }
            },
        );
    }
}

/// Checks lifted arguments against all narrowings of a tool.
pub(crate) fn check_all(narrows: &[Narrow], arguments: &Value) -> Result<(), ArgumentErrors> {
    let mut faults = Vec::new();
    for narrow in narrows {
        narrow.check(arguments, &mut faults);
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(errors(faults))
    }
}

/// The value's text, cut where it is long.
fn excerpt(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text,
    }
}

fn check(steps: &[Step], value: &Value, path: String, then: &mut dyn FnMut(String, &Value)) {
    match steps.split_first() {
        None => then(path, value),
        Some((Step::Property(name, others), rest)) => {
            for name in core::iter::once(name).chain(others) {
                if let Some(value) = value.get(name) {
                    check(rest, value, format!("{path}.{name}"), then);
                }
            }
        }
        Some((Step::Items, rest)) => match value {
            Value::Array(items) => {
                for (i, item) in items.iter().enumerate() {
                    check(rest, item, format!("{path}[{i}]"), then);
                }
            }
            // Where single values are forgiven, it may be read as a list of one.
            single => check(rest, single, path, then),
        },
    }
}

/// The schema that a path leads to, and the steps to it.
fn follow<'a>(
    schema: &'a Schema<'a>,
    path: &str,
    steps: &mut Vec<Step>,
) -> Result<&'a Schema<'a>, String> {
    if let Some(name) = schema.name
        && names_itself(schema, name, &mut HashSet::new())
    {
        return Err(format!("`{}` contains itself by name", name.name));
    }
    match &schema.kind {
        Kind::Option(inner) => return follow(target(inner)?, path, steps),
        Kind::Newtype(newtype) => return follow(target(&newtype.ty)?, path, steps),
        _ => {}
    }
    if path.is_empty() {
        return match &schema.kind {
            Kind::String(string) if !string.one_char => Ok(schema),
            Kind::Enum(of) if matches!(of.values.first(), Some(one) if is_text(one)) => Ok(schema),
            _ => Err("it is no string and no enum of strings".to_owned()),
        };
    }
    if let Some(rest) = path.strip_prefix("[]") {
        let Kind::Array(array) = &schema.kind else {
            return Err(format!("`{path}` asks for the items of what is no list"));
        };
        steps.push(Step::Items);
        return follow(target(&array.items)?, rest, steps);
    }
    let names = path.strip_prefix('.').unwrap_or(path);
    let Kind::Object(object) = &schema.kind else {
        return Err(format!(
            "`{names}` is not looked for in what is no object of its own"
        ));
    };
    match property(object, names)? {
        Some((field, rest)) => {
            steps.push(Step::Property(
                field.key.raw.to_owned(),
                field
                    .aliases()
                    .iter()
                    .map(|alias| (*alias).to_owned())
                    .collect(),
            ));
            follow(target(&field.ty)?, rest, steps)
        }
        None => Err(format!("there is no property `{names}`")),
    }
}

/// The property that a path begins with, the longest name first, and the rest of the path; flattened ones are looked into.
fn property<'a, 'p>(
    object: &Object<'a>,
    path: &'p str,
) -> Result<Option<(Field<'a>, &'p str)>, String> {
    let mut found: Option<(Field<'a>, &'p str)> = None;
    for field in object.fields {
        if field.has(Field::OUTPUT_ONLY) || field.has(Field::TAG) {
            continue;
        }
        let one = if field.has(Field::FLATTEN) {
            match &target(&field.ty)?.kind {
                Kind::Object(inner) => property(inner, path)?,
                _ => None,
            }
        } else {
            path.strip_prefix(field.key.raw)
                .filter(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
                .map(|rest| (*field, rest))
        };
        if let Some((_, rest)) = one
            && found.is_none_or(|(_, longer)| rest.len() < longer.len())
        {
            found = one;
        }
    }
    Ok(found)
}

fn target<'a>(link: &Link<'a>) -> Result<&'a Schema<'a>, String> {
    match link {
        Link::Static(schema) => Ok(schema.get()),
        Link::Borrowed(schema) => Ok(schema),
        Link::ByName(name) => Err(format!("`{}` contains itself by name", name.name)),
    }
}

/// Whether a type has itself in it by its name: a copy of it without the name would be another type there.
fn names_itself(
    schema: &Schema<'_>,
    name: &TypeName<'_>,
    seen: &mut HashSet<*const Schema<'static>>,
) -> bool {
    let mut link = |link: &Link<'_>| match link {
        Link::ByName(other) => other.same_declaration(name),
        // A static may reach itself.
        Link::Static(inner) => seen.insert(inner.get()) && names_itself(inner.get(), name, seen),
        Link::Borrowed(inner) => names_itself(inner, name, seen),
    };
    match &schema.kind {
        Kind::Option(inner) => link(inner),
        Kind::Newtype(newtype) => link(&newtype.ty),
        Kind::Array(array) => link(&array.items),
        Kind::Map(map) => link(&map.key) || link(&map.value),
        Kind::Tuple(items) => items.iter().any(link),
        Kind::Object(object) => object.fields.iter().any(|field| link(&field.ty)),
        Kind::Union(union) => union
            .variants
            .iter()
            .any(|variant| names_itself(variant, name, seen)),
        _ => false,
    }
}

fn is_text(value: &EnumValue<'_>) -> bool {
    matches!(value.value, Literal::String(_))
}

fn raw<'a>(value: &EnumValue<'a>) -> Option<&'a str> {
    match value.value {
        Literal::String(text) => Some(text.raw()),
        _ => None,
    }
}

/// What serde reads for these values of an enum; the error names those that it has not.
fn accepted(of: &Enum<'_>, values: &[&String]) -> Result<Vec<String>, String> {
    let mut accepted = Vec::new();
    for value in values {
        let Some(variant) = of
            .values
            .iter()
            .find(|variant| raw(variant) == Some(value.as_str()))
        else {
            return Err(format!("the enum has no value `{value}`"));
        };
        accepted.push((*value).clone());
        accepted.extend(variant.aliases().iter().map(ToString::to_string));
    }
    Ok(accepted)
}

/// Hands over the schema with all narrowings in it.
pub(crate) fn narrowed(schema: &Schema<'_>, narrows: &[Narrow], then: &mut dyn FnMut(&Schema<'_>)) {
    match narrows.split_first() {
        None => then(schema),
        Some((first, rest)) => apply(schema, &first.steps, &first.values, &mut |schema| {
            narrowed(schema, rest, then);
        }),
    }
}

/// Hands over a copy of the schema in which the string at the end of the steps is an enum. Where there is none (it was looked up before), nothing is
/// handed over.
fn apply(schema: &Schema<'_>, steps: &[Step], values: &[Owned], then: &mut dyn FnMut(&Schema<'_>)) {
    match &schema.kind {
        Kind::Option(inner) => child(inner, steps, values, &mut |inner| {
            then(&like(schema, Kind::Option(Link::Borrowed(inner))));
        }),
        Kind::Newtype(newtype) => child(&newtype.ty, steps, values, &mut |inner| {
            then(&like(
                schema,
                Kind::Newtype(Newtype {
                    ty: Link::Borrowed(inner),
                    // What bounds the string is narrower already.
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
            if let Some((Step::Items, rest)) = steps.split_first() {
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
            if let Some((Step::Property(name, _), rest)) = steps.split_first() {
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
    steps: &[Step],
    rest: &[Step],
    values: &[Owned],
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
                    closed: object.closed,
                }),
            ));
        });
        if done {
            return;
        }
    }
}

/// What a property has beside its type, as far as it still holds: a default may be none of the values, so it is not shown any more; neither is an
/// example. Constraints of the string itself are narrower already.
fn without<'a>(more: &More<'a>, leaf: bool) -> More<'a> {
    More {
        default: None,
        example: None,
        rules: more.rules.filter(|_| !leaf),
        ..*more
    }
}

fn child(link: &Link<'_>, steps: &[Step], values: &[Owned], then: &mut dyn FnMut(&Schema<'_>)) {
    if let Ok(schema) = target(link) {
        apply(schema, steps, values, then);
    }
}

/// Another schema with the same description. It has no name: it is another type now.
fn like<'a>(schema: &Schema<'a>, kind: Kind<'a>) -> Schema<'a> {
    Schema {
        kind,
        name: None,
        docs: schema.docs,
    }
}

fn value(value: &Owned) -> EnumValue<'_> {
    EnumValue {
        ident: "",
        value: Literal::String(value.text()),
        docs: "",
        more: None,
        flags: 0,
    }
}
