//! Checks objects: properties, required properties and additional properties.

use std::collections::BTreeSet;

use serde_json::Value;

use super::finding::described;
use super::rule::{Effect, Evidence, Rule};
use super::schema::SchemaCheck;
use super::walk::SchemaNode;
use crate::dialect::Keys;
use crate::text::beginning;

impl<'v> SchemaCheck<'_, 'v> {
    pub(super) fn objects(&mut self, at: usize, node: &SchemaNode<'v>) {
        let profile = self.profile;
        if node.is("object") {
            self.properties(at, node);
        }
        if !node.is_object() {
            return;
        }
        if let Some(because) = profile.closed
            && node.get("additionalProperties") != Some(&Value::Bool(false))
        {
            let found = match node.get("additionalProperties") {
                None => "an object without `additionalProperties`".into(),
                Some(open) => format!("`additionalProperties` is {}", described(open)),
            };
            self.add(at, Rule::OpenObject, because, "additionalProperties", found);
        }
        let names: BTreeSet<&str> = node.required().collect();
        let properties = node.properties();
        if let Some(because) = profile.all_required {
            let mut missing = properties
                .into_iter()
                .flatten()
                .map(|(name, _)| name.as_str())
                .filter(|name| !names.contains(name));
            if let Some(first) = missing.next() {
                let more = match missing.count() {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                let found = format!("`{}`{more} not in `required`", beginning(first));
                self.add(at, Rule::Required, because, "required", found);
            }
        }
        if let Some(because) = profile.some_required
            && names.is_empty()
        {
            let found = "an object without a required property";
            self.add(at, Rule::Required, because, "required", found);
        }
        let has = |name: &str| properties.is_some_and(|all| all.contains_key(name));
        if let Some(proto) = &profile.proto {
            if let Some(name) = names.iter().find(|name| !has(name)) {
                let found = format!("`{}` in `required` is not a property", beginning(name));
                let because = (Evidence::Recorded, proto.because.1);
                self.add(at, Rule::RequiredName, because, "required", found);
            }
            let order = ["propertyOrdering", "property_ordering"];
            let order = order.iter().find_map(|key| node.get(key));
            let order = order.and_then(Value::as_array).into_iter().flatten();
            let mut seen = BTreeSet::new();
            let mut order = order.filter_map(Value::as_str);
            if let Some(name) = order.find(|name| !seen.insert(*name) || !has(name)) {
                let found = format!("`{}` in `propertyOrdering`", beginning(name));
                let because = (Evidence::Documented, proto.because.1);
                self.add(at, Rule::Value, because, "propertyOrdering", found);
            }
        }
        if let Some((keys, because)) = profile.keys {
            let names = properties.into_iter().flatten().map(|(name, _)| name);
            for name in names.filter(|name| !is_accepted_name(keys, name)) {
                let found = format!("a property named `{}`", beginning(name));
                self.add(at, Rule::PropertyName, because, name, found);
            }
        }
    }

    fn properties(&mut self, at: usize, node: &SchemaNode<'v>) {
        let profile = self.profile;
        let map = node.has("additionalProperties") || node.has("additional_properties");
        // Live APIs have accepted a proto root with empty `properties`. Below the root, they
        // rejected it and no acceptance has been observed since.
        let empty = match node.properties() {
            None if profile.proto.is_some() => !(map || at == 0 && node.has("properties")),
            None => !node.has("properties"),
            Some(properties) => profile.proto.is_some() && at != 0 && properties.is_empty(),
        };
        if !empty {
            return;
        }
        let found = "an object without properties";
        if profile.proto.is_some() || at == 0 {
            if let Some(because) = profile.properties {
                self.add(at, Rule::MissingProperties, because, "properties", found);
            }
        } else if let Some(because) = profile.hidden
            // A disallowed open object is a separate finding.
            && (profile.closed.is_none() || !map || node.get("additionalProperties") == Some(&Value::Bool(false)))
        {
            let (rule, effect) = (Rule::MissingProperties, Effect::Dropped);
            self.push(at, rule, effect, because, "properties", found);
        }
    }
}

fn is_accepted_name(keys: Keys, name: &str) -> bool {
    let of = |more: &[u8]| {
        (1..=64).contains(&name.len())
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || more.contains(&byte))
    };
    match keys {
        Keys::Any => true,
        Keys::Dotted => of(b"_.-"),
        Keys::Identifier => of(b"_") && !name.as_bytes()[0].is_ascii_digit(),
    }
}
