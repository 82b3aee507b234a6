//! Compares the canonical text with a provider's text, node by node.

use crate::reports::keywords::{KEYWORDS, is_wide, words};
use crate::reports::tool::Claimed;
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use toolcast::Outcome;
use toolcast_test_support::json::below;

pub(crate) struct Comparison<'a> {
    tool: &'a Claimed<'a>,
    used: Vec<bool>,
    seen: HashSet<String>,
    failures: Vec<String>,
}

/// A provider's text at a place: the schema, and the descriptions around and in it.
#[derive(Clone)]
struct Spoken<'a> {
    schema: &'a Value,
    said: String,
    null: bool,
}

impl<'a> Spoken<'a> {
    fn of(schema: &'a Value, said: &str) -> Self {
        let mut said = said.to_owned();
        let mut schema = schema;
        let mut null = false;
        for _ in 0..8 {
            said += schema["description"].as_str().unwrap_or_default();
            said.push('\n');
            // If a union can't have a description, its first alternative has it.
            let mut first = schema;
            while let Some([one, ..]) = branches(first).map(Vec::as_slice) {
                first = one;
                said += first["description"].as_str().unwrap_or_default();
                said.push('\n');
            }
            let (inner, or_null) = without_null(schema);
            null |= or_null;
            if std::ptr::eq(inner, schema) {
                break;
            }
            schema = inner;
        }
        Spoken { schema, said, null }
    }
}

const NOTHING: &Value = &Value::Null;

fn is_null(schema: &Value) -> bool {
    schema["type"]
        .as_str()
        .is_some_and(|name| name.eq_ignore_ascii_case("null"))
}

/// The alternatives of a union. Those beside an integer's type are its ranges.
fn branches(schema: &Value) -> Option<&Vec<Value>> {
    if type_of(schema) == "integer" {
        return None;
    }
    schema.get("anyOf").or(schema.get("oneOf"))?.as_array()
}

/// The schema without the `null` beside it.
fn without_null(schema: &Value) -> (&Value, bool) {
    match branches(schema).map(Vec::as_slice) {
        Some([one, null]) if is_null(null) => (one, true),
        Some([null, one]) if is_null(null) => (one, true),
        Some([one]) => (one, false),
        _ => {
            let types = schema["type"].as_array();
            let null =
                types.is_some_and(|all| all.contains(&json!("null"))) || schema["nullable"] == true;
            (schema, null)
        }
    }
}

/// The type, in lower case.
fn type_of(schema: &Value) -> String {
    let name = match &schema["type"] {
        Value::Array(names) => names.iter().find(|name| **name != "null"),
        name => Some(name),
    };
    let name = name.and_then(Value::as_str).unwrap_or_default();
    name.to_ascii_lowercase()
}

fn properties(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("properties")?.as_object()
}

fn is_map(schema: &Value) -> bool {
    type_of(schema) == "object" && schema.get("properties").is_none()
}

impl<'a> Comparison<'a> {
    pub(crate) fn new(tool: &'a Claimed<'a>) -> Self {
        Comparison {
            tool,
            used: vec![false; tool.entries.len()],
            seen: HashSet::new(),
            failures: Vec::new(),
        }
    }

    pub(crate) fn roots(&mut self) {
        let tool = self.tool;
        self.node(tool.canonical, Spoken::of(tool.spoken, ""), "");
    }

    /// Returns the failures, with the entries that match no difference.
    pub(crate) fn finish(mut self) -> Vec<String> {
        for (entry, used) in self.tool.entries.iter().zip(&self.used) {
            let checked = matches!(entry.outcome, Outcome::Described | Outcome::Rewritten);
            if checked && !used {
                self.failures.push(format!(
                    "unused entry: {} `{}` {:?}: {}",
                    entry.pointer, entry.keyword, entry.outcome, entry.reason
                ));
            }
        }
        self.failures
    }

    fn resolve(root: &'a Value, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(path) => (root.pointer(path.trim_start_matches('#'))).unwrap_or(NOTHING),
            None => schema,
        }
    }

    fn fail(&mut self, at: &str, what: &str) {
        self.failures.push(format!("{at}: {what}"));
    }

    /// Uses up an entry.
    fn take(&mut self, at: &str, outcome: Outcome, keywords: &[&str], reason: &str) -> bool {
        let found = self.tool.entries.iter().position(|entry| {
            entry.pointer == at
                && entry.outcome == outcome
                && keywords.contains(&entry.keyword.as_str())
                && entry.reason.contains(reason)
        });
        if let Some(found) = found {
            self.used[found] = true;
        }
        found.is_some()
    }

    fn exact(&mut self, at: &str, keyword: &str, reason: &str) {
        if !self.take(at, Outcome::Rewritten, &[keyword], reason) {
            self.fail(at, &format!("another form without an entry `{keyword}`"));
        }
    }

    fn node(&mut self, canonical: &'a Value, spoken: Spoken<'a>, at: &str) {
        let mut at = at.to_owned();
        let (mut canonical, null) = without_null(canonical);
        let mut spoken = spoken;
        for _ in 0..8 {
            if canonical.get("$ref").is_none() {
                break;
            }
            if let Some(path) = spoken.schema["$ref"].as_str() {
                if !self.seen.insert(path.to_owned()) {
                    return;
                }
                path.trim_start_matches('#').clone_into(&mut at);
                let inner = Self::resolve(self.tool.spoken, spoken.schema);
                spoken = Spoken::of(inner, &spoken.said);
            }
            canonical = without_null(Self::resolve(self.tool.canonical, canonical)).0;
        }
        self.keywords(canonical, &spoken, &at);
        let text = spoken.said.contains("a string containing JSON: ")
            && type_of(spoken.schema) == "string";
        if text && (type_of(canonical) != "string" || null && !spoken.null) {
            let keywords = ["type", "null", "$ref", "properties"];
            if !self.take(&at, Outcome::Rewritten, &keywords, "containing JSON") {
                self.fail(&at, "a string containing JSON, without an entry");
            }
            return self.text(canonical, &spoken, &at);
        }
        match (branches(canonical), branches(spoken.schema)) {
            (Some(all), Some(shown)) => return self.union(all, shown, &spoken, &at),
            (None, None) => {}
            _ => return self.fail(&at, "a union in only one of the texts"),
        }
        match type_of(canonical).as_str() {
            "object" if is_map(canonical) => self.map(canonical, &spoken, &at),
            "object" => self.object(canonical, &spoken, &at),
            "array" => self.array(canonical, &spoken, &at),
            "integer" if canonical.get("enum").or(canonical.get("const")).is_some() => {
                if type_of(spoken.schema) == "string" {
                    self.exact(&at, "enum", "strings");
                }
            }
            name => {
                if type_of(spoken.schema) != name {
                    let other = type_of(spoken.schema);
                    self.fail(&at, &format!("`{other}` for `{name}`"));
                }
            }
        }
    }

    /// Checks a string containing JSON: the description names a place of the same shape, or lists
    /// the properties.
    fn text(&mut self, canonical: &'a Value, spoken: &Spoken<'a>, at: &str) {
        let what = spoken
            .said
            .split("a string containing JSON: ")
            .nth(1)
            .unwrap_or_default();
        if let Some((_, place)) = what.split_once("the same shape as `") {
            let place = place.split('`').next().unwrap_or_default();
            if !self.is_place(place) {
                self.fail(at, &format!("unknown place `{place}`"));
            }
            return;
        }
        for (name, _) in properties(canonical).into_iter().flatten() {
            if !what.contains(&format!("`{name}`")) {
                self.fail(at, &format!("`{name}` is not mentioned in {what:?}"));
            }
        }
    }

    /// Returns true if the canonical text has the place, written as `filter.all[]`.
    fn is_place(&self, place: &str) -> bool {
        let root = self.tool.canonical;
        if place == "arguments" {
            return true;
        }
        let mut open = vec![(root, place)];
        for (name, schema) in root["$defs"].as_object().into_iter().flatten() {
            // A place names a definition by its type, without the number of a duplicate name.
            let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
            open.extend(place.strip_prefix(name).map(|rest| (schema, rest)));
        }
        for _ in 0..10_000 {
            let Some((schema, rest)) = open.pop() else {
                return false;
            };
            let schema = Self::resolve(root, schema);
            if rest.is_empty() {
                return true;
            }
            let all = branches(schema).into_iter().flatten();
            open.extend(all.map(|one| (one, rest)));
            if let Some(rest) = rest.strip_prefix("[]") {
                open.extend(schema.get("items").map(|items| (items, rest)));
            }
            if let Some(rest) = rest.strip_prefix("{}") {
                let values = schema.get("additionalProperties");
                open.extend(values.map(|values| (values, rest)));
            }
            let rest = rest.strip_prefix('.').unwrap_or(rest);
            for (name, inner) in properties(schema).into_iter().flatten() {
                open.extend(rest.strip_prefix(name.as_str()).map(|rest| (inner, rest)));
            }
            let items = schema["prefixItems"].as_array().into_iter().flatten();
            for (i, inner) in items.enumerate() {
                let rest = rest.strip_prefix(&i.to_string());
                open.extend(rest.map(|rest| (inner, rest)));
            }
        }
        false
    }

    fn union(&mut self, all: &'a [Value], shown: &'a [Value], spoken: &Spoken<'a>, at: &str) {
        let all: Vec<_> = (all.iter().enumerate())
            .filter(|(_, one)| !is_null(one))
            .collect();
        let shown: Vec<_> = shown.iter().filter(|one| !is_null(one)).collect();
        if all.len() != shown.len() {
            return self.fail(at, "unions of different lengths");
        }
        for ((i, one), shown) in all.into_iter().zip(shown) {
            let at = format!("{at}/anyOf/{i}");
            let mut shown = shown;
            let entries = properties(shown).filter(|all| all.len() == 1);
            if let Some(entries) = entries.and_then(|all| all.get("entries"))
                && properties(one).is_none()
            {
                self.exact(&at, "anyOf", "`entries`");
                shown = entries;
            }
            let shown = Spoken::of(shown, &spoken.said);
            self.node(one, shown, &at);
        }
    }

    fn map(&mut self, canonical: &'a Value, spoken: &Spoken<'a>, at: &str) {
        let value = canonical.get("additionalProperties").unwrap_or(NOTHING);
        let below = format!("{at}/additionalProperties");
        if type_of(spoken.schema) == "array" {
            self.exact(at, "additionalProperties", "key, value");
            return self.entries(canonical.get("propertyNames"), value, spoken, at);
        }
        self.names(canonical, spoken, at);
        if let Some(shown) = spoken.schema.get("additionalProperties") {
            self.node(value, Spoken::of(shown, ""), &below);
            return;
        }
        let named = self.take(at, Outcome::Described, &["additionalProperties"], "");
        let any = value.as_object().is_some_and(|value| {
            ["type", "anyOf", "oneOf", "$ref", "enum", "const"]
                .iter()
                .all(|key| !value.contains_key(*key))
        });
        // `said` also has the description of a union around the map, so without an entry only the
        // map's own counts.
        let own = spoken.schema["description"].as_str().unwrap_or_default();
        let told = if named { spoken.said.as_str() } else { own };
        if named != told.contains("each value ") || !named && !any {
            self.fail(at, "the values of a map without a description or an entry");
        }
        // The values have no schema here, only the description.
        let shown = Spoken {
            schema: NOTHING,
            said: spoken.said.clone(),
            null: false,
        };
        self.keywords(value, &shown, &below);
        if properties(value).is_some() || branches(value).is_some() {
            self.fail(at, "values with properties, which the text doesn't show");
        }
    }

    /// The names of a map.
    fn names(&mut self, canonical: &Value, spoken: &Spoken<'a>, at: &str) {
        let names = canonical.get("propertyNames");
        let shown = spoken.schema.get("propertyNames");
        if let Some(names) = names
            && (shown.is_none()
                || names.get("pattern").is_some()
                    && shown.and_then(|shown| shown.get("pattern")).is_none())
            && (!self.take(at, Outcome::Described, &["propertyNames"], "")
                || !spoken.said.contains("each key"))
        {
            self.fail(
                at,
                &format!("names {names} without a description or an entry"),
            );
        }
    }

    /// A map as a list.
    fn entries(&mut self, names: Option<&Value>, value: &'a Value, spoken: &Spoken<'a>, at: &str) {
        let item = properties(&spoken.schema["items"]);
        let Some((key, shown)) = item.and_then(|all| Some((all.get("key")?, all.get("value")?)))
        else {
            return self.fail(at, "no list of entries");
        };
        if let Some(names) = names {
            let key = Spoken::of(key, "");
            let below = format!("{at}/propertyNames");
            let said = key.said.contains("each key ");
            if !said {
                self.keywords(names, &key, &below);
            }
        }
        let shown = Spoken::of(shown, "");
        self.node(value, shown, &format!("{at}/additionalProperties"));
    }

    fn object(&mut self, canonical: &'a Value, spoken: &Spoken<'a>, at: &str) {
        let (Some(all), Some(shown)) = (properties(canonical), properties(spoken.schema)) else {
            return self.fail(at, "no properties");
        };
        let mut known = HashSet::new();
        for (name, one) in all {
            let below = below(&format!("{at}/properties"), name);
            // These two separate the parts of a record.
            let below = below.replace(['\u{1e}', '\u{1f}'], "?");
            let found = shown.get_key_value(name).or_else(|| {
                let named = format!("original name: {name}");
                shown.iter().find(|(other, schema)| {
                    let said = Spoken::of(schema, "").said;
                    let mut ends = said.split(&named).skip(1);
                    !all.contains_key(*other) && ends.any(|end| end.starts_with([')', ',', '\n']))
                })
            });
            let Some((other, schema)) = found else {
                self.fail(&below, "the property is missing");
                continue;
            };
            known.insert(other);
            let required = canonical["required"].as_array();
            if !required.is_some_and(|all| all.contains(&json!(name)))
                && !is_null(one)
                && self.take(&below, Outcome::Rewritten, &["null"], "")
            {
                self.fail(
                    &below,
                    "a string because of `null`, although it may be absent",
                );
            }
            if other != name {
                self.exact(&below, "properties", "name");
            }
            let spoken = Spoken::of(schema, "");
            self.requires(&canonical["dependentRequired"][name], &spoken, &below);
            self.node(one, spoken, &below);
        }
        self.without(canonical, spoken, at);
        let rest = canonical.get("additionalProperties");
        let opened = rest == Some(&Value::Bool(false))
            && spoken.schema.get("additionalProperties") != rest
            && !at.is_empty();
        if opened != self.take(at, Outcome::Widened, &["additionalProperties"], "") {
            self.fail(
                at,
                "closed in only one text without an entry, or an entry without a reason",
            );
        }
        let rest = rest.filter(|rest| **rest != Value::Bool(false));
        // The last alternative of `propertyNames` is for a flattened map, the others are the
        // properties.
        let names = canonical.get("propertyNames");
        let names = names.and_then(|names| names["anyOf"].as_array()?.last());
        let open = spoken.schema.get("additionalProperties");
        if names.is_some()
            && open.is_some_and(|open| *open != Value::Bool(false))
            && spoken.schema.get("propertyNames").is_none()
            && !self.take(at, Outcome::Widened, &["propertyNames"], "")
        {
            self.fail(at, "names without an entry");
        }
        for (name, schema) in shown.iter().filter(|(name, _)| !known.contains(name)) {
            let Some(rest) = rest else {
                self.fail(at, &format!("`{name}` is a property of only one text"));
                continue;
            };
            self.exact(at, "additionalProperties", "key, value");
            let spoken = Spoken::of(schema, "");
            self.entries(names, rest, &spoken, at);
        }
        if let (Some(rest), Some(shown)) = (rest, spoken.schema.get("additionalProperties"))
            && rest.is_object()
            && *shown != Value::Bool(false)
        {
            let shown = Spoken::of(shown, "");
            self.node(rest, shown, &format!("{at}/additionalProperties"));
        }
    }

    /// The properties that one requires beside it.
    fn requires(&mut self, others: &Value, spoken: &Spoken<'a>, at: &str) {
        let described = self.take(at, Outcome::Described, &["dependentRequired"], "");
        let words = spoken.said.contains("requires ");
        let is_wrong = described == others.is_null() || described && !words;
        // The text of all is written for a finding alone: a tool may have a thousand objects.
        if is_wrong
            && !self
                .tool
                .spoken
                .to_string()
                .contains("\"dependentRequired\"")
        {
            self.fail(at, "`dependentRequired` without words or an entry");
        }
    }

    /// The properties that an alternative must not have. A closed object has none of them.
    fn without(&mut self, canonical: &Value, spoken: &Spoken<'a>, at: &str) {
        let is_lost = canonical.get("not").is_some()
            && spoken.schema.get("not").is_none()
            && spoken.schema.get("additionalProperties") != Some(&Value::Bool(false));
        let described = self.take(at, Outcome::Described, &["not"], "");
        if described != is_lost || described && !spoken.said.contains("without ") {
            self.fail(at, "`not` without words or an entry");
        }
    }

    fn array(&mut self, canonical: &'a Value, spoken: &Spoken<'a>, at: &str) {
        if let Some(items) = canonical.get("items") {
            let Some(shown) = spoken.schema.get("items") else {
                return self.fail(at, "a list without items");
            };
            let shown = Spoken::of(shown, "");
            return self.node(items, shown, &format!("{at}/items"));
        }
        let items = canonical["prefixItems"].as_array().into_iter().flatten();
        if let Some(all) = properties(spoken.schema) {
            self.exact(at, "prefixItems", "_0");
            for (i, item) in items.enumerate() {
                let Some(shown) = all.get(&format!("_{i}")) else {
                    return self.fail(at, "an item is missing");
                };
                let shown = Spoken::of(shown, "");
                self.node(item, shown, &format!("{at}/prefixItems/{i}"));
            }
            return;
        }
        for (i, item) in items.enumerate() {
            let shown = match spoken.schema.get("prefixItems") {
                Some(all) => &all[i],
                // All items have one type, which is described once.
                None if i == 0 => &spoken.schema["items"],
                None => break,
            };
            let shown = Spoken::of(shown, "");
            self.node(item, shown, &format!("{at}/prefixItems/{i}"));
        }
    }

    /// Checks that each constraint of the canonical text is in the other one, or in its
    /// descriptions.
    fn keywords(&mut self, canonical: &Value, spoken: &Spoken<'a>, at: &str) {
        for keyword in KEYWORDS {
            let Some(value) = canonical.get(keyword) else {
                continue;
            };
            if keyword == "anyOf" && type_of(canonical) != "integer" {
                continue;
            }
            let tuple = canonical.get("prefixItems").is_some() && keyword.ends_with("Items");
            if tuple && properties(spoken.schema).is_some() {
                continue;
            }
            // A map that is sent as a list.
            let as_list = match keyword {
                "minProperties" => "minItems",
                "maxProperties" => "maxItems",
                other => other,
            };
            let shown = (spoken.schema.get(keyword)).or_else(|| spoken.schema.get(as_list));
            let entry = self.take(at, Outcome::Described, &[keyword, as_list], "");
            if shown.is_some_and(|shown| same(keyword, shown, value)) {
                if entry {
                    self.fail(
                        at,
                        &format!("`{keyword}` is present, but has a `text` entry"),
                    );
                }
                continue;
            }
            if is_wide(keyword, value) && !entry {
                continue;
            }
            if tuple && !entry {
                // Without the keyword, `prefixItems` gives the number of items.
                continue;
            }
            if !entry {
                self.fail(at, &format!("`{keyword}` is lost without an entry"));
            }
            let words = words(keyword, value);
            if !words.iter().any(|words| spoken.said.contains(words)) {
                let text = spoken.said.trim();
                self.fail(
                    at,
                    &format!("none of {words:?} for `{keyword}` in {text:?}"),
                );
            }
        }
        // Defaults and examples that have no keyword in the canonical text either.
        for keyword in ["default", "examples"] {
            let word = if keyword == "default" {
                "default: "
            } else {
                "example: "
            };
            if canonical.get(keyword).is_none()
                && self.take(at, Outcome::Described, &[keyword], "")
                && !spoken.said.contains(word)
            {
                self.fail(
                    at,
                    &format!("`{keyword}` is not described in {}", spoken.schema),
                );
            }
        }
    }
}

/// Returns true if two values of a keyword mean the same. If a provider anchors patterns, ours is
/// opened at both ends.
fn same(keyword: &str, shown: &Value, value: &Value) -> bool {
    shown == value
        || keyword == "anyOf"
        || keyword == "pattern"
            && matches!((shown.as_str(), value.as_str()), (Some(shown), Some(value)) if shown.contains(value))
}
