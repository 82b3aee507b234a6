//! The members of a response beside the answer: its id, the model, the token counts.

/// The location of a response's id, model and token counts. Paths have dots between their keys; of
/// several, the first that exists is read.
#[derive(Clone, Copy)]
pub(crate) struct Metadata {
    pub(crate) id: &'static [&'static str],
    pub(crate) model: &'static [&'static str],
    pub(crate) usage: UsageMembers,
}

/// The location of the token counts in a response.
#[derive(Clone, Copy)]
pub(crate) struct UsageMembers {
    /// The object with the counts; an empty path is the response itself.
    pub(crate) at: &'static [&'static str],
    /// All tokens of the prompt, including cached ones.
    pub(crate) input: TokenCount,
    /// All generated tokens, including reasoning.
    pub(crate) output: TokenCount,
    /// The tokens of the prompt that were read from a cache.
    pub(crate) cached_input: TokenCount,
    /// The tokens of the prompt that were written to a cache.
    pub(crate) cache_write: TokenCount,
    /// The generated tokens that are reasoning.
    pub(crate) reasoning: TokenCount,
}

/// A token count: paths from the object with the counts.
#[derive(Clone, Copy)]
pub(crate) enum TokenCount {
    /// The first member that exists.
    First(&'static [&'static str]),
    /// The sum of the members that exist.
    Sum(&'static [&'static str]),
}

impl TokenCount {
    /// The provider doesn't report this count.
    pub(super) const NONE: Self = TokenCount::First(&[]);
}

impl Metadata {
    /// The format has no such members.
    pub(super) const NONE: Self = Metadata {
        id: &[],
        model: &[],
        usage: UsageMembers {
            at: &[],
            input: TokenCount::NONE,
            output: TokenCount::NONE,
            cached_input: TokenCount::NONE,
            cache_write: TokenCount::NONE,
            reasoning: TokenCount::NONE,
        },
    };
}
