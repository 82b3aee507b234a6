//! Reads a tool choice in the format of any provider.

use serde_json::Value;

/// The calls that a choice permits.
pub(super) struct ReadChoice {
    /// The place of the choice.
    pub(super) pointer: String,
    pub(super) mode: Mode,
    /// The only tools that may be called; `None` for all.
    pub(super) names: Option<Vec<String>>,
    /// `Some(false)` if the choice turns parallel calls off.
    pub(super) parallel: Option<bool>,
}

/// The part of a choice without names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Auto,
    None,
    Required,
}

impl Mode {
    /// Reads the word of any provider. Google's `VALIDATED` lets the model decide; the schema is
    /// enforced if it calls.
    fn of(word: &str) -> Option<Self> {
        match word.to_ascii_lowercase().as_str() {
            "auto" | "validated" | "mode_unspecified" => Some(Mode::Auto),
            "none" => Some(Mode::None),
            "any" | "required" => Some(Mode::Required),
            _ => None,
        }
    }

    fn of_member(found: &Value, pointer: &str) -> Option<Self> {
        Mode::of(found.pointer(pointer)?.as_str()?)
    }
}

/// OpenAI's lists of names and Interactions', with their modes. A list without a mode requires a
/// call, and an empty one allows none.
const ALLOWED: [(&str, &str); 2] = [
    ("/allowed_tools/tools", "/allowed_tools/mode"),
    ("/tools", "/mode"),
];
/// Google's lists of names. An empty list is read as none.
const GOOGLE_NAMES: [&str; 2] = ["/allowedFunctionNames", "/allowed_function_names"];

impl ReadChoice {
    /// Reads a choice in any provider's form. Returns `None` if it can't be read.
    pub(super) fn of(found: &Value, pointer: &str) -> Option<Self> {
        let (mode, names) = read(found)?;
        let flag = found.get("disable_parallel_tool_use");
        Some(ReadChoice {
            pointer: pointer.to_owned(),
            mode,
            names,
            parallel: (flag == Some(&Value::Bool(true))).then_some(false),
        })
    }

    /// Replaces or removes names. If none is left, the choice allows no call.
    pub(super) fn keep_names(&mut self, now: impl Fn(&str) -> Option<String>) {
        if self.mode == Mode::None {
            self.names = None;
        }
        let Some(names) = &mut self.names else { return };
        *names = names.iter().filter_map(|name| now(name)).collect();
        if names.is_empty() {
            self.mode = Mode::None;
            self.names = None;
        }
    }
}

fn read(found: &Value) -> Option<(Mode, Option<Vec<String>>)> {
    if let Some(word) = found.as_str() {
        return Some((Mode::of(word)?, None));
    }
    if let Some(mode) = Mode::of_member(found, "/type") {
        return Some((mode, None));
    }
    for (list, mode) in ALLOWED {
        if let Some(Value::Array(list)) = found.pointer(list) {
            let default = match found.pointer(mode) {
                None => Mode::Required,
                Some(_) => Mode::Auto,
            };
            let mode = Mode::of_member(found, mode).unwrap_or(default);
            return Some((mode, Some(names_in(list))));
        }
    }
    let mode = Mode::of_member(found, "/mode");
    for list in GOOGLE_NAMES {
        let names = match found.pointer(list) {
            None | Some(Value::Null) => continue,
            Some(Value::Array(list)) if list.is_empty() => continue,
            Some(Value::Array(list)) => names_in(list),
            Some(other) => names_in(core::slice::from_ref(other)),
        };
        return Some((mode.unwrap_or(Mode::Auto), Some(names)));
    }
    let mut names = ["/function/name", "/tool/name", "/custom/name", "/name"].into_iter();
    if let Some(name) = names.find_map(|pointer| found.pointer(pointer)?.as_str()) {
        return Some((Mode::Required, Some(Vec::from([name.to_owned()]))));
    }
    if let Some(mode) = mode {
        return Some((mode, None));
    }
    // A tool that another provider runs, such as `{"type":"web_search"}`.
    if found.get("type").is_some_and(Value::is_string) {
        return Some((Mode::None, None));
    }
    by_key(found)
}

/// Reads Bedrock's form, an object with the mode as the key.
fn by_key(found: &Value) -> Option<(Mode, Option<Vec<String>>)> {
    let members = found.as_object()?.iter().filter(|(_, it)| !it.is_null());
    let mut modes = members.map(|(key, _)| Mode::of(key));
    match (modes.next(), modes.next()) {
        (Some(Some(mode)), None) => Some((mode, None)),
        _ => None,
    }
}

fn names_in(list: &[Value]) -> Vec<String> {
    let name = |one: &Value| {
        let name = one.pointer("/function/name").or_else(|| one.get("name"));
        name.unwrap_or(one).as_str().map(ToOwned::to_owned)
    };
    list.iter().filter_map(name).collect()
}
