//! Checks the tool choice in a request: its format, and the names of its tools.

use std::collections::BTreeSet;

use serde_json::Value;

use super::finding::{Findings, described};
use super::request_layout::RequestKind;
use super::rule::{Citation, Evidence, Rule};
use super::walk::{below, find, push_index};
use crate::provider::ChoiceForm;
use crate::text::beginning;

pub(super) struct ChosenName<'v> {
    pub(super) pointer: String,
    pub(super) name: &'v Value,
    /// The pointer of the list that contains it, and its index.
    pub(super) entry: Option<(String, usize)>,
}

/// Checks the tool choice of a request. `names` are the names of its tools; `functions` is `true`
/// if it has any that the provider doesn't run itself.
pub(super) fn check(
    body: RequestKind,
    request: &Value,
    names: &BTreeSet<&str>,
    functions: bool,
    findings: &mut Findings,
) {
    findings.in_tool(None);
    let because = body.tool().because;
    let mut check = ChoiceCheck {
        body,
        because,
        request,
        findings,
    };
    check.form();
    if let Some(rules) = body.google() {
        check.google(rules.docs, functions);
    }
    for chosen in chosen(body, request) {
        let found = match chosen.name {
            Value::String(name) if names.contains(name.as_str()) => continue,
            Value::String(name) => {
                format!("`{}`, which is not a tool of the request", beginning(name))
            }
            other => format!("{} instead of a tool's name", described(other)),
        };
        check
            .findings
            .add(Rule::ToolChoice, because, &chosen.pointer, "name", found);
    }
}

struct ChoiceCheck<'c> {
    body: RequestKind,
    because: Citation,
    request: &'c Value,
    findings: &'c mut Findings,
}

impl ChoiceCheck<'_> {
    fn wrong(&mut self, because: Citation, pointer: &str, key: &str, found: impl Into<String>) {
        self.findings
            .add(Rule::ToolChoice, because, pointer, key, found);
    }

    fn wrong_choice(&mut self, found: String) {
        self.wrong(self.because, "/tool_choice", "tool_choice", found);
    }

    fn form(&mut self) {
        let choice = self.request.get("tool_choice");
        if let Some(found) = choice.and_then(|choice| unknown_choice(self.body, choice)) {
            self.wrong_choice(found);
        }
        match self.body.choice() {
            ChoiceForm::Cohere => {
                if let Some(found) = choice.filter(|choice| {
                    !choice.is_null() && *choice != "REQUIRED" && *choice != "NONE"
                }) {
                    self.wrong_choice(format!("a choice of {}", described(found)));
                }
            }
            ChoiceForm::Anthropic => self.anthropic(),
            ChoiceForm::Bedrock => {
                self.no_members();
                self.bedrock();
            }
            ChoiceForm::Google { .. } => self.no_members(),
            // Each of OpenAI's two APIs rejects the other's form.
            ChoiceForm::Words { one_form: true, .. } => {
                let kind = choice.and_then(|choice| choice["type"].as_str());
                let kind = kind.filter(|kind| matches!(*kind, "function" | "allowed_tools"));
                let nested = |kind| choice.is_some_and(|choice| choice.get(kind).is_some());
                if let Some(kind) = kind
                    && nested(kind) == self.body.flat
                {
                    let found = format!("a choice of type `{kind}` in another API's format");
                    self.wrong_choice(found);
                }
            }
            ChoiceForm::Words { .. } | ChoiceForm::Unchecked => {}
        }
    }

    /// Checks for members of other providers.
    fn no_members(&mut self) {
        for (key, rule) in [
            ("parallel_tool_calls", Rule::ParallelToolCalls),
            ("tool_choice", Rule::ToolChoice),
        ] {
            if self.request.get(key).is_some() {
                let found = format!("`{key}`");
                self.findings
                    .add(rule, self.because, &format!("/{key}"), key, found);
            }
        }
    }

    fn bedrock(&mut self) {
        let pointer = "/toolConfig/toolChoice";
        let Some(choice) = self.request.pointer(pointer) else {
            return;
        };
        let one = choice.as_object().filter(|map| map.len() == 1);
        let kinds = ["auto", "any", "tool"];
        let known = one.is_some_and(|map| kinds.iter().any(|key| map.contains_key(*key)));
        if !known && !choice.is_null() {
            let choice = described(choice);
            let found = format!("a choice that is none of `auto`, `any` and `tool`: {choice}");
            self.wrong(self.because, pointer, "toolChoice", found);
        }
    }

    fn anthropic(&mut self) {
        const DOCS: Citation = (Evidence::Documented, "an-docs");
        let request = self.request;
        let Some(choice) = request.get("tool_choice").filter(|one| !one.is_null()) else {
            return;
        };
        let kind = choice.get("type").and_then(Value::as_str);
        let pointer = "/tool_choice";
        if !matches!(kind, Some("auto" | "any" | "tool" | "none")) {
            let found = match kind {
                None => format!("{} instead of a choice", described(choice)),
                Some(kind) => format!("a choice of type `{}`", beginning(kind)),
            };
            self.wrong(self.because, pointer, "type", found);
        }
        let flag = "disable_parallel_tool_use";
        if kind == Some("none") && choice.get(flag).is_some() {
            let pointer = below("", &["tool_choice", flag]);
            let found = format!("`{flag}` in a choice that calls no tool");
            self.findings
                .add(Rule::ParallelToolCalls, DOCS, &pointer, flag, found);
        }
        let has_budget = request["thinking"]["type"] == "enabled";
        if matches!(kind, Some("any" | "tool")) && has_budget {
            let found = "a forced tool call together with a thinking budget";
            self.wrong(DOCS, pointer, "type", found);
        }
    }

    fn google(&mut self, docs: Citation, functions: bool) {
        for path in GOOGLE_PATHS {
            let Some(config) = find(self.request, path) else {
                continue;
            };
            let pointer = below("", path);
            if !functions {
                let found = "a choice of tools without functions";
                self.wrong(docs, &pointer, path[1], found);
            }
            let mode = config.get("mode").and_then(Value::as_str);
            let modes = ["MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED"];
            if let Some(mode) = mode.filter(|mode| !modes.contains(mode)) {
                let found = format!("the mode `{}`", beginning(mode));
                let because = (Evidence::Parser, "gm-proto");
                self.wrong(because, &pointer, "mode", found);
            }
            for allowed in GOOGLE_NAMES {
                if config.get(allowed).is_some() && !matches!(mode, Some("ANY" | "VALIDATED")) {
                    let found = format!("`{allowed}` without the mode `ANY` or `VALIDATED`");
                    self.wrong(docs, &pointer, allowed, found);
                }
            }
        }
    }
}

/// Describes a choice in a form that the provider doesn't accept.
fn unknown_choice(body: RequestKind, choice: &Value) -> Option<String> {
    let ChoiceForm::Words { words, one_form } = body.choice() else {
        return None;
    };
    if words.is_empty() {
        return None;
    }
    match choice {
        Value::Null => None,
        Value::String(word) => {
            (!words.contains(&word.as_str())).then(|| format!("the choice `{}`", beginning(word)))
        }
        Value::Object(map) if body.is_google() => (!map.contains_key("allowed_tools"))
            .then(|| "a choice without `allowed_tools`".to_owned()),
        // Another provider's form: these providers use a string where Anthropic uses an object.
        Value::Object(map) => match map.get("type").and_then(Value::as_str) {
            Some(kind @ ("auto" | "any" | "none" | "tool" | "required")) => {
                Some(format!("a choice of type `{kind}`"))
            }
            None if one_form => Some("a choice without `type`".to_owned()),
            _ => None,
        },
        other => Some(format!("{} instead of a choice", described(other))),
    }
}

/// The places of Google's choice: each member may have either spelling.
pub(super) const GOOGLE_PATHS: [&[&str]; 4] = [
    &["toolConfig", "functionCallingConfig"],
    &["tool_config", "function_calling_config"],
    &["toolConfig", "function_calling_config"],
    &["tool_config", "functionCallingConfig"],
];
const GOOGLE_NAMES: [&str; 2] = ["allowedFunctionNames", "allowed_function_names"];

/// Returns the tool names in a request's choice.
pub(super) fn chosen(body: RequestKind, request: &Value) -> Vec<ChosenName<'_>> {
    let mut all = Vec::new();
    let mut push = |path: &[&str]| {
        if let Some(name) = find(request, path) {
            let pointer = below("", path);
            all.push(ChosenName {
                pointer,
                name,
                entry: None,
            });
        }
    };
    match body.choice() {
        ChoiceForm::Anthropic => {
            if request["tool_choice"]["type"] == "tool" {
                push(&["tool_choice", "name"]);
            }
        }
        ChoiceForm::Bedrock => push(&["toolConfig", "toolChoice", "tool", "name"]),
        ChoiceForm::Google { .. } => {
            for path in GOOGLE_PATHS {
                for allowed in GOOGLE_NAMES {
                    names_in(request, &[path, &[allowed]].concat(), &[], &mut all);
                }
            }
        }
        ChoiceForm::Cohere | ChoiceForm::Unchecked => {}
        ChoiceForm::Words { .. } => {
            if request["tool_choice"]["type"] == "function" {
                push(&["tool_choice", "function", "name"]);
                push(&["tool_choice", "name"]);
            }
            push(&["function_call", "name"]);
            if request["tool_choice"]["type"] == "allowed_tools" {
                let nested = ["tool_choice", "allowed_tools", "tools"];
                names_in(request, &nested, &["function", "name"], &mut all);
                names_in(request, &["tool_choice", "tools"], &["name"], &mut all);
            } else if body.is_google() {
                let interaction = ["tool_choice", "allowed_tools", "tools"];
                names_in(request, &interaction, &[], &mut all);
            }
        }
    }
    all
}

/// Adds the names in a list of a choice. Entries without a name refer to tools without names.
fn names_in<'v>(request: &'v Value, list: &[&str], name: &[&str], all: &mut Vec<ChosenName<'v>>) {
    let entries = find(request, list).and_then(Value::as_array);
    for (i, entry) in entries.into_iter().flatten().enumerate() {
        let Some(value) = find(entry, name) else {
            continue;
        };
        let mut pointer = below("", list);
        push_index(&mut pointer, i);
        all.push(ChosenName {
            pointer: below(&pointer, name),
            name: value,
            entry: Some((below("", list), i)),
        });
    }
}
