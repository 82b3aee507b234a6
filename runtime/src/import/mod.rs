//! Reads the tools of other programs: their definitions, in any provider's format.
#![cfg_attr(doc, doc = include_str!("../../docs/import.md"))]

mod array;
mod build;
mod choice;
mod cut;
mod definition;
mod demand;
mod dynamic;
mod error;
mod keywords;
mod losses;
mod merge;
mod merged;
mod node;
mod number;
mod object;
mod origin;
pub(crate) mod pattern;
mod patterns;
mod pointer;
mod property;
mod read;
mod reference;
mod resources;
mod root;
mod scalar;
mod source;
mod tagging;
mod tool;
mod types;
mod union;
mod unsupported;
mod uri;
#[cfg(feature = "validate")]
mod validator;

pub use error::ImportError;
pub use source::{SourceCall, ToolSource};
pub use tool::{
    DefinitionError, DefinitionInput, ExtraField, ToolDefinition, ToolDefinitions, ToolFormat,
    UnknownToolFormat,
};

use std::borrow::Cow;

use serde_json::Value;

use crate::decode::{DecodeLimits, JsonTree, json};
use crate::json_index::is_deeper;
use crate::render::ReportEntry;
use crate::schema::{Schema, TypeName};
use node::OwnedNode;
pub(crate) use patterns::PatternBudget;
#[cfg(feature = "lint")]
pub(crate) use pointer::decoded;
use read::SchemaReader;
use resources::Resources;
use root::RootTexts;

/// Maximum nesting of schemas, with references expanded.
const MAX_DEPTH: usize = 48;

/// Limits of the JSON parser.
const LIMITS: DecodeLimits = DecodeLimits::DEFAULT.depth(160);

/// A JSON Schema, as text or as a [`Value`]. Text keeps the order of properties and all digits of
/// numbers; a `Value` has them as `serde_json` keeps them.
///
/// ```
/// use serde_json::json;
/// use toolcast::import::ImportedSchema;
///
/// ImportedSchema::parse(r#"{"type": "object"}"#)?;
/// ImportedSchema::parse(&json!({"type": "object"}))?;
/// # Ok::<(), toolcast::import::ImportError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SchemaInput<'s>(Result<Cow<'s, str>, ImportError>);

impl<'s> From<&'s str> for SchemaInput<'s> {
    fn from(text: &'s str) -> Self {
        SchemaInput(Ok(Cow::Borrowed(text)))
    }
}

impl<'s> From<&'s String> for SchemaInput<'s> {
    fn from(text: &'s String) -> Self {
        text.as_str().into()
    }
}

impl From<&Value> for SchemaInput<'_> {
    fn from(value: &Value) -> Self {
        // Checked first, because serializing a value takes stack for each level.
        if is_deeper(value, LIMITS.depth) {
            let reason = format!(
                "it is nested deeper than the {} levels that are read",
                LIMITS.depth
            );
            return SchemaInput(Err(ImportError::new("", reason)));
        }
        SchemaInput(Ok(Cow::Owned(value.to_string())))
    }
}

impl SchemaInput<'_> {
    /// Parses it, within the limits of one schema.
    fn json(self) -> Result<JsonTree, ImportError> {
        let read = json(&self.0?, LIMITS);
        read.map_err(|(at, what)| ImportError::new("", format!("byte {at}: {what}")))
    }
}

/// A JSON Schema that was read at run time, and that any provider's declaration can be made from.
///
/// ```
/// use serde_json::json;
/// use toolcast::import::ImportedSchema;
///
/// let schema = ImportedSchema::parse(&json!({
///     "type": "object",
///     "properties": {"days": {"type": "integer", "not": {"const": 5}}},
/// }))?;
/// assert_eq!(schema.losses()[0].pointer, "/properties/days");
/// # Ok::<(), toolcast::import::ImportError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ImportedSchema {
    nodes: Vec<OwnedNode>,
    names: Vec<String>,
    /// The definitions, by number, that are written as text if definitions are not supported.
    cut: Vec<bool>,
    root: usize,
    /// The property that wraps the root, if the root is not an object.
    wrapped: Option<&'static str>,
    losses: Vec<ReportEntry>,
    texts: RootTexts,
    #[cfg(feature = "validate")]
    original: validator::OriginalSchema,
}

impl ImportedSchema {
    /// Reads a schema.
    ///
    /// # Errors
    ///
    /// Returns an error if the source is not a JSON Schema, exceeds a limit, or accepts no value.
    pub fn parse<'s>(source: impl Into<SchemaInput<'s>>) -> Result<Self, ImportError> {
        Self::read(&source.into().json()?, &mut PatternBudget::new())
    }

    /// Reads the schemas of one list, such as the output schemas of a server's tools. The bound on
    /// the size of patterns that are checked applies to all of them together.
    pub fn parse_all<'s>(
        sources: impl IntoIterator<Item: Into<SchemaInput<'s>>>,
    ) -> Vec<Result<Self, ImportError>> {
        let mut budget = PatternBudget::new();
        let sources = sources.into_iter();
        let schemas = sources.map(|source| Self::read(&source.into().json()?, &mut budget));
        schemas.collect()
    }

    /// Reads a schema of a list, within the list's budget for patterns.
    fn read(root: &JsonTree, budget: &mut PatternBudget) -> Result<Self, ImportError> {
        if let Some(place) = number::too_long(root) {
            let reason = format!("a number has at most {} bytes", number::MAX_NUMBER);
            return Err(ImportError::new(&place, reason));
        }
        let (written, is_complete) = Resources::of(root);
        if !is_complete {
            let reason = "its addresses, or the names around them, are too long";
            return Err(ImportError::new("", reason));
        }
        let rebased = written.rebased();
        let document = match &rebased {
            Some(tree) => {
                drop(written);
                Resources::of(tree).0
            }
            None => written,
        };
        let mut reader = SchemaReader::new(&document, budget.of_schema());
        let id = reader.root()?;
        reader.forget_used();
        reader.report_replaced_descriptions(id);
        #[cfg(feature = "validate")]
        let original = {
            let new = validator::OriginalSchema::new(root, budget);
            reader.losses.extend(new.1);
            new.0
        };
        budget.take(&reader.patterns);
        let (id, wrapped) = reader.wrap(id)?;
        let mut texts = reader.texts;
        if wrapped.is_some() {
            texts.words = Vec::new();
        }
        Ok(ImportedSchema {
            cut: cut::cut(&reader.nodes, id, reader.names.len()),
            nodes: reader.nodes,
            names: reader.names,
            root: id,
            wrapped,
            losses: reader.losses,
            texts,
            #[cfg(feature = "validate")]
            original,
        })
    }

    /// Lists each keyword of the original schema that could not be kept unchanged, and what became
    /// of it. Each pointer leads to the object in the original schema that has the keyword.
    pub fn losses(&self) -> &[ReportEntry] {
        &self.losses
    }

    /// The schema's title, or that of the schema that it refers to; empty if there is none.
    pub fn title(&self) -> &str {
        &self.texts.title
    }

    /// The schema's description, or that of the schema that it refers to; empty if there is none.
    pub fn description(&self) -> &str {
        &self.texts.description
    }

    /// The property that wraps the root in every declaration, if the root is not an object.
    pub fn wrapper_name(&self) -> Option<&'static str> {
        self.wrapped
    }

    /// Wraps arguments like the tree's root.
    fn wrapped(&self, arguments: Value) -> Value {
        match self.wrapped {
            Some(name) => Value::Object([(name.to_owned(), arguments)].into_iter().collect()),
            None => arguments,
        }
    }

    fn unwrapped(&self, mut arguments: Value) -> Value {
        let inner = self.wrapped.and_then(|name| arguments.get_mut(name));
        match inner {
            Some(inner) => inner.take(),
            None => arguments,
        }
    }

    /// Validates arguments against all keywords of the original schema, including those that the
    /// tree keeps as text. The arguments are in the form returned by
    /// [`ToolDefinition::from_model`]. Tools of
    /// [`DynamicTool::from_schema`](crate::set::DynamicTool::from_schema) receive arguments that
    /// were already checked.
    ///
    /// Formats are asserted, references are never fetched. Keywords that can't be checked are
    /// listed in [`losses`](Self::losses) and treated as satisfied.
    ///
    /// # Errors
    ///
    /// Returns all faults, at most a hundred.
    #[cfg(feature = "validate")]
    pub fn validate(&self, arguments: &Value) -> Result<(), crate::decode::ArgumentErrors> {
        self.original.check(arguments)
    }

    /// Returns the schema without the patterns beyond the budget, and the losses that this adds.
    /// `None` if all patterns fit.
    #[cfg(feature = "validate")]
    fn with_patterns_within(&self, budget: &mut PatternBudget) -> Option<(Self, Vec<ReportEntry>)> {
        let (original, unchecked) = self.original.within(budget)?;
        let entries = self.losses.iter();
        let known: std::collections::HashSet<_> =
            entries.map(|one| (&one.pointer, &one.keyword)).collect();
        let new: Vec<ReportEntry> = unchecked
            .into_iter()
            .filter(|one| !known.contains(&(&one.pointer, &one.keyword)))
            .collect();
        if new.is_empty() {
            return None;
        }
        let mut same = self.clone();
        same.original = original;
        same.losses.extend(new.iter().cloned());
        Some((same, new))
    }

    /// Passes the schema to `then` as a tree, which lives for the duration of the call.
    #[doc(hidden)]
    pub fn with_schema<R>(&self, then: impl FnOnce(&Schema<'_>) -> R) -> R {
        let names: Vec<TypeName<'_>> = self
            .names
            .iter()
            .zip(&self.cut)
            .zip(1..)
            .map(|((name, cut), number)| TypeName {
                name,
                module: "",
                file: "",
                line: if *cut { TypeName::CUT } else { number },
                column: number,
                args: &[],
                consts: &[],
            })
            .collect();
        let arenas = build::Arenas::default();
        then(build::build(&self.nodes, &names, &arenas, self.root))
    }
}
