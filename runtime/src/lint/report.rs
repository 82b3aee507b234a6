//! The result of repairing a request, and the conversion of the model's output back.

use core::fmt;
use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::finding::Finding;
use super::rule::{Effect, Evidence, Rule};
use crate::call::ToolCall;
use crate::dialect::Dialect;
use crate::import::{ImportedSchema, ToolDefinition};
use crate::provider::Provider;
use crate::render;
use crate::request::exactly_once;

/// The result of [`fix`](super::fix).
///
/// ```
/// use serde_json::json;
/// use toolcast::{Provider, ToolCall, lint};
///
/// let parameters = json!({"type": "object", "properties": {}});
/// let function = json!({"name": "files.read", "parameters": parameters});
/// let tools = json!([{"type": "function", "function": function}]);
/// let mut request = json!({"model": "a-model", "messages": [], "tools": tools});
/// let report = lint::fix(Provider::OpenAi, &mut request);
/// assert_eq!(request["tools"][0]["function"]["name"], "files_read");
/// assert_eq!(report.changes[0].kind, lint::ChangeKind::Renamed);
/// // The model's call, for the program that knows the original name.
/// let call = report.restore(ToolCall::new("call_1", "files_read", "{}"));
/// assert_eq!(call.name, "files.read");
/// ```
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
#[must_use = "the report lists what was changed, and converts the answers back"]
pub struct FixReport {
    /// The provider that the request is for.
    pub provider: Provider,
    /// The changes, in the order of the request.
    pub changes: Vec<Change>,
    /// Renamed tools: the original names, by the names in the request.
    pub names: BTreeMap<String, String>,
    /// The tools removed from the request, because the provider would have rejected them, or the
    /// choice excludes them and the provider's format can't express that.
    pub removed: Vec<RemovedTool>,
    /// The losses of each rewritten tool: everything that the provider can't express.
    pub losses: Vec<render::Report>,
    /// The findings that couldn't be repaired; usually empty.
    pub remaining: Vec<Finding>,
    /// The rewritten tools, each with the provider it was rendered for, since Google has two
    /// fields.
    #[serde(skip)]
    pub(super) tools: BTreeMap<String, (ToolDefinition, Provider)>,
    #[serde(skip)]
    pub(super) answer: Option<WrittenAnswer>,
}

/// A rewritten schema of structured output, and the dialect that it was written for.
pub(super) type WrittenAnswer = (ImportedSchema, &'static Dialect);

/// One change that [`fix`](super::fix) made in a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Change {
    /// A JSON Pointer into the original request.
    pub pointer: String,
    /// The original name of the tool it belongs to.
    pub tool: Option<String>,
    /// The kind of change.
    pub kind: ChangeKind,
    /// The reason, as text.
    pub reason: String,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.pointer.as_str() {
            "" => "(request)",
            pointer => pointer,
        })?;
        if let Some(tool) = &self.tool {
            write!(f, " (tool `{tool}`)")?;
        }
        write!(f, ": {}: {}", self.kind, self.reason)
    }
}

/// The kinds of changes to a part of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ChangeKind {
    /// A declaration or schema was rewritten. The report converts the model's output back.
    Rewritten,
    /// A tool was renamed.
    Renamed,
    /// A tool was moved, or put in another envelope.
    Moved,
    /// A member was added or its value changed.
    Set,
    /// A member was removed.
    Removed,
    /// Strict mode was turned off for a tool.
    StrictOff,
}

impl ChangeKind {
    /// Returns the name, in lower case with hyphens.
    pub const fn name(self) -> &'static str {
        match self {
            ChangeKind::Rewritten => "rewritten",
            ChangeKind::Renamed => "renamed",
            ChangeKind::Moved => "moved",
            ChangeKind::Set => "set",
            ChangeKind::Removed => "removed",
            ChangeKind::StrictOff => "strict-off",
        }
    }
}

impl fmt::Display for ChangeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A tool that was removed from a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RemovedTool {
    /// A JSON Pointer to it in the original request.
    pub pointer: String,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The reasons why the provider can't accept it, one per item.
    pub reasons: Vec<String>,
}

impl fmt::Display for RemovedTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reasons = self.reasons.join("; ");
        match &self.name {
            Some(name) => write!(f, "{} (tool `{name}`): {reasons}", self.pointer),
            None => write!(f, "{} (a tool without a name): {reasons}", self.pointer),
        }
    }
}

impl FixReport {
    pub(super) fn new(provider: Provider) -> Self {
        FixReport {
            provider,
            changes: Vec::new(),
            names: BTreeMap::new(),
            removed: Vec::new(),
            losses: Vec::new(),
            remaining: Vec::new(),
            tools: BTreeMap::new(),
            answer: None,
        }
    }

    /// Returns `true` if the request wasn't changed.
    pub fn is_unchanged(&self) -> bool {
        self.changes.is_empty() && self.removed.is_empty()
    }

    /// Returns a tool's original name, given the name that the model calls.
    pub fn original_name<'r>(&'r self, name: &'r str) -> &'r str {
        self.names.get(name).map_or(name, String::as_str)
    }

    /// Converts a model's arguments for the named tool to the form of the original schema.
    /// Arguments of a tool that wasn't rewritten are returned unchanged.
    pub fn restore_arguments(&self, name: &str, arguments: Value) -> Value {
        match self.tools.get(name) {
            Some((tool, provider)) => tool.from_model(*provider, arguments),
            None => arguments,
        }
    }

    /// Restores a call's original name and arguments. Arguments that aren't JSON are left
    /// unchanged, and so are those that a `Value` can't hold: with a number of more digits than 64
    /// bits have, or a name that an object has twice.
    ///
    /// ```
    /// use serde_json::{Value, json};
    /// use toolcast::{Provider, call::ToolCall, lint};
    ///
    /// let mut request = json!({"tools": [{"toolSpec": {"name": "mail.send", "inputSchema": {"json": {
    ///     "type": "object", "properties": {"to[]": {"type": "array", "items": {"type": "string"}}},
    /// }}}}]});
    /// let report = lint::fix(Provider::Gemini, &mut request);
    /// let declared = &request["tools"][0]["functionDeclarations"][0];
    /// let name = declared["parameters"]["properties"].as_object().and_then(|all| all.keys().next()).ok_or("a name")?;
    /// // What the model then writes:
    /// let call = ToolCall::new("1", "mail.send", &json!({name: ["ada@example.org"]}).to_string());
    /// let call = report.restore(call);
    /// assert_eq!(call.arguments, r#"{"to[]":["ada@example.org"]}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn restore(&self, mut call: ToolCall) -> ToolCall {
        if self.tools.contains_key(&call.name)
            && let Some(arguments) = exactly_once(&call.arguments)
        {
            call.arguments = self.restore_arguments(&call.name, arguments).to_string();
        }
        if let Some(name) = self.names.get(&call.name) {
            call.name.clone_from(name);
        }
        call
    }

    /// Converts structured output back, if its schema was rewritten.
    pub fn restore_output(&self, answer: Value) -> Value {
        let Some((imported, dialect)) = &self.answer else {
            return answer;
        };
        let mut lifted =
            imported.with_schema(|schema| crate::convert::from_model(schema, dialect, answer));
        match imported
            .wrapper_name()
            .and_then(|name| lifted.get_mut(name))
        {
            Some(inner) => inner.take(),
            None => lifted,
        }
    }

    pub(super) fn change(
        &mut self,
        pointer: &str,
        tool: Option<&str>,
        kind: ChangeKind,
        why: impl Into<String>,
    ) {
        self.changes.push(Change {
            pointer: pointer.to_owned(),
            tool: tool.map(ToOwned::to_owned),
            kind,
            reason: why.into(),
        });
    }

    pub(super) fn leave_out(&mut self, pointer: &str, name: Option<&str>, reasons: Vec<String>) {
        self.removed.push(RemovedTool {
            pointer: pointer.to_owned(),
            name: name.map(ToOwned::to_owned),
            reasons,
        });
    }
}

impl fmt::Display for FixReport {
    /// Writes one line for each change, removed tool and remaining finding.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the request for {}:", self.provider)?;
        if self.is_unchanged() && self.remaining.is_empty() {
            return f.write_str(" unchanged");
        }
        for change in &self.changes {
            write!(f, "\n  {change}")?;
        }
        for removed in &self.removed {
            write!(f, "\n  left out: {removed}")?;
        }
        for finding in &self.remaining {
            write!(f, "\n  remains: {finding}")?;
        }
        Ok(())
    }
}

// As `Display` writes them.
macro_rules! by_display {
    ($($name:ident)+) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )+};
}

by_display!(ChangeKind Effect Evidence Rule);
