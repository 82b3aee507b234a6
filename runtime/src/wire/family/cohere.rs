//! Cohere's Chat, version 2.

use super::{NESTED, Wire};
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::choice::{Chosen, ToolChoice, no_parallel_flag, quoted};
use crate::wire::request::ToolsAt;

#[derive(Debug)]
pub(super) struct Cohere;

impl Wire for Cohere {
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
        let required = || Chosen::member("tool_choice", quoted("REQUIRED"));
        Ok(match choice {
            // There is no word for the default.
            None | Some(ToolChoice::Auto) => Chosen::nothing(),
            Some(ToolChoice::None) => Chosen::member("tool_choice", quoted("NONE")),
            Some(ToolChoice::Required) => required(),
            Some(ToolChoice::Tool(name)) => required().only(core::slice::from_ref(name)),
            Some(ToolChoice::AnyOf(names)) => required().only(names),
        })
    }
}
