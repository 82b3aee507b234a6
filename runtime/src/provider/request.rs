//! The parts of a request to a provider: tools, limits, conversation.

use super::{Api, Empties, Layout, Metadata, Provider};

/// The facts about a provider's requests and responses.
#[derive(Clone, Copy)]
pub(crate) struct RequestFacts {
    pub(crate) api: Api,
    /// The layout of a chat request, if the provider has a chat API.
    pub(crate) layout: Option<Layout>,
    pub(crate) tools: ToolList,
    pub(crate) limits: RequestLimits,
    /// Another provider whose messages can be sent here unchanged, and the other way round.
    pub(crate) same_messages: Option<Provider>,
    pub(crate) call_ids: CallIds,
    /// A stream has one JSON object per line, not server-sent events.
    pub(crate) lines: bool,
    /// The empty texts that are rejected, if any.
    pub(crate) empties: Option<Empties>,
    /// The provider's own search for tools, if it has one.
    pub(crate) search: Option<ToolSearch>,
    /// The mark of the end of a cached list of tools. `None` if the provider caches by itself.
    pub(crate) cache: Option<CacheMark>,
    pub(crate) metadata: Metadata,
}

impl RequestFacts {
    /// A list of tools without a chat API.
    pub(super) const NONE: Self = RequestFacts {
        api: Api::None,
        layout: None,
        tools: ToolList::FLAT,
        limits: RequestLimits::NONE,
        same_messages: None,
        call_ids: CallIds::Any,
        lines: false,
        empties: None,
        search: None,
        cache: None,
        metadata: Metadata::NONE,
    };
}

/// A provider's search for tools that are declared and not shown to the model at first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ToolSearch {
    /// The entry in the list of tools that switches the search on.
    pub(crate) tool: &'static str,
    /// The key of `member`.
    pub(crate) key: &'static str,
    /// The member of each declaration that the search is to find.
    pub(crate) member: &'static str,
}

/// The mark behind which a list of tools is cached.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CacheMark {
    /// A member of the last declaration.
    Member {
        key: &'static str,
        member: &'static str,
    },
    /// An entry after the last declaration.
    Entry(&'static str),
}

/// The location of the tools in a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ToolList {
    /// The path to the list: keys from the outside to the inside.
    pub(crate) path: &'static [&'static str],
    /// The text before and after the joined declarations in the value of the path's first key.
    pub(crate) around: (&'static str, &'static str),
    /// The path to a declaration's name.
    pub(crate) name: &'static [&'static str],
}

impl ToolList {
    /// A list under `tools`, with names at the top level of each entry.
    pub(super) const FLAT: Self = ToolList {
        path: &["tools"],
        around: ("[", "]"),
        name: &["name"],
    };

    /// The member of the request.
    pub(crate) const fn key(&self) -> &'static str {
        self.path[0]
    }
}

/// Limits on all tools of a request together. 0 means no limit.
#[derive(Clone, Copy)]
pub(crate) struct RequestLimits {
    /// Number of tools.
    pub(crate) tools: usize,
    /// Number of tools in strict mode.
    pub(crate) strict_tools: usize,
    /// Number of optional properties, over all tools in strict mode.
    pub(crate) optional: u32,
    /// Number of properties with more than one type, over all tools in strict mode.
    pub(crate) unions: u32,
    /// Either all tools are strict, or none.
    pub(crate) all_or_none: bool,
    /// Strict mode and parallel calls exclude each other.
    pub(crate) one_call: bool,
    /// Number of properties in all tools, if the request has `"strict_tools": true`. Each tool then
    /// needs a required parameter. 0: there is no such member.
    pub(crate) fields: u32,
    /// The paths of structured output's schema, which counts as that of a strict tool.
    pub(crate) answers: &'static [&'static [&'static str]],
}

impl RequestLimits {
    pub(super) const NONE: Self = RequestLimits {
        tools: 0,
        strict_tools: 0,
        optional: 0,
        unions: 0,
        all_or_none: false,
        one_call: false,
        fields: 0,
        answers: &[],
    };
}

/// The ids of calls that a provider accepts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CallIds {
    Any,
    /// 1 to 64 ASCII letters, digits and these characters.
    With(&'static str),
    /// Exactly nine ASCII letters and digits.
    Nine,
    /// None: a result refers to its call by the tool's name.
    None,
}
