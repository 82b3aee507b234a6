//! OpenAI's Chat Completions, and the hosts that speak it.

use super::{NESTED, Wire};
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::choice::{Chosen, ToolChoice, no_parallel_flag, quoted};
use crate::wire::request::{ToolsAt, named};

/// What a host that speaks OpenAI's shape knows of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chat {
    /// `tool_choice` takes a list of tools.
    allowed_tools: bool,
    /// `parallel_tool_calls` is known.
    parallel: bool,
}

/// OpenAI itself, and Azure.
pub(super) const OPENAI: Chat = Chat {
    allowed_tools: true,
    parallel: true,
};

/// Hosts whose documentation has OpenAI's words but for the list of tools.
pub(super) const LIKE_OPENAI: Chat = Chat {
    allowed_tools: false,
    ..OPENAI
};

/// No flag for parallel calls is documented.
pub(super) const DEEPSEEK: Chat = Chat {
    parallel: false,
    ..LIKE_OPENAI
};

impl Wire for Chat {
    fn tools_at(&self) -> ToolsAt {
        NESTED
    }

    fn choose(
        &self,
        provider: Provider,
        choice: Option<&ToolChoice>,
        parallel: Option<bool>,
    ) -> Result<Chosen, WireError> {
        let chosen = match choice {
            None => Chosen::nothing(),
            Some(ToolChoice::AnyOf(names)) if !self.allowed_tools => {
                Chosen::member(CHOICE, quoted("required")).only(names)
            }
            Some(choice) => Chosen::member(CHOICE, words(choice, &NESTED_WORDS)),
        };
        if self.parallel {
            return Ok(chosen.flag(PARALLEL, parallel));
        }
        no_parallel_flag(provider, parallel)?;
        Ok(chosen)
    }
}

pub(super) const CHOICE: &str = "tool_choice";
pub(super) const PARALLEL: &str = "parallel_tool_calls";

/// What differs between the two APIs in naming tools.
pub(super) struct Words {
    /// Around one chosen tool's name.
    pub(super) tool: (&'static str, &'static str),
    /// Around the list of allowed tools.
    pub(super) allowed: (&'static str, &'static str),
}

const NESTED_WORDS: Words = Words {
    tool: (r#"{"type":"function","function":{"name":"#, "}}"),
    allowed: (
        r#"{"type":"allowed_tools","allowed_tools":{"mode":"required","tools":["#,
        "]}}",
    ),
};

/// A choice in OpenAI's words.
pub(super) fn words(choice: &ToolChoice, words: &Words) -> alloc::string::String {
    let (open, close) = words.tool;
    match choice {
        ToolChoice::Auto => quoted("auto"),
        ToolChoice::None => quoted("none"),
        ToolChoice::Required => quoted("required"),
        ToolChoice::Tool(name) => named(open, name, close),
        ToolChoice::AnyOf(names) => {
            let tools: alloc::vec::Vec<_> =
                names.iter().map(|name| named(open, name, close)).collect();
            alloc::format!("{}{}{}", words.allowed.0, tools.join(","), words.allowed.1)
        }
    }
}
