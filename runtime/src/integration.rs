//! Functions for the integrations of this repository, which are released in lockstep with this
//! crate. Not covered by semantic versioning.

use core::fmt;

use serde_json::{Value, json};

pub use crate::call::error::ShownName;
pub use crate::message::{Media, Part, ToolResultMessage, mcp_result};
use crate::provider::Provider;
use crate::request::ToolChoice;
pub use crate::request::{DocumentNames, exactly};
use crate::set::{RequestOptions, RequestReport, SetError, ToolSet};
pub use crate::task::{Executor, catch_panic, lock, run_blocking};
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

/// The tools of a request, and its options that other crates' types have places for.
#[derive(Debug)]
#[non_exhaustive]
pub struct DeclaredRequest {
    /// The tools.
    pub tools: Vec<DeclaredTool>,
    /// The choice, with the names that the provider is shown.
    pub choice: Option<ToolChoice>,
    /// The flag for parallel calls.
    pub parallel: Option<bool>,
    /// The handling of each tool.
    pub report: RequestReport,
}

/// Returns the tools of a request without options: those of [`declared_request`].
///
/// # Errors
///
/// The same as [`declared_request`].
pub fn declared_tools<T>(
    set: &ToolSet,
    provider: Provider,
) -> Result<Vec<DeclaredTool>, ConversionError> {
    declared_request::<T>(set, provider, &RequestOptions::new()).map(|request| request.tools)
}

/// Returns the tools of a request, for types that have no place for anything else of a tool.
/// Deferred tools are among them, and the tool that searches for these is not.
///
/// # Errors
///
/// [`ConversionError::Set`] for the reasons of [`ToolSet::request_fragment_with`]. With the type's
/// name, [`ConversionError::NoPlace`] if a tool has a member from `extra(..)` for the provider, or
/// if the options mark tools for the cache. Further members of external tools are left out.
#[doc(hidden)]
pub fn declared_request<T>(
    set: &ToolSet,
    provider: Provider,
    options: &RequestOptions,
) -> Result<DeclaredRequest, ConversionError> {
    if options.cache {
        return Err(ConversionError::no_place::<T>("`cache_tools`"));
    }
    let set = set.without_deferral();
    let chosen = set.choose(provider, options)?;
    // The choice must be one that the provider supports.
    if options.choice.is_some() || options.parallel.is_some() {
        chosen.request(options)?;
    }
    let tools = chosen.tools.iter().map(|(member, declaration)| {
        let name: String = (**member.name_for(provider)).into();
        let spec = member.tool.spec();
        let extra = spec.extra_for(provider).next();
        // Those of an external tool are options of its own program.
        if let Some(members) = extra.filter(|_| member.tool.source().is_none()) {
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
    let format = provider.request().api.tool_choice();
    let choice = options.choice.as_ref().map(|choice| match choice {
        // Then only these tools are declared.
        ToolChoice::Tool(_) if format.tool.is_none() => ToolChoice::Required,
        ToolChoice::AnyOf(_) if format.any_of.is_none() => ToolChoice::Required,
        choice => chosen.with_provider_names(choice),
    });
    Ok(DeclaredRequest {
        tools: tools.collect::<Result<_, _>>()?,
        choice,
        parallel: options.parallel,
        report: chosen.into_report(),
    })
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
