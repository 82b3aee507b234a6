//! Anthropic's Messages.

use alloc::string::String;

use super::{FLAT, Wire};
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::choice::{Chosen, ToolChoice};
use crate::wire::request::{ToolsAt, named};

#[derive(Debug)]
pub(super) struct Anthropic;

impl Wire for Anthropic {
    fn tools_at(&self) -> ToolsAt {
        FLAT
    }

    fn choose(
        &self,
        _: Provider,
        choice: Option<&ToolChoice>,
        parallel: Option<bool>,
    ) -> Result<Chosen, WireError> {
        let mut only: Option<&[String]> = None;
        let mut text = match choice {
            // The flag stands inside of a choice.
            None if parallel.is_none() => return Ok(Chosen::nothing()),
            // `none` has no flag, and no call to be parallel.
            Some(ToolChoice::None) => {
                return Ok(Chosen::member("tool_choice", r#"{"type":"none"}"#));
            }
            None | Some(ToolChoice::Auto) => String::from(r#"{"type":"auto"}"#),
            Some(ToolChoice::Required) => String::from(r#"{"type":"any"}"#),
            Some(ToolChoice::Tool(name)) => named(r#"{"type":"tool","name":"#, name, "}"),
            Some(ToolChoice::AnyOf(names)) => {
                only = Some(names);
                String::from(r#"{"type":"any"}"#)
            }
        };
        if let Some(on) = parallel {
            text.truncate(text.len() - 1);
            text.push_str(if on {
                r#","disable_parallel_tool_use":false}"#
            } else {
                r#","disable_parallel_tool_use":true}"#
            });
        }
        let chosen = Chosen::member("tool_choice", text);
        Ok(match only {
            Some(names) => chosen.only(names),
            None => chosen,
        })
    }
}
