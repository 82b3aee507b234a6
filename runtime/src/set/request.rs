//! Request members: the declarations of all tools, and the tool choice.

use serde_json::Value;

use super::error::SetError;
use super::limits::StrictUse;
use super::member::{DeclaredMember, Member};
use super::report::RequestReport;
use super::{LoadedTools, ToolSet};
use crate::order::ByKey;
use crate::provider::Provider;
use crate::request::{
    ToolChoice, extended, forget_choice, keep_choice, number_documents, tools_in,
};

/// Options for the tools of one request.
///
/// ```
/// use serde_json::json;
/// use toolcast::{Provider, RequestOptions, ToolChoice, tool, toolset};
///
/// /// Searches the manual.
/// #[tool]
/// fn search(words: &str) -> String {
///     words.to_owned()
/// }
///
/// let tools = toolset![search].build()?;
/// let options = RequestOptions::new()
///     .tool_choice(ToolChoice::Required)
///     .parallel_tool_calls(false);
/// let mut request = json!({"model": "a-model", "messages": []});
/// let report = tools.extend_request_with(Provider::OpenAi, &mut request, &options)?;
/// assert_eq!(request["tools"][0]["function"]["name"], "search");
/// assert_eq!(request["tool_choice"], "required");
/// assert_eq!(request["parallel_tool_calls"], false);
/// assert_eq!(report.strict, ["search"]);
/// # Ok::<(), toolcast::SetError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use = "the options have an effect only if they are passed"]
pub struct RequestOptions {
    pub(crate) choice: Option<ToolChoice>,
    pub(crate) parallel: Option<bool>,
    pub(crate) leave_out: bool,
    pub(crate) cache: bool,
    pub(crate) built_in_search: bool,
    pub(crate) loaded: LoadedTools,
}

impl RequestOptions {
    /// Creates options that leave everything at the provider's defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets which tools the model may or must call.
    pub fn tool_choice(mut self, choice: ToolChoice) -> Self {
        self.choice = Some(choice);
        self
    }

    /// Sets whether the model may make several calls in one turn. On Azure, strict mode and
    /// parallel calls exclude each other: `true` turns strict mode off. If this is not set and a
    /// tool is strict, an Azure request has `false`.
    pub fn parallel_tool_calls(mut self, parallel: bool) -> Self {
        self.parallel = Some(parallel);
        self
    }

    /// Sets whether the provider's cache breakpoint is behind the tools that are in every request:
    /// a member of the last one (Anthropic), or an entry of its own (Bedrock). Other providers
    /// cache by themselves, and their requests don't change.
    pub fn cache_tools(mut self, cache: bool) -> Self {
        self.cache = cache;
        self
    }

    /// Sets the [deferred](super::ToolSet::with_deferred) tools that are in the request, by their
    /// names in the set: all that the searches of a conversation have found until now
    /// ([`ToolResult::loaded`](crate::call::ToolResult::loaded)), in this order. A name that
    /// repeats counts once. Of more than 256 names, the last are kept.
    pub fn load_tools(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.loaded = names.into_iter().map(Into::into).collect();
        self
    }

    /// Sets whether deferred tools are found by this crate's search tool, even if the provider has
    /// a search of its own: for models that lack it, and for requests that are to be small.
    pub fn built_in_search(mut self, built_in: bool) -> Self {
        self.built_in_search = built_in;
        self
    }

    /// Sets whether tools without a declaration for the provider are left out, instead of being an
    /// error. [`ToolSet::request_report`] lists them.
    pub fn skip_rejected(mut self, skip: bool) -> Self {
        self.leave_out = skip;
        self
    }
}

impl ToolSet {
    /// Returns the declarations of the enabled tools, in order, each in the form used in a request.
    ///
    /// # Errors
    ///
    /// [`SetError::Rejected`] if the provider would reject a tool, [`SetError::LimitExceeded`] if
    /// it would reject all of them together.
    pub fn declarations(&self, provider: Provider) -> Result<Vec<&str>, SetError> {
        let chosen = self.choose(provider, &RequestOptions::default())?;
        Ok(chosen.tools.iter().map(|(_, one)| one.text).collect())
    }

    /// Returns the request members that declare the tools, as the text of a JSON object:
    /// `{"tools":[..]}` for most providers. Joins rendered texts without parsing or building JSON.
    /// An empty set returns `{}`.
    ///
    /// If the provider would reject a tool of a [`ToolSource`](crate::import::ToolSource), the tool
    /// is left out, and other tools are not affected. [`request_report`](Self::request_report)
    /// lists it with the reasons.
    ///
    /// # Errors
    ///
    /// The errors of [`declarations`](Self::declarations), and [`SetError::Request`] if a provider
    /// does not support tools.
    pub fn request_fragment(&self, provider: Provider) -> Result<String, SetError> {
        self.request_fragment_with(provider, &RequestOptions::default())
    }

    /// Returns the request members that declare the tools, with options for the request. Otherwise
    /// as [`request_fragment`](Self::request_fragment).
    ///
    /// # Errors
    ///
    /// The errors of [`request_fragment`](Self::request_fragment), and [`SetError::Request`] if the
    /// provider does not support the choice, or it names an unknown tool.
    pub fn request_fragment_with(
        &self,
        provider: Provider,
        options: &RequestOptions,
    ) -> Result<String, SetError> {
        self.choose(provider, options)?.fragment(options)
    }

    /// Adds the tools to a request that is already JSON. Its own tools stay. A tool of a
    /// [`ToolSource`](crate::import::ToolSource) is left out if one of these has the same name. The
    /// report lists the handling of each tool. For Bedrock, which rejects two documents of one
    /// name, a number is appended to the names of the later ones in its messages.
    ///
    /// ```
    /// use toolcast::serde_json::json;
    /// use toolcast::{Provider, tool, toolset};
    ///
    /// /// Add two numbers.
    /// #[tool]
    /// fn add(a: i32, b: i32) -> i32 {
    ///     a + b
    /// }
    ///
    /// let tools = toolset![add].build()?;
    /// let mut request = json!({"model": "model-name", "messages": []});
    /// let report = tools.extend_request(Provider::OpenAi, &mut request)?;
    /// assert_eq!(request["tools"][0]["function"]["name"], "add");
    /// assert!(report.skipped.is_empty());
    /// # Ok::<(), toolcast::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`request_fragment`](Self::request_fragment), and [`SetError::Request`] if
    /// `tools` in the request has an unexpected form. The request is then unchanged.
    pub fn extend_request(
        &self,
        provider: Provider,
        request: &mut Value,
    ) -> Result<RequestReport, SetError> {
        self.extend_request_with(provider, request, &RequestOptions::default())
    }

    /// Adds the tools to a request, with options for it. Otherwise as
    /// [`extend_request`](Self::extend_request). A tool choice replaces that of the request.
    ///
    /// # Errors
    ///
    /// The errors of [`request_fragment_with`](Self::request_fragment_with) and
    /// [`extend_request`](Self::extend_request).
    pub fn extend_request_with(
        &self,
        provider: Provider,
        request: &mut Value,
        options: &RequestOptions,
    ) -> Result<RequestReport, SetError> {
        let used = self.strict_use(provider, request);
        let mut chosen = self.choose_beside(provider, options, &used)?;
        chosen.leave_out_named_as(request);
        let limits = &provider.request().limits;
        if limits.fields != 0 && request.get("strict_tools") == Some(&Value::Bool(true)) {
            chosen.apply_strict_tools(&used)?;
        }
        let members = chosen.request(options)?;
        let had = tools_in(provider, request).count();
        let mut made = request.clone();
        chosen.update_own(&mut made, options);
        if options.choice.is_some() {
            forget_choice(provider, &mut made);
        }
        let mut made = extended(provider, made, &members)
            .map_err(|error| SetError::Request { provider, error })?;
        if options.choice.is_none() {
            keep_choice(provider, request, &mut made);
        }
        let (most, now) = (limits.tools, tools_in(provider, &made).count());
        if most != 0 && had > 0 && now > most {
            let fit = chosen.tools.len().saturating_sub(now - most);
            return Err(SetError::LimitExceeded {
                provider,
                limit: format!("{most} tools, and the request has {had} already"),
                count: chosen.tools.len(),
                tools: names(&chosen.tools[fit..]),
            });
        }
        let layout = provider.request().layout;
        if let Some(layout) = layout.filter(|layout| layout.unique_document_names)
            && let Some(messages) = made.get_mut(layout.messages)
        {
            number_documents(messages);
        }
        *request = made;
        Ok(chosen.into_report())
    }

    /// The share of the provider's limits that a request has without this set's tools.
    fn strict_use(&self, provider: Provider, request: &Value) -> StrictUse {
        let enabled = self.members().filter(|(_, on)| *on);
        let own: ByKey<&str, &Member> = enabled
            .map(|(member, _)| (&**member.name_for(provider), &**member))
            .collect();
        StrictUse::of(provider, request, |name, tool| {
            own.get(name)
                .is_some_and(|one| one.declares(provider, tool))
        })
    }

    /// Reports how each tool is handled in a request: strict, not strict because of the provider's
    /// limits on all tools, or left out.
    ///
    /// # Errors
    ///
    /// The errors of [`declarations`](Self::declarations); a rejected tool is an entry here, not an
    /// error.
    pub fn request_report(&self, provider: Provider) -> Result<RequestReport, SetError> {
        self.request_report_with(provider, &RequestOptions::new())
    }

    /// Reports how each tool is handled in a request with a tool choice, loaded tools and other
    /// options.
    ///
    /// # Errors
    ///
    /// The errors of [`request_report`](Self::request_report).
    pub fn request_report_with(
        &self,
        provider: Provider,
        options: &RequestOptions,
    ) -> Result<RequestReport, SetError> {
        let options = options.clone().skip_rejected(true);
        Ok(self.choose(provider, &options)?.into_report())
    }
}

fn names(tools: &[DeclaredMember<'_>]) -> Vec<String> {
    let names = tools.iter().map(|(member, _)| member.name.to_string());
    names.collect()
}
