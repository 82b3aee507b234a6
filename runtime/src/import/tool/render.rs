//! A definition's texts for each provider, and the way back from what a model wrote for them.

use alloc::string::String;

use serde_json::Value;

use super::Definition;
use crate::decode::{ArgumentErrors, Options};
use crate::import::arguments::raw_text;
use crate::provider::Provider;
use crate::render::{Form, Report, chosen, declare, report_of};
use crate::spec::{Spec, Strict};

impl Definition {
    /// The whole declaration for a provider, as JSON text.
    ///
    /// # Errors
    ///
    /// Where the provider would refuse it: the report has each reason. A name that it doesn't take is one; see [`name_for`](Self::name_for).
    pub fn render(&self, provider: Provider) -> Result<String, Report> {
        let declared = self
            .parameters
            .with_schema(|schema| declare(self.spec(), schema, provider, Form::Own))?;
        Ok(self.complete(provider, declared.strict, declared.text))
    }

    /// What became of each thing that the provider can't be told as it is, and what it would refuse.
    pub fn report(&self, provider: Provider) -> Report {
        self.parameters
            .with_schema(|schema| report_of(&self.spec(), schema, provider))
    }

    /// Turns arguments that a model wrote for the provider's text into what the definition's schema describes. What doesn't fit stays as it is: see
    /// [`arguments`](Self::arguments) for a check too.
    pub fn lift(&self, provider: Provider, arguments: Value) -> Value {
        let lifted = self.parameters.with_schema(|schema| {
            let dialect = chosen(&self.spec(), schema, provider);
            crate::convert::lift(schema, dialect, arguments)
        });
        self.unwrapped(lifted)
    }

    /// Reads the arguments that a model wrote for the provider's text, JSON text, as what the definition's schema describes.
    ///
    /// # Errors
    ///
    /// Where they don't fit: all faults at once, in a text for the model.
    pub fn arguments(&self, provider: Provider, text: &str) -> Result<Value, ArgumentErrors> {
        let dialect = self
            .parameters
            .with_schema(|schema| chosen(&self.spec(), schema, provider));
        let (value, _) = raw_text(text, dialect, Options::DEFAULT, &self.parameters)?;
        Ok(value)
    }

    /// A declaration with what is the provider's own in the schema, and beside it.
    pub(crate) fn complete(&self, provider: Provider, strict: bool, declaration: String) -> String {
        match provider {
            Provider::Mcp => self.own.put_into(declaration),
            _ => self.with_examples(provider, strict, declaration),
        }
    }

    fn unwrapped(&self, mut arguments: Value) -> Value {
        match self.parameters.wrapped() {
            Some(name) => match arguments.get_mut(name) {
                Some(inner) => inner.take(),
                None => arguments,
            },
            None => arguments,
        }
    }

    /// What the renderer works from, without the parameters.
    pub(crate) fn spec(&self) -> Spec<'_> {
        let mut spec: Spec<'_> = Spec::NEW;
        spec.name = self.name.text();
        spec.title = self.title.text();
        spec.description = self.shown.as_ref().unwrap_or(&self.description).text();
        spec.hints = self.hints;
        spec.strict = match self.strict {
            Some(false) => Strict::Off,
            Some(true) => Strict::Wanted(self.shape.strict_for()),
            None => Strict::Auto,
        };
        spec.foreign = Some(&self.foreign);
        spec
    }
}
