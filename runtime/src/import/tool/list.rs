//! Lists of definitions, each read separately.

use core::fmt;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::input::DefinitionInput;
use super::locate::{LocatedDefinition, locate, name_of};
use super::{ToolDefinition, envelope};
use crate::import::ImportError;
use crate::import::patterns::PatternBudget;
use crate::provider::ToolFormat;
use crate::render::{Outcome, ReportEntry};

/// Maximum bytes of a namespace's name that is used as a prefix.
const MAX_PREFIX: usize = 256;

/// The tools of a list, a response or a request: those that could be read and those that could not.
///
/// ```
/// use serde_json::json;
/// use toolcast::{Provider, import::ToolDefinitions};
///
/// // The answer of an MCP server to `tools/list`.
/// let list = json!({"tools": [
///     {"name": "add", "description": "Adds", "inputSchema": {"type": "object", "properties": {
///         "a": {"type": "integer"}, "b": {"type": "integer"}
///     }}},
///     {"name": 7}
/// ]});
/// let definitions = ToolDefinitions::parse(&list)?;
/// assert_eq!(definitions.tools[0].name(), "add");
/// assert_eq!(definitions.unreadable.len(), 1);
/// # Ok::<(), toolcast::import::ImportError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ToolDefinitions {
    /// The tools in order, with unique names.
    pub tools: Vec<ToolDefinition>,
    /// Entries that are not definitions, can't be read, or have the name of an earlier tool.
    pub unreadable: Vec<DefinitionError>,
    /// The budget for patterns that joined pages have left, and their number of tools.
    #[cfg(feature = "validate")]
    joined: Option<(usize, PatternBudget)>,
}

impl ToolDefinitions {
    /// Reads all tool definitions in the input, each in its own format. The input may be:
    ///
    /// - a single definition or a list
    /// - an object with `tools`, such as the result of MCP's `tools/list`, with or without its
    ///   JSON-RPC envelope
    /// - a list of Gemini's `functionDeclarations`
    /// - the whole body of a request
    ///
    /// A definition that can't be read does not affect the others.
    ///
    /// ```
    /// use toolcast::import::{ToolDefinitions, ToolFormat};
    ///
    /// let found = ToolDefinitions::parse(r#"{"tools": [
    ///     {"name": "now", "inputSchema": {"type": "object"}},
    ///     {"name": "bad", "inputSchema": {"type": "object", "properties": 7}},
    ///     {"type": "function", "function": {"name": "later", "parameters": {"type": "object"}}}
    /// ]}"#)?;
    /// assert_eq!(found.tools[0].name(), "now");
    /// assert_eq!(found.tools[1].format(), ToolFormat::OpenAi);
    /// let bad = &found.unreadable[0];
    /// assert_eq!((bad.index, bad.name.as_deref()), (1, Some("bad")));
    /// assert_eq!(bad.pointer, "/tools/1/inputSchema/properties");
    /// # Ok::<(), toolcast::import::ImportError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the input is not JSON, or can't contain tools.
    pub fn parse<'s>(given: impl Into<DefinitionInput<'s>>) -> Result<Self, ImportError> {
        Self::all(given.into(), None)
    }

    /// Reads all tool definitions of a known format in the input. Definitions of another format are
    /// unreadable.
    ///
    /// # Errors
    ///
    /// The errors of [`parse`](Self::parse).
    pub fn parse_as<'s>(
        given: impl Into<DefinitionInput<'s>>,
        format: ToolFormat,
    ) -> Result<Self, ImportError> {
        Self::all(given.into(), Some(format))
    }

    /// Appends other definitions, such as the next page of a response.
    #[must_use]
    pub fn chain(mut self, other: ToolDefinitions) -> Self {
        #[cfg(feature = "validate")]
        let joined = (self.joined.take()).filter(|(tools, _)| *tools == self.tools.len());
        self.tools.extend(other.tools);
        self.unreadable.extend(other.unreadable);
        let all = self.distinct();
        #[cfg(feature = "validate")]
        let all = all.with_bounded_patterns(joined.unwrap_or((0, PatternBudget::new())));
        all
    }

    /// The pages of a list share the list's budget for patterns. The tools before a page have
    /// taken their part of it.
    #[cfg(feature = "validate")]
    fn with_bounded_patterns(mut self, joined: (usize, PatternBudget)) -> Self {
        let (before, mut budget) = joined;
        for tool in self.tools.iter_mut().skip(before) {
            tool.bound_patterns(&mut budget);
        }
        self.joined = Some((self.tools.len(), budget));
        self
    }

    /// Makes names unique: a tool with the name of an earlier one becomes unreadable.
    pub(crate) fn distinct(mut self) -> Self {
        let mut names = HashSet::new();
        let stays = self.tools.iter().map(|tool| names.insert(tool.name()));
        let stays: Vec<bool> = stays.collect();
        // A list to which a page is joined isn't moved for each page.
        if stays.iter().all(|stays| *stays) {
            return self;
        }
        let tools = core::mem::take(&mut self.tools);
        for (index, (tool, stays)) in tools.into_iter().zip(stays).enumerate() {
            if stays {
                self.tools.push(tool);
            } else {
                self.unreadable.push(DefinitionError {
                    index,
                    name: Some(tool.name().to_owned()),
                    pointer: tool.pointer,
                    reason: "an earlier tool has the same name".to_owned(),
                });
            }
        }
        self
    }

    fn all(given: DefinitionInput<'_>, format: Option<ToolFormat>) -> Result<Self, ImportError> {
        let mut all = ToolDefinitions::default();
        let mut names: HashMap<String, usize> = HashMap::new();
        let mut budget = PatternBudget::new();
        for (index, found) in locate(given)?.into_iter().enumerate() {
            let read = one(&found, format, &mut budget).map(|tool| tool.disambiguate(&names));
            let read = read.and_then(|tool| match names.entry(tool.name().to_owned()) {
                Entry::Vacant(place) => {
                    place.insert(index);
                    Ok(tool)
                }
                Entry::Occupied(earlier) => Err(ImportError::new(
                    &found.pointer,
                    format!("tool {} has the same name", earlier.get()),
                )),
            });
            match read {
                Ok(tool) => all.tools.push(tool),
                Err(error) => all.unreadable.push(DefinitionError {
                    index,
                    name: name_of(found.part),
                    pointer: error.pointer,
                    reason: error.reason,
                }),
            }
        }
        Ok(all)
    }
}

impl From<Vec<ToolDefinition>> for ToolDefinitions {
    fn from(tools: Vec<ToolDefinition>) -> Self {
        ToolDefinitions {
            tools,
            ..ToolDefinitions::default()
        }
    }
}

impl From<ToolDefinition> for ToolDefinitions {
    fn from(tool: ToolDefinition) -> Self {
        Vec::from([tool]).into()
    }
}

impl ToolDefinition {
    /// Adds the namespace's name as a prefix if another tool has the same name.
    fn disambiguate(mut self, names: &HashMap<String, usize>) -> Self {
        let usable = |name: &&str| (1..=MAX_PREFIX).contains(&name.len());
        let Some(namespace) = self.namespace.as_deref().filter(usable) else {
            return self;
        };
        if !names.contains_key(self.name()) {
            return self;
        }
        let name = format!("{namespace}_{}", self.name());
        let reason = format!("another tool has this name: it is called `{name}`");
        let entry = ReportEntry::new(self.pointer.clone(), "name", Outcome::Rewritten, reason);
        self.losses.push(entry);
        self.with_name(name)
    }
}

fn one(
    found: &LocatedDefinition<'_>,
    format: Option<ToolFormat>,
    budget: &mut PatternBudget,
) -> Result<ToolDefinition, ImportError> {
    if let Some(reason) = &found.refused {
        return Err(ImportError::new(&found.pointer, reason.clone()));
    }
    let mut read = |part: DefinitionInput<'_>| {
        ToolDefinition::of(envelope::open(part.json()?, format)?, budget)
    };
    let mut tool = read(found.part).map_err(|error| ImportError {
        pointer: format!("{}{}", found.pointer, error.pointer),
        ..error
    })?;
    tool.rebase_pointers(&found.pointer);
    if let Some(namespace) = &found.namespace {
        namespace.around(&mut tool);
    }
    Ok(tool)
}

/// A tool definition that was not accepted, with the location and the reason: it can't be read, or
/// an earlier tool has its name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DefinitionError {
    /// Its index among all definitions of the input, from 0. For a duplicate name in joined pages,
    /// the index among the readable tools.
    pub index: usize,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// A JSON Pointer into the input, to the part that is wrong.
    pub pointer: String,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DefinitionError {
            index,
            name,
            pointer,
            reason,
        } = self;
        match name {
            Some(name) => write!(f, "tool {index} (`{name}`) can't be read")?,
            None => write!(f, "tool {index} can't be read")?,
        }
        if !pointer.is_empty() {
            write!(f, " at `{pointer}`")?;
        }
        write!(f, ": {reason}")
    }
}

impl core::error::Error for DefinitionError {}
