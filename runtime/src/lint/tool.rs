//! Checks one tool of a request: its envelope, name, description and schema.

use serde_json::Value;

use super::envelope::{EnvelopeParts, JSON_FIELD, RESPONSE_JSON, not_a_tool, parts};
use super::finding::{Findings, described};
use super::request_layout::{EntryPlace, RequestKind, no_list};
use super::rule::{Citation, Evidence, Rule};
use super::schema;
use super::walk::below;
use crate::dialect::of;
use crate::provider::{Google, JSON_READER, KindMember, SchemaLanguage, ToolFormat, ToolRules};
use crate::request::SchemaCounts;
use crate::text::beginning;

/// The facts about one tool that the rules for all tools need.
pub(super) struct ToolSummary {
    pub(super) pointer: String,
    pub(super) name: Option<String>,
    /// It is a client function, not a tool that the provider runs.
    pub(super) function: bool,
    pub(super) strict: bool,
    pub(super) counts: SchemaCounts,
    /// The index of the list entry that is its namespace.
    pub(super) namespace: Option<usize>,
    /// Its number among all entries, in a repair.
    pub(super) number: usize,
}

pub(super) fn check(
    body: RequestKind,
    strict_tools: bool,
    entry: &EntryPlace,
    value: &Value,
    findings: &mut Findings,
) -> ToolSummary {
    let form = body.tool();
    let mut judged = ToolSummary {
        pointer: entry.pointer.clone(),
        name: None,
        function: false,
        strict: false,
        counts: SchemaCounts::default(),
        namespace: entry.namespace,
        number: 0,
    };
    findings.in_tool(None);
    let Some(map) = value.as_object() else {
        let found = format!("{} instead of a tool", described(value));
        findings.add(Rule::InvalidMember, form.because, &entry.pointer, "", found);
        return judged;
    };
    let Some(parts) = parts(map, entry.format) else {
        judged.name = map.get("name").and_then(Value::as_str).map(String::from);
        if let Some(key) = no_list(map).filter(|_| body.has_declarations()) {
            let pointer = below(&entry.pointer, &[key]);
            let found = format!("{} instead of a list of functions", described(&map[key]));
            findings.add(Rule::InvalidMember, form.because, &pointer, key, found);
        }
        if let Some(found) = not_a_tool(map, entry) {
            findings.add(Rule::InvalidMember, form.because, &entry.pointer, "", found);
        }
        return judged;
    };
    let name = parts.tool.get("name");
    judged.name = name.and_then(Value::as_str).map(String::from);
    judged.function = true;
    judged.strict = parts.tool.get("strict") == Some(&Value::Bool(true));
    findings.in_tool(judged.name.as_deref());
    let mut tool = ToolCheck {
        body,
        form,
        entry,
        kind: map.get("type"),
        parts,
        findings,
    };
    tool.envelope();
    tool.name(name);
    tool.description();
    tool.members();
    judged.counts = tool.schemas(judged.strict || strict_tools);
    judged
}

struct ToolCheck<'t, 'v> {
    body: RequestKind,
    form: &'static ToolRules,
    entry: &'t EntryPlace,
    /// The entry's `type`.
    kind: Option<&'v Value>,
    parts: EnvelopeParts<'v>,
    findings: &'t mut Findings,
}

impl ToolCheck<'_, '_> {
    /// Adds a finding at a member of the tool, or at the tool if `member` is empty.
    fn add(&mut self, rule: Rule, because: Citation, member: &[&str], found: impl Into<String>) {
        let keyword = member.last().copied().unwrap_or_default();
        let pointer = self.pointer(member);
        self.findings.add(rule, because, &pointer, keyword, found);
    }

    fn envelope(&mut self) {
        let format = self.parts.format;
        let because = self.form.because;
        let pointer = &self.entry.pointer;
        // Flat tools have the same members as a declaration, and `type`.
        let wrong = format != self.entry.format
            || self.entry.misplaced
            || self.parts.inside == ["tool_spec"];
        if wrong {
            let found = format!("a tool in {}", format.words());
            self.findings
                .add(Rule::Envelope, because, pointer, "", found);
        }
        // Some providers default to `function`, or ignore the member.
        let asks_for_type = match self.form.kind {
            KindMember::Ignored => false,
            KindMember::IfPresent => self.kind.is_some(),
            KindMember::Required => true,
        };
        if format == ToolFormat::OpenAi
            && self.entry.format == ToolFormat::OpenAi
            && self.kind.is_none_or(|kind| kind != "function")
            && asks_for_type
        {
            let found = match self.kind {
                None => "a tool without `type`".into(),
                Some(other) => format!("a tool of type {}", described(other)),
            };
            self.findings
                .add(Rule::InvalidMember, because, pointer, "type", found);
        }
    }

    fn name(&mut self, name: Option<&Value>) {
        let because = self.form.because;
        match name {
            None => self.add(Rule::InvalidMember, because, &[], "a tool without `name`"),
            Some(Value::String(name)) => {
                let mut names = of(self.body.provider, false).names;
                if self.entry.namespace.is_some() && names.max_len != 0 {
                    names.max_len = NAMESPACED;
                }
                // Without a known rule it must only be non-empty.
                if !names.takes(name) || name.is_empty() {
                    let found = format!("the name `{}`", beginning(name));
                    self.add(Rule::Name, self.form.names, &["name"], found);
                }
            }
            Some(other) => {
                let found = format!("{} instead of a name", described(other));
                self.add(Rule::InvalidMember, because, &["name"], found);
            }
        }
    }

    fn description(&mut self) {
        let key = &["description"];
        let because = self.form.because;
        match self.parts.tool.get(key[0]) {
            None | Some(Value::Null) => {}
            Some(Value::String(text)) => {
                if !self.form.empty_description && text.is_empty() {
                    self.add(Rule::Description, because, key, "an empty description");
                }
                let most = of(self.body.provider, false).limits.description;
                let length = text.chars().count();
                if let Some(because) = self.form.length
                    && length > most as usize
                {
                    let found = format!("a description of {length} characters, more than {most}");
                    self.add(Rule::Description, because, key, found);
                }
            }
            Some(other) => {
                let found = format!("{} instead of a description", described(other));
                self.add(Rule::InvalidMember, because, key, found);
            }
        }
    }

    fn members(&mut self) {
        if let Some(strict) = self.parts.tool.get("strict")
            && !strict.is_boolean()
            && !strict.is_null()
        {
            let found = format!("`strict` is {}", described(strict));
            self.add(Rule::InvalidMember, self.form.because, &["strict"], found);
        }
        self.strictness();
        let known = self.form.members;
        if known.is_empty() || self.parts.format != self.entry.format {
            return;
        }
        let tool = self.parts.tool;
        for key in tool.keys() {
            // Tools of an interaction have more members.
            if !known.contains(&key.as_str()) && !self.body.flat {
                let found = format!("`{}` in a declaration", beginning(key));
                self.add(Rule::UnknownMember, self.form.because, &[key], found);
            }
        }
    }

    /// Checks for members that exclude strict mode.
    fn strictness(&mut self) {
        let tool = self.parts.tool;
        if tool.get("strict") != Some(&Value::Bool(true)) {
            return;
        }
        let callers = tool.get("allowed_callers").and_then(Value::as_array);
        let by_code = callers.into_iter().flatten().filter_map(Value::as_str);
        let mut by_code = by_code.filter(|caller| caller.starts_with("code_execution"));
        if let Some(because) = self.form.code_calls
            && by_code.next().is_some()
        {
            let found = "a strict tool that code may call";
            self.add(Rule::Strict, because, &["strict"], found);
        }
        if let Some(because) = self.body.model.and_then(|model| model.never_strict) {
            let found = "`strict` for a model without strict mode";
            self.add(Rule::Strict, because, &["strict"], found);
        }
    }

    /// Checks the schemas of a Gemini function's response.
    fn responses(&mut self, google: &Google) {
        let tool = self.parts.tool;
        let is = |key: &&&str| tool.get(**key).is_some_and(|value| !value.is_null());
        let json = RESPONSE_JSON.iter().find(is);
        if json.is_some() && tool.get("response").is_some_and(|one| !one.is_null()) {
            let found = "`response` and a JSON Schema";
            self.add(Rule::InvalidMember, self.form.because, &["response"], found);
        }
        for (key, reader) in [(Some(&"response"), google.proto), (json, google.json)] {
            if let Some(key) = key.filter(is) {
                self.schema(reader, false, &[key], &tool[*key]);
            }
        }
    }

    /// Checks the schemas of a tool and returns the counts of the parameters.
    fn schemas(&mut self, strict: bool) -> SchemaCounts {
        let at = self.parts.at;
        let because = self.form.because;
        if let Some(google) = self.body.google().filter(|_| !self.body.flat) {
            self.responses(google);
            let tool = self.parts.tool;
            let json = JSON_FIELD.iter().find(|key| tool.contains_key(**key));
            let own = tool.get("parameters").filter(|one| !one.is_null());
            if let (Some(_), Some(own)) = (json, own) {
                let at = &["parameters"];
                self.add(
                    Rule::InvalidMember,
                    because,
                    at,
                    "`parameters` and a JSON Schema",
                );
                self.schema(self.reader(at, strict), true, at, own);
            }
        }
        let counts = match self.parts.schema {
            None | Some(Value::Null) if self.form.optional => SchemaCounts::default(),
            None => {
                let found = "a tool without a schema of its parameters";
                self.add(Rule::InvalidMember, because, &[], found);
                SchemaCounts::default()
            }
            Some(Value::Null) => {
                self.add(Rule::InvalidMember, because, at, "null instead of a schema");
                SchemaCounts::default()
            }
            Some(schema) => self.schema(self.reader(at, strict), true, at, schema),
        };
        if self.body.format() == ToolFormat::Mcp {
            let output = self.parts.tool.get("outputSchema");
            // Any schema is valid here since 2026-07-28, but clients require a type.
            let kinds = ["type", "$ref", "anyOf", "oneOf", "allOf"];
            if let Some(Value::Object(map)) = output
                && !kinds.iter().any(|key| map.contains_key(*key))
            {
                let because = (Evidence::Recorded, "mcp-clients");
                let found = "an `outputSchema` without `type`";
                self.add(Rule::MissingType, because, &["outputSchema"], found);
            }
            if let Some(output) = output {
                self.schema(JSON_READER, false, &["outputSchema"], output);
            }
        }
        counts
    }

    /// Checks the schema in a member. `tool` is `true` for parameters.
    fn schema(
        &mut self,
        reader: SchemaLanguage,
        tool: bool,
        at: &[&str],
        schema: &Value,
    ) -> SchemaCounts {
        let pointer = self.pointer(at);
        schema::check(reader, tool, schema, pointer, self.findings)
    }

    fn pointer(&self, at: &[&str]) -> String {
        below(&below(&self.entry.pointer, self.parts.inside), at)
    }

    fn reader(&self, at: &[&str], strict: bool) -> SchemaLanguage {
        match self.body.google() {
            Some(google) if JSON_FIELD.contains(&at[0]) || self.body.flat => google.json,
            // Another envelope has fields that the provider doesn't read.
            Some(google) if self.parts.format == ToolFormat::Gemini => google.proto,
            _ => self.body.reader(strict),
        }
    }
}

/// Maximum length of a tool's name within a namespace, in the Responses API.
const NAMESPACED: usize = 128;
