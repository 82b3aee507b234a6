//! The evidence for a rule, and what it costs to break it.

use core::fmt;

/// The kind of evidence for a rule, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Evidence {
    /// A response of the live API: a recorded exchange, or an error text from a user's report.
    Recorded,
    /// A parser: the proto that decodes the request, the service's own model, or a validating
    /// official SDK.
    Parser,
    /// Only documentation, or a single third-party report.
    Documented,
}

impl Evidence {
    /// Returns the name, in lower case.
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

/// The consequence of breaking a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Effect {
    /// The provider rejects the whole request.
    Rejected,
    /// The provider accepts the request but doesn't show this part to the model: a type, a union, a
    /// reference.
    Dropped,
}

impl Effect {
    /// Returns the name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Effect::Rejected => "rejected",
            Effect::Dropped => "dropped",
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A rule's kind of evidence, and the tag of its source in `docs/providers.md`.
pub(crate) type Citation = (Evidence, &'static str);

/// A rule that applies to almost all providers, without evidence for this one.
pub(super) const COMMON: Citation = (Evidence::Documented, "most-providers");
pub(super) const PYDANTIC_AI: Citation = (Evidence::Documented, "pydantic-ai");
pub(super) const RIG_TAPES: Citation = (Evidence::Recorded, "rig-tapes");
