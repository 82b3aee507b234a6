//! Operations that derive a set from other sets.

use std::sync::Arc;

use super::ToolSet;
use super::error::SetError;
use super::hook::Hook;
use super::member::{Member, Role};
use super::namespacing;
use super::narrow::Narrow;
use super::observer::add_missing;
use super::tool_info::ToolInfo;
use crate::suggest::nearest;

impl ToolSet {
    /// The enabled tools, in order.
    pub fn tools(&self) -> impl Iterator<Item = ToolInfo<'_>> {
        self.all_tools().filter(ToolInfo::is_enabled)
    }

    /// All tools in order, including disabled ones.
    pub fn all_tools(&self) -> impl Iterator<Item = ToolInfo<'_>> {
        self.members()
            .map(|(member, enabled)| ToolInfo::of(member, enabled))
    }

    /// Returns the tool with this name, which may be disabled.
    pub fn get(&self, name: &str) -> Option<ToolInfo<'_>> {
        self.all_tools().find(|tool| tool.name() == name)
    }

    /// The names of the enabled tools, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tools().map(|tool| tool.name())
    }

    /// The number of enabled tools.
    pub fn len(&self) -> usize {
        self.0.index.len()
    }

    /// Returns true if no tool is enabled.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Merges two sets. Tools keep their state. The hooks and observers of both sets apply to all
    /// tools, those of `self` first, and the secrets of both stay
    /// [redacted](super::ToolSetBuilder::redact). Other call settings (functions for errors,
    /// timeout and so on) are those of `self`.
    ///
    /// ```
    /// use toolcast::{tool, toolset};
    ///
    /// #[tool]
    /// fn read() {}
    ///
    /// #[tool]
    /// fn write() {}
    ///
    /// let tools = toolset![read].build()?.merged_with(&toolset![write].build()?)?;
    /// assert_eq!(tools.names().collect::<Vec<_>>(), ["read", "write"]);
    /// # Ok::<(), toolcast::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SetError::Build`] if both sets have a tool of the same name. A tool of a
    /// [`ToolSource`](crate::import::ToolSource) gets its source's name as a prefix instead.
    pub fn merged_with(&self, other: &ToolSet) -> Result<ToolSet, SetError> {
        // One search tool finds the deferred tools of both.
        let is_search = |member: &Member| member.role == Role::Search;
        let has_search = self.members().any(|(member, _)| is_search(member));
        let others = other.0.members.iter();
        let others = others.filter(|(member, _)| !has_search || !is_search(member));
        let mut members: Vec<_> = self.0.members.iter().chain(others).cloned().collect();
        namespacing::prefix_duplicates(&mut members);
        let unreadable = self.unreadable().iter().chain(&**other.unreadable());
        let mut settings = self.settings().clone();
        let secrets = &mut settings.outgoing.secrets;
        *secrets = secrets.and(&other.settings().outgoing.secrets);
        settings.observers.merge(&other.settings().observers);
        add_missing(&mut settings.hooks, &other.settings().hooks, Hook::is);
        let set = ToolSet::of(members, unreadable.cloned().collect(), settings);
        namespacing::with_distinct_names(set)
    }

    /// Keeps the tools that match a predicate. The search for [deferred](Self::with_deferred) tools
    /// stays.
    ///
    /// ```
    /// use toolcast::{tool, toolset};
    ///
    /// #[tool(read_only)]
    /// fn read() {}
    ///
    /// #[tool]
    /// fn write() {}
    ///
    /// let tools = toolset![read, write].build()?;
    /// let safe = tools.filter(|tool| tool.annotations().read_only == Some(true));
    /// assert_eq!(safe.names().collect::<Vec<_>>(), ["read"]);
    /// # Ok::<(), toolcast::Error>(())
    /// ```
    pub fn filter(&self, mut wanted: impl FnMut(&ToolInfo<'_>) -> bool) -> ToolSet {
        let members = self.0.members.iter().filter(|(member, enabled)| {
            let info = ToolInfo::of(member, *enabled);
            member.role == Role::Search || wanted(&info)
        });
        self.with_members(members.cloned().collect())
    }

    /// Adds a prefix to the name of each tool, such as `github_`. The declarations are rendered
    /// again, once. Calls use the new names.
    ///
    /// ```
    /// use toolcast::{tool, toolset};
    ///
    /// #[tool]
    /// fn search() {}
    ///
    /// let tools = toolset![search].build()?.with_prefix("github_");
    /// assert_eq!(tools.names().collect::<Vec<_>>(), ["github_search"]);
    /// # Ok::<(), toolcast::Error>(())
    /// ```
    pub fn with_prefix(&self, prefix: &str) -> ToolSet {
        let members = self.members().map(|(member, on)| {
            let name = format!("{prefix}{}", member.name);
            (Arc::new(member.renamed(&name)), on)
        });
        self.with_members(members.collect())
    }

    /// Enables a tool again.
    ///
    /// # Errors
    ///
    /// Returns an error if the set has no such tool.
    pub fn with_enabled(&self, name: &str) -> Result<ToolSet, SetError> {
        self.switch(name, true)
    }

    /// Disables a tool: it is not in any request, and a call of it fails as an unknown tool.
    ///
    /// ```
    /// use toolcast::{tool, toolset};
    ///
    /// #[tool]
    /// fn read() {}
    ///
    /// #[tool]
    /// fn write() {}
    ///
    /// let tools = toolset![read, write].build()?.with_disabled("write")?;
    /// assert_eq!(tools.names().collect::<Vec<_>>(), ["read"]);
    /// # Ok::<(), toolcast::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the set has no such tool.
    pub fn with_disabled(&self, name: &str) -> Result<ToolSet, SetError> {
        self.switch(name, false)
    }

    fn switch(&self, name: &str, on: bool) -> Result<ToolSet, SetError> {
        self.change(name, |member, _| Ok((Arc::clone(member), on)))
    }

    /// Narrows a string parameter to values known only at run time, such as the names of a user's
    /// projects. An enum may be narrowed to some of its values.
    ///
    /// The path is the tool's name followed by the property names that serde reads: `search.sort`,
    /// `search.filter.project`. `[]` refers to the items of a list: `search.tags[]`.
    ///
    /// The declarations are rendered again, once, with an enum at that path, and calls are checked
    /// against it. A default at that path is no longer shown.
    ///
    /// # Errors
    ///
    /// Returns an error if the path does not lead to a string or an enum of strings. It can't pass
    /// through an enum with data or a generic type that contains itself. Also returns an error if
    /// there are no values, or if the enum lacks one of them.
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
    /// let tools = tools.with_values("search.project", ["apollo", "gemini"])?;
    /// let text = tools.request_fragment(Provider::Anthropic)?;
    /// assert!(text.contains(r#""project":{"type":"string","enum":["apollo","gemini"]}"#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_values(
        &self,
        path: &str,
        values: impl IntoIterator<Item = impl Into<String>>,
    ) -> Result<ToolSet, SetError> {
        let values: Vec<String> = values.into_iter().map(Into::into).collect();
        // A tool's name may contain a dot: take the longest match.
        let name = self
            .all_tools()
            .map(|tool| tool.name())
            .filter(|name| {
                path.strip_prefix(name)
                    .is_some_and(|rest| rest.starts_with('.'))
            })
            .max_by_key(|name| name.len());
        let Some(name) = name else {
            return Err(match self.get(path) {
                Some(_) => SetError::InvalidPath {
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
                .map_err(|reason| SetError::InvalidPath {
                    path: path.to_owned(),
                    reason,
                })?;
            Ok((Arc::new(member.narrowed(narrow)), on))
        })
    }

    /// Returns a set with one member changed.
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

    /// Returns the name of a tool that resembles the given one, for an error about an unknown tool.
    ///
    /// ```
    /// use toolcast::{tool, toolset};
    ///
    /// /// Say hello.
    /// #[tool]
    /// fn greet(name: &str) {}
    ///
    /// let tools = toolset![greet].build()?;
    /// assert_eq!(tools.nearest("great"), Some("greet"));
    /// assert_eq!(tools.nearest("weather"), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nearest(&self, name: &str) -> Option<&str> {
        nearest(name, self.names())
    }

    /// The error for an unknown tool.
    fn unknown(&self, name: &str) -> SetError {
        SetError::UnknownTool {
            name: name.to_owned(),
            nearest: nearest(name, self.all_tools().map(|tool| tool.name()))
                .map(ToString::to_string),
        }
    }
}
