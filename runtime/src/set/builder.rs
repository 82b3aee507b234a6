//! How a set is made.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::future::Future;
use core::time::Duration;
use std::collections::HashSet;

use super::entry::Shared;
use super::error::{BuildError, MissingState};
use super::hook::{Hook, PendingCall, Verdict};
use super::member::Member;
use super::observer::{CallObserver, Observer};
use super::{DynamicTool, Executor, OnError, RefusedTool, Settings, ToolSet, clash};
use crate::call::{Extensions, Needs, Outgoing};
use crate::decode::{Leniency, Limits};
use crate::task::{MaybeSend, Threads};
use crate::text::Secrets;
use crate::tool::{Tool, ToolDef, Tools};

/// Makes a [`ToolSet`].
#[derive(Clone)]
#[must_use = "a builder does nothing before `build`"]
pub struct ToolSetBuilder {
    tools: Vec<Shared>,
    /// The sources of tools of others, and whether all their tools have the source's name in front.
    sources: Vec<(Arc<str>, bool)>,
    unreadable: Vec<RefusedTool>,
    state: Extensions,
    settings: Settings,
}

impl fmt::Debug for ToolSetBuilder {
    // The state may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

impl ToolSetBuilder {
    pub(crate) fn new() -> Self {
        ToolSetBuilder {
            tools: Vec::new(),
            sources: Vec::new(),
            unreadable: Vec::new(),
            state: Extensions::new(),
            settings: Settings {
                on_error: OnError::SendText,
                on_bad_call: OnError::SendText,
                on_call: None,
                observer: Observer::default(),
                executor: Arc::new(Threads::new(Threads::DEFAULT_MAX)),
                timeout: None,
                parallel: 16,
                leniency: Leniency::NONE,
                limits: Limits::DEFAULT,
                repeats: 3,
                outgoing: Outgoing {
                    max_bytes: Outgoing::DEFAULT_BYTES,
                    secrets: Secrets::default(),
                },
            },
        }
    }

    /// How many tools there are so far.
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Whether there is no tool so far.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// The names of the tools so far.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().map(|tool| tool.spec().name.raw())
    }

    /// With a tool of `#[tool]`.
    pub fn tool<T: Tool>(self) -> Self {
        self.tool_def(T::DEF)
    }

    /// With a tool by its definition.
    pub fn tool_def(mut self, def: &'static ToolDef) -> Self {
        self.tools.push(Arc::new(def));
        self
    }

    /// With tools by their definitions.
    pub fn tool_defs(self, defs: impl IntoIterator<Item = &'static ToolDef>) -> Self {
        defs.into_iter().fold(self, Self::tool_def)
    }

    /// With all tools of a value whose type has `#[tools]` on its `impl` block. The value joins the state, in an `Arc`.
    pub fn with_tools<T: Tools + Send + Sync + 'static>(self, value: T) -> Self {
        self.with_tools_arc(Arc::new(value))
    }

    /// As [`with_tools`](Self::with_tools), for a value that is shared already.
    pub fn with_tools_arc<T: Tools + Send + Sync + 'static>(mut self, value: Arc<T>) -> Self {
        self.state.insert_arc(value);
        self.tool_defs(T::TOOLS)
    }

    /// With a tool that was made at run time.
    pub fn dynamic(mut self, tool: DynamicTool) -> Self {
        self.tools.push(Arc::new(tool));
        self
    }

    /// Adds the tools of an external source, and the reports of those that can't be read.
    #[cfg(feature = "import")]
    pub(crate) fn add_source(
        &mut self,
        (name, always_prefixed): (Arc<str>, bool),
        secrets: &Secrets,
        skipped: impl Iterator<Item = RefusedTool>,
        tools: impl Iterator<Item = Shared>,
    ) {
        self.settings.outgoing.secrets = self.settings.outgoing.secrets.and(secrets);
        self.sources.push((name, always_prefixed));
        self.unreadable.extend(skipped);
        self.tools.extend(tools);
    }

    /// With a value that tools take by its type, in place of one of the same type.
    pub fn with_state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.state.insert(value);
        self
    }

    /// As [`with_state`](Self::with_state), for a value that is shared already; tools take it as `&T`, `Arc<T>` or `State<T>`.
    pub fn with_state_arc<T: Send + Sync + 'static>(mut self, value: Arc<T>) -> Self {
        self.state.insert_arc(value);
        self
    }

    /// What becomes of a tool's errors: those that it returns, panics, timeouts. The default sends the error's text to the model; a panic's text is
    /// never sent.
    pub fn on_error(mut self, policy: OnError) -> Self {
        self.settings.on_error = policy;
        self
    }

    /// What becomes of errors that the model can put right: arguments that don't fit, tools that are not there. The default sends a text that says
    /// what to write instead.
    pub fn on_bad_call(mut self, policy: OnError) -> Self {
        self.settings.on_bad_call = policy;
        self
    }

    /// Asks the program before every call. A panic in the function denies the call.
    pub fn on_call(
        mut self,
        hook: impl Fn(&PendingCall) -> Verdict + Send + Sync + 'static,
    ) -> Self {
        self.settings.on_call = Some(Hook::Sync(Arc::new(hook)));
        self
    }

    /// As [`on_call`](Self::on_call), where the answer takes its time: a person is asked. No timeout runs meanwhile; a cancellation ends it.
    pub fn on_call_async<F>(
        mut self,
        hook: impl Fn(PendingCall) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Verdict> + MaybeSend + 'static,
    {
        self.settings.on_call = Some(Hook::Async(Arc::new(move |call| {
            alloc::boxed::Box::pin(hook(call))
        })));
        self
    }

    /// Where blocking tools run and who measures time. The default is a thread for each blocking call, and one for all timeouts.
    pub fn executor(mut self, executor: impl Executor + 'static) -> Self {
        self.settings.executor = Arc::new(executor);
        self
    }

    /// Sets how many blocking calls of the set may run at a time, each on a thread of its own. A
    /// call beyond the bound fails. The default is 512. Replaces an [`executor`](Self::executor).
    pub fn max_blocking_threads(self, max: usize) -> Self {
        self.executor(Threads::new(max))
    }

    /// Who watches all calls.
    pub fn observer(mut self, observer: impl CallObserver + 'static) -> Self {
        self.settings.observer = Observer::new(observer);
        self
    }

    /// The timeout of tools that set none; the default is no timeout. On wasm it needs an [`Executor`] that can sleep.
    ///
    /// It applies to functions that are `async` or `blocking`. Any other function runs to its end in one poll.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.settings.timeout = Some(timeout);
        self
    }

    /// At most so many calls of one turn at a time; 0 counts as 1, and 16 is the default.
    pub fn parallel(mut self, most: usize) -> Self {
        self.settings.parallel = most.max(1);
        self
    }

    /// What is forgiven in arguments; the default is nothing. What was forgiven stands in [`ToolResult::forgiven`](crate::call::ToolResult::forgiven).
    pub fn leniency(mut self, leniency: Leniency) -> Self {
        self.settings.leniency = leniency;
        self
    }

    /// How much of one call's arguments is read; beyond it they are an error.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.settings.limits = limits;
        self
    }

    /// After so many failures of the same call in one [`Conversation`](super::Conversation), the model is told not to make it again. The default is 3;
    /// 0 never says so.
    pub fn repeated_failures(mut self, times: u32) -> Self {
        self.settings.repeats = times;
        self
    }

    /// Sets how many bytes the texts of one result may have together, before a model reads them.
    /// Texts beyond the bound are cut at a character, with a notice that has the original length;
    /// JSON that is cut becomes plain text. Images, audio and files don't count. The default is
    /// 65,536 bytes. A tool with an output schema fails if its JSON doesn't fit.
    pub fn max_text_bytes(mut self, max: usize) -> Self {
        self.settings.outgoing.max_bytes = max;
        self
    }

    /// Removes a secret from everything that the set's tools send to a model, results and errors:
    /// an API key, say, that a server may repeat in its answers. `[redacted]` replaces the value, also
    /// if it is escaped as in JSON or percent-encoded.
    ///
    /// Errors of tools lose the user information and queries of URLs, values of authentication
    /// headers and keys with a known prefix without this.
    ///
    /// ```
    /// use toolcast::call::{Content, ToolCall};
    /// use toolcast::{Provider, tool, toolset};
    ///
    /// #[tool]
    /// fn status() -> Result<String, String> {
    ///     Err("no answer to `key-123` from https://api.example/v1?user=7".into())
    /// }
    ///
    /// let tools = toolset![status].redact("key-123").build()?;
    /// let call = tools.call(Provider::OpenAi, ToolCall::new("1", "status", "{}"));
    /// let result = futures_executor::block_on(call);
    /// let text = "no answer to `[redacted]` from https://api.example/v1?[redacted]";
    /// assert_eq!(result.content, [Content::Text(text.into())]);
    /// # Ok::<(), toolcast::BuildError>(())
    /// ```
    pub fn redact(mut self, secret: &str) -> Self {
        let secrets = &mut self.settings.outgoing.secrets;
        *secrets = secrets.with(secret);
        self
    }

    /// Makes the set.
    ///
    /// # Errors
    ///
    /// Where tools want state that is not there, or have one name together: all of it at once.
    pub fn build(self) -> Result<ToolSet, BuildError> {
        let mut error = BuildError::default();
        for tool in &self.tools {
            let name = tool.spec().name.raw();
            let mut needs = Needs::default();
            tool.needs(&mut needs);
            for need in needs.0 {
                if !self.state.has(need.id) {
                    note(&mut error.missing, need.name, name);
                }
            }
        }
        let state = Arc::new(self.state);
        let mut members: Vec<(Arc<Member>, bool)> = Vec::with_capacity(self.tools.len());
        let always: HashSet<&str> = self
            .sources
            .iter()
            .filter(|(_, always)| *always)
            .map(|(name, _)| &**name)
            .collect();
        for tool in self.tools {
            let mut member = Member::new(tool, Arc::clone(&state));
            if let Some(source) = member.source()
                && always.contains(source)
            {
                member = member.renamed(&format!("{source}_{}", member.name));
            }
            members.push((Arc::new(member), true));
        }
        clash::settle(&mut members);
        let mut sources: Vec<&str> = self.sources.iter().map(|(name, _)| &**name).collect();
        error.sources = twice(&mut sources);
        let set = ToolSet::of(members, self.unreadable.into(), self.settings);
        error.duplicates = duplicates(&set);
        error.or(set)
    }
}

fn note(missing: &mut Vec<MissingState>, type_name: &'static str, tool: &str) {
    match missing.iter_mut().find(|one| one.type_name == type_name) {
        Some(one) if one.tools.iter().any(|name| name == tool) => {}
        Some(one) => one.tools.push(tool.to_owned()),
        None => missing.push(MissingState {
            type_name,
            tools: alloc::vec![tool.to_owned()],
        }),
    }
}

/// Each name that more than one tool of a set has.
pub(crate) fn duplicates(set: &ToolSet) -> Vec<String> {
    let mut names: Vec<&str> = set.members().map(|(member, _)| &*member.name).collect();
    twice(&mut names)
}

fn twice(names: &mut [&str]) -> Vec<String> {
    names.sort_unstable();
    let mut twice: Vec<String> = names
        .windows(2)
        .filter(|pair| pair[0] == pair[1])
        .map(|pair| pair[0].to_owned())
        .collect();
    twice.dedup();
    twice
}
