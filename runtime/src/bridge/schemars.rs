//! Support for `schemars`: its types as parameters of a tool, and types with `ToolSchema` as
//! `JsonSchema`.
//!
//! ```
//! use toolcast::bridge::schemars as bridge;
//! use toolcast::call::{Content, ToolCall};
//! use toolcast::{Provider, ToolSet};
//!
//! #[derive(serde::Deserialize, schemars::JsonSchema)]
//! struct Add {
//!     /// The first
//!     a: i32,
//!     #[serde(default)]
//!     b: i32,
//! }
//!
//! let add = bridge::tool("add", "Add two numbers", |Add { a, b }, _: &_| {
//!     a.checked_add(b).ok_or("the sum is too large")
//! })?;
//! let tools = ToolSet::builder().dynamic(add).build()?;
//!
//! // OpenAI sends `null` for what is absent; `serde` would refuse it.
//! let call = ToolCall::new("1", "add", r#"{"a": 2, "b": null}"#);
//! # let block_on = |future| futures_executor::block_on(future);
//! let result = block_on(tools.call(Provider::OpenAi, call));
//! assert_eq!(result.content, [Content::Json("2".into())]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::{String, ToString};
use core::any::type_name;
use core::fmt;
use core::future::Future;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::call::Context;
use crate::dialect::of;
use crate::import::{ImportError, arguments};
use crate::provider::Provider;
use crate::render::{Report, render, render_output};
use crate::schema::ToolSchema;
use crate::set::{DynamicTool, IntoAnswer, MaybeSend};
use crate::shape::{RootForm, root_form};

/// Creates a tool from a closure whose first parameter is a type with `JsonSchema`.
///
/// The schema is imported like any third-party schema. Each provider gets the form that it accepts,
/// and every rewrite is converted back before serde reads the arguments. If the type rejects more
/// than its schema (a `try_from`), that is an error for the model as well.
///
/// # Errors
///
/// Returns an error with the place and the reason if the schema is not supported.
pub fn tool<A, R, E, Kind>(
    name: &str,
    description: &str,
    function: impl Fn(A, &Context) -> Result<R, E> + Send + Sync + 'static,
) -> Result<DynamicTool, ImportError>
where
    A: JsonSchema + DeserializeOwned + 'static,
    R: IntoAnswer<Kind>,
    E: fmt::Display,
{
    let schema = parameters::<A>();
    DynamicTool::read_by(name, description, &schema, arguments::raw_as::<A>, function)
}

/// Like [`tool`], for an async closure.
///
/// # Errors
///
/// Like [`tool`].
pub fn tool_async<A, R, E, F, Kind>(
    name: &str,
    description: &str,
    function: impl Fn(A, Context) -> F + Send + Sync + 'static,
) -> Result<DynamicTool, ImportError>
where
    A: JsonSchema + DeserializeOwned + 'static,
    F: Future<Output = Result<R, E>> + MaybeSend + 'static,
    R: IntoAnswer<Kind>,
    E: fmt::Display,
{
    let schema = parameters::<A>();
    DynamicTool::read_by_async(name, description, &schema, arguments::raw_as::<A>, function)
}

/// Returns the `schemars` schema of a type for deserialization.
fn parameters<A: JsonSchema>() -> Value {
    let mut schema = SchemaSettings::draft2020_12()
        .for_deserialize()
        .into_generator()
        .into_root_schema_for::<A>();
    // A type's name is not a description.
    schema.remove("title");
    schema.to_value()
}

/// Returns the canonical schema of a type as one of `schemars`, with its definitions, for
/// deserialization.
///
/// # Errors
///
/// Returns a report with each reason if the schema is invalid for every provider.
pub fn schema<T: ToolSchema>() -> Result<Schema, Report> {
    canonical::<T>(false).map(Schema::from)
}

/// Creates the schema of a type for a generator of `schemars`.
///
/// Use it as `#[schemars(schema_with = "..")]` on a field of a type without `JsonSchema`. The
/// generator also gets the definitions. If the schema is invalid for every provider, the type
/// accepts any value.
///
/// ```
/// /// Of a crate that knows nothing of schemars.
/// #[derive(serde::Deserialize, toolcast::ToolSchema)]
/// struct Point { x: f64, y: f64 }
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Line {
///     #[schemars(schema_with = "toolcast::bridge::schemars::schema_with::<Point>")]
///     from: Point,
/// }
///
/// let schema = schemars::schema_for!(Line);
/// assert_eq!(schema.pointer("/properties/from/required/1").unwrap(), "y");
/// ```
pub fn schema_with<T: ToolSchema + ?Sized>(generator: &mut SchemaGenerator) -> Schema {
    let output = generator.contract().is_serialize();
    let Ok(mut schema) = canonical::<T>(output) else {
        return Schema::from(true);
    };
    let own = match schema.remove("$defs") {
        Some(Value::Object(own)) => own,
        _ => Map::new(),
    };
    if own.is_empty() {
        return Schema::from(schema);
    }
    let name = T::schema_name();
    let path = generator.settings().definitions_path.trim_end_matches('/');
    let path = format!("#{}/", path.trim_start_matches('#'));
    // All of them get a prefix that no other definition of the generator has.
    let mut prefix = format!("toolcast.{name}");
    for n in 2.. {
        let taken = own.iter().any(|(key, definition)| {
            let mut definition = definition.clone();
            relocate(&mut definition, &path, &prefix);
            let known = generator.definitions().get(&format!("{prefix}.{key}"));
            known.is_some_and(|known| *known != definition)
        });
        if !taken {
            break;
        }
        prefix = format!("toolcast.{name}{n}");
    }
    for (key, mut definition) in own {
        relocate(&mut definition, &path, &prefix);
        let definitions = generator.definitions_mut();
        definitions.insert(format!("{prefix}.{key}"), definition);
    }
    let mut schema = Value::Object(schema);
    relocate(&mut schema, &path, &prefix);
    Schema::try_from(schema).unwrap_or_default()
}

/// Implements `JsonSchema` for a type with `ToolSchema`. In JSON it is the type itself.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Described<T>(pub T);

impl<T: ToolSchema> JsonSchema for Described<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name().into()
    }

    fn schema_id() -> Cow<'static, str> {
        type_name::<Self>().into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        schema_with::<T>(generator)
    }
}

impl<T: ToolSchema> ToolSchema for Described<T> {
    const SCHEMA: crate::schema::SchemaRef = T::SCHEMA;
}

trait Named {
    fn schema_name() -> String;
}

impl<T: ToolSchema + ?Sized> Named for T {
    /// Returns the type's own name, or one derived from its path.
    fn schema_name() -> String {
        match T::SCHEMA.get().name {
            Some(name) if name.args.is_empty() && name.consts.is_empty() => name.name.to_owned(),
            _ => {
                let word = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
                let path = type_name::<T>();
                let words = path.split(|c| !word(c)).filter(|word| !word.is_empty());
                let last = words.map(|word| word.rsplit("::").next().unwrap_or(word));
                last.collect::<alloc::vec::Vec<_>>().join("_")
            }
        }
    }
}

/// Returns the canonical schema with an unwrapped root.
fn canonical<T: ToolSchema + ?Sized>(output: bool) -> Result<Map<String, Value>, Report> {
    let (schema, dialect) = (T::SCHEMA.get(), of(Provider::JsonSchema, false));
    let text = if output {
        render_output(schema, dialect)?
    } else {
        render(schema, dialect)?
    };
    // The renderer writes valid JSON.
    let mut root: Map<String, Value> = serde_json::from_str(&text).unwrap_or_default();
    if let RootForm::Under(name) = root_form(schema)
        && let Some(Value::Object(mut inner)) = root
            .get_mut("properties")
            .and_then(|all| Some(all.get_mut(name)?.take()))
    {
        if let Some(definitions) = root.remove("$defs") {
            inner.insert("$defs".to_string(), definitions);
        }
        return Ok(inner);
    }
    Ok(root)
}

/// Points references to the new location of the definitions.
fn relocate(schema: &mut Value, path: &str, prefix: &str) {
    match schema {
        Value::Object(object) => {
            for (key, value) in object {
                match value {
                    Value::String(reference) if key == "$ref" => {
                        if let Some(name) = reference.strip_prefix("#/$defs/") {
                            *reference = format!("{path}{prefix}.{name}");
                        }
                    }
                    value => relocate(value, path, prefix),
                }
            }
        }
        Value::Array(items) => {
            for item in items {
                relocate(item, path, prefix);
            }
        }
        _ => {}
    }
}
