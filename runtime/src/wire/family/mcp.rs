//! Model Context Protocol: the server's side of `tools/call`.

use super::{FLAT, Wire};
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::choice::{Chosen, ToolChoice, no_parallel_flag, no_words};
use crate::wire::request::ToolsAt;

#[derive(Debug)]
pub(super) struct Mcp;

impl Wire for Mcp {
    fn tools_at(&self) -> ToolsAt {
        FLAT
    }

    fn choose(
        &self,
        provider: Provider,
        choice: Option<&ToolChoice>,
        parallel: Option<bool>,
    ) -> Result<Chosen, WireError> {
        no_parallel_flag(provider, parallel)?;
        match choice {
            None | Some(ToolChoice::Auto) => Ok(Chosen::nothing()),
            Some(ToolChoice::None) => Ok(Chosen::without_tools()),
            Some(_) => Err(no_words(provider, "a call that must be made")),
        }
    }
}
