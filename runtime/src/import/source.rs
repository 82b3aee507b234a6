//! External sources of tools, each with one function that calls its tools.

use core::any::Any;
use core::fmt;
use core::future::Future;
use core::time::Duration;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::dynamic::raw;
use super::{DefinitionError, ToolDefinition, ToolDefinitions};
use crate::call::{CallContext, IntoContent, Reply, ToolError};
use crate::provider::Provider;
use crate::schema::Schema;
use crate::set::arguments::CallInput;
use crate::set::entry::{CallStart, SharedTool, ToolObject};
use crate::set::report::reason;
use crate::set::{SkippedTool, ToolInfo, ToolSetBuilder};
use crate::spec::Spec;
use crate::task::{BoxFuture, MaybeSend};
use crate::text::Secrets;

/// Third-party tools from one source, such as an MCP server, with a function that calls them. Add
/// it to a set with [`ToolSetBuilder::source`](crate::set::ToolSetBuilder::source).
///
/// ```
/// use toolcast::call::{Content, ToolCall, ToolError};
/// use toolcast::import::{ToolDefinitions, SourceCall, ToolSource};
/// use toolcast::set::ToolSet;
/// use toolcast::Provider;
///
/// let listed = ToolDefinitions::parse(r#"{"tools": [
///     {"name": "files.read", "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}},
///     {"name": "broken", "inputSchema": {"type": "object", "properties": 7}}
/// ]}"#)?;
/// let disk = ToolSource::new("disk", listed, |call: SourceCall| async move {
///     // Here the program asks the server, by the name that it knows.
///     Ok::<_, ToolError>(format!("{} {}", call.tool, call.arguments_value()["path"]))
/// });
/// let tools = ToolSet::builder().source(disk).build()?;
///
/// let provider = Provider::OpenAi;
/// assert!(tools.request_fragment(provider)?.contains(r#""name":"files_read""#));
/// let report = tools.request_report(provider)?;
/// assert_eq!(report.skipped[0].name, "broken");
///
/// let call = ToolCall::new("call_1", "files_read", r#"{"path":"a.txt"}"#);
/// let result = futures_executor::block_on(tools.call(provider, call));
/// assert_eq!(result.content, [Content::Text("files.read \"a.txt\"".into())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[must_use = "the tools are called only as a part of a set"]
pub struct ToolSource {
    definitions: ToolDefinitions,
    always: bool,
    secrets: Secrets,
    settings: SourceSettings,
}

/// The settings that all tools of a source share.
#[derive(Clone)]
struct SourceSettings {
    name: Arc<str>,
    timeout: Option<Duration>,
    approve: bool,
    max_result_bytes: Option<usize>,
    function: SourceFunction,
}

/// A call of an external tool.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SourceCall {
    /// The tool's original name in its source.
    pub tool: Arc<str>,
    arguments: Value,
    /// The call's context.
    pub context: CallContext,
    definition: Arc<ToolDefinition>,
}

impl SourceCall {
    /// The arguments in the form of the source's schema, as JSON text: rewrites for the provider
    /// are undone.
    pub fn arguments(&self) -> String {
        self.arguments.to_string()
    }

    /// The [`arguments`](Self::arguments) as a value.
    pub fn arguments_value(&self) -> &Value {
        &self.arguments
    }

    /// The arguments as an object. `None` if they are not an object, because the tool's schema is
    /// not an object schema.
    pub fn arguments_object(&self) -> Option<&Map<String, Value>> {
        self.arguments.as_object()
    }

    /// The tool's definition.
    pub fn definition(&self) -> &ToolDefinition {
        &self.definition
    }
}

type SourceFunction = Arc<dyn Fn(SourceCall) -> BoxFuture<'static, Reply> + Send + Sync>;

impl fmt::Debug for ToolSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolSource")
            .field("name", &self.settings.name)
            .field("tools", &self.definitions.tools.len())
            .field("unreadable", &self.definitions.unreadable.len())
            .finish_non_exhaustive()
    }
}

impl ToolSource {
    /// Creates a source from its name, its tools, and the function that calls them. Tools that
    /// could not be read are reported with every request.
    ///
    /// A [`ToolError`] returned by the function is passed on unchanged, for example
    /// [`Failed`](ToolError::Failed) with a text for the model. The content of a
    /// [`FailedWith`](ToolError::FailedWith) becomes the result's.
    pub fn new<R, F, Kind>(
        name: impl Into<String>,
        definitions: impl Into<ToolDefinitions>,
        function: impl Fn(SourceCall) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<R, ToolError>> + MaybeSend + 'static,
        R: IntoContent<Kind>,
    {
        let function = move |call: SourceCall| -> BoxFuture<'static, Reply> {
            let answering = function(call);
            Box::pin(async move { answering.await?.into_output() })
        };
        ToolSource {
            // Definitions read together already have unique names, but lists may have been merged
            // since.
            definitions: definitions.into().distinct(),
            always: false,
            secrets: Secrets::default(),
            settings: SourceSettings {
                name: name.into().into(),
                timeout: None,
                approve: false,
                max_result_bytes: None,
                function: Arc::new(function),
            },
        }
    }

    /// Adds the source's name as a prefix to every tool's name (`source_tool`), not only to
    /// duplicate names.
    pub fn always_prefixed(mut self) -> Self {
        self.always = true;
        self
    }

    /// Sets the timeout of each tool's calls.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.settings.timeout = Some(timeout);
        self
    }

    /// Lets calls of the source's tools wait for an approval, as `#[tool(approve)]` does.
    pub fn approve(mut self) -> Self {
        self.settings.approve = true;
        self
    }

    /// Sets the maximum total size of the texts of one result, in bytes, for each tool of the
    /// source. Longer texts are shortened, as described at the set's
    /// [maximum](crate::set::ToolSetBuilder::max_result_bytes), which this replaces.
    pub fn max_result_bytes(mut self, max: usize) -> Self {
        self.settings.max_result_bytes = Some(max);
        self
    }

    /// Removes a secret from everything that the source's tools send to a model, such as the token
    /// of its server: see [`ToolSetBuilder::redact`](crate::set::ToolSetBuilder::redact).
    pub fn redact(mut self, secret: impl Into<String>) -> Self {
        self.secrets = self.secrets.with(secret);
        self
    }

    /// The source's name.
    pub fn name(&self) -> &str {
        &self.settings.name
    }
}

impl ToolSetBuilder {
    /// Adds the tools of an external source, such as an MCP server or a definition file. If another
    /// source or the program has a tool of the same name, the tool gets its source's name as a
    /// prefix: `source_tool`.
    pub fn source(mut self, source: ToolSource) -> Self {
        let settings = &Arc::new(source.settings);
        let unreadable = source.definitions.unreadable.iter();
        let skipped = unreadable.map(|bad| skipped(&settings.name, bad));
        let tools = source.definitions.tools.into_iter();
        let tools = tools.map(|definition| -> SharedTool {
            Arc::new(ForeignTool {
                tool: definition.name().into(),
                definition: Arc::new(definition),
                source: Arc::clone(settings),
            })
        });
        let name = (Arc::clone(&settings.name), source.always);
        self.add_source(name, &source.secrets, skipped, tools);
        self
    }
}

fn skipped(source: &str, bad: &DefinitionError) -> SkippedTool {
    SkippedTool {
        name: match &bad.name {
            Some(name) => name.clone(),
            None => format!("tool {}", bad.index),
        },
        source: Some(source.into()),
        reasons: [reason(&bad.pointer, &bad.reason)].into(),
        report: None,
    }
}

impl<'s> ToolInfo<'s> {
    /// The definition of an external tool.
    pub fn definition(&self) -> Option<&'s ToolDefinition> {
        let tool: &ForeignTool = (&*self.member.tool as &dyn Any).downcast_ref()?;
        Some(&tool.definition)
    }
}

/// A tool of a source.
pub(crate) struct ForeignTool {
    tool: Arc<str>,
    definition: Arc<ToolDefinition>,
    source: Arc<SourceSettings>,
}

impl ToolObject for ForeignTool {
    fn spec(&self) -> Spec<'_> {
        Spec {
            approve: self.source.approve,
            max_result_bytes: self.source.max_result_bytes,
            ..self.definition.spec()
        }
    }

    fn with_schema(&self, then: &mut dyn FnMut(&Schema<'_>)) {
        self.definition.parameters().with_schema(then);
    }

    fn timeout(&self) -> Option<Duration> {
        self.source.timeout
    }

    fn source(&self) -> Option<&str> {
        Some(&self.source.name)
    }

    fn title(&self) -> Option<&str> {
        self.definition.title()
    }

    fn annotations_json(&self) -> Option<&str> {
        self.definition.annotations_json()
    }

    fn complete(&self, provider: Provider, strict: bool, declaration: String) -> String {
        self.definition.complete(provider, strict, declaration)
    }

    fn begin<'c>(&'c self, call: &'c CallInput<'c>) -> CallStart<'c> {
        let read = raw(call, self.definition.parameters());
        CallStart::later(call, read, |arguments| {
            (self.source.function)(SourceCall {
                tool: Arc::clone(&self.tool),
                arguments,
                context: call.context.clone(),
                definition: Arc::clone(&self.definition),
            })
        })
    }
}
