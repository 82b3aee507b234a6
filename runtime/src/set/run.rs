//! Runs one call: lookup, approval hook, execution, error policy.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::{String, ToString as _};
use alloc::sync::Arc;
use alloc::vec;
use core::future::{Future, poll_fn};
use core::pin::{Pin, pin};
use core::task::{Context as TaskContext, Poll, Waker};
use core::time::Duration;
use std::sync::OnceLock;

use serde_json::Value;

use super::entry::{Begun, Made};
use super::read::Prepared;

use super::hook::{Hook, PendingCall, Verdict};
use super::member::Member;
use crate::task::{CatchDrop, CatchUnwind, Sleep, catch_panic, run_blocking, sleep};

use super::policy::is_bad_call;
use super::{CallOptions, Settings, ToolSet, narrow, read};
use crate::call::{Answer, Cancellation, Content, Context, ToolCall, ToolError, ToolResult};
use crate::decode::nearest;
use crate::decode::{Notes, Options};
use crate::provider::Provider;
use crate::render::asked;
use crate::schema::SchemaRef;

/// The set and the options of a call. This may be the last reference to user-supplied values.
pub(crate) type Given = CatchDrop<(ToolSet, CallOptions)>;

/// Runs a call. It never panics, whatever the tool does.
pub(crate) async fn run(given: Given, provider: Provider, call: ToolCall) -> ToolResult {
    let (set, options) = given.get();
    let observers = [&set.settings().observer, &options.observer];
    for observer in observers {
        observer.began(&call, provider);
    }
    let ended = attempt(set, provider, &call, options).await;
    let result = finish(set.settings(), options, call, ended);
    for observer in observers {
        observer.ended(&result, provider);
    }
    result
}

/// The end of a call, before the error policy.
struct Ended {
    reply: Result<Answer, ToolError>,
    notes: Notes,
    return_direct: bool,
    output: Option<SchemaRef>,
}

impl From<ToolError> for Ended {
    fn from(error: ToolError) -> Self {
        Ended {
            reply: Err(error),
            notes: Notes::default(),
            return_direct: false,
            output: None,
        }
    }
}

async fn attempt(
    set: &ToolSet,
    provider: Provider,
    call: &ToolCall,
    options: &CallOptions,
) -> Ended {
    let Some(member) = set.member(provider, &call.name) else {
        let names = set.members().filter(|(_, on)| *on);
        let names = names.map(|(member, _)| &**member.name_for(provider));
        return ToolError::UnknownTool {
            name: call.name.clone(),
            nearest: nearest(&call.name, names).map(ToOwned::to_owned),
        }
        .into();
    };
    let settings = set.settings();
    let arguments = match ask(settings, member, provider, call, options).await {
        Ok(Some(edited)) => Cow::Owned(edited),
        Ok(None) => Cow::Borrowed(call.arguments.as_str()),
        Err(error) => return error.into(),
    };
    let prepared = Prepared {
        arguments,
        context: Context {
            id: call.id.clone(),
            name: Arc::clone(&member.name),
            provider,
            state: Arc::clone(&member.state),
            extensions: options.extensions.clone(),
            parent: options.cancellation.clone(),
            own: OnceLock::new(),
            progress: options.progress.clone(),
        },
        options: Options::DEFAULT
            .leniency(options.leniency.unwrap_or(settings.leniency))
            .limits(options.limits.unwrap_or(settings.limits)),
        dialect: asked(&member.spec(), provider),
    };
    let timeout = member
        .tool
        .timeout()
        .or(options.timeout)
        .or(settings.timeout);
    // Cancels the tool's context if the call times out or is dropped.
    let mut guard = CancelOnDrop(Some(&prepared.context));
    let making = pin!(make(settings, member, &prepared));
    let made = race(making, &prepared.context, timeout, settings).await;
    match made {
        Ok(made) => {
            guard.0 = None;
            Ended {
                return_direct: made.reply.is_ok() && member.tool.spec().return_direct,
                output: member.tool.spec().output,
                reply: made.reply,
                notes: made.notes,
            }
        }
        Err(error) => error.into(),
    }
}

/// Runs the hook, if there is one. Returns the arguments that it substituted.
async fn ask(
    settings: &Settings,
    member: &Arc<Member>,
    provider: Provider,
    call: &ToolCall,
    options: &CallOptions,
) -> Result<Option<String>, ToolError> {
    let Some(hook) = &settings.on_call else {
        return Ok(None);
    };
    let spec = member.spec();
    let pending = PendingCall {
        call: call.clone(),
        provider,
        hints: spec.hints,
        title: member.title().map(Into::into),
        member: Arc::clone(member),
        extensions: options.extensions.clone(),
    };
    let verdict = match hook {
        Hook::Sync(hook) => catch_panic(|| hook(&pending)),
        Hook::Async(hook) => match catch_panic(|| hook(pending)) {
            Ok(deciding) => {
                let mut deciding = CatchUnwind::new(deciding);
                let mut cancelled = options.cancellation.as_ref().map(Cancellation::cancelled);
                poll_fn(|cx| {
                    if let Some(cancelled) = &mut cancelled
                        && Pin::new(cancelled).poll(cx).is_ready()
                    {
                        return Poll::Ready(None);
                    }
                    Pin::new(&mut deciding).poll(cx).map(Some)
                })
                .await
                .ok_or(ToolError::Cancelled)?
            }
            Err(message) => Err(message),
        },
    };
    match verdict {
        Ok(Verdict::Allow) => Ok(None),
        Ok(Verdict::Edit(arguments)) => Ok(Some(arguments)),
        Ok(Verdict::Deny(text)) => Err(ToolError::Denied(text)),
        // A hook that panics denies the call.
        Err(message) => Err(ToolError::Panicked(message)),
    }
}

async fn make(settings: &Settings, member: &Arc<Member>, prepared: &Prepared<'_>) -> Made {
    if !member.tool.blocking() {
        return begin(member, prepared).await;
    }
    let member = Arc::clone(member);
    // The thread may outlive the call, so it needs owned values.
    let prepared = Prepared {
        arguments: Cow::Owned(prepared.arguments.to_string()),
        context: prepared.context.clone(),
        options: prepared.options,
        dialect: prepared.dialect,
    };
    let held = CatchDrop::new((member, prepared));
    let work = move || {
        let (member, prepared) = held.get();
        block(member, prepared)
    };
    match run_blocking(&*settings.executor, work).await {
        Ok(Some(made)) => made,
        Ok(None) => {
            let words = "the tool could not be started; try again later";
            Err(ToolError::Failed(words.to_owned())).into()
        }
        Err(message) => Err(ToolError::Panicked(message)).into(),
    }
}

async fn begin(member: &Member, prepared: &Prepared<'_>) -> Made {
    if let Err(error) = check(member, prepared) {
        return Err(error).into();
    }
    match catch_panic(|| member.tool.begin(prepared)) {
        Ok(Begun::Done(made)) => made,
        Ok(Begun::Later(making)) => CatchUnwind::new(making)
            .await
            .unwrap_or_else(|message| Err(ToolError::Panicked(message)).into()),
        Err(message) => Err(ToolError::Panicked(message)).into(),
    }
}

/// Like `begin`, on a thread that may block. A blocking tool completes in one poll.
fn block(member: &Member, prepared: &Prepared<'_>) -> Made {
    match pin!(begin(member, prepared)).poll(&mut TaskContext::from_waker(Waker::noop())) {
        Poll::Ready(made) => made,
        Poll::Pending => Err(ToolError::Failed("the tool did not answer".to_owned())).into(),
    }
}

/// Checks the set's narrowings.
fn check(member: &Member, prepared: &Prepared<'_>) -> Result<(), ToolError> {
    if member.narrows.is_empty() {
        return Ok(());
    }
    // Decode as the tool itself will, including leniency, and with the unnarrowed schema. Rewrites
    // may depend on which schema contains which, and a copy would differ.
    let mut checked = Ok(());
    member.tool.with_schema(&mut |schema| {
        checked = read::value::<Value>(prepared, schema)
            .and_then(|(value, _)| narrow::check_all(&member.narrows, &value));
    });
    checked.map_err(ToolError::Arguments)
}

/// Waits for the outcome, a cancellation or the timeout.
async fn race(
    mut making: Pin<&mut impl Future<Output = Made>>,
    context: &Context,
    timeout: Option<Duration>,
    settings: &Settings,
) -> Result<Made, ToolError> {
    if context.is_cancelled() {
        return Err(ToolError::Cancelled);
    }
    let mut cancelled = None;
    let mut timer: Option<(Duration, CatchUnwind<_>)> = None;
    let mut begun = false;
    poll_fn(|cx| {
        if let Poll::Ready(made) = making.as_mut().poll(cx) {
            return Poll::Ready(Ok(made));
        }
        let cancelled = cancelled.get_or_insert_with(|| context.cancellation().cancelled());
        if Pin::new(cancelled).poll(cx).is_ready() {
            return Poll::Ready(Err(ToolError::Cancelled));
        }
        // Only a call that waits needs a timer.
        if !begun {
            begun = true;
            timer = timeout.and_then(|after| {
                let sleep: Option<Sleep> =
                    catch_panic(|| sleep(&*settings.executor, after)).unwrap_or_default();
                sleep.map(|sleep| (after, CatchUnwind::new(sleep)))
            });
        }
        if let Some((after, sleep)) = &mut timer
            && Pin::new(sleep).poll(cx).is_ready()
        {
            return Poll::Ready(Err(ToolError::TimedOut(*after)));
        }
        Poll::Pending
    })
    .await
}

/// Cancels the tool's context if the call's future is dropped early.
struct CancelOnDrop<'c>(Option<&'c Context>);

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        if let Some(context) = self.0 {
            context.cancel();
        }
    }
}

/// Builds the result that the model receives.
fn finish(settings: &Settings, options: &CallOptions, call: ToolCall, ended: Ended) -> ToolResult {
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
        error => policy.text(error, &call),
    };
    let mut ending = String::new();
    // A cancellation is not a failure of the call.
    if error != ToolError::Cancelled
        && let Some(conversation) = &options.conversation
    {
        let times = conversation.failed(&call);
        if settings.repeats != 0 && times >= settings.repeats {
            ending = give_up(times);
        }
    }
    let stop = policy.stops() && !matches!(error, ToolError::Denied(_));
    let text = settings.outgoing.error_text(&error, text, &ending);
    let mut result = ToolResult::new(call, vec![Content::Text(text)]);
    result.error = Some(error);
    result.forgiven = ended.notes.forgiven;
    result.ignored = ended.notes.ignored;
    result.stop = stop;
    result
}

fn give_up(times: u32) -> String {
    alloc::format!(
        "\n\nThis call has failed {times} times with the same arguments. Don't make it again: change the arguments, use another tool, or say that it can't be done."
    )
}
