//! A tool in a set: under which name, with which state, narrowed how, and its declarations that had to be written at run time.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;
use std::sync::OnceLock;

use super::entry::Shared;
use super::narrow::{Narrow, narrowed};
use super::shown::Shown;
use crate::call::Extensions;
use crate::provider::Provider;
use crate::render::{
    Counts, Declared, Form, Outcome, Report, ReportEntry, counts, declare, report_of,
};
use crate::schema::EscapedString;
use crate::schema::Schema;
use crate::spec::Spec;

/// A tool in a set. Never changed: a tool under another name is another member.
pub(crate) struct Member {
    pub(crate) tool: Shared,
    /// The name in this set.
    pub(crate) name: Arc<str>,
    /// Where the name is not the tool's own.
    renamed: Option<EscapedString>,
    /// Where providers are shown another name still.
    shown: Vec<Shown>,
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
            shown: Vec::new(),
            narrows: Vec::new(),
            state,
            cache: OnceLock::new(),
        }
    }

    /// The same tool under another name.
    pub(crate) fn renamed(&self, name: &str) -> Self {
        let name = EscapedString::new(name);
        Member {
            name: Arc::clone(name.raw()),
            renamed: Some(name),
            ..self.again()
        }
    }

    /// The same tool with other names for providers.
    pub(crate) fn showing(&self, shown: Vec<Shown>) -> Self {
        Member {
            shown,
            ..self.again()
        }
    }

    pub(crate) fn shown(&self) -> &[Shown] {
        &self.shown
    }

    /// The name that a provider is shown.
    pub(crate) fn name_for(&self, provider: Provider) -> &Arc<str> {
        self.other_name(provider)
            .map_or(&self.name, EscapedString::raw)
    }

    fn other_name(&self, provider: Provider) -> Option<&EscapedString> {
        let mut shown = self.shown.iter();
        let (_, name) = shown.find(|(providers, _)| providers & provider.bit() != 0)?;
        Some(name)
    }

    /// The name of the source, where others wrote the tool.
    pub(crate) fn source(&self) -> Option<&str> {
        self.tool.source()
    }

    /// The name for people, where there is one.
    pub(crate) fn title(&self) -> Option<&str> {
        self.tool.title()
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
            shown: self.shown.clone(),
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
        let mut spec = self.spec();
        if let Some(name) = self.other_name(provider) {
            spec.name = name.text();
        }
        let declared = self
            .with_schema(|schema| declare(spec, schema, provider, form))
            .unwrap_or_else(|| Err(Report::nothing(spec.name.raw(), provider)));
        match declared {
            Ok(declared) => Ok(Declared {
                text: self.tool.complete(provider, declared.strict, declared.text),
                ..declared
            }),
            // By the name that the program knows.
            Err(report) => Err(Report {
                tool: self.name.to_string(),
                ..report
            }),
        }
    }

    /// What became of each thing that the provider can't be told as it is, its name among them.
    pub(crate) fn report(&self, provider: Provider) -> Report {
        let mut spec = self.spec();
        let other = self.other_name(provider);
        if let Some(name) = other {
            spec.name = name.text();
        }
        let report = self.with_schema(|schema| report_of(&spec, schema, provider));
        let mut report = report.unwrap_or_else(|| Report::nothing("", provider));
        report.tool = self.name.to_string();
        if let Some(name) = other {
            let reason = format!("shown as `{}`: the provider takes no such name", name.raw());
            let entry = ReportEntry::new("", "name", Outcome::Exact, reason);
            report.entries.insert(0, entry);
        }
        report
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
