//! What a request is given: the declarations of all tools, and which of them the model may or must call.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::Value;

use super::ToolSet;
use super::error::SetError;
use super::limits::{Limits, check_cohere_strict, cohere_strict_reasons};
use super::member::{Declaration, Member};
use super::report::{RefusedTool, RenamedTool, Request, RequestReport};
use crate::provider::Provider;
use crate::render::{Form, Report};
use crate::wire::{Declared, ToolChoice, declared_in, extend_request, request_members};

/// What a program says about the tools of one request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestOptions {
    choice: Option<ToolChoice>,
    parallel: Option<bool>,
    leave_out: bool,
}

impl RequestOptions {
    /// Nothing: what the provider does without being told.
    pub fn new() -> Self {
        Self::default()
    }

    /// Which tools the model may or must call.
    #[must_use]
    pub fn choice(mut self, choice: ToolChoice) -> Self {
        self.choice = Some(choice);
        self
    }

    /// Whether the model may make several calls in one turn. For Azure, where strict mode and several calls exclude each other: `true` turns strict mode
    /// off, and without a word the request says `false` where a tool is strict.
    #[must_use]
    pub fn parallel(mut self, parallel: bool) -> Self {
        self.parallel = Some(parallel);
        self
    }

    /// Tools without a declaration for the provider are left out, and named by [`ToolSet::request_report`], instead of being an error.
    #[must_use]
    pub fn leave_out_refused(mut self) -> Self {
        self.leave_out = true;
        self
    }
}

/// The tools of a request, each in its form.
struct Chosen<'s> {
    provider: Provider,
    members: Vec<&'s Member>,
    declarations: Vec<Declaration<'s>>,
    strict_off: Vec<String>,
    left_out: Vec<Report>,
    refused: Vec<RefusedTool>,
}

impl ToolSet {
    /// The declarations of the tools that are switched on, in their order and each in the form that it has in a request.
    ///
    /// # Errors
    ///
    /// [`SetError::Refused`] where the provider would refuse a tool, [`SetError::Limit`] where it would refuse all of them together.
    pub fn declarations(&self, provider: Provider) -> Result<Vec<&str>, SetError> {
        let chosen = self.choose(provider, &RequestOptions::default())?;
        Ok(chosen.declarations.iter().map(|one| one.text).collect())
    }

    /// The members of a request that declare the tools, as the text of a JSON object: `{"tools":[..]}` for most. Ready texts are joined, and no JSON is
    /// read or built. An empty set gives `{}`.
    ///
    /// # Errors
    ///
    /// As [`declarations`](Self::declarations), and [`SetError::Request`] where a provider takes no tools.
    pub fn request_fragment(&self, provider: Provider) -> Result<String, SetError> {
        self.request_fragment_with(provider, &RequestOptions::default())
    }

    /// As [`request_fragment`](Self::request_fragment), with what the program says about the request.
    ///
    /// # Errors
    ///
    /// As [`request_fragment`](Self::request_fragment), and [`SetError::Request`] where the provider has no words for the choice, or it names a tool that
    /// is not there.
    pub fn request_fragment_with(
        &self,
        provider: Provider,
        options: &RequestOptions,
    ) -> Result<String, SetError> {
        self.choose(provider, options)?.fragment(options)
    }

    /// The members of a request that declare the tools, with what became of each tool: those of a [`ToolSource`](super::ToolSource) that the provider would refuse
    /// are left out and handed back with the reasons, and cost no other.
    ///
    /// # Errors
    ///
    /// As [`request_fragment`](Self::request_fragment).
    pub fn request(&self, provider: Provider) -> Result<Request, SetError> {
        self.request_with(provider, &RequestOptions::default())
    }

    /// As [`request`](Self::request), with what the program says about the request.
    ///
    /// # Errors
    ///
    /// As [`request_fragment_with`](Self::request_fragment_with).
    pub fn request_with(
        &self,
        provider: Provider,
        options: &RequestOptions,
    ) -> Result<Request, SetError> {
        let chosen = self.choose(provider, options)?;
        Ok(Request {
            fragment: chosen.fragment(options)?,
            report: chosen.into_report(),
        })
    }

    /// Puts the tools into a request that is JSON already. Tools that it has stay; one of a [`ToolSource`](super::ToolSource) that has the name of one of these is
    /// left out. The report says what became of each.
    ///
    /// # Errors
    ///
    /// As [`request_fragment`](Self::request_fragment), and [`SetError::Request`] where the request has something else in the place of tools. The request
    /// is as it was then.
    pub fn extend_request(
        &self,
        provider: Provider,
        request: &mut Value,
    ) -> Result<RequestReport, SetError> {
        self.extend_request_with(provider, request, &RequestOptions::default())
    }

    /// As [`extend_request`](Self::extend_request), with what the program says about the request.
    ///
    /// # Errors
    ///
    /// As [`request_fragment_with`](Self::request_fragment_with) and [`extend_request`](Self::extend_request).
    pub fn extend_request_with(
        &self,
        provider: Provider,
        request: &mut Value,
        options: &RequestOptions,
    ) -> Result<RequestReport, SetError> {
        let mut chosen = self.choose(provider, options)?;
        chosen.leave_out_named_as(request);
        if provider == Provider::Cohere && request.get("strict_tools") == Some(&Value::Bool(true)) {
            chosen.keep_to_cohere_strict();
            check_cohere_strict(&chosen.members)?;
        }
        let members = chosen.request(options)?;
        let most = Limits::of(provider).tools;
        let had = number_of_tools(request);
        // Looked at before anything is changed, unless a tool that is there already could make it fewer.
        let before = (most != 0 && had > 0).then(|| request.clone());
        extend_request(provider, request, &members).map_err(|error| wrong(provider, &error))?;
        if let Some(before) = before {
            let now = number_of_tools(request);
            if now > most {
                *request = before;
                let fit = chosen.members.len().saturating_sub(now - most);
                return Err(SetError::Limit {
                    provider,
                    limit: alloc::format!("{most} tools, and the request has {had} already"),
                    tools: names(&chosen.members[fit..]),
                });
            }
        }
        Ok(chosen.into_report())
    }

    /// What becomes of each tool in a request: which are strict, which are not because of what the provider takes of all together, which are left out.
    ///
    /// # Errors
    ///
    /// As [`declarations`](Self::declarations); a refused tool is an entry here, not an error.
    pub fn request_report(
        &self,
        provider: Provider,
        options: &RequestOptions,
    ) -> Result<RequestReport, SetError> {
        let options = options.clone().leave_out_refused();
        Ok(self.choose(provider, &options)?.into_report())
    }

    fn choose(&self, provider: Provider, options: &RequestOptions) -> Result<Chosen<'_>, SetError> {
        let mut chosen = Chosen {
            provider,
            members: Vec::new(),
            declarations: Vec::new(),
            strict_off: Vec::new(),
            left_out: Vec::new(),
            refused: Vec::new(),
        };
        // Faults of the program's own tools are errors; those of others cost the tool alone.
        let mut faults = Vec::new();
        for (member, on) in self.members() {
            if !on {
                continue;
            }
            match member.declaration(provider, Form::Own) {
                Ok(declaration) => {
                    chosen.members.push(member);
                    chosen.declarations.push(declaration);
                }
                Err(report) if options.leave_out || member.source().is_some() => {
                    chosen.refuse(member, report.clone());
                }
                Err(report) => faults.push(report.clone()),
            }
        }
        let limits = Limits::of(provider);
        let strict: Vec<bool> = chosen.declarations.iter().map(|one| one.strict).collect();
        let keep = limits.keep_strict(provider, &chosen.members, &strict, options.parallel);
        let mut stays = Vec::with_capacity(keep.len());
        for (i, keep) in keep.into_iter().enumerate() {
            stays.push(true);
            let member = chosen.members[i];
            if chosen.declarations[i].strict == keep {
                continue;
            }
            match member.declaration(provider, Form::Plain) {
                Ok(plain) => {
                    chosen.declarations[i] = plain;
                    chosen.strict_off.push(member.name.as_ref().to_owned());
                }
                // It can be said in strict mode alone, and that is taken.
                Err(report) if options.leave_out || member.source().is_some() => {
                    stays[i] = false;
                    chosen.refuse(member, report.clone());
                }
                Err(report) => faults.push(report.clone()),
            }
        }
        if !faults.is_empty() {
            return Err(SetError::Refused {
                provider,
                reports: faults,
            });
        }
        chosen.keep(&stays);
        chosen.refused.extend(self.unreadable().iter().cloned());
        let names: Vec<&str> = chosen.members.iter().map(|one| &*one.name).collect();
        limits.check_number(provider, &names)?;
        Ok(chosen)
    }
}

impl Chosen<'_> {
    /// Notes a tool that is left out.
    fn refuse(&mut self, member: &Member, report: Report) {
        self.refused.push(RefusedTool::of(&report, member.source()));
        self.left_out.push(report);
    }

    /// Keeps some of the tools.
    fn keep(&mut self, stays: &[bool]) {
        let mut stay = stays.iter();
        self.members.retain(|_| stay.next() == Some(&true));
        let mut stay = stays.iter();
        self.declarations.retain(|_| stay.next() == Some(&true));
    }

    /// Takes out tools of others that Cohere's `strict_tools` has no room for.
    fn keep_to_cohere_strict(&mut self) {
        let reasons = cohere_strict_reasons(&self.members);
        for (member, reason) in self.members.iter().zip(&reasons) {
            if let Some(reason) = reason {
                self.refused.push(RefusedTool {
                    name: member.name.to_string(),
                    source: member.source().map(ToOwned::to_owned),
                    reasons: [(*reason).to_owned()].into(),
                });
            }
        }
        let stays: Vec<bool> = reasons.iter().map(Option::is_none).collect();
        self.keep(&stays);
    }

    /// Takes out tools of others whose name a tool of the request has.
    fn leave_out_named_as(&mut self, request: &Value) {
        let there = declared_in(self.provider, request);
        if there.is_empty() {
            return;
        }
        let mut stays = Vec::with_capacity(self.members.len());
        for i in 0..self.members.len() {
            let member = self.members[i];
            let same = member.source().is_none()
                || there
                    .get(&**member.name_for(self.provider))
                    .is_none_or(|tool| {
                        let own: Option<Value> =
                            serde_json::from_str(self.declarations[i].text).ok();
                        own.as_ref() == Some(*tool)
                    });
            stays.push(same);
            if !same {
                self.refused.push(RefusedTool {
                    name: member.name.to_string(),
                    source: member.source().map(ToOwned::to_owned),
                    reasons: ["the request has another tool of that name".to_owned()].into(),
                });
            }
        }
        self.keep(&stays);
    }

    /// The members of the request as the text of an object.
    fn fragment(&self, options: &RequestOptions) -> Result<String, SetError> {
        let mut text = String::from("{");
        for (i, (key, value)) in self.request(options)?.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            text.extend([comma, "\"", key, "\":", value]);
        }
        text.push('}');
        Ok(text)
    }

    /// The members of the request.
    fn request(&self, options: &RequestOptions) -> Result<Vec<(&'static str, String)>, SetError> {
        let provider = self.provider;
        let declared: Vec<Declared<'_>> = self
            .members
            .iter()
            .zip(&self.declarations)
            .map(|(member, declaration)| Declared {
                name: member.name_for(provider),
                text: declaration.text,
            })
            .collect();
        let strict = self.declarations.iter().any(|one| one.strict);
        let parallel = match options.parallel {
            None if strict && provider == Provider::AzureOpenAi => Some(false),
            parallel => parallel,
        };
        let choice = options.choice.as_ref().map(|choice| self.shown(choice));
        request_members(provider, &declared, choice.as_ref(), parallel)
            .map_err(|error| wrong(provider, &error))
    }

    /// The choice by the names that the provider is shown.
    fn shown(&self, choice: &ToolChoice) -> ToolChoice {
        let shown = |name: &String| {
            let mut members = self.members.iter();
            match members.find(|member| *member.name == **name) {
                Some(member) => member.name_for(self.provider).to_string(),
                None => name.clone(),
            }
        };
        match choice {
            ToolChoice::Tool(name) => ToolChoice::Tool(shown(name)),
            ToolChoice::AnyOf(names) => ToolChoice::AnyOf(names.iter().map(shown).collect()),
            other => other.clone(),
        }
    }

    fn into_report(self) -> RequestReport {
        let strict = self.members.iter().zip(&self.declarations);
        RequestReport {
            strict: strict
                .filter(|(_, one)| one.strict)
                .map(|(member, _)| member.name.to_string())
                .collect(),
            renamed: self
                .members
                .iter()
                .filter(|member| member.name_for(self.provider) != &member.name)
                .map(|member| RenamedTool {
                    name: member.name.to_string(),
                    shown: member.name_for(self.provider).to_string(),
                })
                .collect(),
            strict_off: self.strict_off,
            left_out: self.left_out,
            refused: self.refused,
        }
    }
}

fn names(members: &[&Member]) -> Vec<String> {
    members
        .iter()
        .map(|member| member.name.to_string())
        .collect()
}

fn wrong(provider: Provider, error: &impl ToString) -> SetError {
    SetError::Request {
        provider,
        reason: error.to_string(),
    }
}

/// How many tools a request has, those of Gemini's lists of declarations one by one.
fn number_of_tools(request: &Value) -> usize {
    let Some(Value::Array(tools)) = request.get("tools") else {
        return 0;
    };
    let declarations = |tool: &Value| {
        ["functionDeclarations", "function_declarations"]
            .into_iter()
            .find_map(|key| tool.get(key)?.as_array().map(Vec::len))
    };
    tools
        .iter()
        .map(|tool| declarations(tool).unwrap_or(1))
        .sum()
}
