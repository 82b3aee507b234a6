//! The URL of a provider's API.

use std::borrow::Cow;

use http::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use http::{Method, Request, Uri};
use serde_json::Value;

use super::error::HttpError;
use super::key::ApiKey;
use super::url;
use crate::conversation::{Conversation, ConversationError};
use crate::provider::{Http, Provider};
use crate::set::ToolSet;

/// The URL of a provider's API, if the default isn't enough: another host, or the parts of the URL
/// that belong to an account.
///
/// ```
/// use toolcast::http::{ApiKey, Endpoint};
/// use toolcast::{Conversation, Provider, toolset};
///
/// let tools = toolset![].build()?;
/// let mut chat = Conversation::new(Provider::Vertex, "gemini-model");
/// chat.user("Hello");
/// let endpoint = Endpoint::new(chat.provider()).project("my-project").location("europe-west1");
/// let request = endpoint.request(&mut chat, &tools, &ApiKey::new("a token"))?;
/// assert_eq!(
///     request.uri(),
///     "https://europe-west1-aiplatform.googleapis.com/v1/projects/my-project/locations/\
///      europe-west1/publishers/google/models/gemini-model:generateContent",
/// );
///
/// // Any host with OpenAI's API:
/// let mut chat = Conversation::new(Provider::Portable, "model-name");
/// chat.user("Hello");
/// let endpoint = Endpoint::new(chat.provider()).base_url("https://openrouter.ai/api/v1")?;
/// let request = endpoint.request(&mut chat, &tools, &ApiKey::new("a key"))?;
/// assert_eq!(request.uri(), "https://openrouter.ai/api/v1/chat/completions");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "an endpoint does nothing before a request is built"]
pub struct Endpoint {
    provider: Provider,
    /// Checked, without a slash at its end.
    base: Option<String>,
    resource: Option<String>,
    project: Option<String>,
    location: Option<String>,
}

impl Endpoint {
    /// Creates the endpoint with the provider's own base URL. [`Provider::Portable`] has none: set
    /// it by [`base_url`](Self::base_url). Azure also needs a [`resource`](Self::resource), Vertex
    /// and Bedrock a [`location`](Self::location), and Vertex a [`project`](Self::project).
    pub fn new(provider: Provider) -> Self {
        Endpoint {
            provider,
            base: None,
            resource: None,
            project: None,
            location: None,
        }
    }

    /// Replaces the base URL, the part before the path of the API: `https://host/v1` for an API
    /// with OpenAI's format.
    ///
    /// # Errors
    ///
    /// [`HttpError::BaseUrl`] if it isn't an absolute URL with `https`, or `http` for this machine
    /// (`localhost`, `127.0.0.1`, `[::1]`), or if it has a user's name, a query or a fragment.
    pub fn base_url(mut self, url: &str) -> Result<Self, HttpError> {
        self.base = Some(url::base_url(url)?);
        Ok(self)
    }

    /// Sets the resource, whose name is in the host (Azure).
    pub fn resource(mut self, resource: impl Into<String>) -> Self {
        self.resource = Some(resource.into());
        self
    }

    /// Sets the project of the account (Vertex).
    pub fn project(mut self, project: impl Into<String>) -> Self {
        self.project = Some(project.into());
        self
    }

    /// Sets the location (Vertex) or the AWS region (Bedrock), such as `europe-west1`. Needed
    /// if the URL contains it and the model's name doesn't. If the URL doesn't contain it, the
    /// request is an [`HttpError::Unused`].
    pub fn location(mut self, location: impl Into<String>) -> Self {
        self.location = Some(location.into());
        self
    }

    /// Builds the next request of a conversation: `POST`, with URL, headers, and the body of
    /// [`Conversation::request`]. Its answer is complete, not streamed.
    ///
    /// # Errors
    ///
    /// [`HttpError`] if the endpoint is of another provider than the conversation, if a part of the
    /// URL or the key is missing, invalid or not used by the provider, or if the body can't be
    /// built. The conversation is unchanged then.
    pub fn request(
        &self,
        chat: &mut Conversation,
        tools: &ToolSet,
        key: &ApiKey,
    ) -> Result<Request<String>, HttpError> {
        let facts = self.facts(chat)?;
        let head = self.head(chat, facts, facts.path, &[], key)?;
        self.with_body(head, facts.path, &chat.request(tools)?)
    }

    /// Builds the next request of a conversation, for a streamed answer. Its body is that of
    /// [`Conversation::stream_request`].
    ///
    /// # Errors
    ///
    /// The errors of [`request`](Self::request).
    pub fn stream_request(
        &self,
        chat: &mut Conversation,
        tools: &ToolSet,
        key: &ApiKey,
    ) -> Result<Request<String>, HttpError> {
        let facts = self.facts(chat)?;
        let head = self.head(chat, facts, facts.stream_path, facts.stream_headers, key)?;
        self.with_body(head, facts.stream_path, &chat.stream_request(tools)?)
    }

    fn facts(&self, chat: &Conversation) -> Result<&'static Http, HttpError> {
        let (conversation, endpoint) = (chat.provider(), self.provider);
        if conversation != endpoint {
            return Err(HttpError::OtherProvider {
                conversation,
                endpoint,
            });
        }
        let no_chat = ConversationError::NoChat { provider: endpoint };
        endpoint.http().ok_or(HttpError::Conversation(no_chat))
    }

    /// The URL and the headers.
    fn head(
        &self,
        chat: &Conversation,
        facts: &Http,
        path: &str,
        headers: &[(&'static str, &'static str)],
        key: &ApiKey,
    ) -> Result<(Uri, HeaderMap), HttpError> {
        let uri = self.uri(chat, facts, path)?;
        let mut all = HeaderMap::new();
        all.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        for (name, value) in facts.headers.iter().chain(headers) {
            let name = HeaderName::from_static(name);
            all.insert(name, HeaderValue::from_static(value));
        }
        if let Some((name, value)) = key.header(self.provider, &facts.key)? {
            all.insert(name, value);
        }
        Ok((uri, all))
    }

    fn uri(&self, chat: &Conversation, facts: &Http, path: &str) -> Result<Uri, HttpError> {
        let resource = facts.model.resource;
        let resource = resource.filter(|(begin, _)| chat.model().starts_with(begin));
        let path = match resource {
            Some((_, own)) => Cow::Owned(path.replacen(own, "", 1)),
            None => Cow::Borrowed(path),
        };
        let of_resource = resource.and_then(|_| url::location(chat.model()));
        let location = self.location.as_deref().or(of_resource);
        let own = facts
            .bases
            .iter()
            .find(|(name, _)| Some(*name) == location)
            .map_or(facts.base, |(_, base)| *base);
        let base = self.base.as_deref().unwrap_or(own);
        if base.is_empty() {
            return Err(self.missing("base_url"));
        }
        // A base URL of the program has no braces.
        let mut url = [base, &path].concat();
        let host = base.len();
        for (what, value) in [
            ("resource", self.resource.as_deref()),
            ("location", location),
            ("project", self.project.as_deref()),
        ] {
            let place = ["{", what, "}"].concat();
            let Some(at) = url.find(&place) else {
                match value {
                    // The global host has no location.
                    Some(_) if what == "location" && value == of_resource => continue,
                    Some(_) => return Err(self.unused(what)),
                    None => continue,
                }
            };
            let value = value.ok_or_else(|| self.missing(what))?;
            let value = if at < host {
                url::label(what, value)?
            } else {
                url::segment(what, value)?
            };
            url = url.replace(&place, &value);
        }
        if url.contains("{model}") {
            url = url.replace("{model}", &url::model(chat.model(), &facts.model)?);
        }
        parsed(&url)
    }

    /// Builds the request. A base URL of the program has precedence over that of strict tools.
    fn with_body(
        &self,
        (uri, headers): (Uri, HeaderMap),
        path: &str,
        body: &Value,
    ) -> Result<Request<String>, HttpError> {
        let strict = self.provider.http().and_then(|facts| facts.strict_base);
        let uri = match strict {
            Some(base) if self.base.is_none() && has_strict_tool(body) => {
                parsed(&[base, path].concat())?
            }
            _ => uri,
        };
        let mut request = Request::new(body.to_string());
        *request.method_mut() = Method::POST;
        *request.uri_mut() = uri;
        *request.headers_mut() = headers;
        Ok(request)
    }

    fn unused(&self, what: &'static str) -> HttpError {
        HttpError::Unused {
            provider: self.provider,
            what,
        }
    }

    fn missing(&self, what: &'static str) -> HttpError {
        HttpError::Missing {
            provider: self.provider,
            what,
        }
    }
}

fn parsed(url: &str) -> Result<Uri, HttpError> {
    let uri: Result<Uri, _> = url.parse();
    uri.map_err(|_| HttpError::BaseUrl {
        url: String::new(),
        reason: "and the path together aren't a URL",
    })
}

/// Returns `true` if the request declares a strict tool in OpenAI's format.
fn has_strict_tool(body: &Value) -> bool {
    let tools = body.get("tools").and_then(Value::as_array);
    let mut tools = tools.into_iter().flatten();
    tools.any(|tool| tool.pointer("/function/strict") == Some(&Value::Bool(true)))
}

impl Conversation {
    /// Builds the next request for a complete answer: URL, headers and body, for the crate
    /// [`http`](https://docs.rs/http). See [`Endpoint::request`] for another host, a project or a
    /// region.
    ///
    /// # Errors
    ///
    /// The errors of [`Endpoint::request`].
    pub fn http_request(
        &mut self,
        tools: &ToolSet,
        key: &ApiKey,
    ) -> Result<Request<String>, HttpError> {
        Endpoint::new(self.provider()).request(self, tools, key)
    }

    /// Builds the next request for a streamed answer: URL, headers and body, for the crate
    /// [`http`](https://docs.rs/http).
    ///
    /// # Errors
    ///
    /// The errors of [`Endpoint::stream_request`].
    pub fn http_stream_request(
        &mut self,
        tools: &ToolSet,
        key: &ApiKey,
    ) -> Result<Request<String>, HttpError> {
        Endpoint::new(self.provider()).stream_request(self, tools, key)
    }
}
