//! Rewrites a tool with the renderer for compiled tools.

use serde_json::{Map, Value};

use super::{MAX_REASONS, Repair, RewrittenTool, first_reasons};
use crate::dialect::{StrictWhen, of};
use crate::import::ToolDefinition;
use crate::lint::envelope::{EnvelopeParts, JSON_FIELD, parts};
use crate::lint::finding::Finding;
use crate::lint::report::ChangeKind;
use crate::lint::request_layout::EntryPlace;
use crate::lint::walk::below;
use crate::provider::{Provider, ToolFormat};
use crate::render::{Form, Outcome, Report, declare};
use crate::spec::Strict;

/// The parts of a tool in any envelope, which the rendered text contains.
const PARTS: [&str; 18] = [
    "type",
    "function",
    "toolSpec",
    "tool_spec",
    "name",
    "title",
    "description",
    "parameters",
    "parametersJsonSchema",
    "parameters_json_schema",
    "input_schema",
    "inputSchema",
    "outputSchema",
    "output_schema",
    "annotations",
    "strict",
    "_meta",
    "meta",
];

impl Repair<'_> {
    pub(super) fn rerendered(
        &mut self,
        entry: &Value,
        place: &EntryPlace,
        findings: &[Finding],
    ) -> Result<(Value, RewrittenTool), Vec<String>> {
        let reasons = || findings.iter().map(ToString::to_string);
        let map = entry
            .as_object()
            .ok_or_else(|| reasons().collect::<Vec<_>>())?;
        let has_name = |parts: &EnvelopeParts<'_>| {
            let name = parts.tool.get("name").and_then(Value::as_str);
            name.is_some_and(|name| !name.is_empty())
        };
        let parts = parts(map, place.format).filter(has_name);
        let parts = parts.ok_or_else(|| reasons().collect::<Vec<_>>())?;
        let (alone, given) = parameters_alone(&parts, self.body.provider);
        let definition = ToolDefinition::parse_as(&alone, given).map_err(|error| {
            let error = core::iter::once(error.to_string());
            error.chain(reasons()).collect::<Vec<_>>()
        })?;
        let strict = parts.tool.get("strict").and_then(Value::as_bool);
        let provider = self.target(&parts, strict == Some(true));
        let (written, mut report) = self.written(&definition, provider, strict, place)?;
        let mut tool = self.wrapped(written, place.format);
        self.keep_members(&mut tool, map, &parts, place, &definition);
        let more = match findings.len().saturating_sub(MAX_REASONS) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        self.report.change(
            &place.pointer,
            Some(definition.name()),
            ChangeKind::Rewritten,
            format!("{}{more}", first_reasons(findings)),
        );
        let losses = definition.losses();
        let mut entries = report.entries.iter();
        if !losses.is_empty() || entries.any(|one| one.outcome != Outcome::Rewritten) {
            report.entries.splice(0..0, losses.iter().cloned());
            self.report.losses.push(report);
        }
        Ok((tool, (definition, provider)))
    }

    /// Renders the tool, in strict mode if it was strict and strict mode is possible.
    fn written(
        &mut self,
        definition: &ToolDefinition,
        provider: Provider,
        strict: Option<bool>,
        place: &EntryPlace,
    ) -> Result<(Value, Report), Vec<String>> {
        let write = |strict: Strict| {
            definition.with_schema(|schema| {
                let mut spec = definition.spec();
                spec.strict = strict;
                let report = crate::render::report_of(&spec, schema, provider);
                let declared = declare(spec, schema, provider, Form::Own)?;
                let text = definition.complete(provider, declared.strict, declared.text);
                Ok((text, report))
            })
        };
        let off = match strict {
            // If `strict` is omitted, the Responses API attempts strict mode.
            None if provider.refusal().tool.strict_if_omitted => Strict::Auto,
            None => Strict::Omit,
            Some(_) => Strict::Off,
        };
        let on = match of(provider, true) {
            mode if mode.strict && mode.when == StrictWhen::Named => Strict::For(provider.bit()),
            _ => Strict::On,
        };
        let made = if strict == Some(true) {
            write(on).or_else(|report| {
                let plain = write(off)?;
                let why = refusals(&report).join("; ");
                let name = Some(definition.name());
                self.report
                    .change(&place.pointer, name, ChangeKind::StrictOff, why);
                Ok(plain)
            })
        } else {
            write(off)
        };
        let (text, report) = made.map_err(|report: Report| refusals(&report))?;
        match serde_json::from_str(&text) {
            Ok(value) => Ok((value, report)),
            Err(error) => Err(Vec::from([error.to_string()])),
        }
    }

    /// Returns the provider to render for. It depends on the model, and Google's on the field.
    fn target(&self, parts: &EnvelopeParts<'_>, strict: bool) -> Provider {
        let json = self.body.flat || JSON_FIELD.contains(&parts.at[0]);
        if let Some(google) = self.body.google().filter(|_| json) {
            return google.json.provider;
        }
        let model = self.body.model;
        let reader = model.and_then(|model| if strict { model.strict } else { model.plain });
        reader.map_or(self.body.provider, |reader| reader.provider)
    }

    /// Converts the rendered envelope to the form used in this request.
    fn wrapped(&self, written: Value, format: ToolFormat) -> Value {
        let Value::Object(mut outer) = written else {
            return written;
        };
        match format {
            ToolFormat::OpenAiResponses => {
                if let Some(Value::Object(inner)) = outer.remove("function") {
                    outer.extend(inner);
                }
                for field in JSON_FIELD {
                    if let Some(schema) = outer.remove(field) {
                        outer.insert("parameters".into(), schema);
                    }
                }
                outer.insert("type".into(), "function".into());
                Value::Object(outer)
            }
            // The entry was in `functions`.
            ToolFormat::Gemini if !self.body.is_google() => {
                let mut inner = outer.remove("function").unwrap_or_default();
                if let Some(inner) = inner.as_object_mut() {
                    inner.remove("strict");
                }
                inner
            }
            _ => Value::Object(outer),
        }
    }

    /// Keeps other members of the declaration that the provider accepts.
    fn keep_members(
        &mut self,
        tool: &mut Value,
        entry: &Map<String, Value>,
        parts: &EnvelopeParts<'_>,
        place: &EntryPlace,
        definition: &ToolDefinition,
    ) {
        let provider = self.body.provider;
        let same = parts.format == place.format;
        let carried = self.body.tool().carried;
        let Some(outer) = tool.as_object() else {
            return;
        };
        let inside: &[&str] = match crate::lint::envelope::parts(outer, place.format) {
            Some(parts) => parts.inside,
            None => &[],
        };
        let outer = entry.iter().filter(|_| !parts.inside.is_empty());
        let outer = outer.map(|one| (true, one));
        let inner = parts.tool.iter().map(|one| (false, one));
        for (outside, (key, value)) in outer.chain(inner) {
            let part = PARTS.contains(&key.as_str()) && !(same && key == "_meta");
            // The renderer has written the valid examples.
            let examples = key == "input_examples" && provider.tool_form().examples;
            if part || examples && !outside {
                continue;
            }
            let path: &[&str] = if outside && same { &[] } else { inside };
            let Some(members) = super::at(tool, path).and_then(Value::as_object_mut) else {
                continue;
            };
            if members.contains_key(key) {
                continue;
            }
            if same || carried.contains(&key.as_str()) {
                members.insert(key.clone(), value.clone());
            } else {
                let within: &[&str] = if outside { &[] } else { parts.inside };
                let pointer = below(&below(&place.pointer, within), &[key]);
                let why = format!("the provider doesn't accept `{key}`");
                self.report
                    .change(&pointer, Some(definition.name()), ChangeKind::Removed, why);
            }
        }
    }
}

/// Returns the reasons why a provider would reject a tool.
fn refusals(report: &Report) -> Vec<String> {
    let entries = report.entries.iter();
    let refused = entries.filter(|one| one.outcome == Outcome::Rejected);
    refused.map(|one| one.reason.clone()).collect()
}

/// Returns the bare tool, in the form that the definition reader expects.
fn parameters_alone(parts: &EnvelopeParts<'_>, provider: Provider) -> (Value, ToolFormat) {
    let mut tool = Value::Object(parts.tool.clone());
    let wrap = |key: &str, tool| Value::Object(Map::from_iter([(key.to_owned(), tool)]));
    match parts.format {
        ToolFormat::OpenAi => {
            let mut outer = wrap("function", tool);
            outer["type"] = "function".into();
            (outer, ToolFormat::OpenAi)
        }
        // The spelling used by MCP's Python SDK.
        ToolFormat::Anthropic if provider.tool_form().format == ToolFormat::Mcp => {
            (tool, ToolFormat::Mcp)
        }
        ToolFormat::Bedrock => {
            if let Some(schema) = super::take(&mut tool, &["input_schema"]) {
                tool["inputSchema"] = schema;
            }
            (wrap("toolSpec", tool), ToolFormat::Bedrock)
        }
        format => (tool, format),
    }
}
