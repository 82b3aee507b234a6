//! Ollama's own API.

use super::{NESTED, Wire};
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::choice::{Chosen, ToolChoice, no_parallel_flag, no_words};
use crate::wire::request::ToolsAt;

#[derive(Debug)]
pub(super) struct Ollama;

impl Wire for Ollama {
    fn tools_at(&self) -> ToolsAt {
        NESTED
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
            Some(ToolChoice::Required | ToolChoice::Tool(_) | ToolChoice::AnyOf(_)) => {
                Err(no_words(provider, "a call that must be made"))
            }
        }
    }
}
