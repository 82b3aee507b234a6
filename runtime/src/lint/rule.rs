//! The rules by name, and their evidence.

use core::fmt;

pub(super) use crate::provider::Citation;
pub use crate::provider::{Effect, Evidence};

/// Each rule with its name and the short instruction that repairs its findings.
macro_rules! rules {
    (
        $(#[$attribute:meta])*
        pub enum Rule {
            $($(#[$doc:meta])* $rule:ident = $name:literal => $suggestion:literal,)+
        }
    ) => {
        $(#[$attribute])*
        pub enum Rule {
            $($(#[$doc])* $rule,)+
        }

        impl Rule {
            /// Returns the name, in lower case with hyphens.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Rule::$rule => $name,)+
                }
            }

            /// Returns a short instruction that repairs the finding.
            pub(super) const fn suggestion(self) -> &'static str {
                match self {
                    $(Rule::$rule => $suggestion,)+
                }
            }
        }
    };
}

rules! {
    /// The rule that a finding breaks. [`Finding::found`](super::Finding::found) describes the
    /// offending value.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Rule {
        /// The body isn't a request for this provider.
        Request = "request" => "send a JSON object",
        /// Tools or schemas are in a member that the provider doesn't read.
        MisplacedMember = "misplaced-member" => "move it to where this provider reads it",
        /// A tool has another provider's envelope.
        Envelope = "envelope" => "write the tool in this provider's envelope",
        /// A member of a declaration is missing or has another type.
        InvalidMember = "invalid-member" => "write it in the provider's format",
        /// A declaration has a member unknown to the provider.
        UnknownMember = "unknown-member" => "leave it out",
        /// A tool's name is invalid.
        Name = "name" => "rename the tool, and restore the name in the response",
        /// Two tools have the same name.
        DuplicateName = "duplicate-name" => "rename one of them",
        /// A tool's description is too long or empty.
        Description = "description" => "write a shorter one; if it is empty, leave it out",
        /// A keyword isn't supported.
        Keyword = "keyword" => "write it with a supported keyword, or in the description",
        /// A keyword's value isn't valid JSON Schema.
        Value = "value" => "write a value that JSON Schema draft 2020-12 allows",
        /// The root isn't a plain object.
        Root = "root"
            => "write `\"type\": \"object\"` with `properties`, and the rest under a property",
        /// A schema has no `type`.
        MissingType = "missing-type" => "write a `type`",
        /// The provider doesn't support a `type`.
        UnsupportedType = "unsupported-type" => "write one type that the provider supports",
        /// A schema is `true`, `false` or another non-object.
        Schema = "schema" => "write an object with a `type`",
        /// An array has no `items`.
        MissingItems = "missing-items" => "write `items`, one schema for all",
        /// An object has no `properties`.
        MissingProperties = "missing-properties"
            => "write `properties`, or leave the empty schema out",
        /// An object allows additional properties.
        OpenObject = "open-object"
            => "write `\"additionalProperties\": false`; a map as a list of `{key, value}`",
        /// A property isn't in `required`.
        Required = "required" => "name every property in `required`; let an optional one be null",
        /// A name in `required` isn't a property.
        RequiredName = "required-name" => "remove the name from `required`, or add the property",
        /// `$ref` has sibling keywords.
        RefAlone = "ref-alone" => "write the type in place, or the reference in an `anyOf` of one",
        /// A `$ref` has no target, or a target that the provider doesn't accept.
        RefTarget = "ref-target" => "write the type in place",
        /// A schema contains itself.
        Recursion = "recursion" => "replace the reference by a string containing JSON",
        /// `anyOf` has sibling keywords.
        AnyOfAlone = "any-of-alone" => "move its siblings into its alternatives",
        /// A property's name is invalid.
        PropertyName = "property-name"
            => "rename the property, and restore the name in the arguments",
        /// A `format` isn't supported.
        Format = "format" => "write it in the description",
        /// A `pattern` isn't supported.
        Pattern = "pattern" => "simplify it, or write it in the description",
        /// An `enum` has an invalid value.
        Enum = "enum"
            => "write values of the sibling `type`; if only strings are supported, write non-empty strings",
        /// A schema is nested too deeply.
        Depth = "depth" => "flatten a type, or turn strict mode off",
        /// A schema is too large.
        Size = "size" => "split the tool, or turn strict mode off",
        /// The request has too many tools, or an empty list of them.
        ToolCount = "tool-count" => "leave tools out",
        /// A tool can't be strict, or the strict tools of a request exceed a common limit.
        Strict = "strict" => "turn strict mode off for some tools",
        /// The request has several lists of functions.
        SeveralToolLists = "several-tool-lists" => "put all functions in one list",
        /// The tool choice is invalid.
        ToolChoice = "tool-choice" => "choose a tool of the request",
        /// The flag for parallel calls is invalid.
        ParallelToolCalls = "parallel-tool-calls"
            => "write it in the provider's format, or leave it out",
        /// The name of a structured output is invalid.
        OutputName = "output-name" => "write letters, digits, `_` and `-`, at most 64 of them",
        /// A text of the conversation is empty.
        EmptyText = "empty-text" => "leave it out, or send a text",
        /// More findings exist than are listed.
        FindingLimit = "finding-limit" => "repair the listed findings and check again",
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
