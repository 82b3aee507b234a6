//! Rendering of a definition for each provider, and decoding of arguments.

use core::fmt::Write as _;

use serde_json::Value;

use super::ToolDefinition;
use super::examples::EXAMPLES;
use crate::decode::{ArgumentErrors, DecodeOptions};
use crate::dialect::of;
use crate::import::dynamic::raw_within;
use crate::provider::{Provider, ToolFormat};
use crate::render::{Form, Report, chosen, declare, report_of};
use crate::spec::{Spec, Strict};

impl ToolDefinition {
    /// Renders the complete declaration for a provider, as JSON text.
    ///
    /// # Errors
    ///
    /// Returns a report with each reason if the provider would reject the tool. An invalid name is
    /// one of them; see [`name_for`](Self::name_for).
    pub fn schema_for(&self, provider: Provider) -> Result<String, Report> {
        let declared = self
            .parameters
            .with_schema(|schema| declare(self.spec(), schema, provider, Form::Own))?;
        Ok(self.complete(provider, declared.strict, declared.text))
    }

    /// Lists each part of the definition that the provider can't express or would reject, and what
    /// becomes of it.
    #[must_use = "a report changes nothing"]
    pub fn report_for(&self, provider: Provider) -> Report {
        self.parameters
            .with_schema(|schema| report_of(&self.spec(), schema, provider))
    }

    /// Converts arguments from the form of the provider's declaration to that of the definition's
    /// schema. Values that don't fit are unchanged. [`decode_arguments`](Self::decode_arguments)
    /// also validates.
    pub fn from_model(&self, provider: Provider, arguments: Value) -> Value {
        let arguments = self.with_schema(|schema| {
            let dialect = chosen(&self.spec(), schema, provider);
            crate::convert::from_model(schema, dialect, arguments)
        });
        self.parameters.unwrapped(arguments)
    }

    /// Converts arguments from the form of the definition's schema to that of the provider's
    /// declaration, such as for the calls of an example conversation. Values that don't fit are
    /// unchanged.
    pub fn to_model(&self, provider: Provider, arguments: Value) -> Value {
        self.with_schema(|schema| {
            let dialect = chosen(&self.spec(), schema, provider);
            crate::convert::to_model(schema, dialect, self.parameters.wrapped(arguments))
        })
    }

    /// Parses and validates arguments that a model wrote for the provider's declaration, and
    /// converts them to the form of the definition's schema.
    ///
    /// # Errors
    ///
    /// Returns all faults at once, with a text for the model.
    pub fn decode_arguments(
        &self,
        provider: Provider,
        text: &str,
    ) -> Result<Value, ArgumentErrors> {
        self.with_schema(|schema| {
            let dialect = chosen(&self.spec(), schema, provider);
            let options = DecodeOptions::new();
            let (value, _) = raw_within(text, dialect, options, (&self.parameters, schema))?;
            Ok(value)
        })
    }

    /// Adds the provider-specific members inside the schema and next to it.
    pub(crate) fn complete(&self, provider: Provider, strict: bool, declaration: String) -> String {
        match provider.tool_form().format {
            ToolFormat::Mcp => self.own.put_into(declaration),
            _ => self.with_examples(provider, strict, declaration),
        }
    }

    /// The examples of arguments in `input_examples` that match the schema. Declarations for
    /// Anthropic include them, in the form in which a model would write them.
    pub fn examples(&self) -> &[Value] {
        &self.examples
    }

    /// Adds the examples to a declaration, if the provider supports them.
    fn with_examples(&self, provider: Provider, strict: bool, mut declaration: String) -> String {
        if !provider.tool_form().examples || self.examples.is_empty() || !declaration.ends_with('}')
        {
            return declaration;
        }
        let dialect = of(provider, strict);
        let examples = self.with_schema(|schema| {
            let convert = |example: &Value| {
                let example = self.parameters.wrapped(example.clone());
                crate::convert::to_model(schema, dialect, example)
            };
            Value::Array(self.examples.iter().map(convert).collect())
        });
        declaration.pop();
        let _ = write!(declaration, ",\"{EXAMPLES}\":{examples}}}");
        declaration
    }

    /// The renderer's input, without the parameters.
    pub(crate) fn spec(&self) -> Spec<'_> {
        let mut spec: Spec<'_> = Spec::NEW;
        spec.name = self.name.text();
        spec.title = self.title.text();
        spec.description = self.shown.as_ref().unwrap_or(&self.description).text();
        spec.hints = self.annotations();
        spec.strict = match self.strict {
            Some(false) => Strict::Off,
            Some(true) => Strict::Wanted(self.format.strict_for()),
            None => Strict::Auto,
        };
        spec.foreign = Some(&self.foreign);
        spec
    }
}
