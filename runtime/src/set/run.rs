//! Runs one call: lookup, approval hook, execution, the text for an error.

use core::future::{Future, poll_fn};
use core::pin::{Pin, pin};
use core::task::{Context as TaskContext, Poll, Waker};
use core::time::Duration;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use super::arguments::CallInput;
use super::call_end::{CallEnd, finish};
use super::entry::{CallOutcome, CallStart};
use super::hook::{Decision, ask};
use super::member::Member;
use super::start::Start;
use super::{Budget, CallOptions, Settings, ToolSet, arguments, narrow};
use crate::call::{
    CallContext, CancellationToken, OverBudget, ToolCall, ToolError, ToolOutput, ToolResult,
    WaitingCall,
};
use crate::provider::Provider;
use crate::render::is_strict_asked;
use crate::task::{CatchDrop, CatchUnwind, catch_panic, run_blocking, timer};

/// The set and the options of a call. This may be the last reference to user-supplied values.
pub(crate) type CallSettings = CatchDrop<(ToolSet, CallOptions)>;

/// Runs a call. It never panics, whatever the tool does.
pub(crate) async fn run(
    given: CallSettings,
    provider: Provider,
    call: ToolCall,
    start: Start,
) -> ToolResult {
    let (set, options) = given.get();
    let observers = [&set.settings().observers, &options.observers];
    for observer in observers {
        observer.on_start(&call, provider);
    }
    let ended = attempt(set, provider, &call, options, start).await;
    let result = finish(set.settings(), options, call, ended);
    for observer in observers {
        observer.on_end(&result, provider);
    }
    result
}

async fn attempt(
    set: &ToolSet,
    provider: Provider,
    call: &ToolCall,
    options: &CallOptions,
    start: Start,
) -> CallEnd {
    let settings = set.settings();
    if let Err(error) = charge(options, &start) {
        return error.into();
    }
    let (member, decision) = match start {
        Start::Settled(member, reply) => {
            let ended = CallEnd::from(reply);
            return match member {
                Some(member) => ended.of(&member),
                None => ended,
            };
        }
        Start::Approved(member, edited) => (
            member,
            Decision {
                edited,
                ..Decision::default()
            },
        ),
        Start::Asked => {
            // A tool may exclude a provider, whose models then don't know it.
            let offered = |member: &&Arc<Member>| member.spec().providers & provider.bit() != 0;
            let Some(member) = set.member(provider, &call.name).filter(offered) else {
                return set.unknown_tool(provider, &call.name).into();
            };
            let decided = ask(&settings.hooks, member, provider, call, options).await;
            // The hooks may have taken their time.
            let mut decision = match decided.and_then(|one| may_run(options).map(|()| one)) {
                Ok(decision) => decision,
                Err(error) => return CallEnd::from(error).of(member),
            };
            if let Some(content) = decision.answer.take() {
                return CallEnd::from(Ok(ToolOutput::new(content, None))).of(member);
            }
            (Arc::clone(member), decision)
        }
    };
    let mut prepared = prepare(settings, &member, provider, call, options);
    if let Some(edited) = decision.edited {
        prepared.arguments = Cow::Owned(edited);
    }
    if decision.waits {
        prepared.context.only_checks = true;
        let ended = wait(&member, provider, call, &prepared).await;
        return ended.of(&member);
    }
    let timeout = member
        .tool
        .timeout()
        .or(options.timeout)
        .or(settings.timeout);
    let left = options.budget.as_ref().and_then(Budget::time_left);
    let timeout = timeout.into_iter().chain(left).min();
    // Cancels the tool's context if the call times out or is dropped.
    let mut guard = CancelOnDrop(Some(&prepared.context));
    let making = pin!(run_function(settings, &member, &prepared));
    let budget = options.budget.as_ref();
    let made = race(making, &prepared.context, timeout, budget, settings).await;
    let error = match made {
        Ok(made) => {
            guard.0 = None;
            return CallEnd::of_function(made.reply, made.notes).of(&member);
        }
        // A timer may fire a moment before the clock has the same time.
        Err(ToolError::TimedOut(after)) if left == Some(after) => out_of_time(options, after),
        Err(error) => error,
    };
    CallEnd::from(error).of(&member)
}

/// The error of a call that ended with the time of its budget.
fn out_of_time(options: &CallOptions, after: Duration) -> ToolError {
    match options.budget.as_ref().and_then(Budget::limit_of_time) {
        Some(max) => ToolError::OverBudget(OverBudget::Time(max)),
        None => ToolError::TimedOut(after),
    }
}

/// Takes the call from the budget, unless it is cancelled. A call that waited was taken when it was
/// made, and a denial or an answer costs nothing.
fn charge(options: &CallOptions, start: &Start) -> Result<(), ToolError> {
    if matches!(start, Start::Settled(..)) {
        return Ok(());
    }
    may_run(options)?;
    match &options.budget {
        Some(budget) if matches!(start, Start::Asked) => {
            budget.start_call().map_err(ToolError::OverBudget)
        }
        _ => Ok(()),
    }
}

/// Fails if a limit of the budget is reached, or if the program has cancelled the call.
fn may_run(options: &CallOptions) -> Result<(), ToolError> {
    if let Some(budget) = &options.budget {
        budget.check().map_err(ToolError::OverBudget)?;
    }
    let token = options.cancellation.as_ref();
    if token.is_some_and(CancellationToken::is_cancelled) {
        return Err(ToolError::Cancelled);
    }
    Ok(())
}

fn prepare<'c>(
    settings: &Settings,
    member: &Member,
    provider: Provider,
    call: &'c ToolCall,
    options: &CallOptions,
) -> CallInput<'c> {
    CallInput {
        arguments: Cow::Borrowed(call.arguments.as_str()),
        context: CallContext {
            id: call.id.clone(),
            name: Arc::clone(&member.name),
            provider,
            state: Arc::clone(&member.state),
            extensions: options.extensions.clone(),
            parent: options.cancellation.clone(),
            own: OnceLock::new(),
            progress: options.progress.reporter(call),
            only_checks: false,
        },
        options: options.decode.unwrap_or(settings.decode),
        dialect: is_strict_asked(&member.spec(), provider),
    }
}

/// Checks the arguments of a call that is to wait. The model gets their faults at once.
async fn wait(
    member: &Member,
    provider: Provider,
    call: &ToolCall,
    prepared: &CallInput<'_>,
) -> CallEnd {
    let made = start(member, prepared).await;
    let waiting = matches!(made.reply, Err(ToolError::Waiting)).then(|| WaitingCall {
        call: call.clone(),
        modified: match &prepared.arguments {
            Cow::Borrowed(_) => None,
            Cow::Owned(modified) => Some(modified.clone()),
        },
        tool: member.name.to_string(),
        provider,
        fingerprint: member.fingerprint(provider),
    });
    CallEnd {
        notes: made.notes,
        waiting,
        ..made.reply.into()
    }
}

async fn run_function(
    settings: &Settings,
    member: &Arc<Member>,
    prepared: &CallInput<'_>,
) -> CallOutcome {
    if !member.tool.blocking() {
        return start(member, prepared).await;
    }
    let member = Arc::clone(member);
    // The thread may outlive the call, so it needs owned values.
    let prepared = CallInput {
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
    match run_blocking(&settings.executor, work).await {
        Ok(Some(made)) => made,
        Ok(None) => {
            let words = "the tool could not be started; try again later";
            Err(ToolError::Failed(words.into())).into()
        }
        Err(message) => Err(ToolError::Panicked(message)).into(),
    }
}

async fn start(member: &Member, prepared: &CallInput<'_>) -> CallOutcome {
    if let Err(error) = check(member, prepared) {
        return Err(error).into();
    }
    match catch_panic(|| member.tool.begin(prepared)) {
        Ok(CallStart::Done(made)) => made,
        Ok(CallStart::Later(making)) => CatchUnwind::new(making)
            .await
            .unwrap_or_else(|message| Err(ToolError::Panicked(message)).into()),
        Err(message) => Err(ToolError::Panicked(message)).into(),
    }
}

/// Like `begin`, on a thread that may block. A blocking tool completes in one poll.
fn block(member: &Member, prepared: &CallInput<'_>) -> CallOutcome {
    // The executor may start it after the call has ended.
    if prepared.context.is_cancelled() {
        return Err(ToolError::Cancelled).into();
    }
    match pin!(start(member, prepared)).poll(&mut TaskContext::from_waker(Waker::noop())) {
        Poll::Ready(made) => made,
        Poll::Pending => Err(ToolError::Failed("the tool did not answer".into())).into(),
    }
}

/// Checks the set's narrowings.
fn check(member: &Member, prepared: &CallInput<'_>) -> Result<(), ToolError> {
    if member.narrows.is_empty() {
        return Ok(());
    }
    // Decode as the tool itself will, including leniency, and with the unnarrowed schema. Rewrites
    // may depend on which schema contains which, and a copy would differ.
    let mut checked = Ok(());
    member.tool.with_schema(&mut |schema| {
        checked = arguments::value::<Value>(prepared, schema)
            .and_then(|(value, _)| narrow::check_all(&member.narrows, &value));
    });
    checked.map_err(ToolError::Arguments)
}

/// Waits for the outcome, a cancellation or the timeout.
async fn race(
    mut making: Pin<&mut impl Future<Output = CallOutcome>>,
    context: &CallContext,
    timeout: Option<Duration>,
    budget: Option<&Budget>,
    settings: &Settings,
) -> Result<CallOutcome, ToolError> {
    let (mut cancelled, mut over) = (None, None);
    // The program's timer, and the built-in one if that panics.
    let executors = [Some(&settings.executor), None];
    let mut timers = executors.into_iter().filter_map(|executor| {
        let after = timeout?;
        let sleep = || executor.map_or_else(|| timer(after), |own| own.sleep(after));
        let sleep = catch_panic(sleep).ok()??;
        Some((after, CatchUnwind::new(sleep)))
    });
    let mut timer = None;
    let mut begun = false;
    poll_fn(|cx| {
        if let Poll::Ready(made) = making.as_mut().poll(cx) {
            return Poll::Ready(Ok(made));
        }
        let cancelled = cancelled.get_or_insert_with(|| context.cancellation().cancelled());
        if Pin::new(cancelled).poll(cx).is_ready() {
            return Poll::Ready(Err(ToolError::Cancelled));
        }
        let over = over.get_or_insert_with(|| budget.map(|one| one.cancellation().cancelled()));
        if let Some(over) = over
            && Pin::new(over).poll(cx).is_ready()
        {
            return Poll::Ready(Err(ToolError::Cancelled));
        }
        // Only a call that waits needs a timer.
        if !begun {
            begun = true;
            timer = timers.next();
        }
        while let Some((after, sleep)) = &mut timer {
            match Pin::new(sleep).poll(cx) {
                Poll::Pending => break,
                Poll::Ready(ended) => {
                    let next = ended.err().and_then(|_| timers.next());
                    let Some(next) = next else {
                        return Poll::Ready(Err(ToolError::TimedOut(*after)));
                    };
                    timer = Some(next);
                }
            }
        }
        Poll::Pending
    })
    .await
}

/// Cancels the tool's context if the call's future is dropped early.
struct CancelOnDrop<'c>(Option<&'c CallContext>);

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        if let Some(context) = self.0 {
            context.cancel();
        }
    }
}
