//! Where tools of others come from, and one function that calls all of them.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::future::Future;
use core::pin::Pin;
use core::time::Duration;

use serde_json::{Map, Value};

use super::dynamic::IntoAnswer;
use super::entry::{AnyTool, Begun, Made, Prepared};
use super::read;
use crate::call::{Context, Needs, Reply, ToolError};
use crate::import::{Definition, Definitions, Unreadable};
use crate::provider::Provider;
use crate::schema::Schema;
use crate::spec::Spec;
use crate::text::Secrets;

/// Tools that others wrote, under the name of where they come from, with a function that calls them: the tools of an MCP server, say. It joins a set by
/// [`ToolSetBuilder::source`](super::ToolSetBuilder::source).
///
/// ```
/// use toolcast::call::{Content, ToolCall, ToolError};
/// use toolcast::import::Definitions;
/// use toolcast::set::{ForeignCall, ToolSet, ToolSource};
/// use toolcast::Provider;
///
/// let listed = Definitions::read(r#"{"tools": [
///     {"name": "files.read", "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}},
///     {"name": "broken", "inputSchema": {"type": "object", "properties": 7}}
/// ]}"#)?;
/// let disk = ToolSource::new("disk", listed, |call: ForeignCall| async move {
///     // Here the program asks the server, by the name that it knows.
///     Ok::<_, ToolError>(format!("{} {}", call.tool, call.arguments["path"]))
/// });
/// let tools = ToolSet::builder().source(disk).build()?;
///
/// let provider = Provider::OpenAi;
/// let request = tools.request(provider)?;
/// assert!(request.fragment.contains(r#""name":"files_read""#));
/// assert_eq!(request.report.refused[0].name, "broken");
///
/// let call = ToolCall::new("call_1", "files_read", r#"{"path":"a.txt"}"#);
/// let result = futures_executor::block_on(tools.call(provider, call));
/// assert_eq!(result.content, [Content::Text("files.read \"a.txt\"".into())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct ToolSource {
    pub(crate) name: Arc<str>,
    pub(crate) tools: Vec<Definition>,
    pub(crate) unreadable: Vec<Unreadable>,
    pub(crate) always: bool,
    pub(crate) secrets: Secrets,
    timeout: Option<Duration>,
    function: Function,
}

/// A call of a tool of others.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ForeignCall {
    /// The tool's name, as its source gave it.
    pub tool: Arc<str>,
    /// The arguments, as the source's schema wants them: what was rewritten for the provider is undone.
    pub arguments: Value,
    /// What surrounds the call.
    pub context: Context,
    definition: Arc<Definition>,
}

impl ForeignCall {
    /// The arguments as JSON text.
    pub fn text(&self) -> String {
        self.arguments.to_string()
    }

    /// The arguments as an object. A tool whose schema is no object's has others: these are `None`.
    pub fn object(&self) -> Option<&Map<String, Value>> {
        self.arguments.as_object()
    }

    /// The tool's definition.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }
}

#[cfg(not(target_arch = "wasm32"))]
type Answering = Pin<Box<dyn Future<Output = Reply> + Send>>;
#[cfg(target_arch = "wasm32")]
type Answering = Pin<Box<dyn Future<Output = Reply>>>;
type Function = Arc<dyn Fn(ForeignCall) -> Answering + Send + Sync>;

impl fmt::Debug for ToolSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolSource")
            .field("name", &self.name)
            .field("tools", &self.tools.len())
            .field("unreadable", &self.unreadable.len())
            .finish_non_exhaustive()
    }
}

impl ToolSource {
    /// Tools under the name of their source, and what calls them. What could not be read is handed back with every request.
    ///
    /// A [`ToolError`] that the function answers is told as it is: [`Failed`](ToolError::Failed) with a text for the model.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn new<R, F, Kind>(
        name: &str,
        definitions: impl Into<Definitions>,
        function: impl Fn(ForeignCall) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<R, ToolError>> + Send + 'static,
        R: IntoAnswer<Kind>,
    {
        let function = move |call: ForeignCall| -> Answering {
            let answering = function(call);
            Box::pin(async move { answering.await?.into_answer() })
        };
        Self::of(name, definitions.into(), Arc::new(function))
    }

    /// Tools under the name of their source, and what calls them. What could not be read is handed back with every request.
    ///
    /// A [`ToolError`] that the function answers is told as it is: [`Failed`](ToolError::Failed) with a text for the model.
    #[cfg(target_arch = "wasm32")]
    pub fn new<R, F, Kind>(
        name: &str,
        definitions: impl Into<Definitions>,
        function: impl Fn(ForeignCall) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<R, ToolError>> + 'static,
        R: IntoAnswer<Kind>,
    {
        let function = move |call: ForeignCall| -> Answering {
            let answering = function(call);
            Box::pin(async move { answering.await?.into_answer() })
        };
        Self::of(name, definitions.into(), Arc::new(function))
    }

    fn of(name: &str, definitions: Definitions, function: Function) -> Self {
        // What was read together has each name once already; lists may have been joined since.
        let definitions = definitions.distinct();
        ToolSource {
            name: name.into(),
            tools: definitions.tools,
            unreadable: definitions.unreadable,
            always: false,
            secrets: Secrets::default(),
            timeout: None,
            function,
        }
    }

    /// With the source's name in front of every tool's name, `source_tool`, and not only where two tools have one name.
    #[must_use]
    pub fn always_prefixed(mut self) -> Self {
        self.always = true;
        self
    }

    /// With a time that a call of each of the tools may take.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Removes a secret from everything that the source's tools send to a model, such as the token
    /// of its server: see [`ToolSetBuilder::redact`](super::ToolSetBuilder::redact).
    #[must_use]
    pub fn redact(mut self, secret: &str) -> Self {
        self.secrets = self.secrets.with(secret);
        self
    }

    /// The source's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The tools, as members of a set.
    pub(crate) fn into_tools(self) -> impl Iterator<Item = ForeignTool> {
        let ToolSource {
            name,
            tools,
            timeout,
            function,
            ..
        } = self;
        tools.into_iter().map(move |definition| ForeignTool {
            tool: definition.name().into(),
            definition: Arc::new(definition),
            source: Arc::clone(&name),
            timeout,
            function: Arc::clone(&function),
        })
    }
}

/// A tool of a source.
pub(crate) struct ForeignTool {
    tool: Arc<str>,
    definition: Arc<Definition>,
    source: Arc<str>,
    timeout: Option<Duration>,
    function: Function,
}

impl AnyTool for ForeignTool {
    fn spec(&self) -> Spec<'_> {
        self.definition.spec()
    }

    fn with_schema(&self, then: &mut dyn FnMut(&Schema<'_>)) {
        self.definition.parameters().with_schema(then);
    }

    fn ready(&self, _: Provider) -> Option<(&str, bool)> {
        None
    }

    fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    fn needs(&self, _: &mut Needs) {}

    fn blocking(&self) -> bool {
        false
    }

    fn foreign(&self) -> Option<(&str, &Definition)> {
        Some((&self.source, &self.definition))
    }

    fn begin<'c>(&'c self, call: &'c Prepared<'c>) -> Begun<'c> {
        let parameters = self.definition.parameters();
        let (arguments, notes) = match read::raw(call, parameters) {
            Ok(read) => read,
            Err(errors) => return Begun::Done(Err(ToolError::Arguments(errors)).into()),
        };
        let answering = (self.function)(ForeignCall {
            tool: Arc::clone(&self.tool),
            arguments,
            context: call.context.clone(),
            definition: Arc::clone(&self.definition),
        });
        Begun::Later(Box::pin(async move {
            Made {
                reply: answering.await,
                notes,
            }
        }))
    }
}
