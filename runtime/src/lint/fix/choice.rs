//! Repairs the tool choice: the provider's form and the tools' current names.

use serde_json::{Value, json};

use super::depth::discard;
use super::{Repair, at, take};
use crate::lint::check;
use crate::lint::report::ChangeKind;
use crate::lint::rule::Rule;
use crate::provider::{ChoiceForm, Provider};
use crate::request::{ToolChoice, ToolDeclaration, request_members};

/// The locations of a choice in any provider's request.
const PLACES: [&[&str]; 5] = [
    &["tool_choice"],
    &["function_call"],
    &["toolConfig", "toolChoice"],
    &["toolConfig", "functionCallingConfig"],
    &["tool_config", "function_calling_config"],
];

impl Repair<'_> {
    /// Repairs the choice if it has findings.
    pub(super) fn choice(&mut self, request: &mut Value) {
        let findings = check(self.body.provider, request);
        let about: Vec<_> = findings
            .iter()
            .filter(|one| matches!(one.rule, Rule::Choice | Rule::Parallel))
            .collect();
        let Some(first) = about.first() else {
            return;
        };
        if about.iter().all(|one| one.rule == Rule::Parallel) {
            for one in about {
                let path: Vec<&str> = one.pointer.split('/').skip(1).collect();
                take(request, &path);
                self.report
                    .change(&one.pointer, None, ChangeKind::Removed, &*one.found);
            }
            return;
        }
        if request.get("functions").is_some() {
            self.legacy(request, &first.found);
            return;
        }
        let why = first.found.clone();
        let thinks = matches!(self.body.choice(), ChoiceForm::Anthropic)
            && first.pointer == "/tool_choice"
            && first.keyword == "type"
            && request["thinking"]["type"] == "enabled";
        let parallel = parallel(request);
        let mut choice = None;
        for path in PLACES {
            if let Some(found) = take(request, path) {
                let pointer = crate::lint::walk::below("", path);
                choice = choice.or_else(|| self.read(&found));
                discard(found);
                self.report
                    .change(&pointer, None, ChangeKind::Removed, &*why);
            }
            let outer = at(request, &path[..1]);
            if path.len() > 1
                && outer
                    .is_some_and(|outer| outer.as_object().is_some_and(serde_json::Map::is_empty))
            {
                take(request, &path[..1]);
            }
        }
        // These providers have no flag for parallel calls.
        let bedrock = matches!(self.body.choice(), ChoiceForm::Bedrock);
        if self.body.is_google() || bedrock {
            let path = ["parallel_tool_calls"];
            if take(request, &path).is_some() {
                let why = "a flag for parallel calls, which the provider doesn't have";
                let pointer = crate::lint::walk::below("", &path);
                self.report.change(&pointer, None, ChangeKind::Removed, why);
            }
        }
        if thinks {
            choice = None;
        }
        if let Some(choice) = choice {
            self.write_choice(request, &choice, parallel);
        }
    }

    /// Repairs a choice among `functions`, the predecessor of `tools`.
    fn legacy(&mut self, request: &mut Value, why: &str) {
        let Some(found) = take(request, &["function_call"]) else {
            return;
        };
        let name = match self.read(&found) {
            Some(ToolChoice::Tool(name)) => Some(name),
            _ => None,
        };
        discard(found);
        let kind = if name.is_some() {
            ChangeKind::Set
        } else {
            ChangeKind::Removed
        };
        if let Some(name) = name {
            request["function_call"] = serde_json::json!({"name": name});
        }
        self.report.change("/function_call", None, kind, why);
    }

    /// Reads a choice in any provider's form, with current names. Returns `None` if none of its
    /// tools is left.
    fn read(&self, found: &Value) -> Option<ToolChoice> {
        let word = |word: &str| match word.to_ascii_lowercase().as_str() {
            "none" => Some(ToolChoice::None),
            "any" | "required" | "validated" => Some(ToolChoice::Required),
            _ => None,
        };
        let now = |name: &Value| -> Option<String> {
            let name = name.as_str()?;
            let name = self.renamed.get(name).map_or(name, String::as_str);
            self.taken.contains_key(name).then(|| name.to_owned())
        };
        if let Value::String(text) = found {
            return word(text);
        }
        let name = ["/function/name", "/tool/name", "/name"]
            .iter()
            .find_map(|pointer| found.pointer(pointer));
        if let Some(name) = name {
            return now(name).map(ToolChoice::Tool);
        }
        let names = [
            "/allowed_tools/tools",
            "/tools",
            "/allowedFunctionNames",
            "/allowed_function_names",
        ]
        .iter()
        .find_map(|pointer| found.pointer(pointer)?.as_array());
        if let Some(names) = names {
            let kept: Vec<String> = names
                .iter()
                .filter_map(|one| {
                    now(one
                        .pointer("/function/name")
                        .or_else(|| one.get("name"))
                        .unwrap_or(one))
                })
                .collect();
            let free = ["/mode", "/allowed_tools/mode"].iter().any(|pointer| {
                found
                    .pointer(pointer)
                    .is_some_and(|mode| mode == "auto" || mode == "AUTO")
            });
            return (!kept.is_empty() && !free).then_some(ToolChoice::AnyOf(kept));
        }
        if found.get("any").is_some() {
            return Some(ToolChoice::Required);
        }
        let kind = found.get("type").or_else(|| found.get("mode"))?;
        word(kind.as_str()?)
    }

    /// Writes the choice in the provider's form. If it has none, nothing is written.
    fn write_choice(&mut self, request: &mut Value, choice: &ToolChoice, parallel: Option<bool>) {
        let declared: Vec<ToolDeclaration<'_>> = self
            .taken
            .keys()
            .map(|name| ToolDeclaration { name, text: "{}" })
            .collect();
        if self.body.is_google() && self.body.flat {
            return self.interaction(request, choice);
        }
        let provider = if self.body.flat {
            Provider::OpenAiResponses
        } else {
            self.body.provider
        };
        let Ok(members) = request_members(provider, &declared, Some(choice), parallel) else {
            return;
        };
        let Value::Object(map) = request else { return };
        for (key, text) in members {
            let Ok(mut value) = serde_json::from_str::<Value>(&text) else {
                continue;
            };
            if key == "tools" {
                continue;
            }
            // Bedrock's choice is a sibling of the tools; Google's is a member with the same name.
            if key == "toolConfig" && matches!(self.body.choice(), ChoiceForm::Bedrock) {
                let Some(chosen) = take(&mut value, &["toolChoice"]) else {
                    continue;
                };
                if let Some(Value::Object(config)) = map.get_mut(key) {
                    config.insert("toolChoice".into(), chosen);
                }
            } else {
                map.insert(key.to_owned(), value);
            }
            let pointer = crate::lint::walk::below("", &[key]);
            self.report.change(
                &pointer,
                None,
                ChangeKind::Set,
                "the choice in the provider's format",
            );
        }
    }
}

impl Repair<'_> {
    /// Writes a choice in the form of Gemini's Interactions API.
    fn interaction(&mut self, request: &mut Value, choice: &ToolChoice) {
        let only = |names: &[String]| json!({"allowed_tools": {"mode": "any", "tools": names}});
        let value = match choice {
            ToolChoice::None => json!("none"),
            ToolChoice::Required => json!("any"),
            ToolChoice::Tool(name) => only(core::slice::from_ref(name)),
            ToolChoice::AnyOf(names) => only(names),
            _ => return,
        };
        if let Value::Object(map) = request {
            map.insert("tool_choice".to_owned(), value);
            let why = "the choice in the provider's format";
            self.report
                .change("/tool_choice", None, ChangeKind::Set, why);
        }
    }
}

/// Returns the request's setting for parallel calls.
fn parallel(request: &Value) -> Option<bool> {
    let flag = request.pointer("/tool_choice/disable_parallel_tool_use");
    flag.and_then(Value::as_bool).map(|off| !off)
}
