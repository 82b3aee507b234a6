//! Reads the tools of other programs: their definitions, in any provider's format.
#![cfg_attr(doc, doc = include_str!("../../docs/import.md"))]

pub(crate) mod arguments;
mod array;
mod beside;
mod build;
mod choice;
mod cut;
mod definition;
mod demand;
mod dynamic;
mod error;
mod idle;
mod key;
mod keywords;
mod literal;
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
mod scalar;
mod self_reference;
mod shadow;
mod source;
mod tagging;
mod tool;
mod typed;
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
use crate::schema::{Field, Schema, TypeName};
use node::{NodeKind, OwnedNode};
pub(crate) use patterns::PatternBudget;
#[cfg(feature = "lint")]
pub(crate) use pointer::decoded;
use read::SchemaReader;
use reference::Document;

/// Maximum nesting of schemas, with references expanded.
const MAX_DEPTH: usize = 48;

/// Limits of the JSON parser.
const LIMITS: DecodeLimits = DecodeLimits::new().depth(160);

/// A JSON Schema, as text or as a [`Value`]. Text keeps the order of properties and all digits of
/// numbers; a `Value` has them as `serde_json` keeps them.
#[derive(Clone, Debug)]
pub struct SchemaInput<'s>(Cow<'s, str>, Option<ImportError>);

impl<'s> From<&'s str> for SchemaInput<'s> {
    fn from(text: &'s str) -> Self {
        SchemaInput(Cow::Borrowed(text), None)
    }
}

impl<'s> From<&'s String> for SchemaInput<'s> {
    fn from(text: &'s String) -> Self {
        SchemaInput(Cow::Borrowed(text), None)
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
            return SchemaInput(Cow::Borrowed(""), Some(ImportError::new("", reason)));
        }
        SchemaInput(Cow::Owned(value.to_string()), None)
    }
}

impl SchemaInput<'_> {
    /// Parses it, within the limits of one schema.
    fn json(&self) -> Result<JsonTree, ImportError> {
        let SchemaInput(text, wrong) = self;
        if let Some(wrong) = wrong {
            return Err(wrong.clone());
        }
        json(text, LIMITS).map_err(|(at, what)| ImportError::new("", format!("byte {at}: {what}")))
    }
}

/// A JSON Schema that was read at run time, and that any provider's declaration can be made from.
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
    title: String,
    description: String,
    /// The pointer to the schema with the description.
    described_at: String,
    /// Constraints of an object root as text, which the tool's description includes.
    words: Vec<String>,
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
        let source: SchemaInput<'s> = source.into();
        Self::read_within(&source, &mut PatternBudget::new())
    }

    /// Reads the schemas of one list, such as the output schemas of a server's tools. The bound on
    /// the size of patterns that are checked applies to all of them together.
    pub fn parse_all<'s>(
        sources: impl IntoIterator<Item: Into<SchemaInput<'s>>>,
    ) -> Vec<Result<Self, ImportError>> {
        let mut budget = PatternBudget::new();
        let sources = sources.into_iter();
        let schemas = sources.map(|source| {
            let source: SchemaInput<'s> = source.into();
            Self::read_within(&source, &mut budget)
        });
        schemas.collect()
    }

    /// Reads a schema of a list, within the list's budget for patterns.
    pub(crate) fn read_within(
        source: &SchemaInput<'_>,
        budget: &mut PatternBudget,
    ) -> Result<Self, ImportError> {
        let root = source.json()?;
        if let Some(place) = number::too_long(&root) {
            let reason = format!("a number has at most {} bytes", number::MAX_NUMBER);
            return Err(ImportError::new(&place, reason));
        }
        let written = Document::new(&root);
        if !written.is_complete {
            let reason = "its addresses, or the names around them, are too long";
            return Err(ImportError::new("", reason));
        }
        let rebased = written.rebased();
        let document = match &rebased {
            Some(tree) => {
                drop(written);
                Document::new(tree)
            }
            None => written,
        };
        let mut reader = SchemaReader::new(&document, budget.of_schema());
        let id = reader.root()?;
        reader.forget_used();
        reader.report_replaced_descriptions(id);
        let SchemaReader {
            mut nodes,
            names,
            losses,
            patterns,
            words,
            texts,
            ..
        } = reader;
        #[cfg(feature = "validate")]
        let mut losses = losses;
        #[cfg(feature = "validate")]
        let original = {
            let (original, unchecked) = validator::OriginalSchema::new(&root, &source.0, budget);
            losses.extend(unchecked);
            original
        };
        budget.take(&patterns);
        let (id, wrapped) = wrap(&mut nodes, id)?;
        let cut = cut::cut(&nodes, id, names.len());
        let text = |name: &str| {
            let text = root.get(name).and_then(JsonTree::as_str);
            text.filter(|text| !text.is_empty()).map(ToOwned::to_owned)
        };
        let (description, described_at) = match text("description") {
            Some(text) => (text, String::new()),
            None => (texts.description, texts.described_at),
        };
        Ok(ImportedSchema {
            nodes,
            names,
            cut,
            root: id,
            wrapped,
            losses,
            words: if wrapped.is_none() { words } else { Vec::new() },
            title: text("title").unwrap_or(texts.title),
            description,
            described_at,
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
        &self.title
    }

    /// The schema's description, or that of the schema that it refers to; empty if there is none.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The pointer to the schema with the description.
    pub(crate) fn described_at(&self) -> &str {
        &self.described_at
    }

    /// The constraints of an object root as text.
    pub(crate) fn root_words(&self) -> &[String] {
        &self.words
    }

    /// The property that wraps the root in every declaration, if the root is not an object.
    pub fn wrapper_name(&self) -> Option<&'static str> {
        self.wrapped
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
        let arenas = build::Arenas::new();
        then(build::build(&self.nodes, &names, &arenas, self.root))
    }
}

/// Wraps the root in an object if it is not one.
fn wrap(
    nodes: &mut Vec<OwnedNode>,
    root: usize,
) -> Result<(usize, Option<&'static str>), ImportError> {
    let object = |id: usize| matches!(nodes[id].kind, NodeKind::Object { .. });
    let mut inner = root;
    while let NodeKind::Ruled(next, _) = nodes[inner].kind {
        inner = next;
    }
    let under = match &nodes[root].kind {
        NodeKind::Object { .. } => return Ok((root, None)),
        NodeKind::Ruled(inner, _) if object(*inner) && nodes[root].name.is_none() => {
            return Ok((root, None));
        }
        NodeKind::Never => return Err(ImportError::new("", "no value fits it")),
        // An empty schema: no parameters.
        NodeKind::Any => {
            nodes.push(OwnedNode::of(NodeKind::Object {
                fields: Vec::new(),
                closed: false,
            }));
            return Ok((nodes.len() - 1, None));
        }
        _ if matches!(nodes[inner].kind, NodeKind::Union { .. }) => "input",
        _ => "value",
    };
    nodes.push(OwnedNode::of(NodeKind::Object {
        fields: [node::NodeField {
            name: under.to_owned(),
            ty: root,
            docs: String::new(),
            default: None,
            examples: Vec::new(),
            flags: Field::REQUIRED,
        }]
        .into(),
        closed: true,
    }));
    Ok((nodes.len() - 1, Some(under)))
}
