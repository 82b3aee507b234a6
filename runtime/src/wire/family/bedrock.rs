//! Amazon Bedrock's Converse.

use super::Wire;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::choice::{Chosen, ToolChoice, no_parallel_flag, no_words};
use crate::wire::request::{IN_TOOL_CONFIG, ToolsAt, named};

#[derive(Debug)]
pub(super) struct Bedrock;

impl Wire for Bedrock {
    fn tools_at(&self) -> ToolsAt {
        ToolsAt {
            key: "toolConfig",
            around: (r#"{"tools":["#, "]}"),
            name: &["toolSpec", "name"],
        }
    }

    fn choose(
        &self,
        provider: Provider,
        choice: Option<&ToolChoice>,
        parallel: Option<bool>,
    ) -> Result<Chosen, WireError> {
        no_parallel_flag(provider, parallel)?;
        Ok(match choice {
            None => Chosen::nothing(),
            Some(ToolChoice::Auto) => Chosen::member(IN_TOOL_CONFIG, r#"{"auto":{}}"#),
            // Leaving the tools out is no way: a history with calls wants `toolConfig`.
            Some(ToolChoice::None) => return Err(no_words(provider, "a turn without tools")),
            Some(ToolChoice::Required) => Chosen::member(IN_TOOL_CONFIG, r#"{"any":{}}"#),
            Some(ToolChoice::Tool(name)) => {
                Chosen::member(IN_TOOL_CONFIG, named(r#"{"tool":{"name":"#, name, "}}"))
            }
            Some(ToolChoice::AnyOf(names)) => {
                Chosen::member(IN_TOOL_CONFIG, r#"{"any":{}}"#).only(names)
            }
        })
    }
}
