//! The member of a request that says which tools the model may or must call.

use super::Api;

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
    pub(crate) parallel: ParallelFlag,
}

/// The value of the member.
#[derive(Clone, Copy)]
pub(crate) enum ChoiceText {
    Value(&'static str),
    /// It is the default, and there is no value for it.
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

const fn one(open: &'static str, close: &'static str) -> Option<NamedTools> {
    Some(NamedTools {
        list: ("", ""),
        each: (open, close),
    })
}

/// Of OpenAI's Responses.
const RESPONSES: ChoiceFormat = ChoiceFormat {
    key: "tool_choice",
    auto: ChoiceText::Value(r#""auto""#),
    none: ChoiceText::Value(r#""none""#),
    required: ChoiceText::Value(r#""required""#),
    tool: one(r#"{"type":"function","name":"#, "}"),
    any_of: Some(NamedTools {
        list: (
            r#"{"type":"allowed_tools","mode":"required","tools":["#,
            "]}",
        ),
        each: (r#"{"type":"function","name":"#, "}"),
    }),
    parallel: ParallelFlag::Member("parallel_tool_calls"),
};

const ANTHROPIC: ChoiceFormat = ChoiceFormat {
    key: "tool_choice",
    auto: ChoiceText::Value(r#"{"type":"auto"}"#),
    none: ChoiceText::Value(r#"{"type":"none"}"#),
    required: ChoiceText::Value(r#"{"type":"any"}"#),
    tool: one(r#"{"type":"tool","name":"#, "}"),
    any_of: None,
    parallel: ParallelFlag::Disabled("disable_parallel_tool_use"),
};

const GEMINI: ChoiceFormat = ChoiceFormat {
    key: "toolConfig",
    auto: ChoiceText::Value(r#"{"functionCallingConfig":{"mode":"AUTO"}}"#),
    none: ChoiceText::Value(r#"{"functionCallingConfig":{"mode":"NONE"}}"#),
    required: ChoiceText::Value(r#"{"functionCallingConfig":{"mode":"ANY"}}"#),
    tool: GEMINI_NAMES,
    any_of: GEMINI_NAMES,
    parallel: ParallelFlag::None,
};

const GEMINI_NAMES: Option<NamedTools> = Some(NamedTools {
    list: (
        r#"{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["#,
        "]}}",
    ),
    each: ("", ""),
});

/// A sibling of the tools inside `toolConfig`.
const BEDROCK: ChoiceFormat = ChoiceFormat {
    key: "toolChoice",
    auto: ChoiceText::Value(r#"{"auto":{}}"#),
    // Omitting the tools isn't an option: a history with calls requires `toolConfig`.
    none: ChoiceText::Unsupported("a turn without tools"),
    required: ChoiceText::Value(r#"{"any":{}}"#),
    tool: one(r#"{"tool":{"name":"#, "}}"),
    any_of: None,
    parallel: ParallelFlag::None,
};

const COHERE: ChoiceFormat = ChoiceFormat {
    key: "tool_choice",
    auto: ChoiceText::Default,
    none: ChoiceText::Value(r#""NONE""#),
    required: ChoiceText::Value(r#""REQUIRED""#),
    tool: None,
    any_of: None,
    parallel: ParallelFlag::None,
};

/// Of APIs without the member.
const NONE: ChoiceFormat = ChoiceFormat {
    key: "",
    auto: ChoiceText::Default,
    none: ChoiceText::NoTools,
    required: ChoiceText::Unsupported("a call that must be made"),
    tool: None,
    any_of: None,
    parallel: ParallelFlag::None,
};

impl Api {
    /// Its form of a tool choice.
    pub(crate) fn tool_choice(&self) -> ChoiceFormat {
        match self {
            Api::Chat(chat) => {
                let each = (r#"{"type":"function","function":{"name":"#, "}}");
                let list = (
                    r#"{"type":"allowed_tools","allowed_tools":{"mode":"required","tools":["#,
                    "]}}",
                );
                ChoiceFormat {
                    none: if chat.none {
                        RESPONSES.none
                    } else {
                        ChoiceText::NoTools
                    },
                    tool: one(each.0, each.1),
                    any_of: (chat.allowed_tools).then_some(NamedTools { list, each }),
                    parallel: if chat.parallel {
                        RESPONSES.parallel
                    } else {
                        ParallelFlag::None
                    },
                    ..RESPONSES
                }
            }
            Api::Responses => RESPONSES,
            Api::Anthropic => ANTHROPIC,
            Api::Gemini => GEMINI,
            Api::Bedrock => BEDROCK,
            Api::Cohere => COHERE,
            Api::Ollama | Api::Mcp | Api::None => NONE,
        }
    }
}
