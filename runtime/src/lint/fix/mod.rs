//! Repairs a request in place: only what [`check`](super::check) finds.

mod answer;
mod choice;
mod choice_read;
mod history;
mod lists;
mod names;
mod request_limits;
mod rerender;
mod shallow;
mod tool;

use core::fmt;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use choice_read::ReadChoice;

use super::check;
use super::finding::Finding;
use super::report::{ChangeKind, FixReport, RemovedTool};
use super::request_layout::RequestKind;
use crate::import::ToolDefinition;
use crate::json_index::is_deeper;
use crate::provider::{Provider, ToolFormat};

/// Repairs a request in place so that the provider accepts it. This is the last step before
/// sending, whatever built the request.
///
/// A tool with findings from [`check`] is read from its envelope, whatever provider it belongs to.
/// The renderer for compiled tools then writes it again; other members that the provider accepts
/// are kept. Rejected names are replaced, in the history too, and the report restores names and
/// arguments. A tool that can't be expressed is removed and reported; see [`fix_with`] for an
/// error instead. A request without findings is left unchanged, and so is each tool without
/// findings. Idempotent.
///
/// ```
/// use serde_json::json;
/// use toolcast::{Provider, lint};
///
/// // What a framework made: Gemini's `parameters` has no `$ref`, and no list of types.
/// let mut request = json!({
///     "contents": [],
///     "tools": [{"functionDeclarations": [{
///         "name": "find",
///         "description": "Find a place",
///         "parameters": {
///             "type": "object",
///             "properties": {"at": {"$ref": "#/$defs/At"}},
///             "required": ["at"],
///             "$defs": {"At": {"type": ["string", "null"], "description": "Where"}}
///         }
///     }]}]
/// });
/// let report = lint::fix(Provider::Gemini, &mut request);
/// assert_eq!(
///     request["tools"][0]["functionDeclarations"][0]["parameters"]["properties"]["at"],
///     json!({"type": "STRING", "description": "Where", "nullable": true})
/// );
/// assert_eq!(report.changes[0].pointer, "/tools/0/functionDeclarations/0");
/// assert!(lint::check(Provider::Gemini, &request).is_empty());
/// ```
pub fn fix(provider: Provider, request: &mut Value) -> FixReport {
    let mut report = FixReport::new(provider);
    if check(provider, request).is_empty() {
        return report;
    }
    if provider.tool_form().format == ToolFormat::JsonSchema {
        answer::repair_schema(request, &mut report);
    } else if request.is_object() || request.is_array() {
        let mut mend = Repair {
            body: RequestKind::of(provider, request),
            report: &mut report,
            taken: BTreeMap::new(),
            given: BTreeSet::new(),
            next: BTreeMap::new(),
            marks: BTreeMap::new(),
            renamed: BTreeMap::new(),
            origins: Vec::new(),
            choice: None,
            only: None,
        };
        mend.single(request);
        mend.declarations(request);
        mend.take_choice(request);
        mend.lists(request);
        mend.together(request);
        mend.answers(request);
        mend.put_choice(request);
        mend.history(request);
        mend.talk(request);
    }
    report.remaining = check(provider, request);
    report
}

/// Repairs a request as [`fix`] does, with options: for instance, to get an error in place of a
/// removed tool.
///
/// # Errors
///
/// With [`FixOptions::error_on_removed`], returns an error if a tool would be removed. The
/// request is then unchanged.
pub fn fix_with(
    provider: Provider,
    request: &mut Value,
    options: FixOptions,
) -> Result<FixReport, FixError> {
    if !options.fail {
        return Ok(fix(provider, request));
    }
    if check(provider, request).is_empty() {
        return Ok(FixReport::new(provider));
    }
    let tools = match draft(provider, request) {
        Ok(mut draft) => fix(provider, &mut draft).removed,
        Err(deep) => Vec::from([deep]),
    };
    if tools.is_empty() {
        return Ok(fix(provider, request));
    }
    Err(FixError { provider, tools })
}

/// Returns a copy of the request for a trial run, without the conversation: it may be long and
/// doesn't affect the tools.
fn draft(provider: Provider, request: &Value) -> Result<Value, RemovedTool> {
    let copy = |pointer: String, value: &Value| {
        if is_deeper(value, MAX_LEVELS) {
            let reason = format!("nested deeper than {MAX_LEVELS} levels");
            return Err(RemovedTool {
                pointer,
                name: None,
                reasons: Vec::from([reason]),
            });
        }
        Ok(value.clone())
    };
    let Value::Object(map) = request else {
        return copy(String::new(), request);
    };
    let mut draft = Map::new();
    for (key, value) in map {
        let talk = ["messages", "contents", "input"].contains(&key.as_str());
        let value = if talk && provider.tool_form().format != ToolFormat::JsonSchema {
            Value::Null
        } else {
            copy(super::walk::below("", &[key]), value)?
        };
        draft.insert(key.clone(), value);
    }
    Ok(Value::Object(draft))
}

/// Options for [`fix_with`].
///
/// ```
/// use serde_json::json;
/// use toolcast::{Provider, lint};
///
/// let parameters = json!({"type": "object", "properties": 7});
/// let tool = json!({"type": "function", "function": {"name": "odd", "parameters": parameters}});
/// let mut request = json!({"model": "a-model", "messages": [], "tools": [tool]});
/// let options = lint::FixOptions::new().error_on_removed();
/// let error = lint::fix_with(Provider::OpenAi, &mut request, options).unwrap_err();
/// assert_eq!(error.tools[0].name.as_deref(), Some("odd"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use = "the options have an effect only if they are passed"]
pub struct FixOptions {
    fail: bool,
}

impl FixOptions {
    /// Creates the default options, which behave like [`fix`].
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes [`fix_with`] return an error if a tool would be removed from the request.
    pub fn error_on_removed(mut self) -> Self {
        self.fail = true;
        self
    }
}

/// The error for tools that a provider can't accept.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FixError {
    /// The provider.
    pub provider: Provider,
    /// The tools, each with the reasons.
    pub tools: Vec<RemovedTool>,
}

impl fmt::Display for FixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tools that `{}` would refuse:", self.provider)?;
        for tool in &self.tools {
            write!(f, "\n  {tool}")?;
        }
        Ok(())
    }
}

impl core::error::Error for FixError {}

/// The definition of a rewritten tool, and the provider that it was rendered for.
type RewrittenTool = (ToolDefinition, Provider);

pub(super) struct Repair<'r> {
    pub(super) body: RequestKind,
    pub(super) report: &'r mut FixReport,
    /// The tools so far, by namespace and name in the request.
    taken: BTreeMap<(Option<usize>, String), Value>,
    /// The tool names in the original request.
    given: BTreeSet<String>,
    /// The next number for a duplicate name.
    next: BTreeMap<String, u32>,
    /// The number of marks tried for a rejected name.
    marks: BTreeMap<String, u64>,
    /// New names by original names. If two tools had a name, it maps to the first tool's new name.
    renamed: BTreeMap<String, String>,
    /// The original place of each entry of the lists, and its name if it is a function. Once the
    /// lists are repaired, they are in the order of the request.
    origins: Vec<(String, Option<String>)>,
    /// The choice that was taken out of the request.
    choice: Option<ReadChoice>,
    /// The original names of the tools that it allows, if the format can't express that.
    only: Option<BTreeSet<String>>,
}

impl Repair<'_> {
    /// Removes a member, if the request has it.
    fn remove(&mut self, request: &mut Value, path: &[&str], why: &str) {
        if let Some(found) = take(request, path) {
            discard(found);
            let pointer = super::walk::below("", path);
            self.report.change(&pointer, None, ChangeKind::Removed, why);
        }
    }
}

/// Maximum number of findings that the reason of a change lists.
const MAX_REASONS: usize = 8;

/// Lists the first findings, as the reason of a change.
fn first_reasons(findings: &[Finding]) -> String {
    let found = findings.iter().map(|one| one.found.as_str());
    found.take(MAX_REASONS).collect::<Vec<_>>().join("; ")
}

pub(super) fn at<'v>(value: &'v mut Value, path: &[&str]) -> Option<&'v mut Value> {
    path.iter()
        .try_fold(value, |value, key| value.get_mut(*key))
}

/// Sets a member. The old value may be deep.
fn set(map: &mut Map<String, Value>, key: &str, value: Value) {
    if let Some(old) = map.insert(key.to_owned(), value) {
        discard(old);
    }
}

fn take(value: &mut Value, path: &[&str]) -> Option<Value> {
    let (last, outer) = path.split_last()?;
    at(value, outer)?.as_object_mut()?.remove(*last)
}

/// Maximum nesting of a tool; no provider's parser accepts more.
const MAX_LEVELS: usize = 512;

/// Drops a value of any depth, without recursion, which could overflow the stack.
fn discard(value: Value) {
    let mut open = Vec::from([value]);
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(map) => open.extend(map.into_iter().map(|(_, one)| one)),
            _ => {}
        }
    }
}

/// Removes entries of a list by their indices.
fn remove_at(list: &mut Vec<Value>, indices: &BTreeSet<usize>) {
    let mut at = 0;
    list.retain_mut(|entry| {
        at += 1;
        let is_removed = indices.contains(&(at - 1));
        if is_removed {
            discard(entry.take());
        }
        !is_removed
    });
}
