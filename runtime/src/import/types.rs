//! The `type` keyword, the type implied by other keywords, and schemas with one type or several.

use super::array::array;
use super::error::ImportError;
use super::keywords::{Keywords, evaluates};
use super::node::{NodeId, NodeKind};
use super::object::object;
use super::read::SchemaReader;
use super::scalar;
use crate::decode::JsonTree;
use crate::render::Outcome;

/// Returns the JSON Schema type for a word, and whether the word is JSON Schema's own.
pub(super) fn type_name(word: &str) -> Option<(&'static str, bool)> {
    let lower = word.to_ascii_lowercase();
    let own = [
        "string", "integer", "number", "boolean", "array", "object", "null",
    ];
    if let Some(name) = own.into_iter().find(|name| *name == lower) {
        return Some((name, true));
    }
    Some(match lower.as_str() {
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
    let words: Vec<JsonTree> = match sheet.take("type") {
        None => return Ok(None),
        Some(JsonTree::Array(items)) => items,
        Some(one) => [one].into(),
    };
    let mut types: Vec<&'static str> = Vec::new();
    for word in &words {
        let text = word.as_str().unwrap_or_default();
        let Some((name, own)) = type_name(text) else {
            let reason = format!("{} is not a type of JSON Schema", word.text());
            return Err(sheet.at.schema("type").error(reason));
        };
        if !own {
            let reason = "not a type of JSON Schema: the intended one is used";
            reader.loss(&sheet.at, "type", Outcome::Hidden, reason);
        }
        if name == "any" {
            return Ok(None);
        }
        if !types.contains(&name) {
            types.push(name);
        }
    }
    if types.is_empty() {
        let reason = "it contains no type, so no value would fit";
        return Err(sheet.at.schema("type").error(reason));
    }
    if types.contains(&"number") {
        types.retain(|one| *one != "integer");
    }
    Ok(Some(types))
}

const ABOUT: [(&str, &[&str]); 4] = [
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

/// Returns true if a keyword applies to values of one type.
pub(super) fn has_type(keyword: &str) -> bool {
    ABOUT.iter().any(|(_, all)| all.contains(&keyword))
}

/// Returns true if a keyword applies to values of the type.
pub(super) fn is_about(keyword: &str, name: &str) -> bool {
    let name = if name == "integer" { "number" } else { name };
    keyword == "format" && name == "number"
        || ABOUT
            .iter()
            .any(|(one, keywords)| *one == name && keywords.contains(&keyword))
}

/// The type implied by another keyword, if `type` is absent, and that keyword.
fn implied(sheet: &Keywords) -> Option<(&'static str, &'static str)> {
    ABOUT.iter().find_map(|(name, keywords)| {
        let has = |keyword: &&&str| **keyword != "format" && sheet.has(keyword);
        let keyword = keywords.iter().find(has)?;
        Some((*name, *keyword))
    })
}

impl SchemaReader<'_> {
    /// Reads a schema with several types or without a type.
    pub(super) fn typed(
        &mut self,
        sheet: &mut Keywords,
        types: Option<Vec<&'static str>>,
    ) -> Result<NodeId, ImportError> {
        let types = match types {
            Some(types) => types,
            None => match implied(sheet) {
                Some((one, keyword)) => {
                    self.loss(&sheet.at, keyword, Outcome::Narrowed, "no type is given: values of the other types, which it doesn't apply to, are rejected");
                    vec![one]
                }
                None => return Ok(self.kind(NodeKind::Any)),
            },
        };
        if let [one] = types.as_slice() {
            return self.one_type(sheet, one);
        }
        // Each type gets the keywords that apply to it.
        let all = core::mem::take(&mut sheet.members);
        let evaluates = all.iter().any(|(name, _)| evaluates(name));
        let mut variants = Vec::new();
        for one in &types {
            let members = all.iter().filter(|(name, _)| is_about(name, one));
            let mut part = Keywords::of(members.cloned().collect(), sheet.at.clone());
            part.names_in_words = sheet.names_in_words || evaluates;
            let read = self.one_type(&mut part, one);
            let id = self.or_never(read)?;
            if !self.is_never(id) {
                self.leftovers(&mut part);
                variants.push(self.with_docs(id, part.words.join(", ")));
            }
        }
        let is_used = |name: &str| types.iter().any(|one| is_about(name, one));
        let unused = all.into_iter().filter(|(name, _)| !is_used(name));
        sheet.members = unused.collect();
        Ok(self.any_of(variants))
    }

    fn one_type(&mut self, sheet: &mut Keywords, name: &str) -> Result<NodeId, ImportError> {
        match name {
            "boolean" => Ok(self.kind(NodeKind::Boolean)),
            "string" => Ok(scalar::string(self, sheet)),
            "integer" | "number" => Ok(scalar::number(self, sheet, name == "integer")),
            "array" => array(self, sheet),
            "object" => object(self, sheet),
            "null" => Ok(self.kind(NodeKind::Null)),
            _ => Ok(self.kind(NodeKind::Any)),
        }
    }
}
