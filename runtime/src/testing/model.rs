//! A model that follows a script.

use core::fmt;
use std::collections::VecDeque;

use serde_json::Value;

use super::Answer;
use crate::provider::Provider;
use crate::wire::scripted::{AnswerFormat, ScriptedAnswer};

/// A model that answers with a script, in a provider's format. It reads nothing of a request but
/// the model's name and whether token counts are wanted; a function may read all of it.
///
/// After the last answer of the script it returns an error of the provider with the status 500 and
/// the reason.
///
/// ```
/// use serde_json::json;
/// use toolcast::testing::{Answer, ScriptedModel};
/// use toolcast::{Conversation, Next, Provider, tool, toolset};
///
/// /// Looks the weather up.
/// #[tool]
/// fn weather(city: &str) -> String {
///     format!("18 C in {city}")
/// }
///
/// let answers = [
///     Answer::new().call("weather", json!({"city": "Oslo"})),
///     Answer::from("It is 18 C."),
/// ];
/// let mut model = ScriptedModel::new(Provider::OpenAi, answers);
/// let tools = toolset![weather].build()?;
/// let mut chat = Conversation::new(Provider::OpenAi, "a-model");
/// chat.user("How warm is it in Oslo?");
/// let answer = loop {
///     let request = chat.request(&tools)?.to_string();
///     match chat.receive(&model.answer(&request))? {
///         Next::Calls(turn) | Next::Limit(turn) => {
///             let results = tools.call_all(chat.provider(), turn.calls);
///             chat.results(futures_executor::block_on(results))?;
///         }
///         Next::Done(turn) => break turn.text,
///     }
/// };
/// assert_eq!((&*answer, model.requests().len()), ("It is 18 C.", 2));
/// # Ok::<(), toolcast::Error>(())
/// ```
pub struct ScriptedModel {
    provider: Provider,
    format: AnswerFormat,
    script: Script,
    requests: Vec<String>,
}

enum Script {
    Answers { left: VecDeque<Answer>, all: usize },
    Function(Box<dyn FnMut(&str) -> Answer + Send>),
}

/// A response: status, headers, and the body up to where it is cut.
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: String,
    pub(super) cut: Option<usize>,
    /// The body is a stream.
    pub(super) streams: bool,
}

impl ScriptedModel {
    /// Creates a model with these answers, one for each request.
    ///
    /// # Panics
    ///
    /// Panics for [`Provider::Mcp`] and [`Provider::JsonSchema`], which have no model.
    #[track_caller]
    pub fn new(provider: Provider, answers: impl IntoIterator<Item = Answer>) -> Self {
        let left: VecDeque<_> = answers.into_iter().collect();
        let all = left.len();
        Self::with(provider, Script::Answers { left, all })
    }

    /// Creates a model whose answers a function gives, from the text of each request.
    ///
    /// # Panics
    ///
    /// As [`new`](Self::new).
    #[track_caller]
    pub fn from_fn(
        provider: Provider,
        answer: impl FnMut(&str) -> Answer + Send + 'static,
    ) -> Self {
        Self::with(provider, Script::Function(Box::new(answer)))
    }

    #[track_caller]
    fn with(provider: Provider, script: Script) -> Self {
        let Some(format) = AnswerFormat::of(provider) else {
            panic!("no model answers behind `{provider}`: choose a provider with a chat API");
        };
        ScriptedModel {
            provider,
            format,
            script,
            requests: Vec::new(),
        }
    }

    /// Answers a request with a complete response.
    pub fn answer(&mut self, request: &str) -> String {
        self.respond(request, false).cut_body()
    }

    /// Answers a request with the body of a streamed response. Bedrock's is one JSON event a line,
    /// which its SDKs take out of binary frames. An error is not streamed, as with the providers.
    pub fn stream(&mut self, request: &str) -> Vec<u8> {
        self.respond(request, true).cut_body().into_bytes()
    }

    /// The provider whose format the answers have.
    pub fn provider(&self) -> Provider {
        self.provider
    }

    /// The bodies of the requests so far, as JSON text, the oldest first.
    pub fn requests(&self) -> &[String] {
        &self.requests
    }

    /// The number of answers that no request has asked for. With a function, 0.
    pub fn answers_left(&self) -> usize {
        match &self.script {
            Script::Answers { left, .. } => left.len(),
            Script::Function(_) => 0,
        }
    }

    pub(super) fn format(&self) -> &AnswerFormat {
        &self.format
    }

    pub(super) fn respond(&mut self, request: &str, streams: bool) -> Response {
        self.requests.push(request.to_string());
        let number = self.requests.len();
        let answer = match &mut self.script {
            Script::Function(answer) => answer(request),
            Script::Answers { left, all } => left.pop_front().unwrap_or_else(|| {
                let message = format!("the script has {all} answers, and this is request {number}");
                Answer::error(500, message)
            }),
        };
        let is_error = answer.status >= 400;
        let body = match answer.body {
            Some(body) => body,
            None if is_error => self.format.error(answer.status, &answer.message),
            None => {
                let request: Value = serde_json::from_str(request).unwrap_or_default();
                let scripted = ScriptedAnswer {
                    provider: self.provider,
                    number,
                    model: request["model"].as_str().unwrap_or("scripted"),
                    text: &answer.text,
                    reasoning: &answer.reasoning,
                    calls: &answer.calls,
                    finish: &answer.finish,
                    input_tokens: answer.input_tokens,
                    output_tokens: answer.output_tokens,
                    asks_usage: request["stream_options"]["include_usage"] == true,
                };
                if streams {
                    self.format.stream(&scripted)
                } else {
                    self.format.response(&scripted)
                }
            }
        };
        Response {
            status: answer.status,
            headers: answer.headers,
            body,
            cut: answer.cut,
            streams: streams && !is_error,
        }
    }
}

impl Response {
    /// Returns the body up to the cut, which moves to the end of a character.
    fn cut_body(mut self) -> String {
        if let Some(cut) = self.cut
            && let Some(end) = (cut..self.body.len()).find(|end| self.body.is_char_boundary(*end))
        {
            self.body.truncate(end);
        }
        self.body
    }
}

/// Shows the numbers alone: a request may contain what must not be in a log.
impl fmt::Debug for ScriptedModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScriptedModel")
            .field("provider", &self.provider)
            .field("requests", &self.requests.len())
            .field("answers_left", &self.answers_left())
            .finish_non_exhaustive()
    }
}
