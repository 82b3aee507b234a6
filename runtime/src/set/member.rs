//! A tool in a set: under which name, with which state, narrowed how, and its declarations that had to be written at run time.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use std::sync::OnceLock;

use super::entry::Shared;
use super::name::Owned;
use super::narrow::{Narrow, narrowed};
use crate::call::Extensions;
use crate::provider::Provider;
use crate::render::{Counts, Declared, Form, Report, counts, declare};
use crate::schema::Schema;
use crate::spec::Spec;

/// A tool in a set. Never changed: a tool under another name is another member.
pub(crate) struct Member {
    pub(crate) tool: Shared,
    /// The name in this set.
    pub(crate) name: Arc<str>,
    /// Where the name is not the tool's own.
    renamed: Option<Owned>,
    pub(crate) narrows: Vec<Narrow>,
    /// What the program gave to the set that the tool was built into; it stays with it in others.
    pub(crate) state: Arc<Extensions>,
    cache: OnceLock<Box<[Slot]>>,
}

/// What was written at run time for a provider.
#[derive(Default)]
struct Slot {
    own: OnceLock<Result<Declared, Report>>,
    plain: OnceLock<Result<Declared, Report>>,
    counts: OnceLock<Counts>,
}

/// A declaration of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Declaration<'m> {
    pub(crate) text: &'m str,
    pub(crate) strict: bool,
}

impl Member {
    pub(crate) fn new(tool: Shared, state: Arc<Extensions>) -> Self {
        Member {
            name: tool.spec().name.raw().into(),
            tool,
            renamed: None,
            narrows: Vec::new(),
            state,
            cache: OnceLock::new(),
        }
    }

    /// The same tool under another name.
    pub(crate) fn renamed(&self, name: &str) -> Self {
        let name = Owned::new(name);
        Member {
            name: Arc::clone(name.raw()),
            renamed: Some(name),
            ..self.again()
        }
    }

    /// The same tool with one more narrowing.
    pub(crate) fn narrowed(&self, narrow: Narrow) -> Self {
        let mut again = self.again();
        again.narrows.push(narrow);
        again
    }

    fn again(&self) -> Self {
        Member {
            tool: Arc::clone(&self.tool),
            name: Arc::clone(&self.name),
            renamed: self.renamed.clone(),
            narrows: self.narrows.clone(),
            state: Arc::clone(&self.state),
            cache: OnceLock::new(),
        }
    }

    pub(crate) fn spec(&self) -> Spec<'_> {
        let mut spec = self.tool.spec();
        if let Some(name) = &self.renamed {
            spec.name = name.text();
        }
        spec
    }

    /// Hands over the schema of the parameters, as this set has it.
    pub(crate) fn with_schema<R>(&self, then: impl FnOnce(&Schema<'_>) -> R) -> Option<R> {
        let (mut then, mut result) = (Some(then), None);
        self.tool.with_schema(&mut |schema| {
            narrowed(schema, &self.narrows, &mut |schema| {
                if let Some(then) = then.take() {
                    result = Some(then(schema));
                }
            });
        });
        result
    }

    /// Whether the const texts are not this tool's any more.
    fn is_changed(&self) -> bool {
        self.renamed.is_some() || !self.narrows.is_empty()
    }

    /// The declaration for a provider, or why there is none.
    pub(crate) fn declaration(
        &self,
        provider: Provider,
        form: Form,
    ) -> Result<Declaration<'_>, &Report> {
        if !self.is_changed()
            && let Some((text, strict)) = self.tool.ready(provider)
            && (form == Form::Own || !strict)
        {
            return Ok(Declaration { text, strict });
        }
        let slot = self.slot(provider);
        let kept = match form {
            Form::Own => &slot.own,
            Form::Plain => &slot.plain,
        };
        let made = kept.get_or_init(|| self.declare(provider, form));
        made.as_ref().map(|declared| Declaration {
            text: &declared.text,
            strict: declared.strict,
        })
    }

    fn declare(&self, provider: Provider, form: Form) -> Result<Declared, Report> {
        let spec = self.spec();
        self.with_schema(|schema| declare(spec, schema, provider, form))
            .unwrap_or_else(|| Err(Report::nothing(spec.name.raw(), provider)))
    }

    /// What its declaration adds to what the provider counts over all tools.
    pub(crate) fn counts(&self, provider: Provider) -> Counts {
        *self.slot(provider).counts.get_or_init(|| {
            let spec = self.spec();
            self.with_schema(|schema| counts(spec, schema, provider, Form::Own))
                .unwrap_or_default()
        })
    }

    fn slot(&self, provider: Provider) -> &Slot {
        let slots = self
            .cache
            .get_or_init(|| (0..Provider::COUNT).map(|_| Slot::default()).collect());
        &slots[provider.index()]
    }
}
