//! One type for the errors of this crate.

use core::fmt;

use crate::call::{OverBudget, ToolError};
#[cfg(feature = "chat")]
use crate::conversation::ConversationError;
use crate::decode::ArgumentErrors;
#[cfg(feature = "http")]
use crate::http::{ApiError, HttpError};
#[cfg(feature = "import")]
use crate::import::{DefinitionError, ImportError, UnknownToolFormat};
use crate::integration::ConversionError;
#[cfg(feature = "lint")]
use crate::lint::FixError;
use crate::provider::UnknownProvider;
use crate::render::Report;
use crate::request::WireError;
use crate::set::SetError;

macro_rules! errors {
    ($(
        $(#[cfg($cfg:meta)])?
        $(#[doc = $doc:literal])*
        $(#[doc($hidden:ident)])?
        $name:ident($error:ty),
    )+) => {
        /// Any error of this crate. `?` converts each error into this type, so a program's loop
        /// needs no other. That is true for the `Error` of `toolcast-rig`, `toolcast-genai`,
        /// `toolcast-bedrock` and `toolcast-async-openai` too.
        ///
        /// `Display` and `source` are those of the error inside.
        ///
        /// ```
        /// use toolcast::{Provider, ToolSet};
        ///
        /// fn declared(tools: &ToolSet, provider: &str) -> Result<Vec<String>, toolcast::Error> {
        ///     let provider: Provider = provider.parse()?;
        ///     Ok(tools.declarations(provider)?.into_iter().map(String::from).collect())
        /// }
        ///
        /// let tools = ToolSet::builder().build()?;
        /// let error = declared(&tools, "gpt").unwrap_err();
        /// assert!(matches!(error, toolcast::Error::UnknownProvider(_)), "{error}");
        /// # Ok::<(), toolcast::Error>(())
        /// ```
        #[derive(Debug)]
        #[non_exhaustive]
        pub enum Error {
            $($(#[cfg($cfg)])? $(#[doc = $doc])* $(#[doc($hidden)])? $name($error),)+
        }

        impl fmt::Display for Error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $($(#[cfg($cfg)])? Error::$name(error) => error.fmt(f),)+
                }
            }
        }

        impl core::error::Error for Error {
            fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
                match self {
                    $($(#[cfg($cfg)])? Error::$name(error) => error.source(),)+
                }
            }
        }

        $(
            $(#[cfg($cfg)])?
            $(#[doc($hidden)])?
            impl From<$error> for Error {
                fn from(error: $error) -> Self {
                    Error::$name(error)
                }
            }
        )+
    };
}

errors! {
    /// A set can't be built, or can't do what was asked for.
    Set(SetError),
    /// A response, or a part of a request, isn't in the provider's format.
    Wire(WireError),
    #[cfg(feature = "chat")]
    /// A conversation rejects a part of its next step.
    Conversation(ConversationError),
    /// Arguments, or structured output, don't fit the type.
    Arguments(ArgumentErrors),
    /// A call failed.
    Tool(ToolError),
    /// A limit of a [`Budget`](crate::set::Budget) is reached.
    OverBudget(OverBudget),
    /// A provider would reject a tool or a schema, or has no declaration of the tool.
    Rejected(Report),
    /// No provider has the name.
    UnknownProvider(UnknownProvider),
    /// A text, such as [`PendingCall::arguments`](crate::PendingCall::arguments), isn't JSON or
    /// doesn't fit the type.
    Json(serde_json::Error),
    #[doc(hidden)]
    Bridge(ConversionError),
    #[cfg(feature = "http")]
    /// An HTTP request can't be built.
    Http(HttpError),
    #[cfg(feature = "http")]
    /// The provider answered with an error.
    Api(ApiError),
    #[cfg(feature = "import")]
    /// A JSON Schema can't be read.
    Import(ImportError),
    #[cfg(feature = "import")]
    /// A tool definition can't be read.
    Definition(DefinitionError),
    #[cfg(feature = "import")]
    /// No format of tool definitions has the name.
    UnknownToolFormat(UnknownToolFormat),
    #[cfg(feature = "lint")]
    /// A request can't be fixed.
    Fix(FixError),
}
