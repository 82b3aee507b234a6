//! The rules by name, and their evidence.

use core::fmt;

pub(super) use crate::provider::Citation;
pub use crate::provider::{Effect, Evidence};

/// The rule that a finding breaks. [`Finding::found`](super::Finding::found) describes the
/// offending value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Rule {
    /// The body isn't a request for this provider.
    Request,
    /// Tools or schemas are in a member that the provider doesn't read.
    MisplacedMember,
    /// A tool has another provider's envelope.
    Envelope,
    /// A member of a declaration is missing or has another type.
    InvalidMember,
    /// A declaration has a member unknown to the provider.
    UnknownMember,
    /// A tool's name is invalid.
    Name,
    /// Two tools have the same name.
    DuplicateName,
    /// A tool's description is too long or empty.
    Description,
    /// A keyword isn't supported.
    Keyword,
    /// A keyword's value isn't valid JSON Schema.
    Value,
    /// The root isn't a plain object.
    Root,
    /// A schema has no `type`.
    MissingType,
    /// The provider doesn't support a `type`.
    UnsupportedType,
    /// A schema is `true`, `false` or another non-object.
    Schema,
    /// An array has no `items`.
    MissingItems,
    /// An object has no `properties`.
    MissingProperties,
    /// An object allows additional properties.
    OpenObject,
    /// A property isn't in `required`.
    Required,
    /// A name in `required` isn't a property.
    RequiredName,
    /// `$ref` has sibling keywords.
    RefAlone,
    /// A `$ref` has no target, or a target that the provider doesn't accept.
    RefTarget,
    /// A schema contains itself.
    Recursion,
    /// `anyOf` has sibling keywords.
    AnyOfAlone,
    /// A property's name is invalid.
    PropertyName,
    /// A `format` isn't supported.
    Format,
    /// A `pattern` isn't supported.
    Pattern,
    /// An `enum` has an invalid value.
    Enum,
    /// A schema is nested too deeply.
    Depth,
    /// A schema is too large.
    Size,
    /// The request has too many tools, or an empty list of them.
    ToolCount,
    /// A tool can't be strict, or the strict tools of a request exceed a common limit.
    Strict,
    /// The request has several lists of functions.
    SeveralToolLists,
    /// The tool choice is invalid.
    ToolChoice,
    /// The flag for parallel calls is invalid.
    ParallelToolCalls,
    /// The name of a structured output is invalid.
    OutputName,
    /// A text of the conversation is empty.
    EmptyText,
    /// More findings exist than are listed.
    FindingLimit,
}

impl Rule {
    /// Returns the name, in lower case with hyphens.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Request => "request",
            Rule::MisplacedMember => "misplaced-member",
            Rule::Envelope => "envelope",
            Rule::InvalidMember => "invalid-member",
            Rule::UnknownMember => "unknown-member",
            Rule::Name => "name",
            Rule::DuplicateName => "duplicate-name",
            Rule::Description => "description",
            Rule::Keyword => "keyword",
            Rule::Value => "value",
            Rule::Root => "root",
            Rule::MissingType => "missing-type",
            Rule::UnsupportedType => "unsupported-type",
            Rule::Schema => "schema",
            Rule::MissingItems => "missing-items",
            Rule::MissingProperties => "missing-properties",
            Rule::OpenObject => "open-object",
            Rule::Required => "required",
            Rule::RequiredName => "required-name",
            Rule::RefAlone => "ref-alone",
            Rule::RefTarget => "ref-target",
            Rule::Recursion => "recursion",
            Rule::AnyOfAlone => "any-of-alone",
            Rule::PropertyName => "property-name",
            Rule::Format => "format",
            Rule::Pattern => "pattern",
            Rule::Enum => "enum",
            Rule::Depth => "depth",
            Rule::Size => "size",
            Rule::ToolCount => "tool-count",
            Rule::Strict => "strict",
            Rule::SeveralToolLists => "several-tool-lists",
            Rule::ToolChoice => "tool-choice",
            Rule::ParallelToolCalls => "parallel-tool-calls",
            Rule::OutputName => "output-name",
            Rule::EmptyText => "empty-text",
            Rule::FindingLimit => "finding-limit",
        }
    }

    /// Returns a short instruction that repairs the finding.
    pub(super) const fn instead(self) -> &'static str {
        match self {
            Rule::Request => "send a JSON object",
            Rule::MisplacedMember => "move it to where this provider reads it",
            Rule::Envelope => "write the tool in this provider's envelope",
            Rule::InvalidMember => "write it in the provider's format",
            Rule::UnknownMember => "leave it out",
            Rule::Name => "rename the tool, and restore the name in the response",
            Rule::DuplicateName => "rename one of them",
            Rule::Description => "write a shorter one; if it is empty, leave it out",
            Rule::Keyword => "write it with a supported keyword, or in the description",
            Rule::Value => "write a value that JSON Schema draft 2020-12 allows",
            Rule::Root => {
                "write `\"type\": \"object\"` with `properties`, and the rest under a property"
            }
            Rule::MissingType => "write a `type`",
            Rule::UnsupportedType => "write one type that the provider supports",
            Rule::Schema => "write an object with a `type`",
            Rule::MissingItems => "write `items`, one schema for all",
            Rule::MissingProperties => "write `properties`, or leave the empty schema out",
            Rule::OpenObject => {
                "write `\"additionalProperties\": false`; a map as a list of `{key, value}`"
            }
            Rule::Required => "name every property in `required`; let an optional one be null",
            Rule::RequiredName => "remove the name from `required`, or add the property",
            Rule::RefAlone => "write the type in place, or the reference in an `anyOf` of one",
            Rule::RefTarget => "write the type in place",
            Rule::Recursion => "replace the reference by a string containing JSON",
            Rule::AnyOfAlone => "move its siblings into its alternatives",
            Rule::PropertyName => "rename the property, and restore the name in the arguments",
            Rule::Format => "write it in the description",
            Rule::Pattern => "simplify it, or write it in the description",
            Rule::Enum => {
                "write values of the sibling `type`; if only strings are supported, write non-empty strings"
            }
            Rule::Depth => "flatten a type, or turn strict mode off",
            Rule::Size => "split the tool, or turn strict mode off",
            Rule::ToolCount => "leave tools out",
            Rule::Strict => "turn strict mode off for some tools",
            Rule::SeveralToolLists => "put all functions in one list",
            Rule::ToolChoice => "choose a tool of the request",
            Rule::ParallelToolCalls => "write it in the provider's format, or leave it out",
            Rule::OutputName => "write letters, digits, `_` and `-`, at most 64 of them",
            Rule::EmptyText => "leave it out, or send a text",
            Rule::FindingLimit => "repair the listed findings and check again",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
