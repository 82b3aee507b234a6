//! Tools defined by a JSON Schema and a closure, and their arguments.

use core::any::Any;
use core::fmt;
use core::future::Future;
use std::borrow::Cow;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::unsupported::with_words;
use super::{ImportError, ImportedSchema, SchemaInput};
use crate::call::{CallContext, IntoContent};
use crate::decode::{ArgumentErrors, ArgumentNotes, Arguments, DecodeOptions, Fault, FaultKind};
use crate::dialect::Dialect;
use crate::schema::{NO_PARAMS, Schema};
use crate::set::DynamicTool;
use crate::set::arguments::CallInput;
use crate::set::dynamic::reply;
use crate::set::entry::{CallStart, ParameterSchema};
use crate::task::MaybeSend;
use crate::text::beginning;

impl ParameterSchema for ImportedSchema {
    fn with_schema(&self, then: &mut dyn FnMut(&Schema<'_>)) {
        ImportedSchema::with_schema(self, then);
    }
}

/// The description of the tool, with the root's constraints that no keyword of the tree expresses.
/// Some providers require a description: the name is the fallback.
fn described<'d>(name: &str, description: &'d str, imported: &ImportedSchema) -> Cow<'d, str> {
    match imported.texts.words.as_slice() {
        [] => Cow::Borrowed(description),
        words if description.is_empty() => Cow::Owned(with_words(name.into(), words)),
        words => Cow::Owned(with_words(description.into(), words)),
    }
}

impl DynamicTool {
    /// Creates a tool with parameters defined by a JSON Schema, from a synchronous closure.
    ///
    /// The renderer for compiled tools declares it to each provider. Arguments are converted back
    /// and validated, so that the closure receives a value of the given schema. See
    /// [`import`](super) for the handling of each keyword.
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
    /// let best = DynamicTool::from_schema("best", "Who has the most points", &schema, |arguments: Value, _: &_| {
    ///     let scores = arguments["scores"].as_object().ok_or("no scores")?;
    ///     let best = scores.iter().max_by_key(|(_, points)| points.as_u64());
    ///     best.map(|(name, _)| name.clone()).ok_or("no player")
    /// })?;
    /// let tools = ToolSet::builder().dynamic(best).build()?;
    ///
    /// // OpenAI can't express such a map: there it is a list of keys and values.
    /// let call = ToolCall::new("1", "best", r#"{"scores": [{"key": "Ada", "value": 3}, {"key": "Bob", "value": 5}]}"#);
    /// # let block_on = |future| futures_executor::block_on(future);
    /// let result = block_on(tools.call(Provider::OpenAi, call));
    /// assert_eq!(result.content, [Content::Text("Bob".into())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error with the location and the reason if the schema can't be read.
    pub fn from_schema<'s, R, E, Kind>(
        name: impl Into<String>,
        description: impl Into<String>,
        schema: impl Into<SchemaInput<'s>>,
        function: impl Fn(Value, &CallContext) -> Result<R, E> + Send + Sync + 'static,
    ) -> Result<Self, ImportError>
    where
        R: IntoContent<Kind>,
        E: fmt::Display + 'static,
    {
        let (name, description) = (name.into(), description.into());
        Self::started_by(&name, &description, schema, true, move |call, imported| {
            CallStart::at_once(call, raw(call, imported), |arguments| {
                reply(function(arguments, &call.context))
            })
        })
    }

    /// Creates a tool with parameters defined by a JSON Schema, from a closure that returns a
    /// future.
    ///
    /// # Errors
    ///
    /// The errors of [`from_schema`](Self::from_schema).
    pub fn from_schema_async<'s, R, E, F, Kind>(
        name: impl Into<String>,
        description: impl Into<String>,
        schema: impl Into<SchemaInput<'s>>,
        function: impl Fn(Value, CallContext) -> F + Send + Sync + 'static,
    ) -> Result<Self, ImportError>
    where
        F: Future<Output = Result<R, E>> + MaybeSend + 'static,
        R: IntoContent<Kind>,
        E: fmt::Display + 'static,
    {
        let (name, description) = (name.into(), description.into());
        Self::started_by(&name, &description, schema, false, move |call, imported| {
            CallStart::later(call, raw(call, imported), |arguments| {
                let answering = function(arguments, call.context.clone());
                async move { reply(answering.await) }
            })
        })
    }

    /// Creates a tool whose arguments have a type that the JSON Schema describes. If serde rejects
    /// a value that the schema accepts (a `try_from`), that is an error for the model as well.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolcast::{Provider, call::{Content, ToolCall}, set::{DynamicTool, ToolSet}};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Add {
    ///     a: i32,
    ///     b: i32,
    /// }
    ///
    /// let integer = json!({"type": "integer"});
    /// let schema = json!({"type": "object", "properties": {"a": integer, "b": integer}, "required": ["a", "b"]});
    /// let add = DynamicTool::from_schema_as("add", "Add two numbers", &schema, |Add { a, b }, _: &_| {
    ///     a.checked_add(b).ok_or("the sum is too large")
    /// })?;
    /// let tools = ToolSet::builder().dynamic(add).build()?;
    /// let call = ToolCall::new("1", "add", r#"{"a": 2, "b": 3}"#);
    /// # let block_on = |future| futures_executor::block_on(future);
    /// let result = block_on(tools.call(Provider::OpenAi, call));
    /// assert_eq!(result.content, [Content::Json("5".into())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`from_schema`](Self::from_schema).
    pub fn from_schema_as<'s, A, R, E, Kind>(
        name: impl Into<String>,
        description: impl Into<String>,
        schema: impl Into<SchemaInput<'s>>,
        function: impl Fn(A, &CallContext) -> Result<R, E> + Send + Sync + 'static,
    ) -> Result<Self, ImportError>
    where
        A: DeserializeOwned + 'static,
        R: IntoContent<Kind>,
        E: fmt::Display + 'static,
    {
        let (name, description) = (name.into(), description.into());
        Self::started_by(&name, &description, schema, true, move |call, imported| {
            CallStart::at_once(call, raw_as(call, imported), |arguments| {
                reply(function(arguments, &call.context))
            })
        })
    }

    /// Creates a tool whose arguments have a type that the JSON Schema describes, from a closure
    /// that returns a future.
    ///
    /// # Errors
    ///
    /// The errors of [`from_schema`](Self::from_schema).
    pub fn from_schema_as_async<'s, A, R, E, F, Kind>(
        name: impl Into<String>,
        description: impl Into<String>,
        schema: impl Into<SchemaInput<'s>>,
        function: impl Fn(A, CallContext) -> F + Send + Sync + 'static,
    ) -> Result<Self, ImportError>
    where
        A: DeserializeOwned + 'static,
        F: Future<Output = Result<R, E>> + MaybeSend + 'static,
        R: IntoContent<Kind>,
        E: fmt::Display + 'static,
    {
        let (name, description) = (name.into(), description.into());
        Self::started_by(&name, &description, schema, false, move |call, imported| {
            CallStart::later(call, raw_as(call, imported), |arguments| {
                let answering = function(arguments, call.context.clone());
                async move { reply(answering.await) }
            })
        })
    }

    fn started_by<'s>(
        name: &str,
        description: &str,
        schema: impl Into<SchemaInput<'s>>,
        at_once: bool,
        start: impl Fn(&CallInput<'_>, &ImportedSchema) -> CallStart<'static> + Send + Sync + 'static,
    ) -> Result<Self, ImportError> {
        let imported = Arc::new(ImportedSchema::parse(schema)?);
        let description = described(name, description, &imported);
        let raw = Arc::clone(&imported) as Arc<dyn ParameterSchema>;
        let function = Arc::new(move |call: &CallInput<'_>| start(call, &imported));
        let (params, raw) = (NO_PARAMS, Some(raw));
        Ok(Self::of(name, &description, params, raw, at_once, function))
    }

    /// The schema of a tool created by [`from_schema`](Self::from_schema), with its losses and the
    /// name that wraps its root.
    pub fn imported(&self) -> Option<&ImportedSchema> {
        let raw = self.raw.as_ref()?;
        (&**raw as &dyn Any).downcast_ref()
    }
}

/// Decodes the arguments of a call into a value of the imported schema, and returns it with notes.
pub(super) fn raw(
    call: &CallInput<'_>,
    imported: &ImportedSchema,
) -> Result<(Value, ArgumentNotes), ArgumentErrors> {
    imported.with_schema(|schema| {
        let tree = (imported, schema);
        raw_within(&call.arguments, call.dialect, call.options, tree)
    })
}

/// Like [`raw`], for an imported schema with its tree.
pub(super) fn raw_within(
    text: &str,
    dialect: &'static Dialect,
    options: DecodeOptions,
    (imported, schema): (&ImportedSchema, &Schema<'_>),
) -> Result<(Value, ArgumentNotes), ArgumentErrors> {
    let arguments = Arguments::parse_with(text, schema, dialect.provider(), options)?;
    let value = imported.unwrapped(arguments.read_checked(schema, dialect)?);
    #[cfg(feature = "validate")]
    imported.validate(&value)?;
    // A `Value` keeps all names, so none is ignored.
    let notes = ArgumentNotes {
        ignored: Vec::new(),
        ..arguments.notes()
    };
    Ok((value, notes))
}

/// Like [`raw`], into the type that the schema describes.
fn raw_as<A: DeserializeOwned>(
    call: &CallInput<'_>,
    imported: &ImportedSchema,
) -> Result<(A, ArgumentNotes), ArgumentErrors> {
    let (value, notes) = raw(call, imported)?;
    match A::deserialize(&value) {
        Ok(arguments) => Ok((arguments, notes)),
        Err(error) => {
            // A constraint outside the schema, such as a `try_from`.
            let got = beginning(&value.to_string());
            let mut refused = Fault::unfit("$".into(), error.to_string(), got);
            refused.kind = FaultKind::Rejected;
            Err(ArgumentErrors::new(Vec::from([refused])))
        }
    }
}
