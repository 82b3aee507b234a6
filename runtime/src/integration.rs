//! Functions for the integrations of this repository, which are released in lockstep with this
//! crate. Not covered by semantic versioning.

use core::fmt;

use serde_json::{Value, json};

pub use crate::call::error::ShownName;
pub use crate::message::{Media, Part, ToolResultMessage, mcp_result};
use crate::provider::Provider;
pub use crate::request::{DocumentNames, exactly};
use crate::set::{RequestOptions, SetError, ToolSet};
pub use crate::task::{Executor, catch_panic, run_blocking};
pub use crate::text::hide;

/// Returns the name that resembles another one, for an error.
pub fn nearest<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    crate::suggest::nearest(name, names)
}

/// Returns a result as one text, with a prefix on errors.
#[doc(hidden)]
#[cfg(feature = "chat")]
pub fn result_text(result: &crate::call::ToolResult) -> String {
    let message = result.to_messages(Provider::Portable).pop();
    let content = message.as_ref().and_then(|it| it["content"].as_str());
    content.unwrap_or_default().into()
}

/// Returns a text in place of media.
pub fn left_out(media: &Media) -> String {
    media.note()
}

/// A tool as a request to the provider declares it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DeclaredTool {
    /// The name that the provider is shown.
    pub name: String,
    /// The description.
    pub description: String,
    /// The schema of the parameters. An empty object if the provider requires an absent field.
    pub parameters: Value,
    /// `true` if the request turns strict mode on.
    pub is_strict: bool,
}

/// Returns the tools of a request without options, for types that have no place for anything else.
/// Deferred tools are among them, and the tool that searches for these is not.
///
/// # Errors
///
/// [`ConversionError::Set`] for the reasons of [`ToolSet::declarations`]. With the type's name,
/// [`ConversionError::NoPlace`] if a tool has a member from `extra(..)` for the provider. Further
/// members of external tools are left out.
pub fn declared_tools<T>(
    set: &ToolSet,
    provider: Provider,
) -> Result<Vec<DeclaredTool>, ConversionError> {
    let set = set.without_deferral();
    let chosen = set.choose(provider, &RequestOptions::new())?;
    let tools = chosen.tools.iter().map(|(member, declaration)| {
        let name: String = (**member.name_for(provider)).into();
        let spec = member.tool.spec();
        let extra = spec.extra_for(provider).next();
        // Those of an external tool are options of its own program.
        if let Some(members) = extra.filter(|_| member.source().is_none()) {
            return Err(ConversionError::no_place::<T>(format!(
                "`{members}` of the tool `{name}`"
            )));
        }
        let declared: Value = serde_json::from_str(declaration.text).unwrap_or_default();
        let inside = ["function", "toolSpec"]
            .into_iter()
            .find_map(|key| declared.get(key));
        let description = &inside.unwrap_or(&declared)["description"];
        let parameters = declaration.parameters.map(serde_json::from_str);
        Ok(DeclaredTool {
            name,
            description: description.as_str().unwrap_or_default().to_owned(),
            parameters: match parameters {
                Some(Ok(schema)) => schema,
                _ => json!({ "type": "object", "properties": {} }),
            },
            is_strict: declaration.strict,
        })
    });
    tools.collect()
}

/// An error of a conversion to the types of another crate.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ConversionError {
    /// The set rejects the request, for instance because the provider would reject a tool.
    Set(SetError),
    /// The other crate's type can't hold a value.
    NoPlace {
        /// The name of the type.
        type_name: &'static str,
        /// The value: a path into the JSON or a description, with the reason if there is more to
        /// report.
        what: String,
    },
}

impl ConversionError {
    /// The error for a value that the type `T` can't hold.
    #[doc(hidden)]
    pub fn no_place<T>(what: impl Into<String>) -> Self {
        ConversionError::NoPlace {
            type_name: core::any::type_name::<T>(),
            what: what.into(),
        }
    }
}

impl From<SetError> for ConversionError {
    fn from(error: SetError) -> Self {
        ConversionError::Set(error)
    }
}

impl fmt::Display for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConversionError::Set(error) => error.fmt(f),
            ConversionError::NoPlace { type_name, what } => {
                write!(f, "`{type_name}` can't represent {what}")
            }
        }
    }
}

impl core::error::Error for ConversionError {}
