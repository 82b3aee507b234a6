//! Mistral's API: OpenAI's format with its own id format and without a list of allowed tools.

use super::chat::{Chat, LIKE_OPENAI};
use super::messages::Style;

pub(super) const MISTRAL: Chat = Chat {
    // `none` together with tools is reported to garble the answer.
    none: false,
    // "Unexpected role 'user' after role 'tool'": a model message must come between them, and the
    // API rejects an empty one.
    user_after_result: false,
    style: Style {
        named: true,
        ..LIKE_OPENAI.style
    },
    ..LIKE_OPENAI
};
