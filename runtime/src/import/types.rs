//! The `type` keyword, and the type implied by other keywords.

use super::error::ImportError;
use super::keywords::Keywords;
use super::read::SchemaReader;
use crate::decode::JsonTree;
use crate::render::Outcome;

/// Returns the JSON Schema type for a word, and whether the word is JSON Schema's own.
pub(super) fn type_name(word: &str) -> Option<(&'static str, bool)> {
    let lower = word.to_ascii_lowercase();
    Some(match lower.as_str() {
        "string" => ("string", true),
        "integer" => ("integer", true),
        "number" => ("number", true),
        "boolean" => ("boolean", true),
        "array" => ("array", true),
        "object" => ("object", true),
        "null" => ("null", true),
        "str" | "char" => ("string", false),
        "int" | "long" => ("integer", false),
        "float" | "double" => ("number", false),
        "bool" => ("boolean", false),
        "dict" | "map" | "hashmap" => ("object", false),
        "list" | "tuple" | "arraylist" => ("array", false),
        "any" => ("any", false),
        _ => return None,
    })
}

/// Reads `type`. `None` if it is absent or allows any type.
pub(super) fn types(
    reader: &mut SchemaReader<'_>,
    sheet: &mut Keywords,
) -> Result<Option<Vec<&'static str>>, ImportError> {
    let at = sheet.at.clone();
    let words: Vec<JsonTree> = match sheet.take("type") {
        None => return Ok(None),
        Some(JsonTree::Array(items)) => items,
        Some(one) => [one].into(),
    };
    let mut types: Vec<&'static str> = Vec::new();
    for word in &words {
        let text = word.as_str().unwrap_or_default();
        let Some((name, own)) = type_name(text) else {
            return Err(at
                .schema("type")
                .error(format!("{} is not a type of JSON Schema", word.text())));
        };
        if !own {
            reader.loss(
                &at,
                "type",
                Outcome::Hidden,
                "not a type of JSON Schema: the intended one is used",
            );
        }
        if name == "any" {
            return Ok(None);
        }
        if !types.contains(&name) {
            types.push(name);
        }
    }
    if types.is_empty() {
        return Err(at
            .schema("type")
            .error("it contains no type, so no value would fit"));
    }
    if types.contains(&"number") {
        types.retain(|one| *one != "integer");
    }
    Ok(Some(types))
}

pub(super) const ABOUT: [(&str, &[&str]); 4] = [
    (
        "object",
        &[
            "properties",
            "required",
            "additionalProperties",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
            "dependentRequired",
            "dependentSchemas",
            "dependencies",
            "unevaluatedProperties",
        ],
    ),
    (
        "array",
        &[
            "items",
            "prefixItems",
            "additionalItems",
            "minItems",
            "maxItems",
            "uniqueItems",
            "contains",
            "minContains",
            "maxContains",
            "unevaluatedItems",
        ],
    ),
    (
        "string",
        &[
            "pattern",
            "minLength",
            "maxLength",
            "format",
            "contentEncoding",
            "contentMediaType",
            "contentSchema",
        ],
    ),
    (
        "number",
        &[
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
        ],
    ),
];

/// Returns true if a keyword applies to values of the type.
pub(super) fn is_about(keyword: &str, name: &str) -> bool {
    let name = if name == "integer" { "number" } else { name };
    keyword == "format" && name == "number"
        || ABOUT
            .iter()
            .any(|(one, keywords)| *one == name && keywords.contains(&keyword))
}

/// The type implied by another keyword, if `type` is absent, and that keyword.
pub(super) fn implied(sheet: &Keywords) -> Option<(&'static str, &'static str)> {
    ABOUT.iter().find_map(|(name, keywords)| {
        let has = |keyword: &&&str| **keyword != "format" && sheet.has(keyword);
        let keyword = keywords.iter().find(has)?;
        Some((*name, *keyword))
    })
}
