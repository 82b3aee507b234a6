//! Checks the tool choice in a request: its format, and the names of its tools.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

use super::body::Body;
use super::envelope::Form;
use super::finding::{Fault, Findings, shown};
use super::rule::{Because, Evidence, Rule};
use super::walk::{below, push_index};
use crate::provider::Provider;
use crate::text::beginning;

/// A name in a choice, with its location.
struct Chosen<'v> {
    pointer: String,
    name: &'v Value,
}

/// Checks the tool choice of a request. `names` are the names of its tools; `tools` is `true` if it
/// has any.
pub(super) fn judge(
    body: Body,
    request: &Value,
    names: &BTreeSet<&str>,
    tools: bool,
    findings: &mut Findings,
) {
    findings.in_tool(None);
    let because = Form::of(body.provider).because;
    let mut add = |rule: Rule, because: Because, pointer: &str, keyword: &str, found: String| {
        let fault = Fault::new(rule, because, keyword);
        findings.add(fault, || pointer.into(), found);
    };
    for chosen in chosen(body, request) {
        match chosen.name {
            Value::String(name) if names.contains(name.as_str()) => {}
            Value::String(name) => add(
                Rule::Choice,
                because,
                &chosen.pointer,
                "name",
                format!("`{}`, which is not a tool of the request", beginning(name)),
            ),
            other => add(
                Rule::Choice,
                because,
                &chosen.pointer,
                "name",
                format!("{} instead of a tool's name", shown(other)),
            ),
        }
    }
    let choice = request.get("tool_choice");
    if let Some(found) = choice.and_then(|choice| strange(body, choice)) {
        add(Rule::Choice, because, "/tool_choice", "tool_choice", found);
    }
    match body.provider {
        Provider::Cohere => {
            if let Some(found) = choice
                .filter(|choice| !choice.is_null() && *choice != "REQUIRED" && *choice != "NONE")
            {
                let found = format!("a choice of {}", shown(found));
                add(Rule::Choice, because, "/tool_choice", "tool_choice", found);
            }
        }
        Provider::Anthropic => anthropic(request, &mut add),
        Provider::Bedrock | Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex => {
            if !body.flat {
                for key in ["parallel_tool_calls", "tool_choice"] {
                    if request.get(key).is_some() {
                        let rule = if key == "tool_choice" {
                            Rule::Choice
                        } else {
                            Rule::Parallel
                        };
                        add(rule, because, &format!("/{key}"), key, format!("`{key}`"));
                    }
                }
            }
            if body.is_google() {
                google(request, tools, &mut add);
            } else if let Some(choice) = request.pointer("/toolConfig/toolChoice") {
                bedrock(choice, &mut add);
            }
        }
        _ => {
            // Each of OpenAI's two APIs rejects the other's form.
            let nested = choice.and_then(|choice| choice.get("function")).is_some();
            let one = choice.is_some_and(|choice| choice["type"] == "function");
            if one && nested == body.flat && is_openai(body.provider) {
                let found = "the choice of one tool in another API's format".into();
                add(Rule::Choice, because, "/tool_choice", "tool_choice", found);
            }
        }
    }
}

const fn is_openai(provider: Provider) -> bool {
    matches!(
        provider,
        Provider::OpenAi | Provider::OpenAiResponses | Provider::AzureOpenAi
    )
}

/// Returns the provider's values for a choice.
const fn words(body: Body) -> Option<&'static [&'static str]> {
    match body.provider {
        Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex if body.flat => {
            Some(&["auto", "any", "none", "validated"])
        }
        Provider::OpenAi
        | Provider::OpenAiResponses
        | Provider::AzureOpenAi
        | Provider::XAi
        | Provider::DeepSeek
        | Provider::Groq => Some(&["auto", "none", "required"]),
        Provider::Mistral => Some(&["auto", "none", "any", "required"]),
        _ => None,
    }
}

/// Describes a choice in a form that the provider doesn't accept.
fn strange(body: Body, choice: &Value) -> Option<String> {
    let words = words(body)?;
    match choice {
        Value::Null => None,
        Value::String(word) => {
            (!words.contains(&word.as_str())).then(|| format!("the choice `{}`", beginning(word)))
        }
        // Another provider's form: these providers use a string where Anthropic uses an object.
        Value::Object(map) => {
            let kind = map.get("type").and_then(Value::as_str);
            let kind =
                kind.filter(|kind| matches!(*kind, "auto" | "any" | "none" | "tool" | "required"));
            kind.map(|kind| format!("a choice of type `{kind}`"))
        }
        other => Some(format!("{} instead of a choice", shown(other))),
    }
}

fn bedrock(choice: &Value, add: &mut impl FnMut(Rule, Because, &str, &str, String)) {
    let one = choice.as_object().filter(|map| map.len() == 1);
    let known = one.is_some_and(|map| {
        ["auto", "any", "tool"]
            .iter()
            .any(|key| map.contains_key(*key))
    });
    if !known && !choice.is_null() {
        let found = format!(
            "a choice that is none of `auto`, `any` and `tool`: {}",
            shown(choice)
        );
        let because = Form::of(Provider::Bedrock).because;
        add(
            Rule::Choice,
            because,
            "/toolConfig/toolChoice",
            "toolChoice",
            found,
        );
    }
}

fn anthropic(request: &Value, add: &mut impl FnMut(Rule, Because, &str, &str, String)) {
    const DOCS: Because = (Evidence::Documented, "an-docs");
    let Some(choice) = request.get("tool_choice").filter(|one| !one.is_null()) else {
        return;
    };
    let kind = choice.get("type").and_then(Value::as_str);
    if !matches!(kind, Some("auto" | "any" | "tool" | "none")) {
        let found = match kind {
            None => format!("{} instead of a choice", shown(choice)),
            Some(kind) => format!("a choice of type `{}`", beginning(kind)),
        };
        let because = Form::of(Provider::Anthropic).because;
        add(Rule::Choice, because, "/tool_choice", "type", found);
    }
    let flag = "disable_parallel_tool_use";
    if kind == Some("none") && choice.get(flag).is_some() {
        let pointer = below("", &["tool_choice", flag]);
        add(
            Rule::Parallel,
            DOCS,
            &pointer,
            flag,
            format!("`{flag}` in a choice that calls no tool"),
        );
    }
    let budget = request
        .get("thinking")
        .and_then(|thinking| thinking.get("type"));
    if matches!(kind, Some("any" | "tool")) && budget.is_some_and(|kind| kind == "enabled") {
        let found = "a forced tool call together with a thinking budget".into();
        add(Rule::Choice, DOCS, "/tool_choice", "type", found);
    }
}

fn google(request: &Value, tools: bool, add: &mut impl FnMut(Rule, Because, &str, &str, String)) {
    const DOCS: Because = (Evidence::Documented, "gm-sdk");
    for (outer, inner, allowed) in GOOGLE {
        let Some(config) = request.get(outer).and_then(|outer| outer.get(inner)) else {
            continue;
        };
        let pointer = below("", &[outer, inner]);
        if !tools {
            let found = "a choice of tools without tools".into();
            add(Rule::Choice, DOCS, &pointer, inner, found);
        }
        let mode = config.get("mode").and_then(Value::as_str);
        let modes = ["MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED"];
        if let Some(mode) = mode.filter(|mode| !modes.contains(mode)) {
            let found = format!("the mode `{}`", beginning(mode));
            let because = (Evidence::Parser, "gm-proto");
            add(Rule::Choice, because, &pointer, "mode", found);
        }
        if config.get(allowed).is_some() && !matches!(mode, Some("ANY" | "VALIDATED")) {
            let found = format!("`{allowed}` without the mode `ANY` or `VALIDATED`");
            add(Rule::Choice, DOCS, &pointer, allowed, found);
        }
    }
}

const GOOGLE: [(&str, &str, &str); 2] = [
    (
        "toolConfig",
        "functionCallingConfig",
        "allowedFunctionNames",
    ),
    (
        "tool_config",
        "function_calling_config",
        "allowed_function_names",
    ),
];

/// Returns the tool names in a request's choice.
fn chosen(body: Body, request: &Value) -> Vec<Chosen<'_>> {
    let mut all = Vec::new();
    let mut push = |path: &[&str]| {
        let found = path.iter().try_fold(request, |value, key| value.get(*key));
        if let Some(name) = found {
            let pointer = below("", path);
            all.push(Chosen { pointer, name });
        }
    };
    match body.provider {
        Provider::Anthropic => {
            if request["tool_choice"]["type"] == "tool" {
                push(&["tool_choice", "name"]);
            }
        }
        Provider::Bedrock => push(&["toolConfig", "toolChoice", "tool", "name"]),
        Provider::Gemini | Provider::GeminiJsonSchema | Provider::Vertex if !body.flat => {
            for (outer, inner, allowed) in GOOGLE {
                names_in(request, &[outer, inner, allowed], &[], &mut all);
            }
        }
        Provider::Cohere | Provider::Mcp | Provider::JsonSchema | Provider::Ollama => {}
        _ => {
            if request["tool_choice"]["type"] == "function" {
                push(&["tool_choice", "function", "name"]);
                push(&["tool_choice", "name"]);
            }
            push(&["function_call", "name"]);
            if request["tool_choice"]["type"] == "allowed_tools" {
                let nested = ["tool_choice", "allowed_tools", "tools"];
                names_in(request, &nested, &["function", "name"], &mut all);
                names_in(request, &["tool_choice", "tools"], &["name"], &mut all);
            }
        }
    }
    all
}

/// Adds the names in a list of a choice. Entries without a name refer to tools without names.
fn names_in<'v>(request: &'v Value, list: &[&str], name: &[&str], all: &mut Vec<Chosen<'v>>) {
    let found = list.iter().try_fold(request, |value, key| value.get(*key));
    let entries = found.and_then(Value::as_array).into_iter().flatten();
    for (i, entry) in entries.enumerate() {
        let Some(value) = name.iter().try_fold(entry, |value, key| value.get(*key)) else {
            continue;
        };
        let mut pointer = below("", list);
        push_index(&mut pointer, i);
        all.push(Chosen {
            pointer: below(&pointer, name),
            name: value,
        });
    }
}
