//! Continues calls that wait for an approval or an answer.

use core::future::Future;
use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use super::member::Member;
use super::start::Start;
use super::{CallOptions, SetError, ToolSet};
use crate::call::{ToolError, ToolOutput, ToolResult, ToolResults, Verdict, WaitingCall};
use crate::task::{Join, lock};

/// A call that is about to be resumed: its place in the results, and its start.
type ResumedCall = (usize, WaitingCall, Start);

impl ToolSet {
    /// Continues calls that [wait](ToolResults::waiting): each is approved ([`Verdict::Allow`],
    /// [`Verdict::Modify`]), denied, or answered from outside, and its result takes the place of
    /// the waiting one. Other calls go on waiting.
    /// The hook is not asked again; arguments, timeouts and results are handled as in
    /// [`call_all`](Self::call_all).
    ///
    /// A call is resumed once. If the future is dropped, the results of calls that have ended are
    /// there, those that were running are [`ToolError::Cancelled`], and those that had not started
    /// wait as before. Store the results before and after, so that a restart doesn't run a call
    /// again.
    ///
    /// # Errors
    ///
    /// No call is resumed then.
    ///
    /// - [`SetError::NotWaiting`] if an id is not one of a waiting call or is given twice.
    /// - [`SetError::NotUnique`] if several waiting calls have the id of an approval or an answer.
    /// - [`SetError::Changed`] if the tool of an approved call has changed.
    /// - [`SetError::UnknownTool`] if the set has no enabled tool for an approved call: deny it, or
    ///   use the set that made it.
    ///
    /// ```
    /// use toolcast::call::{ToolCall, ToolResults};
    /// use toolcast::{Provider, Verdict, tool, toolset};
    ///
    /// /// Delete a branch.
    /// #[tool(approve)]
    /// fn delete_branch(name: &str) -> String {
    ///     format!("{name} is deleted")
    /// }
    ///
    /// let tools = toolset![delete_branch].build()?;
    /// let calls = [ToolCall::new("call_1", "delete_branch", r#"{"name": "old"}"#)];
    /// # let block_on = |future| futures_executor::block_on(future);
    /// let results = block_on(tools.call_all(Provider::OpenAi, calls));
    /// let stored = serde_json::to_string(&results)?;
    ///
    /// // Days later, in another process:
    /// let mut results: ToolResults = serde_json::from_str(&stored)?;
    /// let waiting = results.waiting().next().expect("one call waits");
    /// assert_eq!((waiting.tool.as_str(), waiting.arguments()), ("delete_branch", r#"{"name": "old"}"#));
    /// let decision = (waiting.id().to_owned(), Verdict::Allow);
    /// futures_executor::block_on(tools.resume(&mut results, [decision]))?;
    /// let messages = results.to_messages(Provider::OpenAi);
    /// assert_eq!(messages[0]["content"], "old is deleted");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume<'r, I>(
        &self,
        results: &'r mut ToolResults,
        verdicts: I,
    ) -> impl Future<Output = Result<(), SetError>> + use<'r, I>
    where
        I: IntoIterator<Item = (String, Verdict)>,
    {
        self.resume_with(results, verdicts, &CallOptions::default())
    }

    /// Continues calls that wait, with options for them. Otherwise as [`resume`](Self::resume).
    ///
    /// # Errors
    ///
    /// The errors of [`resume`](Self::resume).
    pub fn resume_with<'r, I>(
        &self,
        results: &'r mut ToolResults,
        verdicts: I,
        options: &CallOptions,
    ) -> impl Future<Output = Result<(), SetError>> + use<'r, I>
    where
        I: IntoIterator<Item = (String, Verdict)>,
    {
        let verdicts: Vec<_> = verdicts.into_iter().collect();
        let (set, options) = (self.clone(), options.clone());
        async move {
            let resumed = set.resumed(results, verdicts)?;
            let max = options.parallel.unwrap_or(set.settings().parallel);
            let mut begun = BegunCalls {
                results,
                places: Vec::new(),
            };
            let mut calls = Vec::new();
            for (place, waiting, start) in resumed {
                let slot = ResultCell::default();
                begun.places.push((place, Arc::clone(&slot)));
                let unfinished = ToolResult::of_error(waiting.call.clone(), ToolError::Cancelled);
                let call = set.run(waiting.provider, waiting.call, options.clone(), start);
                calls.push(async move {
                    fill(&slot, unfinished);
                    fill(&slot, call.await);
                });
            }
            Join::new(calls, max).await;
            Ok(())
        }
    }

    /// Checks all decisions before any call runs.
    fn resumed(
        &self,
        results: &ToolResults,
        verdicts: Vec<(String, Verdict)>,
    ) -> Result<Vec<ResumedCall>, SetError> {
        let mut all: Vec<ResumedCall> = Vec::with_capacity(verdicts.len());
        let mut decided = HashSet::new();
        for (id, verdict) in verdicts {
            let calls = results.iter().enumerate().filter_map(|(place, result)| {
                let waiting = result.waiting.as_ref()?;
                (waiting.id() == id).then_some((place, waiting))
            });
            let calls: Vec<_> = calls.collect();
            if calls.is_empty() || !decided.insert(id.clone()) {
                return Err(SetError::NotWaiting { id });
            }
            let for_one = matches!(
                verdict,
                Verdict::Allow | Verdict::Modify(_) | Verdict::Answer(_)
            );
            if calls.len() > 1 && for_one {
                return Err(SetError::NotUnique { id });
            }
            for (place, waiting) in calls {
                let start = self.start(waiting, verdict.clone())?;
                all.extend(start.map(|start| (place, waiting.clone(), start)));
            }
        }
        Ok(all)
    }

    /// Returns the start of a waiting call. `None` if it goes on waiting.
    fn start(&self, waiting: &WaitingCall, verdict: Verdict) -> Result<Option<Start>, SetError> {
        let settled = |reply| {
            let member = self.member(waiting.provider, &waiting.tool);
            Start::Settled(member.cloned(), reply)
        };
        Ok(Some(match verdict {
            Verdict::AsDeclared | Verdict::Wait => return Ok(None),
            Verdict::Allow => Start::Approved(self.same(waiting)?, waiting.modified.clone()),
            Verdict::Modify(arguments) => Start::Approved(self.same(waiting)?, Some(arguments)),
            Verdict::Deny(text) => settled(Err(ToolError::Denied(text))),
            Verdict::Answer(content) => settled(Ok(ToolOutput::new(content, None))),
            Verdict::Fail(text) => settled(Err(ToolError::Failed(text.into()))),
        }))
    }

    /// Returns the tool of a waiting call, if it is still the same.
    fn same(&self, waiting: &WaitingCall) -> Result<Arc<Member>, SetError> {
        let name = &*waiting.tool;
        let Some(member) = self.member(waiting.provider, name) else {
            return Err(SetError::UnknownTool {
                name: name.to_owned(),
                nearest: self.nearest(name).map(ToOwned::to_owned),
            });
        };
        if member.fingerprint(waiting.provider) != waiting.fingerprint {
            return Err(SetError::Changed {
                id: waiting.id().to_owned(),
                tool: name.to_owned(),
            });
        }
        Ok(Arc::clone(member))
    }
}

/// The result of a resumed call: none until it starts.
type ResultCell = Arc<Mutex<Option<ToolResult>>>;

fn fill(slot: &ResultCell, result: ToolResult) {
    *lock(slot) = Some(result);
}

/// The calls that are being resumed. Their results are stored at the end, also if the future is
/// dropped: a call that has not started waits as before.
struct BegunCalls<'r> {
    results: &'r mut ToolResults,
    places: Vec<(usize, ResultCell)>,
}

impl Drop for BegunCalls<'_> {
    fn drop(&mut self) {
        for (place, slot) in &self.places {
            if let Some(result) = lock(slot).take() {
                self.results.0[*place] = result;
            }
        }
    }
}
