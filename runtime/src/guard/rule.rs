//! The rules by name, and what stands behind each.

use core::fmt;

/// What was broken. [`Finding::found`](super::Finding::found) has what stood there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Rule {
    /// The body is no request of this provider at all.
    Request,
    /// Tools or schemas stand where the provider doesn't look for them.
    Place,
    /// A tool stands in another provider's envelope.
    Envelope,
    /// A member of a declaration is missing, or is of another type.
    Member,
    /// A declaration has a member that the provider doesn't know.
    UnknownMember,
    /// A tool's name.
    Name,
    /// Two tools of one name.
    DuplicateName,
    /// A tool's description.
    Description,
    /// A keyword that is not taken.
    Keyword,
    /// A keyword's value is not what JSON Schema has for it.
    Value,
    /// The root is no plain object.
    Root,
    /// A schema without `type`.
    Type,
    /// A `type` that the provider doesn't have.
    TypeName,
    /// `true`, `false` or something else in the place of a schema.
    Schema,
    /// An array without `items`.
    Items,
    /// An object without `properties`.
    Properties,
    /// An object that is open.
    Closed,
    /// A property that is not in `required`.
    Required,
    /// A name in `required` that is no property.
    RequiredName,
    /// Keywords beside `$ref`.
    RefAlone,
    /// A `$ref` that leads nowhere or elsewhere.
    RefTarget,
    /// A schema that contains itself.
    Recursion,
    /// Keywords beside `anyOf`.
    AnyOfAlone,
    /// A property's name.
    PropertyName,
    /// A `format`.
    Format,
    /// A `pattern`.
    Pattern,
    /// A value in an `enum`.
    Enum,
    /// How deep a schema is.
    Depth,
    /// How much is in a schema.
    Size,
    /// How many tools there are.
    ToolCount,
    /// What the strict tools of a request have together.
    Strict,
    /// Several lists of functions.
    Lists,
    /// A choice of tools.
    Choice,
    /// Several calls in one turn.
    Parallel,
    /// The name of a structured answer.
    AnswerName,
    /// A text of the conversation with nothing in it.
    EmptyText,
    /// There is more to list than is listed.
    More,
}

impl Rule {
    /// The name, in lower case with hyphens.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Request => "request",
            Rule::Place => "place",
            Rule::Envelope => "envelope",
            Rule::Member => "member",
            Rule::UnknownMember => "unknown-member",
            Rule::Name => "name",
            Rule::DuplicateName => "duplicate-name",
            Rule::Description => "description",
            Rule::Keyword => "keyword",
            Rule::Value => "value",
            Rule::Root => "root",
            Rule::Type => "type",
            Rule::TypeName => "type-name",
            Rule::Schema => "schema",
            Rule::Items => "items",
            Rule::Properties => "properties",
            Rule::Closed => "closed",
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
            Rule::Lists => "lists",
            Rule::Choice => "choice",
            Rule::Parallel => "parallel",
            Rule::AnswerName => "answer-name",
            Rule::EmptyText => "empty-text",
            Rule::More => "more",
        }
    }

    /// What to write instead.
    pub(super) const fn instead(self) -> &'static str {
        match self {
            Rule::Request => "send a JSON object",
            Rule::Place => "move it to where this provider reads it",
            Rule::Envelope => "write the tool in this provider's envelope",
            Rule::Member => "write it as the provider has it",
            Rule::UnknownMember => "leave it out",
            Rule::Name => "rename the tool, and turn the name back in the response",
            Rule::DuplicateName => "rename one of them",
            Rule::Description => "write a shorter one, or none where it is empty",
            Rule::Keyword => "say it in another way, or in the description",
            Rule::Value => "write what JSON Schema draft 2020-12 has",
            Rule::Root => {
                "write `\"type\": \"object\"` with `properties`, and the rest under a property"
            }
            Rule::Type => "write a `type`",
            Rule::TypeName => "write one type that the provider has",
            Rule::Schema => "write an object with a `type`",
            Rule::Items => "write `items`, one schema for all",
            Rule::Properties => "write `properties`, or leave the empty schema out",
            Rule::Closed => {
                "write `\"additionalProperties\": false`; a map as a list of `{key, value}`"
            }
            Rule::Required => {
                "name every property in `required`; one that may be absent takes null"
            }
            Rule::RequiredName => "take the name out of `required`, or write the property",
            Rule::RefAlone => "write the type in place, or the reference in an `anyOf` of one",
            Rule::RefTarget => "write the type in place",
            Rule::Recursion => "cut the way back: a string that holds JSON",
            Rule::AnyOfAlone => "move what stands beside it into its alternatives",
            Rule::PropertyName => "rename the property, and turn the name back in the arguments",
            Rule::Format => "say it in the description",
            Rule::Pattern => "say it in the description, or simpler",
            Rule::Enum => {
                "write values of the type beside it; strings, none of them empty, where there are no others"
            }
            Rule::Depth => "flatten a type, or turn strict mode off",
            Rule::Size => "split the tool, or turn strict mode off",
            Rule::ToolCount => "leave tools out",
            Rule::Strict => "turn strict mode off for some tools",
            Rule::Lists => "put all functions in one list",
            Rule::Choice => "choose a tool of the request",
            Rule::Parallel => "say it as the provider has it, or not at all",
            Rule::AnswerName => "write letters, digits, `_` and `-`, at most 64 of them",
            Rule::EmptyText => "leave it out, or send a text",
            Rule::More => "mend what is listed and look again",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What stands behind a rule, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Evidence {
    /// An answer of the live API: a recorded exchange, or an error text that people reported.
    Recorded,
    /// A parser: the proto that the request is read by, the service's own model, an official SDK that checks.
    Parser,
    /// Documentation only, or one third party's word.
    Documented,
}

impl Evidence {
    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Evidence::Recorded => "recorded",
            Evidence::Parser => "parser",
            Evidence::Documented => "documented",
        }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What breaking a rule leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Effect {
    /// The whole request is refused.
    Refused,
    /// The request is taken, and the model is shown nothing of what stands there: a type, a union, a reference.
    Lost,
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Effect::Refused => "refused",
            Effect::Lost => "lost",
        })
    }
}

/// The class of a rule's evidence, and the tag of its source in `docs/providers.md`.
pub(super) type Because = (Evidence, &'static str);
