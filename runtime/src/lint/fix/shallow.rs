//! Repairs to a tool that don't involve its schema.

use serde_json::{Map, Value};

use super::Repair;
use super::answer::written;
use super::tool::name_of;
use crate::dialect::of;
use crate::import::ImportedSchema;
use crate::lint::envelope::{RESPONSE_JSON, parts};
use crate::lint::finding::{Finding, Findings};
use crate::lint::report::ChangeKind;
use crate::lint::request_layout::EntryPlace;
use crate::lint::rule::Rule;
use crate::lint::schema::check;
use crate::lint::walk::below;
use crate::provider::ToolFormat;

impl Repair<'_> {
    pub(super) fn shallow_fixes(
        &mut self,
        entry: &mut Value,
        place: &EntryPlace,
        findings: &[Finding],
    ) {
        let parts = entry.as_object().and_then(|map| parts(map, place.format));
        let Some((inside, at)) = parts.map(|parts| (parts.inside, parts.at)) else {
            return;
        };
        let name = name_of(entry, place.format);
        // The members with a response's schema that were repaired, for all of their findings.
        let mut responses = Vec::new();
        for finding in findings {
            let mut why = finding.found.clone();
            let key = response(&finding.pointer, &place.pointer, inside);
            let google = self.body.is_google() && finding.rule != Rule::InvalidMember;
            let kind = match key.filter(|_| google) {
                Some(key) if responses.contains(&key) => None,
                Some(key) => {
                    responses.push(key);
                    let tool = super::at(entry, inside).and_then(Value::as_object_mut);
                    tool.and_then(|tool| self.response(tool, key))
                }
                None => self.shallow_fix(entry, place, (inside, at), finding, &mut why),
            };
            if let Some(kind) = kind {
                self.report
                    .change(&finding.pointer, name.as_deref(), kind, why);
            }
        }
    }

    /// Repairs a finding of a tool, whose schema is there. Returns `None` for others.
    fn shallow_fix(
        &mut self,
        entry: &mut Value,
        place: &EntryPlace,
        (inside, at): (&[&str], &[&str]),
        finding: &Finding,
        why: &mut String,
    ) -> Option<ChangeKind> {
        let (rule, keyword) = (finding.rule, finding.keyword.as_str());
        if (rule, keyword) == (Rule::InvalidMember, "type") && inside == ["function"] {
            entry["type"] = "function".into();
            return Some(ChangeKind::Set);
        }
        let pointer = finding.pointer.as_str();
        // A proto's object requires at least one property, so it can't be repaired here.
        if (rule, keyword) == (Rule::MissingProperties, "properties")
            && !self.body.is_google()
            && let Some(below) = pointer.strip_prefix(&*place.pointer)
            && let Some(Value::Object(object)) = entry.pointer_mut(below)
        {
            object
                .entry("properties")
                .or_insert_with(|| Map::new().into());
            return Some(ChangeKind::Set);
        }
        let tool = super::at(entry, inside)?.as_object_mut()?;
        // The finding's keyword may be truncated, so the key comes from the pointer.
        let key = pointer.rsplit('/').next().unwrap_or_default();
        let key = key.replace("~1", "/").replace("~0", "~");
        let kind = match (rule, keyword) {
            (Rule::Name, _) => {
                let new = self.new_name(tool.get("name")?.as_str()?);
                why.extend(["; it is `", &new, "` now"]);
                tool.insert("name".into(), new.into());
                return Some(ChangeKind::Renamed);
            }
            (Rule::Description, _) => {
                let most = of(self.body.provider, false).limits.description;
                return Some(shorten(tool, most as usize));
            }
            (Rule::UnknownMember, _)
            | (Rule::InvalidMember, "strict" | "description" | "response") => ChangeKind::Removed,
            // Of two mutually exclusive fields, the JSON Schema is more expressive.
            (Rule::InvalidMember, "parameters")
                if at != ["parameters"] && tool.contains_key("parameters") =>
            {
                ChangeKind::Removed
            }
            (Rule::Strict, _) => ChangeKind::StrictOff,
            _ if pointer.contains("/outputSchema") && self.body.format() == ToolFormat::Mcp => {
                return tool.remove("outputSchema").map(|_| ChangeKind::Removed);
            }
            _ => return None,
        };
        tool.remove(&key);
        Some(kind)
    }

    /// Rewrites the schema of a Gemini function's response, or removes it. Returns `None` if it was
    /// already handled for another finding.
    fn response(&mut self, tool: &mut Map<String, Value>, key: &str) -> Option<ChangeKind> {
        let google = self.body.google()?;
        let reader = match key {
            "response" => google.proto,
            _ => google.json,
        };
        let provider = reader.provider;
        let is_fine = |schema: &Value| {
            Findings::of(|all| check(reader, false, schema, String::new(), all)).is_empty()
        };
        let schema = tool.get_mut(key)?;
        if is_fine(schema) {
            return None;
        }
        let written = ImportedSchema::parse(&*schema)
            .ok()
            .and_then(|imported| written(&imported, provider, false))
            .and_then(|(text, _)| serde_json::from_str(&text).ok())
            .filter(is_fine);
        Some(if let Some(written) = written {
            *schema = written;
            ChangeKind::Rewritten
        } else {
            tool.remove(key);
            ChangeKind::Removed
        })
    }
}

/// Cuts a tool's description to at most that many characters, or removes an empty one.
fn shorten(tool: &mut Map<String, Value>, most: usize) -> ChangeKind {
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

/// Returns the member with the response's schema that a pointer leads into.
fn response<'p>(pointer: &'p str, tool: &str, inside: &[&str]) -> Option<&'p str> {
    let rest = pointer.strip_prefix(below(tool, inside).as_str())?;
    let key = rest.strip_prefix('/')?.split('/').next()?;
    (key == "response" || RESPONSE_JSON.contains(&key)).then_some(key)
}
