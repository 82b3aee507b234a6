//! Tools that are made at run time.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::any::Any;
use core::fmt;
use core::future::Future;
use core::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::entry::{AnyTool, Begun, Made, Prepared};
use super::read;
use crate::call::{Answer, AsJson, Context, IntoContent, Needs, Reply, ToolError, ToolOutput};
use crate::decode::{ArgumentErrors, Notes};
use crate::import::{ImportError, Imported, Source, with_words};
use crate::provider::Provider;
use crate::schema::EscapedString;
use crate::schema::NO_PARAMS;
use crate::schema::ToolSchema;
use crate::schema::{Kind, Schema, SchemaRef};
use crate::spec::{Hints, Spec, Strict};

/// A tool that is made at run time: a name, a description, and a closure. What it takes is told by the closure's first parameter, a type that derives
/// `ToolSchema` and `Deserialize`, or `()`; its declarations are written when they are first asked for.
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
pub struct DynamicTool {
    name: EscapedString,
    title: EscapedString,
    description: EscapedString,
    params: Params,
    hints: Hints,
    strict: Strict,
    providers: u32,
    return_direct: bool,
    blocking: bool,
    timeout: Option<Duration>,
    needs: Needs,
    /// The closure answers at once.
    at_once: bool,
    function: Function,
}

/// What a closure takes.
#[derive(Clone)]
enum Params {
    /// A type.
    Type(SchemaRef),
    /// What a schema says that was read at run time.
    Raw(Arc<Imported>),
}

/// The closure, with what reads its first parameter around it.
type Function = Arc<dyn Fn(&Prepared<'_>) -> Begun<'static> + Send + Sync>;

/// Reads the arguments of a call by a schema.
pub(crate) type ReadBy<A> = fn(&Prepared<'_>, &Imported) -> Result<(A, Notes), ArgumentErrors>;

/// What the closure of a [`DynamicTool`] may answer: all that a tool may return, a [`ToolOutput`] of it, or an [`Answer`]. The parameter tells
/// implementations apart, as that of [`IntoContent`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no answer of a tool",
    note = "answer text, a type that implements `serde::Serialize`, a `ToolOutput` of one of them, or an `Answer`"
)]
pub trait IntoAnswer<Kind = AsJson> {
    /// The answer.
    ///
    /// # Errors
    ///
    /// Where serde can't write it.
    fn into_answer(self) -> Reply;
}

impl<Kind, T: IntoContent<Kind>> IntoAnswer<Kind> for T {
    fn into_answer(self) -> Reply {
        Ok(Answer {
            content: self.into_content().map_err(ToolError::Failed)?,
            artifact: None,
        })
    }
}

impl<Kind, T: IntoContent<Kind>, A: Any + Send + Sync> IntoAnswer<(Kind,)> for ToolOutput<T, A> {
    fn into_answer(self) -> Reply {
        Ok(Answer {
            content: self.content.into_content().map_err(ToolError::Failed)?,
            artifact: Some(Box::new(self.artifact)),
        })
    }
}

impl IntoAnswer<Answer> for Answer {
    fn into_answer(self) -> Reply {
        Ok(self)
    }
}

impl fmt::Debug for DynamicTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DynamicTool")
            .field("name", self.name.raw())
            .finish_non_exhaustive()
    }
}

impl DynamicTool {
    /// A tool from a closure that answers at once.
    pub fn new<A, R, E, Kind>(
        name: &str,
        description: &str,
        function: impl Fn(A, &Context) -> Result<R, E> + Send + Sync + 'static,
    ) -> Self
    where
        A: ToolSchema + DeserializeOwned,
        R: IntoAnswer<Kind>,
        E: fmt::Display,
    {
        let function = move |call: &Prepared<'_>| match read::value::<A>(call, A::SCHEMA.get()) {
            Ok((arguments, notes)) => Begun::Done(Made {
                reply: reply(function(arguments, &call.context)),
                notes,
            }),
            Err(errors) => wrong(errors),
        };
        Self::of(
            name,
            description,
            Params::Type(A::SCHEMA),
            true,
            Arc::new(function),
        )
    }

    /// A tool from a closure that answers later.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn new_async<A, R, E, F, Kind>(
        name: &str,
        description: &str,
        function: impl Fn(A, Context) -> F + Send + Sync + 'static,
    ) -> Self
    where
        A: ToolSchema + DeserializeOwned,
        F: Future<Output = Result<R, E>> + Send + 'static,
        R: IntoAnswer<Kind>,
        E: fmt::Display,
    {
        let function = move |call: &Prepared<'_>| match read::value::<A>(call, A::SCHEMA.get()) {
            Ok((arguments, notes)) => {
                let answering = function(arguments, call.context.clone());
                Begun::Later(Box::pin(async move {
                    Made {
                        reply: reply(answering.await),
                        notes,
                    }
                }))
            }
            Err(errors) => wrong(errors),
        };
        Self::of(
            name,
            description,
            Params::Type(A::SCHEMA),
            false,
            Arc::new(function),
        )
    }

    /// A tool from a closure that answers later.
    #[cfg(target_arch = "wasm32")]
    pub fn new_async<A, R, E, F, Kind>(
        name: &str,
        description: &str,
        function: impl Fn(A, Context) -> F + Send + Sync + 'static,
    ) -> Self
    where
        A: ToolSchema + DeserializeOwned,
        F: Future<Output = Result<R, E>> + 'static,
        R: IntoAnswer<Kind>,
        E: fmt::Display,
    {
        let function = move |call: &Prepared<'_>| match read::value::<A>(call, A::SCHEMA.get()) {
            Ok((arguments, notes)) => {
                let answering = function(arguments, call.context.clone());
                Begun::Later(Box::pin(async move {
                    Made {
                        reply: reply(answering.await),
                        notes,
                    }
                }))
            }
            Err(errors) => wrong(errors),
        };
        Self::of(
            name,
            description,
            Params::Type(A::SCHEMA),
            false,
            Arc::new(function),
        )
    }

    /// A tool whose parameters are told by a JSON Schema, from a closure that answers at once. It is declared to each provider by the renderer that declares
    /// compiled tools; what a model sends for that is turned back, checked, and handed over as what the schema describes. See [`import`](crate::import) for what becomes of each keyword.
    ///
    /// ```
    /// use serde_json::{Value, json};
    /// use toolcast::{Provider, call::{Content, ToolCall}, set::{DynamicTool, ToolSet}};
    ///
    /// let schema = json!({
    ///     "type": "object",
    ///     "properties": {"scores": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}}},
    ///     "required": ["scores"]
    /// });
    /// let best = DynamicTool::raw("best", "Who has the most points", &schema, |arguments: Value, _: &_| {
    ///     let scores = arguments["scores"].as_object().ok_or("no scores")?;
    ///     let best = scores.iter().max_by_key(|(_, points)| points.as_u64());
    ///     best.map(|(name, _)| name.clone()).ok_or("nobody plays")
    /// })?;
    /// let tools = ToolSet::builder().dynamic(best).build()?;
    ///
    /// // OpenAI has no words for such a map: there it is a list of keys and values.
    /// let call = ToolCall::new("1", "best", r#"{"scores": [{"key": "Ada", "value": 3}, {"key": "Bob", "value": 5}]}"#);
    /// # let block_on = |future| futures_executor::block_on(future);
    /// let result = block_on(tools.call(Provider::OpenAi, call));
    /// assert_eq!(result.content, [Content::Text("Bob".into())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Where the schema can't be read: it says where and why.
    pub fn raw<'s, R, E, Kind>(
        name: &str,
        description: &str,
        schema: impl Into<Source<'s>>,
        function: impl Fn(Value, &Context) -> Result<R, E> + Send + Sync + 'static,
    ) -> Result<Self, ImportError>
    where
        R: IntoAnswer<Kind>,
        E: fmt::Display,
    {
        Self::read_by(name, description, schema, read::raw, function)
    }

    /// As [`raw`](Self::raw), from a closure that answers later.
    ///
    /// # Errors
    ///
    /// As [`raw`](Self::raw).
    #[cfg(not(target_arch = "wasm32"))]
    pub fn raw_async<'s, R, E, F, Kind>(
        name: &str,
        description: &str,
        schema: impl Into<Source<'s>>,
        function: impl Fn(Value, Context) -> F + Send + Sync + 'static,
    ) -> Result<Self, ImportError>
    where
        F: Future<Output = Result<R, E>> + Send + 'static,
        R: IntoAnswer<Kind>,
        E: fmt::Display,
    {
        Self::read_by_async(name, description, schema, read::raw, function)
    }

    /// As [`raw`](Self::raw), from a closure that answers later.
    ///
    /// # Errors
    ///
    /// As [`raw`](Self::raw).
    #[cfg(target_arch = "wasm32")]
    pub fn raw_async<'s, R, E, F, Kind>(
        name: &str,
        description: &str,
        schema: impl Into<Source<'s>>,
        function: impl Fn(Value, Context) -> F + Send + Sync + 'static,
    ) -> Result<Self, ImportError>
    where
        F: Future<Output = Result<R, E>> + 'static,
        R: IntoAnswer<Kind>,
        E: fmt::Display,
    {
        Self::read_by_async(name, description, schema, read::raw, function)
    }

    /// A tool from a schema, whose arguments are read by `read`.
    pub(crate) fn read_by<'s, A: 'static, R, E, Kind>(
        name: &str,
        description: &str,
        schema: impl Into<Source<'s>>,
        read: ReadBy<A>,
        function: impl Fn(A, &Context) -> Result<R, E> + Send + Sync + 'static,
    ) -> Result<Self, ImportError>
    where
        R: IntoAnswer<Kind>,
        E: fmt::Display,
    {
        let imported = Arc::new(Imported::read(schema)?);
        let params = Params::Raw(Arc::clone(&imported));
        let function = move |call: &Prepared<'_>| match read(call, &imported) {
            Ok((arguments, notes)) => Begun::Done(Made {
                reply: reply(function(arguments, &call.context)),
                notes,
            }),
            Err(errors) => wrong(errors),
        };
        let function = Arc::new(function);
        Ok(Self::of(name, description, params, true, function))
    }

    /// As `read_by`, from a closure that answers later.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn read_by_async<'s, A: 'static, R, E, F, Kind>(
        name: &str,
        description: &str,
        schema: impl Into<Source<'s>>,
        read: ReadBy<A>,
        function: impl Fn(A, Context) -> F + Send + Sync + 'static,
    ) -> Result<Self, ImportError>
    where
        F: Future<Output = Result<R, E>> + Send + 'static,
        R: IntoAnswer<Kind>,
        E: fmt::Display,
    {
        let imported = Arc::new(Imported::read(schema)?);
        let params = Params::Raw(Arc::clone(&imported));
        let function = move |call: &Prepared<'_>| match read(call, &imported) {
            Ok((arguments, notes)) => {
                let answering = function(arguments, call.context.clone());
                Begun::Later(Box::pin(async move {
                    Made {
                        reply: reply(answering.await),
                        notes,
                    }
                }))
            }
            Err(errors) => wrong(errors),
        };
        let function = Arc::new(function);
        Ok(Self::of(name, description, params, false, function))
    }

    /// As `read_by`, from a closure that answers later.
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn read_by_async<'s, A: 'static, R, E, F, Kind>(
        name: &str,
        description: &str,
        schema: impl Into<Source<'s>>,
        read: ReadBy<A>,
        function: impl Fn(A, Context) -> F + Send + Sync + 'static,
    ) -> Result<Self, ImportError>
    where
        F: Future<Output = Result<R, E>> + 'static,
        R: IntoAnswer<Kind>,
        E: fmt::Display,
    {
        let imported = Arc::new(Imported::read(schema)?);
        let params = Params::Raw(Arc::clone(&imported));
        let function = move |call: &Prepared<'_>| match read(call, &imported) {
            Ok((arguments, notes)) => {
                let answering = function(arguments, call.context.clone());
                Begun::Later(Box::pin(async move {
                    Made {
                        reply: reply(answering.await),
                        notes,
                    }
                }))
            }
            Err(errors) => wrong(errors),
        };
        let function = Arc::new(function);
        Ok(Self::of(name, description, params, false, function))
    }

    /// The schema of a tool that was made by [`raw`](Self::raw), as it was read: what is lost in it, by what name its root stands.
    pub fn imported(&self) -> Option<&Imported> {
        match &self.params {
            Params::Raw(imported) => Some(imported),
            Params::Type(_) => None,
        }
    }

    fn of(
        name: &str,
        description: &str,
        params: Params,
        at_once: bool,
        function: Function,
    ) -> Self {
        let words = match &params {
            Params::Raw(imported) => imported.root_words(),
            Params::Type(_) => &[],
        };
        // A description is wanted by some; the name stands in for it.
        let described = if description.is_empty() {
            name
        } else {
            description
        };
        let description = if words.is_empty() {
            EscapedString::new(description)
        } else {
            EscapedString::new(&with_words(described.into(), words))
        };
        DynamicTool {
            name: EscapedString::new(name),
            title: EscapedString::new(""),
            description,
            params: match params {
                Params::Type(params) if takes_nothing(params) => Params::Type(NO_PARAMS),
                params => params,
            },
            hints: Hints::NONE,
            strict: Strict::Auto,
            providers: u32::MAX,
            return_direct: false,
            blocking: false,
            timeout: None,
            needs: Needs::default(),
            at_once,
            function,
        }
    }

    /// With a name for people.
    #[must_use]
    pub fn title(mut self, title: &str) -> Self {
        self.title = EscapedString::new(title);
        self
    }

    /// With what it does to the world.
    #[must_use]
    pub fn hints(mut self, hints: Hints) -> Self {
        self.hints = hints;
        self
    }

    /// With strict mode asked for (`true`), as `#[tool(strict)]` does, or never taken.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = if strict { Strict::On } else { Strict::Off };
        self
    }

    /// For these providers alone.
    #[must_use]
    pub fn providers(mut self, providers: impl IntoIterator<Item = Provider>) -> Self {
        self.providers = providers
            .into_iter()
            .fold(0, |set, provider| set | provider.bit());
        self
    }

    /// With an answer that goes to the user and not back to the model.
    #[must_use]
    pub fn return_direct(mut self) -> Self {
        self.return_direct = true;
        self
    }

    /// With a closure that blocks its thread: it runs where the set's [`Executor`](super::Executor) says. Without effect on one that answers later.
    #[must_use]
    pub fn blocking(mut self) -> Self {
        self.blocking = true;
        self
    }

    /// With a time that a call may take.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// With a type of which the set must have a value; the closure finds it by `context.state().get::<T>()`.
    #[must_use]
    pub fn needs<T: Send + Sync + 'static>(mut self) -> Self {
        self.needs.state::<T>();
        self
    }
}

impl AnyTool for DynamicTool {
    fn spec(&self) -> Spec<'_> {
        let mut spec: Spec<'_> = Spec::NEW;
        spec.name = self.name.text();
        spec.title = self.title.text();
        // A description is wanted by some; the name stands in for it.
        spec.description = if self.description.raw().is_empty() {
            self.name.text()
        } else {
            self.description.text()
        };
        if let Params::Type(params) = self.params {
            spec.params = params;
        }
        spec.hints = self.hints;
        spec.strict = self.strict;
        spec.providers = self.providers;
        spec.return_direct = self.return_direct;
        spec.blocking = self.blocking;
        spec
    }

    fn with_schema(&self, then: &mut dyn FnMut(&Schema<'_>)) {
        match &self.params {
            Params::Type(params) => then(params.get()),
            Params::Raw(imported) => imported.with_schema(then),
        }
    }

    fn ready(&self, _: Provider) -> Option<(&str, bool)> {
        None
    }

    fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    fn needs(&self, needs: &mut Needs) {
        needs.0.extend(&self.needs.0);
    }

    fn blocking(&self) -> bool {
        self.blocking && self.at_once
    }

    fn begin<'c>(&'c self, call: &'c Prepared<'c>) -> Begun<'c> {
        (self.function)(call)
    }
}

fn reply<Kind, R: IntoAnswer<Kind>, E: fmt::Display>(result: Result<R, E>) -> Reply {
    match result {
        Ok(answer) => answer.into_answer(),
        Err(error) => Err(ToolError::failed(&error)),
    }
}

/// Whether a closure takes nothing: `()`.
fn takes_nothing(params: SchemaRef) -> bool {
    matches!(params.get().kind, Kind::Null)
}

fn wrong(errors: ArgumentErrors) -> Begun<'static> {
    Begun::Done(Err(ToolError::Arguments(errors)).into())
}
