//! Reads the keywords that apply schemas to checks, and calls for the others.

use std::collections::HashMap;

use super::assertions::{size, strings};
use super::compile::{Compiler, Source};
use super::faults::short;
use super::origin::Key;
use super::patterns::Pattern;
use super::program::{Alternatives, Check, Contains, Members, Names, NodeId};
use crate::decode::{EXCERPT, JsonTree};

impl<'j> Compiler<'j, '_> {
    /// Reads all keywords but references.
    pub(super) fn keywords(&mut self, source: Source<'j>) {
        self.nodes[source.id].is_nullable = source.get("nullable") == Some(&JsonTree::Bool(true));
        self.types(source);
        self.values(source);
        self.numbers(source);
        self.texts(source);
        self.required(source);
        if let Some(value) = source.get("uniqueItems") {
            match value {
                JsonTree::Bool(true) => self.check(source, Check::UniqueItems),
                JsonTree::Bool(false) => {}
                other => self.wrong_assertion(source, "uniqueItems", "a boolean", other),
            }
        }
        self.combined(source);
        self.dependent(source);
        self.members(source);
        self.items(source);
        // The last: they apply to what no other keyword has evaluated.
        for (keyword, check) in [
            (
                "unevaluatedProperties",
                Check::UnevaluatedProperties as fn(NodeId) -> Check,
            ),
            ("unevaluatedItems", Check::UnevaluatedItems),
        ] {
            if let Some(schema) = source.get(keyword) {
                let schema = self.inside(source, keyword, Key::Only, schema);
                self.check(source, check(schema));
            }
        }
    }

    fn combined(&mut self, source: Source<'j>) {
        for (keyword, check) in [
            ("allOf", Check::AllOf as fn(Vec<NodeId>) -> Check),
            ("anyOf", |all| Check::AnyOf(Alternatives::from(all))),
            ("oneOf", |all| Check::OneOf(Alternatives::from(all))),
        ] {
            match source.get(keyword) {
                None => {}
                Some(JsonTree::Array(all)) if !all.is_empty() => {
                    let all = self.list(source, keyword, all);
                    self.check(source, check(all));
                }
                Some(other) => self.wrong(source, keyword, "a list of schemas", other),
            }
        }
        if let Some(schema) = source.get("not") {
            let text = short(&schema.excerpt(4 * EXCERPT));
            let schema = self.inside(source, "not", Key::Only, schema);
            self.check(source, Check::Not { schema, text });
        }
        if let Some(condition) = source.get("if") {
            let condition = self.inside(source, "if", Key::Only, condition);
            let [then, otherwise] = ["then", "else"].map(|keyword| {
                let schema = source.get(keyword)?;
                Some(self.inside(source, keyword, Key::Only, schema))
            });
            let check = Check::If {
                condition,
                then,
                otherwise,
            };
            self.check(source, check);
        }
    }

    /// Reads `dependentRequired` and `dependentSchemas`, and both in `dependencies`.
    fn dependent(&mut self, source: Source<'j>) {
        for keyword in ["dependentRequired", "dependentSchemas", "dependencies"] {
            let members = match source.get(keyword) {
                None => continue,
                Some(JsonTree::Object(members)) => members,
                Some(other) => {
                    self.wrong_object(source, keyword, other);
                    continue;
                }
            };
            let mut names = Vec::new();
            let mut all = Vec::new();
            for (name, value) in members {
                let is_list = matches!(value, JsonTree::Array(_));
                if keyword == "dependentRequired" || keyword == "dependencies" && is_list {
                    match strings(value) {
                        Some(all) => names.push((name.clone(), Names::from(all))),
                        None => self.wrong_assertion(source, keyword, "lists of names", value),
                    }
                } else {
                    let schema = self.inside(source, keyword, Key::Name(name), value);
                    all.push((name.clone(), schema));
                }
            }
            if !names.is_empty() {
                self.check(source, Check::DependentRequired(names));
            }
            if !all.is_empty() {
                self.check(source, Check::DependentSchemas { all, keyword });
            }
        }
    }

    /// Reports a value that is not an object, unless it is the empty list that some languages write
    /// for an empty object. Returns whether it is reported.
    fn wrong_object(
        &mut self,
        source: Source<'j>,
        keyword: &'static str,
        value: &JsonTree,
    ) -> bool {
        let is_empty = matches!(value, JsonTree::Array(items) if items.is_empty());
        if !is_empty {
            self.wrong(source, keyword, "an object", value);
        }
        !is_empty
    }

    fn members(&mut self, source: Source<'j>) {
        let mut members = Members::default();
        // Without a name or a pattern, `additionalProperties` would apply to what it is for.
        let mut left_out = None;
        match source.get("properties") {
            None | Some(JsonTree::Null) => {}
            Some(JsonTree::Object(all)) => {
                let each = all.iter().map(|(name, schema)| {
                    let schema = self.inside(source, "properties", Key::Name(name), schema);
                    (name.clone(), schema)
                });
                members.properties = each.collect::<HashMap<_, _>>();
            }
            Some(other) => {
                let keyword = "properties";
                left_out = self.wrong_object(source, keyword, other).then_some(keyword);
            }
        }
        match source.get("patternProperties") {
            None | Some(JsonTree::Null) => {}
            Some(JsonTree::Object(all)) => {
                for (pattern, schema) in all {
                    let key = Key::Name(pattern);
                    let schema = self.inside(source, "patternProperties", key, schema);
                    match Pattern::new(pattern, self.patterns) {
                        Ok(pattern) => members.patterns.push((pattern, schema)),
                        Err(reason) => {
                            let keyword = "patternProperties";
                            self.report.applicator(source.id, keyword, &reason);
                            left_out = Some(keyword);
                        }
                    }
                }
            }
            Some(other) => {
                let keyword = "patternProperties";
                if self.wrong_object(source, keyword, other) {
                    left_out = Some(keyword);
                }
            }
        }
        if let Some(schema) = source.get("additionalProperties") {
            let keyword = "additionalProperties";
            if let Some(left_out) = left_out {
                let reason = format!("neither is `{left_out}` beside it");
                self.report.applicator(source.id, keyword, &reason);
            } else {
                members.additional = Some(self.inside(source, keyword, Key::Only, schema));
            }
        }
        let is_empty = members.properties.is_empty() && members.patterns.is_empty();
        if !is_empty || members.additional.is_some() {
            self.check(source, Check::Members(members.into()));
        }
        if let Some(schema) = source.get("propertyNames") {
            let schema = self.inside(source, "propertyNames", Key::Only, schema);
            self.check(source, Check::PropertyNames(schema));
        }
    }

    fn items(&mut self, source: Source<'j>) {
        let (first, rest) = match (source.get("prefixItems"), source.get("items")) {
            // Up to 2019-09, a list is what `prefixItems` is now.
            (None, Some(JsonTree::Array(first))) => (
                Some(("items", first)),
                source
                    .get("additionalItems")
                    .map(|rest| ("additionalItems", rest)),
            ),
            (Some(JsonTree::Array(first)), rest) => (
                Some(("prefixItems", first)),
                rest.map(|rest| ("items", rest)),
            ),
            (Some(other), rest) => {
                self.wrong(source, "prefixItems", "a list of schemas", other);
                if rest.is_some() {
                    let reason = "neither is `prefixItems` beside it";
                    self.report.applicator(source.id, "items", reason);
                }
                (None, None)
            }
            (None, rest) => (None, rest.map(|rest| ("items", rest))),
        };
        let prefix = first.map(|(keyword, schemas)| self.list(source, keyword, schemas));
        let rest = rest.map(|(keyword, schema)| self.inside(source, keyword, Key::Only, schema));
        let prefix = prefix.unwrap_or_default();
        if !prefix.is_empty() || rest.is_some() {
            self.check(source, Check::Items { prefix, rest });
        }
        if let Some(schema) = source.get("contains") {
            let mut sizes = [None, None];
            for (keyword, size_of) in ["minContains", "maxContains"].iter().zip(&mut sizes) {
                let Some(value) = source.get(keyword) else {
                    continue;
                };
                *size_of = size(value);
                if size_of.is_none() {
                    self.wrong(source, keyword, "an integer of at least 0", value);
                    let reason = format!("neither is `{keyword}` beside it");
                    return self.report.applicator(source.id, "contains", &reason);
                }
            }
            let [least, most] = sizes;
            let schema = self.inside(source, "contains", Key::Only, schema);
            let contains = Contains {
                schema,
                least,
                most,
                evaluates: self.resources.conventions.contains_evaluates,
            };
            self.check(source, Check::Contains(contains.into()));
        }
    }
}
