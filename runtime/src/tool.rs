//! A tool: its definition and the traits that the macros implement.

use crate::provider::Provider;
use crate::render::{Refused, Report, Texts};
use crate::schema::{Schema, SchemaRef};
use crate::spec::{Hints, Spec};

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
    /// All that the macro knows about the tool, without texts.
    #[doc(hidden)]
    const BARE: ToolDef;

    /// All that is known about the tool. Its texts are made where somebody asks for it: a check of the tool alone makes none.
    const DEF: &'static ToolDef = &Self::BARE.with_texts(crate::render::texts::<Self>());

    /// The whole declaration for a provider, as JSON text. See [`ToolDef::schema_for`].
    #[track_caller]
    fn schema_for(provider: Provider) -> &'static str {
        Self::DEF.schema_for(provider)
    }
}

/// All that is known about a tool: plain data in read-only memory.
#[derive(Clone, Copy, Debug)]
pub struct ToolDef {
    spec: &'static Spec<'static>,
    texts: Texts,
}

impl ToolDef {
    /// Without texts, which is all that a failed expansion leaves behind, so that nothing else fails.
    #[doc(hidden)]
    pub const fn new(spec: &'static Spec<'static>) -> Self {
        ToolDef {
            spec,
            texts: Texts::NONE,
        }
    }

    const fn with_texts(self, texts: Texts) -> Self {
        ToolDef { texts, ..self }
    }

    pub(crate) const fn spec(&self) -> &'static Spec<'static> {
        self.spec
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

/// A tool's definition. Generated code asks for it here: a const function that names `DEF` of a tool of its own crate makes the texts where the function
/// is checked, a generic one where it is called.
#[doc(hidden)]
pub const fn def<T: Tool>() -> &'static ToolDef {
    T::DEF
}
