//! A tool: its definition and the traits that the macros implement.

#[cfg(feature = "call")]
use crate::call::{Needs, Run};
use crate::provider::Provider;
use crate::render::{Refused, Report, Texts};
use crate::schema::{Schema, SchemaRef};
use crate::spec::{Hints, Spec};
use core::time::Duration;

/// A type with a JSON schema that is known at compile time.
///
/// Derive it: `#[derive(ToolSchema)]` describes what `serde::Deserialize` of the same type reads. The standard library's types that serde reads have it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no tool schema",
    label = "this type's JSON is not described",
    note = "for a type of yours, write `#[derive(serde::Deserialize, toolcast::ToolSchema)]` on it",
    note = "for a type of another crate, name a type with the same JSON: `#[tool(as = \"String\")]` on the parameter or field",
    note = "for what the program gives and the model must not see, write `#[tool(inject)]` on the parameter"
)]
pub trait ToolSchema {
    /// The type's schema.
    const SCHEMA: SchemaRef;
}

/// A function that was made a tool by `#[tool]`. The attribute implements it for the type that has the function's name.
pub trait Tool {
    /// All that is known about the tool.
    const DEF: &'static ToolDef;

    /// The whole declaration for a provider, as JSON text. See [`ToolDef::schema_for`].
    #[track_caller]
    fn schema_for(provider: Provider) -> &'static str {
        Self::DEF.schema_for(provider)
    }
}

/// A type whose methods were made tools by `#[tools]` on its `impl` block.
///
/// A value of it joins a set with all of them. The set keeps it in an `Arc` among its state, where the methods find it by its type.
pub trait Tools {
    /// The tools, in order of declaration.
    const TOOLS: &'static [ToolDef];
}

/// All that is known about a tool: plain data in read-only memory.
#[derive(Clone, Copy, Debug)]
pub struct ToolDef {
    pub(crate) spec: &'static Spec<'static>,
    texts: Texts,
    /// How long a call may take.
    timeout: Option<Duration>,
    /// The function; none for a tool of a failed expansion.
    #[cfg(feature = "call")]
    run: Option<Run>,
    /// What the function wants of the program's state.
    #[cfg(feature = "call")]
    needs: fn(&mut Needs),
}

impl ToolDef {
    #[doc(hidden)]
    pub const fn new(spec: &'static Spec<'static>, texts: Texts) -> Self {
        ToolDef {
            spec,
            texts,
            timeout: None,
            #[cfg(feature = "call")]
            run: None,
            #[cfg(feature = "call")]
            needs: no_needs,
        }
    }

    /// What a failed expansion leaves behind, so that nothing else fails: no text for anybody.
    #[doc(hidden)]
    pub const fn stub(spec: &'static Spec<'static>) -> Self {
        Self::new(spec, Texts::NONE)
    }

    #[doc(hidden)]
    #[must_use]
    #[cfg(feature = "call")]
    pub const fn with_run(mut self, run: Run, needs: fn(&mut Needs)) -> Self {
        self.run = Some(run);
        self.needs = needs;
        self
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// The name that the model calls.
    pub const fn name(&self) -> &'static str {
        self.spec.name.raw()
    }

    /// The name for people, where the author gave one.
    pub const fn title(&self) -> Option<&'static str> {
        if self.spec.title.is_empty() {
            None
        } else {
            Some(self.spec.title.raw())
        }
    }

    /// What the tool does.
    pub const fn description(&self) -> &'static str {
        self.spec.description.raw()
    }

    /// The schema of the parameters: an object.
    pub const fn parameters(&self) -> &'static Schema<'static> {
        self.spec.params.get()
    }

    /// What the tool does to the world.
    pub const fn hints(&self) -> Hints {
        self.spec.hints
    }

    /// Whether the answer goes to the user and not back to the model.
    pub const fn return_direct(&self) -> bool {
        self.spec.return_direct
    }

    /// Whether the function blocks its thread.
    pub const fn blocking(&self) -> bool {
        self.spec.blocking
    }

    /// How long a call may take, where the author said so.
    pub const fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    /// How the function is called. `None` for the tool of a function whose expansion failed.
    #[cfg(feature = "call")]
    pub const fn run(&self) -> Option<Run> {
        self.run
    }

    /// Notes what the function's injected parameters want of the program.
    #[cfg(feature = "call")]
    pub fn needs(&self, needs: &mut Needs) {
        (self.needs)(needs);
    }

    /// The whole declaration for a provider, as JSON text: what stands in the request's list of tools.
    ///
    /// # Panics
    ///
    /// Where the provider would refuse the tool, or the tool is not made for it (`providers(..)`, `except(..)`, `TOOLCAST_PROVIDERS`); in a const that
    /// is a compile error. See [`try_schema_for`](Self::try_schema_for).
    #[track_caller]
    pub const fn schema_for(&self, provider: Provider) -> &'static str {
        match self.texts.declaration(provider) {
            Some(text) => text,
            None => crate::render::refuse(self.spec, provider),
        }
    }

    /// The whole declaration for a provider, or that there is none.
    ///
    /// # Errors
    ///
    /// Where [`schema_for`](Self::schema_for) panics; [`report_for`](Self::report_for) says why.
    pub const fn try_schema_for(&self, provider: Provider) -> Result<&'static str, Refused> {
        match self.texts.declaration(provider) {
            Some(text) => Ok(text),
            None => Err(Refused::new(provider, self.name())),
        }
    }

    /// The schema of the parameters for a provider: a slice of the declaration. `None` where the provider wants the field left out, and where there is
    /// no declaration.
    pub const fn parameters_for(&self, provider: Provider) -> Option<&'static str> {
        self.texts.parameters(provider)
    }

    /// Whether the declaration asks for the provider's strict mode.
    pub const fn strict_for(&self, provider: Provider) -> bool {
        self.texts.strict(provider)
    }

    /// What became of each thing that the provider can't be told as it is, and what it would refuse.
    pub fn report_for(&self, provider: Provider) -> Report {
        crate::render::report(self.spec, provider)
    }
}

#[cfg(feature = "call")]
fn no_needs(_: &mut Needs) {}
