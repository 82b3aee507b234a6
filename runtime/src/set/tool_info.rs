//! A view of a tool in a set.

use core::fmt;

use super::member::Member;
use crate::provider::Provider;
use crate::render::{Form, Report};
use crate::spec::ToolAnnotations;

/// A view of a tool in a set.
///
/// ```
/// use toolcast::{Provider, tool, toolset};
///
/// /// Reads a file.
/// #[tool(read_only)]
/// fn read_file(path: &str) -> String {
///     path.to_owned()
/// }
///
/// let tools = toolset![read_file].build()?.with_prefix("disk_");
/// let info = tools.get("disk_read_file").unwrap();
/// assert_eq!(info.original_name(), "read_file");
/// assert_eq!(info.annotations().read_only, Some(true));
/// assert!(info.schema_for(Provider::Gemini).unwrap().contains("disk_read_file"));
/// # Ok::<(), toolcast::SetError>(())
/// ```
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
    pub(crate) fn of(member: &'s Member, enabled: bool) -> Self {
        ToolInfo { member, enabled }
    }

    /// The name in the set, used by the model in calls.
    pub fn name(&self) -> &'s str {
        &self.member.name
    }

    /// The name chosen by the tool's author.
    pub fn original_name(&self) -> &'s str {
        self.member.tool.spec().name.raw()
    }

    /// The name shown to a provider. It differs from [`name`](Self::name) if the tool is external
    /// and the provider would reject its name.
    pub fn name_for(&self, provider: Provider) -> &'s str {
        self.member.name_for(provider)
    }

    /// The external source of the tool, if it has one. Its hints and texts are as trustworthy as
    /// the source.
    pub fn source(&self) -> Option<&'s str> {
        self.member.tool.source()
    }

    /// The display name.
    pub fn title(&self) -> Option<&'s str> {
        self.member.tool.title()
    }

    /// The tool's description.
    pub fn description(&self) -> &'s str {
        self.member.tool.spec().description.raw()
    }

    /// The behaviour hints: read-only, destructive, idempotent, open-world.
    pub fn annotations(&self) -> ToolAnnotations {
        self.member.tool.spec().hints
    }

    /// The MCP annotations of an external tool, as the JSON text of an object. Includes annotations
    /// that are not hints.
    pub fn annotations_json(&self) -> Option<&'s str> {
        self.member.tool.annotations_json()
    }

    /// Returns true if each call waits for an approval, unless a hook decides: `#[tool(approve)]`.
    pub fn needs_approval(&self) -> bool {
        self.member.tool.spec().approve
    }

    /// Returns true if the tool is enabled.
    pub fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// The complete declaration for a provider, under the name in the set. `None` if the provider
    /// would reject the tool or the tool excludes it.
    pub fn schema_for(&self, provider: Provider) -> Option<&'s str> {
        let declaration = self.member.declaration(provider, Form::Own).ok()?;
        Some(declaration.text)
    }

    /// The schema of the parameters for a provider: a slice of the declaration. `None` if the
    /// provider requires the field to be absent, or if there is no declaration.
    pub fn parameters_for(&self, provider: Provider) -> Option<&'s str> {
        let declaration = self.member.declaration(provider, Form::Own).ok()?;
        declaration.parameters
    }

    /// Returns true if the declaration for a provider requests its strict mode.
    pub fn is_strict_for(&self, provider: Provider) -> bool {
        (self.member.declaration(provider, Form::Own)).is_ok_and(|declaration| declaration.strict)
    }

    /// The fingerprint of the tool: 64 hexadecimal digits that depend on its source, its own name
    /// and its declaration for a provider. A call that [waits](crate::call::WaitingCall) stores it.
    pub fn fingerprint_for(&self, provider: Provider) -> String {
        self.member.fingerprint(provider)
    }

    /// Reports how each construct is handled that the provider can't express or would reject.
    /// Covers the tool as changed by this set, under the name shown to the provider.
    #[must_use = "a report changes nothing"]
    pub fn report_for(&self, provider: Provider) -> Report {
        self.member.report(provider)
    }
}
