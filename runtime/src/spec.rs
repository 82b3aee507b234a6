//! What the macro knows about one tool, before any provider.

#[cfg(feature = "call")]
use alloc::string::String;
#[cfg(feature = "call")]
use alloc::vec::Vec;

use crate::provider::Provider;
use crate::schema::{SchemaRef, Text};

/// A tool as its author wrote it: plain data, the input of the renderer.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Spec<'a> {
    /// The name that the model calls.
    pub name: Text<'a>,
    /// A name for people; empty where there is none.
    pub title: Text<'a>,
    /// What the tool does; never empty.
    pub description: Text<'a>,
    /// The schema of the parameters: an object.
    pub params: SchemaRef,
    /// The schema of what the tool answers, where it says so.
    pub output: Option<SchemaRef>,
    /// What the author asks of strict modes.
    pub strict: Strict,
    /// The providers that the tool is made for, a set of [`Provider::bit`]s.
    pub providers: u32,
    /// The providers that get a text in spite of a refusal.
    pub allow: u32,
    /// `TOOLCAST_PROVIDERS` at build time: names with commas between them.
    pub build: Option<&'a str>,
    /// Any loss is a refusal.
    pub lossless: bool,
    /// What the tool does to the world.
    pub hints: Hints,
    /// More members of a provider's declaration: each a JSON object's text without its braces.
    pub extra: &'a [(Provider, &'a str)],
    /// The answer goes to the user, not back to the model.
    pub return_direct: bool,
    /// The function blocks its thread.
    pub blocking: bool,
    /// What a definition that was read at run time has beside all this.
    #[cfg(feature = "call")]
    pub foreign: Option<&'a Foreign>,
}

impl Spec<'_> {
    /// A tool without anything; the base of struct updates.
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
        hints: Hints::NONE,
        extra: &[],
        return_direct: false,
        blocking: false,
        #[cfg(feature = "call")]
        foreign: None,
    };
}

/// What a definition that was read at run time has beside what every tool has: JSON texts, written as they are.
#[doc(hidden)]
#[cfg(feature = "call")]
#[derive(Clone, Debug, Default)]
pub struct Foreign {
    /// MCP's annotations, in place of those that the hints would make.
    pub annotations: Option<String>,
    /// The schema of what the tool answers.
    pub output: Option<String>,
    /// As [`Spec::extra`].
    pub extra: Vec<(Provider, String)>,
    /// The description for providers that reject a long one.
    pub(crate) short: Option<crate::schema::EscapedString>,
}

/// What the author of a tool asks of strict modes.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strict {
    /// On where a provider has it and nothing is lost by it.
    Auto,
    /// On for the providers that take it without reserve (`strict`).
    On,
    /// On for these and no others (`strict(Bedrock)`): a set of [`Provider::bit`]s.
    For(u32),
    /// As `Auto`, and on for these where it can be: a set of [`Provider::bit`]s. What a definition says that was read at run time.
    Wanted(u32),
    /// Off (`strict = false`).
    Off,
    /// The key is left out (`strict = omit`).
    Omit,
}

/// What a tool does to the world, in MCP's terms. A hint that is `None` is not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hints {
    /// It changes nothing.
    pub read_only: Option<bool>,
    /// It may destroy something.
    pub destructive: Option<bool>,
    /// Calling it twice does what calling it once does.
    pub idempotent: Option<bool>,
    /// It talks to the outside.
    pub open_world: Option<bool>,
}

impl Hints {
    /// No hint.
    pub const NONE: Self = Hints {
        read_only: None,
        destructive: None,
        idempotent: None,
        open_world: None,
    };
}
