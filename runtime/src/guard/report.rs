//! What became of a request, and how what comes back is turned back.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde_json::Value;

use super::finding::Finding;
use crate::call::ToolCall;
use crate::dialect::Dialect;
use crate::import::{Definition, Imported};
use crate::provider::Provider;
use crate::render;

/// What [`normalize`](super::normalize) made of a request.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// Whose request it is.
    pub provider: Provider,
    /// What was changed, in the order of the request.
    pub changes: Vec<Change>,
    /// The names that the request has now, with those that it had: of the tools that were renamed.
    pub names: BTreeMap<String, String>,
    /// The tools that are in the request no more, since the provider would refuse it for them.
    pub left_out: Vec<LeftOut>,
    /// What the provider can't be told as it was, of each tool that was written anew.
    pub losses: Vec<render::Report>,
    /// What is still wrong: nothing, but where there is no way to mend it.
    pub remaining: Vec<Finding>,
    /// The tools that were written anew, each with whose text it is: Google has two fields.
    pub(super) tools: BTreeMap<String, (Definition, Provider)>,
    pub(super) answer: Option<(Imported, &'static Dialect)>,
}

/// A change in a request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// A JSON Pointer into the request as it was.
    pub pointer: String,
    /// The tool that it is about, by its name before.
    pub tool: Option<String>,
    /// What was done.
    pub kind: ChangeKind,
    /// Why, in words.
    pub why: String,
}

/// What was done to a part of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ChangeKind {
    /// A declaration or schema was written anew. What the model sends for it is turned back by the report.
    Rewritten,
    /// A tool has another name.
    Renamed,
    /// A tool stands elsewhere, or in another envelope.
    Moved,
    /// A member was put in, or has another value.
    Set,
    /// A member was taken out.
    Removed,
    /// A tool is no longer strict.
    StrictOff,
}

impl ChangeKind {
    /// The name, in lower case with hyphens.
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

/// A tool that was taken out of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// A JSON Pointer to it in the request as it was.
    pub pointer: String,
    /// Its name, where it has one.
    pub name: Option<String>,
    /// Why the provider can't be told of it: one line a reason.
    pub reasons: Vec<String>,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name.as_deref().unwrap_or("without a name");
        write!(
            f,
            "{} (tool `{name}`): {}",
            self.pointer,
            self.reasons.join("; ")
        )
    }
}

impl Report {
    pub(super) fn new(provider: Provider) -> Self {
        Report {
            provider,
            changes: Vec::new(),
            names: BTreeMap::new(),
            left_out: Vec::new(),
            losses: Vec::new(),
            remaining: Vec::new(),
            tools: BTreeMap::new(),
            answer: None,
        }
    }

    /// Whether the request is as it was.
    pub fn is_unchanged(&self) -> bool {
        self.changes.is_empty() && self.left_out.is_empty()
    }

    /// The name that the program gave to a tool, by that which the model calls.
    pub fn original<'r>(&'r self, name: &'r str) -> &'r str {
        self.names.get(name).map_or(name, String::as_str)
    }

    /// Turns arguments that the model wrote for a tool of the request, by the name that it called, into such as fit the schema that the program gave.
    /// Those of a tool that was not written anew stay as they are.
    pub fn lift(&self, name: &str, arguments: Value) -> Value {
        match self.tools.get(name) {
            Some((tool, provider)) => tool.lift(*provider, arguments),
            None => arguments,
        }
    }

    /// Turns a call back: its name and its arguments. Arguments that are no JSON stay as they are.
    ///
    /// ```
    /// use serde_json::{Value, json};
    /// use toolcast::{Provider, call::ToolCall, guard};
    ///
    /// let mut request = json!({"tools": [{"toolSpec": {"name": "mail.send", "inputSchema": {"json": {
    ///     "type": "object", "properties": {"to[]": {"type": "array", "items": {"type": "string"}}},
    /// }}}}]});
    /// let report = guard::normalize(Provider::Gemini, &mut request);
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
            && let Ok(arguments) = serde_json::from_str(&call.arguments)
        {
            call.arguments = self.lift(&call.name, arguments).to_string();
        }
        if let Some(name) = self.names.get(&call.name) {
            call.name.clone_from(name);
        }
        call
    }

    /// Turns structured output back, where the schema of the answer was written anew.
    pub fn lift_answer(&self, answer: Value) -> Value {
        let Some((imported, dialect)) = &self.answer else {
            return answer;
        };
        let mut lifted =
            imported.with_schema(|schema| crate::convert::lift(schema, dialect, answer));
        match imported.wrapped().and_then(|name| lifted.get_mut(name)) {
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
            why: why.into(),
        });
    }

    pub(super) fn leave_out(&mut self, pointer: &str, name: Option<&str>, reasons: Vec<String>) {
        self.left_out.push(LeftOut {
            pointer: pointer.to_owned(),
            name: name.map(ToOwned::to_owned),
            reasons,
        });
    }
}

impl fmt::Display for Report {
    /// One line for each change, each tool that is left out and what remains.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the request for {}:", self.provider)?;
        if self.is_unchanged() && self.remaining.is_empty() {
            return f.write_str(" unchanged");
        }
        for change in &self.changes {
            let tool = match &change.tool {
                Some(tool) => format!(" (tool `{tool}`)"),
                None => String::new(),
            };
            let pointer = match change.pointer.as_str() {
                "" => "(request)",
                pointer => pointer,
            };
            write!(f, "\n  {pointer}{tool}: {}: {}", change.kind, change.why)?;
        }
        for left_out in &self.left_out {
            write!(f, "\n  left out: {left_out}")?;
        }
        for finding in &self.remaining {
            write!(f, "\n  remains: {finding}")?;
        }
        Ok(())
    }
}
