//! Splits a definition in its provider's envelope into parts.

use super::detect::recognise;
use super::extra_fields::protocol_value;
use super::proto;
use crate::decode::{JsonTree, member, take_member};
use crate::import::ImportError;
use crate::import::pointer::escape;
use crate::provider::ToolFormat;
use crate::render::{Outcome, ReportEntry};
use crate::spec::ToolAnnotations;
use crate::text::beginning;

/// The content of an envelope, with its locations.
pub(super) struct DefinitionParts {
    pub(super) format: ToolFormat,
    pub(super) name: String,
    pub(super) title: String,
    pub(super) description: String,
    /// The schema and its JSON Pointer.
    pub(super) parameters: (String, JsonTree),
    pub(super) output: Option<JsonTree>,
    pub(super) annotations: Option<JsonTree>,
    pub(super) strict: Option<bool>,
    /// All other members: pointer, name and value.
    pub(super) rest: Vec<(String, String, JsonTree)>,
    pub(super) losses: Vec<ReportEntry>,
}

/// Splits a definition. The pointers of errors and losses are relative to it.
pub(super) fn open(
    item: JsonTree,
    format: Option<ToolFormat>,
) -> Result<DefinitionParts, ImportError> {
    let format = match format {
        Some(format) => format,
        None => recognise(&item)?,
    };
    let JsonTree::Object(members) = item else {
        return Err(ImportError::new("", "a definition must be an object"));
    };
    let mut envelope = DefinitionEnvelope {
        at: String::new(),
        members,
        rest: Vec::new(),
        losses: Vec::new(),
    };
    match format {
        ToolFormat::OpenAi => envelope.step("function", true)?,
        // The wrapper is optional.
        ToolFormat::Bedrock => envelope.step("toolSpec", false)?,
        _ => {}
    }
    let (name, title) = if format == ToolFormat::JsonSchema {
        let missing = "a schema alone must have the tool's name in its `title`";
        (envelope.name("title", missing)?, String::new())
    } else {
        let name = envelope.name("name", "it has no name")?;
        (name, envelope.text("title"))
    };
    let description = envelope.text("description");
    let strict = match format {
        ToolFormat::OpenAi
        | ToolFormat::OpenAiResponses
        | ToolFormat::Anthropic
        | ToolFormat::Bedrock => envelope.flag("strict"),
        _ => None,
    };
    let parameters = envelope.parameters(format)?;
    let (output, annotations) = match format {
        ToolFormat::Mcp => (
            envelope
                .object("outputSchema")
                .or_else(|| envelope.object("output_schema")),
            envelope.object("annotations").map(protocol_value),
        ),
        ToolFormat::Gemini => {
            // It also stays in `rest`, because Gemini's declarations include it again.
            let output = ["responseJsonSchema", "response_json_schema"]
                .iter()
                .find_map(|name| member(&envelope.members, name))
                .filter(|schema| matches!(schema, JsonTree::Object(_)));
            (output.cloned(), None)
        }
        _ => (None, None),
    };
    // It only identifies the format.
    if matches!(format, ToolFormat::OpenAiResponses | ToolFormat::Anthropic) {
        envelope.take("type");
    }
    envelope.move_rest();
    Ok(DefinitionParts {
        format,
        name,
        title,
        description,
        parameters,
        output,
        annotations,
        strict,
        rest: envelope.rest,
        losses: envelope.losses,
    })
}

struct DefinitionEnvelope {
    at: String,
    members: Vec<(String, JsonTree)>,
    rest: Vec<(String, String, JsonTree)>,
    losses: Vec<ReportEntry>,
}

impl DefinitionEnvelope {
    fn take(&mut self, name: &str) -> Option<JsonTree> {
        take_member(&mut self.members, name)
    }

    fn place(&self, name: &str) -> String {
        format!("{}/{}", self.at, escape(name))
    }

    fn loss(&mut self, name: &str, outcome: Outcome, reason: &str) {
        self.losses
            .push(ReportEntry::new(self.at.clone(), name, outcome, reason));
    }

    /// Moves all remaining members to `rest`.
    fn move_rest(&mut self) {
        for (name, value) in core::mem::take(&mut self.members) {
            self.rest.push((self.place(&name), name, value));
        }
    }

    /// Continues with the members of a nested object.
    fn step(&mut self, name: &str, needed: bool) -> Result<(), ImportError> {
        match self.take(name) {
            Some(JsonTree::Object(inner)) => {
                self.members.retain(|(name, _)| name != "type");
                self.move_rest();
                self.at = self.place(name);
                self.members = inner;
                Ok(())
            }
            None if !needed => Ok(()),
            _ => Err(ImportError::new(
                &self.at,
                format!("it must have an object `{name}`"),
            )),
        }
    }

    fn name(&mut self, key: &str, missing: &str) -> Result<String, ImportError> {
        let at = self.place(key);
        match self.take(key) {
            Some(JsonTree::String(name)) if !name.is_empty() => Ok(name),
            Some(JsonTree::String(_)) => Err(ImportError::new(&at, "the name is empty")),
            Some(_) => Err(ImportError::new(&at, "the name must be a string")),
            None => Err(ImportError::new(&self.at, missing)),
        }
    }

    fn text(&mut self, name: &str) -> String {
        let text = self.optional(name, "it is not a string", |value| match value {
            JsonTree::String(text) => Some(text),
            _ => None,
        });
        text.unwrap_or_default()
    }

    fn flag(&mut self, name: &str) -> Option<bool> {
        let wrong = "it is neither `true` nor `false`";
        self.optional(name, wrong, |value| value.as_bool())
    }

    fn object(&mut self, name: &str) -> Option<JsonTree> {
        self.optional(name, "it is not an object", |value| {
            Some(value).filter(|value| matches!(value, JsonTree::Object(_)))
        })
    }

    /// Takes a member that may be `null`.
    fn optional<T>(
        &mut self,
        name: &str,
        wrong: &str,
        read: impl FnOnce(JsonTree) -> Option<T>,
    ) -> Option<T> {
        let value = self.take(name).filter(|value| *value != JsonTree::Null)?;
        let read = read(value);
        if read.is_none() {
            self.loss(name, Outcome::Hidden, wrong);
        }
        read
    }

    fn parameters(&mut self, format: ToolFormat) -> Result<(String, JsonTree), ImportError> {
        // The schema is the whole definition.
        if format == ToolFormat::JsonSchema {
            let members = core::mem::take(&mut self.members);
            return Ok((String::new(), JsonTree::Object(members)));
        }
        let names: &[&'static str] = match format {
            ToolFormat::Anthropic => &["input_schema"],
            ToolFormat::Bedrock => &["inputSchema"],
            ToolFormat::Mcp => &["inputSchema", "input_schema"],
            ToolFormat::Gemini => &[
                "parametersJsonSchema",
                "parameters_json_schema",
                "parameters",
            ],
            _ => &["parameters"],
        };
        let mut found = None;
        for name in names {
            match self.take(name) {
                None | Some(JsonTree::Null) => {}
                Some(schema) if found.is_none() => found = Some((*name, schema)),
                Some(_) => {
                    let reason = "the other schema of the parameters is used";
                    self.loss(name, Outcome::Hidden, reason);
                }
            }
        }
        let Some((name, schema)) = found else {
            // These formats require a schema. A tool without one was meant to take no parameters.
            if matches!(
                format,
                ToolFormat::Anthropic | ToolFormat::Bedrock | ToolFormat::Mcp
            ) {
                let reason = "it is missing: it is read as that of a tool without parameters";
                self.loss(names[0], Outcome::Rewritten, reason);
            }
            let none = [
                ("type".to_owned(), JsonTree::String("object".to_owned())),
                ("additionalProperties".to_owned(), JsonTree::Bool(false)),
            ];
            return Ok((self.place(names[0]), JsonTree::Object(none.into())));
        };
        let at = self.place(name);
        match (format, schema) {
            (ToolFormat::Bedrock, schema) => {
                let json = match schema {
                    JsonTree::Object(mut members) => take_member(&mut members, "json"),
                    _ => None,
                };
                let missing = || ImportError::new(&at, "it must have the schema in `json`");
                Ok((format!("{at}/json"), json.ok_or_else(missing)?))
            }
            (ToolFormat::Gemini, mut schema) => {
                if name == "parameters" {
                    proto::plain(&mut schema);
                }
                Ok((at, schema))
            }
            // A schema as text, as some SDKs write it in untyped fields.
            (_, JsonTree::String(text)) => {
                let text = beginning(&text);
                let reason = format!("it must be an object, not the text of one: {text}");
                Err(ImportError::new(&at, reason))
            }
            (_, schema) => Ok((at, schema)),
        }
    }
}

/// Returns the hints among a tool's annotations.
pub(super) fn hints(annotations: Option<&JsonTree>) -> ToolAnnotations {
    let hint = |name: &str| annotations?.get(name)?.as_bool();
    ToolAnnotations {
        read_only: hint("readOnlyHint"),
        destructive: hint("destructiveHint"),
        idempotent: hint("idempotentHint"),
        open_world: hint("openWorldHint"),
    }
}

/// Converts a name to words, for a tool without a description: `search_repos` is "Search repos".
pub(super) fn in_words(name: &str) -> String {
    let mut words = String::with_capacity(name.len());
    let mut before = ' ';
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        let begins = c.is_uppercase() && before.is_lowercase();
        before = c;
        if begins {
            words.push(' ');
            // The first letter of an acronym keeps its case.
            if !chars.peek().is_some_and(|next| next.is_uppercase()) {
                words.extend(c.to_lowercase());
                continue;
            }
        }
        let c = if matches!(c, '_' | '-' | '.' | '/' | ':') {
            ' '
        } else {
            c
        };
        if c != ' ' || !words.is_empty() && !words.ends_with(' ') {
            words.push(c);
        }
    }
    let words = words.trim_end();
    let mut chars = words.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => name.to_string(),
    }
}
