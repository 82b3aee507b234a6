//! OpenAI's Chat Completions, and the hosts that speak it.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::{NESTED, Wire};
use crate::call::{CallId, ToolCall};
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::choice::{Chosen, ToolChoice, no_parallel_flag, quoted};
use crate::wire::heard::{Heard, arguments_text, string, text_or_json};
use crate::wire::neutral::{CallResult, Media, Message, Part, unflag};
use crate::wire::node::{Node, Object};
use crate::wire::request::{ToolsAt, named};
use crate::wire::said::Said;
use crate::wire::stream::{Gather, chat::ChatStream};
use crate::wire::turn::{Finish, Found, Reader, body};

/// What a host that speaks OpenAI's shape knows of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chat {
    /// `tool_choice` takes a list of tools.
    allowed_tools: bool,
    /// `parallel_tool_calls` is known.
    parallel: bool,
    /// Sound and files have parts of their own in a user's message.
    files: bool,
}

/// OpenAI itself, and Azure.
pub(super) const OPENAI: Chat = Chat {
    allowed_tools: true,
    parallel: true,
    files: true,
};

/// Hosts whose documentation has OpenAI's words but for the list of tools.
pub(super) const LIKE_OPENAI: Chat = Chat {
    allowed_tools: false,
    files: false,
    ..OPENAI
};

/// No flag for parallel calls is documented.
pub(super) const DEEPSEEK: Chat = Chat {
    parallel: false,
    ..LIKE_OPENAI
};

impl Wire for Chat {
    fn tools_at(&self) -> ToolsAt {
        NESTED
    }

    fn choose(
        &self,
        provider: Provider,
        choice: Option<&ToolChoice>,
        parallel: Option<bool>,
    ) -> Result<Chosen, WireError> {
        let chosen = match choice {
            None => Chosen::nothing(),
            Some(ToolChoice::AnyOf(names)) if !self.allowed_tools => {
                Chosen::member(CHOICE, quoted("required")).only(names)
            }
            Some(choice) => Chosen::member(CHOICE, words(choice, &NESTED_WORDS)),
        };
        if self.parallel {
            return Ok(chosen.flag(PARALLEL, parallel));
        }
        no_parallel_flag(provider, parallel)?;
        Ok(chosen)
    }

    fn read(&self, response: Node<'_>, into: &mut Reader) -> Result<(), WireError> {
        let response = response.object()?;
        let choices = body(&response, "choices")?;
        let choice = match choices.list()?.first() {
            Some(choice) => choice.object()?,
            None => return Err(choices.expected("one choice at least")),
        };
        let message = choice.need("message")?.object()?;
        read_message(&message, into)?;
        into.finish(finish_of(choice.string("finish_reason")?.as_deref()));
        if let Some(refusal) = message.string("refusal")? {
            into.text(&refusal);
            into.finish(Finish::Refused);
        }
        Ok(())
    }

    fn hear(&self, message: &Value, into: &mut Heard) -> Result<(), WireError> {
        hear(message, into)
    }

    fn say(&self, message: &Message, into: &mut Said) {
        let style = Style {
            files: self.files,
            id: |id| Cow::Borrowed(id),
            named: false,
        };
        style.say(message, into);
    }

    fn same_messages(&self, from: Provider, to: Provider) -> bool {
        let openai = |p| matches!(p, Provider::OpenAi | Provider::AzureOpenAi);
        openai(from) && openai(to)
    }

    fn gather(&self) -> Box<dyn Gather> {
        Box::new(ChatStream::default())
    }
}

pub(super) const CHOICE: &str = "tool_choice";
pub(super) const PARALLEL: &str = "parallel_tool_calls";

/// What differs between the two APIs in naming tools.
pub(super) struct Words {
    /// Around one chosen tool's name.
    pub(super) tool: (&'static str, &'static str),
    /// Around the list of allowed tools.
    pub(super) allowed: (&'static str, &'static str),
}

const NESTED_WORDS: Words = Words {
    tool: (r#"{"type":"function","function":{"name":"#, "}}"),
    allowed: (
        r#"{"type":"allowed_tools","allowed_tools":{"mode":"required","tools":["#,
        "]}}",
    ),
};

/// A choice in OpenAI's words.
pub(super) fn words(choice: &ToolChoice, words: &Words) -> String {
    let (open, close) = words.tool;
    match choice {
        ToolChoice::Auto => quoted("auto"),
        ToolChoice::None => quoted("none"),
        ToolChoice::Required => quoted("required"),
        ToolChoice::Tool(name) => named(open, name, close),
        ToolChoice::AnyOf(names) => {
            let tools: Vec<_> = names.iter().map(|name| named(open, name, close)).collect();
            alloc::format!("{}{}{}", words.allowed.0, tools.join(","), words.allowed.1)
        }
    }
}

/// Reads `{"content":..,"tool_calls":[..]}`.
pub(super) fn read_message(message: &Object<'_>, into: &mut Reader) -> Result<(), WireError> {
    if let Some(content) = message.get("content") {
        read_content(content, into)?;
    }
    let mut changed = Vec::new();
    for (i, call) in message.list("tool_calls")?.into_iter().enumerate() {
        let id = read_call(call, into)?;
        changed.extend(id.map(|id| (i, id)));
    }
    into.history(|| {
        let mut message = message.node().value()?;
        if message.get("role").is_none() {
            message["role"] = json!("assistant");
        }
        for (i, id) in changed {
            message["tool_calls"][i]["id"] = json!(id.as_str());
        }
        Ok(message)
    })
}

/// Text, or a list of parts, of which those of type `text` are what was said.
pub(super) fn read_content(content: Node<'_>, into: &mut Reader) -> Result<(), WireError> {
    if !content.is_list() {
        into.text(&content.string()?);
        return Ok(());
    }
    for part in content.list()? {
        let part = part.object()?;
        if part.string("type")?.as_deref() == Some("text")
            && let Some(text) = part.string("text")?
        {
            into.text(&text);
        }
    }
    Ok(())
}

/// `{"id":..,"function":{"name":..,"arguments":..}}`, the arguments a string or, as Mistral and Ollama may, an object.
pub(super) fn read_call(call: Node<'_>, into: &mut Reader) -> Result<Option<CallId>, WireError> {
    let call = call.object()?;
    let function = call.need("function")?.object()?;
    into.call(
        call.node(),
        Found {
            id: call.string("id")?,
            name: function.need("name")?.string()?,
            arguments: function.get("arguments"),
            signature: None,
        },
    )
}

fn finish_of(word: Option<&str>) -> Finish {
    match word {
        None => Finish::Unknown,
        Some("stop") => Finish::Stop,
        Some("tool_calls" | "function_call") => Finish::Calls,
        Some("length") => Finish::Length,
        Some("content_filter") => Finish::Refused,
        Some(other) => Finish::Other(other.to_owned()),
    }
}

/// Reads one message in OpenAI's shape.
pub(super) fn hear(message: &Value, into: &mut Heard) -> Result<(), WireError> {
    match into.need(message, "role")? {
        "system" | "developer" => {
            let text = joined(&hear_parts(message, into)?, into);
            into.system(text);
        }
        "user" => {
            let parts = hear_parts(message, into)?;
            into.user(parts);
        }
        "assistant" => {
            let mut text = joined(&hear_parts(message, into)?, into);
            if let Some(refusal) = string(message, "refusal") {
                text.push_str(refusal);
            }
            for thoughts in ["reasoning_content", "reasoning"] {
                if string(message, thoughts).is_some_and(|text| !text.is_empty()) {
                    into.lose("the model's thoughts");
                }
            }
            let calls = hear_calls(message, into)?;
            into.assistant(text, calls);
        }
        "tool" => {
            let parts = hear_parts(message, into)?;
            hear_result(message, parts, into)?;
        }
        _ => {
            return Err(into.expected(
                "role",
                "`system`, `developer`, `user`, `assistant` or `tool`",
                message.get("role"),
            ));
        }
    }
    Ok(())
}

/// A message with the role `tool`: errors are told by the beginning of the text.
pub(super) fn hear_result(
    message: &Value,
    mut parts: Vec<Part>,
    into: &mut Heard,
) -> Result<(), WireError> {
    let name = string(message, "name").or_else(|| string(message, "tool_name"));
    let (id, name) = into.answered(string(message, "tool_call_id"), name)?;
    let mut is_error = false;
    if let Some(Part::Text(text)) = parts.first_mut() {
        let (rest, flagged) = unflag(text);
        is_error = flagged;
        parts[0] = text_or_json(rest);
    }
    into.result(CallResult {
        id,
        name,
        parts,
        is_error,
    });
    Ok(())
}

/// What a message calls.
pub(super) fn hear_calls(message: &Value, into: &mut Heard) -> Result<Vec<ToolCall>, WireError> {
    let mut calls = Vec::new();
    for call in into.list(message, "tool_calls")? {
        let Some(function) = call.get("function") else {
            return Err(into.expected("tool_calls", "a function", None));
        };
        let name = into.need(function, "name")?;
        let arguments = arguments_text(function.get("arguments"));
        calls.push(into.call(string(call, "id"), name, arguments, None));
    }
    Ok(calls)
}

/// A message's content: text, or a list of parts.
pub(super) fn hear_parts(message: &Value, into: &mut Heard) -> Result<Vec<Part>, WireError> {
    if let Some(Value::String(text)) = message.get("content") {
        return Ok(Vec::from([Part::Text(text.clone())]));
    }
    let mut parts = Vec::new();
    for part in into.list(message, "content")? {
        let url = |key: &str| {
            let image = part.get(key)?;
            string(image, "url").or_else(|| image.as_str())
        };
        parts.push(match string(part, "type") {
            Some("text") => Part::Text(into.need(part, "text")?.to_owned()),
            Some("image_url") => match url("image_url") {
                Some(url) => Part::Media(image_at(url)),
                None => return Err(into.expected("content", "an image's address", Some(part))),
            },
            Some("input_audio") if part.get("input_audio").is_some() => {
                let audio = &part["input_audio"];
                Part::Media(Media {
                    media_type: alloc::format!("audio/{}", into.need(audio, "format")?),
                    name: String::new(),
                    source: crate::wire::neutral::Source::Base64(
                        into.need(audio, "data")?.to_owned(),
                    ),
                })
            }
            Some("file") if part["file"]["file_data"].is_string() => {
                let file = &part["file"];
                let name = string(file, "filename").unwrap_or_default();
                Part::Media(Media::from_url(into.need(file, "file_data")?, name))
            }
            Some("document") if part["document"]["data"].is_string() => {
                text_or_json(into.need(&part["document"], "data")?)
            }
            other => {
                let what = alloc::format!("a part of type `{}`", other.unwrap_or_default());
                into.lose(what);
                continue;
            }
        });
    }
    Ok(parts)
}

/// An address of which only that it is an image's is known.
pub(super) fn image_at(url: &str) -> Media {
    let mut media = Media::from_url(url, "");
    if media.media_type.is_empty() {
        media.media_type = String::from("image/*");
    }
    media
}

/// The text of parts; what is no text is told.
pub(super) fn joined(parts: &[Part], into: &mut Heard) -> String {
    let mut text = String::new();
    for part in parts {
        match part {
            Part::Text(part) | Part::Json(part) => text.push_str(part),
            Part::Media(media) => into.lose(media.note()),
        }
    }
    text
}

/// What differs between those who write messages in OpenAI's shape.
pub(super) struct Style {
    /// Sound and files have a part of their own.
    pub(super) files: bool,
    /// Which ids are taken.
    pub(super) id: fn(&str) -> Cow<'_, str>,
    /// A result has the tool's name.
    pub(super) named: bool,
}

impl Style {
    pub(super) fn say(&self, message: &Message, into: &mut Said) {
        match message {
            Message::System(text) => into.push(json!({"role": "system", "content": text})),
            Message::User(parts) => {
                let content = self.parts(parts, into);
                into.push(json!({"role": "user", "content": content}));
            }
            Message::Assistant { text, calls } => {
                let mut said = json!({"role": "assistant"});
                said["content"] = match text.as_str() {
                    "" => Value::Null,
                    text => json!(text),
                };
                if !calls.is_empty() {
                    said["tool_calls"] = self.calls(calls, into);
                }
                into.push(said);
            }
            Message::Results(results) => {
                for result in results {
                    let content = result.flagged_text(into);
                    let id = (self.id)(result.id.as_str());
                    let mut said = json!({"role": "tool", "tool_call_id": id, "content": content});
                    if self.named {
                        said["name"] = json!(result.name);
                    }
                    into.push(said);
                }
            }
        }
    }

    pub(super) fn calls(&self, calls: &[ToolCall], into: &mut Said) -> Value {
        let calls = calls.iter().map(|call| {
            into.leave_out_signature(call);
            json!({
                "id": (self.id)(call.id.as_str()),
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            })
        });
        Value::Array(calls.collect())
    }

    /// Text alone is a string.
    pub(super) fn parts(&self, parts: &[Part], into: &mut Said) -> Value {
        if let [Part::Text(text) | Part::Json(text)] = parts {
            return json!(text);
        }
        let parts = parts.iter().map(|part| match part {
            Part::Text(text) | Part::Json(text) => json!({"type": "text", "text": text}),
            Part::Media(media) => self
                .media(media)
                .unwrap_or_else(|| json!({"type": "text", "text": into.leave_out(media)})),
        });
        Value::Array(parts.collect())
    }

    fn media(&self, media: &Media) -> Option<Value> {
        if media.is_image() {
            return Some(json!({"type": "image_url", "image_url": {"url": media.to_url()}}));
        }
        let data = media.base64().filter(|_| self.files)?;
        Some(match media.media_type.as_str() {
            "audio/wav" | "audio/mp3" => json!({
                "type": "input_audio",
                "input_audio": {"data": data, "format": &media.media_type["audio/".len()..]},
            }),
            "application/pdf" => json!({
                "type": "file",
                "file": {"filename": file_name(media), "file_data": media.to_url()},
            }),
            _ => return None,
        })
    }
}

/// A file's name; some want one.
pub(super) fn file_name(media: &Media) -> &str {
    match media.name.as_str() {
        "" => "file",
        name => name,
    }
}
