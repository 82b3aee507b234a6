//! Gemini's `generateContent`, on both of its hosts.

use alloc::format;

use super::Wire;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::choice::{Chosen, ToolChoice, no_parallel_flag, quoted_list};
use crate::wire::request::ToolsAt;

#[derive(Debug)]
pub(super) struct Gemini;

impl Wire for Gemini {
    fn tools_at(&self) -> ToolsAt {
        ToolsAt {
            key: "tools",
            around: (r#"[{"functionDeclarations":["#, "]}]"),
            name: &["name"],
        }
    }

    fn choose(
        &self,
        provider: Provider,
        choice: Option<&ToolChoice>,
        parallel: Option<bool>,
    ) -> Result<Chosen, WireError> {
        no_parallel_flag(provider, parallel)?;
        let mode = |mode: &str, names: &str| {
            Chosen::member(
                "toolConfig",
                format!(r#"{{"functionCallingConfig":{{"mode":"{mode}"{names}}}}}"#),
            )
        };
        let allowed = |names| format!(r#","allowedFunctionNames":{}"#, quoted_list(names));
        Ok(match choice {
            None => Chosen::nothing(),
            Some(ToolChoice::Auto) => mode("AUTO", ""),
            Some(ToolChoice::None) => mode("NONE", ""),
            Some(ToolChoice::Required) => mode("ANY", ""),
            Some(ToolChoice::Tool(name)) => mode("ANY", &allowed(core::slice::from_ref(name))),
            Some(ToolChoice::AnyOf(names)) => mode("ANY", &allowed(names)),
        })
    }
}
