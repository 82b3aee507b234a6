//! What a request is given: the declarations of all tools, and which of them the model may or must call.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::Value;

use super::ToolSet;
use super::chosen::wrong;
use super::error::SetError;
use super::limits::{Limits, check_cohere_strict};
use super::member::Member;
use super::report::{Request, RequestReport};
use crate::dialect::DECLARATIONS;
use crate::provider::Provider;
use crate::wire::{ToolChoice, extend_request};

/// What a program says about the tools of one request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestOptions {
    pub(super) choice: Option<ToolChoice>,
    pub(super) parallel: Option<bool>,
    pub(super) leave_out: bool,
}

impl RequestOptions {
    /// Nothing: what the provider does without being told.
    pub fn new() -> Self {
        Self::default()
    }

    /// Which tools the model may or must call.
    #[must_use]
    pub fn choice(mut self, choice: ToolChoice) -> Self {
        self.choice = Some(choice);
        self
    }

    /// Whether the model may make several calls in one turn. For Azure, where strict mode and several calls exclude each other: `true` turns strict mode
    /// off, and without a word the request says `false` where a tool is strict.
    #[must_use]
    pub fn parallel(mut self, parallel: bool) -> Self {
        self.parallel = Some(parallel);
        self
    }

    /// Tools without a declaration for the provider are left out, and named by [`ToolSet::request_report`], instead of being an error.
    #[must_use]
    pub fn leave_out_refused(mut self) -> Self {
        self.leave_out = true;
        self
    }
}

impl ToolSet {
    /// The declarations of the tools that are switched on, in their order and each in the form that it has in a request.
    ///
    /// # Errors
    ///
    /// [`SetError::Refused`] where the provider would refuse a tool, [`SetError::Limit`] where it would refuse all of them together.
    pub fn declarations(&self, provider: Provider) -> Result<Vec<&str>, SetError> {
        let chosen = self.choose(provider, &RequestOptions::default())?;
        Ok(chosen.declarations.iter().map(|one| one.text).collect())
    }

    /// The members of a request that declare the tools, as the text of a JSON object: `{"tools":[..]}` for most. Ready texts are joined, and no JSON is
    /// read or built. An empty set gives `{}`.
    ///
    /// # Errors
    ///
    /// As [`declarations`](Self::declarations), and [`SetError::Request`] where a provider takes no tools.
    pub fn request_fragment(&self, provider: Provider) -> Result<String, SetError> {
        self.request_fragment_with(provider, &RequestOptions::default())
    }

    /// As [`request_fragment`](Self::request_fragment), with what the program says about the request.
    ///
    /// # Errors
    ///
    /// As [`request_fragment`](Self::request_fragment), and [`SetError::Request`] where the provider has no words for the choice, or it names a tool that
    /// is not there.
    pub fn request_fragment_with(
        &self,
        provider: Provider,
        options: &RequestOptions,
    ) -> Result<String, SetError> {
        self.choose(provider, options)?.fragment(options)
    }

    /// The members of a request that declare the tools, with what became of each tool: those of a [`ToolSource`](crate::import::ToolSource) that the provider would refuse
    /// are left out and handed back with the reasons, and cost no other.
    ///
    /// # Errors
    ///
    /// As [`request_fragment`](Self::request_fragment).
    pub fn request(&self, provider: Provider) -> Result<Request, SetError> {
        self.request_with(provider, &RequestOptions::default())
    }

    /// As [`request`](Self::request), with what the program says about the request.
    ///
    /// # Errors
    ///
    /// As [`request_fragment_with`](Self::request_fragment_with).
    pub fn request_with(
        &self,
        provider: Provider,
        options: &RequestOptions,
    ) -> Result<Request, SetError> {
        let chosen = self.choose(provider, options)?;
        Ok(Request {
            fragment: chosen.fragment(options)?,
            report: chosen.into_report(),
        })
    }

    /// Puts the tools into a request that is JSON already. Tools that it has stay; one of a [`ToolSource`](crate::import::ToolSource) that has the name of one of these is
    /// left out. The report says what became of each.
    ///
    /// # Errors
    ///
    /// As [`request_fragment`](Self::request_fragment), and [`SetError::Request`] where the request has something else in the place of tools. The request
    /// is as it was then.
    pub fn extend_request(
        &self,
        provider: Provider,
        request: &mut Value,
    ) -> Result<RequestReport, SetError> {
        self.extend_request_with(provider, request, &RequestOptions::default())
    }

    /// As [`extend_request`](Self::extend_request), with what the program says about the request.
    ///
    /// # Errors
    ///
    /// As [`request_fragment_with`](Self::request_fragment_with) and [`extend_request`](Self::extend_request).
    pub fn extend_request_with(
        &self,
        provider: Provider,
        request: &mut Value,
        options: &RequestOptions,
    ) -> Result<RequestReport, SetError> {
        let mut chosen = self.choose(provider, options)?;
        chosen.leave_out_named_as(request);
        if provider == Provider::Cohere && request.get("strict_tools") == Some(&Value::Bool(true)) {
            chosen.keep_to_cohere_strict();
            check_cohere_strict(&chosen.members)?;
        }
        let members = chosen.request(options)?;
        let most = Limits::of(provider).tools;
        let had = number_of_tools(request);
        // Looked at before anything is changed, unless a tool that is there already could make it fewer.
        let before = (most != 0 && had > 0).then(|| request.clone());
        extend_request(provider, request, &members).map_err(|error| wrong(provider, &error))?;
        if let Some(before) = before {
            let now = number_of_tools(request);
            if now > most {
                *request = before;
                let fit = chosen.members.len().saturating_sub(now - most);
                return Err(SetError::Limit {
                    provider,
                    limit: alloc::format!("{most} tools, and the request has {had} already"),
                    given: chosen.members.len(),
                    tools: names(&chosen.members[fit..]),
                });
            }
        }
        Ok(chosen.into_report())
    }

    /// What becomes of each tool in a request: which are strict, which are not because of what the provider takes of all together, which are left out.
    ///
    /// # Errors
    ///
    /// As [`declarations`](Self::declarations); a refused tool is an entry here, not an error.
    pub fn request_report(
        &self,
        provider: Provider,
        options: &RequestOptions,
    ) -> Result<RequestReport, SetError> {
        let options = options.clone().leave_out_refused();
        Ok(self.choose(provider, &options)?.into_report())
    }
}

fn names(members: &[&Member]) -> Vec<String> {
    members
        .iter()
        .map(|member| member.name.to_string())
        .collect()
}

/// How many tools a request has, those of Gemini's lists of declarations one by one.
fn number_of_tools(request: &Value) -> usize {
    let Some(Value::Array(tools)) = request.get("tools") else {
        return 0;
    };
    let declarations = |tool: &Value| {
        DECLARATIONS
            .into_iter()
            .find_map(|key| tool.get(key)?.as_array().map(Vec::len))
    };
    tools
        .iter()
        .map(|tool| declarations(tool).unwrap_or(1))
        .sum()
}
