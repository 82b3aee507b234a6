//! Handling of keywords that no node represents: kept as text or reported.

use super::keywords::Keywords;
use super::merge::MergedMembers;
use super::property::plain;
use super::read::SchemaReader;
use super::resources::{REFERENCES, VALUES};
use super::types::has_type;
use crate::decode::JsonTree;
use crate::render::Outcome;
use crate::text::boundary;

/// Maximum bytes of one constraint kept as text.
const MAX_WORDS: usize = 1000;

/// Keywords that do not constrain values.
const ANNOTATIONS: [&str; 8] = [
    "description",
    "title",
    "default",
    "examples",
    "example",
    "deprecated",
    "readOnly",
    "writeOnly",
];

/// Keywords that only concern the document.
const ABOUT_DOCUMENT: [&str; 9] = [
    "$id",
    "id",
    "$schema",
    "$comment",
    "$anchor",
    "$dynamicAnchor",
    "$defs",
    "definitions",
    "externalDocs",
];

pub(super) fn is_annotation(name: &str) -> bool {
    ANNOTATIONS.contains(&name) || ABOUT_DOCUMENT.contains(&name) || name.starts_with("x-")
}

pub(super) const NEEDS_ANOTHER: &str = "it has no effect without the keyword that it is about";
pub(super) const DESCRIPTION_IS_USED: &str = "the description is used";
pub(super) const NOT_ABOUT_ARGUMENTS: &str = "it doesn't concern arguments";
pub(super) const NOT_FOR_THE_MODEL: &str = "it is not for the model";

/// A default or examples as text. `None` for `null`, which means that there is none.
pub(super) fn annotation(name: &str, value: &JsonTree) -> Option<String> {
    let words = match (value, name) {
        (JsonTree::Array(items), "examples") => {
            let all: Vec<String> = items.iter().map(plain).collect();
            all.join(", ")
        }
        _ => plain(value),
    };
    let what = match (name, value) {
        ("default", _) => "default",
        ("examples", JsonTree::Array(items)) if items.len() > 1 => "examples",
        _ => "example",
    };
    (*value != JsonTree::Null && !words.is_empty()).then(|| format!("{what}: {words}"))
}

/// Why a keyword is in the description.
pub(super) fn reason(words: &str) -> &'static str {
    if words.len() > MAX_WORDS {
        "the schema can't express it: its beginning is in the description"
    } else {
        "the schema can't express it: it is in the description"
    }
}

pub(super) fn shortened(words: String) -> String {
    if words.len() <= MAX_WORDS {
        return words;
    }
    format!("{}…", &words[..boundary(&words, MAX_WORDS)])
}

/// The maximum of references in one another that are written out in a description.
const MAX_REFERENCES: usize = 4;

impl SchemaReader<'_> {
    /// Keeps a keyword as text in the description.
    pub(super) fn describe(&mut self, sheet: &mut Keywords, keyword: &str, words: String) {
        self.loss(&sheet.at, keyword, Outcome::Described, reason(&words));
        sheet.words.push(shortened(words));
    }

    /// Keeps a keyword with its value as text in the description.
    pub(super) fn describe_value(&mut self, sheet: &mut Keywords, keyword: &str, value: &JsonTree) {
        let value = self.spelled_out(value);
        self.describe(sheet, keyword, format!("{keyword}: {value}"));
    }

    /// The text of a keyword's value with references written out, because the declaration has no
    /// definitions for it. Those of recursive schemas end with `…` after [`MAX_REFERENCES`] levels.
    pub(super) fn spelled_out(&self, value: &JsonTree) -> String {
        let text = plain(value);
        if !REFERENCES.iter().any(|name| text.contains(name)) {
            return text;
        }
        let mut left = 2 * MAX_WORDS;
        plain(&self.inlined(value, Some(MAX_REFERENCES), &mut left))
    }

    /// The texts of schemas, up to the length that is kept.
    pub(super) fn spelled_out_list<'s>(
        &self,
        schemas: impl Iterator<Item = &'s JsonTree>,
    ) -> String {
        let mut all = String::new();
        for schema in schemas {
            if all.len() > MAX_WORDS {
                break;
            }
            let comma = if all.is_empty() { "" } else { ", " };
            all = all + comma + &self.spelled_out(schema);
        }
        all
    }

    /// `levels`: the references in one another that are still written out; `None` in a literal.
    /// `left`: the bytes that are still written. The rest is beyond the text that is kept.
    fn inlined(&self, value: &JsonTree, levels: Option<usize>, left: &mut usize) -> JsonTree {
        *left = left.saturating_sub(2);
        match value {
            JsonTree::Array(items) => {
                let mut all = Vec::new();
                for item in items {
                    if *left == 0 {
                        break;
                    }
                    all.push(self.inlined(item, levels, left));
                }
                JsonTree::Array(all)
            }
            JsonTree::Object(members) => {
                let mut all = MergedMembers::new();
                for (name, value) in members {
                    if *left == 0 {
                        break;
                    }
                    match levels.zip(self.referred(name, value)) {
                        Some((0, _)) => return JsonTree::String("…".to_owned()),
                        Some((levels, target)) => {
                            let target = self.inlined(target, Some(levels - 1), left);
                            if members.len() == 1 {
                                return target;
                            }
                            all.push(("allOf".to_owned(), JsonTree::Array(Vec::from([target]))));
                        }
                        None => {
                            *left = left.saturating_sub(name.len());
                            let levels = levels.filter(|_| !VALUES.contains(&name.as_str()));
                            all.push((name.clone(), self.inlined(value, levels, left)));
                        }
                    }
                }
                JsonTree::Object(all)
            }
            JsonTree::String(text) => {
                let kept = text[..boundary(text, *left)].to_owned();
                *left = left.saturating_sub(text.len());
                JsonTree::String(kept)
            }
            other => other.clone(),
        }
    }

    /// The schema that a keyword refers to.
    fn referred(&self, keyword: &str, value: &JsonTree) -> Option<&JsonTree> {
        let target = value.as_str().filter(|_| REFERENCES.contains(&keyword))?;
        let found = self.merge.document.target(target).ok()?;
        Some(found.1)
    }

    /// Handles the annotations. Returns true if the title becomes the description.
    pub(super) fn annotations(&mut self, sheet: &mut Keywords) -> bool {
        let at = sheet.at.clone();
        for name in ABOUT_DOCUMENT
            .iter()
            .chain(&["$vocabulary", "$recursiveAnchor"])
        {
            sheet.take(name);
        }
        let mut titled = false;
        if let Some(JsonTree::String(title)) = sheet.take("title") {
            if sheet.has("description") {
                self.loss(&at, "title", Outcome::Hidden, DESCRIPTION_IS_USED);
            } else if !title.trim().is_empty() && !says_the_same(&title, at.pointer()) {
                titled = true;
                sheet.push("description", JsonTree::String(title));
            }
        }
        if sheet.take("deprecated") == Some(JsonTree::Bool(true)) {
            sheet.words.push("deprecated".to_owned());
        }
        for name in ["readOnly", "writeOnly"] {
            if sheet.take(name) == Some(JsonTree::Bool(true)) {
                self.loss(&at, name, Outcome::Hidden, NOT_ABOUT_ARGUMENTS);
            }
        }
        sheet.members.retain(|(name, _)| {
            let hidden = name.starts_with("x-") || matches!(name.as_str(), "discriminator" | "xml");
            if hidden {
                self.loss(&at, name, Outcome::Hidden, NOT_FOR_THE_MODEL);
            }
            !hidden
        });
        titled
    }

    /// Handles all keywords that were not consumed.
    pub(super) fn leftovers(&mut self, sheet: &mut Keywords) {
        let at = sheet.at.clone();
        let [has_if, has_contains] = ["if", "contains"].map(|keyword| sheet.has(keyword));
        let has_list = matches!(sheet.get("items"), Some(JsonTree::Array(_)));
        for (name, value) in core::mem::take(&mut sheet.members) {
            match name.as_str() {
                "then" | "else" if !has_if => self.idle(sheet, name, NEEDS_ANOTHER),
                "minContains" | "maxContains" if !has_contains => {
                    self.idle(sheet, name, NEEDS_ANOTHER);
                }
                "additionalItems" if !has_list => self.idle(sheet, name, NEEDS_ANOTHER),
                "default" | "examples" | "example" => {
                    if let Some(words) = annotation(&name, &value) {
                        self.describe(sheet, &name, words);
                    }
                }
                "not" if value == JsonTree::Bool(false) => {}
                "not" => {
                    let words = format!("must not match this schema: {}", self.spelled_out(&value));
                    self.describe(sheet, "not", words);
                }
                "required" if value == JsonTree::Array(Vec::new()) => {}
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
                    self.idle(sheet, name, "it has no effect on values of this type");
                }
                "if" | "then" | "else" | "oneOf" | "anyOf" => {
                    self.describe_value(sheet, &name, &value);
                }
                _ if has_type(&name) => self.describe_value(sheet, &name, &value),
                "allOf" => self.loss(&at, &name, Outcome::Widened, "it is not a list of schemas"),
                name if REFERENCES.contains(&name) => {
                    self.loss(&at, name, Outcome::Widened, "it is not a reference");
                }
                _ => self.loss(&at, &name, Outcome::Hidden, "not a keyword of JSON Schema"),
            }
        }
    }
}

/// Appends constraints to a text.
pub(crate) fn with_words(docs: String, words: &[String]) -> String {
    if words.is_empty() {
        return docs;
    }
    let words = words.join(", ");
    if docs.is_empty() {
        return words;
    }
    format!("{docs} ({words})")
}

/// Returns true if a title only repeats the name of its property.
pub(super) fn says_the_same(title: &str, pointer: &str) -> bool {
    let letters = |text: &str| -> String {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect()
    };
    let name = pointer.rsplit('/').next().unwrap_or_default();
    pointer.is_empty() || letters(title) == letters(name)
}
