//! A tool in a set: its name, state and narrowings, and the declarations rendered at run time.

use std::sync::{Arc, OnceLock};

use serde_json::Value;

use super::entry::{Declaration, SharedTool};
use super::narrow::{Narrow, narrowed};
use crate::call::Extensions;
use crate::provider::{CacheMark, Provider};
use crate::render::{Form, Outcome, RenderedDeclaration, Report, ReportEntry, declare, report_of};
use crate::request::{SchemaCounts, schema_counts};
use crate::schema::EscapedString;
use crate::schema::Schema;
use crate::spec::Spec;
use crate::text::sha256;

/// A name and the bit set ([`Provider::bit`]) of the providers that are shown it.
pub(crate) type ProviderName = (u32, EscapedString);

/// A tool of a request, with its declaration there.
pub(crate) type DeclaredMember<'s> = (&'s Member, Declaration<'s>);

/// A tool's part in requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It is in every request.
    Always,
    /// It is loaded after the model has searched for it.
    Deferred,
    /// It is this crate's search tool.
    Search,
}

/// A tool in a set. Immutable: renaming it creates another member.
pub(crate) struct Member {
    pub(crate) tool: SharedTool,
    /// The name in this set.
    pub(crate) name: Arc<str>,
    /// Set if the name differs from the tool's own.
    renamed: Option<EscapedString>,
    /// Provider-specific names.
    shown: Vec<ProviderName>,
    pub(crate) narrows: Vec<Narrow>,
    /// The state of the set that the tool was built into. The member keeps it when it moves to
    /// another set.
    pub(crate) state: Arc<Extensions>,
    pub(crate) role: Role,
    cache: OnceLock<Box<[TextSlot]>>,
}

/// The texts rendered at run time for a provider.
#[derive(Default)]
struct TextSlot {
    own: OnceLock<Result<RenderedDeclaration, Report>>,
    plain: OnceLock<Result<RenderedDeclaration, Report>>,
    counts: OnceLock<SchemaCounts>,
}

impl Member {
    pub(crate) fn new(tool: SharedTool, state: Arc<Extensions>) -> Self {
        Member {
            name: tool.spec().name.raw().into(),
            tool,
            renamed: None,
            shown: Vec::new(),
            narrows: Vec::new(),
            state,
            role: Role::Always,
            cache: OnceLock::new(),
        }
    }

    /// Returns the tool under another name.
    pub(crate) fn renamed(&self, name: &str) -> Self {
        let name = EscapedString::new(name);
        Member {
            name: Arc::clone(name.raw()),
            renamed: Some(name),
            ..self.with_empty_cache()
        }
    }

    /// Returns the tool with another part in requests.
    pub(crate) fn with_role(&self, role: Role) -> Self {
        Member {
            role,
            ..self.with_empty_cache()
        }
    }

    /// Returns another tool under the same name.
    pub(crate) fn with_tool(&self, tool: SharedTool) -> Self {
        Member {
            tool,
            ..self.with_empty_cache()
        }
    }

    /// Returns the tool with other provider-specific names.
    pub(crate) fn showing(&self, shown: Vec<ProviderName>) -> Self {
        Member {
            shown,
            ..self.with_empty_cache()
        }
    }

    pub(crate) fn provider_names(&self) -> &[ProviderName] {
        &self.shown
    }

    /// The name shown to a provider.
    pub(crate) fn name_for(&self, provider: Provider) -> &Arc<str> {
        self.other_name(provider)
            .map_or(&self.name, EscapedString::raw)
    }

    fn other_name(&self, provider: Provider) -> Option<&EscapedString> {
        let mut shown = self.shown.iter();
        let (_, name) = shown.find(|(providers, _)| providers & provider.bit() != 0)?;
        Some(name)
    }

    /// Returns the tool with one more narrowing.
    pub(crate) fn narrowed(&self, narrow: Narrow) -> Self {
        let mut again = self.with_empty_cache();
        again.narrows.push(narrow);
        again
    }

    fn with_empty_cache(&self) -> Self {
        Member {
            tool: Arc::clone(&self.tool),
            name: Arc::clone(&self.name),
            renamed: self.renamed.clone(),
            shown: self.shown.clone(),
            narrows: self.narrows.clone(),
            state: Arc::clone(&self.state),
            role: self.role,
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

    /// Passes the parameter schema to `then`, with the set's narrowings applied.
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

    /// Returns true if the texts rendered at compile time no longer apply.
    fn is_changed(&self) -> bool {
        self.renamed.is_some() || !self.narrows.is_empty()
    }

    /// The declaration for a provider, or a report with the reasons why there is none.
    pub(crate) fn declaration(
        &self,
        provider: Provider,
        form: Form,
    ) -> Result<Declaration<'_>, &Report> {
        if !self.is_changed()
            && let Some(declaration) = self.tool.ready(provider)
            && (form == Form::Own || !declaration.strict)
        {
            return Ok(declaration);
        }
        let slot = self.slot(provider);
        let kept = match form {
            Form::Own => &slot.own,
            Form::Plain => &slot.plain,
        };
        let made = kept.get_or_init(|| self.declare(provider, form));
        made.as_ref().map(|declared| Declaration {
            text: &declared.text,
            parameters: match declared.parameters {
                (from, to) if from < to => declared.text.get(from..to),
                _ => None,
            },
            strict: declared.strict,
        })
    }

    /// Returns a hash of the tool's source, its own name and its declaration. Without a
    /// declaration for the provider, that of the first one that has one is used.
    pub(crate) fn fingerprint(&self, provider: Provider) -> String {
        let mut providers = [provider].into_iter().chain(Provider::ALL.iter().copied());
        let declared = providers.find_map(|one| self.declaration(one, Form::Own).ok());
        let parts = [
            self.tool.source().unwrap_or_default(),
            self.tool.spec().name.raw(),
            declared.map_or("", |one| one.text),
        ];
        // A JSON list, so that no two tools have the same text.
        sha256(serde_json::json!(parts).to_string().as_bytes())
    }

    fn declare(&self, provider: Provider, form: Form) -> Result<RenderedDeclaration, Report> {
        let mut spec = self.spec();
        if let Some(name) = self.other_name(provider) {
            spec.name = name.text();
        }
        let declared = self
            .with_schema(|schema| declare(spec, schema, provider, form))
            .unwrap_or_else(|| Err(Report::new(spec.name.raw(), provider, false, vec![])));
        match declared {
            Ok(declared) => Ok(RenderedDeclaration {
                text: self.tool.complete(provider, declared.strict, declared.text),
                ..declared
            }),
            // Report it by the name that the program knows.
            Err(report) => Err(Report {
                tool: self.name.to_string(),
                ..report
            }),
        }
    }

    /// Reports how each construct is handled that the provider can't express, including the name.
    pub(crate) fn report(&self, provider: Provider) -> Report {
        let mut spec = self.spec();
        let other = self.other_name(provider);
        if let Some(name) = other {
            spec.name = name.text();
        }
        let report = self.with_schema(|schema| report_of(&spec, schema, provider));
        let mut report = report.unwrap_or_else(|| Report::new("", provider, false, vec![]));
        report.tool = self.name.to_string();
        if let Some(name) = other {
            let reason = format!(
                "shown as `{}`: the provider doesn't accept the name",
                name.raw()
            );
            let entry = ReportEntry::new("", "name", Outcome::Rewritten, reason);
            report.entries.insert(0, entry);
        }
        report
    }

    /// Returns true if this is one of the tool's declarations for the provider, whatever marks for
    /// the provider's cache and search it has.
    pub(crate) fn declares(&self, provider: Provider, tool: &Value) -> bool {
        let tool = without_marks(provider, tool.clone());
        [Form::Own, Form::Plain].into_iter().any(|form| {
            let declaration = self.declaration(provider, form).ok();
            let own = declaration.and_then(|one| serde_json::from_str(one.text).ok());
            own.is_some_and(|own| without_marks(provider, own) == tool)
        })
    }

    /// The declaration's share of the provider's limits on all tools.
    pub(crate) fn counts(&self, provider: Provider) -> SchemaCounts {
        *self.slot(provider).counts.get_or_init(|| {
            let declaration = self.declaration(provider, Form::Own).ok();
            let schema = declaration.and_then(|one| serde_json::from_str(one.parameters?).ok());
            schema.as_ref().map(schema_counts).unwrap_or_default()
        })
    }

    fn slot(&self, provider: Provider) -> &TextSlot {
        let slots = self
            .cache
            .get_or_init(|| (0..Provider::COUNT).map(|_| TextSlot::default()).collect());
        &slots[provider.index()]
    }
}

fn without_marks(provider: Provider, mut tool: Value) -> Value {
    let facts = provider.request();
    let cache = match facts.cache {
        Some(CacheMark::Member { key, .. }) => Some(key),
        _ => None,
    };
    let search = facts.search.map(|search| search.key);
    if let Some(members) = tool.as_object_mut() {
        for key in [cache, search].into_iter().flatten() {
            members.remove(key);
        }
    }
    tool
}
