//! The program's say before a call: allow it, deny it, or change its arguments.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;
use core::future::Future;
use core::pin::Pin;

use serde_json::Value;

use super::member::Member;
use crate::call::{CallId, Extensions, ToolCall};
use crate::provider::Provider;
use crate::spec::Hints;

/// A call that waits for the program's word.
#[derive(Clone)]
pub struct PendingCall {
    pub(crate) call: ToolCall,
    pub(crate) provider: Provider,
    pub(crate) hints: Hints,
    pub(crate) title: Option<Arc<str>>,
    pub(crate) member: Arc<Member>,
    pub(crate) extensions: Option<Arc<Extensions>>,
}

impl fmt::Debug for PendingCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PendingCall")
            .field("call", &self.call)
            .field("provider", &self.provider)
            .field("hints", &self.hints)
            .finish_non_exhaustive()
    }
}

impl PendingCall {
    /// The call's id.
    pub fn id(&self) -> &CallId {
        &self.call.id
    }

    /// The tool's name in the set.
    pub fn name(&self) -> &str {
        &self.member.name
    }

    /// The name that its author gave it.
    pub fn original_name(&self) -> &str {
        self.member.tool.spec().name.raw()
    }

    /// The source that the tool comes from, where others wrote it. What they say of it, its [`hints`](Self::hints) and [`annotations`](Self::annotations), is worth as much
    /// as they are.
    pub fn source(&self) -> Option<&str> {
        self.member.source()
    }

    /// MCP's annotations, as the JSON text of an object, where others wrote the tool: with what is no hint among them.
    pub fn annotations(&self) -> Option<&str> {
        self.member.tool.annotations()
    }

    /// The tool's name for people, where it has one.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// What the tool says that it does to the world.
    pub fn hints(&self) -> Hints {
        self.hints
    }

    /// Whose model calls.
    pub fn provider(&self) -> Provider {
        self.provider
    }

    /// The arguments as JSON text, as the model wrote them: nothing in them is checked yet.
    pub fn arguments(&self) -> &str {
        &self.call.arguments
    }

    /// The arguments as data.
    ///
    /// # Errors
    ///
    /// Where the model wrote no JSON.
    pub fn value(&self) -> Result<Value, serde_json::Error> {
        serde_json::from_str(&self.call.arguments)
    }

    /// What the program gave for this request.
    pub fn extensions(&self) -> &Extensions {
        Extensions::or_none(self.extensions.as_ref())
    }
}

/// What the program says to a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It may be made.
    Allow,
    /// It may not; the text is for the model.
    Deny(String),
    /// It is made with these arguments, JSON text, in place of the model's. They are read as if the model had written them; the
    /// [`ToolResult`](crate::call::ToolResult) still has what the model wrote.
    Edit(String),
}

impl Verdict {
    /// [`Deny`](Self::Deny) with a text.
    pub fn deny(text: impl Into<String>) -> Self {
        Verdict::Deny(text.into())
    }

    /// [`Edit`](Self::Edit) with a value.
    pub fn edit(arguments: &Value) -> Self {
        Verdict::Edit(alloc::string::ToString::to_string(arguments))
    }
}

#[cfg(not(target_arch = "wasm32"))]
pub(crate) type Deciding = Pin<Box<dyn Future<Output = Verdict> + Send>>;
#[cfg(target_arch = "wasm32")]
pub(crate) type Deciding = Pin<Box<dyn Future<Output = Verdict>>>;

/// The program's function.
#[derive(Clone)]
pub(crate) enum Hook {
    Sync(Arc<dyn Fn(&PendingCall) -> Verdict + Send + Sync>),
    Async(Arc<dyn Fn(PendingCall) -> Deciding + Send + Sync>),
}
