//! Extracts a message's texts, tool results and calls, whatever form its parts have.

use serde_json::{Map, Value};

use super::message::{Message, kind};
use super::record::call_text;

/// A message's content, in order.
#[derive(Default)]
pub(super) struct MessageContent {
    pub(super) texts: Vec<String>,
    pub(super) results: Vec<PartText>,
    pub(super) calls: Vec<PartText>,
    /// Parts that couldn't be read although the rest could.
    pub(super) odd: Vec<String>,
}

/// A result or call as text, with the call's id if the message has one.
pub(super) struct PartText {
    pub(super) id: Option<String>,
    pub(super) text: String,
    /// The provider runs the tool, so no tool set reports the call.
    pub(super) of_provider: bool,
}

pub(super) fn content(message: &Message<'_>) -> Result<MessageContent, String> {
    let body = message.body;
    let mut read = MessageContent::default();
    let mut wrong = None;
    let has_output = message.item.ends_with("_output") || message.item == "mcp_call";
    // Read the first member that has any content. Reasoning isn't part of the answer.
    for key in ["text", "content", "parts", "output"] {
        if message.item == "reasoning" || key == "output" && !has_output {
            continue;
        }
        match body.get(key) {
            None | Some(Value::Null) => {}
            Some(Value::String(text)) => read.text(text),
            Some(Value::Array(parts)) => read.parts(parts),
            Some(Value::Object(part)) => match part.get("parts") {
                // `{"content_type":"text","parts":[..]}`
                Some(Value::Array(parts)) => read.parts(parts),
                _ => read.part(part),
            },
            Some(other) => {
                wrong = Some(format!(
                    "no content can be read from {} at `{key}`",
                    kind(other)
                ));
            }
        }
        if !read.is_empty() {
            break;
        }
    }
    if let Some(data) = body.get("structuredContent") {
        read.structured(data);
    }
    // A step of Gemini's Interactions.
    if message.item == "function_result" {
        read.result(body.get("call_id"), body.get("result"), false);
    }
    // Cohere's models return a plan before calls.
    for key in ["refusal", "tool_plan"] {
        if read.is_empty() {
            read.text(string(body, key));
        }
    }
    // OpenAI's spoken answer.
    if let Some(Value::Object(audio)) = body.get("audio")
        && read.is_empty()
    {
        read.text(string(audio, "transcript"));
    }
    read.calls_beside(message);
    match wrong {
        Some(wrong) if read.is_empty() => Err(wrong),
        wrong => {
            read.odd.extend(wrong);
            Ok(read)
        }
    }
}

impl MessageContent {
    fn is_empty(&self) -> bool {
        self.texts.is_empty() && self.results.is_empty() && self.calls.is_empty()
    }

    fn text(&mut self, text: &str) {
        if !text.trim().is_empty() {
            self.texts.push(text.to_owned());
        }
    }

    /// Reads the structured content of MCP's result, unless a text repeats it. Some results have
    /// nothing else, or another text.
    fn structured(&mut self, data: &Value) {
        let is_same = |text: &String| {
            data.as_str() == Some(text.as_str())
                || serde_json::from_str(text).is_ok_and(|it: Value| it == *data)
        };
        let is_empty = data.is_null() || data.as_object().is_some_and(Map::is_empty);
        if !is_empty && !self.texts.iter().any(is_same) {
            self.text(&plain(data));
        }
    }

    fn parts(&mut self, parts: &[Value]) {
        for (i, part) in parts.iter().enumerate() {
            match part {
                Value::String(text) => self.text(text),
                Value::Object(part) => self.part(part),
                other => self.odd.push(format!(
                    "part {i} of the content is {}: left out",
                    kind(other)
                )),
            }
        }
    }

    /// Returns the text of a part, and lists a part of unknown content.
    fn read_text(&mut self, part: &Map<String, Value>) -> String {
        let text = part_text(part, DEPTH);
        if text.is_none() && !is_media(part) {
            let name = match string(part, "type") {
                "" => part.keys().next().map_or("", String::as_str),
                name => name,
            };
            self.odd.push(format!(
                "a part `{name}` of the content has no text: left out"
            ));
        }
        text.unwrap_or_default()
    }

    fn part(&mut self, part: &Map<String, Value>) {
        match string(part, "type") {
            // Anthropic's blocks, including those of its own tools.
            "tool_result" => {
                return self.result(part.get("tool_use_id"), part.get("content"), false);
            }
            "tool_use" | "tool_call" | "function_call" => return self.call(part, false),
            name if name.ends_with("_tool_result") => {
                let id = part.get("tool_use_id").or(part.get("tool_call_id"));
                let content = part.get("content").or(part.get("output"));
                return self.result(id, content, true);
            }
            name if name.ends_with("_tool_use") => return self.call(part, true),
            "thinking" | "redacted_thinking" | "reasoning" | "reasoning_text" => return,
            "refusal" => return self.text(string(part, "refusal")),
            _ => {}
        }
        // Gemini's SDK for Python has its own spelling.
        let either = |one: &str, other: &str| part.get(one).or_else(|| part.get(other));
        if let Some(Value::Object(result)) = part.get("toolResult") {
            let of_provider = result.contains_key("type");
            self.result(result.get("toolUseId"), result.get("content"), of_provider);
        } else if let Some(Value::Object(result)) = either("functionResponse", "function_response")
        {
            self.result(result.get("id"), result.get("response"), false);
        } else if let Some(Value::Object(call)) = part
            .get("toolUse")
            .or(either("functionCall", "function_call"))
        {
            self.call(call, call.contains_key("type"));
        } else if part.get("thought") != Some(&Value::Bool(true))
            && !part.contains_key("reasoningContent")
        {
            let text = self.read_text(part);
            self.text(&text);
        }
    }

    /// Reads a tool's result: a text, parts, or any value.
    fn result(&mut self, id: Option<&Value>, content: Option<&Value>, of_provider: bool) {
        let text = match content {
            None | Some(Value::Null) => return,
            Some(Value::String(text)) => text.clone(),
            Some(Value::Array(parts)) => {
                let texts = parts.iter().map(|part| match part {
                    Value::Object(part) => self.read_text(part),
                    other => plain(other),
                });
                let texts: Vec<_> = texts.filter(|text| !text.is_empty()).collect();
                texts.join("\n")
            }
            // Anthropic's result of a fetched page.
            Some(Value::Object(part)) if part.contains_key("type") => self.read_text(part),
            // Gemini wraps every result in an object.
            Some(Value::Object(object)) => match (object.len(), object.iter().next()) {
                (1, Some((key, value)))
                    if matches!(key.as_str(), "output" | "result" | "content") =>
                {
                    plain(value)
                }
                (1, Some((key, value))) if key == "error" => format!("Error: {}", plain(value)),
                _ => content.map(ToString::to_string).unwrap_or_default(),
            },
            Some(other) => other.to_string(),
        };
        if !text.trim().is_empty() {
            let id = id.and_then(Value::as_str).filter(|id| !id.is_empty());
            self.results.push(PartText {
                id: id.map(ToOwned::to_owned),
                text,
                of_provider,
            });
        }
    }

    fn calls_beside(&mut self, message: &Message<'_>) {
        let body = message.body;
        if matches!(
            message.item,
            "function_call" | "custom_tool_call" | "mcp_call"
        ) {
            self.call(body, message.item == "mcp_call");
        }
        // LangChain repeats the content's calls here. A streamed one has its arguments only here.
        let of_content = self.calls.len();
        if let Some(Value::Array(calls)) = body.get("tool_calls") {
            for call in calls.iter().filter_map(Value::as_object) {
                let read = read_call(call, false);
                let (known, _) = self.calls.split_at_mut(of_content);
                let same = known
                    .iter_mut()
                    .find(|known| known.id.is_some() && known.id == read.id);
                match same {
                    None => self.calls.push(read),
                    Some(known) if has_no_arguments(known, call) => *known = read,
                    Some(_) => {}
                }
            }
        }
        // OpenAI's original form of a call.
        if let Some(Value::Object(call)) = body.get("function_call") {
            self.call(call, false);
        }
    }

    fn call(&mut self, call: &Map<String, Value>, of_provider: bool) {
        self.calls.push(read_call(call, of_provider));
    }
}

/// Reads a call, whose members have different names in each API.
fn read_call(call: &Map<String, Value>, of_provider: bool) -> PartText {
    let (id, inner) = (call_id(call), function_of(call));
    let arguments = ["arguments", "input", "args"]
        .iter()
        .find_map(|key| inner.get(*key));
    let arguments = arguments.map_or_else(|| "{}".to_owned(), plain);
    PartText {
        text: call_text(id, string(inner, "name"), &arguments),
        id: id.map(ToOwned::to_owned),
        of_provider,
    }
}

/// Returns true if a call was read that has the name of this one, and no arguments.
fn has_no_arguments(known: &PartText, call: &Map<String, Value>) -> bool {
    let name = string(function_of(call), "name");
    ["{}", ""]
        .iter()
        .any(|none| known.text == call_text(call_id(call), name, none))
}

fn call_id(call: &Map<String, Value>) -> Option<&str> {
    let mut ids = ["call_id", "toolUseId", "id"].iter();
    ids.find_map(|key| call.get(*key)?.as_str().filter(|id| !id.is_empty()))
}

fn function_of(call: &Map<String, Value>) -> &Map<String, Value> {
    // OpenAI's custom tools have a text in place of arguments.
    match call.get("function").or_else(|| call.get("custom")) {
        Some(Value::Object(function)) => function,
        _ => call,
    }
}

/// The levels of parts inside of parts that are read.
const DEPTH: usize = 4;

/// Returns a part's text, or the JSON of a document or JSON part.
fn part_text(part: &Map<String, Value>, depth: usize) -> Option<String> {
    match part.get("text") {
        Some(Value::String(text)) => return Some(text.clone()),
        // `{"type":"text","text":{"value":".."}}`
        Some(Value::Object(text)) if text.contains_key("value") => {
            return Some(string(text, "value").to_owned());
        }
        _ => {}
    }
    // The words of a sound.
    if let Some(Value::String(text)) = part.get("transcript") {
        return Some(text.clone());
    }
    if let Some(json) = part.get("json") {
        return Some(json.to_string());
    }
    let inside = |key: &str| part.get(key).and_then(Value::as_object);
    // Cohere's results.
    if let Some(data) = inside("document").and_then(|document| document.get("data")) {
        return Some(plain(data));
    }
    // Anthropic's documents.
    if let Some(source) = inside("source").filter(|source| string(source, "type") == "text") {
        return Some(string(source, "data").to_owned());
    }
    let depth = depth.checked_sub(1)?;
    // Anthropic's search results, MCP's resources, Bedrock's guarded and cited texts.
    match part.get("content") {
        Some(Value::String(text)) => return Some(text.clone()),
        Some(Value::Object(inside)) => return part_text(inside, depth),
        Some(Value::Array(parts)) => {
            let parts = parts.iter().filter_map(Value::as_object);
            let texts: Vec<_> = parts.filter_map(|part| part_text(part, depth)).collect();
            return (!texts.is_empty()).then(|| texts.join("\n"));
        }
        _ => {}
    }
    [
        "resource",
        "source",
        "searchResult",
        "guardContent",
        "text",
        "citationsContent",
    ]
    .into_iter()
    .find_map(|key| part_text(inside(key)?, depth))
    .or_else(|| hit(part))
}

/// Returns title and address of a page that the provider has found.
fn hit(part: &Map<String, Value>) -> Option<String> {
    let (title, url) = (string(part, "title"), string(part, "url"));
    let is_hit = string(part, "type").ends_with("search_result");
    is_hit.then(|| format!("{title} {url}").trim().to_owned())
}

/// Returns true for a part that has a picture, a file or another medium, or a link to one.
fn is_media(part: &Map<String, Value>) -> bool {
    let media = [
        "image",
        "image_url",
        "input_image",
        "audio",
        "input_audio",
        "video",
        "file",
        "input_file",
        "document",
        "media",
        "resource_link",
        "inlineData",
        "inline_data",
        "fileData",
        "file_data",
        "cachePoint",
    ];
    let kind = string(part, "type");
    media
        .iter()
        .any(|key| kind == *key || part.contains_key(*key))
        || part
            .get("resource")
            .is_some_and(|resource| resource.get("blob").is_some())
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn string<'v>(object: &'v Map<String, Value>, key: &str) -> &'v str {
    object.get(key).and_then(Value::as_str).unwrap_or_default()
}
