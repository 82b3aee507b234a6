//! Checks formats and patterns.

use serde_json::Value;

use super::pattern;
use super::rule::Rule;
use super::schema::SchemaCheck;
use super::walk::SchemaNode;
use crate::provider::Formats;
use crate::schema::Format;
use crate::text::beginning;

impl<'v> SchemaCheck<'_, 'v> {
    /// Checks formats and patterns.
    pub(super) fn texts(&mut self, at: usize, node: &SchemaNode<'v>) {
        let profile = self.profile;
        if let Some((formats, because)) = profile.formats
            && let Some(format) = node.get("format").and_then(Value::as_str)
        {
            let numbers: &[&str] = match profile.proto {
                Some(_) if node.is("number") => &["float", "double"],
                Some(_) if node.is("integer") => &["int32", "int64", "enum"],
                _ => &[],
            };
            let taken = match formats {
                // APIs have accepted formats of numbers.
                _ if !node.is("string") && profile.proto.is_none() => true,
                _ if !node.is("string") && !numbers.is_empty() => numbers.contains(&format),
                _ if !node.is("string") => true,
                Formats::Of(formats) => {
                    Format::known(format).is_some_and(|one| formats & one.bit() != 0)
                }
                Formats::These(names) => names.contains(&format),
            };
            if !taken {
                let found = format!("format `{}`", beginning(format));
                self.add(at, Rule::Format, because, "format", found);
            }
        }
        if let Some((patterns, because)) = profile.patterns
            && let Some(text) = node.get("pattern").and_then(Value::as_str)
            && let Some(what) = pattern::refused(patterns, text)
        {
            let found = format!("the pattern `{}` {what}", beginning(text));
            self.add(at, Rule::Pattern, because, "pattern", found);
        }
    }
}
