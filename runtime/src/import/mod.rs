#![doc = include_str!("../../docs/import.md")]

pub(crate) mod arguments;
mod array;
mod build;
mod choice;
mod cut;
mod definition;
mod demand;
mod dynamic;
mod error;
mod itself;
mod key;
mod literal;
mod merge;
mod merged;
mod node;
mod number;
mod object;
#[cfg(feature = "validate")]
mod original;
pub(crate) mod pattern;
mod patterns;
mod property;
mod read;
mod reference;
mod scalar;
mod source;
mod tool;
mod types;
mod union;
mod words;

pub use error::ImportError;
pub use source::{ForeignCall, ToolSource};
pub use tool::{Definition, Definitions, Given, Member, Shape, UnknownShape, Unreadable};

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::Value;

use crate::decode::{Json, Limits, json};
use crate::render::ReportEntry;
use crate::schema::{Field, Schema, TypeName};
use node::{Kind, Node};
pub(crate) use patterns::PatternBudget;
use read::Reader;
use reference::Document;

/// How deep schemas may stand in one another, with references written out.
const MOST_DEPTH: usize = 48;

/// How much JSON is read.
const LIMITS: Limits = Limits::DEFAULT.depth(160);

/// A JSON Schema, as text or as data. Text keeps the order of properties and all digits of numbers; a [`Value`] has them as `serde_json` keeps them.
#[derive(Clone, Debug)]
pub struct Source<'s>(Cow<'s, str>, Option<ImportError>);

impl<'s> From<&'s str> for Source<'s> {
    fn from(text: &'s str) -> Self {
        Source(Cow::Borrowed(text), None)
    }
}

impl<'s> From<&'s String> for Source<'s> {
    fn from(text: &'s String) -> Self {
        Source(Cow::Borrowed(text), None)
    }
}

impl From<&Value> for Source<'_> {
    fn from(value: &Value) -> Self {
        // Writing a value takes stack for each level.
        if is_deeper(value, LIMITS.depth) {
            let reason = format!(
                "it is nested deeper than the {} levels that are read",
                LIMITS.depth
            );
            return Source(Cow::Borrowed(""), Some(ImportError::new("", reason)));
        }
        Source(Cow::Owned(value.to_string()), None)
    }
}

fn is_deeper(value: &Value, most: usize) -> bool {
    let Some(left) = most.checked_sub(1) else {
        return value.is_array() || value.is_object();
    };
    match value {
        Value::Array(items) => items.iter().any(|item| is_deeper(item, left)),
        Value::Object(map) => map.values().any(|item| is_deeper(item, left)),
        _ => false,
    }
}

/// A JSON Schema that was read.
#[derive(Clone, Debug)]
pub struct Imported {
    nodes: Vec<Node>,
    names: Vec<String>,
    /// The names, by number, that are written as text where definitions may not stand.
    cut: Vec<bool>,
    root: usize,
    /// The name that the root stands under, where it is no object.
    wrapped: Option<&'static str>,
    losses: Vec<ReportEntry>,
    title: String,
    description: String,
    /// Words for constraints of a root that is an object: the description of the tool has them.
    words: Vec<String>,
    /// `None` where it can't be compiled.
    #[cfg(feature = "validate")]
    original: Option<original::Original>,
}

impl Imported {
    /// Reads a schema.
    ///
    /// # Errors
    ///
    /// Where it is no JSON Schema, more than is read, or no value fits it.
    pub fn read<'s>(source: impl Into<Source<'s>>) -> Result<Self, ImportError> {
        Self::read_within(source.into(), &mut PatternBudget::new())
    }

    /// Reads a schema of a list, within what the patterns of the list may take.
    pub(crate) fn read_within(
        source: Source<'_>,
        budget: &mut PatternBudget,
    ) -> Result<Self, ImportError> {
        let Source(text, wrong) = source;
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
        let root = json(&text, LIMITS)
            .map_err(|(at, what)| ImportError::new("", format!("byte {at}: {what}")))?;
        let document = Document::new(&root);
        let mut reader = Reader::new(&document, budget.of_schema());
        let id = reader.root()?;
        let Reader {
            mut nodes,
            names,
            losses,
            patterns,
            words,
            ..
        } = reader;
        #[cfg(feature = "validate")]
        let (original, losses) = original(&document, losses, budget);
        budget.take(&patterns);
        let (id, wrapped) = wrap(&mut nodes, id)?;
        let cut = cut::cut(&nodes, id, names.len());
        let text = |name: &str| {
            root.get(name)
                .and_then(Json::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        Ok(Imported {
            nodes,
            names,
            cut,
            root: id,
            wrapped,
            losses,
            words: if wrapped.is_none() { words } else { Vec::new() },
            title: text("title"),
            description: text("description"),
            #[cfg(feature = "validate")]
            original,
        })
    }

    /// What of the schema the tree can't hold, and what became of it: pointers are into the schema as it was given.
    pub fn losses(&self) -> &[ReportEntry] {
        &self.losses
    }

    /// The schema's own title; empty where it has none.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The schema's own description; empty where it has none.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Words for constraints of a root that is an object.
    pub(crate) fn root_words(&self) -> &[String] {
        &self.words
    }

    /// The name that the root stands under in every declaration, where it is no object.
    pub fn wrapped(&self) -> Option<&'static str> {
        self.wrapped
    }

    /// Checks arguments against the schema as its author wrote it, by all of its keywords: those too that the tree keeps in words. The arguments are what
    /// [`lift`](crate::lift) gives back, and what a tool of [`DynamicTool::raw`](crate::set::DynamicTool::raw) is handed, for which this is done before.
    ///
    /// Formats are asserted, references never fetched. What can't be checked, [`losses`](Self::losses) says: it is taken as kept.
    ///
    /// # Errors
    ///
    /// All that is wrong, at most a hundred faults.
    #[cfg(feature = "validate")]
    pub fn check(&self, arguments: &Value) -> Result<(), crate::decode::ArgumentErrors> {
        match &self.original {
            Some(original) => original.check(arguments),
            None => Ok(()),
        }
    }

    /// The same schema without the patterns that are beyond the budget, and what is not checked any more; `None` if it has none of these.
    #[cfg(feature = "validate")]
    fn with_patterns_within(&self, budget: &mut PatternBudget) -> Option<(Self, Vec<ReportEntry>)> {
        let mut patterns = budget.of_schema();
        let bounded = self.original.as_ref()?.within(&mut patterns);
        budget.take(&patterns);
        let (original, unchecked) = bounded?;
        let new: Vec<ReportEntry> = unchecked.into_iter().map(ReportEntry::from).collect();
        let mut same = self.clone();
        same.original = original;
        same.losses.extend(new.iter().cloned());
        Some((same, new))
    }

    /// Hands over the schema as a tree, which lives as long as the call.
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

/// Compiles the schema as it was written. What of it can't be is a loss.
#[cfg(feature = "validate")]
fn original(
    document: &Document<'_>,
    mut losses: Vec<ReportEntry>,
    budget: &mut PatternBudget,
) -> (Option<original::Original>, Vec<ReportEntry>) {
    let mut unchecked = Vec::new();
    let mut patterns = budget.of_schema();
    let original = original::Original::new(document, &mut patterns, &mut unchecked);
    budget.take(&patterns);
    losses.extend(unchecked.into_iter().map(ReportEntry::from));
    (original, losses)
}

/// Sees to it that the root is an object.
fn wrap(nodes: &mut Vec<Node>, root: usize) -> Result<(usize, Option<&'static str>), ImportError> {
    let object = |id: usize| matches!(nodes[id].kind, Kind::Object { .. });
    let mut inner = root;
    while let Kind::Ruled(next, _) = nodes[inner].kind {
        inner = next;
    }
    let under = match &nodes[root].kind {
        Kind::Object { .. } => return Ok((root, None)),
        Kind::Ruled(inner, _) if object(*inner) && nodes[root].name.is_none() => {
            return Ok((root, None));
        }
        Kind::Never => return Err(ImportError::new("", "no value fits it")),
        // Nothing is said: no parameters.
        Kind::Any => {
            nodes.push(Node::of(Kind::Object {
                fields: Vec::new(),
                closed: false,
            }));
            return Ok((nodes.len() - 1, None));
        }
        _ if matches!(nodes[inner].kind, Kind::Union { .. }) => "input",
        _ => "value",
    };
    nodes.push(Node::of(Kind::Object {
        fields: [node::Field {
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
