//! The end of a call: the result that the model receives, with the text for an error.

use super::member::Member;
use super::on_error::{stops, text_for_model};
use super::search::take_hits;
use super::{CallOptions, Settings};
use crate::call::{Content, Reply, ToolCall, ToolError, ToolResult, WaitingCall};
use crate::decode::ArgumentNotes;
use crate::schema::SchemaRef;

/// The end of a call, before the text for an error.
pub(crate) struct CallEnd {
    pub(crate) reply: Reply,
    pub(crate) notes: ArgumentNotes,
    pub(crate) return_direct: bool,
    pub(crate) output: Option<SchemaRef>,
    pub(crate) waiting: Option<WaitingCall>,
    /// The tool's own maximum of bytes for the model.
    pub(crate) max_bytes: Option<usize>,
}

impl From<Reply> for CallEnd {
    fn from(reply: Reply) -> Self {
        CallEnd {
            reply,
            notes: ArgumentNotes::default(),
            return_direct: false,
            output: None,
            waiting: None,
            max_bytes: None,
        }
    }
}

impl CallEnd {
    /// The end of a function. Only the set decides that a call waits or is denied, or that its
    /// conversation ends: such an error of another set is a text here.
    pub(super) fn of_function(reply: Reply, notes: ArgumentNotes) -> Self {
        let reply = reply.map_err(|error| match error {
            ToolError::Denied(text) => ToolError::Failed(text.into()),
            ToolError::Waiting | ToolError::OverBudget(_) => {
                ToolError::Failed(error.to_string().into())
            }
            other => other,
        });
        CallEnd {
            notes,
            ..CallEnd::from(reply)
        }
    }

    /// Adds the settings of the tool that was called.
    pub(crate) fn of(self, member: &Member) -> Self {
        let spec = member.tool.spec();
        CallEnd {
            return_direct: self.reply.is_ok() && spec.return_direct,
            output: spec.output,
            max_bytes: spec.max_result_bytes,
            ..self
        }
    }
}

impl From<ToolError> for CallEnd {
    fn from(error: ToolError) -> Self {
        Err(error).into()
    }
}

/// Builds the result that the model receives.
pub(crate) fn finish(
    settings: &Settings,
    options: &CallOptions,
    call: ToolCall,
    ended: CallEnd,
) -> ToolResult {
    let outgoing = settings.outgoing.within(ended.max_bytes);
    let (mut result, error, content) = match ended.reply {
        Ok(mut answer) => {
            let mut result = ToolResult::new(call, answer.content);
            let sent = outgoing.answer(&mut result.content);
            result.loaded = take_hits(&mut answer.artifact);
            result.artifact = answer.artifact;
            result.coercions = ended.notes.coercions;
            result.ignored = ended.notes.ignored;
            if !(sent.cuts_json && ended.output.is_some()) {
                record(options, &result.call, false);
                result.altered = sent.altered;
                result.return_direct = ended.return_direct;
                result.output = ended.output;
                return result;
            }
            (
                result,
                ToolError::Failed(sent.too_long().into()),
                Vec::new(),
            )
        }
        Err(error) => {
            let (error, content) = error.split();
            let mut result = ToolResult::new(call, Vec::new());
            result.coercions = ended.notes.coercions;
            result.ignored = ended.notes.ignored;
            (result, outgoing.error(error), content)
        }
    };
    let own = error.to_string();
    let chosen = text_for_model(settings, &error, &result.call);
    // A function that panics leaves the text alone.
    let keeps_content = match &chosen {
        None => true,
        Some(Ok(text)) => *text == own && !own.is_empty(),
        Some(Err(_)) => false,
    };
    let text = chosen.and_then(Result::ok).unwrap_or(own);
    result.stop = stops(settings, &error, &result.call);
    let mut ending = String::new();
    if is_failure(&error) {
        let times = record(options, &result.call, true);
        if settings
            .repeats
            .is_some_and(|repeats| times >= repeats.max(1))
        {
            ending = give_up(times);
        }
    }
    result.content = if content.is_empty() || !keeps_content {
        vec![Content::Text(outgoing.error_text(&error, text, &ending))]
    } else {
        outgoing.failure(content, &ending)
    };
    result.error = Some(error);
    result.waiting = ended.waiting;
    result
}

/// Records that a call succeeded or failed. Returns how often the same call has failed in a row, if
/// the options count it.
fn record(options: &CallOptions, call: &ToolCall, failed: bool) -> u32 {
    let budget = options.budget.as_ref();
    budget.map_or(0, |budget| budget.ended(call, failed))
}

/// Returns true if the call ran and failed, or can't run as it was made. A denial counts, so that a
/// model that insists is noticed.
fn is_failure(error: &ToolError) -> bool {
    !matches!(
        error,
        ToolError::Cancelled | ToolError::Waiting | ToolError::OverBudget(_)
    )
}

fn give_up(times: u32) -> String {
    format!(
        "\n\nThis call has failed {times} times with the same arguments. Don't make it again: change the arguments, use another tool, or say that it can't be done."
    )
}
