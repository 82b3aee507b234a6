//! Gemini's streamed chunks. Each is a response with more parts. Vertex may send a call's arguments
//! in pieces.

use super::decoder::{PartKind, Parts, ResponseMembers, StreamDecoder, StreamPart, unfinished};
use super::interactions::InteractionStream;
use super::output::StreamOutput;
use super::partial::Partial;
use crate::message::JsonValue;
use crate::provider::Provider;
use crate::wire::WireError;
use crate::wire::node::JsonNode;
use crate::wire::turn::{body, no_error, part_call, signed_call};

#[derive(Debug, Default)]
pub(in crate::wire) struct GeminiStream {
    response: ResponseMembers,
    parts: Parts,
    open: Option<(usize, Partial)>,
    finish: Option<String>,
    interaction: Option<InteractionStream>,
    /// The reason why the prompt was blocked: the text of `promptFeedback`.
    feedback: Option<String>,
}

const RESPONSE: &[&str] = &["responseId", "modelVersion", "usageMetadata"];

impl StreamDecoder for GeminiStream {
    fn event(&mut self, event: JsonNode<'_>, out: &mut StreamOutput) -> Result<(), WireError> {
        if event.get("event_type").is_some() {
            let interaction = self.interaction.get_or_insert_default();
            return interaction.event(event, out);
        }
        no_error(event)?;
        self.response.keep(event, RESPONSE, out)?;
        if let Some(feedback) = event.get("promptFeedback")
            && event.get("candidates").is_none()
        {
            out.keep(feedback.raw().len())?;
            self.feedback = Some(feedback.raw().into());
            return Ok(());
        }
        // The last chunk may contain only the usage.
        if event.get("usageMetadata").is_some() && event.get("candidates").is_none() {
            return Ok(());
        }
        let candidates = body(event, "candidates")?.list()?;
        // Only the first candidate is read, like in a complete response. A chunk may have another.
        let is_first = |candidate: &&JsonNode<'_>| {
            (candidate.at("index")).is_none_or(|index| index.raw() == "0")
        };
        let Some(candidate) = candidates.iter().find(is_first) else {
            return Ok(());
        };
        if let Some(content) = candidate.member("content")? {
            for part in content.items("parts")? {
                self.part(part, out)?;
            }
        }
        if let Some(finish) = candidate.text("finishReason")? {
            self.finish = Some(finish.to_owned());
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.interaction
            .as_ref()
            .is_some_and(InteractionStream::is_over)
    }

    fn response_text(&self, provider: Provider, _: bool) -> Result<String, WireError> {
        if let Some(interaction) = &self.interaction {
            return interaction.response_text(provider);
        }
        if let Some((_, open)) = &self.open {
            return Err(unfinished(provider, Some(open.name())));
        }
        if let (Some(feedback), true) = (&self.feedback, self.parts.is_empty()) {
            let feedback = JsonValue::verbatim(feedback);
            return Ok(self
                .response
                .object_with(vec![("promptFeedback", feedback)]));
        }
        if self.finish.is_none() {
            return Err(unfinished(provider, None));
        }
        let parts = self
            .parts
            .0
            .iter()
            .map(|StreamPart { kind, text }| match kind {
                PartKind::Raw => JsonValue::verbatim(text),
                PartKind::Thoughts => JsonValue::from([
                    ("text", text.into()),
                    ("thought", JsonValue::Tree(true.into())),
                ]),
                PartKind::Text => JsonValue::from([("text", text.into())]),
            });
        let content = [("role", "model".into()), ("parts", parts.collect())];
        let candidate = [
            ("content", content.into()),
            ("finishReason", (&self.finish).into()),
        ];
        let candidates = JsonValue::list_of(candidate.into());
        Ok(self.response.object_with(vec![("candidates", candidates)]))
    }
}

impl GeminiStream {
    fn part(&mut self, part: JsonNode<'_>, out: &mut StreamOutput) -> Result<(), WireError> {
        if let Some(call) = part_call(part)? {
            return self.call(part, call, out);
        }
        let kind = if part.get("thought").is_some_and(JsonNode::is_true) {
            PartKind::Thoughts
        } else {
            PartKind::Text
        };
        let plain = part
            .members()
            .all(|(key, _)| matches!(key, "text" | "thought"));
        let text = part.text("text")?;
        match text {
            Some(more) if plain => self.parts.push(kind, more, out),
            _ => {
                self.parts.push(PartKind::Raw, part.raw(), out)?;
                self.parts.report(kind, text.unwrap_or_default(), out);
                Ok(())
            }
        }
    }

    fn call(
        &mut self,
        part: JsonNode<'_>,
        call: JsonNode<'_>,
        out: &mut StreamOutput,
    ) -> Result<(), WireError> {
        let more = call.get("willContinue").is_some_and(JsonNode::is_true);
        let (number, mut open) = match self.open.take() {
            Some(open) => open,
            None if more || call.has("partialArgs") => {
                let open = Partial::new(part, call, out)?;
                (out.start_of(call, "id")?, open)
            }
            None => {
                out.call(signed_call(part, call)?)?;
                return self.parts.push(PartKind::Raw, part.raw(), out);
            }
        };
        open.piece(call, out)?;
        if more {
            self.open = Some((number, open));
            return Ok(());
        }
        let whole = open.into_text();
        out.complete_from(number, &whole, |part| match part_call(part)? {
            Some(call) => signed_call(part, call),
            None => Err(part.expected("a member `functionCall`")),
        })?;
        self.parts.keep(PartKind::Raw, whole);
        Ok(())
    }
}
