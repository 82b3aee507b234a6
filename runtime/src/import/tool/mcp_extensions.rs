//! Members of an MCP tool's schema that are for clients, not for models: the draft, and the
//! arguments that are also sent as headers.

use crate::decode::{DecodeLimits, JsonTree, json};

/// The members that are added again when the schema is written for MCP.
#[derive(Clone, Debug, Default)]
pub(super) struct McpExtensions {
    /// The schema's `$schema`, if it has one.
    pub(super) draft: Option<String>,
    /// The path to each property with a header, and the header.
    headers: Vec<(Vec<String>, JsonTree)>,
}

/// Marks a property that is sent as a header.
const HEADER: &str = "x-mcp-header";

/// The draft of all rendered schemas.
const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

impl McpExtensions {
    /// Collects the members of a schema.
    pub(super) fn of(schema: &JsonTree) -> Self {
        let mut own = McpExtensions {
            draft: schema
                .get("$schema")
                .and_then(JsonTree::as_str)
                .map(ToOwned::to_owned),
            headers: Vec::new(),
        };
        own.collect(schema, &mut Vec::new());
        own
    }

    /// Returns true if the schema names another draft than the rendered one.
    pub(super) fn is_other_draft(&self) -> bool {
        self.draft
            .as_ref()
            .is_some_and(|draft| draft.trim_end_matches('#') != DRAFT)
    }

    /// Recursion is bounded, because the schema was parsed within limits.
    fn collect(&mut self, schema: &JsonTree, path: &mut Vec<String>) {
        let Some(JsonTree::Object(properties)) = schema.get("properties") else {
            return;
        };
        for (name, property) in properties {
            path.push(name.clone());
            if let Some(header) = property.get(HEADER) {
                self.headers.push((path.clone(), header.clone()));
            }
            self.collect(property, path);
            path.pop();
        }
    }

    /// Returns the declaration with the members added.
    pub(super) fn put_into(&self, declaration: String) -> String {
        if self.draft.is_none() && self.headers.is_empty() {
            return declaration;
        }
        let limits = DecodeLimits::DEFAULT
            .bytes(usize::MAX)
            .values(usize::MAX)
            .depth(1024);
        // This is rendered text. If it were not valid JSON, it is returned unchanged.
        let Ok(mut tool) = json(&declaration, limits) else {
            return declaration;
        };
        let Some(schema) = member(&mut tool, "inputSchema") else {
            return declaration;
        };
        for (path, header) in &self.headers {
            let property = path.iter().try_fold(&mut *schema, |at, name| {
                member(member(at, "properties")?, name)
            });
            if let Some(JsonTree::Object(members)) = property {
                members.push((HEADER.to_owned(), header.clone()));
            }
        }
        if let (Some(_), JsonTree::Object(members)) = (&self.draft, schema) {
            let draft = ("$schema".to_owned(), JsonTree::String(DRAFT.to_owned()));
            members.insert(0, draft);
        }
        tool.text()
    }
}

fn member<'j>(of: &'j mut JsonTree, name: &str) -> Option<&'j mut JsonTree> {
    match of {
        JsonTree::Object(members) => members
            .iter_mut()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value),
        _ => None,
    }
}
