#![doc = include_str!("../README.md")]
//!
//! # Types of `toolcast` in schemas of `schemars`
//!
//! [`AsJsonSchema`] implements `JsonSchema` for a type with `ToolSchema`. [`schema_with`] does the
//! same for one field, and [`schema`] returns the schema itself.

use std::any::type_name;
use std::borrow::Cow;
use std::fmt;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use toolcast::call::{CallContext, IntoContent};
use toolcast::import::ImportError;
use toolcast::schema::SchemaRef;
use toolcast::set::{DynamicTool, MaybeSend};
use toolcast::{Dialect, Provider, Report, ToolSchema, render, render_output};

pub use schemars;

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
    name: impl Into<String>,
    description: impl Into<String>,
    function: impl Fn(A, &CallContext) -> Result<R, E> + Send + Sync + 'static,
) -> Result<DynamicTool, ImportError>
where
    A: JsonSchema + DeserializeOwned + 'static,
    R: IntoContent<Kind>,
    E: fmt::Display + 'static,
{
    let schema = parameters::<A>();
    DynamicTool::from_schema_as(name, description, &schema, function)
}

/// Creates a tool from an async closure whose first parameter is a type with `JsonSchema`.
/// Otherwise as [`tool`].
///
/// # Errors
///
/// Like [`tool`].
pub fn tool_async<A, R, E, F, Kind>(
    name: impl Into<String>,
    description: impl Into<String>,
    function: impl Fn(A, CallContext) -> F + Send + Sync + 'static,
) -> Result<DynamicTool, ImportError>
where
    A: JsonSchema + DeserializeOwned + 'static,
    F: Future<Output = Result<R, E>> + MaybeSend + 'static,
    R: IntoContent<Kind>,
    E: fmt::Display + 'static,
{
    let schema = parameters::<A>();
    DynamicTool::from_schema_as_async(name, description, &schema, function)
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
///     #[schemars(schema_with = "toolcast_schemars::schema_with::<Point>")]
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
    let name = name_of::<T>();
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
pub struct AsJsonSchema<T>(pub T);

impl<T: ToolSchema> JsonSchema for AsJsonSchema<T> {
    fn schema_name() -> Cow<'static, str> {
        name_of::<T>().into()
    }

    fn schema_id() -> Cow<'static, str> {
        type_name::<Self>().into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        schema_with::<T>(generator)
    }
}

impl<T: ToolSchema> ToolSchema for AsJsonSchema<T> {
    const SCHEMA: SchemaRef = T::SCHEMA;
}

/// Returns the type's own name, or one derived from its path.
fn name_of<T: ToolSchema + ?Sized>() -> String {
    match T::SCHEMA.get().name {
        Some(name) if name.args.is_empty() && name.consts.is_empty() => name.name.to_owned(),
        _ => {
            let word = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            let path = type_name::<T>();
            let words = path.split(|c| !word(c)).filter(|word| !word.is_empty());
            let last = words.map(|word| word.rsplit("::").next().unwrap_or(word));
            last.collect::<Vec<_>>().join("_")
        }
    }
}

/// Returns the canonical schema with an unwrapped root.
fn canonical<T: ToolSchema + ?Sized>(output: bool) -> Result<Map<String, Value>, Report> {
    let schema = T::SCHEMA.get();
    // Every provider has a dialect without its strict mode.
    let dialect = Dialect::of(Provider::JsonSchema, false).expect("the canonical dialect");
    let text = if output {
        render_output(schema, dialect)?
    } else {
        render(schema, dialect)?
    };
    // The renderer writes valid JSON.
    let mut root: Map<String, Value> = serde_json::from_str(&text).unwrap_or_default();
    if let Some(name) = schema.wrapped()
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
