//! Resolution of paths such as `.filter.sort` and `.tags[]`.

use std::collections::HashSet;

use crate::schema::{Enum, EnumValue, Field, Kind, Link, Literal, Object, Schema, TypeName};

#[derive(Clone, Debug)]
pub(super) enum NarrowStep {
    /// A property by its serde name, with its aliases.
    Property(String, Vec<String>),
    /// Every item of a list.
    Items,
}

/// Returns the schema that a path leads to, and records the steps to it.
pub(super) fn follow<'a>(
    schema: &'a Schema<'a>,
    path: &str,
    steps: &mut Vec<NarrowStep>,
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
            _ => Err("it is neither a string nor an enum of strings".to_owned()),
        };
    }
    if let Some(rest) = path.strip_prefix("[]") {
        let Kind::Array(array) = &schema.kind else {
            return Err(format!("`{path}` refers to items, but this is not a list"));
        };
        steps.push(NarrowStep::Items);
        return follow(target(&array.items)?, rest, steps);
    }
    let names = path.strip_prefix('.').unwrap_or(path);
    let Kind::Object(object) = &schema.kind else {
        return Err(format!(
            "`{names}` refers to a property, but this is not an object, or is an enum with data"
        ));
    };
    match property(object, names)? {
        Some((field, rest)) => {
            steps.push(NarrowStep::Property(
                field.key.raw.to_owned(),
                field
                    .aliases()
                    .iter()
                    .map(|alias| (*alias).to_owned())
                    .collect(),
            ));
            follow(target(&field.ty)?, rest, steps)
        }
        None => Err(format!("unknown property `{names}`")),
    }
}

/// Finds the property that a path begins with, and returns it with the rest of the path. The
/// longest name wins. Flattened properties are searched too.
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

pub(super) fn target<'a>(link: &Link<'a>) -> Result<&'a Schema<'a>, String> {
    match link {
        Link::Static(schema) => Ok(schema.get()),
        Link::Borrowed(schema) => Ok(schema),
        Link::ByName(name) => Err(format!("`{}` contains itself by name", name.name)),
    }
}

/// Returns true if a type refers to itself by name. A copy without the name would be a different
/// type there.
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

pub(super) fn raw<'a>(value: &EnumValue<'a>) -> Option<&'a str> {
    match value.value {
        Literal::String(text) => Some(text.raw()),
        _ => None,
    }
}

/// Returns the strings that serde accepts for these enum values, including aliases. The error names
/// values that the enum lacks.
pub(super) fn accepted(of: &Enum<'_>, values: &[&String]) -> Result<Vec<String>, String> {
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
