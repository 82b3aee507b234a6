//! The common interface of all tools in a set: those of the macros, of closures and of external
//! sources.

use core::any::Any;
use core::future::Future;
use core::time::Duration;
use std::borrow::Cow;
use std::sync::Arc;

use super::arguments::{self, CallInput};
use crate::call::{Invocation, Reply, Requirements, Run, ToolError};
use crate::decode::{ArgumentErrors, ArgumentNotes};
use crate::provider::Provider;
use crate::schema::Schema;
use crate::spec::Spec;
use crate::task::{BoxFuture, MaybeSend};
use crate::tool::ToolDef;

/// The outcome of a call.
#[derive(Debug)]
pub(crate) struct CallOutcome {
    pub(crate) reply: Reply,
    pub(crate) notes: ArgumentNotes,
}

impl From<Reply> for CallOutcome {
    fn from(reply: Reply) -> Self {
        CallOutcome {
            reply,
            notes: ArgumentNotes::default(),
        }
    }
}

/// An outcome, or the future that produces it.
pub(crate) enum CallStart<'c> {
    Done(CallOutcome),
    Later(BoxFuture<'c, CallOutcome>),
}

impl CallStart<'static> {
    /// Answers a call by its decoded arguments, unless they are only checked.
    pub(crate) fn at_once<A>(
        call: &CallInput<'_>,
        read: Result<(A, ArgumentNotes), ArgumentErrors>,
        answer: impl FnOnce(A) -> Reply,
    ) -> Self {
        match read {
            Ok((_, notes)) if call.context.only_checks => Self::checked(notes),
            Ok((arguments, notes)) => CallStart::Done(CallOutcome {
                reply: answer(arguments),
                notes,
            }),
            Err(errors) => Self::unfit(errors),
        }
    }

    /// Like [`at_once`](Self::at_once), by a future.
    pub(crate) fn later<A, F>(
        call: &CallInput<'_>,
        read: Result<(A, ArgumentNotes), ArgumentErrors>,
        answer: impl FnOnce(A) -> F,
    ) -> Self
    where
        F: Future<Output = Reply> + MaybeSend + 'static,
    {
        match read {
            Ok((_, notes)) if call.context.only_checks => Self::checked(notes),
            Ok((arguments, notes)) => {
                let answering = answer(arguments);
                CallStart::Later(Box::pin(async move {
                    CallOutcome {
                        reply: answering.await,
                        notes,
                    }
                }))
            }
            Err(errors) => Self::unfit(errors),
        }
    }

    fn checked(notes: ArgumentNotes) -> Self {
        let reply = Err(ToolError::Waiting);
        CallStart::Done(CallOutcome { reply, notes })
    }

    fn unfit(errors: ArgumentErrors) -> Self {
        CallStart::Done(Err(ToolError::Arguments(errors)).into())
    }
}

/// A parameter schema that is not known at compile time.
pub(crate) trait ParameterSchema: Any + Send + Sync {
    /// Passes the schema to `then`, once.
    fn with_schema(&self, then: &mut dyn FnMut(&Schema<'_>));
}

/// A declaration of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Declaration<'m> {
    pub(crate) text: &'m str,
    /// The schema of the parameters, if the text has one.
    pub(crate) parameters: Option<&'m str>,
    pub(crate) strict: bool,
}

/// A tool, wherever it comes from.
pub(crate) trait ToolObject: Any + Send + Sync {
    /// The tool's definition as its author wrote it.
    fn spec(&self) -> Spec<'_>;

    /// Passes the schema of the parameters to `then`. A schema read at run time is built for the
    /// duration of the call.
    fn with_schema(&self, then: &mut dyn FnMut(&Schema<'_>)) {
        then(self.spec().params.get());
    }

    /// The declaration for a provider and its strict flag, if it was rendered at compile time.
    fn ready(&self, provider: Provider) -> Option<Declaration<'_>> {
        let _ = provider;
        None
    }

    /// The timeout that the tool's author set.
    fn timeout(&self) -> Option<Duration>;

    /// Adds the state that the tool needs.
    fn needs(&self, needs: &mut Requirements) {
        let _ = needs;
    }

    /// Returns true if the tool is synchronous and may block its thread.
    fn blocking(&self) -> bool {
        false
    }

    /// The name of the external source of the tool.
    fn source(&self) -> Option<&str> {
        None
    }

    /// The display name.
    fn title(&self) -> Option<&str> {
        let title = self.spec().title;
        (!title.is_empty()).then(|| title.raw())
    }

    /// MCP's annotations of an external tool, as the JSON text of an object.
    fn annotations_json(&self) -> Option<&str> {
        None
    }

    /// Adds the members of an external definition that the common model lacks.
    fn complete(&self, provider: Provider, strict: bool, declaration: String) -> String {
        let _ = (provider, strict);
        declaration
    }

    /// Starts the call.
    fn begin<'c>(&'c self, call: &'c CallInput<'c>) -> CallStart<'c>;
}

impl ToolObject for &'static ToolDef {
    fn spec(&self) -> Spec<'_> {
        *self.spec
    }

    fn ready(&self, provider: Provider) -> Option<Declaration<'_>> {
        Some(Declaration {
            text: self.try_schema_for(provider)?,
            parameters: self.parameters_for(provider),
            strict: self.is_strict_for(provider),
        })
    }

    fn timeout(&self) -> Option<Duration> {
        ToolDef::timeout(self)
    }

    fn needs(&self, needs: &mut Requirements) {
        ToolDef::needs(self, needs);
    }

    fn blocking(&self) -> bool {
        self.spec.blocking && matches!(self.run(), Some(Run::Sync(_)))
    }

    fn begin<'c>(&'c self, call: &'c CallInput<'c>) -> CallStart<'c> {
        match self.run() {
            None => CallStart::Done(Err(ToolError::no_function()).into()),
            Some(Run::Sync(run)) => CallStart::Done(match self.invocation(call) {
                Ok(invocation) => outcome_of(invocation.run(run), &invocation),
                Err(error) => Err(error).into(),
            }),
            Some(Run::Async(run)) => CallStart::Later(Box::pin(async move {
                match self.invocation(call) {
                    Ok(invocation) => outcome_of(invocation.run(run).await, &invocation),
                    Err(error) => Err(error).into(),
                }
            })),
        }
    }
}

impl ToolDef {
    fn invocation<'c>(&'static self, call: &'c CallInput<'c>) -> Result<Invocation<'c>, ToolError> {
        let params = self.parameters();
        let arguments = arguments::arguments(call, params).map_err(ToolError::Arguments)?;
        let context = Cow::Borrowed(&call.context);
        Ok(Invocation::with_dialect(
            params,
            arguments,
            context,
            call.dialect,
        ))
    }
}

fn outcome_of(reply: Reply, invocation: &Invocation<'_>) -> CallOutcome {
    CallOutcome {
        reply,
        notes: invocation.notes(),
    }
}

/// A shared tool object.
pub(crate) type SharedTool = Arc<dyn ToolObject>;
