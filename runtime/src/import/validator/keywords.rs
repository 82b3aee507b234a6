//! Reads the keywords that apply schemas to checks.

use std::collections::HashMap;

use super::assertions::{size, strings};
use super::compile::{Compiler, SchemaSource, expectation, words};
use super::patterns::PatternCheck;
use super::program::{Alternatives, Check, Contains, PropertyChecks, SchemaId};
use super::report::OriginKey;
use crate::decode::JsonTree;

impl<'j> Compiler<'j, '_> {
    /// Reads all keywords but references.
    pub(super) fn keywords(&mut self, source: SchemaSource<'j>) {
        self.nodes[source.id].is_nullable = source.get("nullable") == Some(&JsonTree::Bool(true));
        self.assertions(source);
        self.combined(source);
        self.dependent(source);
        self.members(source);
        self.items(source);
        // The last: they apply to what no other keyword has evaluated.
        for (keyword, check) in [
            (
                "unevaluatedProperties",
                Check::UnevaluatedProperties as fn(SchemaId) -> Check,
            ),
            ("unevaluatedItems", Check::UnevaluatedItems),
        ] {
            if let Some(schema) = source.get(keyword) {
                let schema = self.inside(source, keyword, OriginKey::Only, schema);
                self.check(source, check(schema));
            }
        }
    }

    fn combined(&mut self, source: SchemaSource<'j>) {
        for (keyword, check) in [
            ("allOf", Check::AllOf as fn(Vec<SchemaId>) -> Check),
            ("anyOf", |all| Check::AnyOf(alternatives(all))),
            ("oneOf", |all| Check::OneOf(alternatives(all))),
        ] {
            let Some(value) = source.get(keyword) else {
                continue;
            };
            match value.as_array().filter(|all| !all.is_empty()) {
                Some(all) => {
                    let all = self.list(source, keyword, all);
                    self.check(source, check(all));
                }
                None => self.wrong(source, keyword, "a list of schemas", value),
            }
        }
        if let Some(schema) = source.get("not") {
            let text = words(schema);
            let schema = self.inside(source, "not", OriginKey::Only, schema);
            self.check(source, Check::Not { schema, text });
        }
        if let Some(condition) = source.get("if") {
            let condition = self.inside(source, "if", OriginKey::Only, condition);
            let [then, otherwise] = ["then", "else"].map(|keyword| {
                let schema = source.get(keyword)?;
                Some(self.inside(source, keyword, OriginKey::Only, schema))
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
    fn dependent(&mut self, source: SchemaSource<'j>) {
        for keyword in ["dependentRequired", "dependentSchemas", "dependencies"] {
            let members = self.object(source, keyword).unwrap_or_default();
            let mut names = Vec::new();
            let mut all = Vec::new();
            for (name, value) in members {
                let is_list = matches!(value, JsonTree::Array(_));
                if keyword == "dependentRequired" || keyword == "dependencies" && is_list {
                    if let Some(all) = strings(value) {
                        names.push((name.clone(), all));
                    } else {
                        let reason = expectation("lists of names", value);
                        self.report.assertion(source.id, keyword, &reason);
                    }
                } else {
                    let schema = self.inside(source, keyword, OriginKey::Name(name), value);
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

    /// The members of a keyword's object. Reports another value, unless it is the empty list that
    /// some languages write for an empty object; it is `None` if it is reported.
    fn object(
        &mut self,
        source: SchemaSource<'j>,
        keyword: &'static str,
    ) -> Option<&'j [(String, JsonTree)]> {
        match source.get(keyword) {
            Some(JsonTree::Object(members)) => Some(members),
            Some(other) if other.as_array().is_none_or(|items| !items.is_empty()) => {
                self.wrong(source, keyword, "an object", other);
                None
            }
            _ => Some(&[]),
        }
    }

    fn members(&mut self, source: SchemaSource<'j>) {
        let mut members = PropertyChecks::default();
        // Without a name or a pattern, `additionalProperties` would apply to what it is for.
        let mut left_out = None;
        let keyword = "properties";
        match self.object(source, keyword) {
            None => left_out = Some(keyword),
            Some(all) => {
                let each = all.iter().map(|(name, schema)| {
                    let schema = self.inside(source, keyword, OriginKey::Name(name), schema);
                    (name.clone(), schema)
                });
                members.properties = each.collect::<HashMap<_, _>>();
            }
        }
        let keyword = "patternProperties";
        let patterns = self.object(source, keyword);
        left_out = patterns.map_or(Some(keyword), |_| left_out);
        for (pattern, schema) in patterns.unwrap_or_default() {
            let schema = self.inside(source, keyword, OriginKey::Name(pattern), schema);
            match PatternCheck::new(pattern, self.patterns) {
                Ok(pattern) => members.patterns.push((pattern, schema)),
                Err(reason) => {
                    self.report.applicator(source.id, keyword, &reason);
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
                members.additional = Some(self.inside(source, keyword, OriginKey::Only, schema));
            }
        }
        let is_empty = members.properties.is_empty() && members.patterns.is_empty();
        if !is_empty || members.additional.is_some() {
            self.check(source, Check::Members(members.into()));
        }
        if let Some(schema) = source.get("propertyNames") {
            let schema = self.inside(source, "propertyNames", OriginKey::Only, schema);
            self.check(source, Check::PropertyNames(schema));
        }
    }

    fn items(&mut self, source: SchemaSource<'j>) {
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
        let rest =
            rest.map(|(keyword, schema)| self.inside(source, keyword, OriginKey::Only, schema));
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
            let schema = self.inside(source, "contains", OriginKey::Only, schema);
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

fn alternatives(all: Vec<SchemaId>) -> Alternatives {
    let are_shallow = false;
    Alternatives { all, are_shallow }
}
