//! Large sets: tools that are not in the first request, and the marks of requests with many tools.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::Value;

use super::error::SetError;
use super::member::{DeclaredMember, Member, Role};
use super::selection::Selection;
use super::{RequestOptions, ToolInfo, ToolSet, namespacing, search};
use crate::provider::CacheMark;
use crate::request::ToolChoice;

impl ToolSet {
    /// Defers the tools that match a predicate: they are not in the first request, or the model
    /// doesn't see them there. A tool is loaded after the model has searched for it.
    ///
    /// A provider with a search of its own gets all declarations, the deferred ones marked. For any
    /// other the set has one more tool, `search_tools`, whose hits are in [`ToolResult::loaded`]. A
    /// `Conversation` that is given the result has their declarations in its next request, behind
    /// all others; a program without one adds them by [`RequestOptions::load_tools`]. A call of a
    /// deferred tool runs, loaded or not. A request whose [`ToolChoice`] names a tool has it.
    ///
    /// [`ToolResult::loaded`]: crate::call::ToolResult::loaded
    ///
    /// # Errors
    ///
    /// [`SetError::Build`] if a tool of the set is called `search_tools`.
    ///
    /// ```
    /// use toolcast::call::ToolCall;
    /// use toolcast::set::RequestOptions;
    /// use toolcast::{Provider, tool, toolset};
    ///
    /// /// Read a file.
    /// #[tool]
    /// fn read_file(path: &str) {}
    ///
    /// /// Create an issue in a repository.
    /// #[tool]
    /// fn create_issue(title: &str) {}
    ///
    /// let tools = toolset![read_file, create_issue].build()?;
    /// let tools = tools.with_deferred(|tool| tool.name() != "read_file")?;
    /// let provider = Provider::Mistral;
    /// assert!(!tools.request_fragment(provider)?.contains("create_issue"));
    ///
    /// let search = ToolCall::new("call_1", "search_tools", r#"{"query": "new issues"}"#);
    /// # let block_on = |future| futures_executor::block_on(future);
    /// let result = block_on(tools.call(provider, search));
    /// assert_eq!(result.loaded, ["create_issue"]);
    /// let options = RequestOptions::new().load_tools(&result.loaded);
    /// assert!(tools.request_fragment_with(provider, &options)?.contains("create_issue"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_deferred(
        &self,
        mut deferred: impl FnMut(&ToolInfo<'_>) -> bool,
    ) -> Result<ToolSet, SetError> {
        let mut members = Vec::with_capacity(self.0.members.len() + 1);
        for (member, on) in self.members() {
            if member.role == Role::Search {
                continue;
            }
            let role = if deferred(&ToolInfo::of(member, on)) {
                Role::Deferred
            } else {
                Role::Always
            };
            members.push((Arc::new(member.with_role(role)), on));
        }
        members.push((Arc::new(search::member()), true));
        let set = self.with_members(members);
        namespacing::with_distinct_names(set)
    }

    /// Returns a set whose tools are all in every request.
    pub(crate) fn without_deferral(&self) -> ToolSet {
        let members = self.members();
        let members = members.filter(|(member, _)| member.role != Role::Search);
        let members = members.map(|(member, on)| match member.role {
            Role::Deferred => (Arc::new(member.with_role(Role::Always)), on),
            _ => (Arc::clone(member), on),
        });
        self.with_members(members.collect())
    }
}

impl Selection<'_> {
    /// Moves the deferred tools to the end, or leaves out those that aren't loaded.
    pub(super) fn defer(&mut self, options: &RequestOptions) {
        let request = self.provider.request();
        let most = match request.limits.tools {
            0 => usize::MAX,
            most => most,
        };
        let fits = !options.built_in_search && self.tools.len() <= most;
        let tools = core::mem::take(&mut self.tools).into_iter();
        let (deferred, mut tools): (Vec<_>, Vec<_>) =
            tools.partition(|(member, _)| is_deferred(member, options));
        let native = request.search.as_ref();
        self.search = native.filter(|_| fits && !deferred.is_empty());
        if self.search.is_some() || deferred.is_empty() {
            tools.retain(|(member, _)| member.role != Role::Search);
        }
        let name_of = |(member, _): &DeclaredMember<'_>| member.name.to_string();
        if self.search.is_some() {
            self.report.deferred = deferred.iter().map(name_of).collect();
            tools.extend(deferred);
        } else {
            let mut loaded: Vec<DeclaredMember<'_>> = Vec::new();
            for name in options.loaded.names() {
                loaded.extend(deferred.iter().find(|(member, _)| *member.name == **name));
            }
            // The latest ones, if the provider doesn't accept as many.
            let room = most.saturating_sub(tools.len());
            let loaded = loaded.split_off(loaded.len().saturating_sub(room));
            let waits = |(member, _): &&DeclaredMember<'_>| {
                loaded.iter().all(|(one, _)| one.name != member.name)
            };
            self.report.deferred = deferred.iter().filter(waits).map(name_of).collect();
            tools.extend(loaded);
        }
        self.tools = tools;
    }

    /// The number of tools that are in every request. They come first.
    pub(super) fn always(&self, options: &RequestOptions) -> usize {
        let tools = self.tools.iter();
        let always = tools.take_while(|(member, _)| !is_deferred(member, options));
        always.count()
    }

    /// The declarations with the marks for the provider's search and its cache.
    pub(super) fn texts(&self, options: &RequestOptions) -> Vec<Cow<'_, str>> {
        let always = self.always(options);
        let cache = match self.provider.request().cache {
            Some(CacheMark::Member { key, member }) if options.cache => Some((key, member)),
            _ => None,
        };
        let texts = self.tools.iter().enumerate().map(|(at, (_, declaration))| {
            let search = self.search.filter(|_| at >= always);
            let mark = match search {
                Some(search) => Some((search.key, search.member)),
                None => cache.filter(|_| at + 1 == always),
            };
            match mark {
                Some((key, member)) => marked(declaration.text, key, member),
                None => Cow::Borrowed(declaration.text),
            }
        });
        texts.collect()
    }
}

/// Returns true for a deferred tool, unless the request's choice names it: the model has to see it
/// then.
fn is_deferred(member: &Member, options: &RequestOptions) -> bool {
    let named = match &options.choice {
        Some(ToolChoice::Tool(name)) => *member.name == **name,
        Some(ToolChoice::AnyOf(names)) => names.iter().any(|name| *member.name == **name),
        _ => false,
    };
    member.role == Role::Deferred && !named
}

/// Adds a member to the text of an object, unless it has one of that name already.
fn marked<'t>(text: &'t str, key: &str, member: &str) -> Cow<'t, str> {
    let has = || {
        let tool: Option<Value> = serde_json::from_str(text).ok();
        tool.is_some_and(|tool| tool.get(key).is_some())
    };
    match text.strip_suffix('}') {
        Some(open) if !(text.contains(key) && has()) => {
            let mut marked = String::with_capacity(text.len() + member.len() + 1);
            marked.extend([open, ",", member, "}"]);
            Cow::Owned(marked)
        }
        _ => Cow::Borrowed(text),
    }
}
