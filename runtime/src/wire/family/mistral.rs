//! Mistral: OpenAI's shape, with ids of its own and without a list of allowed tools.

use super::{NESTED, Wire, chat};
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::choice::{Chosen, ToolChoice};
use crate::wire::request::ToolsAt;

#[derive(Debug)]
pub(super) struct Mistral;

impl Wire for Mistral {
    fn tools_at(&self) -> ToolsAt {
        NESTED
    }

    fn choose(
        &self,
        provider: Provider,
        choice: Option<&ToolChoice>,
        parallel: Option<bool>,
    ) -> Result<Chosen, WireError> {
        match choice {
            // `none` beside tools is reported to garble the answer.
            Some(ToolChoice::None) => Ok(Chosen::without_tools()),
            _ => chat::LIKE_OPENAI.choose(provider, choice, parallel),
        }
    }
}
