//! Members of responses that only some hosts with Chat Completions send.

/// The members in which a host's answers differ from those of other hosts. Source: the types of the
/// official SDKs, with which `tests/conformance/responses` builds the same answers.
#[derive(Clone, Copy)]
pub(crate) struct HostAnswer {
    pub(crate) reasoning: ReasoningForm,
    pub(crate) usage: StreamUsage,
    /// In a stream, a call comes whole with the end.
    pub(crate) whole_calls: bool,
    /// There is a reason to stop for a refusal.
    pub(crate) refuses: bool,
}

/// The form of reasoning in a message.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReasoningForm {
    /// It isn't sent.
    None,
    /// A text of this name.
    Member(&'static str),
    /// A part of the content with the type `thinking`.
    Part,
}

/// The place of the token counts in a stream.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum StreamUsage {
    /// A last chunk without choices, if the request has `stream_options.include_usage`.
    IfAsked,
    /// A last chunk without choices.
    Chunk,
    /// The chunk with the reason to stop.
    WithReason,
    /// The same, inside this member.
    Inside(&'static str),
}

impl HostAnswer {
    /// OpenAI's own.
    pub(crate) const OPENAI: Self = HostAnswer {
        reasoning: ReasoningForm::None,
        usage: StreamUsage::IfAsked,
        whole_calls: false,
        refuses: true,
    };
}
