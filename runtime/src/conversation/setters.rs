//! The options of a conversation, as its methods.

use alloc::string::String;

use serde_json::Value;

use super::state::Conversation;
use crate::set::{LoadedTools, RequestOptions};
use crate::wire::{ToolChoice, merge};

impl Conversation {
    /// Sets the limit on the tokens of an answer. Anthropic requires one: it is 4,096 there if the
    /// program sets none.
    pub fn max_tokens(&mut self, max_tokens: u32) -> &mut Self {
        self.options.max_tokens = Some(max_tokens);
        self
    }

    /// Sets the temperature. Some models refuse it.
    pub fn temperature(&mut self, temperature: f64) -> &mut Self {
        self.options.temperature = Some(temperature);
        self
    }

    /// Sets which tools the model may or must call, for all requests from now on. After a forced
    /// call set it back by `None`, or the model has to make calls until the limit of steps.
    pub fn tool_choice(&mut self, choice: impl Into<Option<ToolChoice>>) -> &mut Self {
        self.options.tool_choice = choice.into();
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

    /// The [deferred](crate::ToolSet::with_deferred) tools that this conversation has loaded. Pass
    /// them to its calls with [`CallOptions::loaded`](crate::set::CallOptions::loaded), so that the
    /// tools found by a search are in the next request.
    pub fn loaded_tools(&self) -> &LoadedTools {
        &self.options.loaded.0
    }

    /// Returns the options for the tools of the next request, for
    /// [`ToolSet::request_report`](crate::ToolSet::request_report).
    pub fn tool_options(&self) -> RequestOptions {
        self.options.of_tools()
    }

    /// Adds members to the body of every request, in the provider's own format. Objects are merged,
    /// other values replace the earlier ones, those of this crate too. A change to a provider with
    /// another format removes them.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolcast::{Conversation, Provider, toolset};
    ///
    /// let mut chat = Conversation::new(Provider::Gemini, "model-name");
    /// chat.max_tokens(1000).member("generationConfig", json!({"topP": 0.9}));
    /// chat.user("Hello");
    /// let request = chat.request(&toolset![].build()?)?;
    /// assert_eq!(request["generationConfig"], json!({"maxOutputTokens": 1000, "topP": 0.9}));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn member(&mut self, name: impl Into<String>, value: Value) -> &mut Self {
        let old = self.options.members.entry(name.into());
        merge(old.or_insert(Value::Null), value);
        self
    }
}
