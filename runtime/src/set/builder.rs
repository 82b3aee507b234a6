//! The builder of a tool set.

use core::fmt;
use core::future::Future;
use core::time::Duration;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use super::entry::SharedTool;
use super::error::SetError;
use super::hook::{Hook, PendingCall};
use super::member::Member;
use super::observer::{CallObserver, Observers};
use super::{DynamicTool, Settings, SkippedTool, ToolSet, namespacing};
use crate::call::{Extensions, Outgoing, Requirements, Verdict};
use crate::decode::DecodeOptions;
use crate::task::{Executor, MaybeSend};
use crate::text::Secrets;
use crate::tool::{Tool, ToolDef, Tools};

/// Builds a [`ToolSet`].
///
/// ```
/// use std::time::Duration;
/// use toolcast::{ToolSet, tool};
///
/// /// Counts the words of the text.
/// #[tool]
/// fn count(#[tool(inject)] text: &String) -> usize {
///     text.split_whitespace().count()
/// }
///
/// let tools = ToolSet::builder()
///     .tool::<count>()
///     .with_state(String::from("a b c"))
///     .timeout(Duration::from_secs(30))
///     .max_concurrency(4)
///     .build()?;
/// assert_eq!(tools.len(), 1);
/// # Ok::<(), toolcast::SetError>(())
/// ```
#[derive(Clone)]
#[must_use = "a builder does nothing before `build`"]
pub struct ToolSetBuilder {
    tools: Vec<SharedTool>,
    /// The external sources. The flag is true if all tools of the source get its name as a prefix.
    sources: Vec<(Arc<str>, bool)>,
    unreadable: Vec<SkippedTool>,
    state: Extensions,
    pub(super) settings: Settings,
}

impl fmt::Debug for ToolSetBuilder {
    // Prints names only, because the state may be secret.
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
            state: Extensions::default(),
            settings: Settings {
                on_error: None,
                on_invalid_call: None,
                stop_on_error: None,
                hooks: Vec::new(),
                observers: Observers::default(),
                executor: Executor::default(),
                timeout: None,
                parallel: 16,
                decode: DecodeOptions::new(),
                repeats: Some(3),
                outgoing: Outgoing {
                    max_bytes: Outgoing::DEFAULT_BYTES,
                    secrets: Secrets::default(),
                },
                #[cfg(feature = "tracing")]
                trace_content: false,
            },
        }
    }

    /// The number of tools added so far.
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Returns true if no tool was added yet.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// The names of the tools added so far.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().map(|tool| tool.spec().name.raw())
    }

    /// Adds a tool declared with `#[tool]`.
    pub fn tool<T: Tool>(self) -> Self {
        self.tool_def(T::DEF)
    }

    /// Adds a tool by its definition.
    pub fn tool_def(mut self, def: &'static ToolDef) -> Self {
        self.tools.push(Arc::new(def));
        self
    }

    /// Adds tools by their definitions.
    pub fn tool_defs(self, defs: impl IntoIterator<Item = &'static ToolDef>) -> Self {
        defs.into_iter().fold(self, Self::tool_def)
    }

    /// Adds all tools of a value whose type has `#[tools]` on its `impl` block. The value is added
    /// to the state, in an `Arc`.
    pub fn tools<T: Tools + Send + Sync + 'static>(self, value: T) -> Self {
        self.tools_arc(Arc::new(value))
    }

    /// Adds all tools of a value that is already shared, as [`tools`](Self::tools) does for others.
    pub fn tools_arc<T: Tools + Send + Sync + 'static>(mut self, value: Arc<T>) -> Self {
        self.state.insert_arc(value);
        self.tool_defs(T::TOOLS)
    }

    /// Adds a tool created at run time.
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
        skipped: impl Iterator<Item = SkippedTool>,
        tools: impl Iterator<Item = SharedTool>,
    ) {
        self.settings.outgoing.secrets = self.settings.outgoing.secrets.and(secrets);
        self.sources.push((name, always_prefixed));
        self.unreadable.extend(skipped);
        self.tools.extend(tools);
    }

    /// Adds a value that tools request by its type, as `&T` or `Arc<T>`. Replaces an earlier value
    /// of the same type.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU32, Ordering};
    /// use toolcast::{tool, toolset};
    ///
    /// /// Counts the calls.
    /// #[tool]
    /// fn count(#[tool(inject)] calls: &AtomicU32) -> u32 {
    ///     calls.fetch_add(1, Ordering::Relaxed) + 1
    /// }
    ///
    /// assert!(toolset![count].build().is_err());
    /// let tools = toolset![count].with_state(AtomicU32::new(0)).build()?;
    /// # Ok::<(), toolcast::set::SetError>(())
    /// ```
    pub fn with_state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.state.insert(value);
        self
    }

    /// Adds a value that is already shared, as [`with_state`](Self::with_state) adds others.
    pub fn with_state_arc<T: Send + Sync + 'static>(mut self, value: Arc<T>) -> Self {
        self.state.insert_arc(value);
        self
    }

    /// Adds a hook that runs before every call. If the hook panics, the call doesn't run, and its
    /// error is [`ToolError::Panicked`](crate::ToolError::Panicked).
    ///
    /// Hooks run in the order in which they were added, and the strictest decision counts: a denial
    /// or a [`Verdict::Fail`] ends the call, and [`Verdict::Wait`] outweighs [`Verdict::Answer`]
    /// and [`Verdict::Allow`]. After an answer the other hooks are asked too, and the last answer
    /// counts. A hook sees the arguments as earlier ones modified them, so add a hook that checks
    /// them after those that modify. The name of a tool may change when sets are merged;
    /// [`original_name`](super::ToolInfo::original_name) and [`source`](super::ToolInfo::source)
    /// don't: [`PendingCall::tool`] has them.
    ///
    /// ```
    /// use toolcast::{Provider, ToolCall, Verdict, tool, toolset};
    ///
    /// #[tool(destructive)]
    /// fn delete(path: String) {}
    ///
    /// let deny = Verdict::deny("Nothing is deleted today.");
    /// let tools = toolset![delete].before_call(move |_| deny.clone()).build()?;
    /// let call = ToolCall::new("call_1", "delete", r#"{"path": "a.txt"}"#);
    /// let result = futures_executor::block_on(tools.call(Provider::OpenAi, call));
    /// assert!(result.is_error());
    /// # Ok::<(), toolcast::Error>(())
    /// ```
    pub fn before_call(
        mut self,
        hook: impl Fn(&PendingCall) -> Verdict + Send + Sync + 'static,
    ) -> Self {
        self.settings.hooks.push(Hook::Sync(Arc::new(hook)));
        self
    }

    /// Adds a hook whose decision takes time, such as asking a person. The call's timeout does not
    /// run meanwhile. A cancellation ends the wait.
    pub fn before_call_async<F>(
        mut self,
        hook: impl Fn(PendingCall) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Verdict> + MaybeSend + 'static,
    {
        self.settings
            .hooks
            .push(Hook::Async(Arc::new(move |call| Box::pin(hook(call)))));
        self
    }

    /// Sets a function that runs a blocking call on a thread that may block. If it drops the work,
    /// the call fails. The default is a thread for each call.
    ///
    /// ```
    /// # let builder = toolcast::ToolSet::builder();
    /// // With Tokio: `tokio::task::spawn_blocking(work);`, and `.sleep(tokio::time::sleep)`.
    /// let builder = builder.spawn_blocking(|work| {
    ///     std::thread::spawn(work);
    /// });
    /// # let _ = builder.build();
    /// ```
    pub fn spawn_blocking(
        mut self,
        spawn: impl Fn(Box<dyn FnOnce() + Send>) + Send + Sync + 'static,
    ) -> Self {
        self.settings.executor.set_spawn(spawn);
        self
    }

    /// Sets the timer of timeouts. The default is one thread for all of them.
    pub fn sleep<F>(mut self, sleep: impl Fn(Duration) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = ()> + MaybeSend + 'static,
    {
        self.settings.executor.set_sleep(sleep);
        self
    }

    /// Sets how many blocking calls of the set may run at a time, each on a thread of its own. A
    /// call beyond the bound fails; with 0, each blocking call does. The default is 512. Replaces
    /// a [`spawn_blocking`](Self::spawn_blocking).
    pub fn max_blocking_threads(mut self, max: usize) -> Self {
        self.settings.executor.set_threads(max);
        self
    }

    /// Adds an observer of all calls.
    pub fn observer(mut self, observer: impl CallObserver + 'static) -> Self {
        self.settings.observers.add(observer);
        self
    }

    /// Sets the timeout of tools that set none. The default is no timeout. On wasm it needs a
    /// function for [`sleep`](Self::sleep).
    ///
    /// It applies to functions that are `async` or `blocking`. Any other function runs to its end
    /// in one poll.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.settings.timeout = Some(timeout);
        self
    }

    /// Sets how many calls of one turn may run at the same time. 0 counts as 1; the default is 16.
    pub fn max_concurrency(mut self, max: usize) -> Self {
        self.settings.parallel = max.max(1);
        self
    }

    /// Sets which mistakes in arguments are accepted, and the size limits of one call's arguments.
    /// By default no mistake is. Accepted mistakes are listed in
    /// [`ToolResult::coercions`](crate::call::ToolResult::coercions).
    pub fn decode_options(mut self, options: DecodeOptions) -> Self {
        self.settings.decode = options;
        self
    }

    /// Sets how many bytes the texts of one result may have together, before a model reads them.
    /// The middle of longer texts is left out, with a notice that has the number of bytes; JSON
    /// that is cut becomes plain text, and so does a file of text (`text/csv`). Images, audio and
    /// other files don't count. The default is 65,536 bytes. A tool with an output schema fails if
    /// its JSON doesn't fit. A tool or a source may have its own maximum.
    pub fn max_result_bytes(mut self, max: usize) -> Self {
        self.settings.outgoing.max_bytes = max;
        self
    }

    /// Adds the arguments and the texts of the result to the span of each call
    /// (`gen_ai.tool.call.arguments`, `gen_ai.tool.call.result`), without the secrets of
    /// [`redact`](Self::redact). They may have personal data, so the default is neither.
    #[cfg(feature = "tracing")]
    pub fn trace_content(mut self) -> Self {
        self.settings.trace_content = true;
        self
    }

    /// Removes a secret from all results and errors that the set's tools send to a model. An
    /// example is an API key that a server may repeat in its answers. `[redacted]` replaces the
    /// value, also in its JSON-escaped and percent-encoded forms.
    ///
    /// A file whose bytes are UTF-8 is searched whatever its type, and a file of another text where
    /// its bytes are UTF-8. Other bytes, such as those of a picture or an archive, are sent as they
    /// are, since a change would break them.
    ///
    /// Without this, errors of tools only lose the user information and queries of URLs, values of
    /// authentication headers, and keys with a known prefix.
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
    /// # Ok::<(), toolcast::SetError>(())
    /// ```
    pub fn redact(mut self, secret: impl Into<String>) -> Self {
        let secrets = &mut self.settings.outgoing.secrets;
        *secrets = secrets.with(secret);
        self
    }

    /// Builds the set.
    ///
    /// # Errors
    ///
    /// [`SetError::Build`] with all problems at once: state that tools need and that is missing,
    /// and names that several tools or several sources share.
    pub fn build(self) -> Result<ToolSet, SetError> {
        let mut missing = BTreeMap::new();
        for tool in &self.tools {
            let name = tool.spec().name.raw();
            let mut needs = Requirements::default();
            tool.needs(&mut needs);
            for need in needs.0 {
                if !self.state.has(need.id) {
                    note(&mut missing, need.name, name);
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
            if let Some(source) = member.tool.source()
                && always.contains(source)
            {
                member = member.renamed(&format!("{source}_{}", member.name));
            }
            members.push((Arc::new(member), true));
        }
        namespacing::prefix_duplicates(&mut members);
        let mut sources: Vec<&str> = self.sources.iter().map(|(name, _)| &**name).collect();
        let sources = namespacing::duplicate_names(&mut sources);
        let set = ToolSet::of(members, self.unreadable.into(), self.settings);
        namespacing::checked(set, missing, sources)
    }
}

fn note(missing: &mut BTreeMap<&'static str, Vec<String>>, type_name: &'static str, tool: &str) {
    let tools = missing.entry(type_name).or_default();
    if !tools.iter().any(|name| name == tool) {
        tools.push(tool.to_owned());
    }
}
