//! A tool definition in any shape, and its text for each provider.

mod envelope;
mod error;
mod examples;
mod given;
mod list;
mod locate;
mod namespace;
mod own;
mod proto;
mod recognise;
mod render;
mod rest;
mod sdk;
mod shape;
mod short;

pub use error::Unreadable;
pub use given::Given;
pub use list::Definitions;
pub use rest::Member;
pub use shape::{Shape, UnknownShape};

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use serde_json::Value;

use super::patterns::PatternBudget;
use super::words;
use super::{ImportError, Imported, Source};
use crate::decode::Json;
use crate::provider::Provider;
use crate::render::{Outcome, ReportEntry};
use crate::schema::EscapedString;
use crate::schema::Schema;
use crate::spec::{Foreign, Hints};
use envelope::{Parts, hint, in_words};
use own::Own;

/// A tool that others defined, in whatever shape: read into what a compiled tool is made of, so that the same renderer gives each provider its text.
///
/// ```
/// use toolcast::Provider;
/// use toolcast::import::{Definition, Shape};
///
/// let tool = Definition::read(r#"{"name": "search", "description": "Search the archive",
///     "input_schema": {"type": "object", "properties": {"words": {"type": "string", "minLength": 2}}, "required": ["words"]}}"#)?;
/// assert_eq!((tool.name(), tool.shape()), ("search", Shape::Anthropic));
/// assert_eq!(
///     tool.render(Provider::Gemini).map_err(|report| report.to_string())?,
///     r#"{"name":"search","description":"Search the archive","parameters":{"type":"OBJECT","properties":{"words":{"type":"STRING","minLength":2}},"required":["words"]}}"#,
/// );
/// // OpenAI's strict mode has no such keyword, so it stands in words there.
/// assert_eq!(tool.report(Provider::OpenAi).entries[0].keyword, "minLength");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Definition {
    shape: Shape,
    name: EscapedString,
    /// As it stands in the definition.
    title: EscapedString,
    description: EscapedString,
    /// The description with words for constraints of the root, if it has any.
    shown: Option<EscapedString>,
    parameters: Arc<Imported>,
    strict: Option<bool>,
    hints: Hints,
    annotations: Option<Json>,
    foreign: Arc<Foreign>,
    own: Own,
    namespace: Option<Arc<str>>,
    examples: Vec<Value>,
    rest: Vec<Member>,
    losses: Vec<ReportEntry>,
    pointer: String,
    /// Where the schema stands in the definition.
    parameters_at: String,
}

impl Definition {
    /// Reads the one definition that stands in something, in whatever shape it has; see [`Definitions::read`] for where it may stand.
    ///
    /// # Errors
    ///
    /// Where it can't be read, or there is none or more than one.
    pub fn read<'s>(given: impl Into<Given<'s>>) -> Result<Self, ImportError> {
        Self::only(Definitions::read(given)?)
    }

    /// As [`read`](Self::read), for a definition of a known shape.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read), and where it has another shape.
    pub fn read_as<'s>(given: impl Into<Given<'s>>, shape: Shape) -> Result<Self, ImportError> {
        Self::only(Definitions::read_as(given, shape)?)
    }

    fn only(mut all: Definitions) -> Result<Self, ImportError> {
        let number = all.tools.len() + all.unreadable.len();
        match (number, all.tools.pop(), all.unreadable.pop()) {
            (1, Some(tool), None) => Ok(tool),
            (1, None, Some(bad)) => Err(ImportError::new(&bad.pointer, bad.reason)),
            _ => Err(ImportError::new(
                "",
                format!("expected one tool, and there are {number}"),
            )),
        }
    }

    fn of(parts: Parts, budget: &mut PatternBudget) -> Result<Self, ImportError> {
        let (at, schema) = parts.parameters;
        let own = Own::of(&schema);
        let parameters = match schema {
            // What a schema of its own can't be, and an SDK writes where it has none.
            Json::Null => Imported::read("{}"),
            schema => Imported::read_within(Source::from(&schema.text()), budget),
        };
        let parameters = parameters.map_err(|error| ImportError {
            pointer: format!("{at}{}", error.pointer),
            ..error
        })?;
        let mut losses = parts.losses;
        let described = [
            &parts.description,
            &parts.title,
            &parameters.description().to_owned(),
        ]
        .into_iter()
        .find(|text| !text.trim().is_empty())
        .cloned();
        if !parts.description.trim().is_empty()
            && !parameters.description().is_empty()
            && parameters.description() != parts.description
        {
            losses.push(ReportEntry {
                pointer: format!("{at}/description"),
                keyword: "description".to_owned(),
                outcome: Outcome::Hidden,
                reason: "the tool's own description is shown".to_owned(),
            });
        }
        if own.is_other_draft() {
            losses.push(ReportEntry {
                pointer: format!("{at}/$schema"),
                keyword: "$schema".to_owned(),
                outcome: Outcome::Exact,
                reason: "all texts are written in draft 2020-12".to_owned(),
            });
        }
        let annotations = parts.annotations.as_ref();
        let hints = Hints {
            read_only: hint(annotations, "readOnlyHint"),
            destructive: hint(annotations, "destructiveHint"),
            idempotent: hint(annotations, "idempotentHint"),
            open_world: hint(annotations, "openWorldHint"),
        };
        let foreign = Foreign {
            annotations: parts.annotations.as_ref().map(Json::text),
            output: parts.output.as_ref().map(Json::text),
            extra: rest::extra(parts.shape, &parts.rest),
            short: None,
        };
        let examples = examples::read(&parts.rest, &parameters, &mut losses);
        let rest = parts
            .rest
            .into_iter()
            .map(|(pointer, name, value)| Member {
                pointer,
                name,
                value: value.text(),
            })
            .collect();
        let description = described.unwrap_or_else(|| in_words(&parts.name));
        let mut tool = Definition {
            shape: parts.shape,
            description: EscapedString::new(""),
            shown: None,
            name: EscapedString::new(&parts.name),
            title: EscapedString::new(&parts.title),
            parameters: Arc::new(parameters),
            strict: parts.strict,
            hints,
            annotations: parts.annotations,
            foreign: Arc::new(foreign),
            own,
            namespace: None,
            examples,
            rest,
            losses,
            pointer: String::new(),
            parameters_at: at,
        };
        tool.describe(&description);
        Ok(tool)
    }

    /// Sets the description. The words for constraints of the root come behind it in every text, and are never shortened.
    pub(super) fn describe(&mut self, description: &str) {
        let words = self.parameters.root_words();
        let shown = words::with_words(description.to_owned(), words);
        let short = short::description(description, words);
        self.description = EscapedString::new(description);
        self.shown = (!words.is_empty()).then(|| EscapedString::new(&shown));
        if short.is_some() || self.foreign.short.is_some() {
            let mut foreign = Foreign::clone(&self.foreign);
            foreign.short = short.map(|short| EscapedString::new(&short));
            self.foreign = Arc::new(foreign);
        }
    }

    /// Turns all pointers into such as lead from the whole that was given.
    fn stands_at(&mut self, pointer: &str) {
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

    /// Leaves out the patterns that are more than their list may have.
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

    /// The shape that it came in.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// A JSON Pointer to it in what was given; empty for the whole.
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// The name, as it was given: not every provider takes every name.
    pub fn name(&self) -> &str {
        self.name.raw()
    }

    /// The namespace that it stands in, where it does: OpenAI's Responses group tools so. What the namespace says of itself stands in the
    /// [`description`](Self::description), or in the [`losses`](Self::losses) where that would be too long.
    pub fn namespace(&self) -> Option<&str> {
        self.namespace.as_deref()
    }

    /// The name for people, where there is one: the `title`, or else that of the annotations.
    pub fn title(&self) -> Option<&str> {
        let of_annotations = || self.annotations.as_ref()?.get("title")?.as_str();
        let own = Some(&**self.title.raw()).filter(|title| !title.is_empty());
        own.or_else(of_annotations)
    }

    /// What the tool does. Where the definition doesn't say it: its title, the description of its parameters, or its name in words.
    pub fn description(&self) -> &str {
        self.description.raw()
    }

    /// The schema of the parameters.
    pub fn parameters(&self) -> &Imported {
        &self.parameters
    }

    /// The schema of what the tool answers, where the definition has one, as JSON text.
    pub fn output(&self) -> Option<&str> {
        self.foreign.output.as_deref()
    }

    /// What the tool says that it does to the world. It is its author's word and no more.
    pub fn hints(&self) -> Hints {
        self.hints
    }

    /// MCP's annotations, as the JSON text of an object, with what is no hint among them.
    pub fn annotations(&self) -> Option<&str> {
        self.foreign.annotations.as_deref()
    }

    /// What the definition says of strict mode.
    pub fn strict(&self) -> Option<bool> {
        self.strict
    }

    /// All other members of the definition. Of these, what the provider is known to take stands again in texts for the provider whose shape it is
    /// (`cache_control` for Anthropic, `_meta` and `icons` for MCP), and nothing in those for others.
    pub fn rest(&self) -> &[Member] {
        &self.rest
    }

    /// What of the definition could not be kept as it is, with pointers into what was given. What a provider can't be told of the rest is in its [`report`](Self::report).
    pub fn losses(&self) -> &[ReportEntry] {
        &self.losses
    }

    /// The same tool under another name.
    #[must_use]
    pub fn with_name(mut self, name: &str) -> Self {
        self.name = EscapedString::new(name);
        self
    }

    /// The same tool with another description.
    #[must_use]
    pub fn with_description(mut self, description: &str) -> Self {
        self.describe(description);
        self
    }

    /// The name as the provider takes it: with what its rule refuses replaced. A set sees to it too that no two tools have one name.
    pub fn name_for(&self, provider: Provider) -> Cow<'_, str> {
        let rule = crate::dialect::of(provider, false).foreign_names();
        if rule.takes(self.name()) {
            Cow::Borrowed(self.name())
        } else {
            Cow::Owned(rule.rewrite(self.name()))
        }
    }

    /// Of [`rest`](Self::rest), what does not stand again in the texts for a provider.
    pub fn left_out(&self, provider: Provider) -> impl Iterator<Item = &Member> {
        self.rest
            .iter()
            .filter(move |member| !rest::is_given_back(self.shape, provider, &member.name))
    }

    /// Hands over the schema of the parameters as a tree, which lives as long as the call.
    pub fn with_schema<R>(&self, then: impl FnOnce(&Schema<'_>) -> R) -> R {
        self.parameters.with_schema(then)
    }
}
