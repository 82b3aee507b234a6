//! Mending a request in place: what [`check`](super::check) finds, and nothing else.

mod anew;
mod answer;
mod choice;
mod deep;
mod history;
mod lists;
mod names;
mod small;
mod together;
mod tool;

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde_json::Value;

use super::body::Body;
use super::check;
use super::report::{LeftOut, Report};
use crate::provider::Provider;

/// Mends a finished request in place, so that the provider takes it: the last step before it is sent, whatever made it.
///
/// Each tool that [`check`] finds something in is read from whatever envelope it stands in, and written anew by the renderer that compiled tools have;
/// what else the provider takes in a declaration stays beside it. Names that it refuses are changed, in the history too, and the report turns them and
/// the arguments back. A tool that can't be said is taken out and named; see [`normalize_with`] for an error instead. A request that `check` finds
/// nothing in stays as it is, and so does each tool of which that is true. To do it twice changes nothing more.
///
/// ```
/// use serde_json::json;
/// use toolcast::{Provider, guard};
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
/// let report = guard::normalize(Provider::Gemini, &mut request);
/// assert_eq!(
///     request["tools"][0]["functionDeclarations"][0]["parameters"]["properties"]["at"],
///     json!({"type": "STRING", "description": "Where", "nullable": true})
/// );
/// assert_eq!(report.changes[0].pointer, "/tools/0/functionDeclarations/0");
/// assert!(guard::check(Provider::Gemini, &request).is_empty());
/// ```
pub fn normalize(provider: Provider, request: &mut Value) -> Report {
    let mut report = Report::new(provider);
    if check(provider, request).is_empty() {
        return report;
    }
    if provider == Provider::JsonSchema {
        answer::whole(request, &mut report);
    } else if request.is_object() || request.is_array() {
        let mut mend = Mend {
            body: Body::of(provider, request),
            report: &mut report,
            taken: BTreeMap::new(),
            scoped: BTreeMap::new(),
            given: BTreeSet::new(),
            next: BTreeMap::new(),
            renamed: BTreeMap::new(),
        };
        mend.given = mend.names(request);
        mend.lists(request);
        mend.together(request);
        mend.answers(request);
        mend.choice(request);
        mend.history(request);
        mend.talk(request);
    }
    report.remaining = check(provider, request);
    report
}

/// As [`normalize`], with what the program wants where a tool can't be said.
///
/// # Errors
///
/// With [`NormalizeOptions::fail_where_left_out`], where a tool would be taken out of the request. The request is as it was then.
pub fn normalize_with(
    provider: Provider,
    request: &mut Value,
    options: &NormalizeOptions,
) -> Result<Report, NotSayable> {
    if !options.fail {
        return Ok(normalize(provider, request));
    }
    if check(provider, request).is_empty() {
        return Ok(Report::new(provider));
    }
    let tools = match draft(provider, request) {
        Ok(mut draft) => normalize(provider, &mut draft).left_out,
        Err(deep) => Vec::from([deep]),
    };
    if tools.is_empty() {
        return Ok(normalize(provider, request));
    }
    Err(NotSayable { provider, tools })
}

/// The request to try it on: without the conversation, which may be long and says nothing of the tools.
fn draft(provider: Provider, request: &Value) -> Result<Value, LeftOut> {
    let copy = |pointer: String, value: &Value| {
        if deep::is_deep(value) {
            let reason = format!("nested deeper than {} levels", deep::MOST_LEVELS);
            return Err(LeftOut {
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
    let mut draft = serde_json::Map::new();
    for (key, value) in map {
        let talk = ["messages", "contents", "input"].contains(&key.as_str());
        let value = if talk && provider != Provider::JsonSchema {
            Value::Null
        } else {
            copy(super::walk::below("", &[key]), value)?
        };
        draft.insert(key.clone(), value);
    }
    Ok(Value::Object(draft))
}

/// What a program wants of [`normalize_with`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NormalizeOptions {
    fail: bool,
}

impl NormalizeOptions {
    /// What [`normalize`] does.
    pub fn new() -> Self {
        Self::default()
    }

    /// An error where a tool would be taken out of the request.
    #[must_use]
    pub fn fail_where_left_out(mut self) -> Self {
        self.fail = true;
        self
    }
}

/// Tools of a request can't be said to the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotSayable {
    /// The provider.
    pub provider: Provider,
    /// The tools, each with why.
    pub tools: Vec<LeftOut>,
}

impl fmt::Display for NotSayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tools that `{}` would refuse:", self.provider)?;
        for tool in &self.tools {
            write!(f, "\n  {tool}")?;
        }
        Ok(())
    }
}

impl core::error::Error for NotSayable {}

/// A request on its way.
pub(super) struct Mend<'r> {
    pub(super) body: Body,
    pub(super) report: &'r mut Report,
    /// The tools so far, by their names in the request.
    taken: BTreeMap<String, Value>,
    /// Those in namespaces, by namespace and name.
    scoped: BTreeMap<(usize, String), Value>,
    /// The names that tools of the request have, as it was.
    given: BTreeSet<String>,
    /// The next number for a name that is taken.
    next: BTreeMap<String, u32>,
    /// New names by those before; of a name that two tools had, the first's.
    renamed: BTreeMap<String, String>,
}

/// The value at a path of members.
fn at<'v>(value: &'v mut Value, path: &[&str]) -> Option<&'v mut Value> {
    path.iter()
        .try_fold(value, |value, key| value.get_mut(*key))
}

/// Takes a member out of an object.
fn take(value: &mut Value, path: &[&str]) -> Option<Value> {
    let (last, outer) = path.split_last()?;
    at(value, outer)?.as_object_mut()?.remove(*last)
}
