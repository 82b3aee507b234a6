//! Tools created at run time.

use core::fmt;
use core::future::Future;
use core::time::Duration;
use std::sync::Arc;

use super::arguments;
use super::arguments::CallInput;
use super::entry::{CallStart, ParameterSchema, ToolObject};
use crate::call::{CallContext, IntoContent, Reply, Requirements, ToolError};
use crate::provider::Provider;
use crate::schema::EscapedString;
use crate::schema::NO_PARAMS;
use crate::schema::ToolSchema;
use crate::schema::{Kind, Schema, SchemaRef};
use crate::spec::{Spec, Strict, ToolAnnotations};
use crate::task::MaybeSend;
use serde::de::DeserializeOwned;

/// A tool created at run time: a name, a description, and a closure. The closure's first parameter
/// defines the tool's parameters: a type that derives `ToolSchema` and `Deserialize`, or `()`. The
/// declarations are rendered on first use.
///
/// ```
/// use toolcast::{Provider, call::ToolCall, set::{DynamicTool, ToolSet}};
///
/// #[derive(serde::Deserialize, toolcast::ToolSchema)]
/// struct Add {
///     a: i32,
///     b: i32,
/// }
///
/// let add = DynamicTool::new("add", "Add two numbers", |Add { a, b }, _| {
///     a.checked_add(b).ok_or("the sum is too large")
/// });
/// let tools = ToolSet::builder().dynamic(add).build()?;
/// let call = ToolCall::new("call_1", "add", r#"{"a": 2, "b": 3}"#);
/// # let block_on = |future| futures_executor::block_on(future);
/// let result = block_on(tools.call(Provider::OpenAi, call));
/// assert_eq!(result.content, [toolcast::call::Content::Json("5".into())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[must_use = "the tool is called only as a part of a set"]
pub struct DynamicTool {
    name: EscapedString,
    title: EscapedString,
    description: EscapedString,
    /// All settings but the texts.
    settings: Spec<'static>,
    /// A schema read at run time, in place of that of the settings.
    pub(crate) raw: Option<Arc<dyn ParameterSchema>>,
    timeout: Option<Duration>,
    needs: Requirements,
    /// True if the closure is synchronous.
    at_once: bool,
    function: Function,
}

/// The closure, wrapped in the code that decodes its first parameter.
pub(crate) type Function = Arc<dyn Fn(&CallInput<'_>) -> CallStart<'static> + Send + Sync>;

impl fmt::Debug for DynamicTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DynamicTool")
            .field("name", self.name.raw())
            .finish_non_exhaustive()
    }
}

impl DynamicTool {
    /// Creates a tool from a synchronous closure. Its error is a text for the model; to keep the
    /// error itself for the program, return a [`ToolError::from_error`].
    pub fn new<A, R, E, Kind>(
        name: impl Into<String>,
        description: impl Into<String>,
        function: impl Fn(A, &CallContext) -> Result<R, E> + Send + Sync + 'static,
    ) -> Self
    where
        A: ToolSchema + DeserializeOwned,
        R: IntoContent<Kind>,
        E: fmt::Display + 'static,
    {
        let function = move |call: &CallInput<'_>| {
            let read = arguments::value::<A>(call, A::SCHEMA.get());
            CallStart::at_once(call, read, |arguments| {
                reply(function(arguments, &call.context))
            })
        };
        Self::of(
            &name.into(),
            &description.into(),
            A::SCHEMA,
            None,
            true,
            Arc::new(function),
        )
    }

    /// Creates a tool from a closure that returns a future.
    pub fn new_async<A, R, E, F, Kind>(
        name: impl Into<String>,
        description: impl Into<String>,
        function: impl Fn(A, CallContext) -> F + Send + Sync + 'static,
    ) -> Self
    where
        A: ToolSchema + DeserializeOwned,
        F: Future<Output = Result<R, E>> + MaybeSend + 'static,
        R: IntoContent<Kind>,
        E: fmt::Display + 'static,
    {
        let function = move |call: &CallInput<'_>| {
            let read = arguments::value::<A>(call, A::SCHEMA.get());
            CallStart::later(call, read, |arguments| {
                let answering = function(arguments, call.context.clone());
                async move { reply(answering.await) }
            })
        };
        Self::of(
            &name.into(),
            &description.into(),
            A::SCHEMA,
            None,
            false,
            Arc::new(function),
        )
    }

    pub(crate) fn of(
        name: &str,
        description: &str,
        params: SchemaRef,
        raw: Option<Arc<dyn ParameterSchema>>,
        at_once: bool,
        function: Function,
    ) -> Self {
        DynamicTool {
            name: EscapedString::new(name),
            title: EscapedString::new(""),
            description: EscapedString::new(description),
            settings: Spec {
                params: if takes_nothing(params) {
                    NO_PARAMS
                } else {
                    params
                },
                ..Spec::NEW
            },
            raw,
            timeout: None,
            needs: Requirements::default(),
            at_once,
            function,
        }
    }

    /// Sets the display name.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = EscapedString::new(&title.into());
        self
    }

    /// Sets the behaviour hints: read-only, destructive, idempotent, open-world.
    pub fn annotations(mut self, annotations: ToolAnnotations) -> Self {
        self.settings.hints = annotations;
        self
    }

    /// Requires strict mode, as `#[tool(strict)]` does: for OpenAI, Responses, Azure and Anthropic.
    pub fn strict(mut self) -> Self {
        self.settings.strict = Strict::On;
        self
    }

    /// Requires strict mode for these providers and no others, as `#[tool(strict(Bedrock))]` does.
    /// A provider without a strict mode rejects the tool then.
    pub fn strict_for(mut self, providers: impl IntoIterator<Item = Provider>) -> Self {
        self.settings.strict = Strict::For(bits(providers));
        self
    }

    /// Disables strict mode for all providers, as `#[tool(strict = false)]` does.
    pub fn not_strict(mut self) -> Self {
        self.settings.strict = Strict::Off;
        self
    }

    /// Disables strict mode and leaves the key `strict` out of the declaration, as
    /// `#[tool(strict = omit)]` does: for hosts that only resemble OpenAI.
    pub fn omit_strict(mut self) -> Self {
        self.settings.strict = Strict::Omit;
        self
    }

    /// Restricts the tool to these providers.
    pub fn providers(mut self, providers: impl IntoIterator<Item = Provider>) -> Self {
        self.settings.providers = bits(providers);
        self
    }

    /// Marks successful results as meant for the user, as `#[tool(return_direct)]` does. If all
    /// results of a turn are, [`ToolResults::direct_answers`] returns them, and the program need
    /// not ask the model again.
    ///
    /// [`ToolResults::direct_answers`]: crate::call::ToolResults::direct_answers
    pub fn return_direct(mut self) -> Self {
        self.settings.return_direct = true;
        self
    }

    /// Marks the closure as blocking, so that it runs on a thread that may block
    /// ([`spawn_blocking`](super::ToolSetBuilder::spawn_blocking)). Has no effect on a closure that
    /// returns a future.
    pub fn blocking(mut self) -> Self {
        self.settings.blocking = true;
        self
    }

    /// Lets calls wait for an approval, as `#[tool(approve)]` does.
    pub fn approve(mut self) -> Self {
        self.settings.approve = true;
        self
    }

    /// Sets how many bytes the texts of a result may have together, in place of the set's
    /// [maximum](super::ToolSetBuilder::max_result_bytes).
    pub fn max_result_bytes(mut self, max: usize) -> Self {
        self.settings.max_result_bytes = Some(max);
        self
    }

    /// Sets the timeout of a call. It can't end a function that blocks, unless the tool is
    /// [`blocking`](Self::blocking): then the call ends, and its thread runs to its end.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Requires that the set has a value of this type. The closure gets it with
    /// `context.state::<T>()`.
    pub fn needs<T: Send + Sync + 'static>(mut self) -> Self {
        self.needs.0.extend(Requirements::of::<T>().0);
        self
    }
}

impl ToolObject for DynamicTool {
    fn spec(&self) -> Spec<'_> {
        Spec {
            name: self.name.text(),
            title: self.title.text(),
            // Some providers require a description; use the name if it is empty.
            description: if self.description.raw().is_empty() {
                self.name.text()
            } else {
                self.description.text()
            },
            ..self.settings
        }
    }

    fn with_schema(&self, then: &mut dyn FnMut(&Schema<'_>)) {
        match &self.raw {
            Some(schema) => schema.with_schema(then),
            None => then(self.settings.params.get()),
        }
    }

    fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    fn needs(&self, needs: &mut Requirements) {
        needs.0.extend(&self.needs.0);
    }

    fn blocking(&self) -> bool {
        self.settings.blocking && self.at_once
    }

    fn begin<'c>(&'c self, call: &'c CallInput<'c>) -> CallStart<'c> {
        (self.function)(call)
    }
}

/// Converts what a closure returned. A [`ToolError`] stays what it is.
pub(crate) fn reply<Kind, R: IntoContent<Kind>, E: fmt::Display + 'static>(
    result: Result<R, E>,
) -> Reply {
    match result {
        Ok(output) => output.into_output(),
        Err(error) => Err(ToolError::of(error)),
    }
}

/// Returns the set of the providers' bits.
fn bits(providers: impl IntoIterator<Item = Provider>) -> u32 {
    let all = providers.into_iter();
    all.fold(0, |set, provider| set | provider.bit())
}

/// Returns true if the closure's parameter is `()`.
fn takes_nothing(params: SchemaRef) -> bool {
    matches!(params.get().kind, Kind::Null)
}
