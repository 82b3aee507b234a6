//! The member of a request with the tools that the model may or must call.

use serde_json::Value;

/// An API's form of a tool choice. All texts are JSON.
#[derive(Clone, Copy)]
pub(crate) struct ChoiceFormat {
    /// The member of the request.
    pub(crate) key: &'static str,
    pub(crate) auto: ChoiceText,
    pub(crate) none: ChoiceText,
    pub(crate) required: ChoiceText,
    /// A choice of one tool. Without a form, only that tool is declared, and a call is required.
    pub(crate) tool: Option<NamedTools>,
    /// A choice of several tools; the same without a form.
    pub(crate) any_of: Option<NamedTools>,
    /// The only tools that the model may call, if it calls one.
    #[cfg(feature = "lint")]
    pub(crate) some_of: Option<NamedTools>,
    pub(crate) parallel: ParallelFlag,
}

/// The value of the member.
#[derive(Clone, Copy)]
pub(crate) enum ChoiceText {
    Value(&'static str),
    /// The default, which has no value.
    Default,
    /// The request declares no tools.
    NoTools,
    /// The API can't express it. In the words of an error.
    Unsupported(&'static str),
}

/// The value of the member with names of tools.
#[derive(Clone, Copy)]
pub(crate) struct NamedTools {
    /// The texts around all names, which are separated by commas.
    pub(crate) list: (&'static str, &'static str),
    /// The texts around each name.
    pub(crate) each: (&'static str, &'static str),
}

impl NamedTools {
    pub(crate) fn text(&self, names: &[String]) -> String {
        let names = names.iter().map(|name| Value::from(name.as_str()));
        let names: Vec<_> = names
            .map(|name| format!("{}{name}{}", self.each.0, self.each.1))
            .collect();
        [self.list.0, &names.join(","), self.list.1].concat()
    }
}

/// The flag for parallel calls.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParallelFlag {
    /// There is none, and calls can't be limited to one.
    None,
    /// A member of the request.
    Member(&'static str),
    /// A member of the choice, which turns parallel calls off.
    Disabled(&'static str),
}

const fn one(each: (&'static str, &'static str)) -> NamedTools {
    NamedTools {
        list: ("", ""),
        each,
    }
}

/// The texts around a name in OpenAI's Chat Completions, and in its Responses.
const CHAT_NAME: (&str, &str) = (r#"{"type":"function","function":{"name":"#, "}}");
const RESPONSES_NAME: (&str, &str) = (r#"{"type":"function","name":"#, "}");

#[cfg(feature = "lint")]
const GEMINI_SOME: NamedTools = NamedTools {
    list: (
        r#"{"functionCallingConfig":{"mode":"VALIDATED","allowedFunctionNames":["#,
        "]}}",
    ),
    each: ("", ""),
};

const GEMINI_NAMES: Option<NamedTools> = Some(NamedTools {
    list: (
        r#"{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["#,
        "]}}",
    ),
    each: ("", ""),
});

#[cfg(feature = "lint")]
const INTERACTION_NAMES: Option<NamedTools> = Some(NamedTools {
    list: (r#"{"allowed_tools":{"mode":"any","tools":["#, "]}}"),
    each: ("", ""),
});

impl ChoiceFormat {
    /// OpenAI's Chat Completions.
    pub(super) const CHAT: Self = ChoiceFormat {
        key: "tool_choice",
        auto: ChoiceText::Value(r#""auto""#),
        none: ChoiceText::Value(r#""none""#),
        required: ChoiceText::Value(r#""required""#),
        tool: Some(one(CHAT_NAME)),
        any_of: Some(NamedTools {
            list: (
                r#"{"type":"allowed_tools","allowed_tools":{"mode":"required","tools":["#,
                "]}}",
            ),
            each: CHAT_NAME,
        }),
        #[cfg(feature = "lint")]
        some_of: Some(NamedTools {
            list: (
                r#"{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":["#,
                "]}}",
            ),
            each: CHAT_NAME,
        }),
        parallel: ParallelFlag::Member("parallel_tool_calls"),
    };

    pub(super) const RESPONSES: Self = ChoiceFormat {
        tool: Some(one(RESPONSES_NAME)),
        any_of: Some(NamedTools {
            list: (
                r#"{"type":"allowed_tools","mode":"required","tools":["#,
                "]}",
            ),
            each: RESPONSES_NAME,
        }),
        #[cfg(feature = "lint")]
        some_of: Some(NamedTools {
            list: (r#"{"type":"allowed_tools","mode":"auto","tools":["#, "]}"),
            each: RESPONSES_NAME,
        }),
        ..Self::CHAT
    };

    /// A host's format in a request of its Responses API.
    #[cfg(feature = "lint")]
    pub(crate) fn flat(&self) -> Self {
        ChoiceFormat {
            none: self.none,
            any_of: self.any_of.and(Self::RESPONSES.any_of),
            some_of: self.some_of.and(Self::RESPONSES.some_of),
            parallel: self.parallel,
            ..Self::RESPONSES
        }
    }

    /// OpenAI's `functions`, the predecessor of `tools`.
    #[cfg(feature = "lint")]
    pub(crate) const FUNCTIONS: Self = ChoiceFormat {
        key: "function_call",
        required: ChoiceText::Default,
        tool: Some(one((r#"{"name":"#, "}"))),
        any_of: None,
        some_of: None,
        parallel: ParallelFlag::None,
        ..Self::CHAT
    };

    /// Gemini's Interactions API.
    #[cfg(feature = "lint")]
    pub(crate) const INTERACTIONS: Self = ChoiceFormat {
        required: ChoiceText::Value(r#""any""#),
        tool: INTERACTION_NAMES,
        any_of: INTERACTION_NAMES,
        some_of: None,
        parallel: ParallelFlag::None,
        ..Self::CHAT
    };

    pub(super) const ANTHROPIC: Self = ChoiceFormat {
        key: "tool_choice",
        auto: ChoiceText::Value(r#"{"type":"auto"}"#),
        none: ChoiceText::Value(r#"{"type":"none"}"#),
        required: ChoiceText::Value(r#"{"type":"any"}"#),
        tool: Some(one((r#"{"type":"tool","name":"#, "}"))),
        parallel: ParallelFlag::Disabled("disable_parallel_tool_use"),
        ..Self::NONE
    };

    pub(super) const GEMINI: Self = ChoiceFormat {
        key: "toolConfig",
        auto: ChoiceText::Value(r#"{"functionCallingConfig":{"mode":"AUTO"}}"#),
        none: ChoiceText::Value(r#"{"functionCallingConfig":{"mode":"NONE"}}"#),
        required: ChoiceText::Value(r#"{"functionCallingConfig":{"mode":"ANY"}}"#),
        tool: GEMINI_NAMES,
        any_of: GEMINI_NAMES,
        #[cfg(feature = "lint")]
        some_of: Some(GEMINI_SOME),
        parallel: ParallelFlag::None,
    };

    /// A sibling of the tools inside `toolConfig`.
    pub(super) const BEDROCK: Self = ChoiceFormat {
        key: "toolChoice",
        auto: ChoiceText::Value(r#"{"auto":{}}"#),
        // Omitting the tools isn't an option: a history with calls requires `toolConfig`.
        none: ChoiceText::Unsupported("a turn without tools"),
        required: ChoiceText::Value(r#"{"any":{}}"#),
        tool: Some(one((r#"{"tool":{"name":"#, "}}"))),
        ..Self::NONE
    };

    pub(super) const COHERE: Self = ChoiceFormat {
        key: "tool_choice",
        none: ChoiceText::Value(r#""NONE""#),
        required: ChoiceText::Value(r#""REQUIRED""#),
        ..Self::NONE
    };

    /// Of APIs without the member.
    pub(super) const NONE: Self = ChoiceFormat {
        key: "tool_choice",
        auto: ChoiceText::Default,
        none: ChoiceText::NoTools,
        required: ChoiceText::Unsupported("a call that must be made"),
        tool: None,
        any_of: None,
        #[cfg(feature = "lint")]
        some_of: None,
        parallel: ParallelFlag::None,
    };
}
