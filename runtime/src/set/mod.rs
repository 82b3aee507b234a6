//! Sets of tools: their declarations in a request, and the calls of an answer.
#![cfg_attr(doc, doc = include_str!("../../docs/sets.md"))]

pub(crate) mod arguments;
mod budget;
mod builder;
mod call_end;
mod combine;
mod deferred;
pub(crate) mod dynamic;
pub(crate) mod entry;
mod error;
mod failed_calls;
mod hook;
pub(crate) mod limits;
mod loaded;
mod member;
mod namespacing;
mod narrow;
mod observer;
mod on_error;
mod options;
mod provider_names;
pub(crate) mod report;
mod request;
mod resume;
mod run;
mod search;
mod selection;
#[cfg(feature = "tracing")]
mod span;
mod start;
mod tool_info;

pub use budget::Budget;
pub use builder::ToolSetBuilder;
pub use dynamic::DynamicTool;
pub use error::SetError;
pub use hook::PendingCall;
pub(crate) use loaded::LoadedTools;
pub use observer::CallObserver;
pub use options::CallOptions;
pub use report::{RequestReport, SkippedTool};
pub use request::RequestOptions;
pub use tool_info::ToolInfo;

pub use crate::task::MaybeSend;

use core::fmt;
use core::future::Future;
use core::time::Duration;
use std::collections::HashMap;
use std::sync::Arc;

use crate::call::{Outgoing, ToolCall, ToolError, ToolResult, ToolResults};
use crate::decode::DecodeOptions;
use crate::order::order;
use crate::provider::Provider;
use crate::render::Form;
use crate::suggest::nearest;
use crate::task::{Executor, Join};
use hook::Hook;
use member::Member;
use observer::Observers;
use start::Start;

/// A set of tools with their shared state and call settings. Cloning is cheap: clones share
/// everything.
///
/// ```
/// use toolcast::{Provider, ToolCall, ToolSet, tool, toolset};
///
/// /// Adds two numbers.
/// #[tool]
/// fn add(a: i32, b: i32) -> i32 {
///     a + b
/// }
///
/// let tools: ToolSet = toolset![add].build()?;
/// let declarations = tools.declarations(Provider::Mcp)?;
/// assert_eq!(declarations.len(), 1);
/// let call = ToolCall::new("call_1", "add", r#"{"a": 1, "b": 2}"#);
/// # let block_on = |future| futures_executor::block_on(future);
/// let result = block_on(tools.call(Provider::Mcp, call));
/// assert!(!result.is_error());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[must_use = "a set is never changed in place: write `let tools = ..` to have the new one"]
pub struct ToolSet(Arc<Inner>);

struct Inner {
    /// All members in order, each with a flag that is true if the tool is enabled.
    members: Vec<(Arc<Member>, bool)>,
    /// Indices of the enabled members, sorted by name.
    index: Box<[usize]>,
    /// Provider-specific names. Each maps to bit sets of providers and the index of the member.
    shown: HashMap<Arc<str>, Vec<(u32, usize)>>,
    /// Tools of external sources that could not be read.
    unreadable: Arc<[SkippedTool]>,
    settings: Settings,
}

/// A function of a call's error that the program supplies.
type OnError<T> = Arc<dyn Fn(&ToolError, &ToolCall) -> T + Send + Sync>;

/// The settings that apply to all calls of a set.
#[derive(Clone)]
pub(crate) struct Settings {
    /// `None` sends the error's own text to the model.
    on_error: Option<OnError<String>>,
    on_invalid_call: Option<OnError<String>>,
    stop_on_error: Option<OnError<bool>>,
    /// In the order in which they run.
    hooks: Vec<Hook>,
    observers: Observers,
    executor: Executor,
    timeout: Option<Duration>,
    parallel: usize,
    decode: DecodeOptions,
    /// The number of failures after which the text asks the model to stop.
    repeats: Option<u32>,
    outgoing: Outgoing,
    /// Spans have arguments and results.
    #[cfg(feature = "tracing")]
    trace_content: bool,
}

/// A set without tools.
impl Default for ToolSet {
    fn default() -> Self {
        ToolSet::of(Vec::new(), Arc::default(), ToolSetBuilder::new().settings)
    }
}

impl fmt::Debug for ToolSet {
    // Prints names only, because the state may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ToolSet")?;
        f.debug_list().entries(self.names()).finish()
    }
}

impl ToolSet {
    /// Returns a builder for a set.
    pub fn builder() -> ToolSetBuilder {
        ToolSetBuilder::new()
    }

    pub(crate) fn of(
        mut members: Vec<(Arc<Member>, bool)>,
        unreadable: Arc<[SkippedTool]>,
        settings: Settings,
    ) -> Self {
        provider_names::assign_names(&mut members);
        search::update_search_tool(&mut members);
        let name = |i: usize| &members[i].0.name;
        let mut index = order(members.len(), &|a, b| name(a).cmp(name(b)));
        index.retain(|i| members[*i].1);
        let index = index.into_boxed_slice();
        let mut shown: HashMap<_, Vec<_>> = HashMap::new();
        for i in &index {
            for (providers, name) in members[*i].0.provider_names() {
                let place = shown.entry(Arc::clone(name.raw())).or_default();
                place.push((*providers, *i));
            }
        }
        ToolSet(Arc::new(Inner {
            members,
            index,
            shown,
            unreadable,
            settings,
        }))
    }

    /// Returns a set with other members and the same settings.
    pub(crate) fn with_members(&self, members: Vec<(Arc<Member>, bool)>) -> Self {
        let unreadable = Arc::clone(&self.0.unreadable);
        ToolSet::of(members, unreadable, self.settings().clone())
    }

    /// Runs one call. Works on any executor. Failures are returned in the result. Dropping the
    /// future cancels the call.
    ///
    /// The future is `Send`, except on wasm32.
    pub fn call(
        &self,
        provider: Provider,
        call: ToolCall,
    ) -> impl Future<Output = ToolResult> + use<> {
        self.call_with(provider, call, &CallOptions::default())
    }

    /// Runs one call with options. Otherwise as [`call`](Self::call).
    pub fn call_with(
        &self,
        provider: Provider,
        call: ToolCall,
        options: &CallOptions,
    ) -> impl Future<Output = ToolResult> + use<> {
        self.run(provider, call, options.clone(), Start::Asked)
    }

    /// Runs the calls of one turn, several at a time. Returns one result per call, in the order of
    /// the calls.
    ///
    /// ```
    /// use toolcast::{Provider, ToolCall, tool, toolset};
    ///
    /// /// Add two numbers.
    /// #[tool]
    /// fn add(a: i32, b: i32) -> i32 {
    ///     a + b
    /// }
    ///
    /// let tools = toolset![add].build()?;
    /// let calls = [
    ///     ToolCall::new("call_1", "add", r#"{"a": 1, "b": 2}"#),
    ///     ToolCall::new("call_2", "add", r#"{"a": 1}"#),
    /// ];
    /// let results = futures_executor::block_on(tools.call_all(Provider::OpenAi, calls));
    /// assert!(!results[0].is_error() && results[1].is_error());
    /// # Ok::<(), toolcast::Error>(())
    /// ```
    pub fn call_all<I: IntoIterator<Item = ToolCall>>(
        &self,
        provider: Provider,
        calls: I,
    ) -> impl Future<Output = ToolResults> + use<I> {
        self.call_all_with(provider, calls, &CallOptions::default())
    }

    /// Runs the calls of one turn with options. Otherwise as [`call_all`](Self::call_all).
    pub fn call_all_with<I: IntoIterator<Item = ToolCall>>(
        &self,
        provider: Provider,
        calls: I,
        options: &CallOptions,
    ) -> impl Future<Output = ToolResults> + use<I> {
        self.run_all(provider, calls.into_iter().collect(), options)
    }

    fn run_all(
        &self,
        provider: Provider,
        calls: Vec<ToolCall>,
        options: &CallOptions,
    ) -> impl Future<Output = ToolResults> + use<> {
        let max = options.parallel.unwrap_or(self.0.settings.parallel);
        let calls: Vec<_> = calls
            .into_iter()
            .map(|call| self.run(provider, call, options.clone(), Start::Asked))
            .collect();
        async move { ToolResults(Join::new(calls, max).await) }
    }

    fn run(
        &self,
        provider: Provider,
        call: ToolCall,
        options: CallOptions,
        start: Start,
    ) -> impl Future<Output = ToolResult> + use<> {
        let given = run::CallSettings::new((self.clone(), options));
        #[cfg(feature = "tracing")]
        return span::traced(given, provider, call, start);
        #[cfg(not(feature = "tracing"))]
        run::run(given, provider, call, start)
    }

    /// Returns the enabled tool that a provider's model means by the name.
    pub(crate) fn member(&self, provider: Provider, name: &str) -> Option<&Arc<Member>> {
        let Inner {
            members,
            index,
            shown,
            ..
        } = &*self.0;
        let own = || {
            let found = index.binary_search_by(|i| (*members[*i].0.name).cmp(name));
            found.ok().and_then(|at| index.get(at)).copied()
        };
        let place = if shown.is_empty() {
            own()?
        } else {
            let shown = shown.get(name).map_or(&[][..], Vec::as_slice);
            let to_it = shown.iter().find(|(to, _)| to & provider.bit() != 0);
            match (to_it.map(|(_, place)| *place).or_else(own), shown) {
                (Some(place), _) => place,
                // The conversation may have begun with another provider: accept the name that one
                // was shown, if it refers to a single tool.
                (None, [(_, place), rest @ ..]) if rest.iter().all(|(_, other)| other == place) => {
                    *place
                }
                (None, _) => return None,
            }
        };
        let (member, _) = members.get(place)?;
        Some(member)
    }

    /// The error for a call of a tool that is not enabled.
    pub(crate) fn unknown_tool(&self, provider: Provider, name: &str) -> ToolError {
        // A tool that isn't declared for the provider must not be suggested.
        let names = self
            .members()
            .filter(|(member, on)| *on && member.declaration(provider, Form::Own).is_ok());
        let names = names.map(|(member, _)| &**member.name_for(provider));
        ToolError::UnknownTool {
            name: name.to_owned(),
            nearest: nearest(name, names).map(ToOwned::to_owned),
        }
    }

    /// All tools, each with a flag that is true if it is enabled.
    pub(crate) fn members(&self) -> impl Iterator<Item = (&Arc<Member>, bool)> {
        self.0.members.iter().map(|(member, on)| (member, *on))
    }

    /// The tools of external sources that could not be read.
    pub(crate) fn unreadable(&self) -> &Arc<[SkippedTool]> {
        &self.0.unreadable
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.0.settings
    }
}
