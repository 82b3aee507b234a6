//! Members of an MCP tool's schema that are for clients, not for models: the draft, and the
//! arguments that are also sent as headers.

use std::collections::HashMap;

use crate::decode::{DecodeLimits, JsonTree, json};

/// The members that are added again when the schema is written for MCP.
#[derive(Clone, Debug, Default)]
pub(super) struct McpExtensions {
    /// The schema's `$schema`, if it has one.
    pub(super) draft: Option<String>,
    headers: Headers,
}

/// The headers of a property, and of the properties in it.
#[derive(Clone, Debug, Default)]
struct Headers {
    own: Option<JsonTree>,
    /// Those of the properties that have one, themselves or inside.
    inside: HashMap<String, Headers>,
}

/// Marks a property that is sent as a header.
const HEADER: &str = "x-mcp-header";

/// The draft of all rendered schemas.
const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

impl McpExtensions {
    /// Collects the members of a schema.
    pub(super) fn of(schema: &JsonTree) -> Self {
        let draft = schema.get("$schema").and_then(JsonTree::as_str);
        McpExtensions {
            draft: draft.map(ToOwned::to_owned),
            headers: Headers {
                own: None,
                ..Headers::of(schema)
            },
        }
    }

    /// Returns true if the schema names another draft than the rendered one.
    pub(super) fn is_other_draft(&self) -> bool {
        let draft = self.draft.as_deref();
        draft.is_some_and(|draft| draft.trim_end_matches('#') != DRAFT)
    }

    /// Returns the declaration with the members added.
    pub(super) fn put_into(&self, declaration: String) -> String {
        if self.draft.is_none() && self.headers.is_empty() {
            return declaration;
        }
        let limits = DecodeLimits {
            bytes: usize::MAX,
            depth: 1024,
            values: usize::MAX,
        };
        // This is rendered text. If it were not valid JSON, it is returned unchanged.
        let Ok(mut tool) = json(&declaration, limits) else {
            return declaration;
        };
        let Some(schema) = member(&mut tool, "inputSchema") else {
            return declaration;
        };
        self.headers.add_to(schema);
        if let (Some(_), JsonTree::Object(members)) = (&self.draft, schema) {
            let draft = ("$schema".to_owned(), JsonTree::String(DRAFT.to_owned()));
            members.insert(0, draft);
        }
        tool.text()
    }
}

impl Headers {
    /// Collects the headers of a schema. Recursion is bounded, because the schema was parsed within
    /// limits.
    fn of(schema: &JsonTree) -> Self {
        let properties = schema.get("properties").and_then(JsonTree::as_object);
        let inside = properties.unwrap_or_default().iter();
        let inside = inside.map(|(name, property)| (name.clone(), Headers::of(property)));
        Headers {
            own: schema.get(HEADER).cloned(),
            inside: inside.filter(|(_, found)| !found.is_empty()).collect(),
        }
    }

    fn is_empty(&self) -> bool {
        self.own.is_none() && self.inside.is_empty()
    }

    /// Adds them to the same schema as rendered.
    fn add_to(&self, schema: &mut JsonTree) {
        if !self.inside.is_empty()
            && let Some(JsonTree::Object(properties)) = member(schema, "properties")
        {
            for (name, property) in properties {
                if let Some(found) = self.inside.get(name.as_str()) {
                    found.add_to(property);
                }
            }
        }
        if let (Some(header), JsonTree::Object(members)) = (&self.own, schema) {
            members.push((HEADER.to_owned(), header.clone()));
        }
    }
}

fn member<'j>(of: &'j mut JsonTree, name: &str) -> Option<&'j mut JsonTree> {
    let JsonTree::Object(members) = of else {
        return None;
    };
    let mut members = members.iter_mut();
    let found = members.find(|(key, _)| key == name);
    found.map(|(_, value)| value)
}
