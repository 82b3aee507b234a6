//! The share of a provider's limits on strict mode that a request has without the set's tools: that
//! of other tools, and of the schema of structured output.

use serde_json::Value;

use crate::provider::Provider;
use crate::request::{SchemaCounts, declared_in, find, schema_counts};

/// The sums over a request without the set's tools.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StrictUse {
    /// Tools in strict mode.
    pub(super) tools: usize,
    /// There is a tool that isn't in strict mode.
    pub(super) has_plain: bool,
    /// Optional properties and unions of the tools in strict mode, and of structured output.
    pub(super) optional: usize,
    pub(super) unions: usize,
    /// Properties of all tools.
    pub(super) properties: usize,
}

impl StrictUse {
    /// Sums up a request. `own` returns true for the names and declarations of the set's tools.
    pub(crate) fn of(
        provider: Provider,
        request: &Value,
        own: impl Fn(&str, &Value) -> bool,
    ) -> Self {
        let mut sums = StrictUse::default();
        let facts = provider.request();
        for (name, entry) in declared_in(provider, request).values() {
            if own(name, entry) {
                continue;
            }
            let (_, path) = facts.tools.name.split_last().unwrap_or((&"", &[]));
            let Some(tool) = find(entry, path) else {
                continue;
            };
            let counts = parameters(tool).map(schema_counts).unwrap_or_default();
            sums.properties += counts.properties;
            if tool["strict"] == true {
                sums.tools += 1;
                sums.add(counts);
            } else {
                sums.has_plain = true;
            }
        }
        for path in facts.limits.answers {
            match find(request, path) {
                Some(Value::String(text)) => {
                    let schema = serde_json::from_str(text).unwrap_or_default();
                    sums.add(schema_counts(&schema));
                }
                Some(schema) => sums.add(schema_counts(schema)),
                None => {}
            }
        }
        sums
    }

    fn add(&mut self, counts: SchemaCounts) {
        self.optional += counts.optional;
        self.unions += counts.unions;
    }
}

/// The schema of a declaration's parameters, in any provider's format.
fn parameters(tool: &Value) -> Option<&Value> {
    let paths: [&[&str]; 3] = [&["input_schema"], &["inputSchema", "json"], &["parameters"]];
    paths.into_iter().find_map(|path| find(tool, path))
}
