//! Checks one schema against one reader's rules.

use serde_json::{Map, Value};

use super::count;
use super::finding::{Findings, described};
use super::keyword_values;
use super::reference::{References, Target};
use super::rule::{Citation, Effect, Evidence, Rule};
use super::walk::{MAX_DEPTH, SchemaNode, Schemas};
use crate::provider::{Profile, SchemaLanguage};
use crate::request::{SchemaCounts, schema_counts};
use crate::text::beginning;

/// Checks a schema. `pointer` refers to it. `tool` is `true` if it is a tool's parameters, to which
/// the rules for roots apply.
pub(super) fn check(
    reader: SchemaLanguage,
    tool: bool,
    schema: &Value,
    pointer: String,
    findings: &mut Findings,
) -> SchemaCounts {
    let profile = reader.profile;
    let all = Schemas::of(schema, pointer, |key| profile.opens(key));
    let mut judge = SchemaCheck {
        profile,
        references: References::of(&all),
        all: &all,
        findings,
    };
    if tool {
        judge.root();
    }
    for at in 0..all.nodes.len() {
        judge.node(at);
    }
    if let Some((which, because)) = profile.recursion {
        for at in judge.references.cycles(which) {
            let found = "a schema that contains itself";
            judge.add(at, Rule::Recursion, because, "$ref", found);
        }
    }
    if let Some((limits, because)) = &profile.limits {
        count::limits(&all, limits, *because, judge.findings);
    }
    if let Some(at) = all.too_deep {
        let because = (Evidence::Documented, "most-providers");
        let found = format!("schemas nested more than {MAX_DEPTH} deep, which were not checked");
        judge.add(at, Rule::Depth, because, "", found);
    }
    schema_counts(all.nodes[0].value)
}

pub(super) struct SchemaCheck<'j, 'v> {
    pub(super) profile: &'static Profile,
    all: &'j Schemas<'v>,
    references: References<'j, 'v>,
    findings: &'j mut Findings,
}

impl<'v> SchemaCheck<'_, 'v> {
    pub(super) fn add(
        &mut self,
        at: usize,
        rule: Rule,
        because: Citation,
        keyword: &str,
        found: impl Into<String>,
    ) {
        self.push(at, rule, Effect::Rejected, because, keyword, found);
    }

    pub(super) fn push(
        &mut self,
        at: usize,
        rule: Rule,
        effect: Effect,
        because: Citation,
        keyword: &str,
        found: impl Into<String>,
    ) {
        let pointer = || self.all.pointer(at);
        self.findings
            .push(rule, effect, because, keyword, pointer, found);
    }

    /// Checks the rules for a tool's root.
    fn root(&mut self) {
        let (profile, root) = (self.profile, &self.all.nodes[0]);
        let Some(map) = root.map() else {
            if let Some(because) = profile.root {
                let found = format!("{} instead of a schema", described(root.value));
                self.add(0, Rule::Root, because, "", found);
            }
            return;
        };
        if let Some(because) = profile.root
            && !is_object_root(profile, root)
        {
            let found = match root.get("type") {
                None => "a root without `type`".into(),
                Some(found) => format!("a root of type {}", described(found)),
            };
            self.add(0, Rule::Root, because, "type", found);
        }
        for (keys, because) in profile.root_keys {
            for key in keys.iter().filter(|key| map.contains_key(**key)) {
                self.add(0, Rule::Root, *because, key, format!("`{key}` at the root"));
            }
        }
        if let Some(because) = profile.root_properties
            && !root.has("properties")
        {
            let found = "a root without `properties`";
            self.add(0, Rule::MissingProperties, because, "properties", found);
        }
    }

    fn node(&mut self, at: usize) {
        let node = &self.all.nodes[at];
        let Some(map) = node.map() else {
            return self.no_object(at, node);
        };
        self.keywords(at, node, map);
        self.types(at, node, map);
        self.objects(at, node);
        self.texts(at, node);
        self.reference(at, map);
        if let Some(because) = self.profile.any_of_alone
            && node.any_of().is_some()
            && let Some(beside) = map
                .keys()
                .find(|key| !matches!(key.as_str(), "anyOf" | "any_of") && !key.starts_with('$'))
        {
            let found = format!("`{}` beside `anyOf`", beginning(beside));
            self.add(at, Rule::AnyOfAlone, because, "anyOf", found);
        }
    }

    /// Checks a non-object instead of a schema.
    fn no_object(&mut self, at: usize, node: &SchemaNode<'v>) {
        // A boolean that allows or forbids other members isn't counted as a schema.
        let flag = matches!(
            node.place,
            "additionalProperties"
                | "additional_properties"
                | "additionalItems"
                | "unevaluatedProperties"
                | "unevaluatedItems"
        );
        let because = match node.value {
            Value::Bool(_) if flag => None,
            Value::Bool(_) => self.profile.booleans,
            // The root has its own rule.
            _ if at == 0 => None,
            _ => self.profile.values.or(self.profile.booleans),
        };
        if let Some(because) = because {
            let found = format!("{} instead of a schema", described(node.value));
            self.add(at, Rule::Schema, because, node.place, found);
        }
    }

    /// Checks each keyword: if it is allowed, and its value.
    fn keywords(&mut self, at: usize, node: &SchemaNode<'v>, map: &'v Map<String, Value>) {
        let profile = self.profile;
        for (key, value) in map {
            if let Some((because, effect)) = profile.ban(key) {
                let found = format!("`{}`", beginning(key));
                self.push(at, Rule::Keyword, effect, because, key, found);
                // A dropped keyword may also have an invalid value.
                if effect == Effect::Rejected {
                    continue;
                }
            }
            if let Some(because) = profile.zero(key)
                && keyword_values::is_zero(value)
            {
                let found = format!("`{}` of 0, which is read as none", beginning(key));
                self.push(at, Rule::Keyword, Effect::Dropped, because, key, found);
            }
            if let Some(proto) = &profile.proto {
                if let Some(found) = keyword_values::wrong_field(proto, key, value) {
                    let rule = match key.as_str() {
                        "type" => Rule::UnsupportedType,
                        "enum" => Rule::Enum,
                        _ => Rule::Value,
                    };
                    self.add(at, rule, proto.because, key, found);
                }
            } else if let Some(because) = profile.values
                && (profile.known.is_empty() || profile.known.contains(&key.as_str()))
                && !(profile.item_lists && key == "items" && value.get(0).is_some())
                && let Some(found) = keyword_values::invalid_values(key, value)
            {
                self.add(at, Rule::Value, because, key, found);
            }
        }
        if let Some(because) = profile.enum_texts
            && let Some(Value::Array(members)) = node.get("enum")
        {
            let wrong = members.iter().find(|one| match one {
                // The proto's rule reports values that aren't strings.
                Value::String(text) => text.is_empty(),
                _ => profile.proto.is_none(),
            });
            if let Some(wrong) = wrong {
                let found = format!("{} in an enum", described(wrong));
                self.add(at, Rule::Enum, because, "enum", found);
            }
        }
        self.values(at, node);
        if let Some(because) = profile.all_of_plain
            && let Some(Value::Array(parts)) = node.get("allOf")
            && parts.iter().any(|part| part.get("$ref").is_some())
        {
            self.add(at, Rule::Keyword, because, "allOf", "`$ref` in an `allOf`");
        }
        if let Some(because) = profile.min_items
            && let Some(least) = node.get("minItems")
            && !matches!(least.as_f64(), Some(0.0 | 1.0))
        {
            let found = format!("`minItems` of {}", described(least));
            self.add(at, Rule::Keyword, because, "minItems", found);
        }
    }

    fn values(&mut self, at: usize, node: &SchemaNode<'v>) {
        let profile = self.profile;
        let is_plain: fn(&SchemaNode<'_>, &Value) -> bool =
            |_, value| !value.is_array() && !value.is_object();
        let is_of_type = keyword_values::is_of_type;
        for (because, fits) in [
            (profile.plain_values, is_plain),
            (profile.typed_values, is_of_type),
        ] {
            let Some(because) = because else { continue };
            let all = node.get("enum").and_then(Value::as_array);
            let all = all.into_iter().flatten().map(|one| ("enum", one));
            let all = all.chain(node.get("const").map(|one| ("const", one)));
            if let Some((key, one)) = all.into_iter().find(|(_, one)| !fits(node, one)) {
                let found = format!("{} in `{key}`", described(one));
                self.add(at, Rule::Enum, because, key, found);
            }
        }
    }

    fn types(&mut self, at: usize, node: &SchemaNode<'v>, map: &'v Map<String, Value>) {
        let profile = self.profile;
        if let Some(because) = profile.type_names
            && let Some(name) = map.get("type").and_then(keyword_values::unknown_type)
        {
            let found = format!("type `{}`", beginning(name));
            self.add(at, Rule::UnsupportedType, because, "type", found);
        }
        let stands_for_itself = ["type", "$ref", "anyOf", "any_of", "oneOf", "allOf"]
            .iter()
            .any(|key| map.contains_key(*key));
        if let Some(because) = profile.typed
            && !stands_for_itself
            && at != 0
        {
            let found = "a schema without `type`";
            self.add(at, Rule::MissingType, because, "type", found);
        }
        if let Some(because) = profile.items {
            let array = node.is("array");
            let found = if array && !node.has("items") && !node.has("prefixItems") {
                Some("an array without `items`")
            } else if !array && node.has("items") && profile.proto.is_some() {
                Some("`items` without an array")
            } else {
                None
            };
            if let Some(found) = found {
                self.add(at, Rule::MissingItems, because, "items", found);
            }
        }
    }

    fn reference(&mut self, at: usize, map: &'v Map<String, Value>) {
        let profile = self.profile;
        let Some(Value::String(reference)) = map.get("$ref") else {
            return;
        };
        if let Some((beside, because)) = profile.ref_alone
            && at != 0
            && let Some(key) = map
                .keys()
                .find(|key| !key.starts_with('$') && !beside.contains(&key.as_str()))
        {
            let found = format!("`{}` beside `$ref`", beginning(key));
            self.add(at, Rule::RefAlone, because, "$ref", found);
        }
        if let Some(because) = profile.ref_target {
            let what = match self.references.target(reference) {
                Target::Here(_) => None,
                Target::Elsewhere => Some("refers to another document"),
                Target::Nowhere => Some("refers to nothing"),
            };
            if let Some(what) = what {
                let found = format!("`{}` {what}", beginning(reference));
                return self.add(at, Rule::RefTarget, because, "$ref", found);
            }
        }
        if let Some(because) = profile.ref_definition
            && reference.starts_with("#/properties/")
        {
            let found = format!("`{}` doesn't refer to a definition", beginning(reference));
            self.add(at, Rule::RefTarget, because, "$ref", found);
        }
    }
}

fn is_object_root(profile: &Profile, root: &SchemaNode<'_>) -> bool {
    match root.get("type") {
        Some(Value::String(name)) if profile.proto.is_some() => name.eq_ignore_ascii_case("object"),
        Some(found) => found == "object",
        None if profile.root_unions => {
            let branches = ["anyOf", "oneOf"].iter().find_map(|key| root.get(key));
            branches.and_then(Value::as_array).is_some_and(|branches| {
                !branches.is_empty() && branches.iter().all(|one| one["type"] == "object")
            })
        }
        None => false,
    }
}
