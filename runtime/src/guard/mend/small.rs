//! What can be mended in a tool without a look at its schema.

use alloc::format;
use alloc::string::String;

use serde_json::Value;

use super::Mend;
use super::tool::{At, name_of};
use crate::dialect::of;
use crate::guard::envelope::parts;
use crate::guard::finding::Finding;
use crate::guard::report::ChangeKind;
use crate::guard::rule::Rule;
use crate::provider::Provider;

impl Mend<'_> {
    /// What can be mended without a look at the schema.
    pub(super) fn small(&mut self, entry: &mut Value, place: &At<'_>, findings: &[Finding]) {
        let Some((inside, at)) = entry
            .as_object()
            .and_then(|map| parts(map, place.shape))
            .map(|parts| (parts.inside, parts.at))
        else {
            return;
        };
        let name = name_of(entry, place.shape);
        let provider = self.body.provider;
        for finding in findings {
            let pointer = finding.pointer.as_str();
            if finding.rule == Rule::Member && finding.keyword == "type" && inside == ["function"] {
                entry["type"] = "function".into();
                self.report
                    .change(pointer, name.as_deref(), ChangeKind::Set, &*finding.found);
                continue;
            }
            let Some(tool) = super::at(entry, inside).and_then(Value::as_object_mut) else {
                return;
            };
            let kind = match (finding.rule, finding.keyword.as_str()) {
                (Rule::Name, _) => {
                    let Some(Value::String(old)) = tool.get("name") else {
                        continue;
                    };
                    let new = self.new_name(old);
                    self.report.change(
                        pointer,
                        Some(old),
                        ChangeKind::Renamed,
                        format!("{}; it is `{new}` now", finding.found),
                    );
                    tool.insert("name".into(), new.into());
                    continue;
                }
                (Rule::Description, _) => {
                    let most = of(provider, false).limits.description as usize;
                    let text = tool.get("description").and_then(Value::as_str);
                    let text = text.unwrap_or_default();
                    if text.is_empty() {
                        tool.remove("description");
                        ChangeKind::Removed
                    } else {
                        let cut: String = text.chars().take(most.saturating_sub(2)).collect();
                        tool.insert("description".into(), format!("{cut}..").into());
                        ChangeKind::Set
                    }
                }
                (Rule::UnknownMember, key) | (Rule::Member, key @ ("strict" | "description")) => {
                    // The keyword is cut where it is long.
                    let key = pointer.rsplit('/').next().unwrap_or(key);
                    tool.remove(&key.replace("~1", "/").replace("~0", "~"));
                    ChangeKind::Removed
                }
                // Of two fields that exclude each other, the JSON Schema says more.
                (Rule::Member, "parameters")
                    if at != ["parameters"] && tool.contains_key("parameters") =>
                {
                    tool.remove("parameters");
                    ChangeKind::Removed
                }
                _ if pointer.contains("/outputSchema") && provider == Provider::Mcp => {
                    if tool.remove("outputSchema").is_none() {
                        continue;
                    }
                    ChangeKind::Removed
                }
                _ => continue,
            };
            self.report
                .change(pointer, name.as_deref(), kind, &*finding.found);
        }
    }
}
