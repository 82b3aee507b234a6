//! Gemini's streamed chunks. Each is a response with more parts. Vertex may send a call's arguments
//! in pieces.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::json;

use super::chat::append;
use super::gather::{Gather, list, object, unfinished};
use super::interactions::InteractionStream;
use super::partial::Partial;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::limits::Budget;
use crate::wire::node::{Node, Object};
use crate::wire::turn::{body, no_error};

#[derive(Debug, Default)]
pub(in crate::wire) struct GeminiStream {
    parts: Vec<Part>,
    /// A call with incomplete arguments.
    open: Option<Partial>,
    finish: Option<String>,
    /// Events of the Interactions API, if the stream has any.
    interaction: Option<InteractionStream>,
    /// The reason why the prompt was blocked: the text of `promptFeedback`.
    feedback: Option<String>,
}

#[derive(Debug)]
enum Part {
    /// Text that the next chunk may continue.
    Text { thought: bool, text: String },
    /// Any other part, verbatim.
    Raw(String),
}

impl Gather for GeminiStream {
    fn event(&mut self, event: Node<'_>, budget: &mut Budget) -> Result<(), WireError> {
        let event = event.object()?;
        if event.get("event_type").is_some() {
            let interaction = self.interaction.get_or_insert_default();
            return interaction.event(&event, budget);
        }
        no_error(&event)?;
        if let Some(feedback) = event.get("promptFeedback")
            && event.get("candidates").is_none()
        {
            budget.take(feedback.raw().len())?;
            self.feedback = Some(feedback.raw().into());
            return Ok(());
        }
        // The last chunk may contain only the usage.
        if event.get("usageMetadata").is_some() && event.get("candidates").is_none() {
            return Ok(());
        }
        let candidates = body(&event, "candidates")?.list()?;
        let Some(candidate) = candidates.first() else {
            return Ok(());
        };
        let candidate = candidate.object()?;
        if let Some(content) = candidate.object("content")? {
            for part in content.list("parts")? {
                self.part(&part.object()?, budget)?;
            }
        }
        if let Some(finish) = candidate.string("finishReason")? {
            self.finish = Some(finish.to_owned());
        }
        Ok(())
    }

    fn whole(&mut self, provider: Provider, _: bool) -> Result<String, WireError> {
        if let Some(interaction) = &self.interaction {
            return interaction.whole(provider);
        }
        if let Some(open) = &self.open {
            return Err(unfinished(provider, Some(open.name())));
        }
        if let (Some(feedback), true) = (&self.feedback, self.parts.is_empty()) {
            return Ok(alloc::format!(r#"{{"promptFeedback":{feedback}}}"#));
        }
        if self.finish.is_none() {
            return Err(unfinished(provider, None));
        }
        let parts = list(self.parts.iter().map(|part| match part {
            Part::Raw(raw) => raw.clone(),
            Part::Text { thought, text } if *thought => {
                json!({"text": text, "thought": true}).to_string()
            }
            Part::Text { text, .. } => json!({ "text": text }).to_string(),
        }));
        let content = object(&[("role", r#""model""#), ("parts", &parts)]);
        let reason = json!(self.finish).to_string();
        let candidate = object(&[("content", &content), ("finishReason", &reason)]);
        Ok(object(&[("candidates", &list([candidate]))]))
    }
}

impl GeminiStream {
    fn part(&mut self, part: &Object<'_>, budget: &mut Budget) -> Result<(), WireError> {
        if let Some(call) = part
            .get("functionCall")
            .or_else(|| part.get("function_call"))
        {
            let call = call.object()?;
            let more = call.get("willContinue").is_some_and(Node::is_true);
            if let Some(open) = &mut self.open {
                open.piece(&call, budget)?;
                if !more && let Some(open) = self.open.take() {
                    self.parts.push(Part::Raw(open.whole()));
                }
                return Ok(());
            }
            if more || call.has("partialArgs") {
                let mut open = Partial::new(part, &call, budget)?;
                open.piece(&call, budget)?;
                if more {
                    self.open = Some(open);
                } else {
                    self.parts.push(Part::Raw(open.whole()));
                }
                return Ok(());
            }
        }
        let plain = part
            .members()
            .all(|(key, _)| matches!(key, "text" | "thought"));
        let Some(more) = part.string("text")?.filter(|_| plain) else {
            budget.take(part.node().raw().len() + size_of::<Part>())?;
            self.parts.push(Part::Raw(part.node().raw().into()));
            return Ok(());
        };
        let thinks = part.get("thought").is_some_and(Node::is_true);
        if let Some(Part::Text { thought, text }) = self.parts.last_mut()
            && *thought == thinks
        {
            return append(text, more, budget);
        }
        budget.take(more.len() + size_of::<Part>())?;
        self.parts.push(Part::Text {
            thought: thinks,
            text: more.to_owned(),
        });
        Ok(())
    }
}
