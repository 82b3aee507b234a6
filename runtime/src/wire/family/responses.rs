//! OpenAI's Responses.

use super::chat::{CHOICE, PARALLEL, Words, words};
use super::{FLAT, Wire};
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::choice::{Chosen, ToolChoice};
use crate::wire::request::ToolsAt;

#[derive(Debug)]
pub(super) struct Responses;

const WORDS: Words = Words {
    tool: (r#"{"type":"function","name":"#, "}"),
    allowed: (
        r#"{"type":"allowed_tools","mode":"required","tools":["#,
        "]}",
    ),
};

impl Wire for Responses {
    fn tools_at(&self) -> ToolsAt {
        FLAT
    }

    fn choose(
        &self,
        _: Provider,
        choice: Option<&ToolChoice>,
        parallel: Option<bool>,
    ) -> Result<Chosen, WireError> {
        let chosen = match choice {
            None => Chosen::nothing(),
            Some(choice) => Chosen::member(CHOICE, words(choice, &WORDS)),
        };
        Ok(chosen.flag(PARALLEL, parallel))
    }
}
