//! Sets from sets.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use super::ToolSet;
use super::builder::duplicates;
use super::clash;
use super::error::{BuildError, SetError};
use super::member::Member;
use super::narrow::Narrow;
use crate::decode::nearest;
use crate::provider::Provider;
use crate::render::{Form, Report};
use crate::spec::Hints;

/// A tool of a set, to be looked at.
#[derive(Clone, Copy)]
pub struct ToolInfo<'s> {
    pub(crate) member: &'s Member,
    enabled: bool,
}

impl fmt::Debug for ToolInfo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolInfo")
            .field("name", &self.name())
            .field("enabled", &self.enabled)
            .finish_non_exhaustive()
    }
}

impl<'s> ToolInfo<'s> {
    /// The name in the set, which the model calls.
    pub fn name(&self) -> &'s str {
        &self.member.name
    }

    /// The name that its author gave it.
    pub fn original_name(&self) -> &'s str {
        self.member.tool.spec().name.raw()
    }

    /// The name that a provider is shown: another one where it takes no such name and others wrote the tool.
    pub fn name_for(&self, provider: Provider) -> &'s str {
        self.member.name_for(provider)
    }

    /// The source that it comes from, where others wrote it.
    pub fn source(&self) -> Option<&'s str> {
        self.member.source()
    }

    /// The name for people, where there is one.
    pub fn title(&self) -> Option<&'s str> {
        self.member.title()
    }

    /// What the tool does.
    pub fn description(&self) -> &'s str {
        self.member.tool.spec().description.raw()
    }

    /// What the tool does to the world.
    pub fn hints(&self) -> Hints {
        self.member.tool.spec().hints
    }

    /// Whether it is switched on.
    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// The whole declaration for a provider, under the name in the set. `None`: the provider would refuse it, or it is not made for it.
    pub fn schema_for(&self, provider: Provider) -> Option<&'s str> {
        let declaration = self.member.declaration(provider, Form::Own).ok()?;
        Some(declaration.text)
    }
}

impl ToolInfo<'_> {
    /// What became of each thing that the provider can't be told as it is, and what it would refuse: for the tool as it is in this set, under the name that the
    /// provider is shown.
    pub fn report_for(&self, provider: Provider) -> Report {
        self.member.report(provider)
    }
}

impl ToolSet {
    /// The tools in their order, those that are switched off among them.
    pub fn tools(&self) -> impl Iterator<Item = ToolInfo<'_>> {
        self.members()
            .map(|(member, enabled)| ToolInfo { member, enabled })
    }

    /// The tool of that name.
    pub fn get(&self, name: &str) -> Option<ToolInfo<'_>> {
        self.tools().find(|tool| tool.name() == name)
    }

    /// The names of the tools that are switched on, in their order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tools()
            .filter(ToolInfo::is_enabled)
            .map(|tool| tool.name())
    }

    /// How many tools are switched on.
    pub fn len(&self) -> usize {
        self.0.index.len()
    }

    /// Whether no tool is switched on.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// This set and another one, whose tools keep their state; what is said of all calls (hook, policy, timeout and so on) is this set's. Secrets of both stay
    /// [redacted](super::ToolSetBuilder::redact).
    ///
    /// # Errors
    ///
    /// Where both have a tool of one name; one of a [`ToolSource`](crate::import::ToolSource) gets its source's name in front instead.
    pub fn merge(&self, other: &ToolSet) -> Result<ToolSet, BuildError> {
        let members = self.0.members.iter().chain(&other.0.members);
        let mut members: Vec<_> = members.cloned().collect();
        clash::settle(&mut members);
        let unreadable = self.unreadable().iter().chain(&**other.unreadable());
        let mut settings = self.settings().clone();
        let secrets = &mut settings.outgoing.secrets;
        *secrets = secrets.and(&other.settings().outgoing.secrets);
        let set = ToolSet::of(members, unreadable.cloned().collect(), settings);
        let error = BuildError {
            duplicates: duplicates(&set),
            ..BuildError::default()
        };
        error.or(set)
    }

    /// The tools that the program wants, those that only read for example: `tools.filter(|tool| tool.hints().read_only == Some(true))`.
    pub fn filter(&self, mut wanted: impl FnMut(&ToolInfo<'_>) -> bool) -> ToolSet {
        let members = self.0.members.iter().filter(|(member, enabled)| {
            wanted(&ToolInfo {
                member,
                enabled: *enabled,
            })
        });
        self.with_members(members.cloned().collect())
    }

    /// The same tools, each with a prefix to its name: `github_`. The declarations are written anew, once; calls by the new names reach the tools.
    pub fn prefix(&self, prefix: &str) -> ToolSet {
        let members = self.members().map(|(member, on)| {
            let name = format!("{prefix}{}", member.name);
            (Arc::new(member.renamed(&name)), on)
        });
        self.with_members(members.collect())
    }

    /// With a tool switched on again.
    ///
    /// # Errors
    ///
    /// Where the set has no such tool.
    pub fn enable(&self, name: &str) -> Result<ToolSet, SetError> {
        self.switch(name, true)
    }

    /// With a tool switched off: it is in no request, and a call of it is one of an unknown tool.
    ///
    /// # Errors
    ///
    /// Where the set has no such tool.
    pub fn disable(&self, name: &str) -> Result<ToolSet, SetError> {
        self.switch(name, false)
    }

    fn switch(&self, name: &str, on: bool) -> Result<ToolSet, SetError> {
        self.change(name, |member, _| Ok((Arc::clone(member), on)))
    }

    /// With a string of a tool's parameters narrowed to values that are known at run time only: the names of a user's projects, say. The path is the
    /// tool's name, then names of properties as serde reads them: `search.sort`, `search.filter.project`; `[]` for the items of a list:
    /// `search.tags[]`. An enum may be narrowed to some of its values.
    ///
    /// The declarations are written anew, once, with an enum in that place, and calls are checked for it. A default that was shown there is not shown any more.
    ///
    /// # Errors
    ///
    /// Where the path leads to no string and no enum of strings, through an enum with data, or through a generic type that contains itself; where there
    /// is no value, or one that the enum has not.
    ///
    /// ```
    /// use toolcast::{Provider, set::{DynamicTool, ToolSet}};
    ///
    /// #[derive(serde::Deserialize, toolcast::ToolSchema)]
    /// struct Search {
    ///     project: String,
    /// }
    ///
    /// let search = DynamicTool::new("search", "Search a project", |search: Search, _| {
    ///     Ok::<_, String>(format!("nothing in {}", search.project))
    /// });
    /// let tools = ToolSet::builder().dynamic(search).build()?;
    /// let tools = tools.narrow("search.project", ["apollo", "gemini"])?;
    /// let text = tools.request_fragment(Provider::Anthropic)?;
    /// assert!(text.contains(r#""project":{"type":"string","enum":["apollo","gemini"]}"#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn narrow(
        &self,
        path: &str,
        values: impl IntoIterator<Item = impl Into<String>>,
    ) -> Result<ToolSet, SetError> {
        let values: Vec<String> = values.into_iter().map(Into::into).collect();
        // A tool's name may have a dot in it: the longest one that fits.
        let name = self
            .tools()
            .map(|tool| tool.name())
            .filter(|name| {
                path.strip_prefix(name)
                    .is_some_and(|rest| rest.starts_with('.'))
            })
            .max_by_key(|name| name.len());
        let Some(name) = name else {
            return Err(match self.get(path) {
                Some(_) => SetError::Narrow {
                    path: path.to_owned(),
                    reason: format!("a property is missing, as in `{path}.PROPERTY`"),
                },
                None => self.unknown(path.split('.').next().unwrap_or(path)),
            });
        };
        self.change(name, |member, on| {
            let rest = &path[member.name.len()..];
            let narrow = member
                .with_schema(|schema| Narrow::new(schema, rest, &values))
                .unwrap_or_else(|| Err("the tool has no schema".to_owned()))
                .map_err(|reason| SetError::Narrow {
                    path: path.to_owned(),
                    reason,
                })?;
            Ok((Arc::new(member.narrowed(narrow)), on))
        })
    }

    /// With one member changed.
    fn change(
        &self,
        name: &str,
        change: impl FnOnce(&Arc<Member>, bool) -> Result<(Arc<Member>, bool), SetError>,
    ) -> Result<ToolSet, SetError> {
        let mut members = self.0.members.clone();
        let Some((member, on)) = members.iter_mut().find(|(one, _)| *one.name == *name) else {
            return Err(self.unknown(name));
        };
        (*member, *on) = change(member, *on)?;
        Ok(self.with_members(members))
    }

    /// That there is no tool of the name.
    pub(crate) fn unknown(&self, name: &str) -> SetError {
        SetError::UnknownTool {
            name: name.to_owned(),
            nearest: nearest(name, self.tools().map(|tool| tool.name())).map(ToString::to_string),
        }
    }
}
