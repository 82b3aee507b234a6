//! Selection of the tools for one request: the tools, their forms, and the reasons for those left
//! out.

use serde_json::Value;

use super::error::SetError;
use super::limits::StrictUse;
use super::member::DeclaredMember;
use super::report::{RequestReport, SkippedTool};
use super::{RequestOptions, ToolSet};
use crate::order::ByKey;
use crate::provider::{CacheMark, Provider, ToolSearch};
use crate::render::Form;
use crate::request::{
    ToolChoice, ToolDeclaration, declared_in, request_members, text_of, update_declared,
};

/// The tools of a request, each with its declaration.
pub(crate) struct Selection<'s> {
    pub(super) provider: Provider,
    pub(crate) tools: Vec<DeclaredMember<'s>>,
    /// The parts of the report that the selection decides.
    pub(super) report: RequestReport,
    /// The provider's own search, if the request uses it.
    pub(super) search: Option<&'static ToolSearch>,
}

impl ToolSet {
    /// Selects the tools of a request that has nothing else yet.
    pub(crate) fn choose(
        &self,
        provider: Provider,
        options: &RequestOptions,
    ) -> Result<Selection<'_>, SetError> {
        self.choose_beside(provider, options, &StrictUse::default())
    }

    /// Selects the tools of a request. `used` is the share of the provider's limits that the
    /// request has already.
    pub(crate) fn choose_beside(
        &self,
        provider: Provider,
        options: &RequestOptions,
        used: &StrictUse,
    ) -> Result<Selection<'_>, SetError> {
        let mut chosen = Selection {
            provider,
            tools: Vec::new(),
            report: RequestReport::default(),
            search: None,
        };
        let mut rejected = Vec::new();
        for (member, on) in self.members() {
            if !on {
                continue;
            }
            match member.declaration(provider, Form::Own) {
                Ok(declaration) => chosen.tools.push((&**member, declaration)),
                Err(report) => rejected.push((&**member, report)),
            }
        }
        let limits = &provider.request().limits;
        let strict: Vec<bool> = chosen.tools.iter().map(|(_, one)| one.strict).collect();
        let counts = |at: usize| chosen.tools[at].0.counts(provider);
        let (keep, _) = limits.keep_strict(&strict, counts, options.parallel, used);
        let tools = core::mem::take(&mut chosen.tools).into_iter();
        for ((member, declaration), keep) in tools.zip(keep) {
            if declaration.strict == keep {
                chosen.tools.push((member, declaration));
                continue;
            }
            match member.declaration(provider, Form::Plain) {
                Ok(plain) => {
                    chosen.tools.push((member, plain));
                    chosen.report.strict_disabled.push(member.name.to_string());
                }
                // The tool can be expressed in strict mode only, and strict mode is not available.
                Err(report) => rejected.push((member, report)),
            }
        }
        // A rejected tool of the program is an error; a rejected tool of an external source is left
        // out.
        let mut faults = Vec::new();
        for (member, report) in rejected {
            let source = member.tool.source();
            if options.leave_out || source.is_some() {
                let skipped = SkippedTool::of(report.clone(), source);
                chosen.report.skipped.push(skipped);
            } else {
                faults.push(report.clone());
            }
        }
        if !faults.is_empty() {
            return Err(SetError::Rejected {
                provider,
                reports: faults,
            });
        }
        // After the choice of strict tools, which then doesn't depend on what is loaded.
        chosen.defer(options);
        chosen.keep_chosen(options);
        let unreadable = self.unreadable().iter().cloned();
        chosen.report.skipped.extend(unreadable);
        let names: Vec<&str> = chosen.tools.iter().map(|(one, _)| &*one.name).collect();
        limits.check_number(provider, &names)?;
        Ok(chosen)
    }
}

impl Selection<'_> {
    /// Keeps the tools that the choice names, if the provider can express it by the list of
    /// declarations alone. The marks are placed among those that stay.
    fn keep_chosen(&mut self, options: &RequestOptions) {
        let format = self.provider.request().api.tool_choice();
        let names = match &options.choice {
            Some(ToolChoice::Tool(name)) if format.tool.is_none() => core::slice::from_ref(name),
            Some(ToolChoice::AnyOf(names)) if format.any_of.is_none() => names.as_slice(),
            _ => return,
        };
        let names: Vec<String> = names.iter().map(|name| self.shown_name(name)).collect();
        self.tools.retain(|(member, _)| {
            let shown = member.name_for(self.provider);
            names.iter().any(|name| **name == **shown)
        });
        self.search = None;
        self.report.deferred.clear();
    }

    /// Enforces the rules for a request with `"strict_tools": true`. All tools together have a
    /// property limit, and each object needs a required property. External tools that exceed it
    /// are removed; the program's own tools take from the budget first.
    pub(super) fn apply_strict_tools(&mut self, used: &StrictUse) -> Result<(), SetError> {
        let provider = self.provider;
        let most = provider.request().limits.fields as usize;
        let mut fields = used.properties;
        let (mut beyond, mut optional_only) = (Vec::new(), Vec::new());
        let tools = self.tools.iter().map(|(member, _)| member);
        for member in tools.filter(|member| member.tool.source().is_none()) {
            let counts = member.counts(provider);
            fields += counts.properties;
            if fields > most {
                beyond.push(member.name.to_string());
            }
            if counts.optional_only > 0 {
                optional_only.push(member.name.to_string());
            }
        }
        self.tools.retain(|(member, _)| {
            let source = member.tool.source();
            let counts = member.counts(provider);
            let reason = if source.is_none() {
                return true;
            } else if counts.optional_only > 0 {
                "`strict_tools` accepts only objects with a required property".into()
            } else if fields + counts.properties > most {
                format!("`strict_tools` accepts {most} properties in all tools")
            } else {
                fields += counts.properties;
                return true;
            };
            let skipped = SkippedTool::because(&member.name, source, &reason);
            self.report.skipped.push(skipped);
            false
        });
        let most = format!("{most} properties in all tools with `strict_tools`");
        let object = "only objects with a required property, with `strict_tools`";
        for (limit, tools) in [(most, beyond), (object.into(), optional_only)] {
            if !tools.is_empty() {
                return Err(SetError::LimitExceeded {
                    provider,
                    limit,
                    count: self.tools.len(),
                    tools,
                });
            }
        }
        Ok(())
    }

    /// Replaces tools of this set that the request has already: strict mode and marks may differ.
    pub(super) fn update_own(&self, request: &mut Value, options: &RequestOptions) {
        let texts = self.texts(options);
        let tools = self.tools.iter().zip(&texts);
        let own: ByKey<&str, _> = tools
            .map(|((member, _), text)| {
                let name: &str = member.name_for(self.provider);
                (name, (member, text))
            })
            .collect();
        update_declared(self.provider, request, |name, tool| {
            let (member, text) = own.get(name)?;
            let new: Value = serde_json::from_str(text).ok()?;
            (new != *tool && member.declares(self.provider, tool)).then_some(new)
        });
    }

    /// Removes external tools if a different tool in the request has the same name.
    pub(super) fn leave_out_named_as(&mut self, request: &Value) {
        let there = declared_in(self.provider, request);
        if there.values().is_empty() {
            return;
        }
        self.tools.retain(|(member, _)| {
            let same = member.tool.source().is_none()
                || there
                    .get(&**member.name_for(self.provider))
                    .is_none_or(|(_, tool)| member.declares(self.provider, tool));
            if !same {
                let reason = "the request has another tool of that name";
                let skipped = SkippedTool::because(&member.name, member.tool.source(), reason);
                self.report.skipped.push(skipped);
            }
            same
        });
    }

    /// The members of the request as the text of a JSON object.
    pub(super) fn fragment(&self, options: &RequestOptions) -> Result<String, SetError> {
        Ok(text_of(&self.request(options)?))
    }

    /// The members of the request.
    pub(crate) fn request(
        &self,
        options: &RequestOptions,
    ) -> Result<Vec<(&'static str, String)>, SetError> {
        let provider = self.provider;
        let texts = self.texts(options);
        let tools = self.tools.iter().zip(&texts);
        let tools = tools.map(|((member, _), text)| ToolDeclaration {
            name: member.name_for(provider),
            text,
        });
        // Entries without a name can't be called or chosen.
        let entry = |text| ToolDeclaration { name: "", text };
        let search = self.search.map(|search| entry(search.tool));
        let mut declared: Vec<ToolDeclaration<'_>> = search.into_iter().chain(tools).collect();
        if let Some(CacheMark::Entry(text)) = provider.request().cache
            && options.cache
            && !declared.is_empty()
        {
            let always = self.always(options) + usize::from(search.is_some());
            declared.insert(always, entry(text));
        }
        let strict = self.tools.iter().any(|(_, one)| one.strict);
        let parallel = match options.parallel {
            None if strict && provider.request().limits.one_call => Some(false),
            parallel => parallel,
        };
        let choice = options
            .choice
            .as_ref()
            .map(|choice| self.with_provider_names(choice));
        request_members(provider, &declared, choice.as_ref(), parallel)
            .map_err(|error| SetError::Request { provider, error })
    }

    /// Replaces names in the tool choice with those that the provider is shown.
    pub(crate) fn with_provider_names(&self, choice: &ToolChoice) -> ToolChoice {
        match choice {
            ToolChoice::Tool(name) => ToolChoice::Tool(self.shown_name(name)),
            ToolChoice::AnyOf(names) => {
                ToolChoice::AnyOf(names.iter().map(|name| self.shown_name(name)).collect())
            }
            other => other.clone(),
        }
    }

    /// Returns the name that the provider is shown for a tool of that name.
    fn shown_name(&self, name: &str) -> String {
        let mut tools = self.tools.iter();
        match tools.find(|(member, _)| *member.name == *name) {
            Some((member, _)) => member.name_for(self.provider).to_string(),
            None => name.to_owned(),
        }
    }

    pub(crate) fn into_report(mut self) -> RequestReport {
        for (member, declaration) in &self.tools {
            let (name, shown) = (&member.name, member.name_for(self.provider));
            if declaration.strict {
                self.report.strict.push(name.to_string());
            }
            if name != shown {
                let renamed = &mut self.report.renamed;
                renamed.insert(name.to_string(), shown.to_string());
            }
        }
        self.report
    }
}
