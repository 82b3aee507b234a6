//! A tool: its definition and the traits that the macros implement.

mod compiled;

use core::time::Duration;

#[cfg(feature = "call")]
use {serde_json::Value, std::borrow::Cow};

use crate::provider::Provider;
use crate::render::{Diagnostics, HasSpec, Report, Texts, texts_again};
use crate::schema::Schema;
use crate::spec::{Spec, ToolAnnotations};
#[cfg(feature = "call")]
use crate::{
    call::{CallContext, Invocation, Requirements, Run, ToolError, ToolFuture},
    decode::{Arguments, DecodeOptions},
    dialect::Dialect,
};

pub use compiled::CompiledTool;

/// A function that `#[tool]` turned into a tool. The attribute implements it for the type with the
/// function's name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "not made by `#[tool]`",
    note = "a tool has its function's name: write `#[tool]` on the function, and its path here",
    note = "the tools of a type with `#[tools]` are added by `.tools(value)`, or by `.tool_defs({Self}::TOOLS)` if no method has `self`"
)]
pub trait Tool {
    /// The tool's metadata from the macro, without texts.
    #[doc(hidden)]
    const UNRENDERED: ToolDef;

    /// The tool's static metadata. Texts are rendered on use, so `cargo check` alone renders none.
    const DEF: &'static ToolDef = &Self::UNRENDERED.with_texts(crate::render::texts::<Self>());

    /// Returns the whole declaration for a provider, as JSON text. See [`ToolDef::schema_for`].
    #[track_caller]
    fn schema_for(provider: Provider) -> &'static str {
        Self::DEF.schema_for(provider)
    }

    /// Calls the function with arguments that the provider's model wrote, as JSON text. See
    /// [`ToolDef::call`].
    ///
    /// ```
    /// use toolcast::call::Content;
    /// use toolcast::{Provider, Tool, tool};
    ///
    /// #[tool]
    /// fn shout(text: &str, #[tool(default = 1)] marks: usize) -> String {
    ///     text.to_uppercase() + &"!".repeat(marks)
    /// }
    ///
    /// let reply = shout::call(Provider::OpenAi, r#"{"text": "hello"}"#);
    /// // Of a function that isn't `async`, the answer is there; else: `.await`.
    /// let answer = reply.now_or_never().unwrap().unwrap();
    /// assert_eq!(answer.content, [Content::Text("HELLO!".into())]);
    ///
    /// let error = shout::call(Provider::OpenAi, r#"{"marks": 1}"#).now_or_never().unwrap().unwrap_err();
    /// assert!(error.to_string().contains("text"));
    /// ```
    #[cfg(feature = "call")]
    fn call(provider: Provider, arguments: &str) -> ToolFuture<'_> {
        Self::DEF.call(provider, arguments)
    }

    /// Calls the function with the call's context: the state for injected parameters, the call's
    /// id.
    #[cfg(feature = "call")]
    fn call_with(context: CallContext, arguments: &str) -> ToolFuture<'_> {
        Self::DEF.call_with(context, arguments)
    }
}

/// A value whose methods are tools. `#[tools]` on an `impl` block implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no tools",
    label = "not made by `#[tools]`",
    note = "write `#[tools]` on an `impl` block of the type, and `#[tool]` on its methods"
)]
pub trait Tools {
    /// The tools, in the order of the methods.
    const TOOLS: &'static [ToolDef];
}

/// The metadata of a tool: plain data in read-only memory.
///
/// ```
/// use toolcast::{Provider, Tool, ToolDef, tool};
///
/// /// Adds two numbers.
/// #[tool(read_only)]
/// fn add(a: i32, b: i32) -> i32 {
///     a + b
/// }
///
/// let def: &ToolDef = add::DEF;
/// assert_eq!(def.name(), "add");
/// assert_eq!(def.description(), "Adds two numbers.");
/// assert_eq!(def.schema_for(Provider::OpenAi), add::schema_for(Provider::OpenAi));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ToolDef {
    pub(crate) spec: &'static Spec<'static>,
    texts: Texts,
    timeout: Option<Duration>,
    #[cfg(feature = "call")]
    pub(crate) run: Option<Run>,
    #[cfg(feature = "call")]
    pub(crate) needs: fn(&mut Requirements),
}

impl ToolDef {
    /// Creates a definition without texts. It is all that a failed expansion generates, so that no
    /// other errors follow.
    #[doc(hidden)]
    pub const fn new(spec: &'static Spec<'static>) -> Self {
        ToolDef {
            spec,
            texts: Texts::NONE,
            timeout: None,
            #[cfg(feature = "call")]
            run: None,
            #[cfg(feature = "call")]
            needs: Run::NO_NEEDS,
        }
    }

    #[doc(hidden)]
    #[cfg(feature = "call")]
    #[must_use]
    pub const fn with_run(mut self, (run, needs): (Run, fn(&mut Requirements))) -> Self {
        self.run = Some(run);
        self.needs = needs;
        self
    }

    #[doc(hidden)]
    #[cfg(not(feature = "call"))]
    #[must_use]
    pub const fn with_run(self, (): ()) -> Self {
        self
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn with_timeout(mut self, after: Duration) -> Self {
        self.timeout = Some(after);
        self
    }

    pub(crate) const fn with_texts(self, texts: Texts) -> Self {
        ToolDef { texts, ..self }
    }

    pub(crate) const fn spec(&self) -> &'static Spec<'static> {
        self.spec
    }

    /// The name that the model calls.
    pub const fn name(&self) -> &'static str {
        self.spec.name.raw()
    }

    /// The display name, if the author gave one.
    pub const fn title(&self) -> Option<&'static str> {
        if self.spec.title.is_empty() {
            None
        } else {
            Some(self.spec.title.raw())
        }
    }

    /// The tool's description.
    pub const fn description(&self) -> &'static str {
        self.spec.description.raw()
    }

    /// The schema of the parameters: an object.
    #[doc(hidden)]
    pub const fn parameters(&self) -> &'static Schema<'static> {
        self.spec.params.get()
    }

    /// The behaviour hints: read-only, destructive, idempotent, open-world.
    pub const fn annotations(&self) -> ToolAnnotations {
        self.spec.hints
    }

    /// Returns `true` if the result is meant for the user: the program decides not to ask the model
    /// again.
    pub const fn is_return_direct(&self) -> bool {
        self.spec.return_direct
    }

    /// Returns `true` for `#[tool(blocking)]`: a set runs the function on a separate thread.
    pub const fn is_blocking(&self) -> bool {
        self.spec.blocking
    }

    /// Returns `true` for `#[tool(approve)]`: calls in a set wait for an approval.
    pub const fn needs_approval(&self) -> bool {
        self.spec.approve
    }

    /// The maximum bytes of the texts of a result, if the author set one.
    pub const fn max_result_bytes(&self) -> Option<usize> {
        self.spec.max_result_bytes
    }

    /// The time limit of a call, if the author set one.
    pub const fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// The function to call. `None` for the tool of a function whose expansion failed.
    #[doc(hidden)]
    #[cfg(feature = "call")]
    pub const fn run(&self) -> Option<Run> {
        self.run
    }

    /// Records the requirements of the function's injected parameters.
    #[doc(hidden)]
    #[cfg(feature = "call")]
    pub fn needs(&self, needs: &mut Requirements) {
        (self.needs)(needs);
    }

    /// Calls the function with arguments that the provider's model wrote, as JSON text. See
    /// [`call_with`](Self::call_with), which takes the values of injected parameters too.
    #[cfg(feature = "call")]
    pub fn call<'a>(&self, provider: Provider, arguments: &'a str) -> ToolFuture<'a> {
        self.call_with(CallContext::new(provider, "", self.name()), arguments)
    }

    /// Calls the function with arguments that a model wrote, as JSON text: one call, without a set.
    ///
    /// The arguments are decoded in the form of the context's provider. Injected values come from
    /// the context. Only a set applies timeouts, catches panics and moves blocking functions to
    /// another thread.
    ///
    /// # Errors
    ///
    /// The call returns one of:
    /// - [`ToolError::Arguments`] if the arguments don't fit;
    /// - [`ToolError::MissingState`] if an injected value is not in the context;
    /// - [`ToolError::Failed`] if the function returned an error. One that is a `ToolError` stays
    ///   what it is.
    #[cfg(feature = "call")]
    pub fn call_with<'a>(&self, context: CallContext, arguments: &'a str) -> ToolFuture<'a> {
        let Some(run) = self.run else {
            return ToolFuture::ready(Err(ToolError::no_function()));
        };
        let params = self.parameters();
        let options = DecodeOptions::new();
        let provider = context.provider();
        let arguments = match Arguments::parse_with(arguments, params, provider, options) {
            Ok(arguments) => arguments,
            Err(errors) => return ToolFuture::ready(Err(ToolError::Arguments(errors))),
        };
        let dialect = crate::render::is_strict_asked(self.spec, context.provider());
        ToolFuture::new(async move {
            let context = Cow::Owned(context);
            let invocation = Invocation::with_dialect(params, arguments, context, dialect);
            match run {
                Run::Sync(run) => invocation.run(run),
                Run::Async(run) => invocation.run(run).await,
            }
        })
    }

    /// Returns the whole declaration for a provider, as JSON text: an item of the request's list of
    /// tools.
    ///
    /// # Panics
    ///
    /// Panics if the provider would reject the tool, or if the tool is not built for it
    /// (`providers(..)`, `except(..)`, `TOOLCAST_PROVIDERS`); in a const that is a compile error.
    /// See [`try_schema_for`](Self::try_schema_for).
    #[track_caller]
    pub const fn schema_for(&self, provider: Provider) -> &'static str {
        match self.texts.declaration(provider) {
            Some(text) => text,
            None => crate::render::refuse(self.spec, provider),
        }
    }

    /// Returns the whole declaration for a provider, as JSON text. `None` if
    /// [`schema_for`](Self::schema_for) would panic. Its error is [`report_for`](Self::report_for):
    ///
    /// ```
    /// use toolcast::{Provider, Report, tool};
    ///
    /// #[tool(except(Cohere))]
    /// fn delete_file(path: &str) {}
    ///
    /// fn declaration(provider: Provider) -> Result<&'static str, Report> {
    ///     let text = delete_file::try_schema_for(provider);
    ///     text.ok_or_else(|| delete_file::report_for(provider))
    /// }
    ///
    /// assert!(declaration(Provider::Mistral).is_ok());
    /// assert!(declaration(Provider::Cohere).is_err());
    /// ```
    pub const fn try_schema_for(&self, provider: Provider) -> Option<&'static str> {
        self.texts.declaration(provider)
    }

    /// Returns the schema of the parameters for a provider. `None` if the provider requires the
    /// field to be absent, or if [`try_schema_for`](Self::try_schema_for) is `None` too.
    pub const fn parameters_for(&self, provider: Provider) -> Option<&'static str> {
        self.texts.parameters(provider)
    }

    /// Returns whether the declaration requests the provider's strict mode.
    pub const fn is_strict_for(&self, provider: Provider) -> bool {
        self.texts.strict(provider)
    }

    /// Reports the constructs that the provider can't express or would reject, with the outcome for
    /// each.
    #[must_use = "a report changes nothing"]
    pub fn report_for(&self, provider: Provider) -> Report {
        crate::render::report(self.spec, provider)
    }

    /// Converts arguments in serde's form to the form of [`schema_for`](Self::schema_for), such as
    /// for the calls of an example conversation. Values that don't fit are unchanged. A set that
    /// sends the tool without its strict mode
    /// ([`RequestReport::strict_disabled`](crate::set::RequestReport::strict_disabled)) declares
    /// another form; calls in either one are read.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use toolcast::serde_json::json;
    /// use toolcast::{Provider, Tool, tool};
    ///
    /// /// Count words.
    /// #[tool]
    /// fn count(words: BTreeMap<String, u32>) -> usize {
    ///     words.len()
    /// }
    ///
    /// let arguments = count::DEF.to_model(Provider::Gemini, json!({"words": {"a": 2}}));
    /// assert_eq!(arguments, json!({"words": [{"key": "a", "value": 2}]}));
    /// let arguments = count::DEF.from_model(Provider::Gemini, arguments);
    /// assert_eq!(arguments, json!({"words": {"a": 2}}));
    /// ```
    #[cfg(feature = "call")]
    pub fn to_model(&self, provider: Provider, arguments: Value) -> Value {
        crate::convert::to_model(self.parameters(), self.dialect_for(provider), arguments)
    }

    /// Converts arguments from the form of [`schema_for`](Self::schema_for) to serde's. Values that
    /// don't fit are unchanged. [`call`](Self::call) also checks them.
    #[cfg(feature = "call")]
    pub fn from_model(&self, provider: Provider, arguments: Value) -> Value {
        crate::convert::from_model(self.parameters(), self.dialect_for(provider), arguments)
    }

    /// The dialect of the declaration.
    #[cfg(feature = "call")]
    fn dialect_for(&self, provider: Provider) -> &'static Dialect {
        crate::dialect::of(provider, self.is_strict_for(provider))
    }
}

/// Returns a tool's definition for generated code.
///
/// A const function that refers to `DEF` of a tool in its own crate renders the texts when it is
/// checked; this generic one does so only when it is called. It is never inlined, because the
/// optimizer would otherwise render the texts of each tool for its type's own functions, called or
/// not.
#[doc(hidden)]
#[inline(never)]
pub const fn def<T: Tool>() -> &'static ToolDef {
    T::DEF
}

impl<T: Tool + ?Sized> HasSpec for T {
    const SPEC: &'static Spec<'static> = T::UNRENDERED.spec;
}

impl Diagnostics {
    /// Finds the faults for the providers that the tool is built for.
    pub const fn of(tool: &ToolDef) -> Self {
        Diagnostics::of_spec(tool.spec)
    }
}

/// Renders the texts of the tool again, at run time. They are leaked, because only tests of the
/// compiler use this.
#[doc(hidden)]
pub fn rerendered(tool: &ToolDef) -> ToolDef {
    tool.with_texts(texts_again(tool.spec))
}
