//! Counts the parts of a schema that providers limit over all tools of a request.

use serde_json::{Map, Value};

/// The kind of value that a keyword has.
#[derive(Clone, Copy)]
enum Holds {
    /// A schema, or a list of schemas as in older drafts.
    One,
    List,
    Named,
}

/// The keywords that contain schemas. Snake case is used in a proto's JSON.
const HOLDERS: [(&str, Holds); 25] = [
    ("$defs", Holds::Named),
    ("additionalItems", Holds::One),
    ("additionalProperties", Holds::One),
    ("additional_properties", Holds::One),
    ("allOf", Holds::List),
    ("anyOf", Holds::List),
    ("any_of", Holds::List),
    ("contains", Holds::One),
    ("contentSchema", Holds::One),
    ("definitions", Holds::Named),
    ("defs", Holds::Named),
    ("dependencies", Holds::Named),
    ("dependentSchemas", Holds::Named),
    ("else", Holds::One),
    ("if", Holds::One),
    ("items", Holds::One),
    ("not", Holds::One),
    ("oneOf", Holds::List),
    ("patternProperties", Holds::Named),
    ("prefixItems", Holds::List),
    ("properties", Holds::Named),
    ("propertyNames", Holds::One),
    ("then", Holds::One),
    ("unevaluatedItems", Holds::One),
    ("unevaluatedProperties", Holds::One),
];

/// The keywords for definitions, in each spelling.
pub(crate) const DEFINITIONS: [&str; 3] = ["$defs", "definitions", "defs"];

/// The step from a keyword to a schema in its value.
#[derive(Clone, Copy)]
#[cfg_attr(not(feature = "lint"), allow(dead_code))] // Only the linter needs the place.
pub(crate) enum SchemaStep<'v> {
    Key(&'v str),
    Index(usize),
}

/// Calls `found` with each schema in the keywords of a schema: keyword, step, schema. Values of the
/// wrong type are skipped.
pub(crate) fn each_schema<'v>(
    schema: &'v Map<String, Value>,
    mut found: impl FnMut(&'static str, Option<SchemaStep<'v>>, &'v Value),
) {
    for (key, value) in schema {
        let Some((keyword, holds)) = HOLDERS.iter().find(|(name, _)| name == key) else {
            continue;
        };
        match (holds, value) {
            (Holds::Named, Value::Object(members)) => {
                for (name, value) in members {
                    // `dependencies` may also contain lists of names.
                    if *keyword != "dependencies" || !value.is_array() {
                        found(keyword, Some(SchemaStep::Key(name)), value);
                    }
                }
            }
            (Holds::List | Holds::One, Value::Array(items)) => {
                for (i, value) in items.iter().enumerate() {
                    found(keyword, Some(SchemaStep::Index(i)), value);
                }
            }
            (Holds::One, value) => found(keyword, None, value),
            _ => {}
        }
    }
}

/// Counts that a provider limits over all tools of a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SchemaCounts {
    /// Optional properties, outside of definitions.
    pub(crate) optional: usize,
    /// Schemas with several types, outside of definitions.
    pub(crate) unions: usize,
    /// Properties at any depth.
    pub(crate) properties: usize,
    /// Objects without a required property, at any depth.
    pub(crate) optional_only: usize,
}

/// Counts everything reachable without following a reference, as measurements show that Anthropic's
/// API does.
pub(crate) fn schema_counts(root: &Value) -> SchemaCounts {
    let mut counts = SchemaCounts::default();
    let mut schemas = Vec::from([(root, false)]);
    while let Some((schema, is_definition)) = schemas.pop() {
        let Some(map) = schema.as_object() else {
            continue;
        };
        counts.add(map, is_definition);
        each_schema(map, |keyword, _, schema| {
            schemas.push((schema, is_definition || DEFINITIONS.contains(&keyword)));
        });
    }
    counts
}

impl SchemaCounts {
    fn add(&mut self, schema: &Map<String, Value>, is_definition: bool) {
        let properties = schema.get("properties").and_then(Value::as_object);
        let number = properties.map_or(0, Map::len);
        let required = schema.get("required").and_then(Value::as_array);
        let required = required.map_or(0, |names| {
            names.iter().filter(|name| name.is_string()).count()
        });
        self.properties += number;
        let is_object = |kind: &Value| {
            kind.as_str()
                .is_some_and(|kind| kind.eq_ignore_ascii_case("object"))
        };
        let (one, several) = match schema.get("type") {
            Some(Value::Array(types)) => (types.iter().any(is_object), types.len() > 1),
            Some(kind) => (is_object(kind), false),
            None => (false, false),
        };
        self.optional_only += usize::from(required == 0 && (one || properties.is_some()));
        if !is_definition {
            self.optional += number.saturating_sub(required);
            self.unions += usize::from(several || schema.contains_key("anyOf"));
        }
    }
}
