//! A tool definition in any format, and its declaration for each provider.

mod detect;
mod envelope;
mod examples;
mod extra_fields;
mod input;
mod list;
mod locate;
mod mcp_extensions;
mod proto;
mod render;
mod short;

pub use extra_fields::ExtraField;
pub use input::DefinitionInput;
pub use list::{DefinitionError, ToolDefinitions};

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::Value;

use super::patterns::PatternBudget;
use super::unsupported;
use super::{ImportError, ImportedSchema};
use crate::decode::JsonTree;
use crate::provider::Provider;
pub use crate::provider::{ToolFormat, UnknownToolFormat};
use crate::render::{Outcome, ReportEntry};
use crate::schema::EscapedString;
use crate::schema::Schema;
use crate::spec::{ImportedExtras, ToolAnnotations};
use envelope::{DefinitionParts, hints, in_words};
use mcp_extensions::McpExtensions;

/// A third-party tool definition in any format. It is read into the same model as a compiled tool,
/// so that the same renderer declares it to each provider.
///
/// ```
/// use toolcast::Provider;
/// use toolcast::import::{ToolDefinition, ToolFormat};
///
/// let tool = ToolDefinition::parse(r#"{"name": "search", "description": "Search the archive",
///     "input_schema": {"type": "object", "properties": {"words": {"type": "string", "minLength": 2}}, "required": ["words"]}}"#)?;
/// assert_eq!((tool.name(), tool.format()), ("search", ToolFormat::Anthropic));
/// assert_eq!(
///     tool.schema_for(Provider::Gemini).map_err(|report| report.to_string())?,
///     r#"{"name":"search","description":"Search the archive","parameters":{"type":"OBJECT","properties":{"words":{"type":"STRING","minLength":2}},"required":["words"]}}"#,
/// );
/// // OpenAI's strict mode has no such keyword, so it is in the description there.
/// assert_eq!(tool.report_for(Provider::OpenAi).entries[0].keyword, "minLength");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ToolDefinition {
    format: ToolFormat,
    name: EscapedString,
    /// The title of the definition.
    title: EscapedString,
    description: EscapedString,
    /// The description with the constraints of the root as text, if it has any.
    shown: Option<EscapedString>,
    parameters: Arc<ImportedSchema>,
    strict: Option<bool>,
    annotations: Option<JsonTree>,
    foreign: Arc<ImportedExtras>,
    own: McpExtensions,
    namespace: Option<Arc<str>>,
    examples: Vec<Value>,
    rest: Vec<ExtraField>,
    losses: Vec<ReportEntry>,
    pointer: String,
    /// The JSON Pointer to the schema in the definition.
    parameters_at: String,
}

impl ToolDefinition {
    /// Reads a single definition of any format. See [`ToolDefinitions::parse`] for the accepted
    /// input.
    ///
    /// # Errors
    ///
    /// Returns an error if the definition can't be read, or the input does not contain exactly one.
    pub fn parse<'s>(given: impl Into<DefinitionInput<'s>>) -> Result<Self, ImportError> {
        Self::only(ToolDefinitions::parse(given)?)
    }

    /// Reads a single definition of a known format.
    ///
    /// # Errors
    ///
    /// The errors of [`parse`](Self::parse). A definition of another format is an error.
    pub fn parse_as<'s>(
        given: impl Into<DefinitionInput<'s>>,
        format: ToolFormat,
    ) -> Result<Self, ImportError> {
        Self::only(ToolDefinitions::parse_as(given, format)?)
    }

    fn only(mut all: ToolDefinitions) -> Result<Self, ImportError> {
        let number = all.tools.len() + all.unreadable.len();
        match (number, all.tools.pop(), all.unreadable.pop()) {
            (1, Some(tool), None) => Ok(tool),
            (1, None, Some(bad)) => Err(ImportError::new(&bad.pointer, bad.reason)),
            _ => {
                let reason = format!("expected one tool, and there are {number}");
                Err(ImportError::new("", reason))
            }
        }
    }

    fn of(parts: DefinitionParts, budget: &mut PatternBudget) -> Result<Self, ImportError> {
        let (at, schema) = parts.parameters;
        let own = McpExtensions::of(&schema);
        let schema = match schema {
            // Not a valid schema, but some SDKs write it for a tool without one.
            JsonTree::Null => JsonTree::Object(Vec::new()),
            schema => schema,
        };
        let parameters = ImportedSchema::read(&schema, budget).map_err(|error| ImportError {
            pointer: format!("{at}{}", error.pointer),
            ..error
        })?;
        let mut losses = parts.losses;
        let inner = parameters.description();
        let described = [parts.description.as_str(), parts.title.as_str(), inner];
        let described = described.into_iter().find(|text| !text.trim().is_empty());
        if !inner.is_empty() && described.is_some_and(|text| text != inner) {
            let reason = if parts.description.trim().is_empty() {
                "the tool's title is shown"
            } else {
                "the tool's own description is shown"
            };
            let place = format!("{at}{}", parameters.texts.described_at);
            let entry = ReportEntry::new(place, "description", Outcome::Hidden, reason);
            losses.push(entry);
        }
        if own.is_other_draft() {
            let reason = "all texts are written in draft 2020-12";
            losses.push(ReportEntry::new(&at, "$schema", Outcome::Rewritten, reason));
        }
        let foreign = ImportedExtras {
            annotations: parts.annotations.as_ref().map(JsonTree::text),
            output: parts.output.as_ref().map(JsonTree::text),
            extra: extra_fields::extra(parts.format, &parts.rest),
            short: None,
        };
        let examples = examples::read(&parts.rest, &parameters, &mut losses);
        let rest = parts.rest.into_iter();
        let rest = rest.map(|(pointer, name, value)| ExtraField {
            pointer,
            name,
            value: value.text(),
        });
        let description = described.map_or_else(|| in_words(&parts.name), ToOwned::to_owned);
        let mut tool = ToolDefinition {
            format: parts.format,
            description: EscapedString::new(""),
            shown: None,
            name: EscapedString::new(&parts.name),
            title: EscapedString::new(&parts.title),
            parameters: Arc::new(parameters),
            strict: parts.strict,
            annotations: parts.annotations,
            foreign: Arc::new(foreign),
            own,
            namespace: None,
            examples,
            rest: rest.collect(),
            losses,
            pointer: String::new(),
            parameters_at: at,
        };
        tool.describe(&description);
        Ok(tool)
    }

    /// Sets the description. The constraints of the root are appended as text in every declaration.
    /// If the description is shortened, these texts stay whole, unless they alone are too long.
    pub(super) fn describe(&mut self, description: &str) {
        let words = self.parameters.texts.words.as_slice();
        let shown = unsupported::with_words(description.to_owned(), words);
        let short = short::description(description, words);
        self.description = EscapedString::new(description);
        self.shown = (!words.is_empty()).then(|| EscapedString::new(&shown));
        if short.is_some() || self.foreign.short.is_some() {
            let mut foreign = ImportedExtras::clone(&self.foreign);
            foreign.short = short.map(|short| EscapedString::new(&short));
            self.foreign = Arc::new(foreign);
        }
    }

    /// Rebases all JSON pointers onto the whole input document.
    fn rebase_pointers(&mut self, pointer: &str) {
        let of_schema = self.parameters.losses().iter().map(|loss| ReportEntry {
            pointer: format!("{}{}", self.parameters_at, loss.pointer),
            ..loss.clone()
        });
        self.losses.extend(of_schema);
        pointer.clone_into(&mut self.pointer);
        if pointer.is_empty() {
            return;
        }
        for loss in &mut self.losses {
            loss.pointer.insert_str(0, pointer);
        }
        for member in &mut self.rest {
            member.pointer.insert_str(0, pointer);
        }
    }

    /// Removes the patterns beyond the list's budget.
    #[cfg(feature = "validate")]
    fn bound_patterns(&mut self, budget: &mut PatternBudget) {
        let Some((parameters, losses)) = self.parameters.with_patterns_within(budget) else {
            return;
        };
        self.parameters = Arc::new(parameters);
        let at = format!("{}{}", self.pointer, self.parameters_at);
        self.losses
            .extend(losses.into_iter().map(|loss| ReportEntry {
                pointer: format!("{at}{}", loss.pointer),
                ..loss
            }));
    }

    /// The original format.
    pub fn format(&self) -> ToolFormat {
        self.format
    }

    /// The definition's JSON Pointer in the input; empty for the whole input.
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// The original name. Not every provider accepts every name.
    pub fn name(&self) -> &str {
        self.name.raw()
    }

    /// The namespace that contains the tool, as in OpenAI's Responses. The namespace's description
    /// is part of the [`description`](Self::description), or of the [`losses`](Self::losses) if it
    /// is too long.
    pub fn namespace(&self) -> Option<&str> {
        self.namespace.as_deref()
    }

    /// The display name: the `title`, or that of the annotations.
    pub fn title(&self) -> Option<&str> {
        let of_annotations = || self.annotations.as_ref()?.get("title")?.as_str();
        let own = Some(&**self.title.raw()).filter(|title| !title.is_empty());
        own.or_else(of_annotations)
    }

    /// The tool's description. If the definition has none: its title, the description of its
    /// parameters, or its name as words.
    pub fn description(&self) -> &str {
        self.description.raw()
    }

    /// The schema of the parameters.
    pub fn parameters(&self) -> &ImportedSchema {
        &self.parameters
    }

    /// The output schema as JSON text, if the definition has one.
    pub fn output_schema(&self) -> Option<&str> {
        self.foreign.output.as_deref()
    }

    /// The behaviour hints. They are unverified claims of the tool's author.
    pub fn annotations(&self) -> ToolAnnotations {
        hints(self.annotations.as_ref())
    }

    /// MCP's annotations, as the JSON text of an object. Includes annotations that are not hints.
    pub fn annotations_json(&self) -> Option<&str> {
        self.foreign.annotations.as_deref()
    }

    /// The definition's own setting for strict mode (`strict`), if it has one.
    pub fn strict(&self) -> Option<bool> {
        self.strict
    }

    /// All other members of the definition. Those known to the provider whose format it has are
    /// copied to that provider's declarations (`cache_control` for Anthropic, `_meta` and `icons`
    /// for MCP). Other providers don't receive them.
    pub fn extra_fields(&self) -> &[ExtraField] {
        &self.rest
    }

    /// Reports the parts of the definition that could not be kept unchanged. Each pointer leads to
    /// the object in the input that has the keyword, or to an example that is not used. The
    /// provider's [`report_for`](Self::report_for) covers constructs that a provider can't express.
    pub fn losses(&self) -> &[ReportEntry] {
        &self.losses
    }

    /// Returns the tool under another name.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = EscapedString::new(&name.into());
        self
    }

    /// Returns the tool with another description.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.describe(&description.into());
        self
    }

    /// The name for a provider, with the characters replaced that it rejects. A set also makes
    /// names unique.
    pub fn name_for(&self, provider: Provider) -> Cow<'_, str> {
        let rule = crate::dialect::of(provider, false).foreign_names();
        if rule.takes(self.name()) {
            Cow::Borrowed(self.name())
        } else {
            Cow::Owned(rule.rewrite(self.name()))
        }
    }

    /// The members of [`extra_fields`](Self::extra_fields) that are not copied to a provider's
    /// declarations.
    pub fn dropped_fields(&self, provider: Provider) -> impl Iterator<Item = &ExtraField> {
        self.rest
            .iter()
            .filter(move |member| !extra_fields::is_given_back(self.format, provider, &member.name))
    }

    /// Passes the schema of the parameters to `then` as a tree, which lives for the duration of the
    /// call.
    #[doc(hidden)]
    pub fn with_schema<R>(&self, then: impl FnOnce(&Schema<'_>) -> R) -> R {
        self.parameters.with_schema(then)
    }
}
