//! The end of a call: the result that the model receives, by the error policy.

use alloc::string::{String, ToString as _};
use alloc::vec;

use super::policy::is_bad_call;
use super::{CallOptions, Settings};
use crate::call::{Content, Reply, ToolCall, ToolError, ToolResult, WaitingCall};
use crate::decode::Notes;
use crate::schema::SchemaRef;

/// The end of a call, before the error policy.
pub(crate) struct Ended {
    pub(crate) reply: Reply,
    pub(crate) notes: Notes,
    pub(crate) return_direct: bool,
    pub(crate) output: Option<SchemaRef>,
    pub(crate) waiting: Option<WaitingCall>,
}

impl From<Reply> for Ended {
    fn from(reply: Reply) -> Self {
        Ended {
            reply,
            notes: Notes::default(),
            return_direct: false,
            output: None,
            waiting: None,
        }
    }
}

impl From<ToolError> for Ended {
    fn from(error: ToolError) -> Self {
        Err(error).into()
    }
}

/// Builds the result that the model receives.
pub(crate) fn finish(
    settings: &Settings,
    options: &CallOptions,
    call: ToolCall,
    ended: Ended,
) -> ToolResult {
    let error = match ended.reply {
        Ok(answer) => {
            if let Some(conversation) = &options.conversation {
                conversation.succeeded(&call);
            }
            let mut result = ToolResult::new(call, answer.content);
            let sent = settings.outgoing.answer(&mut result.content);
            if sent.cuts_json && ended.output.is_some() {
                result.error = Some(ToolError::Failed(sent.too_long()));
            }
            result.altered = sent.altered;
            result.artifact = answer.artifact;
            result.return_direct = ended.return_direct && result.error.is_none();
            result.forgiven = ended.notes.forgiven;
            result.ignored = ended.notes.ignored;
            result.output = ended.output;
            return result;
        }
        Err(error) => settings.outgoing.error(error),
    };
    let policy = if is_bad_call(&error) {
        &settings.on_bad_call
    } else {
        &settings.on_error
    };
    let text = match &error {
        // The program has already chosen the text.
        ToolError::Denied(text) => text.clone(),
        ToolError::Waiting => error.to_string(),
        error => policy.text(error, &call),
    };
    let mut ending = String::new();
    // These are not failures of the call.
    if !matches!(error, ToolError::Cancelled | ToolError::Waiting)
        && let Some(conversation) = &options.conversation
    {
        let times = conversation.failed(&call);
        if settings.repeats != 0 && times >= settings.repeats {
            ending = give_up(times);
        }
    }
    let stop = policy.stops() && !matches!(error, ToolError::Denied(_) | ToolError::Waiting);
    let text = settings.outgoing.error_text(&error, text, &ending);
    let mut result = ToolResult::new(call, vec![Content::Text(text)]);
    result.error = Some(error);
    result.forgiven = ended.notes.forgiven;
    result.ignored = ended.notes.ignored;
    result.stop = stop;
    result.waiting = ended.waiting;
    result
}

fn give_up(times: u32) -> String {
    alloc::format!(
        "\n\nThis call has failed {times} times with the same arguments. Don't make it again: change the arguments, use another tool, or say that it can't be done."
    )
}
