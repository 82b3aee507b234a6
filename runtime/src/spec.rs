//! The macro's description of one tool, independent of providers.

#[cfg(feature = "call")]
use alloc::string::String;
#[cfg(feature = "call")]
use alloc::vec::Vec;

use crate::provider::Provider;
use crate::schema::{SchemaRef, Text};

/// A tool as its author declared it: plain data, the input of the renderer.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Spec<'a> {
    /// The name that the model calls.
    pub name: Text<'a>,
    /// A display name; empty if there is none.
    pub title: Text<'a>,
    /// The description; never empty.
    pub description: Text<'a>,
    /// The schema of the parameters: an object.
    pub params: SchemaRef,
    /// The schema of the result, if the tool declares one.
    pub output: Option<SchemaRef>,
    /// The author's setting for strict modes.
    pub strict: Strict,
    /// The providers that the tool is built for, a set of [`Provider::bit`]s.
    pub providers: u32,
    /// The providers that get a text in spite of faults.
    pub allow: u32,
    /// `TOOLCAST_PROVIDERS` at build time: comma-separated names.
    pub build: Option<&'a str>,
    /// Any loss is a fault.
    pub lossless: bool,
    /// The behaviour hints.
    pub hints: ToolAnnotations,
    /// Further members of a provider's declaration: each the text of a JSON object without its
    /// braces.
    pub extra: &'a [(Provider, &'a str)],
    /// The result goes to the user, not back to the model.
    pub return_direct: bool,
    /// The function blocks its thread.
    pub blocking: bool,
    /// A call waits for an approval.
    pub approve: bool,
    /// Maximum bytes of the texts of a result, in place of the set's maximum.
    pub max_result_bytes: Option<usize>,
    /// Further data of an imported definition.
    #[cfg(feature = "call")]
    pub foreign: Option<&'a ImportedExtras>,
}

impl<'a> Spec<'a> {
    /// A tool whose other settings are the defaults.
    pub const fn of(
        name: Text<'a>,
        description: Text<'a>,
        params: SchemaRef,
        build: Option<&'a str>,
    ) -> Self {
        Spec {
            name,
            description,
            params,
            build,
            ..Spec::NEW
        }
    }

    /// An empty tool; the base of struct updates.
    pub const NEW: Self = Spec {
        name: Text::EMPTY,
        title: Text::EMPTY,
        description: Text::EMPTY,
        params: crate::schema::NO_PARAMS,
        output: None,
        strict: Strict::Auto,
        providers: u32::MAX,
        allow: 0,
        build: None,
        lossless: false,
        hints: ToolAnnotations::new(),
        extra: &[],
        return_direct: false,
        blocking: false,
        approve: false,
        max_result_bytes: None,
        #[cfg(feature = "call")]
        foreign: None,
    };
}

#[cfg(feature = "call")]
impl Spec<'_> {
    /// The members of [`extra`](Self::extra) for a provider, and those of an imported definition.
    pub(crate) fn extra_for(&self, provider: Provider) -> impl Iterator<Item = &str> {
        let own = self.extra.iter().copied();
        let imported = self.foreign.into_iter().flat_map(|foreign| &foreign.extra);
        let imported = imported.map(|(of, members)| (*of, members.as_str()));
        let all = own.chain(imported);
        all.filter(move |(of, members)| *of == provider && !members.is_empty())
            .map(|(_, members)| members)
    }
}

/// Further data of an imported definition: JSON texts, written verbatim.
#[doc(hidden)]
#[cfg(feature = "call")]
#[derive(Clone, Debug, Default)]
pub struct ImportedExtras {
    /// MCP's annotations. They replace those from the hints.
    pub annotations: Option<String>,
    /// The schema of the result.
    pub output: Option<String>,
    /// Further members of a provider's declaration, as [`Spec::extra`].
    pub extra: Vec<(Provider, String)>,
    /// The description for providers that reject a long one.
    pub(crate) short: Option<crate::schema::EscapedString>,
}

/// The author's setting for strict modes.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strict {
    /// On if it is a provider's default and causes no loss.
    Auto,
    /// On for the providers that support it without reservations (`strict`).
    On,
    /// On for only these providers (`strict(Bedrock)`): a set of [`Provider::bit`]s.
    For(u32),
    /// Like `Auto`, and also on for these providers if possible: a set of [`Provider::bit`]s. Used
    /// for imported definitions.
    Wanted(u32),
    /// Off (`strict = false`).
    Off,
    /// The key is omitted (`strict = omit`).
    Omit,
}

/// A tool's behaviour hints, in MCP's terms. `None` means that the hint is absent. Serialized as
/// MCP's `annotations`.
///
/// ```
/// use toolcast::ToolAnnotations;
///
/// const HINTS: ToolAnnotations = ToolAnnotations::new().read_only(true).open_world(false);
/// assert_eq!(HINTS.open_world, Some(false));
/// assert_eq!(HINTS.destructive, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use = "the hints have an effect only if a tool has them"]
#[non_exhaustive]
#[cfg_attr(feature = "call", derive(serde::Serialize))]
pub struct ToolAnnotations {
    /// The tool changes nothing.
    #[cfg_attr(feature = "call", serde(rename = "readOnlyHint"))]
    #[cfg_attr(feature = "call", serde(skip_serializing_if = "Option::is_none"))]
    pub read_only: Option<bool>,
    /// The tool may destroy data.
    #[cfg_attr(feature = "call", serde(rename = "destructiveHint"))]
    #[cfg_attr(feature = "call", serde(skip_serializing_if = "Option::is_none"))]
    pub destructive: Option<bool>,
    /// Repeating a call has no further effect.
    #[cfg_attr(feature = "call", serde(rename = "idempotentHint"))]
    #[cfg_attr(feature = "call", serde(skip_serializing_if = "Option::is_none"))]
    pub idempotent: Option<bool>,
    /// The tool interacts with external systems.
    #[cfg_attr(feature = "call", serde(rename = "openWorldHint"))]
    #[cfg_attr(feature = "call", serde(skip_serializing_if = "Option::is_none"))]
    pub open_world: Option<bool>,
}

impl ToolAnnotations {
    /// Creates annotations without hints.
    pub const fn new() -> Self {
        ToolAnnotations {
            read_only: None,
            destructive: None,
            idempotent: None,
            open_world: None,
        }
    }

    /// Sets the read-only hint: with `true`, calls only read and change nothing.
    pub const fn read_only(mut self, read_only: bool) -> Self {
        self.read_only = Some(read_only);
        self
    }

    /// Sets whether the tool may destroy data.
    pub const fn destructive(mut self, destructive: bool) -> Self {
        self.destructive = Some(destructive);
        self
    }

    /// Sets whether repeating a call has no further effect.
    pub const fn idempotent(mut self, idempotent: bool) -> Self {
        self.idempotent = Some(idempotent);
        self
    }

    /// Sets whether the tool interacts with external systems.
    pub const fn open_world(mut self, open_world: bool) -> Self {
        self.open_world = Some(open_world);
        self
    }
}
