//! Handling of keywords that no node represents: kept as text or reported.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::literal;
use super::merge::Members;
use super::read::{Reader, Sheet};
use crate::decode::Json;
use crate::render::Outcome;

/// Maximum bytes of one constraint kept as text.
const MOST_WORDS: usize = 1000;

/// Keywords that do not constrain values.
const ANNOTATIONS: [&str; 17] = [
    "description",
    "title",
    "default",
    "examples",
    "example",
    "$id",
    "id",
    "$schema",
    "$comment",
    "$anchor",
    "$dynamicAnchor",
    "$defs",
    "definitions",
    "deprecated",
    "readOnly",
    "writeOnly",
    "externalDocs",
];

pub(super) fn is_annotation(name: &str) -> bool {
    ANNOTATIONS.contains(&name) || name.starts_with("x-")
}

impl Reader<'_> {
    /// Keeps a keyword as text in the description.
    pub(super) fn say(&mut self, sheet: &mut Sheet, keyword: &str, words: String) {
        let at = sheet.at.clone();
        if words.len() > MOST_WORDS {
            let mut end = MOST_WORDS;
            while !words.is_char_boundary(end) {
                end -= 1;
            }
            sheet.words.push(format!("{}…", &words[..end]));
            self.loss(
                &at,
                keyword,
                Outcome::Text,
                "the schema can't express it: its beginning is in the description",
            );
        } else {
            sheet.words.push(words);
            self.loss(
                &at,
                keyword,
                Outcome::Text,
                "the schema can't express it: it is in the description",
            );
        }
    }

    /// Handles the annotations.
    pub(super) fn annotations(&mut self, sheet: &mut Sheet) {
        let at = sheet.at.clone();
        for name in [
            "$id",
            "id",
            "$schema",
            "$comment",
            "$anchor",
            "$dynamicAnchor",
            "$defs",
            "definitions",
            "externalDocs",
            "$vocabulary",
            "$recursiveAnchor",
        ] {
            sheet.take(name);
        }
        if let Some(Json::String(title)) = sheet.take("title") {
            let described = sheet.has("description");
            if !described && !title.trim().is_empty() && !says_the_same(&title, &at.pointer) {
                sheet
                    .members
                    .push(("description".to_owned(), Json::String(title)));
            } else if described {
                self.loss(&at, "title", Outcome::Hidden, "the description is used");
            }
        }
        if sheet.take("deprecated") == Some(Json::Bool(true)) {
            sheet.words.push("deprecated".to_owned());
        }
        for name in ["readOnly", "writeOnly"] {
            if sheet.take(name) == Some(Json::Bool(true)) {
                self.loss(&at, name, Outcome::Hidden, "it doesn't concern arguments");
            }
        }
        let hidden = |name: &str| name.starts_with("x-") || matches!(name, "discriminator" | "xml");
        let members = core::mem::take(&mut sheet.members);
        let (others, members) = members.into_iter().partition(|(name, _)| hidden(name));
        sheet.members = members;
        let others: Members = others;
        for (name, _) in others {
            self.loss(&at, &name, Outcome::Hidden, "it is not for the model");
        }
    }

    /// Handles all keywords that were not consumed.
    pub(super) fn leftovers(&mut self, sheet: &mut Sheet) {
        let at = sheet.at.clone();
        for (name, value) in core::mem::take(&mut sheet.members) {
            match name.as_str() {
                "default" | "examples" | "example" => {
                    let words = match (&value, name.as_str()) {
                        (Json::Array(items), "examples") => items
                            .iter()
                            .map(literal::plain)
                            .collect::<Vec<_>>()
                            .join(", "),
                        _ => literal::plain(&value),
                    };
                    // A `null` default means that there is none.
                    if value != Json::Null && !words.is_empty() {
                        let what = if name == "default" {
                            "default"
                        } else {
                            "example"
                        };
                        self.say(sheet, &name, format!("{what}: {words}"));
                    }
                }
                "not" => self.say(sheet, "not", format!("must not fit {}", value.text())),
                "required" if value == Json::Array(Vec::new()) => {}
                "if"
                | "then"
                | "else"
                | "propertyNames"
                | "patternProperties"
                | "dependencies"
                | "dependentRequired"
                | "dependentSchemas"
                | "unevaluatedProperties"
                | "unevaluatedItems"
                | "contains"
                | "minContains"
                | "maxContains"
                | "contentEncoding"
                | "contentMediaType"
                | "contentSchema"
                | "oneOf"
                | "anyOf"
                | "format"
                | "pattern"
                | "minProperties"
                | "maxProperties"
                | "additionalItems"
                | "items"
                | "prefixItems" => {
                    let text = match &value {
                        Json::String(text) => text.clone(),
                        other => other.text(),
                    };
                    self.say(sheet, &name, format!("{name}: {text}"));
                }
                "type"
                | "required"
                | "properties"
                | "additionalProperties"
                | "minLength"
                | "maxLength"
                | "minimum"
                | "maximum"
                | "exclusiveMinimum"
                | "exclusiveMaximum"
                | "multipleOf"
                | "minItems"
                | "maxItems"
                | "uniqueItems" => {
                    self.loss(
                        &at,
                        &name,
                        Outcome::Hidden,
                        "it has no effect on values of this type",
                    );
                }
                _ => self.loss(&at, &name, Outcome::Hidden, "not a keyword of JSON Schema"),
            }
        }
    }
}

/// Appends constraints to a text.
pub(crate) fn with_words(mut docs: String, words: &[String]) -> String {
    if words.is_empty() {
        return docs;
    }
    let words = words.join(", ");
    if docs.is_empty() {
        return words;
    }
    docs.push_str(" (");
    docs.push_str(&words);
    docs.push(')');
    docs
}

/// Returns true if a title only repeats the name of its property.
fn says_the_same(title: &str, pointer: &str) -> bool {
    let plain = |text: &str| -> String {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect()
    };
    let name = pointer.rsplit('/').next().unwrap_or_default();
    pointer.is_empty() || plain(title) == plain(name)
}
