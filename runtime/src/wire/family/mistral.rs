//! Mistral's API: OpenAI's format with its own id format and without a list of allowed tools.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;

use serde_json::{Value, json};

use super::{Wire, chat, messages};
use crate::wire::choice::{Asked, Chosen, ToolChoice};
use crate::wire::heard::Heard;
use crate::wire::neutral::{Given, Message, NOTHING};
use crate::wire::node::Node;
use crate::wire::said::Said;
use crate::wire::stream::Gather;
use crate::wire::turn::Reader;
use crate::wire::{WireError, ids};

#[derive(Debug)]
pub(super) struct Mistral;

impl Wire for Mistral {
    fn choose(&self, asked: Asked<'_>) -> Result<Chosen, WireError> {
        match asked.choice {
            // `none` together with tools is reported to garble the answer.
            Some(ToolChoice::None) => Ok(Chosen::without_tools()),
            _ => chat::LIKE_OPENAI.choose(asked),
        }
    }

    fn fit<'i>(&self, id: &'i str) -> Cow<'i, str> {
        ids::fit_mistral(id)
    }

    fn read(&self, response: Node<'_>, into: &mut Reader) -> Result<(), WireError> {
        chat::LIKE_OPENAI.read(response, into)
    }

    fn hear(&self, message: &Value, into: &mut Heard) -> Result<(), WireError> {
        messages::hear(message, into)
    }

    fn say(&self, message: &Message, into: &mut Said) {
        // "Unexpected role 'user' after role 'tool'": a model message must come between them, and
        // the API rejects an empty one.
        if matches!(message, Message::User(_)) && into.last_role() == Some("tool") {
            into.push(json!({"role": "assistant", "content": NOTHING}));
            into.lose(format!(
                "a user message right after a result: a model message `{NOTHING}` is added between them"
            ));
        }
        STYLE.say(message, into);
    }

    fn give(&self, results: &[Given<'_>], into: &mut Said) {
        STYLE.give(results, into);
    }

    fn gather(&self) -> Box<dyn Gather> {
        chat::LIKE_OPENAI.gather()
    }
}

const STYLE: messages::Style = messages::Style {
    images: true,
    files: false,
    developer: false,
    id: ids::fit_mistral,
    named: true,
};
