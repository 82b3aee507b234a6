//! The options of a conversation, as its methods.

use serde_json::{Map, Value};

use super::error::ConversationError;
use super::limits::{check_depth, too_deep};
use super::state::Conversation;
use crate::request::{ToolChoice, WireError, merge, set_response_format};
use crate::schema::ToolSchema;
use crate::set::RequestOptions;

impl Conversation {
    /// Sets the limit on the tokens of an answer. Anthropic requires one: it is 4,096 there if the
    /// program sets none.
    pub fn max_tokens(&mut self, max_tokens: u32) -> &mut Self {
        self.options.max_tokens = Some(max_tokens);
        self
    }

    /// Sets the temperature of the sampling, such as 0.2, in the provider's own range. Some models
    /// refuse it.
    pub fn temperature(&mut self, temperature: f64) -> &mut Self {
        self.options.temperature = Some(temperature);
        self
    }

    /// Sets which tools the model may or must call, for all requests from now on. After a forced
    /// call, [`clear_tool_choice`](Self::clear_tool_choice): otherwise the model has to make calls
    /// until the limit of steps.
    pub fn tool_choice(&mut self, choice: ToolChoice) -> &mut Self {
        self.options.tool_choice = Some(choice);
        self
    }

    /// Removes the [`tool_choice`](Self::tool_choice): the provider's default applies again.
    pub fn clear_tool_choice(&mut self) -> &mut Self {
        self.options.tool_choice = None;
        self
    }

    /// Sets whether the model may make several calls in one answer.
    pub fn parallel_tool_calls(&mut self, parallel: bool) -> &mut Self {
        self.options.parallel_tool_calls = Some(parallel);
        self
    }

    /// Sets whether requests have the provider's cache breakpoint behind the tools:
    /// [`RequestOptions::cache_tools`].
    pub fn cache_tools(&mut self, cache: bool) -> &mut Self {
        self.options.cache_tools = cache;
        self
    }

    /// Sets whether deferred tools are found by this crate's search tool, even if the provider has
    /// a search of its own: [`RequestOptions::built_in_search`].
    pub fn built_in_search(&mut self, built_in: bool) -> &mut Self {
        self.options.built_in_search = built_in;
        self
    }

    /// Sets whether tools without a declaration for the provider are left out of requests, instead
    /// of being an error: [`RequestOptions::skip_rejected`].
    pub fn skip_rejected(&mut self, skip: bool) -> &mut Self {
        self.options.skip_rejected = skip;
        self
    }

    /// The names of the [deferred](crate::ToolSet::with_deferred) tools that this conversation has
    /// loaded. Its next request has their declarations, unless the provider has a search of its
    /// own.
    pub fn loaded_tools(&self) -> &[String] {
        self.options.loaded.names()
    }

    /// Loads deferred tools by their names in the set, as a search of the model does whose result
    /// is given to [`results`](Self::results). At most 256 names are kept.
    pub fn load_tools(&mut self, names: impl IntoIterator<Item = impl Into<String>>) -> &mut Self {
        let names = names.into_iter().map(Into::into);
        self.options.loaded.extend(names);
        self
    }

    /// Returns the options for the tools of the next request, for
    /// [`ToolSet::request_report`](crate::ToolSet::request_report).
    pub fn tool_options(&self) -> RequestOptions {
        self.options.of_tools()
    }

    /// Asks for answers in the form of a type, for all requests from now on: what
    /// [`response_format!`](crate::response_format!) creates for this provider. Read the answer's
    /// text with [`decode`](crate::decode()). A change to a provider with another format removes
    /// the members, as [`clear_response_format`](Self::clear_response_format) does.
    ///
    /// ```
    /// use toolcast::{Conversation, Provider, ToolSchema, ToolSet, decode};
    ///
    /// #[derive(serde::Deserialize, ToolSchema)]
    /// struct Answer {
    ///     correct: bool,
    /// }
    ///
    /// let provider: Provider = "anthropic".parse()?;
    /// let mut chat = Conversation::new(provider, "model-name");
    /// chat.response_format::<Answer>()?.user("Is 7 a prime?");
    /// let request = chat.request(&ToolSet::default())?;
    /// assert_eq!(request["output_config"]["format"]["type"], "json_schema");
    /// let answer: Answer = decode(chat.provider(), r#"{"correct": true}"#)?;
    /// assert!(answer.correct);
    /// # Ok::<(), toolcast::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// - [`ConversationError::ResponseFormat`] if the provider rejects the type's schema, or has no
    ///   format with a schema (DeepSeek).
    /// - [`ConversationError::TooLong`] if the format is nested in more than 100 levels.
    pub fn response_format<T: ToolSchema + ?Sized>(
        &mut self,
    ) -> Result<&mut Self, ConversationError> {
        let what = "levels of a response format's JSON";
        let mut members = Value::Object(Map::new());
        set_response_format(self.provider, T::SCHEMA, &mut members).map_err(
            |error| match error {
                WireError::ResponseFormat(report) => ConversationError::ResponseFormat(report),
                _ => too_deep(what),
            },
        )?;
        check_depth(core::slice::from_ref(&members), what)?;
        if let Value::Object(members) = members {
            self.options.response_format = members;
        }
        Ok(self)
    }

    /// Removes the [`response_format`](Self::response_format): answers are texts again.
    pub fn clear_response_format(&mut self) -> &mut Self {
        self.options.response_format.clear();
        self
    }

    /// Adds members to the body of every request, in the provider's own format. Objects are merged,
    /// other values replace the earlier ones, those of this crate too. A change to a provider with
    /// another format removes them. A value that is nested in more than 100 levels can't be stored:
    /// serializing the conversation is an error.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolcast::{Conversation, Provider, ToolSet};
    ///
    /// let mut chat = Conversation::new(Provider::GeminiJsonSchema, "model-name");
    /// chat.max_tokens(1000).extra("generationConfig", json!({"topP": 0.9}));
    /// chat.user("Hello");
    /// let request = chat.request(&ToolSet::default())?;
    /// assert_eq!(request["generationConfig"], json!({"maxOutputTokens": 1000, "topP": 0.9}));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn extra(&mut self, name: impl Into<String>, value: Value) -> &mut Self {
        let old = self.options.members.entry(name.into());
        merge(old.or_insert(Value::Null), value);
        self
    }

    /// Removes what [`extra`](Self::extra) has added under a name. The crate's own member of that
    /// name stays.
    pub fn remove_extra(&mut self, name: &str) -> &mut Self {
        self.options.members.remove(name);
        self
    }
}
